// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "convex_parts.h"
#include "edge_mesh.h"
#include "rounded_vertices.h"

namespace plumb::pipeline {

/// Mends the polygons of a mesh whose vertices are rounded, until each is convex, has an area and not too many corners:
/// cuts those with a reflex corner, and takes out triangles that have no area or are turned over, so that what is
/// beside them meets. (Snap rounding does the same: edges bend where they come too near to a vertex.)
class FaceRepair {
 public:
  using Id = EdgeMesh::Id;

  /// Keeps references.
  FaceRepair(EdgeMesh& mesh, RoundedVertices& vertices, ConformingFacts& facts)
      : mesh_(mesh), vertices_(vertices), facts_(facts), most_edges_(64 * std::size_t{mesh.size()}) {}

  /// All faces, with any number of corners.
  void mend_all(unsigned threads);
  /// From now on polygons have at most so many corners. Requires that all are mended.
  void limit_corners(std::size_t most, unsigned threads);
  /// A face that has been changed.
  void mend(std::uint32_t face);
  /// Faces of which edges have changed since this was last asked; some may be gone, some listed twice.
  std::vector<std::uint32_t> take_touched() { return std::exchange(touched_, {}); }

  /// A face that was parted at a vertex: into itself and another.
  struct Parting {
    std::uint32_t vertex, face, made;
  };
  const std::vector<Parting>& partings() const { return partings_; }
  /// Where a vertex is wanted that an edge bends through: away from that edge.
  struct Bend {
    std::uint32_t vertex;
    std::array<double, 2> away;
  };
  const std::vector<Bend>& bends() const { return bends_; }

  /// Whether the faces beside e can be cut in convex parts if e bends through a place.
  bool takes_corner(Id e, const kernel::RoundedPlace& place) const;

 private:
  void read_ring(std::uint32_t face, std::vector<kernel::RoundedPlace>& places) const;
  bool is_fine(const std::vector<kernel::RoundedPlace>& ring) const;
  bool same_vertex(std::uint32_t a, std::uint32_t b);
  template <class Wanted>
  void cut_where(Wanted&& wanted, unsigned threads);
  void tidy(std::uint32_t face);
  void take_spike(Id e);
  void bridge(Id e, Id f, kernel::Label passes);
  void part_from_twin(Id e);
  void leave_out(std::uint32_t face, const std::vector<kernel::RoundedPlace>& places);
  void cut(std::uint32_t face, const std::vector<RingPart>& parts);
  bool bend(std::uint32_t face, const std::vector<kernel::RoundedPlace>& places);
  bool part_at_vertex(std::uint32_t face);
  kernel::Label stance(Id e) const { return mesh_.faces[mesh_[e].face].stance; }

  EdgeMesh& mesh_;
  RoundedVertices& vertices_;
  std::size_t most_corners_ = any_number;
  ConformingFacts& facts_;
  std::size_t most_edges_;              // a guard: so many are never needed
  std::vector<std::uint32_t> pending_;  // faces that have been changed
  std::vector<std::uint32_t> touched_;
  std::vector<Parting> partings_;
  std::vector<Bend> bends_;
};

}  // namespace plumb::pipeline
