#include "lockstep/legacy/row_order.h"

#include "lockstep/base/check.h"
#include "lockstep/legacy/physical_value.h"

namespace lockstep::legacy {
namespace {

template <class T>
class TypedColumnOrder final : public ColumnOrder {
 public:
  TypedColumnOrder(const Column& column, const SortKey& key)
      : column_(column),
        descending_(key.direction == Direction::descending),
        nulls_first_(key.nulls == NullPlacement::first) {}

  [[nodiscard]] int compare_at(std::uint32_t left, std::uint32_t right) const override {
    if (column_.nullable()) {
      const bool left_null = column_.is_null(left);
      const bool right_null = column_.is_null(right);
      if (left_null && right_null) return 0;
      if (left_null || right_null) return left_null == nulls_first_ ? -1 : 1;
    }
    const int result = compare_values(read_value<T>(column_, left), read_value<T>(column_, right));
    return descending_ ? -result : result;
  }

 private:
  const Column& column_;
  bool descending_;
  bool nulls_first_;
};

}  // namespace

std::shared_ptr<const ColumnOrder> make_column_order(const Block& block, const SortKey& key,
                                                     std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(key.column < block.column_count(), "a key column is inside the block");
  const Column& column = block.column(key.column);
  LOCKSTEP_CHECK(column.type().is_orderable(), "a key column's type has an order");
  return visit_physical(column.type().physical(), [&]<class T>() -> std::shared_ptr<const ColumnOrder> {
    using Order = TypedColumnOrder<T>;
    return std::allocate_shared<Order>(std::pmr::polymorphic_allocator<Order>(resource), column, key);
  });
}

RowOrder::RowOrder(const Block& block, const SortOrder& order, std::pmr::memory_resource* resource)
    : columns_(resource), ties_(order.ties) {
  columns_.reserve(order.keys.size());
  for (const SortKey& key : order.keys) columns_.push_back(make_column_order(block, key, resource));
}

}  // namespace lockstep::legacy
