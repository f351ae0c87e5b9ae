// SPDX-License-Identifier: GPL-3.0-or-later
// The floor below a point in doubles.
//
// 1. A tree of boxes names the facets over and under the place.
// 2. contains() takes the side of each edge in doubles, with a bound on their error; what they leave open is decided by
//    the exact corners.
// 3. locate() keeps the highest floor that is not above the point. Heights are doubles with bounds on their error,
//    by intervals around the slopes of planes; those that may be equal, or above the point, are compared as fractions.
// Cost: logarithmic in the facets, and linear in those over the place. Exact: which cells are returned. The height that
// is returned is rounded.
#include "floor_locator.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {

FloorLocator::FloorLocator(const NavMesh& mesh) : mesh_(mesh), tree_(add_facets()) {}

std::vector<kernel::Box> FloorLocator::add_facets() {
  std::vector<kernel::Box> boxes;
  for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
    if (mesh_.cells[c].open_to() < 1) continue;
    for (std::uint32_t f = 0; f < mesh_.cells[c].facets.size(); ++f) {
      const NavMesh::Facet& facet = mesh_.cells[c].facets[f];
      Facet& to = facets_.emplace_back();
      to.cell = c, to.facet = f, to.error = 0;
      to.first = static_cast<std::uint32_t>(corners_.size());
      kernel::Box& box = boxes.emplace_back();
      for (int k = 0; k < 2; ++k) box.low[k] = HUGE_VAL, box.high[k] = -HUGE_VAL;
      box.low[2] = box.high[2] = 0;
      for (const NavMesh::PointIndex p : facet.corners) {
        std::array<double, 2>& at = corners_.emplace_back();
        for (std::size_t k = 0; k < 2; ++k) {
          const kernel::Interval around = kernel::interval_of(mesh_.points[p][k]);
          at[k] = around.low;
          to.error = std::max(to.error, around.high - around.low);
          box.low[k] = std::min(box.low[k], around.low);
          box.high[k] = std::max(box.high[k], around.high);
        }
      }
      to.end = static_cast<std::uint32_t>(corners_.size());
      find_plane(to);
    }
  }
  return boxes;
}

// By intervals, of the widest triangle at one corner.
void FloorLocator::find_plane(Facet& facet) const {
  const auto& corners = mesh_.cells[facet.cell].facets[facet.facet].corners;
  const auto around = [&](std::size_t i) {
    std::array<kernel::Interval, 3> out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = kernel::interval_of(mesh_.points[corners[i]][k]);
    return out;
  };
  const auto anchor = around(0);
  kernel::Interval slope_x, slope_y;
  double widest = 0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const auto p = around(i), q = around(i + 1);
    std::array<kernel::Interval, 3> u, v;
    for (std::size_t k = 0; k < 3; ++k) u[k] = p[k] - anchor[k], v[k] = q[k] - anchor[k];
    const kernel::Interval turn = u[0] * v[1] - u[1] * v[0];
    if (turn.low <= widest) continue;
    widest = turn.low;
    slope_x = (u[2] * v[1] - u[1] * v[2]) / turn;
    slope_y = (u[0] * v[2] - u[2] * v[0]) / turn;
  }
  if (widest == 0) {  // too thin for doubles
    const NavMesh::Facet& f = mesh_.cells[facet.cell].facets[facet.facet];
    const ExactPoint& at = mesh_.points[corners[0]];
    slope_x = kernel::interval_of(mpq_class(plane_height(mesh_, f, at[0] + 1, at[1]) - at[2]));
    slope_y = kernel::interval_of(mpq_class(plane_height(mesh_, f, at[0], at[1] + 1) - at[2]));
  }
  const auto width = [](const kernel::Interval& i) { return (i.high - i.low) * (1 + 0x1p-50); };
  facet.x = anchor[0].low, facet.y = anchor[1].low, facet.height = anchor[2].low;
  facet.slope_x = slope_x.low, facet.slope_y = slope_y.low;
  facet.slope_x_error = width(slope_x), facet.slope_y_error = width(slope_y);
  const auto greatest = [](const kernel::Interval& i) { return std::max(std::abs(i.low), std::abs(i.high)); };
  facet.height_error =
      width(anchor[2]) + (greatest(slope_x) * width(anchor[0]) + greatest(slope_y) * width(anchor[1])) * (1 + 0x1p-50);
}

bool FloorLocator::contains(const Facet& facet, double x, double y) const {
  std::array<double, 2> from = corners_[facet.end - 1];
  bool sure = true;
  for (std::uint32_t i = facet.first; i < facet.end && sure; ++i) {
    const std::array<double, 2> to = corners_[i];
    const double ux = to[0] - from[0], uy = to[1] - from[1], vx = x - from[0], vy = y - from[1];
    const double l = ux * vy, m = uy * vx, d = l - m;
    const double bound = 0x1p-50 * (std::abs(l) + std::abs(m)) +
                         5 * facet.error * (std::abs(ux) + std::abs(uy) + std::abs(vx) + std::abs(vy)) + 0x1p-1000;
    if (d < -bound) return false;
    sure = d > bound;
    from = to;
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
  double best_height = 0, best_error = 0;
  const std::array<double, 3> key = {point[0], point[1], 0};
  tree_.query({key, key}, [&](std::uint32_t i) {
    const Facet& f = facets_[i];
    if (mesh_.cells[f.cell].open_to() < stance) return;
    const double dx = point[0] - f.x, dy = point[1] - f.y, rise_x = f.slope_x * dx, rise_y = f.slope_y * dy;
    const double height = f.height + rise_x + rise_y;
    const double error = (f.height_error + f.slope_x_error * std::abs(dx) + f.slope_y_error * std::abs(dy) +
                          0x1p-50 * (std::abs(f.height) + std::abs(rise_x) + std::abs(rise_y))) *
                             (1 + 0x1p-40) +
                         0x1p-1000;
    if (height - error > point[2] || (best && height + error < best_height - best_error)) return;
    if (!contains(f, point[0], point[1])) return;
    if (height + error > point[2] && exact_height(f, point) > point[2]) return;
    const int order = !best || height - error > best_height + best_error
                          ? 1
                          : cmp(exact_height(f, point), exact_height(*best, point));
    if (order < 0) return;
    if (order > 0) {
      cells.clear();
      best = &f, best_height = height, best_error = error;
    }
    cells.push_back(f.cell);
  });
  if (!best) return std::nullopt;
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return best_height;
}

}  // namespace plumb::pipeline
