// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf/gltf_mesh.h"

#include <algorithm>
#include <numeric>

#include "gltf/gltf_draco.h"

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

Meshes::Source Meshes::read_source(const Field& primitive, const Field& position) {
  const std::size_t number = position.index(file_.count("accessors"), "accessors");
  const auto [at, fresh] = by_accessor_.try_emplace(number);
  Positions& positions = at->second;
  if (fresh) positions.stored = read_vectors(file_, file_.item("accessors", number), 3, position_components);
  Source source{&positions, {}};
  if (const auto indices = primitive.find("indices")) {
    source.order = read_indices(file_, file_.item("accessors", indices->index(file_.count("accessors"), "accessors")),
                                positions.stored.count());
  } else {
    source.order.resize(positions.stored.count());
    std::iota(source.order.begin(), source.order.end(), 0u);
  }
  return source;
}

Meshes::Source Meshes::decode_source(const Field& position, const Field& compressed) {
  const std::size_t number = position.index(file_.count("accessors"), "accessors"),
                    view = compressed.member("bufferView").index(file_.count("bufferViews"), "buffer views");
  const Field accessor = file_.item("accessors", number);
  std::optional<std::uint64_t> attribute;
  if (const auto given = compressed.member("attributes").find("POSITION")) attribute = given->whole();
  const auto [at, fresh] = decoded_.try_emplace({view, attribute ? *attribute + 1 : 0, number});
  auto& [positions, corners] = at->second;
  if (fresh) {
    // What it holds counts, whatever the accessors say: Draco parts and joins vertices, and exporters forget to tell.
    DracoMesh mesh = decode_draco(compressed, file_.view(view).bytes, attribute);
    if (!attribute) {  // they are stored as usual
      positions.stored = read_vectors(file_, accessor, 3, position_components);
      if (positions.stored.count() < mesh.points)
        accessor.refuse(ErrorCode::bad_index,
                        "has fewer positions than the points of its compressed data; export the "
                        "file again");
    } else {
      if (read_type(accessor, 3, position_components) != mesh.component)
        accessor.refuse(ErrorCode::syntax,
                        "has another component type than its compressed data; export the file again");
      positions.stored = take_vectors(accessor, mesh.component, 3, std::move(mesh.positions));
    }
    corners = std::move(mesh.corners);
  }
  return {&positions, corners};
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
  std::uint64_t mode = whole_or(mode_field, triangles);
  if (mode > fan)
    mode_field->refuse(ErrorCode::unsupported_format,
                       "is " + std::to_string(mode) + ", no mode of glTF; export triangles");
  if (mode < triangles) return;
  const auto position = primitive.member("attributes").find("POSITION");
  if (!position) {
    ++without_positions_;
    return;
  }
  if (const auto targets = primitive.find("targets")) mesh.morphs = mesh.morphs || targets->size() > 0;
  const auto compressed = primitive.extension("KHR_draco_mesh_compression");
  auto [positions, order] = compressed ? decode_source(*position, *compressed) : read_source(primitive, *position);
  if (compressed) mode = triangles;  // whatever the primitive says: Draco knows nothing else
  if (order.size() < 3 || (mode == triangles && order.size() % 3 != 0))
    primitive.refuse(ErrorCode::too_few_vertices, "has " + std::to_string(order.size()) +
                                                      " corners, which make no whole triangles; export it again");
  Triangles t;
  t.positions = &positions->stored;
  t.corners = triangulate(mode, std::move(order));
  t.used = t.corners;
  std::sort(t.used.begin(), t.used.end());
  t.used.erase(std::unique(t.used.begin(), t.used.end()), t.used.end());
  t.used.shrink_to_fit();
  positions->entry.resize(positions->stored.count());
  for (std::uint32_t i = 0; i < t.used.size(); ++i) positions->entry[t.used[i]] = i;
  for (std::uint32_t& c : t.corners) c = positions->entry[c];

  if (const auto material = primitive.find("material"))
    t.material =
        text_or_empty(file_.item("materials", material->index(file_.count("materials"), "materials")).find("name"));
  mesh.primitives.push_back(std::move(t));
}

}  // namespace plumb::pipeline::gltf
