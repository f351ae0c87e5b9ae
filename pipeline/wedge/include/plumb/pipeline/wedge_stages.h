// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/disc.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/triangle_mesh.h"

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
  /// Says whether an obstacle lies between two points (ColumnTest). Empty: there is none anywhere.
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
  mpq_class step = 0;                   ///< >= 0: height of ramps; 0: there are none
  kernel::SlopeLimit slope;             ///< no ramp is steeper
  kernel::SlopeLimit cone;              ///< a plateau's normals are within this angle of the first one's
  mpq_class miter = 2;                  ///< >= 1: how far from a corner bottoms of ramps may meet, in runs
  std::optional<mpq_class> reach = {};  ///< longest run of further tries; none: two runs
  std::size_t position_bits = 1024;     ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;    ///< longest exact area to report, in characters; 0: any
};

/// Stage: adds ramps from open edges of the mesh down to what lies no more than a step lower (Sanchez 2021, 2.7).
///
/// A ramp leads away square to its edge, as steep as the limit allows; corners between two ramps are filled. The part
/// of a ramp that leads down to the mesh stays: where a straight way down ends on a triangle from above, at the ramp's
/// bottom at the latest, so a step of exactly `step` is crossed. A ramp that reaches nothing is tried again with its
/// run longer by an eighth, again and again. Then the mesh loses what lies under ramps, except on the ramp's own
/// plateau: the triangles around the edge with nearly its normal. Ramps lose what lies under other ramps and what has
/// polygons of the level less than the agent's height above it, except those of the ramp's own plateau. Nothing is
/// joined here; close_gaps does that.
///
/// `operations` counts ramps that stay; `refused` counts edges that are too steep for a ramp ("steep_edge"), ramps that
/// reach nothing ("unsupported"), and parts whose coordinates would be too long ("position").
OperationFacts add_ramps(TriangleMesh& mesh, const kernel::PointTable& points, const SurfaceSet& set,
                         const SurfaceIndex& index, const WedgeCutOptions& cut, const AddRampsOptions& options);

struct FlattenRampsOptions {
  mpq_class step;                     ///< >= 0: how far a vertex may end from what it stands for
  kernel::SlopeLimit slope;           ///< every triangle that gets another slope is within it
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: turns a stair of ramps into one ramp (Sanchez 2021, 2.8.1). A vertex is collapsed along an edge of a ramp's
/// triangle into a higher neighbour; a boundary vertex is collapsed along the boundary only, and only where the
/// boundary is straight in plan between two edges of one class, wall and side, so the area in plan does not change. A
/// vertex stands for planes as in simplify(), within a step instead of a tolerance; a collapse that does not move the
/// surface is always allowed. A triangle whose slope a collapse changes becomes part of the ramp, so that the next ramp
/// can be collapsed into it.
///
/// Collapses of the least error come first. Doubles order them; exact tests allow or refuse them. `refused` counts the
/// rules `inward`, `corner`, `edge_class`, `error`, `flip`, `steep` and `link`.
OperationFacts flatten_ramps(TriangleMesh& mesh, const FlattenRampsOptions& options);

struct DropPatchesOptions {
  mpq_class min_area;                 ///< >= 0, in plan
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: erases components (triangles joined along edges) whose area in plan is below min_area. The other triangles
/// keep their order. `operations` counts components; nothing is refused.
OperationFacts drop_patches(TriangleMesh& mesh, const DropPatchesOptions& options);

struct SimplifyOptions {
  mpq_class tolerance;                ///< >= 0, in plan and in height
  std::size_t position_bits = 1024;   ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: removes vertices and boundary corners within a tolerance (Sanchez 2021, 2.8.2 and 4.0.2). No area is added in
/// plan; what is lost lies no farther in plan than the tolerance from what remains; the numbers of components and holes
/// stay.
///
/// - An inner vertex is collapsed along an edge into a neighbour.
/// - A boundary corner that points outward, or is straight in plan, is collapsed along the boundary into a neighbour.
///   That cuts off a triangle, or nothing. The edge that replaces two has the class, wall and side of the longer one.
/// - A boundary edge of which one or both ends point inward is removed: the edges beside it are extended within the
///   mesh until they meet, or until one meets the other. That cuts off the triangle that they form with the edge.
///
/// A vertex stands for the planes of the triangles around it and for those that the vertices collapsed into it stood
/// for, each plane once. The sum of the squared distances from its new place to these planes (Garland & Heckbert 1997)
/// must be at most the squared tolerance. A collapse that does not move the surface is always allowed; with a tolerance
/// of 0 no other one is.
///
/// Steps that lose least come first. Doubles order the steps; exact tests allow or refuse them. `refused` counts the
/// rules `link`, `flip`, `error`, `far` and `position_bits`.
OperationFacts simplify(TriangleMesh& mesh, const SimplifyOptions& options);

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
/// b of a boundary edge has p - b inside of the disc's polygon and |z_p - z_b| < window. What is left is closed.
///
/// A new boundary edge has the class of the border edge that took what lies beyond it, and no wall; the old boundary
/// edges are gone. Triangles side by side of one surface, plateau and ramp are cut as a whole: if nothing is taken from
/// them they stay as they are, else what is left of them is triangulated again. Triangles that were joined stay joined.
/// `operations` counts the straight stretches of border.
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
  std::optional<mpq_class> ramp_reach = {};
  mpq_class min_area = 0, simplify = 0;
  ClearWallsOptions clear = {};  ///< radius 0: the stages of clearing are left out
  /// Called after each stage, with the mesh that it leaves.
  std::function<void(WedgeStage, const TriangleMesh&)> seen = {};
  std::uint64_t exact_digits = 1000;  ///< longest exact area, in characters; 0: any
};

/// The mesh that a stage of the wedge method left, in numbers.
struct WedgeStageFacts {
  std::string name;
  std::uint64_t triangles = 0, vertices = 0;
  std::uint64_t coordinate_bits = 0;  ///< of the longest numerator or denominator
  kernel::Area area;
  OperationFacts changes;  ///< empty for wedge_cut
};

struct WedgeMesh {
  TriangleMesh mesh;
  std::vector<WedgeStageFacts> facts;  ///< of each stage that was run
};

/// The stages of Sanchez 2021, in their order, up to the last one wanted. `clears`: whether the agent has a radius.
std::vector<Stage> wedge_stages(WedgeStage until, bool clears);
/// Runs the stages and reports each of them to `stage`.
WedgeMesh run_wedge_stages(const SceneSurfaces& level, const SurfaceIndex& index, const WedgeStageSettings& settings,
                           Stages& stage);

}  // namespace plumb::pipeline
