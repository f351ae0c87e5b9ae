// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// The floor below a point that is given in doubles: what NavQuery::locate() says, decided by doubles where their
/// bounds allow it, and exactly elsewhere. Allocates nothing. Several threads may ask at once.
class FloorLocator {
 public:
  /// `closed`: by cell, whether it is no floor; it may change. Keeps references.
  FloorLocator(const NavMesh& mesh, const std::vector<char>& closed);

  /// To be called when cells were added to the mesh. Cost: the facets of all that came since this was made.
  void follow();

  /// The cells of the first floor at or below a point where a stance fits, into `cells`, ascending; returns its height,
  /// rounded, or none.
  std::optional<double> locate(const std::array<double, 3>& point, kernel::Label stance,
                               std::vector<NavMesh::CellIndex>& cells) const;

  /// The height of a cell over a place that it has, rounded.
  double height(NavMesh::CellIndex cell, double x, double y) const;

  /// The place of all cells where a stance fits that is nearest to a point, exactly.
  struct Nearest {
    NavMesh::CellIndex cell;
    std::uint32_t facet;
    std::array<kernel::Interval, 3> near;  ///< around the place
    kernel::Interval squared;              ///< around the squared distance
  };
  /// Of several equally near ones, that of the lowest cell and facet. None: none is as near as `reach`.
  template <class Number>  // mpq_class or double
  std::optional<Nearest> nearest(const std::array<Number, 3>& point, kernel::Label stance,
                                 const std::optional<Number>& reach) const;
  /// The nearest place of a facet, exactly.
  static ExactPoint nearest_on(const NavMesh& mesh, const NavMesh::Facet& facet, const ExactPoint& point);

 private:
  using Corner = std::array<kernel::Interval, 3>;
  struct Facet {
    NavMesh::CellIndex cell;
    std::uint32_t facet;
    kernel::Label open_to;
    std::uint32_t first, end;           // of its corners
    kernel::Interval slope_x, slope_y;  // of its plane
  };
  // A corner, rounded to nearest.
  struct Rounded {
    double x, y;
  };
  void add_facets(std::vector<kernel::Box>& boxes);
  std::vector<kernel::Box> first_boxes();
  void lay_grid();
  template <class Visit>
  void each_field(const kernel::Box& box, Visit&& visit) const {
    for (std::size_t r = row(box.low[1]); r <= row(box.high[1]); ++r)
      for (std::size_t c = column(box.low[0]); c <= column(box.high[0]); ++c) visit(r * columns_ + c);
  }
  const kernel::Box& box(std::size_t facet) const {
    const std::size_t first = facets_.size() - more_boxes_.size();
    return facet < first ? tree_.box(static_cast<std::uint32_t>(facet)) : more_boxes_[facet - first];
  }
  std::size_t column(double x) const { return line((x - origin_[0]) * columns_per_unit_, columns_); }
  std::size_t row(double y) const { return line((y - origin_[1]) * rows_per_unit_, rows_); }
  static std::size_t line(double at, std::size_t lines) {
    return at > 0 ? static_cast<std::size_t>(std::min(at, static_cast<double>(lines - 1))) : 0;
  }
  void find_plane(Facet& facet) const;
  bool contains(const Facet& facet, double x, double y) const;
  mpq_class exact_height(const Facet& facet, const std::array<double, 3>& point) const;

  struct Candidate;
  void look(std::uint32_t facet, const Corner& point, Candidate& out) const;

  const NavMesh& mesh_;
  const std::vector<char>& closed_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> first_facet_;  // by cell
  double usual_width_ = 0;                  // of a facet's box
  std::vector<Corner> corners_;
  std::vector<Rounded> rounded_;  // the corners
  double greatest_ = 0;           // |coordinate| of corners
  double turn_error_ = HUGE_VAL;  // of a turn of these and a place among them
  kernel::BoxTree tree_;          // of the facets, made with all before
  // A grid over the plan, row by row: the facets whose boxes meet a field are listed_[first_[field]] on.
  kernel::Box all_ = kernel::no_box;
  std::array<double, 2> origin_{};
  double columns_per_unit_ = 0, rows_per_unit_ = 0;
  std::size_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> first_, listed_;
  // Of facets that came later: their boxes, a tree of these, and lists of the fields that they meet.
  std::vector<kernel::Box> more_boxes_;
  std::optional<kernel::BoxTree> more_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> more_listed_;
};

}  // namespace plumb::pipeline
