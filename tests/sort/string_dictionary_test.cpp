#include "lockstep/sort/string_dictionary.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

// `strings` different strings: prefixes of one another, with bytes from 0x80 and embedded NULs.
Column few_strings(std::size_t rows, std::size_t strings, bool nullable, std::mt19937& random) {
  std::set<std::string> made = {"", std::string(1, '\0'), "a", std::string("a\0", 2), "\xff", "\x7f"};
  while (made.size() < strings) {
    std::string text(random() % 20, 'p');
    for (auto more = random() % 4 + 1; more > 0; --more) text += static_cast<char>(random());
    made.insert(text);
  }
  const std::vector<std::string> all(made.begin(), made.end());
  Column column(Type::varchar(40), nullable, heap());
  for (std::size_t row = 0; row < rows; ++row) {
    column.append_text(all[random() % strings], nullable && random() % 5 == 0);
  }
  return column;
}

TEST(StringDictionary, NumbersAreRanks) {
  std::mt19937 random(3);
  for (const std::size_t strings : {1u, 2u, 6u, 300u}) {
    for (const bool nullable : {false, true}) {
      const Column column = few_strings(2'000, strings, nullable, random);
      const auto numbers = number_strings(column, heap());
      ASSERT_TRUE(numbers) << strings;
      std::set<std::string> present;
      for (std::size_t row = 0; row < column.size(); ++row) {
        if (!column.is_null(row)) present.emplace(column.text(row));
      }
      std::map<std::string, std::uint16_t> rank;
      for (const std::string& text : present) rank.emplace(text, static_cast<std::uint16_t>(rank.size()));
      for (std::size_t row = 0; row < column.size(); ++row) {
        const std::uint16_t expected = column.is_null(row) ? std::uint16_t{0} : rank[std::string(column.text(row))];
        ASSERT_EQ(numbers->as<std::uint16_t>()[row], expected) << strings << " strings, row " << row;
      }
    }
  }
}

TEST(StringDictionary, GivesUpWhereStringsAreMany) {
  std::mt19937 random(4);
  EXPECT_FALSE(number_strings(few_strings(63, 2, false, random), heap())) << "few rows";
  EXPECT_FALSE(number_strings(few_strings(500, 400, false, random), heap())) << "most strings come once";
  // A sample of one string, then more than there is room for.
  Column column(Type::varchar(9), false, heap());
  for (std::size_t row = 0; row < 40'000; ++row) {
    column.append_text(row % 4 == 0 || row < 20'000 ? "same" : std::to_string(row));
  }
  CountingResource memory(heap());
  EXPECT_FALSE(number_strings(column, &memory));
  EXPECT_EQ(memory.live_bytes(), 0u);
}

TEST(StringDictionary, EveryAllocationFailingLosesNothing) {
  std::mt19937 random(5);
  const Column column = few_strings(1'000, 20, true, random);
  for (std::uint64_t n = 1;; ++n) {
    FailingResource failing(heap());
    CountingResource counting(&failing);
    failing.arm(n);
    try {
      static_cast<void>(number_strings(column, &counting));
    } catch (const std::bad_alloc&) {
      EXPECT_TRUE(failing.failed());
    }
    EXPECT_EQ(counting.live_allocations(), 0u);
    if (!failing.failed()) break;
  }
}

}  // namespace
}  // namespace lockstep
