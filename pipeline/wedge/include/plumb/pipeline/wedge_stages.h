// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/kernel/disc.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/simplify.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/triangle_stages.h"

// The stages of the wedge method (Sanchez 2021), in their order: each changes a TriangleMesh by its options and says
// what it did. run_wedge_stages(), at the end, runs all of them, some twice: close_gaps again after add_ramps and after
// clear_walls, drop_patches and simplify again after clear_walls.
namespace plumb::pipeline {

struct WedgeCutOptions {
  mpq_class height = mpq_class(9, 5);  ///< of the agent, above 0
  mpq_class wall_foot = 0;             ///< 0 <= wall_foot < height: walls that end below it stop nobody
  mpq_class wall_thickness = 0;        ///< >= 0
  const SolidSet* solids = nullptr;    ///< null, or solids: what lies inside of them is erased
  unsigned threads = 1;                ///< at least 1; the result does not depend on it
};

/// Stage: keeps of every traversable polygon the part that has no polygon less than the agent's height above it
/// (Sanchez 2021, 2.4). The wedge of a polygon is what it sweeps when it is lowered by that height; a floor loses the
/// sections of the wedges with its plane. Where traversable polygons overlap in one plane, the one of the lowest number
/// keeps the common part. A vertical polygon cuts a floor where it reaches heights strictly between wall_foot and
/// `height` over it: it makes a slit, whose two sides are not joined, or, if walls have a thickness, takes half of the
/// thickness to each side.
///
/// Triangles ascend by surface. Triangles of one surface are joined to each other; those of different surfaces are not
/// joined yet.
TriangleMesh wedge_cut(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                       const WedgeCutOptions& options);

struct CloseGapsOptions {
  mpq_class gap = 0;                  ///< >= 0: boundaries no farther from one another are joined
  mpq_class min_altitude = 0;         ///< >= 0: lower triangles are erased first
  std::size_t position_bits = 1024;   ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
  /// Says whether an obstacle lies between two points (ColumnCheck). Empty: there is none anywhere.
  std::function<bool(const ExactPoint&, const ExactPoint&)> stopped = {};
};

/// Stage: joins triangles along boundaries that are near each other (Sanchez 2021, 2.5, after Borodin et al. 2002).
/// Triangles with a low altitude are erased first. Then each boundary vertex is joined to the nearest boundary edge,
/// nearest pairs first: to a new vertex at the foot of the perpendicular or, where the foot lies beyond an end of the
/// edge or within min_altitude of it, to that end. This is repeated until no pair can be joined. Sixteen rules
/// forbid a join that would break the mesh, cross a wall or an obstacle, move a vertex farther than the
/// gap, or turn a triangle over. Of the two places the one with more area around it is kept. Exact: with a gap of 0
/// only what touches is joined, and nothing moves.
OperationFacts close_gaps(TriangleMesh& mesh, const CloseGapsOptions& options);

struct DecimateOptions {
  kernel::SlopeLimit cone;            ///< no triangle is turned farther than this
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: removes vertices that are not needed (Sanchez 2021, 2.6). A vertex is collapsed along an edge into a
/// neighbour; the triangles at that edge vanish. Each triangle stands for the normals of the triangles that it
/// replaced: a collapse hands the normals of all triangles around the vertex to each one that is left, and no normal
/// may differ from the triangle's own by more than the cone. A boundary vertex is collapsed along the boundary only,
/// and only where the boundary is straight in space between two edges of one class, wall and side; so the area in plan
/// never changes. With a cone of 0 the surface does not change at all, and flat regions get as few triangles as their
/// boundary allows.
///
/// Vertices are tried in ascending order, each with its nearest allowed neighbour, until nothing changes. `refused`
/// counts the rules `link`, `flip`, `corner`, `edge_class` and `cone`.
OperationFacts decimate(TriangleMesh& mesh, const DecimateOptions& options);

struct AddRampsOptions {
  mpq_class step = 0;                 ///< >= 0: height of ramps; 0: there are none
  kernel::SlopeLimit slope;           ///< no ramp is steeper
  kernel::SlopeLimit cone;            ///< a plateau's normals are within this angle of the first one's
  mpq_class miter = 2;                ///< >= 1: how far from a corner bottoms of ramps may meet, in runs
  std::size_t position_bits = 1024;   ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: lays ramps over the steps of a mesh (Sanchez 2021, 2.7).
///
/// First it finds the steps: where boundary edges of two floors lie on one another in plan, no more than a step apart
/// in height, and no wall stops the agent. Such edges get the class `step`, and the floors that steps and joined sides
/// connect get one component. Then ramps lead down from the upper edges, square to them, as steep as the limit allows;
/// corners between two ramps are filled. The part of a ramp that leads down to the mesh stays: where a straight way
/// down ends on a triangle from above, at the ramp's bottom at the latest, so a step of exactly `step` is crossed.
///
/// A ramp is no new polygon. The floors of its component that lie less than a step below it are lifted onto it, except
/// on the ramp's own plateau: the triangles around the edge with nearly its normal. A place under several ramps lies on
/// the highest one; of equally high ones on that of lowest number. So nothing overlaps, and the area in plan stays.
/// What has polygons of the level less than the agent's height above the ramp is not lifted, except under those of the
/// ramp's own plateau. Lifted parts that lack floor at their tops or feet are lowered again, and so are those that part
/// a component. What is left beside a ramp is a step from it. Nothing is joined here; close_gaps does that.
///
/// `operations` counts ramps that stay; `refused` counts edges that are too steep for a ramp ("steep_edge"), ramps that
/// reach nothing ("unsupported"), parts whose coordinates would be too long ("position"), and parts of triangles that
/// were lowered again ("loose", "divides").
OperationFacts add_ramps(TriangleMesh& mesh, const kernel::PointTable& points, const SurfaceSet& set,
                         const SurfaceIndex& index, const WedgeCutOptions& cut, const AddRampsOptions& options);

struct FlattenRampsOptions {
  mpq_class step;            ///< >= 0: no place rises by more, or sinks by more than a quarter of it
  kernel::SlopeLimit slope;  ///< every triangle that gets another slope is within it
  mpq_class squared_reach;   ///< >= 0: the square of how far from a ramp floor may be tilted, in plan
  /// Where boundary edges of one component are in two pieces of it, since the step between them became too high. Empty:
  /// nobody asks.
  std::function<std::vector<PlanStretch>(const TriangleMesh&)> parted = {};
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: turns a stair of ramps into one ramp (Sanchez 2021, 2.8.1). A vertex is collapsed along an edge of a ramp's
/// triangle into a higher neighbour; a boundary vertex is collapsed along the boundary only, and only where the
/// boundary is straight in plan between two edges of one class, wall and side, so the area in plan does not change. No
/// place of the mesh rises by more than a step, or sinks by more than a quarter of one, from where it was before the
/// stage. A triangle whose slope a collapse changes becomes part of the ramp, so that the next ramp
/// can be collapsed into it; all of it must lie, in plan, no farther than the reach from one triangle of a ramp as it
/// was before, no more than a step higher or lower. Where a flatter ramp would part a component, the boundary there
/// stays.
///
/// Collapses of the least error come first. Doubles order them; exact tests allow or refuse them. `refused` counts the
/// rules `inward`, `corner`, `edge_class`, `error`, `reach`, `flip`, `steep`, `parts` and `link`. `moved` is the floor
/// that became part of ramps, `farthest` how far from a ramp it was at most.
OperationFacts flatten_ramps(TriangleMesh& mesh, const FlattenRampsOptions& options);

struct DropPatchesOptions {
  mpq_class min_area;                    ///< >= 0, in plan
  std::span<const StepLink> links = {};  ///< what they connect is one component
  std::uint64_t exact_digits = 1000;     ///< longest exact area to report, in characters; 0: any
};

/// Stage: erases components (triangles joined along edges or linked) whose area in plan is below min_area. The other
/// triangles keep their order. `operations` counts components; nothing is refused.
OperationFacts drop_patches(TriangleMesh& mesh, const DropPatchesOptions& options);

struct ClearWallsOptions {
  mpq_class radius, window;        ///< > 0, in lowest terms
  std::uint32_t disc_points = 16;  ///< kernel::disc_points()
  /// The polygon that replaces the disc: tangents lie around it, so that no more is left than with the disc; the hull
  /// lies inside of it, so that no less is left.
  kernel::DiscBound bound = kernel::DiscBound::tangents;
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
  unsigned threads = 1;               ///< at least 1; the result does not depend on it
};

/// Stage: subtracts from a mesh what is too close to its border (Sanchez 2021, 2.9): every point p for which some point
/// b of a boundary edge that is no step has p - b inside of the disc's polygon and |z_p - z_b| < window. What is left
/// is closed.
///
/// A new boundary edge has the class of the border edge that took what lies beyond it, and no wall; the old boundary
/// edges are gone, but for steps. Triangles side by side of one surface, plateau and ramp are cut as a whole: if
/// nothing is taken from them they stay as they are, else what is left of them is triangulated again. Triangles that
/// were joined stay joined. `operations` counts the straight stretches of border.
///
/// Requires a valid mesh, in which triangles of one surface do not lie over one another. Near N log N in triangles and
/// edges, except where many bodies cross pairwise and no body covers another one's edges.
OperationFacts clear_walls(TriangleMesh& mesh, const ClearWallsOptions& options);

/// The options of all stages. Together with the polygons they determine the mesh.
struct WedgeStageSettings {
  WedgeStage until = last_wedge_stage;  ///< the last that is run
  WedgeCutOptions cut;
  mpq_class step = 0;
  CloseGapsOptions gaps;
  kernel::SlopeLimit cone, slope, ramp_slope;
  mpq_class miter = 2;
  mpq_class min_area = 0;
  std::optional<mpq_class> flatten = {};  ///< how far from a ramp floor is tilted; none: two runs of a ramp
  mpq_class simplify = 0;
  ClearWallsOptions clear = {};  ///< radius 0: the stages of clearing are left out
  /// Called after each stage, with the mesh that it leaves.
  std::function<void(WedgeStage, const TriangleMesh&)> seen = {};
  std::uint64_t exact_digits = 1000;  ///< longest exact area, in characters; 0: any
};

struct WedgeMesh {
  TriangleMesh mesh;
  std::vector<StepLink> links;            ///< where the agent steps from one triangle to another
  std::vector<TriangleStageFacts> facts;  ///< of each stage that was run
};

/// The stages of Sanchez 2021, in their order, up to the last one wanted. `clears`: whether the agent has a radius.
std::vector<Stage> wedge_stages(WedgeStage until, bool clears);
/// Runs the stages and reports each of them to `stage`.
WedgeMesh run_wedge_stages(const SceneSurfaces& level, const SurfaceIndex& index, const WedgeStageSettings& settings,
                           Stages& stage);

}  // namespace plumb::pipeline
