// sort v1 as bytes.
//
//   flags    byte: bit 0 ties descending; bits 1 and 2 both: limit; bits 3 and 4: fail_alloc; bits 5 and 6: expect
//   columns  count - 1 (common 3), the columns (bytes_schema.h, usual names c0 c1 …)
//   keys     count (common 3), a byte each: bits 0 to 5 the column, or the next one whose type has an order (the keys
//            end where there is none), bit 6 nulls last, bit 7 descending
//   then     as asked for: number, the limit; number, fail_alloc. Number of rows; as asked for: row numbers, what is
//            expected; the rows (bytes_rows.h)
#include <algorithm>
#include <memory_resource>

#include "lockstep/scenario/bytes_body.h"
#include "lockstep/scenario/bytes_rows.h"
#include "lockstep/scenario/bytes_schema.h"

namespace lockstep::scenario {
namespace {

constexpr unsigned kTiesFlag = 0x01;
constexpr unsigned kLimitFlags = 0x06;
constexpr unsigned kFailAllocFlags = 0x18;
constexpr unsigned kExpectFlags = 0x60;
constexpr std::uint32_t kCommonMoreColumns = 3;
constexpr std::uint32_t kCommonKeys = 3;
constexpr unsigned kColumnMask = 0x3f;
constexpr unsigned kNullsLastFlag = 0x40;
constexpr unsigned kDescendingFlag = 0x80;

bool has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

std::vector<SortKey> decode_keys(ByteSource& source, const Schema& schema) {
  std::vector<SortKey> keys;
  const auto is_orderable = [&](std::uint32_t i) { return schema.columns[i].type.is_orderable(); };
  const std::uint32_t count = source.count(kCommonKeys, kMaxSortKeys);
  for (std::uint32_t i = 0; i < count; ++i) {
    const unsigned byte = source.byte();
    const auto column =
        next_accepted(byte & kColumnMask, 0, static_cast<std::uint32_t>(schema.columns.size()), is_orderable);
    if (!column) break;
    keys.push_back({*column, has(byte, kDescendingFlag) ? Direction::descending : Direction::ascending,
                    has(byte, kNullsLastFlag) ? NullPlacement::last : NullPlacement::first});
  }
  return keys;
}

}  // namespace

SortScenario decode_sort(std::span<const std::byte> body) {
  ByteSource source(body);
  SortScenario scenario{{}, {}, {}, Block(Schema{}, std::pmr::get_default_resource()), {}, 0};
  const unsigned flags = source.byte();
  scenario.order.ties = has(flags, kTiesFlag) ? TieOrder::descending : TieOrder::ascending;
  const std::uint32_t column_count = source.count(kCommonMoreColumns, kMaxSortColumns - 1) + 1;
  ColumnDecoder columns(source);
  for (std::uint32_t i = 0; i < column_count; ++i) {
    scenario.schema.columns.push_back(columns.next('c', false, false));
  }
  scenario.order.keys = decode_keys(source, scenario.schema);
  if (has(flags, kLimitFlags)) scenario.limit = source.number();
  if (has(flags, kFailAllocFlags)) scenario.fail_alloc = std::max<std::uint64_t>(source.number(), 1);
  const std::uint64_t rows = source.number();
  if (has(flags, kExpectFlags)) scenario.expected = decode_row_numbers(source, rows);
  SetAllowance bitmaps;
  scenario.rows = decode_rows(source, usual_shape(scenario.schema, rows), rows, bitmaps).block;
  return scenario;
}

void encode_body(ByteSink& sink, const SortScenario& scenario) {
  const auto& columns = scenario.schema.columns;
  const std::size_t rows = scenario.rows.row_count();
  sink.byte((scenario.order.ties == TieOrder::descending ? kTiesFlag : 0) | (scenario.limit ? kLimitFlags : 0) |
            (scenario.fail_alloc != 0 ? kFailAllocFlags : 0) | (scenario.expected ? kExpectFlags : 0));
  sink.count("the number of columns but one", columns.size() - 1, kCommonMoreColumns, kMaxSortColumns - 1);
  for (std::size_t i = 0; i < columns.size(); ++i) encode_column(sink, columns[i], 'c', i, false);
  sink.count("the number of sort keys", scenario.order.keys.size(), kCommonKeys, kMaxSortKeys);
  for (const SortKey& key : scenario.order.keys) {
    sink.byte(key.column | (key.nulls == NullPlacement::last ? kNullsLastFlag : 0) |
              (key.direction == Direction::descending ? kDescendingFlag : 0));
  }
  if (scenario.limit) sink.number(*scenario.limit);
  if (scenario.fail_alloc != 0) sink.number(scenario.fail_alloc);
  sink.number(rows);
  if (scenario.expected) encode_row_numbers(sink, *scenario.expected, rows);
  SetAllowance bitmaps;
  encode_rows(sink, scenario.rows, {}, bitmaps);
}

}  // namespace lockstep::scenario
