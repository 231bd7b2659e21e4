#include "lockstep/scenario/bytes_rows.h"

#include <algorithm>
#include <memory_resource>

#include "lockstep/scenario/bytes_cell.h"
#include "lockstep/scenario/bytes_schema.h"

namespace lockstep::scenario {
namespace {

constexpr unsigned kNullabilityFlag = 0x02;
constexpr unsigned kColumnsFlags = 0x0c;
constexpr unsigned kLsnsFlags = 0x30;

// Of a block without rows no row can be named, so that is rare.
std::uint32_t common_row_numbers(std::uint64_t rows) { return rows == 0 ? 0 : 7; }

bool has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

// LSNs near zero, of both signs, become small numbers.
std::uint64_t zigzag(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return (bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0);
}
std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1) ^ ((number & 1) != 0 ? ~std::uint64_t{0} : 0));
}

std::uint64_t usual_lsns(const Schema& schema, std::uint64_t rows) { return schema.lsn ? rows : 0; }

Block empty_block(std::span<const ColumnShape> shapes) {
  std::pmr::vector<Column> columns;
  for (const ColumnShape& shape : shapes) {
    columns.emplace_back(shape.type, shape.nullable, std::pmr::get_default_resource());
  }
  return Block(std::move(columns));
}

std::vector<ColumnShape> shapes_of(const Schema& schema) {
  std::vector<ColumnShape> shapes;
  shapes.reserve(schema.columns.size());
  for (const ColumnSchema& column : schema.columns) shapes.push_back({column.type, column.nullable});
  return shapes;
}

bool has_types_of(const Block& block, const Schema& schema) {
  return std::ranges::equal(block.columns(), schema.columns, [](const Column& column, const ColumnSchema& declared) {
    return column.type() == declared.type;
  });
}

// Whose nullability is not the schema's; the types agree.
std::uint64_t nullability_mask(const Block& block, const Schema& schema) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < block.column_count(); ++i) {
    if (block.column(i).nullable() != schema.columns[i].nullable) mask |= std::uint64_t{1} << i;
  }
  return mask;
}

}  // namespace

RowsShape usual_shape(const Schema& schema, std::uint64_t rows) {
  return {Block(schema, std::pmr::get_default_resource()), usual_lsns(schema, rows)};
}

RowsShape decode_rows_shape(ByteSource& source, std::uint8_t flags, const Schema& schema, std::uint64_t rows) {
  std::vector<ColumnShape> shapes = shapes_of(schema);
  if (has(flags, kNullabilityFlag)) {
    const std::uint64_t mask = source.number();
    for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i].nullable ^= (mask >> i & 1) != 0;
  }
  if (has(flags, kColumnsFlags)) {
    shapes.resize(std::min<std::uint64_t>(source.number(), kMaxBlockColumns));
    for (ColumnShape& shape : shapes) shape = decode_shape(source);
  }
  std::uint64_t lsns = usual_lsns(schema, rows);
  if (has(flags, kLsnsFlags)) lsns = std::min(source.number(), rows);
  return {empty_block(shapes), lsns};
}

std::uint8_t rows_shape_flags(const Schema& schema, const Rows& rows) {
  unsigned flags = 0;
  if (!has_types_of(rows.block, schema)) {
    flags |= kColumnsFlags;
  } else if (nullability_mask(rows.block, schema) != 0) {
    flags |= kNullabilityFlag;
  }
  if (rows.lsns.size() != usual_lsns(schema, rows.block.row_count())) flags |= kLsnsFlags;
  return static_cast<std::uint8_t>(flags);
}

void encode_rows_shape(ByteSink& sink, std::uint8_t flags, const Schema& schema, const Rows& rows) {
  const Block& block = rows.block;
  if (has(flags, kNullabilityFlag)) sink.number(nullability_mask(block, schema));
  if (has(flags, kColumnsFlags)) {
    sink.require_at_most("the number of columns of a block", block.column_count(), kMaxBlockColumns);
    sink.number(block.column_count());
    for (const Column& column : block.columns()) encode_shape(sink, {column.type(), column.nullable()});
  }
  if (has(flags, kLsnsFlags)) sink.number(rows.lsns.size());
}

Rows decode_rows(ByteSource& source, RowsShape shape, std::uint64_t rows, SetAllowance& allowance) {
  Rows result{std::move(shape.block), {}};
  if (result.block.column_count() == 0) return result;
  rows = std::min<std::uint64_t>(rows, kMaxBlockRows);
  for (std::uint64_t row = 0; row < rows && !source.at_end(); ++row) {
    for (std::size_t i = 0; i < result.block.column_count(); ++i) {
      decode_cell(source, result.block.column(i), allowance);
    }
    if (row < shape.lsns) result.lsns.push_back(unzigzag(source.number()));
  }
  return result;
}

void encode_rows(ByteSink& sink, const Block& block, const std::vector<std::int64_t>& lsns, SetAllowance& allowance) {
  sink.require_at_most("the number of rows of a block", block.row_count(), kMaxBlockRows);
  for (std::size_t row = 0; row < block.row_count(); ++row) {
    for (const Column& column : block.columns()) encode_cell(sink, column, row, allowance);
    if (row < lsns.size()) sink.number(zigzag(lsns[row]));
  }
}

std::vector<std::uint32_t> decode_row_numbers(ByteSource& source, std::uint64_t rows) {
  const std::uint32_t wanted = source.count(common_row_numbers(rows), kMaxRowNumbers);
  const std::size_t count = std::min<std::size_t>(wanted, source.remaining());
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t& number : numbers) number = source.row(rows);
  return numbers;
}

void encode_row_numbers(ByteSink& sink, const std::vector<std::uint32_t>& numbers, std::uint64_t rows) {
  sink.count("the number of row numbers", numbers.size(), common_row_numbers(rows), kMaxRowNumbers);
  for (const std::uint32_t number : numbers) sink.row(number, rows);
}

}  // namespace lockstep::scenario
