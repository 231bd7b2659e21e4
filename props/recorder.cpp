#include "recorder.h"

#include <string>

#include "lockstep/base/check.h"

namespace lockstep::props {

// The last value, its bytes turned over by a running hash of all before and of itself.
class Recorder::State final : public AggregateState {
 public:
  State(const Recorder& recorder, std::pmr::memory_resource* resource) : recorder_(recorder), value_(resource) {}

  void add(const Column& column, std::size_t row) override {
    recorder_.called(Call::add);
    if (column.is_null(row)) return mix(1);
    value_ = column.text(row);
    has_value_ = true;
    mix(2);
    for (const char byte : value_) mix(static_cast<unsigned char>(byte));
  }

  void merge(AggregateState& other) override {
    recorder_.called(Call::merge);
    auto& from = static_cast<State&>(other);
    mix(from.hash_);
    if (!from.has_value_) return;
    value_ = from.value_;
    has_value_ = true;
  }

  [[nodiscard]] std::size_t finished_bytes() const override { return has_value_ ? value_.size() : 0; }

  void finish(Column& to) override {
    recorder_.called(Call::finish);
    if (!has_value_) return to.append_null();
    for (char& byte : value_) {
      mix(3);
      byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (hash_ >> 56));
    }
    to.append_text(value_);
  }

 private:
  void mix(std::uint64_t word) { hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15u; }

  const Recorder& recorder_;
  std::pmr::string value_;
  std::uint64_t hash_ = 1;
  bool has_value_ = false;
};

Recorder& Recorder::instance() {
  static Recorder& kInstance = [] -> Recorder& {
    auto recorder = std::make_unique<Recorder>();
    Recorder& reference = *recorder;
    LOCKSTEP_CHECK(register_aggregate("recorder", std::move(recorder)), "the name is free");
    return reference;
  }();
  return kInstance;
}

void Recorder::arm(Call call, std::uint64_t n) const {
  calls_ = {};
  armed_ = call;
  fail_at_ = n;
  failed_ = false;
  created_ = destroyed_ = 0;
}

bool Recorder::accepts(Type type) const {
  switch (type.kind) {
    case TypeKind::int8:
    case TypeKind::int16:
    case TypeKind::int32:
    case TypeKind::int64:
    case TypeKind::int128:
    case TypeKind::ipv4:
    case TypeKind::ipv6:
    case TypeKind::string:
      return true;
    default:
      return false;
  }
}

AggregateState* Recorder::create(std::pmr::memory_resource* resource) const {
  called(Call::create);
  auto* const state = std::pmr::polymorphic_allocator<>(resource).new_object<State>(*this, resource);
  ++created_;
  return state;
}

void Recorder::destroy(AggregateState* state, std::pmr::memory_resource* resource) const noexcept {
  ++destroyed_;
  std::pmr::polymorphic_allocator<>(resource).delete_object(static_cast<State*>(state));
}

void Recorder::called(Call call) const {
  const std::uint64_t count = ++calls_[static_cast<std::size_t>(call)];
  if (call != armed_ || count != fail_at_) return;
  failed_ = true;
  throw RecorderFailure();
}

}  // namespace lockstep::props
