#include "lockstep/scenario/bulkio/bulkio_bytes.h"

#include <algorithm>
#include <array>
#include <bit>

#include "lockstep/scenario/bytes_stream.h"

namespace lockstep::scenario {
namespace {

constexpr std::uint8_t kPoolByte = 192;      // value: from here on the pool
constexpr std::uint8_t kRawByte = 224;       // value: from here on raw
constexpr std::uint8_t kNoLimitBytes = 192;  // limit: below, none
constexpr std::uint8_t kSmallByte = 200;     // length, position: below, small
constexpr std::uint8_t kPageEdgeByte = 224;  // position: below, page edges
constexpr std::size_t kUsualOperations = 16;
constexpr std::uint8_t kShortLength = 24;  // length: below kSmallByte, modulo this

constexpr std::array<std::uint64_t, 16> kPageSizes = {1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 32, 64, 100, 128, 256, 512};

// Around the inline run, vectors of all widths and Pinot's thresholds.
constexpr std::array<std::uint32_t, 20> kLengths = {5,  7,  8,  9,  15, 16,  17,  24,  31,  32,
                                                    33, 40, 63, 64, 65, 127, 128, 129, 255, 257};

// As doubles and, their upper halves and lower halves, as floats and ints: NaNs of both kinds, infinities, zeros,
// denormals, extremes, bytes 0xff and 0x80.
constexpr std::array<std::uint64_t, 16> kPool = {
    0x7ff0000000000001, 0xfff0000000000001, 0x7ff8000000000000, 0xfff8123456789abc,
    0x7ff0000000000000, 0xfff0000000000000, 0x8000000000000000, 0xffffffffffffffff,
    0x7fffffffffffffff, 0x0102030405060708, 0x000000007f800001, 0x00000000ffc12345,
    0x000000007fc00000, 0x0000000080000000, 0x00000000ff800000, 0x00ff00ff00ff00ff,
};

enum class Action : std::uint8_t { first_write = 0, seek = kBulkioTypeCount, read, expect_state, expect_bytes, count };

// Actions beyond the last one are a second chance for what matters most.
constexpr std::array<std::uint8_t, 8> kSecondChances = {
    static_cast<std::uint8_t>(BulkioType::ints),   static_cast<std::uint8_t>(BulkioType::longs),
    static_cast<std::uint8_t>(BulkioType::floats), static_cast<std::uint8_t>(BulkioType::doubles),
    static_cast<std::uint8_t>(Action::seek),       static_cast<std::uint8_t>(Action::read),
    static_cast<std::uint8_t>(Action::read),       static_cast<std::uint8_t>(BulkioType::bytes),
};
constexpr unsigned kActionMask = 31;
static_assert(static_cast<unsigned>(Action::count) + kSecondChances.size() == kActionMask + 1);

// The three bits beside the action.
constexpr unsigned kModifierShift = 5;
constexpr unsigned kFailAllocOnly = 6;
constexpr unsigned kFlagsFollow = 7;
// The byte behind, where flags follow.
constexpr unsigned kFailAllocFlag = 1;
constexpr unsigned kErrorFlag = 2;
constexpr unsigned kValuesFlag = 4;

std::uint64_t mask_of(BulkioType type) {
  const std::size_t width = bulkio_width(type);
  return width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
}

// Fills what stands behind the first `given` values from them, by the rule that makes long arrays cheap to name.
template <class Values>
void derive_rest(Values& values, std::size_t given, std::uint64_t mask) {
  for (std::size_t i = given, base = 0; i < values.size(); ++i) {
    const std::uint64_t word = given == 0 ? 0 : static_cast<std::uint64_t>(values[base]);
    values[i] = static_cast<typename Values::value_type>((word ^ (i * 0x0101030509112141U)) & mask);
    if (++base >= given) base = 0;
  }
}

// How many values must be given, so that derive_rest gives the rest.
std::size_t given_of(const std::vector<std::uint64_t>& words, std::uint64_t mask) {
  constexpr std::size_t kMostGiven = 3;  // looked for; more is found by mutation only
  for (std::size_t given = 0; given <= std::min(kMostGiven, words.size()); ++given) {
    // The first one that would be derived tells most.
    std::vector<std::uint64_t> derived(words.begin(),
                                       words.begin() + static_cast<std::ptrdiff_t>(std::min(given + 1, words.size())));
    derive_rest(derived, given, mask);
    if (derived.size() > given && derived[given] != words[given]) continue;
    derived.resize(words.size());
    derive_rest(derived, given, mask);
    if (derived == words) return given;
  }
  return words.size();
}

class Decoder {
 public:
  explicit Decoder(std::span<const std::byte> body) : source_(body) {}

  BulkioScenario scenario() {
    const std::uint8_t size = source_.byte();
    scenario_.page_size =
        size < kRareCount ? kPageSizes[size % kPageSizes.size()] : source_.number() % kMaxBulkioPageSize + 1;
    if (source_.byte() >= kNoLimitBytes) scenario_.max_bytes = source_.number();
    scenario_.operations.reserve(kUsualOperations);
    while (!source_.at_end() && scenario_.operations.size() < kMaxBulkioOperations) {
      operation(scenario_.operations.emplace_back());
    }
    return std::move(scenario_);
  }

 private:
  void operation(BulkioOperation& operation) {
    const unsigned tag = source_.byte();
    const unsigned chosen = tag & kActionMask;
    const auto first_spare = static_cast<unsigned>(Action::count);
    const unsigned action = chosen < first_spare ? chosen : kSecondChances[chosen - first_spare];
    const unsigned modifier = tag >> kModifierShift;
    const bool is_call = action < static_cast<unsigned>(Action::expect_state);
    const unsigned flags = !is_call                     ? 0
                           : modifier == kFlagsFollow   ? source_.byte()
                           : modifier == kFailAllocOnly ? kFailAllocFlag
                                                        : 0;
    if ((flags & kFailAllocFlag) != 0) operation.fail_alloc = source_.number();
    if ((flags & kErrorFlag) != 0) {
      operation.expected_error = static_cast<ErrorCode>(source_.byte() % kErrorCodeCount);
    }
    switch (static_cast<Action>(action)) {
      case Action::seek:
        operation.action = BulkioSeek{position()};
        break;
      case Action::read:
        operation.action = read((flags & kValuesFlag) != 0 && !operation.expected_error);
        break;
      case Action::expect_state:
        operation.action = state();
        break;
      case Action::expect_bytes:
        operation.action = BulkioExpectBytes{string()};
        break;
      default:
        operation.action = BulkioWrite{item(static_cast<BulkioType>(action))};
    }
  }

  BulkioRead read(bool with_values) {
    BulkioRead read;
    read.position = position();
    read.type = static_cast<BulkioType>(source_.byte() % kBulkioTypeCount);
    if (read.type == BulkioType::f32_bits) read.type = BulkioType::ints;
    if (read.type == BulkioType::f64_bits) read.type = BulkioType::longs;
    if (takes_count(read.type)) {
      const std::uint8_t first = source_.byte();
      read.count = first < kRareCount ? static_cast<std::int64_t>(common_length(first))
                                      : std::bit_cast<std::int64_t>(source_.number());
    }
    if (with_values) read.expected = item(read.type);
    return read;
  }

  BulkioExpectState state() {
    const std::uint8_t flags = source_.byte();
    BulkioExpectState state;
    if ((flags & 1) != 0) state.position = source_.number();
    if ((flags & 2) != 0) state.size = source_.number();
    if ((flags & 4) != 0) state.pages = source_.number();
    return state;
  }

  std::int64_t position() {
    const std::uint8_t first = source_.byte();
    if (first < kSmallByte) return first;
    if (first >= kPageEdgeByte) return std::bit_cast<std::int64_t>(source_.number());
    const unsigned edge = first - kSmallByte;
    return static_cast<std::int64_t>(scenario_.page_size * (edge / 3)) + edge % 3 - 1;
  }

  BulkioItem item(BulkioType type) {
    BulkioItem item{type, {}, {}};
    if (is_single_number(type)) {
      item.words.push_back(value(bulkio_width(type), mask_of(type)));
    } else if (!is_textual(type)) {
      item.words = words(type);
    } else if (!is_list(type)) {
      item.strings.push_back(string());
    } else {
      item.strings.resize(length());
      for (std::string& member : item.strings) member = string();
    }
    return item;
  }

  std::string string() {
    std::string text(length(), '\0');
    const std::size_t given = std::min<std::size_t>(source_.number(), text.size());
    for (std::size_t i = 0; i < given; ++i) text[i] = static_cast<char>(value(1, 0xff));
    // As unsigned bytes, which the rule works on.
    std::span<unsigned char> bytes(reinterpret_cast<unsigned char*>(text.data()), text.size());
    derive_rest(bytes, given, 0xff);
    return text;
  }

  std::vector<std::uint64_t> words(BulkioType type) {
    const std::size_t width = bulkio_width(type);
    const std::uint64_t mask = mask_of(type);
    std::vector<std::uint64_t> words(length());
    const std::size_t given = std::min<std::size_t>(source_.number(), words.size());
    for (std::size_t i = 0; i < given; ++i) words[i] = value(width, mask);
    derive_rest(words, given, mask);
    return words;
  }

  std::uint64_t value(std::size_t width, std::uint64_t mask) {
    const std::uint8_t first = source_.byte();
    if (first < kPoolByte) return first;
    if (first < kRawByte) return kPool[(first - kPoolByte) % kPool.size()] & mask;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{source_.byte()} << (8 * i);
    return value;
  }

  static std::uint32_t common_length(std::uint8_t first) {
    if (first < kSmallByte) return first % kShortLength;
    return kLengths[(first - kSmallByte) % kLengths.size()];
  }

  // Charged to the scenario's budget.
  std::size_t length() {
    const std::uint8_t first = source_.byte();
    const auto wanted = first < kRareCount ? common_length(first)
                                           : static_cast<std::uint32_t>(source_.number() % (kMaxBulkioLength + 1));
    const auto granted = std::min<std::uint64_t>(wanted, budget_);
    budget_ -= granted;
    return static_cast<std::size_t>(granted);
  }

  ByteSource source_;
  BulkioScenario scenario_;
  std::uint64_t budget_ = kMaxBulkioValues;
};

class Encoder {
 public:
  void scenario(const BulkioScenario& scenario) {
    sink_.byte(std::to_integer<std::uint64_t>(kBulkioFirstByte));
    const auto usual = std::ranges::find(kPageSizes, scenario.page_size);
    if (usual != kPageSizes.end()) {
      sink_.byte(static_cast<std::uint64_t>(usual - kPageSizes.begin()));
    } else {
      sink_.byte(kRareCount);
      sink_.number(scenario.page_size - 1);
    }
    sink_.byte(scenario.max_bytes ? kNoLimitBytes : 0);
    if (scenario.max_bytes) sink_.number(*scenario.max_bytes);
    sink_.require_at_most("operations", scenario.operations.size(), kMaxBulkioOperations);
    for (const BulkioOperation& each : scenario.operations) operation(each);
    sink_.require_at_most("values in all", values_, kMaxBulkioValues);
  }

  ByteSink& sink() { return sink_; }

 private:
  void operation(const BulkioOperation& operation) {
    const auto* const read = std::get_if<BulkioRead>(&operation.action);
    const bool values = read != nullptr && read->expected;
    const unsigned flags = (operation.fail_alloc != 0 ? kFailAllocFlag : 0) |
                           (operation.expected_error ? kErrorFlag : 0) | (values ? kValuesFlag : 0);
    const unsigned modifier = flags == 0 ? 0 : flags == kFailAllocFlag ? kFailAllocOnly : kFlagsFollow;
    sink_.byte(action_of(operation) | modifier << kModifierShift);
    if (modifier == kFlagsFollow) sink_.byte(flags);
    if (operation.fail_alloc != 0) sink_.number(operation.fail_alloc);
    if (operation.expected_error) sink_.byte(static_cast<std::uint64_t>(*operation.expected_error));
    std::visit([this](const auto& action) { put(action); }, operation.action);
  }

  static unsigned action_of(const BulkioOperation& operation) {
    if (const auto* write = std::get_if<BulkioWrite>(&operation.action)) return static_cast<unsigned>(write->item.type);
    return static_cast<unsigned>(Action::seek) + static_cast<unsigned>(operation.action.index()) - 1;
  }

  void put(const BulkioWrite& write) { item(write.item); }
  void put(const BulkioSeek& seek) { position(seek.position); }
  void put(const BulkioRead& read) {
    position(read.position);
    sink_.byte(static_cast<std::uint64_t>(read.type));
    if (takes_count(read.type)) {
      const bool is_short = read.count >= 0 && read.count < kShortLength;
      sink_.byte(is_short ? static_cast<std::uint64_t>(read.count) : kRareCount);
      if (!is_short) sink_.number(std::bit_cast<std::uint64_t>(read.count));
    }
    if (read.expected) item(*read.expected);
  }
  void put(const BulkioExpectState& state) {
    sink_.byte((state.position ? 1U : 0U) | (state.size ? 2U : 0U) | (state.pages ? 4U : 0U));
    for (const std::optional<std::uint64_t>& value : {state.position, state.size, state.pages}) {
      if (value) sink_.number(*value);
    }
  }
  void put(const BulkioExpectBytes& expected) { string(expected.bytes); }

  void position(std::int64_t position) {
    if (position >= 0 && position < kSmallByte) return sink_.byte(static_cast<std::uint64_t>(position));
    sink_.byte(kPageEdgeByte);
    sink_.number(std::bit_cast<std::uint64_t>(position));
  }

  void item(const BulkioItem& item) {
    if (is_single_number(item.type)) return value(item.type, item.words[0]);
    if (!is_textual(item.type)) return words(item.type, item.words);
    if (is_list(item.type)) length(item.strings.size());
    for (const std::string& member : item.strings) string(member);
  }

  void string(std::string_view text) {
    std::vector<std::uint64_t> bytes(text.size());
    std::ranges::transform(text, bytes.begin(), [](char c) { return static_cast<unsigned char>(c); });
    words(BulkioType::bytes, bytes);
  }

  void words(BulkioType type, const std::vector<std::uint64_t>& words) {
    length(words.size());
    const std::size_t given = given_of(words, mask_of(type));
    sink_.number(given);
    for (std::size_t i = 0; i < given; ++i) value(type, words[i]);
  }

  void value(BulkioType type, std::uint64_t word) {
    if (word < kPoolByte) return sink_.byte(word);
    const auto pooled = std::ranges::find(kPool, word);
    if (pooled != kPool.end()) return sink_.byte(kPoolByte + static_cast<std::uint64_t>(pooled - kPool.begin()));
    sink_.byte(kRawByte);
    for (std::size_t i = 0; i < bulkio_width(type); ++i) sink_.byte((word >> (8 * i)) & 0xff);
  }

  void length(std::size_t length) {
    values_ += length;
    sink_.require_at_most("values of one call", length, kMaxBulkioLength);
    if (length < kShortLength) return sink_.byte(length);
    const auto named = std::ranges::find(kLengths, length);
    if (named != kLengths.end()) return sink_.byte(kSmallByte + static_cast<std::uint64_t>(named - kLengths.begin()));
    sink_.byte(kRareCount);
    sink_.number(length);
  }

  ByteSink sink_;
  std::uint64_t values_ = 0;
};

}  // namespace

BulkioScenario decode_bulkio(std::span<const std::byte> body) { return Decoder(body).scenario(); }

Result<std::vector<std::byte>> encode_bulkio(const BulkioScenario& scenario) {
  if (Status status = check_well_formed(scenario); !status) return std::unexpected(std::move(status.error()));
  Encoder encoder;
  encoder.scenario(scenario);
  if (!encoder.sink().exceeded().empty())
    return fail(ErrorCode::invalid_argument, "encode: " + encoder.sink().exceeded());
  return encoder.sink().take();
}

}  // namespace lockstep::scenario
