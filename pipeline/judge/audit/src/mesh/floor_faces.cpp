// SPDX-License-Identifier: GPL-3.0-or-later
// Floors as they are compared: convex faces in exact coordinates, and doubles around them.
// 1. facets_of() makes a floor of a navmesh's facets. unit_of() finds what most coordinates are multiples of, which
//    keeps numbers short later.
// 2. NearFloor stores doubles around every corner of every face; NearPlane is the plane of one face in doubles. Filters
//    of the comparison ask these first.
// FaceLift, NearPoints and PointBox, in the header, lift places in plan into a face's plane, and find boxes around
// points without comparing fractions where doubles tell. Cost: linear in the corners.
#include "plumb/pipeline/floor_faces.h"

#include <algorithm>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PlanRef;

// Three corners that are not on one line in plan. Requires a face with an area.
std::array<FloorFaces::Index, 3> plane_corners(const FloorFaces& floor, const FloorFaces::Face& face) {
  const auto& c = face.corners;
  const auto place = [&](FloorFaces::Index p) {
    const kernel::IntervalPoint near = floor.near_point(p);
    return PlanRef(floor.points[p], near[0], near[1]);
  };
  for (std::size_t i = 1; i + 1 < c.size(); ++i)
    if (orientation(place(c[0]), place(c[i]), place(c[i + 1])) > 0) return {c[0], c[i], c[i + 1]};
  return {c[0], c[1], c[2]};
}

}  // namespace

void FloorFaces::make_near() {
  near.reserve(points.size());
  while (near.size() < points.size()) near.push_back(kernel::interval_point(points[near.size()]));
}

kernel::PlanRing FloorFaces::ring(Index face) const {
  kernel::PlanRing out;
  out.reserve(faces[face].corners.size());
  for (const Index c : faces[face].corners) out.push_back({points[c][0], points[c][1]});
  return out;
}

kernel::ExactPlane FloorFaces::plane(Index face) const {
  const auto [a, b, c] = plane_corners(*this, faces[face]);
  return kernel::exact_plane(points[a], points[b], points[c]);
}

bool is_valid(const FloorFaces& floor) {
  for (FloorFaces::Index f = 0; f < floor.faces.size(); ++f) {
    const auto& corners = floor.faces[f].corners;
    if (corners.size() < 3) return false;
    for (const FloorFaces::Index c : corners)
      if (c >= floor.points.size()) return false;
    const kernel::PlanRing ring = floor.ring(f);
    if (kernel::signed_area(ring) <= 0 || kernel::normal_convex_ring(ring).empty()) return false;
    const kernel::ExactPlane plane = floor.plane(f);
    for (const FloorFaces::Index c : corners)
      if (plane.height(floor.points[c][0], floor.points[c][1]) != floor.points[c][2]) return false;
  }
  return true;
}

mpz_class unit_of(const NavMesh& mesh) {
  constexpr std::size_t most_bits = 126;  // longer ones come of a few long coordinates
  const bool is_short = mpz_sizeinbase(mesh.denominator.get_mpz_t(), 2) <= most_bits;
  return is_short ? mesh.denominator : mesh.points.unit();
}

FloorFaces facets_of(const NavMesh& mesh, const std::function<bool(const NavMesh::Cell&)>& chosen) {
  constexpr auto unused = static_cast<FloorFaces::Index>(-1);
  FloorFaces out;
  out.unit = unit_of(mesh);
  std::vector<FloorFaces::Index> number(mesh.points.size(), unused);
  for (NavMesh::CellIndex cell = 0; cell < mesh.cells.size(); ++cell) {
    if (!chosen(mesh.cells[cell])) continue;
    for (const NavMesh::Facet& facet : mesh.cells[cell].facets) {
      FloorFaces::Face& face = out.faces.emplace_back();
      face.owner = cell;
      for (const NavMesh::PointIndex p : facet.corners) {
        if (number[p] == unused) {
          number[p] = static_cast<FloorFaces::Index>(out.points.size());
          out.points.push_back(mesh.points[p]);
        }
        face.corners.push_back(number[p]);
      }
    }
  }
  return out;
}

kernel::Box box_of(const FloorFaces& floor, FloorFaces::Index face) {
  kernel::Box box = kernel::no_box;
  for (const FloorFaces::Index c : floor.faces[face].corners) {
    const kernel::IntervalPoint at = floor.near_point(c);
    kernel::grow(box, {{at[0].low, at[1].low, at[2].low}, {at[0].high, at[1].high, at[2].high}});
  }
  return box;
}

NearPlane::NearPlane(std::span<const PlanRef> plan, std::span<const Interval> heights)
    : at_{plan[0].ix, plan[0].iy, heights[0]} {
  double best = 0;
  for (std::size_t i = 1; i + 1 < plan.size(); ++i) {
    const Vector normal = kernel::formulas::cross(to(plan[i].ix, plan[i].iy, heights[i]),
                                                  to(plan[i + 1].ix, plan[i + 1].iy, heights[i + 1]));
    if (!(normal[2].low > best)) continue;
    best = normal[2].low;
    normal_ = normal;
  }
}

Interval NearPlane::height(const kernel::PlanPoint& p) const {
  const Vector at = to(kernel::interval_of(p[0]), kernel::interval_of(p[1]), at_[2]);
  return at_[2] - kernel::formulas::dot2d(normal_[0], normal_[1], at[0], at[1]) / normal_[2];
}

Interval NearPlane::over(const PlanRef& p, const Interval& z) const {
  return kernel::formulas::dot(normal_, to(p.ix, p.iy, z)) / normal_[2];
}

NearFloor::NearFloor(const FloorFaces& floor) : floor_(floor) {
  // Of a floor that faces were taken from, most points are no corners any more.
  constexpr auto unused = static_cast<Index>(-1);
  std::vector<Index> number(floor.points.size(), unused);
  std::vector<PlanRef> plan;
  std::vector<Interval> heights;
  first_.reserve(floor.faces.size() + 1);
  for (const FloorFaces::Face& face : floor.faces) {
    first_.push_back(plan_.size());
    for (const Index c : face.corners) {
      if (number[c] == unused) {
        number[c] = static_cast<Index>(plan.size());
        const kernel::IntervalPoint near = floor.near_point(c);
        plan.emplace_back(floor.points[c], near[0], near[1]);
        heights.push_back(near[2]);
      }
      plan_.push_back(plan[number[c]]);
      heights_.push_back(heights[number[c]]);
    }
  }
  first_.push_back(plan_.size());
}

kernel::Box NearFloor::box(Index face) const {
  kernel::Box out = kernel::no_box;
  for (std::size_t c = first_[face]; c < first_[face + 1]; ++c) {
    const Interval* const at[3] = {&plan_[c].ix, &plan_[c].iy, &heights_[c]};
    for (std::size_t k = 0; k < 3; ++k) {
      out.low[k] = std::min(out.low[k], at[k]->low);
      out.high[k] = std::max(out.high[k], at[k]->high);
    }
  }
  return out;
}

}  // namespace plumb::pipeline
