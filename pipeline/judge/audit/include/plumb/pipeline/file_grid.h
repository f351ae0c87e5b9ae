// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <span>

#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/foreign_mesh.h"

// How finely a file says where things are, and what is too narrow for it to say.
namespace plumb::pipeline {

/// The distance of neighbouring numbers in which a file has its corners.
struct FileGrid {
  enum class Kind {
    exact,     ///< fractions: step 0
    cells,     ///< the baker's cells, which the file states and all corners of polygons keep to
    binary32,  ///< all coordinates are such numbers, beside an origin if the file has one: their step at the largest
    decimals,  ///< decimals of five to nine places: that of the last place
    binary64   ///< their step at the largest; twice that if some are decimals that are read exactly
  };
  Kind kind = Kind::exact;
  mpq_class step = 0;  ///< in units of the scene
  /// Whether it is how finely the file has its numbers, and no choice of its baker's: of cells, that they are no wider
  /// than a 2^14th of the mesh and a 32nd of its agent's height, as those of a Detour file of Plumb's, which no baker's
  /// voxels are.
  bool is_of_numbers = true;
};
const char* text_of(FileGrid::Kind kind);

FileGrid file_grid(const ForeignMesh& mesh);

/// Whether the convex polygons of a region fit together between two parallel lines that are nearer than `step`: if the
/// region is convex, exactly that; else no more than that. Directions of their edges are tried. Exact.
bool is_narrower(std::span<const kernel::PlanRing> region, const mpq_class& step);

/// A region of that area within a box, both by doubles: whether it is certainly not narrower, since what is between two
/// lines is no larger than their distance times how long it is.
bool is_certainly_as_wide(const kernel::Interval& area, const kernel::Box& box, const kernel::Interval& step);

}  // namespace plumb::pipeline
