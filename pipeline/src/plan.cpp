// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plumb/pipeline/decimal.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t max_storeys = 6;
constexpr int grid = 96;                 // samples of the plan along each axis
constexpr double overlap_to_split = 0.15;  // of the samples on any floor
constexpr double area_of_floor = 0.1;      // of the largest floor's

std::vector<PlanSurface> plan_surfaces(const Baked& b) {
  std::vector<PlanSurface> out;
  const auto& cells = b.map.table.cells;
  for (std::uint64_t i = 0; i < cells.size();) {
    PlanSurface s{.id = cells[i].surface, .first_cell = i};
    for (; i < cells.size() && cells[i].surface == s.id; ++i) s.stands = s.stands || cells[i].label > kernel::blocked;
    s.last_cell = i;
    constexpr double far = std::numeric_limits<double>::infinity();
    s.low_x = s.low_y = far;
    s.high_x = s.high_y = -far;
    double low = far, high = -far;
    for (const kernel::PointId p : b.set.corners_of(b.set.surfaces[s.id])) {
      const double x = nearest_double(b.scene.points, p, 0), y = nearest_double(b.scene.points, p, 1),
                   z = nearest_double(b.scene.points, p, 2);
      s.low_x = std::min(s.low_x, x), s.high_x = std::max(s.high_x, x);
      s.low_y = std::min(s.low_y, y), s.high_y = std::max(s.high_y, y);
      low = std::min(low, z), high = std::max(high, z);
    }
    s.height = low / 2 + high / 2;
    if (!std::isfinite(s.high_x - s.low_x) || !std::isfinite(s.high_y - s.low_y) || !std::isfinite(high - low)) return {};
    out.push_back(s);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& c) { return a.height < c.height; });
  return out;
}

struct Samples {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  bool seen() const { return low <= high; }
};

// Calls visit(sample index) for each sample of the plan inside the surface; its corners run clockwise.
class Raster {
 public:
  Raster(const Baked& b, const std::vector<PlanSurface>& surfaces) : b_(b) {
    low_x_ = low_y_ = std::numeric_limits<double>::infinity();
    double high_x = -low_x_, high_y = -low_y_;
    for (const PlanSurface& s : surfaces) {
      low_x_ = std::min(low_x_, s.low_x), high_x = std::max(high_x, s.high_x);
      low_y_ = std::min(low_y_, s.low_y), high_y = std::max(high_y, s.high_y);
    }
    pitch_x_ = (high_x - low_x_) / grid;
    pitch_y_ = (high_y - low_y_) / grid;
  }
  double sample_area() const { return pitch_x_ * pitch_y_; }

  template <class Visit>
  void samples(const PlanSurface& s, Visit&& visit) const {
    const auto corners = b_.set.corners_of(b_.set.surfaces[s.id]);
    const auto cell = [](double v, double low, double pitch) {
      return std::clamp(static_cast<int>((v - low) / pitch), 0, grid - 1);
    };
    for (int j = cell(s.low_y, low_y_, pitch_y_); j <= cell(s.high_y, low_y_, pitch_y_); ++j)
      for (int i = cell(s.low_x, low_x_, pitch_x_); i <= cell(s.high_x, low_x_, pitch_x_); ++i) {
        const double x = low_x_ + (i + 0.5) * pitch_x_, y = low_y_ + (j + 0.5) * pitch_y_;
        bool inside = true;
        for (std::size_t k = 0; k < corners.size() && inside; ++k) {
          const auto at = [&](std::size_t c, int axis) {
            return nearest_double(b_.scene.points, corners[c % corners.size()], axis);
          };
          inside = (at(k + 1, 0) - at(k, 0)) * (y - at(k, 1)) <= (at(k + 1, 1) - at(k, 1)) * (x - at(k, 0));
        }
        if (inside) visit(static_cast<std::size_t>(j) * grid + i);
      }
  }

 private:
  const Baked& b_;
  double low_x_, low_y_, pitch_x_, pitch_y_;
};

// Heights where much area lies, at least `apart` from each other, ascending. Area is counted in samples.
std::vector<double> floors(const std::vector<PlanSurface>& surfaces, const Raster& raster, double apart) {
  std::vector<std::pair<double, double>> areas;  // height, area; ascending
  for (const PlanSurface& s : surfaces) {
    if (!s.stands) continue;
    double area = 0;
    raster.samples(s, [&](std::size_t) { area += 1; });
    if (area > 0) areas.emplace_back(s.height, area);
  }
  // The area within a quarter of `apart` above each height.
  std::vector<std::pair<double, double>> windows;  // area, height
  double sum = 0;
  for (std::size_t low = 0, high = 0; low < areas.size(); ++low) {
    while (high < areas.size() && areas[high].first <= areas[low].first + apart / 4) sum += areas[high++].second;
    windows.emplace_back(sum, areas[low].first);
    sum -= areas[low].second;
  }
  std::stable_sort(windows.begin(), windows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<double> out;
  for (const auto& [area, height] : windows) {
    if (out.size() == max_storeys || area < area_of_floor * windows.front().first) break;
    if (std::all_of(out.begin(), out.end(), [&, h = height](double f) { return std::abs(f - h) >= apart; }))
      out.push_back(height);
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool floors_overlap(const std::vector<PlanSurface>& surfaces, const Raster& raster, double apart) {
  std::vector<Samples> plan(grid * grid);
  for (const PlanSurface& s : surfaces) {
    if (!s.stands) continue;
    raster.samples(s, [&](std::size_t i) {
      plan[i].low = std::min(plan[i].low, s.height);
      plan[i].high = std::max(plan[i].high, s.height);
    });
  }
  const auto seen = std::count_if(plan.begin(), plan.end(), [](const Samples& p) { return p.seen(); });
  const auto stacked =
      std::count_if(plan.begin(), plan.end(), [&](const Samples& p) { return p.seen() && p.high - p.low >= apart; });
  return static_cast<double>(stacked) > overlap_to_split * static_cast<double>(seen);
}

}  // namespace

std::vector<Storey> split_storeys(const Baked& b) {
  const std::vector<PlanSurface> surfaces = plan_surfaces(b);
  if (surfaces.empty()) return {};
  const double apart = nearest_double(b.map.stances.back().height);
  const Raster raster(b, surfaces);
  std::vector<double> starts{surfaces.front().height};
  if (raster.sample_area() > 0 && floors_overlap(surfaces, raster, apart)) starts = floors(surfaces, raster, apart);

  std::vector<Storey> storeys(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) storeys[i].floor = starts[i];
  for (const PlanSurface& s : surfaces) {
    // Slightly below its floor still counts as the storey: sunken parts, and slabs that have tilted.
    const auto above = std::upper_bound(starts.begin(), starts.end(), s.height + apart / 4);
    storeys[static_cast<std::size_t>(std::max<std::ptrdiff_t>(above - starts.begin() - 1, 0))].surfaces.push_back(s);
  }
  std::erase_if(storeys, [](const Storey& s) { return s.surfaces.empty(); });
  return storeys;
}

}  // namespace plumb::pipeline
