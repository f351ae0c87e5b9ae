// SPDX-License-Identifier: GPL-3.0-or-later
// The floor below a point in doubles.
//
// 1. A tree of boxes names the facets over and under the place.
// 2. contains() takes the side of each edge in intervals; what they leave open is decided by the exact corners.
// 3. locate() keeps the highest floor that is not above the point. Heights are intervals, too, by intervals around the
//    slopes of planes; those that overlap, or reach over the point, are compared as fractions.
// Cost: logarithmic in the facets, and linear in those over the place. Exact: which cells are returned. The height that
// is returned is rounded.
#include "floor_locator.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {

using kernel::Interval;

FloorLocator::FloorLocator(const NavMesh& mesh) : mesh_(mesh), tree_(add_facets()) {}

std::vector<kernel::Box> FloorLocator::add_facets() {
  std::vector<kernel::Box> boxes;
  for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
    first_facet_.push_back(static_cast<std::uint32_t>(facets_.size()));
    if (mesh_.cells[c].open_to() < kernel::least_label) continue;
    for (std::uint32_t f = 0; f < mesh_.cells[c].facets.size(); ++f) {
      Facet& to = facets_.emplace_back();
      to.cell = c, to.facet = f;
      to.first = static_cast<std::uint32_t>(corners_.size());
      kernel::Box& box = boxes.emplace_back(kernel::no_box);
      for (const NavMesh::PointIndex p : mesh_.cells[c].facets[f].corners) {
        Corner& at = corners_.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) at[k] = kernel::interval_of(mesh_.points[p][k]);
        grow(box, {{at[0].low, at[1].low, at[2].low}, {at[0].high, at[1].high, at[2].high}});
      }
      to.end = static_cast<std::uint32_t>(corners_.size());
      find_plane(to);
      usual_width_ += box.high[0] - box.low[0] + (box.high[1] - box.low[1]);
    }
  }
  if (!boxes.empty()) usual_width_ /= static_cast<double>(boxes.size());
  return boxes;
}

double FloorLocator::height(NavMesh::CellIndex cell, double x, double y) const {
  std::uint32_t i = first_facet_[cell];
  while (i + 1 < facets_.size() && facets_[i + 1].cell == cell && !contains(facets_[i], x, y)) ++i;
  const Corner& anchor = corners_[facets_[i].first];
  const Interval z =
      anchor[2] + facets_[i].slope_x * (Interval(x) - anchor[0]) + facets_[i].slope_y * (Interval(y) - anchor[1]);
  return z.low / 2 + z.high / 2;
}

// By the widest triangle at one corner.
void FloorLocator::find_plane(Facet& facet) const {
  const Corner& anchor = corners_[facet.first];
  double widest = 0;
  for (std::uint32_t i = facet.first + 1; i + 1 < facet.end; ++i) {
    std::array<Interval, 3> u, v;
    for (std::size_t k = 0; k < 3; ++k) u[k] = corners_[i][k] - anchor[k], v[k] = corners_[i + 1][k] - anchor[k];
    const Interval turn = kernel::formulas::determinant(u[0], u[1], v[0], v[1]);
    if (turn.low <= widest) continue;
    widest = turn.low;
    facet.slope_x = kernel::formulas::determinant(u[2], u[1], v[2], v[1]) / turn;
    facet.slope_y = kernel::formulas::determinant(u[0], u[2], v[0], v[2]) / turn;
  }
  if (widest > 0) return;
  // Too thin for doubles.
  const NavMesh::Facet& f = mesh_.cells[facet.cell].facets[facet.facet];
  const ExactPoint& at = mesh_.points[f.corners[0]];
  facet.slope_x = kernel::interval_of(mpq_class(plane_height(mesh_, f, at[0] + 1, at[1]) - at[2]));
  facet.slope_y = kernel::interval_of(mpq_class(plane_height(mesh_, f, at[0], at[1] + 1) - at[2]));
}

bool FloorLocator::contains(const Facet& facet, double x, double y) const {
  const Interval px(x), py(y);
  const Corner* from = &corners_[facet.end - 1];
  bool sure = true;
  for (std::uint32_t i = facet.first; i < facet.end; ++i) {
    const Corner& to = corners_[i];
    const auto sign =
        kernel::formulas::determinant(to[0] - (*from)[0], to[1] - (*from)[1], px - (*from)[0], py - (*from)[1]).sign();
    if (sign && *sign < 0) return false;
    sure = sure && sign;
    from = &to;
  }
  return sure || plan_contains(mesh_, mesh_.cells[facet.cell].facets[facet.facet], x, y);
}

mpq_class FloorLocator::exact_height(const Facet& facet, const std::array<double, 3>& p) const {
  return plane_height(mesh_, mesh_.cells[facet.cell].facets[facet.facet], p[0], p[1]);
}

std::optional<double> FloorLocator::locate(const std::array<double, 3>& point, kernel::Label stance,
                                           std::vector<NavMesh::CellIndex>& cells) const {
  cells.clear();
  const Facet* best = nullptr;
  Interval best_height;
  const Interval x(point[0]), y(point[1]);
  tree_.query({{point[0], point[1], -HUGE_VAL}, point}, [&](std::uint32_t i) {
    const Facet& f = facets_[i];
    if (mesh_.cells[f.cell].open_to() < stance) return;
    const Corner& anchor = corners_[f.first];
    const Interval height = anchor[2] + f.slope_x * (x - anchor[0]) + f.slope_y * (y - anchor[1]);
    if (height.low > point[2] || (best && height.high < best_height.low)) return;
    if (!contains(f, point[0], point[1])) return;
    if (height.high > point[2] && exact_height(f, point) > point[2]) return;
    const int order =
        !best || height.low > best_height.high ? 1 : cmp(exact_height(f, point), exact_height(*best, point));
    if (order < 0) return;
    if (order > 0) {
      cells.clear();
      best = &f, best_height = height;
    }
    cells.push_back(f.cell);
  });
  if (!best) return std::nullopt;
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return best_height.low / 2 + best_height.high / 2;
}

}  // namespace plumb::pipeline
