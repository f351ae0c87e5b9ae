// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "clear/edge_body.h"
#include "plumb/surface/uncovered_edges.h"

namespace plumb::pipeline {

/// Triangles of a mesh that lie side by side in one plane.
struct FloorPatch {
  using Index = TriangleMesh::Index;
  static constexpr Index border = 0xffffffffu;  ///< there is nothing beyond the side
  static constexpr Index joint = 0xfffffffeu;   ///< a triangle of another patch is beyond the side, or a step

  std::vector<Index> triangles;  ///< the triangles of the mesh, ascending
  /// By place in `triangles` and side: the place of the triangle beyond the side, or border, or joint.
  std::vector<std::array<Index, 3>> beyond;
};

/// A place on a side of a triangle of the mesh, between the side's ends, where a corner is wanted.
struct ExtraCorner {
  TriangleMesh::Index triangle;
  std::uint8_t side;
  kernel::PlanPoint at;
};

/// What is left of a patch once bodies are subtracted: triangles, and those of their sides that have no triangle
/// beyond.
struct ClearedPatch {
  using Index = TriangleMesh::Index;
  static constexpr Index none = TriangleMesh::none;

  /// A side that has no triangle of the patch beyond it: a body ends there, or it is a part of a joint with another
  /// patch.
  struct End {
    Index triangle = 0;
    std::uint8_t side = 0;
    EdgeClass edge_class = EdgeClass::open;  ///< the class of the border stretch whose body ends there
    Index joint = none;  ///< of a part of a joint: the triangle of the mesh whose side `joint_side` has it
    std::uint8_t joint_side = 0;
  };
  struct Triangle {
    std::array<Index, 3> corners;  ///< indices into points
    std::array<Index, 3> beyond;   ///< by side: the triangle beyond it, or none
  };
  std::vector<ExactPoint> points;  ///< distinct
  std::vector<Triangle> triangles;
  std::vector<End> ends;  ///< ascending by triangle, then side; if the patch is whole, only its joints
  bool is_whole = false;  ///< nothing was taken away, and the triangles are those of the mesh
};

/// Subtracts bodies from patches, one patch after the other. Each object may be used by one thread at a time.
class PatchClearer {
 public:
  /// The object keeps references to both.
  PatchClearer(const TriangleMesh& mesh, const EdgeBodies& bodies);
  PatchClearer(const PatchClearer&) = delete;
  /// What is left of a patch. Of the joints that are left, those that run through an extra corner have a corner there.
  ClearedPatch operator()(const FloorPatch& patch, const std::vector<ExtraCorner>& extra = {});

 private:
  using Index = TriangleMesh::Index;

  kernel::Box box_of(Index triangle) const;
  void find_near(const FloorPatch& patch);
  bool is_whole(const FloorPatch& patch, const std::vector<surface::UncoveredEdges::Stretch>& stretches) const;
  ClearedPatch whole(const FloorPatch& patch) const;
  ClearedPatch triangulated(const FloorPatch& patch, const Floor& floor,
                            const std::vector<surface::UncoveredEdges::Stretch>& stretches,
                            const std::vector<ExtraCorner>& extra);

  const TriangleMesh& mesh_;
  const EdgeBodies& bodies_;
  surface::PlanCorners corners_;
  surface::UncoveredEdges edges_;
  std::vector<std::uint32_t> near_;    // the bodies near the patch, ascending
  std::vector<std::uint32_t> seen_;    // by body: the number of the last patch that it was near
  std::vector<std::uint32_t> hidden_;  // by corner: the last patch where the edge that starts there was in a body
  std::uint32_t patch_number_ = 0;     // patches are numbered from 1
  kernel::Box box_ = kernel::no_box;   // the box of the patch
  std::vector<std::uint32_t> taken_;   // by polygon of edges_: the body whose section it is
};

}  // namespace plumb::pipeline
