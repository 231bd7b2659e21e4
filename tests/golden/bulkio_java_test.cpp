// What the JDK wrote (java/GoldenVectors.java says how; bulkio_java.txt is its output) is what both sides write and
// read.
#include <gtest/gtest.h>

#include <charconv>
#include <cstring>
#include <fstream>
#include <memory_resource>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/bulkio/byte_reader.h"
#include "lockstep/bulkio/paged_output.h"
#include "lockstep/reference/bulkio/paged_input.h"
#include "lockstep/reference/bulkio/paged_output.h"

namespace lockstep {
namespace {

struct Vector {
  std::string writer;
  std::string type;
  std::vector<std::uint64_t> bits;
  std::string bytes;  // hexadecimal
};

std::vector<Vector> golden_vectors() {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/golden/bulkio_java.txt");
  std::vector<Vector> vectors;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Vector vector;
    words >> vector.writer >> vector.type;
    for (std::string word; words >> word && word != "=";) {
      std::uint64_t bits = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), bits, 16);
      EXPECT_TRUE(error == std::errc() && end == word.data() + word.size()) << line;
      vector.bits.push_back(bits);
    }
    words >> vector.bytes;
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

std::string hex(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[static_cast<std::size_t>(byte) / 16];
    text += kDigits[static_cast<std::size_t>(byte) % 16];
  }
  return text;
}

// The values with these bits, which take no way through floating-point arithmetic.
template <class T, class Word>
std::vector<T> values_of(const Vector& vector) {
  std::vector<T> values(vector.bits.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto word = static_cast<Word>(vector.bits[i]);
    std::memcpy(&values[i], &word, sizeof(Word));
  }
  return values;
}

template <class Output>
Status write(Output& out, const Vector& vector) {
  const bool single = vector.writer == "single";
  const auto each = [&out](const auto& values, auto write_one) -> Status {
    for (const auto value : values) {
      if (Status status = (out.*write_one)(value); !status) return status;
    }
    return {};
  };
  if (vector.type == "int") {
    const auto values = values_of<std::int32_t, std::uint32_t>(vector);
    return single ? each(values, &Output::write_i32) : out.write_ints(values);
  }
  if (vector.type == "long") {
    const auto values = values_of<std::int64_t, std::uint64_t>(vector);
    return single ? each(values, &Output::write_i64) : out.write_longs(values);
  }
  if (vector.type == "float") {
    const auto values = values_of<float, std::uint32_t>(vector);
    return single ? each(values, &Output::write_f32) : out.write_floats(values);
  }
  const auto values = values_of<double, std::uint64_t>(vector);
  return single ? each(values, &Output::write_f64) : out.write_doubles(values);
}

template <class T, class Word>
std::vector<std::uint64_t> bits_of(const Result<std::pmr::vector<T>>& values) {
  std::vector<std::uint64_t> bits;
  for (const T& value : *values) {
    Word word;
    std::memcpy(&word, &value, sizeof(Word));
    bits.push_back(word);
  }
  return bits;
}

template <class Input>
std::vector<std::uint64_t> read(Input& in, const Vector& vector) {
  const auto count = static_cast<std::int64_t>(vector.bits.size());
  std::pmr::memory_resource* const heap = std::pmr::new_delete_resource();
  if (vector.type == "int") return bits_of<std::int32_t, std::uint32_t>(in.read_ints(count, heap));
  if (vector.type == "long") return bits_of<std::int64_t, std::uint64_t>(in.read_longs(count, heap));
  if (vector.type == "float") return bits_of<float, std::uint32_t>(in.read_floats(count, heap));
  return bits_of<double, std::uint64_t>(in.read_doubles(count, heap));
}

TEST(BulkioJava, TheVectorsAreThere) {
  const std::vector<Vector> vectors = golden_vectors();
  EXPECT_EQ(vectors.size(), 144U) << "3 writers, 4 types, the edges and 11 lengths";
  for (const Vector& vector : vectors) {
    EXPECT_FALSE(vector.bits.empty());
    EXPECT_EQ(vector.bytes.size(), vector.bits.size() * (vector.type == "int" || vector.type == "float" ? 8 : 16));
  }
}

TEST(BulkioJava, TheReferenceWritesTheSameBytes) {
  for (const Vector& vector : golden_vectors()) {
    reference::PagedOutput out(kSmallPage, std::pmr::new_delete_resource());
    ASSERT_TRUE(write(out, vector));
    EXPECT_EQ(hex(out.bytes()), vector.bytes) << vector.writer << ' ' << vector.type;
  }
}

TEST(BulkioJava, TheFastSideWritesTheSameBytes) {
  for (const Vector& vector : golden_vectors()) {
    for (const BulkPolicy& policy : {BulkPolicy::native(), BulkPolicy::pinot()}) {
      for (const std::size_t page_size : {std::size_t{7}, kSmallPage}) {
        PagedOutput out(page_size, std::pmr::new_delete_resource(), PagedOutput::kNoLimit, policy);
        ASSERT_TRUE(write(out, vector));
        std::string bytes;
        for (const PageView& page : out.pages()) bytes += hex(page.bytes());
        EXPECT_EQ(bytes, vector.bytes) << vector.writer << ' ' << vector.type << ", pages of " << page_size;
      }
    }
  }
}

TEST(BulkioJava, BothSidesReadTheBitsBack) {
  for (const Vector& vector : golden_vectors()) {
    if (vector.writer == "single") continue;  // its NaNs are gone
    reference::PagedOutput out(kSmallPage, std::pmr::new_delete_resource());
    ASSERT_TRUE(write(out, vector));
    reference::PagedInput expected(out.bytes());
    EXPECT_EQ(read(expected, vector), vector.bits);
    ByteReader in(out.bytes());
    EXPECT_EQ(read(in, vector), vector.bits);
  }
}

}  // namespace
}  // namespace lockstep
