// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>

#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/nav_update.h"

namespace plumb::pipeline {

/// A navmesh under updates, and a query that stays up to date with them: doors.
///
/// Changes are those of NavUpdate. An update that is prepared costs its cuts; from then on enable() and disable() only
/// close and open cells of the query (NavQuery::set_closed()). After any other change the query follows the navmesh by
/// the cells that differ (KeptQuery), when it is asked for. Landmarks stay in both cases: cuts make no path shorter.
///
/// Not for two threads at once, except that several may ask one query between changes.
class UpdatedQuery {
 public:
  /// As for NavUpdate.
  explicit UpdatedQuery(NavMesh base, kernel::Decomposition decomposition = kernel::Decomposition::bounded);
  ~UpdatedQuery();
  UpdatedQuery(UpdatedQuery&&) noexcept;

  /// Those of NavUpdate.
  Result<UpdateId> update(UpdateArea area, Change change);
  Result<UpdateId> prepare(UpdateArea area, Change change);
  bool enable(UpdateId id) { return set_enabled(id, true); }
  bool disable(UpdateId id) { return set_enabled(id, false); }
  bool revert(UpdateId id);
  const NavUpdate& updates() const { return updates_; }
  /// NavUpdate::set_base(), to a navmesh of as many stances; cells that stay keep their numbers.
  void set_base(NavMesh base);

  /// The query of the present navmesh. It answers as one of updates().mesh() does, by the numbers of mesh(), which
  /// cells keep until they are cut. What it is asked after a change costs what KeptQuery::follow() does, once.
  NavQuery& query();
  /// What the query is about: updates().open_mesh(), with the present costs and tags, as KeptQuery::mesh() has it.
  const NavMesh& mesh();
  /// KeptQuery::renew().
  void renew();

 private:
  struct Present;
  Present& present();
  bool set_enabled(UpdateId id, bool enabled);

  NavUpdate updates_;
  std::unique_ptr<Present> present_;
  bool behind_ = false;  // changes came that cut or take cuts back
};

}  // namespace plumb::pipeline
