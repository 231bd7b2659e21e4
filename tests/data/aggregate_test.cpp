#include "lockstep/data/aggregate.h"

#include <gtest/gtest.h>

#include "lockstep/data/schema.h"

namespace lockstep {
namespace {

// Takes int64 only; its states are never asked for.
class Int64Only final : public Aggregate {
 public:
  [[nodiscard]] bool accepts(Type type) const override { return type.kind == TypeKind::int64; }
  [[nodiscard]] AggregateState* create(std::pmr::memory_resource*) const override { return nullptr; }
  void destroy(AggregateState*, std::pmr::memory_resource*) const noexcept override {}
};

std::unique_ptr<const Aggregate> an_aggregate() { return std::make_unique<const Int64Only>(); }

Schema folded_by(const char* name, Type type) {
  return {.model = Model::aggregate,
          .columns = {{"k", Type::of(TypeKind::int32)}, {"v", type, false, Aggregation::custom, name}},
          .key_count = 1};
}

TEST(AggregateRegistry, NamesAreTakenOnce) {
  EXPECT_EQ(find_aggregate("names_are_taken_once"), nullptr);
  ASSERT_TRUE(register_aggregate("names_are_taken_once", an_aggregate()));
  const Aggregate* const first = find_aggregate("names_are_taken_once");
  EXPECT_NE(first, nullptr);
  const Status again = register_aggregate("names_are_taken_once", an_aggregate());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(find_aggregate("names_are_taken_once"), first);
}

TEST(AggregateRegistry, NamesAreWordsWithoutAnotherMeaning) {
  for (const char* name : {"", "1a", "_a", "a b", "a-b", "a\n", "\xc3\xa4", "sum", "min", "replace_if_not_null",
                           "quantile_union", "none", "custom", "null"}) {
    const Status status = register_aggregate(name, an_aggregate());
    ASSERT_FALSE(status) << name;
    EXPECT_EQ(status.error().code, ErrorCode::invalid_argument) << name;
    EXPECT_EQ(find_aggregate(name), nullptr) << name;
  }
}

TEST(AggregateRegistry, SchemasKnowItByName) {
  ASSERT_TRUE(register_aggregate("schemas_know_it", an_aggregate()));
  const Type int64 = Type::of(TypeKind::int64);
  EXPECT_TRUE(folded_by("schemas_know_it", int64).validate());

  const auto refusal = [](const Schema& schema) {
    const Status status = schema.validate();
    return status ? "" : status.error().message;
  };
  EXPECT_NE(refusal(folded_by("nobody", int64)).find("no aggregate is registered as \"nobody\""), std::string::npos);
  EXPECT_NE(refusal(folded_by("", int64)).find("no aggregate"), std::string::npos);
  EXPECT_NE(refusal(folded_by("schemas_know_it", Type::of(TypeKind::int32))).find("cannot fold int32"),
            std::string::npos);
  Schema named = folded_by("schemas_know_it", int64);
  named.columns[1].aggregation = Aggregation::sum;
  EXPECT_NE(refusal(named).find("without one"), std::string::npos);
  Schema unique = folded_by("schemas_know_it", int64);
  unique.model = Model::unique;
  EXPECT_NE(refusal(unique).find("only the agg model"), std::string::npos);
}

}  // namespace
}  // namespace lockstep
