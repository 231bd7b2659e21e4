#include "lockstep/data/column.h"

#include <gtest/gtest.h>

#include <new>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

constexpr Type kInt32 = Type::of(TypeKind::int32);

Column int32_column(bool nullable, std::pmr::memory_resource* resource = std::pmr::get_default_resource()) {
  return Column(kInt32, nullable, resource);
}
Column text_column(bool nullable, std::pmr::memory_resource* resource = std::pmr::get_default_resource()) {
  return Column(Type::of(TypeKind::string), nullable, resource);
}

TEST(Column, FixedWidthIsContiguousWithANullMapBeside) {
  Column column = int32_column(true);
  column.append_value(std::int32_t{7});
  column.append_value(std::int32_t{-1}, true);
  column.append_null();
  ASSERT_EQ(column.size(), 3u);
  EXPECT_EQ(column.values<std::int32_t>()[0], 7);
  EXPECT_EQ(column.values<std::int32_t>()[1], -1);
  EXPECT_EQ(column.values<std::int32_t>()[2], 0);
  EXPECT_EQ(column.bytes().size(), 12u);
  EXPECT_FALSE(column.is_null(0));
  EXPECT_TRUE(column.is_null(1));
  EXPECT_TRUE(column.is_null(2));
}

TEST(Column, VariableWidthIsOffsetsAndBytes) {
  Column column = text_column(true);
  EXPECT_EQ(column.offsets().size(), 1u);
  column.append_text("ab");
  column.append_text("");
  column.append_text(std::string_view("\0c", 2), true);
  column.append_null();
  EXPECT_EQ(std::vector(column.offsets().begin(), column.offsets().end()), (std::vector<std::uint32_t>{0, 2, 2, 4, 4}));
  EXPECT_EQ(column.text(0), "ab");
  EXPECT_EQ(column.text(1), "");
  EXPECT_EQ(column.text(2), std::string_view("\0c", 2));
  EXPECT_TRUE(column.is_null(2));
  EXPECT_EQ(column.text(3), "");
}

TEST(Column, ARequiredColumnHasNoNullMap) {
  Column column = int32_column(false);
  column.append_value(std::int32_t{1});
  EXPECT_TRUE(column.nulls().empty());
  EXPECT_FALSE(column.is_null(0));
}

TEST(Column, EveryTypeStoresItsWidth) {
  for (std::uint8_t i = 0; i < kTypeKindCount; ++i) {
    Type type = Type::of(static_cast<TypeKind>(i));
    if (type.kind == TypeKind::decimal) type = Type::decimal(20, 2);
    if (type.kind == TypeKind::character || type.kind == TypeKind::varchar) type.max_length = 4;
    Column column(type, true, std::pmr::get_default_resource());
    const std::vector<std::byte> value(type.is_fixed_width() ? type.width() : 3, std::byte{1});
    column.append(value);
    column.append_null();
    EXPECT_EQ(column.value(0).size(), value.size()) << type.name();
    EXPECT_EQ(column.value(1).size(), type.width()) << type.name();
    for (const std::byte byte : column.value(1)) EXPECT_EQ(byte, std::byte{0}) << type.name();
  }
}

TEST(Column, EqualityIsByteForByte) {
  Column a = int32_column(true);
  Column b = int32_column(true);
  a.append_value(std::int32_t{1}, true);
  b.append_value(std::int32_t{2}, true);
  EXPECT_NE(a, b) << "payload under a null is part of the bytes";
  EXPECT_NE(int32_column(true), int32_column(false));
  EXPECT_NE(int32_column(true), Column(Type::of(TypeKind::date), true, std::pmr::get_default_resource()));

  Column left = text_column(false);
  Column right = text_column(false);
  left.append_text("ab");
  left.append_text("c");
  right.append_text("a");
  right.append_text("bc");
  EXPECT_NE(left, right) << "the same bytes, cut elsewhere";
}

TEST(Column, TruncateThenAppendIsAsIfNeverThere) {
  for (const bool nullable : {false, true}) {
    Column expected = text_column(nullable);
    expected.append_text("ab");
    expected.append_text("d");
    Column column = text_column(nullable);
    column.append_text("ab");
    column.append_text("ccc");
    column.truncate(1);
    column.append_text("d");
    EXPECT_EQ(column, expected);
    column.truncate(0);
    EXPECT_EQ(column, text_column(nullable));
  }
}

TEST(Column, ReservedRoomCannotFail) {
  FailingResource failing(std::pmr::new_delete_resource());
  Column fixed = int32_column(true, &failing);
  fixed.reserve_more(100, 0);
  Column variable = text_column(true, &failing);
  variable.reserve_more(100, 200);
  failing.arm(1);
  for (int i = 0; i < 100; ++i) {
    fixed.append_value(std::int32_t{i});
    variable.append_text("xy");
  }
  EXPECT_FALSE(failing.failed());
  EXPECT_EQ(fixed.values<std::int32_t>()[99], 99);
  EXPECT_EQ(variable.text(99), "xy");
}

// Fills a column row by row while every allocation in turn fails; each failed append must have changed nothing.
void fill_under_failures(Column (*make)(bool, std::pmr::memory_resource*), void (*append)(Column&)) {
  FailingResource failing(std::pmr::new_delete_resource());
  Column column = make(true, &failing);
  Column mirror = make(true, std::pmr::new_delete_resource());
  std::uint64_t failures = 0;
  for (int row = 0; row < 200; ++row) {
    for (std::uint64_t n = 1;; ++n) {
      failing.arm(n);
      try {
        append(column);
        if (!failing.failed()) break;
        FAIL() << "a failed allocation went unnoticed";
      } catch (const std::bad_alloc&) {
        ++failures;
        ASSERT_EQ(column, mirror) << row;
      }
    }
    append(mirror);
    ASSERT_EQ(column, mirror) << row;
  }
  EXPECT_GE(failures, 3u);
}

TEST(Column, FailedAppendChangesNothing) {
  fill_under_failures(int32_column, [](Column& column) { column.append_value(std::int32_t{5}); });
  fill_under_failures(text_column, [](Column& column) { column.append_text("12345"); });
  fill_under_failures(text_column, [](Column& column) { column.append_null(); });
}

TEST(Column, CopiesIntoAResourceAndGivesItBack) {
  CountingResource counting(std::pmr::new_delete_resource());
  Column column = text_column(true);
  column.append_text("ab");
  column.append_null();
  {
    const Column copy(column, &counting);
    EXPECT_EQ(copy, column);
    EXPECT_GT(counting.live_bytes(), 0u);
  }
  EXPECT_EQ(counting.live_allocations(), 0u);
}

TEST(Column, AppendsRowsOfAnotherWithTheirPayload) {
  Column source = int32_column(true);
  source.append_value(std::int32_t{5}, true);
  source.append_value(std::int32_t{6});
  Column column = int32_column(true);
  column.append_row(source, 1);
  column.append_row(source, 0);
  EXPECT_EQ(column.values<std::int32_t>()[1], 5);
  EXPECT_TRUE(column.is_null(1));
  EXPECT_FALSE(column.is_null(0));
}

TEST(Column, TakesBuffersOfTheRightShape) {
  std::pmr::memory_resource* const resource = std::pmr::get_default_resource();
  Buffer data(resource), offsets(resource), nulls(resource);
  data.append("abc", 3);
  for (const std::uint32_t offset : {0u, 1u, 3u}) offsets.append_value(offset);
  nulls.append_zeros(2);
  const Column column(Type::of(TypeKind::string), true, 2, data, offsets, nulls);
  EXPECT_EQ(column.text(1), "bc");
  EXPECT_DEATH(Column(Type::of(TypeKind::string), false, 2, data, offsets, nulls), "null map");
  EXPECT_DEATH(Column(Type::of(TypeKind::string), true, 1, data, offsets, Buffer(resource)), "null map");
  EXPECT_DEATH(Column(kInt32, false, 1, data, Buffer(resource), Buffer(resource)), "fill the data exactly");
  EXPECT_DEATH(Column(Type::of(TypeKind::string), false, 0, data, Buffer(resource), Buffer(resource)),
               "holds no bytes");
  Buffer short_data(resource);
  EXPECT_DEATH(Column(Type::of(TypeKind::string), true, 2, short_data, offsets, nulls), "offsets span the data");
}

TEST(ColumnDeathTest, RefusesWhatDoesNotFit) {
  Column required = int32_column(false);
  EXPECT_DEATH(required.append_null(), "nullable");
  EXPECT_DEATH(required.append_value(std::int32_t{1}, true), "nullable");
  EXPECT_DEATH(required.append_value(std::int64_t{1}), "width");
  EXPECT_DEATH(required.truncate(1), "only shortens");
}

// A column of every kind of width: values, nulls here and there, with and without payloads.
Column mixed_rows(Type type, bool nullable, std::size_t rows, unsigned nulls) {
  Column column(type, nullable, std::pmr::get_default_resource());
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string text(type.is_fixed_width() ? type.width() : row % 5, static_cast<char>('a' + row % 7));
    const bool null = nullable && (nulls >> (row % 8) & 1) != 0;
    null&& row % 3 != 0 ? column.append_null() : column.append_text(text, null);
  }
  return column;
}

TEST(Column, RowsAppendedAtOnceAreRowsAppendedSingly) {
  constexpr std::size_t kRows = 12;
  for (const Type type : {Type::of(TypeKind::int8), Type::of(TypeKind::int64), Type::decimal(76, 0), Type::varchar(9),
                          Type::of(TypeKind::bitmap)}) {
    for (const auto& [from_nullable, to_nullable] :
         {std::pair{false, false}, {false, true}, {true, true}, {true, false}}) {
      for (const unsigned nulls : {0x00u, 0x10u, 0xb5u}) {
        if (!to_nullable && from_nullable && nulls != 0) continue;
        const Column from = mixed_rows(type, from_nullable, kRows, nulls);
        for (std::size_t first = 0; first <= kRows; ++first) {
          for (std::size_t count = 0; first + count <= kRows; ++count) {
            Column singly = mixed_rows(type, to_nullable, 2, 0);
            Column at_once = singly;
            for (std::size_t row = first; row < first + count; ++row) {
              from.is_null(row) ? singly.append_null() : singly.append_text(from.text(row));
            }
            at_once.append_rows(from, first, count);
            ASSERT_EQ(at_once, singly) << type.name() << ", rows " << first << " + " << count;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace lockstep
