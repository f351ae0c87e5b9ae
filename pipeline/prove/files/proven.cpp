// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/proven.h"

#include <algorithm>
#include <sstream>

namespace plumb::checker {
namespace {

// Cuts a segment to a closed square; false if at most a point is left.
bool cut_to(const Square& square, Segment& segment) {
  for (std::size_t axis = 0; axis < 2; ++axis)
    for (const auto& [limit, sign] : {std::pair(square.low()[axis], 1), std::pair(square.high()[axis], -1)}) {
      const Fraction a = (segment[0][axis] - limit) * sign, b = (segment[1][axis] - limit) * sign;
      if (sgn(a) < 0 && sgn(b) < 0) return false;
      if (sgn(a) >= 0 && sgn(b) >= 0) continue;
      const Fraction t = a / (a - b);
      Place at;
      for (std::size_t k = 0; k < 2; ++k) at[k] = segment[0][k] + t * (segment[1][k] - segment[0][k]);
      segment[sgn(a) < 0 ? 0 : 1] = at;
    }
  return segment[0] != segment[1];
}

}  // namespace

// Of a tile, what its square has of a polygon.
void Collector::add(const World& world, const Proven::Piece& piece, const Outline& whole) {
  const Outline outline = world.tile ? world.tile->common(whole) : whole;
  if (outline.empty()) return;
  Proven::Piece& p = proven_.pieces.emplace_back(piece);
  p.first = static_cast<Index>(proven_.corners.size());
  for (const Vertex& v : outline) proven_.corners.push_back(proven_.places.number(v));
  p.end = to_index(proven_.corners.size(), "corners");
}

void Collector::surface(const World& world, Index number, const SurfaceFound& found) {
  const auto stances = static_cast<int>(world.heights.size());
  const auto label = [&](Label l) {
    return static_cast<int>(l) <= stances ? static_cast<int>(l) : stances - static_cast<int>(l);
  };
  const std::size_t first = cells_;
  for (const ToldCell& cell : found.told_cells) {
    const Proven::Piece piece{number, static_cast<Index>(cells_++), label(cell.label), cell.witness, 0, 0};
    if (piece.label < 1 || !world.clearing) add(world, piece, cell.corners);
  }
  for (const ClearedPiece& p : found.pieces)
    add(world,
        {number, p.cell, p.stance == 0 ? -3 : static_cast<int>(p.stance), found.told_cells[p.cell - first].witness, 0,
         0},
        p.corners);
  for (const ToldWall& w : found.told_walls)
    add_wall(world, {number, w.wall, static_cast<Index>(w.may_cross), {}}, w.from, w.to);
}

void Collector::add_wall(const World& world, const Proven::Wall& wall, const Vertex& from, const Vertex& to) {
  Segment ends{place_of(from), place_of(to)};
  if (world.tile && !cut_to(*world.tile, ends)) return;
  Proven::Wall& added = proven_.walls.emplace_back(wall);
  added.ends = {proven_.places.number(world.tile ? vertex_of(ends[0]) : from),
                proven_.places.number(world.tile ? vertex_of(ends[1]) : to)};
  if (proven_.places.compare(added.ends[0], added.ends[1]) > 0) std::swap(added.ends[0], added.ends[1]);
}

void Collector::end(const All& all) {
  proven_.world = &all.world;
  proven_.digest = all.digest;
  proven_.options = all.options;
  proven_.disc = all.disc;
  // Other files name the one that the level's text was made of.
  std::istringstream made_of(all.comment);
  std::string mark, file, digest, bytes, numbers, word;
  const auto is_digest = [](const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
  };
  if (made_of >> mark >> file >> digest >> bytes >> numbers >> word && mark == "#" && file == "file" &&
      is_digest(digest) && numbers == "numbers" && (word == "double" || word == "float" || word == "decimal") &&
      proven_.options["numbers"] == "decimal") {
    proven_.digest = digest;
    proven_.options["numbers"] = word;
  }
  const auto stands = [&](const Proven::Piece& p) { return p.label > 0 || p.label == -3; };
  for (Index i = 0; i < proven_.pieces.size(); ++i)
    if (stands(proven_.pieces[i])) proven_.standing.push_back(i);
  std::stable_sort(proven_.standing.begin(), proven_.standing.end(),
                   [&](Index i, Index j) { return proven_.pieces[i].cell < proven_.pieces[j].cell; });
  for (Index i = 0, c = 0; c <= cells_; ++c) {
    while (i < proven_.standing.size() && proven_.pieces[proven_.standing[i]].cell < c) ++i;
    proven_.first_piece.push_back(i);
  }
  if (proven_.has_cuts()) add_flanks();
  add_ways(all);
  found(proven_);
}

void Collector::add_flanks() {
  for (Index c = 0; c < cells_; ++c) {
    for (const Index i : proven_.pieces_of(c)) {
      const auto ring = proven_.ring(proven_.pieces[i]);
      for (std::size_t k = 0; proven_.pieces[i].label > 0 && k < ring.size(); ++k)
        proven_.flanks.all.push_back({ring[k], ring[k + 1 == ring.size() ? 0 : k + 1], i});
    }
    proven_.flanks.end_of_thing();
  }
}

void Collector::add_ways(const All& all) {
  const Portals& portals = all.portals;
  const auto& sides = portals.sides();
  for (const Portals::Portal& p : portals.all()) {
    // Whether a cell is to the left of the line as it ascends: a line that is positive there runs along (b, -a).
    auto side = std::lower_bound(sides.begin(), sides.end(), p.a,
                                 [](const Portals::Side& s, Index cell) { return s.cell < cell; });
    while (side->line != p.line) ++side;
    const bool left = side->left == (sgn(portals.line(p.line).b) > 0);
    std::array<Index, 2> on_a{proven_.places.number(portals.place(p.line, p.from)),
                              proven_.places.number(portals.place(p.line, p.to))};
    if ((proven_.places.compare(on_a[0], on_a[1]) < 0) != left) std::swap(on_a[0], on_a[1]);
    proven_.ways.push_back({p.step ? Proven::Kind::step : Proven::Kind::flush, p.a, p.b, p.stance, {on_a, on_a}});
  }
  for (const Weld& w : all.welds) {
    std::array<std::array<Index, 2>, 2> ends;
    for (std::size_t i = 0; i < 2; ++i)
      ends[i] = {proven_.places.number(vertex_of(w.on_a[i])), proven_.places.number(vertex_of(w.on_b[i]))};
    // An inner point of the cell is on the left.
    if (proven_.pieces_of(w.a).empty()) continue;  // it begins beyond the tile
    const Proven::Piece& piece = proven_.pieces[proven_.pieces_of(w.a)[0]];
    for (const Index corner : proven_.ring(piece)) {
      const int turn = proven_.places.turn(ends[0][0], ends[1][0], corner);
      if (turn < 0) std::swap(ends[0], ends[1]);
      if (turn != 0) break;
    }
    proven_.ways.push_back({Proven::Kind::weld,
                            w.a,
                            w.b,
                            static_cast<Index>(w.stance),
                            {{ends[0][0], ends[1][0]}, {ends[0][1], ends[1][1]}}});
  }
}

}  // namespace plumb::checker
