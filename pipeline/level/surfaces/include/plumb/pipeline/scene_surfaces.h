// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "plumb/kernel/slope.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// A scene with fewer vertices.
struct ClusteredScene {
  Scene scene;
  std::uint64_t vertices_gone = 0;
};

/// Puts one vertex in place of those near each other (Rossignac & Borrel 1993; Sanchez 2021, 4.0.3): space is cut into
/// cubes [i width, (i + 1) width) along each axis, z up, exactly, and the lowest-numbered vertex in a cube stands for
/// all in it. No vertex moves elsewhere, and none by more than the diagonal of a cube; a cube with a single vertex
/// keeps it. Requires width > 0, in input units.
///
/// Faces keep their number and length: a vertex may now occur in one several times. What convexify makes of such a
/// face: repeated vertices that follow one another collapse; without area it is degenerate and listed; no longer flat,
/// it is a fan; flat and touching itself, as a quadrangle whose opposite corners were merged, it is ErrorCode::bad_face
/// or dropped, as BadFaces says. Two faces may come to lie on one another. Vertices that no face uses are left out.
ClusteredScene cluster_vertices(Scene scene, const mpq_class& width);

/// Stage: preliminary welding (Budde & Kausch, 4.3; docs/theory/definitions.md, From faces to polygons). Joins polygons
/// of exactly one plane and one file orientation that meet along a whole side and whose union is convex, until no two
/// such are left. Sides are maximal, as corners inside a side are erased, at first and after each join. So a long side
/// opposite to several short ones can be joined once the polygons of the short ones have been.
///
/// Greedy and deterministic: first sides that are the longest of both their polygons (the diagonals of triangulated
/// quadrangles), then longer before shorter, then by number. Polygons that overlap are never joined: two polygons of
/// one orientation whose common side runs in opposite directions are on opposite sides of it. Where more than eight
/// polygons of one plane have a side in the same direction, not every pair is tried.
///
/// The number of a union is its lowest; covered_parts its members'; welded_from the count before.
/// N log N. `threads` >= 1 does not change the result. Requires a set as convexify makes it, of distinct points.
/// `solids`: faces that count in windings are joined only with each other; null: no face counts.
void merge_coplanar(SurfaceSet& set, const kernel::PointTable& points, unsigned threads,
                    const SolidSet* solids = nullptr);

/// Stage: faces become convex planar polygons, exactly (docs/theory/definitions.md, From faces to polygons). Per face,
/// after repeated consecutive vertices have collapsed, cyclically:
///   no area (fewer than three corners left, or all on one line)  -> degenerate_faces
///   planar, convex                 -> kept whole, collinear corners included, from the file's first corner on
///   planar, simple, not convex     -> convex parts without new points
///   planar, not simple, but its outline winds around every point once or not at all, one way (holes by a bridge
///     edge, corners and edges that touch, spikes, three edges that cross in one point)
///                                  -> convex parts of what it winds around; none: degenerate_faces. Where edges cross
///                                     in a point that is no corner, this point is in crossings, and the scene gets it
///                                     unless it has a point there
///   planar, winds otherwise        -> ErrorCode::bad_face naming the lowest such face, or dropped_faces
///   not planar                     -> seen along the axis of kernel::area_projection(): the fan of triangles from the
///                                     first vertex if all of these turn as the area vector does, or not at all; else
///                                     the triangles of kernel::region_of(); where there are none, the fan, and the
///                                     face is in fanned_faces. A face with a triangle of its fan without area is in
///                                     degenerate_faces, its other triangles stay
/// Corners that edges reach there and back alone are in dropped_corners.
/// Parts are numbered from 0 within their face. Corners are turned clockwise seen from above, pruned the first;
/// a vertical polygon keeps file order, and its kind is vertical; every other kind is set to blocker: see classify.
/// split_faces lists faces of more than one part. welded_from is the number of polygons.
///
/// Cost: n log n in a face's corners (see kernel::region_of() for the worst), memory in proportion; no recursion.
/// `threads` >= 1 does not change the result. Errors: bad_face; too_large for more than 2^32 - 1 corners, polygons or
/// points. Only scene.points may change, and no point of it moves.
Result<SurfaceSet> convexify(Scene& scene, BadFaces bad_faces, unsigned threads);

/// The settings that decide the polygons of a scene.
struct SurfaceSettings {
  BadFaces bad_faces = BadFaces::error;
  Solids solids = Solids::none;
  kernel::SlopeLimit slope;
  Sides sides = Sides::both;
  unsigned threads = 1;  ///< at least 1; the result does not depend on it
};

/// A level and its polygons, classified.
struct SceneSurfaces {
  Scene scene;
  SurfaceSet set;
  SolidSet solids;  ///< without Solids::closed: none
};

/// The stages from a scene to SceneSurfaces: convexify, solids if wanted, merge_coplanar, classify.
std::vector<Stage> surface_stages(Solids solids);
/// Runs these stages. Errors: those of convexify.
Result<SceneSurfaces> find_surfaces(Scene scene, const SurfaceSettings& settings, Stages& stage);

/// SceneSurfaces with the index of the polygons, which is one more stage.
struct IndexedSurfaces {
  SceneSurfaces level;
  SurfaceIndex index;
};
std::vector<Stage> indexed_surface_stages(Solids solids);
Result<IndexedSurfaces> index_surfaces(Scene scene, const SurfaceSettings& settings, Stages& stage);

}  // namespace plumb::pipeline
