#include "lockstep/data/block.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

Schema schema_of(std::vector<ColumnSchema> columns) { return {.columns = std::move(columns)}; }

// k int32 null | s varchar(8) | d decimal(20,2) null:   7 "ab" -1.00,   null "" null
Block sample(std::pmr::memory_resource* resource = std::pmr::get_default_resource()) {
  Block block(
      schema_of(
          {{"k", Type::of(TypeKind::int32), true}, {"s", Type::varchar(8), false}, {"d", Type::decimal(20, 2), true}}),
      resource);
  block.column(0).append_value(std::int32_t{7});
  block.column(1).append_text("ab");
  block.column(2).append_value(int128_t{-100});
  block.column(0).append_null();
  block.column(1).append_text("");
  block.column(2).append_null();
  return block;
}

// Golden values: a fingerprint is written into scenarios and must not change from build to build. If one of these
// fails, the algorithm changed, and every committed `expect fingerprint` with it.
TEST(Fingerprint, GoldenValues) {
  EXPECT_EQ(fingerprint(Block(schema_of({}), std::pmr::get_default_resource())), 4810002348011876117u);
  EXPECT_EQ(fingerprint(Block(schema_of({{"a", Type::of(TypeKind::int64), false}}), std::pmr::get_default_resource())),
            6173705079670463270u);
  EXPECT_EQ(fingerprint(sample()), 15859044393020543967u);
  EXPECT_EQ(fingerprint(sample(), std::vector<std::int64_t>{1, -1}), 11410007728079245462u);
}

TEST(Fingerprint, SeesEverythingThatEqualitySees) {
  std::set<std::uint64_t> seen = {fingerprint(sample())};
  const auto expect_new = [&](const Block& block, const char* what) {
    EXPECT_NE(block, sample()) << what;
    EXPECT_TRUE(seen.insert(fingerprint(block)).second) << what;
  };
  const auto changed = [](std::size_t index, Column column) {
    Block block = sample();
    block.column(index) = std::move(column);
    return block;
  };
  std::pmr::memory_resource* const resource = std::pmr::get_default_resource();

  Column payload(Type::of(TypeKind::int32), true, resource);
  payload.append_value(std::int32_t{7});
  payload.append_value(std::int32_t{1}, true);
  expect_new(changed(0, payload), "payload under a null");

  Column nulls(Type::of(TypeKind::int32), true, resource);
  nulls.append_value(std::int32_t{7});
  nulls.append_value(std::int32_t{0});
  expect_new(changed(0, nulls), "null map");

  Column date(Type::of(TypeKind::date), true, resource);
  date.append_value(std::int32_t{7});
  date.append_null();
  expect_new(changed(0, date), "type");

  Column cut(Type::varchar(8), false, resource);
  cut.append_text("a");
  cut.append_text("b");
  expect_new(changed(1, cut), "offsets");

  Column longer(Type::varchar(9), false, resource);
  longer.append_text("ab");
  longer.append_text("");
  expect_new(changed(1, longer), "max_length");

  Column scale(Type::decimal(20, 3), true, resource);
  scale.append_value(int128_t{-100});
  scale.append_null();
  expect_new(changed(2, scale), "scale");

  Column nullable(Type::varchar(8), true, resource);
  nullable.append_text("ab");
  nullable.append_text("");
  expect_new(changed(1, nullable), "nullability");

  Block fewer = sample();
  for (std::size_t i = 0; i < fewer.column_count(); ++i) fewer.column(i).truncate(1);
  expect_new(fewer, "rows");
}

TEST(Fingerprint, SeesLsnsAndTheirOrder) {
  const Block block = sample();
  const std::set<std::uint64_t> prints = {fingerprint(block), fingerprint(block, std::vector<std::int64_t>{0, 1}),
                                          fingerprint(block, std::vector<std::int64_t>{1, 0}),
                                          fingerprint(block, std::vector<std::int64_t>{0, 0})};
  EXPECT_EQ(prints.size(), 4u);
}

TEST(Fingerprint, DependsOnNothingButContent) {
  CountingResource counting(std::pmr::new_delete_resource());
  const Block a = sample(&counting);
  Block b = sample();
  b.column(1).reserve_more(100, 1000);
  EXPECT_EQ(a, b);
  EXPECT_EQ(fingerprint(a), fingerprint(b));
}

TEST(Block, LivesInItsResource) {
  CountingResource counting(std::pmr::new_delete_resource());
  {
    Block block = sample(&counting);
    Block copy(block, &counting);
    EXPECT_EQ(copy, block);
    EXPECT_EQ(copy.column(0).resource(), &counting);
    const std::uint64_t before = counting.live_bytes();
    const Block plain = block;
    EXPECT_EQ(counting.live_bytes(), before) << "a plain copy lives in the default resource";
    EXPECT_EQ(plain, block);

    Block target = sample();
    target = std::move(copy);
    EXPECT_EQ(target, block);
    EXPECT_EQ(target.column(0).resource(), &counting) << "a move takes the resource along";
    EXPECT_EQ(counting.live_bytes(), before);
  }
  EXPECT_EQ(counting.live_allocations(), 0u);
}

TEST(Block, RectangularMeansEquallyLong) {
  Block block = sample();
  EXPECT_TRUE(block.is_rectangular());
  EXPECT_EQ(block.row_count(), 2u);
  block.column(1).append_text("x");
  EXPECT_FALSE(block.is_rectangular());
  const Block empty(schema_of({}), std::pmr::get_default_resource());
  EXPECT_TRUE(empty.is_rectangular());
  EXPECT_EQ(empty.row_count(), 0u);
}

}  // namespace
}  // namespace lockstep
