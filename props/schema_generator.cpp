#include "schema_generator.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory_resource>
#include <numeric>
#include <string>
#include <utility>

#include "lockstep/data/type.h"

namespace lockstep::props {
namespace {

// Row counts at which sorting, permuting or storing changes its ways.
constexpr std::size_t kWordBits = std::numeric_limits<std::uint64_t>::digits;       // visited marks of a permutation
constexpr std::size_t kByteRowIds = std::numeric_limits<std::uint8_t>::max() + 1u;  // row ids of one byte
constexpr std::size_t kInsertionSortRows = 24;                                      // pdqsort sorts fewer by insertion
constexpr std::size_t kNintherRows = 128;  // and picks its pivot otherwise above
constexpr std::size_t kVectorLanes = 16;   // of four-byte keys in 64 bytes
constexpr std::array<std::size_t, 8> kRowThresholds = {2,
                                                       Buffer::kAlignment / sizeof(std::uint64_t),
                                                       kVectorLanes,
                                                       kInsertionSortRows,
                                                       2 * kVectorLanes,
                                                       kWordBits,
                                                       kNintherRows,
                                                       kByteRowIds};

std::uint32_t random_length(Random& random) { return random.pick<std::uint32_t>({1, 2, 7, 8, 9, 16, 40, 40}); }

Aggregation random_aggregation(Type type, Random& random) {
  std::vector<Aggregation> possible;
  for (std::uint8_t i = 0; i < kAggregationCount; ++i) {
    const auto aggregation = static_cast<Aggregation>(i);
    if (aggregation != Aggregation::custom && aggregation_accepts(aggregation, type)) possible.push_back(aggregation);
  }
  // Folds that calculate are the ones that go wrong.
  if (type.is_summable() && random.chance(40)) return Aggregation::sum;
  if (type.is_set() && random.chance(70)) return possible.back();  // the union
  return random.pick(possible);
}

std::string random_name(std::size_t index, bool key, bool odd, Random& random) {
  std::string name = (key ? "k" : "v") + std::to_string(index);
  if (odd && random.chance(30)) {
    static constexpr std::string_view kOdd("\" \\\n#\0\xc3\xa9\xff@,->", 13);
    for (std::uint64_t more = random.between(1, 3); more > 0; --more) name.push_back(kOdd[random.below(kOdd.size())]);
  }
  return name;
}

// A value column for the sequence, the delete sign or one cluster column: an existing one that fits, or a new one.
std::uint32_t value_column(Schema& schema, const std::function<bool(Type)>& fits, Type otherwise, Random& random) {
  std::vector<std::uint32_t> fitting;
  for (std::uint32_t i = schema.key_count; i < schema.columns.size(); ++i) {
    if (fits(schema.columns[i].type)) fitting.push_back(i);
  }
  if (!fitting.empty() && random.chance(50)) return random.pick(fitting);
  schema.columns.push_back({"v" + std::to_string(schema.columns.size()) + "x", otherwise, random.chance(50)});
  return static_cast<std::uint32_t>(schema.columns.size() - 1);
}

void add_unique_features(Schema& schema, Random& random) {
  const auto orderable = [](Type type) { return type.is_orderable(); };
  const Type int8 = Type::of(TypeKind::int8);
  if (random.chance(50)) schema.sequence = value_column(schema, orderable, random_orderable_type(random), random);
  if (random.chance(25)) {
    schema.delete_sign = value_column(schema, [&](Type type) { return type == int8; }, int8, random);
  }
  if (!random.chance(40)) return;
  for (std::uint64_t columns = random.between(1, 3); columns > 0; --columns) {
    schema.cluster.push_back(random.chance(30)
                                 ? static_cast<std::uint32_t>(random.below(schema.key_count))
                                 : value_column(schema, orderable, random_orderable_type(random), random));
  }
}

}  // namespace

std::size_t random_row_count(std::size_t most, Random& random) {
  std::size_t rows = 0;
  const std::uint64_t choice = random.below(100);
  if (choice < 4) {
    rows = 0;
  } else if (choice < 12) {
    rows = random.between(1, 2);
  } else if (choice < 65) {
    rows = random.between(3, 12);
  } else if (choice < 80) {
    rows = random.between(13, 50);
  } else {
    rows = random.pick(kRowThresholds) - 1 + random.below(3);
  }
  return std::min(rows, most);
}

bool is_near_row_threshold(std::size_t rows) {
  return std::ranges::any_of(kRowThresholds, [&](std::size_t near) { return rows + 1 >= near && rows <= near + 1; });
}

Type random_type(Random& random) {
  const auto kind = static_cast<TypeKind>(random.below(kTypeKindCount));
  switch (kind) {
    case TypeKind::decimal: {
      const std::uint8_t precision =
          random.pick<std::uint8_t>({1, 5, kMaxDecimalPrecisionInt32, kMaxDecimalPrecisionInt32 + 1,
                                     kMaxDecimalPrecisionInt64, kMaxDecimalPrecisionInt64 + 1,
                                     kMaxDecimalPrecisionInt128, kMaxDecimalPrecisionInt128 + 1, kMaxDecimalPrecision});
      return Type::decimal(precision, static_cast<std::uint8_t>(random.below(precision + 1u)));
    }
    case TypeKind::character:
      return Type::character(random_length(random));
    case TypeKind::varchar:
      return Type::varchar(random_length(random));
    default:
      return Type::of(kind);
  }
}

Type random_orderable_type(Random& random) {
  for (;;) {
    // The types whose order is more than a comparison of numbers come up more often.
    const Type type = random.chance(30)
                          ? random.pick({Type::of(TypeKind::float32), Type::of(TypeKind::float64),
                                         Type::varchar(random_length(random)), Type::of(TypeKind::string)})
                          : random_type(random);
    if (type.is_orderable()) return type;
  }
}

Schema random_schema(const SchemaDemands& demands, Random& random) {
  Schema schema;
  schema.model = demands.model.value_or(static_cast<Model>(random.below(kModelCount)));
  const bool keyless = schema.model == Model::duplicate && random.chance(8);
  schema.key_count = keyless ? 0 : static_cast<std::uint32_t>(random.pick({1, 1, 2, 2, 3, 4}));
  const std::uint64_t values = random.below(4) + (keyless ? 1 : 0);
  for (std::uint64_t i = 0; i < schema.key_count + values; ++i) {
    const bool key = i < schema.key_count;
    ColumnSchema column{random_name(i, key, demands.odd_names, random),
                        key ? random_orderable_type(random) : random_type(random), random.chance(55)};
    if (!key && schema.model == Model::aggregate) {
      column.aggregation = demands.replace_only ? Aggregation::replace : random_aggregation(column.type, random);
    }
    schema.columns.push_back(std::move(column));
  }
  if (demands.key) {
    schema.columns.insert(schema.columns.begin(), *demands.key);
    ++schema.key_count;
  }
  if (demands.value) schema.columns.push_back(*demands.value);
  if (schema.model == Model::unique) add_unique_features(schema, random);
  schema.lsn = random.chance(30);
  return schema;
}

std::vector<ColumnHabit> random_habits(const Schema& schema, std::uint64_t max_string_bytes, Random& random) {
  const bool spread_keys = random.chance(10);
  const bool no_nulls = random.chance(15);
  const bool all_ties = random.chance(8);
  std::vector<ColumnHabit> habits;
  for (std::uint32_t i = 0; i < schema.columns.size(); ++i) {
    const ColumnSchema& column = schema.columns[i];
    const bool ordered = schema.is_key(i) || schema.sequence == i || std::ranges::count(schema.cluster, i) > 0;
    const bool spread = ordered ? spread_keys : random.chance(60);
    ColumnHabit habit = random_habit(column.type, column.nullable && !no_nulls, spread, max_string_bytes, random);
    if (all_ties && schema.is_key(i)) {
      habit.alphabet.resize(std::min<std::size_t>(habit.alphabet.size(), 1));
      habit.null_percent = habit.null_percent >= 50 ? 100 : 0;
    }
    habits.push_back(std::move(habit));
  }
  return habits;
}

Block random_rows(const Schema& schema, const std::vector<ColumnHabit>& habits, std::size_t rows,
                  std::uint64_t max_string_bytes, std::uint64_t loose_percent, Random& random) {
  std::pmr::vector<Column> columns;
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const ColumnSchema& column = schema.columns[i];
    const bool nullable = random.chance(loose_percent) ? !column.nullable : column.nullable;
    Column& values = columns.emplace_back(column.type, nullable, std::pmr::get_default_resource());
    append_values(values, habits[i], rows, max_string_bytes, random);
  }
  return Block(std::move(columns));
}

std::int64_t random_lsn(Random& random) {
  if (random.chance(10)) {
    return random.pick(
        {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}});
  }
  return static_cast<std::int64_t>(random.below(20)) - 4;
}

std::vector<std::uint32_t> random_single_cycle(std::size_t rows, Random& random) {
  std::vector<std::uint32_t> cycle(rows);
  std::iota(cycle.begin(), cycle.end(), 0u);
  for (std::size_t i = rows; i > 1; --i) std::swap(cycle[i - 1], cycle[random.below(i - 1)]);
  return cycle;
}

}  // namespace lockstep::props
