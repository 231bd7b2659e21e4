// All inputs of a small domain, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"

namespace lockstep::exhaustive {

// The values a column can have in a domain, as bytes. A nullable column can be null as well; the payload under it is
// that of the last letter, so that a comparison that looks under a null sees something.
struct Letters {
  ColumnSchema column;
  std::vector<std::string> values;

  [[nodiscard]] std::size_t count() const { return values.size() + (column.nullable ? 1 : 0); }
};

// A column whose value follows from the row's position: one entry a row, an empty entry is a null.
struct ByPosition {
  ColumnSchema column;
  std::vector<std::string> values;
};

template <class T>
std::string letter(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
}

// Every block of `rows` rows: each row has every combination of letters, beside the columns that go by position.
// `visit` gets Letters columns first. Stops early if it returns false.
void for_each_block(std::size_t rows, std::span<const Letters> letters, std::span<const ByPosition> by_position,
                    const std::function<bool(const Block&)>& visit);

// A block as lines of text, for messages.
std::string text_of(const Block& block);

}  // namespace lockstep::exhaustive
