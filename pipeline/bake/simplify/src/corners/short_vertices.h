// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "corners/border_chains.h"
#include "corners/short_grid.h"
#include "plumb/pipeline/collapse_mesh.h"
#include "plumb/pipeline/simplify.h"

namespace plumb::pipeline {

/// Moves vertices whose coordinates are longer than options.long_bits to a grid (short_vertices.cpp): in plan the mesh
/// gains nothing, and loses nothing that is farther than the tolerance from what is left. Requires a tolerance above 0.
///
/// next, before: by vertex, its neighbours on the boundary. facts: counts the moves as operations, and what stays long
/// as refused. lost: gets the area of plan that each move takes.
void shorten_vertices(QuadricMesh& mesh, BorderChains& chains, std::span<const GapMesh::Index> next,
                      std::span<const GapMesh::Index> before, const ShortGrid& grid, const SimplifyOptions& options,
                      OperationFacts& facts, std::vector<mpq_class>& lost);

/// Whether a place is not outside of the boundary edge between two vertices.
bool keeps_inside(const GapMesh& mesh, GapMesh::Index from, GapMesh::Index to, const kernel::PlanPoint& at);
/// Roughly the direction inward from where the boundary from p to q goes on from r to s.
std::array<double, 2> inward_at(const CollapseMesh& mesh, GapMesh::Index p, GapMesh::Index q, GapMesh::Index r,
                                GapMesh::Index s);

}  // namespace plumb::pipeline
