#include "lockstep/sort/record_gather.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

// A column of each type given, nullable and not, of random bytes; strings of 0 to 40 bytes.
Block random_block(const std::vector<Type>& types, std::size_t rows, std::mt19937_64& random) {
  std::pmr::vector<Column> columns(heap());
  for (const Type type : types) {
    for (const bool nullable : {false, true}) {
      Column& column = columns.emplace_back(type, nullable, heap());
      for (std::size_t row = 0; row < rows; ++row) {
        std::string bytes(type.is_fixed_width() ? type.width() : random() % 41, '\0');
        for (char& byte : bytes) byte = static_cast<char>(random());
        column.append_text(bytes, nullable && random() % 3 == 0);
      }
    }
  }
  return Block(std::move(columns));
}

Block in_order(const Block& source, const std::vector<std::uint32_t>& ids) {
  std::pmr::vector<Column> columns(heap());
  for (const Column& from : source.columns()) {
    Column& to = columns.emplace_back(from.type(), from.nullable(), heap());
    for (const std::uint32_t id : ids) to.append_row(from, id);
  }
  return Block(std::move(columns));
}

std::vector<std::uint32_t> shuffled(std::size_t rows, std::mt19937_64& random) {
  std::vector<std::uint32_t> ids(rows);
  std::iota(ids.begin(), ids.end(), 0u);
  std::ranges::shuffle(ids, random);
  return ids;
}

const std::vector<std::vector<Type>> kTables = {
    {Type::of(TypeKind::int8)},
    {Type::of(TypeKind::int64)},
    {Type::varchar(40)},
    {Type::of(TypeKind::boolean), Type::of(TypeKind::int16), Type::of(TypeKind::float32), Type::of(TypeKind::string)},
    // More than one record: 32 + 32 bytes fill the first.
    {Type::decimal(76, 0), Type::decimal(38, 0), Type::of(TypeKind::ipv6), Type::of(TypeKind::datetime),
     Type::of(TypeKind::bitmap), Type::varchar(3)},
};

TEST(RecordGather, IsWhatRowByRowGives) {
  std::mt19937_64 random(7);
  for (const auto& types : kTables) {
    // Around a block of 256 rows and the distance at which records are fetched ahead.
    for (const std::size_t rows : {0u, 1u, 2u, 23u, 24u, 25u, 255u, 256u, 257u, 600u}) {
      Block source = random_block(types, rows, random);
      const auto ids = shuffled(rows, random);
      const Block expected = in_order(source, ids);
      CountingResource memory(heap());
      CountingResource scratch(heap());
      {
        const auto gathered = gather_records(source, ids, kMaxColumnBytes, &scratch, &memory);
        ASSERT_TRUE(gathered);
        EXPECT_EQ(*gathered, expected) << types.front().name() << ", " << rows << " rows";
        EXPECT_EQ(scratch.live_bytes(), 0u);
      }
      EXPECT_EQ(memory.live_bytes(), 0u);
      for (const Column& column : source.columns()) EXPECT_EQ(column.size(), 0u) << "was to be given back";
    }
  }
}

TEST(RecordGather, TheLowestColumnThatIsTooLongIsNamed) {
  std::pmr::vector<Column> columns(heap());
  for (const char* text : {"ab", "abc", "abcd"}) {
    columns.emplace_back(Type::of(TypeKind::string), false, heap()).append_text(text);
  }
  const Block block(std::move(columns));
  const std::vector<std::uint32_t> ids = {0};
  for (const auto& [limit, column, bytes] :
       {std::tuple{std::uint64_t{1}, 0u, std::uint64_t{2}}, {2, 1, 3}, {3, 2, 4}}) {
    Block copy(block, heap());
    const auto refused = gather_records(copy, ids, limit, heap(), heap());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().column, column);
    EXPECT_EQ(refused.error().bytes, bytes);
  }
  Block copy(block, heap());
  EXPECT_TRUE(gather_records(copy, ids, 4, heap(), heap()));
}

TEST(RecordGather, EveryAllocationFailingLosesNothing) {
  std::mt19937_64 random(8);
  const Block block = random_block(kTables.back(), 300, random);
  const auto ids = shuffled(300, random);
  for (std::uint64_t n = 1;; ++n) {
    FailingResource failing(heap());
    CountingResource counting(&failing);
    {
      Block source(block, heap());
      failing.arm(n);
      try {
        static_cast<void>(gather_records(source, ids, kMaxColumnBytes, &counting, &counting));
      } catch (const std::bad_alloc&) {
        EXPECT_TRUE(failing.failed());
      }
    }
    EXPECT_EQ(counting.live_allocations(), 0u) << "allocation " << n;
    if (!failing.failed()) break;
  }
}

}  // namespace
}  // namespace lockstep
