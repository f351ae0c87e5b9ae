// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>

#include "plumb/pipeline/scene.h"

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

}  // namespace plumb::pipeline
