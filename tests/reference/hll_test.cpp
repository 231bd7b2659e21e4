// Bytes written out by hand from data/hll_format.h, and unions against the definition of a register.
#include "lockstep/reference/hll.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/base/memory_resource.h"
#include "test_rows.h"

namespace lockstep::reference {
namespace {

Result<Hll> parse(const std::string& bytes) { return parse_hll(as_byte_span(bytes), std::pmr::new_delete_resource()); }

Hll valid(const std::string& bytes) {
  Result<Hll> hll = parse(bytes);
  LOCKSTEP_CHECK(hll, "the bytes are valid");
  return std::move(*hll);
}

std::string serialized(const Hll& hll) { return std::string(serialize_hll(hll, std::pmr::new_delete_resource())); }

using Registers = std::map<std::size_t, std::uint8_t>;  // those that are not 0

std::string exact(const std::set<std::uint64_t>& hashes) {
  if (hashes.empty()) return from_hex("00");
  std::string bytes = from_hex("01") + bits_of(static_cast<std::uint8_t>(hashes.size()));
  for (const std::uint64_t hash : hashes) bytes += bits_of(hash);
  return bytes;
}

std::string sparse(const Registers& registers) {
  std::string bytes = from_hex("02") + bits_of(static_cast<std::uint32_t>(registers.size()));
  for (const auto& [index, rank] : registers) bytes += bits_of(static_cast<std::uint16_t>(index)) + bits_of(rank);
  return bytes;
}

std::string dense(const Registers& registers) {
  std::string bytes(1 + 16'384, '\0');
  bytes[0] = 3;
  for (const auto& [index, rank] : registers) bytes[1 + index] = static_cast<char>(rank);
  return bytes;
}

// Every `step`-th register from `first` on.
Registers registers_of(std::size_t first, std::size_t count, std::size_t step, std::uint8_t rank) {
  Registers registers;
  for (std::size_t i = 0; i < count; ++i) registers[first + i * step] = rank;
  return registers;
}

struct Golden {
  const char* name;
  std::string hex;
};

const std::vector<Golden> kCanonical = {
    {"empty", "00"},
    {"one hash", "01 01 efcdab8967452301"},
    {"the smallest hash", "01 01 0000000000000000"},
    {"the largest hash", "01 01 ffffffffffffffff"},
    // Ascending as numbers, not as bytes: 2, 256, 2^63.
    {"three hashes", "01 03 0200000000000000 0001000000000000 0000000000000080"},
    {"one register", "02 01000000 0500 03"},
    {"the first and the last register", "02 02000000 0000 01 ff3f 33"},
    {"indices of two bytes", "02 03000000 ff00 02 0001 01 0101 33"},
};

TEST(HllFormat, CanonicalBytesComeBack) {
  for (const Golden& golden : kCanonical) {
    const std::string bytes = from_hex(golden.hex);
    const auto hll = parse(bytes);
    ASSERT_TRUE(hll) << golden.name << ": " << hll.error().message;
    EXPECT_EQ(serialized(*hll), bytes) << golden.name;
  }
}

TEST(HllFormat, ReadsWhatIsWritten) {
  EXPECT_TRUE(valid(from_hex("00")).is_exact());
  EXPECT_TRUE(valid(from_hex("00")).hashes().empty());

  const Hll hashes = valid(from_hex("01 02 0200000000000000 0001000000000000"));
  EXPECT_TRUE(hashes.is_exact());
  EXPECT_TRUE(std::ranges::equal(hashes.hashes(), std::array<std::uint64_t, 2>{2, 256}));

  const Hll registers = valid(from_hex("02 02000000 0100 07 0001 33"));
  EXPECT_FALSE(registers.is_exact());
  ASSERT_EQ(registers.ranks().size(), 16'384u);
  EXPECT_EQ(registers.ranks()[1], 7);
  EXPECT_EQ(registers.ranks()[256], 51);
  EXPECT_EQ(std::accumulate(registers.ranks().begin(), registers.ranks().end(), 0u), 58u);
}

TEST(HllFormat, AnExactSetHoldsUpTo160Hashes) {
  std::set<std::uint64_t> hashes;
  for (std::uint64_t i = 0; i < 160; ++i) hashes.insert(i * 1'000'003);
  EXPECT_EQ(serialized(valid(exact(hashes))), exact(hashes));
  EXPECT_EQ(exact(hashes)[1], '\xa0');
  hashes.insert(7);
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(exact(hashes))));
}

// Sparse are 5 + 3 bytes a register, dense are 16,385: 5,459 registers are 16,382, 5,460 are as many.
TEST(HllFormat, SparseWhereItIsStrictlySmaller) {
  const Registers most_sparse = registers_of(1, 5'459, 3, 9);
  EXPECT_EQ(serialized(valid(sparse(most_sparse))), sparse(most_sparse));
  EXPECT_EQ(serialized(valid(dense(most_sparse))), sparse(most_sparse));

  const Registers least_dense = registers_of(1, 5'460, 3, 9);
  EXPECT_EQ(serialized(valid(sparse(least_dense))), dense(least_dense));
  EXPECT_EQ(serialized(valid(dense(least_dense))), dense(least_dense));

  const Registers all = registers_of(0, 16'384, 1, 51);
  EXPECT_EQ(serialized(valid(sparse(all))), dense(all));
  EXPECT_EQ(serialized(valid(dense(all))), dense(all));

  const Registers one = {{16'383, 1}};
  EXPECT_EQ(serialized(valid(dense(one))), from_hex("02 01000000 ff3f 01"));
}

TEST(HllFormat, RefusesEveryPrefixAndEveryByteMore) {
  std::vector<std::string> values;
  for (const Golden& golden : kCanonical) values.push_back(from_hex(golden.hex));
  for (const std::string& bytes : values) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bytes.substr(0, size)))) << size;
    }
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bytes + '\0')));
  }
  const std::string all = dense(registers_of(0, 16'384, 1, 1));
  EXPECT_TRUE(parse(all));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(all.substr(0, 16'384))));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(all.substr(0, 1))));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(all + '\1')));
}

TEST(HllFormat, RefusesWhatIsMalformed) {
  const std::vector<Golden> malformed = {
      {"no bytes", ""},
      {"form 4", "04"},
      {"form 255", "ff"},
      {"an exact set of none", "01 00"},
      {"hashes that repeat", "01 02 0200000000000000 0200000000000000"},
      {"hashes that descend", "01 02 0300000000000000 0200000000000000"},
      {"hashes that ascend as signed numbers only", "01 02 ffffffffffffffff 0000000000000000"},
      {"hashes that ascend as bytes only", "01 02 0001000000000000 0200000000000000"},
      {"a hash less than was said", "01 02 0200000000000000"},
      {"a hash more than was said", "01 01 0200000000000000 0300000000000000"},
      {"no sparse registers", "02 00000000"},
      {"2^32 - 1 sparse registers", "02 ffffffff 0000 01"},
      {"a register less than was said", "02 02000000 0000 01"},
      {"a register more than was said", "02 01000000 0000 01 0100 01"},
      {"registers that repeat", "02 02000000 0100 01 0100 01"},
      {"registers that descend", "02 02000000 0200 01 0100 01"},
      {"the register behind the last", "02 01000000 0040 01"},
      {"register 65,535", "02 01000000 ffff 01"},
      {"a sparse register of rank 0", "02 01000000 0100 00"},
      {"a sparse register of rank 52", "02 01000000 0100 34"},
      {"a sparse register of rank 255", "02 01000000 0100 ff"},
  };
  for (const Golden& golden : malformed) {
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(from_hex(golden.hex)))) << golden.name;
  }
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(dense({})))) << "every register 0";
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(dense({{0, 52}}))));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(dense({{16'383, 255}}))));
  // More entries than there are registers cannot ascend; the count is refused before they are looked at.
  std::string too_many = sparse(registers_of(0, 16'384, 1, 1)) + from_hex("0040 01");
  too_many[1] = 1;
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(too_many)));
}

// The definition: the register's number is the hash modulo 2^14; the rank is the place, from 1, of the lowest bit set
// above, and 51 if none is.
std::pair<std::size_t, std::uint8_t> register_of(std::uint64_t hash) {
  std::uint8_t place = 1;
  for (unsigned bit = 14; bit < 64 && (hash >> bit) % 2 == 0; ++bit) ++place;
  return {hash % 16'384, place};
}

void join(Registers& into, std::size_t index, std::uint8_t rank) { into[index] = std::max(into[index], rank); }

TEST(HllUnion, EveryRankOfAHash) {
  // To see what a hash does to the registers: a union with a register that no hash here meets.
  for (unsigned bit = 14; bit <= 64; ++bit) {
    const std::uint64_t above = bit == 64 ? 0 : std::uint64_t{1} << bit;
    for (const std::uint64_t hash : {above | 5, above | above << 1 | 5}) {
      Hll hll = valid(exact({hash}));
      hll.unite(valid(sparse({{9, 1}})));
      const auto rank = static_cast<std::uint8_t>(bit - 14 + 1);
      EXPECT_EQ(serialized(hll), sparse({{5, rank}, {9, 1}})) << bit;
    }
  }
}

// What goes into unions: hashes, registers, or nothing.
struct Part {
  std::set<std::uint64_t> hashes;
  Registers registers;

  [[nodiscard]] std::string bytes() const { return registers.empty() ? exact(hashes) : sparse(registers); }
};

std::string expected_union(const std::vector<Part>& parts) {
  std::set<std::uint64_t> hashes;
  Registers registers;
  for (const Part& part : parts) {
    hashes.insert(part.hashes.begin(), part.hashes.end());
    for (const auto& [index, rank] : part.registers) join(registers, index, rank);
  }
  if (registers.empty() && hashes.size() <= 160) return exact(hashes);
  for (const std::uint64_t hash : hashes) join(registers, register_of(hash).first, register_of(hash).second);
  return registers.size() < 5'460 ? sparse(registers) : dense(registers);
}

// The union of parts[first … last), split at every place in turn: all groupings of that order.
void expect_every_grouping(const std::vector<std::string>& parts, const std::string& expected) {
  const auto unite_range = [&](auto self, std::size_t first, std::size_t last) -> std::vector<std::string> {
    if (last - first == 1) return {parts[first]};
    std::vector<std::string> results;
    for (std::size_t middle = first + 1; middle < last; ++middle) {
      for (const std::string& left : self(self, first, middle)) {
        for (const std::string& right : self(self, middle, last)) {
          Hll hll = valid(left);
          hll.unite(valid(right));
          results.push_back(serialized(hll));
        }
      }
    }
    return results;
  };
  for (const std::string& result : unite_range(unite_range, 0, parts.size())) ASSERT_TRUE(result == expected);
}

void expect_union(const std::vector<Part>& parts) {
  const std::string expected = expected_union(parts);
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    std::vector<std::string> bytes;
    for (const std::size_t part : order) bytes.push_back(parts[part].bytes());
    expect_every_grouping(bytes, expected);
  } while (std::ranges::next_permutation(order).found);
}

// `count` hashes that spread over registers and ranks, the same for the same numbers.
std::set<std::uint64_t> hashes_from(std::uint64_t first, std::uint64_t count) {
  std::set<std::uint64_t> hashes;
  for (std::uint64_t i = first; i < first + count; ++i) {
    const std::uint64_t mixed = (i + 1) * 0x9e3779b97f4a7c15u;
    hashes.insert(mixed ^ mixed >> 31);
  }
  return hashes;
}

TEST(HllUnion, OfExactSetsInAnyOrderAndGrouping) {
  expect_union({{}, {}});
  expect_union({{{1}, {}}, {}, {{1}, {}}});
  expect_union({{{1, 5}, {}}, {{3}, {}}, {{2, 3, 4}, {}}, {}});
  expect_union({{hashes_from(0, 80), {}}, {hashes_from(80, 80), {}}, {hashes_from(40, 80), {}}});  // 160
  expect_union({{hashes_from(0, 80), {}}, {hashes_from(80, 81), {}}});                             // 161
  expect_union({{hashes_from(0, 160), {}}, {hashes_from(0, 160), {}}, {hashes_from(1, 159), {}}});
  expect_union({{hashes_from(0, 160), {}}, {hashes_from(160, 1), {}}, {}});
  expect_union({{hashes_from(0, 100), {}}, {hashes_from(50, 100), {}}, {hashes_from(90, 100), {}}, {{7}, {}}});
}

TEST(HllUnion, OfRegistersInAnyOrderAndGrouping) {
  expect_union({{{}, {{0, 3}, {7, 51}}}, {{}, {{0, 5}, {8, 1}}}, {}});
  expect_union({{{}, {{5, 2}}}, {{5, 5 | 1 << 20}, {}}, {{}, {{5, 51}, {6, 1}}}, {hashes_from(0, 3), {}}});
  expect_union({{hashes_from(0, 160), {}}, {{}, registers_of(0, 100, 7, 2)}, {hashes_from(160, 160), {}}});
  // Sparse and sparse are dense.
  expect_union({{{}, registers_of(0, 5'459, 1, 4)}, {{}, registers_of(5'459, 1, 1, 1)}});
  expect_union({{{}, registers_of(0, 4'000, 4, 4)}, {{}, registers_of(0, 4'000, 3, 6)}});
}

TEST(HllUnion, BothFormsOfRegistersAreOneValue) {
  const Registers left = {{1, 2}, {3, 4}};
  const Registers right = {{3, 5}, {16'383, 1}};
  Hll hll = valid(dense(left));
  hll.unite(valid(sparse(right)));
  EXPECT_EQ(serialized(hll), sparse({{1, 2}, {3, 5}, {16'383, 1}}));
}

TEST(HllUnion, WithItself) {
  for (const std::string& bytes : {exact({}), exact(hashes_from(0, 160)), sparse({{1, 2}})}) {
    Hll hll = valid(bytes);
    hll.unite(hll);
    EXPECT_EQ(serialized(hll), bytes);
  }
}

TEST(HllUnion, SurvivesEveryFailingAllocation) {
  const std::string left = exact(hashes_from(0, 100));
  const std::string right = exact(hashes_from(100, 100));
  CountingResource counting(std::pmr::new_delete_resource());
  FailingResource failing(&counting);
  bool has_failed = true;
  for (std::uint64_t n = 1; has_failed; ++n) {
    Result<Hll> hll = parse_hll(as_byte_span(left), &failing);
    ASSERT_TRUE(hll);
    failing.arm(n);
    try {
      hll->unite(valid(right));
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(serialized(*hll), left);
    }
    has_failed = failing.failed();
    failing.disarm();
    EXPECT_TRUE(has_failed == (serialized(*hll) == left));
    EXPECT_TRUE(has_failed || n > 2) << "a union allocates hashes and registers";
  }
  EXPECT_EQ(counting.live_bytes(), 0u);
}

}  // namespace
}  // namespace lockstep::reference
