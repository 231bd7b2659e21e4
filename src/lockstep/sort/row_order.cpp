#include "lockstep/sort/row_order.h"

#include "lockstep/sort/key_word.h"
#include "lockstep/sort/physical_dispatch.h"

namespace lockstep {

std::weak_ordering compare_values(const Column& a, std::size_t a_row, const Column& b, std::size_t b_row) {
  const PhysicalType physical = a.type().physical();
  // char_traits<char> compares as unsigned char.
  if (physical == PhysicalType::bytes) return a.text(a_row) <=> b.text(b_row);
  return visit_fixed_width(physical, [&]<class T>() -> std::weak_ordering {
    const auto left = key_word(a.values<T>()[a_row]);
    const auto right = key_word(b.values<T>()[b_row]);
    return left < right   ? std::weak_ordering::less
           : right < left ? std::weak_ordering::greater
                          : std::weak_ordering::equivalent;
  });
}

std::weak_ordering compare_cells(const Column& a, std::size_t a_row, const Column& b, std::size_t b_row) {
  const bool a_null = a.is_null(a_row);
  const bool b_null = b.is_null(b_row);
  if (a_null || b_null) return b_null <=> a_null;  // the null is the smaller
  return compare_values(a, a_row, b, b_row);
}

std::weak_ordering compare_rows(std::span<const Column> a, std::size_t a_row, std::span<const Column> b,
                                std::size_t b_row) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (const auto order = compare_cells(a[i], a_row, b[i], b_row); order != 0) return order;
  }
  return std::weak_ordering::equivalent;
}

}  // namespace lockstep
