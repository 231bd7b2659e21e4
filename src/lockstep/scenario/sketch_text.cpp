#include "lockstep/scenario/sketch_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory_resource>
#include <optional>

#include "lockstep/base/bytes.h"
#include "lockstep/base/check.h"
#include "lockstep/data/hll_format.h"
#include "lockstep/data/hll_hash.h"
#include "lockstep/data/quantile_format.h"
#include "lockstep/reference/hll.h"
#include "lockstep/reference/quantile.h"
#include "lockstep/scenario/float_text.h"
#include "lockstep/scenario/value_pool.h"

namespace lockstep::scenario {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// The union of the exact sets that hold `values` in runs of at most `most`, each written by write_exact(run).
template <class Value, class Set, class Parse, class WriteExact>
Set unite_runs(const std::vector<Value>& values, std::size_t most, Set set, Parse parse, WriteExact write_exact) {
  for (std::size_t begin = 0; begin < values.size(); begin += most) {
    const auto run = std::span(values).subspan(begin, std::min(most, values.size() - begin));
    const std::string bytes = write_exact(run);
    const auto exact = parse(as_byte_span(bytes), heap());
    LOCKSTEP_CHECK(exact.has_value(), "a run is written as the format says");
    set.unite(*exact);
  }
  return set;
}

// Reads values between braces with read_value().
template <class ReadValue>
void parse_list(LineCursor& cursor, ReadValue read_value) {
  cursor.require('{');
  cursor.skip_blanks();
  if (cursor.take('}')) return;
  do {
    read_value();
    cursor.skip_blanks();
  } while (cursor.take(','));
  cursor.require('}');
}

// Hashes of short strings that scenarios use.
const std::map<std::uint64_t, std::string>& known_hashes() {
  static const std::map<std::uint64_t, std::string> hashes = [] {
    std::map<std::uint64_t, std::string> known;
    for (const std::string_view text : string_pool()) known.emplace(hll_hash(text), text);
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")) {
      known.emplace(hll_hash({&c, 1}), std::string(1, c));
    }
    return known;
  }();
  return hashes;
}

}  // namespace

std::string canonical_hll(std::vector<std::uint64_t> hashes) {
  std::ranges::sort(hashes);
  hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());
  const auto write_exact = [](std::span<const std::uint64_t> run) {
    std::string bytes;
    put(bytes, static_cast<std::uint8_t>(HllForm::exact));
    put(bytes, static_cast<std::uint8_t>(run.size()));
    for (const std::uint64_t hash : run) put(bytes, hash);
    return bytes;
  };
  const auto set = unite_runs(hashes, kHllMaxHashes, reference::Hll(heap()), reference::parse_hll, write_exact);
  return std::string(reference::serialize_hll(set, heap()));
}

std::string canonical_quantile(std::vector<double> values) {
  // The order of data.md, NaNs last.
  std::ranges::sort(values, [](double a, double b) { return !std::isnan(a) && (std::isnan(b) || a < b); });
  const auto write_exact = [](std::span<const double> run) {
    std::string bytes;
    put(bytes, static_cast<std::uint8_t>(QuantileForm::exact));
    put(bytes, static_cast<std::uint16_t>(run.size()));
    for (const double value : run) put(bytes, value);
    return bytes;
  };
  const auto set =
      unite_runs(values, kQuantileMaxExact, reference::Quantile(heap()), reference::parse_quantile, write_exact);
  return std::string(reference::serialize_quantile(set, heap()));
}

bool take_raw(LineCursor& cursor, std::string& bytes) {
  if (!cursor.take_word("raw")) return false;
  cursor.require('(');
  bytes += cursor.quoted();
  cursor.skip_blanks();
  cursor.require(')');
  return true;
}

std::string print_raw(std::span<const std::byte> bytes) { return "raw(" + quote(as_text(bytes)) + ")"; }

void parse_hll_value(LineCursor& cursor, std::string& bytes) {
  if (take_raw(cursor, bytes)) return;
  if (!cursor.take_word("hll")) return cursor.expected("a sketch such as hll{\"a\",\"b\"} or raw(\"…\")");
  std::vector<std::uint64_t> hashes;
  parse_list(cursor, [&] {
    cursor.skip_blanks();
    hashes.push_back(hll_hash(cursor.quoted()));
  });
  if (!cursor.failed()) bytes += canonical_hll(std::move(hashes));
}

void parse_quantile_value(LineCursor& cursor, std::string& bytes) {
  if (take_raw(cursor, bytes)) return;
  if (!cursor.take_word("q")) return cursor.expected("a multiset such as q{1.5,2.0} or raw(\"…\")");
  std::vector<double> values;
  parse_list(cursor, [&] { values.push_back(parse_float64(cursor)); });
  if (!cursor.failed()) bytes += canonical_quantile(std::move(values));
}

std::string print_hll_value(std::span<const std::byte> bytes) {
  const auto set = reference::parse_hll(bytes, heap());
  if (!set || !set->is_exact() || set->hashes().size() > kMaxPrintedValues) return print_raw(bytes);
  if (canonical_hll({set->hashes().begin(), set->hashes().end()}) != as_text(bytes)) return print_raw(bytes);
  std::string out = "hll{";
  for (const std::uint64_t hash : set->hashes()) {
    const auto known = known_hashes().find(hash);
    if (known == known_hashes().end()) return print_raw(bytes);
    if (out.back() != '{') out += ',';
    out += quote(known->second);
  }
  return out + '}';
}

std::string print_quantile_value(std::span<const std::byte> bytes) {
  const auto set = reference::parse_quantile(bytes, heap());
  if (!set || set->count() > kMaxPrintedValues) return print_raw(bytes);
  std::vector<double> values;
  for (const reference::WeightedValue& value : set->values()) values.push_back(value.value);
  if (canonical_quantile(values) != as_text(bytes)) return print_raw(bytes);
  std::string out = "q{";
  for (const double value : values) {
    if (out.back() != '{') out += ',';
    out += print_float64(value);
  }
  return out + '}';
}

}  // namespace lockstep::scenario
