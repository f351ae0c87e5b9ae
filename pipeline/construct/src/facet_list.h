// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/provenance.h"
#include "point_pool.h"

namespace plumb::pipeline {

/// Facets of cells that follow one another, by the names of their corners, counter-clockwise.
struct FacetList {
  struct Facet {
    kernel::PolygonId surface, witness;
    std::uint32_t corners;  ///< so many of the list
  };
  std::vector<std::uint32_t> facets_of_cell;
  std::vector<Facet> facets;
  std::vector<PointPool::Name> corners;

  /// Memory is kept.
  void clear() {
    facets_of_cell.clear();
    facets.clear();
    corners.clear();
  }
};

}  // namespace plumb::pipeline
