#include "damage.h"

#include <algorithm>

namespace lockstep::props {

std::string damaged(std::string bytes, Random& random) {
  switch (random.below(4)) {
    case 0:
      bytes.resize(random.below(bytes.size()));
      break;
    case 1:
      bytes.push_back(static_cast<char>(random.below(256)));
      break;
    case 2: {
      // Near the front, where counts and forms stand.
      char& byte = bytes[random.below(std::min<std::size_t>(bytes.size(), 32))];
      byte = static_cast<char>(static_cast<unsigned char>(byte) ^ 1u << random.below(8));
      break;
    }
    default:
      bytes.assign(random.below(12), static_cast<char>(random.below(256)));
  }
  return bytes;
}

}  // namespace lockstep::props
