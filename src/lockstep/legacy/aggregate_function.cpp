#include "lockstep/legacy/aggregate_function.h"

#include <algorithm>
#include <bit>
#include <new>
#include <string>

#include "lockstep/aggregate/bitmap.h"
#include "lockstep/aggregate/hll.h"
#include "lockstep/aggregate/quantile.h"
#include "lockstep/data/aggregate.h"
#include "lockstep/legacy/physical_value.h"

namespace lockstep::legacy {
namespace {

using Bytes = std::span<const std::byte>;

// What an add needs to know beside the value.
struct AddContext {
  const int256_t& decimal_limit;  // 10^p for decimal(p,s), else 0
  std::uint64_t& sum_overflows;
};

template <class T>
Bytes bytes_of(const T& value) {
  return std::as_bytes(std::span<const T, 1>(&value, 1));
}

// True if it had to wrap.
template <class T>
bool wrapping_add(T& sum, const T& value) {
  if constexpr (std::is_same_v<T, int256_t>) {
    return add_overflow(sum, value);
  } else {
    return __builtin_add_overflow(sum, value, &sum);
  }
}

// Integers and decimals: wraps, and says so.
template <class T>
class SumState {
 public:
  explicit SumState(std::pmr::memory_resource*) {}

  void add(const Column& from, std::size_t row, const AddContext& context) {
    if (from.is_null(row)) return;
    const T value = read_value<T>(from, row);
    if (!std::exchange(any_, true)) {
      sum_ = value;
      return;
    }
    bool overflow = wrapping_add(sum_, value);
    if (const int256_t& limit = context.decimal_limit; limit != 0) {
      overflow |= int256_t(sum_) >= limit || int256_t(sum_) <= -limit;
    }
    context.sum_overflows += overflow ? 1 : 0;
  }
  [[nodiscard]] std::optional<Bytes> result(Buffer&) const {
    return any_ ? std::optional(bytes_of(sum_)) : std::nullopt;
  }

 private:
  T sum_ = 0;
  bool any_ = false;
};

// The quiet NaN without payload: 7fc00000, 7ff8000000000000.
template <class T>
constexpr T canonical_nan() {
  if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
    return std::bit_cast<T>(std::uint32_t{0x7fc00000});
  } else {
    return std::bit_cast<T>(std::uint64_t{0x7ff8000000000000});
  }
}

// Floats: a lone value keeps its bits; a NaN that was added up is the canonical one.
template <class T>
  requires std::is_floating_point_v<T>
class SumState<T> {
 public:
  explicit SumState(std::pmr::memory_resource*) {}

  void add(const Column& from, std::size_t row, const AddContext&) {
    if (from.is_null(row)) return;
    const T value = read_value<T>(from, row);
    if (!std::exchange(any_, true)) {
      sum_ = value;
      return;
    }
    sum_ += value;
    if (sum_ != sum_) sum_ = canonical_nan<T>();
  }
  [[nodiscard]] std::optional<Bytes> result(Buffer&) const {
    return any_ ? std::optional(bytes_of(sum_)) : std::nullopt;
  }

 private:
  T sum_ = 0;
  bool any_ = false;
};

enum class Extreme : std::uint8_t { smallest, largest };

// min and max: the first of the values that tie.
template <class T, Extreme extreme>
class ExtremeState {
 public:
  explicit ExtremeState(std::pmr::memory_resource*) {}

  void add(const Column& from, std::size_t row, const AddContext&) {
    if (from.is_null(row)) return;
    const T value = read_value<T>(from, row);
    if (std::exchange(any_, true)) {
      const int order = compare_values(value, value_);
      if (extreme == Extreme::smallest ? order >= 0 : order <= 0) return;
    }
    value_ = value;
  }
  [[nodiscard]] std::optional<Bytes> result(Buffer&) const {
    return any_ ? std::optional(bytes_of(value_)) : std::nullopt;
  }

 private:
  T value_{};
  bool any_ = false;
};

template <Extreme extreme>
class ExtremeState<std::string_view, extreme> {
 public:
  explicit ExtremeState(std::pmr::memory_resource* resource) : value_(resource) {}

  void add(const Column& from, std::size_t row, const AddContext&) {
    if (from.is_null(row)) return;
    const std::string_view value = from.text(row);
    if (any_) {
      const int order = compare_values(value, std::string_view(value_));
      if (extreme == Extreme::smallest ? order >= 0 : order <= 0) return;
    }
    value_ = value;
    any_ = true;
  }
  [[nodiscard]] std::optional<Bytes> result(Buffer&) const {
    return any_ ? std::optional(as_byte_span(value_)) : std::nullopt;
  }

 private:
  std::pmr::string value_;
  bool any_ = false;
};

// The last value, of any type, as bytes: a string keeps up to 15 of them in place.
template <bool skip_nulls>
class ReplaceState {
 public:
  explicit ReplaceState(std::pmr::memory_resource* resource) : value_(resource) {}

  void add(const Column& from, std::size_t row, const AddContext&) {
    if (from.is_null(row)) {
      if (!skip_nulls) any_ = false;
      return;
    }
    value_ = from.text(row);
    any_ = true;
  }
  [[nodiscard]] std::optional<Bytes> result(Buffer&) const {
    return any_ ? std::optional(as_byte_span(value_)) : std::nullopt;
  }

 private:
  std::pmr::string value_;
  bool any_ = false;
};

// Set is Bitmap, Hll or Quantile.
template <class Set>
class UnionState {
 public:
  explicit UnionState(std::pmr::memory_resource* resource) : resource_(resource) {}

  void add(const Column& from, std::size_t row, const AddContext&) {
    if (from.is_null(row)) return;
    Result<Set> set = Set::parse(from.value(row), resource_);
    LOCKSTEP_CHECK(set.has_value(), "stored sets are valid");
    if (union_) {
      union_->merge(*set);
    } else {
      union_.emplace(std::move(*set));
    }
  }
  [[nodiscard]] std::optional<Bytes> result(Buffer& scratch) {
    if (!union_) return std::nullopt;
    scratch.resize_uninitialized(union_->serialized_bytes());
    union_->serialize(scratch.data());
    return scratch.bytes();
  }

 private:
  std::pmr::memory_resource* resource_;
  std::optional<Set> union_;
};

// A function is its state's type.
template <class State>
class FunctionOf final : public AggregateFunction {
  static_assert(alignof(State) <= StateLayout::kStateAlignment);

 public:
  explicit FunctionOf(Type type) {
    if (type.kind == TypeKind::decimal) decimal_limit_ = power_of_ten_256(type.precision);
  }

  [[nodiscard]] std::size_t state_bytes() const override { return sizeof(State); }
  void create(std::byte* state, std::pmr::memory_resource* resource) const override { new (state) State(resource); }
  void destroy(std::byte* state) const noexcept override { at(state)->~State(); }
  void add(std::byte* state, const Column& from, std::size_t row, std::uint64_t& sum_overflows) const override {
    at(state)->add(from, row, AddContext{decimal_limit_, sum_overflows});
  }
  [[nodiscard]] std::optional<Bytes> result(std::byte* state, Buffer& scratch) const override {
    return at(state)->result(scratch);
  }

 private:
  static State* at(std::byte* state) { return std::launder(reinterpret_cast<State*>(state)); }

  int256_t decimal_limit_ = 0;
};

// A custom aggregate behind the same interface; the slot holds the pointer to its state.
class CustomFunction final : public AggregateFunction {
 public:
  explicit CustomFunction(const ColumnSchema& column)
      : type_(column.type), nullable_(column.nullable), aggregate_(*find_aggregate(column.custom)) {}

  [[nodiscard]] std::size_t state_bytes() const override { return sizeof(Slot); }
  void create(std::byte* state, std::pmr::memory_resource* resource) const override {
    new (state) Slot{aggregate_.create(resource), resource};
  }
  void destroy(std::byte* state) const noexcept override { aggregate_.destroy(at(state)->state, at(state)->resource); }
  void add(std::byte* state, const Column& from, std::size_t row, std::uint64_t&) const override {
    at(state)->state->add(from, row);
  }
  [[nodiscard]] std::optional<Bytes> result(std::byte* state, Buffer& scratch) const override {
    Column result(type_, nullable_, at(state)->resource);
    at(state)->state->finish(result);
    LOCKSTEP_CHECK(result.size() == 1, "a custom aggregate finishes with one row");
    if (result.is_null(0)) return std::nullopt;
    scratch.resize_uninitialized(result.value(0).size());
    std::ranges::copy(result.value(0), scratch.data());
    return scratch.bytes();
  }

 private:
  struct Slot {
    AggregateState* state;
    std::pmr::memory_resource* resource;
  };
  static Slot* at(std::byte* state) { return std::launder(reinterpret_cast<Slot*>(state)); }

  Type type_;
  bool nullable_;
  const Aggregate& aggregate_;
};

using FunctionPointer = std::shared_ptr<const AggregateFunction>;

template <class State>
FunctionPointer make(Type type, std::pmr::memory_resource* resource) {
  using Function = FunctionOf<State>;
  return std::allocate_shared<Function>(std::pmr::polymorphic_allocator<Function>(resource), type);
}

template <class T>
concept Unsigned = std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::uint32_t> || std::is_same_v<T, uint128_t>;

}  // namespace

FunctionPointer make_aggregate_function(const ColumnSchema& column, std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(aggregation_accepts(column.aggregation, column.type), "the schema was validated");
  const Type type = column.type;
  const auto typed = [&](auto make_typed) { return visit_physical(type.physical(), make_typed); };
  switch (column.aggregation) {
    case Aggregation::sum:
      return typed([&]<class T>() -> FunctionPointer {
        if constexpr (std::is_same_v<T, std::string_view> || Unsigned<T>) {
          LOCKSTEP_CHECK(false, "booleans, addresses and bytes have no sum");
        } else {
          return make<SumState<T>>(type, resource);
        }
      });
    case Aggregation::min:
      return typed([&]<class T>() { return make<ExtremeState<T, Extreme::smallest>>(type, resource); });
    case Aggregation::max:
      return typed([&]<class T>() { return make<ExtremeState<T, Extreme::largest>>(type, resource); });
    case Aggregation::replace:
      return make<ReplaceState<false>>(type, resource);
    case Aggregation::replace_if_not_null:
      return make<ReplaceState<true>>(type, resource);
    case Aggregation::bitmap_union:
      return make<UnionState<Bitmap>>(type, resource);
    case Aggregation::hll_union:
      return make<UnionState<Hll>>(type, resource);
    case Aggregation::quantile_union:
      return make<UnionState<Quantile>>(type, resource);
    case Aggregation::custom:
      return std::allocate_shared<CustomFunction>(std::pmr::polymorphic_allocator<CustomFunction>(resource), column);
    case Aggregation::none:
      break;
  }
  LOCKSTEP_CHECK(false, "a value column of the agg model has an aggregation");
}

}  // namespace lockstep::legacy
