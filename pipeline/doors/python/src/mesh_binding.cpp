// SPDX-License-Identifier: GPL-3.0-or-later
#include "bindings.h"

namespace plumb::python {
namespace {

using pipeline::FloatMesh;

// Links as columns: Python makes a structured array of them.
py::tuple links_of(const SharedMesh& m) {
  const auto count = static_cast<py::ssize_t>(m.mesh->links.size());
  py::array_t<std::uint32_t> ends({count, py::ssize_t{2}});
  py::array_t<std::int16_t> stances(count);
  py::array_t<bool> welds(count);
  py::array_t<float> segments({count, py::ssize_t{2}, py::ssize_t{2}, py::ssize_t{3}});
  auto e = ends.mutable_unchecked<2>();
  auto s = stances.mutable_unchecked<1>();
  auto w = welds.mutable_unchecked<1>();
  auto at = segments.mutable_unchecked<4>();
  for (py::ssize_t i = 0; i < count; ++i) {
    const FloatMesh::Link& l = m.mesh->links[static_cast<std::size_t>(i)];
    e(i, 0) = l.a;
    e(i, 1) = l.b;
    s(i) = static_cast<std::int16_t>(l.stance);
    w(i) = l.kind == pipeline::PortalKind::weld;
    for (const std::size_t end : {0u, 1u})
      for (std::size_t k = 0; k < 3; ++k) {
        const auto x = static_cast<py::ssize_t>(end), y = static_cast<py::ssize_t>(k);
        at(i, 0, x, y) = l.on_a[end][k];
        at(i, 1, x, y) = l.on_b[end][k];
      }
  }
  return py::make_tuple(ends, welds, stances, segments);
}

template <class T>
py::object view(const py::object& self, std::vector<T> FloatMesh::*member) {
  return view_of((*self.cast<SharedMesh&>().mesh).*member, self);
}

}  // namespace

void bind_float_mesh(py::module_& module) {
  py::class_<SharedMesh>(module, "FloatMesh")
      .def("__len__", [](const SharedMesh& m) { return m.mesh->size(); })
      .def_property_readonly("vertices",
                             [](const py::object& self) {
                               const auto& v = self.cast<SharedMesh&>().mesh->vertices;
                               return view_of<float>({static_cast<py::ssize_t>(v.size()), py::ssize_t{3}},
                                                     v.empty() ? nullptr : v.front().data(), self);
                             })
      .def_property_readonly(
          "origin",
          [](const SharedMesh& m) { return py::make_tuple(m.mesh->origin[0], m.mesh->origin[1], m.mesh->origin[2]); })
      .def_property_readonly("offsets", [](const py::object& self) { return view(self, &FloatMesh::offsets); })
      .def_property_readonly("corners", [](const py::object& self) { return view(self, &FloatMesh::corners); })
      .def_property_readonly("neighbours", [](const py::object& self) { return view(self, &FloatMesh::neighbours); })
      .def_property_readonly("areas", [](const py::object& self) { return view(self, &FloatMesh::areas); })
      .def_property_readonly("cells", [](const py::object& self) { return view(self, &FloatMesh::cells); })
      .def_property_readonly("stances", [](const py::object& self) { return view(self, &FloatMesh::stances); })
      .def_property_readonly("lost_links", [](const SharedMesh& m) { return m.mesh->lost_links; })
      .def("link_columns", &links_of);
}

}  // namespace plumb::python
