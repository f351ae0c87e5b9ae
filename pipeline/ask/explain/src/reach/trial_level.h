// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "plumb/kernel/disc.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/reachability.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/weld_gaps.h"

namespace plumb::pipeline {

/// The values of the parameters in one trial.
struct Trial {
  mpq_class height, step, weld, radius;
  std::optional<mpq_class> tan_squared;  ///< of the steepest ground; none: as given
  std::uint32_t disc = 16;
  kernel::DiscBound bound = kernel::DiscBound::tangents;
};

/// The cells of a trial, and which of them are joined.
struct TrialGraph {
  StanceMap map;
  NavGraph graph;
  kernel::UnionFind joined;
  std::array<std::vector<CellId>, 2> ends;  ///< cells that hold the places

  bool joins();
  /// Whether a cell is joined with a cell of the first place.
  bool joined_with_start(CellId cell);
};

/// A polygon over a place, and its height above that.
struct HeightOver {
  kernel::PolygonId polygon;
  mpq_class height;
};

/// A level that is baked again and again, for one stance, to the graph of its cells.
class TrialLevel {
 public:
  /// The places are z up.
  TrialLevel(IndexedSurfaces surfaces, const BakeOptions& options, const ReachQuery& query);

  const kernel::PointTable& points() const { return found_.level.scene.points; }
  const SurfaceSet& set() const { return found_.level.set; }
  const SurfaceIndex& index() const { return found_.index; }
  const Scene& scene() const { return found_.level.scene; }
  const mpq_class& window() const { return window_; }
  /// Where a place falls to, z up, and the polygons there on which one may be able to stand.
  const std::optional<ExactPoint>& floor(std::size_t end) const { return floors_[end]; }
  /// Of a place above nothing: axes_advice().
  const std::string& advice(std::size_t end) const { return advice_[end]; }
  const std::vector<kernel::PolygonId>& polygons(std::size_t end) const { return polygons_[end]; }
  /// The polygons that are not vertical over the point to which a place falls, with heights above 0.
  std::vector<HeightOver> heights_over(std::size_t end) const;
  /// The polygons that are not vertical and on which a place lies, their edges included.
  std::vector<kernel::PolygonId> polygons_through(const ExactPoint& at) const;
  Trial given() const { return given_; }
  /// No polygon is higher above another than this.
  mpq_class tallest() const { return extent(2); }
  /// No two places of the level are farther from one another in plan than this.
  mpq_class width() const { return extent(0) + extent(1); }

  std::unique_ptr<TrialGraph> graph(const Trial& trial);
  /// The same from `base`, the graph of the trial without its radius, which is above 0.
  std::unique_ptr<TrialGraph> eroded(const TrialGraph& base, const Trial& trial, const ErodeTrial& left);
  /// How many graphs were made.
  unsigned bakes() const { return bakes_; }
  std::function<void()> on_bake;  ///< is called after each
  bool joins(const Trial& trial) { return graph(trial)->joins(); }
  /// The cells of a polygon that contain a place, their boundaries included.
  std::vector<CellId> cells_at(const StanceMap& map, kernel::PolygonId polygon, const kernel::PlanPoint& at) const;

 private:
  template <class Visit>
  void each_height(const Box& box, const ExactPoint& at, Visit&& visit) const;
  void fall(std::size_t end, const ExactPoint& from);
  mpq_class extent(std::size_t axis) const;
  void classify_for(const std::optional<mpq_class>& tan_squared);
  ErodeOptions erode_options(const Trial& trial, const ErodeTrial* left) const;
  void finish(TrialGraph& out);

  IndexedSurfaces found_;
  const BakeOptions options_;
  mpq_class window_;
  Trial given_;
  std::optional<mpq_class> classified_;  // the squared tangent for which polygons are classified; none: as given
  std::array<std::optional<ExactPoint>, 2> floors_;
  std::array<std::vector<kernel::PolygonId>, 2> polygons_;
  std::array<std::string, 2> advice_;
  unsigned bakes_ = 0;
};

/// The place where a way that is open in one trial ends in a stricter one.
struct BlockedPlace {
  ExactPoint place;                         ///< z up, to 2^-30 of the way between two portals
  std::vector<kernel::PolygonId> polygons;  ///< what ends it: obstacles or, if there are none, the floors on both sides
  std::vector<kernel::PolygonId> floors;    ///< the polygon stood upon, and the one beyond a portal that is shut
};

/// Follows a way of fewest cells through `open` as far as it stays joined with the first place in `shut`. Requires that
/// `open` joins the places and `shut` does not.
BlockedPlace find_blocked_place(TrialLevel& level, TrialGraph& open, TrialGraph& shut);

/// The same for agents with a radius, whose way ends before it meets what is in the way: that is named. `open` and
/// `shut` are of the radius, the others of the same trials without one.
BlockedPlace find_blocked_place(TrialLevel& level, TrialGraph& open, TrialGraph& shut, TrialGraph& open_to_points,
                                TrialGraph& shut_to_points, const mpq_class& radius);

}  // namespace plumb::pipeline
