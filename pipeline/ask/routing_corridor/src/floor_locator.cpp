// SPDX-License-Identifier: GPL-3.0-or-later
// The floor below a point in doubles.
//
// 1. A grid over the plan lists the facets whose boxes meet each of its fields. It has about as many fields as there
//    are facets, or fewer, so that its lists are no longer than a few times that.
// 2. contains() takes the side of each edge in doubles; what their bound leaves open is decided by the exact corners.
// 3. locate() keeps the highest floor that is not above the point. Heights are intervals, too, by intervals around the
//    slopes of planes; those that overlap, or reach over the point, are compared as fractions.
// Cost: linear in the facets that meet a field. Exact: which cells are returned. The height that
// is returned is rounded.
#include "floor_locator.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {

using kernel::Interval;

// The grid is made coarser while its lists are longer than this many times the facets.
constexpr std::size_t entries_of_facet = 4;

FloorLocator::FloorLocator(const NavMesh& mesh, const std::vector<char>& closed) : mesh_(mesh), closed_(closed) {
  add_facets();
  double greatest = 0;
  for (const Corner& c : corners_) greatest = std::max({greatest, std::fabs(c.x), std::fabs(c.y)});
  const double square = greatest * greatest;
  if (square >= kernel::least_whole_product) turn_error_ = kernel::rounded_turn_bound * square;
  sort_facets();
}

void FloorLocator::add_facets() {
  for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
    if (mesh_.cells[c].open_to() < kernel::least_label) continue;
    for (std::uint32_t f = 0; f < mesh_.cells[c].facets.size(); ++f) {
      Facet& to = facets_.emplace_back();
      to.cell = c, to.facet = f, to.open_to = mesh_.cells[c].open_to();
      to.first = static_cast<std::uint32_t>(corners_.size());
      Box& box = to.box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
      for (const NavMesh::PointIndex p : mesh_.cells[c].facets[f].corners) {
        const ExactPoint& at = mesh_.points[p];
        const Interval x = kernel::interval_of(at[0]), y = kernel::interval_of(at[1]);
        corners_.push_back({kernel::nearest_double(at[0]), kernel::nearest_double(at[1])});
        box = {std::min(box.low_x, x.low), std::min(box.low_y, y.low), std::max(box.high_x, x.high),
               std::max(box.high_y, y.high)};
      }
      to.end = static_cast<std::uint32_t>(corners_.size());
      find_plane(to);
    }
  }
}

void FloorLocator::sort_facets() {
  for (const Facet& f : facets_)
    all_ = {std::min(all_.low_x, f.box.low_x), std::min(all_.low_y, f.box.low_y), std::max(all_.high_x, f.box.high_x),
            std::max(all_.high_y, f.box.high_y)};
  const auto per_unit = [](std::size_t lines, double low, double high) {
    const double lines_per_unit = static_cast<double>(lines) / (high - low);
    return lines_per_unit > 0 && lines_per_unit < HUGE_VAL ? lines_per_unit : 0;
  };
  columns_ = rows_ = 1 + static_cast<std::size_t>(std::sqrt(static_cast<double>(facets_.size())));
  for (;; columns_ = rows_ = (columns_ + 1) / 2) {
    columns_per_unit_ = per_unit(columns_, all_.low_x, all_.high_x);
    rows_per_unit_ = per_unit(rows_, all_.low_y, all_.high_y);
    first_.assign(columns_ * rows_ + 1, 0);
    std::size_t entries = 0;
    for (const Facet& f : facets_)
      entries += (column(f.box.high_x) - column(f.box.low_x) + 1) * (row(f.box.high_y) - row(f.box.low_y) + 1);
    if (columns_ == 1 || entries <= entries_of_facet * facets_.size()) break;
  }
  const auto each_field = [&](const Box& b, auto&& visit) {
    for (std::size_t r = row(b.low_y); r <= row(b.high_y); ++r)
      for (std::size_t c = column(b.low_x); c <= column(b.high_x); ++c) visit(r * columns_ + c);
  };
  for (const Facet& f : facets_) each_field(f.box, [&](std::size_t field) { ++first_[field + 1]; });
  for (std::size_t f = 1; f < first_.size(); ++f) first_[f] += first_[f - 1];
  listed_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < facets_.size(); ++i)
    each_field(facets_[i].box, [&](std::size_t field) { listed_[next[field]++] = i; });
}

// By the widest triangle at one corner.
void FloorLocator::find_plane(Facet& facet) const {
  const NavMesh::Facet& f = mesh_.cells[facet.cell].facets[facet.facet];
  const auto around = [&](NavMesh::PointIndex p) {
    const ExactPoint& at = mesh_.points[p];
    return std::array{kernel::interval_of(at[0]), kernel::interval_of(at[1]), kernel::interval_of(at[2])};
  };
  const auto anchor = around(f.corners[0]);
  facet.x = anchor[0], facet.y = anchor[1], facet.z = anchor[2];
  double widest = 0;
  for (std::size_t i = 1; i + 1 < f.corners.size(); ++i) {
    auto u = around(f.corners[i]), v = around(f.corners[i + 1]);
    for (std::size_t k = 0; k < 3; ++k) u[k] = u[k] - anchor[k], v[k] = v[k] - anchor[k];
    const Interval turn = kernel::formulas::determinant(u[0], u[1], v[0], v[1]);
    if (turn.low <= widest) continue;
    widest = turn.low;
    facet.slope_x = kernel::formulas::determinant(u[2], u[1], v[2], v[1]) / turn;
    facet.slope_y = kernel::formulas::determinant(u[0], u[2], v[0], v[2]) / turn;
  }
  if (widest > 0) return;
  // Too thin for doubles.
  const ExactPoint& at = mesh_.points[f.corners[0]];
  facet.slope_x = kernel::interval_of(mpq_class(plane_height(mesh_, f, at[0] + 1, at[1]) - at[2]));
  facet.slope_y = kernel::interval_of(mpq_class(plane_height(mesh_, f, at[0], at[1] + 1) - at[2]));
}

bool FloorLocator::contains(const Facet& facet, double x, double y) const {
  const Corner* from = &corners_[facet.end - 1];
  bool sure = true;
  for (std::uint32_t i = facet.first; i < facet.end; ++i) {
    const Corner& to = corners_[i];
    const double turn = kernel::formulas::determinant(to.x - from->x, to.y - from->y, x - from->x, y - from->y);
    if (turn < -turn_error_) return false;
    sure = sure && turn > turn_error_;
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
  if (!all_.contains(point[0], point[1])) return std::nullopt;
  const std::size_t field = row(point[1]) * columns_ + column(point[0]);
  for (std::uint32_t k = first_[field]; k < first_[field + 1]; ++k) {
    const Facet& f = facets_[listed_[k]];
    if (f.open_to < stance || closed_[f.cell]) continue;
    if (!f.box.contains(point[0], point[1]) || !contains(f, point[0], point[1])) continue;
    const Interval height = f.z + f.slope_x * (x - f.x) + f.slope_y * (y - f.y);
    if (height.low > point[2] || (best && height.high < best_height.low)) continue;
    if (height.high > point[2] && exact_height(f, point) > point[2]) continue;
    const int order =
        !best || height.low > best_height.high ? 1 : cmp(exact_height(f, point), exact_height(*best, point));
    if (order < 0) continue;
    if (order > 0) {
      cells.clear();
      best = &f, best_height = height;
    }
    cells.push_back(f.cell);
  }
  if (!best) return std::nullopt;
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return best_height.low / 2 + best_height.high / 2;
}

}  // namespace plumb::pipeline
