// SPDX-License-Identifier: GPL-3.0-or-later
#include "cell_surface.h"

#include <algorithm>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/convex_relation.h"
#include "plumb/kernel/half_plane.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::PlanRing;

// The part of a convex ring where a linear function is not negative.
template <class Value>
void keep_where(PlanRing& ring, const Value& value) {
  kernel::clip_half_plane(ring, value,
                          [](const PlanPoint& p, const mpq_class& at_p, const PlanPoint& q, const mpq_class& at_q) {
                            return kernel::point_along(p, q, mpq_class(at_p / (at_p - at_q)));
                          });
}

}  // namespace

// Most floors are level.
ExactPoint CellSurface::Facet::over(const PlanPoint& p) const {
  const auto& [a, b, c] = plane.x;
  return {p[0], p[1], a == 0 && b == 0 ? c : plane.height(p[0], p[1])};
}

CellSurface::CellSurface(const NavMesh::Cell& cell, const std::vector<ExactPoint>& points) {
  lowest_ = highest_ = points[cell.facets[0].corners[0]][2];
  for (const NavMesh::Facet& facet : cell.facets) {
    std::vector<ExactPoint> corners;
    for (const NavMesh::PointIndex p : facet.corners) corners.push_back(points[p]);
    for (const ExactPoint& p : corners) {
      lowest_ = std::min(lowest_, p[2]);
      highest_ = std::max(highest_, p[2]);
    }
    // Some corners may be collinear: the plane is that of the first three that are not.
    std::size_t k = 2;
    while (kernel::orient2d(corners[0], corners[1], corners[k]) == 0) ++k;
    const kernel::ExactPlane plane = kernel::exact_plane(corners[0], corners[1], corners[k]);
    const PlanBox box(corners);
    facets_.push_back({std::move(corners), plane, box});
  }
}

std::vector<PlanRing> CellSurface::parts_within(const UpdateArea& area) const {
  if (!area.heights || (area.heights->low <= lowest_ && highest_ <= area.heights->high)) return area.parts;
  std::vector<PlanRing> out;
  if (highest_ < area.heights->low || lowest_ > area.heights->high) return out;
  for (const PlanRing& part : area.parts) {
    const PlanBox box(part);
    for (const Facet& f : facets_) {
      if (!f.box.touches(box)) continue;
      PlanRing ring = part;
      const auto height = [&](const PlanPoint& p) { return f.plane.height(p[0], p[1]); };
      keep_where(ring, [&](const PlanPoint& p) { return mpq_class(height(p) - area.heights->low); });
      keep_where(ring, [&](const PlanPoint& p) { return mpq_class(area.heights->high - height(p)); });
      for (std::size_t i = 0; i < f.corners.size() && facets_.size() > 1; ++i)
        keep_where(ring, [&](const PlanPoint& p) {
          return mpq_class(kernel::orient2d(f.corners[i], f.corners[i + 1 == f.corners.size() ? 0 : i + 1], p));
        });
      if (ring.size() < 3) continue;
      ring = kernel::normal_convex_ring(std::move(ring));
      if (!ring.empty()) out.push_back(std::move(ring));
    }
  }
  return out;
}

std::vector<FacetPart> CellSurface::over(const PlanRing& ring) const {
  std::vector<FacetPart> out;
  if (facets_.size() == 1) {
    FacetPart& part = out.emplace_back(FacetPart{0, {}});
    for (const PlanPoint& p : ring) part.corners.push_back(facets_[0].over(p));
    return out;
  }
  kernel::FacetPolygon outline;
  for (const PlanPoint& p : ring) outline.emplace_back(ExactPoint{p[0], p[1], 0});
  const PlanBox box(ring);
  for (std::size_t f = 0; f < facets_.size(); ++f) {
    if (!facets_[f].box.touches(box)) continue;
    kernel::FacetPolygon polygon(facets_[f].corners.begin(), facets_[f].corners.end());
    polygon = kernel::part_within(std::move(polygon), outline);
    if (polygon.size() < 3) continue;
    FacetPart& part = out.emplace_back(FacetPart{f, {}});
    for (kernel::FacetCorner& c : polygon) part.corners.push_back(std::move(c.at));
  }
  return out;
}

std::vector<std::array<ExactPoint, 2>> CellSurface::straight_ways(const PlanPoint& from, const PlanPoint& to) const {
  const PlanPoint run{to[0] - from[0], to[1] - from[1]};
  if (facets_.size() == 1) return {{facets_[0].over(from), facets_[0].over(to)}};
  struct Over {
    kernel::ExactInterval reach;
    const Facet* facet;
  };
  std::vector<Over> over;
  std::vector<mpq_class> breaks{0, 1};
  const PlanBox box(std::array{from, to});
  for (const Facet& f : facets_) {
    if (!f.box.touches(box)) continue;
    const auto reach = kernel::part_over({0, 1}, from, run, f.corners.size(),
                                         [&](std::size_t i) -> const ExactPoint& { return f.corners[i]; });
    if (!reach) continue;
    over.push_back({*reach, &f});
    breaks.insert(breaks.end(), {reach->from, reach->to});
  }
  std::ranges::sort(breaks);
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  const auto slope = [&](const Facet& f) { return mpq_class(f.plane.x[0] * run[0] + f.plane.x[1] * run[1]); };
  std::vector<std::array<ExactPoint, 2>> out;
  const Facet* last = nullptr;
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
    const auto at = std::ranges::find_if(
        over, [&](const Over& o) { return o.reach.from <= breaks[k] && breaks[k + 1] <= o.reach.to; });
    if (at == over.end()) continue;  // facets that leave a gap, in a file
    const Facet& facet = *at->facet;
    const auto end = [&](const mpq_class& share) { return facet.over(kernel::point_along(from, to, share)); };
    // Neighbouring stretches of one slope are one, since the surface is continuous.
    if (last != nullptr && slope(*last) == slope(facet)) out.back()[1] = end(breaks[k + 1]);
    else out.push_back({end(breaks[k]), end(breaks[k + 1])});
    last = &facet;
  }
  return out;
}

}  // namespace plumb::pipeline
