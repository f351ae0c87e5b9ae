// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "flush/surface_half_edges.h"
#include "flush/vertex_order.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// A half-edge with what its line and its vertices are, roughly.
struct RoughEdge {
  HalfEdgeId half_edge;
  kernel::PolygonId surface;
  PlanLine line;
  double low[3], high[3];  ///< a box around it, x, y, z; all space where doubles tell nothing
  int heading[2];          ///< the sign of its direction in x and in y; 0: not certain
};

/// All pairs of half-edges that may lie on one line in plan in opposite directions, on different surfaces, and whose
/// boxes touch, the lower number first, ascending, each once; perhaps some that do not. Where doubles do not tell a
/// line (NaN), the boxes alone decide. `extent`: at least the magnitude of every coordinate, in plan, of what has a
/// line. About N log N and the number of pairs, and N for each of a few lines that are not told.
std::vector<std::pair<HalfEdgeId, HalfEdgeId>> contact_candidates(std::vector<RoughEdge> edges, double extent);

/// How far apart the sines (cosines) of the doubled angles, and the offsets, of rough lines may be that stand for equal
/// ones. The latter relative to the extent. Derivations in link_across.cpp.
inline constexpr kernel::ErrorBound angle_error{25};
inline constexpr kernel::ErrorBound offset_error{77};

/// Of the doubled angle: they do not depend on the direction of a line.
template <class N>
N doubled_cosine(const N& nx, const N& ny) {
  return kernel::formulas::determinant(nx, ny, ny, nx);
}
template <class N>
N doubled_sine(const N& nx, const N& ny) {
  return (nx + nx) * ny;
}

}  // namespace plumb::pipeline

// The part of linking between surfaces: half-edges over the same segment become twins.
namespace plumb::pipeline {

/// Joins the graphs of single surfaces into one: unites equal vertices, cuts half-edges and pairs them.
class SurfaceJoiner {
 public:
  SurfaceJoiner(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map);

  /// Appends the next graph, in the order of cells.
  void add(SurfaceGraph& part);
  /// Returns the graph of all. To be called once, at the end.
  NavGraph join();

 private:
  // Half-edges that may share a segment, and whether they are known to be on one line.
  struct Touching {
    HalfEdgeId a, b;
    bool straight;
  };
  struct Cut {
    HalfEdgeId half_edge;
    VertexRef at;
  };

  void join_input_points();
  void join_edge_cuts();
  void match();
  void cut_partial_contacts();
  void apply_cuts(VertexOrder& order);
  void compact();
  RoughEdge rough(HalfEdgeId edge) const;
  void examine(const Touching& touching, VertexOrder& order);

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const StanceMap& map_;
  NavGraph graph_;
  std::vector<EdgeCut> edge_cuts_;
  std::vector<PlanLine> lines_;  // by HalfEdge::line
  kernel::UnionFind equal_;
  std::vector<Cut> cuts_;
};

}  // namespace plumb::pipeline
