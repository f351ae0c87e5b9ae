// SPDX-License-Identifier: LGPL-3.0-or-later
// From the text of an OBJ file to points and faces. This reader is the checker's own, so that an error of the baker's
// reader shows (docs/reference/certificate.md); what is read is in docs/reference/bake.md.
//
// 1. coordinate() reads a numeral: a double or float that is nearest to it, or the fraction that it says. Coordinate
//    compares and scales such numbers exactly.
// 2. Reader::next_line() joins lines that end in a backslash, drops comments and splits a record into words.
// 3. vertex() keeps three coordinates, as doubles or fractions, turned to z up. face() keeps the numbers of corners.
//    Records that hold no surface are skipped; any other is refused, with its line.
// 4. number_points() sorts the vertices that faces use. Equal ones become one point, numbered by their first record.
// 5. choose_unit() chooses the scale in which the coordinates are whole numbers, but for a few that would make all
//    numbers long; point() converts to it. Those few have a denominator of their own.
//
// Cost: linear in the text, and n log n comparisons for n vertices that are used. Memory: linear; all coordinates are
// kept until the points are made.
// Exact: what the numerals say, or the double or float that is nearest to it, as the option `numbers` wants. The
// logarithm in choose_unit() is rounded, but only decides how long numbers are, never where a point is.
// Source: the Wavefront OBJ format.
#include "read/scene.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "base/verdict.h"

namespace plumb::checker {
namespace {

constexpr long exponent_limit = 10000;  // a short token must not ask for gigabytes

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
  long exponent = 0;  // saturates far beyond the limit

  explicit Numeral(std::string_view token) {
    std::size_t i = sign_at(token, 0);
    whole = token.substr(i, digits_from(token, i));
    i += whole.size();
    if (i < token.size() && token[i] == '.') {
      places = token.substr(i + 1, digits_from(token, i + 1));
      exponent = -static_cast<long>(places.size());
      i += 1 + places.size();
    }
    bool good = !whole.empty() || !places.empty();
    if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
      const bool down = ++i < token.size() && token[i] == '-';
      i += sign_at(token, i);
      good = good && digits_from(token, i) > 0 && i + digits_from(token, i) == token.size();
      long written = 0;
      if (std::from_chars(token.data() + i, token.data() + token.size(), written).ec != std::errc())
        written = std::numeric_limits<int>::max();
      exponent += std::min<long>(written, std::numeric_limits<int>::max()) * (down ? -1 : 1);
      i = token.size();
    }
    if (!good || i != token.size()) throw Refused("'" + std::string(token) + "' is no number");
  }
};

Fraction decimal(std::string_view token) {
  const Numeral numeral(token);
  mpz_class mantissa(std::string(numeral.whole).append(numeral.places), 10), power;
  if (sgn(mantissa) == 0) return 0;
  if (std::labs(numeral.exponent) > exponent_limit)
    throw Refused("'" + std::string(token) + "' is beyond the numbers that can be read");
  if (token[0] == '-') mantissa = -mantissa;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(numeral.exponent)));
  Fraction value = numeral.exponent < 0 ? Fraction(mantissa, power) : Fraction(mpz_class(mantissa * power));
  value.canonicalize();
  return value;
}

// from_chars rounds to nearest, from the text itself. What is out of its range, 0 or too large, strtod and strtof tell.
template <class T>
double rounded(std::string_view token) {
  T value = 0;
  const std::string_view unsigned_token = token.substr(token.starts_with('+'));
  const auto end = unsigned_token.data() + unsigned_token.size();
  const auto [at, error] = std::from_chars(unsigned_token.data(), end, value);
  if (error == std::errc() && at == end) return value;
  const std::string text(token);
  return std::is_same_v<T, double> ? std::strtod(text.c_str(), nullptr) : std::strtof(text.c_str(), nullptr);
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

class Reader {
 public:
  Reader(std::string_view text, Numbers numbers, bool y_up) : text_(text), numbers_(numbers), y_up_(y_up) {}

  Scene read() {
    while (next_line()) {
      try {
        if (words_.empty()) continue;
        if (words_[0] == "v") vertex();
        else if (words_[0] == "f" || words_[0] == "fo") face();
        else if (std::find(std::begin(skipped), std::end(skipped), words_[0]) == std::end(skipped))
          throw Refused("'" + std::string(words_[0]) + "' is not understood");
      } catch (const TooMany&) {
        throw;
      } catch (const Refused& e) {
        throw Refused(e.what() + std::string("; correct this line"), line_);
      }
    }
    for (const Index p : scene_.face_points)
      if (p >= given_.size() / 3)
        throw Refused("a face names vertex " + std::to_string(std::uint64_t{p} + 1) +
                      ", which does not exist; correct the face");
    if (scene_.face_count() == 0) throw Refused("there is no face; name a level with faces");
    number_points();
    return std::move(scene_);
  }

 private:
  // Joins lines that end in a backslash, drops comments, splits at blanks. A line that holds # is not continued,
  // whatever it is.
  bool next_line() {
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
  bool split_simple_line() {
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

  void split(std::string_view line) {
    words_.clear();
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; };
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (blank(line[i])) continue;
      const std::size_t begin = i;
      while (i < line.size() && !blank(line[i])) ++i;
      words_.push_back(line.substr(begin, i - begin));
    }
  }

  // Three coordinates; a weight and a colour are numbers too.
  void vertex() {
    to_index(given_.size() / 3, "vertices");
    if (words_.size() < 4 || words_.size() > 9) throw Refused("a vertex has three coordinates");
    for (std::size_t i = 4; i < words_.size(); ++i) require_numeral(words_[i]);
    Coordinate x = coordinate(words_[1], numbers_), y = coordinate(words_[2], numbers_),
               z = coordinate(words_[3], numbers_);
    if (y_up_) {
      std::swap(y, z);
      y = y.negated();
    }
    for (Coordinate* v : {&x, &y, &z}) given_.push_back(std::move(*v));
  }

  // Corners a, a/b, a//c, a/b/c: of a texture and a normal, an integer or nothing behind each slash.
  void face() {
    if (words_.size() < 4) throw Refused("a face of fewer than three vertices");
    for (std::size_t i = 1; i < words_.size(); ++i) {
      const std::string_view word = words_[i];
      std::string_view rest = word;
      const std::string_view vertex = take_integer(rest);
      for (int more = 0; more < 2 && rest.starts_with('/'); ++more) {
        rest.remove_prefix(1);
        take_integer(rest);
      }
      if (vertex.empty() || !rest.empty()) throw Refused("'" + std::string(word) + "' names no vertex");
      std::string_view digits = vertex.substr(vertex.starts_with('+') || vertex.starts_with('-'));
      digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
      const char* at = digits.data();
      const auto size = static_cast<long>(take_digits(at, digits.data() + digits.size()));
      const long index = at != digits.data() + digits.size() ? 0 : vertex[0] == '-' ? -size : size;  // 0: out of range
      const long number = index > 0
                              ? index - 1
                              : static_cast<long>(given_.size() / 3) + index;  // a positive one may name a later vertex
      if (index == 0 || number < 0 || number >= none) throw Refused("there is no vertex '" + std::string(word) + "'");
      scene_.face_points.push_back(to_index(static_cast<std::size_t>(number), "vertices"));
    }
    scene_.face_begin.push_back(to_index(scene_.face_points.size(), "corners of faces"));
  }

  void number_points() {
    const std::size_t n = given_.size() / 3;
    const auto at = [&](Index p, std::size_t k) -> const Coordinate& { return given_[3 * std::size_t{p} + k]; };
    std::vector<bool> used(n);
    for (const Index p : scene_.face_points) used[p] = true;
    const auto hash = [&](Index p) {
      std::size_t sum = 0;
      for (std::size_t k = 0; k < 3; ++k)  // 0 and -0 are equal
        sum = (sum ^ std::bit_cast<std::uint64_t>(at(p, k).near() + 0.0)) * 0x9e3779b97f4a7c15u, sum ^= sum >> 29;
      return sum;
    };
    const auto equal = [&](Index p, Index q) {
      return at(p, 0).equals(at(q, 0)) && at(p, 1).equals(at(q, 1)) && at(p, 2).equals(at(q, 2));
    };
    // The first vertex at each position that a face uses, and the number of it by vertex.
    std::vector<Index> first, number(n);
    std::unordered_map<Index, Index, decltype(hash), decltype(equal)> known(n, hash, equal);
    for (Index p = 0; p < n; ++p) {
      if (!used[p]) continue;
      const auto [same, is_new] = known.emplace(p, static_cast<Index>(first.size()));
      if (is_new) first.push_back(p);
      number[p] = same->second;
    }
    choose_unit(first);
    for (const Index p : first) scene_.points.push_back(point(at(p, 0), at(p, 1), at(p, 2)));
    for (Index& p : scene_.face_points) p = number[p];
  }

  // The scale is the common denominator of all coordinates, but for those whose denominators have more bits than a
  // short point has room for and more than 99 in 100 of all have. One of these would make every number of the level as
  // long.
  void choose_unit(const std::vector<Index>& points) {
    std::vector<std::size_t> bits;
    double greatest = 1;
    for (const Index p : points)
      for (std::size_t k = 0; k < 3; ++k) {
        bits.push_back(given_[3 * std::size_t{p} + k].denominator_bits());
        greatest = std::max(greatest, std::fabs(given_[3 * std::size_t{p} + k].near()));
      }
    std::vector<std::size_t> sorted = bits;
    const auto usual = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) * 99 / 100);
    std::nth_element(sorted.begin(), usual, sorted.end());
    const double left = 61 - std::ceil(std::log2(greatest));  // bits; a hint, as is the rest
    const std::size_t longest = std::max(*usual, left > 0 ? static_cast<std::size_t>(left) : 0);
    mpz_class scale = 1;
    std::size_t power = 0;  // of two
    auto at = bits.begin();
    for (const Index p : points)
      for (std::size_t k = 0; k < 3; ++k, ++at) {
        if (*at > longest) continue;
        if (const Fraction* v = given_[3 * std::size_t{p} + k].fraction()) scale = lcm(scale, v->get_den());
        else power = std::max(power, *at - 1);
      }
    scale = lcm(scale, mpz_class(mpz_class(1) << power));
    scene_.scale = scale;
    if (mpz_popcount(scale.get_mpz_t()) == 1) power_ = static_cast<int>(mpz_scan1(scale.get_mpz_t(), 0));
  }

  static Integer whole(double v) {
    return std::fabs(v) < 0x1p63 ? Integer(static_cast<std::int64_t>(v)) : Integer(mpz_class(v));
  }

  Point point(const Coordinate& x, const Coordinate& y, const Coordinate& z) const {
    if (power_)
      if (const auto u = x.whole_times_two_to(*power_), v = y.whole_times_two_to(*power_),
          w = z.whole_times_two_to(*power_);
          u && v && w)
        return {whole(*u), whole(*v), whole(*w)};
    return point_at({x.times(scene_.scale), y.times(scene_.scale), z.times(scene_.scale)});
  }

  std::string_view text_;
  Numbers numbers_;
  bool y_up_;
  std::size_t at_ = 0, line_ = 0;
  std::string joined_;  // lines of one record, if these are several
  std::vector<std::string_view> words_;
  std::vector<Coordinate> given_;  // x0 y0 z0 x1 ...
  Scene scene_;
  std::optional<int> power_;  // of two, that the scale is
};

}  // namespace

Scene read_scene(std::string_view text, Numbers numbers, bool y_up) { return Reader(text, numbers, y_up).read(); }

}  // namespace plumb::checker
