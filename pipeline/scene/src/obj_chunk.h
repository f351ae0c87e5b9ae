// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/import_obj.h"
#include "positions.h"

/// The OBJ reader's first step: reads one chunk of the text into numbers, independently of the other chunks.
namespace plumb::pipeline::obj {

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
