#include "lockstep/data/schema.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

constexpr Type kInt8 = Type::of(TypeKind::int8);
constexpr Type kInt32 = Type::of(TypeKind::int32);
constexpr Type kBitmap = Type::of(TypeKind::bitmap);

Schema duplicate_schema() {
  return {.model = Model::duplicate, .columns = {{"k", kInt32}, {"v", kBitmap}}, .key_count = 1};
}
// k | v sequence, d delete sign, b bitmap; clustered by v, k
Schema unique_schema() {
  return {.model = Model::unique,
          .columns = {{"k", kInt32}, {"v", kInt32, true}, {"d", kInt8}, {"b", kBitmap}},
          .key_count = 1,
          .sequence = 1,
          .delete_sign = 2,
          .cluster = {1, 0},
          .lsn = true};
}
Schema aggregate_schema() {
  return {.model = Model::aggregate,
          .columns = {{"k", kInt32},
                      {"s", kInt32, true, Aggregation::sum},
                      {"b", kBitmap, false, Aggregation::bitmap_union}},
          .key_count = 1};
}

TEST(Schema, GoodOnesPass) {
  EXPECT_TRUE(duplicate_schema().validate());
  EXPECT_TRUE(unique_schema().validate());
  EXPECT_TRUE(aggregate_schema().validate());
  Schema no_key = duplicate_schema();
  no_key.key_count = 0;
  EXPECT_TRUE(no_key.validate());
  Schema only_keys = duplicate_schema();
  only_keys.columns.pop_back();
  EXPECT_TRUE(only_keys.validate());
  Schema repeated_cluster = unique_schema();
  repeated_cluster.cluster = {1, 1};
  EXPECT_TRUE(repeated_cluster.validate());
}

struct BrokenRule {
  const char* name;
  Schema (*base)();
  std::function<void(Schema&)> damage;
  const char* message;  // a part of it
};

const std::vector<BrokenRule> kBrokenRules = {
    {"no columns", duplicate_schema, [](Schema& s) { s.columns.clear(), s.key_count = 0; }, "no columns"},
    {"too many keys", duplicate_schema, [](Schema& s) { s.key_count = 3; }, "more key columns"},
    {"unique without key", unique_schema, [](Schema& s) { s.key_count = 0; }, "unique model needs a key"},
    {"agg without key", aggregate_schema, [](Schema& s) { s.key_count = 0; }, "agg model needs a key"},
    {"nameless column", duplicate_schema, [](Schema& s) { s.columns[1].name.clear(); }, "column 1 has no name"},
    {"same name twice", duplicate_schema, [](Schema& s) { s.columns[1].name = "k"; }, "two columns named \"k\""},
    {"decimal(77,0)", duplicate_schema, [](Schema& s) { s.columns[0].type = Type::decimal(77, 0); }, "\"k\": type"},
    {"varchar(0)", duplicate_schema, [](Schema& s) { s.columns[1].type = Type::varchar(0); }, "\"v\": type"},
    {"bitmap key", duplicate_schema, [](Schema& s) { s.key_count = 2; }, "\"v\": bitmap cannot be a key"},
    {"aggregated key", aggregate_schema, [](Schema& s) { s.columns[0].aggregation = Aggregation::max; },
     "\"k\": a key"},
    {"dup aggregates", duplicate_schema, [](Schema& s) { s.columns[1].aggregation = Aggregation::replace; },
     "only the agg"},
    {"unique aggregates", unique_schema, [](Schema& s) { s.columns[1].aggregation = Aggregation::sum; },
     "only the agg"},
    {"agg value without fold", aggregate_schema, [](Schema& s) { s.columns[1].aggregation = Aggregation::none; },
     "needs an"},
    {"sum of bitmap", aggregate_schema, [](Schema& s) { s.columns[2].aggregation = Aggregation::sum; },
     "sum cannot fold"},
    {"union of int", aggregate_schema, [](Schema& s) { s.columns[1].aggregation = Aggregation::bitmap_union; },
     "cannot fold int32"},
    {"dup sequence", duplicate_schema, [](Schema& s) { s.sequence = 1; }, "sequence"},
    {"agg sequence", aggregate_schema, [](Schema& s) { s.sequence = 1; }, "sequence"},
    {"dup delete sign", duplicate_schema, [](Schema& s) { s.delete_sign = 1; }, "delete sign"},
    {"agg cluster", aggregate_schema, [](Schema& s) { s.cluster = {0}; }, "cluster"},
    {"key sequence", unique_schema, [](Schema& s) { s.sequence = 0; }, "not a value column"},
    {"sequence not there", unique_schema, [](Schema& s) { s.sequence = 4; }, "not a value column"},
    {"bitmap sequence", unique_schema, [](Schema& s) { s.sequence = 3; }, "no order"},
    {"key delete sign", unique_schema, [](Schema& s) { s.columns[0].type = kInt8, s.delete_sign = 0; },
     "not a value column"},
    {"delete sign not there", unique_schema, [](Schema& s) { s.delete_sign = 4; }, "not a value column"},
    {"int32 delete sign", unique_schema, [](Schema& s) { s.delete_sign = 1; }, "not an int8"},
    {"cluster not there", unique_schema, [](Schema& s) { s.cluster = {0, 4}; }, "does not exist"},
    {"bitmap cluster", unique_schema, [](Schema& s) { s.cluster = {3}; }, "no order"},
};

TEST(Schema, EveryBrokenRuleIsReportedByName) {
  for (const BrokenRule& rule : kBrokenRules) {
    Schema schema = rule.base();
    ASSERT_TRUE(schema.validate()) << rule.name;
    rule.damage(schema);
    const Status status = schema.validate();
    ASSERT_FALSE(status) << rule.name;
    EXPECT_EQ(status.error().code, ErrorCode::invalid_argument) << rule.name;
    EXPECT_NE(status.error().message.find(rule.message), std::string::npos)
        << rule.name << ": " << status.error().message;
  }
}

TEST(Schema, WordsRoundTrip) {
  for (std::uint8_t i = 0; i < kModelCount; ++i) {
    EXPECT_EQ(parse_model(model_name(static_cast<Model>(i))), static_cast<Model>(i));
  }
  for (std::uint8_t i = 1; i < kAggregationCount - 1; ++i) {
    EXPECT_EQ(parse_aggregation(aggregation_name(static_cast<Aggregation>(i))), static_cast<Aggregation>(i));
  }
  EXPECT_EQ(model_name(Model::duplicate), "dup");
  EXPECT_EQ(model_name(Model::unique), "unique");
  EXPECT_EQ(model_name(Model::aggregate), "agg");
  EXPECT_EQ(aggregation_name(Aggregation::replace_if_not_null), "replace_if_not_null");
  EXPECT_FALSE(parse_aggregation("none")) << "no fold is not a word of scenarios";
  EXPECT_FALSE(parse_aggregation("custom")) << "custom aggregations have names of their own";
  EXPECT_FALSE(parse_model("duplicate"));
}

// The table of memtable.md, a row an aggregation, a letter a kind of type: y(es) or n(o).
//   bool int8 int16 int32 int64 int128 float32 float64 decimal date datetime char varchar string bitmap ipv4 ipv6 hll
//   quantile
constexpr std::array<std::pair<Aggregation, std::string_view>, 8> kLegalFolds = {{
    {Aggregation::sum, "nyyyyyyyynnnnnnnnnn"},
    {Aggregation::min, "yyyyyyyyyyyyyynyynn"},
    {Aggregation::max, "yyyyyyyyyyyyyynyynn"},
    {Aggregation::replace, "yyyyyyyyyyyyyyyyyyy"},
    {Aggregation::replace_if_not_null, "yyyyyyyyyyyyyyyyyyy"},
    {Aggregation::bitmap_union, "nnnnnnnnnnnnnnynnnn"},
    {Aggregation::hll_union, "nnnnnnnnnnnnnnnnnyn"},
    {Aggregation::quantile_union, "nnnnnnnnnnnnnnnnnny"},
}};

// A valid type of the kind.
Type example(TypeKind kind) {
  switch (kind) {
    case TypeKind::decimal:
      return Type::decimal(76, 2);
    case TypeKind::character:
      return Type::character(3);
    case TypeKind::varchar:
      return Type::varchar(3);
    default:
      return Type::of(kind);
  }
}

// Every type × aggregation × model × place of the column, nullable and not: what the rules make of it.
TEST(Schema, EveryCombinationIsLegalOrHasItsError) {
  std::size_t legal = 0;
  std::size_t illegal = 0;
  const auto expect = [&](bool is_legal, Model model, const ColumnSchema& column, bool key) {
    Schema schema{.model = model, .columns = {{"k", kInt32}}, .key_count = 1};
    schema.columns.insert(key ? schema.columns.begin() : schema.columns.end(), column);
    if (key) schema.key_count = 2;
    const Status status = schema.validate();
    EXPECT_EQ(status.has_value(), is_legal)
        << model_name(model) << (key ? " key " : " value ") << column.type.name() << " "
        << aggregation_name(column.aggregation) << (status ? "" : ": " + status.error().message);
    ++(is_legal ? legal : illegal);
    if (status) return;
    EXPECT_EQ(status.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(status.error().message.find("\"x\""), std::string::npos) << status.error().message;
  };
  for (std::uint8_t i = 0; i < kTypeKindCount; ++i) {
    const Type type = example(static_cast<TypeKind>(i));
    for (const bool nullable : {false, true}) {
      for (std::uint8_t m = 0; m < kModelCount; ++m) {
        const auto model = static_cast<Model>(m);
        expect(!type.is_set(), model, {"x", type, nullable}, true);
        expect(model != Model::aggregate, model, {"x", type, nullable}, false);
        for (const auto& [aggregation, kinds] : kLegalFolds) {
          ASSERT_EQ(kinds.size(), kTypeKindCount);
          expect(false, model, {"x", type, nullable, aggregation}, true);
          expect(model == Model::aggregate && kinds[i] == 'y', model, {"x", type, nullable, aggregation}, false);
        }
      }
    }
  }
  EXPECT_EQ(legal + illegal, 2u * kTypeKindCount * kModelCount * (2 + 2 * kLegalFolds.size()));
  EXPECT_GT(legal, 100u);
  EXPECT_GT(illegal, 100u);
}

TEST(Schema, WhatEachAggregationFolds) {
  const Type text = Type::of(TypeKind::string);
  EXPECT_TRUE(aggregation_accepts(Aggregation::sum, Type::decimal(5, 2)));
  EXPECT_FALSE(aggregation_accepts(Aggregation::sum, Type::of(TypeKind::boolean)));
  EXPECT_FALSE(aggregation_accepts(Aggregation::sum, Type::of(TypeKind::date)));
  EXPECT_FALSE(aggregation_accepts(Aggregation::sum, text));
  for (const Aggregation extreme : {Aggregation::min, Aggregation::max}) {
    EXPECT_TRUE(aggregation_accepts(extreme, text));
    EXPECT_TRUE(aggregation_accepts(extreme, Type::of(TypeKind::boolean)));
    EXPECT_FALSE(aggregation_accepts(extreme, kBitmap));
  }
  for (const Aggregation last : {Aggregation::replace, Aggregation::replace_if_not_null}) {
    EXPECT_TRUE(aggregation_accepts(last, kBitmap));
    EXPECT_TRUE(aggregation_accepts(last, text));
  }
  EXPECT_TRUE(aggregation_accepts(Aggregation::bitmap_union, kBitmap));
  EXPECT_FALSE(aggregation_accepts(Aggregation::bitmap_union, text));
  EXPECT_FALSE(aggregation_accepts(Aggregation::none, kInt32));
}

}  // namespace
}  // namespace lockstep
