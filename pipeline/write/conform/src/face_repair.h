// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_set.h>

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "convex_parts.h"
#include "edge_mesh.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/numbering.h"

namespace plumb::pipeline {

/// Rounded points by number, z up. Those that are alike count as the first of them.
class RoundedVertices {
 public:
  using Position = std::array<float, 3>;

  /// Numbered as they are given; one counts once it is used.
  explicit RoundedVertices(std::vector<Position> positions)
      : positions_(std::move(positions)), given_(positions_.size()), known_(0, Hash{this}, Same{this}) {}
  RoundedVertices(const RoundedVertices&) = delete;

  const Position& operator[](std::uint32_t v) const { return positions_[v]; }
  /// Not one of those that were given.
  bool is_new(std::uint32_t v) const { return v >= given_; }
  kernel::RoundedPlace place(std::uint32_t v) const { return {positions_[v][0], positions_[v][1]}; }
  const std::vector<Position>& all() const { return positions_; }

  /// From now on `kept` stands for `gone`, too.
  void merge(std::uint32_t gone, std::uint32_t kept) {
    kept_.resize(positions_.size(), self);
    kept_[kept] = self;  // if it was gone, it is in use again
    kept_[gone] = kept;
  }
  /// What stands for a vertex now.
  std::uint32_t find(std::uint32_t v) const {
    while (v < kept_.size() && kept_[v] != self) v = kept_[v];
    return v;
  }

  void expect(std::size_t uses) { known_.reserve(uses); }
  /// Of those used so far that are like this one, the first.
  std::uint32_t use(std::uint32_t v) { return *known_.insert(v).first; }
  std::uint32_t use(const Position& position) {
    const auto next = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(position);
    const std::uint32_t v = use(next);
    if (v != next) positions_.pop_back();
    return v;
  }

 private:
  struct Hash {
    const RoundedVertices* vertices;
    std::size_t operator()(std::uint32_t v) const {
      std::uint64_t h = 0;
      for (const float c : vertices->positions_[v])
        h = kernel::KeyHash()(h << 32 ^ std::bit_cast<std::uint32_t>(c + 0.0f));  // no negative zero
      return h;
    }
  };
  struct Same {
    const RoundedVertices* vertices;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      return vertices->positions_[a] == vertices->positions_[b];
    }
  };

  static constexpr std::uint32_t self = 0xffffffffu;
  std::vector<Position> positions_;
  std::vector<std::uint32_t> kept_;
  std::size_t given_;
  tsl::robin_set<std::uint32_t, Hash, Same> known_;
};

/// The half-edges that start at each vertex of a mesh, in lists, so that one vertex may take the place of another
/// without a look at the whole mesh. They are first listed when they are first asked for; half-edges that are added
/// later join when something is asked again. Nothing else may change where a half-edge starts.
class VertexEdges {
 public:
  using Id = EdgeMesh::Id;

  /// Keeps a reference.
  explicit VertexEdges(EdgeMesh& mesh) : mesh_(mesh) {}

  /// Lets half-edges that start at `gone`, dead ones too, start at `kept`: those for which move(e) is true.
  template <class Move>
  void replace(std::uint32_t gone, std::uint32_t kept, Move&& move) {
    list_new();
    if (std::max(gone, kept) >= first_.size()) first_.resize(std::max(gone, kept) + 1, EdgeMesh::none);
    Id e = std::exchange(first_[gone], EdgeMesh::none);
    while (e != EdgeMesh::none) {
      const Id next = next_[e];
      if (move(e)) mesh_[e].from = kept;
      next_[e] = std::exchange(first_[mesh_[e].from], e);
      e = next;
    }
  }

 private:
  void list_new() {
    if (next_.empty()) next_.reserve(mesh_.size());
    for (auto e = static_cast<Id>(next_.size()); e < mesh_.size(); ++e) {
      const std::uint32_t vertex = mesh_[e].from;
      if (vertex >= first_.size()) first_.resize(vertex + 1, EdgeMesh::none);
      next_.push_back(std::exchange(first_[vertex], e));
    }
  }

  EdgeMesh& mesh_;
  std::vector<Id> first_;  // by vertex
  std::vector<Id> next_;   // by half-edge: the next one in its list
};

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

/// Divides edges of polygons where somebody can stand until none runs between the same two vertices as another that is
/// not its twin, and mends the polygons that this concerns. Whether there was one.
bool separate_edges(EdgeMesh& mesh, RoundedVertices& vertices, const NumberGrid& grid, FaceRepair& repair,
                    unsigned threads, std::uint64_t& divided);

}  // namespace plumb::pipeline
