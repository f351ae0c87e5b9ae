// SPDX-License-Identifier: LGPL-3.0-or-later
// The records of an OBJ's text.
//
// 1. coordinate() reads a numeral: a double or float that is nearest to it, or the fraction that it says. Coordinate
//    compares and scales such numbers exactly.
// 2. next_line() joins lines that end in a backslash, drops comments and splits a record into words. Of a file there is
//    a part in memory, which hold_record() makes hold the record before.
// 3. next() skips records that hold no surface, and refuses any that it does not know.
// 4. vertex() and corners() read the words of the present record.
//
// Cost: linear in the text. Memory: one record.
// Exact: what the numerals say, or the double or float that is nearest to it.
// Source: the Wavefront OBJ format.
#include "read/obj_records.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <utility>

namespace plumb::checker {
namespace {

constexpr std::int64_t exponent_limit = 10000;  // a short token must not ask for gigabytes

std::size_t digits_from(std::string_view token, std::size_t i) {
  std::size_t end = i;
  while (end < token.size() && '0' <= token[end] && token[end] <= '9') ++end;
  return end - i;
}
std::size_t sign_at(std::string_view token, std::size_t i) {
  return i < token.size() && (token[i] == '-' || token[i] == '+');
}

/// A sign, digits with at most one point among them, an exponent; nothing else.
struct Numeral {
  std::string_view whole, places;
  std::int64_t exponent = 0;  // saturates far beyond the limit

  explicit Numeral(std::string_view token) {
    std::size_t i = sign_at(token, 0);
    whole = token.substr(i, digits_from(token, i));
    i += whole.size();
    if (i < token.size() && token[i] == '.') {
      places = token.substr(i + 1, digits_from(token, i + 1));
      exponent = -static_cast<std::int64_t>(places.size());
      i += 1 + places.size();
    }
    bool good = !whole.empty() || !places.empty();
    if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
      const bool down = ++i < token.size() && token[i] == '-';
      i += sign_at(token, i);
      good = good && digits_from(token, i) > 0 && i + digits_from(token, i) == token.size();
      std::int64_t written = 0;
      if (std::from_chars(token.data() + i, token.data() + token.size(), written).ec != std::errc())
        written = std::numeric_limits<int>::max();
      exponent += std::min<std::int64_t>(written, std::numeric_limits<int>::max()) * (down ? -1 : 1);
      i = token.size();
    }
    if (!good || i != token.size()) throw Refused("'" + std::string(token) + "' is no number");
  }
};

Fraction decimal(std::string_view token) {
  const Numeral numeral(token);
  mpz_class mantissa(std::string(numeral.whole).append(numeral.places), 10), power;
  if (sgn(mantissa) == 0) return 0;
  if (std::abs(numeral.exponent) > exponent_limit)
    throw Refused("'" + std::string(token) + "' is beyond the numbers that can be read");
  if (token[0] == '-') mantissa = -mantissa;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned>(std::abs(numeral.exponent)));
  Fraction value = numeral.exponent < 0 ? Fraction(mantissa, power) : Fraction(mpz_class(mantissa * power));
  value.canonicalize();
  return value;
}

// from_chars rounds to nearest, from the text itself. What is out of its range, 0 or too large, strtod and strtof tell,
// and everything where the library has no from_chars of doubles: clang's for WebAssembly, whose strtod rounds
// correctly, too, but for the least negative numbers. So the sign is added here.
template <class T>
double rounded(std::string_view token) {
  const bool negative = token.starts_with('-');
  const std::string_view unsigned_token = token.substr(negative || token.starts_with('+'));
#ifdef __cpp_lib_to_chars
  T value = 0;
  const auto end = unsigned_token.data() + unsigned_token.size();
  const auto [at, error] = std::from_chars(unsigned_token.data(), end, value);
  if (error == std::errc() && at == end) return negative ? -value : value;
#endif
  const std::string text(unsigned_token);
  const double near =
      std::is_same_v<T, double> ? std::strtod(text.c_str(), nullptr) : std::strtof(text.c_str(), nullptr);
  return negative ? -near : near;
}

}  // namespace

// A double is a whole number of 53 bits times a power of two.
std::size_t Coordinate::denominator_bits() const {
  if (fraction_) return mpz_sizeinbase(fraction_->get_den_mpz_t(), 2);
  int exponent = 0;
  const double mantissa = std::frexp(near_, &exponent);
  if (mantissa == 0) return 1;
  const auto digits = static_cast<std::uint64_t>(std::ldexp(std::fabs(mantissa), 53));
  return static_cast<std::size_t>(std::max(0, 53 - exponent - std::countr_zero(digits)) + 1);
}

Fraction Coordinate::times(const Integer& scale) const {
  return (fraction_ ? *fraction_ : Fraction(near_)) * checker::fraction(scale);
}

// A double times a power of two is exact, unless it leaves the range of doubles.
std::optional<double> Coordinate::whole_times_two_to(int power) const {
  const double at = fraction_ ? 0.5 : std::ldexp(near_, power);
  if (!std::isfinite(at) || std::trunc(at) != at) return std::nullopt;
  return at;
}

Coordinate coordinate(std::string_view token, Numbers numbers) {
  if (numbers == Numbers::decimal) return Coordinate(decimal(token));
  const Numeral checked(token);
  const double value = numbers == Numbers::binary64 ? rounded<double>(token) : rounded<float>(token);
  if (!std::isfinite(value)) throw Refused("'" + std::string(token) + "' is beyond the numbers that can be read");
  return Coordinate(value);
}

void require_numeral(std::string_view token) { Numeral checked(token); }

namespace {

// Records that hold no surface.
constexpr std::string_view skipped[] = {
    "vt",        "vn",     "vp",     "s",      "mg",  "l",     "p",        "o",        "g",
    "usemtl",    "mtllib", "usemap", "maplib", "lod", "bevel", "c_interp", "d_interp", "shadow_obj",
    "trace_obj", "ctech",  "stech",  "cstype", "deg", "bmat",  "step",     "curv",     "curv2",
    "parm",      "trim",   "hole",   "scrv",   "sp",  "end",   "con",      "cdc",      "res"};

// Takes a sign and digits from the beginning of the text; nothing if there is no digit.
std::string_view take_integer(std::string_view& text) {
  const std::size_t sign = text.starts_with('+') || text.starts_with('-');
  std::size_t end = sign;
  while (end < text.size() && '0' <= text[end] && text[end] <= '9') ++end;
  const std::string_view integer = text.substr(0, end > sign ? end : 0);
  text.remove_prefix(integer.size());
  return integer;
}

}  // namespace

Refused no_such_vertex(std::uint64_t vertex) {
  return Refused("a face names vertex " + std::to_string(vertex + 1) + ", which does not exist; correct the face");
}

void ObjRecords::go_to(std::size_t place) {
  constexpr std::size_t page = 1 << 12;  // records that are near each other are mostly asked for together
  if (file_ && (place < base_ || place >= base_ + text_.size())) {
    base_ = place / page * page;
    buffer_.clear();
    file_->append(buffer_, base_, page);
    text_ = buffer_;
  }
  at_ = place - base_;
  line_ = place == 0 ? 0 : std::max<std::uint64_t>(line_, 1);  // what marks the encoding comes first
}

// Reads on until the next record is whole: to the end of a line that does not end in a backslash.
void ObjRecords::hold_record() {
  for (std::size_t from = at_;;) {
    const std::size_t end = text_.find('\n', from);
    if (end == text_.npos) {
      from = text_.size() - at_;
      if (!read_on()) return;
      continue;
    }
    std::string_view line = text_.substr(at_, end - at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.ends_with('\\')) return;
    from = end + 1;
  }
}

// What is behind the present record is dropped, and another block is read; false at the end of the file.
bool ObjRecords::read_on() {
  buffer_.erase(0, at_);
  base_ += std::exchange(at_, 0);
  const std::size_t held = buffer_.size();
  file_->append(buffer_, base_ + held, TextFile::usual_block);
  text_ = buffer_;
  return buffer_.size() > held;
}

ObjRecords::Kind ObjRecords::next() {
  while (next_line()) {
    if (words_.empty()) continue;
    if (words_[0] == "v") return Kind::vertex;
    if (words_[0] == "f" || words_[0] == "fo") return Kind::face;
    if (std::find(std::begin(skipped), std::end(skipped), words_[0]) == std::end(skipped))
      throw refused("'" + std::string(words_[0]) + "' is not understood");
  }
  return Kind::end;
}

// Joins lines that end in a backslash, drops comments, splits at blanks. A line that holds # is not continued,
// whatever it is.
bool ObjRecords::next_line() {
  if (file_) hold_record();
  begin_ = base_ + at_;
  if (at_ >= text_.size()) return false;
  if (split_simple_line()) return true;
  joined_.clear();
  for (bool more = true; more && at_ < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view part = text_.substr(at_, end - at_);
    at_ = end + 1;
    if (++line_ == 1 && part.starts_with("\xef\xbb\xbf")) part.remove_prefix(3);
    if (part.ends_with('\r')) part.remove_suffix(1);
    if (part.find('\r') != part.npos || part.find('\0') != part.npos)
      throw Refused("this is no text; name an .obj", line_);
    const std::size_t comment = part.find('#');
    more = comment == part.npos && part.ends_with('\\') && end < text_.size();
    part = part.substr(0, more ? part.size() - 1 : std::min(comment, part.size()));
    if (!more && joined_.empty()) {
      split(part);
      return true;
    }
    joined_.append(part).append(" ");
  }
  split(joined_);
  return true;
}

// Most lines have words and blanks alone. If the next one has anything else, it stays as it is, and the answer is no.
bool ObjRecords::split_simple_line() {
  words_.clear();
  if (line_ == 0) return false;  // it may begin with a mark of its encoding
  std::size_t i = at_, begin = at_;
  for (char c = ' '; c != '\n'; ++i) {
    c = i < text_.size() ? text_[i] : '\n';
    if (c > ' ' && c != '#' && c != '\\') continue;
    if (begin != i) words_.push_back(text_.substr(begin, i - begin));
    begin = i + 1;
    if (c != ' ' && c != '\t' && c != '\n') return false;
  }
  at_ = i;
  ++line_;
  return true;
}

void ObjRecords::split(std::string_view line) {
  words_.clear();
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (blank(line[i])) continue;
    const std::size_t begin = i;
    while (i < line.size() && !blank(line[i])) ++i;
    words_.push_back(line.substr(begin, i - begin));
  }
}

// A weight and a colour behind the coordinates are numbers too.
std::array<Coordinate, 3> ObjRecords::vertex(Numbers numbers, bool y_up) const {
  if (words_.size() < 4 || words_.size() > 9) throw refused("a vertex has three coordinates");
  try {
    for (std::size_t i = 4; i < words_.size(); ++i) require_numeral(words_[i]);
    std::array out{coordinate(words_[1], numbers), coordinate(words_[2], numbers), coordinate(words_[3], numbers)};
    if (y_up) {
      std::swap(out[1], out[2]);
      out[1] = out[1].negated();
    }
    return out;
  } catch (const Refused& e) {
    throw refused(e.what());
  }
}

// a, a/b, a//c or a/b/c: of a texture and a normal, an integer or nothing behind each slash.
std::uint64_t ObjRecords::corner(std::string_view word, std::uint64_t vertices) const {
  std::string_view rest = word;
  const std::string_view vertex = take_integer(rest);
  for (int more = 0; more < 2 && rest.starts_with('/'); ++more) {
    rest.remove_prefix(1);
    take_integer(rest);
  }
  if (vertex.empty() || !rest.empty()) throw refused("'" + std::string(word) + "' names no vertex");
  std::string_view digits = vertex.substr(vertex.starts_with('+') || vertex.starts_with('-'));
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  const char* at = digits.data();
  const std::uint64_t size = take_digits(at, digits.data() + digits.size());
  const bool in_range = size > 0 && at == digits.data() + digits.size();  // of 18 digits
  if (in_range && vertex[0] != '-') return size - 1;
  if (in_range && size <= vertices) return vertices - size;
  throw refused("there is no vertex '" + std::string(word) + "'");
}

}  // namespace plumb::checker
