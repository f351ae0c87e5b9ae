// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes that are resources of Godot: those that it saves as the data of the graphics card (ArrayMesh), and others by
// their numbers (primitive_mesh).
//
// 1. mesh_shape() dispatches on the type of a resource.
// 2. array_mesh() reads for each surface a dictionary (read_surface) with the bytes of vertices and of indices, and a
//    `format` that says how they are laid out.
// 3. SurfaceTriangles::add_points() decodes positions. Since Godot 4.2 (the bits of `format` from 35 on hold a version)
//    they come first, one behind the other: three binary32 each or, compressed (bit 29), four 16-bit shares of the
//    surface's box. Before 4.2 a vertex has its normal and tangent behind its position. add_to() makes triangles of
//    lists or strips of indices. Godot's fronts run clockwise; ours counter-clockwise.
//
// Cost: linear in the bytes.
// Exact: stored numbers are taken as they are. A compressed coordinate is the exact fraction of the box, not the
// rounded one that the graphics card computes.
// Source: Godot's RenderingServer (ArrayFormat, and how surfaces are made and read back).
#include <algorithm>
#include <charconv>
#include <cmath>

#include "file_content.h"
#include "godot/godot_shape.h"

namespace plumb::pipeline::godot {
namespace {

using kernel::ExactPoint;

constexpr std::uint64_t flat_vertices = std::uint64_t{1} << 25, no_vertices = std::uint64_t{1} << 28,
                        compressed = std::uint64_t{1} << 29;
constexpr unsigned version_bits = 35;
constexpr std::uint64_t triangles = 3, strip = 4;

std::uint64_t whole(Cursor& cursor) {
  const std::string_view text = cursor.word();
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) cursor.fail("a whole number is missing");
  return out;
}

struct Surface {
  std::uint64_t format = 0, primitive = triangles, vertex_count = 0, index_count = 0;
  std::string vertices, indices;
  std::vector<mpq_class> box;  // the lowest corner of the box, and its size
};

Surface read_surface(Cursor& cursor, Numbers numbers) {
  Surface out;
  cursor.for_entries([&](const std::string& key) {
    if (key == "format") out.format = whole(cursor);
    else if (key == "primitive") out.primitive = whole(cursor);
    else if (key == "vertex_count") out.vertex_count = whole(cursor);
    else if (key == "index_count") out.index_count = whole(cursor);
    else if (key == "vertex_data") out.vertices = cursor.bytes();
    else if (key == "index_data") out.indices = cursor.bytes();
    else if (key == "aabb") out.box = cursor.numbers_of({"AABB"}, 6, numbers);
    else cursor.skip_value();
  });
  return out;
}

class SurfaceTriangles {
 public:
  SurfaceTriangles(const Surface& surface, const Cursor& at) : s_(surface), at_(at) {}

  void add_to(Shape& shape) const {
    if (s_.primitive != triangles && s_.primitive != strip) return;
    if ((s_.format & (flat_vertices | no_vertices)) != 0) at_.fail("a surface without places in space is not read");
    const auto first = static_cast<std::uint32_t>(shape.points.size());
    add_points(shape);
    const std::uint64_t count = s_.index_count > 0 ? s_.index_count : s_.vertex_count;
    const std::size_t width = index_width();
    const auto corner = [&](std::uint64_t i) {
      const std::uint64_t v = s_.index_count == 0 ? i
                              : width == 2        ? stored<std::uint16_t>(s_.indices.data() + 2 * i)
                                                  : stored<std::uint32_t>(s_.indices.data() + 4 * i);
      if (v >= s_.vertex_count)
        at_.fail("a surface names vertex " + std::to_string(v) + " of " + std::to_string(s_.vertex_count),
                 ErrorCode::bad_index);
      return static_cast<std::uint32_t>(first + v);
    };
    const auto add = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
      shape.add_face({corner(a), corner(c), corner(b)});
    };
    if (s_.primitive == strip)
      for (std::uint64_t i = 0; i + 2 < count; ++i) i % 2 == 0 ? add(i, i + 1, i + 2) : add(i, i + 2, i + 1);
    else
      for (std::uint64_t i = 0; i + 2 < count; i += 3) add(i, i + 1, i + 2);
  }

 private:
  std::size_t index_width() const {
    if (s_.index_count == 0) return 0;
    for (const std::size_t width : {2, 4})
      if (s_.indices.size() % width == 0 && s_.indices.size() / width == s_.index_count) return width;
    at_.fail("a surface has " + std::to_string(s_.indices.size()) + " bytes for " + std::to_string(s_.index_count) +
             " indices");
  }

  void add_points(Shape& shape) const {
    const bool is_compressed = (s_.format & compressed) != 0;
    const std::size_t size = is_compressed ? 8 : 12;
    std::size_t stride = size;
    if (s_.format >> version_bits == 0 && s_.vertex_count > 0) stride = s_.vertices.size() / s_.vertex_count;
    if (stride < size || s_.vertex_count > s_.vertices.size() / stride)
      at_.fail("a surface has " + std::to_string(s_.vertices.size()) + " bytes for " + std::to_string(s_.vertex_count) +
               " vertices");
    if (is_compressed && s_.box.empty()) at_.fail("a compressed surface has no 'aabb'");
    for (std::uint64_t v = 0; v < s_.vertex_count; ++v) {
      const char* at = s_.vertices.data() + stride * v;
      ExactPoint p;
      for (std::size_t k = 0; k < 3; ++k) {
        if (is_compressed) {
          p[k] = mpq_class(stored<std::uint16_t>(at + 2 * k), 65535);
          p[k].canonicalize();
          p[k] = s_.box[k] + p[k] * s_.box[3 + k];
          continue;
        }
        const auto value = stored<float>(at + 4 * k);
        if (!std::isfinite(value)) at_.fail("a vertex is infinite, or no number", ErrorCode::bad_number);
        p[k] = mpq_class(value);
      }
      shape.points.push_back(std::move(p));
    }
  }

  const Surface& s_;
  const Cursor& at_;
};

Shape array_mesh(const Resource& resource, Numbers numbers) {
  Shape out;
  for (const auto& [key, value] : resource.section->properties) {
    Cursor cursor = resource.document->cursor(value);
    if (key.starts_with("surfaces/"))
      cursor.fail("this is a mesh of Godot 3, which is not read; export the scene from Godot as glTF",
                  ErrorCode::unsupported_format);
    if (key != "_surfaces") continue;
    cursor.require('[');
    while (!cursor.take(']')) {
      const Surface surface = read_surface(cursor, numbers);
      SurfaceTriangles(surface, cursor).add_to(out);
      cursor.take(',');
    }
  }
  return out;
}

}  // namespace

std::optional<Shape> mesh_shape(const Resource& resource, Numbers numbers) {
  if (resource.type == "ArrayMesh") return array_mesh(resource, numbers);
  return primitive_mesh(resource.type, Sizes(resource, numbers));
}

}  // namespace plumb::pipeline::godot
