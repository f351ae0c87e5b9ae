// SPDX-License-Identifier: LGPL-3.0-or-later
#include "records.h"

#include <charconv>

#include "verdict.h"

namespace checker {
namespace {

// One way to write a number, so that equal numbers are equal texts.
Integer parse_integer(std::string_view word) {
  const std::string_view digits = word.substr(word.starts_with('-'));
  const bool zero = digits == "0";
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos || (digits[0] == '0' && !zero) ||
      (zero && word != "0"))
    throw False("'" + std::string(word.substr(0, 40)) + "' is no integer");
  return Integer(std::string(word), 10);
}

}  // namespace

bool Records::next_line() {
  ++line_;
  if (told_) told_((1 - after_) * read_ / size_);
  if (!std::getline(in_, text_)) return false;
  read_ += static_cast<double>(text_.size() + 1);
  require(!in_.eof(), "the last line does not end");
  for (const char c : text_)
    if (c < ' ' || c > '~') throw False("a character that is no printable ASCII; lines end in LF, not CR LF");
  return true;
}

void Records::next() {
  words_.clear();
  do {
    require(next_line(), "the file ends without an 'end' record");
  } while (text_.starts_with('#'));
  const std::string_view text = text_;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(' ', begin);
    words_.push_back(text.substr(begin, end - begin));
    require(!words_.back().empty(), "words are separated by one space, and no line is empty");
    if (end == text.npos) return;
    begin = end + 1;
  }
}

void Records::finish() {
  while (next_line()) require(text_.starts_with('#'), "there is more behind the 'end' record");
}

std::string_view Records::word(std::size_t i) const {
  require(i < words_.size(), "the record is too short");
  return words_[i];
}

void Records::require_size(std::size_t n) const {
  require(words_.size() == n, "the record has too few or too many words");
}

Index Records::number(std::size_t i, std::size_t limit) const {
  const std::string_view text = word(i);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || (text[0] == '0' && text.size() > 1) || value >= limit)
    throw False("'" + std::string(text.substr(0, 40)) + "' is no number below " + std::to_string(limit));
  return to_index(value, "numbers");
}

Integer Records::integer(std::size_t i) const { return parse_integer(word(i)); }

Fraction Records::fraction(std::size_t i) const {
  const std::size_t slash = word(i).find('/');
  if (slash == std::string_view::npos) return parse_integer(word(i));
  const Integer above = parse_integer(word(i).substr(0, slash)), below = parse_integer(word(i).substr(slash + 1));
  require(cmp(below, 1) > 0 && gcd(above, below) == 1, "a fraction that is not in lowest terms");
  return Fraction(above, below);
}

}  // namespace checker
