// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a GLB that plumb wrote, with a library of others.
#pragma once
#include <tiny_gltf.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumb::tests {

inline tinygltf::Model read_glb(const std::string& bytes) {
  tinygltf::Model model;
  std::string error, warning;
  const bool ok = tinygltf::TinyGLTF().LoadBinaryFromMemory(&model, &error, &warning,
                                                            reinterpret_cast<const unsigned char*>(bytes.data()),
                                                            static_cast<unsigned>(bytes.size()));
  INFO(error << warning);
  REQUIRE(ok);
  CHECK(error.empty());
  CHECK(warning.empty());
  return model;
}

template <class Element>
std::vector<Element> elements(const tinygltf::Model& model, int index) {
  const auto& a = model.accessors.at(static_cast<std::size_t>(index));
  const auto& view = model.bufferViews.at(static_cast<std::size_t>(a.bufferView));
  CHECK(view.byteOffset % 4 == 0);
  CHECK(view.byteLength == a.count * sizeof(Element));
  std::vector<Element> out(a.count);
  std::memcpy(out.data(), model.buffers.at(0).data.data() + view.byteOffset, view.byteLength);
  return out;
}

struct GlbPart {
  std::vector<std::array<float, 3>> corners;  // of triangles or lines, one after the other
  std::array<std::uint16_t, 4> colour;
  int mode = -1;
  double lift = 0;
};

inline std::map<std::string, GlbPart> parts_of(const tinygltf::Model& model) {
  std::map<std::string, GlbPart> out;
  for (const int n : model.scenes.at(0).nodes) {
    const tinygltf::Node& node = model.nodes.at(static_cast<std::size_t>(n));
    const auto& primitive = model.meshes.at(static_cast<std::size_t>(node.mesh)).primitives.at(0);
    GlbPart part;
    part.mode = primitive.mode;
    part.lift = node.translation.empty() ? 0 : node.translation.at(1);
    const auto positions = elements<std::array<float, 3>>(model, primitive.attributes.at("POSITION"));
    const auto& box = model.accessors.at(static_cast<std::size_t>(primitive.attributes.at("POSITION")));
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const auto& p : positions) {
        CHECK(p[axis] >= box.minValues.at(axis));
        CHECK(p[axis] <= box.maxValues.at(axis));
      }
    const auto colours = elements<std::array<std::uint16_t, 4>>(model, primitive.attributes.at("COLOR_0"));
    CHECK(colours.size() == positions.size());
    part.colour = colours.at(0);
    std::set<std::uint32_t> used;
    for (const std::uint32_t i : elements<std::uint32_t>(model, primitive.indices)) {
      part.corners.push_back(positions.at(i));
      used.insert(i);
    }
    CHECK(used.size() == positions.size());
    CHECK(out.emplace(node.name, std::move(part)).second);
  }
  return out;
}

}  // namespace plumb::tests
