// SPDX-License-Identifier: LGPL-3.0-or-later
#include "records.h"

#include <charconv>

#include "verdict.h"

namespace checker {
namespace {

constexpr std::size_t block = 1 << 20, section_size = 1 << 14;  // characters

// One way to write a number, so that equal numbers are equal texts.
Integer parse_integer(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative);
  const bool zero = digits == "0";
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos || (digits[0] == '0' && !zero) ||
      (zero && word != "0"))
    throw False("'" + std::string(word.substr(0, 40)) + "' is no integer");
  if (digits.size() > 36) return Integer(std::string(word), 10);
  Wide value = 0;  // below 10^36
  for (std::size_t i = 0; i < digits.size();) {
    std::uint64_t part = 0, power = 1;
    for (std::size_t n = 0; n < 18 && i < digits.size(); ++n, ++i, power *= 10)
      part = part * 10 + static_cast<std::uint64_t>(digits[i] - '0');
    value = value * static_cast<Wide>(power) + static_cast<Wide>(part);
  }
  return integer_of(negative ? -value : value);
}

}  // namespace

// Appends a block to what is left; false at the end of the file.
bool Records::read_more() {
  if (!in_) return false;
  buffer_.erase(0, rest_.empty() ? buffer_.size() : static_cast<std::size_t>(rest_.data() - buffer_.data()));
  const std::size_t left = buffer_.size();
  buffer_.resize(left + block);
  in_->read(buffer_.data() + left, static_cast<std::streamsize>(block));
  buffer_.resize(left + static_cast<std::size_t>(in_->gcount()));
  rest_ = buffer_;
  return rest_.size() > left;
}

bool Records::next_line() {
  ++line_;
  if (told_) told_((1 - after_) * read_ / size_);
  std::size_t end = rest_.find('\n');
  for (std::size_t from = rest_.size(); end == rest_.npos && read_more(); from = rest_.size())
    end = rest_.find('\n', from);
  if (rest_.empty()) return false;
  require(end != rest_.npos, "the last line does not end");
  text_ = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  read_ += static_cast<double>(end + 1);
  for (const char c : text_)
    if (c < ' ' || c > '~') throw False("a character that is no printable ASCII; lines end in LF, not CR LF");
  return true;
}

void Records::next() {
  words_.clear();
  do {
    const bool more = next_line();
    if (!more && !in_) return;
    require(more, "the file ends without an 'end' record");
  } while (text_.starts_with('#'));
  const char *begin = text_.data(), *const end = begin + text_.size();
  for (const char* at = begin;; ++at) {
    if (at != end && *at != ' ') continue;
    words_.emplace_back(begin, static_cast<std::size_t>(at - begin));
    require(at != begin, "words are separated by one space, and no line is empty");
    if (at == end) return;
    begin = at + 1;
  }
}

void Records::finish() {
  while (next_line()) require(text_.starts_with('#'), "there is more behind the 'end' record");
}

std::vector<Section> Records::sections(std::size_t most) {
  const std::string name(word(0));
  const auto begins = [&](std::string_view line) {
    return line.starts_with(name) || line.starts_with("surface") || line.starts_with("portal") ||
           line.starts_with("border") || line.starts_with("end");
  };
  // The present line is put back: what is left begins with it.
  rest_ = {text_.data(), static_cast<std::size_t>(rest_.data() + rest_.size() - text_.data())};
  while (rest_.size() < section_size * most && read_more()) {}
  std::vector<Section> found;
  Section section{{}, line_, 0, 0, 0, 0};
  for (std::size_t begin = 0, at = 0; found.size() < most;) {
    const std::string_view line = rest_.substr(at);
    if (at - begin >= section_size && begins(line)) {
      section.text = rest_.substr(begin, at - begin);
      found.push_back(section);
      section = {{}, section.line + section.lines, 0, 0, 0, 0};
      begin = at;
    }
    const std::size_t end = line.find('\n');
    if (end == line.npos) break;
    ++section.lines;
    section.records += !line.starts_with('#');
    section.surfaces += line.starts_with("surface");
    section.cells += line.starts_with("cell");
    at += end + 1;
  }
  if (found.empty()) go_to(rest_.data(), line_);
  return found;
}

// The rest of the buffer is read from there on, which has that number.
void Records::go_to(const char* text, std::uint64_t line) {
  rest_ = {text, static_cast<std::size_t>(buffer_.data() + buffer_.size() - text)};
  line_ = line - 1;
  next();
}

void Records::go_behind(const std::vector<Section>& sections) {
  const Section& last = sections.back();
  for (const Section& s : sections) read_ += static_cast<double>(s.text.size());
  go_to(last.text.data() + last.text.size(), last.line + last.lines);
}

void Records::go_to(const Records& within) { go_to(within.text_.data(), within.line_); }

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
