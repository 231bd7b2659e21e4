#include "lockstep/legacy/sort.h"

#include <gtest/gtest.h>

#include <limits>

#include "block_text.h"
#include "lockstep/base/memory_resource.h"

namespace lockstep::legacy {
namespace {

using Ids = std::vector<std::uint32_t>;

Schema two_columns() {
  return {.columns = {{.name = "a", .type = Type::of(TypeKind::int32), .nullable = true},
                      {.name = "b", .type = Type::varchar(8)}},
          .key_count = 2};
}

Ids sorted(const Block& block, const SortOrder& order, std::optional<std::uint64_t> limit = std::nullopt) {
  const auto ids = sort_rows(block, order, limit, std::pmr::get_default_resource());
  return {ids.begin(), ids.end()};
}

TEST(LegacySort, OrdersByKeysThenByPosition) {
  const Block block = block_of(two_columns(), {{2, "b"}, {Null{}, "z"}, {2, "a"}, {-1, "c"}, {2, "b"}, {Null{}, "a"}});
  EXPECT_EQ(sorted(block, {.keys = {{.column = 0}, {.column = 1}}}), (Ids{5, 1, 3, 2, 0, 4}));
  EXPECT_EQ(sorted(block, {.keys = {{.column = 0}, {.column = 1}}, .ties = TieOrder::descending}),
            (Ids{5, 1, 3, 2, 4, 0}));
}

TEST(LegacySort, DirectionDoesNotMoveNullsAndReversesNoTie) {
  const Block block = block_of(two_columns(), {{2, "x"}, {Null{}, "x"}, {3, "x"}, {2, "x"}, {Null{}, "x"}});
  const SortKey down{.column = 0, .direction = Direction::descending};
  EXPECT_EQ(sorted(block, {.keys = {down}}), (Ids{1, 4, 2, 0, 3}));
  const SortKey down_nulls_last{.column = 0, .direction = Direction::descending, .nulls = NullPlacement::last};
  EXPECT_EQ(sorted(block, {.keys = {down_nulls_last}}), (Ids{2, 0, 3, 1, 4}));
  const SortKey up_nulls_last{.column = 0, .nulls = NullPlacement::last};
  EXPECT_EQ(sorted(block, {.keys = {up_nulls_last}}), (Ids{0, 3, 2, 1, 4}));
}

TEST(LegacySort, PayloadUnderANullIsNothing) {
  Block block = block_of(two_columns(), {});
  for (const std::int32_t payload : {7, -3, 5}) {
    block.column(0).append_value(payload, true);
    block.column(1).append_text("x");
  }
  EXPECT_EQ(sorted(block, {.keys = {{.column = 0}}}), (Ids{0, 1, 2}));
}

TEST(LegacySort, BytesAreUnsignedAndAPrefixComesFirst) {
  using namespace std::string_literals;
  const Block block = block_of(two_columns(), {{0, "\x80"}, {0, "\x7f"}, {0, "a\0"s}, {0, "a"}, {0, ""}, {0, "a\0b"s}});
  EXPECT_EQ(sorted(block, {.keys = {{.column = 1}}}), (Ids{4, 3, 2, 5, 1, 0}));
}

TEST(LegacySort, NaNsAreOneValueAboveInfinityAndZerosAreOne) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const Schema schema{.columns = {{.name = "f", .type = Type::of(TypeKind::float64)}}, .key_count = 1};
  const Block block = block_of(schema, {{nan}, {infinity}, {0.0}, {-nan}, {-0.0}, {-infinity}, {-1.5}});
  EXPECT_EQ(sorted(block, {.keys = {{.column = 0}}}), (Ids{5, 6, 2, 4, 1, 0, 3}));
}

TEST(LegacySort, LimitCutsInsideATie) {
  const Block block = block_of(two_columns(), {{2, ""}, {1, ""}, {2, ""}, {1, ""}, {2, ""}});
  EXPECT_EQ(sorted(block, {.keys = {{.column = 0}}}, 3), (Ids{1, 3, 0}));
  EXPECT_EQ(sorted(block, {.keys = {{.column = 0}}}, 0), Ids{});
  EXPECT_EQ(sorted(block, {.keys = {{.column = 0}}}, 9), (Ids{1, 3, 0, 2, 4}));
}

TEST(LegacySort, AFailedAllocationLeaksNothing) {
  const Block block = block_of(two_columns(), {{2, "b"}, {Null{}, "z"}, {2, "a"}, {-1, "c"}});
  CountingResource counting(std::pmr::new_delete_resource());
  FailingResource failing(&counting);
  const SortOrder order{.keys = {{.column = 0}, {.column = 1}}};
  std::uint64_t failures = 0;
  for (std::uint64_t n = 1;; ++n) {
    failing.arm(n);
    try {
      const auto ids = sort_rows(block, order, std::nullopt, &failing);
      EXPECT_EQ((Ids{ids.begin(), ids.end()}), (Ids{1, 3, 2, 0}));
      EXPECT_FALSE(failing.failed());
      break;
    } catch (const std::bad_alloc&) {
      ++failures;
      EXPECT_EQ(counting.live_allocations(), 0u);
    }
  }
  EXPECT_GT(failures, block.row_count());  // a row is an allocation of its own
  EXPECT_EQ(counting.live_allocations(), 0u);
}

}  // namespace
}  // namespace lockstep::legacy
