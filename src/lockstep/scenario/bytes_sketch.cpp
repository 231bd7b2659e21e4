#include "lockstep/scenario/bytes_sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/data/hll_format.h"
#include "lockstep/data/hll_hash.h"
#include "lockstep/data/quantile_format.h"
#include "lockstep/scenario/sketch_text.h"
#include "lockstep/scenario/value_pool.h"

namespace lockstep::scenario {
namespace {

constexpr unsigned kFewValues = 8;
constexpr std::uint64_t kMaxRun = 4'096;
constexpr unsigned kAnyBytes = 31;

// The two types, as what this file needs of them. first + i is value i of a run.
std::string hll_run(std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < count; ++i) hashes.push_back(hll_hash(std::to_string(first + i)));
  return canonical_hll(std::move(hashes));
}

std::string quantile_run(std::uint64_t first, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<double>(first) + static_cast<double>(i));
  return canonical_quantile(std::move(values));
}

std::string run_of(TypeKind kind, std::uint64_t first, std::size_t count) {
  return kind == TypeKind::hll ? hll_run(first, count) : quantile_run(first, count);
}

std::string few_values(ByteSource& source, TypeKind kind, unsigned count) {
  std::vector<std::uint64_t> hashes;
  std::vector<double> values;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint8_t byte = source.byte();
    const char letter = static_cast<char>(byte);
    hashes.push_back(hll_hash({&letter, 1}));
    values.push_back(load_unaligned<double>(pool_value(Type::of(TypeKind::float64), byte).data()));
  }
  return kind == TypeKind::hll ? canonical_hll(std::move(hashes)) : canonical_quantile(std::move(values));
}

// Register `index` gets `rank` by this hash.   (data/hll_format.h)
std::uint64_t hash_for(std::uint64_t index, unsigned rank) {
  if (rank == kHllMaxRank) return index;
  return index | std::uint64_t{1} << (kHllIndexBits + rank - 1);
}

// Hashes that fill `count` registers with this rank.
std::string hll_registers(std::size_t count, unsigned rank) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < count; ++i) hashes.push_back(hash_for(i, rank));
  return canonical_hll(std::move(hashes));
}

const std::vector<std::string>& tiny_sets(TypeKind kind) {
  static const std::vector<std::string> hlls = {canonical_hll({}), canonical_hll({hll_hash("a")}),
                                                canonical_hll({hll_hash("b")}),
                                                canonical_hll({hll_hash("a"), hll_hash("b")})};
  static const std::vector<std::string> quantiles = {canonical_quantile({}), canonical_quantile({1.0}),
                                                     canonical_quantile({2.0}), canonical_quantile({1.0, 2.0})};
  return kind == TypeKind::hll ? hlls : quantiles;
}

// Around exact and registers (160 hashes), sparse and dense (5,460 registers), exact and sketch (2,048 values); full
// registers; values that are equal but not the same.
const std::vector<std::string>& edge_sets(TypeKind kind) {
  static const std::vector<std::string> hlls = {
      hll_run(0, kHllMaxHashes - 1),
      hll_run(0, kHllMaxHashes),
      hll_run(0, kHllMaxHashes + 1),
      hll_run(100, kHllMaxHashes),
      canonical_hll({0}),
      canonical_hll({~std::uint64_t{0}}),
      hll_registers(161, 1),
      hll_registers(161, kHllMaxRank),
      hll_registers(5'459, 2),
      hll_registers(5'460, 3),
      hll_registers(5'461, 4),
      hll_registers(kHllRegisters, 1),
  };
  static const std::vector<std::string> quantiles = [] {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::vector<double> same(kQuantileMaxExact, 7.0);
    std::vector<double> with_nans = same;
    with_nans.push_back(std::numeric_limits<double>::quiet_NaN());
    with_nans.push_back(-kInfinity);
    return std::vector<std::string>{
        quantile_run(0, kQuantileMaxExact - 1),
        quantile_run(0, kQuantileMaxExact),
        quantile_run(0, kQuantileMaxExact + 1),
        quantile_run(1'000, kMaxRun),
        canonical_quantile({-0.0, 0.0}),
        canonical_quantile({-kInfinity, kInfinity, std::numeric_limits<double>::quiet_NaN()}),
        canonical_quantile(same),
        canonical_quantile(with_nans),
    };
  }();
  return kind == TypeKind::hll ? hlls : quantiles;
}

std::string within(std::string set, TypeKind kind, SetAllowance& allowance) {
  if (!allowance.spend(set.size())) return tiny_sets(kind).front();
  return set;
}

std::string decode_run(ByteSource& source, TypeKind kind, SetAllowance& allowance) {
  const std::size_t count = static_cast<std::size_t>(source.number() % kMaxRun);
  const std::uint64_t first = source.number();
  // Asked before it is built: building costs more than the bytes.
  if (!allowance.spend(count * sizeof(double))) return tiny_sets(kind).front();
  return run_of(kind, first, count);
}

std::string decode_broken(ByteSource& source, TypeKind kind, unsigned index, SetAllowance& allowance) {
  std::string bytes = within(edge_sets(kind)[index % edge_sets(kind).size()], kind, allowance);
  char& target = bytes[source.number() % bytes.size()];
  target = static_cast<char>(static_cast<unsigned char>(target) ^ source.byte());
  return bytes;
}

}  // namespace

std::string decode_sketch(ByteSource& source, TypeKind kind, std::uint8_t tag, SetAllowance& allowance) {
  LOCKSTEP_CHECK(kind == TypeKind::hll || kind == TypeKind::quantile, "the type is a sketch");
  const unsigned low = tag % 8;
  const unsigned high = tag / 8;
  switch (low) {
    case 0:
    case 1:
      return tiny_sets(kind)[high % tiny_sets(kind).size()];
    case 4:
      return few_values(source, kind, high % kFewValues);
    case 5:
      return decode_run(source, kind, allowance);
    case 6:
      if (high == kAnyBytes)
        return std::string(as_text(source.bytes(std::min<std::uint64_t>(source.number(), kMaxValueBytes))));
      return decode_broken(source, kind, high, allowance);
    default:
      return within(edge_sets(kind)[high % edge_sets(kind).size()], kind, allowance);
  }
}

void encode_sketch(ByteSink& sink, TypeKind kind, std::span<const std::byte> value, SetAllowance& allowance) {
  const std::string_view bytes = as_text(value);
  const auto find = [&](const std::vector<std::string>& sets) {
    return static_cast<std::size_t>(std::ranges::find(sets, bytes) - sets.begin());
  };
  if (const std::size_t tiny = find(tiny_sets(kind)); tiny < tiny_sets(kind).size()) return sink.byte(tiny * 8);
  const std::size_t edge = find(edge_sets(kind));
  if (edge < edge_sets(kind).size() && allowance.spend(value.size())) return sink.byte(edge * 8 + 2);
  sink.require_at_most("the size of a sketch", value.size(), kMaxValueBytes);
  sink.byte(kAnyBytes * 8 + 6);
  sink.number(value.size());
  sink.bytes(value);
}

}  // namespace lockstep::scenario
