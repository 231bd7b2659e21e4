#include "lockstep/aggregate/bitmap_union.h"

#include <new>

#include "lockstep/aggregate/bitmap.h"

namespace lockstep {
namespace {

class BitmapUnionState final : public AggregateState {
 public:
  explicit BitmapUnionState(std::pmr::memory_resource* resource) : resource_(resource), set_(resource) {}

  void add(const Column& column, std::size_t row) override {
    if (column.is_null(row)) return;
    auto value = Bitmap::parse(column.value(row), resource_);
    LOCKSTEP_CHECK(value.has_value(), "stored bitmaps were validated at insert");
    set_.merge(std::move(*value));
    has_value_ = true;
  }

  [[nodiscard]] std::size_t finished_bytes() const override { return has_value_ ? set_.serialized_bytes() : 0; }

  void finish(Column& to) override {
    if (!has_value_) {
      to.append_null();
      return;
    }
    Buffer bytes(resource_);
    bytes.resize_uninitialized(set_.serialized_bytes());
    set_.serialize(bytes.data());
    to.append(bytes.bytes());
  }

 private:
  std::pmr::memory_resource* resource_;
  Bitmap set_;
  bool has_value_ = false;
};

class BitmapUnion final : public Aggregate {
 public:
  [[nodiscard]] AggregateState* create(std::pmr::memory_resource* resource) const override {
    return std::pmr::polymorphic_allocator<>(resource).new_object<BitmapUnionState>(resource);
  }
  void destroy(AggregateState* state, std::pmr::memory_resource* resource) const noexcept override {
    std::pmr::polymorphic_allocator<>(resource).delete_object(static_cast<BitmapUnionState*>(state));
  }
};

}  // namespace

const Aggregate& bitmap_union() {
  static const BitmapUnion kInstance;
  return kInstance;
}

}  // namespace lockstep
