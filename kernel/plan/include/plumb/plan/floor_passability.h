// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/plan/floor_plan.h"
#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {

/// A straight line over floors from a corner of border to the nearest place of other border, nearer than twice the
/// radius of a disc.
struct FloorPassage {
  std::array<kernel::PlanPoint, 2> ends;
  std::array<mpq_class, 2> heights;
};
mpq_class squared_width(const FloorPassage& passage);

/// The passage that closes the widest way of a disc from one place of floors to another; a proof that the disc does not
/// get there. The narrow passages part the two places wherever border at one of their ends keeps the centre away; the
/// one returned is the narrowest place of the widest way. None: narrow passages do not part the places. On floors of
/// one storey, where all border is within the window, the disc then gets there (docs/theory/routes.md); elsewhere it
/// may not.
///
/// Requires that the disc fits at both ends. `obstacles` are the plan's border. Looks at every corner of border and the
/// border near it.
std::optional<FloorPassage> closed_passage(const FloorPlan& plan, const Obstacles& obstacles,
                                           const mpq_class& squared_radius, const RouteEnd& from, const RouteEnd& to);

}  // namespace plumb::plan
