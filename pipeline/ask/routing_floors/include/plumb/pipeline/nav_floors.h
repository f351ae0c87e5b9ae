// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/result.h"
#include "plumb/plan/floor_plan.h"
#include "plumb/plan/steiner_search.h"

namespace plumb::pipeline {

/// A place seen from above.
inline kernel::PlanPoint plan_of(const ExactPoint& p) { return {p[0], p[1]}; }

/// How a navmesh is turned into the floors of one stance.
struct NavFloorOptions {
  kernel::Label stance = 1;                    ///< cells and portals of this stance and of higher ones count
  std::map<kernel::Label, mpq_class> weights;  ///< of cells by their stance, 0 or more; 1 where there is none. What an
                                               ///< update says of a cell's cost multiplies it.
  mpq_class window = 1;                        ///< above 0: border so far above or below a disc does not count
};

/// The cost of a unit of way on a cell.
mpq_class weight_of(const NavMesh::Cell& cell, const NavFloorOptions& options);

/// The floors of a navmesh: its facets as triangles, joined over flush portals and steps; welds are gaps.
struct NavFloors {
  plan::FloorPlan plan;
  struct Facet {
    NavMesh::CellIndex cell;
    std::uint32_t facet;
    plan::PlanTriangulation::Index first, last;  ///< its triangles, up to but without the last
  };
  std::vector<Facet> facets;  ///< ascending by cell and facet, and by triangle

  /// The facet to which a triangle belongs.
  const Facet& facet_of(plan::PlanTriangulation::Index triangle) const;
  /// The triangles of the given cells that a place is in or on at a height. Ascending.
  std::vector<plan::PlanTriangulation::Index> triangles_at(const kernel::PlanPoint& at, const mpq_class& height,
                                                           std::span<const NavMesh::CellIndex> cells) const;
};

/// Makes the floors of a navmesh, exactly. Where a portal ends between the corners of a facet the facet gets a corner
/// there, and so do the facets joined with it; there are no other new corners. Requires a valid mesh. Error:
/// ErrorCode::bad_face, if a facet is not convex and counter-clockwise, or a portal is not where its cells meet; no
/// bake writes such a mesh.
Result<NavFloors> make_nav_floors(DerivedMesh& derived, const NavFloorOptions& options);

}  // namespace plumb::pipeline
