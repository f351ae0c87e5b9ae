// SPDX-License-Identifier: GPL-3.0-or-later
// Faces sorted by the tiles near them, in memory that does not grow with the level.
// 1. add_face() appends a face to the list of each tile near it (FaceTiles). When the lists take too much memory, all
//    are put aside into a scratch file (put_aside), where each has its blocks.
// 2. write() makes the text of each tile's piece, as many at a time as there are threads: a comment with the numbers of
//    its faces, another with those that belong to bodies, then the vertices, each before the first face that needs it,
//    and the faces. Vertices of the same text are one.
// Cost. Linear in the faces of all tiles. Memory: the lists up to a limit, and the pieces that are being written.
#include "piece_writer.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "for_tiles.h"
#include "plumb/pipeline/parallel.h"
#include "sha256.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

// Lists are put aside when they have more words in memory than this.
constexpr std::size_t most_words = std::size_t{1} << 22;
// Refused: more tiles than this, which are as many files; and faces of all tiles together above so many for each face
// of the level, and some more.
constexpr double most_tiles = 1e6;
constexpr double most_tiles_of_face = 64, spare_entries = 0x1p27;

// "0-17 20 33-40"
std::string runs_text(const std::vector<std::uint64_t>& faces) {
  std::string out;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end] == faces[end - 1] + 1) ++end;
    out += (out.empty() ? "" : " ") + std::to_string(faces[i]);
    if (end > i + 1) out += "-" + std::to_string(faces[end - 1]);
    i = end;
  }
  return out;
}

}  // namespace

void TilePieceWriter::begin_level(std::unique_ptr<LevelVertices> vertices, std::string file) {
  levels_.push_back({std::move(vertices), std::move(file), faces_});
}

std::optional<Error> TilePieceWriter::add_face(std::span<const std::uint32_t> vertices, bool of_body) {
  const Level& level = levels_.back();
  const auto number = static_cast<std::uint32_t>(faces_ - level.first_face);
  ++faces_;
  const double most = std::min(most_tiles, spare_entries + most_tiles_of_face * static_cast<double>(faces_) - entries_);
  const bool added = tiles_.for_each(*level.vertices, vertices, most, [&](const Tile& tile) {
    List& list = lists_[tile];
    const std::size_t before = list.words.size();
    if (list.level != levels_.size() - 1) {
      list.level = static_cast<std::uint32_t>(levels_.size() - 1);
      list.words.insert(list.words.end(), {0, list.level});
    }
    list.words.push_back(static_cast<std::uint32_t>(vertices.size()) | (of_body ? body_mark : 0));
    list.words.push_back(number);
    list.words.insert(list.words.end(), vertices.begin(), vertices.end());
    in_memory_ += list.words.size() - before;
    most_faces_ = std::max(most_faces_, ++list.faces);
    ++entries_;
  });
  if (!added || static_cast<double>(lists_.size()) > most_tiles)
    return Error{
        ErrorCode::too_large,
        "touches too many tiles of this size, more than 1,000,000, or is too far from the origin for them; give "
        "a greater --tiles",
        level.file, 0};
  if (in_memory_ > most_words) put_aside();
  return std::nullopt;
}

void TilePieceWriter::put_aside() {
  for (auto& [tile, list] : lists_) {
    if (list.words.empty()) continue;
    const std::uint64_t at = scratch_.append_values<std::uint32_t>(list.words);
    list.kept.emplace_back(at / sizeof(std::uint32_t), list.words.size());
    list.words = std::vector<std::uint32_t>();  // gives its memory back
  }
  in_memory_ = 0;
}

Result<std::string> TilePieceWriter::text_of_piece(const List& list, std::span<const std::uint32_t> scratch) const {
  std::vector<std::uint32_t> words;
  for (const auto& [at, count] : list.kept) {
    const auto block = scratch.subspan(at, count);
    words.insert(words.end(), block.begin(), block.end());
  }
  words.insert(words.end(), list.words.begin(), list.words.end());

  std::vector<std::uint64_t> faces, of_bodies;
  std::string body;
  std::unordered_map<std::string, std::size_t> of_text;  // numbers of vertices, from 1
  std::unordered_map<std::uint32_t, std::size_t> of_vertex;
  const Level* level = nullptr;
  for (std::size_t i = 0; i < words.size();) {
    if (words[i] == 0) {
      level = &levels_[words[i + 1]];
      of_vertex.clear();
      i += 2;
      continue;
    }
    const std::size_t corners = words[i] & ~body_mark;
    const std::uint64_t face = level->first_face + words[i + 1];
    faces.push_back(face);
    if ((words[i] & body_mark) != 0) of_bodies.push_back(face);
    std::string line = "f";
    for (const std::uint32_t v : std::span(words).subspan(i + 2, corners)) {
      const auto [at, is_new] = of_vertex.try_emplace(v);
      if (is_new) {
        std::string text;
        if (auto error = level->vertices->append_text(text, v)) return *error;
        const auto [same, is_first] = of_text.try_emplace(std::move(text), of_text.size() + 1);
        if (is_first) body += "v" + same->first + "\n";
        at->second = same->second;
      }
      line += " " + std::to_string(at->second);
    }
    body += line + "\n";
    i += 2 + corners;
  }
  std::string out = "#faces " + runs_text(faces) + "\n";
  if (!of_bodies.empty()) out += "#bodies " + runs_text(of_bodies) + "\n";
  return out + body;
}

std::optional<Error> TilePieceWriter::write(const TileStore& store, unsigned threads, Progress& progress) {
  const auto bytes = scratch_.map();
  if (!bytes) return bytes.error();
  const std::span<const std::uint32_t> scratch(reinterpret_cast<const std::uint32_t*>(bytes->data()),
                                               bytes->size() / sizeof(std::uint32_t));
  std::vector<Tile> tiles;
  for (const auto& [tile, list] : lists_) tiles.push_back(tile);
  const auto digests = for_tiles<std::string>(tiles, threads, progress,
                                              [&](const Tile& tile, unsigned, Progress&) -> Result<std::string> {
                                                const auto text = text_of_piece(lists_.at(tile), scratch);
                                                if (!text) return text.error();
                                                if (auto error = write_whole(store.piece_file(tile), *text))
                                                  return *error;
                                                return checker::sha256_hex(*text);
                                              });
  if (!digests) return digests.error();
  for (std::size_t t = 0; t < tiles.size(); ++t) plan_.pieces[tiles[t]] = {lists_.at(tiles[t]).faces, (*digests)[t]};
  return std::nullopt;
}

}  // namespace plumb::pipeline
