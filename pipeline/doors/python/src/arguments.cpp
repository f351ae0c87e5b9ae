// SPDX-License-Identifier: GPL-3.0-or-later
#include "arguments.h"

#include <pybind11/stl.h>

#include <string>

#include "call.h"
#include "plumb/pipeline/call_options.h"

namespace plumb::python {
namespace {

pipeline::OptionValues values_of(const py::dict& options) {
  pipeline::OptionValues out;
  for (const auto& [key, value] : options) {
    const std::string name = py::str(key);
    if (py::isinstance<py::bool_>(value)) out[name] = value.cast<bool>();
    else if (py::isinstance<py::str>(value)) out[name] = value.cast<std::string>();
    else try {
        out[name] = value.cast<std::vector<std::string>>();
      } catch (const py::cast_error&) {
        throw py::type_error("'" + name + "' is given a value of the wrong type");
      }
  }
  return out;
}

}  // namespace

py::dict option_names() {
  py::dict out;
  for (const auto& [call, names] : pipeline::option_names()) out[call.c_str()] = py::set(py::cast(names));
  return out;
}

pipeline::BakeArguments bake_arguments(const py::dict& options) {
  return value_of(pipeline::bake_call_arguments(values_of(options)));
}
pipeline::BakeArguments agent_arguments(const py::dict& options) {
  return value_of(pipeline::agent_call_arguments(values_of(options)));
}
pipeline::BakeArguments tile_arguments(const py::dict& options) {
  return value_of(pipeline::tile_call_arguments(values_of(options)));
}
pipeline::AuditArguments audit_arguments(const py::dict& options) {
  return value_of(pipeline::audit_call_arguments(values_of(options)));
}
pipeline::DiffArguments diff_arguments(const py::dict& options) {
  return value_of(pipeline::diff_call_arguments(values_of(options)));
}
pipeline::RouteArguments route_arguments(const py::dict& options) {
  return value_of(pipeline::route_call_arguments(values_of(options)));
}
pipeline::PlaceArguments place_arguments(const py::dict& options) {
  return value_of(pipeline::place_call_arguments(values_of(options)));
}
pipeline::MapRouteArguments map_route_arguments(const py::dict& options) {
  return value_of(pipeline::map_route_call_arguments(values_of(options)));
}
pipeline::ForeignMeshOptions reading_options(const py::dict& options) {
  return value_of(pipeline::reading_call_options(values_of(options)));
}

}  // namespace plumb::python
