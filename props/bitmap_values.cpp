#include "bitmap_values.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "damage.h"
#include "lockstep/base/bytes.h"

namespace lockstep::props {
namespace {

// The format's numbers, from its specification and not from the code under test.
constexpr std::uint32_t kCookieWithoutRuns = 12346;
constexpr std::uint32_t kCookieWithRuns = 12347;
constexpr std::size_t kContainersWithOffsets = 4;  // with runs, fewer containers have no offsets
constexpr std::size_t kMaxArrayValues = 4096;
constexpr std::size_t kBitsetBytes = 8192;

using Container = std::set<std::uint16_t>;
using Bitmap32 = std::map<std::uint16_t, Container>;
using Bitmap64 = std::map<std::uint32_t, Bitmap32>;

template <class T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

std::string as_runs(const Container& values) {
  struct Run {
    std::uint16_t first;
    std::uint16_t more;
  };
  std::vector<Run> runs;
  for (const std::uint16_t value : values) {
    if (!runs.empty() && runs.back().first + runs.back().more + 1 == value) {
      ++runs.back().more;
    } else {
      runs.push_back({value, 0});
    }
  }
  std::string bytes;
  append(bytes, static_cast<std::uint16_t>(runs.size()));
  for (const Run run : runs) {
    append(bytes, run.first);
    append(bytes, run.more);
  }
  return bytes;
}

std::string as_array_or_bitset(const Container& values) {
  std::string bytes;
  if (values.size() <= kMaxArrayValues) {
    for (const std::uint16_t value : values) append(bytes, value);
    return bytes;
  }
  bytes.assign(kBitsetBytes, '\0');
  for (const std::uint16_t value : values) {
    char& byte = bytes[value / 8u];
    byte = static_cast<char>(static_cast<unsigned char>(byte) | 1u << value % 8u);
  }
  return bytes;
}

//   without runs   cookie u32 · containers u32                       · descriptors · offsets · containers
//   with runs      cookie u16 · containers - 1 u16 · run flags, bits · descriptors · offsets if ≥ 4 containers · …
//   a descriptor   high bits u16 · cardinality - 1 u16
std::string serialize(const Bitmap32& bitmap, std::uint64_t run_percent, Random& random) {
  std::vector<std::string> containers;
  std::string flags((bitmap.size() + 7) / 8, '\0');
  std::string descriptors;
  bool any_run = false;
  for (const auto& [high, values] : bitmap) {
    const std::size_t index = containers.size();
    if (random.chance(run_percent)) {
      any_run = true;
      flags[index / 8] = static_cast<char>(static_cast<unsigned char>(flags[index / 8]) | 1u << index % 8);
      containers.push_back(as_runs(values));
    } else {
      containers.push_back(as_array_or_bitset(values));
    }
    append(descriptors, high);
    append(descriptors, static_cast<std::uint16_t>(values.size() - 1));
  }
  std::string bytes;
  if (any_run) {
    append(bytes, kCookieWithRuns | static_cast<std::uint32_t>(containers.size() - 1) << 16);
    bytes += flags;
  } else {
    append(bytes, kCookieWithoutRuns);
    append(bytes, static_cast<std::uint32_t>(containers.size()));
  }
  bytes += descriptors;
  if (!any_run || containers.size() >= kContainersWithOffsets) {
    std::size_t offset = bytes.size() + 4 * containers.size();
    for (const std::string& container : containers) {
      append(bytes, static_cast<std::uint32_t>(offset));
      offset += container.size();
    }
  }
  for (const std::string& container : containers) bytes += container;
  return bytes;
}

void add_values(Container& values, Random& random) {
  if (random.chance(2)) {  // around the threshold: every other value, or a block
    const std::size_t count = kMaxArrayValues - 1 + random.below(3);
    const std::uint32_t step = static_cast<std::uint32_t>(random.between(1, 2));
    for (std::uint32_t i = 0; i < count; ++i) values.insert(static_cast<std::uint16_t>(i * step));
    return;
  }
  for (std::uint64_t runs = random.between(1, 3); runs > 0; --runs) {
    const std::uint64_t first = random.chance(20) ? random.below(65536) : random.below(8);
    const std::uint64_t length = random.chance(30) ? random.between(2, 6) : 1;
    for (std::uint64_t i = first; i < first + length && i < 65536; ++i) values.insert(static_cast<std::uint16_t>(i));
  }
}

}  // namespace

std::string random_bitmap(Random& random) {
  static constexpr std::array<std::uint32_t, 4> kHighWords = {0, 1, 0x7fffffff, 0xffffffff};
  static constexpr std::array<std::uint16_t, 6> kContainerKeys = {0, 1, 2, 3, 4, 0xffff};
  Bitmap64 bitmap;
  if (!random.chance(10)) {
    for (std::uint64_t words = random.chance(80) ? 1 : random.between(1, 3); words > 0; --words) {
      Bitmap32& low = bitmap[random.chance(70) ? 0 : random.pick(kHighWords)];
      for (std::uint64_t n = random.chance(80) ? 1 : random.between(1, 6); n > 0; --n) {
        add_values(low[random.chance(60) ? std::uint16_t{0} : random.pick(kContainerKeys)], random);
      }
    }
  }
  const std::uint64_t run_percent = random.pick<std::uint64_t>({0, 0, 50, 100});
  std::string bytes;
  append(bytes, std::uint64_t{bitmap.size()});
  for (const auto& [high, low] : bitmap) {
    append(bytes, high);
    bytes += serialize(low, run_percent, random);
  }
  return bytes;
}

std::string damaged_bitmap(Random& random) { return damaged(random_bitmap(random), random); }

}  // namespace lockstep::props
