// SPDX-License-Identifier: GPL-3.0-or-later
// What bounds flattening, beside the same in fractions alone: how far a surface moves, and what lies near a ramp.
// Corners are thirds of small numbers, so no double holds most of them, and many lie on one another, on sides and on
// lines.
#include <catch2/catch.hpp>
#include <random>

#include "decimate/near_ramps.h"
#include "decimate/surface_bounds.h"
#include "plumb/kernel/formulas.h"
#include "plumb/surface/region_boundary.h"

using namespace plumb;

namespace {

using kernel::ExactPoint;
using pipeline::NearRamps;
using pipeline::SurfaceBounds;
using surface::TaggedCorner;
using surface::TaggedRing;
using surface::TriangleMesh;
using Index = TriangleMesh::Index;
using Corners = std::array<Index, 3>;

mpq_class random_third(std::mt19937& random, int most) {
  mpq_class v(std::uniform_int_distribution<int>(0, 3 * most)(random), 3);
  v.canonicalize();
  return v;
}

mpq_class turn(const TriangleMesh& mesh, const Corners& c) {
  return kernel::formulas::orient2d(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]]);
}
Corners random_corners(const TriangleMesh& mesh, std::mt19937& random) {
  std::uniform_int_distribution<Index> any(0, static_cast<Index>(mesh.points.size()) - 1);
  for (;;) {
    const Corners c{any(random), any(random), any(random)};
    if (sgn(turn(mesh, c)) > 0) return c;
  }
}
// Triangles over and across one another: the classes look at pairs.
TriangleMesh random_triangles(std::mt19937& random) {
  TriangleMesh mesh;
  for (int i = 0; i < 12; ++i)
    mesh.points.push_back({random_third(random, 4), random_third(random, 4), random_third(random, 1)});
  for (Index i = 0; i < 12; ++i) {
    const Corners c = random_corners(mesh, random);
    mesh.triangles.push_back({.corners = c, .ramp = i % 3 == 0 ? i : TriangleMesh::none});
  }
  return mesh;
}

kernel::PlanRing ring_of(const TriangleMesh& mesh, const Corners& c) {
  kernel::PlanRing out;
  for (const Index p : c) out.push_back({mesh.points[p][0], mesh.points[p][1]});
  return out;
}
kernel::ExactPlane plane_of(const TriangleMesh& mesh, const Corners& c) {
  return kernel::exact_plane(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]]);
}

std::optional<std::vector<Index>> covered(const TriangleMesh& mesh, const Corners& corners, const mpq_class& sink,
                                          const mpq_class& rise) {
  std::vector<Index> out;
  const kernel::ExactPlane plane = plane_of(mesh, corners);
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    const Corners& old = mesh.triangles[t].corners;
    TaggedRing common;
    for (const kernel::PlanPoint& p : ring_of(mesh, old)) common.push_back({p});
    if (!clip_to(common, ring_of(mesh, corners))) continue;
    out.push_back(t);
    for (const TaggedCorner& c : common) {
      const mpq_class moved = plane.height(c.at[0], c.at[1]) - plane_of(mesh, old).height(c.at[0], c.at[1]);
      if (moved > rise || -moved > sink) return std::nullopt;
    }
  }
  return out;
}

mpq_class squared_distance(const ExactPoint& p, const TriangleMesh& mesh, const Corners& c) {
  bool inside = true;
  std::optional<mpq_class> best;
  for (std::size_t i = 0; i < 3; ++i) {
    const ExactPoint &a = mesh.points[c[i]], &b = mesh.points[c[(i + 1) % 3]];
    inside = inside && sgn(kernel::formulas::orient2d(a, b, p)) >= 0;
    const mpq_class x = b[0] - a[0], y = b[1] - a[1];
    mpq_class along = ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y);
    along = std::clamp<mpq_class>(along, 0, 1);
    const mpq_class u = p[0] - a[0] - along * x, v = p[1] - a[1] - along * y, squared = u * u + v * v;
    if (!best || squared < *best) best = squared;
  }
  return inside ? mpq_class(0) : *best;
}
std::optional<mpq_class> distance_to_ramps(const TriangleMesh& mesh, const Corners& corners, const mpq_class& reach,
                                           const mpq_class& step) {
  std::optional<mpq_class> best;
  const auto heights = [&](const Corners& c) {
    return std::minmax({mesh.points[c[0]][2], mesh.points[c[1]][2], mesh.points[c[2]][2]});
  };
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    const auto own = heights(corners), ramp = heights(t.corners);
    if (t.ramp == TriangleMesh::none || own.first - step > ramp.second || own.second + step < ramp.first) continue;
    mpq_class farthest = 0;
    for (const Index p : corners) farthest = std::max(farthest, squared_distance(mesh.points[p], mesh, t.corners));
    if (farthest <= reach && (!best || farthest < *best)) best = farthest;
  }
  return best;
}

}  // namespace

TEST_CASE("a surface that moves: triangles that a new one shares an area with, and how far it sinks or rises") {
  std::mt19937 random(1);
  int allowed = 0, refused = 0;
  for (int round = 0; round < 60; ++round) {
    const TriangleMesh mesh = random_triangles(random);
    std::vector<Index> all;
    for (Index t = 0; t < mesh.triangles.size(); ++t) all.push_back(t);
    const mpq_class sink = random_third(random, 1), rise = random_third(random, 2);
    const SurfaceBounds bounds(mesh, sink, rise);
    for (int i = 0; i < 6; ++i) {
      const Corners corners = random_corners(mesh, random);
      const auto found = bounds.covered(corners, all);
      REQUIRE(found == covered(mesh, corners, sink, rise));
      ++(found ? allowed : refused);
    }
    for (Index t = 0; t < mesh.triangles.size(); ++t) {  // a triangle that stays where it is
      const auto found = bounds.covered(mesh.triangles[t].corners, std::array{t});
      REQUIRE(found == std::vector{t});
    }
  }
  REQUIRE(allowed > 50);
  REQUIRE(refused > 50);
}

TEST_CASE("what lies near a ramp: within the reach of one triangle in plan, and within a step in height") {
  std::mt19937 random(2);
  int near = 0, far = 0;
  for (int round = 0; round < 60; ++round) {
    const TriangleMesh mesh = random_triangles(random);
    const mpq_class reach = random_third(random, 5), step = random_third(random, 1);
    const NearRamps ramps(mesh, reach, step);
    for (int i = 0; i < 12; ++i) {
      const Corners corners = random_corners(mesh, random);
      const auto known = distance_to_ramps(mesh, corners, reach, step);
      REQUIRE(ramps.reach(corners) == known.has_value());
      ++(known ? near : far);
      if (!known) continue;
      REQUIRE(ramps.squared_distance(corners, -1) == *known);
      REQUIRE(ramps.squared_distance(corners, *known + 1) == *known + 1);
      REQUIRE(ramps.squared_distance(corners, *known) == *known);
    }
  }
  REQUIRE(near > 50);
  REQUIRE(far > 50);
}
