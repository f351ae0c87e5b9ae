// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <functional>
#include <iosfwd>
#include <string>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// The navmesh as JSON, without loss: cells, portals, obstructions and, if there are any, one-way links, one a line.
/// Input frame. The same bytes for the same navmesh; closing and naming the file is left to the caller.
void export_json(Output& file, const NavMesh& mesh, Progress& progress);

/// Reads what export_json has written. Points are numbered by first appearance, equal ones once: cell by cell, facet by
/// facet, corner by corner; then portal by portal (on_a, on_b); then the obstructions (from, to). A mesh numbered that
/// way reads back equal, and writing what was read gives the same bytes in any case.
///
/// Strict: every number in lowest terms, every stance one of the options', every cell named by a portal there, portals
/// in ascending order, a flush portal's ends the same on both sides. Errors: cannot_open, syntax.
Result<NavMesh> read_nav_mesh_json(const std::string& path);
/// The same of a stream. `name` stands for the file in messages.
Result<NavMesh> read_nav_mesh_json(std::istream& in, const std::string& name);

/// How a command reads a navmesh of another format (foreign_nav_mesh.h); empty: it reads .json of Plumb alone.
using NavMeshReader = std::function<Result<NavMesh>(const std::string& path)>;
/// unsupported_format for a file that is no .json, if there is no reader.
std::optional<Error> no_nav_mesh(const std::string& path, const NavMeshReader& reader);
/// By the reader or, without one, read_nav_mesh_json().
Result<NavMesh> read_nav_mesh(const std::string& path, const NavMeshReader& reader);

}  // namespace plumb::pipeline
