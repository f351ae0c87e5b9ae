// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of Godot as levels: their meshes and CSG boxes, at the places of their nodes.
//
// 1. LevelReader::read() lists the nodes of the scene and of those that it instances (godot_scene.h), and takes the
//    mesh of each. A node is refused, by its name, if the text does not hold its shape exactly or if Plumb does not
//    make it as Godot does (round shapes, subtracted shapes, grids of meshes, imported models). Godot can export these
//    as glTF.
// 2. mesh_triangles() dispatches on the type of a resource. BoxMesh, PlaneMesh, QuadMesh and PrismMesh are given by a
//    few numbers (Sizes) and have no round parts: box_triangles(), plane() and prism() compute their corners exactly.
// 3. array_mesh() reads an ArrayMesh, the data of the graphics card: for each surface a dictionary (read_surface) with
//    the bytes of vertices and of indices, and a `format` that says how they are laid out.
//    SurfaceTriangles::add_points() decodes positions. Since Godot 4.2 (the bits of `format` from 35 on hold a version)
//    they come first, one behind the other: three binary32 each or, compressed (bit 29), four 16-bit shares of the
//    surface's box. Before 4.2 a vertex has its normal and tangent behind its position. add_to() makes triangles of
//    lists or strips of indices. Godot's fronts run clockwise; ours counter-clockwise.
// 4. Vertices are transformed exactly; then each coordinate is rounded as docs/theory/definitions.md (Numbers) says of
//    a world position: to the nearest binary64 or binary32, or not at all (build_decimal).
//
// Cost: linear in the bytes.
// Exact: sizes and stored numbers are taken as they are. A compressed coordinate is the exact fraction of the box, not
// the rounded one that the graphics card computes.
// Source: Godot's RenderingServer (ArrayFormat, and how surfaces are made and read back) and its primitive meshes.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "file_content.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/godot_scene.h"
#include "scene_builder.h"

namespace plumb::pipeline {
namespace {

using namespace godot;

// Triangles in the coordinates of their node, counter-clockwise seen from their fronts.
struct TriangleSoup {
  std::vector<kernel::ExactPoint> points;
  std::vector<std::uint32_t> corners;  // three a triangle
};

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

  void add_to(TriangleSoup& soup) const {
    if (s_.primitive != triangles && s_.primitive != strip) return;
    if ((s_.format & (flat_vertices | no_vertices)) != 0) at_.fail("a surface without places in space is not read");
    const auto first = static_cast<std::uint32_t>(soup.points.size());
    add_points(soup);
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
      for (const std::uint64_t i : {a, c, b}) soup.corners.push_back(corner(i));
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

  void add_points(TriangleSoup& soup) const {
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
      soup.points.push_back(std::move(p));
    }
  }

  const Surface& s_;
  const Cursor& at_;
};

TriangleSoup array_mesh(const Resource& resource, Numbers numbers) {
  TriangleSoup out;
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

void add_face(TriangleSoup& soup, std::initializer_list<ExactPoint> outline) {
  const auto first = static_cast<std::uint32_t>(soup.points.size());
  soup.points.insert(soup.points.end(), outline);
  for (std::uint32_t i = 1; i + 1 < outline.size(); ++i)
    soup.corners.insert(soup.corners.end(), {first, first + i, first + i + 1});
}

// The numbers of a resource, or Godot's defaults for those that it leaves out.
class Sizes {
 public:
  Sizes(const Resource& resource, Numbers numbers) : resource_(resource), numbers_(numbers) {}

  std::vector<mpq_class> vector(std::string_view key, std::initializer_list<int> otherwise) const {
    const Value* value = find_value(resource_.section->properties, key);
    if (!value) return {otherwise.begin(), otherwise.end()};
    return resource_.document->cursor(*value).numbers_of({otherwise.size() == 2 ? "Vector2" : "Vector3"},
                                                         otherwise.size(), numbers_);
  }
  mpq_class number(std::string_view key, const mpq_class& otherwise) const {
    const Value* value = find_value(resource_.section->properties, key);
    return value ? resource_.document->cursor(*value).number(numbers_) : otherwise;
  }
  bool is_true(std::string_view key) const {
    const Value* value = find_value(resource_.section->properties, key);
    return value && resource_.document->cursor(*value).word() == "true";
  }

 private:
  const Resource& resource_;
  const Numbers numbers_;
};

// A rectangle perpendicular to an axis, with its front toward greater values.
TriangleSoup plane(const Sizes& sizes, int side, const mpq_class& axis) {
  const auto size = sizes.vector("size", {side, side}), offset = sizes.vector("center_offset", {0, 0, 0});
  const std::size_t up = axis == 0 ? 0 : axis == 1 ? 1 : 2, u = (up + 1) % 3, v = (up + 2) % 3;
  // Godot's width runs along x; in a rectangle perpendicular to x, along z.
  const std::size_t width = up == 0 ? 2 : 0;
  const auto corner = [&](int a, int b) {
    ExactPoint p{offset[0], offset[1], offset[2]};
    p[u] += a * (u == width ? size[0] : size[1]) / 2;
    p[v] += b * (v == width ? size[0] : size[1]) / 2;
    return p;
  };
  TriangleSoup out;
  add_face(out, {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)});
  return out;
}

TriangleSoup prism(const Sizes& sizes) {
  const auto size = sizes.vector("size", {1, 1, 1});
  const mpq_class x = size[0] / 2, y = size[1] / 2, z = size[2] / 2,
                  top = size[0] * sizes.number("left_to_right", mpq_class(1, 2)) - x;
  const auto left = [&](const mpq_class& at) { return ExactPoint{-x, -y, at}; };
  const auto right = [&](const mpq_class& at) { return ExactPoint{x, -y, at}; };
  const auto ridge = [&](const mpq_class& at) { return ExactPoint{top, y, at}; };
  const mpq_class back = -z;
  TriangleSoup out;
  add_face(out, {left(z), right(z), ridge(z)});
  add_face(out, {right(back), left(back), ridge(back)});
  add_face(out, {left(back), right(back), right(z), left(z)});
  add_face(out, {right(z), right(back), ridge(back), ridge(z)});
  add_face(out, {left(back), left(z), ridge(z), ridge(back)});
  return out;
}

// The triangles of a box around the origin.
TriangleSoup box_triangles(const ExactPoint& size) {
  TriangleSoup out;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const int side : {-1, 1}) {
      const auto corner = [&](int a, int b) {
        ExactPoint p;
        p[axis] = side * size[axis] / 2;
        p[(axis + 1) % 3] = a * size[(axis + 1) % 3] / 2;
        p[(axis + 2) % 3] = side * b * size[(axis + 2) % 3] / 2;
        return p;
      };
      add_face(out, {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)});
    }
  return out;
}

// The triangles of a resource that is a mesh: ArrayMesh (of Godot 4; triangles and strips, while points and lines are
// skipped), BoxMesh, PlaneMesh, QuadMesh or PrismMesh. None for other types. Throws Refusal.
std::optional<TriangleSoup> mesh_triangles(const Resource& resource, Numbers numbers) {
  const Sizes sizes(resource, numbers);
  std::optional<TriangleSoup> out;
  if (resource.type == "ArrayMesh") return array_mesh(resource, numbers);
  if (resource.type == "BoxMesh") {
    const auto size = sizes.vector("size", {1, 1, 1});
    out = box_triangles({size[0], size[1], size[2]});
  } else if (resource.type == "PlaneMesh") {
    out = plane(sizes, 2, sizes.number("orientation", 1));
  } else if (resource.type == "QuadMesh") {
    out = plane(sizes, 1, sizes.number("orientation", 2));
  } else if (resource.type == "PrismMesh") {
    out = prism(sizes);
  }
  if (out && sizes.is_true("flip_faces"))
    for (std::size_t i = 0; i < out->corners.size(); i += 3) std::swap(out->corners[i + 1], out->corners[i + 2]);
  return out;
}

constexpr const char* what_to_do = "; export the scene from Godot as glTF (Scene, Export As, glTF 2.0 Scene)";
constexpr std::uint64_t most_corners = std::uint64_t{1} << 32;

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, type) != list.end();
}

class LevelReader {
 public:
  LevelReader(std::string_view text, const std::string& name, const ImportOptions& options)
      : files_(text, name), name_(name), options_(options) {}

  Scene read() {
    if (files_.main().sections().front().kind != "gd_scene")
      throw Refusal{ErrorCode::unsupported_format, std::string("this is a resource, and no scene") + what_to_do, name_,
                    0};
    nodes_ = read_nodes(files_, options_.numbers, false);
    for (const Node& node : nodes_) add(node);
    if (faces_ == 0)
      throw Refusal{ErrorCode::no_face, std::string("there is no mesh and no CSG box in it") + what_to_do, name_, 0};
    Scene scene = options_.numbers == Numbers::decimal ? build_decimal() : build_rounded();
    scene.other_files = files_.others();
    return scene;
  }

 private:
  struct Part {
    const Node* node;
    TriangleSoup soup;  // where the node is
  };

  [[noreturn]] void refuse(const Node& node, const std::string& what) const {
    throw Refusal{ErrorCode::unsupported_format, "node " + quote(node.path) + " " + what + what_to_do, name_, 0};
  }

  void add(const Node& node) {
    const std::string& type = node.type;
    if (is_one_of(type, {"MeshInstance3D", "MeshInstance", "CSGMesh3D"})) {
      if (type == "CSGMesh3D") check_operation(node);
      if (const Property* mesh = node.find("mesh")) add_mesh(node, *mesh);
    } else if (type == "CSGBox3D") {
      check_operation(node);
      const Property* own = node.find("size");
      const auto size = own ? own->cursor().numbers_of({"Vector3"}, 3, options_.numbers)
                            : std::vector<mpq_class>{mpq_class(1), mpq_class(1), mpq_class(1)};
      const Property* flip = node.find("flip_faces");
      add_part(node, box_triangles({size[0], size[1], size[2]}), flip && flip->cursor().word() == "true");
    } else if (type == "CSGCombiner3D") {
      check_operation(node);
    } else if (type.starts_with("CSG") ||
               is_one_of(type, {"GridMap", "MultiMeshInstance3D", "MultiMeshInstance", "SoftBody3D", "SoftBody"})) {
      refuse(node, "is a " + quote(type) + ", which is not read");
    }
  }

  // Of the topmost shape it says nothing.
  void check_operation(const Node& node) const {
    const Property* operation = node.find("operation");
    if (!operation || operation->cursor().word() == "0") return;
    if (nodes_[node.parent].type.starts_with("CSG") && node.path != ".")
      refuse(node, "is cut out of others, or cuts them, which is not read");
  }

  void add_mesh(const Node& node, const Property& mesh) {
    const auto reference = reference_of(mesh.cursor());
    if (!reference) return;
    if (reference->external)
      if (const Section* outside = mesh.document->find("ext_resource", reference->id)) {
        const std::string file = mesh.document->attribute(*outside, "path");
        if (extension_of(file) != ".tres") refuse(node, "has its mesh in " + quote(file) + ", which is not read");
      }
    const auto resource = files_.resource(mesh);
    if (!resource) return;
    auto soup = mesh_triangles(*resource, options_.numbers);
    if (!soup) refuse(node, "has a mesh of type " + quote(resource->type) + ", which is not read");
    add_part(node, std::move(*soup), false);
  }

  // Mirror images turn their faces over: fronts stay fronts.
  void add_part(const Node& node, TriangleSoup soup, bool flipped) {
    if (soup.corners.empty()) return;
    for (kernel::ExactPoint& p : soup.points) p = (*node.world)(p);
    if ((node.world->orientation() < 0) != flipped)
      for (std::size_t i = 0; i < soup.corners.size(); i += 3) std::swap(soup.corners[i + 1], soup.corners[i + 2]);
    faces_ += soup.corners.size() / 3;
    if (3 * faces_ >= most_corners)
      throw Refusal{ErrorCode::too_large, "the scene has more than 2^32 corners; cut the level up", name_, 0};
    parts_.push_back({&node, std::move(soup)});
  }

  template <class Put>
  void put_all(SceneBuilder& builder, Put&& put) const {
    for (const Part& part : parts_) {
      builder.names(part.node->path, {}, {});
      for (std::size_t i = 0; i < part.soup.corners.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k)
          for (const mpq_class& v : part.soup.points[part.soup.corners[i + k]]) put(part, v);
        builder.triangle_of_last_vertices();
      }
    }
  }

  Scene build_rounded() const {
    SceneBuilder builder(name_, options_, SceneBuilder::Source::binary);
    put_all(builder, [&](const Part& part, const mpq_class& v) {
      const double rounded =
          options_.numbers == Numbers::binary32 ? double{kernel::nearest_float(v)} : kernel::nearest_double(v);
      if (!std::isfinite(rounded))
        throw Refusal{ErrorCode::out_of_range,
                      "node " + quote(part.node->path) + " has a coordinate" + out_of_range_reason(options_.numbers),
                      name_, 0};
      builder.value(rounded);
    });
    return builder.build();
  }

  Scene build_decimal() const {
    mpz_class denominator = 1;
    for (const Part& part : parts_)
      for (const kernel::ExactPoint& p : part.soup.points)
        for (const mpq_class& v : p)
          if (!mpz_divisible_p(denominator.get_mpz_t(), v.get_den_mpz_t())) denominator = lcm(denominator, v.get_den());
    SceneBuilder builder(name_, options_, SceneBuilder::Source::ratios);
    put_all(builder, [&](const Part&, const mpq_class& v) {
      builder.ratio(mpz_class(v.get_num() * mpz_class(denominator / v.get_den())));
    });
    return builder.build(denominator);
  }

  Files files_;
  const std::string& name_;
  const ImportOptions& options_;
  std::vector<Node> nodes_;
  std::vector<Part> parts_;
  std::uint64_t faces_ = 0;
};

}  // namespace

Scene read_tscn(std::string_view text, const std::string& name, const ImportOptions& options) {
  try {
    return LevelReader(text, name, options).read();
  } catch (const Refusal& refusal) {
    // The name that is told is the level's; of another file, the message tells.
    std::string message = refusal.what + (refusal.what.find("; ") == std::string::npos ? what_to_do : "");
    if (refusal.file == name) throw Refused{refusal.code, std::move(message), refusal.line};
    throw Refused{refusal.code, Error{refusal.code, std::move(message), refusal.file, refusal.line}.text(), 0};
  }
}

}  // namespace plumb::pipeline
