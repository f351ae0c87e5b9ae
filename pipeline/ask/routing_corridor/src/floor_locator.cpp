// SPDX-License-Identifier: LGPL-3.0-or-later
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

FloorLocator::FloorLocator(const NavMesh& mesh, const std::vector<char>& closed)
    : mesh_(mesh), closed_(closed), tree_(first_boxes()) {
  if (!facets_.empty()) usual_width_ /= static_cast<double>(facets_.size());
  lay_grid();
}

std::vector<kernel::Box> FloorLocator::first_boxes() {
  std::vector<kernel::Box> boxes;
  add_facets(boxes);
  return boxes;
}

void FloorLocator::follow() {
  const std::size_t before = facets_.size();
  add_facets(more_boxes_);
  for (std::size_t i = before; i < facets_.size(); ++i) {
    grow(all_, box(i));
    each_field(box(i), [&](std::size_t field) { more_listed_[field].push_back(static_cast<std::uint32_t>(i)); });
  }
  more_.emplace(more_boxes_);
}

void FloorLocator::add_facets(std::vector<kernel::Box>& boxes) {
  for (auto c = static_cast<NavMesh::CellIndex>(first_facet_.size()); c < mesh_.cells.size(); ++c) {
    first_facet_.push_back(static_cast<std::uint32_t>(facets_.size()));
    if (mesh_.cells[c].open_to() < kernel::least_label) continue;
    for (std::uint32_t f = 0; f < mesh_.cells[c].facets.size(); ++f) {
      Facet& to = facets_.emplace_back();
      to.cell = c, to.facet = f, to.open_to = mesh_.cells[c].open_to();
      to.first = static_cast<std::uint32_t>(corners_.size());
      kernel::Box& box = boxes.emplace_back(kernel::no_box);
      for (const NavMesh::PointIndex p : mesh_.cells[c].facets[f].corners) {
        Corner& at = corners_.emplace_back();
        const ExactPoint& exact = mesh_.points[p];
        for (std::size_t k = 0; k < 3; ++k) at[k] = kernel::interval_of(exact[k]);
        for (std::size_t k = 0; k < 2; ++k)
          greatest_ = std::max({greatest_, std::fabs(at[k].low), std::fabs(at[k].high)});
        rounded_.push_back({kernel::nearest_double(exact[0]), kernel::nearest_double(exact[1])});
        grow(box, {{at[0].low, at[1].low, at[2].low}, {at[0].high, at[1].high, at[2].high}});
      }
      to.end = static_cast<std::uint32_t>(corners_.size());
      find_plane(to);
      usual_width_ += box.high[0] - box.low[0] + (box.high[1] - box.low[1]);
    }
  }
  const double square = greatest_ * greatest_;
  if (square >= kernel::least_whole_product) turn_error_ = kernel::rounded_turn_bound * square;
}

void FloorLocator::lay_grid() {
  const auto count = static_cast<std::uint32_t>(facets_.size());
  for (std::uint32_t i = 0; i < count; ++i) grow(all_, tree_.box(i));
  origin_ = {all_.low[0], all_.low[1]};
  const auto per_unit = [](std::size_t lines, double low, double high) {
    const double lines_per_unit = static_cast<double>(lines) / (high - low);
    return lines_per_unit > 0 && lines_per_unit < HUGE_VAL ? lines_per_unit : 0;
  };
  columns_ = rows_ = 1 + static_cast<std::size_t>(std::sqrt(static_cast<double>(count)));
  for (;; columns_ = rows_ = (columns_ + 1) / 2) {
    columns_per_unit_ = per_unit(columns_, all_.low[0], all_.high[0]);
    rows_per_unit_ = per_unit(rows_, all_.low[1], all_.high[1]);
    std::size_t entries = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const kernel::Box& b = tree_.box(i);
      entries += (column(b.high[0]) - column(b.low[0]) + 1) * (row(b.high[1]) - row(b.low[1]) + 1);
    }
    if (columns_ == 1 || entries <= entries_of_facet * count) break;
  }
  first_.assign(columns_ * rows_ + 1, 0);
  for (std::uint32_t i = 0; i < count; ++i) each_field(tree_.box(i), [&](std::size_t field) { ++first_[field + 1]; });
  for (std::size_t f = 1; f < first_.size(); ++f) first_[f] += first_[f - 1];
  listed_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < count; ++i)
    each_field(tree_.box(i), [&](std::size_t field) { listed_[next[field]++] = i; });
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
  const Rounded* from = &rounded_[facet.end - 1];
  bool sure = true;
  for (std::uint32_t i = facet.first; i < facet.end; ++i) {
    const Rounded& to = rounded_[i];
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
  const auto is_in_plan = [&](const kernel::Box& b) {
    return point[0] >= b.low[0] && point[0] <= b.high[0] && point[1] >= b.low[1] && point[1] <= b.high[1];
  };
  if (!is_in_plan(all_)) return std::nullopt;
  const std::size_t field = row(point[1]) * columns_ + column(point[0]);
  const auto look = [&](std::uint32_t i) {
    const Facet& f = facets_[i];
    if (f.open_to < stance || closed_[f.cell]) return;
    if (!is_in_plan(box(i)) || !contains(f, point[0], point[1])) return;
    const Corner& anchor = corners_[f.first];
    const Interval height = anchor[2] + f.slope_x * (x - anchor[0]) + f.slope_y * (y - anchor[1]);
    if (height.low > point[2] || (best && height.high < best_height.low)) return;
    if (height.high > point[2] && exact_height(f, point) > point[2]) return;
    const int order =
        !best || height.low > best_height.high ? 1 : cmp(exact_height(f, point), exact_height(*best, point));
    if (order < 0) return;
    if (order > 0) {
      cells.clear();
      best = &f, best_height = height;
    }
    cells.push_back(f.cell);
  };
  for (std::uint32_t k = first_[field]; k < first_[field + 1]; ++k) look(listed_[k]);
  if (const auto more = more_listed_.find(field); more != more_listed_.end()) std::ranges::for_each(more->second, look);
  if (!best) return std::nullopt;
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return best_height.low / 2 + best_height.high / 2;
}

}  // namespace plumb::pipeline
