// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cmath>
#include <deque>
#include <tuple>
#include <vector>

#include "plumb/kernel/decompose.h"
#include "plumb/kernel/numbering.h"
#include "plumb/vcd/levels.h"
#include "plumb/vcd/surface_cells.h"
#include "plumb/vcd/wall.h"

namespace plumb::vcd {

/// Volume Collision Decomposition (Budde & Kausch, 5): cuts one surface into covered, blocked and stance cells, by all
/// obstacles, each sliced at the stances' heights above the surface. Where an obstacle that counts passes through the
/// surface, cells end, whatever their verdict, unless they are covered. N scattered obstacles take about N log N time.
/// Not thread-safe: each thread has an object of its own, which keeps its buffers.
class VolumeDecomposer {
 public:
  /// Keeps references to points and levels.
  VolumeDecomposer(const kernel::PointTable& points, const Levels& levels, kernel::Decomposition decomposition);

  /// Whether decompose() stores the numbers of lines in the table (CellTable::kept). By default it does.
  void keep_lines(bool keep) { keeps_ = keep; }

  /// Appends the cells and obstructions of a surface. Requires a surface that is not vertical, and obstacles other than
  /// the surface itself, each once. Of several obstacles with one outline that are no walls, the lowest may stand for
  /// all. The result does not depend on the order of obstacles.
  void decompose(const Polygon& surface, std::span<const Obstacle> obstacles, CellTable& out);

  kernel::LadderCounts counts() const { return plan_.counts(); }

 private:
  struct Bounds {
    double low[2], high[2];
  };
  static constexpr Bounds everywhere{{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};
  static constexpr Bounds unknown_bounds{{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
  struct Slice {
    kernel::Label label;
    kernel::PolygonId witness;
    kernel::ConvexCell region;
    Bounds bounds;  // of its obstacle
  };
  // The effect of an obstacle on the surface, in lines of the plan.
  struct Effect {
    boost::container::small_vector<Slice, 1> slices;
    std::optional<WallTrace> trace;
    std::optional<Crossing> crossing;
  };
  struct LabelledCell {
    kernel::ConvexCell cell;
    kernel::Label label;
    kernel::PolygonId witness;
    std::optional<Bounds> bounds;  // computed when first needed
  };
  struct Near {
    Obstacle obstacle;
    Reach reach;
    Bounds bounds;        // of its corners, rounded
    Bounds certain;       // contain the obstacle for certain
    bool whole = true;    // whether all corners are whole
    std::uint32_t count;  // of obstacles: see count_of()
  };
  using Subset = std::vector<std::uint32_t>;  // of near_

  std::uint32_t count_of(const Obstacle& obstacle, const ObstacleFilter& filter);
  std::size_t count_of(const Subset& subset) const;
  void sort_near(std::size_t found);
  kernel::PolygonId owner_of_all(const kernel::ConvexCell& outline);
  Bounds bounds_of(const Polygon& polygon) const;
  void decompose_part(const kernel::ConvexCell& part, const Subset& subset, int depth);
  bool split_part(const kernel::ConvexCell& part, const Subset& subset, int depth);
  void cut_part(const kernel::ConvexCell& part, const Subset& subset);
  void find_effect(const Near& near, Effect& effect);
  void over_level(const Near& near, std::uint32_t level, kernel::Signs& over);
  bool is_corner(kernel::PointId p) const;
  void slice(const Near& near, Effect& effect);
  std::optional<Crossing> crossing_of(const Near& near);
  bool surface_misses(const kernel::Plane& blocker);
  void cut_by_slices(const kernel::ConvexCell& part);
  Bounds certain_bounds(kernel::VertexId vertex) const;
  Bounds certain_bounds(const kernel::ConvexCell& cell);
  bool certainly_apart(LabelledCell& cell, const Bounds& other);
  void cut_by_owners(const kernel::ConvexCell& part, std::span<const Slice* const> owners);
  template <class Cut>
  void cut_cells(const Cut& cut);
  void cut_by_walls();
  void cut_by_crossings();
  void emit(const LabelledCell& cell, bool whole);
  void add_obstructions(const WallTrace& trace, const kernel::ConvexCell& outline);
  kernel::LineSource exported(kernel::LineSource source);
  kernel::LineSource keep(kernel::LineId line);
  void rewind(const kernel::ImplicitPlan::Mark& mark);

  const kernel::PointTable& points_;
  const Levels& levels_;
  kernel::Decomposition decomposition_;
  kernel::ImplicitPlan plan_;

  // The surface that is being decomposed.
  Polygon surface_;
  std::optional<kernel::Plane> plane_;
  std::vector<const Near*> near_;  // the largest first
  CellTable* out_ = nullptr;
  bool untouched_ = false;  // the current part is the whole surface
  bool prepared_ = false;   // effects_ has an entry for each of near_

  bool keeps_ = true;
  kernel::ImplicitPlan kept_;  // the lines that the surface's cells and obstructions need; plan_ erases others
  std::vector<bool> is_kept_;  // by number of a line of plan_
  // By number of a canonical line of plan_: a line of kept_ with the same inside; no_line where none is known.
  std::vector<kernel::LineId> kept_equal_;
  kernel::PairMap<char> kept_across_;              // axis-parallel lines in kept_: the point, and whether x is constant
  std::vector<std::uint32_t> exported_diagonals_;  // by diagonal of plan_: its number in the table

  // Buffers.
  std::vector<Near> found_;
  Subset all_;
  std::deque<std::array<Subset, 2>> halves_;  // by depth of recursion; a deque, so that growing moves no element
  std::vector<Bounds> vertex_bounds_;         // by vertex of plan_; those not computed yet are unknown_bounds
  kernel::Signs over_;
  std::vector<std::tuple<double, kernel::PolygonId, std::uint32_t>> by_size_;
  std::vector<double> lows_;
  std::vector<Effect> effects_;       // of near_, or of the subset of near_ in the current part
  std::vector<const Slice*> slices_;  // of the current part
  std::vector<std::pair<const WallTrace*, const Bounds*>> traces_;
  std::vector<const Crossing*> crossings_;
  std::vector<LabelledCell> free_, next_, done_, walled_, owned_, next_owned_;
  kernel::OutlineSides sides_;
  kernel::Pieces pieces_;
};

}  // namespace plumb::vcd
