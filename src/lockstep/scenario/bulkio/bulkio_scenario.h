// One bulk I/O test case as a value: a stream, the calls on it and what must come out.   (scenario.md, "bulkio v1")
//
// The same scenario exists as text (bulkio_text.h) and as bytes (bulkio_bytes.h); the three convert into each other
// without loss.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/base/error.h"

namespace lockstep::scenario {

// What one call writes or reads. The order is part of the byte form.
enum class BulkioType : std::uint8_t {
  u8,
  i16,
  i32,
  i64,
  f32,
  f64,
  f32_bits,  // a write only: raw bits, where f32 makes a NaN canonical
  f64_bits,
  bytes,
  utf8,
  ints,
  longs,
  floats,
  doubles,
  int_list,
  long_list,
  float_list,
  double_list,
  string_list,
  bytes_list,
};
inline constexpr std::uint8_t kBulkioTypeCount = 20;

// What the text form calls it: "int", "ints", … ; a list's name is that of its array, behind the word "list".
std::string_view bulkio_type_name(BulkioType type);
[[nodiscard]] constexpr bool is_list(BulkioType type) { return type >= BulkioType::int_list; }
[[nodiscard]] constexpr bool is_single_number(BulkioType type) { return type <= BulkioType::f64_bits; }
// Holds strings: bytes, utf8 and their lists. Everything else holds words.
[[nodiscard]] constexpr bool is_textual(BulkioType type) {
  return type == BulkioType::bytes || type == BulkioType::utf8 || type >= BulkioType::string_list;
}
// Whether a read says how many: arrays and bytes.
[[nodiscard]] constexpr bool takes_count(BulkioType type) {
  return type == BulkioType::bytes || (type >= BulkioType::ints && type <= BulkioType::doubles);
}
// Of one number, in bytes: 1, 2, 4 or 8. 1 for what is textual.
std::size_t bulkio_width(BulkioType type);

// The values of one call: numbers as their bits, zero-extended; bytes and strings as they are. A single number has one
// word, bytes and utf8 have one string.
struct BulkioItem {
  BulkioType type = BulkioType::u8;
  std::vector<std::uint64_t> words;
  std::vector<std::string> strings;
  friend bool operator==(const BulkioItem&, const BulkioItem&) = default;
};

struct BulkioWrite {
  BulkioItem item;
  friend bool operator==(const BulkioWrite&, const BulkioWrite&) = default;
};
struct BulkioSeek {
  std::int64_t position = 0;
  friend bool operator==(const BulkioSeek&, const BulkioSeek&) = default;
};
// Reads at a position of its own; the stream's position stays.
struct BulkioRead {
  std::int64_t position = 0;
  BulkioType type = BulkioType::u8;
  std::int64_t count = 0;              // 0 unless takes_count(type)
  std::optional<BulkioItem> expected;  // `-> values`
  friend bool operator==(const BulkioRead&, const BulkioRead&) = default;
};
// Those named are checked at this point.
struct BulkioExpectState {
  std::optional<std::uint64_t> position, size, pages;
  friend bool operator==(const BulkioExpectState&, const BulkioExpectState&) = default;
};
// All bytes of the stream at this point.
struct BulkioExpectBytes {
  std::string bytes;
  friend bool operator==(const BulkioExpectBytes&, const BulkioExpectBytes&) = default;
};

struct BulkioOperation {
  std::variant<BulkioWrite, BulkioSeek, BulkioRead, BulkioExpectState, BulkioExpectBytes> action;
  // Writes, seeks and reads only. The N-th allocation of this call throws std::bad_alloc; 0: none does.
  std::uint64_t fail_alloc = 0;
  // Writes, seeks and reads only. `-> code`: this call must fail so.
  std::optional<ErrorCode> expected_error;
  friend bool operator==(const BulkioOperation&, const BulkioOperation&) = default;
};

struct BulkioScenario {
  std::uint64_t page_size = 1;
  std::optional<std::uint64_t> max_bytes;
  std::vector<BulkioOperation> operations;
  friend bool operator==(const BulkioScenario&, const BulkioScenario&) = default;
};

// Bounds of what is run, so that no scenario can exhaust the machine: a page is no larger, and whatever `max_bytes`
// says, every subject gets a stream of at most so many bytes and pages.
inline constexpr std::uint64_t kMaxBulkioPageSize = std::uint64_t{16} << 20;     // bytes
inline constexpr std::uint64_t kMaxBulkioStreamBytes = std::uint64_t{16} << 20;  // bytes
inline constexpr std::uint64_t kMaxBulkioPages = 65'536;
// The limit that the subjects' streams have.
std::uint64_t effective_max_bytes(const BulkioScenario& scenario);

// Page size within its bounds; every item with the words and strings that its type has, words within the width; counts
// and expectations only where they belong. invalid_argument names the operation that is not so.
Status check_well_formed(const BulkioScenario& scenario);

}  // namespace lockstep::scenario
