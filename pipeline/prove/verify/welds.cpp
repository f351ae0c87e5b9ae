// SPDX-License-Identifier: LGPL-3.0-or-later
// All welds of a certificate: they are found by the definition alone, and compared with the records one by one.
//
// 1. check_welds() passes the cells in their order. Each record must be one of the welds that WeldFinder::from() finds,
//    and none of these may be left. Then the welds count as portals for the borders.
// 2. WeldFinder's constructor collects the sides that are border for some stance, once flush and step portals are
//    known, and a tree of their boxes.
// 3. find() looks from one side: across() asks the tree for sides within the width and the step, and keeps those that
//    signs do not exclude. meet() makes the distance and height of such a side linear functions of the position u along
//    the first one, and cuts the stretch to where the side is met within a step.
// 4. weld(): for each stance, where both sides are border, it subtracts the stretches where another border is nearer
//    (sides that face back can weld, all can hide), then those where a polygon stops the column check: take_stopped()
//    cuts the polygon to the prism over the Strip that is crossed. Each stretch is of the greatest stance that is left.
// 5. cut_to_width() ends a stretch where the distance reaches the width. Where that is irrational, FoundWeld::is()
//    examines whether a record's end is the last number of the grid before it (is_last_on_grid).
//
// Cost: for each side, the square of the number k of sides across it, times the pieces of their borders, and the
// polygons above. k is small in a level, the number of all sides at worst. Memory: linear in sides; from() may be
// called from several threads.
// Exact: all of it, in integers and fractions. Doubles only make boxes, rounded outward, and shortened()'s first guess.
// Source: docs/theory/definitions.md (The navigation graph) has the definition, docs/theory/certificate.md (Welds) the
// proof. Our own.
#include "verify/welds.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "base/verdict.h"

namespace plumb::checker {
namespace {

Place minus(const Place& p, const Place& q) { return {p[0] - q[0], p[1] - q[1]}; }
Fraction dot(const Place& p, const Place& q) { return p[0] * q[0] + p[1] * q[1]; }

struct Corner {
  Fraction u, v, z;
};

// The part of a convex outline where f, a linear function of the corners' coordinates, is not negative. It may be a
// segment or a point.
template <class Function>
void cut(std::vector<Corner>& outline, Function&& f) {
  std::vector<Corner> kept;
  std::vector<Fraction> values;
  for (const Corner& c : outline) values.push_back(f(c));
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const std::size_t j = i + 1 == outline.size() ? 0 : i + 1;
    if (sgn(values[i]) >= 0) kept.push_back(outline[i]);
    if (sgn(values[i]) * sgn(values[j]) >= 0) continue;
    const Corner &c = outline[i], &d = outline[j];
    const Fraction t = values[i] / (values[i] - values[j]);
    kept.push_back({c.u + t * (d.u - c.u), c.v + t * (d.v - c.v), c.z + t * (d.z - c.z)});
  }
  outline.swap(kept);
}

struct Heights {
  Fraction low, high;
};
Heights heights(const Strip& s) {
  const auto [low, high] =
      std::minmax({s.near(s.stretch.from), s.near(s.stretch.to), s.far(s.stretch.from), s.far(s.stretch.to)});
  return {low, high};
}

}  // namespace

SegmentFrame::SegmentFrame(const Segment& base, const Place& outward)
    : base_(base[0]), along_(minus(base[1], base[0])), outward_(outward) {
  const Fraction along = dot(along_, along_), out = dot(outward_, outward_);
  to_u_ = {along_[0] / along, along_[1] / along};
  to_v_ = {outward_[0] / out, outward_[1] / out};
}

Fraction SegmentFrame::u(const Place& at) const { return dot(minus(at, base_), to_u_); }
Fraction SegmentFrame::v(const Place& at) const { return dot(minus(at, base_), to_v_); }
Place SegmentFrame::at(const Fraction& u, const Fraction& v) const {
  return {base_[0] + u * along_[0] + v * outward_[0], base_[1] + u * along_[1] + v * outward_[1]};
}
Fraction SegmentFrame::squared_unit() const { return dot(outward_, outward_); }

Box Strip::box(const World& world, std::size_t stance) const {
  const auto side = [&](const Fraction& u) { return Segment{frame.at(u, 0), frame.at(u, reach(u))}; };
  Box box = box_around(side(stretch.from), side(stretch.to));
  const Heights floors = heights(*this);
  box.low[2] = widened(Fraction(floors.low + world.step).get_d(), -1);
  box.high[2] = widened(Fraction(floors.high + world.heights[stance - 1]).get_d(), 1);
  return box;
}

// The polygon is cut to the closed prism over a part of the strip in which one floor is the higher one. What is left is
// convex; if some of it is above the lower bound and some below the upper one, all of its interior is between them.
void take_stopped(const World& world, const Strip& strip, Index polygon, std::vector<std::vector<Interval>>& free) {
  const Polygon& p = world.polygons[polygon];
  const Heights floors = heights(strip);
  const auto height = [&](Index corner) { return exact(world.scene.points[corner], 2); };
  if (height(p.highest) <= floors.low + world.step || height(p.lowest) >= floors.high + world.heights[free.size() - 1])
    return;
  for (const Line& line : strip.around)
    if (std::all_of(p.corners.begin(), p.corners.end(),
                    [&](Index c) { return side(line, Vertex(world.scene.points[c])) < 0; }))
      return;
  std::vector<Corner> whole;
  for (const Index c : p.corners) {
    const Point& point = world.scene.points[c];
    const Place at{exact(point, 0), exact(point, 1)};
    whole.push_back({strip.frame.u(at), strip.frame.v(at), exact(point, 2)});
  }
  cut(whole, [&](const Corner& c) -> Fraction { return c.u - strip.stretch.from; });
  cut(whole, [&](const Corner& c) -> Fraction { return strip.stretch.to - c.u; });
  cut(whole, [](const Corner& c) -> Fraction { return c.v; });
  cut(whole, [&](const Corner& c) -> Fraction { return strip.reach(c.u) - c.v; });
  const Linear rise = strip.far - strip.near;
  for (const int sign : {1, -1}) {  // where the far floor is the higher one, and where the near one is
    std::vector<Corner> part = whole;
    cut(part, [&](const Corner& c) -> Fraction { return sign * rise(c.u); });
    const Linear &low = sign > 0 ? strip.near : strip.far, &high = sign > 0 ? strip.far : strip.near;
    const auto above = [&](const Corner& c) -> Fraction { return c.z - low(c.u) - world.step; };
    cut(part, above);
    for (std::size_t s = 1; s <= free.size() && !part.empty(); ++s) {
      if (free[s - 1].empty()) continue;
      const auto below = [&](const Corner& c) -> Fraction { return high(c.u) + world.heights[s - 1] - c.z; };
      std::vector<Corner> stopping = part;
      cut(stopping, below);
      if (std::none_of(stopping.begin(), stopping.end(), [&](const Corner& c) { return sgn(above(c)) > 0; }) ||
          std::none_of(stopping.begin(), stopping.end(), [&](const Corner& c) { return sgn(below(c)) > 0; }))
        continue;
      const auto [first, last] = std::minmax_element(stopping.begin(), stopping.end(),
                                                     [](const Corner& c, const Corner& d) { return c.u < d.u; });
      if (first->u < last->u) free[s - 1] = without(std::move(free[s - 1]), {{first->u, last->u}});
    }
  }
}

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
Interval shortened(const Fraction& squared_width, const Linear& distance, Interval stretch) {
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
  const Fraction grid(1, mpz_class(1) << (64 * fineness)), step = (limit > u) == (sgn(run) > 0) ? grid : -grid;
  if (within(u + step / run)) return false;
  if (fineness == 1) return true;
  // The next coarser grid must have no point: u rounded to it towards the other end is at that end or beyond.
  const mpz_class coarser = mpz_class(1) << (64 * (fineness - 1));
  const Fraction scaled = at * coarser;
  mpz_class whole;
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
      edges_.back().box = box(edges_.back());
      boxes.push_back(edges_.back().box);
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
  const SegmentFrame frame(edge.ends, {fraction(out.a), fraction(out.b)});
  return {edge,
          {out, across_at(out, edge.corners[0], edge.corners[1]), across_at(out, edge.corners[1], edge.corners[0])},
          frame,
          {edge.heights[0], edge.heights[1]},
          square(world_.weld) / frame.squared_unit()};
}

// The sides that outward perpendiculars may meet, as far as boxes and signs tell.
std::vector<Index> WeldFinder::across(const View& view) const {
  Box near = view.edge.box;
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
  const Interval whole = borders_.stretch(edge.side, edge.ends);
  const Linear u = linear_through(whole, met.ends[0], met.ends[1]);
  met.border.resize(most);
  for (std::size_t stance = 1; stance <= std::min(most, edge.top); ++stance)
    for (const Interval& s : borders_.border(edge.side, whole, stance)) {
      const Fraction from = u(s.from), to = u(s.to);
      const Interval seen = common(met.stretch, {std::min(from, to), std::max(from, to)});
      if (seen.from < seen.to) met.border[stance - 1].push_back(seen);
    }
}

void WeldFinder::weld(const View& view, const Met& target, const std::vector<Met>& all,
                      std::vector<FoundWeld>& found) const {
  const Edge &edge = view.edge, &there = edges_[target.edge];
  const std::size_t top = std::min(edge.top, there.top);
  const Interval whole = borders_.stretch(edge.side, edge.ends);
  const Linear to_u = linear_through(whole, 0, 1);
  const Interval reached = shortened(view.squared_width, target.distance, target.stretch);
  std::vector<std::vector<Interval>> free(top);  // by stance
  bool any = false;
  for (std::size_t s = 1; s <= top; ++s) {
    const std::vector<Interval>& border = target.border[s - 1];
    for (const Interval& b : border.empty() ? border : borders_.border(edge.side, whole, s))
      for (const Interval& t : border)
        if (const Interval both = common(common({to_u(b.from), to_u(b.to)}, t), reached); both.from < both.to)
          free[s - 1].push_back(both);
    for (const Met& other : all) {
      if (free[s - 1].empty()) break;
      if (other.edge == target.edge) continue;
      std::vector<Interval> nearer;
      for (Interval hidden : other.border[s - 1])
        if (const Linear behind = target.distance - other.distance;
            (sgn(behind.at_0) != 0 || sgn(behind.at_1) != 0) && cut(hidden, behind))
          nearer.push_back(std::move(hidden));
      free[s - 1] = without(std::move(free[s - 1]), nearer);
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
  std::vector<Interval> taken;  // stretches of higher stances
  for (std::size_t s = top; s > 0; --s) {
    const std::vector<Interval> left = without(free[s - 1], taken);
    taken.insert(taken.end(), free[s - 1].begin(), free[s - 1].end());
    for (const Interval& stretch : left) {
      FoundWeld weld{
          there.side, s,    view.frame, target.distance, view.squared_width, stretch, fraction(world_.scene.scale),
          false,      false};
      if (cut_to_width(weld)) found.push_back(std::move(weld));
    }
  }
}

namespace {

auto key(const Weld& weld) { return std::tie(weld.a, weld.b, weld.on_a, weld.on_b); }

// portal weld S A B x y x y : x y x y
Weld read(const Records& records, const World& world, const Portals& portals) {
  records.require_size(14);
  require(records.word(1) == "weld", "flush and step portals come before welds");
  require(records.word(9) == ":", "here ':' is wanted");
  const auto segment = [&](std::size_t i) {
    const auto at = [&](std::size_t k) -> Fraction { return records.fraction(i + k) * fraction(world.scene.scale); };
    return Segment{Place{at(0), at(1)}, Place{at(2), at(3)}};
  };
  return {records.number(3, portals.cells().size()), records.number(4, portals.cells().size()), segment(5), segment(10),
          records.number(2, world.heights.size() + 1)};
}

}  // namespace

std::vector<Weld> check_welds(const World& world, const Portals& portals, Borders& borders, const BoxTree& polygons,
                              Records& records) {
  std::vector<Weld> welds;
  std::optional<WeldFinder> finder;
  if (sgn(world.weld) > 0) finder.emplace(world, portals, borders, polygons);
  for (Index cell = 0; cell < portals.cells().size(); ++cell) {
    std::vector<FoundWeld> left;
    if (finder) left = finder->from(cell);
    for (; records.is("portal") && records.size() > 3 && records.word(3) == std::to_string(cell); records.next()) {
      Weld weld = read(records, world, portals);
      require(welds.empty() || key(welds.back()) < key(weld), "the weld is not in its place");
      const auto found = std::find_if(left.begin(), left.end(), [&](const FoundWeld& f) {
        return portals.sides()[f.other].cell == weld.b && f.stance == weld.stance && f.is(weld.on_a, weld.on_b);
      });
      require(found != left.end(), "there is no such weld, or its stretch or greatest stance is another");
      left.erase(found);
      welds.push_back(std::move(weld));
    }
    if (!left.empty())
      throw Refutation("before this line, a weld from cell " + std::to_string(cell) + " to cell " +
                       std::to_string(portals.sides()[left.front().other].cell) + " is missing");
  }
  require(!records.is("portal"), "this is no weld of a cell, or it is not in its place");
  for (const Weld& weld : welds)
    for (const auto& [cell, segment] : {std::pair(weld.a, &weld.on_a), std::pair(weld.b, &weld.on_b)}) {
      const Index side = borders.side_with(cell, *segment);
      borders.cover(side, borders.stretch(side, *segment), weld.stance);
    }
  return welds;
}

}  // namespace plumb::checker
