// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf_mesh.h"

#include <algorithm>
#include <numeric>

namespace plumb::pipeline::gltf {
namespace {

enum Mode : std::uint64_t { triangles = 4, strip = 5, fan = 6 };

// The corners of the triangles that vertices in this order make, as the specification pairs them: each triangle of a
// strip keeps the winding of the first.
std::vector<std::uint32_t> triangulate(std::uint64_t mode, std::vector<std::uint32_t> order) {
  if (mode == triangles) return order;
  std::vector<std::uint32_t> corners;
  corners.reserve(3 * (order.size() - 2));
  for (std::size_t i = 0; i + 2 < order.size(); ++i) {
    if (mode == strip) corners.insert(corners.end(), {order[i], order[i + 1 + i % 2], order[i + 2 - i % 2]});
    else corners.insert(corners.end(), {order[i + 1], order[i + 2], order[0]});
  }
  return corners;
}

}  // namespace

bool any_weight(const std::optional<Field>& weights) {
  for (std::size_t i = 0, n = weights ? weights->size() : 0; i < n; ++i)
    if (weights->entry(i).number() != 0) return true;
  return false;
}

Meshes::Accessor& Meshes::positions(std::size_t i) {
  const auto [at, fresh] = accessors_.try_emplace(i);
  if (fresh) {
    at->second.positions = read_positions(file_, i);
    at->second.entry.resize(at->second.positions.count());
  }
  return at->second;
}

const Mesh& Meshes::mesh(std::size_t i) {
  const auto [at, fresh] = meshes_.try_emplace(i);
  if (!fresh) return at->second;
  const Field mesh = file_.item("meshes", i);
  at->second.name = text_or_empty(mesh.find("name"));
  const Field primitives = mesh.member("primitives");
  for (std::size_t k = 0; k < primitives.size(); ++k) add_primitive(primitives.entry(k), at->second);
  at->second.weighted = any_weight(mesh.find("weights"));
  return at->second;
}

void Meshes::add_primitive(const Field& primitive, Mesh& mesh) {
  const auto mode_field = primitive.find("mode");
  const std::uint64_t mode = whole_or(mode_field, triangles);
  if (mode > fan)
    mode_field->refuse(ErrorCode::unsupported_format,
                       "is " + std::to_string(mode) + ", no mode of glTF; export triangles");
  if (mode < triangles) return;
  if (const auto targets = primitive.find("targets")) mesh.morphs = mesh.morphs || targets->size() > 0;
  const auto position = primitive.member("attributes").find("POSITION");
  if (!position)
    primitive.refuse(ErrorCode::missing_coordinate, "has no POSITION; export it with positions, or remove it");
  Accessor& accessor = positions(position->index(file_.count("accessors"), "accessors"));

  Triangles t;
  t.positions = &accessor.positions;
  std::vector<std::uint32_t> order;
  if (const auto indices = primitive.find("indices")) {
    order = read_indices(file_, file_.item("accessors", indices->index(file_.count("accessors"), "accessors")),
                         t.positions->count());
  } else {
    order.resize(t.positions->count());
    std::iota(order.begin(), order.end(), 0u);
  }
  if (order.size() < 3 || (mode == triangles && order.size() % 3 != 0))
    primitive.refuse(ErrorCode::too_few_vertices, "has " + std::to_string(order.size()) +
                                                      " corners, which make no whole triangles; export it again");
  t.corners = triangulate(mode, std::move(order));
  t.used = t.corners;
  std::sort(t.used.begin(), t.used.end());
  t.used.erase(std::unique(t.used.begin(), t.used.end()), t.used.end());
  t.used.shrink_to_fit();
  for (std::uint32_t i = 0; i < t.used.size(); ++i) accessor.entry[t.used[i]] = i;
  for (std::uint32_t& c : t.corners) c = accessor.entry[c];

  if (const auto material = primitive.find("material"))
    t.material =
        text_or_empty(file_.item("materials", material->index(file_.count("materials"), "materials")).find("name"));
  mesh.primitives.push_back(std::move(t));
}

}  // namespace plumb::pipeline::gltf
