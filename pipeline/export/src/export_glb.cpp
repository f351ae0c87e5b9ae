// SPDX-License-Identifier: GPL-3.0-or-later
#include <tiny_gltf.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <ostream>
#include <streambuf>

#include "mesh_lines.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

using Position = std::array<float, 3>;
using Index = std::uint32_t;

// A colour as glTF wants it at vertices: linear, opaque, 16 bits a channel.
std::array<std::uint16_t, 4> linear(const Colour& colour) {
  std::array<std::uint16_t, 4> out{0, 0, 0, 65535};
  for (std::size_t c = 0; c < 3; ++c) {
    const double v = colour[c] / 255.0;
    out[c] = static_cast<std::uint16_t>(
        std::lround(65535 * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4))));
  }
  return out;
}

// What a stream is given goes into a file.
class FileBuffer : public std::streambuf {
 public:
  explicit FileBuffer(AtomicFile& file) : file_(file) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    file_.write({text, static_cast<std::size_t>(size)});
    return size;
  }
  int_type overflow(int_type c) override {
    if (c == traits_type::eof()) return 0;
    const char one = traits_type::to_char_type(c);
    file_.write({&one, 1});
    return c;
  }

 private:
  AtomicFile& file_;
};

// The document grows by one node, mesh and primitive at a time; all bytes go into its one buffer.
class Document {
 public:
  Document() {
    model_.asset.version = "2.0";
    model_.asset.generator = std::string("plumb ") + version();
    model_.extensionsUsed = {"KHR_materials_unlit"};
    model_.scenes.resize(1);
    model_.defaultScene = 0;
    model_.buffers.resize(1);
    tinygltf::Material material;
    material.name = "navmesh";
    material.doubleSided = true;
    material.pbrMetallicRoughness.metallicFactor = 0;  // for viewers that do not know the extension
    material.extensions["KHR_materials_unlit"] = tinygltf::Value(tinygltf::Value::Object());
    model_.materials.push_back(material);
  }

  void add(const std::string& name, int mode, const std::vector<Position>& positions, const Colour& colour,
           const std::vector<Index>& indices, double lift = 0) {
    if (indices.empty()) return;
    tinygltf::Primitive primitive;
    primitive.mode = mode;
    primitive.material = 0;
    primitive.attributes["POSITION"] =
        accessor(positions, TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER);
    tinygltf::Accessor& box = model_.accessors.back();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto by_axis = [&](const Position& p, const Position& q) { return p[axis] < q[axis]; };
      const auto [low, high] = std::minmax_element(positions.begin(), positions.end(), by_axis);
      box.minValues.push_back((*low)[axis]);
      box.maxValues.push_back((*high)[axis]);
    }
    const std::vector<std::array<std::uint16_t, 4>> colours(positions.size(), linear(colour));
    primitive.attributes["COLOR_0"] =
        accessor(colours, TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TYPE_VEC4, TINYGLTF_TARGET_ARRAY_BUFFER);
    model_.accessors.back().normalized = true;
    primitive.indices = accessor(indices, TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TYPE_SCALAR,
                                 TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);

    tinygltf::Node node;
    node.name = name;
    node.mesh = static_cast<int>(model_.meshes.size());
    if (lift > 0) node.translation = {0, lift, 0};
    tinygltf::Mesh& mesh = model_.meshes.emplace_back();
    mesh.name = name;
    mesh.primitives.push_back(std::move(primitive));
    model_.scenes[0].nodes.push_back(static_cast<int>(model_.nodes.size()));
    model_.nodes.push_back(std::move(node));
  }

  void write(AtomicFile& file) {
    if (model_.nodes.empty()) {  // empty lists are not allowed
      model_.buffers.clear();
      model_.materials.clear();
      model_.extensionsUsed.clear();
      model_.scenes.clear();
      model_.defaultScene = -1;
    }
    FileBuffer buffer(file);
    std::ostream out(&buffer);
    tinygltf::TinyGLTF().WriteGltfSceneToStream(&model_, out, false, true);
  }

 private:
  template <class Element>
  int accessor(const std::vector<Element>& elements, int component, int type, int target) {
    auto& data = model_.buffers[0].data;  // every element is of a multiple of four bytes
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = data.size();
    view.byteLength = elements.size() * sizeof(Element);
    view.target = target;
    data.resize(data.size() + view.byteLength);
    std::memcpy(data.data() + view.byteOffset, elements.data(), view.byteLength);
    tinygltf::Accessor& accessor = model_.accessors.emplace_back();
    accessor.bufferView = static_cast<int>(model_.bufferViews.size());
    accessor.componentType = component;
    accessor.type = type;
    accessor.count = elements.size();
    model_.bufferViews.push_back(std::move(view));
    return static_cast<int>(model_.accessors.size()) - 1;
  }

  tinygltf::Model model_;
};

// Takes of all points those that a primitive uses, in the order of their first use.
class Selection {
 public:
  explicit Selection(const std::vector<Position>& all) : all_(all), number_(all.size(), none) {}

  void use(Index point) {
    if (number_[point] == none) {
      number_[point] = static_cast<Index>(positions.size());
      positions.push_back(all_[point]);
      used_.push_back(point);
    }
    indices.push_back(number_[point]);
  }
  void clear() {
    for (const Index p : used_) number_[p] = none;
    used_.clear();
    positions.clear();
    indices.clear();
  }

  std::vector<Position> positions;
  std::vector<Index> indices;

 private:
  static constexpr Index none = 0xffffffffu;
  const std::vector<Position>& all_;
  std::vector<Index> number_, used_;
};

// y up. A zero has no sign, but what was rounded to zero keeps that of its number.
std::vector<Position> positions_of(DerivedMesh& derived) {
  std::vector<Position> out;
  out.reserve(derived.floats().size());
  for (std::size_t i = 0; i < derived.floats().size(); ++i) {
    const auto& [x, y, z] = derived.floats()[i];
    Position at{x, z, is_zero(derived.mesh().points, static_cast<Index>(i), 1) ? 0.0f : -y};
    // glTF has no infinities: what is beyond the range stays at its end.
    constexpr float most = std::numeric_limits<float>::max();
    for (float& value : at) value = std::clamp(value, -most, most);
    out.push_back(at);
  }
  return out;
}

}  // namespace

void export_glb(AtomicFile& file, DerivedMesh& derived, Progress& progress) {
  const NavMesh& mesh = derived.mesh();
  const std::vector<Position> points = positions_of(derived);
  progress.advance(0.5);
  Document document;
  Selection selection(points);
  const auto& stances = mesh.info.stances;
  for (const kernel::Label label : verdicts(stances.size())) {
    for (const NavMesh::Cell& cell : mesh.cells) {
      if (cell.stance != label) continue;
      for (const NavMesh::Facet& facet : cell.facets)
        for (std::size_t i = 2; i < facet.corners.size(); ++i)
          for (const NavMesh::PointIndex p : {facet.corners[0], facet.corners[i - 1], facet.corners[i]})
            selection.use(p);
    }
    document.add(verdict_name(label, stances), TINYGLTF_MODE_TRIANGLES, selection.positions,
                 colour_of(label, stances.size()), selection.indices);
    selection.clear();
  }
  const double lift = kernel::nearest_double(stances.front().height / 50);
  for (const LineGroup& group : mesh_lines(derived)) {
    for (const auto& [from, to] : group.segments) selection.use(from), selection.use(to);
    document.add(group.name, TINYGLTF_MODE_LINE, selection.positions, group.colour, selection.indices, lift);
    selection.clear();
  }
  document.write(file);
}

}  // namespace plumb::pipeline
