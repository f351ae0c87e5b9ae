// SPDX-License-Identifier: GPL-3.0-or-later
// What is true of any route, checked with fractions and nothing of the library's.
#pragma once
#include <cmath>
#include <optional>
#include <string>

#include "plumb/pipeline/nav_query.h"

namespace plumb::tests {

using pipeline::ExactPoint;
using pipeline::NavMesh;
using pipeline::PortalKind;
using pipeline::Route;

inline mpq_class cross(const ExactPoint& o, const ExactPoint& a, const ExactPoint& b) {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}
inline ExactPoint between(const ExactPoint& a, const ExactPoint& b, const mpq_class& t) {
  ExactPoint p;
  for (int k = 0; k < 3; ++k) p[k] = a[k] + t * (b[k] - a[k]);
  return p;
}
inline bool same_plan(const ExactPoint& a, const ExactPoint& b) { return a[0] == b[0] && a[1] == b[1]; }
inline long double plan_distance(const ExactPoint& a, const ExactPoint& b) {
  return std::hypot(static_cast<long double>(mpq_class(a[0] - b[0]).get_d()),
                    static_cast<long double>(mpq_class(a[1] - b[1]).get_d()));
}

/// The cell's height over a place: from the fan of each facet's triangles.
inline std::optional<mpq_class> height_over(const NavMesh& mesh, NavMesh::CellIndex cell, const ExactPoint& p) {
  for (const auto& f : mesh.cells[cell].facets)
    for (std::size_t i = 1; i + 1 < f.corners.size(); ++i) {
      const ExactPoint &a = mesh.points[f.corners[0]], &b = mesh.points[f.corners[i]],
                       &c = mesh.points[f.corners[i + 1]];
      const mpq_class u = cross(b, c, p);
      if (u < 0) continue;
      const mpq_class v = cross(c, a, p);
      if (v < 0) continue;
      const mpq_class w = cross(a, b, p), area = u + v + w;
      if (w < 0 || area == 0) continue;
      return (u * a[2] + v * b[2] + w * c[2]) / area;
    }
  return std::nullopt;
}

/// The fractions of the segment p, q that lie on the segment a, b in plan; none: it does not meet it. Requires p != q.
inline std::optional<std::array<mpq_class, 2>> part_on(const ExactPoint& p, const ExactPoint& q, const ExactPoint& a,
                                                       const ExactPoint& b) {
  const mpq_class sa = cross(p, q, a), sb = cross(p, q, b);
  if ((sa > 0 && sb > 0) || (sa < 0 && sb < 0)) return std::nullopt;
  const int axis = p[0] != q[0] ? 0 : 1;
  const auto fraction = [&](const ExactPoint& x) -> mpq_class { return (x[axis] - p[axis]) / (q[axis] - p[axis]); };
  mpq_class t0, t1;
  if (sa == sb) {
    t0 = fraction(a);
    t1 = fraction(b);
    if (t1 < t0) std::swap(t0, t1);
  } else {
    t0 = t1 = fraction(between(a, b, sa / (sa - sb)));
  }
  t0 = std::max(t0, mpq_class(0));
  t1 = std::min(t1, mpq_class(1));
  if (t0 > t1) return std::nullopt;
  return {{t0, t1}};
}

/// In space, ends included.
inline bool on_segment(const ExactPoint& p, const ExactPoint& a, const ExactPoint& b) {
  for (int k = 0; k < 3; ++k) {
    if (a[k] == b[k]) continue;
    const mpq_class t = (p[k] - a[k]) / (b[k] - a[k]);
    return t >= 0 && t <= 1 && between(a, b, t) == p;
  }
  return p == a;
}

/// Empty, or what is wrong with a route from one floor point to another.
inline std::string fault_of(const NavMesh& mesh, const Route& r, kernel::Label stance, const ExactPoint& from,
                            const ExactPoint& to) {
  if (r.cells.size() != r.portals.size() + 1) return "as many cells as portals";
  for (std::size_t i = 0; i < r.portals.size(); ++i) {
    const auto& p = mesh.portals[r.portals[i]];
    if (p.stance < stance) return "a portal that is too low";
    if (!(p.a == r.cells[i] && p.b == r.cells[i + 1]) && !(p.b == r.cells[i] && p.a == r.cells[i + 1]))
      return "a portal between other cells";
  }
  if (r.corners.size() < 2 || r.corners.front().point != from || r.corners.back().point != to) return "other ends";
  if (r.corners.front().portal != Route::no_portal || r.corners.back().portal != Route::no_portal)
    return "a portal at an end";
  for (const auto& c : r.corners)
    if (height_over(mesh, c.cell, c.point) != c.point[2]) return "a corner beside or above its cell";

  std::size_t at = 0;  // into cells
  for (std::size_t i = 0; i + 1 < r.corners.size(); ++i) {
    const auto &c = r.corners[i], &d = r.corners[i + 1];
    if (r.cells[at] != c.cell) return "a corner out of order";
    if (c.portal != Route::no_portal && mesh.portals[c.portal].kind != PortalKind::flush && c.portal == d.portal) {
      const auto& p = mesh.portals[c.portal];
      if (at == r.portals.size() || r.portals[at] != c.portal) return "a hop out of order";
      const bool forward = p.a == c.cell;
      const auto &near = forward ? p.on_a : p.on_b, &far = forward ? p.on_b : p.on_a;
      const ExactPoint &n0 = mesh.points[near[0]], &n1 = mesh.points[near[1]];
      const int axis = n0[0] != n1[0] ? 0 : 1;
      const mpq_class t = (c.point[axis] - n0[axis]) / (n1[axis] - n0[axis]);
      if (t < 0 || t > 1 || !same_plan(between(n0, n1, t), c.point)) return "a hop from beside the portal";
      if (!same_plan(between(mesh.points[far[0]], mesh.points[far[1]], t), d.point)) return "a hop to another place";
      ++at;
      continue;
    }
    // On the floor: within each cell, and from one to the next through a point of their portal.
    mpq_class reached = 0;
    const bool stays = same_plan(c.point, d.point);
    while (r.cells[at] != d.cell) {
      if (at == r.portals.size()) return "a corner outside the corridor";
      const auto& p = mesh.portals[r.portals[at]];
      if (p.kind != PortalKind::flush) return "a hop left out";
      const ExactPoint &a = mesh.points[p.on_a[0]], &b = mesh.points[p.on_a[1]];
      if (stays) {
        if (cross(a, b, c.point) != 0) return "a portal is missed";
      } else {
        const auto part = part_on(c.point, d.point, a, b);
        if (!part || (*part)[1] < reached) return "a portal is missed";
        reached = std::max(reached, (*part)[0]);
      }
      if (!height_over(mesh, r.cells[at], between(c.point, d.point, reached))) return "a stretch outside its cell";
      ++at;
      if (!height_over(mesh, r.cells[at], between(c.point, d.point, reached))) return "a stretch outside its cell";
    }
  }
  if (at != r.portals.size()) return "the corridor goes on";

  if (r.line.front() != from || r.line.back() != to) return "a line with other ends";
  long double length = 0;
  for (std::size_t i = 0; i + 1 < r.line.size(); ++i) {
    const ExactPoint &a = r.line[i], &b = r.line[i + 1];
    if (a == b) return "a point twice";
    length += std::hypot(plan_distance(a, b), static_cast<long double>(mpq_class(a[2] - b[2]).get_d()));
    for (const int n : {1, 2, 3}) {
      const ExactPoint m = between(a, b, mpq_class(n) / 4);
      bool there = false;
      for (const auto c : r.cells) there = there || height_over(mesh, c, m) == m[2];
      for (std::size_t k = 0; k + 1 < r.corners.size(); ++k)
        there = there || (r.corners[k].portal != Route::no_portal && r.corners[k].portal == r.corners[k + 1].portal &&
                          on_segment(m, r.corners[k].point, r.corners[k + 1].point));
      if (!there) return "a line off the floor and the hops";
    }
  }
  const auto off = [](const pipeline::LengthInterval& l, long double about) {
    return l.low > l.high || l.width() > mpq_class(1, 1000000000) * (1 + l.high) ||
           std::abs(l.low.get_d() - about) > 1e-9L * (1 + about);
  };
  if (off(r.length, length)) return "another length";
  length = 0;
  for (std::size_t i = 0; i + 1 < r.corners.size(); ++i)
    length += plan_distance(r.corners[i].point, r.corners[i + 1].point);
  return off(r.plan_length, length) ? "another length in plan" : "";
}

}  // namespace plumb::tests
