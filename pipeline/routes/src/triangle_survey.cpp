// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/triangle_survey.h"

#include <algorithm>

#include "edge_piece.h"

namespace plumb::pipeline {

const TriangleSurvey::Facts& TriangleSurvey::facts(Index triangle) {
  std::optional<Facts>& out = facts_[triangle];
  if (out) return *out;
  const PlanTriangulation& t = cost_.area().triangulation();
  out = Facts{cost_.least_if_full(triangle), true, true};
  if (cost_.sweeps())
    out->uniform = cost_.area().is_full_around(triangle, cost_.radius()) &&
                   std::ranges::all_of(cost_.area().triangles_near(triangle, cost_.radius()),
                                       [&](Index other) { return t.regions[other] == t.regions[triangle]; });
  if (cost_.radius() > 0) {
    const double reach = kernel::interval_of(cost_.radius()).high;
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
      kernel::Box box = box_around(edge_piece(t.points[t.from(h)], t.points[t.to(h)]), reach);
      obstacles_.limit(box, cost_.area().near(triangle).heights);
      if (obstacles_.any_in(box, [](Index) { return true; })) out->clear = false;
    }
  }
  return *out;
}

}  // namespace plumb::pipeline
