// SPDX-License-Identifier: LGPL-3.0-or-later
// The records of a certificate: lines of words, read in blocks, one record at a time, or section by section on all
// threads.
//
// 1. next() reads the next line that is no comment and splits it into words; number(), integer() and fraction() read a
//    word. There is one way to write each number, so that equal numbers are equal texts.
// 2. sections() splits what follows into sections of whole lines, each of which begins with a record like the present
//    one, and counts what is in it. Records can be made of a section, to be read on another thread.
// 3. read_sections() does that, and then passes the sections in their order, so that the outcome, and the record whose
//    error is reported, is that of one thread.
//
// Cost: linear in the text. Memory: a block of 2^20 characters, or the sections that are read at once.
// Exact: numbers are integers or fractions in lowest terms, of any length.
// Source: docs/reference/certificate.md has the format.
#include "read/records.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/verdict.h"

namespace plumb::checker {
namespace {

constexpr std::size_t block = 1 << 20, section_size = Section::usual_size;  // characters

constexpr std::array<std::uint64_t, 19> powers_of_ten = [] {
  std::array<std::uint64_t, 19> all{1};
  for (std::size_t i = 1; i < all.size(); ++i) all[i] = 10 * all[i - 1];
  return all;
}();

// Whether each character is one of ' ' to '~', eight at a time. One below ' ' borrows from its highest bit, DEL is
// carried into it, and all beyond have it; what is carried or borrowed further comes from a character that is refused.
bool is_printable(std::string_view text) {
  constexpr std::uint64_t ones = 0x0101010101010101u, high = 0x80 * ones;
  std::uint64_t refused = 0, eight = 0;
  for (; text.size() >= 8; text.remove_prefix(8)) {
    std::memcpy(&eight, text.data(), 8);
    refused |= (eight - ' ' * ones) | (eight + ones) | eight;
  }
  eight = ' ' * ones;
  std::memcpy(&eight, text.data(), text.size());
  refused |= (eight - ' ' * ones) | (eight + ones) | eight;
  return (refused & high) == 0;
}

// One way to write a number, so that equal numbers are equal texts. Those of at most 36 digits are read as two of 18:
// 10^36 < 2^127.
Integer read_integer(std::string_view word) {
  const bool negative = word.starts_with('-');
  const char *begin = word.data() + negative, *const end = word.data() + word.size(), *at = begin;
  const std::uint64_t first = take_digits(at, end);
  if (at == end && at != begin && (*begin != '0' || word == "0"))
    return negative ? -static_cast<std::int64_t>(first) : static_cast<std::int64_t>(first);
  const char* const middle = at;
  const std::uint64_t second = take_digits(at, end);
  if (begin == end || (*begin == '0' && word != "0") || !std::all_of(at, end, is_digit))
    throw Refutation("'" + std::string(word.substr(0, 40)) + "' is no integer");
  if (at != end) return mpz_class(std::string(word), 10);
  const Wide value = static_cast<Wide>(first) * powers_of_ten[static_cast<std::size_t>(at - middle)] + second;
  return negative ? -value : value;
}

// Whether two numbers, the second above 1, have no common factor. Most denominators are powers of two.
bool are_coprime(const Integer& a, const Integer& b) {
  if (b.is_power_of_two()) return a.is_odd();
  return gcd(a, b) == 1;
}

}  // namespace

Ratio read_ratio(std::string_view text) {
  const std::size_t slash = text.find('/');
  Ratio value;
  value.above = read_integer(text.substr(0, slash));
  if (slash == text.npos) return value;
  value.below = read_integer(text.substr(slash + 1));
  require(value.below > 1 && are_coprime(value.above, value.below), "a fraction that is not in lowest terms");
  return value;
}

// Appends a block to what is left; false at the end of the file.
bool Records::read_more() {
  if (!in_ || in_->eof()) return false;
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
  require(is_printable(text_), "a character that is no printable ASCII; lines end in LF, not CR LF");
  return true;
}

void Records::next() {
  words_.clear();
  comment_.clear();
  for (;; comment_ = text_) {
    const bool more = next_line();
    if (!more && !in_) return;
    require(more, "the file ends without an 'end' record");
    if (!text_.starts_with('#')) break;
  }
  const char *begin = text_.data(), *const end = begin + text_.size();
  for (const char* at = begin;; ++at) {
    if (at != end && *at != ' ') continue;
    require(at != begin, "words are separated by one space, and no line is empty");
    words_.emplace_back(begin, static_cast<std::size_t>(at - begin));
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

// What was read is gone through from there on, where a line has that number.
void Records::go_to(const char* text, std::uint64_t line) {
  rest_ = {text, static_cast<std::size_t>(rest_.data() + rest_.size() - text)};
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
  const char *at = text.data(), *const end = at + text.size();
  const std::uint64_t value = take_digits(at, end);
  if (text.empty() || at != end || (text[0] == '0' && text.size() > 1) || value >= limit)
    throw Refutation("'" + std::string(text.substr(0, 40)) + "' is no number below " + std::to_string(limit));
  return to_index(value, "numbers");
}

Integer Records::integer(std::size_t i) const { return read_integer(word(i)); }

Ratio Records::ratio(std::size_t i) const { return read_ratio(word(i)); }

Fraction Records::fraction(std::size_t i) const {
  const Ratio value = ratio(i);
  return {value.above.gmp(), value.below.gmp()};
}

bool read_sections(Records& records, const std::vector<Section>& sections, const Threads& threads,
                   const std::function<void(std::size_t, Records&)>& read,
                   const std::function<void(std::size_t)>& take) {
  std::vector<Records> parts(sections.begin(), sections.end());
  std::vector<std::exception_ptr> errors(sections.size());
  threads.run(sections.size(), [&](std::size_t i) {
    try {
      parts[i].next();
      read(i, parts[i]);
    } catch (...) {
      errors[i] = std::current_exception();
    }
  });
  for (std::size_t i = 0; i < sections.size(); ++i) {
    take(i);
    if (errors[i]) {
      records.say_line(parts[i].line());
      std::rethrow_exception(errors[i]);
    }
    if (parts[i].at_end()) continue;
    records.go_to(parts[i]);
    return false;
  }
  records.go_behind(sections);
  return true;
}

}  // namespace plumb::checker
