// SPDX-License-Identifier: LGPL-3.0-or-later
// JSON as a stream, for files as large as the memory of what they stand for, and for hostile ones.
//
// 1. peek() reads a block where the present one ends, and what was passed is forgotten.
// 2. Whoever reads says what comes: an object, a list, a text, a whole number or a fraction. All else is refused, with
//    its line.
// 3. skip() passes any value and looks at strings and brackets alone, without recursion.
//
// Cost: linear.
// Memory: a block and the value that is read; texts and numbers have limits.
//
// Source: RFC 8259.
#include "files/json.h"

#include <algorithm>

#include "read/records.h"

namespace plumb::checker {

Refused Json::wrong(const std::string& what) const { return Refused(what + "; give a file as Plumb wrote it", line_); }

// What was passed is forgotten.
bool Json::read_more() {
  if (in_.eof()) return false;
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t left = buffer_.size();
  buffer_.resize(left + block);
  in_.read(buffer_.data() + left, static_cast<std::streamsize>(block));
  buffer_.resize(left + static_cast<std::size_t>(in_.gcount()));
  return buffer_.size() > left;
}

int Json::peek() {
  do {
    for (; at_ < buffer_.size(); ++at_) {
      const char c = buffer_[at_];
      if (c == '\n') ++line_;
      else if (c != ' ' && c != '\t' && c != '\r') return static_cast<unsigned char>(c);
    }
  } while (read_more());
  return -1;
}

bool Json::take(char sign) {
  if (peek() != static_cast<unsigned char>(sign)) return false;
  ++at_;
  return true;
}

void Json::require_sign(char sign) {
  if (!take(sign)) throw wrong(peek() < 0 ? "the file ends early" : std::string("here '") + sign + "' is wanted");
}

void Json::begin(char sign, const char* what) {
  if (!take(sign)) throw wrong(peek() < 0 ? "the file ends early" : std::string("here ") + what + " is wanted");
  if (++depth_ > most_depth) throw wrong("lists are nested too deep");
}

bool Json::more(char end, bool first) {
  if (take(end)) {
    --depth_;
    return false;
  }
  if (!first) require_sign(',');
  return true;
}

std::uint64_t Json::which(std::initializer_list<std::string_view> names, std::uint64_t read) {
  const std::string_view name = text();
  const auto k = static_cast<std::uint64_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (k == names.size() || (read >> k & 1) != 0)
    throw wrong("'" + std::string(name) + "' is not wanted here, or twice");
  require_sign(':');
  return k;
}

const std::string& Json::new_name(std::set<std::string, std::less<>>& names) {
  const auto [name, is_new] = names.emplace(text());
  if (!is_new) throw wrong("'" + *name + "' comes twice");
  require_sign(':');
  return *name;
}

std::string_view Json::text() {
  require_sign('"');
  bool escaped = false;
  for (std::size_t length = 0;; ++length) {
    if (at_ + length == buffer_.size() && !read_more()) throw wrong("the file ends within a string");
    const char* const begin = buffer_.data() + at_;
    const char c = begin[length];
    if (c == '"') {
      at_ += length + 1;
      if (!escaped) return {begin, length};
      unescape({begin, length});
      return plain_;
    }
    if (static_cast<unsigned char>(c) < ' ') throw wrong("a string with a control character");
    if (length >= most_text) throw wrong("a string of more than 131,072 characters");
    if (c != '\\') continue;
    escaped = true;
    ++length;  // what is escaped ends no string
    if (at_ + length == buffer_.size() && !read_more()) throw wrong("the file ends within a string");
  }
}

// A code of 16 bits, whose four digits begin at `at`.
unsigned Json::code_at(std::string_view raw, std::size_t at) const {
  static constexpr std::string_view digits = "0123456789abcdef";
  unsigned code = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const std::size_t digit = i < raw.size() ? digits.find(static_cast<char>(raw[i] | ' ')) : digits.npos;
    if (digit == digits.npos) throw wrong("an escape that is none of JSON's");
    code = code * 16 + static_cast<unsigned>(digit);
  }
  return code;
}

// To UTF-8. Two codes that are the halves of a pair are one sign.
void Json::unescape(std::string_view raw) {
  static constexpr std::string_view names = "\"\\/bfnrt", signs = "\"\\/\b\f\n\r\t";
  plain_.clear();
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      plain_ += raw[i];
      continue;
    }
    ++i;
    if (const std::size_t k = names.find(raw[i]); k != names.npos) {
      plain_ += signs[k];
      continue;
    }
    if (raw[i] != 'u') throw wrong("an escape that is none of JSON's");
    unsigned code = code_at(raw, i + 1);
    i += 4;
    if (code >= 0xd800 && code < 0xdc00 && raw.substr(i + 1, 2) == "\\u") {
      const unsigned low = code_at(raw, i + 3);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
        i += 6;
      }
    }
    if (code >= 0x10000) plain_ += static_cast<char>(0xf0 | code >> 18);
    if (code >= 0x800) plain_ += static_cast<char>(code >= 0x10000 ? 0x80 | (code >> 12 & 0x3f) : 0xe0 | code >> 12);
    if (code >= 0x80) plain_ += static_cast<char>(code >= 0x800 ? 0x80 | (code >> 6 & 0x3f) : 0xc0 | code >> 6);
    plain_ += static_cast<char>(code >= 0x80 ? 0x80 | (code & 0x3f) : code);
  }
}

Ratio Json::ratio_of(std::string_view text) const {
  try {
    return read_ratio(text);
  } catch (const Refutation& e) {
    throw wrong(e.what());
  }
}

// The next sign, a blank or not; -1 at the end.
int Json::sign() { return at_ < buffer_.size() || read_more() ? static_cast<unsigned char>(buffer_[at_]) : -1; }

std::int64_t Json::whole(std::int64_t low, std::int64_t high) {
  const bool negative = take('-');
  peek();
  std::string digits;
  for (; sign() >= '0' && sign() <= '9' && digits.size() < 19; ++at_) digits += buffer_[at_];
  const char* at = digits.data();
  const auto value = static_cast<std::int64_t>(take_digits(at, digits.data() + digits.size()));
  if (digits.empty()) throw wrong("here a whole number is wanted");
  if (digits.size() > 18 || (digits.size() > 1 && digits[0] == '0')) throw wrong("a number that is too long");
  if (negative ? -value < low : value < low || value > high) throw wrong("the number " + digits + " is out of range");
  return negative ? -value : value;
}

bool Json::word(std::string_view word) {
  if (peek() != static_cast<unsigned char>(word[0])) return false;
  while (buffer_.size() - at_ < word.size() && read_more()) {}
  if (std::string_view(buffer_).substr(at_, word.size()) != word) throw wrong("a word that is none of JSON's");
  at_ += word.size();
  return true;
}

bool Json::null() { return word("null"); }

bool Json::boolean() {
  if (word("true")) return true;
  if (word("false")) return false;
  throw wrong("here true or false is wanted");
}

std::string Json::scalar() {
  const int c = peek();
  if (c == '"') return std::string(text());
  std::string value;
  if (c == '{' || c == '[') skip();
  else if (c == 't' || c == 'f') return boolean() ? "true" : "false";
  else if (null()) return "null";
  else {
    static constexpr std::string_view of_numbers = "+-.0123456789Ee";
    for (; sign() >= 0 && of_numbers.find(static_cast<char>(sign())) != of_numbers.npos; ++at_) value += buffer_[at_];
    if (value.empty() || value.size() > 1024) throw wrong("here a value is wanted");
  }
  return value;
}

void Json::skip() {
  const int c = peek();
  if (c == '{') object([&](const std::string&) { skip(); });
  else if (c == '[') list([&] { skip(); });
  else scalar();
}

void Json::end() {
  if (peek() >= 0) throw wrong("there is more behind the end");
}

}  // namespace plumb::checker
