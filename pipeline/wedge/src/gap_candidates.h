// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "boundary_search.h"
#include "gap_rules.h"

namespace plumb::pipeline {

/// The nearest place of a boundary edge, seen from a vertex.
struct NearEdge {
  /// Where it is no end that the vertex is at.
  struct Foot {
    mpq_class squared_distance;
    ExactPoint at;
    mpq_class along;  ///< from 0 at the edge's start to 1 at its end
  };

  GapMesh::Id edge = GapMesh::none;
  bool at_end = false;                      ///< the vertex is there, not at the start; if there is no foot
  std::optional<Foot> foot = std::nullopt;  ///< none: the vertex is at an end
  kernel::Interval rounded_distance = {};   ///< around the squared distance
};
/// By distance: below, at or above zero.
int compare(const NearEdge& a, const NearEdge& b);
/// None if it is farther than squared_gap.
std::optional<NearEdge> near_edge(const GapMesh& mesh, GapMesh::Index vertex, GapMesh::Id edge,
                                  const mpq_class& squared_gap);

/// A double that is certainly no more than the squared distance of a vertex and an edge.
double least_squared_distance(const GapMesh& mesh, GapMesh::Index vertex, GapMesh::Id edge);

/// Which boundary edges are near to each vertex, and what was found out about both: it is asked for again and again,
/// and holds until something around them changes. Doubles choose, fractions decide.
class GapCandidates {
 public:
  using Index = GapMesh::Index;
  using Id = GapMesh::Id;

  /// Keeps a reference.
  GapCandidates(const GapMesh& mesh, const mpq_class& gap);

  /// The nearest edge within the gap that does not begin or end at the vertex and is not banned; of several the lowest
  /// number. Or null.
  std::shared_ptr<const NearEdge> nearest(Index vertex);

  void ban(Index vertex, Id edge) { known(vertex, edge).banned_in = round_; }
  void lift_bans() { ++round_; }

  /// The rule that forbade to join these, if nothing that rules look at has changed since.
  std::optional<GapRule> refused(Index vertex, Id edge);
  /// `asked_at`: now() as it was when that was asked.
  void refuse(Index vertex, Id edge, GapRule rule, std::uint64_t asked_at);
  std::uint64_t now() const { return now_; }

  /// To be called before triangles around a vertex change, and after.
  void touch(Index vertex);
  /// To be called then for edges that have changed, whether or not they moved, and for each vertex that did.
  void update(Id edge, bool moved);
  void moved(Index vertex) { vertex_moved_[vertex] = ++now_; }

 private:
  struct Candidate {
    explicit Candidate(Id e) : edge(e) {}

    Id edge;
    std::uint32_t banned_in = 0;   // a round; 0: none
    std::uint64_t known_at = 0;    // when what follows was found; 0: never
    double least = 0;              // no more than the squared distance
    bool is_far = false;           // farther than the gap
    std::uint64_t refused_at = 0;  // 0: never
    GapRule refused_by = GapRule::outgoing;
    std::shared_ptr<const NearEdge> near;
  };
  struct List {
    std::vector<Candidate> all;  // ascending by edge
    std::uint64_t made_at = 0;   // 0: never
    std::size_t seen = 0;        // of what was added to the search
  };

  List& list_of(Index vertex);
  void find_all(Index vertex, List& list);
  static Candidate& insert(List& list, Id edge);
  Candidate& known(Index vertex, Id edge) { return insert(lists_[vertex], edge); }
  kernel::Box reach(Index vertex) const;
  std::uint64_t changed_around(Index vertex, Id edge) const;

  const GapMesh& mesh_;
  BoundarySearch search_;
  mpq_class squared_gap_;
  kernel::Interval gap_, near_gap_;  // around the gap and its square
  std::vector<List> lists_;          // by vertex
  std::uint32_t round_ = 1;
  std::uint64_t now_ = 1;
  std::vector<std::uint64_t> touched_, vertex_moved_;  // by vertex, when
  std::vector<std::uint64_t> edge_moved_;              // by edge
};

}  // namespace plumb::pipeline
