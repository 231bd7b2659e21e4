#include "lockstep/sort/gather.h"

#include <gtest/gtest.h>

#include <vector>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

Column texts(std::initializer_list<const char*> values) {
  Column column(Type::varchar(8), true, heap());
  for (const char* value : values) value == nullptr ? column.append_null() : column.append_text(value);
  return column;
}

TEST(Gather, ReadsThroughBothPieces) {
  const Column kept = texts({"k0", nullptr});
  const Column fresh = texts({"f0", "", "f2"});
  const std::vector<std::uint32_t> ids = {4, 0, 1, 3, 2, 4};
  EXPECT_EQ(*gather(SplitColumn(kept, fresh), ids, kMaxColumnBytes, heap()),
            texts({"f2", "k0", nullptr, "", "f0", "f2"}));
}

TEST(Gather, FixedWidthWithAndWithoutKeptRows) {
  Column kept(Type::of(TypeKind::int128), false, heap());
  Column fresh(Type::of(TypeKind::int128), false, heap());
  Column expected(Type::of(TypeKind::int128), false, heap());
  for (const int value : {10, 11}) fresh.append_value(int128_t{value});
  for (const int value : {11, 10}) expected.append_value(int128_t{value});
  EXPECT_EQ(*gather(SplitColumn(kept, fresh), std::vector<std::uint32_t>{1, 0}, kMaxColumnBytes, heap()), expected);
  kept.append_value(int128_t{5});
  expected.append_value(int128_t{5});
  EXPECT_EQ(*gather(SplitColumn(kept, fresh), std::vector<std::uint32_t>{2, 1, 0}, kMaxColumnBytes, heap()), expected);
}

TEST(Gather, NoRowsMakeAnEmptyColumn) {
  const Column fresh = texts({"a"});
  EXPECT_EQ(*gather(SplitColumn(texts({}), fresh), {}, kMaxColumnBytes, heap()), texts({}));
}

TEST(Gather, CountsTheBytesBeforeItBuilds) {
  const Column fresh = texts({"12345678"});
  const std::vector<std::uint32_t> ids = {0, 0, 0};
  EXPECT_TRUE(gather(SplitColumn(texts({}), fresh), ids, 24, heap()).has_value());
  const auto refused = gather(SplitColumn(texts({}), fresh), ids, 23, heap());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error(), 24u);
}

}  // namespace
}  // namespace lockstep
