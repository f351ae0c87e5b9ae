// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "corners/border_chains.h"
#include "corners/short_grid.h"
#include "plumb/pipeline/simplify.h"
#include "plumb/pipeline/triangle_stages.h"
#include "plumb/surface/collapse_mesh.h"

namespace plumb::pipeline {

/// Moves vertices whose coordinates are longer than options.long_bits to a grid (short_vertices.cpp): in plan the mesh
/// gains nothing, and loses nothing that is farther than the tolerance from what is left. Requires a tolerance above 0.
///
/// next, before: by vertex, its neighbours on the boundary. facts: counts the moves as operations, and what stays long
/// as refused. lost: gets the area of plan that each move takes.
void shorten_vertices(surface::QuadricMesh& mesh, BorderChains& chains, std::span<const surface::FanMesh::Index> next,
                      std::span<const surface::FanMesh::Index> before, const ShortGrid& grid,
                      const SimplifyOptions& options, OperationFacts& facts, std::vector<mpq_class>& lost);

/// Whether a place is not outside of the boundary edge between two vertices.
bool keeps_inside(const surface::FanMesh& mesh, surface::FanMesh::Index from, surface::FanMesh::Index to,
                  const kernel::PlanPoint& at);
/// Roughly the direction inward from where the boundary from p to q goes on from r to s.
std::array<double, 2> inward_at(const surface::CollapseMesh& mesh, surface::FanMesh::Index p, surface::FanMesh::Index q,
                                surface::FanMesh::Index r, surface::FanMesh::Index s);

}  // namespace plumb::pipeline
