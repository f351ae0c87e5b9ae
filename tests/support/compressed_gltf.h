// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes as Draco and meshoptimizer compress them, in documents of glTF. The encoders are the libraries' own; what they
// were given is what readers must give back.
#pragma once
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <meshoptimizer.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/gltf_files.h"
#include "support/scene_files.h"

namespace plumb::tests {

struct DracoChoice {
  bool edgebreaker = true;
  int speed = 5;
  int bits = 0;          ///< to which positions are quantised; 0: not at all
  bool normals = false;  ///< another attribute beside the positions, which parts vertices
};

struct DracoData {
  std::string bytes;
  std::uint32_t position_id = 0;
  std::size_t points = 0, faces = 0;
};

inline DracoData draco_data(const TriangleLevel& level, const DracoChoice& choice) {
  draco::TriangleSoupMeshBuilder builder;
  const auto faces = static_cast<int>(level.corners.size() / 3);
  builder.Start(faces);
  // Another first, so that the positions' id is not 0.
  const int normals =
      choice.normals ? builder.AddAttribute(draco::GeometryAttribute::NORMAL, 3, draco::DT_FLOAT32) : -1;
  const int positions = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  for (int f = 0; f < faces; ++f) {
    float p[3][3];
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t axis = 0; axis < 3; ++axis)
        p[k][axis] = static_cast<float>(level.xyz[3 * level.corners[3 * static_cast<std::size_t>(f) + k] + axis]);
    builder.SetAttributeValuesForFace(positions, draco::FaceIndex(static_cast<std::uint32_t>(f)), p[0], p[1], p[2]);
    const float n[3] = {static_cast<float>(f % 3), static_cast<float>(f % 2), 1};
    if (normals >= 0)
      builder.SetAttributeValuesForFace(normals, draco::FaceIndex(static_cast<std::uint32_t>(f)), n, n, n);
  }
  const auto mesh = builder.Finalize();
  draco::Encoder encoder;
  encoder.SetEncodingMethod(choice.edgebreaker ? draco::MESH_EDGEBREAKER_ENCODING : draco::MESH_SEQUENTIAL_ENCODING);
  encoder.SetSpeedOptions(choice.speed, choice.speed);
  if (choice.bits > 0) encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, choice.bits);
  encoder.SetTrackEncodedProperties(true);
  draco::EncoderBuffer buffer;
  if (!mesh || !encoder.EncodeMeshToBuffer(*mesh, &buffer).ok()) throw std::runtime_error("Draco does not encode it");
  return {std::string(buffer.data(), buffer.size()), mesh->attribute(positions)->unique_id(),
          encoder.num_encoded_points(), encoder.num_encoded_faces()};
}

/// `extension`: members of KHR_draco_mesh_compression; `points` and `corners`: what the accessors say.
inline std::string draco_file(const std::string& bytes, const std::string& extension, std::size_t points,
                              std::size_t corners, int component = 5126) {
  GltfBuffer buffer;
  buffer.view(bytes);
  GltfParts parts;
  parts.meshes =
      R"({"primitives":[{"attributes":{"POSITION":0},"indices":1,"extensions":{"KHR_draco_mesh_compression":{)" +
      extension + "}}}]}";
  const auto accessor = [](int type, std::size_t count, const char* kind) {
    return R"({"componentType":)" + std::to_string(type) + R"(,"count":)" + std::to_string(count) + R"(,"type":")" +
           kind + "\"}";
  };
  parts.accessors = accessor(component, points, "VEC3") + "," + accessor(5125, corners, "SCALAR");
  parts.views = buffer.views();
  parts.buffers = buffer.buffers();
  parts.more = R"(,"extensionsRequired":["KHR_draco_mesh_compression"])";
  return glb(parts.json(), buffer.bytes());
}

inline std::string draco_file(const DracoData& d) {
  return draco_file(d.bytes, R"("bufferView":0,"attributes":{"POSITION":)" + std::to_string(d.position_id) + "}",
                    d.points, 3 * d.faces);
}

/// Bytes of elements, compressed by meshoptimizer: as attributes, or as indices of 4 bytes.
inline std::string meshopt_attributes(const std::string& elements, std::size_t stride) {
  std::vector<unsigned char> out(meshopt_encodeVertexBufferBound(elements.size() / stride, stride));
  out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), elements.data(), elements.size() / stride, stride));
  return {out.begin(), out.end()};
}
inline std::string meshopt_indices(const std::vector<std::uint32_t>& indices, std::size_t vertices, bool triangles) {
  std::vector<unsigned char> out(triangles ? meshopt_encodeIndexBufferBound(indices.size(), vertices)
                                           : meshopt_encodeIndexSequenceBound(indices.size(), vertices));
  out.resize(triangles ? meshopt_encodeIndexBuffer(out.data(), out.size(), indices.data(), indices.size())
                       : meshopt_encodeIndexSequence(out.data(), out.size(), indices.data(), indices.size()));
  return {out.begin(), out.end()};
}

/// A buffer view whose data is compressed: the part of the buffer it lies in, and the layout.
struct MeshoptView {
  std::string bytes, mode = "ATTRIBUTES", filter;
  std::size_t count = 0, stride = 12;
  bool tell_stride = true;  ///< by the view too

  /// Adds the bytes, and then the view on them. `length`: what the view says; `name`: the extension's.
  std::size_t add(GltfBuffer& buffer, const std::string& name = "EXT_meshopt_compression") const {
    const std::size_t at = (buffer.bytes().size() + 3) / 4 * 4;
    buffer.view(bytes);
    return buffer.view_as(R"({"buffer":1,"byteLength":)" + std::to_string(count * stride) +
                          (tell_stride ? R"(,"byteStride":)" + std::to_string(stride) : "") + R"(,"extensions":{")" +
                          name + R"(":{"buffer":0,"byteOffset":)" + std::to_string(at) + R"(,"byteLength":)" +
                          std::to_string(bytes.size()) + R"(,"byteStride":)" + std::to_string(stride) + R"(,"mode":")" +
                          mode + R"(","count":)" + std::to_string(count) +
                          (filter.empty() ? "" : R"(,"filter":")" + filter + "\"") + "}}}");
  }
};

/// A level of one primitive with compressed positions and indices; `position`: the type and members of its accessor.
inline std::string meshopt_file(const MeshoptView& positions, const MeshoptView& indices,
                                const std::string& name = "EXT_meshopt_compression", int component = 5126,
                                const std::string& more = "") {
  GltfBuffer buffer;
  const std::size_t first = positions.add(buffer, name), second = indices.add(buffer, name);
  GltfParts parts;
  parts.meshes = R"({"primitives":[{"attributes":{"POSITION":0},"indices":1}]})";
  parts.accessors = accessor_json(first, component, positions.count, "VEC3", more) + "," +
                    accessor_json(second, indices.stride == 2 ? 5123 : 5125, indices.count, "SCALAR");
  parts.views = buffer.views();
  parts.buffers = buffer.buffers() + R"(,{"byteLength":4096,"extensions":{")" + name + R"(":{"fallback":true}}})";
  parts.more = R"(,"extensionsRequired":[")" + name + "\"]";
  return glb(parts.json(), buffer.bytes());
}

}  // namespace plumb::tests
