// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "corners/border_chains.h"
#include "corners/short_grid.h"
#include "plumb/pipeline/triangle_stages.h"
#include "plumb/surface/collapse_mesh.h"

namespace plumb::pipeline {

struct ShortStepsOptions {
  const ShortGrid& grid;
  mpq_class squared_tolerance;  ///< how far a vertex may be from the planes that it stands for
  std::size_t long_bits = 256;  ///< longer numerators and denominators are long
};

struct ShortSteps {
  std::uint64_t moved = 0;       ///< vertices that got shorter coordinates
  std::uint64_t still_long = 0;  ///< vertices beside steps that have long ones still
  std::vector<std::pair<surface::FanMesh::Index, ExactPoint>>
      places_before;            ///< of vertices, in the order of their moves
  std::vector<mpq_class> lost;  ///< area of plan that each move took from its floor, negative where it gave some
};

/// Gives vertices beside steps short coordinates (short_steps.cpp). The floors on both sides of a step move together,
/// so what one loses in plan the other gains, and border that is no step moves inward only: the plan of all floors
/// gains nothing. Both heights are rounded, so a rise of nearly the greatest step may get too high; who calls asks for
/// that, and calls again with those vertices frozen, which stay as they are.
///
/// next, before: by vertex, its neighbours on the boundary. frozen: by vertex.
ShortSteps shorten_steps(surface::QuadricMesh& mesh, BorderChains& chains,
                         std::span<const surface::FanMesh::Index> next, std::span<const surface::FanMesh::Index> before,
                         const ShortStepsOptions& options, const std::vector<bool>& frozen);

}  // namespace plumb::pipeline
