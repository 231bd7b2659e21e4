#include "lockstep/reference/hll.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

#include "lockstep/reference/byte_format.h"

namespace lockstep::reference {
namespace {

using Hashes = std::pmr::vector<std::uint64_t>;
using Ranks = std::pmr::vector<std::uint8_t>;

std::unexpected<Error> malformed(const char* what) {
  return fail(ErrorCode::malformed_value, std::string("hll: ") + what);
}

void enter_rank(Ranks& ranks, std::size_t index, std::uint8_t rank) { ranks[index] = std::max(ranks[index], rank); }

void enter_hash(Ranks& ranks, std::uint64_t hash) {
  const std::uint64_t above = hash >> kHllIndexBits;
  const auto rank = above == 0 ? kHllMaxRank : static_cast<std::uint8_t>(1 + std::countr_zero(above));
  enter_rank(ranks, hash % kHllRegisters, rank);
}

void enter(Ranks& ranks, const Hll& hll) {
  for (const std::uint64_t hash : hll.hashes()) enter_hash(ranks, hash);
  for (std::size_t i = 0; i < hll.ranks().size(); ++i) enter_rank(ranks, i, hll.ranks()[i]);
}

Status read_exact(Cursor& cursor, Hashes& hashes) {
  const auto count = cursor.take_number<std::uint8_t>();
  if (!count) return malformed("ends before the number of hashes");
  if (*count == 0) return malformed("an exact set of no hashes");
  if (*count > kHllMaxHashes) return malformed("more hashes than an exact set holds");
  for (std::size_t i = 0; i < *count; ++i) {
    const auto hash = cursor.take_number<std::uint64_t>();
    if (!hash) return malformed("ends before the last hash");
    if (i > 0 && *hash <= hashes.back()) return malformed("hashes do not ascend");
    hashes.push_back(*hash);
  }
  return {};
}

// `ranks` are kHllRegisters zeros.
Status read_sparse(Cursor& cursor, Ranks& ranks) {
  const auto count = cursor.take_number<std::uint32_t>();
  if (!count) return malformed("ends before the number of registers");
  if (*count == 0) return malformed("no registers");
  if (*count > kHllRegisters) return malformed("more registers than there are");
  std::size_t next = 0;  // the smallest index that may come
  for (std::size_t i = 0; i < *count; ++i) {
    const auto index = cursor.take_number<std::uint16_t>();
    const auto rank = cursor.take_number<std::uint8_t>();
    if (!index || !rank) return malformed("ends before the last register");
    if (*index >= kHllRegisters) return malformed("a register that there is not");
    if (*index < next) return malformed("registers do not ascend");
    if (*rank == 0) return malformed("a sparse register of rank 0");
    if (*rank > kHllMaxRank) return malformed("a rank above 51");
    ranks[*index] = *rank;
    next = std::size_t{*index} + 1;
  }
  return {};
}

Status read_dense(Cursor& cursor, Ranks& ranks) {
  for (std::uint8_t& rank : ranks) {
    const auto read = cursor.take_number<std::uint8_t>();
    if (!read) return malformed("ends before the last register");
    if (*read > kHllMaxRank) return malformed("a rank above 51");
    rank = *read;
  }
  if (std::ranges::count(ranks, 0) == std::ssize(ranks)) return malformed("every register is 0");
  return {};
}

}  // namespace

void Hll::unite(const Hll& other) {
  if (is_exact() && other.is_exact()) {
    Hashes together(hashes_.get_allocator());
    std::ranges::set_union(hashes_, other.hashes_, std::back_inserter(together));
    if (together.size() <= kHllMaxHashes) {
      hashes_.swap(together);
      return;
    }
  }
  Ranks united(kHllRegisters, 0, ranks_.get_allocator());
  enter(united, *this);
  enter(united, other);
  ranks_.swap(united);
  hashes_.clear();
}

Result<Hll> parse_hll(std::span<const std::byte> bytes, std::pmr::memory_resource* resource) {
  Hll hll(resource);
  Cursor cursor(bytes);
  const auto form = cursor.take_number<std::uint8_t>();
  if (!form) return malformed("no bytes");
  Status status;
  switch (static_cast<HllForm>(*form)) {
    case HllForm::empty:
      break;
    case HllForm::exact:
      status = read_exact(cursor, hll.hashes_);
      break;
    case HllForm::sparse:
      hll.ranks_.resize(kHllRegisters);
      status = read_sparse(cursor, hll.ranks_);
      break;
    case HllForm::dense:
      hll.ranks_.resize(kHllRegisters);
      status = read_dense(cursor, hll.ranks_);
      break;
    default:
      return malformed("unknown form");
  }
  if (!status) return std::unexpected(std::move(status.error()));
  if (!cursor.at_end()) return malformed("bytes follow the end");
  return hll;
}

std::pmr::string serialize_hll(const Hll& hll, std::pmr::memory_resource* resource) {
  const auto put_form = [](std::pmr::string& out, HllForm form) {
    put<std::uint8_t>(out, static_cast<std::uint8_t>(form));
  };
  std::pmr::string out(resource);
  if (hll.is_exact()) {
    put_form(out, hll.hashes().empty() ? HllForm::empty : HllForm::exact);
    if (hll.hashes().empty()) return out;
    put<std::uint8_t>(out, hll.hashes().size());
    for (const std::uint64_t hash : hll.hashes()) put<std::uint64_t>(out, hash);
    return out;
  }
  const std::span<const std::uint8_t> ranks = hll.ranks();
  const std::size_t used = kHllRegisters - static_cast<std::size_t>(std::ranges::count(ranks, 0));
  if (sizeof(std::uint32_t) + used * kHllSparseEntryBytes >= kHllRegisters) {
    put_form(out, HllForm::dense);
    for (const std::uint8_t rank : ranks) put<std::uint8_t>(out, rank);
    return out;
  }
  put_form(out, HllForm::sparse);
  put<std::uint32_t>(out, used);
  for (std::size_t index = 0; index < ranks.size(); ++index) {
    if (ranks[index] == 0) continue;
    put<std::uint16_t>(out, index);
    put<std::uint8_t>(out, ranks[index]);
  }
  return out;
}

}  // namespace lockstep::reference
