// Every block of up to five rows over two letters and null, with every placement of shrinks, against the reference that
// sees the rows at once.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <memory_resource>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/scenario/subject.h"
#include "small_domain.h"

namespace lockstep::exhaustive {
namespace {

constexpr std::size_t kMaxRows = 5;

const Type kInt8 = Type::of(TypeKind::int8);
const Type kInt32 = Type::of(TypeKind::int32);
const Type kFloat64 = Type::of(TypeKind::float64);

// Two nullable keys, one of each width.
std::vector<Letters> two_keys() {
  return {{{"a", kInt8, true}, {letter(std::int8_t{-1}), letter(std::int8_t{0})}},
          {{"s", Type::varchar(4), true}, {"", std::string("\0", 1)}}};
}

struct Domain {
  Schema schema;
  std::vector<Letters> letters;
  std::vector<ByPosition> by_position;
};

Domain make_domain(Model model, std::uint32_t key_count, std::vector<Letters> letters,
                   std::vector<ByPosition> by_position) {
  Domain domain{{.model = model, .key_count = key_count, .lsn = true}, std::move(letters), std::move(by_position)};
  for (const Letters& letter : domain.letters) domain.schema.columns.push_back(letter.column);
  for (const ByPosition& position : domain.by_position) domain.schema.columns.push_back(position.column);
  return domain;
}

// A value that tells each row, and every set of rows by its sum.
ByPosition row_bit(Aggregation aggregation) {
  return {{"v", kInt32, false, aggregation}, {letter(1), letter(2), letter(4), letter(8), letter(16)}};
}

struct Flushed {
  FlushedBlock rows;
  TableStatistics statistics;
};

// The block's rows one batch after the other, with a shrink behind row i if bit i of `shrinks` is set.
Flushed run(const scenario::Subject& subject, const std::shared_ptr<const Schema>& schema, const Block& block,
            std::uint32_t shrinks, std::pmr::memory_resource* memory) {
  static constexpr std::array<std::uint32_t, kMaxRows> kRows = {0, 1, 2, 3, 4};
  static constexpr std::array<std::int64_t, kMaxRows> kLsns = {10, 30, 20, 50, 40};
  const std::size_t rows = block.row_count();
  auto table = subject.create_table(schema, TableOptions{}, memory);
  LOCKSTEP_CHECK(table, "the schema is valid");
  std::size_t first = 0;
  const auto insert_to = [&](std::size_t end) {
    InsertArguments arguments;
    arguments.rows = std::span(kRows).subspan(first, end - first);
    arguments.lsns = std::span(kLsns).first(rows);
    LOCKSTEP_CHECK((*table)->insert(block, arguments), "the rows are valid");
    first = end;
  };
  for (std::size_t row = 0; row < rows; ++row) {
    if ((shrinks >> row & 1u) == 0) continue;
    insert_to(row + 1);
    LOCKSTEP_CHECK((*table)->shrink(), "a shrink works");
  }
  insert_to(rows);
  Result<FlushedBlock> flushed = (*table)->flush();
  LOCKSTEP_CHECK(flushed, "a flush works");
  return {std::move(*flushed), (*table)->statistics()};
}

// What is different, as text; empty if nothing is.
std::string difference(const Flushed& expected, const Flushed& actual) {
  if (expected.rows.block != actual.rows.block) {
    return "expected\n" + text_of(expected.rows.block) + "actual\n" + text_of(actual.rows.block);
  }
  if (expected.rows.lsns != actual.rows.lsns) return "other LSNs";
  if (expected.statistics.merged_rows != actual.statistics.merged_rows) return "another merged_rows";
  if (expected.statistics.sum_overflows != actual.statistics.sum_overflows) return "another sum_overflows";
  return {};
}

// A domain in the making of its runs. Their memory is an arena: what is tried here is what comes out, a million times,
// and where memory goes is for other tests.
class TableRuns {
 public:
  explicit TableRuns(const Domain& domain) : schema_(std::make_shared<const Schema>(domain.schema)) {}

  // What the first subject that is wrong does with the block; empty if all are right.
  std::string find_difference(const Block& block) {
    const std::size_t rows = block.row_count();
    const Flushed expected = run(scenario::reference_subject(), schema_, block, 0, std::pmr::get_default_resource());
    const std::uint32_t placements = schema_->model == Model::duplicate ? 1u : 1u << rows;  // dup shrinks do nothing
    for (std::uint32_t shrinks = 0; shrinks < placements; ++shrinks) {
      // Many rows have many placements. The fast table meets all of them, the others the two extremes.
      const bool all = rows <= kMaxRowsForAll || shrinks == 0 || shrinks + 1 == placements;
      for (const scenario::Subject& subject : scenario::built_in_subjects()) {
        if (!all && subject.name != "column") continue;
        const std::string found = difference(expected, run(subject, schema_, block, shrinks, &arena_));
        if (!found.empty()) {
          return subject.name + ", shrinks " + std::to_string(shrinks) + ", rows\n" + text_of(block) + found;
        }
        arena_.release();
      }
    }
    return {};
  }

 private:
  static constexpr std::size_t kMaxRowsForAll = 3;

  std::shared_ptr<const Schema> schema_;
  std::array<std::byte, 1 << 16> memory_;
  std::pmr::monotonic_buffer_resource arena_{memory_.data(), memory_.size()};
};

// Every `parts`-th block, from the `part`-th on.
void check(const Domain& domain, std::size_t min_rows, std::size_t max_rows, std::size_t part = 0,
           std::size_t parts = 1) {
  ASSERT_TRUE(domain.schema.validate());
  TableRuns runs(domain);
  std::size_t blocks = 0;
  for (std::size_t rows = min_rows; rows <= max_rows; ++rows) {
    for_each_block(rows, domain.letters, domain.by_position, [&](const Block& block) {
      if (blocks++ % parts != part) return true;
      const std::string found = runs.find_difference(block);
      EXPECT_EQ(found, "");
      return found.empty();
    });
  }
  EXPECT_GT(blocks, parts);
}

Domain dup() { return make_domain(Model::duplicate, 2, two_keys(), {row_bit(Aggregation::none)}); }
Domain unique() { return make_domain(Model::unique, 2, two_keys(), {row_bit(Aggregation::none)}); }

// Ordered by the value backwards, ties and nulls among it.
Domain clustered() {
  Domain domain = make_domain(Model::unique, 2, two_keys(), {{{"c", kInt8, true}, {"\2", "", "\1", "\2", ""}}});
  domain.schema.cluster = {2};
  return domain;
}

Domain aggregate() {
  return make_domain(
      Model::aggregate, 2, two_keys(),
      {row_bit(Aggregation::sum),
       {{"last", Type::of(TypeKind::string), true, Aggregation::replace_if_not_null}, {"first", "", "third", "", ""}}});
}

Domain sum_of_rows() { return make_domain(Model::aggregate, 2, two_keys(), {row_bit(Aggregation::sum)}); }

// The winner by a sequence that is null, 0 or 1; keys that are equal and have other bytes.
Domain with_sequence() {
  Domain domain = make_domain(Model::unique, 1,
                              {{{"k", kFloat64, true}, {letter(0.0), letter(-0.0)}},
                               {{"q", kInt8, true}, {letter(std::int8_t{0}), letter(std::int8_t{1})}}},
                              {row_bit(Aggregation::none)});
  domain.schema.sequence = 1;
  return domain;
}

// One nullable key and one nullable value, folded.
Domain folds(Aggregation aggregation, std::vector<std::string> values, Type type) {
  return make_domain(Model::aggregate, 1,
                     {{{"k", kInt8, true}, {letter(std::int8_t{0}), letter(std::int8_t{1})}},
                      {{"v", type, true, aggregation}, std::move(values)}},
                     {});
}

// The portable 64-bit Roaring bytes of {low 16 bits}: one high word, one array container of one value.
std::string bitmap_of(std::uint16_t value) {
  return letter(std::uint64_t{1}) + letter(std::uint32_t{0}) + letter(std::uint32_t{12346}) + letter(std::uint32_t{1}) +
         letter(std::uint16_t{0}) + letter(std::uint16_t{0}) + letter(std::uint32_t{16}) + letter(value);
}

TEST(SmallTables, Dup) { check(dup(), 0, 5); }
TEST(SmallTables, UniqueUpToFourRows) { check(unique(), 0, 4); }
TEST(SmallTables, UniqueWithClusterUpToFourRows) { check(clustered(), 0, 4); }
TEST(SmallTables, UniqueWithSequenceUpToFourRows) { check(with_sequence(), 0, 4); }
TEST(SmallTables, AggregateUpToFourRows) { check(aggregate(), 0, 4); }

// The largest domains, in parts that run beside each other.
class FiveRows : public ::testing::TestWithParam<std::size_t> {};
constexpr std::size_t kParts = 3;
INSTANTIATE_TEST_SUITE_P(SmallTables, FiveRows, ::testing::Range<std::size_t>(0, kParts));
TEST_P(FiveRows, Unique) { check(unique(), kMaxRows, kMaxRows, GetParam(), kParts); }
TEST_P(FiveRows, Aggregate) { check(sum_of_rows(), kMaxRows, kMaxRows, GetParam(), kParts); }

TEST(SmallTables, SumsThatOverflow) {
  check(folds(Aggregation::sum, {letter(std::int8_t{100}), letter(std::int8_t{-100})}, kInt8), 0, 4);
}
TEST(SmallTables, SumsOfDecimals) {
  check(folds(Aggregation::sum, {letter(std::int32_t{9}), letter(std::int32_t{-1})}, Type::decimal(1, 0)), 0, 4);
}
TEST(SmallTables, SumsOfFloatsInOrder) { check(folds(Aggregation::sum, {letter(1e16), letter(1.0)}, kFloat64), 0, 4); }
TEST(SmallTables, MinOfZeros) { check(folds(Aggregation::min, {letter(0.0), letter(-0.0)}, kFloat64), 0, 4); }
TEST(SmallTables, MaxOfZeros) { check(folds(Aggregation::max, {letter(0.0), letter(-0.0)}, kFloat64), 0, 4); }
TEST(SmallTables, MaxOfStrings) {
  check(folds(Aggregation::max, {"a", "a" + std::string("\0", 1)}, Type::varchar(4)), 0, 4);
}
TEST(SmallTables, Replace) { check(folds(Aggregation::replace, {"a", "bb"}, Type::varchar(4)), 0, 4); }
TEST(SmallTables, ReplaceIfNotNull) {
  check(folds(Aggregation::replace_if_not_null, {"a", "bb"}, Type::varchar(4)), 0, 4);
}
TEST(SmallTables, BitmapUnion) {
  check(folds(Aggregation::bitmap_union, {bitmap_of(1), bitmap_of(2)}, Type::of(TypeKind::bitmap)), 0, 4);
}

}  // namespace
}  // namespace lockstep::exhaustive
