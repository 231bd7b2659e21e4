#include "lockstep/scenario/bytes_operations.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "lockstep/scenario/bytes_rows.h"
#include "lockstep/scenario/expected_statistics.h"

namespace lockstep::scenario {
namespace {

constexpr unsigned kInsertSlot = 0;
constexpr unsigned kMoreShrinkSlot = 4;   // and 5
constexpr unsigned kInsertPicksSlot = 6;  // and 7
constexpr unsigned kInsertFlagsSlot = 8;
constexpr unsigned kShrinkSlot = 9;
constexpr unsigned kFlushSlot = 12;
constexpr unsigned kDropSlot = 13;
constexpr unsigned kExpectationSlot = 14;
constexpr unsigned kEndByte = 255;
constexpr unsigned kRareHigh = 12;  // flush and drop
constexpr unsigned kNumberHigh = 14;
constexpr unsigned kDecoratedHigh = 15;
constexpr unsigned kPicksFlag = 0x01;
constexpr unsigned kFailAllocFlag = 0x01;
constexpr unsigned kErrorFlag = 0x02;
enum class Expectation : std::uint8_t { statistics, rows, fingerprint };
constexpr unsigned kExpectationCount = 3;

bool has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

class OperationDecoder {
 public:
  OperationDecoder(ByteSource& source, const Schema& schema) : source_(source), schema_(schema) {}

  std::vector<Operation> decode() {
    while (!source_.at_end() && !ended_ && operations_.size() < kMaxOperations) next();
    if (!ended_ && !flushed_ && !dropped_ && operations_.size() < kMaxOperations) add(Flush{});
    return std::move(operations_);
  }

 private:
  void next() {
    const unsigned tag = source_.byte();
    const unsigned slot = tag % 16;
    const unsigned high = tag / 16;
    ended_ = tag == kEndByte || (dropped_ && slot != kExpectationSlot);
    if (ended_) return;
    if (slot == kExpectationSlot) return expectation(static_cast<Expectation>(high % kExpectationCount));
    const unsigned decorations = high == kDecoratedHigh ? source_.byte() : 0;
    if (has(decorations, kFailAllocFlag)) fail_alloc_ = std::max<std::uint64_t>(source_.number(), 1);
    if (has(decorations, kErrorFlag)) error_ = static_cast<ErrorCode>(source_.byte() % kErrorCodeCount);
    if (slot == kDropSlot && high >= kRareHigh) {
      dropped_ = true;
      fail_alloc_ = 0;
      error_ = std::nullopt;
      add(Drop{});
    } else if (slot == kFlushSlot && high >= kRareHigh) {
      flushed_ = true;
      add(Flush{});
    } else if ((slot >= kShrinkSlot && slot <= kFlushSlot) || slot / 2 == kMoreShrinkSlot / 2) {
      add(Shrink{});
    } else {
      insert(slot, high);
    }
  }

  void insert(unsigned slot, unsigned high) {
    const std::uint64_t rows = high < kNumberHigh ? high : source_.number();
    const unsigned flags = slot == kInsertFlagsSlot           ? source_.byte()
                           : slot / 2 == kInsertPicksSlot / 2 ? kPicksFlag
                                                              : 0;
    Insert insert{{Block(Schema{}, std::pmr::get_default_resource()), {}}, std::nullopt};
    if (has(flags, kPicksFlag)) insert.picks = decode_row_numbers(source_, rows);
    RowsShape shape = decode_rows_shape(source_, static_cast<std::uint8_t>(flags), schema_, rows);
    insert.source = decode_rows(source_, std::move(shape), rows, sets_);
    add(std::move(insert));
  }

  void expectation(Expectation kind) {
    if (!flushed_) kind = Expectation::statistics;
    switch (kind) {
      case Expectation::statistics:
        return statistics();
      case Expectation::rows:
        return expected_rows();
      case Expectation::fingerprint:
        return add(ExpectFingerprint{source_.fixed<std::uint64_t>()});
    }
  }

  void statistics() {
    const unsigned mask = source_.byte();
    ExpectStatistics expected;
    for (std::size_t i = 0; i < kExpectedStatistics.size(); ++i) {
      if ((mask >> i & 1) != 0) expected.*kExpectedStatistics[i].count = source_.number();
    }
    add(expected);
  }

  void expected_rows() {
    const std::uint8_t flags = source_.byte();
    const std::uint64_t rows = source_.number();
    RowsShape shape = decode_rows_shape(source_, flags, schema_, rows);
    add(ExpectRows{decode_rows(source_, std::move(shape), rows, sets_)});
  }

  void add(decltype(Operation::action) action) {
    operations_.push_back({std::move(action), std::exchange(fail_alloc_, 0), std::exchange(error_, std::nullopt)});
  }

  ByteSource& source_;
  const Schema& schema_;
  SetAllowance sets_;
  std::vector<Operation> operations_;
  std::uint64_t fail_alloc_ = 0;
  std::optional<ErrorCode> error_;
  bool ended_ = false;
  bool flushed_ = false;
  bool dropped_ = false;
};

class OperationEncoder {
 public:
  OperationEncoder(ByteSink& sink, const Schema& schema) : sink_(sink), schema_(schema) {}

  void encode(const std::vector<Operation>& operations) {
    sink_.require_at_most("the number of operations", operations.size(), kMaxOperations);
    bool ends_itself = false;
    for (const Operation& operation : operations) {
      ends_itself |= std::holds_alternative<Flush>(operation.action) || std::holds_alternative<Drop>(operation.action);
      std::visit([&](const auto& action) { put(action, operation); }, operation.action);
    }
    if (!ends_itself) sink_.byte(kEndByte);
  }

 private:
  // The tag, with `high` unless something must stand behind it. Whether it does.
  bool put_tag(unsigned slot, unsigned high, const Operation& operation) {
    const unsigned decorations =
        (operation.fail_alloc != 0 ? kFailAllocFlag : 0) | (operation.expected_error ? kErrorFlag : 0);
    sink_.byte(slot | (decorations == 0 ? high : kDecoratedHigh) * 16);
    if (decorations == 0) return high == kDecoratedHigh;
    sink_.byte(decorations);
    if (operation.fail_alloc != 0) sink_.number(operation.fail_alloc);
    if (operation.expected_error) sink_.byte(static_cast<unsigned>(*operation.expected_error));
    return true;
  }

  void put(const Insert& insert, const Operation& operation) {
    const std::size_t rows = insert.source.block.row_count();
    const std::uint8_t shape_flags = rows_shape_flags(schema_, insert.source);
    const unsigned slot = shape_flags != 0 ? kInsertFlagsSlot : insert.picks ? kInsertPicksSlot : kInsertSlot;
    const auto high = static_cast<unsigned>(std::min<std::size_t>(rows, kNumberHigh));
    const bool decorated = put_tag(slot, high, operation);
    if (decorated || high == kNumberHigh) sink_.number(rows);
    if (slot == kInsertFlagsSlot) sink_.byte(shape_flags | (insert.picks ? kPicksFlag : 0));
    if (insert.picks) encode_row_numbers(sink_, *insert.picks, rows);
    encode_rows_shape(sink_, shape_flags, schema_, insert.source);
    encode_rows(sink_, insert.source.block, insert.source.lsns, sets_);
  }
  void put(const Shrink&, const Operation& operation) { put_tag(kShrinkSlot, 0, operation); }
  void put(const Flush&, const Operation& operation) { put_tag(kFlushSlot, kRareHigh, operation); }
  void put(const Drop&, const Operation& operation) { put_tag(kDropSlot, kRareHigh, operation); }

  void put_expectation(Expectation kind) { sink_.byte(kExpectationSlot | static_cast<unsigned>(kind) * 16); }

  void put(const ExpectStatistics& expected, const Operation&) {
    put_expectation(Expectation::statistics);
    unsigned mask = 0;
    for (std::size_t i = 0; i < kExpectedStatistics.size(); ++i) {
      if (expected.*kExpectedStatistics[i].count) mask |= 1u << i;
    }
    sink_.byte(mask);
    for (const ExpectedStatistic& statistic : kExpectedStatistics) {
      if (const auto& count = expected.*statistic.count) sink_.number(*count);
    }
  }
  void put(const ExpectRows& expected, const Operation&) {
    put_expectation(Expectation::rows);
    const std::uint8_t flags = rows_shape_flags(schema_, expected.rows);
    sink_.byte(flags);
    sink_.number(expected.rows.block.row_count());
    encode_rows_shape(sink_, flags, schema_, expected.rows);
    encode_rows(sink_, expected.rows.block, expected.rows.lsns, sets_);
  }
  void put(const ExpectFingerprint& expected, const Operation&) {
    put_expectation(Expectation::fingerprint);
    sink_.fixed(expected.fingerprint);
  }

  ByteSink& sink_;
  const Schema& schema_;
  SetAllowance sets_;
};

}  // namespace

std::vector<Operation> decode_operations(ByteSource& source, const Schema& schema) {
  return OperationDecoder(source, schema).decode();
}

void encode_operations(ByteSink& sink, const MemTableScenario& scenario) {
  OperationEncoder(sink, scenario.schema).encode(scenario.operations);
}

}  // namespace lockstep::scenario
