#include "lockstep/memtable/insert_check.h"

#include <algorithm>
#include <optional>
#include <string>

#include "lockstep/aggregate/decimal_bound.h"
#include "lockstep/aggregate/set_types.h"

namespace lockstep {
namespace {

// The first pick of a column that cannot be stored.
struct WrongValue {
  std::size_t pick;
  ErrorCode code;
  std::string what;
};

// Looks at the first `count` picks; null cells are passed over.
template <class IsWrong>
std::optional<std::size_t> find_wrong(const Column& column, const PickedRows& picks, std::size_t count,
                                      IsWrong is_wrong) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = picks[i];
    if (!column.is_null(row) && is_wrong(row)) return i;
  }
  return std::nullopt;
}

template <class T>
std::optional<WrongValue> find_outside(const Column& column, const PickedRows& picks, std::size_t count, T least,
                                       T most) {
  const auto values = column.values<T>();
  const auto pick =
      find_wrong(column, picks, count, [&](std::size_t row) { return values[row] < least || values[row] > most; });
  if (!pick) return std::nullopt;
  return WrongValue{*pick, ErrorCode::value_out_of_range, "the value is outside " + column.type().name()};
}

template <class T>
std::optional<WrongValue> find_outside_precision(const Column& column, const PickedRows& picks, std::size_t count) {
  const T bound = decimal_bound<T>(column.type());
  const auto values = column.values<T>();
  const auto pick =
      find_wrong(column, picks, count, [&](std::size_t row) { return values[row] >= bound || values[row] <= -bound; });
  if (!pick) return std::nullopt;
  return WrongValue{*pick, ErrorCode::value_out_of_range, "the value is outside " + column.type().name()};
}

std::optional<WrongValue> find_wrong_decimal(const Column& column, const PickedRows& picks, std::size_t count) {
  switch (column.type().physical()) {
    case PhysicalType::int32:
      return find_outside_precision<std::int32_t>(column, picks, count);
    case PhysicalType::int64:
      return find_outside_precision<std::int64_t>(column, picks, count);
    case PhysicalType::int128:
      return find_outside_precision<int128_t>(column, picks, count);
    default:
      return find_outside_precision<int256_t>(column, picks, count);
  }
}

std::optional<WrongValue> find_too_long(const Column& column, const PickedRows& picks, std::size_t count,
                                        std::uint64_t limit) {
  const Type type = column.type();
  const auto pick = find_wrong(column, picks, count,
                               [&](std::size_t row) { return stored_bytes(type, column.value(row)).size() > limit; });
  if (!pick) return std::nullopt;
  const std::size_t bytes = stored_bytes(type, column.value(picks[*pick])).size();
  return WrongValue{*pick, ErrorCode::value_too_long,
                    std::to_string(bytes) + " bytes, more than the limit of " + std::to_string(limit)};
}

std::optional<WrongValue> find_malformed(const Column& column, const PickedRows& picks, std::size_t count,
                                         std::pmr::memory_resource* scratch) {
  std::string what;
  const auto pick = find_wrong(column, picks, count, [&](std::size_t row) {
    return visit_set_type(column.type().kind, [&]<class Set>() {
      const auto set = Set::parse(column.value(row), scratch);
      if (!set) what = set.error().message;
      return !set;
    });
  });
  if (!pick) return std::nullopt;
  return WrongValue{*pick, ErrorCode::malformed_value, std::move(what)};
}

std::optional<WrongValue> find_wrong_value(const Column& column, const PickedRows& picks, std::size_t count,
                                           const TableOptions& options, std::pmr::memory_resource* scratch) {
  switch (column.type().kind) {
    case TypeKind::boolean:
      return find_outside<std::uint8_t>(column, picks, count, 0, 1);
    case TypeKind::decimal:
      return find_wrong_decimal(column, picks, count);
    case TypeKind::date:
      return find_outside(column, picks, count, kMinDateDays, kMaxDateDays);
    case TypeKind::datetime:
      return find_outside(column, picks, count, kMinDatetimeMicros, kMaxDatetimeMicros);
    case TypeKind::character:
    case TypeKind::varchar:
      return find_too_long(column, picks, count, column.type().max_length);
    case TypeKind::string:
      return find_too_long(column, picks, count, options.max_string_bytes);
    case TypeKind::bitmap:
    case TypeKind::hll:
    case TypeKind::quantile:
      return find_malformed(column, picks, count, scratch);
    default:
      return std::nullopt;  // every bit pattern is legal
  }
}

std::optional<std::size_t> find_null(const Column& column, const PickedRows& picks, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (column.is_null(picks[i])) return i;
  }
  return std::nullopt;
}

}  // namespace

bool takes_every_pattern(TypeKind kind) {
  switch (kind) {
    case TypeKind::int8:
    case TypeKind::int16:
    case TypeKind::int32:
    case TypeKind::int64:
    case TypeKind::int128:
    case TypeKind::float32:
    case TypeKind::float64:
    case TypeKind::ipv4:
    case TypeKind::ipv6:
      return true;
    default:
      return false;
  }
}

Status check_arguments(const Schema& schema, const Block& block, const InsertArguments& arguments) {
  const std::size_t rows = block.row_count();
  if (arguments.rows) {
    const auto missing = std::ranges::find_if(*arguments.rows, [&](std::uint32_t row) { return row >= rows; });
    if (missing != arguments.rows->end()) {
      return fail(ErrorCode::out_of_range,
                  "insert: row " + std::to_string(*missing) + " of a block of " + std::to_string(rows) + " rows");
    }
  }
  if (arguments.lsns && !schema.lsn) return fail(ErrorCode::invalid_argument, "insert: LSNs for a table without lsn");
  const std::size_t lsns = arguments.lsns ? arguments.lsns->size() : 0;
  if (schema.lsn && lsns < rows) {
    return fail(ErrorCode::invalid_argument,
                "insert: " + std::to_string(lsns) + " LSNs for a block of " + std::to_string(rows) + " rows");
  }
  if (block.column_count() != schema.columns.size()) {
    return fail(ErrorCode::schema_mismatch, "insert: a block of " + std::to_string(block.column_count()) +
                                                " columns into a table of " + std::to_string(schema.columns.size()));
  }
  for (std::size_t i = 0; i < block.column_count(); ++i) {
    const ColumnSchema& expected = schema.columns[i];
    const Column& column = block.columns()[i];
    if (column.type() != expected.type) {
      return fail(ErrorCode::schema_mismatch, "insert: column \"" + expected.name + "\" is " + expected.type.name() +
                                                  ", the block's is " + column.type().name());
    }
    if (column.size() != rows) {
      return fail(ErrorCode::schema_mismatch, "insert: column \"" + expected.name + "\" has " +
                                                  std::to_string(column.size()) + " rows, the first column " +
                                                  std::to_string(rows));
    }
  }
  return {};
}

Status check_values(const Schema& schema, const TableOptions& options, const Block& block, const PickedRows& picks,
                    std::pmr::memory_resource* scratch) {
  std::optional<WrongValue> first;
  std::size_t first_column = 0;
  const std::span<const Column> columns = block.columns();
  // A later column is worse only at a lower pick, so only those are looked at.
  std::size_t count = picks.count();
  const auto take = [&](WrongValue wrong, std::size_t column) {
    count = wrong.pick;
    first = std::move(wrong);
    first_column = column;
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    if (!takes_every_pattern(column.type().kind)) {
      if (auto wrong = find_wrong_value(column, picks, count, options, scratch)) take(std::move(*wrong), i);
    }
    if (schema.columns[i].nullable || !column.nullable()) continue;
    if (const auto pick = find_null(column, picks, count)) {
      take({*pick, ErrorCode::null_in_required_column, "the column takes no nulls"}, i);
    }
  }
  if (!first) return {};
  return fail(first->code, "insert: column \"" + schema.columns[first_column].name + "\", row " +
                               std::to_string(picks[first->pick]) + ": " + first->what);
}

}  // namespace lockstep
