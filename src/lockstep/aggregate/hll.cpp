#include "lockstep/aggregate/hll.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "lockstep/base/bytes.h"
#include "lockstep/data/hll_hash.h"

namespace lockstep {
namespace {

constexpr std::size_t kHashBytes = sizeof(std::uint64_t);
constexpr std::size_t kFormBytes = 1;
constexpr std::size_t kExactHeaderBytes = kFormBytes + sizeof(std::uint8_t);
constexpr std::size_t kSparseHeaderBytes = kFormBytes + sizeof(std::uint32_t);

std::uint8_t rank_of(std::uint64_t hash) {
  const std::uint64_t rest = hash >> kHllIndexBits;
  return rest == 0 ? kHllMaxRank : static_cast<std::uint8_t>(1 + std::countr_zero(rest));
}

std::unexpected<Error> malformed(const char* what) {
  return fail(ErrorCode::malformed_value, "hll: " + std::string(what));
}

}  // namespace

void Hll::add(std::string_view value) { add_hash(hll_hash(value)); }

void Hll::add_hash(std::uint64_t hash) {
  if (is_exact()) {
    const auto held = hashes();
    const auto at = std::ranges::lower_bound(held, hash);
    if (at != held.end() && *at == hash) return;
    if (held.size() < kHllMaxHashes) {
      const auto index = at - held.begin();
      hashes_.append_value(hash);
      std::ranges::rotate(hashes_.as<std::uint64_t>().subspan(static_cast<std::size_t>(index)),
                          hashes_.as<std::uint64_t>().end() - 1);
      return;
    }
    to_registers();
  }
  enter(hash);
}

void Hll::enter(std::uint64_t hash) {
  std::uint8_t& slot = registers_.as<std::uint8_t>()[hash % kHllRegisters];
  slot = std::max(slot, rank_of(hash));
}

void Hll::to_registers() {
  if (!is_exact()) return;
  registers_.append_zeros(kHllRegisters);
  for (const std::uint64_t hash : hashes()) enter(hash);
  hashes_.release();
}

void Hll::merge(const Hll& other) {
  if (is_exact() && other.is_exact()) {
    Buffer united(hashes_.resource());
    united.resize_uninitialized(hashes_.size() + other.hashes_.size());
    const auto end = std::ranges::set_union(hashes(), other.hashes(), united.as<std::uint64_t>().begin()).out;
    const auto count = static_cast<std::size_t>(end - united.as<std::uint64_t>().begin());
    if (count <= kHllMaxHashes) {
      united.truncate(count * kHashBytes);
      hashes_ = std::move(united);
      return;
    }
  }
  to_registers();
  for (const std::uint64_t hash : other.hashes()) enter(hash);
  const auto ours = registers_.as<std::uint8_t>();
  for (std::size_t i = 0; i < other.registers().size(); ++i) ours[i] = std::max(ours[i], other.registers()[i]);
}

std::size_t Hll::used_registers() const {
  return kHllRegisters - static_cast<std::size_t>(std::ranges::count(registers(), 0));
}

bool Hll::is_sparse() const {
  return kSparseHeaderBytes + used_registers() * kHllSparseEntryBytes < kFormBytes + kHllRegisters;
}

std::size_t Hll::serialized_bytes() const {
  if (!is_exact())
    return is_sparse() ? kSparseHeaderBytes + used_registers() * kHllSparseEntryBytes : kFormBytes + kHllRegisters;
  return hashes_.empty() ? kFormBytes : kExactHeaderBytes + hashes_.size();
}

void Hll::serialize(std::byte* to) const {
  const auto put = [&to](auto value) {
    store_unaligned(to, value);
    to += sizeof(value);
  };
  if (is_exact()) {
    put(hashes_.empty() ? HllForm::empty : HllForm::exact);
    if (hashes_.empty()) return;
    put(static_cast<std::uint8_t>(hashes().size()));
    std::memcpy(to, hashes_.data(), hashes_.size());
  } else if (is_sparse()) {
    put(HllForm::sparse);
    put(static_cast<std::uint32_t>(used_registers()));
    for (std::size_t i = 0; i < kHllRegisters; ++i) {
      if (registers()[i] == 0) continue;
      put(static_cast<std::uint16_t>(i));
      put(registers()[i]);
    }
  } else {
    put(HllForm::dense);
    std::memcpy(to, registers_.data(), kHllRegisters);
  }
}

// The estimator of Flajolet et al. with linear counting for small cardinalities; a 64-bit hash needs no correction for
// large ones.
double Hll::estimate() const {
  if (is_exact()) return static_cast<double>(hashes().size());
  constexpr auto kRegisters = static_cast<double>(kHllRegisters);
  constexpr double kAlpha = 0.7213 / (1 + 1.079 / kRegisters);
  double harmonic = 0;
  for (const std::uint8_t rank : registers()) harmonic += std::ldexp(1.0, -int{rank});
  const double raw = kAlpha * kRegisters * kRegisters / harmonic;
  const auto unused = static_cast<double>(kHllRegisters - used_registers());
  return raw <= 2.5 * kRegisters && unused > 0 ? kRegisters * std::log(kRegisters / unused) : raw;
}

Result<Hll> Hll::parse(std::span<const std::byte> bytes, std::pmr::memory_resource* resource) {
  Hll hll(resource);
  if (bytes.empty()) return malformed("no bytes");
  const auto form = static_cast<HllForm>(bytes.front());
  const auto rest = bytes.subspan(kFormBytes);
  Status status;
  switch (form) {
    case HllForm::empty:
      if (!rest.empty()) return malformed("bytes follow the empty sketch");
      break;
    case HllForm::exact:
      status = hll.read_exact(rest);
      break;
    case HllForm::sparse:
      status = hll.read_sparse(rest);
      break;
    case HllForm::dense:
      status = hll.read_dense(rest);
      break;
    default:
      return malformed("unknown form");
  }
  if (!status) return std::unexpected(std::move(status.error()));
  return hll;
}

Status Hll::read_exact(std::span<const std::byte> bytes) {
  if (bytes.empty()) return malformed("the count of hashes is cut off");
  const auto count = std::to_integer<std::size_t>(bytes.front());
  if (count == 0 || count > kHllMaxHashes) return malformed("a count of hashes outside 1 … 160");
  if (bytes.size() != 1 + count * kHashBytes) return malformed("the hashes are cut off or bytes follow them");
  hashes_.append(bytes.data() + 1, count * kHashBytes);
  for (std::size_t i = 1; i < count; ++i) {
    if (hashes()[i] <= hashes()[i - 1]) return malformed("hashes do not ascend");
  }
  return {};
}

Status Hll::read_sparse(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(std::uint32_t)) return malformed("the count of registers is cut off");
  const std::size_t count = load_unaligned<std::uint32_t>(bytes.data());
  const auto entries = bytes.subspan(sizeof(std::uint32_t));
  if (count == 0 || count > kHllRegisters) return malformed("a count of registers outside 1 … 16,384");
  if (entries.size() != count * kHllSparseEntryBytes)
    return malformed("the registers are cut off or bytes follow them");
  registers_.append_zeros(kHllRegisters);
  for (std::size_t i = 0, next = 0; i < count; ++i) {
    const std::byte* const entry = entries.data() + i * kHllSparseEntryBytes;
    const std::size_t index = load_unaligned<std::uint16_t>(entry);
    const auto rank = load_unaligned<std::uint8_t>(entry + sizeof(std::uint16_t));
    if (index < next) return malformed("register indexes do not ascend");
    if (index >= kHllRegisters) return malformed("a register index past 16,383");
    if (rank == 0 || rank > kHllMaxRank) return malformed("a rank outside 1 … 51");
    registers_.as<std::uint8_t>()[index] = rank;
    next = index + 1;
  }
  return {};
}

Status Hll::read_dense(std::span<const std::byte> bytes) {
  if (bytes.size() != kHllRegisters) return malformed("the registers are cut off or bytes follow them");
  registers_.append(bytes.data(), bytes.size());
  if (std::ranges::any_of(registers(), [](std::uint8_t rank) { return rank > kHllMaxRank; }))
    return malformed("a rank past 51");
  if (used_registers() == 0) return malformed("registers without a rank");
  return {};
}

}  // namespace lockstep
