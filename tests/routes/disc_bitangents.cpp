// SPDX-License-Identifier: GPL-3.0-or-later
// Shortest paths of a disc by brute force (see the header). Shares nothing with the search.
//
// 1. The lines that touch two circles are found by angles: outer ones at right angles to the line of centres, inner
//    ones at acos(2 r / d) from it. Each is kept if no obstacle is nearer to it than r.
// 2. Nodes are places on circles with a sense of travel. Neighbours on a circle are joined by an arc unless an obstacle
//    within 2 r of the corner reaches into its angle.
// 3. Dijkstra's search.
// Cost: cubic.
#include "support/disc_bitangents.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <queue>
#include <set>

namespace plumb::tests {
namespace {

using Point = DiscBitangents::Point;
constexpr double pi = std::numbers::pi;
constexpr kernel::Hint touch{1e-9};

Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1]}; }
double cross_of(const Point& u, const Point& v) { return kernel::formulas::determinant(u[0], u[1], v[0], v[1]); }
double dot_of(const Point& u, const Point& v) { return kernel::formulas::dot2d(u[0], u[1], v[0], v[1]); }
double length_of(const Point& u) { return std::hypot(u[0], u[1]); }
double angle_of(const Point& u) { return std::atan2(u[1], u[0]); }
Point on_circle(const Point& c, double r, double angle) {
  return {c[0] + r * std::cos(angle), c[1] + r * std::sin(angle)};
}
double to_segment(const Point& p, const Point& a, const Point& b) {
  const Point d = minus(b, a), w = minus(p, a);
  const double square = dot_of(d, d), share = square > 0 ? std::clamp(dot_of(w, d) / square, 0.0, 1.0) : 0;
  return length_of({w[0] - share * d[0], w[1] - share * d[1]});
}
bool cross_each_other(const Point& p, const Point& q, const Point& a, const Point& b) {
  const auto apart = [](const Point& u, const Point& v, const Point& c, const Point& d) {
    const Point e = minus(v, u);
    const double l = length_of(e), s = cross_of(e, minus(c, u)), t = cross_of(e, minus(d, u));
    return l > 0 && std::min(s, t) < -touch * l && std::max(s, t) > touch * l;
  };
  return apart(p, q, a, b) && apart(a, b, p, q);
}
double turned(double angle) {  // to 0 up to 2 pi
  const double out = std::fmod(angle, 2 * pi);
  return out < 0 ? out + 2 * pi : out;
}

}  // namespace

DiscBitangents::DiscBitangents(const plan::PlanMap& map, double radius) : r_(radius) {
  std::set<Point> corners;
  for (const auto& s : map.segments) {
    if (s.kind != plan::SegmentKind::obstacle) continue;
    const auto at = [&](plan::PlanMap::Index p) {
      return Point{map.points[p].at[0].get_d(), map.points[p].at[1].get_d()};
    };
    walls_.push_back({at(s.from), at(s.to)});
    corners.insert(at(s.from));
    corners.insert(at(s.to));
  }
  corners_.assign(corners.begin(), corners.end());
  near_.resize(corners_.size());
  for (std::size_t i = 0; i < corners_.size(); ++i)
    for (const Wall& w : walls_)
      if (to_segment(corners_[i], w.a, w.b) < 2 * r_) near_[i].push_back(w);
  for (std::size_t i = 0; i < corners_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Point w = minus(corners_[j], corners_[i]);
      const double d = length_of(w), way = angle_of(w);
      std::vector<Tangent> drawn;
      // A circle on the left of the way is touched on its right.
      for (const int side : {1, -1}) drawn.push_back({i, j, way - side * pi / 2, way - side * pi / 2, side, side, d});
      if (d >= 2 * r_ - touch) {
        const double tilt = std::acos(std::min(1.0, 2 * r_ / d)), l = std::sqrt(std::max(0.0, d * d - 4 * r_ * r_));
        for (const int side : {1, -1})
          drawn.push_back({i, j, way - side * tilt, way - side * tilt + pi, side, -side, l});
      }
      for (const Tangent& t : drawn)
        if (is_clear(on_circle(corners_[i], r_, t.angle_from), on_circle(corners_[j], r_, t.angle_to)))
          tangents_.push_back(t);
    }
}

bool DiscBitangents::is_clear(const Point& p, const Point& q) const {
  const auto is_apart = [&](const Wall& w) {
    for (const std::size_t k : {0u, 1u})
      if (std::max(w.a[k], w.b[k]) < std::min(p[k], q[k]) - r_ || std::min(w.a[k], w.b[k]) > std::max(p[k], q[k]) + r_)
        return true;
    return false;
  };
  return std::ranges::none_of(walls_, [&](const Wall& w) {
    if (is_apart(w)) return false;
    return cross_each_other(p, q, w.a, w.b) || std::min({to_segment(p, w.a, w.b), to_segment(q, w.a, w.b),
                                                         to_segment(w.a, p, q), to_segment(w.b, p, q)}) < r_ - touch;
  });
}

// A place of an obstacle keeps the disc from the place on the circle in its own direction, if it is nearer than 2 r.
bool DiscBitangents::is_arc_clear(std::size_t circle, double from, double width) const {
  constexpr kernel::Hint slight{1e-7};
  if (width < 2 * slight) return true;
  if (width > pi + slight) return false;  // a corner has obstacles, which keep the disc from half of its circle
  const Point& c = corners_[circle];
  const Point first = on_circle({0, 0}, 1, from + slight), last = on_circle({0, 0}, 1, from + width - slight);
  return std::ranges::none_of(near_[circle], [&](const Wall& w) {
    // The part of the obstacle within the angle.
    double low = 0, high = 1;
    const Point a = minus(w.a, c), b = minus(w.b, c);
    for (const auto& [s, t] :
         {std::pair(cross_of(first, a), cross_of(first, b)), std::pair(cross_of(a, last), cross_of(b, last))}) {
      if (s < 0 && t < 0) return false;
      if (s < 0) low = std::max(low, s / (s - t));
      if (t < 0) high = std::min(high, s / (s - t));
    }
    if (low >= high) return false;
    const auto at = [&](double share) {
      return Point{w.a[0] + share * (w.b[0] - w.a[0]), w.a[1] + share * (w.b[1] - w.a[1])};
    };
    if (length_of(a) == 0 || length_of(b) == 0) {  // it begins at the corner: has it a direction within the angle?
      const Point way = length_of(a) == 0 ? b : a;
      return cross_of(first, way) > 0 && cross_of(way, last) > 0;
    }
    return to_segment(c, at(low), at(high)) < 2 * r_ - touch;
  });
}

std::vector<DiscBitangents::Tangent> DiscBitangents::from_point(const Point& p) const {
  std::vector<Tangent> out;
  for (std::size_t j = 0; j < corners_.size(); ++j) {
    const Point w = minus(corners_[j], p);
    const double d = length_of(w), way = angle_of(w);
    const double tilt = std::acos(std::min(1.0, r_ / d)), l = std::sqrt(std::max(0.0, d * d - r_ * r_));
    for (const int side : {1, -1}) {
      const double angle = way + pi + side * tilt;  // the circle on the left is touched on the right
      if (is_clear(p, on_circle(corners_[j], r_, angle))) out.push_back({j, j, angle, angle, side, side, l});
    }
  }
  return out;
}

std::optional<double> DiscBitangents::length(const kernel::PlanPoint& from, const kernel::PlanPoint& to) const {
  const Point p{from[0].get_d(), from[1].get_d()}, q{to[0].get_d(), to[1].get_d()};
  if (is_clear(p, q)) return length_of(minus(q, p));
  struct Node {
    std::size_t circle;
    int side;
    double angle;
  };
  struct Arc {
    std::size_t to;
    double length;
  };
  std::vector<Node> nodes(2);
  std::vector<std::vector<Arc>> arcs(2);
  const auto node = [&](std::size_t circle, double angle, int side) {
    nodes.push_back({circle, side, turned(angle)});
    arcs.emplace_back();
    return nodes.size() - 1;
  };
  const auto join = [&](std::size_t a, std::size_t b, double l) { arcs[a].push_back({b, l}); };
  for (const Tangent& t : from_point(p)) {
    const std::size_t n = node(t.to, t.angle_to, t.side_to);
    join(0, n, t.length);
  }
  for (const Tangent& t : from_point(q)) {  // the other way round
    const std::size_t n = node(t.to, t.angle_to, -t.side_to);
    join(n, 1, t.length);
  }
  for (const Tangent& t : tangents_) {
    const std::size_t a = node(t.from, t.angle_from, t.side_from), b = node(t.to, t.angle_to, t.side_to);
    join(a, b, t.length);
    const std::size_t c = node(t.to, t.angle_to, -t.side_to), d = node(t.from, t.angle_from, -t.side_from);
    join(c, d, t.length);
  }
  std::map<std::pair<std::size_t, int>, std::vector<std::size_t>> circles;
  for (std::size_t n = 2; n < nodes.size(); ++n) circles[{nodes[n].circle, nodes[n].side}].push_back(n);
  for (auto& [circle, list] : circles) {
    std::ranges::sort(list, {}, [&](std::size_t n) { return nodes[n].angle; });
    for (std::size_t k = 0; k < list.size(); ++k) {
      std::size_t a = list[k], b = list[(k + 1) % list.size()];
      const double width = turned(nodes[b].angle - nodes[a].angle);
      if (a == b || !is_arc_clear(circle.first, nodes[a].angle, width)) continue;
      const bool tiny = width < 1e-8;
      if (circle.second > 0 || tiny) join(a, b, r_ * width);
      if (circle.second < 0 || tiny) join(b, a, r_ * width);
    }
  }
  std::vector<double> least(nodes.size(), HUGE_VAL);
  std::priority_queue<std::pair<double, std::size_t>> queue;
  least[0] = 0;
  queue.push({0, 0});
  while (!queue.empty()) {
    const auto [negative, n] = queue.top();
    queue.pop();
    if (-negative > least[n]) continue;
    if (n == 1) return least[1];
    for (const Arc& a : arcs[n])
      if (least[n] + a.length < least[a.to]) {
        least[a.to] = least[n] + a.length;
        queue.push({-least[a.to], a.to});
      }
  }
  return std::nullopt;
}

}  // namespace plumb::tests
