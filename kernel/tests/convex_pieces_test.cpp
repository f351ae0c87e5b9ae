// SPDX-License-Identifier: LGPL-3.0-or-later
// Convex pieces over vertices of small integers: what is merged, triangulated and exchanged stays convex, and covers
// what it did.
//
// The vertices count the questions that are asked of them, which shows how the work grows without a clock. Pieces
// worked out by hand come first. The property draws cells on a grid and adds up their areas after every operation.
#include "plumb/kernel/convex_pieces.h"

#include <set>
#include <utility>

#include "plumb/kernel/fewest_pieces.h"
#include "plumb/kernel/piece_exchange.h"
#include "plumb/kernel/piece_triangles.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

struct Integers {
  std::vector<std::array<std::int64_t, 2>> at;
  mutable std::uint64_t questions = 0;

  std::int64_t doubled(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return (at[b][0] - at[a][0]) * (at[c][1] - at[a][1]) - (at[b][1] - at[a][1]) * (at[c][0] - at[a][0]);
  }
  Sign side(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool one_line = false) const {
    const std::int64_t d = doubled(a, b, c);
    ++questions;
    RC_ASSERT(a != b && at[a] != at[b]);
    RC_ASSERT((!one_line || d == 0));
    return d > 0 ? Sign::positive : d < 0 ? Sign::negative : Sign::zero;
  }
  int compare(std::uint32_t a, std::uint32_t b) const { return (at[a] > at[b]) - (at[a] < at[b]); }
  double length(std::uint32_t a, std::uint32_t b) const { return std::hypot(at[b][0] - at[a][0], at[b][1] - at[a][1]); }
};
using Pieces = ConvexPieces<Integers>;
using Id = Pieces::Id;

template <class Visit>
void each_face(const Pieces& pieces, const Visit& visit) {
  std::vector<std::uint32_t> face;
  const std::uint32_t count = pieces.number_faces(face);
  for (std::uint32_t f = 0; f < count; ++f) {
    std::vector<std::uint32_t> ring;
    const Id first = static_cast<Id>(std::ranges::find(face, f) - face.begin());
    Id e = first;
    do ring.push_back(pieces[e].from);
    while ((e = pieces[e].next) != first);
    visit(ring);
  }
}

// Twice the area; fails where a piece is not convex and clockwise.
std::int64_t checked_area(const Pieces& pieces) {
  RC_ASSERT(pieces.is_valid());
  std::int64_t sum = 0;
  each_face(pieces, [&](const std::vector<std::uint32_t>& ring) {
    std::int64_t area = 0;
    const std::size_t n = ring.size();
    RC_ASSERT(n >= 3u);
    for (std::size_t i = 0; i < n; ++i) {
      area -= pieces.points().doubled(ring[0], ring[i], ring[(i + 1) % n]);
      // Convex: no corner to the left of any side.
      for (const std::uint32_t v : ring) RC_ASSERT((pieces.points().side(ring[i], ring[(i + 1) % n], v) <= 0));
    }
    RC_ASSERT(area > 0);
    sum += area;
  });
  return sum;
}

// Squares of a grid, some of them in triangles, some missing, clockwise; corners may be moved a little.
void fill(Integers& points, Pieces& pieces, int width, int height, bool moved) {
  for (int y = 0; y <= height; ++y)
    for (int x = 0; x <= width; ++x)
      points.at.push_back({10 * x + (moved ? drawn(-2, 2) : 0), 10 * y + (moved ? drawn(-2, 2) : 0)});
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto at = [&](int i, int j) { return static_cast<std::uint32_t>((y + j) * (width + 1) + x + i); };
      const std::array corners{at(0, 0), at(0, 1), at(1, 1), at(1, 0)};
      const int kind = drawn(0, 7);
      if (kind == 0) continue;
      if (kind < 3 && !moved) {
        pieces.add_face(corners);
      } else {
        const std::size_t s = static_cast<std::size_t>(drawn(0, 1));
        pieces.add_face(std::array{corners[s], corners[s + 1], corners[s + 2]});
        pieces.add_face(std::array{corners[s + 2], corners[(s + 3) % 4], corners[s]});
      }
    }
  pieces.glue_all();
}

// Where the boundary does not go straight on: what must stay a corner.
std::set<std::uint32_t> turning(const Pieces& pieces) {
  std::set<std::uint32_t> out;
  for (Id e = 0; e < pieces.size(); ++e)
    if (pieces.alive(e) && pieces[e].twin == Pieces::none && pieces.boundary_turn(e) != Turn::straight)
      out.insert(pieces[pieces.boundary_next(e)].from);
  return out;
}

}  // namespace

TEST_CASE("pieces: ways through three points") {
  Integers points{{{0, 0}, {2, 0}, {4, 0}, {2, 2}, {2, -2}}};
  CHECK(turn_of(points, 0, 1, 2) == Turn::straight);
  CHECK(turn_of(points, 0, 2, 1) == Turn::back);
  CHECK(turn_of(points, 0, 1, 3) == Turn::left);
  CHECK(turn_of(points, 0, 1, 4) == Turn::right);
}

TEST_CASE("pieces: four squares are one, and an L is two") {
  Integers points;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) points.at.push_back({x, y});
  for (const bool whole : {true, false}) {
    Pieces pieces(points);
    pieces.add_face(std::array{0u, 3u, 4u, 1u});
    pieces.add_face(std::array{1u, 4u, 5u, 2u});
    pieces.add_face(std::array{3u, 6u, 7u, 4u});
    if (whole) pieces.add_face(std::array{4u, 7u, 8u, 5u});
    REQUIRE(pieces.glue_all() == 0);
    std::vector<Id> cuts;
    pieces.find_inner(cuts);
    CHECK(remove_cuts(pieces, std::span<const Id>(cuts)) == (whole ? 3 : 1));
    CHECK(pieces.piece_count() == (whole ? 1 : 2));
    CHECK(checked_area(pieces) == (whole ? 8 : 6));
  }
}

TEST_CASE("pieces: a vertex whose half-edges flips have renumbered is taken out too") {
  // Six squares of a rectangle. Two triangles are left, as it has four corners.
  Integers points;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 3; ++x) points.at.push_back({x, y});
  Pieces pieces(points);
  for (const auto& square : std::vector<std::array<std::uint32_t, 4>>{
           {4, 3, 6, 7}, {6, 9, 10, 7}, {3, 4, 1, 0}, {2, 1, 4, 5}, {10, 11, 8, 7}, {5, 4, 7, 8}})
    pieces.add_face(square);
  REQUIRE(pieces.glue_all() == 0);
  triangulate(pieces);
  CHECK(checked_area(pieces) == 12);
  CHECK(pieces.piece_count() == 2);
}

TEST_CASE("pieces: exchanging asks in proportion to the cuts, however many of them are free") {
  // Squares, of which every third is missing, by a pattern without order: no cut has gone, and most could.
  const auto questions = [](std::uint32_t side) {
    Integers points;
    Pieces pieces(points);
    for (std::uint32_t y = 0; y <= side; ++y)
      for (std::uint32_t x = 0; x <= side; ++x) points.at.push_back({x, y});
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t x = 0; x < side; ++x) {
        if ((x * 0x9E3779B1u ^ y * 0x85EBCA77u) * 0x2C1B3C6Du >> 16 & 1 && (x + y) % 3 == 0) continue;
        const std::uint32_t at = y * (side + 1) + x;
        pieces.add_face(std::array{at, at + side + 1, at + side + 2, at + 1});
      }
    REQUIRE(pieces.glue_all() == 0);
    const std::int64_t area = checked_area(pieces);
    CHECK(three_to_two(pieces, 4) > side * side / 4);
    const std::uint64_t asked = std::exchange(points.questions, 0);
    CHECK(checked_area(pieces) == area);
    return asked;
  };
  const std::uint64_t few = questions(12), many = questions(48);  // 16 times the squares
  CHECK(many < 24 * few);
}

TEST_CASE("pieces: exchanging leaves so many of grids that lack squares, whose cuts were erased as they came") {
  const auto left = [](std::uint32_t side, std::uint32_t pattern) {
    Integers points;
    Pieces pieces(points);
    for (std::uint32_t y = 0; y <= side; ++y)
      for (std::uint32_t x = 0; x <= side; ++x)
        points.at.push_back({4 * x + (x * y + pattern) % 2, 4 * y + (x + y / 2) % 2});
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t x = 0; x < side; ++x) {
        if (((x + pattern) * 0x9E3779B1u ^ y * 0x85EBCA77u) * 0x2C1B3C6Du >> 16 & 1 && (x + y) % 3 == 0) continue;
        const std::uint32_t at = y * (side + 1) + x;
        pieces.add_face(std::array{at, at + side + 1, at + side + 2});
        pieces.add_face(std::array{at, at + side + 2, at + 1});
      }
    REQUIRE(pieces.glue_all() == 0);
    std::vector<Id> cuts;
    pieces.find_inner(cuts);
    remove_cuts(pieces, std::span<const Id>(cuts));
    const std::size_t before = pieces.piece_count();
    CHECK(three_to_two(pieces, 0) == 0);  // no round
    three_to_two(pieces, 4);
    return std::vector{before, pieces.piece_count()};
  };
  using Counts = std::vector<std::size_t>;  // before, and after
  CHECK(left(8, 0) == Counts{34, 34});
  CHECK(left(16, 1) == Counts{131, 125});
  CHECK(left(24, 2) == Counts{292, 286});
}

TEST_CASE("property: pieces are merged, triangulated and exchanged, and stay convex") {
  Met met({{"in triangles", 200}, {"three become two", 10}, {"the fewest known", 50}, {"the fewest found", 30}});
  CHECK(check_many("convex pieces", 500, met, [&] {
    Integers points;
    Pieces pieces(points);
    const bool moved = drawn(0, 1);
    fill(points, pieces, drawn(1, 5), drawn(1, 4), moved);
    RC_PRE(pieces.size() > 0);
    // Moved corners may make squares of which a half is not convex or turned over: such are left out.
    bool proper = true;
    each_face(pieces,
              [&](const std::vector<std::uint32_t>& r) { proper = proper && points.doubled(r[0], r[1], r[2]) < 0; });
    RC_PRE(proper);
    const std::int64_t area = checked_area(pieces);
    const std::set<std::uint32_t> corners = turning(pieces);
    const auto remove_all = [&] {
      std::vector<Id> cuts;
      pieces.find_inner(cuts);
      for (std::size_t i = cuts.size(); i > 1; --i)
        std::swap(cuts[i - 1], cuts[static_cast<std::size_t>(drawn(0, static_cast<int>(i) - 1))]);
      const std::size_t before = pieces.piece_count(), fewer = remove_cuts(pieces, std::span<const Id>(cuts));
      RC_ASSERT(pieces.piece_count() + fewer == before);
      RC_ASSERT(checked_area(pieces) == area);
      RC_ASSERT(turning(pieces) == corners);
      pieces.find_inner(cuts);
      for (const Id e : cuts) RC_ASSERT(!pieces.is_removable(e));
    };
    remove_all();

    triangulate(pieces);
    RC_ASSERT(checked_area(pieces) == area);
    each_face(pieces, [&](const std::vector<std::uint32_t>& ring) {
      RC_ASSERT(ring.size() == 3u);
      for (const std::uint32_t v : ring) RC_ASSERT(corners.count(v) == 1u);
    });
    pieces.compact();
    ++met["in triangles"];

    remove_all();
    const std::size_t before = pieces.piece_count(), fewer = three_to_two(pieces, 4);
    RC_ASSERT(pieces.piece_count() + fewer == before);
    RC_ASSERT(checked_area(pieces) == area);
    met["three become two"] += fewer > 0;
    const std::size_t pieces_left = pieces.piece_count();

    // Where there is one loop around a disc, its fewest pieces are known.
    const std::vector<Id> loops = pieces.boundary_loops();
    std::vector<std::uint32_t> ring;
    std::size_t reflex = 0;
    if (loops.size() == 1) {
      Id e = loops[0];
      do {
        const Turn t = pieces.boundary_turn(e);
        if (t != Turn::straight) ring.push_back(pieces[pieces.boundary_next(e)].from);
        reflex += t == Turn::left;
      } while ((e = pieces.boundary_next(e)) != loops[0]);
    }
    if (reflex == 0 || ring.size() < 4 || ring.size() > FewestPieces<Integers>::most_corners ||
        std::set(ring.begin(), ring.end()).size() < ring.size())
      return;
    const auto fewest = FewestPieces<Integers>(points)(ring);
    RC_ASSERT(fewest.has_value());
    RC_ASSERT(*fewest <= pieces_left);
    RC_ASSERT(*fewest >= (reflex + 1) / 2 + 1);
    ++met["the fewest known"];
    met["the fewest found"] += *fewest == pieces_left;
  }));
}
