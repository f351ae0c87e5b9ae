// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "gaps/gap_rules.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/surface/fan_mesh.h"

namespace plumb::pipeline {

/// Finds boundary edges of a mesh by boxes in doubles, while the mesh changes.
class BoundarySearch {
 public:
  using Box = kernel::Box;

  /// Keeps a reference.
  explicit BoundarySearch(const surface::FanMesh& mesh);

  /// To be called for an edge that has moved or has become boundary.
  void update(surface::FanMesh::Id edge, bool moved);

  /// Calls visit(edge) for every boundary edge that touches a box, and perhaps for others, which may be gone; in any
  /// order.
  template <class Visit>
  void around(const Box& box, Visit&& visit) const {
    tree_->query(box, [&](std::uint32_t i) { visit(edges_[i]); });
    added_since(outside_, box, visit);
  }

  /// How many edges were added since the beginning; and a visit of those added after the first `seen` that touch a box.
  std::size_t added() const { return added_.size(); }
  template <class Visit>
  void added_since(std::size_t seen, const Box& box, Visit&& visit) const {
    for (std::size_t i = seen; i < added_.size(); ++i)
      if (added_[i].box.touches(box)) visit(added_[i].edge);
  }

 private:
  struct Added {
    surface::FanMesh::Id edge;
    Box box;
  };
  void build();

  const surface::FanMesh& mesh_;
  std::optional<kernel::BoxTree> tree_;
  std::vector<surface::FanMesh::Id> edges_;  // by number in the tree: its edge
  std::vector<Added> added_;                 // since the beginning
  std::size_t outside_ = 0;                  // so many of these are in the tree
  std::vector<bool> known_;                  // by edge: it is in the tree or in added_, with its present box
};

/// The place of a boundary edge that is nearest to a vertex.
struct NearEdge {
  /// The foot, where the vertex is not itself at an end of the edge.
  struct Foot {
    mpq_class squared_distance;
    ExactPoint at;
    mpq_class along;  ///< from 0 at the edge's start to 1 at its end
  };

  surface::FanMesh::Id edge = surface::FanMesh::none;
  bool at_end = false;                      ///< without a foot: the vertex is at the edge's end, not at its start
  std::optional<Foot> foot = std::nullopt;  ///< none: the vertex is at an end of the edge
  kernel::Interval rounded_distance = {};   ///< around the squared distance
};
/// Compares by distance: negative, 0 or positive.
int compare(const NearEdge& a, const NearEdge& b);
/// The nearest place of an edge, exactly; none if it is farther than the gap.
std::optional<NearEdge> near_edge(const surface::FanMesh& mesh, surface::FanMesh::Index vertex,
                                  surface::FanMesh::Id edge, const mpq_class& squared_gap);

/// Doubles around the squared distance of a vertex and an edge.
kernel::Interval near_squared_distance(const surface::FanMesh& mesh, surface::FanMesh::Index vertex,
                                       surface::FanMesh::Id edge);

/// Keeps which boundary edges are near each vertex, and what was found out about such pairs, until something near them
/// changes: close_gaps asks for it again and again. Doubles choose, fractions decide.
class GapCandidates {
 public:
  using Index = surface::FanMesh::Index;
  using Id = surface::FanMesh::Id;

  /// Keeps a reference.
  GapCandidates(const surface::FanMesh& mesh, const mpq_class& gap);

  /// The nearest edge within the gap that does not begin or end at the vertex and is not banned; of several the one of
  /// the lowest number. Null if there is none.
  std::shared_ptr<const NearEdge> nearest(Index vertex);

  void ban(Index vertex, Id edge) { known(vertex, edge).banned_in = round_; }
  void lift_bans() { ++round_; }

  /// The rule that forbade to join this pair, if nothing that the rules look at has changed since.
  std::optional<GapRule> refused(Index vertex, Id edge);
  /// Remembers such a rule. `asked_at`: the value of now() when the rules were asked.
  void refuse(Index vertex, Id edge, GapRule rule, std::uint64_t asked_at);
  std::uint64_t now() const { return now_; }

  /// To be called before and after triangles around a vertex change.
  void touch(Index vertex);
  /// After that, update() is to be called for each edge that has changed, and moved() for each vertex that was moved.
  void update(Id edge, bool moved);
  void moved(Index vertex) { vertex_moved_[vertex] = ++now_; }

 private:
  struct Candidate {
    explicit Candidate(Id e) : edge(e) {}

    Id edge;
    std::uint32_t banned_in = 0;   // the round in which it is banned; 0: none
    std::uint64_t known_at = 0;    // the time at which the following was found; 0: never
    kernel::Interval distance;     // around the squared distance
    bool is_far = false;           // farther than the gap
    std::uint64_t refused_at = 0;  // 0: never
    GapRule refused_by = GapRule::outgoing;
    std::shared_ptr<const NearEdge> near;
  };
  struct List {
    std::vector<Candidate> all;  // ascending by edge
    std::uint64_t made_at = 0;   // 0: never
    std::size_t seen = 0;        // so many of the edges added to the search are in it
  };

  List& list_of(Index vertex);
  void find_all(Index vertex, List& list);
  void look(Index vertex, Candidate& c) const;
  static Candidate& insert(List& list, Id edge);
  Candidate& known(Index vertex, Id edge) { return insert(lists_[vertex], edge); }
  kernel::Box reach(Index vertex) const;
  std::uint64_t changed_around(Index vertex, Id edge) const;

  const surface::FanMesh& mesh_;
  BoundarySearch search_;
  mpq_class squared_gap_;
  kernel::Interval gap_, near_gap_;  // around the gap and its square
  std::vector<List> lists_;          // by vertex
  std::uint32_t round_ = 1;
  std::uint64_t now_ = 1;
  std::vector<std::uint64_t> touched_, vertex_moved_;  // by vertex: the time
  std::vector<std::uint64_t> edge_moved_;              // by edge
};

}  // namespace plumb::pipeline
