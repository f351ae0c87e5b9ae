// SPDX-License-Identifier: GPL-3.0-or-later
#include "facing_areas.h"

#include <array>
#include <cmath>
#include <numbers>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/slope_degrees.h"

namespace plumb::pipeline {
namespace {

using Vector = std::array<double, 3>;

// Normal to a polygon on the side that is its front in the file, of twice its area.
Vector front_normal(const kernel::PointTable& points, const SurfaceSet& set, const Surface& s) {
  const auto corners = set.corners_of(s);
  const auto to = [&](std::size_t i) {
    Vector out;
    for (int k = 0; k < 3; ++k)
      out[static_cast<std::size_t>(k)] = points.approx(corners[i], k) - points.approx(corners[0], k);
    return out;
  };
  Vector sum{};
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vector triangle = kernel::formulas::cross(to(i), to(i + 1));
    for (std::size_t k = 0; k < 3; ++k) sum[k] += triangle[k];
  }
  // Corners run clockwise seen from above, which the file's orientation need not.
  if (s.kind != SurfaceKind::vertical && s.faces_up)
    for (double& v : sum) v = -v;
  return sum;
}

double area(double upward) { return std::fabs(upward) / 2; }

}  // namespace

FacingAreas facing_areas(const SceneSurfaces& level, const BakeOptions& o) {
  const double steepest = std::tan(slope_degrees(o) * std::numbers::pi / 180);
  FacingAreas out;
  for (const Surface& s : level.set.surfaces) {
    const Vector front = front_normal(level.scene.points, level.set, s);
    if (s.kind == SurfaceKind::traversable) {
      out.traversable += area(front[2]);
      if (!s.faces_up) out.facing_down += area(front[2]);
    }
    // With y up, (x, y, z) was read as (x, -z, y).
    const double up = o.up == UpAxis::y ? -front[1] : front[1];
    if ((o.sides == Sides::both || up > 0) && std::hypot(front[0], front[2]) <= steepest * std::fabs(up))
      out.other_traversable += area(up);
  }
  return out;
}

double undersides_of_bodies(const SceneSurfaces& level) {
  const ClosedFaces closed = closed_faces(level.scene);
  double sum = 0;
  for (const Surface& s : level.set.surfaces) {
    const std::uint32_t body = closed.component[s.face];
    if (s.kind == SurfaceKind::traversable && !s.faces_up && body != ClosedFaces::open &&
        closed.components[body].kind == ComponentKind::solid)
      sum += area(front_normal(level.scene.points, level.set, s)[2]);
  }
  return sum;
}

}  // namespace plumb::pipeline
