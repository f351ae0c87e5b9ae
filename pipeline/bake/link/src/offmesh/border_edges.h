// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/column_check.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The half-edges of a graph that are border for some stance, flush portals considered, numbered 0, 1, ... in the order
/// of the graph.
class BorderEdges {
 public:
  /// Keeps references.
  BorderEdges(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map,
              const NavGraph& graph);

  std::uint32_t size() const { return static_cast<std::uint32_t>(ids_.size()); }
  HalfEdgeId id(std::uint32_t i) const { return ids_[i]; }
  std::uint32_t index_of(HalfEdgeId id) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(ids_, id) - ids_.begin());
  }
  CellId cell(std::uint32_t i) const { return graph_.half_edges[ids_[i]].cell; }
  /// The greatest stance of the half-edge's cell, and the greatest that passes to a flush neighbour. For the stances
  /// above the second, up to the first, the half-edge is border.
  kernel::Label stance(std::uint32_t i) const { return map_.table.cells[cell(i)].label; }
  kernel::Label stance_through(std::uint32_t i) const;
  bool has_twin(std::uint32_t i) const { return graph_.half_edges[ids_[i]].twin != no_half_edge; }

  kernel::IntervalReach interval_reach(const mpq_class& reach, const mpq_class& rise) const;

  /// For each half-edge, those that may lie across: another cell's, whose projection may be met by an outward
  /// perpendicular of at most `reach` (input units), at a height that may be at most `rise` from the half-edge's.
  /// Ascending pairs; none for a half-edge that none of them can face. Certain rejections in doubles only.
  /// `with_twins`: half-edges that have a flush neighbour too.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs(const mpq_class& reach, const mpq_class& rise,
                                                             bool with_twins, unsigned threads) const;
  /// Those of some half-edges alone, ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_of(const std::vector<std::uint32_t>& chosen,
                                                                const mpq_class& reach, const mpq_class& rise,
                                                                bool with_twins, unsigned threads) const;

  /// The half-edges that perhaps face another one, as in pairs(), ascending. Of the pairs of i of `from` and any j, in
  /// both directions, only those are looked at for which is_other(i, j) returns true.
  template <class IsOther>
  std::vector<std::uint32_t> facing(const std::vector<std::uint32_t>& from, const mpq_class& reach,
                                    const mpq_class& rise, IsOther&& is_other) const {
    const kernel::Interval squared_reach = interval_reach(reach, rise).squared_reach;
    const Distances d = distances(reach, rise);
    std::vector<bool> faces(size());
    const auto look = [&](std::uint32_t i, std::uint32_t j) {
      if (!faces[i]) faces[i] = may_meet(plan_of(i), j, squared_reach) == Meeting::face;
    };
    for (const std::uint32_t i : from)
      tree_->query(around(tree_->box(i), d), [&](std::uint32_t j) {
        if ((faces[i] && faces[j]) || !is_other(i, j)) return;
        look(i, j);
        look(j, i);
      });
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < size(); ++i)
      if (faces[i]) out.push_back(i);
    return out;
  }

  /// Makes the exact ends of the half-edges of these pairs, if they are not there yet.
  void make_ends(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs, unsigned threads);
  const ExactPoint& from(std::uint32_t i) const { return *graph_.store.points.find(graph_.half_edges[ids_[i]].from); }
  const ExactPoint& to(std::uint32_t i) const { return *graph_.store.points.find(graph_.half_edges[ids_[i]].to); }
  const kernel::PlanIntegers& plan_from(std::uint32_t i) const {
    return integers_[slot_[graph_.half_edges[ids_[i]].from]];
  }
  const kernel::PlanIntegers& plan_to(std::uint32_t i) const { return integers_[slot_[graph_.half_edges[ids_[i]].to]]; }
  kernel::PlanFrame plan_frame(std::uint32_t i) const { return {plan_from(i), plan_to(i)}; }
  kernel::IntervalSegment near(std::uint32_t i) const {
    const HalfEdge& edge = graph_.half_edges[ids_[i]];
    return {near_[slot_[edge.from]], near_[slot_[edge.to]], edge.line};
  }

 private:
  // Slots by where they are in plan.
  struct PlanHash {
    const std::vector<const ExactPoint*>& exact;
    std::size_t operator()(std::uint32_t slot) const;
  };
  struct PlanEqual {
    const std::vector<const ExactPoint*>& exact;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      return (*exact[a])[0] == (*exact[b])[0] && (*exact[a])[1] == (*exact[b])[1];
    }
  };
  // At least a reach and a rise, in the scene's integer units.
  struct Distances {
    double away, up;
  };
  Distances distances(const mpq_class& reach, const mpq_class& rise) const;
  // Rounding keeps order: no half-edge that these are to reach ends before the box that comes out.
  static Box around(Box box, const Distances& d) {
    for (int k = 0; k < 3; ++k) {
      box.low[k] -= k < 2 ? d.away : d.up;
      box.high[k] += k < 2 ? d.away : d.up;
    }
    return box;
  }
  kernel::IntervalVertex plan(VertexRef v) const;
  kernel::IntervalSegment plan_of(std::uint32_t i) const;
  Box box(std::uint32_t i) const;
  std::vector<Box> subdivided_boxes(std::uint32_t i, double spacing) const;
  /// How the outward perpendiculars of a half-edge meet another within reach: certainly none (but perhaps in a point or
  /// at no distance), perhaps from behind, perhaps face to face. A reach of 0 asks for half-edges on one line.
  enum class Meeting { none, back, face };
  Meeting may_meet(const kernel::IntervalSegment& here, std::uint32_t j, const kernel::Interval& squared_reach) const;

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const StanceMap& map_;
  const NavGraph& graph_;
  std::vector<HalfEdgeId> ids_;
  std::optional<kernel::BoxTree> tree_;
  std::vector<std::uint32_t> slot_;           // by vertex: into exact_
  std::vector<const ExactPoint*> exact_;      // of the graph's store
  std::vector<kernel::IntervalVertex> near_;  // the same, likewise by slot
  std::vector<kernel::PlanIntegers> integers_;
  std::unordered_set<std::uint32_t, PlanHash, PlanEqual> distinct_{0, PlanHash{exact_},
                                                                   PlanEqual{exact_}};  // for look-ups alone
};

}  // namespace plumb::pipeline
