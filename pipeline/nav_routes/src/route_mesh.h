// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/find_disc_route.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/storeys.h"

// What `plumb route` does with a navmesh, with and without a disc.
namespace plumb::pipeline {

/// The number of a stance by its name, the lowest if none is given. ErrorCode::bad_option: there is none of that name.
Result<kernel::Label> stance_number(const NavMesh& mesh, const char* option, const std::optional<std::string>& name);

/// Plans a way for an agent without width, or for the disc of the options, and what is drawn of it. Errors: those of
/// find_way(), except for reading.
Result<FoundRoute> find_route(const NavMesh& mesh, const RouteOptions& options, RouteDrawing& drawing);
Result<FoundDiscRoute> find_disc_route(const NavMesh& mesh, const RouteOptions& options, RouteDrawing& drawing);

/// Adds the plan of the navmesh to what is written.
void add_svg(OutputFiles& files, const std::string& file, const NavMesh& mesh, const RouteDrawing& drawing,
             Progress& progress);

/// Adds a straight line, which is drawn on the storeys of the cells in which it begins and ends.
void add_line(RouteDrawing& drawing, const ExactPoint& from, NavMesh::CellIndex from_cell, const ExactPoint& to,
              NavMesh::CellIndex to_cell);

}  // namespace plumb::pipeline
