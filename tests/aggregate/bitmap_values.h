// Bitmaps from values and back, by CRoaring and std::set: an independent hand for the tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory_resource>
#include <set>
#include <string>
#include <vector>

#include "lockstep/aggregate/bitmap.h"
#include "lockstep/base/bytes.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wsign-conversion"
#endif
#include <roaring/roaring64map.hh>
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

namespace lockstep {

using Values = std::set<std::uint64_t>;

// What CRoaring writes for the set; `optimise` lets it choose run containers.
inline std::string roaring_bytes(const Values& values, bool optimise) {
  Roaring64Map map;
  for (const std::uint64_t value : values) map.add(value);
  if (optimise) map.runOptimize();
  std::string bytes(map.getSizeInBytes(), '\0');
  map.write(bytes.data());
  return bytes;
}

inline Values roaring_values(const std::string& bytes) {
  const Roaring64Map map = Roaring64Map::read(bytes.data());
  std::vector<std::uint64_t> values(map.cardinality());
  map.toUint64Array(values.data());
  return {values.begin(), values.end()};
}

inline Bitmap parsed(const std::string& bytes) {
  auto bitmap = Bitmap::parse(as_byte_span(bytes), std::pmr::get_default_resource());
  if (!bitmap) ADD_FAILURE() << bitmap.error().message;
  return bitmap ? std::move(*bitmap) : Bitmap(std::pmr::get_default_resource());
}

inline std::string serialized(const Bitmap& bitmap) {
  std::string bytes(bitmap.serialized_bytes(), '\0');
  bitmap.serialize(reinterpret_cast<std::byte*>(bytes.data()));
  return bytes;
}

// first … last, both included
inline Values range(std::uint64_t first, std::uint64_t last) {
  Values values;
  for (std::uint64_t value = first; value <= last; ++value) values.insert(values.end(), value);
  return values;
}

inline Values united(Values a, const Values& b) {
  a.insert(b.begin(), b.end());
  return a;
}

}  // namespace lockstep
