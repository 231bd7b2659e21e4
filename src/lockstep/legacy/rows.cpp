#include "lockstep/legacy/rows.h"

#include <boost/sort/pdqsort/pdqsort.hpp>
#include <functional>

namespace lockstep::legacy {

void Rows::append(std::size_t count) {
  const std::size_t held = rows_.size();
  const std::pmr::polymorphic_allocator<Row> allocator(rows_.get_allocator().resource());
  try {
    for (std::size_t i = 0; i < count; ++i) {
      rows_.push_back(std::allocate_shared<Row>(allocator, static_cast<std::uint32_t>(held + i)));
    }
  } catch (...) {
    truncate(held);
    throw;
  }
}

void Rows::sort(const RowOrder& order) {
  // Captures one reference, so the std::function owns no memory.
  const std::function<bool(const Pointer&, const Pointer&)> before =
      [&order](const Pointer& left, const Pointer& right) { return order.before(left->position, right->position); };
  boost::sort::pdqsort(rows_.begin(), rows_.end(), before);
}

}  // namespace lockstep::legacy
