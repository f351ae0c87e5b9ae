// SPDX-License-Identifier: LGPL-3.0-or-later
// Whether a tile's piece has all faces of the level that matter to the tile, without the level in memory.
//
// 1. for_each_face() reads a text twice: first where each vertex is, then the faces. The corners of a face are read
//    again where they stand.
// 2. NearTiles finds the tiles whose square, widened by the reach, a face touches seen from above: between the lines of
//    a row of tiles, the face's outline reaches from its least x there to its greatest.
// 3. add_faces() adds the face's coordinates to the digest of each. piece_digest() does the same with a piece, for its
//    own tile: faces of the piece that are not near the tile add nothing.
//
// Cost: linear in the text and in the faces of all pieces. Memory: eight bytes for each vertex.
// Exact: coordinates are the numbers of the file. Doubles that are certainly within a tile's square spare the exact
// test. Source: docs/theory/certificate.md, Tiles; ours.
#include "tiles/level_digests.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>

#include "sha256.h"

namespace plumb::checker {
namespace {

using Corner = std::array<Coordinate, 3>;

void for_each_face(std::string_view text, Numbers numbers, bool y_up,
                   const std::function<void(const std::vector<Corner>&)>& take) {
  std::vector<std::size_t> places;  // of vertices
  using Kind = ObjRecords::Kind;
  ObjRecords first(text);
  for (Kind kind; (kind = first.next()) != Kind::end;)
    if (kind == Kind::vertex) places.push_back(first.place());
  ObjRecords faces(text), vertices(text);
  std::uint64_t seen = 0;
  std::vector<Corner> corners;
  for (Kind kind; (kind = faces.next()) != Kind::end;) {
    if (kind == Kind::vertex) {
      ++seen;
      continue;
    }
    corners.clear();
    faces.corners(seen, [&](std::uint64_t v) {
      if (v >= places.size()) throw no_such_vertex(v);
      vertices.go_to(places[v]);
      vertices.next();
      corners.push_back(vertices.vertex(numbers, y_up));
    });
    take(corners);
  }
}

// The numbers that a face's corners are, as bytes.
std::string bytes_of(const std::vector<Corner>& corners) {
  std::string out;
  for (const Corner& c : corners)
    for (const Coordinate& v : c) {
      if (const Fraction* exact = v.fraction()) {
        out += exact->get_str() + " ";
        continue;
      }
      const double near = v.near() + 0.0;  // 0 and -0 are equal
      char bytes[sizeof near];
      std::memcpy(bytes, &near, sizeof near);
      out.append(bytes, sizeof near);
    }
  return out + "/" + std::to_string(corners.size()) + ";";
}

class NearTiles {
 public:
  explicit NearTiles(const Grid& grid) : grid_(grid) {}

  // Calls take(tile) for each tile that the face is near.
  template <class Take>
  void for_each(const std::vector<Corner>& corners, const Take& take) {
    // An outline reaches every tile of one row between its ends.
    const auto x = certain_rows(0, corners), y = certain_rows(1, corners);
    if (x && y && ((*x)[0] == (*x)[1] || (*y)[0] == (*y)[1])) {
      for (std::int64_t j = (*y)[0]; j <= (*y)[1]; ++j)
        for (std::int64_t i = (*x)[0]; i <= (*x)[1]; ++i) take(Tile{i, j});
      return;
    }
    outline_.clear();
    for (const Corner& c : corners) outline_.push_back({c[0].exact(), c[1].exact()});
    const auto [first_j, last_j] = rows(1, outline_);
    for (std::int64_t j = first_j; j <= last_j; ++j) {
      const Fraction low = grid_.line(1, j) - grid_.reach, high = grid_.line(1, j + 1) + grid_.reach;
      const auto within = cut(low, high);
      if (within.empty()) continue;
      const auto [first_i, last_i] = rows(0, within);
      for (std::int64_t i = first_i; i <= last_i; ++i) take(Tile{i, j});
    }
  }

 private:
  // The same as rows(), if doubles tell.
  std::optional<std::array<std::int64_t, 2>> certain_rows(std::size_t axis, const std::vector<Corner>& corners) const {
    const double origin = grid_.origin[axis].get_d(), size = grid_.size.get_d(), reach = grid_.reach.get_d();
    std::array<double, 2> ends{HUGE_VAL, -HUGE_VAL};
    for (const Corner& c : corners) {
      ends[0] = std::min(ends[0], c[axis].near());
      ends[1] = std::max(ends[1], c[axis].near());
    }
    std::array<std::int64_t, 2> out{};
    for (const std::size_t end : {0, 1}) {
      const double at = (ends[end] - origin + (end == 0 ? -reach : reach)) / size;
      // Each of the four numbers is truncated, and each operation rounds once: eight roundings of this sum. Allow
      // forty.
      const double error = 8 * slack((std::fabs(ends[end]) + std::fabs(origin) + reach) / size);
      const double tile = std::floor(at - error);
      if (!(std::fabs(tile) < 0x1p50) || std::floor(at + error) != tile) return std::nullopt;
      out[end] = static_cast<std::int64_t>(tile);
    }
    return out;
  }
  // The first and the last tile along an axis that the places, widened by the reach, touch. A tile is closed.
  std::array<std::int64_t, 2> rows(std::size_t axis, const std::vector<Place>& places) const {
    const auto [low, high] = std::minmax_element(places.begin(), places.end(),
                                                 [&](const Place& p, const Place& q) { return p[axis] < q[axis]; });
    const Fraction first = (*low)[axis] - grid_.reach;
    std::int64_t from = grid_.number_of(axis, first);
    if (grid_.line(axis, from) == first) --from;
    return {from, grid_.number_of(axis, (*high)[axis] + grid_.reach)};
  }
  // The corners between two places along y, and where the outline passes these.
  std::vector<Place> cut(const Fraction& low, const Fraction& high) const {
    std::vector<Place> out;
    for (std::size_t k = 0; k < outline_.size(); ++k) {
      const Place &p = outline_[k], &q = outline_[k + 1 == outline_.size() ? 0 : k + 1];
      if (low <= p[1] && p[1] <= high) out.push_back(p);
      for (const Fraction* at : {&low, &high})
        if ((p[1] < *at && *at < q[1]) || (q[1] < *at && *at < p[1]))
          out.push_back({p[0] + (q[0] - p[0]) * (*at - p[1]) / (q[1] - p[1]), *at});
    }
    return out;
  }

  const Grid& grid_;
  std::vector<Place> outline_;
};

}  // namespace

void FaceDigest::close() {
  if (waiting_.empty()) return;
  digest_ = sha256_hex(digest_ + waiting_);
  waiting_.clear();
}

void add_faces(std::string_view text, Numbers numbers, bool y_up, const Grid& grid, TileDigests& digests) {
  NearTiles near(grid);
  for_each_face(text, numbers, y_up, [&](const std::vector<Corner>& corners) {
    const std::string bytes = bytes_of(corners);
    near.for_each(corners, [&](const Tile& tile) {
      const auto at = digests.find(tile);
      if (at == digests.end()) throw Refutation("tile " + text_of(tile) + ", which a face is near, is missing");
      at->second.add(bytes);
    });
  });
}

std::string piece_digest(std::string_view text, Numbers numbers, bool y_up, const Grid& grid, const Tile& tile) {
  NearTiles near(grid);
  FaceDigest digest;
  for_each_face(text, numbers, y_up, [&](const std::vector<Corner>& corners) {
    bool is_near = false;
    near.for_each(corners, [&](const Tile& other) { is_near = is_near || other == tile; });
    if (is_near) digest.add(bytes_of(corners));
  });
  return digest.text();
}

}  // namespace plumb::checker
