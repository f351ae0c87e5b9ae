// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "polygons.h"

namespace checker {

/// A box whose ends were all rounded the same way, or outward: boxes of things that touch touch.
struct Box {
  double low[3], high[3];
};

/// Which polygons may be near: grids over the plan, each twice as fine as the one before. A polygon is listed once, under the cell of its
/// lower corner in the finest grid whose cells are twice its size; so it reaches into that cell's neighbours at most.
class Grid {
 public:
  explicit Grid(const std::vector<Polygon>& polygons);

  /// Calls visit(number) once for every polygon whose box touches the given one.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    for (std::size_t level = 0; level < levels; ++level) {
      const std::vector<Entry>& entries = grids_[level];
      if (entries.empty()) continue;
      const auto [x0, y0] = cell_of(q.low, level);
      const auto [x1, y1] = cell_of(q.high, level);
      // One search for each column, unless looking at everything is less work.
      if (static_cast<std::size_t>(x1 - x0) + 2 > entries.size()) {
        for (const Entry& e : entries) visit_if_near(e, q, visit);
        continue;
      }
      for (std::int64_t x = x0 - 1; x <= x1; ++x)
        for (std::size_t i = first_at(entries, x, y0 - 1); i < entries.size() && entries[i].x == x && entries[i].y <= y1; ++i)
          visit_if_near(entries[i], q, visit);
    }
  }

 private:
  static constexpr std::size_t levels = 24;
  struct Entry {
    std::int32_t x, y;
    std::uint32_t polygon;
    auto operator<=>(const Entry&) const = default;
  };
  // Rounding keeps order, so a point of a box lies in a cell between those of the box's corners. Outside the grid: its border.
  std::pair<std::int32_t, std::int32_t> cell_of(const double* at, std::size_t level) const {
    const auto index = [&](int axis) {
      const double i = std::floor((at[axis] - origin_[axis]) * per_unit_[level]);
      return static_cast<std::int32_t>(i > 0 ? (i < 1 << levels ? i : 1 << levels) : 0);  // NaN: 0
    };
    return {index(0), index(1)};
  }
  static std::size_t first_at(const std::vector<Entry>& entries, std::int64_t x, std::int64_t y);
  template <class Visit>
  void visit_if_near(const Entry& e, const Box& q, Visit&& visit) const {
    const Polygon& p = polygons_[e.polygon];
    for (int axis = 0; axis < 3; ++axis)
      if (p.low[axis] > q.high[axis] || p.high[axis] < q.low[axis]) return;
    visit(e.polygon);
  }

  const std::vector<Polygon>& polygons_;
  double origin_[2] = {0, 0};
  std::array<double, levels> per_unit_{};  // cells to a unit of length; 0: one cell for all
  std::array<std::vector<Entry>, levels> grids_;
};

}  // namespace checker
