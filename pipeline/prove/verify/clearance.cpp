// SPDX-License-Identifier: LGPL-3.0-or-later
// What an agent's radius leaves of the cells: the records of border and the pieces (docs/theory/certificate.md, proof
// of 10).
//
// 1. disc_sides() makes the polygon that stands for the agent's disc, around it or within it, of points of the circle.
// 2. A BorderBody is what a straight stretch of border takes: the places within the disc's polygon of the stretch whose
//    heights differ from it by less than the window. On a plane it is convex: make_lines() makes the lines around it in
//    plan, window_lines() those that the window adds. holds() and apart() compare it with a convex outline.
// 3. ClearanceCheck::check() reads the records of border: each must be border for its lowest stance, all along.
//    find_bodies() makes the bodies of all borders, by the borders that are left by portals, stance by stance.
// 4. check_takers(): of a piece that has lost stances, the records named must hold all of it, stance after stance down
//    to what is left. check_left(): what is left must be apart from all bodies of that stance.
//
// Cost: find_bodies() is linear in the sides times stances; check_left() takes time for each body whose box is over the
// piece, times the sides of the disc. Memory: linear in borders and pieces.
// Exact: everything, in fractions, with signs of side() (geometry.cpp); boxes are rounded outward and only name
// candidates.
// Source: docs/theory/definitions.md, section 7; ours.
#include "verify/clearance.h"

#include <algorithm>
#include <map>

#include "base/verdict.h"
#include "verify/borders.h"

namespace plumb::checker {
namespace {

Fraction cross(const Place& p, const Place& q) { return p[0] * q[1] - p[1] * q[0]; }

}  // namespace

Place corner_between(const DiscSide& s, const DiscSide& t) {
  const Fraction w = s.nx * t.ny - s.ny * t.nx;
  return {(s.offset * t.ny - t.offset * s.ny) / w, (s.nx * t.offset - t.nx * s.offset) / w};
}

// The angles from one point to the next are between 0 and half a turn; directions pass from below the x axis to on or
// above it once.
std::vector<DiscSide> disc_sides(const std::vector<Place>& points, bool around, const Fraction& radius) {
  std::vector<DiscSide> out;
  std::size_t turns = 0;
  const auto above = [](const Place& p) { return sgn(p[1]) > 0 || (sgn(p[1]) == 0 && sgn(p[0]) > 0); };
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Place &p = points[k], &q = points[k + 1 == points.size() ? 0 : k + 1];
    require(p[0] * p[0] + p[1] * p[1] == 1, "the point is not on the circle");
    require(sgn(cross(p, q)) > 0, "the points do not run around the circle");
    turns += !above(p) && above(q);
    if (around) {
      out.push_back({p[0], p[1], radius});
    } else {
      const Fraction nx = q[1] - p[1], ny = p[0] - q[0];
      out.push_back({nx, ny, radius * (nx * p[0] + ny * p[1])});
    }
  }
  require(turns == 1, "the points do not run around the circle once");
  return out;
}

Fraction reach_of(const std::vector<DiscSide>& disc) {
  Fraction most = 0;
  for (std::size_t k = 0; k < disc.size(); ++k)
    for (const Fraction& x : corner_between(disc[k], disc[k + 1 == disc.size() ? 0 : k + 1]))
      most = std::max(most, Fraction(abs(x)));
  return most;
}

BorderBody::BorderBody(const World& world, Point from, Point to)
    : world_(&world), from_(std::move(from)), to_(std::move(to)) {}

Line BorderBody::line(const Linear2& f) { return line_of(f.a, f.b, f.c); }

// Each follows from the conditions on a t between 0 and 1: a side of the disc's polygon whose normal points forward is
// passed last at t = 1, one whose normal points backward at t = 0; and beyond the stretch, to its left and right, no t
// is near enough: the greatest of (p - q) . normal over points q of the polygon is at one of its corners, where two
// sides meet whose normals point forward and not, backward and not.
std::vector<Line> BorderBody::make_lines() const {
  std::vector<Line> lines;
  const Place run{to_.at[0] - from_.at[0], to_.at[1] - from_.at[1]};
  const auto& disc = world_->clearing->disc;
  const auto along = [&](const DiscSide& s) -> Fraction { return s.nx * run[0] + s.ny * run[1]; };
  for (std::size_t k = 0; k < disc.size(); ++k) {
    const DiscSide &s = disc[k], &t = disc[k + 1 == disc.size() ? 0 : k + 1];
    const Fraction m = along(s), n = along(t);
    const Place& end = sgn(m) >= 0 ? to_.at : from_.at;
    lines.push_back(line({-s.nx, -s.ny, s.offset + s.nx * end[0] + s.ny * end[1]}));
    if (sgn(m) * sgn(n) > 0 || sgn(m) == 0) continue;
    // The direction square to the stretch on that side.
    const Place corner = corner_between(s, t);
    const Place normal = sgn(m) > 0 ? Place{-run[1], run[0]} : Place{run[1], -run[0]};
    const Place far{from_.at[0] + corner[0], from_.at[1] + corner[1]};
    lines.push_back(line({-normal[0], -normal[1], normal[0] * far[0] + normal[1] * far[1]}));
  }
  return lines;
}

// What the window leaves of the plane. With heights less those of the stretch, u = z - window < (z of the stretch)
// rises by ez along t, so t > u / ez; and each side of the disc's polygon bounds t as well. Both leave a t only where
// one bound is below the other.
std::vector<Line> BorderBody::window_lines(const Plane& plane) const {
  const Fraction ex = to_.at[0] - from_.at[0], ey = to_.at[1] - from_.at[1], ez = to_.z - from_.z;
  const Fraction &v = world_->clearing->window, &low = std::min(from_.z, to_.z), &high = std::max(from_.z, to_.z);
  const Linear2 z{quotient(-plane.nx, plane.nz), quotient(-plane.ny, plane.nz), quotient(plane.d, plane.nz)};
  std::vector<Line> out{line({-z.a, -z.b, high + v - z.c}), line({z.a, z.b, z.c - low + v})};
  if (sgn(ez) == 0) return out;
  for (const DiscSide& s : world_->clearing->disc) {
    const Fraction m = s.nx * ex + s.ny * ey;
    if (sgn(m) == 0) continue;
    // n.(p - A) - offset < t m, and z(p) - z(A) - v < t ez < z(p) - z(A) + v.
    const Fraction at = s.nx * from_.at[0] + s.ny * from_.at[1] + s.offset;
    const int upper = sgn(m) * sgn(ez) > 0 ? 1 : -1;
    const Fraction base = z.c - from_.z + upper * v;
    // m * (z(p) - z(A) + v) against ez * (n.(p - A) - offset): of one sign with t m and t ez.
    const int sign = sgn(ez) > 0 ? 1 : -1;
    out.push_back(line({sign * (m * z.a - ez * s.nx), sign * (m * z.b - ez * s.ny), sign * (m * base + ez * at)}));
  }
  return out;
}

bool BorderBody::holds(const Plane& plane, const Outline& outline) {
  if (lines_.empty()) lines_ = make_lines();
  const auto holds = [&](const Line& l) { return nowhere_negative(l, outline) && somewhere_positive(l, outline); };
  if (!std::all_of(lines_.begin(), lines_.end(), holds)) return false;
  const std::vector<Line> window = window_lines(plane);
  return std::all_of(window.begin(), window.end(), holds);
}

bool BorderBody::apart(const Plane& plane, const Outline& outline) {
  if (lines_.empty()) lines_ = make_lines();
  const auto misses = [&](const Line& l) { return !somewhere_positive(l, outline); };
  if (std::any_of(lines_.begin(), lines_.end(), misses)) return true;
  const std::vector<Line> window = window_lines(plane);
  return std::any_of(window.begin(), window.end(), misses) || clip(clip(outline, lines_), window).empty();
}

Box BorderBody::box() const {
  Box box = box_around({from_.at, to_.at}, {from_.at, to_.at});
  const auto grow = [&](int axis, double by) {
    box.low[axis] = widened(box.low[axis] - widened(by, 1), -1);
    box.high[axis] = widened(box.high[axis] + widened(by, 1), 1);
  };
  grow(0, world_->clearing->reach.get_d());
  grow(1, world_->clearing->reach.get_d());
  box.low[2] = widened(std::min(from_.z, to_.z).get_d(), -1);
  box.high[2] = widened(std::max(from_.z, to_.z).get_d(), 1);
  grow(2, world_->clearing->window.get_d());
  return box;
}

void ClearanceCheck::check(Records& records, const Borders& borders) {
  for (; records.is("border"); records.next()) {
    to_index(records_.size(), "records of border");
    records_.push_back(read(records, borders));
  }
  find_bodies(borders);
  std::vector<Box> boxes;
  for (const StanceBody& s : bodies_) boxes.push_back(s.body.box());
  const BoxTree tree(std::move(boxes));
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    records.done_after(static_cast<double>(i) / static_cast<double>(pieces_.size()));
    check_takers(pieces_[i]);
    if (pieces_[i].stance > 0) check_left(pieces_[i], tree);
  }
}

// border LOWEST HIGHEST x y x y : C C ...
// The cells follow each other along it, on one polygon: their borders cover it for the lowest stance, so for the
// others.
ClearanceCheck::StanceBody ClearanceCheck::read(const Records& records, const Borders& borders) const {
  require(records.size() >= 9 && records.word(7) == ":", "here 'border LOWEST HIGHEST x y x y : CELL ...' is wanted");
  const std::size_t lowest = records.number(1, world_.heights.size() + 1),
                    highest = records.number(2, world_.heights.size() + 1);
  require(0 < lowest && lowest <= highest, "the stances are not in order");
  const auto at = [&](std::size_t k) -> Fraction { return records.fraction(k) * fraction(world_.scene.scale); };
  const Place from{at(3), at(4)}, to{at(5), at(6)};
  require(from < to, "the ends of the border are not in order");
  Place reached = from;
  Index surface = none;
  for (std::size_t k = 8; k < records.size(); ++k) {
    const Index cell = records.number(k, portals_.cells().size());
    require(k == 8 || portals_.cells()[cell].surface == surface, "the border is on several polygons");
    surface = portals_.cells()[cell].surface;
    require(portals_.cells()[cell].stance >= highest, "a cell of the border is of a lower stance");
    const Index side = borders.side_along(cell, {from, to});
    const Segment ends = borders.ends(side);
    const Place &high = std::max(ends[0], ends[1]), &end = std::min(high, to);
    require(std::min(ends[0], ends[1]) <= reached && reached < end, "the cells of the border do not follow each other");
    const Interval whole = borders.stretch(side, {reached, end});
    require(borders.border(side, whole, lowest) == std::vector(1, whole), "a portal leads over part of the border");
    reached = end;
  }
  require(reached == to, "the cells of the border end before it");
  const Plane& plane = world_.polygons[surface].plane;
  return {BorderBody(world_, {from, height_on(plane, from)}, {to, height_on(plane, to)}), lowest, highest};
}

// Stance by stance. What is border for a stance is so for higher ones, so longest stretches only grow: one that is
// there for several stances, which follow each other, is one body.
void ClearanceCheck::find_bodies(const Borders& borders) {
  for (Index side = 0; side < portals_.sides().size(); ++side) {
    const Segment ends = borders.ends(side);
    const Interval whole = borders.stretch(side, ends);
    const std::size_t top = portals_.cells()[portals_.sides()[side].cell].stance;
    const std::size_t axis = ends[0][0] != ends[1][0] ? 0 : 1;
    const auto point = [&](const Fraction& t) {
      const Fraction share = (t - ends[0][axis]) / (ends[1][axis] - ends[0][axis]);
      Place p{ends[0][0] + share * (ends[1][0] - ends[0][0]), ends[0][1] + share * (ends[1][1] - ends[0][1])};
      Fraction z = borders.height(side, p);
      return BorderBody::Point{std::move(p), std::move(z)};
    };
    std::map<std::pair<Fraction, Fraction>, std::pair<std::size_t, std::size_t>> stances;  // by stretch
    for (std::size_t stance = 1; stance <= top; ++stance)
      for (const Interval& s : borders.border(side, whole, stance))
        stances.try_emplace({s.from, s.to}, stance, stance).first->second.second = stance;
    for (const auto& [stretch, range] : stances) {
      to_index(bodies_.size(), "stretches of border");
      bodies_.push_back({BorderBody(world_, point(stretch.first), point(stretch.second)), range.first, range.second});
    }
  }
}

std::string ClearanceCheck::name(const ClearedPiece& piece) const {
  return "of cell " + std::to_string(piece.cell) + ", what is left to stance " + std::to_string(piece.stance);
}

void ClearanceCheck::check_takers(const ClearedPiece& piece) {
  const Plane& plane = world_.polygons[piece.surface].plane;
  std::size_t left = piece.headroom;
  for (const Index taker : piece.takers) {
    if (taker >= records_.size())
      throw Refutation(name(piece) + ": border " + std::to_string(taker) + " is not listed");
    StanceBody& s = records_[taker];
    const auto fail = [&](const char* what) {
      throw Refutation(name(piece) + ": border " + std::to_string(taker) + " " + what);
    };
    if (s.lowest > left || left > s.highest) fail("is not of the stance that it takes");
    if (!s.body.holds(plane, piece.corners)) fail("does not take all of it");
    left = s.lowest - 1;
  }
  if (left != piece.stance) throw Refutation(name(piece) + ": the borders named leave stance " + std::to_string(left));
}

void ClearanceCheck::check_left(const ClearedPiece& piece, const BoxTree& tree) {
  const Polygon& floor = world_.polygons[piece.surface];
  Box box = box_of(piece.corners);
  box.low[2] = floor.low[2];
  box.high[2] = floor.high[2];
  tree.query(box, [&](Index i) {
    StanceBody& s = bodies_[i];
    if (s.lowest <= piece.stance && piece.stance <= s.highest && !s.body.apart(floor.plane, piece.corners))
      throw Refutation(name(piece) + ": some of it is too close to a border");
  });
}

}  // namespace plumb::checker
