// The scenario kind `bulkio v1`: its text, what is refused, and that the comparison sees every kind of difference.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "lockstep/scenario/bulkio/bulkio_bytes.h"
#include "lockstep/scenario/bulkio/bulkio_check.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"

namespace lockstep::scenario {
namespace {

BulkioScenario parse(std::string_view text) {
  const auto parsed = parse_bulkio_text(text, "test");
  EXPECT_TRUE(parsed) << parsed.error().message;
  return parsed ? *parsed : BulkioScenario{};
}

constexpr std::string_view kEverything = R"(bulkio v1
page 8
max 500
write u8 255
write i16 -2
write int -2147483648
write long 9223372036854775807
write float -0.0
write double 1e-300
write float_bits bits(0x7f800001)
write double_bits nan
write bytes 00 ff
write bytes
write utf8 "a\"\x00"
write ints 1 -1
write longs
write floats inf -inf nan bits(0xffc00000)
write doubles 0.1 5e-324
list ints 1
list longs -1
list floats 1.5
list doubles 1.5
list strings "" "b"
list bytes "\xff" ""
fail_alloc 3
seek -1 -> invalid_argument
read 0 u8 -> 255
read 1 i16
read 0 bytes 2 ->
read 0 ints -1 -> invalid_argument
read 9 list strings -> "x" ""
read 9 utf8 -> "x"
expect position 4 size 24 pages 3
expect size 24
expect bytes 00 ff
)";

TEST(BulkioText, EveryFormComesBack) {
  const BulkioScenario scenario = parse(kEverything);
  EXPECT_EQ(print_bulkio_text(scenario), kEverything);
  const auto encoded = encode_bulkio(scenario);
  ASSERT_TRUE(encoded) << encoded.error().message;
  EXPECT_EQ(encoded->front(), kBulkioFirstByte);
  EXPECT_EQ(decode_bulkio(std::span(*encoded).subspan(1)), scenario);
}

TEST(BulkioText, BlanksAndCommentsAreNothing) {
  EXPECT_EQ(parse("# first\n\nbulkio v1 # kind\npage 8 # bytes\nexpect bytes 00ff 01\r\n"),
            parse("bulkio v1\npage 8\nexpect bytes 00 ff 01\n"));
}

TEST(BulkioText, ErrorsSayWhereAndWhatWasExpected) {
  struct Case {
    std::string_view text;
    std::string_view message;
  };
  const std::array cases = {
      Case{"", "t:1:1: expected the scenario's kind, bulkio v1, found the end of the text"},
      Case{"sort v1\n", "t:1:1: expected the scenario's kind, bulkio v1, found \"sort\""},
      Case{"bulkio v2\n", "t:1:8: expected v1, found \"v2\""},
      Case{"bulkio v1\n", "t:2:1: expected page and the size of a page, found the end of the text"},
      Case{"bulkio v1\npage 0\n", "t:2:6: expected a whole number from 1 to 16777216, found \"0\""},
      Case{"bulkio v1\npage 4\nwrote int 1\n",
           "t:3:1: expected write, list, seek, read, fail_alloc or expect, found \"wrote\""},
      Case{"bulkio v1\npage 4\nwrite int 2147483648\n",
           "t:3:11: expected a whole number from -2147483648 to 2147483647, found \"2147483648\""},
      Case{"bulkio v1\npage 4\nwrite u8 1 2\n",
           "t:3:12: expected -> and an error code, or the end of the line, found \"2\""},
      Case{"bulkio v1\npage 4\nwrite bytes 0\n", "t:3:13: expected pairs of hexadecimal digits, found \"0\""},
      Case{"bulkio v1\npage 4\nseek 1 -> oops\n", "t:3:11: expected an error code, found \"oops\""},
      Case{"bulkio v1\npage 4\nexpect size 1 size 2\n",
           "t:3:15: expected bytes, or each of position, size, pages once, found \"size\""},
      Case{"bulkio v1\npage 4\nfail_alloc 1\n",
           "t:4:1: expected write, list, seek or read after fail_alloc, found the end of the text"},
      Case{"bulkio v1\npage 4\nread 0 float_bits\n",
           "t:3:8: expected float or double, which are read as raw bits, found \"float_bits\""},
  };
  for (const Case& each : cases) {
    const auto parsed = parse_bulkio_text(each.text, "t");
    ASSERT_FALSE(parsed) << each.text;
    EXPECT_EQ(parsed.error().code, ErrorCode::parse_error);
    EXPECT_EQ(parsed.error().message, each.message);
  }
}

TEST(BulkioBytes, CapsAreNamed) {
  BulkioScenario scenario{8, {}, {}};
  scenario.operations.push_back(
      {BulkioWrite{{BulkioType::ints, std::vector<std::uint64_t>(kMaxBulkioLength + 1), {}}}});
  EXPECT_EQ(encode_bulkio(scenario).error().message, "encode: values of one call is 8193, more than 8192");
  scenario.operations[0].action = BulkioWrite{{BulkioType::u8, {256}, {}}};
  EXPECT_EQ(encode_bulkio(scenario).error().message, "operation 1: a word beyond its width");
}

// A stream with one fault, chosen by the test: the comparison and the contract must show each.
enum class Fault : std::uint8_t {
  none,
  last_byte,
  position,
  size,
  page_size,
  error,
  read_value,
  contiguous,
  moves_on_error
};
Fault fault = Fault::none;

class FaultyStream final : public BulkioStream {
 public:
  explicit FaultyStream(std::unique_ptr<BulkioStream> right) : right_(std::move(right)) {}
  Status write(const BulkioItem& item) override {
    if (fault == Fault::error && item.type == BulkioType::longs) return {};
    Status status = right_->write(item);
    if (!status && fault == Fault::moves_on_error) moved_ = 1;
    return status;
  }
  Status seek(std::int64_t position) override { return right_->seek(position); }
  BulkioReadAnswer read(const BulkioRead& read, BulkioBuffer buffer) override {
    BulkioReadAnswer answer = right_->read(read, buffer);
    const bool wrong = fault == Fault::read_value || (fault == Fault::contiguous && buffer == BulkioBuffer::contiguous);
    if (wrong && answer.item && !answer.item->words.empty()) answer.item->words.back() ^= 1;
    return answer;
  }
  [[nodiscard]] std::uint64_t position() const override {
    return right_->position() + moved_ + (fault == Fault::position ? 1 : 0);
  }
  [[nodiscard]] std::uint64_t size() const override { return right_->size() + (fault == Fault::size ? 1 : 0); }
  [[nodiscard]] BulkioPages pages() const override {
    BulkioPages pages = right_->pages();
    if (fault == Fault::last_byte && !pages.bytes.empty()) pages.bytes.back() ^= 1;
    if (fault == Fault::page_size && pages.sizes.size() > 1) {
      ++pages.sizes[0];
      --pages.sizes[1];
    }
    return pages;
  }

 private:
  std::unique_ptr<BulkioStream> right_;
  std::uint64_t moved_ = 0;
};

std::unique_ptr<BulkioStream> create_faulty(std::uint64_t page_size, std::pmr::memory_resource* resource,
                                            std::uint64_t max_bytes) {
  return std::make_unique<FaultyStream>(built_in_bulkio_subjects().front().create(page_size, resource, max_bytes));
}

TEST(BulkioCheck, SeesEveryKindOfDifference) {
  const BulkioScenario scenario =
      parse("bulkio v1\npage 4\nmax 20\nwrite ints 1 2 3\nwrite longs 1 2\nread 4 ints 2\nseek 2\n");
  const std::array subjects = {built_in_bulkio_subjects().front(), BulkioSubject{"faulty", &create_faulty}};
  const std::array<std::pair<Fault, std::string_view>, 9> cases = {{
      {Fault::none, ""},
      {Fault::last_byte, "other bytes in the stream, from byte 11"},
      {Fault::position, "another position"},
      {Fault::size, "another size"},
      {Fault::page_size, "another size of page 0"},
      {Fault::error, "another answer"},
      {Fault::read_value, "other values read, from value 1"},
      {Fault::contiguous, "the contract is broken: inputs over pages and over one buffer answer the same"},
      {Fault::moves_on_error, "the contract is broken: a call that fails moves nothing"},
  }};
  for (const auto& [which, description] : cases) {
    fault = which;
    const std::vector<Finding> findings = check(scenario, subjects);
    ASSERT_EQ(findings.size(), which == Fault::none ? 0U : 1U) << description;
    if (!findings.empty()) {
      EXPECT_EQ(findings[0].difference.description, description);
    }
  }
}

TEST(BulkioCheck, ExpectationsAreHeldAgainstEverySubject) {
  constexpr std::string_view kHead = "bulkio v1\npage 4\nwrite ints 1 2\n";
  const auto findings = [&](std::string_view line) {
    return check(parse(std::string(kHead) + std::string(line)), built_in_bulkio_subjects()).size();
  };
  const std::size_t all = built_in_bulkio_subjects().size();
  for (const std::string_view right :
       {"expect position 8 size 8 pages 2", "expect bytes 0000000100000002", "read 0 ints 2 -> 1 2",
        "read 8 u8 -> end_of_data", "fail_alloc 1\nread 0 ints 1 -> bad_alloc"}) {
    EXPECT_EQ(findings(right), 0U) << right;
  }
  for (const std::string_view wrong :
       {"expect position 7", "expect pages 3", "expect bytes 0000000100000003", "read 0 ints 2 -> 1 3",
        "read 0 ints 2 -> 1", "read 0 u8 -> end_of_data", "seek 0 -> limit_exceeded"}) {
    EXPECT_EQ(findings(wrong), all) << wrong;
  }
}

TEST(BulkioCheck, AStreamCannotExhaustTheMachine) {
  const BulkioScenario scenario = parse("bulkio v1\npage 1\nseek 1000000000000\nwrite u8 1\nexpect size 1\n");
  EXPECT_TRUE(check(scenario, built_in_bulkio_subjects()).empty());
}

}  // namespace
}  // namespace lockstep::scenario
