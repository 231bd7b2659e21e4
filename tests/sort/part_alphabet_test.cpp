#include "lockstep/sort/part_alphabet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "lockstep/base/bytes.h"

namespace lockstep {
namespace {

std::uint64_t word_of(const std::string& text) {
  return string_word(as_byte_span(text), 0, static_cast<std::uint32_t>(text.size()), 0);
}

// Codes are in the order of the strings, and equal for equal words only.
void expect_order(std::vector<std::string> texts) {
  PartAlphabet alphabet;
  for (const std::string& text : texts) alphabet.see(word_of(text));
  alphabet.number();
  for (const std::string& text : texts) {
    EXPECT_LE(alphabet.code(word_of(text)), alphabet.greatest_code());
    EXPECT_LE(std::bit_width(alphabet.code(word_of(text))), static_cast<int>(alphabet.bits()));
    for (const std::string& other : texts) {
      EXPECT_EQ(alphabet.code(word_of(text)) < alphabet.code(word_of(other)), word_of(text) < word_of(other))
          << text << " and " << other;
    }
  }
}

TEST(PartAlphabet, KeepsTheOrder) {
  using std::string_literals::operator""s;
  expect_order({""});
  expect_order({"same", "same"});
  expect_order({"", "\0"s, "\0\0"s, "a", "a\0"s, "ab", "b", "\x7f", "\x80", "\xff"});
  expect_order({"1234567", "12345678", "123456", "1234567\0"s, "1234567x"});  // ends and goes on
  expect_order({"12345678", "12345679", "22345678"});                         // all go on
  std::mt19937 random(2);
  std::vector<std::string> texts;
  for (int i = 0; i < 60; ++i) {
    std::string text;
    for (auto length = random() % 10; length > 0; --length) text += static_cast<char>(random() % 7 * 41);
    texts.push_back(text);
  }
  expect_order(texts);
}

TEST(PartAlphabet, TakesFewBitsForFewLetters) {
  PartAlphabet alphabet;
  for (char letter = 'a'; letter <= 'z'; ++letter) alphabet.see(word_of(std::string(6, letter)));
  alphabet.number();
  EXPECT_EQ(alphabet.bits(), 29u);  // 26^6 < 2^29
}

TEST(PartAlphabet, AllBytesAtAllPlacesFitAWord) {
  PartAlphabet alphabet;
  for (int byte = 0; byte < 256; ++byte) {
    for (std::size_t length = 0; length <= 9; ++length)
      alphabet.see(word_of(std::string(length, static_cast<char>(byte))));
  }
  alphabet.number();
  EXPECT_LE(alphabet.bits(), 58u);
  EXPECT_LT(alphabet.code(word_of(std::string(7, '\xff'))), alphabet.code(word_of(std::string(8, '\xff'))));
}

}  // namespace
}  // namespace lockstep
