// SPDX-License-Identifier: GPL-3.0-or-later
// The meshes of a glTF file as triangles of stored positions.
//
// 1. read_vectors() and read_indices() read accessors: elements() finds the bytes of an accessor, with its stride;
//    apply_sparse() replaces the elements that the sparse part names; take_vectors() keeps the stored numbers with the
//    divisor of normalized integers, and counts the bits behind the point.
// 2. Meshes::mesh() reads a mesh when it is first asked for. add_primitive() takes the positions and the order of the
//    vertices of each primitive from accessors (read_source), or from Draco's data (decode_source, gltf_draco.cpp).
// 3. triangulate() makes triangles of strips and fans. Only the vertices that triangles use are kept.
// Accessors that several primitives share are read once.
//
// Cost: linear in the elements of the accessors.
// Exact: numbers are as stored, over one divisor.
// Source: the specification of glTF 2.0, Accessors and Meshes; KHR_mesh_quantization; KHR_draco_mesh_compression.
#include "gltf/gltf_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "file_content.h"

namespace plumb::pipeline::gltf {
namespace {

// `count` elements of `size` bytes each, the next one `stride` bytes on.
struct Elements {
  const char* first;
  std::size_t stride;
  const char* at(std::size_t i) const { return first + i * stride; }
};

// Those that `owner` (an accessor, or one half of its sparse part) sees through its buffer view.
Elements elements(File& file, const Field& owner, std::uint64_t count, std::size_t size, bool may_interleave) {
  const View view = file.view(owner.member("bufferView").index(file.count("bufferViews"), "buffer views"));
  std::uint64_t stride = size;
  if (view.stride) {
    stride = view.stride->whole();
    if (!may_interleave || stride < size || stride > 252 || stride % 4 != 0)
      view.stride->refuse(ErrorCode::syntax, "is no distance that glTF allows here; export the file again");
  }
  // No overflow: whole() is below 2^53, a stride below 2^8.
  const std::uint64_t offset = whole_or(owner.find("byteOffset"), 0);
  if (offset + (count - 1) * stride + size > view.bytes.size())
    owner.refuse(ErrorCode::syntax, "reaches beyond its buffer view; export the file again");
  return {view.bytes.data() + offset, static_cast<std::size_t>(stride)};
}

std::uint64_t read_count(const Field& accessor) {
  const std::uint64_t count = accessor.member("count").whole();
  if (count == 0) accessor.refuse(ErrorCode::syntax, "has no element; export the file again");
  return count;
}

Component read_component(const Field& field, std::initializer_list<Component> allowed) {
  const std::uint64_t n = field.whole();
  for (const Component c : allowed)
    if (n == static_cast<std::uint64_t>(c)) return c;
  field.refuse(ErrorCode::unsupported_format,
               "is " + std::to_string(n) + ", which glTF does not allow here; export the file again");
}

std::uint32_t index_at(const Elements& e, Component c, std::uint64_t i) {
  return static_cast<std::uint32_t>(stored_component(c, e.at(static_cast<std::size_t>(i))));
}

// Replaces the elements that the sparse part names, in ascending order, each of `width` components.
void apply_sparse(File& file, const Field& sparse, Component component, std::size_t width, std::vector<double>& raw) {
  const std::uint64_t count = read_count(sparse);
  const Field indices = sparse.member("indices"), values = sparse.member("values");
  const Component type =
      read_component(indices.member("componentType"), {Component::uint8, Component::uint16, Component::uint32});
  const Elements at = elements(file, indices, count, bytes_of(type), false);
  const Elements to = elements(file, values, count, width * bytes_of(component), false);
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t element = index_at(at, type, i);
    if (element < next || element >= raw.size() / width)
      indices.refuse(ErrorCode::bad_index,
                     "do not ascend, or name an element that does not exist; export the file again");
    for (std::size_t k = 0; k < width; ++k)
      raw[width * element + k] = stored_component(component, to.at(i) + k * bytes_of(component));
    next = element + 1;
  }
}

// All components of an accessor; zeros where it has no buffer view, as the specification says.
std::vector<double> read_components(File& file, const Field& accessor, Component component, std::size_t width,
                                    bool may_interleave) {
  constexpr std::uint64_t most_zeros = std::uint64_t{1} << 24;  // a few bytes must not ask for gigabytes
  const std::uint64_t count = read_count(accessor);
  const auto sparse = accessor.find("sparse");
  std::vector<double> raw;
  if (accessor.find("bufferView")) {
    const Elements from = elements(file, accessor, count, width * bytes_of(component), may_interleave);
    raw.reserve(width * count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < width; ++k)
        raw.push_back(stored_component(component, from.at(i) + k * bytes_of(component)));
  } else if (count > most_zeros) {
    accessor.refuse(ErrorCode::too_large, "has no 'bufferView' and so is " + std::to_string(count) +
                                              " elements of zeros, more than 2^24; export the file again");
  } else {
    raw.assign(width * count, 0);
  }
  if (sparse) apply_sparse(file, *sparse, component, width, raw);
  return raw;
}

// The bits after the point of a binary32, as a double.
int fraction_bits_of(double value) {
  if (value == 0) return 0;
  int exponent;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 24));
  return std::max(0, 24 - exponent - std::countr_zero(static_cast<std::uint64_t>(mantissa)));
}

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

std::size_t bytes_of(Component c) {
  switch (c) {
    case Component::int8:
    case Component::uint8: return 1;
    case Component::int16:
    case Component::uint16: return 2;
    case Component::uint32:
    case Component::float32: break;
  }
  return 4;
}

double stored_component(Component c, const char* bytes) {
  switch (c) {
    case Component::int8: return stored<std::int8_t>(bytes);
    case Component::uint8: return stored<std::uint8_t>(bytes);
    case Component::int16: return stored<std::int16_t>(bytes);
    case Component::uint16: return stored<std::uint16_t>(bytes);
    case Component::uint32: return stored<std::uint32_t>(bytes);
    case Component::float32: break;
  }
  return static_cast<double>(stored<float>(bytes));
}

Component read_type(const Field& accessor, std::size_t width, std::initializer_list<Component> allowed) {
  const std::string type = width == 1 ? "SCALAR" : "VEC" + std::to_string(width);
  if (const Field given = accessor.member("type"); given.text() != type)
    given.refuse(ErrorCode::syntax, "is not " + type + "; export the file again");
  return read_component(accessor.member("componentType"), allowed);
}

StoredVectors take_vectors(const Field& accessor, Component component, std::size_t width, std::vector<double> raw) {
  StoredVectors v{width, std::move(raw)};
  if (component == Component::float32) {
    for (const double value : v.raw) {
      if (!std::isfinite(value))
        accessor.refuse(ErrorCode::bad_number, "holds a number that is infinite or none; export the file again");
      v.fraction_bits = std::max(v.fraction_bits, fraction_bits_of(value));
    }
    return v;
  }
  const auto normalized = accessor.find("normalized");
  if (!normalized || !normalized->boolean()) return v;
  const bool with_sign = component == Component::int8 || component == Component::int16;
  v.divisor = (1u << (8 * bytes_of(component) - (with_sign ? 1 : 0))) - 1;
  // A signed integer has one value more below zero than above: it counts as -1 too.
  for (double& value : v.raw) value = std::max(value, -static_cast<double>(v.divisor));
  return v;
}

StoredVectors read_vectors(File& file, const Field& accessor, std::size_t width,
                           std::initializer_list<Component> allowed) {
  const Component component = read_type(accessor, width, allowed);
  return take_vectors(accessor, component, width, read_components(file, accessor, component, width, true));
}

std::vector<std::uint32_t> read_indices(File& file, const Field& accessor, std::size_t vertices) {
  const Component component = read_type(accessor, 1, {Component::uint8, Component::uint16, Component::uint32});
  const std::vector<double> raw = read_components(file, accessor, component, 1, false);
  // The largest number of the type is no index: it would restart the primitive.
  const double restart = std::ldexp(1.0, static_cast<int>(8 * bytes_of(component))) - 1;
  std::vector<std::uint32_t> out;
  out.reserve(raw.size());
  for (const double value : raw) {
    if (value >= static_cast<double>(vertices) || value == restart)
      accessor.refuse(ErrorCode::bad_index, "holds index " + std::to_string(static_cast<std::uint32_t>(value)) +
                                                ", but the primitive has " + std::to_string(vertices) +
                                                " vertices, counted from 0; correct the index");
    out.push_back(static_cast<std::uint32_t>(value));
  }
  return out;
}

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
      if (!accessor.find("bufferView") && !accessor.find("sparse"))
        accessor.refuse(ErrorCode::syntax,
                        "has no 'bufferView', and the compressed data has no POSITION; export the file again");
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
  std::string_view material;
  if (const auto given = primitive.find("material")) {
    const std::size_t number = given->index(file_.count("materials"), "materials");
    material = text_or_empty(file_.item("materials", number).find("name"));
    if (leave_out_.takes({material, "materials[" + std::to_string(number) + "]"})) return;
  }
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
  t.material = material;
  mesh.primitives.push_back(std::move(t));
}

}  // namespace plumb::pipeline::gltf
