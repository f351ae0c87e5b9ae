// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

#include "plumb/kernel/disc.h"
#include "plumb/kernel/sign.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The borders of a graph: the parts of the half-edges of cells that no portal covers, stance by stance. Border that
/// goes straight on over one surface, for the same stances, is one stretch.
Border border_of(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph);

/// What a trial leaves out or refines, for a search that erodes one level again and again.
struct ErodeTrial {
  const Border& border;            ///< border_of() the level
  const std::vector<bool>& cells;  ///< by cell: those that matter; the others become blocked
  /// By stretch: those whose bodies have a disc of `fine_points`, of the same bound. Empty: none.
  const std::vector<bool>& fine;
  std::uint32_t fine_points = 0;
  /// Above 0: the fine bodies have this radius, and the bound hull.
  mpq_class fine_radius = 0;
};

/// The height within which a border counts where nobody says otherwise: more than someone rises over a radius on the
/// steepest ground, after a step. The least multiple of 2^-20 above step + radius * tan(slope). radius > 0.
mpq_class default_window(const mpq_class& step, const mpq_class& radius, const kernel::SlopeLimit& slope);

struct ErodeOptions {
  mpq_class radius, window;  ///< input units, above 0
  std::uint32_t disc_points = 16;
  /// hull: what stays is no less than with the disc; tangents: no more.
  kernel::DiscBound bound = kernel::DiscBound::tangents;
  unsigned threads = 1;  ///< at least 1; the result does not depend on it
  const ErodeTrial* trial = nullptr;
};

/// Stage, after link: takes from every stance what is too close to its border (docs/theory/definitions.md, Radius).
/// Cells are cut along what is taken and get the greatest stance that is left to them, or the verdict too_close. The
/// graph becomes that of the new cells: its flush portals are those of before, clipped, and those along cuts inside a
/// cell; its steps and welds are those of before, clipped. Border is that of the graph as it comes.
///
/// What is taken are bodies of border edges, whose lines come from their edge alone, so that no cut is made of another.
/// Cells are extended to the lines of bodies, whatever the decomposition. A crowded cell is halved first.
void erode(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, NavGraph& graph,
           const ErodeOptions& options, kernel::LadderCounts& counts);

/// Its first part, the cells alone.
void erode_cells(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, const NavGraph& graph,
                 const ErodeOptions& options, kernel::LadderCounts& counts);

}  // namespace plumb::pipeline
