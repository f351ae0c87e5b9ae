// SPDX-License-Identifier: GPL-3.0-or-later
// The OBJ reader's first step: the characters, tokens and records of an OBJ text, and chunks of it, each of which is
// read into numbers independently of the others.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/import_scene.h"
#include "positions.h"

namespace plumb::pipeline::obj {

// Characters, tokens and records. All functions work in place on [p, end).

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

// Chunks.

/// An error, and the bytes of the text that it is about.
struct Fault {
  std::size_t begin, end;
  ErrorCode code;
  std::string message;
};

/// A corner that was given as a negative index: its vertex relative to the chunk's first vertex, which may be negative.
struct RelativeCorner {
  std::uint32_t corner;
  std::int64_t vertex;
};

/// From this face on (counted in the chunk), the name [begin, end) of the text is in force.
struct NameChange {
  enum Kind : std::uint8_t { object, group, material } kind;
  std::uint32_t face;
  std::size_t begin, end;
};

struct Chunk {
  std::size_t begin = 0, end = 0;  ///< bytes of the text; begins at a record
  Positions positions;
  std::uint64_t vertex_records = 0;      ///< all `v` of the chunk, those after a fault included
  std::vector<std::uint32_t> corners;    ///< vertices from 0; 0 where `relative` has an entry; beyond_any if too large
  std::vector<RelativeCorner> relative;  ///< ascending by corner
  std::vector<std::uint32_t> face_ends;  ///< by face: the number of corners up to its end
  std::vector<NameChange> names;
  std::optional<Fault> fault;  ///< the first one; faces after it are not read
};

inline constexpr std::uint32_t beyond_any = 0xffffffff;

/// The message for the face that passes max_corners.
std::string too_many_corners(const ImportOptions& options);

/// Cuts [begin, text.size()) at record starts into at most `count` chunks.
std::vector<Chunk> cut_into_chunks(std::string_view text, std::size_t begin, std::size_t count);

/// Reads text[chunk.begin, chunk.end).
void read_chunk(std::string_view text, const ImportOptions& options, Chunk& chunk);

}  // namespace plumb::pipeline::obj
