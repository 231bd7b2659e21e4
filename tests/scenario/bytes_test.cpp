// Bytes to scenario and back: total, inverse, in the layout that is written down.
#include "lockstep/scenario/bytes.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "corpus_files.h"
#include "lockstep/base/bytes.h"
#include "lockstep/scenario/text.h"
#include "lockstep/scenario/well_formed.h"
#include "sample_texts.h"

namespace lockstep::scenario {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kRandomInputs = 20'000;
constexpr std::size_t kTextEvery = 10;  // printing and parsing take longer
constexpr std::size_t kMaxRandomBytes = 400;

Bytes bytes_of(std::initializer_list<unsigned> values) {
  Bytes bytes;
  for (const unsigned value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

Scenario parsed(std::string_view text) {
  Result<Scenario> scenario = parse_text(text, "text");
  EXPECT_TRUE(scenario.has_value()) << (scenario ? "" : scenario.error().message);
  return scenario ? std::move(*scenario) : Scenario{};
}

Bytes encoded(const Scenario& scenario) {
  Result<Bytes> bytes = encode_bytes(scenario);
  EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().message);
  return bytes ? std::move(*bytes) : Bytes{};
}

void expect_comes_back(const Scenario& scenario) {
  ASSERT_EQ(decode_bytes(encoded(scenario)), scenario) << print_text(scenario);
}

Bytes random_bytes(std::mt19937_64& random) {
  Bytes bytes(random() % kMaxRandomBytes);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

TEST(Bytes, SamplesComeBack) {
  for (const std::string_view text : testing::kSampleTexts) expect_comes_back(parsed(text));
}

// Beside every committed text lie the bytes that encoding it gives, so that a change of the format shows. What exceeds
// the caps has text alone.
TEST(Bytes, CorpusIsInStepWithItsText) {
  const auto paths = testing::corpus_texts();
  EXPECT_FALSE(paths.empty());
  for (const auto& path : paths) {
    const Scenario scenario = parsed(testing::contents_of(path));
    const auto bytes = encode_bytes(scenario);
    if (!bytes) continue;
    auto bytes_path = path;
    bytes_path.replace_extension(".bytes");
    const std::string committed = testing::contents_of(bytes_path);
    EXPECT_EQ(decode_bytes(as_byte_span(committed)), scenario) << bytes_path;
    EXPECT_EQ(committed, as_text(*bytes)) << "out of date: lockstep encode " << path << " -o " << bytes_path;
  }
}

TEST(Bytes, EveryInputIsAScenarioThatComesBack) {
  std::mt19937_64 random(20'251'201);
  for (std::size_t i = 0; i < kRandomInputs; ++i) {
    const Scenario scenario = decode_bytes(random_bytes(random));
    const Status well_formed = check_well_formed(scenario);
    ASSERT_TRUE(well_formed) << well_formed.error().message << "\n" << print_text(scenario);
    ASSERT_NO_FATAL_FAILURE(expect_comes_back(scenario));
    if (i % kTextEvery == 0) {
      const std::string text = print_text(scenario);
      ASSERT_EQ(parsed(text), scenario) << text;
    }
  }
}

TEST(Bytes, EveryPrefixIsAScenario) {
  for (const std::string_view text : testing::kSampleTexts) {
    const Scenario whole = parsed(text);
    const Bytes bytes = encoded(whole);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      const Scenario scenario = decode_bytes(std::span(bytes).first(length));
      ASSERT_TRUE(check_well_formed(scenario)) << length;
      ASSERT_NO_FATAL_FAILURE(expect_comes_back(scenario));
    }
  }
}

// What stands before the cut is as it was, and what was inserted comes out.
TEST(Bytes, AShorterInputKeepsWhatStandsBeforeTheCut) {
  const auto whole = std::get<MemTableScenario>(
      parsed("memtable v1\nmodel dup\nkey k int32\ninsert\n  70000\n  70001\nshrink\ninsert\n  70002\n  70003\n"));
  const Bytes bytes = encoded(whole);
  // The end byte, and the last cell but for its tag and one byte: 70003 is 0x11173.
  const Scenario cut = decode_bytes(std::span(bytes).first(bytes.size() - 1 - 3));
  EXPECT_EQ(print_text(cut),
            "memtable v1\nmodel dup\nkey k int32\ninsert\n  70000\n  70001\nshrink\ninsert\n  70002\n  115\nflush\n");
}

TEST(Bytes, TheFirstByteNamesTheKind) {
  EXPECT_EQ(encoded(parsed(testing::kSampleTexts[0])).front(), std::byte{0x80});
  EXPECT_EQ(encoded(parsed("sort v1\ncolumn a int32\nrows\n")).front(), std::byte{0x81});
  EXPECT_TRUE(std::holds_alternative<MemTableScenario>(decode_bytes({})));
  for (unsigned first = 0; first < 256; ++first) {
    const bool is_sort = std::holds_alternative<SortScenario>(decode_bytes(bytes_of({first, 1, 2, 3})));
    EXPECT_EQ(is_sort, first % 2 == 1);
    EXPECT_EQ(kind_of(static_cast<std::byte>(first)) == KindByte::sort, is_sort);
  }
}

TEST(Bytes, BodiesFollowTheFirstByte) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 100; ++i) {
    Bytes bytes = random_bytes(random);
    bytes.insert(bytes.begin(), std::byte{0x80});
    const auto body = std::span(bytes).subspan(1);
    EXPECT_EQ(decode_bytes(bytes), Scenario(decode_memtable(body)));
    bytes[0] = std::byte{0x81};
    EXPECT_EQ(decode_bytes(bytes), Scenario(decode_sort(body)));
  }
}

// The layouts by hand. A change here is a change of the format: old files would mean something else.
TEST(Bytes, MemTableLayout) {
  const Bytes bytes = bytes_of({
      0x80,                          // memtable v1
      2,    3,                       // agg; lsn
      1,    1,                       // one key, one value
      0x2c, 7,                       // k0 varchar(8) null
      0xc4, 2,    'n',  'o',  0,     // "no" int64, the first aggregation: sum
      193,  9,                       // limit rows 9
      0x20,                          // insert of 2 rows
      0x0b, 0x2d, 0,                 // "a" the pool's second; 5 - 16 = -11; LSN 0
      0x0f, 0x45, 0xf6, 0xff, 0x1f,  // null over 8 letters, the first one lowest: 10 01 11 …; the pool's fourth
      1,                             // LSN -1
      0x09,                          // shrink
      0xf7, 3,    2,    5,           // insert with picks, decorated: fail_alloc 2, the sixth error
      1,    3,    0,    1,    255,   // one row; picks 0, 1 mod 1 and …
      1,    0,    0,    1,           // … 0x1000001
      0x13, 0x16,                    // "b"; raw, inside its range
      1,    2,    3,    4,    5,    6, 7, 8, 2,  // and its LSN, 1
      0xcc,                                      // flush
      0x0e, 2,    7,                             // stats merged_rows=7
      0x2e, 1,    2,    3,    4,    5, 6, 7, 8,  // expect fingerprint
  });
  EXPECT_EQ(print_text(decode_bytes(bytes)),
            "memtable v1\nmodel agg\nkey k0 varchar(8) null\nvalue no int64 sum\nlsn\nlimit rows 9\n"
            "insert\n  \"a\" -11 @0\n  null(\"\\x00b\\xff\\xff\\xff\\xff\\xff\\xff\") 2 @-1\n"
            "shrink\n"
            "fail_alloc 2\ninsert rows 0 0 16777217 -> limit_exceeded\n  \"b\" 578437695752307201 @1\n"
            "flush\nstats merged_rows=7\nexpect fingerprint 0x807060504030201\n");
}

TEST(Bytes, SortLayout) {
  const Bytes bytes = bytes_of({
      0x81,              // sort v1
      0x67,              // ties descending; limit; expect
      1,                 // two columns
      0x0e,              // c0 bitmap
      0x06,              // c1 float32
      2,    0xc0, 0x01,  // two keys: column 0 has no order, so the next: c1 desc nulls_last; c1 asc nulls_first
      200,               // limit 200
      2,                 // two rows
      3,    1,    0,    255, 9, 0,    0, 0,  // expect 1 0 9
      0x10, 0x0b,                            // {2}; -0.0
      0x14, 3,    4,    2,   0, 0x2d,  // two intervals: behind 3 values, 4 more; behind 2 more, none; (5 - 16) / 2
  });
  EXPECT_EQ(print_text(decode_bytes(bytes)),
            "sort v1\ncolumn c0 bitmap\ncolumn c1 float32\nby c1 desc nulls_last, c1 asc nulls_first\n"
            "ties descending\nlimit 200\nrows\n  {2} -0.0\n  {3..7,10} -5.5\nexpect 1 0 9\n");
}

// A change of one cell's byte changes that cell and nothing else.
TEST(Bytes, AChangeOfOneCellIsLocal) {
  Bytes bytes =
      encoded(parsed("sort v1\ncolumn a int32\ncolumn b string null\nrows\n  1 \"a\"\n  1 \"a\"\n  1 \"a\"\n"));
  ASSERT_EQ(bytes[bytes.size() - 3], bytes[bytes.size() - 1]);
  bytes[bytes.size() - 3] = std::byte{0x07};
  EXPECT_EQ(print_text(decode_bytes(bytes)),
            "sort v1\ncolumn a int32\ncolumn b string null\nties ascending\nrows\n  1 \"a\"\n  1 null\n  1 \"a\"\n");
}

}  // namespace
}  // namespace lockstep::scenario
