// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "plumb/kernel/interval.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// The floor below a point that is given in doubles: what NavQuery::locate() says, decided by doubles where their
/// bounds allow it, and exactly elsewhere. Allocates nothing. Several threads may ask at once.
class FloorLocator {
 public:
  /// `closed`: by cell, whether it is no floor; it may change. Keeps references.
  FloorLocator(const NavMesh& mesh, const std::vector<char>& closed);

  /// The cells of the first floor at or below a point where a stance fits, into `cells`, ascending; returns its height,
  /// rounded, or none.
  std::optional<double> locate(const std::array<double, 3>& point, kernel::Label stance,
                               std::vector<NavMesh::CellIndex>& cells) const;

 private:
  // A corner of a facet, rounded to nearest.
  struct Corner {
    double x, y;
  };
  // What facets cover in plan.
  struct Box {
    double low_x, low_y, high_x, high_y;
    bool contains(double x, double y) const { return x >= low_x && x <= high_x && y >= low_y && y <= high_y; }
  };
  struct Facet {
    NavMesh::CellIndex cell;
    std::uint32_t facet;
    kernel::Label open_to;
    Box box;
    std::uint32_t first, end;  // of its corners
    // Its plane, at its first corner.
    kernel::Interval x, y, z, slope_x, slope_y;
  };
  void add_facets();
  void find_plane(Facet& facet) const;
  void sort_facets();
  std::size_t column(double x) const { return line((x - all_.low_x) * columns_per_unit_, columns_); }
  std::size_t row(double y) const { return line((y - all_.low_y) * rows_per_unit_, rows_); }
  static std::size_t line(double at, std::size_t lines) {
    return at > 0 ? static_cast<std::size_t>(std::min(at, static_cast<double>(lines - 1))) : 0;
  }
  bool contains(const Facet& facet, double x, double y) const;
  mpq_class exact_height(const Facet& facet, const std::array<double, 3>& point) const;

  const NavMesh& mesh_;
  const std::vector<char>& closed_;
  std::vector<Facet> facets_;
  std::vector<Corner> corners_;
  double turn_error_ = HUGE_VAL;  // of a turn of rounded corners and a point among them
  // A grid over the plan, row by row: the facets whose boxes meet a field are listed_[first_[field]] on.
  Box all_{HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double columns_per_unit_ = 0, rows_per_unit_ = 0;
  std::size_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> first_, listed_;
};

}  // namespace plumb::pipeline
