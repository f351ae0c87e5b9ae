// SPDX-License-Identifier: GPL-3.0-or-later
#include "floor_beyond.h"

#include <algorithm>
#include <utility>

namespace plumb::pipeline {

CornerOver corner_over(const LineOver& line, const ExactPoint& corner) {
  auto [u, v] = line.ledge.place(corner[0], corner[1]);
  mpq_class beyond = v - line.offset(u);
  if (line.inward) beyond = -beyond;
  return {std::move(u), std::move(beyond), corner[2]};
}

std::optional<FloorSection> section_beyond(std::size_t count,
                                           const std::function<std::optional<int>(std::size_t)>& side,
                                           const std::function<CornerOver(std::size_t)>& exact) {
  struct Corner {
    int side;
    std::optional<CornerOver> at;  // where its side, or the line beside it, asked for it
  };
  std::vector<Corner> corners(count);
  const auto made = [&](std::size_t i) -> const CornerOver& {
    if (!corners[i].at) corners[i].at = exact(i);
    return *corners[i].at;
  };
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<int> certain = side(i);
    corners[i].side = certain ? *certain : sgn(made(i).beyond);
    any = any || corners[i].side > 0;
  }
  if (!any) return std::nullopt;
  std::vector<std::array<mpq_class, 2>> ends;  // u and z on the line
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 == count ? 0 : i + 1;
    if (corners[i].side == 0) ends.push_back({made(i).u, made(i).z});
    if (corners[i].side * corners[next].side >= 0) continue;
    const CornerOver &p = made(i), &q = made(next);
    const mpq_class run = q.beyond - p.beyond;
    ends.push_back({mpq_class(kernel::formulas::determinant(p.u, q.u, p.beyond, q.beyond) / run),
                    mpq_class(kernel::formulas::determinant(p.z, q.z, p.beyond, q.beyond) / run)});
  }
  if (ends.size() < 2) return std::nullopt;
  const auto [first, last] =
      std::ranges::minmax_element(ends, {}, [](const auto& e) -> const mpq_class& { return e[0]; });
  if ((*first)[0] == (*last)[0]) return std::nullopt;
  FloorSection out;
  out.range = {std::max(mpq_class(0), (*first)[0]), std::min(mpq_class(1), (*last)[0])};
  if (out.range.from >= out.range.to) return std::nullopt;
  out.height.slope = ((*last)[1] - (*first)[1]) / ((*last)[0] - (*first)[0]);
  out.height.at = (*first)[1] - out.height.slope * (*first)[0];
  return out;
}

FloorIndex::FloorIndex(const NavMesh& mesh, const mpz_class& unit)
    : mesh_(mesh), scale_(kernel::interval_of(mpq_class(mpq_class(unit) / mesh.points.unit()))) {
  std::vector<kernel::Box> boxes;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells[c].open_to() < 1) continue;
    for (std::uint32_t f = 0; f < mesh.cells[c].facets.size(); ++f) {
      facets_.push_back({c, f});
      kernel::Box& box = boxes.emplace_back(kernel::no_box);
      for (const NavMesh::PointIndex p : mesh.cells[c].facets[f].ring()) {
        const FilteredPoint at = near(p);
        kernel::grow(box, {{at[0].low, at[1].low, at[2].low}, {at[0].high, at[1].high, at[2].high}});
      }
    }
  }
  tree_.emplace(std::move(boxes));
}

FilteredPoint FloorIndex::near(NavMesh::PointIndex point) const {
  FilteredPoint at = mesh_.points.near(point);
  if (scale_.low == 1 && scale_.high == 1) return at;
  for (kernel::Interval& coordinate : at) coordinate = coordinate * scale_;
  return at;
}

std::span<const NavMesh::PointIndex> FloorIndex::ring(std::uint32_t facet) const {
  return mesh_.cells[facets_[facet].cell].facets[facets_[facet].facet].ring();
}

bool FloorIndex::misses(const NearLine& line, std::uint32_t facet) const {
  const std::span<const NavMesh::PointIndex> corners = ring(facet);
  return line.is_missed_by(corners.size(), [&](std::size_t i) {
    const FilteredPoint at = near(corners[i]);
    return std::array{at[0], at[1]};
  });
}

std::optional<FloorIndex::Found> FloorIndex::beyond(const LineOver& line, const NearLine& near,
                                                    std::uint32_t facet) const {
  const std::span<const NavMesh::PointIndex> corners = ring(facet);
  auto section = section_beyond(
      corners.size(),
      [&](std::size_t i) {
        const FilteredPoint at = this->near(corners[i]);
        return near.side(at[0], at[1]);
      },
      [&](std::size_t i) { return corner_over(line, mesh_.points[corners[i]]); });
  if (!section) return std::nullopt;
  const NavMesh::CellIndex cell = facets_[facet].cell;
  return Found{cell, mesh_.cells[cell].open_to(), std::move(*section)};
}

ColumnBeyond::ColumnBeyond(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                           const LineOver& line, const kernel::ExactInterval& range, const mpq_class& lowest,
                           const mpq_class& highest) {
  const kernel::SegmentFrame& frame = line.ledge.frame;
  const kernel::PlanPoint p = frame.at(range.from, line.offset(range.from)),
                          q = frame.at(range.to, line.offset(range.to));
  const Box box = rounded_box(points, {std::min(p[0], q[0]), std::min(p[1], q[1]), lowest},
                              {std::max(p[0], q[0]), std::max(p[1], q[1]), highest});
  NearLine near;
  for (std::size_t k = 0; k < 2; ++k) {
    near.from[k] = kernel::interval_coordinate(p[k], points.denominator());
    near.run[k] = kernel::interval_coordinate(mpq_class(q[k] - p[k]), points.denominator());
  }
  const auto at = [&](kernel::PointId p) {
    return std::array{kernel::interval_of(points, p, 0), kernel::interval_of(points, p, 1)};
  };
  index.query(box, [&](std::uint32_t id) {
    const Surface& s = set.surfaces[id];
    if (s.kind == SurfaceKind::vertical || !box.touches(index.box(id))) return;
    const std::span<const kernel::PointId> ids = set.corners_of(s);
    if (near.is_missed_by(ids.size(), [&](std::size_t i) { return at(ids[i]); })) return;
    if (auto section = section_beyond(
            ids.size(), [&](std::size_t i) { return near.side(at(ids[i])[0], at(ids[i])[1]); },
            [&](std::size_t i) { return corner_over(line, kernel::exact_point(points, ids[i])); }))
      sections_.push_back(std::move(*section));
  });
}

kernel::IntervalSet ColumnBeyond::stopped(const kernel::ExactInterval& range, const kernel::Linear& low,
                                          const kernel::Linear& high) const {
  std::vector<kernel::ExactInterval> out;
  for (const FloorSection& s : sections_) {
    kernel::ExactInterval both{std::max(range.from, s.range.from), std::min(range.to, s.range.to)};
    if (both.from >= both.to) continue;
    const kernel::Linear over_low = s.height - low, under_high = high - s.height;
    // A polygon that only touches the ends of the heights is 0 everywhere that is left.
    const auto is_zero = [](const kernel::Linear& f) { return sgn(f.at) == 0 && sgn(f.slope) == 0; };
    if (is_zero(over_low) || is_zero(under_high) || !clip(both, over_low) || !clip(both, under_high)) continue;
    out.push_back(std::move(both));
  }
  return united(std::move(out));
}

}  // namespace plumb::pipeline
