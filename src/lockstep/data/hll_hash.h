// The hash under which a byte string enters an `hll`: part of the contract, so that sketches of different writers can
// be joined.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

// FNV-1a over the bytes, 64 bits; then, because FNV leaves its high bits poorly mixed, the finaliser of splitmix64.
constexpr std::uint64_t hll_hash(std::string_view value) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : value) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
  return hash ^ hash >> 31;
}

}  // namespace lockstep
