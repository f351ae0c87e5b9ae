// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "clear/edge_body.h"
#include "clear/uncovered_edges.h"

namespace plumb::pipeline {

/// Triangles side by side in one plane.
struct FloorPatch {
  using Index = TriangleMesh::Index;
  static constexpr Index border = 0xffffffffu;  ///< beyond a side there is nothing
  static constexpr Index joint = 0xfffffffeu;   ///< beyond a side there is a triangle of another patch

  std::vector<Index> triangles;              ///< ascending
  std::vector<std::array<Index, 3>> beyond;  ///< by triangle and side, its neighbour, by its place in `triangles`
};

/// A further corner on a side of a triangle, between its ends.
struct ExtraCorner {
  TriangleMesh::Index triangle;
  std::uint8_t side;
  kernel::PlanPoint at;
};

/// What is left of a patch: triangles, and their sides that have nothing beyond.
struct ClearedPatch {
  using Index = TriangleMesh::Index;
  static constexpr Index none = TriangleMesh::none;

  /// A side that has nothing beyond in the patch: it is the end of the mesh, or a part of a joint with another patch.
  struct End {
    Index triangle = 0;
    std::uint8_t side = 0;
    EdgeClass edge_class = EdgeClass::open;
    Index joint = none;  ///< the triangle of the mesh whose side `joint_side` it is a part of
    std::uint8_t joint_side = 0;
  };
  struct Triangle {
    std::array<Index, 3> corners;  ///< of points
    std::array<Index, 3> beyond;   ///< by side, or none
  };
  std::vector<ExactPoint> points;  ///< distinct
  std::vector<Triangle> triangles;
  std::vector<End> ends;  ///< ascending by triangle, then side
  bool is_whole = false;  ///< nothing was taken: the triangles are those of the mesh
};

/// Subtracts bodies from patches, one patch after the other. One object a thread.
class PatchClearer {
 public:
  /// Keeps references.
  PatchClearer(const TriangleMesh& mesh, const EdgeBodies& bodies);
  PatchClearer(const PatchClearer&) = delete;
  ClearedPatch operator()(const FloorPatch& patch, const std::vector<ExtraCorner>& extra = {});

 private:
  using Index = TriangleMesh::Index;

  kernel::Box box_of(Index triangle) const;
  void find_near(const FloorPatch& patch);
  bool is_whole(const FloorPatch& patch, const std::vector<UncoveredEdges::Stretch>& stretches) const;
  ClearedPatch whole(const FloorPatch& patch) const;
  ClearedPatch triangulated(const FloorPatch& patch, const Floor& floor,
                            const std::vector<UncoveredEdges::Stretch>& stretches,
                            const std::vector<ExtraCorner>& extra);

  const TriangleMesh& mesh_;
  const EdgeBodies& bodies_;
  PlanCorners corners_;
  UncoveredEdges edges_;
  std::vector<std::uint32_t> near_;    // bodies near the patch, ascending
  std::vector<std::uint32_t> seen_;    // by body: the last patch that it was near to
  std::vector<std::uint32_t> hidden_;  // by corner: the last patch where the edge that starts there lies within a body
  std::uint32_t patch_number_ = 0;
  kernel::Box box_ = kernel::no_box;  // of the patch
  std::vector<std::uint32_t> taken_;  // by polygon of edges_: the body
};

}  // namespace plumb::pipeline
