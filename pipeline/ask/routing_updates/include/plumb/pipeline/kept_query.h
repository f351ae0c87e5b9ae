// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <vector>

#include "plumb/pipeline/nav_query.h"

namespace plumb::pipeline {

/// A query that follows a navmesh which changes, such as that of a LiveBake: what stays of the navmesh keeps its
/// numbers, and only what is around the changed cells is made anew (NavQuery::follow()).
///
/// Not for two threads at once, except that several may ask the query between changes.
class KeptQuery {
 public:
  /// Requires a valid mesh.
  explicit KeptQuery(const NavMesh& mesh);
  ~KeptQuery();
  KeptQuery(KeptQuery&&) noexcept;

  /// Makes the query one of another navmesh of as many stances. @return by cell of that navmesh, its number in mesh()
  /// and in query(); the same, until it is given, or a new one for a cell that was not there
  ///
  /// Closed cells (NavQuery::set_closed()) that stay remain closed. Landmarks stay if the new cells lie within old ones
  /// and no way is new; else they are dropped, and query().prepare() makes others. `is_same_floor` says that both
  /// navmeshes have the same floor and ways, which are only cut otherwise: landmarks stay. Cost: a comparison of the
  /// navmeshes, which is linear, and what NavQuery::follow() takes for those cells and portals that differ.
  std::vector<NavMesh::CellIndex> follow(const NavMesh& next, bool is_same_floor = false);

  /// The same where only some cells have changed: `part` is what there is in place of these, with all portals that it
  /// has, and perhaps cells that are there already. Linear in the part.
  std::vector<NavMesh::CellIndex> follow(const NavMesh& part, const std::vector<NavMesh::CellIndex>& in_place_of,
                                         bool is_same_floor);

  /// What is made of it is valid until renew().
  NavQuery& query();
  /// What the query is about. Cells and portals that are gone are still in it, blocked, and what came later stands at
  /// the end: portals do not ascend.
  NavMesh& mesh();
  /// Forgets what is gone, which takes the time of a new query; without that memory grows with each change. @return by
  /// cell its new number; of those that are gone 0xffffffff
  std::vector<NavMesh::CellIndex> renew();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
