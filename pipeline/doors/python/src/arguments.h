// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <pybind11/pybind11.h>

#include "plumb/audit.h"
#include "plumb/bake.h"
#include "plumb/diff.h"
#include "plumb/route.h"

// The options of commands as a dict of text: keys are their names with _ for -, values are text, lists of text and
// bools. The calls of Python are given such dicts by plumb/_options.py. An unknown key is a TypeError.
namespace plumb::python {

namespace py = pybind11;

/// The names of the options of each call.
py::dict option_names();

pipeline::BakeArguments bake_arguments(const py::dict& options);
/// Of an agent by itself.
pipeline::BakeArguments agent_arguments(const py::dict& options);
/// Of a bake in tiles, which reads the level.
pipeline::BakeArguments tile_arguments(const py::dict& options);
pipeline::AuditArguments audit_arguments(const py::dict& options);
pipeline::DiffArguments diff_arguments(const py::dict& options);
pipeline::RouteArguments route_arguments(const py::dict& options);
pipeline::PlaceArguments place_arguments(const py::dict& options);
pipeline::MapRouteArguments map_route_arguments(const py::dict& options);
pipeline::ForeignMeshOptions reading_options(const py::dict& options);

}  // namespace plumb::python
