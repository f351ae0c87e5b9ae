// SPDX-License-Identifier: LGPL-3.0-or-later
// A route of a disc made cheaper: descent on its cost.
// Problem. A search over points on edges finds a route that bends at those points only. Where a disc turns around a
// corner, where it keeps a distance from what is heavy, and where a border refracts, the cheapest route bends
// elsewhere.
// 1. shorten() goes through the turns again and again: it drops a turn, slides it along the piece behind or before it
//    as far as the disc passes, or cuts it off by a piece that lets the disc pass. Around the corner of an obstacle
//    this makes the polygon around an arc.
// 2. Where several weights lie around, split() adds turns where pieces cross borders and, for a disc, in their middles.
// 3. nudge() moves a turn, its neighbours with it by less, to either side of the route; and turns on borders along
//    these. Steps are halved where none helps, and then pieces are split again.
// 4. improved() compares the exact costs of what came out and of what was given.
// Cost. Each trial costs the pieces that change, an integral in doubles each where several weights lie around; their
// number is limited. Passing is tested only for what is cheaper.
// Exactness. Doubles steer. A turn is made of dyadic coordinates, or is a dyadic share of a border's edge; whether the
// disc passes is decided exactly for each new piece, for a point by the triangles that it passes (point_walk.h); and a
// route is taken only if its cost is certainly no higher.
// Source: ours.
#include "route_descent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/formulas.h"
#include "point_walk.h"

namespace plumb::plan {
namespace {

using kernel::PlanPoint;
using Index = PlanTriangulation::Index;

constexpr kernel::Hint least_gain{0x1p-34};          // by what share of all the cost a change has to be cheaper
constexpr kernel::Hint least_gain_of_turn{0x1p-20};  // the same if it adds a turn
constexpr kernel::Hint first_step{0x1p-5};           // of a point, over the route's length; of a disc it is the radius
constexpr kernel::Hint finest_step{0x1p-14};         // over the first one
constexpr kernel::Hint shortest_piece{0x1p-2};       // that is split, in radii
constexpr kernel::Hint least_share{0x1p-14};         // of a piece, along which a turn slides or is cut off
constexpr kernel::Hint at_end{0x1p-20};              // shares at which a border is crossed at an end of the piece
// How many pieces may be tried, with how many turns, and how often with one step.
constexpr std::size_t most_trials = 40'000, most_turns = 512, most_rounds = 8;
constexpr int share_bits = 30;

class Descent {
 public:
  Descent(const RouteCost& cost, const Obstacles& obstacles, const SteinerShape& shape, double unit,
          const std::vector<PlanPoint>& route)
      : cost_(cost),
        area_(cost.area()),
        t_(area_.triangulation()),
        obstacles_(obstacles),
        shape_(shape),
        walk_(t_),
        unit_(unit),
        r_(cost.radius().get_d()),
        squared_radius_(cost.radius() * cost.radius()),
        swept_(cost.sweeps() ? cost.options().swept.get_d() : 0) {
    for (const PlanPoint& p : route) turns_.push_back({p, to_doubles(p), ++made_});
    if (squared_radius_ == 0) {
      turns_[0].triangles = OrientedWalk(t_).triangles_at(kernel::FilteredPoint(route[0]));
      for (std::size_t i = 1; i < turns_.size(); ++i)
        turns_[i].triangles = walk_.along(route[i - 1], route[i], turns_[i - 1].triangles);
    }
    for (std::size_t i = 0; i + 1 < turns_.size(); ++i) pieces_.push_back(piece(turns_[i], turns_[i + 1]));
    for (const Piece& p : pieces_) whole_ += p.cost;
  }

  std::vector<PlanPoint> run() {
    shorten();
    double step = r_, whole = 0;
    for (std::size_t i = 0; i + 1 < turns_.size(); ++i) whole += length(between(turns_[i], turns_[i + 1]));
    if (r_ == 0) step = whole * first_step;
    const double finest = step * finest_step, shortest = r_ * shortest_piece;
    if (t_.weights.size() > 1) split(0);
    for (; t_.weights.size() > 1 && step > finest && trials_ < most_trials; step /= 2) {
      made_before_step_ = ++made_;
      for (std::size_t round = 0; round < most_rounds && nudge_all(step) && trials_ < most_trials; ++round) continue;
      if (step < shortest && turns_.size() < most_turns) split(shortest);
    }
    shorten();
    std::vector<PlanPoint> out;
    for (const Turn& turn : turns_) out.push_back(turn.at);
    return out;
  }

 private:
  struct Turn {
    PlanPoint at;
    DoublePoint near;
    std::uint32_t made;                     // its number, in the order in which turns were made
    std::array<std::uint32_t, 16> tried{};  // by the logarithm of the width: how many were made when it was nudged
    std::optional<double> disc = {};        // what the disc there costs
    std::vector<Index> triangles = {};      // in which a point that comes there is
  };
  // A piece of the route: its cost, and whether one weight lies around.
  struct Piece {
    double cost;
    bool uniform;
  };

  static DoublePoint moved(const DoublePoint& p, const DoublePoint& by, double share) {
    return {p[0] + share * by[0], p[1] + share * by[1]};
  }
  static DoublePoint between(const Turn& from, const Turn& to) {
    return {to.near[0] - from.near[0], to.near[1] - from.near[1]};
  }
  static double length(const DoublePoint& v) { return kernel::hypotenuse(v[0], v[1]); }

  Piece piece(Turn& from, const Turn& to) {
    const DoublePoint &p = from.near, &q = to.near;
    const double along = kernel::hypotenuse(q[0] - p[0], q[1] - p[1]);
    if (t_.weights.size() == 1) return {t_.weights[0].get_d() * (1 + swept_) * along, true};
    ++trials_;
    const std::vector<Index> near = area_.triangles_near(p, q, r_);
    if (!near.empty() && std::ranges::all_of(near, [&](Index i) { return t_.regions[i] == t_.regions[near[0]]; }))
      return {area_.near(near[0]).weight * (1 + swept_) * along, true};
    const std::vector<WeightedArea::Edge> edges = area_.edges_of(near);
    if (!from.disc) from.disc = cost_.disc(p, {}, edges);
    return {cost_.piece(p, q, area_.mean_weight_near(p, q, near) * along, *from.disc, {}, edges), false};
  }

  Turn turn(const DoublePoint& at) {
    const DoublePoint on{std::nearbyint(at[0] / unit_) * unit_, std::nearbyint(at[1] / unit_) * unit_};
    return {{mpq_class(on[0]), mpq_class(on[1])}, on, ++made_};
  }
  // A turn on an edge, at a share that is rounded.
  Turn turn_on(Index h, double share) {
    const PlanPoint &a = t_.points[t_.from(h)].at, &b = t_.points[t_.to(h)].at;
    const mpq_class exact(std::ldexp(std::nearbyint(std::ldexp(share, share_bits)), -share_bits));
    const PlanPoint at = kernel::point_along(a, b, exact);
    return {at, to_doubles(at), ++made_};
  }

  bool is_clear(const Turn& p, const Turn& q) const { return !obstacles_.stops_along(p.at, q.at, squared_radius_); }

  // Replaces the turns strictly between two others if that is cheaper by some share of the whole and the disc passes.
  bool replace(std::size_t first, std::size_t last, std::vector<Turn>&& by, double gain) {
    double before = 0, after = 0;
    for (std::size_t i = first; i < last; ++i) before += pieces_[i].cost;
    std::vector<Piece> made;
    const auto at = [&](std::size_t k) -> Turn& {
      return k == 0 ? turns_[first] : k <= by.size() ? by[k - 1] : turns_[last];
    };
    for (std::size_t k = 0; k <= by.size(); ++k) {
      made.push_back(piece(at(k), at(k + 1)));
      after += made.back().cost;
      if (before - after < gain * whole_) return false;
    }
    if (squared_radius_ == 0) {
      // A point has to be on the sides of obstacles on which it was.
      std::vector<Index> triangles = turns_[first].triangles;
      for (std::size_t k = 0; k <= by.size(); ++k) {
        triangles = walk_.along(at(k).at, at(k + 1).at, triangles);
        if (k < by.size()) by[k].triangles = triangles;
      }
      if (!std::ranges::includes(triangles, turns_[last].triangles)) return false;
    } else {
      for (std::size_t k = 0; k <= by.size(); ++k)
        if (!is_clear(at(k), at(k + 1))) return false;
    }
    const auto begin = static_cast<std::ptrdiff_t>(first), end = static_cast<std::ptrdiff_t>(last);
    turns_.erase(turns_.begin() + begin + 1, turns_.begin() + end);
    turns_.insert(turns_.begin() + begin + 1, by.begin(), by.end());
    pieces_.erase(pieces_.begin() + begin, pieces_.begin() + end);
    pieces_.insert(pieces_.begin() + begin, made.begin(), made.end());
    return true;
  }

  // The largest of dyadic shares up to 1 for which something holds; 0 if it does not hold for the least one.
  template <class Holds>
  static double largest_share(Holds&& holds) {
    const double least = least_share;
    if (!holds(least)) return 0;
    double out = least;
    for (double step = 0.5; step >= least; step /= 2)
      if (out + step <= 1 && holds(out + step)) out += step;
    return out;
  }

  void shorten() {
    bool changed = true;
    for (std::size_t round = 0; changed && round < 64; ++round) {
      changed = false;
      for (std::size_t i = 1; i + 1 < turns_.size(); ++i) {
        if (replace(i - 1, i + 1, {}, 0)) {
          i = std::max<std::size_t>(i, 2) - 2;
          changed = true;
          continue;
        }
        if (turns_.size() >= 8 * most_turns) continue;
        changed = slide(i, i + 1) || slide(i, i - 1) || cut(i) || changed;
      }
    }
  }
  // Moves a turn along the piece to a neighbour.
  bool slide(std::size_t i, std::size_t toward) {
    const Turn at = turns_[i], other = turns_[2 * i - toward];
    const DoublePoint by = between(at, turns_[toward]);
    double share = largest_share([&](double s) { return is_clear(other, turn(moved(at.near, by, s))); });
    for (int k = 0; share > 0 && k < 4; ++k, share /= 2)
      if (replace(i - 1, i + 1, {turn(moved(at.near, by, share))}, least_gain)) return true;
    return false;
  }
  // Cuts a turn off, as far from it on both pieces.
  bool cut(std::size_t i) {
    const Turn at = turns_[i];
    const DoublePoint back = between(at, turns_[i - 1]), on = between(at, turns_[i + 1]);
    const double least = std::min(length(back), length(on));
    const auto ends = [&](double share) {
      return std::vector<Turn>{turn(moved(at.near, back, share * least / length(back))),
                               turn(moved(at.near, on, share * least / length(on)))};
    };
    double share = largest_share([&](double s) {
      const std::vector<Turn> both = ends(s / 2);
      return is_clear(both[0], both[1]);
    });
    for (int k = 0; share > 0 && k < 4; ++k, share /= 2)
      if (replace(i - 1, i + 1, ends(share / 2), least_gain_of_turn)) return true;
    return false;
  }

  // Adds turns where pieces cross borders, or in the middles of pieces that are longer than `longest`, if that is not
  // 0, where several weights lie around.
  void split(double longest) {
    for (std::size_t i = 0; i + 1 < turns_.size(); ++i) {
      if (pieces_[i].uniform || turns_.size() >= most_turns) continue;
      const Turn p = turns_[i], q = turns_[i + 1];
      if (longest > 0) {
        if (length(between(p, q)) > longest)
          i += replace(i, i + 1, {turn(moved(p.near, between(p, q), 0.5))}, -least_gain) ? 1 : 0;
        continue;
      }
      std::vector<std::pair<double, Turn>> crossed;
      for (const Index triangle : area_.triangles_near(p.near, q.near, 0))
        for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
          if (t_.half_edges[h].kind != SegmentKind::border || h != t_.lowest(h)) continue;
          const DoublePoint &a = shape_.near(t_.from(h)), &b = shape_.near(t_.to(h));
          const double at_a = kernel::formulas::orient2d(p.near, q.near, a),
                       at_b = kernel::formulas::orient2d(p.near, q.near, b),
                       at_p = kernel::formulas::orient2d(a, b, p.near), at_q = kernel::formulas::orient2d(a, b, q.near);
          if (at_a * at_b >= 0 || at_p * at_q >= 0) continue;
          const double share = at_p / (at_p - at_q);
          if (share > at_end && share < 1 - at_end) crossed.emplace_back(share, turn_on(h, at_a / (at_a - at_b)));
        }
      std::ranges::stable_sort(crossed, {}, [](const auto& c) { return c.first; });
      std::vector<Turn> by;
      for (auto& [share, turn] : crossed) by.push_back(std::move(turn));
      if (const std::size_t more = by.size(); more > 0 && replace(i, i + 1, std::move(by), -least_gain_of_turn))
        i += more;
    }
  }

  bool nudge_all(double step) {
    bool out = false;
    for (std::size_t wide = 1, log = 0; wide < turns_.size(); wide *= 2, ++log)
      for (std::size_t i = 1; i + 1 < turns_.size() && trials_ < most_trials; i += (wide + 1) / 2) {
        if ((pieces_[i - 1].uniform && pieces_[i].uniform) || was_tried(i, wide, turns_[i].tried[log])) continue;
        const std::uint32_t before = made_;
        if (nudge(i, wide, step) || (wide == 1 && nudge_along(i, step))) out = true;
        else turns_[i].tried[log] = before;
      }
    return out;
  }
  // Whether a nudge was tried in vain with this step, when all turns that it depends on were made already.
  bool was_tried(std::size_t i, std::size_t wide, std::uint32_t made) const {
    if (made < made_before_step_) return false;
    for (std::size_t k = i - std::min(i, wide); k <= std::min(i + wide, turns_.size() - 1); ++k)
      if (turns_[k].made > made) return false;
    return true;
  }
  // Moves a turn across the route, and those less than `wide` turns away by a part of it.
  bool nudge(std::size_t i, std::size_t wide, double step) {
    const std::size_t first = i - std::min(i, wide), last = std::min(i + wide, turns_.size() - 1);
    const DoublePoint along = between(turns_[first], turns_[last]);
    const double whole = length(along);
    if (whole == 0) return false;
    for (const double by : {step / whole, -step / whole}) {
      std::vector<Turn> all;
      for (std::size_t k = first + 1; k < last; ++k) {
        const double share = k <= i ? static_cast<double>(k - first) / static_cast<double>(i - first)
                                    : static_cast<double>(last - k) / static_cast<double>(last - i);
        all.push_back(turn(moved(turns_[k].near, {-along[1], along[0]}, by * share)));
      }
      if (replace(first, last, std::move(all), least_gain)) return true;
    }
    return false;
  }
  // Moves a turn along the borders near it, and onto them.
  bool nudge_along(std::size_t i, double step) {
    const DoublePoint at = turns_[i].near;
    for (const Index triangle : area_.triangles_near(at, at, step))
      for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        if (t_.half_edges[h].kind != SegmentKind::border || h != t_.lowest(h)) continue;
        const DoublePoint &a = shape_.near(t_.from(h)), &b = shape_.near(t_.to(h));
        const DoublePoint e{b[0] - a[0], b[1] - a[1]}, to{at[0] - a[0], at[1] - a[1]};
        const double whole = length(e), share = kernel::formulas::dot2d(to[0], to[1], e[0], e[1]) / (whole * whole);
        if (std::fabs(kernel::formulas::determinant(e[0], e[1], to[0], to[1])) > step * whole) continue;
        for (const double by : {0.0, step / whole, -step / whole})
          if (share + by > 0 && share + by < 1 && replace(i - 1, i + 1, {turn_on(h, share + by)}, least_gain))
            return true;
      }
    return false;
  }

  const RouteCost& cost_;
  const WeightedArea& area_;
  const PlanTriangulation& t_;
  const Obstacles& obstacles_;
  const SteinerShape& shape_;
  const PointWalk walk_;
  const double unit_, r_;
  const mpq_class squared_radius_;
  const double swept_;
  std::vector<Turn> turns_;
  std::vector<Piece> pieces_;
  double whole_ = 0;
  std::size_t trials_ = 0;
  std::uint32_t made_ = 0, made_before_step_ = 0;  // turns
};

}  // namespace

RouteDescent::RouteDescent(const RouteCost& cost, const Obstacles& obstacles, const SteinerShape& shape)
    : cost_(cost), obstacles_(obstacles), shape_(shape) {
  const PlanTriangulation& t = shape.triangulation();
  double most = 1;
  for (Index v = 0; v < t.points.size(); ++v)
    most = std::max({most, std::fabs(shape.near(v)[0]), std::fabs(shape.near(v)[1])});
  unit_ = std::ldexp(1, kernel::ceil_log2(most) - 36);
}

std::vector<PlanPoint> RouteDescent::improved(const std::vector<PlanPoint>& route) const {
  if (route.size() < 3) return route;
  std::vector<PlanPoint> out = Descent(cost_, obstacles_, shape_, unit_, route).run();
  if (out == route || cost_.exact(out, true).high > cost_.exact(route, true).low) return route;
  return out;
}

}  // namespace plumb::plan
