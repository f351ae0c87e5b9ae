// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "convex_parts.h"
#include "edge_mesh.h"
#include "rounded_vertices.h"
#include "vertex_edges.h"

namespace plumb::pipeline {

/// Mends the polygons of a mesh whose vertices are rounded, until each is convex, has an area and not too many corners:
/// cuts those with a reflex corner, and takes out triangles that have no area or are turned over, so that what is
/// beside them meets. The result is the same for any number of threads.
class FaceRepair {
 public:
  using Id = EdgeMesh::Id;

  /// Keeps references.
  FaceRepair(EdgeMesh& mesh, RoundedVertices& vertices, ConformingFacts& facts, unsigned threads)
      : mesh_(mesh), vertices_(vertices), vertex_edges_(mesh), facts_(facts), threads_(threads) {}

  /// Mends all faces; they may have any number of corners. `whole`, by face: does it certainly need no mending? Such
  /// faces are not looked at, and others that need none are marked. Empty: none is marked.
  void mend_all(std::vector<std::uint8_t>& whole);
  /// Cuts polygons until none has more corners, and keeps to that from now on. Requires that all are mended.
  void limit_corners(std::size_t most);
  /// Faces that have been changed, one after the other.
  void mend(std::span<const std::uint32_t> faces);
  /// Makes two vertices one, wherever they are. Calls changed(face) for each face of which a corner is another now, for
  /// some twice.
  template <class Changed>
  void contract(std::uint32_t kept, std::uint32_t gone, Changed&& changed) {
    vertices_.merge(gone, kept);
    vertex_edges_.replace(gone, kept, [&](Id e) {
      if (mesh_.alive(e)) changed(mesh_[e].face);
      return mesh_.alive(e);
    });
  }
  /// Nothing is left of a face; what is beside it has an open edge there.
  void leave_out(std::uint32_t face);
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

  /// Whether the faces beside e can be cut in convex parts if e bends through a place. With a buffer for each thread.
  struct Buffer {
    RingCutter cutter;
    std::vector<kernel::RoundedPlace> places;
  };
  bool takes_corner(Id e, const kernel::RoundedPlace& place, Buffer& buffer) const;

 private:
  // What is to be done with a face.
  struct Plan {
    std::uint32_t face;
    std::uint32_t first_part = 0, parts = 0;  // among those of its chunk. 1 part: it stays; 0: mend_one() mends it
    std::uint32_t chunk = 0;
    Id first_edge = 0;             // of those that are made
    std::uint32_t first_face = 0;  // of those that are made
  };
  struct Plans {
    std::vector<Plan> plans;  // in the order of faces
    std::vector<RingParts> parts;
  };
  // Buffers of cut().
  struct CutWork {
    struct Cut {
      std::uint32_t from, to;
      Id e;
    };
    std::vector<Id> around, made;
    std::vector<Cut> cuts;
  };

  void read_ring(std::uint32_t face, std::vector<kernel::RoundedPlace>& places) const;
  bool is_fine(std::span<const kernel::RoundedPlace> ring) const;
  bool is_tidy(std::uint32_t face) const;
  bool same_place(std::uint32_t a, std::uint32_t b) const;
  bool same_vertex(std::uint32_t a, std::uint32_t b);
  template <class Decide>
  Plans plan(std::size_t count, Decide&& decide) const;
  template <class LookedAt, class Wanted>
  void cut_where(LookedAt&& looked_at, Wanted&& wanted);
  void mend_one(std::uint32_t face);
  void tidy(std::uint32_t face);
  void take_spike(Id e);
  void bridge(Id e, Id f, kernel::Label passes);
  void part_from_twin(Id e);
  void make_cuts(std::span<Plan> plans, const std::vector<RingParts>& parts);
  void cut(const Plan& plan, const RingParts& parts, CutWork& work);
  bool bend(std::uint32_t face, std::span<const kernel::RoundedPlace> places);
  bool part_at_vertex(std::uint32_t face);
  kernel::Label stance(Id e) const { return mesh_.faces[mesh_[e].face].stance; }

  EdgeMesh& mesh_;
  RoundedVertices& vertices_;
  VertexEdges vertex_edges_;
  std::size_t most_corners_ = any_number;
  ConformingFacts& facts_;
  unsigned threads_;
  std::vector<std::uint32_t> pending_;  // faces that have been changed
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint8_t> untidy_;  // by face, while all are mended: one that tidy() must see; else empty
  Buffer buffer_;
  std::vector<Parting> partings_;
  std::vector<Bend> bends_;
};

}  // namespace plumb::pipeline
