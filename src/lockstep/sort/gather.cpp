#include "lockstep/sort/gather.h"

#include <cstring>

#include "lockstep/sort/physical_dispatch.h"

namespace lockstep {
namespace {

// Reads through both pieces; where nothing is kept, which is every first flush, the test for the piece is hoisted out.
template <class Value>
void gather_values(std::span<const Value> kept, std::span<const Value> fresh, std::span<const std::uint32_t> ids,
                   Value* to) {
  if (kept.empty()) {
    for (const std::uint32_t id : ids) *to++ = fresh[id];
    return;
  }
  for (const std::uint32_t id : ids) *to++ = id < kept.size() ? kept[id] : fresh[id - kept.size()];
}

Buffer gather_nulls(const SplitColumn& source, std::span<const std::uint32_t> ids,
                    std::pmr::memory_resource* resource) {
  Buffer nulls(resource);
  if (!source.nullable()) return nulls;
  nulls.resize_uninitialized(ids.size());
  gather_values(source.kept().nulls(), source.fresh().nulls(), ids, nulls.as<std::uint8_t>().data());
  return nulls;
}

Buffer gather_fixed_width(const SplitColumn& source, std::span<const std::uint32_t> ids,
                          std::pmr::memory_resource* resource) {
  Buffer data(resource);
  data.resize_uninitialized(ids.size() * source.type().width());
  visit_fixed_width(source.type().physical(), [&]<class T>() {
    gather_values(source.kept().values<T>(), source.fresh().values<T>(), ids, data.as<T>().data());
  });
  return data;
}

}  // namespace

std::expected<Column, std::uint64_t> gather(const SplitColumn& source, std::span<const std::uint32_t> ids,
                                            std::uint64_t max_bytes, std::pmr::memory_resource* resource) {
  Buffer offsets(resource);
  if (source.type().is_fixed_width()) {
    return Column(source.type(), source.nullable(), ids.size(), gather_fixed_width(source, ids, resource),
                  std::move(offsets), gather_nulls(source, ids, resource));
  }
  if (ids.empty()) return Column(source.type(), source.nullable(), resource);
  offsets.resize_uninitialized((ids.size() + 1) * sizeof(std::uint32_t));
  std::uint32_t* end = offsets.as<std::uint32_t>().data();
  std::uint64_t bytes = 0;
  *end++ = 0;
  for (const std::uint32_t id : ids) {
    bytes += source.value(id).size();
    *end++ = static_cast<std::uint32_t>(bytes);  // may wrap; then nobody will read it
  }
  if (bytes > max_bytes) return std::unexpected(bytes);
  Buffer data(resource);
  data.resize_uninitialized(bytes);
  std::byte* to = data.data();
  for (const std::uint32_t id : ids) {
    const auto value = source.value(id);
    if (value.empty()) continue;  // an empty column has no bytes to point at
    std::memcpy(to, value.data(), value.size());
    to += value.size();
  }
  return Column(source.type(), source.nullable(), ids.size(), std::move(data), std::move(offsets),
                gather_nulls(source, ids, resource));
}

}  // namespace lockstep
