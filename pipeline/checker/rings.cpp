// SPDX-License-Identifier: LGPL-3.0-or-later
#include "rings.h"

#include <algorithm>
#include <map>

namespace checker {

std::optional<Plane> plane_of(const Scene& scene, const Ring& ring) {
  if (ring.size() < 3) return std::nullopt;
  const Scene::Point &p = scene.points[ring[0]], &q = scene.points[ring[1]];
  const Integer ux = q.x - p.x, uy = q.y - p.y, uz = q.z - p.z;
  for (std::size_t i = 2; i < ring.size(); ++i) {
    const Scene::Point& r = scene.points[ring[i]];
    const Integer vx = r.x - p.x, vy = r.y - p.y, vz = r.z - p.z;
    Plane plane{uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, 0};
    if (sgn(plane.nx) == 0 && sgn(plane.ny) == 0 && sgn(plane.nz) == 0) continue;
    plane.d = plane.nx * p.x + plane.ny * p.y + plane.nz * p.z;
    return plane;
  }
  return std::nullopt;
}

Fraction height_on(const Plane& n, const Place& at) { return (n.d - n.nx * at[0] - n.ny * at[1]) / n.nz; }

AreaVector area_vector(const Scene& scene, const Ring& ring) {
  AreaVector sum{0, 0, 0};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Scene::Point &p = scene.points[ring[i]], &q = scene.points[ring[i + 1 == ring.size() ? 0 : i + 1]];
    sum.x += p.y * q.z - p.z * q.y;
    sum.y += p.z * q.x - p.x * q.z;
    sum.z += p.x * q.y - p.y * q.x;
  }
  return sum;
}

View::View(const Scene& scene, const AreaVector& area)
    : scene_(scene),
      axis_(abs(area.z) >= abs(area.y) && abs(area.z) >= abs(area.x) ? 2
            : abs(area.y) >= abs(area.x)                             ? 1
                                                                     : 0) {}

int View::turn(Index a, Index b, Index c) const {
  return sgn(Integer((x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a))));
}

int View::compare(Index p, Index q) const {
  const int c = cmp(x(p), x(q));
  return c != 0 ? c : cmp(y(p), y(q));
}

bool View::ahead(Index a, Index b, Index c) const { return compare(b, a) * compare(c, a) > 0; }

// All turns to one side, straight on allowed, and once around: the direction passes from ascending to descending (x, y)
// and back once.
int View::convexity(const Ring& ring) const {
  const std::size_t n = ring.size();
  int side = 0;
  std::size_t reversals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Index a = ring[i], b = ring[(i + 1) % n], c = ring[(i + 2) % n];
    const int t = turn(a, b, c);
    if (a == b || (t == 0 && ahead(b, a, c))) return 0;  // no side, or a spike
    if (t * side < 0) return 0;
    if (t != 0) side = t;
    reversals += compare(a, b) * compare(b, c) < 0;
  }
  return reversals == 2 ? side : 0;
}

int View::orientation(const Ring& ring) const {
  Integer sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
    sum += x(p) * y(q) - y(p) * x(q);
  }
  return sgn(sum);
}

int View::in_circle(Index a, Index b, Index c, Index d) const {
  const auto seen = [&](Index p) {
    const Integer u = x(p) - x(d), v = y(p) - y(d);
    return std::array<Integer, 3>{u, v, u * u + v * v};
  };
  const auto p = seen(a), q = seen(b), r = seen(c);
  return sgn(Integer(p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
                     p[2] * (q[0] * r[1] - q[1] * r[0])));
}

View::LineKey View::line_through(Index p, Index q) const {
  Integer dx = x(q) - x(p), dy = y(q) - y(p);
  const Integer common = (sgn(dx) < 0 || (sgn(dx) == 0 && sgn(dy) < 0) ? -1 : 1) * gcd(dx, dy);
  dx /= common;
  dy /= common;
  return {dx, dy, dx * y(p) - dy * x(p)};
}

// Edges that occur in both directions cancel. What is left must cancel line by line: a sum of directed segments of one
// line is nothing iff every point ends as many of them as it begins.
bool View::adds_up(std::span<const Ring> pieces, const Ring& whole) const {
  std::map<std::pair<Index, Index>, std::int64_t> edges;
  const auto add = [&](const Ring& ring, int times) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      edges[std::minmax(p, q)] += p < q ? times : -times;
    }
  };
  for (const Ring& piece : pieces) add(piece, 1);
  add(whole, -1);

  std::map<std::pair<LineKey, Index>, std::int64_t> ends;
  for (const auto& [edge, times] : edges) {
    if (times == 0) continue;
    const auto [p, q] = edge;
    const LineKey line = line_through(p, q);
    ends[{line, q}] += times;
    ends[{line, p}] -= times;
  }
  return std::all_of(ends.begin(), ends.end(), [](const auto& e) { return e.second == 0; });
}

}  // namespace checker
