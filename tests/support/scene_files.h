// SPDX-License-Identifier: GPL-3.0-or-later
// One level written in each format that is read, byte by byte.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace plumb::tests {

/// The bytes of a number in the given order.
template <class T>
std::string bytes_of(T value, std::endian order = std::endian::little) {
  std::string out(reinterpret_cast<const char*>(&value), sizeof(T));
  if (order != std::endian::native) std::reverse(out.begin(), out.end());
  return out;
}

inline std::string floats(const std::vector<double>& values) {
  std::string out;
  for (const double v : values) out += bytes_of(static_cast<float>(v));
  return out;
}

/// A GLB of a JSON and a buffer.
inline std::string glb(std::string json, std::string buffer) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  buffer.resize((buffer.size() + 3) / 4 * 4, '\0');
  const auto word = [](std::size_t n) { return bytes_of(static_cast<std::uint32_t>(n)); };
  return "glTF" + word(2) + word(28 + json.size() + buffer.size()) + word(json.size()) + "JSON" + json +
         word(buffer.size()) + std::string("BIN\0", 4) + buffer;
}

/// A level of indexed triangles: coordinates three a vertex, each a binary32.
struct TriangleLevel {
  std::vector<double> xyz;
  std::vector<std::uint32_t> corners;
};

inline std::string triple(const TriangleLevel& l, std::size_t vertex) {
  std::string out;
  for (std::size_t k = 0; k < 3; ++k) out += (k ? " " : "") + std::to_string(l.xyz[3 * vertex + k]);
  return out;
}

inline std::string as_obj(const TriangleLevel& l) {
  std::string out;
  for (std::size_t v = 0; v < l.xyz.size() / 3; ++v) out += "v " + triple(l, v) + "\n";
  for (std::size_t c = 0; c < l.corners.size(); ++c)
    out += (c % 3 ? " " : "f ") + std::to_string(l.corners[c] + 1) + (c % 3 == 2 ? "\n" : "");
  return out;
}

inline std::string as_off(const TriangleLevel& l) {
  std::string out = "OFF\n" + std::to_string(l.xyz.size() / 3) + " " + std::to_string(l.corners.size() / 3) + " 0\n";
  for (std::size_t v = 0; v < l.xyz.size() / 3; ++v) out += triple(l, v) + "\n";
  for (std::size_t c = 0; c < l.corners.size(); ++c)
    out += (c % 3 ? " " : "3 ") + std::to_string(l.corners[c]) + (c % 3 == 2 ? "\n" : "");
  return out;
}

inline std::string ply_header(const TriangleLevel& l, const std::string& format, const std::string& type) {
  return "ply\nformat " + format + " 1.0\nelement vertex " + std::to_string(l.xyz.size() / 3) +
         "\nproperty uchar red\nproperty " + type + " x\nproperty " + type + " y\nproperty " + type +
         " z\nelement face " + std::to_string(l.corners.size() / 3) +
         "\nproperty list uchar float weights\nproperty list uchar int vertex_indices\nend_header\n";
}

inline std::string as_ply(const TriangleLevel& l) {
  std::string out = ply_header(l, "ascii", "float");
  for (std::size_t v = 0; v < l.xyz.size() / 3; ++v) out += "255 " + triple(l, v) + "\n";
  for (std::size_t c = 0; c < l.corners.size(); ++c)
    out += (c % 3 ? " " : "1 0.5 3 ") + std::to_string(l.corners[c]) + (c % 3 == 2 ? "\n" : "");
  return out;
}

/// T: float or double.
template <class T>
std::string as_binary_ply(const TriangleLevel& l, std::endian order) {
  std::string out = ply_header(l, order == std::endian::little ? "binary_little_endian" : "binary_big_endian",
                               sizeof(T) == 4 ? "float" : "double");
  for (std::size_t i = 0; i < l.xyz.size(); ++i)
    out += (i % 3 ? "" : "\xff") + bytes_of(static_cast<T>(l.xyz[i]), order);
  for (std::size_t c = 0; c < l.corners.size(); ++c)
    out +=
        (c % 3 ? "" : "\1" + bytes_of(0.5f, order) + "\3") + bytes_of(static_cast<std::int32_t>(l.corners[c]), order);
  return out;
}

inline std::string as_stl(const TriangleLevel& l) {
  std::string out = "solid level\n";
  for (std::size_t c = 0; c < l.corners.size(); ++c)
    out += (c % 3 ? "" : "facet normal 0 0 0\nouter loop\n") + ("vertex " + triple(l, l.corners[c])) +
           (c % 3 == 2 ? "\nendloop\nendfacet\n" : "\n");
  return out + "endsolid level\n";
}

inline std::string as_binary_stl(const TriangleLevel& l) {
  std::string out = "solid, though binary";
  out.resize(80, ' ');
  out += bytes_of(static_cast<std::uint32_t>(l.corners.size() / 3));
  for (std::size_t c = 0; c < l.corners.size(); ++c) {
    if (c % 3 == 0) out += floats({0, 0, 0});
    for (std::size_t k = 0; k < 3; ++k) out += bytes_of(static_cast<float>(l.xyz[3 * l.corners[c] + k]));
    if (c % 3 == 2) out += std::string(2, '\0');
  }
  return out;
}

/// `buffer_uri`: where the buffer is, "" for the GLB's own; `node`: members of the one node besides its mesh.
inline std::string gltf_json(const TriangleLevel& l, const std::string& buffer_uri, const std::string& node = "") {
  const auto n = [](std::size_t i) { return std::to_string(i); };
  const std::size_t positions = 4 * l.xyz.size(), indices = 4 * l.corners.size();
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0)" + node +
         R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":)" +
         n(l.xyz.size() / 3) + R"(,"type":"VEC3"},{"bufferView":1,"componentType":5125,"count":)" +
         n(l.corners.size()) + R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":)" + n(positions) +
         R"(},{"buffer":0,"byteOffset":)" + n(positions) + R"(,"byteLength":)" + n(indices) +
         R"(}],"buffers":[{"byteLength":)" + n(positions + indices) +
         (buffer_uri.empty() ? "" : R"(,"uri":")" + buffer_uri + "\"") + "}]}";
}

inline std::string gltf_buffer(const TriangleLevel& l) {
  std::string out = floats(l.xyz);
  for (const std::uint32_t c : l.corners) out += bytes_of(c);
  return out;
}

inline std::string as_glb(const TriangleLevel& l) { return glb(gltf_json(l, ""), gltf_buffer(l)); }

}  // namespace plumb::tests
