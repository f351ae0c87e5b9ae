// SPDX-License-Identifier: LGPL-3.0-or-later
// Straight lines over cells, and walks along what stops them.
//
// Problem. A place on a side or at a corner is in several cells, which may lie over one another, and a line may run
// along sides, through corners and over gaps. Where it is must not depend on rounding.
// 1. A place is known by what it lies on (CellSpot), so the cells that touch it follow from the ways of the map alone
//    (add_spots_around()).
// 2. cast_from() searches: from a spot to the spots around it, from each of these to where the line leaves its cell
//    (go_on()), and straight over gaps (leap()). Each spot is visited once. Of several ends the farthest counts.
// 3. pass() finds where a line leaves a cell: the one piece at whose ends the sides of the line change from right to
//    left, or a corner on the line. run_along() follows a side.
// 4. move() casts, and where it is stopped crosses a gap (cross_gap()) or slides along a piece (slide()) to its end or
//    to the point nearest to the goal. Its distance from the goal falls strictly, so that no corner comes again; and no
//    gap is crossed twice. So it ends.
// 5. rounded() finds a place in doubles near an end whose cell certainly has it.
// Cost: see the header. Exactness: a crossing is a line and a piece, not a point, until place() is asked; signs are the
// kernel's. Only walks over gaps compute points in between. Source: ours.
#include "plumb/plan/cell_walk.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cell_spots.h"

namespace plumb::plan {

using kernel::FilteredPoint;
using kernel::Interval;
using kernel::PlanPoint;
using kernel::Sign;
using Index = CellMap::Index;
using On = CellSpot::On;

std::optional<CellSpot> spot_of(const CellMap& map, Index cell, const FilteredPoint& at) {
  std::optional<CellSpot> on;
  for (Index i = map.first(cell); i < map.end(cell); ++i) {
    const FilteredPoint &a = map.points()[map.from(i)], &b = map.points()[map.to(i)];
    const Sign side = kernel::orientation(a, b, at);
    if (side < 0) return std::nullopt;
    if (side > 0 || on) continue;
    const int along = order_of(a, b), after_a = along * order_of(a, at), before_b = along * order_of(at, b);
    if (after_a == 0) on = {cell, On::corner, i};
    else if (before_b == 0) on = {cell, On::corner, map.next(i)};
    else if (after_a > 0 && before_b > 0) on = {cell, On::piece, i};
  }
  return on ? on : CellSpot{cell};
}

CellSpot spot_beyond(const CellMap& map, const CellMap::Way& way, On on, bool at_beginning) {
  const Index cell = map.cell_of(way.to);
  if (on == On::piece) return {cell, on, way.to};
  return {cell, on, at_beginning == way.mirrored ? way.to : map.next(way.to)};
}

namespace {

// Calls visit(way, at_beginning) for all ways over pieces that a place lies on.
template <class Visit>
void for_ways_at(const CellMap& map, const CellSpot& spot, Visit&& visit) {
  if (spot.on == On::inside) return;
  for (const CellMap::Way& w : map.ways(spot.piece)) visit(w, true);
  if (spot.on == On::corner)
    for (const CellMap::Way& w : map.ways(map.prev(spot.piece))) visit(w, false);
}

}  // namespace

void add_spots_around(const CellMap& map, std::vector<CellSpot>& spots) {
  for (std::size_t k = 0; k < spots.size(); ++k) {
    const CellSpot spot = spots[k];  // the list grows
    for_ways_at(map, spot, [&](const CellMap::Way& w, bool at_beginning) {
      if (w.shift != CellMap::none) return;
      const CellSpot there = spot_beyond(map, w, spot.on, at_beginning);
      if (std::ranges::find(spots, there) == spots.end()) spots.push_back(there);
    });
  }
}

CellWalk::CellWalk(const CellMap& map) : map_(map), origin_(PlanPoint()), goal_(PlanPoint()), probe_(PlanPoint()) {}

Sign CellWalk::side(Index a, Index b) const { return orientation(map_.points()[a], map_.points()[b], goal_); }
int CellWalk::order_along(Index point) const {
  return order_of(origin_, goal_) * order_of(map_.points()[point], goal_);
}

bool CellWalk::is_first_visit(const CellSpot& spot) {
  return spot.on == On::inside ||
         std::exchange(visited_[2 * spot.piece + (spot.on == On::corner ? 1 : 0)], mark_) != mark_;
}

// Where the line, which goes on within the cell, leaves it; inside: at the goal.
std::optional<CellSpot> CellWalk::pass(const CellSpot& spot) const {
  const auto beside = [&](Index piece) { return orientation(origin_, goal_, map_.points()[map_.from(piece)]); };
  const Index first = map_.first(spot.cell);
  Sign before = beside(map_.prev(first)), here = beside(first);
  for (Index i = first; i < map_.end(spot.cell); ++i) {
    const Sign after = beside(map_.next(i));
    if (here < 0 && after > 0) {
      if (side(map_.from(i), map_.to(i)) >= 0) return CellSpot{spot.cell};
      return CellSpot{spot.cell, On::piece, i};
    }
    if (before < 0 && here == 0 && after > 0) {
      if (order_along(map_.from(i)) <= 0) return CellSpot{spot.cell};
      return CellSpot{spot.cell, On::corner, i};
    }
    before = here;
    here = after;
  }
  return std::nullopt;  // of a cell in convex position there is an end
}

std::optional<CellSpot> CellWalk::run_along(Index piece, bool forward) const {
  const Index end = forward ? map_.next(piece) : piece, cell = map_.cell_of(piece);
  if (order_along(map_.from(end)) <= 0) return CellSpot{cell};
  return CellSpot{cell, On::corner, end};
}

// Where the line leaves the cell of a spot; inside: it reaches the goal there. None if it does not go on in the cell.
std::optional<CellSpot> CellWalk::go_on(const CellSpot& spot) const {
  if (spot.on == On::inside) return pass(spot);
  const Index piece = spot.piece, from = map_.from(piece), to = map_.to(piece);
  const Sign over = side(from, to);
  if (over < 0) return std::nullopt;
  const int ahead = order_of(origin_, goal_), forward = order_of(map_.points()[from], map_.points()[to]);
  if (spot.on == On::piece) return over > 0 ? pass(spot) : run_along(piece, ahead == forward);
  const Index last = map_.prev(piece), before = map_.from(last);
  const Sign over_last = side(before, from);
  if (over_last < 0) return std::nullopt;
  if (over > 0 && over_last > 0) return pass(spot);
  if (over == 0 && ahead == forward) return run_along(piece, true);
  if (over_last == 0 && ahead == order_of(map_.points()[from], map_.points()[before])) return run_along(last, false);
  return std::nullopt;
}

// Crosses gaps that lead straight ahead. Whether there are any.
bool CellWalk::leap(const CellSpot& spot) {
  bool some = false;
  for_ways_at(map_, spot, [&](const CellMap::Way& w, bool at_beginning) {
    if (w.shift == CellMap::none) return;
    const PlanPoint& by = map_.shift(w.shift).by;
    const mpq_class x = goal_.x() - origin_.x(), y = goal_.y() - origin_.y();
    if (!kernel::formulas::parallel(x, y, by[0], by[1]) || kernel::formulas::dot2d(x, y, by[0], by[1]) <= 0) return;
    const CellSpot there = spot_beyond(map_, w, spot.on, at_beginning);
    // The goal may lie within the gap.
    int beyond = 0;
    if (spot.on == On::corner) {
      beyond = order_along(map_.from(there.piece));
    } else {
      const FilteredPoint &a = map_.points()[map_.from(w.to)], &b = map_.points()[map_.to(w.to)];
      beyond = -static_cast<int>(orientation(a, b, goal_)) * static_cast<int>(orientation(a, b, origin_));
    }
    if (beyond < 0) return;
    stack_.push_back(beyond > 0 ? there : CellSpot{there.cell});
    some = true;
  });
  return some;
}

bool CellWalk::is_farther(const End& a, const End& b) const {
  const FilteredPoint p(place(a)), q(place(b));
  return order_of(origin_, goal_) * order_of(q, p) > 0;
}

CellWalk::End CellWalk::stopped_at(const CellSpot& spot, bool at_start) const {
  if (spot.on == On::piece) return {at_start ? End::At::start : End::At::crossing, spot.cell, spot.piece, spot.piece};
  // A piece of border at the corner, if there is one.
  End end{End::At::corner, spot.cell, spot.piece, spot.piece};
  for (const CellSpot& s : around_)
    for (const Index piece : {s.piece, map_.prev(s.piece)})
      if (map_.ways(piece).empty()) {
        end.border = piece;
        return end;
      }
  return end;
}

CellWalk::End CellWalk::cast_from(const CellSpot& first) {
  ++mark_;
  stack_.assign(1, first);
  std::optional<End> best;
  for (bool at_start = true; !stack_.empty(); at_start = false) {
    const CellSpot spot = stack_.back();
    stack_.pop_back();
    if (!at_start && spot.on == On::inside) return {End::At::goal, spot.cell};
    if (!is_first_visit(spot)) continue;
    around_.assign(1, spot);
    add_spots_around(map_, around_);
    bool some = false;
    const auto before = static_cast<std::ptrdiff_t>(stack_.size());
    for (const CellSpot& s : around_) {
      if (s != spot) is_first_visit(s);
      if (const auto next = go_on(s)) {
        if (next->on == On::inside) return {End::At::goal, next->cell};
        stack_.push_back(*next);
        some = true;
      }
      some = leap(s) || some;
    }
    std::reverse(stack_.begin() + before, stack_.end());  // first come, first seen
    if (some) continue;
    const End end = stopped_at(spot, at_start);
    if (!best || is_farther(end, *best)) best = end;
  }
  return *best;
}

template <class Number>
std::optional<CellSpot> CellWalk::begin(const std::array<Number, 2>& start, Index cell,
                                        const std::array<Number, 2>& goal) {
  assign(origin_, start);
  assign(goal_, goal);
  crossed_.clear();
  visited_.resize(2 * map_.piece_count());
  return spot_of(map_, cell, origin_);
}

template <class Number>
std::optional<CellWalk::End> CellWalk::cast(const std::array<Number, 2>& start, Index cell,
                                            const std::array<Number, 2>& goal) {
  const auto first = begin(start, cell, goal);
  if (!first) return std::nullopt;
  if (order_of(origin_, goal_) == 0) return End{End::At::goal, cell};
  return cast_from(*first);
}

template <class Number>
std::optional<CellWalk::End> CellWalk::move(const std::array<Number, 2>& start, Index cell,
                                            const std::array<Number, 2>& goal) {
  const auto first = begin(start, cell, goal);
  if (!first) return std::nullopt;
  for (CellSpot spot = *first;;) {
    if (order_of(origin_, goal_) == 0) return End{End::At::goal, spot.cell};
    End end = cast_from(spot);
    if (end.at == End::At::goal) return end;
    around_.assign(1, {end.cell, end.at == End::At::corner ? On::corner : On::piece, end.piece});
    add_spots_around(map_, around_);
    if (const auto beyond = cross_gap(end)) spot = *beyond;
    else if (!slide(end, spot)) return end;
  }
}

// Crosses the first gap beside the place that leads nearer to the goal, and looks on from there.
std::optional<CellSpot> CellWalk::cross_gap(const End& end) {
  std::optional<CellSpot> out;
  for (const CellSpot& s : around_)
    for_ways_at(map_, s, [&](const CellMap::Way& w, bool at_beginning) {
      const Index number = map_.first_way(w.over) + static_cast<Index>(&w - map_.ways(w.over).data());
      if (out || w.shift == CellMap::none || std::ranges::find(crossed_, number) != crossed_.end()) return;
      const PlanPoint& by = map_.shift(w.shift).by;
      const PlanPoint at = place(end), there{at[0] + by[0], at[1] + by[1]};
      if (kernel::squared_distance(there, goal_.at) >= kernel::squared_distance(at, goal_.at)) return;
      crossed_.push_back(number);
      assign(origin_, there);
      out = spot_beyond(map_, w, s.on, at_beginning);
    });
  return out;
}

// Along a piece, to its end or to its beginning.
struct CellWalk::Slide {
  Index piece;
  bool forward;
};

// To the end of a piece, from where the walk goes on, or to the point nearest to the goal, where it ends.
bool CellWalk::slide_along(const Slide& s, End& end, CellSpot& next) {
  const Index to = s.forward ? map_.next(s.piece) : s.piece, from = s.forward ? s.piece : map_.next(s.piece);
  const FilteredPoint &p = map_.points()[map_.from(from)], &q = map_.points()[map_.from(to)];
  end = {End::At::foot, map_.cell_of(s.piece), s.piece, s.piece};
  if (dot_sign(p, q, q, goal_) < 0) return false;
  origin_ = q;
  next = {end.cell, On::corner, to};
  return true;
}

// Whether the walk goes on from another corner; else `end` is where it ends.
bool CellWalk::slide(End& end, CellSpot& next) {
  if (end.at != End::At::corner) {
    // The line, from origin to goal, ends within the piece.
    const Sign sign = dot_sign(map_.points()[map_.from(end.piece)], map_.points()[map_.to(end.piece)], origin_, goal_);
    if (sign == 0) {
      if (end.at == End::At::crossing) end.at = End::At::foot;
      return false;
    }
    return slide_along({end.piece, sign > 0}, end, next);
  }
  const FilteredPoint& at = map_.points()[map_.from(end.piece)];
  const FilteredPoint* best = nullptr;
  Slide best_slide{};
  // How directly a segment leads to the goal: the square of the cosine.
  const auto is_more_direct = [&](const FilteredPoint& p, const FilteredPoint& q) {
    const auto directness = [&](const auto& dx, const auto& dy, const auto& gx, const auto& gy) {
      const auto dot = kernel::formulas::dot2d(dx, dy, gx, gy);
      return kernel::formulas::value(dot * dot / kernel::formulas::dot2d(dx, dy, dx, dy));
    };
    const auto near = [&](const FilteredPoint& to) {
      return directness(to.ix - at.ix, to.iy - at.iy, goal_.ix - at.ix, goal_.iy - at.iy);
    };
    if (const auto sign = (near(p) - near(q)).sign()) return *sign > 0;
    const auto exact = [&](const FilteredPoint& to) {
      const mpq_class dx = to.x() - at.x(), dy = to.y() - at.y(), gx = goal_.x() - at.x(), gy = goal_.y() - at.y();
      return directness(dx, dy, gx, gy);
    };
    const int order = cmp(exact(p), exact(q));
    return order > 0 || (order == 0 && orientation(at, goal_, p) > 0 && orientation(at, goal_, q) < 0);
  };
  for (const CellSpot& s : around_)
    for (const Slide way : {Slide{s.piece, true}, Slide{map_.prev(s.piece), false}}) {
      const FilteredPoint& to = map_.points()[way.forward ? map_.to(way.piece) : map_.from(way.piece)];
      if (dot_sign(at, to, at, goal_) <= 0 || (best && !is_more_direct(to, *best))) continue;
      best = &to;
      best_slide = way;
    }
  return best && slide_along(best_slide, end, next);
}

PlanPoint CellWalk::place(const End& end) const {
  if (end.at == End::At::goal) return goal_.at;
  if (end.at == End::At::start) return origin_.at;
  const PlanPoint &p = map_.points()[map_.from(end.piece)].at, &q = map_.points()[map_.to(end.piece)].at;
  if (end.at == End::At::corner) return p;
  return end.at == End::At::crossing ? kernel::crossing(origin_.at, goal_.at, p, q)
                                     : kernel::nearest_point(goal_.at, p, q);
}

std::array<Interval, 2> CellWalk::place_near(const End& end) const {
  if (end.at == End::At::goal) return {goal_.ix, goal_.iy};
  if (end.at == End::At::start) return {origin_.ix, origin_.iy};
  const FilteredPoint &p = map_.points()[map_.from(end.piece)], &q = map_.points()[map_.to(end.piece)];
  if (end.at == End::At::corner) return {p.ix, p.iy};
  return end.at == End::At::crossing ? crossing_near(origin_, goal_, p, q) : foot_near(goal_, p, q);
}

bool CellWalk::is_in(Index cell, const std::array<double, 2>& at) {
  assign(probe_, at);
  return spot_of(map_, cell, probe_).has_value();
}

std::optional<CellWalk::Rounded> CellWalk::rounded(Index cell, const std::array<Interval, 2>& near) {
  const std::array<double, 2> at{near[0].low / 2 + near[0].high / 2, near[1].low / 2 + near[1].high / 2};
  if (is_in(cell, at)) return Rounded{cell, at};
  // Toward the middle of the corners, by steps that double from about a rounding to all of the way.
  std::array<double, 2> middle{0, 0};
  const double count = map_.end(cell) - map_.first(cell);
  for (Index i = map_.first(cell); i < map_.end(cell); ++i) {
    const FilteredPoint& p = map_.points()[map_.from(i)];
    middle[0] += p.ix.low / count, middle[1] += p.iy.low / count;
  }
  for (int exponent = -52; exponent <= 0; ++exponent) {
    const double share = std::ldexp(1, exponent);
    const std::array<double, 2> in{at[0] + share * (middle[0] - at[0]), at[1] + share * (middle[1] - at[1])};
    if (is_in(cell, in)) return Rounded{cell, in};
  }
  return std::nullopt;
}

std::optional<CellWalk::Rounded> CellWalk::rounded(const End& end) {
  const std::array<Interval, 2> near = place_near(end);
  if (const auto in = rounded(end.cell, near)) return in;
  if (end.at == End::At::goal) return std::nullopt;
  around_.assign(1, {end.cell, end.at == End::At::corner ? On::corner : On::piece, end.piece});
  add_spots_around(map_, around_);
  for (const CellSpot& s : around_)
    if (const auto in = rounded(s.cell, near)) return in;
  return std::nullopt;
}

template std::optional<CellWalk::End> CellWalk::cast(const std::array<double, 2>&, Index, const std::array<double, 2>&);
template std::optional<CellWalk::End> CellWalk::cast(const std::array<mpq_class, 2>&, Index,
                                                     const std::array<mpq_class, 2>&);
template std::optional<CellWalk::End> CellWalk::move(const std::array<double, 2>&, Index, const std::array<double, 2>&);
template std::optional<CellWalk::End> CellWalk::move(const std::array<mpq_class, 2>&, Index,
                                                     const std::array<mpq_class, 2>&);

}  // namespace plumb::plan
