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

std::vector<PlanCell> plan_cells(const NavMesh& mesh, const PlanPoints& points) {
  std::vector<PlanCell> out;
  out.reserve(mesh.cells.size());
  for (std::size_t i = 0; i < mesh.cells.size(); ++i) {
    constexpr double far = std::numeric_limits<double>::infinity();
    PlanCell c{.cell = static_cast<NavMesh::CellIndex>(i), .low_x = far, .high_x = -far, .low_y = far, .high_y = -far};
    double low = far, high = -far;
    for (const NavMesh::Facet& facet : mesh.cells[i].facets)
      for (const NavMesh::PointIndex p : facet.corners) {
        const auto [x, y, z] = points[p];
        c.low_x = std::min(c.low_x, x), c.high_x = std::max(c.high_x, x);
        c.low_y = std::min(c.low_y, y), c.high_y = std::max(c.high_y, y);
        low = std::min(low, z), high = std::max(high, z);
      }
    c.height = low / 2 + high / 2;
    if (!std::isfinite(c.high_x - c.low_x) || !std::isfinite(c.high_y - c.low_y) || !std::isfinite(high - low)) return {};
    out.push_back(c);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.height < b.height; });
  return out;
}

struct Samples {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  bool seen() const { return low <= high; }
};

// Calls visit(sample index) for each sample of the plan inside a cell.
class Raster {
 public:
  Raster(const NavMesh& mesh, const PlanPoints& points, const std::vector<PlanCell>& cells) : mesh_(mesh), points_(points) {
    low_x_ = low_y_ = std::numeric_limits<double>::infinity();
    double high_x = -low_x_, high_y = -low_y_;
    for (const PlanCell& c : cells) {
      low_x_ = std::min(low_x_, c.low_x), high_x = std::max(high_x, c.high_x);
      low_y_ = std::min(low_y_, c.low_y), high_y = std::max(high_y, c.high_y);
    }
    pitch_x_ = (high_x - low_x_) / grid;
    pitch_y_ = (high_y - low_y_) / grid;
  }
  double sample_area() const { return pitch_x_ * pitch_y_; }

  template <class Visit>
  void samples(const PlanCell& c, Visit&& visit) const {
    const auto cell = [](double v, double low, double pitch) {
      return std::clamp(static_cast<int>((v - low) / pitch), 0, grid - 1);
    };
    for (int j = cell(c.low_y, low_y_, pitch_y_); j <= cell(c.high_y, low_y_, pitch_y_); ++j)
      for (int i = cell(c.low_x, low_x_, pitch_x_); i <= cell(c.high_x, low_x_, pitch_x_); ++i) {
        const double x = low_x_ + (i + 0.5) * pitch_x_, y = low_y_ + (j + 0.5) * pitch_y_;
        const auto& facets = mesh_.cells[c.cell].facets;
        if (std::any_of(facets.begin(), facets.end(), [&](const auto& facet) { return inside(facet.corners, x, y); }))
          visit(static_cast<std::size_t>(j) * grid + i);
      }
  }

 private:
  bool inside(const std::vector<NavMesh::PointIndex>& corners, double x, double y) const {
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const auto &a = points_[corners[k]], &b = points_[corners[(k + 1) % corners.size()]];
      if ((b[0] - a[0]) * (y - a[1]) < (b[1] - a[1]) * (x - a[0])) return false;
    }
    return true;
  }

  const NavMesh& mesh_;
  const PlanPoints& points_;
  double low_x_, low_y_, pitch_x_, pitch_y_;
};

// Heights where much area lies, at least `apart` from each other, ascending. Area is counted in samples.
std::vector<double> floors(const NavMesh& mesh, const std::vector<PlanCell>& cells, const Raster& raster, double apart) {
  std::vector<std::pair<double, double>> areas;  // height, area; ascending
  for (const PlanCell& c : cells) {
    if (mesh.cells[c.cell].stance <= kernel::blocked) continue;
    double area = 0;
    raster.samples(c, [&](std::size_t) { area += 1; });
    if (area > 0) areas.emplace_back(c.height, area);
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

bool floors_overlap(const NavMesh& mesh, const std::vector<PlanCell>& cells, const Raster& raster, double apart) {
  std::vector<Samples> plan(grid * grid);
  for (const PlanCell& c : cells) {
    if (mesh.cells[c.cell].stance <= kernel::blocked) continue;
    raster.samples(c, [&](std::size_t i) {
      plan[i].low = std::min(plan[i].low, c.height);
      plan[i].high = std::max(plan[i].high, c.height);
    });
  }
  const auto seen = std::count_if(plan.begin(), plan.end(), [](const Samples& p) { return p.seen(); });
  const auto stacked =
      std::count_if(plan.begin(), plan.end(), [&](const Samples& p) { return p.seen() && p.high - p.low >= apart; });
  return static_cast<double>(stacked) > overlap_to_split * static_cast<double>(seen);
}

}  // namespace

PlanPoints plan_points(const NavMesh& mesh) {
  PlanPoints out;
  out.reserve(mesh.points.size());
  for (const ExactPoint& p : mesh.points) out.push_back({nearest_double(p[0]), nearest_double(p[1]), nearest_double(p[2])});
  return out;
}

std::vector<Storey> split_storeys(const NavMesh& mesh, const PlanPoints& points) {
  const std::vector<PlanCell> cells = plan_cells(mesh, points);
  if (cells.empty()) return {};
  const double apart = nearest_double(mesh.options.stances.back().height);
  const Raster raster(mesh, points, cells);
  std::vector<double> starts{cells.front().height};
  if (raster.sample_area() > 0 && floors_overlap(mesh, cells, raster, apart)) starts = floors(mesh, cells, raster, apart);

  std::vector<Storey> storeys(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) storeys[i].floor = starts[i];
  for (const PlanCell& c : cells) {
    // Slightly below its floor still counts as the storey: sunken parts, and slabs that have tilted.
    const auto above = std::upper_bound(starts.begin(), starts.end(), c.height + apart / 4);
    storeys[static_cast<std::size_t>(std::max<std::ptrdiff_t>(above - starts.begin() - 1, 0))].cells.push_back(c);
  }
  std::erase_if(storeys, [](const Storey& s) { return s.cells.empty(); });
  return storeys;
}

}  // namespace plumb::pipeline
