// SPDX-License-Identifier: LGPL-3.0-or-later
// Straight pieces along a disc's shortest path, on which the disc is clear as well.
//
// Problem. A path has arcs, and legs whose direction is a root; users of points want few fractions. A gap that is just
// as wide as the disc leaves no room: there the pieces must lie exactly on a leg, or touch an arc exactly where the gap
// is.
// 1. Legs: a leg whose normal is rational is a line. Else it is replaced by two lines that meet halfway, each touching
//    the circle at one end of it and turned by less than 2^-bits away from the circle at the other end.
// 2. Arcs: lines that touch the circle, with rational unit normals between those of the legs, the more the greater the
//    angle; one of them where an obstacle is at a distance of exactly 2 r from the corner.
// 3. points() intersects each line with the next. Where a piece is blocked, refine() turns its leg's lines by less, or
//    adds lines beside it, until none is.
// 4. shorten() moves points outward to dyadic places of few bits, and drops points halfway on legs, where the pieces
//    stay clear.
// Why it ends: docs/theory/routes.md. Cost. A few tests of pieces for each; more where a gap is hardly wider than the
// disc.
// Exactness. Lines are fractions; clear tests are exact. How far points are moved, and how many lines an arc gets,
// steers alone.
#include <algorithm>
#include <cmath>

#include "disc_tangent.h"
#include "obstacle_delaunay.h"
#include "plumb/plan/taut_path.h"

namespace plumb::plan {
namespace {

using kernel::FilteredPoint;
using kernel::PlanPoint;
using kernel::formulas::determinant;
using kernel::formulas::dot2d;

// Turned left by quarters of a turn.
PlanPoint turned(PlanPoint v, int quarters) {
  for (; quarters > 0; --quarters) v = {-v[1], v[0]};
  return v;
}
// The unit vector of an angle whose half has the tangent t.
PlanPoint unit(const mpq_class& t) {
  const mpq_class square = t * t;
  return {(1 - square) / (1 + square), 2 * t / (1 + square)};
}
mpq_class half_tangent(const PlanPoint& unit) { return unit[1] / (1 + unit[0]); }
// By how many quarters to turn a vector so that it is near the positive x axis.
int quarters_to_axis(double x, double y) {
  if (std::fabs(x) >= std::fabs(y)) return x > 0 ? 0 : 2;
  return y > 0 ? 3 : 1;
}
mpz_class floor_of(const mpq_class& v) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), v.get_num_mpz_t(), v.get_den_mpz_t());
  return out;
}

class Pieces {
 public:
  Pieces(const TautPath& path, const PlanPoint& from, const PlanPoint& to, const mpq_class& radius,
         const Obstacles& obstacles, double least_gain)
      : obstacles_(obstacles), radius_(radius), ends_{FilteredPoint(from), FilteredPoint(to)} {
    // Where two tangents at an angle a get a third between them, that gains about r a^3 / 16.
    const double length = path.length.high.get_d();
    widest_ = std::min<double>(widest, std::cbrt(16 * least_gain * length / radius.get_d()));
    nodes_.push_back({&ends_[0], 0});
    for (const TautPath::Turn& t : path.turns) nodes_.push_back({&obstacles.map().points[t.corner], t.left ? 1 : -1});
    nodes_.push_back({&ends_[1], 0});
    drop_touched();
    for (std::size_t k = 0; k + 1 < nodes_.size(); ++k) legs_.push_back({leg(k), first_bits, {}, {}});
    cuts_.resize(nodes_.size());
  }

  std::vector<PlanPoint> run() {
    if (nodes_.size() == 2) return {ends_[0].at, ends_[1].at};
    for (Leg& l : legs_) draw(l);
    for (std::size_t k = 1; k + 1 < nodes_.size(); ++k) own_cuts(k);
    do {
      list_lines();
    } while (cut_all(std::vector<bool>(lines_.size())));
    while (refine()) list_lines();
    shorten();
    return points_;
  }

 private:
  static constexpr int first_bits = 24;
  // Arcs between lines, at most.
  static constexpr kernel::Hint widest{0.25};

  // The points n.x = offset; n is the unit normal to the left.
  struct Line {
    PlanPoint normal;
    mpq_class offset;
    std::size_t node;  // whose circle it touches
  };
  struct Leg {
    DiscTangent way;
    int bits;
    PlanPoint first, last;  // normals of its lines
  };

  DiscTangent leg(std::size_t k) const { return {nodes_[k], nodes_[k + 1], radius_}; }

  // Leaves out corners that a leg touches without turning, where those at its ends are on the same side.
  void drop_touched() {
    for (std::size_t k = 1; k + 1 < nodes_.size();) {
      const int side = nodes_[k].side, before = nodes_[k - 1].side, after = nodes_[k + 1].side;
      const bool like = (before == 0 || before == side) && (after == 0 || after == side);
      if (like && DiscTangent::order(leg(k - 1), 1, leg(k), *nodes_[k].at) == 0) {
        nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(k));
        k = std::max<std::size_t>(1, k - 1);
      } else {
        ++k;
      }
    }
  }

  // The normals of a leg's lines.
  void draw(Leg& l) const {
    if (const auto exact = l.way.rational_normal()) {
      l.first = l.last = *exact;
      return;
    }
    const int from = l.way.from().side, to = l.way.to().side;
    // Away from the circle at the other end. Of an end, only the other end's side counts.
    l.first = near_normal(l, from * to < 0 ? from : from != 0 ? -from : -to);
    l.last = near_normal(l, from * to < 0 ? to : to != 0 ? to : from);
  }
  // A rational unit vector beside the normal, to the left or right of it.
  PlanPoint near_normal(const Leg& l, int left) const {
    const auto n = l.way.normal(l.bits + 32);
    const int quarters = quarters_to_axis(n[0].low(), n[1].low());
    std::array<kernel::RealInterval, 2> v = n;
    for (int k = 0; k < quarters; ++k) {
      const kernel::RealInterval x = v[0];
      v[0] = kernel::RealInterval(x.bits()) - v[1];
      v[1] = x;
    }
    const kernel::RationalInterval t = (v[1] / (kernel::RealInterval(v[0].bits(), 1) + v[0])).rational();
    const mpz_class scale = mpz_class(1) << static_cast<unsigned>(l.bits);
    mpq_class rounded(left > 0 ? mpz_class(-floor_of(-t.high * scale)) : floor_of(t.low * scale), scale);
    rounded.canonicalize();
    return turned(unit(rounded), 4 - quarters);
  }

  Line line(std::size_t node, const PlanPoint& normal) const {
    const TangentEnd& n = nodes_[node];
    return {normal, dot2d(normal[0], normal[1], n.at->at[0], n.at->at[1]) - n.side * radius_.exact, node};
  }
  // Whether the path comes to a normal before another one at a node, by less than half a turn.
  bool comes_before(std::size_t node, const PlanPoint& a, const PlanPoint& b) const {
    return nodes_[node].side * sgn(mpq_class(determinant(a[0], a[1], b[0], b[1]))) > 0;
  }

  // Draws the lines that a node has in any case: where an obstacle leaves a gap of just 2 r; and after a quarter of a
  // turn, as half a turn has parallel lines. Drops those that its legs, drawn anew, have left outside.
  void own_cuts(std::size_t node) {
    const PlanPoint &first = legs_[node - 1].last, &last = legs_[node].first;
    const auto is_between = [&](const PlanPoint& n) {
      return comes_before(node, first, n) && comes_before(node, n, last);
    };
    std::erase_if(cuts_[node], [&](const PlanPoint& n) { return !is_between(n); });
    const auto add = [&](const PlanPoint& n) {
      if (is_between(n) && std::ranges::find(cuts_[node], n) == cuts_[node].end()) insert_cut(node, n);
    };
    if (dot2d(first[0], first[1], last[0], last[1]) <= 0) add(turned(first, nodes_[node].side > 0 ? 1 : 3));
    const FilteredPoint& at = *nodes_[node].at;
    const mpq_class reach = 4 * radius_.square;
    obstacles_.any_near(at, at, root_above(reach), [&](PlanMap::Index s) {
      const FilteredPoint &g = obstacles_.begin(s), &h = obstacles_.end(s);
      if (kernel::compare_squared_distance(at, g, h, reach) != 0) return false;
      const PlanPoint nearest = kernel::nearest_point(at.at, g.at, h.at);
      const mpq_class share = -nodes_[node].side / (2 * radius_.exact);
      add({(nearest[0] - at.at[0]) * share, (nearest[1] - at.at[1]) * share});
      return false;
    });
  }
  void insert_cut(std::size_t node, const PlanPoint& normal) {
    auto& cuts = cuts_[node];
    cuts.insert(std::ranges::find_if(cuts, [&](const PlanPoint& c) { return comes_before(node, normal, c); }), normal);
  }

  void list_lines() {
    lines_.clear();
    const auto add = [&](std::size_t node, const PlanPoint& normal) {
      if (lines_.empty() || lines_.back().normal != normal) lines_.push_back(line(node, normal));
    };
    for (std::size_t k = 0; k < legs_.size(); ++k) {
      add(k, legs_[k].first);
      add(k + 1, legs_[k].last);
      for (const PlanPoint& cut : cuts_[k + 1]) add(k + 1, cut);
    }
    points_ = {ends_[0].at};
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      const Line &l = lines_[i - 1], &m = lines_[i];
      const mpq_class turn = determinant(l.normal[0], l.normal[1], m.normal[0], m.normal[1]);
      PlanPoint p;
      p[0] = determinant(l.offset, l.normal[1], m.offset, m.normal[1]) / turn;
      p[1] = determinant(l.normal[0], l.offset, m.normal[0], m.offset) / turn;
      points_.push_back(std::move(p));
    }
    points_.push_back(ends_[1].at);
  }

  bool is_clear(const PlanPoint& p, const PlanPoint& q) const { return !obstacles_.stops_along(p, q, radius_.square); }

  // Draws lines where an arc is wide, or beside pieces that are blocked. Whether there was any.
  bool cut_all(const std::vector<bool>& blocked) {
    bool changed = false;
    for (std::size_t i = 1; i < lines_.size(); ++i)
      if (cut(i - 1, i, blocked[i - 1] || blocked[i])) changed = true;
    return changed;
  }
  // Draws more or better lines where a piece is blocked. Whether there was any.
  bool refine() {
    std::vector<bool> blocked(lines_.size());
    for (std::size_t i = 0; i < lines_.size(); ++i) blocked[i] = !is_clear(points_[i], points_[i + 1]);
    bool changed = cut_all(blocked);
    std::vector<bool> finer(legs_.size());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!blocked[i]) continue;
      const auto& [normal, offset, node] = lines_[i];
      if (node > 0 && normal == legs_[node - 1].last) finer[node - 1] = true;
      if (node < legs_.size() && normal == legs_[node].first) finer[node] = true;
    }
    for (std::size_t k = 1; k < legs_.size(); ++k) {
      // Lines of legs in the wrong order at a node, where the path may not turn at all.
      const PlanPoint &first = legs_[k - 1].last, &last = legs_[k].first;
      if (first == last || comes_before(k, first, last) || dot2d(first[0], first[1], last[0], last[1]) <= 0) continue;
      finer[k - 1] = finer[k] = true;
      legs_[k - 1].bits = legs_[k].bits = std::max(legs_[k - 1].bits, legs_[k].bits);
    }
    for (std::size_t k = 0; k < legs_.size(); ++k) {
      if (!finer[k] || legs_[k].first == legs_[k].last) continue;
      legs_[k].bits += 16;
      draw(legs_[k]);
      changed = true;
      for (const std::size_t node : {k, k + 1})
        if (nodes_[node].side != 0) own_cuts(node);
    }
    return changed;
  }
  // Draws a line between two of one node.
  bool cut(std::size_t i, std::size_t j, bool blocked) {
    const Line &l = lines_[i], &m = lines_[j];
    const std::size_t node = m.node;
    const bool own = l.node == node || (node > 0 && l.normal == legs_[node - 1].last);
    if (!own || nodes_[node].side == 0 || !comes_before(node, l.normal, m.normal)) return false;
    const double x = mpq_class(l.normal[0] + m.normal[0]).get_d(), y = mpq_class(l.normal[1] + m.normal[1]).get_d();
    const int quarters = quarters_to_axis(x, y);
    const mpq_class s = half_tangent(turned(l.normal, quarters)), t = half_tangent(turned(m.normal, quarters));
    if (!blocked && abs(mpq_class(t - s)) * 2 < widest_) return false;
    const mpq_class quarter = (t - s) / 4;
    const mpq_class low = std::min(mpq_class(s + quarter), mpq_class(t - quarter)),
                    high = std::max(mpq_class(s + quarter), mpq_class(t - quarter));
    insert_cut(node, turned(unit(shortest_dyadic(low, high)), 4 - quarters));
    return true;
  }

  // Moves points to places of few bits, and drops those on legs.
  void shorten() {
    const auto clear_beside = [&](std::size_t i, const PlanPoint& p) {
      return is_clear(points_[i - 1], p) && is_clear(p, points_[i + 1]);
    };
    const auto move = [&](std::size_t i, const PlanPoint& away) {
      for (const unsigned bits : {16u, 32u, 64u, 128u}) {
        const mpq_class step = step_below_radius(bits);
        PlanPoint p;
        for (std::size_t k = 0; k < 2; ++k)
          p[k] = mpq_class(floor_of(points_[i][k] / step + away[k] + mpq_class(1) / 2)) * step;
        if (!clear_beside(i, p)) continue;
        points_[i] = p;
        return;
      }
    };
    std::vector<bool> on_leg(points_.size());
    for (std::size_t i = 1; i + 1 < points_.size(); ++i) {
      const Line &l = lines_[i - 1], &m = lines_[i];
      on_leg[i] = l.node != m.node && l.normal != legs_[m.node - 1].last;
      // Outward: one normal of the two is as good as the other.
      const int side = -nodes_[m.node].side;
      if (!on_leg[i]) move(i, {side * m.normal[0] * 2, side * m.normal[1] * 2});
    }
    std::vector<PlanPoint> kept;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (!on_leg[i] || !is_clear(kept.back(), points_[i + 1])) kept.push_back(points_[i]);
    points_ = std::move(kept);
  }
  // A power of 2 that is about the radius over 2^bits.
  mpq_class step_below_radius(unsigned bits) const {
    const auto size = [](const mpz_class& v) { return static_cast<mp_bitcnt_t>(mpz_sizeinbase(v.get_mpz_t(), 2)); };
    mpq_class out(1);
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), size(radius_.exact.get_num()));
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), size(radius_.exact.get_den()) + bits);
    return out;
  }

  const Obstacles& obstacles_;
  const DiscRadius radius_;
  std::array<FilteredPoint, 2> ends_;
  std::vector<TangentEnd> nodes_;
  std::vector<Leg> legs_;
  std::vector<std::vector<PlanPoint>> cuts_;  // by node: normals between those of its legs
  std::vector<Line> lines_;
  std::vector<PlanPoint> points_;
  double widest_;  // angle between lines around an arc
};

}  // namespace

std::vector<PlanPoint> clear_points(const TautPath& path, const PlanPoint& from, const PlanPoint& to,
                                    const mpq_class& radius, const Obstacles& obstacles, double least_gain) {
  if (radius > 0 && !path.turns.empty()) return Pieces(path, from, to, radius, obstacles, least_gain).run();
  std::vector<PlanPoint> out{from};
  for (const TautPath::Turn& t : path.turns) out.push_back(obstacles.map().points[t.corner].at);
  out.push_back(to);
  return out;
}

}  // namespace plumb::plan
