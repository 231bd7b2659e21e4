#include "lockstep/scenario/bulkio/bulkio_subject.h"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <utility>

#include "lockstep/base/bytes.h"
#include "lockstep/base/check.h"
#include "lockstep/bulkio/lists.h"
#include "lockstep/bulkio/paged_output.h"
#include "lockstep/reference/bulkio/lists.h"
#include "lockstep/reference/bulkio/paged_input.h"
#include "lockstep/reference/bulkio/paged_output.h"

namespace lockstep::scenario {
namespace {

template <class T>
using WordOf = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

// Memory to memory, so that no bits pass through a floating-point register.
template <class T>
std::vector<T> values_of(const BulkioItem& item) {
  std::vector<T> values(item.words.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    store_unaligned(&values[i], static_cast<WordOf<T>>(item.words[i]));
  }
  return values;
}
template <class T>
BulkioItem item_of(BulkioType type, std::span<const T> values) {
  BulkioItem item{type, {}, {}};
  item.words.reserve(values.size());
  for (const T& value : values) item.words.push_back(load_unaligned<WordOf<T>>(&value));
  return item;
}

std::vector<std::string_view> texts_of(const BulkioItem& item) { return {item.strings.begin(), item.strings.end()}; }
std::vector<std::span<const std::byte>> spans_of(const BulkioItem& item) {
  std::vector<std::span<const std::byte>> spans;
  for (const std::string& bytes : item.strings) spans.push_back(as_byte_span(bytes));
  return spans;
}

// The call that a write stands for. Both sides have the same names, in namespaces of their own.
template <class Output>
Status write_item(Output& out, const BulkioItem& item) {
  switch (item.type) {
    case BulkioType::u8:
      return out.write_u8(static_cast<std::uint8_t>(item.words[0]));
    case BulkioType::i16:
      return out.write_i16(static_cast<std::int16_t>(item.words[0]));
    case BulkioType::i32:
      return out.write_i32(static_cast<std::int32_t>(item.words[0]));
    case BulkioType::i64:
      return out.write_i64(static_cast<std::int64_t>(item.words[0]));
    case BulkioType::f32:
      return out.write_f32(std::bit_cast<float>(static_cast<std::uint32_t>(item.words[0])));
    case BulkioType::f64:
      return out.write_f64(std::bit_cast<double>(item.words[0]));
    case BulkioType::f32_bits:
      return out.write_f32_bits(static_cast<std::uint32_t>(item.words[0]));
    case BulkioType::f64_bits:
      return out.write_f64_bits(item.words[0]);
    case BulkioType::bytes:
      return out.write_bytes(as_byte_span(item.strings[0]));
    case BulkioType::utf8:
      return out.write_utf8(item.strings[0]);
    case BulkioType::ints:
      return out.write_ints(values_of<std::int32_t>(item));
    case BulkioType::longs:
      return out.write_longs(values_of<std::int64_t>(item));
    case BulkioType::floats:
      return out.write_floats(values_of<float>(item));
    case BulkioType::doubles:
      return out.write_doubles(values_of<double>(item));
    case BulkioType::int_list:
      return write_int_list(out, values_of<std::int32_t>(item));
    case BulkioType::long_list:
      return write_long_list(out, values_of<std::int64_t>(item));
    case BulkioType::float_list:
      return write_float_list(out, values_of<float>(item));
    case BulkioType::double_list:
      return write_double_list(out, values_of<double>(item));
    case BulkioType::string_list:
      return write_string_list(out, texts_of(item));
    case BulkioType::bytes_list:
      return write_bytes_list(out, spans_of(item));
  }
  LOCKSTEP_CHECK(false, "the scenario is well formed");
  return {};
}

template <class T>
Result<BulkioItem> number_result(BulkioType type, const Result<T>& value) {
  if (!value) return std::unexpected(value.error());
  return item_of<T>(type, std::span(&*value, 1));
}
template <class T>
Result<BulkioItem> array_result(BulkioType type, const Result<std::pmr::vector<T>>& values) {
  if (!values) return std::unexpected(values.error());
  return item_of<T>(type, *values);
}
std::string text_of(const std::pmr::string& text) { return std::string(text); }
std::string text_of(const std::pmr::vector<std::byte>& bytes) { return std::string(as_text(bytes)); }
template <class Text>
Result<BulkioItem> text_result(BulkioType type, const Result<Text>& text) {
  if (!text) return std::unexpected(text.error());
  return BulkioItem{type, {}, {text_of(*text)}};
}
template <class Text>
Result<BulkioItem> texts_result(BulkioType type, const Result<std::pmr::vector<Text>>& texts) {
  if (!texts) return std::unexpected(texts.error());
  BulkioItem item{type, {}, {}};
  for (const Text& text : *texts) item.strings.push_back(text_of(text));
  return item;
}

template <class Input>
Result<BulkioItem> read_item(Input& in, BulkioType type, std::int64_t count, std::pmr::memory_resource* resource) {
  switch (type) {
    case BulkioType::u8:
      return number_result(type, in.read_u8());
    case BulkioType::i16:
      return number_result(type, in.read_i16());
    case BulkioType::i32:
      return number_result(type, in.read_i32());
    case BulkioType::i64:
      return number_result(type, in.read_i64());
    case BulkioType::f32:
      return number_result(type, in.read_f32());
    case BulkioType::f64:
      return number_result(type, in.read_f64());
    case BulkioType::bytes:
      return text_result(type, in.read_bytes(count, resource));
    case BulkioType::utf8:
      return text_result(type, in.read_utf8(resource));
    case BulkioType::ints:
      return array_result(type, in.read_ints(count, resource));
    case BulkioType::longs:
      return array_result(type, in.read_longs(count, resource));
    case BulkioType::floats:
      return array_result(type, in.read_floats(count, resource));
    case BulkioType::doubles:
      return array_result(type, in.read_doubles(count, resource));
    case BulkioType::int_list:
      return array_result(type, read_int_list(in, resource));
    case BulkioType::long_list:
      return array_result(type, read_long_list(in, resource));
    case BulkioType::float_list:
      return array_result(type, read_float_list(in, resource));
    case BulkioType::double_list:
      return array_result(type, read_double_list(in, resource));
    case BulkioType::string_list:
      return texts_result(type, read_string_list(in, resource));
    case BulkioType::bytes_list:
      return texts_result(type, read_bytes_list(in, resource));
    case BulkioType::f32_bits:
    case BulkioType::f64_bits:
      break;
  }
  LOCKSTEP_CHECK(false, "the scenario is well formed");
  return BulkioItem{};
}

template <class Input>
BulkioReadAnswer read_at(Input& in, const BulkioRead& read, std::pmr::memory_resource* resource) {
  if (Status status = in.seek(read.position); !status)
    return {std::unexpected(std::move(status).error()), in.position()};
  Result<BulkioItem> item = read_item(in, read.type, read.count, resource);
  return {std::move(item), in.position()};
}

class ReferenceStream final : public BulkioStream {
 public:
  ReferenceStream(std::uint64_t page_size, std::pmr::memory_resource* resource, std::uint64_t max_bytes)
      : out_(page_size, resource, max_bytes), resource_(resource) {}

  Status write(const BulkioItem& item) override { return write_item(out_, item); }
  Status seek(std::int64_t position) override { return out_.seek(position); }
  // Its pages are pieces of one vector: there is only one way to read it.
  BulkioReadAnswer read(const BulkioRead& read, BulkioBuffer) override {
    reference::PagedInput in(out_.bytes());
    return read_at(in, read, resource_);
  }
  [[nodiscard]] std::uint64_t position() const override { return out_.position(); }
  [[nodiscard]] std::uint64_t size() const override { return out_.size(); }
  [[nodiscard]] BulkioPages pages() const override {
    BulkioPages pages;
    for (const std::span<const std::byte> page : out_.pages()) pages.add(as_text(page));
    return pages;
  }

 private:
  reference::PagedOutput out_;
  std::pmr::memory_resource* resource_;
};

class BulkStream final : public BulkioStream {
 public:
  BulkStream(std::uint64_t page_size, std::pmr::memory_resource* resource, std::uint64_t max_bytes, BulkPolicy policy)
      : out_(page_size, resource, max_bytes, policy), resource_(resource), policy_(policy) {}

  Status write(const BulkioItem& item) override { return write_item(out_, item); }
  Status seek(std::int64_t position) override { return out_.seek(position); }
  BulkioReadAnswer read(const BulkioRead& read, BulkioBuffer buffer) override {
    if (buffer == BulkioBuffer::paged) {
      ByteReader in = out_.read_view();
      return read_at(in, read, resource_);
    }
    const BulkioPages whole = pages();
    ByteReader in(as_byte_span(whole.bytes), policy_);
    return read_at(in, read, resource_);
  }
  [[nodiscard]] std::uint64_t position() const override { return out_.position(); }
  [[nodiscard]] std::uint64_t size() const override { return out_.size(); }
  [[nodiscard]] BulkioPages pages() const override {
    BulkioPages pages;
    for (const PageView& page : out_.pages()) pages.add(as_text(page.bytes()));
    return pages;
  }

 private:
  PagedOutput out_;
  std::pmr::memory_resource* resource_;
  BulkPolicy policy_;
};

std::unique_ptr<BulkioStream> create_reference(std::uint64_t page_size, std::pmr::memory_resource* resource,
                                               std::uint64_t max_bytes) {
  return std::make_unique<ReferenceStream>(page_size, resource, max_bytes);
}
template <BulkPolicy (*policy)()>
std::unique_ptr<BulkioStream> create_bulk(std::uint64_t page_size, std::pmr::memory_resource* resource,
                                          std::uint64_t max_bytes) {
  return std::make_unique<BulkStream>(page_size, resource, max_bytes, policy());
}
BulkPolicy threshold_1() { return BulkPolicy::from(1); }

const std::array<BulkioSubject, 4> kBuiltIn = {{
    {"reference", &create_reference},
    {"bulk-pinot", &create_bulk<&BulkPolicy::pinot>},
    {"bulk-native", &create_bulk<&BulkPolicy::native>},
    {"bulk-threshold-1", &create_bulk<&threshold_1>},
}};

}  // namespace

std::span<const BulkioSubject> built_in_bulkio_subjects() { return kBuiltIn; }

const BulkioSubject* find_bulkio_subject(std::string_view name) {
  const auto found = std::ranges::find(kBuiltIn, name, &BulkioSubject::name);
  return found == kBuiltIn.end() ? nullptr : &*found;
}

}  // namespace lockstep::scenario
