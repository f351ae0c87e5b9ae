// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>

#include "call.h"
#include "plumb/audit.h"
#include "plumb/bake.h"
#include "plumb/explain.h"
#include "plumb/navmesh.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/scene.h"

// The classes of the extension plumb._plumb, which plumb/__init__.py makes those of the module of. Exact numbers leave
// it as text, "p/q"; reports as JSON.
namespace plumb::python {

namespace py = pybind11;

/// A navmesh in plain arrays, of which the arrays of Python are views, and the axis of its level that points up.
struct SharedMesh {
  std::shared_ptr<const pipeline::FloatMesh> mesh;
  pipeline::UpAxis up;
};

/// A level, and the text of its .obj file if a certificate can be of that.
struct LoadedScene {
  std::shared_ptr<const pipeline::Scene> scene;
  std::string path;  ///< the file read; empty for arrays
};

/// A baked level and what questions about it have made. The calls of one are made one after the other.
struct BakedLevel {
  pipeline::BakeArguments arguments;
  LoadedScene scene;
  pipeline::Baked baked;
  std::unique_ptr<pipeline::ExplainedLevel> explained = {};
  std::mutex calls = {};
};

/// Another baker's navmesh.
struct OtherMesh {
  std::shared_ptr<const pipeline::ForeignMesh> mesh;
};

/// Writes files as `plumb bake` names what it writes.
std::optional<pipeline::Error> write_named(pipeline::Baked& baked, const std::vector<std::string>& files,
                                           pipeline::Progress& progress);
/// Names and heights.
std::vector<std::pair<std::string, std::string>> stances_text(const std::vector<pipeline::Stance>& stances);

/// The unit of a level, if it is known, by which lengths are read that it is asked with.
inline std::optional<std::string> unit_of(const BakedLevel& level) {
  const auto metres = value_of(pipeline::make_bake_options(level.arguments)).unit.metres;
  return metres ? std::optional(pipeline::unit_text(*metres)) : std::nullopt;
}

/// Runs a job that asks a level, after all others that do, once its navmesh is made. Errors: those of Asking and of the
/// job.
template <class Job>
auto with_mesh(BakedLevel& level, pipeline::Progress& progress, const Job& job) -> decltype(job()) {
  const Asking asking(level.calls);
  if (asking.refused()) return *asking.refused();
  const auto stopped = pipeline::unless_cancelled(progress, [&]() -> std::optional<pipeline::Error> {
    pipeline::make_mesh(level.baked);
    return std::nullopt;
  });
  if (stopped) return *stopped;
  return job();
}

/// An array that is a view of numbers, which `owner` keeps. It cannot be written.
template <class T>
py::array_t<T> view_of(const py::array::ShapeContainer& shape, const T* numbers, const py::object& owner) {
  py::array_t<T> out(shape, numbers, owner);
  out.attr("flags").attr("writeable") = false;
  return out;
}
template <class T>
py::array_t<T> view_of(const std::vector<T>& values, const py::object& owner) {
  return view_of<T>({static_cast<py::ssize_t>(values.size())}, values.data(), owner);
}

void bind_agent(py::module_& module);
void bind_scene(py::module_& module);
void bind_float_mesh(py::module_& module);
void bind_bake(py::module_& module);
void bind_audit(py::module_& module);
void bind_navmesh(py::module_& module);
void bind_files(py::module_& module);

}  // namespace plumb::python
