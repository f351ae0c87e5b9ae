// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/derived_mesh.h"

namespace plumb::pipeline {

struct FaceTag {
  std::uint32_t face = 0xffffffffu;
  std::uint32_t way = 0xffffffffu;  ///< of a cell_mesh(): the portal that leads on, doubled, plus 1 on b
};

/// Polygons of a navmesh whose edges meet end to end. Half-edges are twins where a way leads across them.
struct EdgeMesh : kernel::HalfEdgeMesh<FaceTag> {
  struct Face {
    NavMesh::CellIndex cell = 0;
    kernel::Label stance = 0;   ///< the greatest that counts; at most 0: nobody stands there
    Id first = none;            ///< some half-edge of it; none: it is gone
    std::uint32_t heir = none;  ///< the face that it became part of, or that lies beside what was left of it
    /// Of a mesh that was rounded: the face of the exact one that it is a part of.
    std::uint32_t origin = none;
  };
  std::vector<Face> faces;
  std::uint64_t inserted = 0;   ///< corners that are none of the facets
  std::uint64_t looked_at = 0;  ///< how often a point was looked at for whether it lies on an edge of a facet

  bool is_gone(std::uint32_t face) const { return faces[face].first == none; }
  /// What a face has become part of in the end, or lies beside what was left of it; itself if it is not gone; or none.
  std::uint32_t left_of(std::uint32_t face) const {
    while (face != none && is_gone(face)) face = faces[face].heir;
    return face;
  }
  /// Nothing is left of a face: its heir is one that is not gone, so that no heirs go in a circle.
  void remove_face(std::uint32_t face) {
    const std::uint32_t heir = left_of(faces[face].heir);
    faces[face].heir = heir == face ? none : heir;
    faces[face].first = none;
  }

  /// The label of every half-edge around.
  void set_face(Id first, std::uint32_t face) {
    for (Id e = first;;) {
      edges[e].face = face;
      if ((e = edges[e].next) == first) return;
    }
  }
};

/// Whether a portal joins its cells: both are wanted, and it admits all who stand on both sides, as far as they count.
inline bool joins(const NavMesh& mesh, const WantedCells& wanted, const NavMesh::Portal& portal) {
  const kernel::Label least = std::min(mesh.cells[portal.a].stance, mesh.cells[portal.b].stance);
  return wanted(least) && portal.stance >= wanted.counts(least);
}

/// Whether c lies between p and q, all on one line.
inline bool between(const MeshPoints::Place& p, const MeshPoints::Place& q, const MeshPoints::Place& c) {
  return kernel::before(p, q) ? kernel::before(p, c) && kernel::before(c, q)
                              : kernel::before(q, c) && kernel::before(c, p);
}

/// The facets of the cells that are wanted: with the ends of flush portals as corners on both sides, and the corners of
/// facets that lie on the edges of others of their cell or on a portal to it. Vertices are points of the mesh. Twins
/// are the sides of inner edges of a cell and of flush portals that admit all who stand on both sides.
EdgeMesh edge_mesh(DerivedMesh& derived, const WantedCells& wanted, unsigned threads);

struct CellMesh {
  EdgeMesh edges;
  std::vector<std::uint32_t> steps;  ///< portals that are edges, by way of FaceTag::way
  /// Portals that are no edge, ascending; of a weld and its reverse, the first.
  std::vector<std::uint32_t> connections;
};

/// The cells where somebody can stand, each one face: its outline, with the ends of portals as corners. Twins are the
/// sides of flush portals that admit all who stand on both sides; these and such steps are named on their edges
/// (FaceTag::way).
/// What overlaps a portal that was taken before is a connection.
CellMesh cell_mesh(DerivedMesh& derived, const WantedCells& standing, std::span<const OuterEdge> outer = {});

}  // namespace plumb::pipeline
