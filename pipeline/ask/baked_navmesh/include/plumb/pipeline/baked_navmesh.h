// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <ostream>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/float_mesh.h"
#include "plumb/pipeline/live_bake.h"
#include "plumb/pipeline/navmesh.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

/// The navmesh of a bake, by itself: it outlives the bake. Makes all points exactly, on the bake's threads. Errors:
/// bad_option, if the bake has kept no navmesh (BakeSettings::mesh).
Reply<Navmesh> navmesh(const Baked& baked);
/// The present navmesh of a level in which obstacles come and go. Errors: those of LiveBake::mesh().
Reply<Navmesh> navmesh(LiveBake& level);
/// Brings a Navmesh of this level up to date after obstacles came or went: its updates apply to it, and cells that stay
/// keep their numbers. Errors: the same.
Done follow(Navmesh& navmesh, LiveBake& level);

/// The present navmesh in a format, as `plumb update` writes it. Errors: bad_option, for formats that tell of a bake
/// (csv, cert, report); those of write() of a bake.
std::optional<Error> write(const Navmesh& navmesh, Format format, std::ostream& stream,
                           const WriteSettings& settings = {});

/// The present navmesh in plain arrays, in the axes of the scene. Errors: those of float_mesh() of a bake.
Result<FloatMesh> float_mesh(const Navmesh& navmesh, const FloatMeshSettings& settings = {});

}  // namespace plumb::pipeline
