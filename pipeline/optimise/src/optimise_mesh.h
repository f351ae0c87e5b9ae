// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/fewest_pieces.h"
#include "plumb/kernel/piece_exchange.h"
#include "plumb/kernel/piece_triangles.h"
#include "vertex_predicates.h"

namespace plumb::pipeline {

struct RegionTag : kernel::LineTag {    // HalfEdge::line, or none
  HalfEdgeId half_edge = no_half_edge;  ///< on the boundary: the half-edge of the graph, or the first of several
};

/// A region in convex pieces: cells of one stance joined by twins that let it pass.
using RegionMesh = kernel::ConvexPieces<VertexPredicates, RegionTag>;
using FewestPieces = kernel::FewestPieces<VertexPredicates>;

/// Removes cuts as long as what they leave is at least as round as the worse of the two pieces, roundest first (area
/// over squared perimeter).
void merge_regular(RegionMesh& mesh);

}  // namespace plumb::pipeline

// Made in optimise_pieces.cpp.
namespace plumb::kernel {
extern template std::size_t remove_cuts(pipeline::RegionMesh& mesh, std::span<const std::uint32_t> order);
extern template std::size_t three_to_two(pipeline::RegionMesh& mesh, int rounds);
extern template void triangulate(pipeline::RegionMesh& mesh);
extern template class FewestPieces<pipeline::VertexPredicates>;
}  // namespace plumb::kernel
