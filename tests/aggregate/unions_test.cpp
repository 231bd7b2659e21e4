// The union aggregates as states: add, merge and finish, whatever is merged into what.
#include "lockstep/aggregate/unions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/aggregate/set_types.h"
#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

struct Case {
  TypeKind kind;
  const Aggregate& aggregate;
};
const std::vector<Case> kCases = {
    {TypeKind::bitmap, bitmap_union()}, {TypeKind::hll, hll_union()}, {TypeKind::quantile, quantile_union()}};

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A set of this type with two members that differ for different seeds.
std::string small_set(TypeKind kind, std::uint32_t seed) {
  std::string bytes;
  if (kind == TypeKind::hll) {
    bytes = "\1\2";
    put(bytes, std::uint64_t{seed});
    put(bytes, std::uint64_t{seed} + 1);
  } else if (kind == TypeKind::quantile) {
    bytes = std::string("\1\2\0", 3);
    put(bytes, static_cast<double>(seed));
    put(bytes, static_cast<double>(seed) + 0.5);
  } else {
    put(bytes, std::uint64_t{1});
    put(bytes, std::uint32_t{0});
    put(bytes, std::uint32_t{12346});
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{1} << 16);
    put(bytes, std::uint32_t{16});
    put(bytes, static_cast<std::uint16_t>(seed));
    put(bytes, static_cast<std::uint16_t>(seed + 1));
  }
  return bytes;
}

// What the states of rows [0, split) and [split, end) come to, the second merged into the first.
Column folded(const Case& c, const Column& values, std::size_t split, std::pmr::memory_resource* resource) {
  AggregateState* const first = c.aggregate.create(resource);
  AggregateState* const second = c.aggregate.create(resource);
  for (std::size_t row = 0; row < values.size(); ++row) (row < split ? first : second)->add(values, row);
  first->merge(*second);
  Column result(values.type(), true, resource);
  EXPECT_LE(first->finished_bytes(), 1'000u);
  const std::size_t promised = first->finished_bytes();
  first->finish(result);
  EXPECT_EQ(result.size(), 1u);
  EXPECT_EQ(result.value(0).size(), promised);
  c.aggregate.destroy(second, resource);
  c.aggregate.destroy(first, resource);
  return result;
}

TEST(Unions, MergingStatesIsAddingTheirValues) {
  for (const Case& c : kCases) {
    CountingResource memory(std::pmr::get_default_resource());
    {
      Column values(Type::of(c.kind), true, &memory);
      for (std::uint32_t i = 0; i < 4; ++i) {
        values.append_text(small_set(c.kind, 3 * i));
        values.append_null();
      }
      const Column at_once = folded(c, values, values.size(), &memory);
      EXPECT_FALSE(at_once.is_null(0));
      for (std::size_t split = 0; split < values.size(); ++split) {
        EXPECT_EQ(folded(c, values, split, &memory), at_once) << Type::of(c.kind).name() << ", split at " << split;
      }
    }
    EXPECT_EQ(memory.live_bytes(), 0u);
  }
}

TEST(Unions, NothingButNullsIsNull) {
  for (const Case& c : kCases) {
    Column values(Type::of(c.kind), true, std::pmr::get_default_resource());
    values.append_null();
    values.append_null();
    for (const std::size_t split : {0u, 1u, 2u}) {
      EXPECT_TRUE(folded(c, values, split, std::pmr::get_default_resource()).is_null(0));
    }
  }
}

}  // namespace
}  // namespace lockstep
