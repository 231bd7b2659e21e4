// memtable v1 as bytes: the table, then the operations (bytes_operations.h).
//
//   byte, the model modulo 3
//   byte of flags: bits 0 and 1 both: lsn; for unique also bit 2: sequence, bit 3: delete_sign, bits 4 and 5: cluster
//   count of key columns (common 3, at least 1 but for dup)
//   count of value columns (common 3), at least one column in all
//   the columns (bytes_schema.h)
//   as the flags ask: byte, the sequence among the value columns; byte, the delete sign among them; count of cluster
//     columns - 1 (common 2) and a byte each, which column. A column whose type the part cannot take gives way to the
//     next one that it can; where there is none, the part is not there
//   byte: from 192 on, its bits 0, 1, 2 ask for a number each, the limits rows, column_bytes and string_bytes
#include <algorithm>
#include <array>

#include "lockstep/scenario/bytes_body.h"
#include "lockstep/scenario/bytes_operations.h"
#include "lockstep/scenario/bytes_schema.h"

namespace lockstep::scenario {
namespace {

constexpr std::uint32_t kCommonColumns = 3;
constexpr std::uint32_t kCommonMoreClusterColumns = 2;

constexpr unsigned kLsnFlags = 0x03;
constexpr unsigned kSequenceFlag = 0x04;
constexpr unsigned kDeleteSignFlag = 0x08;
constexpr unsigned kClusterFlags = 0x30;
constexpr unsigned kLimitsByte = 192;
constexpr std::array<std::uint64_t TableOptions::*, 3> kLimits = {
    &TableOptions::max_rows, &TableOptions::max_column_bytes, &TableOptions::max_string_bytes};
constexpr std::array<std::uint64_t, kLimits.size()> kLimitMaxima = {kMaxRows, kMaxColumnBytes, kMaxColumnBytes};

bool has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

void decode_parts(ByteSource& source, unsigned flags, Schema& schema) {
  const auto columns = static_cast<std::uint32_t>(schema.columns.size());
  const auto is_orderable = [&](std::uint32_t i) { return schema.columns[i].type.is_orderable(); };
  const auto is_int8 = [&](std::uint32_t i) { return schema.columns[i].type.kind == TypeKind::int8; };
  if (has(flags, kSequenceFlag)) {
    schema.sequence = next_accepted(source.byte(), schema.key_count, columns, is_orderable);
  }
  if (has(flags, kDeleteSignFlag)) {
    schema.delete_sign = next_accepted(source.byte(), schema.key_count, columns, is_int8);
  }
  if (has(flags, kClusterFlags)) {
    schema.cluster.resize(source.count(kCommonMoreClusterColumns, kMaxClusterColumns - 1) + 1);
    for (std::uint32_t& column : schema.cluster) {
      // There always is one: column 0 is a key.
      column = next_accepted(source.byte(), 0, columns, is_orderable).value_or(0);
    }
  }
}

void decode_table(ByteSource& source, MemTableScenario& scenario) {
  Schema& schema = scenario.schema;
  schema.model = static_cast<Model>(source.byte() % kModelCount);
  const unsigned flags = source.byte();
  schema.lsn = has(flags, kLsnFlags);
  schema.key_count = source.count(kCommonColumns, kMaxKeyColumns);
  std::uint32_t value_count = source.count(kCommonColumns, kMaxValueColumns);
  if (schema.model != Model::duplicate) schema.key_count = std::max(schema.key_count, 1u);
  if (schema.key_count == 0) value_count = std::max(value_count, 1u);
  ColumnDecoder columns(source);
  for (std::uint32_t i = 0; i < schema.key_count; ++i) schema.columns.push_back(columns.next('k', true, false));
  for (std::uint32_t i = 0; i < value_count; ++i) {
    schema.columns.push_back(columns.next('v', false, schema.model == Model::aggregate));
  }
  if (schema.model == Model::unique) decode_parts(source, flags, schema);
  const unsigned limits = source.byte();
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    if (limits < kLimitsByte || (limits >> i & 1) == 0) continue;
    scenario.options.*kLimits[i] = std::min(source.number(), kLimitMaxima[i]);
  }
}

void encode_table(ByteSink& sink, const MemTableScenario& scenario) {
  const Schema& schema = scenario.schema;
  const auto value_count = schema.columns.size() - schema.key_count;
  sink.byte(static_cast<unsigned>(schema.model));
  sink.byte((schema.lsn ? kLsnFlags : 0) | (schema.sequence ? kSequenceFlag : 0) |
            (schema.delete_sign ? kDeleteSignFlag : 0) | (schema.cluster.empty() ? 0 : kClusterFlags));
  sink.count("the number of key columns", schema.key_count, kCommonColumns, kMaxKeyColumns);
  sink.count("the number of value columns", value_count, kCommonColumns, kMaxValueColumns);
  for (std::uint32_t i = 0; i < schema.columns.size(); ++i) {
    const bool key = schema.is_key(i);
    encode_column(sink, schema.columns[i], key ? 'k' : 'v', i, !key && schema.model == Model::aggregate);
  }
  if (schema.sequence) sink.byte(*schema.sequence - schema.key_count);
  if (schema.delete_sign) sink.byte(*schema.delete_sign - schema.key_count);
  if (!schema.cluster.empty()) {
    sink.count("the number of cluster columns but one", schema.cluster.size() - 1, kCommonMoreClusterColumns,
               kMaxClusterColumns - 1);
    for (const std::uint32_t column : schema.cluster) sink.byte(column);
  }
  unsigned limits = 0;
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    if (scenario.options.*kLimits[i] != TableOptions{}.*kLimits[i]) limits |= 1u << i;
  }
  sink.byte(limits == 0 ? 0 : kLimitsByte | limits);
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    if ((limits >> i & 1) != 0) sink.number(scenario.options.*kLimits[i]);
  }
}

}  // namespace

MemTableScenario decode_memtable(std::span<const std::byte> body) {
  ByteSource source(body);
  MemTableScenario scenario;
  decode_table(source, scenario);
  scenario.operations = decode_operations(source, scenario.schema);
  return scenario;
}

void encode_body(ByteSink& sink, const MemTableScenario& scenario) {
  encode_table(sink, scenario);
  if (!sink.exceeded().empty()) return;  // the operations have no room for columns beyond the caps
  encode_operations(sink, scenario);
}

}  // namespace lockstep::scenario
