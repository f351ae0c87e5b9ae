// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "gap_rules.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {

/// The nearest place of a boundary edge, seen from a vertex.
struct NearEdge {
  GapMesh::Id edge = GapMesh::none;
  mpq_class squared_distance;
  ExactPoint at;
  mpq_class along;  ///< from 0 at the edge's start to 1 at its end
};
NearEdge near_edge(const GapMesh& mesh, const ExactPoint& from, GapMesh::Id edge);

/// A double that is certainly no more than the squared distance of a vertex and an edge.
double least_squared_distance(const GapMesh& mesh, GapMesh::Index vertex, GapMesh::Id edge);

/// The edges of a mesh's boundary, by where they are. Doubles choose, fractions decide.
class BoundarySearch {
 public:
  /// Keeps a reference.
  explicit BoundarySearch(const GapMesh& mesh);
  ~BoundarySearch();

  /// To be called when an edge has changed, appeared or gone.
  void update(GapMesh::Id edge);
  /// The nearest edge within `gap` that does not begin or end at the vertex and that `banned` does not name; of several
  /// the lowest number.
  template <class Banned>
  std::optional<NearEdge> nearest(GapMesh::Index vertex, const mpq_class& gap, Banned&& banned) const {
    std::optional<NearEdge> best;
    const mpq_class squared_gap = gap * gap;
    const double most = kernel::interval_of(squared_gap).high;
    for (const GapMesh::Id e : around(mesh_.at(vertex), gap)) {
      if (mesh_[e].from == vertex || mesh_.to(e) == vertex || banned(e)) continue;
      if (least_squared_distance(mesh_, vertex, e) > (best ? kernel::interval_of(best->squared_distance).high : most))
        continue;
      NearEdge found = near_edge(mesh_, mesh_.at(vertex), e);
      if (found.squared_distance > squared_gap) continue;
      if (!best || found.squared_distance < best->squared_distance) best = std::move(found);
    }
    return best;
  }

 private:
  std::vector<GapMesh::Id> around(const ExactPoint& at, const mpq_class& gap) const;  // ascending

  const GapMesh& mesh_;
  struct Tree;  // its library is slow to compile
  std::unique_ptr<Tree> tree_;
};

}  // namespace plumb::pipeline
