// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <initializer_list>
#include <istream>
#include <set>
#include <string>
#include <string_view>

#include "base/numbers.h"
#include "base/verdict.h"

namespace plumb::checker {

/// Reads a text of JSON from its beginning to its end, without a document of it: whoever reads says what has to come.
/// Strict (RFC 8259), and numbers that are read are whole: exact ones are strings. Throws Refused, with the line, for
/// all that is no such text; for strings of more than 2^17 characters, and for lists in lists deeper than 32.
class Json {
 public:
  explicit Json(std::istream& in) : in_(in) {}

  /// An object with these members and no others, each at most once: calls member(k), which has to read the value, for
  /// each that is there, by its number among the names. Returns which were, as bits.
  template <class Member>
  std::uint64_t object(std::initializer_list<std::string_view> names, Member&& member) {
    std::uint64_t read = 0;
    begin('{', "an object");
    for (bool first = true; more('}', first); first = false) {
      const std::uint64_t k = which(names, read);
      read |= std::uint64_t{1} << k;
      member(k);
    }
    return read;
  }
  /// An object with any members, each once: calls member(name), which has to read the value.
  template <class Member>
  void object(Member&& member) {
    std::set<std::string, std::less<>> names;
    begin('{', "an object");
    for (bool first = true; more('}', first); first = false) member(new_name(names));
  }
  /// A list: calls element() for each of its elements, which has to read it.
  template <class Element>
  void list(Element&& element) {
    begin('[', "a list");
    for (bool first = true; more(']', first); first = false) element();
  }
  /// A string; good until the next call.
  std::string_view text();
  /// A string that is a fraction, in lowest terms as Plumb writes them.
  Ratio ratio() { return ratio_of(text()); }
  Fraction fraction() { return fraction_of(text()); }
  /// That of a part of one.
  Ratio ratio_of(std::string_view text) const;
  Fraction fraction_of(std::string_view text) const {
    const Ratio value = ratio_of(text);
    return quotient(value.above, value.below);
  }
  std::int64_t whole(std::int64_t low, std::int64_t high);
  /// The number of a thing.
  Index number() { return static_cast<Index>(whole(0, std::int64_t{none} - 1)); }
  bool boolean();
  /// The next sign that is no blank; -1 at the end.
  int peek();
  /// Whether null comes, which is read then.
  bool null();
  /// Reads any value. Returns a string as text() does; true, false, null and numbers as they are written, and for lists
  /// and objects nothing.
  std::string scalar();
  /// Reads any value.
  void skip();
  /// Requires that nothing but blanks follows.
  void end();

  /// That of what comes next.
  std::uint64_t line() {
    peek();
    return line_;
  }
  /// To be thrown.
  Refused wrong(const std::string& what) const;

 private:
  std::uint64_t which(std::initializer_list<std::string_view> names, std::uint64_t read);
  const std::string& new_name(std::set<std::string, std::less<>>& names);
  int sign();
  bool take(char sign);
  void require_sign(char sign);
  void begin(char sign, const char* what);
  bool more(char end, bool first);
  bool word(std::string_view word);
  bool read_more();
  unsigned code_at(std::string_view raw, std::size_t at) const;
  void unescape(std::string_view raw);

  static constexpr std::size_t block = 1 << 16, most_text = 1 << 17, most_depth = 32;

  std::istream& in_;
  std::string buffer_, plain_;  // what was read; a string without escapes
  std::size_t at_ = 0, depth_ = 0;
  std::uint64_t line_ = 1;
};

}  // namespace plumb::checker
