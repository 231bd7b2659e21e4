// Every block of up to five rows of two nullable columns over two letters, in every order that can be asked for.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "lockstep/scenario/subject.h"
#include "small_domain.h"

namespace lockstep::exhaustive {
namespace {

std::vector<Letters> two_columns() {
  return {{{"f", Type::of(TypeKind::float32), true}, {letter(-0.0f), letter(1.0f)}},
          {{"s", Type::varchar(4), true}, {"", std::string("\0", 1)}}};
}

std::vector<SortKey> every_key(std::uint32_t column) {
  std::vector<SortKey> keys;
  for (const Direction direction : {Direction::ascending, Direction::descending}) {
    for (const NullPlacement nulls : {NullPlacement::first, NullPlacement::last})
      keys.push_back({column, direction, nulls});
  }
  return keys;
}

// No key, one, two, in every direction and with nulls at either end; both orders of ties.
std::vector<SortOrder> every_order() {
  std::vector<SortOrder> orders;
  for (const TieOrder ties : {TieOrder::ascending, TieOrder::descending}) {
    orders.push_back({{}, ties});
    for (const SortKey& first : every_key(0)) {
      orders.push_back({{first}, ties});
      for (const SortKey& second : every_key(1)) orders.push_back({{first, second}, ties});
    }
  }
  return orders;
}

void check(std::size_t rows, std::optional<std::uint64_t> limit) {
  const std::vector<SortOrder> orders = every_order();
  const std::vector<Letters> letters = two_columns();
  std::pmr::memory_resource* const resource = std::pmr::get_default_resource();
  std::size_t sorts = 0;
  for_each_block(rows, letters, {}, [&](const Block& block) {
    for (const SortOrder& order : orders) {
      ++sorts;
      const auto expected = scenario::reference_subject().sort_rows(block, order, limit, resource);
      for (const scenario::Subject& subject : scenario::built_in_subjects().subspan(1)) {
        const auto actual = subject.sort_rows(block, order, limit, resource);
        if (actual == expected) continue;
        ADD_FAILURE() << subject.name << ", order " << (&order - orders.data()) << ", rows\n" << text_of(block);
        return false;
      }
    }
    return true;
  });
  EXPECT_GT(sorts, 0u);
}

TEST(SmallSorts, UpToFourRows) {
  for (std::size_t rows = 0; rows <= 4; ++rows) check(rows, std::nullopt);
}
TEST(SmallSorts, FiveRows) { check(5, std::nullopt); }
TEST(SmallSorts, TopNOfUpToThreeRows) {
  for (std::size_t rows = 0; rows <= 3; ++rows) {
    for (std::uint64_t limit = 0; limit <= rows + 1; ++limit) check(rows, limit);
  }
}
TEST(SmallSorts, TopTwoOfFourRows) { check(4, 2); }

}  // namespace
}  // namespace lockstep::exhaustive
