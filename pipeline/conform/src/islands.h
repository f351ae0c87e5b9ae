// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "face_repair.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {

/// The area of a face in plan, about. at(e): the kernel::RoundedPlace where half-edge e starts.
template <class At>
double face_area(const EdgeMesh& mesh, const EdgeMesh::Face& face, At&& at) {
  const kernel::RoundedPlace first = at(face.first);
  EdgeMesh::Id e = mesh[face.first].next;
  double doubled = 0;
  for (kernel::RoundedPlace last = at(e); (e = mesh[e].next) != face.first;) {
    const kernel::RoundedPlace here = at(e);
    doubled += kernel::formulas::orient2d(first, last, here);
    last = here;
  }
  return doubled / 2;
}

/// Faces of at least a stance, joined where they are neighbours.
kernel::UnionFind islands_of(const EdgeMesh& mesh, kernel::Label stance);

/// Counts, again and again, how many islands there are more than components of which something is left, over all
/// stances that are wanted.
class SplitCounter {
 public:
  SplitCounter(const NavMesh& mesh, const WantedCells& wanted);
  std::uint64_t count(const EdgeMesh& edges);
  /// By stance, from the lowest wanted: islands_of() the mesh that was counted last. Whoever asks may join them.
  std::vector<kernel::UnionFind>& islands() { return islands_; }

 private:
  kernel::Label lowest_;
  std::vector<std::vector<NavMesh::CellIndex>> component_;  // by stance and cell
  std::vector<kernel::UnionFind> islands_;
  std::vector<std::uint8_t> seen_;
};

/// Notes islands, what is lost, and ways that are. `exact`: the mesh before anything was mended, with the areas of its
/// faces; vertex_of: by its vertex, that of `vertices`.
void count_islands(const NavMesh& mesh, const WantedCells& wanted, const EdgeMesh& edges, const EdgeMesh& exact,
                   const std::vector<double>& exact_areas, const RoundedVertices& vertices,
                   const std::vector<std::uint32_t>& vertex_of, ConformingFacts& facts);

}  // namespace plumb::pipeline
