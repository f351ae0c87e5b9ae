// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

/// Replaces of the options of a bake those that writers need by what a navmesh says of the bake that made it. Throws
/// JsonError if the navmesh's options are no JSON.
void take_writing_options(const NavMeshInfo& info, BakeArguments& arguments);

/// A navmesh that is not a bake's, such as one that was read, as write() and write_files() take it: they write it in
/// all formats but reports, tables, certificates, and pages with the level. Refers to the mesh. Error: bad_option, for
/// options of the navmesh that no bake takes.
Result<Baked> writable(const NavMesh& mesh, unsigned threads);

}  // namespace plumb::pipeline
