// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "edge_mesh.h"
#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {

/// A way that there was between what are two islands now: half-edges of the exact mesh, each of which leads on to the
/// face where the next one begins. Something is left of the first face and of the last one, nothing of those between.
using LostWay = std::vector<EdgeMesh::Id>;

/// Ways for those who have at least a stance that join the islands of what was one component, as few as do: those
/// through the fewest faces of which nothing is left, and the widest of them. `mesh`: the exact one after it was
/// rounded and mended. `islands`: of its faces; what ways join is one island afterwards, and so are the parts of a
/// face.
std::vector<LostWay> lost_ways(const EdgeMesh& exact, const EdgeMesh& mesh, const MeshPoints& points,
                               kernel::Label stance, kernel::UnionFind& islands);

}  // namespace plumb::pipeline
