#include "sketch_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "damage.h"
#include "lockstep/data/hll_format.h"
#include "lockstep/data/hll_hash.h"
#include "lockstep/data/quantile_format.h"
#include "lockstep/scenario/sketch_text.h"

namespace lockstep::props {
namespace {

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// Rarely large: a sketch beyond its edge takes 16 KiB.
std::size_t random_size(std::size_t edge, Random& random) {
  if (random.chance(4)) return edge - 1 + random.below(3);
  if (random.chance(6)) return random.below(edge);
  return random.below(4);
}

// Registers as input may write them: dense where the canonical form is sparse.
std::string dense_registers(Random& random) {
  std::string bytes;
  put(bytes, static_cast<std::uint8_t>(HllForm::dense));
  bytes.append(kHllRegisters, '\0');
  for (std::uint64_t used = random.between(1, 5); used > 0; --used) {
    bytes[1 + random.below(kHllRegisters)] = static_cast<char>(random.between(1, kHllMaxRank));
  }
  return bytes;
}

std::string sparse_registers(Random& random) {
  std::string bytes;
  put(bytes, static_cast<std::uint8_t>(HllForm::sparse));
  const std::uint64_t used = random.between(1, 6);
  put(bytes, static_cast<std::uint32_t>(used));
  std::uint16_t index = 0;
  for (std::uint64_t i = 0; i < used; ++i) {
    index = static_cast<std::uint16_t>(index + random.between(1, 3));
    put(bytes, index);
    put(bytes, static_cast<std::uint8_t>(random.between(1, kHllMaxRank)));
  }
  return bytes;
}

double random_double(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (random.chance(15)) return random.pick({-kInfinity, kInfinity, -0.0, 0.0, 5e-324, -1.7976931348623157e308});
  return static_cast<double>(random.below(8)) / 2 - 1;
}

// Exact values with bits that the canonical form does not keep: −0.0 and NaNs of any payload.
std::string loose_quantile(Random& random) {
  std::string bytes;
  put(bytes, static_cast<std::uint8_t>(QuantileForm::exact));
  put(bytes, std::uint16_t{4});
  put(bytes, -std::numeric_limits<double>::infinity());
  put(bytes, random.chance(50) ? 0.0 : -0.0);
  put(bytes, random.chance(50) ? 0.0 : -0.0);
  put(bytes, random.pick<std::uint64_t>({0xfff8000000000000u, 0x7ff8000000000123u, 0x7ff0000000000001u}));
  return bytes;
}

}  // namespace

std::string random_hll(Random& random) {
  if (random.chance(2)) return dense_registers(random);
  if (random.chance(8)) return sparse_registers(random);
  const std::uint64_t alphabet = random.chance(50) ? 6 : 400;
  std::vector<std::uint64_t> hashes;
  for (std::size_t size = random_size(kHllMaxHashes, random); size > 0; --size) {
    hashes.push_back(hll_hash(std::to_string(random.below(alphabet))));
  }
  return scenario::canonical_hll(std::move(hashes));
}

std::string random_quantile(Random& random) {
  if (random.chance(8)) return loose_quantile(random);
  std::vector<double> values;
  for (std::size_t size = random_size(kQuantileMaxExact, random); size > 0; --size) {
    values.push_back(random_double(random));
  }
  return scenario::canonical_quantile(std::move(values));
}

std::string damaged_hll(Random& random) { return damaged(random_hll(random), random); }
std::string damaged_quantile(Random& random) { return damaged(random_quantile(random), random); }

}  // namespace lockstep::props
