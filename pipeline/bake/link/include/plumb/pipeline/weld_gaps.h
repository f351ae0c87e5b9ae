// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <span>

#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/link.h"

namespace plumb::pipeline {

/// The cells of a stance map as the portals of a graph that admit a stance (1..K) join them. Cells lower than it are
/// alone.
kernel::UnionFind joined_cells(const NavGraph& graph, const StanceMap& map, kernel::Label stance);

/// For what follows: by cell, the number of its component in a stance's graph, the lowest's unless said otherwise, or
/// ignored_component. 0 is the largest, which saves time.
using ComponentOfCell = std::span<const std::uint32_t>;
inline constexpr std::uint32_t ignored_component = 0xffffffffu;

/// Half-edges of different components that are border for the lowest stance, and about how far they are apart.
struct NearBorders {
  HalfEdgeId a = 0, b = 0;      ///< a < b
  double squared_distance = 0;  ///< in plan, in squares of the scene's integer units
};
/// Those that seem to be within `reach` (input units, above 0) in plan and a step in height and to face each other,
/// nearest first. In doubles: a hint where welds may be.
std::vector<NearBorders> near_borders(const LinkedLevel& level, ComponentOfCell component, const mpq_class& reach);

/// A gap between two components that a weld could bridge.
struct WeldGap {
  std::uint32_t a = 0, b = 0;  ///< a < b
  mpq_class squared_width;     ///< of its narrowest place, in plan, in squared input units: every wider weld bridges it
};
/// For components between which a weld of `reach` would bridge a gap where borders are near, about the narrowest such
/// gap, narrowest first. That it would is exact, by the rules of link(): what is met first, the step, what stands
/// between. The nearest borders are tried first, and where some hundreds fail, no more. `graph` is that of link();
/// `threads` >= 1 does not change the result.
std::vector<WeldGap> weld_gaps(const LinkedLevel& level, const SurfaceIndex& index, ComponentOfCell component,
                               const std::vector<NearBorders>& near, const mpq_class& reach, unsigned threads);

/// The pairs of components that welds of `weld` (input units, above 0) would join, ascending, each once: those between
/// which the rules of link() make a weld portal that admits `stance`. `component` is of that stance's graph, `graph`
/// that of link(), perhaps with narrower welds; `threads` >= 1 does not change the result. Only borders that come near
/// another component are looked at.
std::vector<std::array<std::uint32_t, 2>> welded_pairs(const LinkedLevel& level, const SurfaceIndex& index,
                                                       ComponentOfCell component, const mpq_class& weld,
                                                       kernel::Label stance, unsigned threads);

/// Two components that step portals would join.
struct StepGap {
  std::uint32_t a = 0, b = 0;  ///< a < b
  mpq_class rise;              ///< the least difference of heights on such a portal: no lower step joins them there
};
/// The rises between components that a step could bridge. Keeps references. `graph` is that of link(); `threads` >= 1
/// does not change the result.
class StepGaps {
 public:
  /// Those of at most `highest`.
  StepGaps(const LinkedLevel& level, const SurfaceIndex& index, ComponentOfCell component, const mpq_class& highest,
           unsigned threads);
  ~StepGaps();
  /// By the rules of link() for a map of this step, above 0 and at most the highest, but that walls along flush portals
  /// stop whom they stopped: the pairs of components that it joins, those of a spanning forest of the least rises, the
  /// least first. Walls between the rise and the step may still stop a step as low as the rise.
  std::vector<StepGap> at(const mpq_class& step);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
