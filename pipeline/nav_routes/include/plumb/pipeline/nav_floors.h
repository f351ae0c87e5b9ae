// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/floor_plan.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/steiner_search.h"

namespace plumb::pipeline {

/// How a navmesh is taken for the floors of one stance.
struct NavFloorOptions {
  kernel::Label stance = 1;                    ///< cells and portals of it, and of higher ones
  std::map<kernel::Label, mpq_class> weights;  ///< of cells by their stance, 0 or more; 1 where there is none. What an
                                               ///< update says of a cell's cost multiplies it.
  mpq_class window = 1;                        ///< above 0: border that is so far above or below does not count
};

/// What a unit of way on a cell costs.
mpq_class weight_of(const NavMesh::Cell& cell, const NavFloorOptions& options);

/// The floors of a navmesh: its facets in triangles, joined over flush portals and steps; welds are gaps.
struct NavFloors {
  FloorPlan plan;
  struct Facet {
    NavMesh::CellIndex cell;
    std::uint32_t facet;
    PlanTriangulation::Index first, last;  ///< its triangles, up to but without the last
  };
  std::vector<Facet> facets;  ///< ascending by cell and facet, and by triangle

  /// The facet of a triangle.
  const Facet& facet_of(PlanTriangulation::Index triangle) const;
  /// Triangles of cells that a place is in or on, at one height. Ascending.
  std::vector<PlanTriangulation::Index> triangles_at(const kernel::PlanPoint& at, const mpq_class& height,
                                                     std::span<const NavMesh::CellIndex> cells) const;
};

/// Exact. Where portals end between the corners of facets, these get corners there; so do the facets that are joined
/// with them. Corners are nowhere else. Requires a valid mesh. Error: ErrorCode::bad_face, a facet is not convex and
/// counter-clockwise, or a portal is not where cells meet, which no bake writes.
Result<NavFloors> make_nav_floors(DerivedMesh& derived, const NavFloorOptions& options);

}  // namespace plumb::pipeline
