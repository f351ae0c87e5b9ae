// SPDX-License-Identifier: GPL-3.0-or-later
#include "updated_cell.h"

#include <algorithm>
#include <map>
#include <set>

#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/half_plane.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::PlanRing;

PlanPoint plan_of(const ExactPoint& p) { return {p[0], p[1]}; }

PlanRing outline_ring(const NavMesh& mesh, const std::vector<ExactPoint>& points, NavMesh::CellIndex cell) {
  PlanRing ring;
  for (const NavMesh::PointIndex p : outline(mesh, cell)) ring.push_back(plan_of(points[p]));
  return ring;
}

// The part of a convex ring where a x + b y + c >= 0.
void keep_where(PlanRing& ring, const mpq_class& a, const mpq_class& b, const mpq_class& c) {
  const auto value = [&](const PlanPoint& p) { return mpq_class(a * p[0] + b * p[1] + c); };
  kernel::clip_half_plane(ring, value,
                          [](const PlanPoint& p, const mpq_class& at_p, const PlanPoint& q, const mpq_class& at_q) {
                            return kernel::point_along(p, q, mpq_class(at_p / (at_p - at_q)));
                          });
}

}  // namespace

UpdatedCell::UpdatedCell(const NavMesh& mesh, const std::vector<ExactPoint>& points, NavMesh::CellIndex cell,
                         kernel::Decomposition decomposition)
    : cell_(mesh.cells[cell]),
      points_(points),
      subdivision_(outline_ring(mesh, points, cell), mesh.denominator, decomposition) {
  lowest_ = highest_ = points_[cell_.facets[0].corners[0]][2];
  for (std::size_t f = 0; f < cell_.facets.size(); ++f) {
    const std::vector<ExactPoint> corners = corners_of(f);
    // Corners may be collinear: the plane is that of the first three that are not.
    std::size_t k = 2;
    while (kernel::orient2d(corners[0], corners[1], corners[k]) == 0) ++k;
    planes_.push_back(kernel::exact_plane(corners[0], corners[1], corners[k]));
    for (const ExactPoint& p : corners) {
      lowest_ = std::min(lowest_, p[2]);
      highest_ = std::max(highest_, p[2]);
    }
  }
}

std::vector<ExactPoint> UpdatedCell::corners_of(std::size_t facet) const {
  std::vector<ExactPoint> out;
  for (const NavMesh::PointIndex p : cell_.facets[facet].corners) out.push_back(points_[p]);
  return out;
}

// The area where the cell is within its heights: all of it, or else facet by facet, on a slope between two lines.
std::vector<PlanRing> UpdatedCell::parts_within(const UpdateArea& area) const {
  if (!area.heights || (area.heights->low <= lowest_ && highest_ <= area.heights->high)) return area.parts;
  std::vector<PlanRing> out;
  if (highest_ < area.heights->low || lowest_ > area.heights->high) return out;
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto& [a, b, c] = planes_[f].x;
    const std::vector<ExactPoint> corners = corners_of(f);
    for (PlanRing ring : area.parts) {
      keep_where(ring, a, b, mpq_class(c - area.heights->low));
      keep_where(ring, -a, -b, mpq_class(area.heights->high - c));
      for (std::size_t i = 0; i < corners.size() && planes_.size() > 1; ++i) {
        const ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
        const mpq_class x = p[1] - q[1], y = q[0] - p[0];
        keep_where(ring, x, y, mpq_class(-x * p[0] - y * p[1]));
      }
      if (ring.size() < 3) continue;
      ring = kernel::normal_convex_ring(std::move(ring));
      if (!ring.empty()) out.push_back(std::move(ring));
    }
  }
  return out;
}

bool UpdatedCell::insert(UpdateId id, const UpdateArea& area) {
  return subdivision_.insert(id, parts_within(area), area.unit);
}

void UpdatedCell::make() {
  pieces_.clear();
  portals_.clear();
  kernel::ConformingRings rings;
  for (kernel::SubdivisionPiece& p : subdivision_.pieces()) {
    rings.add(p.ring);
    std::vector<FacetPart> facets = facets_of(p.ring);
    pieces_.push_back({std::move(p.ring), std::move(p.areas), std::move(facets)});
  }
  // Of each edge, the piece to its left.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> left;
  const auto all = rings.conforming();
  const auto start_of = [](const auto& ring, std::size_t i) { return ring[i == 0 ? ring.size() - 1 : i - 1].point; };
  for (std::uint32_t piece = 0; piece < all.size(); ++piece)
    for (std::size_t i = 0; i < all[piece].size(); ++i) left[{start_of(all[piece], i), all[piece][i].point}] = piece;
  const auto beyond = [&](const auto& ring, std::size_t i) {
    const auto at = left.find({ring[i].point, start_of(ring, i)});
    return at == left.end() ? kernel::no_polygon : at->second;
  };
  for (std::uint32_t piece = 0; piece < all.size(); ++piece) {
    const auto& ring = all[piece];
    const std::size_t n = ring.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t other = beyond(ring, i);
      if (other == kernel::no_polygon || other < piece) continue;
      // Two convex pieces have one stretch in common: its first edge stands for all.
      if (beyond(ring, i == 0 ? n - 1 : i - 1) == other) continue;
      std::size_t last = i;
      while (beyond(ring, (last + 1) % n) == other) last = (last + 1) % n;
      add_portals(piece, other, rings.point(start_of(ring, i)), rings.point(ring[last].point));
    }
  }
}

std::vector<FacetPart> UpdatedCell::facets_of(const PlanRing& ring) const {
  std::vector<FacetPart> out;
  if (planes_.size() == 1) {
    FacetPart& part = out.emplace_back(FacetPart{0, {}});
    for (const PlanPoint& p : ring) part.corners.push_back({p[0], p[1], planes_[0].height(p[0], p[1])});
    return out;
  }
  kernel::FacetPolygon outline;
  for (const PlanPoint& p : ring) outline.emplace_back(ExactPoint{p[0], p[1], 0});
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    kernel::FacetPolygon polygon;
    for (ExactPoint& p : corners_of(f)) polygon.emplace_back(std::move(p));
    polygon = kernel::part_within(std::move(polygon), outline);
    if (polygon.size() < 3) continue;
    FacetPart& part = out.emplace_back(FacetPart{f, {}});
    for (kernel::FacetCorner& c : polygon) part.corners.push_back(std::move(c.at));
  }
  return out;
}

// Parts of the way from one place to another, each over one facet; those in one line are one.
void UpdatedCell::add_portals(std::uint32_t a, std::uint32_t b, const PlanPoint& from, const PlanPoint& to) {
  std::vector<mpq_class> breaks{0, 1};
  std::vector<std::pair<kernel::ExactInterval, std::size_t>> over;  // stretches over facets
  const PlanPoint run{to[0] - from[0], to[1] - from[1]};
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    if (planes_.size() == 1) {
      over.push_back({{0, 1}, 0});
      break;
    }
    const std::vector<ExactPoint> corners = corners_of(f);
    const auto part = kernel::part_over({0, 1}, from, run, corners.size(), [&](std::size_t i) { return corners[i]; });
    if (!part) continue;
    over.emplace_back(*part, f);
    breaks.insert(breaks.end(), {part->from, part->to});
  }
  std::ranges::sort(breaks);
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  const auto slope = [&](std::size_t f) { return mpq_class(planes_[f].x[0] * run[0] + planes_[f].x[1] * run[1]); };
  std::size_t last = planes_.size();
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
    const auto at = std::ranges::find_if(
        over, [&](const auto& o) { return o.first.from <= breaks[k] && breaks[k + 1] <= o.first.to; });
    const std::size_t f = at->second;
    const auto place = [&](const mpq_class& t) -> ExactPoint {
      const PlanPoint p = kernel::point_along(from, to, t);
      return {p[0], p[1], planes_[f].height(p[0], p[1])};
    };
    if (last != planes_.size() && slope(last) == slope(f)) portals_.back().on_a[1] = place(breaks[k + 1]);
    else portals_.push_back({a, b, {place(breaks[k]), place(breaks[k + 1])}});
    last = f;
  }
}

}  // namespace plumb::pipeline
