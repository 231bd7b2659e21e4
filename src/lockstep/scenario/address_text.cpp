#include "lockstep/scenario/address_text.h"

#include <arpa/inet.h>

#include <array>
#include <cstddef>

#include "lockstep/base/check.h"

namespace lockstep::scenario {
namespace {

// Big-endian, as the network functions have it.
template <class Number>
using NetworkBytes = std::array<unsigned char, sizeof(Number)>;

template <class Number>
Number parse_address(LineCursor& cursor, int family, std::string_view expected) {
  const std::size_t start = cursor.skip_blanks();
  const std::string text(cursor.word());
  NetworkBytes<Number> bytes{};
  if (inet_pton(family, text.c_str(), bytes.data()) != 1) {
    cursor.expected_at(start, expected);
    return 0;
  }
  Number number = 0;
  for (const unsigned char byte : bytes) number = static_cast<Number>(number << 8 | byte);
  return number;
}

template <class Number>
std::string print_address(int family, Number number) {
  NetworkBytes<Number> bytes{};
  for (std::size_t i = bytes.size(); i-- > 0; number >>= 8) bytes[i] = static_cast<unsigned char>(number & 0xff);
  std::array<char, INET6_ADDRSTRLEN> text{};
  LOCKSTEP_CHECK(inet_ntop(family, bytes.data(), text.data(), text.size()) != nullptr, "every address has a text");
  return text.data();
}

}  // namespace

std::uint32_t parse_ipv4(LineCursor& cursor) {
  return parse_address<std::uint32_t>(cursor, AF_INET, "an address such as 10.0.0.1");
}
uint128_t parse_ipv6(LineCursor& cursor) {
  return parse_address<uint128_t>(cursor, AF_INET6, "an address such as 2001:db8::1");
}
std::string print_ipv4(std::uint32_t address) { return print_address(AF_INET, address); }
std::string print_ipv6(uint128_t address) { return print_address(AF_INET6, address); }

}  // namespace lockstep::scenario
