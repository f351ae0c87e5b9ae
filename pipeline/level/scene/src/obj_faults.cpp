// SPDX-License-Identifier: GPL-3.0-or-later
// A fault that is found by counting has no place in the text yet: find_record() and find_token() read the chunk again
// to find it, so that nothing is stored for messages.
#include "obj_faults.h"

#include <algorithm>

#include "file_content.h"

namespace plumb::pipeline::obj {
namespace {

// The n-th (from 0) v or f record of a text, from its keyword on. It must exist.
std::string_view find_record(std::string_view text, bool face, std::uint64_t n) {
  const char* p = text.data();
  const char* end = p + text.size();
  while (true) {
    const Record record = read_record(p, end);
    if (face ? is_face_keyword(record.keyword) : record.keyword == "v")
      if (n-- == 0) return {record.keyword.data(), static_cast<std::size_t>(record.next - record.keyword.data())};
    p = record.next;
  }
}

// The n-th (from 0) token after a record's keyword.
std::string_view find_token(std::string_view record, std::uint64_t n) {
  const char* end = record.data() + record.size();
  const char* p = token_end(record.data(), end);
  while (true) {
    p = skip_blanks(p, end);
    const char* stop = token_end(p, end);
    if (n-- == 0) return {p, static_cast<std::size_t>(stop - p)};
    p = stop;
  }
}

std::string_view text_of(std::string_view text, const Chunk& chunk) {
  return text.substr(chunk.begin, chunk.end - chunk.begin);
}

Fault of_record(std::string_view text, const Chunk& chunk, bool face, std::uint64_t n, std::string message) {
  const std::string_view record = find_record(text_of(text, chunk), face, n);
  const auto begin = static_cast<std::size_t>(record.data() - text.data());
  return {begin, begin + record.size(), ErrorCode::too_large, std::move(message)};
}

Fault bad_corner(std::string_view text, const Chunk& chunk, std::uint64_t corner, std::uint64_t total) {
  const auto& ends = chunk.face_ends;
  const auto face = std::upper_bound(ends.begin(), ends.end(), corner) - ends.begin();
  const std::string_view record = find_record(text_of(text, chunk), true, static_cast<std::uint64_t>(face));
  const std::string_view token = find_token(record, corner - (face ? ends[static_cast<std::size_t>(face) - 1] : 0));
  const auto begin = static_cast<std::size_t>(token.data() - text.data());
  const std::string entry = "face entry " + in_quotes(token);
  return {begin, begin + token.size(), ErrorCode::bad_index,
          token.front() == '-' ? entry + " counts back beyond the first vertex; correct the index"
                               : entry + " names a vertex that does not exist (the file has " + std::to_string(total) +
                                     "); correct the index"};
}

}  // namespace

std::optional<Fault> too_many_vertices(std::string_view text, const Chunk& chunk, std::uint64_t before,
                                       const ImportOptions& options) {
  const std::uint64_t most = options.max_vertices;
  if (before > most || before + chunk.vertex_records <= most) return std::nullopt;
  return of_record(text, chunk, false, most - before,
                   "more than " + std::to_string(most) + " vertices; cut the level up");
}

std::optional<Fault> too_many_corners(std::string_view text, const Chunk& chunk, std::uint64_t before,
                                      const ImportOptions& options) {
  const std::uint64_t most = options.max_corners;
  if (before > most || before + chunk.corners.size() <= most) return std::nullopt;
  const auto face = std::upper_bound(chunk.face_ends.begin(), chunk.face_ends.end(), most - before);
  return of_record(text, chunk, true, static_cast<std::uint64_t>(face - chunk.face_ends.begin()),
                   too_many_corners(options));
}

Fault too_fine(std::string_view text, const Chunk& chunk, std::uint64_t n, const ImportOptions& options) {
  return of_record(text, chunk, false, n,
                   "this v has so fine a coordinate that the exact numbers of all points take more than " +
                       std::to_string(options.max_exact_bytes) + " bytes; round it");
}

std::optional<Fault> name_vertices(std::string_view text, Chunk& chunk, std::uint64_t before, std::uint64_t total) {
  std::size_t relative = 0;
  for (std::size_t c = 0; c < chunk.corners.size(); ++c) {
    std::uint64_t vertex = chunk.corners[c];
    if (relative < chunk.relative.size() && chunk.relative[relative].corner == c)
      vertex = before + static_cast<std::uint64_t>(chunk.relative[relative++].vertex);
    if (vertex >= total) return bad_corner(text, chunk, c, total);  // a negative number wraps around to a large one
    chunk.corners[c] = static_cast<std::uint32_t>(vertex);
  }
  return std::nullopt;
}

}  // namespace plumb::pipeline::obj
