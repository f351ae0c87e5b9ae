// SPDX-License-Identifier: LGPL-3.0-or-later
#include "scene.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "verdict.h"

namespace checker {
namespace {

constexpr long exponent_limit = 10000;  // a short token must not ask for gigabytes

/// sign, digits with at most one point among them, exponent: the number itself.
Fraction decimal(const std::string& token) {
  const auto bad = [&] { return Refused("'" + token + "' is no number"); };
  std::size_t i = token[0] == '-' || token[0] == '+';
  std::string digits;
  long exponent = 0;
  for (bool point = false; i < token.size(); ++i) {
    if (token[i] == '.' && !point) {
      point = true;
      continue;
    }
    if (!std::isdigit(static_cast<unsigned char>(token[i]))) break;
    digits += token[i];
    exponent -= point;
  }
  if (digits.empty()) throw bad();
  if (i < token.size()) {
    if (token[i] != 'e' && token[i] != 'E') throw bad();
    i += 1 + (token[i + 1] == '+');
    long written = 0;
    const auto [end, error] = std::from_chars(token.data() + i, token.data() + token.size(), written);
    if (error != std::errc() || end != token.data() + token.size()) throw bad();
    exponent += written;
  }
  Integer mantissa(digits, 10), power;
  if (sgn(mantissa) == 0) return 0;
  if (std::labs(exponent) > exponent_limit) throw Refused("'" + token + "' is beyond the numbers that can be read");
  if (token[0] == '-') mantissa = -mantissa;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  Fraction value = exponent < 0 ? Fraction(mantissa, power) : Fraction(Integer(mantissa * power));
  value.canonicalize();
  return value;
}

/// The number that a coordinate's text stands for. strtod and strtof round to nearest.
Fraction coordinate(const std::string& token, Numbers numbers) {
  if (numbers == Numbers::decimal) return decimal(token);
  if (token.find_first_not_of("0123456789+-.eE") != token.npos) throw Refused("'" + token + "' is no number");  // hex, inf, nan
  char* end = nullptr;
  const double value = numbers == Numbers::binary64 ? std::strtod(token.c_str(), &end) : std::strtof(token.c_str(), &end);
  if (*end || !std::isfinite(value)) throw Refused("'" + token + "' is no finite number");
  return Fraction(value);
}

class Reader {
 public:
  Reader(std::string_view text, Numbers numbers, bool y_up) : text_(text), numbers_(numbers), y_up_(y_up) {}

  Scene read() {
    while (next_line()) {
      try {
        if (words_.empty()) continue;
        if (words_[0] == "v") vertex();
        if (words_[0] == "f" || words_[0] == "fo") face();
      } catch (const Refused& e) {
        throw Refused("line " + std::to_string(line_) + ": " + e.what());
      }
    }
    for (const std::uint32_t p : scene_.face_points)
      if (p >= given_.size() / 3) throw Refused("a face names vertex " + std::to_string(std::uint64_t{p} + 1) + ", which does not exist");
    if (scene_.face_count() == 0) throw Refused("there is no face");
    number_points();
    return std::move(scene_);
  }

 private:
  // Joins lines that end in a backslash, drops comments, splits at blanks.
  bool next_line() {
    if (at_ >= text_.size()) return false;
    std::string line;
    for (bool more = true; more && at_ < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view part = text_.substr(at_, end - at_);
      at_ = end + 1;
      ++line_;
      if (part.ends_with('\r')) part.remove_suffix(1);
      more = part.ends_with('\\') && part.find('#') == part.npos && line.find('#') == line.npos;
      if (more) part.remove_suffix(1);
      line.append(part).append(" ");
    }
    line.resize(std::min(line.find('#'), line.size()));
    words_.clear();
    for (std::size_t i = 0; (i = line.find_first_not_of(" \t\v\f", i)) != line.npos;) {
      const std::size_t end = std::min(line.find_first_of(" \t\v\f", i), line.size());
      words_.push_back(line.substr(i, end - i));
      i = end;
    }
    if (line_ == 1 && !words_.empty() && words_[0].starts_with("\xef\xbb\xbf")) words_[0].erase(0, 3);
    return true;
  }

  void vertex() {
    if (words_.size() < 4) throw Refused("fewer than three coordinates");
    Fraction x = coordinate(words_[1], numbers_), y = coordinate(words_[2], numbers_), z = coordinate(words_[3], numbers_);
    given_.push_back(std::move(x));
    if (y_up_) {
      given_.push_back(-z);
      given_.push_back(std::move(y));
    } else {
      given_.push_back(std::move(y));
      given_.push_back(std::move(z));
    }
  }

  void face() {
    if (words_.size() < 4) throw Refused("a face of fewer than three vertices");
    for (std::size_t i = 1; i < words_.size(); ++i) {
      long index = 0;
      const std::string& word = words_[i];
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
      if (error != std::errc() || (end != word.data() + word.size() && *end != '/')) throw Refused("'" + word + "' names no vertex");
      const long number = index > 0 ? index - 1 : static_cast<long>(given_.size() / 3) + index;  // a positive one may name a later vertex
      if (index == 0 || number < 0 || number > 0xfffffffe) throw Refused("there is no vertex '" + word + "'");
      scene_.face_points.push_back(static_cast<std::uint32_t>(number));
    }
    scene_.face_begin.push_back(static_cast<std::uint32_t>(scene_.face_points.size()));
  }

  void number_points() {
    const std::size_t n = given_.size() / 3;
    const auto compare = [&](std::uint32_t p, std::uint32_t q) {
      for (std::size_t k = 0; k < 3; ++k)
        if (const int c = cmp(given_[3 * std::size_t{p} + k], given_[3 * std::size_t{q} + k])) return c;
      return 0;
    };
    std::vector<bool> used(n);
    for (const std::uint32_t p : scene_.face_points) used[p] = true;
    std::vector<std::uint32_t> order, first(n), number(n);
    for (std::uint32_t p = 0; p < n; ++p)
      if (used[p]) order.push_back(p);
    std::sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) {
      const int c = compare(p, q);
      return c != 0 ? c < 0 : p < q;
    });
    // Every record leads to the first one at its position.
    for (std::size_t i = 0; i < order.size(); ++i)
      first[order[i]] = i > 0 && compare(order[i - 1], order[i]) == 0 ? first[order[i - 1]] : order[i];
    for (const std::uint32_t p : order)
      for (std::size_t k = 0; k < 3; ++k) scene_.scale = lcm(scene_.scale, given_[3 * std::size_t{p} + k].get_den());
    std::uint32_t count = 0;
    for (std::size_t p = 0; p < n; ++p) {
      if (!used[p] || first[p] != p) continue;
      number[p] = count++;
      const auto scaled = [&](const Fraction& v) { return Integer(v.get_num() * Integer(scene_.scale / v.get_den())); };
      scene_.points.push_back({scaled(given_[3 * p]), scaled(given_[3 * p + 1]), scaled(given_[3 * p + 2])});
    }
    for (std::uint32_t& p : scene_.face_points) p = number[first[p]];
  }

  std::string_view text_;
  Numbers numbers_;
  bool y_up_;
  std::size_t at_ = 0, line_ = 0;
  std::vector<std::string> words_;
  std::vector<Fraction> given_;  // x0 y0 z0 x1 ...
  Scene scene_;
};

}  // namespace

Scene read_scene(std::string_view text, Numbers numbers, bool y_up) { return Reader(text, numbers, y_up).read(); }

}  // namespace checker
