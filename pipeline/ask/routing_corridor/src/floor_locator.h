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
  /// `closed`: by cell, whether it is no floor; it may change. Keeps references.
  FloorLocator(const NavMesh& mesh, const std::vector<char>& closed);

  /// The cells of the first floor at or below a point where a stance fits, into `cells`, ascending; returns its height,
  /// rounded, or none.
  std::optional<double> locate(const std::array<double, 3>& point, kernel::Label stance,
                               std::vector<NavMesh::CellIndex>& cells) const;

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

  const NavMesh& mesh_;
  const std::vector<char>& closed_;
  std::vector<Facet> facets_;
  std::vector<Corner> corners_;
  kernel::BoxTree tree_;
};

}  // namespace plumb::pipeline
