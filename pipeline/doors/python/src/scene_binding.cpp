// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include "bindings.h"
#include "call.h"
#include "plumb/pipeline/cancellation.h"

namespace plumb::python {
namespace {

using pipeline::Scene;
using Indices = py::array_t<std::uint32_t, py::array::c_style>;

LoadedScene load(const std::string& path, const std::string& up, const std::string& numbers,
                 const std::string& node_rotation, const std::vector<std::string>& leave_out,
                 const std::optional<std::string>& gltf_scene, const py::object& progress) {
  pipeline::ImportOptions options;
  options.up = word<pipeline::UpAxis>("up", up);
  options.numbers = word<pipeline::Numbers>("numbers", numbers);
  options.node_rotation = word<pipeline::NodeRotation>("node-rotation", node_rotation);
  options.leave_out = leave_out;
  options.gltf_scene = gltf_scene;
  options.digest = true;
  options.threads = 0;
  auto scene = value_of(run_job(progress, [&](pipeline::Progress& p) {
    return pipeline::unless_cancelled(p, [&] { return pipeline::import_scene(path, options); });
  }));
  return {std::make_shared<Scene>(std::move(scene)), path};
}

// Of the text of an .obj file, whose numbers are taken as they are.
LoadedScene from_text(const py::bytes& obj, const std::string& name, const std::string& up) {
  const std::string_view text = obj;
  auto scene = [&] {
    const py::gil_scoped_release unlocked;
    return pipeline::import_obj_text(
        text, name,
        {.numbers = pipeline::Numbers::decimal, .up = up == "z" ? pipeline::UpAxis::z : pipeline::UpAxis::y});
  }();
  return {std::make_shared<Scene>(value_of(std::move(scene))), ""};
}

template <class Number>
LoadedScene from_arrays(const py::array_t<Number, py::array::c_style>& xyz, const Indices& corners,
                        const Indices& sizes, const std::string& up, const std::string& name) {
  const auto axis = word<pipeline::UpAxis>("up", up);
  const std::span<const Number> numbers(xyz.data(), static_cast<std::size_t>(xyz.size()));
  const std::span<const std::uint32_t> indices(corners.data(), static_cast<std::size_t>(corners.size())),
      lengths(sizes.data(), static_cast<std::size_t>(sizes.size()));
  pipeline::Result<Scene> made = [&] {
    const py::gil_scoped_release unlocked;
    return pipeline::scene_from_polygons(numbers, indices, lengths, axis);
  }();
  auto scene = value_of(std::move(made));
  scene.file = name;
  return {std::make_shared<Scene>(std::move(scene)), ""};
}

py::array_t<double> vertices_of(const LoadedScene& s) {
  const auto count = static_cast<py::ssize_t>(s.scene->points.size());
  py::array_t<double> out({count, py::ssize_t{3}});
  auto at = out.mutable_unchecked<2>();
  for (py::ssize_t p = 0; p < count; ++p) {
    const auto exact =
        to_input_frame(kernel::exact_point(s.scene->points, static_cast<kernel::PointId>(p)), s.scene->up);
    for (py::ssize_t k = 0; k < 3; ++k) at(p, k) = kernel::nearest_double(exact[static_cast<std::size_t>(k)]);
  }
  return out;
}

}  // namespace

void bind_scene(py::module_& module) {
  py::class_<LoadedScene>(module, "Scene")
      .def_static("load", &load, py::arg("path"), py::arg("up"), py::arg("numbers"), py::arg("node_rotation"),
                  py::arg("leave_out"), py::arg("gltf_scene"), py::arg("progress"))
      .def_static("from_text", &from_text)
      .def_static("from_floats", &from_arrays<float>)
      .def_static("from_doubles", &from_arrays<double>)
      .def_property_readonly("file", [](const LoadedScene& s) { return s.scene->file; })
      .def_property_readonly("path", [](const LoadedScene& s) { return s.path; })
      .def_property_readonly("up", [](const LoadedScene& s) { return pipeline::text_of(s.scene->up); })
      .def_property_readonly("numbers", [](const LoadedScene& s) { return pipeline::text_of(s.scene->numbers); })
      .def_property_readonly("face_count", [](const LoadedScene& s) { return s.scene->face_count(); })
      .def_property_readonly("point_count", [](const LoadedScene& s) { return s.scene->points.size(); })
      .def_property_readonly("vertices", &vertices_of)
      .def_property_readonly(
          "offsets", [](const py::object& self) { return view_of(self.cast<LoadedScene&>().scene->face_begin, self); })
      .def_property_readonly(
          "corners", [](const py::object& self) { return view_of(self.cast<LoadedScene&>().scene->face_points, self); })
      .def("text", [](const LoadedScene& s) { return py::bytes(value_of(pipeline::scene_text(*s.scene))); });
}

}  // namespace plumb::python
