// SPDX-License-Identifier: GPL-3.0-or-later
// Points of a navmesh as a Detour file has them: in its axes and in input units (DetourPoints), and with those that are
// added where cells are cut, each place once (AddedPoints).
//
// DetourPoints finds the least and the greatest coordinate by doubles (outermost), which leave few candidates. Of
// AddedPoints:
// 1. cut() names the point where an edge passes a line by both, so that facets on either side of the edge get one name
//    without arithmetic. add() takes a point whose coordinates are at hand.
// 2. Other names for one place are found by doubles: find() looks at the points that are known in the same square of a
//    grid, and compares fractions only where doubles around two points meet. make_known() enters a point there.
// 3. exact() makes the fractions of a cut when something asks, once. turn() knows that cuts of one line are on it, and
//    that cuts of one edge, or of parts of it (whole_edge()), are on that edge.
// Threads: any thread may ask; names are added by one alone.
//
// Cost: constant time for each point. Numbers of a cut are as long as those of the edge and the line together; cuts of
// cuts are cut out of fractions in lowest terms. Memory: linear.
// Exact: every answer. Doubles only tell points apart.
// Source: exact numbers that are made late are textbook (lazy evaluation); the names are ours.
#include "detour/detour_points.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

ExactPoint to_detour(const ExactPoint& z_up) { return to_input_frame(z_up, UpAxis::y); }

ExactPoint from_detour(const ExactPoint& y_up) { return from_input_frame(y_up, UpAxis::y); }

kernel::Interval in_input_units(const MeshPoints& points, const kernel::Interval& near) {
  const kernel::Interval& unit = points.near_unit();
  if (kernel::is_exact(near) && kernel::is_exact(unit)) {
    const double quotient = near.low / unit.low;
    if (quotient * unit.low == near.low && kernel::is_exact_product(quotient, unit.low, near.low))
      return kernel::Interval(quotient);
  }
  return near / unit;
}

FilteredPoint near_in_detour(const MeshPoints& points, NavMesh::PointIndex point) {
  FilteredPoint near = points.near(point);
  for (kernel::Interval& at : near) at = in_input_units(points, at);
  return {near[0], near[2], -near[1]};
}

mpq_class DetourPoints::exact(std::size_t i, std::size_t axis) const {
  const ExactPoint& at = (*points_)[list_[i].index];
  return axis == x_axis ? at[0] : axis == y_axis ? at[2] : mpq_class(-at[1]);
}

// Doubles leave few candidates but those that are doubles themselves, the best of which stands for all.
mpq_class DetourPoints::outermost(std::size_t axis, int direction) const {
  const auto near = [&](std::size_t i) {
    const kernel::Interval at = list_[i].near[axis];
    return direction > 0 ? at : -at;
  };
  double surely = -HUGE_VAL;
  for (std::size_t i = 0; i < list_.size(); ++i, cancellation_point(i)) surely = std::max(surely, near(i).low);
  std::optional<mpq_class> best;
  const auto offer = [&](const mpq_class& value) {
    if (!best || (direction > 0 ? value > *best : value < *best)) best = value;
  };
  if (std::isfinite(surely)) {
    bool is_one = false;  // `surely` is a coordinate
    for (std::size_t i = 0; i < list_.size(); ++i)
      is_one = is_one || (kernel::is_exact(near(i)) && near(i).low == surely);
    if (is_one) best = direction * surely;
  }
  for (std::size_t i = 0; i < list_.size(); ++i, cancellation_point(i))
    if (near(i).high >= surely && !(best && kernel::is_exact(near(i)))) offer(exact(i, axis));
  return *best;
}

namespace {

using kernel::Interval;

bool overlap(const FilteredPoint& a, const FilteredPoint& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a[k].high < b[k].low || b[k].high < a[k].low) return false;
  return true;
}

}  // namespace

// Squares are so narrow that hardly any has two points in it, and so much wider than what doubles leave open that
// hardly any point lies on the border of one.
AddedPoints::AddedPoints(const MeshPoints& base) : base_(base), is_known_(base.size()) {
  double greatest = 0;
  near_.reserve(base.size());
  for (std::uint32_t p = 0; p < base.size(); ++p) {
    const FilteredPoint& at = near_.emplace_back(base.near(p));
    for (std::size_t k = 0; k < 2; ++k) greatest = std::max({greatest, -at[k].low, at[k].high});
  }
  if (greatest > 0 && greatest < HUGE_VAL) square_ = std::ldexp(1, std::ilogb(greatest) - 28);
}

const ExactPoint& AddedPoints::exact(std::uint32_t name) const {
  const Added* its = added(name);
  if (its == nullptr) return base_[name];
  if (const ExactPoint* known = its->exact.find()) return *known;
  return its->exact.keep(exact_cut(its->edge[0], its->edge[1], lines_[its->line]));
}

// Cuts of one line are on it, and so are cuts of one edge.
kernel::Sign AddedPoints::turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const {
  const std::array names{a, b, c, d};
  if (std::max({a, b, c, d}) < base_.size())
    return orientation_of_vectors_exact(base_.place(a), base_.place(b), base_.place(c), base_.place(d));
  const Added* first = added(*std::ranges::max_element(names));
  if (first->line != none) {
    const auto on_line = [&](std::uint32_t name) {
      const Added* its = added(name);
      return its != nullptr && its->line == first->line;
    };
    if (std::ranges::all_of(names, on_line)) return kernel::Sign::zero;
    if (std::ranges::all_of(names, [&](std::uint32_t name) { return is_on(name, first->whole); }))
      return kernel::Sign::zero;
  }
  return PointSource::turn(a, b, c, d);
}

bool AddedPoints::is_on(std::uint32_t name, const Edge& whole) const {
  if (name == whole[0] || name == whole[1]) return true;
  const Added* its = added(name);
  return its != nullptr && its->whole == whole;
}

// The edge of which the one from p to q is known to be a part.
AddedPoints::Edge AddedPoints::whole_edge(std::uint32_t p, std::uint32_t q) const {
  for (const auto& [one, other] : {std::pair(p, q), std::pair(q, p)})
    if (const Added* its = added(one); its != nullptr && its->line != none && is_on(other, its->whole))
      return its->whole;
  return {p, q};
}

FilteredPoint AddedPoints::near_of(const ExactPoint& p) const {
  FilteredPoint out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = kernel::interval_coordinate(p[k], base_.unit());
  return out;
}

// Between the ends of the edge, whatever rounding says.
FilteredPoint AddedPoints::near_cut(std::uint32_t p, std::uint32_t q, const Line& line) const {
  const FilteredPoint &from = near_[p], &to = near_[q];
  const Interval share = (line.near - from[line.axis]) / (to[line.axis] - from[line.axis]);
  FilteredPoint out;
  for (std::size_t k = 0; k < 3; ++k) {
    Interval at = k == line.axis ? line.near : from[k] + share * (to[k] - from[k]);
    at.low = std::max(at.low, std::min(from[k].low, to[k].low));
    at.high = std::min(at.high, std::max(from[k].high, to[k].high));
    out[k] = at;
  }
  return out;
}

ExactPoint AddedPoints::exact_cut(std::uint32_t p, std::uint32_t q, const Line& line) const {
  const ExactPoint &from = exact(p), &to = exact(q);
  return kernel::point_along(from, to,
                             mpq_class((line.exact - from[line.axis]) / mpq_class(to[line.axis] - from[line.axis])));
}

// Whether doubles tell enough of a point for it to be found by them.
bool AddedPoints::is_narrow(const FilteredPoint& at) const {
  return std::ranges::all_of(std::array{at[0], at[1]}, [&](const Interval& i) {
    return std::isfinite(i.low) && std::isfinite(i.high) && i.high - i.low <= square_ / 16;
  });
}

// The squares that a point may lie in: visit(key) until it says true.
template <class Visit>
bool AddedPoints::any_square(const FilteredPoint& near, Visit&& visit) const {
  std::array<std::int64_t, 2> low, high;
  for (std::size_t k = 0; k < 2; ++k) {
    low[k] = static_cast<std::int64_t>(std::floor(near[k].low / square_));
    high[k] = static_cast<std::int64_t>(std::floor(near[k].high / square_));
  }
  for (std::int64_t x = low[0]; x <= high[0]; ++x)
    for (std::int64_t y = low[1]; y <= high[1]; ++y)
      if (visit(kernel::pair_key(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)))) return true;
  return false;
}

void AddedPoints::make_known(std::uint32_t name) {
  if (is_known_[name]) return;
  is_known_[name] = true;
  // Where doubles tell little, the exact point has doubles that do.
  const FilteredPoint at = is_narrow(near_[name]) ? near_[name] : near_of(exact(name));
  any_square(at, [&](std::uint64_t key) {
    const auto [last, is_new] = last_.try_emplace(key, none);
    known_.push_back({name, last->second});
    last.value() = static_cast<std::uint32_t>(known_.size() - 1);
    return false;
  });
}

void AddedPoints::make_all_known() {
  last_.reserve(size());
  known_.reserve(size());
  for (std::uint32_t p = 0; p < size(); ++p, cancellation_point(p)) make_known(p);
}

// One that is known and equal; or none. exact() is asked for only where doubles meet.
std::uint32_t AddedPoints::find(const FilteredPoint& at, const std::function<const ExactPoint&()>& exact_point) const {
  std::uint32_t found = none;
  any_square(at, [&](std::uint64_t key) {
    const auto last = last_.find(key);
    for (std::uint32_t k = last == last_.end() ? none : last->second; k != none; k = known_[k].before) {
      const std::uint32_t name = known_[k].name;
      if (!overlap(near_[name], at) || exact(name) != exact_point()) continue;
      found = name;
      return true;
    }
    return false;
  });
  return found;
}

std::uint32_t AddedPoints::add(const ExactPoint& point) {
  const FilteredPoint at = near_of(point);
  const std::uint32_t found = find(at, [&]() -> const ExactPoint& { return point; });
  if (found != none) return found;
  added_.emplace_back().exact.keep(point);
  near_.push_back(at);
  is_known_.push_back(false);
  const auto name = static_cast<std::uint32_t>(size() - 1);
  make_known(name);
  return name;
}

std::uint32_t AddedPoints::add_line(std::size_t axis, const mpq_class& at) {
  lines_.emplace_back(axis, at, kernel::interval_coordinate(at, base_.unit()));
  return static_cast<std::uint32_t>(lines_.size() - 1);
}

std::uint32_t AddedPoints::cut(std::uint32_t p, std::uint32_t q, std::uint32_t line) {
  if (p > q) std::swap(p, q);
  const Cut key{p, q, line};
  if (const auto known = cuts_.find(key); known != cuts_.end()) return known->second;
  const FilteredPoint near = near_cut(p, q, lines_[line]);
  std::uint32_t name = none;
  if (!is_narrow(near)) {
    name = add(exact_cut(p, q, lines_[line]));
  } else {
    std::unique_ptr<ExactPoint> made;
    const auto exact_point = [&]() -> const ExactPoint& {
      if (!made) made = std::make_unique<ExactPoint>(exact_cut(p, q, lines_[line]));
      return *made;
    };
    name = find(near, exact_point);
    if (name == none) {
      const Added& its = added_.emplace_back(Edge{p, q}, whole_edge(p, q), line);
      if (made) its.exact.keep(std::move(*made));
      near_.push_back(near);
      is_known_.push_back(false);
      name = static_cast<std::uint32_t>(size() - 1);
      make_known(name);
    }
  }
  cuts_.emplace(key, name);
  return name;
}

MeshPoints AddedPoints::all(std::shared_ptr<const AddedPoints> points) {
  const auto count = static_cast<std::uint32_t>(points->size());
  mpz_class unit = points->base_.unit();
  MeshPoints out(std::move(points), std::move(unit));
  for (std::uint32_t p = 0; p < count; ++p) out.add(p);
  return out;
}

}  // namespace plumb::pipeline
