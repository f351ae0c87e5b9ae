// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of Godot as levels: their meshes and CSG boxes, at the places of their nodes.
//
// Vertices are transformed exactly; then each coordinate is rounded as docs/theory/definitions.md (Numbers) says of a
// world position: to the nearest binary64 or binary32, or not at all. A node is refused, by its name, if the text does
// not hold its shape exactly or if Plumb does not make it as Godot does (round shapes, subtracted shapes, grids of
// meshes, imported models). Godot can export these as glTF.
#include <algorithm>
#include <cmath>

#include "godot_mesh.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/file_name.h"
#include "scene_builder.h"
#include "scene_readers.h"

namespace plumb::pipeline {
namespace {

using namespace godot;

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
