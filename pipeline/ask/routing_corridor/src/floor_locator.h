// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// The floor below a point that is given in doubles: what NavQuery::locate() says, decided by doubles where their
/// bounds allow it, and exactly elsewhere. Allocates nothing. Several threads may ask at once.
class FloorLocator {
 public:
  /// Keeps a reference.
  explicit FloorLocator(const NavMesh& mesh);

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
    std::uint32_t first, end;           // of its corners
    kernel::Interval slope_x, slope_y;  // of its plane
  };
  std::vector<kernel::Box> add_facets();
  void find_plane(Facet& facet) const;
  bool contains(const Facet& facet, double x, double y) const;
  mpq_class exact_height(const Facet& facet, const std::array<double, 3>& point) const;

  struct Candidate;
  void look(std::uint32_t facet, const Corner& point, Candidate& out) const;

  const NavMesh& mesh_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> first_facet_;  // by cell
  double usual_width_ = 0;                  // of a facet's box
  std::vector<Corner> corners_;
  kernel::BoxTree tree_;
};

}  // namespace plumb::pipeline
