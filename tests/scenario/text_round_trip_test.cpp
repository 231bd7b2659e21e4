// Text to scenario and back.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corpus_files.h"
#include "lockstep/scenario/bitmap_text.h"
#include "lockstep/scenario/text.h"
#include "lockstep/scenario/well_formed.h"
#include "sample_texts.h"

namespace lockstep::scenario {
namespace {

Scenario parsed(std::string_view text) {
  Result<Scenario> scenario = parse_text(text, "text");
  EXPECT_TRUE(scenario.has_value()) << (scenario ? "" : scenario.error().message);
  return scenario ? std::move(*scenario) : Scenario{};
}

TEST(TextRoundTrip, SamplesPrintAsTheyAreWritten) {
  for (const std::string_view text : testing::kSampleTexts) EXPECT_EQ(print_text(parsed(text)), text);
}

TEST(TextRoundTrip, SamplesAreDifferentScenarios) {
  for (std::size_t i = 0; i < testing::kSampleTexts.size(); ++i) {
    for (std::size_t j = 0; j < testing::kSampleTexts.size(); ++j) {
      EXPECT_EQ(parsed(testing::kSampleTexts[i]) == parsed(testing::kSampleTexts[j]), i == j);
    }
  }
}

TEST(TextRoundTrip, CorpusComesBack) {
  const auto paths = testing::corpus_texts();
  EXPECT_FALSE(paths.empty());
  for (const auto& path : paths) {
    const Scenario scenario = parsed(testing::contents_of(path));
    EXPECT_EQ(parsed(print_text(scenario)), scenario) << path;
    EXPECT_TRUE(check_well_formed(scenario)) << path;
  }
}

TEST(TextRoundTrip, LayoutAndCommentsDoNotMatter) {
  const std::string_view plain =
      "memtable v1\nmodel dup\nkey s string\nkey i int32\ninsert -> value_too_long\n  \"#\" 1\n";
  const std::string_view wild =
      "\n   # a comment\r\n\r\n  memtable   v1 # the kind\r\nmodel\tdup\n\nkey   s string#x\nkey i int32\t\n"
      "insert   ->   value_too_long#y\n# between\n\t\"#\"\t1# z\n   \n# the end";
  EXPECT_EQ(parsed(wild), parsed(plain));
}

// {…} lists of one text share a budget; what printing would overdraw it with is printed as raw bytes instead.
TEST(TextRoundTrip, HugeBitmapsStayInsideTheBudget) {
  std::string bytes = canonical_bitmap({{0, 4'294'967'295}});
  MemTableScenario scenario;
  scenario.schema.columns = {{"b", Type::of(TypeKind::bitmap), false, Aggregation::none}};
  Insert insert{{Block(scenario.schema, std::pmr::get_default_resource()), {}}, std::nullopt};
  for (int i = 0; i < 6; ++i) insert.source.block.column(0).append_text(bytes);
  scenario.operations.push_back({insert, 0, std::nullopt});
  const std::string text = print_text(scenario);
  std::size_t lists = 0;
  for (std::size_t at = 0; (at = text.find("\n  {", at)) != std::string::npos; ++at) ++lists;
  EXPECT_EQ(lists, 4u);  // 2^18 containers beyond the first ones, 65,535 a set
  EXPECT_EQ(parsed(text), Scenario(scenario));
}

TEST(TextRoundTrip, ManyIntervalsArePrintedAsRawBytes) {
  std::vector<reference::Interval> intervals;
  for (std::uint64_t i = 0; i < kMaxPrintedIntervals; ++i) intervals.push_back({3 * i, 3 * i + 1});
  Column column(Type::of(TypeKind::bitmap), false, std::pmr::get_default_resource());
  column.append_text(canonical_bitmap(intervals));
  intervals.push_back({1000, 1000});
  column.append_text(canonical_bitmap(intervals));
  EXPECT_TRUE(print_value(column, 0).starts_with("{0..1,3..4,"));
  EXPECT_TRUE(print_value(column, 1).starts_with("raw("));
}

// A block with many columns costs a word; its columns are counted.
TEST(TextRoundTrip, ColumnsOfAllBlocksAreBounded) {
  std::string text = "memtable v1\nmodel dup\n";
  for (int i = 0; i < 1024; ++i) text += "key k" + std::to_string(i) + " int8\n";
  for (int i = 0; i < 256; ++i) text += "insert\n";
  EXPECT_TRUE(parse_text(text, "text").has_value());
  text += "insert\n";
  const auto refused = parse_text(text, "text");
  ASSERT_FALSE(refused.has_value());
  EXPECT_TRUE(refused.error().message.starts_with("text:1283:7: expected fewer operations")) << refused.error().message;
}

}  // namespace
}  // namespace lockstep::scenario
