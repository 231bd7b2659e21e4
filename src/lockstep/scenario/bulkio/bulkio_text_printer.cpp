#include <bit>

#include "lockstep/scenario/bulkio/bulkio_text.h"
#include "lockstep/scenario/float_text.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string print_word(BulkioType type, std::uint64_t word) {
  switch (type) {
    case BulkioType::u8:
      return std::to_string(word);
    case BulkioType::i16:
      return std::to_string(static_cast<std::int16_t>(word));
    case BulkioType::i32:
    case BulkioType::ints:
    case BulkioType::int_list:
      return std::to_string(static_cast<std::int32_t>(word));
    case BulkioType::f32:
    case BulkioType::f32_bits:
    case BulkioType::floats:
    case BulkioType::float_list:
      return print_float32(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
    case BulkioType::f64:
    case BulkioType::f64_bits:
    case BulkioType::doubles:
    case BulkioType::double_list:
      return print_float64(std::bit_cast<double>(word));
    default:
      return std::to_string(static_cast<std::int64_t>(word));
  }
}

std::string print_hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!text.empty()) text += ' ';
    text += kHexDigits[byte >> 4];
    text += kHexDigits[byte & 15];
  }
  return text;
}

std::string print_type(BulkioType type) { return (is_list(type) ? "list " : "") + std::string(bulkio_type_name(type)); }

std::string with_blank(const std::string& text) { return text.empty() ? text : " " + text; }

std::string print(const BulkioWrite& write) {
  return (is_list(write.item.type) ? "" : "write ") + print_type(write.item.type) +
         with_blank(print_bulkio_values(write.item));
}
std::string print(const BulkioSeek& seek) { return "seek " + std::to_string(seek.position); }
std::string print(const BulkioRead& read) {
  std::string text = "read " + std::to_string(read.position) + " " + print_type(read.type);
  if (takes_count(read.type)) text += " " + std::to_string(read.count);
  return text;
}
std::string print(const BulkioExpectState& state) {
  std::string text = "expect";
  if (state.position) text += " position " + std::to_string(*state.position);
  if (state.size) text += " size " + std::to_string(*state.size);
  if (state.pages) text += " pages " + std::to_string(*state.pages);
  return text;
}
std::string print(const BulkioExpectBytes& expected) { return "expect bytes" + with_blank(print_hex(expected.bytes)); }

}  // namespace

std::string print_bulkio_values(const BulkioItem& item) {
  if (item.type == BulkioType::bytes) return print_hex(item.strings[0]);
  std::string text;
  const auto add = [&text](const std::string& value) { text += text.empty() ? value : " " + value; };
  for (const std::uint64_t word : item.words) add(print_word(item.type, word));
  for (const std::string& string : item.strings) add(quote(string));
  return text;
}

std::string print_bulkio_operation(const BulkioOperation& operation) {
  return std::visit([](const auto& action) { return print(action); }, operation.action);
}

std::string print_bulkio_text(const BulkioScenario& scenario) {
  std::string text = "bulkio v1\npage " + std::to_string(scenario.page_size) + "\n";
  if (scenario.max_bytes) text += "max " + std::to_string(*scenario.max_bytes) + "\n";
  for (const BulkioOperation& operation : scenario.operations) {
    if (operation.fail_alloc != 0) text += "fail_alloc " + std::to_string(operation.fail_alloc) + "\n";
    text += print_bulkio_operation(operation);
    if (operation.expected_error) text += " -> " + std::string(error_code_name(*operation.expected_error));
    const auto* read = std::get_if<BulkioRead>(&operation.action);
    if (read != nullptr && read->expected) text += " ->" + with_blank(print_bulkio_values(*read->expected));
    text += '\n';
  }
  return text;
}

}  // namespace lockstep::scenario
