// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "contact_candidates.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"
#include "surface_half_edges.h"
#include "vertex_order.h"

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
