// SPDX-License-Identifier: GPL-3.0-or-later
#include "file_content.h"

#include <charconv>

#include "plumb/kernel/number.h"

namespace plumb::pipeline {
namespace {

constexpr std::string_view blanks = " \t\v\f";

void drop_front(std::string_view& s) { s.remove_prefix(std::min(s.find_first_not_of(blanks), s.size())); }

std::string_view without_blanks_behind(std::string_view s) {
  const auto last = s.find_last_not_of(blanks);
  return s.substr(0, last == s.npos ? 0 : last + 1);
}

}  // namespace

bool TextLines::next() {
  while (!text_.empty()) {
    ++number_;
    const auto end = text_.find(end_);
    line_ = text_.substr(0, end);
    text_.remove_prefix(end == text_.npos ? text_.size() : end + 1);
    if (end_ == '\n' && line_.ends_with('\r')) line_.remove_suffix(1);
    if (line_.find('\0') != line_.npos)
      throw Refused{ErrorCode::unsupported_format,
                    "a zero byte: this is binary data or UTF-16, or the file is damaged; export it again", number_};
    if (line_.find_first_of("\r\n") != line_.npos)
      throw Refused{ErrorCode::unsupported_format,
                    end_ == '\n'
                        ? "a carriage return within the line; convert the line ends to LF or CRLF"
                        : "a line feed within a line that ends in a carriage return; convert the line ends to LF",
                    number_};
    if (comments_) line_ = line_.substr(0, line_.find('#'));
    drop_front(line_);
    if (!line_.empty()) return true;
  }
  line_ = {};
  return false;
}

std::string_view TextLines::word() {
  drop_front(line_);
  const std::string_view word = line_.substr(0, line_.find_first_of(blanks));
  line_.remove_prefix(word.size());
  return word;
}

std::string_view TextLines::rest() {
  drop_front(line_);
  const std::string_view rest = without_blanks_behind(line_);
  line_ = {};
  return rest;
}

std::string_view TextLines::rest_before(bool (*is_end)(std::string_view rest)) {
  drop_front(line_);
  const std::string_view begin = line_;
  while (!line_.empty() && !is_end(line_)) line_ = behind_word(line_);
  return without_blanks_behind(begin.substr(0, begin.size() - line_.size()));
}

bool TextLines::at_line_end() {
  drop_front(line_);
  return line_.empty();
}

std::string_view first_word(std::string_view line) {
  drop_front(line);
  return line.substr(0, line.find_first_of(blanks));
}

std::string_view behind_word(std::string_view line) {
  drop_front(line);
  line.remove_prefix(first_word(line).size());
  drop_front(line);
  return line;
}

std::uint64_t whole_number(std::string_view word, std::uint64_t largest, const char* what, ErrorCode code) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (word.empty()) throw Refused{code, std::string(what) + " is missing; correct the line"};
  if (end != word.data() + word.size() || error == std::errc::invalid_argument)
    throw Refused{code, std::string(what) + " " + in_quotes(word) + " is no whole number; correct it"};
  if (error != std::errc{} || n > largest)
    throw Refused{ErrorCode::too_large, std::string(what) + " " + in_quotes(word) + " is more than " +
                                            std::to_string(largest) + "; correct it, or cut the level up"};
  return n;
}

void check_numeral(std::string_view word, const char* what) {
  kernel::Numeral numeral;
  if (word.empty() ||
      kernel::scan_numeral(word.data(), word.data() + word.size(), numeral) != word.data() + word.size())
    throw Refused{ErrorCode::bad_number, std::string(what) + " " + in_quotes(word) +
                                             " is no finite decimal number; write one such as -1.5 or 2e-3"};
}

std::uint32_t vertex_index(std::int64_t index, std::uint64_t vertices) {
  if (index < 0 || static_cast<std::uint64_t>(index) >= vertices)
    throw Refused{ErrorCode::bad_index, "vertex index " + std::to_string(index) +
                                            " names a vertex that does not exist (the file has " +
                                            std::to_string(vertices) + ", counted from 0); correct the index"};
  return static_cast<std::uint32_t>(index);
}

std::uint32_t vertex_index(std::string_view word, std::uint64_t vertices) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (word.empty()) throw Refused{ErrorCode::bad_index, "this face has fewer corners than it says; correct the line"};
  if (end != word.data() + word.size() || error != std::errc{})
    throw Refused{ErrorCode::bad_index,
                  "vertex index " + in_quotes(word) + " is no whole number within reach; correct the index"};
  return vertex_index(n, vertices);
}

std::string in_quotes(std::string_view token) {
  constexpr std::size_t most = 48;
  std::string out = "\"";
  for (const char c : token.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      constexpr char hex[] = "0123456789abcdef";
      out += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out + (token.size() > most ? "...\"" : "\"");
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

}  // namespace plumb::pipeline
