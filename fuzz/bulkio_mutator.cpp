#include "bulkio_mutator.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace lockstep::fuzz {
namespace {

using namespace scenario;

constexpr std::array<std::uint64_t, 12> kPageSizes = {1, 2, 3, 4, 5, 7, 8, 13, 16, 32, 100, 512};
// Around an inline run, Pinot's read and write thresholds, and vectors of all widths.
constexpr std::array<std::size_t, 18> kLengths = {0,  1,  7,  8,   9,   15,  16,  17,  31,
                                                  32, 33, 64, 127, 128, 129, 255, 256, 257};
constexpr std::array<BulkioType, 8> kArrays = {BulkioType::ints,       BulkioType::longs,      BulkioType::floats,
                                               BulkioType::doubles,    BulkioType::int_list,   BulkioType::long_list,
                                               BulkioType::float_list, BulkioType::double_list};

template <class T, std::size_t n>
const T& pick(const std::array<T, n>& from, Random& random) {
  return from[random.below(n)];
}

BulkioOperation& pick_operation(BulkioScenario& scenario, Random& random) {
  return scenario.operations[random.below(scenario.operations.size())];
}

// The bytes that the operations before number `count` write if all goes well and nothing seeks: near enough for an aim.
std::uint64_t bytes_written(const BulkioScenario& scenario, std::size_t count) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto* write = std::get_if<BulkioWrite>(&scenario.operations[i].action);
    if (write == nullptr) continue;
    bytes += write->item.words.size() * bulkio_width(write->item.type) + (is_list(write->item.type) ? 4 : 0);
    for (const std::string& text : write->item.strings) bytes += text.size();
  }
  return bytes;
}

// On, just before or just behind a page edge inside what is written, or its end.
std::int64_t aimed_position(const BulkioScenario& scenario, std::size_t at, Random& random) {
  const std::uint64_t written = bytes_written(scenario, at);
  const std::uint64_t pages = std::min<std::uint64_t>(written / scenario.page_size + 1, 64);
  const std::uint64_t edge = random.one_in(4) ? written : random.below(pages + 1) * scenario.page_size;
  return static_cast<std::int64_t>(edge) + static_cast<std::int64_t>(random.below(3)) - 1;
}

void insert_seek(BulkioScenario& scenario, Random& random) {
  const std::size_t at = random.below(scenario.operations.size() + 1);
  BulkioOperation seek{BulkioSeek{aimed_position(scenario, at, random)}};
  scenario.operations.insert(scenario.operations.begin() + static_cast<std::ptrdiff_t>(at), std::move(seek));
}

void insert_read(BulkioScenario& scenario, Random& random) {
  const std::size_t at = random.below(scenario.operations.size() + 1);
  BulkioRead read;
  read.position = std::max<std::int64_t>(0, aimed_position(scenario, at, random));
  read.type = pick(kArrays, random);
  if (takes_count(read.type)) read.count = static_cast<std::int64_t>(pick(kLengths, random));
  scenario.operations.insert(scenario.operations.begin() + static_cast<std::ptrdiff_t>(at), BulkioOperation{read});
}

// Reads an array where an earlier operation began to write one.
void read_back(BulkioScenario& scenario, Random& random) {
  const std::size_t at = random.below(scenario.operations.size());
  const auto* write = std::get_if<BulkioWrite>(&scenario.operations[at].action);
  if (write == nullptr || write->item.type == BulkioType::f32_bits || write->item.type == BulkioType::f64_bits) return;
  BulkioRead read;
  read.position = static_cast<std::int64_t>(bytes_written(scenario, at));
  read.type = write->item.type;
  if (takes_count(read.type)) {
    const std::size_t count = is_textual(read.type) ? write->item.strings[0].size() : write->item.words.size();
    read.count = static_cast<std::int64_t>(count + random.below(2));
  }
  scenario.operations.emplace_back(BulkioOperation{read});
}

std::uint64_t cut(std::uint64_t word, BulkioType type) {
  const std::size_t width = bulkio_width(type);
  return width == 8 ? word : word & ((std::uint64_t{1} << (8 * width)) - 1);
}

// The array of that length that is cheapest to encode (bulkio_bytes.h): where it repeats, it does so by the rule.
void resize_array(BulkioItem& item, std::size_t count) {
  const std::size_t before = item.words.size();
  item.words.resize(count);
  for (std::size_t i = before; i < count; ++i) item.words[i] = cut(i * 0x0101030509112141U, item.type);
}

void change_item(BulkioItem& item, Random& random) {
  if (is_single_number(item.type) && random.one_in(2)) {
    // One number becomes an array of it.
    item.type = pick(kArrays, random);
    item.words[0] = cut(item.words[0], item.type);
  }
  if (is_single_number(item.type)) {
    item.words[0] = cut(random.next(), item.type);
  } else if (!is_textual(item.type)) {
    if (random.one_in(3)) {
      item.type = pick(kArrays, random);
      for (std::uint64_t& word : item.words) word = cut(word, item.type);
    }
    resize_array(item, pick(kLengths, random));
  } else if (is_list(item.type)) {
    item.strings.resize(random.below(4));
    for (std::string& text : item.strings) text.resize(random.below(6), 'a');
  } else {
    item.strings[0].resize(pick(kLengths, random), '\xff');
  }
}

void change_operation(BulkioScenario& scenario, Random& random) {
  const std::size_t at = random.below(scenario.operations.size());
  BulkioOperation& operation = scenario.operations[at];
  if (auto* write = std::get_if<BulkioWrite>(&operation.action)) return change_item(write->item, random);
  if (auto* seek = std::get_if<BulkioSeek>(&operation.action)) {
    seek->position = aimed_position(scenario, at, random);
  } else if (auto* read = std::get_if<BulkioRead>(&operation.action)) {
    read->position = std::max<std::int64_t>(0, aimed_position(scenario, at, random));
    if (takes_count(read->type)) read->count = static_cast<std::int64_t>(pick(kLengths, random));
  }
}

// An array in two calls must give the same bytes; the second starts wherever the first ends.
void split_write(BulkioScenario& scenario, Random& random) {
  const std::size_t at = random.below(scenario.operations.size());
  auto* write = std::get_if<BulkioWrite>(&scenario.operations[at].action);
  if (write == nullptr || write->item.words.size() < 2 || is_list(write->item.type)) return;
  const auto middle = static_cast<std::ptrdiff_t>(1 + random.below(write->item.words.size() - 1));
  BulkioItem rest = write->item;
  rest.words.erase(rest.words.begin(), rest.words.begin() + middle);
  write->item.words.resize(static_cast<std::size_t>(middle));
  scenario.operations.insert(scenario.operations.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                             BulkioOperation{BulkioWrite{std::move(rest)}});
}

void fail_allocation(BulkioScenario& scenario, Random& random) {
  BulkioOperation& operation = pick_operation(scenario, random);
  if (operation.action.index() <= 2) operation.fail_alloc = random.below(5);
}

void change_limit(BulkioScenario& scenario, Random& random) {
  if (scenario.max_bytes && random.one_in(2)) {
    scenario.max_bytes.reset();
    return;
  }
  const std::uint64_t written = bytes_written(scenario, scenario.operations.size());
  scenario.max_bytes = random.below(static_cast<std::size_t>(written + 2));
}

void reorder(BulkioScenario& scenario, Random& random) {
  const std::size_t first = random.below(scenario.operations.size());
  const std::size_t second = random.below(scenario.operations.size());
  auto at = [&](std::size_t i) { return scenario.operations.begin() + static_cast<std::ptrdiff_t>(i); };
  switch (random.below(3)) {
    case 0:
      std::iter_swap(at(first), at(second));
      return;
    case 1: {
      BulkioOperation copy = *at(first);
      scenario.operations.insert(at(second), std::move(copy));
      return;
    }
    default:
      scenario.operations.erase(at(first));
  }
}

void mutate_once(BulkioScenario& scenario, Random& random) {
  if (scenario.operations.empty()) {
    scenario.operations.push_back({BulkioWrite{{BulkioType::ints, {0, 1, 2}, {}}}});
  }
  switch (random.below(9)) {
    case 0:
      return reorder(scenario, random);
    case 1:
      return insert_seek(scenario, random);
    case 2:
      return insert_read(scenario, random);
    case 3:
      return read_back(scenario, random);
    case 4:
      return split_write(scenario, random);
    case 5:
      return fail_allocation(scenario, random);
    case 6:
      return change_limit(scenario, random);
    case 7:
      scenario.page_size = pick(kPageSizes, random);
      return;
    default:
      return change_operation(scenario, random);
  }
}

}  // namespace

void mutate(BulkioScenario& scenario, Random& random) {
  for (std::size_t times = 1 + random.below(3); times > 0; --times) mutate_once(scenario, random);
}

}  // namespace lockstep::fuzz
