// SPDX-License-Identifier: GPL-3.0-or-later
#include "arguments.h"
#include "bindings.h"

PYBIND11_MODULE(_plumb, module) {
  module.doc() = "Exact navigation meshes: what plumb is made of. Use the module plumb.";
  module.attr("version") = PLUMB_VERSION;
  module.attr("option_names") = plumb::python::option_names();
  module.def("in_words", [](const std::string& text) { return plumb::pipeline::bad_option(text).text(); });
  plumb::python::bind_agent(module);
  plumb::python::bind_scene(module);
  plumb::python::bind_float_mesh(module);
  plumb::python::bind_bake(module);
  plumb::python::bind_audit(module);
  plumb::python::bind_navmesh(module);
  plumb::python::bind_files(module);
}
