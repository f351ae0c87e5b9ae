// SPDX-License-Identifier: LGPL-3.0-or-later
// All welds of a certificate, found by the definition alone, so that check_welds() can compare them with the records
// one by one.
//
// 1. WeldFinder's constructor collects the sides that are border for some stance, once flush and step portals are
//    known, and a tree of their boxes.
// 2. find() looks from one side: across() asks the tree for sides within the width and the step, and keeps those that
//    signs do not exclude. meet() makes the distance and height of such a side linear functions of the position u along
//    the first one, and cuts the stretch to where the side is met within a step.
// 3. weld(): for each stance, where both sides are border, it subtracts the stretches where another border is nearer
//    (sides that face back can weld, all can hide), then those where a polygon stops the column test (take_stopped),
//    and gives each stretch to the greatest stance.
// 4. cut_to_width() ends a stretch where the distance reaches the width. Where that is irrational, FoundWeld::is()
//    examines whether a record's end is the last number of the grid before it (is_last_on_grid).
//
// Cost: for each side, the square of the number k of sides across it, times the pieces of their borders, and the
// polygons above. k is small in a level, the number of all sides at worst. Memory: linear in sides; from() may be
// called from several threads.
// Exact: all of it, in integers and fractions. Doubles only make boxes, rounded outward, and shortened()'s first guess.
// Source: docs/theory/definitions.md (The navigation graph) has the definition, docs/theory/certificate.md (Welds) the
// proof. Our own.
#include "weld_finder.h"

#include <algorithm>
#include <cmath>

namespace plumb::checker {
namespace {

Fraction square(const Fraction& f) { return f * f; }

// The square root, if it is rational.
std::optional<Fraction> root(const Fraction& square) {
  if (mpz_perfect_square_p(square.get_num_mpz_t()) == 0 || mpz_perfect_square_p(square.get_den_mpz_t()) == 0)
    return std::nullopt;
  return quotient(sqrt(square.get_num()), sqrt(square.get_den()));
}

// The line square to another one through a point of it, positive on the side of a second point of it.
Line across_at(const Line& line, const Vertex& at, const Vertex& second) {
  const auto make = [&](int sign) {
    const Integer a = sign * line.b, b = -sign * line.a;
    return Line(a * at.w, b * at.w, -(a * at.x + b * at.y));
  };
  Line across = make(1);
  return side(across, second) > 0 ? across : make(-1);
}

// A part of the stretch that contains all of it that is within the width. A guess in doubles is used if exact
// arithmetic confirms it.
Stretch shortened(const Fraction& squared_width, const Linear& distance, Stretch stretch) {
  const auto within = [&](const Fraction& u) { return square(distance(u)) <= squared_width; };
  const bool from = within(stretch.from), to = within(stretch.to);
  if (from == to) return stretch;
  const double slope = Fraction(distance.at_1 - distance.at_0).get_d(),
               u = (std::sqrt(squared_width.get_d()) - distance.at_0.get_d()) / slope, end = to ? u - 0.001 : u + 0.001;
  if (!std::isfinite(end) || end <= stretch.from || stretch.to <= end || within(end)) return stretch;
  (to ? stretch.from : stretch.to) = end;
  return stretch;
}

// Cuts a stretch to the width, or marks the end that is irrational. The distance is linear and not negative, so at most
// one end is beyond the width. False if at most a point is within.
bool cut_to_width(FoundWeld& weld) {
  const auto over = [&](const Fraction& u) { return cmp(square(weld.distance(u)), weld.squared_width); };
  const int from = over(weld.stretch.from), to = over(weld.stretch.to);
  if (from <= 0 && to <= 0) return true;
  if (from >= 0 && to >= 0) return false;
  if (const auto width = root(weld.squared_width))
    (from > 0 ? weld.stretch.from : weld.stretch.to) =
        (*width - weld.distance.at_0) / (weld.distance.at_1 - weld.distance.at_0);
  else (from > 0 ? weld.short_from : weld.short_to) = true;
  return true;
}

}  // namespace

bool FoundWeld::within(const Fraction& u) const { return square(distance(u)) <= squared_width; }

// Whether u is the last grid point within the width, on the way from the other end to the limit, which is beyond the
// width. At a grid point the coordinate that changes more along the side is a multiple of 2^-64, in the level's unit,
// or, if no such point is between the ends, of the first of 2^-128, 2^-192, ... that has one.
bool FoundWeld::is_last_on_grid(const Fraction& u, const Fraction& limit, const Fraction& other_end) const {
  const Place from = frame.at(0, 0), to = frame.at(1, 0);
  const std::size_t axis = abs(to[0] - from[0]) >= abs(to[1] - from[1]) ? 0 : 1;
  const Fraction run = (to[axis] - from[axis]) / scale, at = from[axis] / scale + u * run;
  const auto between = [&](const Fraction& a, const Fraction& b, const Fraction& c) { return a < b ? b < c : c < b; };
  if (!between(other_end, u, limit) || !within(u)) return false;
  const auto bits = mpz_sizeinbase(at.get_den_mpz_t(), 2) - 1;
  if (mpz_popcount(at.get_den_mpz_t()) != 1) return false;
  const std::size_t fineness = std::max<std::size_t>(1, (bits + 63) / 64);
  const Fraction grid(1, Integer(1) << (64 * fineness)), step = (limit > u) == (sgn(run) > 0) ? grid : -grid;
  if (within(u + step / run)) return false;
  if (fineness == 1) return true;
  // The next coarser grid must have no point: u rounded to it towards the other end is at that end or beyond.
  const Integer coarser = Integer(1) << (64 * (fineness - 1));
  const Fraction scaled = at * coarser;
  Integer whole;
  if (sgn(step) > 0) mpz_fdiv_q(whole.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  else mpz_cdiv_q(whole.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  return !between(other_end, (quotient(whole, coarser) - from[axis] / scale) / run, limit);
}

bool FoundWeld::is(const Segment& on_side, const Segment& on_other) const {
  for (const std::size_t i : {0, 1}) {
    const Fraction u = frame.u(on_side[i]);
    if (frame.at(u, 0) != on_side[i] || frame.at(u, distance(u)) != on_other[i]) return false;
    if (!(i == 0 ? short_from : short_to)) {
      if (u != (i == 0 ? stretch.from : stretch.to)) return false;
      continue;
    }
    const auto [limit, other_end] = i == 0 ? std::pair(stretch.from, stretch.to) : std::pair(stretch.to, stretch.from);
    if (!is_last_on_grid(u, limit, other_end)) return false;
  }
  return frame.u(on_side[0]) < frame.u(on_side[1]);
}

WeldFinder::WeldFinder(const World& world, const Portals& portals, const Borders& borders, const BoxTree& polygons)
    : world_(world), borders_(borders), polygons_(polygons) {
  std::vector<Box> boxes;
  for (Index cell = 0; cell < portals.cells().size(); ++cell) {
    first_edge_.push_back(to_index(edges_.size(), "sides of cells"));
    const std::size_t top = portals.cells()[cell].stance;
    for (Index side = borders.first_side(cell); side < borders.first_side(cell + 1); ++side) {
      const Segment ends = borders.ends(side);
      if (borders.border(side, borders.stretch(side, ends), top).empty()) continue;
      const Portals::Side& s = portals.sides()[side];
      const Line line = portals.line(s.line);
      edges_.push_back({side,
                        top,
                        {portals.place(s.line, s.low), portals.place(s.line, s.high)},
                        ends,
                        {borders.height(side, ends[0]), borders.height(side, ends[1])},
                        s.left ? Line(-line.a, -line.b, -line.c) : line});
      boxes.push_back(box(edges_.back()));
    }
  }
  first_edge_.push_back(to_index(edges_.size(), "sides of cells"));
  tree_.emplace(std::move(boxes));
}

std::vector<FoundWeld> WeldFinder::from(Index cell) const {
  std::vector<FoundWeld> found;
  for (Index e = first_edge_[cell]; e < first_edge_[cell + 1]; ++e) find(edges_[e], found);
  return found;
}

Box WeldFinder::box(const Edge& edge) const {
  Box box = box_around(edge.ends, edge.ends);
  const auto [low, high] = std::minmax(edge.heights[0], edge.heights[1]);
  box.low[2] = widened(low.get_d(), -1);
  box.high[2] = widened(high.get_d(), 1);
  return box;
}

WeldFinder::View WeldFinder::view(const Edge& edge) const {
  const Line& out = edge.outward;
  const SegmentFrame frame(edge.ends, {out.a, out.b});
  return {edge,
          {out, across_at(out, edge.corners[0], edge.corners[1]), across_at(out, edge.corners[1], edge.corners[0])},
          frame,
          {edge.heights[0], edge.heights[1]},
          square(world_.weld) / frame.squared_unit()};
}

// The sides that outward perpendiculars may meet, as far as boxes and signs tell.
std::vector<Index> WeldFinder::across(const View& view) const {
  Box near = box(view.edge);
  const Fraction by[] = {world_.weld, world_.weld, world_.step};
  for (std::size_t k = 0; k < 3; ++k) {
    near.low[k] = widened(near.low[k] - widened(by[k].get_d(), 1), -1);
    near.high[k] = widened(near.high[k] + widened(by[k].get_d(), 1), 1);
  }
  std::vector<Index> found;
  tree_->query(near, [&](Index other) {
    const auto& corners = edges_[other].corners;
    const auto beyond = [&](const Line& l) { return side(l, corners[0]) <= 0 && side(l, corners[1]) <= 0; };
    if (std::none_of(view.sides.begin(), view.sides.end(), beyond)) found.push_back(other);
  });
  return found;
}

void WeldFinder::find(const Edge& edge, std::vector<FoundWeld>& found) const {
  const View from = view(edge);
  const std::vector<Index> others = across(from);
  std::vector<Met> all;
  const auto meet_those = [&](bool facing_back) {
    for (const Index other : others) {
      const Line &l = edge.outward, &m = edges_[other].outward;
      if ((sgn(Integer(l.a * m.a + l.b * m.b)) < 0) != facing_back) continue;
      if (auto met = meet(from, other)) all.push_back(std::move(*met));
    }
  };
  meet_those(true);
  const std::size_t targets = all.size();
  if (targets == 0) return;
  meet_those(false);
  for (Met& met : all) find_border(met, edge.top);
  for (std::size_t i = 0; i < targets; ++i) weld(from, all[i], all, found);
}

// The stretch over which perpendiculars meet another edge at a distance above 0 and within a step of the height where
// they begin. None if it is at most a point, or beyond the width throughout.
std::optional<WeldFinder::Met> WeldFinder::meet(const View& view, Index other) const {
  const Edge& there = edges_[other];
  const std::array<Fraction, 2> v{view.frame.v(there.ends[0]), view.frame.v(there.ends[1])};
  const std::array<Fraction, 2> u{view.frame.u(there.ends[0]), view.frame.u(there.ends[1])};
  if (u[0] == u[1]) return std::nullopt;
  Met met{other, u, common({0, 1}, {std::min(u[0], u[1]), std::max(u[0], u[1])}),
          linear_through({u[0], u[1]}, v[0], v[1]), linear_through({u[0], u[1]}, there.heights[0], there.heights[1])};
  if (met.stretch.from >= met.stretch.to || !cut(met.stretch, met.distance)) return std::nullopt;
  const Linear rise = met.height - view.floor;
  if (!cut(met.stretch, {world_.step - rise.at_0, world_.step - rise.at_1}) ||
      !cut(met.stretch, {world_.step + rise.at_0, world_.step + rise.at_1}))
    return std::nullopt;
  const Fraction nearest = std::min(met.distance(met.stretch.from), met.distance(met.stretch.to));
  if (square(nearest) > view.squared_width) return std::nullopt;
  return met;
}

void WeldFinder::find_border(Met& met, std::size_t most) const {
  const Edge& edge = edges_[met.edge];
  const Stretch whole = borders_.stretch(edge.side, edge.ends);
  const Linear u = linear_through(whole, met.ends[0], met.ends[1]);
  met.border.resize(most);
  for (std::size_t stance = 1; stance <= std::min(most, edge.top); ++stance)
    for (const Stretch& s : borders_.border(edge.side, whole, stance)) {
      const Fraction from = u(s.from), to = u(s.to);
      const Stretch seen = common(met.stretch, {std::min(from, to), std::max(from, to)});
      if (seen.from < seen.to) met.border[stance - 1].push_back(seen);
    }
}

void WeldFinder::weld(const View& view, const Met& target, const std::vector<Met>& all,
                      std::vector<FoundWeld>& found) const {
  const Edge &edge = view.edge, &there = edges_[target.edge];
  const std::size_t top = std::min(edge.top, there.top);
  const Stretch whole = borders_.stretch(edge.side, edge.ends);
  const Linear to_u = linear_through(whole, 0, 1);
  const Stretch reached = shortened(view.squared_width, target.distance, target.stretch);
  std::vector<std::vector<Stretch>> free(top);  // by stance
  bool any = false;
  for (std::size_t s = 1; s <= top; ++s) {
    const std::vector<Stretch>& border = target.border[s - 1];
    for (const Stretch& b : border.empty() ? border : borders_.border(edge.side, whole, s))
      for (const Stretch& t : border)
        if (const Stretch both = common(common({to_u(b.from), to_u(b.to)}, t), reached); both.from < both.to)
          free[s - 1].push_back(both);
    for (const Met& other : all) {
      if (free[s - 1].empty()) break;
      if (other.edge == target.edge) continue;
      for (Stretch hidden : other.border[s - 1])
        if (const Linear behind = target.distance - other.distance;
            (sgn(behind.at_0) != 0 || sgn(behind.at_1) != 0) && cut(hidden, behind))
          take_away(free[s - 1], hidden);
    }
    any = any || !free[s - 1].empty();
  }
  if (!any) return;
  const Strip strip{{view.sides[0], view.sides[1], view.sides[2], there.outward},
                    view.frame,
                    reached,
                    target.distance,
                    view.floor,
                    target.height};
  std::vector<Index> above;
  polygons_.query(strip.box(world_, top), [&](Index polygon) { above.push_back(polygon); });
  // Walls first: one of them often stops all stances.
  std::stable_partition(above.begin(), above.end(), [&](Index p) { return world_.polygons[p].vertical(); });
  for (const Index polygon : above) {
    take_stopped(world_, strip, polygon, free);
    if (std::all_of(free.begin(), free.end(), [](const auto& left) { return left.empty(); })) return;
  }
  std::vector<Stretch> taken;  // stretches of higher stances
  for (std::size_t s = top; s > 0; --s) {
    std::vector<Stretch>& left = free[s - 1];
    const std::vector<Stretch> now = left;
    for (const Stretch& t : taken) take_away(left, t);
    taken.insert(taken.end(), now.begin(), now.end());
    for (const Stretch& stretch : left) {
      FoundWeld weld{there.side,         s,     view.frame, target.distance, view.squared_width, stretch,
                     world_.scene.scale, false, false};
      if (cut_to_width(weld)) found.push_back(std::move(weld));
    }
  }
}

}  // namespace plumb::checker
