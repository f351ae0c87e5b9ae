// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_heights.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {
namespace {

using kernel::FacetCorner;
using kernel::FacetPolygon;
using kernel::Interval;
using Plan = std::array<mpq_class, 2>;

bool meet(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

std::size_t next(const FacetPolygon& polygon, std::size_t i) { return i + 1 == polygon.size() ? 0 : i + 1; }

// Of corners, along an axis of the plan.
Interval extent(const FacetPolygon& polygon, Interval FacetCorner::*axis) {
  Interval out = polygon[0].*axis;
  for (const FacetCorner& c : polygon) out = {std::min(out.low, (c.*axis).low), std::max(out.high, (c.*axis).high)};
  return out;
}

// Whether two points are on one edge of a convex polygon.
bool on_one_edge(const FacetPolygon& polygon, const FacetCorner& p, const FacetCorner& q) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const FacetCorner &a = polygon[i], &b = polygon[next(polygon, i)];
    if (kernel::orientation_of(a, b, p) == 0 && kernel::orientation_of(a, b, q) == 0) return true;
  }
  return false;
}

// Whether a point is over a convex polygon, its boundary included.
bool is_over(const FacetPolygon& polygon, const FacetCorner& p) {
  for (std::size_t i = 0; i < polygon.size(); ++i)
    if (kernel::orientation_of(polygon[i], polygon[next(polygon, i)], p) < 0) return false;
  return true;
}

struct NearestOnEdge {
  mpq_class squared, height;  // of the distance in plan; of the place
};
NearestOnEdge nearest_on_edge(const ExactPoint& a, const ExactPoint& b, const ExactPoint& p) {
  const Plan along{b[0] - a[0], b[1] - a[1]}, to{p[0] - a[0], p[1] - a[1]};
  const mpq_class length = along[0] * along[0] + along[1] * along[1], dot = along[0] * to[0] + along[1] * to[1];
  const mpq_class share = sgn(length) > 0 ? std::clamp<mpq_class>(dot / length, 0, 1) : mpq_class(0);
  const mpq_class x = to[0] - share * along[0], y = to[1] - share * along[1];
  return {x * x + y * y, a[2] + share * (b[2] - a[2])};
}

// The vertices and triangles over a polygon, whatever their number.
class Triangles {
 public:
  explicit Triangles(const FacetPolygon& polygon) : polygon_(polygon), vertices_(polygon) {
    for (std::size_t i = 0; i < polygon.size(); ++i) number_.try_emplace({polygon[i].at[0], polygon[i].at[1]}, i);
  }

  // height(corner) is asked for once for each vertex that is no corner of the polygon.
  template <class Height>
  void add_fan(const FacetPolygon& part, Height&& height) {
    for (std::size_t i = 2; i < part.size(); ++i) {
      const std::array<const FacetCorner*, 3> corners{&part[0], &part[i - 1], &part[i]};
      if (kernel::orientation_of(*corners[0], *corners[1], *corners[2]) == 0) continue;
      Triangle& triangle = triangles_.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        triangle.corners[k] = number(*corners[k], height);
        if (on_one_edge(polygon_, *corners[k], *corners[(k + 1) % 3])) triangle.boundary |= 1u << 2 * k;
      }
    }
  }

  // Detour reads through a null pointer where no edge is on the boundary.
  bool none() const {
    return std::ranges::none_of(triangles_, [](const Triangle& t) { return t.boundary != 0; });
  }
  std::size_t most() const { return std::max(vertices_.size(), triangles_.size()); }

  DetourHeights finish() const {
    DetourHeights out;
    for (const FacetCorner& v : vertices_) out.vertices.push_back(v.at);
    for (const auto& [corners, boundary] : triangles_)
      out.triangles.push_back({static_cast<std::uint8_t>(corners[0]), static_cast<std::uint8_t>(corners[1]),
                               static_cast<std::uint8_t>(corners[2]), static_cast<std::uint8_t>(boundary)});
    return out;
  }

 private:
  struct Triangle {
    std::array<std::size_t, 3> corners{};
    unsigned boundary = 0;
  };

  template <class Height>
  std::size_t number(const FacetCorner& p, Height&& height) {
    const auto [at, is_new] = number_.try_emplace({p.at[0], p.at[1]}, vertices_.size());
    if (is_new) vertices_.emplace_back(ExactPoint{p.at[0], p.at[1], height(p)});
    return at->second;
  }

  const FacetPolygon& polygon_;
  FacetPolygon vertices_;
  std::map<Plan, std::size_t> number_;
  std::vector<Triangle> triangles_;
};

}  // namespace

CellHeights::CellHeights(const NavMesh& mesh, NavMesh::CellIndex cell, double reach) : mesh_(mesh) {
  const auto polygon = [&](std::span<const NavMesh::PointIndex> ring) {
    FacetPolygon out;
    for (const NavMesh::PointIndex p : ring) out.emplace_back(mesh.points[p]);
    return out;
  };
  const auto& facets = mesh.cells[cell].facets;
  const FacetPolygon outer = facets.size() > 1 ? polygon(outline(mesh, cell)) : FacetPolygon{};
  for (const NavMesh::Facet& facet : facets) {
    Plane& plane = planes_.emplace_back();
    plane.facet = &facet;
    plane.ring = polygon(facet.ring());
    const FacetPolygon& ring = plane.ring;
    for (const std::size_t axis : {0, 1}) {
      const Interval box = extent(ring, axis == 0 ? &FacetCorner::x : &FacetCorner::y);
      plane.box[axis] = {box.low - reach, box.high + reach};
    }
    for (std::size_t i = 0; i < ring.size() && facets.size() > 1; ++i)
      if (!on_one_edge(outer, ring[i], ring[next(ring, i)])) plane.inner.push_back(i);
  }
}

// Where the line between two facets runs nearly along the outline, it leaves the rounded polygon far behind the facet's
// end. So what the plane of the facet has there may be far from the floor: another facet is there, or is nearer.
mpq_class CellHeights::height(const Plane& plane, const FacetCorner& at) const {
  if (is_over(plane.ring, at)) return plane_height(mesh_, *plane.facet, at.at[0], at.at[1]);
  std::optional<NearestOnEdge> nearest;
  for (const Plane& other : planes_) {
    if (!meet(other.box[0], at.x) || !meet(other.box[1], at.y)) continue;
    if (is_over(other.ring, at)) return plane_height(mesh_, *other.facet, at.at[0], at.at[1]);
    for (std::size_t i = 0; i < other.ring.size(); ++i) {
      NearestOnEdge found = nearest_on_edge(other.ring[i].at, other.ring[next(other.ring, i)].at, at.at);
      if (!nearest || found.squared < nearest->squared) nearest = std::move(found);
    }
  }
  if (nearest) return nearest->height;
  return plane_height(mesh_, *plane.facet, at.at[0], at.at[1]);
}

bool CellHeights::in_one_plane(const Plane& a, const Plane& b) const {
  return std::ranges::all_of(
      b.ring, [&](const FacetCorner& c) { return plane_height(mesh_, *a.facet, c.at[0], c.at[1]) == c.at[2]; });
}

DetourHeights CellHeights::over(const FacetPolygon& polygon) const {
  const Interval x = extent(polygon, &FacetCorner::x), y = extent(polygon, &FacetCorner::y);
  const auto cut = [](const FacetCorner& p, const FacetCorner& q, const FacetCorner& from, const FacetCorner& to) {
    return FacetCorner(kernel::passing_point(p.at, q.at, from.at, to.at));
  };
  std::vector<std::pair<const Plane*, FacetPolygon>> parts;
  for (const Plane& plane : planes_) {
    if (!meet(plane.box[0], x) || !meet(plane.box[1], y)) continue;
    FacetPolygon part = polygon;
    for (const std::size_t i : plane.inner)
      if (!part.empty()) part = kernel::left_part(std::move(part), plane.ring[i], plane.ring[next(plane.ring, i)], cut);
    if (!part.empty()) parts.emplace_back(&plane, std::move(part));
  }
  // A floor of many polygons in one plane needs no more than its corners.
  if (parts.size() > 1 &&
      std::ranges::all_of(parts, [&](const auto& part) { return in_one_plane(*parts[0].first, *part.first); })) {
    parts.resize(1);
    parts[0].second = polygon;
  }
  Triangles all(polygon);
  for (const auto& [plane, part] : parts)
    all.add_fan(part, [&, p = plane](const FacetCorner& at) { return height(*p, at); });
  const std::size_t crowded = all.most() > most_heights ? all.most() : 0;
  if (crowded == 0 && !all.none()) return all.finish();
  Triangles corners(polygon);
  corners.add_fan(polygon, [](const FacetCorner& at) { return at.at[2]; });
  DetourHeights out = corners.finish();
  out.flattened = true;
  out.crowded = crowded;
  return out;
}

}  // namespace plumb::pipeline
