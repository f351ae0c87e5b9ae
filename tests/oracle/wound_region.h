// SPDX-License-Identifier: GPL-3.0-or-later
// What an outline winds around, by brute force: the plane is cut along all edges, winding numbers are counted on both
// sides of every piece of edge, and triangles are found one by one, each as that of the nearest corner seen from an
// edge. It deliberately shares nothing with Plumb, neither code nor way: n^3 and worse.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace oracle {

struct Spot {
  mpq_class x, y;
  bool operator==(const Spot& o) const { return x == o.x && y == o.y; }
  bool operator<(const Spot& o) const { return x != o.x ? x < o.x : y < o.y; }
};

inline mpq_class turned(const Spot& a, const Spot& b, const Spot& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
/// Is p on the segment between a and b, its ends left out?
inline bool within(const Spot& a, const Spot& b, const Spot& p) {
  return !(p == a) && !(p == b) && sgn(turned(a, b, p)) == 0 && std::min(a, b) < p && p < std::max(a, b);
}
inline bool crosses(const Spot& a, const Spot& b, const Spot& c, const Spot& d) {
  return sgn(turned(a, b, c)) * sgn(turned(a, b, d)) < 0 && sgn(turned(c, d, a)) * sgn(turned(c, d, b)) < 0;
}

/// How often a ring winds around a place on none of its edges, counter-clockwise.
inline int winding_number(const std::vector<Spot>& ring, const Spot& p) {
  int sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Spot &a = ring[i], &b = ring[(i + 1) % ring.size()];
    if ((a.y <= p.y) == (b.y <= p.y)) continue;
    const int side = sgn(turned(a, b, p));
    if (a.y <= p.y && side > 0) ++sum;
    if (b.y <= p.y && side < 0) --sum;
  }
  return sum;
}

/// Places very near to the middle of a piece of edge, to its left and right: nearer than any edge but those through it.
inline std::array<Spot, 2> beside(const std::vector<Spot>& ring, const Spot& from, const Spot& to) {
  const Spot m{(from.x + to.x) / 2, (from.y + to.y) / 2}, n{from.y - to.y, to.x - from.x};
  mpq_class least[2] = {1, 1};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Spot &a = ring[i], &b = ring[(i + 1) % ring.size()];
    const Spot d{b.x - a.x, b.y - a.y};
    const mpq_class parallel = n.x * d.y - n.y * d.x;
    if (sgn(parallel) == 0) {  // along the perpendicular: its ends
      if (sgn(mpq_class((a.x - m.x) * n.y - (a.y - m.y) * n.x)) != 0) continue;
      for (const Spot* q : {&a, &b}) {
        const mpq_class t = ((q->x - m.x) * n.x + (q->y - m.y) * n.y) / (n.x * n.x + n.y * n.y);
        if (sgn(t) != 0) least[sgn(t) < 0] = std::min(least[sgn(t) < 0], mpq_class(abs(t)));
      }
      continue;
    }
    // m + t n = a + s d
    const mpq_class t = ((a.x - m.x) * d.y - (a.y - m.y) * d.x) / parallel,
                    s = ((a.x - m.x) * n.y - (a.y - m.y) * n.x) / parallel;
    if (sgn(t) != 0 && sgn(s) >= 0 && s <= 1) least[sgn(t) < 0] = std::min(least[sgn(t) < 0], mpq_class(abs(t)));
  }
  const mpq_class left = least[0] / 2, right = least[1] / 2;
  return {Spot{m.x + left * n.x, m.y + left * n.y}, Spot{m.x - right * n.x, m.y - right * n.y}};
}

struct WoundRegion {
  int sign = 0;               ///< of the winding numbers that are not 0; 0: there are none
  std::vector<Spot> corners;  ///< those on an edge that is left, ascending; crossings too
  std::vector<Spot> left_out;
  std::vector<Spot> crossings;  ///< where edges that are left cross, and that are no corners, ascending
  /// Between corners, by number: parts of edges with none of them between, what is wound around to the left.
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

/// None if some winding number is not 0 or the sign.
inline std::optional<WoundRegion> wound_region(const std::vector<Spot>& ring) {
  WoundRegion out;
  std::set<std::pair<Spot, Spot>> left;  // edges, what is wound around to the left
  int least = 0, most = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Spot &a = ring[i], &b = ring[(i + 1) % ring.size()];
    if (a == b) continue;
    std::set<Spot> cuts{a, b};
    for (std::size_t j = 0; j < ring.size(); ++j) {
      const Spot &c = ring[j], &d = ring[(j + 1) % ring.size()];
      if (within(a, b, c)) cuts.insert(c);
      if (!crosses(a, b, c, d)) continue;
      const mpq_class s = turned(c, d, a), share = s / (s - turned(c, d, b));
      cuts.insert({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
    }
    for (auto p = cuts.begin(), q = std::next(p); q != cuts.end(); ++p, ++q) {
      const auto sides = beside(ring, *p, *q);
      const int on_left = winding_number(ring, sides[0]), on_right = winding_number(ring, sides[1]);
      least = std::min({least, on_left, on_right});
      most = std::max({most, on_left, on_right});
      if (on_left != on_right) left.insert(on_left != 0 ? std::pair(*p, *q) : std::pair(*q, *p));
    }
  }
  if (most - least > 1 || most > 1 || least < -1) return std::nullopt;
  out.sign = most + least;
  // Where an edge is only crossed by what is run there and back it goes on.
  const std::set<Spot> given(ring.begin(), ring.end());
  for (auto p = left.begin(); p != left.end();) {
    const auto [from, at] = *p;
    const auto goes_on = [at = at](const auto& e) { return e.first == at; };
    const auto next = std::find_if(left.begin(), left.end(), goes_on);
    const bool crossed = std::count_if(left.begin(), left.end(), goes_on) > 1;
    if (given.count(at) || crossed) {
      if (!given.count(at)) out.crossings.push_back(at);
      ++p;
      continue;
    }
    const Spot to = next->second;
    left.erase(next);
    left.erase({from, at});
    left.insert({from, to});
    p = left.begin();
  }
  std::sort(out.crossings.begin(), out.crossings.end());
  out.crossings.erase(std::unique(out.crossings.begin(), out.crossings.end()), out.crossings.end());
  std::set<Spot> on;
  for (const auto& [p, q] : left) on.insert(p), on.insert(q);
  out.corners.assign(on.begin(), on.end());
  const auto number = [&](const Spot& p) {
    return static_cast<std::size_t>(std::lower_bound(out.corners.begin(), out.corners.end(), p) - out.corners.begin());
  };
  for (const auto& [p, q] : left) out.edges.push_back({number(p), number(q)});
  for (const Spot& p : given)
    if (!on.count(p)) out.left_out.push_back(p);
  return out;
}

/// Positive if d is within the circle through a, b and c, which turn left.
inline mpq_class in_circle(const Spot& a, const Spot& b, const Spot& c, const Spot& d) {
  std::array<std::array<mpq_class, 3>, 3> m;
  const Spot* const rows[] = {&a, &b, &c};
  for (std::size_t i = 0; i < 3; ++i) {
    const mpq_class x = rows[i]->x - d.x, y = rows[i]->y - d.y;
    m[i] = {x, y, x * x + y * y};
  }
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// The constrained Delaunay triangulation of a region, as docs/theory/definitions.md wants it: triangles of corners by
/// number, counter- clockwise, each from its lowest; ascending.
inline std::vector<std::array<std::size_t, 3>> delaunay_triangles(const WoundRegion& region) {
  using Edge = std::pair<std::size_t, std::size_t>;
  const std::vector<Spot>& at = region.corners;
  const std::set<Edge> outline(region.edges.begin(), region.edges.end());
  const auto free_way = [&](std::size_t p, std::size_t q) {
    if (outline.count({p, q}) || outline.count({q, p})) return true;
    return std::none_of(outline.begin(), outline.end(),
                        [&](const Edge& e) { return crosses(at[p], at[q], at[e.first], at[e.second]); }) &&
           std::none_of(at.begin(), at.end(), [&](const Spot& r) { return within(at[p], at[q], r); });
  };
  std::vector<std::array<std::size_t, 3>> out;
  std::set<Edge> done;
  std::vector<Edge> open(outline.begin(), outline.end());
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    if (done.count({a, b})) continue;
    std::vector<std::size_t> nearest;
    for (std::size_t c = 0; c < at.size(); ++c) {
      if (c == a || c == b || sgn(turned(at[a], at[b], at[c])) <= 0) continue;
      const int nearer = nearest.empty() ? 1 : sgn(in_circle(at[a], at[b], at[nearest[0]], at[c]));
      if (nearer < 0 || !free_way(a, c) || !free_way(b, c)) continue;
      if (nearer > 0) nearest.clear();
      nearest.push_back(c);
    }
    if (nearest.empty()) return {};  // no region: an outline that wound_region() did not make
    std::vector<std::size_t> polygon = std::move(nearest);
    polygon.insert(polygon.end(), {a, b});
    // Around the lowest, as all are on one circle.
    std::sort(polygon.begin(), polygon.end());
    std::sort(polygon.begin() + 1, polygon.end(),
              [&](std::size_t p, std::size_t q) { return p != q && sgn(turned(at[polygon[0]], at[p], at[q])) > 0; });
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) out.push_back({polygon[0], polygon[i], polygon[i + 1]});
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Edge side{polygon[i], polygon[(i + 1) % polygon.size()]}, back{side.second, side.first};
      done.insert(side);
      if (!outline.count(side) && !done.count(back)) open.push_back(back);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace oracle
