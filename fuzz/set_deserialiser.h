// What the deserialisers of bitmap, hll and quantile are held to: any bytes either are refused, by the fast side and
// the reference alike, or come to the same canonical bytes on both, and so do their unions.
//
// An input is two values: a little-endian uint16, the first one's length, then the first, then the second; where the
// input is shorter than the length says, the second one is empty.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lockstep/base/bytes.h"
#include "lockstep/base/error.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::fuzz {

using Bytes = std::span<const std::byte>;

// Fast is the fast side's class; parse and serialize are the reference's functions for the same type.
template <class Fast, class Slow, Result<Slow> (*parse)(Bytes, std::pmr::memory_resource*),
          std::pmr::string (*serialize)(const Slow&, std::pmr::memory_resource*)>
class SetDeserialiser {
 public:
  // Aborts, having said what went wrong, if the two sides differ. look(value) may ask more of each valid value.
  template <class Look>
  static void check(Bytes input, Look look) {
    if (input.size() < sizeof(std::uint16_t)) return;
    const std::size_t length = load_unaligned<std::uint16_t>(input.data());
    const Bytes values = input.subspan(sizeof(std::uint16_t));
    const Bytes a = values.first(std::min(length, values.size()));
    const Bytes b = values.subspan(a.size());

    const auto canonical_a = check_value(a, look);
    const auto canonical_b = check_value(b, look);
    if (canonical_a) check_union(a, a, look);
    if (canonical_a && canonical_b) {
      const std::string united = check_union(a, b, look);
      expect(united == check_union(b, a, look), a, b, "the union depends on the order");
    }
  }

 private:
  static std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

  static void expect(bool holds, Bytes a, Bytes b, std::string_view what) {
    if (holds) return;
    std::cerr << "---- " << what << "\nfirst  raw(" << scenario::quote(as_text(a)) << ")\nsecond raw("
              << scenario::quote(as_text(b)) << ")\n";
    std::abort();
  }

  static std::string serialized(Fast& value) {
    std::string bytes(value.serialized_bytes(), '\0');
    value.serialize(reinterpret_cast<std::byte*>(bytes.data()));
    return bytes;
  }

  // The canonical bytes; nullopt if both sides refuse the value.
  template <class Look>
  static std::optional<std::string> check_value(Bytes value, Look look) {
    auto fast = Fast::parse(value, heap());
    const auto slow = parse(value, heap());
    expect(fast.has_value() == slow.has_value(), value, {}, "one side refuses the first");
    if (!fast) {
      expect(fast.error().code == ErrorCode::malformed_value && slow.error().code == ErrorCode::malformed_value, value,
             {}, "refused with another code than malformed_value");
      return std::nullopt;
    }
    std::string canonical = serialized(*fast);
    expect(canonical == std::string_view(serialize(*slow, heap())), value, {},
           "other canonical bytes than the reference");
    auto again = Fast::parse(as_byte_span(canonical), heap());
    expect(again.has_value() && serialized(*again) == canonical, value, {}, "canonical bytes do not round-trip");
    look(*again);
    return canonical;
  }

  // Both are valid.
  template <class Look>
  static std::string check_union(Bytes a, Bytes b, Look look) {
    auto fast = Fast::parse(a, heap());
    fast->merge(*Fast::parse(b, heap()));
    auto slow = parse(a, heap());
    slow->unite(*parse(b, heap()));
    std::string united = serialized(*fast);
    expect(united == std::string_view(serialize(*slow, heap())), a, b, "another union than the reference's");
    look(*fast);
    return united;
  }
};

}  // namespace lockstep::fuzz
