// SPDX-License-Identifier: LGPL-3.0-or-later
// Vertical polygons, and what they stop: stances on a surface that the trace of one runs over, and passages between two
// floors on one line that one stands on (docs/theory/certificate.md, proofs of 7 and 8).
//
// 1. A Front is a vertical polygon in the coordinates (position along its trace, height). between() cuts it to the
//    heights above one line and below another and returns from where to where something is left. Where the ends of the
//    polygon decide that, nothing is cut.
// 2. WallTrace::make() cuts the trace of a wall to a surface, and for each stance to where the wall is above the step
//    and below the stance's height. obstructions() are the stretches by the greatest stance that may cross, which the
//    `wall` records must have; ends() is from where to where any stance is stopped.
// 3. A Passage lies between two floors that meet a line of the plan from both sides. within_step() cuts a stretch to
//    where their heights differ by at most the step. openings() sorts where each wall on the line begins and ends to
//    stop each stance, and returns the stretches by the greatest stance that passes.
//
// Cost: linear in the corners of a wall, for each stance; openings() sorts the ends of w walls: w log w.
// Exact: every decision. Signs have the filter of geometry.h, in whose range Front::near() keeps the heights.
// Source: docs/theory/definitions.md, sections 5 and 6; ours.
#include "verify/walls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace plumb::checker {

namespace {

// Where the height z is more than `by` over the profile; with a negative sign, where it is less.
Line above(const Profile& p, const Ratio& by, int sign) {
  return {-sign * p.m * by.below, sign * p.q * by.below, -sign * (p.k * by.below + p.q * by.above)};
}

}  // namespace

// In the range of the filter's proof.
double Front::near(const Corner& c) {
  const double at = c.height.truncated();
  return c.point.is_short && std::fabs(at) <= 0x1p400 ? at : std::numeric_limits<double>::quiet_NaN();
}

int Front::side(const Line& line, const Corner& c) const {
  if (const auto certain = certain_side(line, c.point.near[x_ ? 0 : 1], c.near)) return *certain;
  return checker::side(line, vertex(c));
}

// If the lines are apart, and somewhere the outline is above and somewhere beneath, it need not be cut to be seen not
// to be empty: a corner beneath that is not above is joined by a segment to one that is, and where that crosses the
// first line, it is beneath. Of an end, which is an upright edge or a corner, something is left unless all of it is not
// above or all of it not beneath. Where some of both ends is left, these are what is asked for.
std::optional<Chord> Front::between(const Line& above, const Line& beneath, bool apart) const {
  bool any_above = false, any_beneath = false;  // of all corners
  bool first_above = false, first_beneath = false, last_above = false, last_beneath = false;
  for (const Corner& c : corners_) {
    const int of_above = side(above, c), of_beneath = side(beneath, c);
    any_above = any_above || of_above > 0;
    any_beneath = any_beneath || of_beneath > 0;
    if (c.where == Where::between) continue;
    (c.where == Where::first ? first_above : last_above) |= of_above >= 0;
    (c.where == Where::first ? first_beneath : last_beneath) |= of_beneath >= 0;
  }
  if (!any_above || !any_beneath) return std::nullopt;
  const bool reaches_first = apart && first_above && first_beneath, reaches_last = apart && last_above && last_beneath;
  const auto end = [&](std::size_t i) { return Position(ends_[i], x_); };
  if (reaches_first && reaches_last) return Chord{end(0), end(1)};
  Outline outline;
  for (const Corner& c : corners_) outline.push_back(vertex(c));
  const Outline part = clip(clip(std::move(outline), above), beneath);
  if (part.empty()) return std::nullopt;
  const auto [from, to] = std::minmax_element(part.begin(), part.end(), [](const Vertex& v, const Vertex& w) {
    return compare(Position(v, true), Position(w, true)) < 0;
  });
  return Chord{reaches_first ? end(0) : Position(*from, true), reaches_last ? end(1) : Position(*to, true)};
}

StopHeights::StopHeights(const World& world, Index surface) : above_step(0, 0, 0) {
  const Integer& nz = world.polygons[surface].plane.nz;
  above_step = {0, world.step_ratio.below, -world.step_ratio.above * nz};
  for (const Ratio& height : world.height_ratios) beneath.emplace_back(0, -height.below, height.above * nz);
}

// The trace lies on a line; which part of that is on the surface matters where an end of the trace is not there.
std::optional<WallTrace> WallTrace::make(const World& world, const StopHeights& heights, Index surface, Index wall) {
  const Shape &shape = world.shape(surface), &of_wall = world.shape(wall);
  WallTrace trace(wall, of_wall.sides[0]);
  bool left = false, right = false;
  int touched = 0;
  for (const Vertex& v : shape.corners) {
    const int s = side(*trace.line_, v);
    left = left || s > 0;
    right = right || s < 0;
    touched += s == 0;
  }
  if (touched < 2 && !(left && right)) return std::nullopt;
  const Plane& plane = world.polygons[surface].plane;
  const Front front(world.scene.points, world.polygons[wall].corners, of_wall.corners, by_x(*trace.line_),
                    [&](const Point& p) { return plane.over(p); });
  std::optional<Chord> on_surface;
  std::array<std::optional<bool>, 2> here;  // whether the ends of the trace are on the surface
  const auto is_here = [&](const Position& p) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (p.point == none || p.point != of_wall.corners[i].point) continue;
      if (!here[i])
        here[i] = std::none_of(shape.sides.begin(), shape.sides.end(),
                               [&](const Line& s) { return side(s, of_wall.corners[i]) < 0; });
      return *here[i];
    }
    return false;
  };
  std::optional<Chord> inner;  // the stretch of the stance before, which is part of the next one
  for (std::size_t s = 0; s < heights.beneath.size(); ++s) {
    std::optional<Chord> part = front.between(heights.above_step, heights.beneath[s], true);
    if (!part) continue;
    if (!is_here(part->from) || !is_here(part->to)) {
      if (!on_surface) on_surface = chord(*trace.line_, shape.corners, shape.sides);
      if (compare(part->from, on_surface->from) < 0) part->from = on_surface->from;
      if (compare(on_surface->to, part->to) < 0) part->to = on_surface->to;
    }
    if (compare(part->from, part->to) >= 0) continue;
    trace.add(part->from, inner ? inner->from : part->to, s);
    if (inner) trace.add(inner->to, part->to, s);
    inner = std::move(part);
  }
  if (!inner) return std::nullopt;
  std::sort(trace.obstructions_.begin(), trace.obstructions_.end(),
            [](const Obstruction& a, const Obstruction& b) { return compare(a.from, b.from) < 0; });
  trace.ends_.reserve(2);
  for (const Position* end : {&inner->from, &inner->to})
    trace.ends_.push_back(end->point != none ? Vertex(world.scene.points[end->point]) : vertex_at(*trace.line_, *end));
  return trace;
}

void WallTrace::add(const Position& from, const Position& to, std::size_t may_cross) {
  if (compare(from, to) < 0) obstructions_.push_back({may_cross, from, to});
}

bool WallTrace::is(const Obstruction& obstruction, const World& world, const std::array<Ratio, 4>& ends) const {
  const auto same = [&](const Position& p, const Ratio& x, const Ratio& y) {
    if (p.point != none) return is_point(x, y, world.scene.points[p.point], world.scene.scale);
    return Given(x, y, world.scene.scale).is_at(p, *line_);
  };
  return same(obstruction.from, ends[0], ends[1]) && same(obstruction.to, ends[2], ends[3]);
}

// n p = d with x or y from the line's equation.
Profile::Profile(const Plane& n, const Line& l) {
  if (by_x(l)) {
    m = n.ny * l.a - n.nx * l.b;
    k = n.d * l.b + n.ny * l.c;
    q = n.nz * l.b;
  } else {
    m = -n.ny * l.a;
    k = n.d * l.a + n.nx * l.c;
    q = n.nz * l.a;
  }
  if (sgn(q) > 0) return;
  m = -m;
  k = -k;
  q = -q;
}

Passage::Passage(const World& world, const Line& line, const Plane& a, const Plane& b)
    : world_(world), line_(line), a_(a, line), b_(&a == &b ? a_ : Profile(b, line)) {
  if (&a == &b) {
    q_ = 1;
    return;
  }
  m_ = a_.m * b_.q - b_.m * a_.q;
  k_ = a_.k * b_.q - b_.k * a_.q;
  q_ = a_.q * b_.q;
}

std::optional<Chord> Passage::within_step(Chord stretch) const {
  const auto& [step, unit] = world_.step_ratio;
  const Integer most = step * q_, k = k_ * unit;
  if (sgn(m_) == 0) {
    if (abs(k) > most) return std::nullopt;
    return stretch;
  }
  const Integer m = abs(m_) * unit, middle = sgn(m_) > 0 ? -k : k;
  Position low(middle - most, m), high(middle + most, m);
  if (compare(stretch.from, low) < 0) stretch.from = std::move(low);
  if (compare(high, stretch.to) < 0) stretch.to = std::move(high);
  if (compare(stretch.from, stretch.to) >= 0) return std::nullopt;
  return stretch;
}

// Where one floor passes through the other, the lower and the higher one change places.
std::vector<Passage::Opening> Passage::openings(const Chord& stretch, std::size_t most,
                                                const std::vector<Index>& walls) const {
  std::vector<Chord> halves{stretch};
  if (sgn(m_) != 0) {
    const Position middle(sgn(m_) > 0 ? -k_ : k_, abs(m_));
    if (compare(stretch.from, middle) < 0 && compare(middle, stretch.to) < 0)
      halves = {{stretch.from, middle}, {middle, stretch.to}};
  }
  std::vector<Change> changes;
  for (const Index wall : walls)
    for (const Chord& half : halves) stop(half, most, wall, changes);
  std::sort(changes.begin(), changes.end(), [](const Change& c, const Change& d) { return compare(c.at, d.at) < 0; });

  std::vector<Opening> openings;
  std::multiset<std::size_t> stopped;
  Position from = stretch.from;
  const auto add = [&](const Position& to) {
    const std::size_t stance = stopped.empty() ? most : *stopped.begin() - 1;
    if (stance == 0 || compare(from, to) == 0) return;
    if (!openings.empty() && openings.back().stance == stance && compare(openings.back().stretch.to, from) == 0)
      openings.back().stretch.to = to;
    else openings.push_back({{from, to}, stance});
  };
  for (const Change& c : changes) {
    add(c.at);
    from = c.at;
    if (c.more > 0) stopped.insert(c.stance);
    else stopped.erase(stopped.find(c.stance));
  }
  add(stretch.to);
  return openings;
}

// The wall is cut to the heights that stop a stance. The floors do not pass through each other in the stretch: at one
// of its ends at least, their heights differ, unless they do nowhere.
void Passage::stop(const Chord& stretch, std::size_t most, Index wall, std::vector<Change>& changes) const {
  const auto rise = [&](const Position& at) { return sgn(m_ * at.above + k_ * at.below); };
  const bool a_lower = rise(stretch.from) < 0 || rise(stretch.to) < 0;
  const Front front(world_.scene.points, world_.polygons[wall].corners, world_.shape(wall).corners, by_x(line_),
                    [](const Point& p) -> const Integer& { return p.z; });
  const Line over_step = above(a_lower ? a_ : b_, world_.step_ratio, 1);
  for (std::size_t s = 1; s <= most; ++s) {
    // Parallel floors are the heights of the step and the stance apart everywhere, others perhaps not off the stretch.
    std::optional<Chord> part =
        front.between(over_step, above(a_lower ? b_ : a_, world_.height_ratios[s - 1], -1), sgn(m_) == 0);
    if (!part) continue;
    if (compare(part->from, stretch.from) < 0) part->from = stretch.from;
    if (compare(stretch.to, part->to) < 0) part->to = stretch.to;
    if (compare(part->from, part->to) >= 0) continue;
    changes.push_back({std::move(part->from), s, 1});
    changes.push_back({std::move(part->to), s, -1});
  }
}

}  // namespace plumb::checker
