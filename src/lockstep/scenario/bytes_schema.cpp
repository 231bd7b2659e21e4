#include "lockstep/scenario/bytes_schema.h"

#include <algorithm>
#include <limits>

#include "lockstep/base/check.h"

namespace lockstep::scenario {
namespace {

constexpr unsigned kKindMask = 0x1f;
constexpr unsigned kNullableBit = 0x20;
constexpr unsigned kNameBits = 0xc0;

Type decode_type(ByteSource& source, unsigned tag) {
  static_assert(kTypeKindCount <= kKindMask + 1);
  Type type = Type::of(static_cast<TypeKind>((tag & kKindMask) % kTypeKindCount));
  if (type.kind == TypeKind::decimal) {
    const auto precision = static_cast<std::uint8_t>(1 + source.byte() % kMaxDecimalPrecision);
    return Type::decimal(precision, static_cast<std::uint8_t>(source.byte() % (precision + 1)));
  }
  if (type.kind == TypeKind::character || type.kind == TypeKind::varchar) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max() - 1;
    type.max_length = static_cast<std::uint32_t>(std::min(source.number(), kMost) + 1);
  }
  return type;
}

void encode_type(ByteSink& sink, Type type, unsigned flags) {
  sink.byte(static_cast<unsigned>(type.kind) | flags);
  if (type.kind == TypeKind::decimal) {
    sink.byte(type.precision - 1u);
    sink.byte(type.scale);
  } else if (type.kind == TypeKind::character || type.kind == TypeKind::varchar) {
    sink.number(type.max_length - 1);
  }
}

// The built-in aggregations that accept a type, in their own order.
std::vector<Aggregation> accepted_aggregations(Type type) {
  std::vector<Aggregation> accepted;
  for (std::uint8_t i = 0; i < kAggregationCount; ++i) {
    const auto aggregation = static_cast<Aggregation>(i);
    if (aggregation == Aggregation::custom || !aggregation_accepts(aggregation, type)) continue;
    accepted.push_back(aggregation);
  }
  return accepted;
}

std::string usual_name(char letter, std::size_t index) { return letter + std::to_string(index); }

}  // namespace

ColumnSchema ColumnDecoder::next(char letter, bool orderable, bool folded) {
  const unsigned tag = source_.byte();
  ColumnSchema column;
  column.type = decode_type(source_, tag);
  if (orderable && !column.type.is_orderable()) column.type = Type::of(TypeKind::string);
  column.nullable = (tag & kNullableBit) != 0;
  if ((tag & kNameBits) == kNameBits) {
    column.name = as_text(source_.bytes(std::min<std::uint64_t>(source_.number(), kMaxNameBytes)));
  }
  if (folded) {
    const auto accepted = accepted_aggregations(column.type);
    column.aggregation = accepted[source_.byte() % accepted.size()];
  }
  if (column.name.empty() || names_.contains(column.name)) column.name = usual_name(letter, names_.size());
  while (!names_.insert(column.name).second) column.name += '_';
  return column;
}

void encode_column(ByteSink& sink, const ColumnSchema& column, char letter, std::size_t index, bool folded) {
  const bool named = column.name != usual_name(letter, index);
  encode_type(sink, column.type, (column.nullable ? kNullableBit : 0) | (named ? kNameBits : 0));
  if (named) {
    sink.require_at_most("the length of a column name", column.name.size(), kMaxNameBytes);
    sink.number(column.name.size());
    sink.bytes(as_byte_span(column.name));
  }
  if (folded) {
    const auto accepted = accepted_aggregations(column.type);
    sink.require_at_most("the count of custom aggregations", column.aggregation == Aggregation::custom ? 1 : 0, 0);
    sink.byte(static_cast<std::uint64_t>(std::ranges::find(accepted, column.aggregation) - accepted.begin()));
  }
}

ColumnShape decode_shape(ByteSource& source) {
  const unsigned tag = source.byte();
  const Type type = decode_type(source, tag);
  return {type, (tag & kNullableBit) != 0};
}

void encode_shape(ByteSink& sink, const ColumnShape& shape) {
  encode_type(sink, shape.type, shape.nullable ? kNullableBit : 0);
}

}  // namespace lockstep::scenario
