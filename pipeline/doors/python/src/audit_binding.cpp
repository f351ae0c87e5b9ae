// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <sstream>

#include "arguments.h"
#include "bindings.h"
#include "call.h"
#include "plumb/diff.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/cancellation.h"

namespace plumb::python {
namespace {

using namespace pipeline;
using Level = std::shared_ptr<BakedLevel>;
using Indices = py::array_t<std::uint32_t, py::array::c_style>;

struct Audited {
  std::shared_ptr<const AuditFacts> facts;
  std::shared_ptr<BakedLevel> level;
};

OtherMesh read_mesh(const std::string& file, const py::dict& options, const py::object& progress) {
  const ForeignMeshOptions reading = reading_options(options);
  return {std::make_shared<ForeignMesh>(value_of(run_job(
      progress, [&](Progress& p) { return unless_cancelled(p, [&] { return read_foreign_mesh(file, reading); }); })))};
}

// With what reports call it.
OtherMesh named(ForeignMesh&& mesh, const std::string& name) {
  mesh.file = name;
  return {std::make_shared<ForeignMesh>(std::move(mesh))};
}

template <class Number>
OtherMesh mesh_of_arrays(const py::array_t<Number, py::array::c_style>& xyz, const Indices& corners,
                         const Indices& sizes, const std::string& up, const std::string& name,
                         const py::dict& options) {
  const ForeignMeshOptions reading = reading_options(options);
  const auto axis = word<UpAxis>("up", up);
  const std::span<const Number> numbers(xyz.data(), static_cast<std::size_t>(xyz.size()));
  const std::span<const std::uint32_t> indices(corners.data(), static_cast<std::size_t>(corners.size())),
      lengths(sizes.data(), static_cast<std::size_t>(sizes.size()));
  auto made = [&] {
    const py::gil_scoped_release unlocked;
    return foreign_mesh(numbers, indices, lengths, axis, reading);
  }();
  return named(value_of(std::move(made)), name);
}

OtherMesh mesh_of_shared(const SharedMesh& shared, const std::string& name) {
  auto made = [&] {
    const py::gil_scoped_release unlocked;
    return foreign_mesh(*shared.mesh, shared.up);
  }();
  return named(value_of(std::move(made)), name);
}

// What an audit takes for its floor, in the axes of the level: the detail mesh where there is one.
py::array_t<double> triangles_of_mesh(const OtherMesh& m, const std::string& up) {
  const auto surface = m.mesh->detail.empty() ? MeshSurface::polygons : MeshSurface::detail;
  const FloorFaces faces = triangles_of(*m.mesh, surface);
  const auto axis = word<UpAxis>("up", up);
  py::array_t<double> out({static_cast<py::ssize_t>(faces.faces.size()), py::ssize_t{3}, py::ssize_t{3}});
  auto at = out.mutable_unchecked<3>();
  for (std::size_t t = 0; t < faces.faces.size(); ++t)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const ExactPoint p = to_input_frame(faces.points[faces.faces[t].corners[corner]], axis);
      for (std::size_t k = 0; k < 3; ++k)
        at(static_cast<py::ssize_t>(t), static_cast<py::ssize_t>(corner), static_cast<py::ssize_t>(k)) =
            kernel::nearest_double(p[k]);
    }
  return out;
}

Audited audit_mesh(const Level& level, const OtherMesh& mesh, const py::dict& options, const py::object& progress) {
  AuditArguments arguments = audit_arguments(options);
  arguments.level.unit = unit_of(*level);
  const AuditOptions checked = value_of(make_audit_options(arguments));
  auto facts = value_of(run_job(progress, [&](Progress& p) {
    return with_mesh(*level, p, [&] { return audit(level->baked, *mesh.mesh, checked, p); });
  }));
  return {std::make_shared<AuditFacts>(std::move(facts)), level};
}

// What is missing, or in excess: convex pieces, each of one cause, as (ring, area, cause).
py::list regions_of(const Audited& a, bool excess) {
  const Differences& found = excess ? a.facts->excess_pieces : a.facts->missing_pieces;
  py::list out;
  for (const Difference& piece : found.pieces) {
    py::array_t<double> ring({static_cast<py::ssize_t>(piece.corners.size()), py::ssize_t{3}});
    auto at = ring.mutable_unchecked<2>();
    for (std::size_t i = 0; i < piece.corners.size(); ++i) {
      const ExactPoint p = to_input_frame(found.points[piece.corners[i]], a.facts->options.level.up);
      for (std::size_t k = 0; k < 3; ++k)
        at(static_cast<py::ssize_t>(i), static_cast<py::ssize_t>(k)) = kernel::nearest_double(p[k]);
    }
    out.append(py::make_tuple(ring, piece.area.get_str(), text_of(piece.cause), piece.below_grid));
  }
  return out;
}

py::bytes drawing_of(const Audited& a, const std::string& name) {
  std::ostringstream out;
  StreamOutput stream(out);
  const auto refused = [&]() -> std::optional<Error> {
    const py::gil_scoped_release unlocked;
    const Asking asking(a.level->calls);
    if (!asking.refused()) draw_audit(stream, name, *a.facts, a.level->baked.mesh());
    return asking.refused();
  }();
  if (refused) raise(*refused);
  return py::bytes(std::move(out).str());
}

std::string diff_meshes(const OtherMesh& a, const OtherMesh& b, const py::dict& options, const py::object& progress) {
  const DiffOptions checked = value_of(make_diff_options(diff_arguments(options)));
  return diff_json(value_of(run_job(progress, [&](Progress& p) { return diff(*a.mesh, *b.mesh, checked, p); })));
}

}  // namespace

void bind_audit(py::module_& module) {
  py::class_<OtherMesh>(module, "OtherMesh")
      .def_static("read", &read_mesh)
      .def_static("from_floats", &mesh_of_arrays<float>)
      .def_static("from_doubles", &mesh_of_arrays<double>)
      .def_static("from_mesh", &mesh_of_shared)
      .def_property_readonly("file", [](const OtherMesh& m) { return m.mesh->file; })
      .def_property_readonly("format", [](const OtherMesh& m) { return m.mesh->format; })
      .def("triangles", &triangles_of_mesh)
      .def("__len__", [](const OtherMesh& m) { return m.mesh->polygons.size(); });
  py::class_<Audited>(module, "Audit")
      .def("json", [](const Audited& a) { return audit_json(*a.facts); })
      .def("text", [](const Audited& a) { return audit_text(*a.facts); })
      .def("failures", [](const Audited& a) { return audit_failures(*a.facts); })
      .def("passes", [](const Audited& a) { return a.facts->passes(); })
      .def("regions", &regions_of)
      .def("drawing", &drawing_of);
  module.def("audit", &audit_mesh);
  module.def("diff", &diff_meshes);
}

}  // namespace plumb::python
