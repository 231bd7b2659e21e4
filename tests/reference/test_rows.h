// Values, rows and blocks as tests write them:
//
//   block_of(schema, {{1, "a", kNull}, {2, "b", 0.5}})
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/base/int128.h"
#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"
#include "lockstep/data/table.h"
#include "lockstep/reference/bitmap.h"
#include "lockstep/reference/value.h"

namespace lockstep::reference {

struct Null {};
inline constexpr Null kNull;

// A value that its column's type turns into bytes. A string stands for its bytes, whatever the type: that is how float
// bit patterns, bitmaps and payloads under nulls are written.
class Literal {
 public:
  Literal(Null) : kind_(Kind::null) {}
  Literal(int value) : kind_(Kind::integer), integer_(value) {}
  Literal(std::int64_t value) : kind_(Kind::integer), integer_(value) {}
  Literal(int128_t value) : kind_(Kind::integer), integer_(value) {}
  Literal(double value) : kind_(Kind::real), real_(value) {}
  Literal(const char* text) : kind_(Kind::bytes), bytes_(text) {}
  Literal(std::string bytes) : kind_(Kind::bytes), bytes_(std::move(bytes)) {}

  [[nodiscard]] bool is_null() const { return kind_ == Kind::null; }
  // As a value of that type lies in memory; zeros or nothing for a null.
  [[nodiscard]] std::string bytes(Type type) const;

 private:
  enum class Kind : std::uint8_t { null, integer, real, bytes };
  Kind kind_;
  int128_t integer_ = 0;
  double real_ = 0;
  std::string bytes_;
};

using LiteralRow = std::vector<Literal>;

// The bytes of a number: bits_of(0x7fc00001u) is a float32, bits_of(std::uint64_t) a float64.
template <class T>
std::string bits_of(T number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}
// Bytes written in hexadecimal, two digits each; blanks are nothing.
std::string from_hex(std::string_view hex);
// The set with exactly these intervals, which ascend.
Bitmap bitmap_of(std::initializer_list<Interval> intervals);
// Its canonical bytes.
std::string set_of(std::initializer_list<Interval> intervals);

Cell cell_of(Type type, const Literal& literal);
Block block_of(const Schema& schema, const std::vector<LiteralRow>& rows);

// Both as text where they are not identical.
::testing::AssertionResult identical(const Block& actual, const Block& expected);
::testing::AssertionResult is_error(ErrorCode expected, const Status& status);
template <class T>
::testing::AssertionResult is_error(ErrorCode expected, const Result<T>& result) {
  return is_error(expected, result ? Status() : Status(std::unexpected(result.error())));
}

}  // namespace lockstep::reference
