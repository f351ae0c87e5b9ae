// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <vector>

#include "plumb/kernel/interval_set.h"
#include "plumb/pipeline/column_check.h"
#include "plumb/pipeline/triangle_stages.h"
#include "plumb/pipeline/wedge_stages.h"

// Boundary edges of a mesh that lie on one another in plan, and where the agent steps from one to the other.
namespace plumb::pipeline {

/// Two boundary edges that lie on one another in plan, with their triangles on opposite sides.
struct EdgeContact {
  using Index = TriangleMesh::Index;
  Index a = 0, b = 0;             ///< into the mesh's boundary, a < b
  kernel::ExactInterval along_a;  ///< where they lie on one another, as shares of edge a in its direction
  kernel::Linear share_on_b;      ///< by share of a, that of b in its own direction
  kernel::Linear rise;            ///< by share of a: how far b is above a
  /// Where the agent steps over: the rise is at most the step, and no wall stops him. A rise of 0 all along is no step,
  /// but joins the two as well.
  kernel::IntervalSet linked;

  bool is_level() const { return sgn(rise.at) == 0 && sgn(rise.slope) == 0; }
};

struct ContactOptions {
  const ColumnCheck& column;  ///< of the same step
  mpq_class step, height;     ///< of the agent; step >= 0
  bool any_rise = false;      ///< also contacts that rise by two steps or more everywhere
};

/// The contacts of those boundary edges that `counts` accepts, where the rise is somewhere less than two steps;
/// ascending by (a, b). Exact. Near N log N in edges, unless many storeys have edges on one line.
std::vector<EdgeContact> edge_contacts(const TriangleMesh& mesh, const ContactOptions& options,
                                       const std::function<bool(const TriangleMesh::BoundaryEdge&)>& counts);

/// Splits boundary edges where a link begins or ends, and gives the class `step` to what is linked. Triangles that are
/// split keep their number, and their other parts are added at the end.
void mark_steps(TriangleMesh& mesh, const std::vector<EdgeContact>& contacts);

/// The links of edges of the class `step` between triangles of one component.
std::vector<StepLink> step_links(const TriangleMesh& mesh, const ContactOptions& options);

/// Stretches over which edges of the class `step` lie on one another whose triangles are of one component, but of two
/// pieces of it that neither joined sides nor links connect.
std::vector<PlanStretch> parted_steps(const TriangleMesh& mesh, const ContactOptions& options);

/// Gives each triangle the number of its component over joined sides and contacts, from 0 by their lowest triangles.
/// Returns how many there are.
TriangleMesh::Index number_components(TriangleMesh& mesh, const std::vector<EdgeContact>& contacts);

}  // namespace plumb::pipeline
