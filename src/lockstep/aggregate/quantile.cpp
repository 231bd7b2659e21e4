#include "lockstep/aggregate/quantile.h"

#include <algorithm>
#include <limits>
#include <string>

#include "lockstep/base/bytes.h"
#include "lockstep/base/int128.h"
#include "lockstep/sort/key_word.h"

namespace lockstep {
namespace {

constexpr std::size_t kFormBytes = 1;
constexpr std::size_t kValueBytes = sizeof(double);

// One NaN and one zero: values that are equal in the order become equal in their bytes.
double normalised(double value) {
  if (value != value) return std::numeric_limits<double>::quiet_NaN();
  return value + 0.0;  // −0.0 + 0.0 is +0.0
}

bool less(double a, double b) { return key_word(a) < key_word(b); }

std::unexpected<Error> malformed(const char* what) {
  return fail(ErrorCode::malformed_value, "quantile: " + std::string(what));
}

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) { return a > ~b ? ~std::uint64_t{0} : a + b; }

bool ascend(std::span<const std::byte> values) {
  for (std::size_t at = kValueBytes; at < values.size(); at += kValueBytes) {
    if (less(load_unaligned<double>(values.data() + at), load_unaligned<double>(values.data() + at - kValueBytes)))
      return false;
  }
  return true;
}

}  // namespace

void Quantile::add(double value) {
  values_.append_value(normalised(value));
  count_ = saturating_add(count_, 1);
}

void Quantile::merge(const Quantile& other) {
  values_.reserve_more(other.values_.size());
  points_.append(other.points_.data(), other.points_.size());
  values_.append(other.values_.data(), other.values_.size());
  count_ = saturating_add(count_, other.count_);
}

void Quantile::sort() {
  std::ranges::sort(values_.as<double>(), less);
  // Points of one value are interchangeable whatever their weights: the running sum passes a rank inside the value
  // either way.
  std::ranges::sort(points_.as<Point>(), less, &Point::value);
}

template <class Take>
void Quantile::for_each_even_rank(std::size_t points, Take take) const {
  const auto values = values_.as<double>();
  const auto weighted = points_.as<Point>();
  uint128_t total = uint128_t{values.size()} * kQuantilePoints;
  for (const Point& point : weighted) total += point.weight;

  uint128_t passed = 0;  // the sum of the weights before values[v] and weighted[w]
  double value = 0;
  std::size_t v = 0;
  std::size_t w = 0;
  for (std::size_t i = 0; i < points; ++i) {
    const uint128_t rank = total * (2 * i + 1) / (2 * points);
    while (passed <= rank) {
      if (w == weighted.size() || (v < values.size() && less(values[v], weighted[w].value))) {
        value = values[v++];
        passed += kQuantilePoints;
      } else {
        value = weighted[w].value;
        passed += weighted[w++].weight;
      }
    }
    take(value);
  }
}

std::size_t Quantile::serialized_bytes() const {
  if (count_ == 0) return kFormBytes;
  if (is_exact()) return kFormBytes + sizeof(std::uint16_t) + values_.size();
  return kFormBytes + sizeof(std::uint64_t) + kQuantilePoints * kValueBytes;
}

void Quantile::serialize(std::byte* to) {
  const auto put = [&to](auto value) {
    store_unaligned(to, value);
    to += sizeof(value);
  };
  sort();
  if (count_ == 0) {
    put(QuantileForm::empty);
  } else if (is_exact()) {
    put(QuantileForm::exact);
    put(static_cast<std::uint16_t>(count_));
    std::memcpy(to, values_.data(), values_.size());
  } else {
    put(QuantileForm::sketch);
    put(count_);
    for_each_even_rank(kQuantilePoints, put);
  }
}

std::optional<double> Quantile::quantile(double fraction) {
  LOCKSTEP_CHECK(fraction >= 0 && fraction <= 1, "a fraction");
  if (count_ == 0) return std::nullopt;
  sort();
  const std::size_t ranks = is_exact() ? values_.as<double>().size() : kQuantilePoints;
  const std::size_t rank = std::min(static_cast<std::size_t>(fraction * static_cast<double>(ranks)), ranks - 1);
  if (is_exact()) return values_.as<double>()[rank];
  double found = 0;
  std::size_t i = 0;
  for_each_even_rank(kQuantilePoints, [&](double value) {
    if (i++ == rank) found = value;
  });
  return found;
}

Result<Quantile> Quantile::parse(std::span<const std::byte> bytes, std::pmr::memory_resource* resource) {
  Quantile quantile(resource);
  if (bytes.empty()) return malformed("no bytes");
  const auto rest = bytes.subspan(kFormBytes);
  Status status;
  switch (static_cast<QuantileForm>(bytes.front())) {
    case QuantileForm::empty:
      if (!rest.empty()) return malformed("bytes follow the empty multiset");
      break;
    case QuantileForm::exact:
      status = quantile.read_exact(rest);
      break;
    case QuantileForm::sketch:
      status = quantile.read_sketch(rest);
      break;
    default:
      return malformed("unknown form");
  }
  if (!status) return std::unexpected(std::move(status.error()));
  return quantile;
}

Status Quantile::read_exact(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(std::uint16_t)) return malformed("the count is cut off");
  const std::size_t count = load_unaligned<std::uint16_t>(bytes.data());
  const auto values = bytes.subspan(sizeof(std::uint16_t));
  if (count == 0 || count > kQuantileMaxExact) return malformed("a count outside 1 … 2,048");
  if (values.size() != count * kValueBytes) return malformed("the values are cut off or bytes follow them");
  if (!ascend(values)) return malformed("values do not ascend");
  values_.reserve_more(values.size());
  for (std::size_t at = 0; at < values.size(); at += kValueBytes) add(load_unaligned<double>(values.data() + at));
  return {};
}

Status Quantile::read_sketch(std::span<const std::byte> bytes) {
  if (bytes.size() != sizeof(std::uint64_t) + kQuantilePoints * kValueBytes)
    return malformed("the sketch is cut off or bytes follow it");
  const auto count = load_unaligned<std::uint64_t>(bytes.data());
  const auto values = bytes.subspan(sizeof(std::uint64_t));
  if (count <= kQuantileMaxExact) return malformed("a sketch of 2,048 values or fewer");
  if (!ascend(values)) return malformed("points do not ascend");
  points_.reserve_more(kQuantilePoints * sizeof(Point));
  for (std::size_t at = 0; at < values.size(); at += kValueBytes) {
    points_.append_value(Point{normalised(load_unaligned<double>(values.data() + at)), count});
  }
  count_ = count;
  return {};
}

}  // namespace lockstep
