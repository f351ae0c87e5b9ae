// SPDX-License-Identifier: GPL-3.0-or-later
// An agent: its file as text, the table for people, and what looks wrong with it.
#include <pybind11/stl.h>

#include "arguments.h"
#include "bindings.h"
#include "call.h"
#include "plumb/agent.h"

namespace plumb::python {
namespace {

py::tuple agent(const py::dict& options) {
  const pipeline::Agent made = value_of(pipeline::agent_of(agent_arguments(options)));
  return py::make_tuple(json_text(pipeline::agent_json(made), 2) + "\n", pipeline::agent_text(made),
                        pipeline::agent_notes(made));
}

}  // namespace

void bind_agent(py::module_& module) { module.def("agent", &agent); }

}  // namespace plumb::python
