// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <vector>

#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// What a closed component is (docs/theory/definitions.md, Solids).
enum class ComponentKind : std::uint8_t {
  solid,   ///< positive signed volume
  cavity,  ///< negative volume, within a solid: a hole in it
  room,    ///< negative volume, within no solid: modelled from inside; ignored
  flat,    ///< no volume; ignored
  broken,  ///< no longer closed, as a face that crosses itself was dropped, or as the parts of a face have another
           ///< boundary in space than the face (SurfaceSet::bent_faces); ignored
};
/// "solid", "cavity", "room", "flat", "broken".
const char* text_of(ComponentKind kind);

/// A set of faces, edge-connected by exactly equal vertices, in which every directed edge is met by its reverse as
/// often as it occurs.
struct ClosedComponent {
  ComponentKind kind = ComponentKind::solid;
  std::uint32_t first_face = 0;  ///< the lowest
  std::uint32_t faces = 0;
  mpq_class volume;  ///< signed, in cubic input units
};

/// Edges whose two directions do not occur equally often, so that they keep a component from being closed.
struct OpenEdges {
  struct Edge {
    std::uint32_t face = 0;  ///< the lowest with the edge
    std::array<kernel::PointId, 2> ends{};
  };
  std::uint64_t count = 0;
  std::vector<Edge> first;  ///< at most open_edge_places, ascending by face and ends
};
inline constexpr std::size_t open_edge_places = 3;

struct SolidSet {
  std::vector<ClosedComponent> components;  ///< ascending by first face
  std::vector<bool> counts;  ///< by face: it belongs to a solid or a cavity, so it counts in windings; empty: none do
  OpenEdges open = {};       ///< if there is no closed component

  bool counts_face(std::uint32_t face) const { return !counts.empty() && counts[face]; }
  std::size_t count(ComponentKind kind) const;
};

/// The closed components of a level by their edges and volumes alone: solids, rooms and those without volume.
struct ClosedFaces {
  static constexpr std::uint32_t open = 0xffffffffu;
  std::vector<ClosedComponent> components;  ///< ascending by first face
  std::vector<std::uint32_t> component;     ///< by face: the index of its component; open: it is in none
  OpenEdges open_edges;
};
/// `set`: the level's polygons as convexify makes them, whose volumes count; without it, a face that is not planar
/// counts as the fan from its first corner. Exact; N log N.
ClosedFaces closed_faces(const Scene& scene, const SurfaceSet* set = nullptr);

/// Stage: the closed components of a level, judged before any face without area is dropped. Repeated consecutive
/// vertices of a face count as one. `set`: the level's polygons as convexify makes them, which decide whether a point
/// is inside of a component. Exact; N log N.
SolidSet find_solids(const Scene& scene, const SurfaceSet& set);

}  // namespace plumb::pipeline
