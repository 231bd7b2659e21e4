#include "lockstep/reference/set_values.h"

#include "lockstep/base/check.h"
#include "lockstep/reference/hll.h"
#include "lockstep/reference/quantile.h"
#include "lockstep/reference/roaring_format.h"

namespace lockstep::reference {
namespace {

// Calls visit(parse, serialize) with the two of the kind's format.
template <class Visit>
auto visit_format(TypeKind kind, Visit visit) {
  switch (kind) {
    case TypeKind::bitmap:
      return visit(parse_roaring, serialize_roaring);
    case TypeKind::hll:
      return visit(parse_hll, serialize_hll);
    case TypeKind::quantile:
      return visit(parse_quantile, serialize_quantile);
    default:
      break;
  }
  LOCKSTEP_CHECK(false, "the type is a set");
}

}  // namespace

Result<std::pmr::string> canonical_set(TypeKind kind, std::span<const std::byte> bytes,
                                       std::pmr::memory_resource* resource) {
  return visit_format(kind, [&](auto parse, auto serialize) -> Result<std::pmr::string> {
    const auto set = parse(bytes, resource);
    if (!set) return std::unexpected(set.error());
    return serialize(*set, resource);
  });
}

void unite_cells(TypeKind kind, Cell& into, std::span<const Cell> others) {
  std::pmr::memory_resource* const resource = into.bytes().get_allocator().resource();
  visit_format(kind, [&](auto parse, auto serialize) {
    const auto stored = [&](const Cell& cell) {
      auto set = parse(cell.value().bytes, resource);
      LOCKSTEP_CHECK(set.has_value(), "stored sets are valid");
      return set;
    };
    auto united = stored(into);
    for (const Cell& other : others) united->unite(*stored(other));
    into.bytes() = serialize(*united, resource);
  });
}

}  // namespace lockstep::reference
