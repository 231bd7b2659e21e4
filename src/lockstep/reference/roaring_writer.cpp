#include <algorithm>
#include <cstdint>
#include <vector>

#include "lockstep/reference/byte_format.h"
#include "lockstep/reference/roaring_format.h"

namespace lockstep::reference {
namespace {

// The values of the set that share all but their low 16 bits.
struct Container {
  std::uint64_t key;               // value / 65,536
  std::uint32_t cardinality;       // 1 … 65,536
  std::span<const Interval> runs;  // maximal inside the container; values are still whole

  [[nodiscard]] std::size_t run_bytes() const { return 2 + 4 * runs.size(); }
  [[nodiscard]] std::size_t plain_bytes() const {
    return cardinality <= kMaxArrayCardinality ? std::size_t{2} * cardinality : kBitsetBytes;
  }
  [[nodiscard]] bool is_run() const { return run_bytes() < plain_bytes(); }
  [[nodiscard]] std::size_t bytes() const { return std::min(run_bytes(), plain_bytes()); }
};

std::uint64_t container_key(std::uint64_t value) { return value / kContainerValues; }

// The intervals, cut where a container ends.
std::pmr::vector<Interval> cut_into_runs(const Bitmap& bitmap, std::pmr::memory_resource* resource) {
  std::pmr::vector<Interval> runs(resource);
  for (Interval rest : bitmap.intervals()) {
    while (container_key(rest.first) != container_key(rest.last)) {
      const std::uint64_t container_end = rest.first | (kContainerValues - 1);
      runs.push_back({rest.first, container_end});
      rest.first = container_end + 1;
    }
    runs.push_back(rest);
  }
  return runs;
}

std::pmr::vector<Container> group_into_containers(std::span<const Interval> runs, std::pmr::memory_resource* resource) {
  std::pmr::vector<Container> containers(resource);
  for (std::size_t begin = 0; begin < runs.size();) {
    const std::uint64_t key = container_key(runs[begin].first);
    std::uint32_t cardinality = 0;
    std::size_t end = begin;
    for (; end < runs.size() && container_key(runs[end].first) == key; ++end) {
      cardinality += static_cast<std::uint32_t>(runs[end].last - runs[end].first + 1);
    }
    containers.push_back({key, cardinality, runs.subspan(begin, end - begin)});
    begin = end;
  }
  return containers;
}

void put_container(std::pmr::string& out, const Container& container) {
  if (container.is_run()) {
    put<std::uint16_t>(out, container.runs.size());
    for (const Interval& run : container.runs) {
      put<std::uint16_t>(out, run.first);
      put<std::uint16_t>(out, run.last - run.first);
    }
  } else if (container.cardinality <= kMaxArrayCardinality) {
    for (const Interval& run : container.runs) {
      for (std::uint64_t i = 0; i <= run.last - run.first; ++i) put<std::uint16_t>(out, run.first + i);
    }
  } else {
    const std::size_t start = out.size();
    out.append(kBitsetBytes, '\0');
    for (const Interval& run : container.runs) {
      for (std::uint64_t i = 0; i <= run.last - run.first; ++i) {
        const std::size_t value = (run.first + i) % kContainerValues;
        char& byte = out[start + value / 8];
        byte = static_cast<char>(static_cast<unsigned char>(byte) | 1u << (value % 8));
      }
    }
  }
}

void put_run_flags(std::pmr::string& out, std::span<const Container> containers) {
  for (std::size_t begin = 0; begin < containers.size(); begin += 8) {
    unsigned flags = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(8, containers.size() - begin); ++i) {
      if (containers[begin + i].is_run()) flags |= 1u << i;
    }
    put<std::uint8_t>(out, flags);
  }
}

// The bitmap of one high word.
void put_bitmap(std::pmr::string& out, std::span<const Container> containers) {
  const std::size_t start = out.size();
  const bool with_runs = std::ranges::any_of(containers, &Container::is_run);
  if (with_runs) {
    put<std::uint16_t>(out, kCookieRuns);
    put<std::uint16_t>(out, containers.size() - 1);
    put_run_flags(out, containers);
  } else {
    put<std::uint32_t>(out, kCookieNoRuns);
    put<std::uint32_t>(out, containers.size());
  }
  for (const Container& container : containers) {
    put<std::uint16_t>(out, container.key);
    put<std::uint16_t>(out, container.cardinality - 1);
  }
  if (!with_runs || containers.size() >= kMinContainersForOffsets) {
    std::size_t offset = out.size() - start + 4 * containers.size();
    for (const Container& container : containers) {
      put<std::uint32_t>(out, offset);
      offset += container.bytes();
    }
  }
  for (const Container& container : containers) put_container(out, container);
}

}  // namespace

std::pmr::string serialize_roaring(const Bitmap& bitmap, std::pmr::memory_resource* resource) {
  const auto runs = cut_into_runs(bitmap, resource);
  const auto containers = group_into_containers(runs, resource);
  const auto high_word = [](const Container& container) { return container.key / kMaxContainers; };

  std::uint64_t word_count = 0;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    if (i == 0 || high_word(containers[i]) != high_word(containers[i - 1])) ++word_count;
  }
  std::pmr::string out(resource);
  put<std::uint64_t>(out, word_count);
  for (auto begin = containers.begin(); begin != containers.end();) {
    const auto end =
        std::find_if(begin, containers.end(), [&](const Container& c) { return high_word(c) != high_word(*begin); });
    put<std::uint32_t>(out, high_word(*begin));
    put_bitmap(out, {begin, end});
    begin = end;
  }
  return out;
}

}  // namespace lockstep::reference
