// SPDX-License-Identifier: LGPL-3.0-or-later
// One traversable polygon: its lines, cells, pieces and walls (docs/theory/certificate.md, proofs of 3 to 7, 9 and 10).
//
// 1. The constructor finds the vertical polygons near the surface and makes their traces (WallTrace) on all threads:
//    the stretches that `wall` records must have.
// 2. shaped_cell() makes the corners of a cell from its lines; check_convex() requires lemma 2.
// 3. check() judges a cell, on several threads at once. check_witness(): the witness of a covered cell owns it; that of
//    any other is above all of the cell and too low for the next stance. check_against_all() visits all polygons whose
//    boxes touch: none of a lower number may own part of the cell, and none may be too low over it, have a trace
//    through it (runs_through()), or as a polygon of a solid pass through it (check_crossing()). check_inside()
//    compares the winding number over one point of it.
// 4. add() appends the ends of its sides and passes them on to the portals; add_piece() requires that pieces lie in
//    their cell; check_wall() compares a record with the trace.
// 5. finish() lets settle() add up all ends: along each line those of the cells, less those of the polygon, must cancel
//    (lemma 1). What does not cancel label by label gives the areas, but for a tile, of which
//    add_in_tile() adds them cell by cell. Pieces are summed in the same way.
//
// Cost: a cell takes time for each polygon near it, at worst for all. Sorting takes n log n for n sides. Memory: linear
// in the sides; corners are kept by pair of lines, crossings by polygon, and with a radius the cells to be cut.
// Exact: every decision is a sign of side() or turn(), whose filter is in geometry.h, or of integers. Areas are
// fractions (AreaSum). Boxes are rounded outward and only name candidates.
// Source: docs/theory/definitions.md and the proof; ours.
#include "verify/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/verdict.h"

namespace plumb::checker {
namespace {

constexpr Label outline_label = std::numeric_limits<Label>::max();

std::size_t next(std::size_t i, std::size_t n) { return i + 1 == n ? 0 : i + 1; }
std::size_t previous(std::size_t i, std::size_t n) { return (i == 0 ? n : i) - 1; }

}  // namespace

Surface::Surface(const World& world, const BoxTree& tree, const Bodies& bodies, const Threads& threads, Index number,
                 std::size_t first_cell, SurfaceFound& found)
    : world_(world),
      tree_(tree),
      bodies_(bodies),
      number_(number),
      first_cell_(first_cell),
      found_(found),
      polygon_(world.polygons[number]),
      lines_(world.shape(number).sides),
      used_(lines_.size(), true) {
  found_.areas.resize(world.heights.size() + 4);
  doubled_unit_ = 2 * world.scene.scale * world.scene.scale;
  Box box = box_of(polygon_);
  const double top = world_.heights.back().get_d();
  reach_ = box.high[2] + top + (slack(box.high[2]) + slack(top));
  box.high[2] = reach_;
  std::vector<Index> near;
  tree_.query(box, [&](Index other) {
    const Polygon& wall = world_.polygons[other];
    if (wall.vertical() && world_.compare_top(wall, polygon_) > 0) near.push_back(other);
  });
  if (near.empty()) return;
  std::sort(near.begin(), near.end());
  const StopHeights stopping(world_, number_);
  std::vector<std::optional<WallTrace>> traces(near.size());
  threads.run_ranges(near.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) traces[i] = WallTrace::make(world_, stopping, number_, near[i]);
  });
  for (std::size_t i = 0; i < near.size(); ++i)
    if (traces[i]) traces_.push_back(std::move(*traces[i]));
  for (const WallTrace& trace : traces_)
    for (const WallTrace::Obstruction& o : trace.obstructions()) walls_.push_back({&trace, &o});
}

void Surface::add_line(Integer a, Integer b, Integer c) {
  const int first = sgn(a) != 0 ? sgn(a) : sgn(b);
  require(first > 0 && gcd(gcd(a, b), c) == 1, "the line is not in its normal form");
  to_index(lines_.size(), "lines");
  lines_.emplace_back(std::move(a), std::move(b), c * world_.scene.scale);
  used_.push_back(false);
}

Surface::Cell Surface::shaped_cell(Label label, std::optional<Index> witness, const std::vector<LineId>& sides) {
  require(!whole_ && (!sides.empty() || shaped_ == 0), "a cell beside one that is the whole polygon");
  Cell cell = shaped(label, witness, sides);
  whole_ = sides.empty();
  ++shaped_;
  return cell;
}

void Surface::check(const Cell& cell) const {
  check_witness(cell);
  check_against_all(cell);
  check_inside(cell);
}

void Surface::add(const Cell& cell) {
  uncovered_ = uncovered_ || !covered(cell);
  if (world_.tile) add_in_tile(cell.label, cell.corners, 1);
  else if (whole_)
    found_.areas[cell.label].add(View(world_.scene, polygon_.plane).doubled_area(polygon_.corners) /
                                 fraction(doubled_unit_));
  if (!whole_) add_ends(cell.sides, cell.label, 1, ends_);
  add_to_portals(cell);
  if (world_.is_told) found_.told_cells.push_back({cell.label, cell.witness.value_or(none), cell.corners});
  if (world_.clearing && stands(cell)) standing_.emplace(to_index(cell_count() - 1, "cells"), cell);
}

Surface::Cell Surface::shaped(Label label, std::optional<Index> witness, const std::vector<LineId>& sides) {
  Cell cell{label, witness, sides, {}, {}};
  if (sides.empty()) {
    const Outline& corners = world_.shape(number_).corners;
    for (LineId i = 0; i < corners.size(); ++i) {
      cell.sides.push_back(i);
      cell.corners.push_back(corners[next(i, corners.size())]);
      cell.inward.push_back(1);
    }
    return cell;
  }
  const std::size_t n = sides.size();
  cell.corners.reserve(n);
  cell.inward.reserve(n);
  require(n >= 3 && n <= lines_.size(), "a cell has three sides or more, each once");
  for (std::size_t i = 0; i < n; ++i) {
    require(turn(lines_[sides[i]], lines_[sides[next(i, n)]]) != 0, "neighbouring sides are parallel");
    cell.corners.push_back(corner(sides[i], sides[next(i, n)]));
    used_[sides[i]] = true;
  }
  check_convex(cell);
  return cell;
}

// Left turns only, every side run forward, and once around (docs/theory/certificate.md, lemma 2).
void Surface::check_convex(Cell& cell) const {
  const std::size_t n = cell.sides.size();
  for (std::size_t i = 0; i < n; ++i) cell.inward.push_back(side(lines_[cell.sides[i]], cell.corners[next(i, n)]));
  // The direction (b, -a) of a side whose left is positive, by x, then y.
  const auto ascends = [&](std::size_t i) {
    const Line& l = lines_[cell.sides[i]];
    return (sgn(l.b) != 0 ? sgn(l.b) : -sgn(l.a)) * cell.inward[i] > 0;
  };
  bool convex = true, ascending = ascends(n - 1);
  std::size_t reversals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = next(i, n);
    const Line &l = lines_[cell.sides[i]], &m = lines_[cell.sides[j]];
    convex = convex && turn(l, m) * cell.inward[i] * cell.inward[j] > 0 &&
             side(m, cell.corners[previous(i, n)]) * cell.inward[j] > 0;
    reversals += ascends(i) != ascending;
    ascending = ascends(i);
  }
  require(convex && reversals == 2, "the cell is not convex and counter-clockwise");
}

// A side runs along (b, -a) if its line is positive inside.
void Surface::add_to_portals(const Cell& cell) {
  SurfaceCells::Cell& out = found_.cells.cells.emplace_back();
  if (!stands(cell)) return;
  out.stance = cell.label;
  const std::size_t n = cell.sides.size();
  out.sides.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = previous(i, n);
    const Line& line = lines_[cell.sides[i]];
    const int form = sgn(line.a) != 0 ? sgn(line.a) : sgn(line.b);
    const bool ascends = (sgn(line.b) != 0 ? sgn(line.b) : -sgn(line.a)) * cell.inward[i] > 0;
    const auto corner = [&](LineId across, const Vertex& v) {
      return SurfaceCells::Corner{line_in_found(across), by_x(line) ? v.fx : v.fy, v.point};
    };
    const SurfaceCells::Corner begin = corner(cell.sides[j], cell.corners[j]),
                               end = corner(cell.sides[next(i, n)], cell.corners[i]);
    out.sides.push_back(
        {line_in_found(cell.sides[i]), form * cell.inward[i] > 0, ascends ? begin : end, ascends ? end : begin});
  }
}

Index Surface::line_in_found(LineId line) {
  in_found_.resize(lines_.size(), none);
  Index& number = in_found_[line];
  if (number != none) return number;
  number = static_cast<Index>(found_.cells.lines.size());
  found_.cells.lines.emplace_back(lines_[line].a, lines_[line].b, lines_[line].c);
  return number;
}

const Vertex& Surface::corner(LineId l, LineId m) {
  const auto [low, high] = std::minmax(l, m);
  const std::uint64_t key = std::uint64_t{low} << 32 | high;
  if (const auto at = corners_.find(key); at != corners_.end()) return at->second;
  const Outline& own = world_.shape(number_).corners;
  if (high < own.size() && high == low + 1) return corners_.emplace(key, own[high]).first->second;
  if (high == own.size() - 1 && low == 0) return corners_.emplace(key, own[0]).first->second;
  return corners_.emplace(key, meet(lines_[l], lines_[m])).first->second;
}

// z_Q - z_T times both n.z, for points on the planes n p = d.
Surface::Neighbour Surface::neighbour(Index polygon) const {
  const Plane &t = polygon_.plane, &q = world_.polygons[polygon].plane;
  Neighbour n{{t.nx * q.nz - q.nx * t.nz, t.ny * q.nz - q.ny * t.nz, q.d * t.nz - t.d * q.nz}, false};
  n.coplanar = sgn(n.over.a) == 0 && sgn(n.over.b) == 0 && sgn(n.over.c) == 0;
  return n;
}

// The line that is positive where the neighbour is less than `height` above the surface.
Line Surface::beneath(const Neighbour& neighbour, Index polygon, const Ratio& height) const {
  const Line& over = neighbour.over;
  const Integer reach = height.above * polygon_.plane.nz * world_.polygons[polygon].plane.nz;
  return {-over.a * height.below, -over.b * height.below, reach - over.c * height.below};
}

void Surface::check_witness(const Cell& cell) const {
  if (cell.label == world_.heights.size() || inside(cell))
    return require(!cell.witness, "a cell of the highest stance, or inside, has no witness");
  require(cell.witness.has_value(), "the cell has no witness");
  const Index w = *cell.witness;
  const Polygon& witness = world_.polygons[w];
  require(w != number_ && !witness.vertical(), "the witness is the polygon itself, or vertical");
  for (const Line& s : world_.shape(w).sides)
    require(nowhere_negative(s, cell.corners), "the witness does not reach over the whole cell");
  const Neighbour n = neighbour(w);
  if (covered(cell))
    return require(n.coplanar && witness.traversable && w < number_,
                   "the witness is no owner: traversable, coplanar and of a lower number");
  const Line low = beneath(n, w, world_.height_ratios[cell.label]);
  require(nowhere_negative(n.over, cell.corners) && somewhere_positive(n.over, cell.corners),
          "the witness is not above the whole cell");
  require(nowhere_negative(low, cell.corners) && somewhere_positive(low, cell.corners),
          "the witness leaves room for a higher stance");
}

// The winding number is the same all over the cell, as no polygon crosses it. Three corners of it, added as weights,
// make a point inside.
void Surface::check_inside(const Cell& cell) const {
  if (covered(cell)) return;
  const Vertex &u = cell.corners[0], &v = cell.corners[1], &w = cell.corners[2];
  const std::int64_t winding =
      bodies_.empty() ? 0 : bodies_.winding(number_, {u.x + v.x + w.x, u.y + v.y + w.y, u.w + v.w + w.w});
  if (inside(cell) != (winding > 0))
    throw Refutation("above the cell, solids wind " + std::to_string(winding) +
                     " times; inside is where that is positive");
}

void Surface::check_crossing(const Cell& cell, Index polygon) const {
  const auto crossing = [&]() -> const std::optional<Bodies::Crossing>& {
    const std::lock_guard lock(crossings_made_);
    const auto [at, added] = crossings_.try_emplace(polygon);
    if (added) at->second = bodies_.crossing(number_, polygon);
    return at->second;
  };
  const std::optional<Bodies::Crossing>& found = crossing();
  if (found && runs_through(found->line, found->ends, cell))
    throw Refutation("solid's polygon " + std::to_string(polygon) + " passes through the cell");
}

void Surface::check_against_all(const Cell& cell) const {
  Box box = box_of(cell.corners);
  box.low[2] = polygon_.low[2];
  box.high[2] = stands(cell) ? reach_ : polygon_.high[2];
  tree_.query(box, [&](Index other) {
    if (other != number_) check_against(cell, other);
  });
}

const WallTrace* Surface::trace_of(Index wall) const {
  const auto at = std::lower_bound(traces_.begin(), traces_.end(), wall,
                                   [](const WallTrace& trace, Index number) { return trace.wall() < number; });
  return at != traces_.end() && at->wall() == wall ? &*at : nullptr;
}

void Surface::check_against(const Cell& cell, Index other) const {
  const Polygon& polygon = world_.polygons[other];
  if (polygon.counts && !covered(cell)) check_crossing(cell, other);
  if (polygon.vertical()) {
    if (!stands(cell)) return;
    const WallTrace* trace = trace_of(other);
    if (trace && runs_through(trace->line(), trace->ends(), cell))
      throw Refutation("the trace of wall " + std::to_string(other) + " runs through the cell");
    return;
  }
  if (world_.compare_top(polygon, polygon_) < 0) return;
  const bool may_own = polygon.traversable && other < (covered(cell) ? *cell.witness : number_);
  if ((!may_own && !stands(cell)) || apart(cell, world_.shape(other))) return;
  const Neighbour n = neighbour(other);
  if (n.coplanar) {
    if (may_own && overlaps(cell, other, {}))
      throw Refutation("polygon " + std::to_string(other) + ", coplanar and of a lower number, owns part of the cell");
  } else if (stands(cell) && overlaps(cell, other, {n.over, beneath(n, other, world_.height_ratios[cell.label - 1])})) {
    throw Refutation("polygon " + std::to_string(other) + " is too low over part of the cell");
  }
}

// Whether some side of the cell has all of a convex outline outside. The interiors of two convex outlines do not meet
// just if that is so, or the same of the other one and its sides. A segment is an outline of two sides on one line.
bool Surface::outside(const Cell& cell, const Outline& outline) const {
  for (std::size_t i = 0; i < cell.sides.size(); ++i)
    if (!somewhere_positive(lines_[cell.sides[i]], outline, cell.inward[i])) return true;
  return false;
}

bool Surface::apart(const Cell& cell, const Shape& shape) const {
  const auto misses = [&](const Line& s) { return !somewhere_positive(s, cell.corners); };
  return std::any_of(shape.sides.begin(), shape.sides.end(), misses) || outside(cell, shape.corners);
}

bool Surface::runs_through(const Line& line, const Outline& ends, const Cell& cell) const {
  return somewhere_positive(line, cell.corners) && somewhere_positive(line, cell.corners, -1) && !outside(cell, ends);
}

// Whether the interiors of the cell, of the polygon and of more half planes meet.
bool Surface::overlaps(const Cell& cell, Index polygon, const std::vector<Line>& more) const {
  for (const Line& line : more)
    if (!somewhere_positive(line, cell.corners)) return false;
  return !clip(clip(cell.corners, more), world_.shape(polygon).sides).empty();
}

// The pieces of a cell lie in it, and their boundaries add up to its own (lemma 1).
void Surface::add_piece(std::size_t stance, Index cell, const std::vector<LineId>& sides, std::vector<Index> takers) {
  require(last_cut_ == none || last_cut_ <= cell, "the piece is not in its place");
  const auto at = standing_.find(cell);
  require(at != standing_.end(), "the piece is not of a cell of this polygon where somebody stands");
  const Cell& whole = at->second;
  require(stance <= whole.label, "the piece has a higher stance than its cell");
  if (last_cut_ != cell) {
    add_ends(whole.sides, whole.label, -1, piece_ends_);
    add_in_tile(whole.label, whole.corners, -1);
  }
  last_cut_ = cell;
  const Label label = stance > 0 ? stance : world_.heights.size() + 3;
  Cell piece = sides.empty() ? whole : shaped(label, {}, sides);
  if (!sides.empty())
    for (std::size_t i = 0; i < whole.sides.size(); ++i)
      for (const Vertex& v : piece.corners)
        require(side(lines_[whole.sides[i]], v) * whole.inward[i] >= 0, "the piece reaches out of its cell");
  add_ends(piece.sides, label, 1, piece_ends_);
  add_in_tile(label, piece.corners, 1);
  found_.pieces.push_back({number_, cell, whole.label, stance, std::move(piece.corners), std::move(takers)});
  cut_.insert(cell);
}

void Surface::check_wall(std::size_t n, Index wall, std::size_t may_cross, const std::array<Ratio, 4>& ends) const {
  require(uncovered_, "a wall on a polygon that is covered whole");
  require(n < walls_.size(), "there is no such obstruction");
  const auto& [trace, obstruction] = walls_[n];
  if (wall != trace->wall()) throw Refutation("the next obstruction is of wall " + std::to_string(trace->wall()));
  require(may_cross == obstruction->may_cross && trace->is(*obstruction, world_, ends),
          "the wall obstructs another stretch, or another stance");
}

void Surface::finish() {
  require(std::find(used_.begin(), used_.end(), false) == used_.end(),
          "no cell has one of the lines listed before this one");
  if (uncovered_ && walls_seen_ < walls_.size())
    throw Refutation("before this line, an obstruction of wall " + std::to_string(walls_[walls_seen_].trace->wall()) +
                     " is missing");
  if (world_.is_told && uncovered_)
    for (const auto& [trace, obstruction] : walls_)
      found_.told_walls.push_back({trace->wall(), obstruction->may_cross, trace->place(obstruction->from, world_),
                                   trace->place(obstruction->to, world_)});
  if (!whole_) {
    std::vector<LineId> outline(world_.shape(number_).sides.size());
    std::iota(outline.begin(), outline.end(), LineId{0});
    add_ends(outline, outline_label, -1, ends_);
  }
  settle(ends_, "do not cover it once");
  settle(piece_ends_, "have pieces that do not cover them once");
  for (auto& [number, cell] : standing_)
    if (!cut_.contains(number))
      found_.pieces.push_back({number_, number, cell.label, cell.label, std::move(cell.corners), {}});
}

void Surface::add_ends(const std::vector<LineId>& sides, Label label, int times, std::vector<End>& ends) const {
  const std::size_t n = sides.size();
  for (std::size_t i = 0; i < n; ++i) {
    ends.push_back({sides[i], sides[next(i, n)], label, times});
    ends.push_back({sides[i], sides[previous(i, n)], label, -times});
  }
}

// The sides of all cells, less those of the polygon, must cancel line by line (lemma 1). For areas, label by label, the
// sum over sides from v to w of v.x w.y - v.y w.x is needed; on one line that is a difference of the shares of its
// ends. Several lines may cross in one point: ends there cancel whichever line names them.
void Surface::settle(std::vector<End>& ends, const char* wrong) {
  add_up(ends);
  std::vector<Shares> shares(found_.areas.size());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto& [line, across, label, times] = ends[i];
    if (label != outline_label) add_share(shares[label], label, line, across, times);
    if (i + 1 < ends.size() && ends[i + 1].line == line) continue;
    for (Label l = 0; l < shares.size(); ++l) add_area(shares[l], l, line);
  }
  add_up(ends, [](const End& d, const End& e) { return std::tie(d.line, d.across) < std::tie(e.line, e.across); });
  add_up(ends, [&](const End& d, const End& e) {
    if (d.line != e.line) return d.line < e.line;
    const Vertex &v = corner(d.line, d.across), &w = corner(e.line, e.across);
    return sgn(lines_[d.line].b) != 0 ? v.x * w.w < w.x * v.w : v.y * w.w < w.y * v.w;
  });
  if (!ends.empty())
    throw Refutation("the cells of polygon " + std::to_string(number_) + ", listed before this line, " + wrong);
}

// Some ends on one line are summed up before they are reduced; not many, as the denominators multiply.
void Surface::add_share(Shares& shares, Label label, LineId line, LineId across, std::int64_t times) {
  const Vertex& v = corner(line, across);
  const Integer above = (sgn(lines_[line].b) != 0 ? v.x : v.y) * times;
  if (shares.count++ == 0) {
    shares.above = above;
    shares.below = v.w;
    return;
  }
  if (shares.below == v.w) {
    shares.above += above;
  } else {
    shares.above = shares.above * v.w + above * shares.below;
    shares.below *= v.w;
  }
  if (shares.count == 4) add_area(shares, label, line);
}

// Twice the area has a share of c x / b on a line, or of -c y / a. The level's units are scale of the scene's.
void Surface::add_area(Shares& shares, Label label, LineId line) {
  if (shares.count == 0) return;
  shares.count = 0;
  if (world_.tile) return;
  const Line& l = lines_[line];
  const bool x = sgn(l.b) != 0;
  const Integer above = l.c * shares.above;
  found_.areas[label].add(quotient(x ? above : -above, (x ? l.b : l.a) * shares.below * doubled_unit_));
}

// Of a tile, what the square has of each cell is added up: along the lines, the sums are those of whole surfaces.
void Surface::add_in_tile(Label label, const Outline& corners, int times) {
  if (!world_.tile) return;
  const Outline inside = world_.tile->common(corners);
  if (!inside.empty()) found_.areas[label].add(times * doubled_area(inside) / fraction(doubled_unit_));
}

}  // namespace plumb::checker
