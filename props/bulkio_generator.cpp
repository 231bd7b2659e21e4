#include "bulkio_generator.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lockstep/bulkio/bulk_policy.h"
#include "lockstep/bulkio/byte_swap.h"

namespace lockstep::props {
namespace {

using namespace scenario;

constexpr std::array<std::uint64_t, 9> kPageSizes = {1, 2, 3, 5, 7, 8, 13, 100, 16'384};
constexpr std::array<BulkioType, 4> kArrays = {BulkioType::ints, BulkioType::longs, BulkioType::floats,
                                               BulkioType::doubles};
constexpr std::array<std::uint32_t, 8> kFloatBits = {0x7f800001, 0xffbfffff, 0x7fc00000, 0xffc12345,
                                                     0x80000000, 0xff800000, 0x00000001, 0x7f7fffff};
constexpr std::array<std::uint64_t, 8> kDoubleBits = {
    0x7ff0000000000001, 0xfff7ffffffffffff, 0x7ff8000000000000, 0xfff8123456789abc,
    0x8000000000000000, 0xfff0000000000000, 0x0000000000000001, 0x7fefffffffffffff,
};

std::uint64_t word(Random& random, BulkioType type) {
  const std::size_t width = bulkio_width(type);
  const bool edge = random.chance(30);
  if (edge && width == 4) return random.pick(kFloatBits);
  if (edge && width == 8) return random.pick(kDoubleBits);
  return width == 8 ? random.bits() : random.bits() & ((std::uint64_t{1} << (8 * width)) - 1);
}

// One less, the very length and one more, of where something changes.
std::uint64_t length(Random& random) {
  if (random.chance(40)) return random.below(5);
  const std::uint64_t middle =
      random.pick({BulkPolicy::kNativeMinValues, std::uint64_t{kInlineSwapValues}, BulkPolicy::kPinotMinReadValues,
                   BulkPolicy::kPinotMinWriteValues, std::uint64_t{16}, std::uint64_t{32}, std::uint64_t{64}});
  return middle - 1 + random.below(3);
}

std::string bytes(Random& random, std::uint64_t count) {
  std::string text(count, '\0');
  for (char& c : text) c = static_cast<char>(random.chance(20) ? 0xff : random.bits() & 0xff);
  return text;
}

BulkioItem array(Random& random, BulkioType type, std::uint64_t count) {
  BulkioItem item{type, {}, {}};
  for (std::uint64_t i = 0; i < count; ++i) item.words.push_back(word(random, type));
  return item;
}

BulkioItem item(Random& random) {
  if (random.chance(50)) return array(random, random.pick(kArrays), length(random));
  const auto type = static_cast<BulkioType>(random.below(kBulkioTypeCount));
  if (is_single_number(type)) return {type, {word(random, type)}, {}};
  if (!is_textual(type)) return array(random, type, length(random));
  if (!is_list(type)) return {type, {}, {bytes(random, random.below(20))}};
  BulkioItem list{type, {}, {}};
  for (std::uint64_t count = random.below(4); count > 0; --count)
    list.strings.push_back(bytes(random, random.below(6)));
  return list;
}

std::uint64_t bytes_of(const BulkioItem& item) {
  std::uint64_t bytes = item.words.size() * bulkio_width(item.type) + (is_list(item.type) ? 4 : 0);
  for (const std::string& text : item.strings) bytes += text.size() + (item.type == BulkioType::bytes ? 0 : 4);
  return bytes;
}

// At, just before or behind a page edge, or the end.
std::int64_t position(Random& random, std::uint64_t page_size, std::uint64_t size) {
  const std::uint64_t pages = size / page_size + 1;
  const std::uint64_t aim = random.chance(40) ? size : random.below(pages + 1) * page_size;
  return static_cast<std::int64_t>(aim) + static_cast<std::int64_t>(random.below(3)) - 1;
}

BulkioRead read_of(const BulkioItem& item, std::uint64_t at) {
  BulkioRead read{static_cast<std::int64_t>(at), item.type, 0, {}};
  if (item.type == BulkioType::f32_bits) read.type = BulkioType::f32;
  if (item.type == BulkioType::f64_bits) read.type = BulkioType::f64;
  if (item.type == BulkioType::bytes) read.count = static_cast<std::int64_t>(item.strings[0].size());
  if (takes_count(read.type) && !is_textual(read.type)) read.count = static_cast<std::int64_t>(item.words.size());
  return read;
}

// Follows a scenario's positions without running it, as far as its calls succeed.
struct Progress {
  std::uint64_t position = 0;
  std::uint64_t size = 0;

  void wrote(std::uint64_t bytes) {
    position += bytes;
    size = std::max(size, position);
  }
};

}  // namespace

BulkioScenario generate_bulkio(Random& random) {
  BulkioScenario scenario;
  scenario.page_size = random.pick(kPageSizes);
  Progress progress;
  for (std::uint64_t count = 1 + random.below(8); count > 0; --count) {
    BulkioOperation& operation = scenario.operations.emplace_back();
    if (random.chance(55)) {
      const BulkioItem written = item(random);
      const std::uint64_t at = progress.position;
      progress.wrote(bytes_of(written));
      operation.action = BulkioWrite{written};
      if (random.chance(40)) scenario.operations.push_back({read_of(written, at)});
    } else if (random.chance(60)) {
      const std::int64_t target = position(random, scenario.page_size, progress.size);
      if (target >= 0) {
        progress.position = static_cast<std::uint64_t>(target);
        progress.size = std::max(progress.size, progress.position);
      }
      operation.action = BulkioSeek{target};
    } else {
      BulkioRead read = read_of(array(random, random.pick(kArrays), 0), 0);
      read.position = position(random, scenario.page_size, progress.size);
      read.count = random.chance(10) ? -1 : static_cast<std::int64_t>(length(random));
      operation.action = read;
    }
  }
  if (random.chance(25)) scenario.max_bytes = random.below(progress.size + 2);
  return scenario;
}

BulkioScenario generate_bulkio_arrays(Random& random) {
  BulkioScenario scenario;
  scenario.page_size = random.pick(kPageSizes);
  const std::uint64_t offset = random.below(9);
  const BulkioItem written = array(random, random.pick(kArrays), length(random));
  scenario.operations.push_back({BulkioSeek{static_cast<std::int64_t>(offset)}});
  scenario.operations.push_back({BulkioWrite{written}});
  scenario.operations.push_back({read_of(written, offset)});
  return scenario;
}

std::vector<std::string_view> classes_of(const BulkioScenario& scenario) {
  bool straddles = false, bulk = false, nan = false, overwrites = false, seeks = false;
  Progress progress;
  for (const BulkioOperation& operation : scenario.operations) {
    if (const auto* seek = std::get_if<BulkioSeek>(&operation.action)) {
      if (seek->position < 0) continue;
      seeks = seeks || progress.size > 0;
      progress.position = static_cast<std::uint64_t>(seek->position);
      progress.wrote(0);
    }
    const auto* write = std::get_if<BulkioWrite>(&operation.action);
    if (write == nullptr) continue;
    const BulkioItem& item = write->item;
    const std::uint64_t width = bulkio_width(item.type);
    const std::uint64_t bytes = bytes_of(item);
    overwrites = overwrites || (bytes > 0 && progress.position < progress.size);
    straddles = straddles ||
                (width > 1 && bytes >= width && (progress.position % scenario.page_size + bytes > scenario.page_size) &&
                 (scenario.page_size % width != 0 || progress.position % width != 0));
    bulk = bulk || item.words.size() >= BulkPolicy::kPinotMinReadValues;
    for (const std::uint64_t word : item.words) {
      nan = nan || (width == 4 && (word & 0x7fffffff) > 0x7f800000) ||
            (width == 8 && (word & 0x7fffffffffffffff) > 0x7ff0000000000000);
    }
    progress.wrote(bytes);
  }
  std::vector<std::string_view> classes;
  if (straddles) classes.emplace_back("values that straddle pages");
  if (bulk) classes.emplace_back("bulk lengths under every policy");
  if (nan) classes.emplace_back("bits of a NaN");
  if (overwrites) classes.emplace_back("overwrites");
  if (seeks) classes.emplace_back("seeks in a stream that has bytes");
  if (scenario.max_bytes && *scenario.max_bytes < progress.size) classes.emplace_back("a limit that is reached");
  return classes;
}

std::vector<ClassFloor> bulkio_floors() {
  return {{"values that straddle pages", 25},
          {"bulk lengths under every policy", 10},
          {"bits of a NaN", 25},
          {"overwrites", 10},
          {"seeks in a stream that has bytes", 15},
          {"a limit that is reached", 8}};
}
std::vector<ClassFloor> bulkio_array_floors() {
  return {{"values that straddle pages", 25}, {"bulk lengths under every policy", 7}, {"bits of a NaN", 25}};
}

std::vector<Edit<BulkioScenario>> smaller(const BulkioScenario& from) {
  std::vector<Edit<BulkioScenario>> edits;
  for (std::size_t i = 0; i < from.operations.size(); ++i) {
    edits.emplace_back(
        [i](BulkioScenario& s) { s.operations.erase(s.operations.begin() + static_cast<std::ptrdiff_t>(i)); });
  }
  if (from.max_bytes) edits.emplace_back([](BulkioScenario& s) { s.max_bytes.reset(); });
  for (std::size_t i = 0; i < from.operations.size(); ++i) {
    const auto* write = std::get_if<BulkioWrite>(&from.operations[i].action);
    if (write == nullptr) continue;
    const auto words = [i](BulkioScenario& s) -> std::vector<std::uint64_t>& {
      return std::get<BulkioWrite>(s.operations[i].action).item.words;
    };
    const std::size_t count = write->item.words.size();
    if (count > 1) {
      edits.emplace_back([words, count](BulkioScenario& s) { words(s).resize(count / 2); });
      edits.emplace_back([words, count](BulkioScenario& s) { words(s).resize(count - 1); });
    }
    for (std::size_t w = 0; w < count; ++w) {
      if (write->item.words[w] > w % 100) {
        edits.emplace_back([words, w](BulkioScenario& s) { words(s)[w] = w % 100; });
      }
    }
  }
  for (std::size_t i = 0; i < from.operations.size(); ++i) {
    if (const auto* read = std::get_if<BulkioRead>(&from.operations[i].action); read != nullptr && read->count > 0) {
      edits.emplace_back([i](BulkioScenario& s) { std::get<BulkioRead>(s.operations[i].action).count /= 2; });
    }
  }
  return edits;
}

}  // namespace lockstep::props
