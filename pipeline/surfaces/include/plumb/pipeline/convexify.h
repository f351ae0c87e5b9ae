// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Stage: faces become convex planar polygons, exactly (docs/theory/definitions.md, From faces to polygons). Per face,
/// after repeated consecutive vertices have collapsed, cyclically:
///   no area (fewer than three corners left, or all on one line)  -> degenerate_faces
///   planar, convex                 -> kept whole, collinear corners included, from the file's first corner on
///   planar, simple, not convex     -> convex parts without new points
///   planar, not simple, but its outline winds around every point once or not at all, one way (holes by a bridge
///     edge, corners and edges that touch, spikes)
///                                  -> convex parts of what it winds around; none: degenerate_faces
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
/// `threads` >= 1 does not change the result. Errors: bad_face; too_large for more than 2^32 - 1 corners or polygons.
Result<SurfaceSet> convexify(const Scene& scene, BadFaces bad_faces, unsigned threads);

}  // namespace plumb::pipeline
