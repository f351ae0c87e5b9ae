// SPDX-License-Identifier: LGPL-3.0-or-later
// Whether a tile's piece has just the faces of the level that are near the tile, without the level in memory.
//
// 1. for_each_face() reads a text twice: first where each vertex is, then the faces. The corners of a face are read
//    again where they stand.
// 2. NearTiles finds the tiles that a face is near: those that the box of its corners in plan touches, widened by the
//    reach. If these are more than 64, a long face that runs aslant would be near many tiles far from it: then only
//    those whose square, widened by the reach, the convex hull of the corners meets. Between the lines of a row of
//    tiles, the hull reaches from its least x there to its greatest.
// 3. add_faces() adds the face's coordinates to the digest of each. piece_digest() is that of all faces of a piece.
//
// Cost: linear in the text and in the faces of all pieces. Memory: eight bytes for each vertex.
// Exact: coordinates are the numbers of the file. Doubles that are certainly within a tile spare the exact test.
// Source: docs/theory/certificate.md, Tiles; ours.
#include "tiles/level_digests.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>

#include "sha256.h"

namespace plumb::checker {
namespace {

using FaceCorner = std::array<Coordinate, 3>;

// Of a text in memory, or in a file.
template <class Text>
void for_each_face(const Text& text, Numbers numbers, bool y_up,
                   const std::function<void(const std::vector<FaceCorner>&)>& take) {
  std::vector<std::size_t> places;  // of vertices
  using Kind = ObjRecords::Kind;
  ObjRecords first(text);
  for (Kind kind; (kind = first.next()) != Kind::end;)
    if (kind == Kind::vertex) places.push_back(first.place());
  ObjRecords faces(text), vertices(text);
  std::uint64_t seen = 0;
  std::vector<FaceCorner> corners;
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
std::string bytes_of(const std::vector<FaceCorner>& corners) {
  std::string out;
  for (const FaceCorner& c : corners)
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

// The corners of the convex hull, in order (Andrew 1979). What lies on one line has no area, and is run there and back.
std::vector<Place> hull_of(std::vector<Place> places) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  if (places.size() < 2) return places;
  std::vector<Place> hull;
  const auto add_chain = [&](auto from, auto to) {
    const std::size_t first = hull.size();
    for (; from != to; ++from) {
      const auto turns_left = [&](const Place& p, const Place& q) {
        return (q[0] - p[0]) * ((*from)[1] - p[1]) > (q[1] - p[1]) * ((*from)[0] - p[0]);
      };
      while (hull.size() > first + 1 && !turns_left(hull[hull.size() - 2], hull.back())) hull.pop_back();
      hull.push_back(*from);
    }
    hull.pop_back();  // the next chain begins with it
  };
  add_chain(places.begin(), places.end());
  add_chain(places.rbegin(), places.rend());
  return hull;
}

class NearTiles {
 public:
  explicit NearTiles(const Grid& grid) : grid_(grid) {}

  // Calls take(tile) for each tile that the face is near.
  template <class Take>
  void for_each(const std::vector<FaceCorner>& corners, const Take& take) const {
    const Rows x = touched(0, corners), y = touched(1, corners);
    if (x.count() <= most_of_box && y.count() <= most_of_box && x.count() * y.count() <= most_of_box) {
      for (std::int64_t j = y.first; j <= y.last; ++j)
        for (std::int64_t i = x.first; i <= x.last; ++i) take(Tile{i, j});
      return;
    }
    std::vector<Place> places;
    for (const FaceCorner& c : corners) places.push_back({c[0].exact(), c[1].exact()});
    const std::vector<Place> hull = hull_of(std::move(places));
    for (std::int64_t j = y.first; j <= y.last; ++j) {
      const auto [low, high] = breadth(hull, grid_.line(1, j) - grid_.reach, grid_.line(1, j + 1) + grid_.reach);
      const Rows met = touched(0, low, high);
      for (std::int64_t i = met.first; i <= met.last; ++i) take(Tile{i, j});
    }
  }

 private:
  static constexpr std::uint64_t most_of_box = 64;  // tiles
  struct Rows {
    std::int64_t first, last;
    std::uint64_t count() const { return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1; }
  };

  // The tiles that the box of the corners touches along an axis, widened by the reach.
  Rows touched(std::size_t axis, const std::vector<FaceCorner>& corners) const {
    const auto [low, high] =
        std::minmax_element(corners.begin(), corners.end(),
                            [&](const FaceCorner& p, const FaceCorner& q) { return p[axis].near() < q[axis].near(); });
    const auto first = certain_row((*low)[axis].near(), axis, -1), last = certain_row((*high)[axis].near(), axis, 1);
    if (first && last) return {*first, *last};
    std::vector<Fraction> places;
    for (const FaceCorner& c : corners) places.push_back(c[axis].exact());
    const auto [least, greatest] = std::minmax_element(places.begin(), places.end());
    return touched(axis, *least, *greatest);
  }
  // The same between two places. A tile is closed: on a line between two, both are touched.
  Rows touched(std::size_t axis, const Fraction& low, const Fraction& high) const {
    const Fraction from = low - grid_.reach;
    std::int64_t first = grid_.number_of(axis, from);
    if (grid_.line(axis, first) == from) --first;
    return {first, grid_.number_of(axis, high + grid_.reach)};
  }
  // The only tile that a place touches which is moved outward by the reach, if doubles tell. `at`: truncated.
  std::optional<std::int64_t> certain_row(double at, std::size_t axis, int outward) const {
    const double origin = grid_.origin[axis].get_d(), size = grid_.size.get_d(), reach = grid_.reach.get_d();
    if (!has_filters || !std::isnormal(size)) return std::nullopt;
    const double number = (at - origin + outward * reach) / size;
    // Each of the four numbers is truncated, and each operation rounds once: eight roundings of this sum. Allow forty.
    // Those of 1 stand for what underflows: that is below 2^-1074 for each of three, and the size is not below 2^-1022.
    const double error = 8 * slack((std::fabs(at) + std::fabs(origin) + reach) / size + 1);
    const double tile = std::floor(number - error);
    if (!(std::fabs(tile) < 0x1p50) || std::floor(number + error) != tile) return std::nullopt;
    return static_cast<std::int64_t>(tile);
  }
  // The least and the greatest x of what a convex outline has from one y to another; it has something there.
  static std::array<Fraction, 2> breadth(const std::vector<Place>& outline, const Fraction& low, const Fraction& high) {
    std::vector<Fraction> all;
    for (std::size_t k = 0; k < outline.size(); ++k) {
      const Place &p = outline[k], &q = outline[k + 1 == outline.size() ? 0 : k + 1];
      if (low <= p[1] && p[1] <= high) all.push_back(p[0]);
      for (const Fraction* at : {&low, &high})
        if ((p[1] < *at && *at < q[1]) || (q[1] < *at && *at < p[1]))
          all.push_back(p[0] + (q[0] - p[0]) * (*at - p[1]) / (q[1] - p[1]));
    }
    const auto [least, greatest] = std::minmax_element(all.begin(), all.end());
    return {*least, *greatest};
  }

  const Grid& grid_;
};

}  // namespace

void FaceDigest::close() {
  if (waiting_.empty()) return;
  digest_ = sha256_hex(digest_ + waiting_);
  waiting_.clear();
}

void add_faces(const TextFile& level, Numbers numbers, bool y_up, const Grid& grid, TileDigests& digests) {
  const NearTiles near(grid);
  for_each_face(level, numbers, y_up, [&](const std::vector<FaceCorner>& corners) {
    const std::string bytes = bytes_of(corners);
    near.for_each(corners, [&](const Tile& tile) {
      const auto at = digests.find(tile);
      if (at == digests.end()) throw Refutation("tile " + text_of(tile) + ", which a face is near, is missing");
      at->second.add(bytes);
    });
  });
}

std::string piece_digest(std::string_view text, Numbers numbers, bool y_up) {
  FaceDigest digest;
  for_each_face(text, numbers, y_up, [&](const std::vector<FaceCorner>& corners) { digest.add(bytes_of(corners)); });
  return digest.text();
}

}  // namespace plumb::checker
