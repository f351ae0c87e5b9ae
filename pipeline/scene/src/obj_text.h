// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

/// The characters, tokens and records of an OBJ text. All functions work in place on [p, end).
namespace plumb::pipeline::obj {

enum CharClass : unsigned char { other = 0, blank, newline, hash };

inline constexpr auto char_class = [] {
  std::array<CharClass, 256> table{};
  for (const char c : {' ', '\t', '\v', '\f', '\r'}) table[static_cast<unsigned char>(c)] = blank;
  table['\n'] = newline;
  table['#'] = hash;
  return table;
}();

inline CharClass class_of(char c) { return char_class[static_cast<unsigned char>(c)]; }

/// With *p a backslash: the start of the next line if it joins this one, otherwise nullptr.
inline const char* joined_line(const char* p, const char* end) {
  if (end - p >= 2 && p[1] == '\n') return p + 2;
  return end - p >= 3 && p[1] == '\r' && p[2] == '\n' ? p + 3 : nullptr;
}

inline const char* skip_blanks(const char* p, const char* end) {
  for (; p != end; ++p) {
    if (class_of(*p) == blank) continue;
    const char* next = *p == '\\' ? joined_line(p, end) : nullptr;
    if (!next) break;
    p = next - 1;
  }
  return p;
}

/// Nothing more in this record: its line's end, a comment or the text's end. To be asked after skip_blanks.
inline bool at_record_end(const char* p, const char* end) {
  return p == end || class_of(*p) == newline || class_of(*p) == hash;
}

inline bool at_token_end(const char* p, const char* end) {
  return p == end || class_of(*p) != other || (*p == '\\' && joined_line(p, end));
}

inline const char* token_end(const char* p, const char* end) {
  while (!at_token_end(p, end)) ++p;
  return p;
}

/// After the end of the line that p is in.
inline const char* next_line(const char* p, const char* end) {
  const void* found = p == end ? nullptr : std::memchr(p, '\n', static_cast<std::size_t>(end - p));
  return found ? static_cast<const char*>(found) + 1 : end;
}

/// After the end of the record that p is in, joined lines included. A comment's line never joins the next.
const char* next_record(const char* p, const char* end);

/// A record's keyword, to walk a text without reading its numbers.
struct Record {
  std::string_view keyword;  ///< empty at the end of the text
  const char* next;          ///< after the record
};
Record read_record(const char* p, const char* end);

inline bool is_face_keyword(std::string_view k) { return k == "f" || k == "fo"; }

/// A token for a message: in quotes, cut to a readable length, without control characters.
std::string quote(std::string_view token);

/// The 1-based number of the line that holds the byte at `offset`.
std::size_t line_of(std::string_view text, std::size_t offset);

}  // namespace plumb::pipeline::obj
