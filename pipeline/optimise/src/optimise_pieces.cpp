// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's pieces over the vertices of a graph, compiled once.
#include "optimise_mesh.h"

namespace plumb::kernel {

template std::size_t remove_cuts(pipeline::RegionMesh& mesh, std::span<const std::uint32_t> order);
template std::size_t three_to_two(pipeline::RegionMesh& mesh, int rounds);
template void triangulate(pipeline::RegionMesh& mesh);
template class FewestPieces<pipeline::VertexPredicates>;

}  // namespace plumb::kernel
