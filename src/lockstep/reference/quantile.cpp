#include "lockstep/reference/quantile.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "lockstep/reference/byte_format.h"

namespace lockstep::reference {
namespace {

using Values = std::pmr::vector<WeightedValue>;

std::unexpected<Error> malformed(const char* what) {
  return fail(ErrorCode::malformed_value, std::string("quantile: ") + what);
}

// One value of those that are equal in the order of data.md.
double canonical(double value) {
  if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
  return value == 0 ? 0.0 : value;
}

// −inf < finite < +inf < NaN.
bool comes_before(double a, double b) { return !std::isnan(a) && (std::isnan(b) || a < b); }

// `count` values of this weight.
Status read_values(Cursor& cursor, std::size_t count, std::uint64_t weight, Values& values) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto read = cursor.take_number<double>();
    if (!read) return malformed("ends before the last value");
    const double value = canonical(*read);
    if (i > 0 && comes_before(value, values.back().value)) return malformed("values do not ascend");
    values.push_back({value, weight});
  }
  return {};
}

Status read_exact(Cursor& cursor, Values& values, uint128_t& total) {
  const auto count = cursor.take_number<std::uint16_t>();
  if (!count) return malformed("ends before the number of values");
  if (*count == 0) return malformed("an exact multiset of no values");
  if (*count > kQuantileMaxExact) return malformed("more values than an exact multiset holds");
  total = *count;
  return read_values(cursor, *count, kQuantilePoints, values);
}

Status read_sketch(Cursor& cursor, Values& values, uint128_t& total) {
  const auto count = cursor.take_number<std::uint64_t>();
  if (!count) return malformed("ends before the count");
  if (*count <= kQuantileMaxExact) return malformed("a sketch of so few values that they are kept");
  total = *count;
  return read_values(cursor, kQuantilePoints, *count, values);
}

void put_value(std::pmr::string& out, double value) { put<std::uint64_t>(out, std::bit_cast<std::uint64_t>(value)); }

void put_form(std::pmr::string& out, QuantileForm form) { put<std::uint8_t>(out, static_cast<std::uint8_t>(form)); }

// The values at the even ranks. The largest product is 4,095 × 2,048 × 2^32 × 2^64 < 2^119.
void put_points(std::pmr::string& out, const Quantile& quantile) {
  const uint128_t total_weight = quantile.count() * kQuantilePoints;
  auto at = quantile.values().begin();
  uint128_t running = at->weight;
  for (std::size_t i = 0; i < kQuantilePoints; ++i) {
    const uint128_t rank = (2 * i + 1) * total_weight / (2 * kQuantilePoints);
    while (running <= rank) running += (++at)->weight;
    put_value(out, at->value);
  }
}

}  // namespace

void Quantile::unite(const Quantile& other) {
  Values united(values_.get_allocator());
  united.reserve(values_.size() + other.values_.size());
  united.insert(united.end(), values_.begin(), values_.end());
  united.insert(united.end(), other.values_.begin(), other.values_.end());
  std::ranges::sort(united, comes_before, &WeightedValue::value);
  values_.swap(united);
  count_ += other.count_;
}

Result<Quantile> parse_quantile(std::span<const std::byte> bytes, std::pmr::memory_resource* resource) {
  Quantile quantile(resource);
  Cursor cursor(bytes);
  const auto form = cursor.take_number<std::uint8_t>();
  if (!form) return malformed("no bytes");
  Status status;
  switch (static_cast<QuantileForm>(*form)) {
    case QuantileForm::empty:
      break;
    case QuantileForm::exact:
      status = read_exact(cursor, quantile.values_, quantile.count_);
      break;
    case QuantileForm::sketch:
      status = read_sketch(cursor, quantile.values_, quantile.count_);
      break;
    default:
      return malformed("unknown form");
  }
  if (!status) return std::unexpected(std::move(status.error()));
  if (!cursor.at_end()) return malformed("bytes follow the end");
  return quantile;
}

std::pmr::string serialize_quantile(const Quantile& quantile, std::pmr::memory_resource* resource) {
  std::pmr::string out(resource);
  if (quantile.count() == 0) {
    put_form(out, QuantileForm::empty);
  } else if (quantile.count() <= kQuantileMaxExact) {
    put_form(out, QuantileForm::exact);
    put<std::uint16_t>(out, quantile.values().size());
    for (const WeightedValue& value : quantile.values()) put_value(out, value.value);
  } else {
    put_form(out, QuantileForm::sketch);
    put<std::uint64_t>(out, static_cast<std::uint64_t>(
                                std::min<uint128_t>(quantile.count(), std::numeric_limits<std::uint64_t>::max())));
    put_points(out, quantile);
  }
  return out;
}

}  // namespace lockstep::reference
