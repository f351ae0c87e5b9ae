// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of Godot as levels: their meshes, CSG shapes, grids and imported models, at the places of their nodes.
//
// 1. LevelReader::read() lists the nodes of the scene, of those that it instances, and of imported models
//    (godot_scene.h, godot_model.h), and takes what each shows (add): a mesh (add_mesh), a CSG shape, or the cells of a
//    GridMap, each of which is a mesh of its library (add_grid). A hidden CSG shape below another is none of these, as
//    in Godot (is_hidden). A node is refused, by its name, if the text does not
//    hold its shape exactly or if Plumb does not make it as Godot does (subtracted shapes, terrains, MultiMesh). Godot
//    can export these as glTF.
// 2. Vertices are transformed exactly; then each coordinate is rounded as docs/theory/definitions.md (Numbers) says of
//    a world position: to the nearest binary64 or binary32, or not at all (build_decimal).
//
// Cost: linear in the bytes, and in the faces that nodes show.
// Exact: as said of shapes and of models; transforms are exact.
// Source: Godot's classes of nodes; GridMap for the cells of grids.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "file_content.h"
#include "godot/godot_model.h"
#include "godot/godot_names.h"
#include "godot/godot_shape.h"
#include "plumb/kernel/int64.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/godot_scene.h"
#include "rounding.h"
#include "scene_builder.h"

namespace plumb::pipeline {
namespace {

using namespace godot;

constexpr const char* what_to_do = "; export the scene from Godot as glTF (Scene, Export As, glTF 2.0 Scene)";
constexpr std::uint64_t most_corners = std::uint64_t{1} << 32;

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, type) != list.end();
}

// The turn of a cell of a GridMap, one of 24: first one of six, then quarter turns around the z axis.
Transform cell_turn(std::uint32_t number) {
  static constexpr int turns[6][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},   {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                         {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
                                         {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}},  {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}}};
  Transform out = Transform::identity();
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) out.rows[r][c] = turns[number / 4 % 6][r][c];
  for (std::uint32_t i = 0; i < number % 4; ++i) {
    std::swap(out.rows[0], out.rows[1]);
    for (mpq_class& v : out.rows[0]) v = -v;
  }
  return out;
}

class LevelReader {
 public:
  LevelReader(std::string_view text, const std::string& name, const ImportOptions& options, LeaveOut& leave_out)
      : files_(text, name), name_(name), options_(options), leave_out_(leave_out), models_(options, leave_out) {}

  Scene read() {
    if (files_.main().sections().front().kind != "gd_scene")
      throw Refusal{ErrorCode::unsupported_format, std::string("this is a resource, and no scene") + what_to_do, name_,
                    0};
    nodes_ = read_nodes(files_, {.numbers = options_.numbers,
                                 .read_model = [&](const std::string& place,
                                                   const std::string& path) { return models_.nodes(place, path); },
                                 .leaves_out =
                                     [&](const std::string& name, const std::string& path) {
                                       const std::string_view below = path == "." ? std::string_view() : path;
                                       return leave_out_.takes({name, below}, below);
                                     }});
    is_hidden_.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      is_hidden_[i] = is_hidden(nodes_[i]);
      if (!is_hidden_[i]) add_named(nodes_[i]);
    }
    if (faces_ == 0 && bare_)
      refuse(*bare_, "is a " + quote(bare_->type) +
                         " of which Godot makes no face, and nothing else has one; change its numbers");
    if (faces_ == 0)
      throw Refusal{ErrorCode::no_face, std::string("there is no mesh and no CSG shape in it") + what_to_do, name_, 0};
    Scene scene = options_.numbers == Numbers::decimal ? build_decimal() : build_rounded();
    scene.other_files = files_.others();
    for (std::string& file : models_.other_files()) scene.other_files.push_back(std::move(file));
    return scene;
  }

  // What leaves out the node at this path and nothing else.
  std::string or_leave_out(const std::string& path) {
    const std::string pattern = pattern_of_node(files_, path);
    return pattern.find('?') == pattern.npos ? pipeline::or_leave_out(pattern)
                                             : ", or leave out all that is called so (--leave-out '" + pattern + "')";
  }

 private:
  struct Part {
    const Node* node;
    std::shared_ptr<const Shape> shape;
    Transform place;           // from the shape's coordinates to the scene's
    std::string group;         // its name, where the shape has none of its own
    std::vector<bool> is_out;  // by run of the shape: it is left out; empty: none is
  };

  [[noreturn]] void refuse(const Node& node, const std::string& what) const {
    throw Refusal{ErrorCode::unsupported_format, "node " + quote(node.path) + " " + what, name_, 0, named(node)};
  }
  // Refusal::node of it.
  static std::string named(const Node& node) { return node.path == "." ? "" : node.path; }

  static bool is_csg(const Node& node) { return node.type.starts_with("CSG"); }
  bool is_csg_child(const Node& node) const { return node.path != "." && is_csg(node) && is_csg(nodes_[node.parent]); }

  // Whether a CSG shape is no part of the one that it is below: it is hidden itself, or is below a shape that is none.
  // Other hidden nodes are read, and so is the topmost shape, whose collision Godot keeps.
  bool is_hidden(const Node& node) const {
    if (!is_csg_child(node)) return false;
    const Property* visible = node.find("visible");
    return is_hidden_[node.parent] || (visible && visible->cursor().word() == "false");
  }

  // Adds a node. What is refused names it.
  void add_named(const Node& node) {
    try {
      add(node);
    } catch (Refusal& refusal) {
      if (!refusal.file.empty() && refusal.file != name_) {
        refusal.what = refusal.error().command_text();
        refusal.line = 0;
      }
      refusal.file = name_;
      if (!refusal.what.starts_with("node "))
        refusal.what = "node " + quote(node.path) + (refusal.what.starts_with("names ") ? " " : ": ") + refusal.what;
      if (refusal.node.empty()) refusal.node = named(node);
      throw;
    }
  }

  void add(const Node& node) {
    const std::string& type = node.type;
    if (const Property* mesh = node.find("mesh");
        mesh && is_one_of(type, {"MeshInstance3D", "MeshInstance", "CSGMesh3D"})) {
      if (type == "CSGMesh3D") check_operation(node);
      if (auto shape = shape_of(node, *mesh)) {
        if (type != "CSGMesh3D") check_deformation(node);
        add_part(node, std::move(shape), Transform::identity(), {});
      }
    } else if (node.shape) {
      check_deformation(node);
      add_part(node, models_.shape(*node.shape), Transform::identity(), {});
    } else if (auto shape = csg_shape(type, Sizes(node, options_.numbers))) {
      check_operation(node);
      add_part(node, std::make_shared<const Shape>(std::move(*shape)), Transform::identity(), {});
    } else if (type == "CSGCombiner3D") {
      check_operation(node);
    } else if (type == "GridMap") {
      add_grid(node);
    } else if (type == "CSGPolygon3D") {
      refuse(node, "is a 'CSGPolygon3D' along a path, which is not read");
    } else if ((type.starts_with("CSG") && type != "CSGMesh3D") ||
               is_one_of(type, {"MultiMeshInstance3D", "MultiMeshInstance", "SoftBody3D", "SoftBody", "Terrain3D",
                                "VoxelTerrain", "VoxelLodTerrain"})) {
      refuse(node, "is a " + quote(type) + ", which is not read");
    }
  }

  // Of the topmost shape it says nothing.
  void check_operation(const Node& node) const {
    const Property* operation = node.find("operation");
    if (!operation || operation->cursor().word() == "0") return;
    if (is_csg_child(node))
      refuse(node, "is a " + quote(node.type) + " that is cut out of others, or cuts them, which is not read");
  }

  // Refuses a mesh that is shown in another form than it is stored: of a skeleton's pose, or with blend shapes in use.
  void check_deformation(const Node& node) const {
    const Property *skin = node.find("skin"), *skeleton = node.find("skeleton");
    if (skin && skin->cursor().word() != "null" && !(skeleton && skeleton->value.text == "NodePath(\"\")"))
      refuse(node, "is a " + quote(node.type) +
                       " with a skin; save its mesh as it is posed (bake_mesh_from_current_skeleton_pose)");
    constexpr std::string_view key = "blend_shapes/";
    for (auto at = node.properties.lower_bound(key); at != node.properties.end() && at->first.starts_with(key); ++at)
      if (at->second.cursor().number(options_.numbers) != 0)
        refuse(node, "is a " + quote(node.type) + " with the blend shape " + quote(at->first.substr(key.size())) +
                         " in use; save its mesh as it is shown (bake_mesh_from_current_blend_shape_mix)");
  }

  // The mesh that a property of a node names; null if it names none.
  std::shared_ptr<const Shape> shape_of(const Node& node, const Property& mesh) {
    const auto reference = reference_of(mesh.cursor());
    if (!reference) return nullptr;
    if (reference->external)
      if (const Section* outside = mesh.document->find("ext_resource", reference->id)) {
        const std::string file = mesh.document->attribute(*outside, "path"), extension = extension_of(file);
        if (extension == ".obj") return models_.mesh(files_.other_file(file, *mesh.document, outside->line));
        if (extension != ".tres" && !file.starts_with("uid://"))
          refuse(node, "has its mesh in " + quote(file) + ", which is not read");
      }
    const auto resource = files_.resource(mesh);
    if (!resource) return nullptr;
    auto& shape = shapes_[resource->section];
    if (!shape) {
      auto read = mesh_shape(*resource, options_.numbers);
      if (!read) refuse(node, "has a mesh of type " + quote(resource->type) + ", which is not read");
      shape = std::make_shared<const Shape>(std::move(*read));
    }
    return shape;
  }

  // A library has for each item a mesh and its place in a cell. Three numbers describe a cell: two hold its place, as
  // three numbers of 16 bits, and the third the item (16 bits) and the turn (5 bits).
  void add_grid(const Node& node) {
    const Property *library = node.find("mesh_library"), *data = node.find("data");
    if (!library || !data) return;
    if (const auto reference = reference_of(library->cursor()); reference && reference->external)
      if (const Section* outside = library->document->find("ext_resource", reference->id))
        if (const std::string file = library->document->attribute(*outside, "path"); extension_of(file) != ".tres")
          refuse(node, "is a 'GridMap' with its library in " + quote(file) + ", which is not read; save that as .tres");
    const auto resource = files_.resource(*library);
    if (!resource) return;
    if (resource->type != "MeshLibrary") refuse(node, "is a 'GridMap' whose library is a " + quote(resource->type));
    std::vector<mpq_class> cells;
    Cursor cursor = data->cursor();
    cursor.for_entries([&](const std::string& key) {
      if (key == "cells")
        cells = cursor.numbers_of({"PackedInt32Array", "PoolIntArray"}, std::nullopt, Numbers::decimal);
      else cursor.skip_value();
    });
    if (cells.size() % 3 != 0) data->cursor().fail("the cells of a grid are no multiple of three numbers");
    const Sizes sizes(node, options_.numbers);
    const auto size = sizes.vector("cell_size", {2, 2, 2});
    const mpq_class scale = sizes.number("cell_scale", 1);
    const std::array centred{sizes.is_true("cell_center_x", true), sizes.is_true("cell_center_y", true),
                             sizes.is_true("cell_center_z", true)};
    const auto word = [&](std::size_t i) {
      if (cells[i].get_den() != 1 || abs(cells[i]) >= 0x1p32)
        data->cursor().fail("a cell of a grid is no number of 32 bits", ErrorCode::out_of_range);
      return static_cast<std::uint32_t>(kernel::to_int64(cells[i].get_num()));
    };
    const auto half = [](std::uint32_t value) { return static_cast<std::int16_t>(value & 0xffff); };
    for (std::size_t i = 0; i < cells.size(); i += 3) {
      const std::uint32_t item = word(i + 2) & 0xffff;
      const std::string prefix = "item/" + std::to_string(item) + "/";
      const auto property = [&](const char* key) -> std::optional<Property> {
        const Value* value = find_value(resource->section->properties, prefix + key);
        return value ? std::optional(Property{resource->document, *value}) : std::nullopt;
      };
      const auto mesh = property("mesh");
      if (!mesh) continue;  // Godot shows nothing there
      auto shape = shape_of(node, *mesh);
      if (!shape) continue;
      Transform place = cell_turn(word(i + 2) >> 16 & 0x1f);
      const std::array<int, 3> cell{half(word(i)), half(word(i) >> 16), half(word(i + 1))};
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t c = 0; c < 3; ++c) place.rows[k][c] *= scale;
        place.rows[k][3] = size[k] * cell[k] + (centred[k] ? mpq_class(size[k] / 2) : mpq_class(0));
      }
      if (const auto own = property("mesh_transform")) place = place * transform_of(*own, options_.numbers);
      const auto name = property("name");
      add_part(node, std::move(shape), place, name ? name->cursor().string() : std::string());
    }
  }

  void add_part(const Node& node, std::shared_ptr<const Shape> shape, const Transform& place, std::string group) {
    if (shape->ends.empty()) {
      if (!bare_ && is_csg(node)) bare_ = &node;
      return;
    }
    if (node.is_lost)
      refuse(node, "is below a node that the imported model is not known to have, so nothing says where it is");
    if (leave_out_.takes({group})) return;
    Part part{&node, std::move(shape), *node.world * place, std::move(group), {}};
    for (const Shape::Run& run : part.shape->runs) part.is_out.push_back(leave_out_.takes({run.group, run.material}));
    faces_ += part.shape->ends.size();
    corners_ += part.shape->corners.size();
    if (corners_ >= most_corners)
      throw Refusal{ErrorCode::too_large, "the scene has more than 2^32 corners; cut the level up", name_, 0};
    parts_.push_back(std::move(part));
  }

  // Where a part's points are: whole numbers over one denominator.
  struct Placed {
    mpz_class denominator;
    std::vector<mpz_class> numerators;  // three a point
  };
  static Placed placed(const Part& part) {
    const auto widen = [](mpz_class& denominator, const mpq_class& v) {
      if (!mpz_divisible_p(denominator.get_mpz_t(), v.get_den_mpz_t())) denominator = lcm(denominator, v.get_den());
    };
    mpz_class of_points = 1, of_place = 1;
    for (const kernel::ExactPoint& p : part.shape->points)
      for (const mpq_class& v : p) widen(of_points, v);
    for (const auto& row : part.place.rows)
      for (const mpq_class& v : row) widen(of_place, v);
    mpz_class matrix[3][4], x[3], sum;
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c) {
        const mpq_class& v = part.place.rows[r][c];
        matrix[r][c] = of_place / v.get_den() * v.get_num();
        if (c == 3) matrix[r][c] *= of_points;
      }
    Placed out{of_points * of_place, {}};
    out.numerators.reserve(3 * part.shape->points.size());
    for (const kernel::ExactPoint& p : part.shape->points) {
      for (std::size_t k = 0; k < 3; ++k) x[k] = of_points / p[k].get_den() * p[k].get_num();
      for (const auto& row : matrix) {
        sum = row[3];
        for (std::size_t k = 0; k < 3; ++k) mpz_addmul(sum.get_mpz_t(), row[k].get_mpz_t(), x[k].get_mpz_t());
        out.numerators.push_back(sum);
      }
    }
    return out;
  }

  // Mirror images turn their faces over: fronts stay fronts. put(i) takes coordinate i of the part's points.
  template <class Put>
  static void put_faces(const Part& part, SceneBuilder& builder, const Put& put) {
    const Shape& shape = *part.shape;
    const bool mirrored = part.place.orientation() < 0;
    std::size_t run = 0;
    bool is_out = false;
    builder.names(part.node->path, part.group, {});
    for (std::size_t f = 0; f < shape.ends.size(); ++f) {
      for (; run < shape.runs.size() && shape.runs[run].first_face == f; ++run) {
        builder.names(part.node->path, shape.runs[run].group, shape.runs[run].material);
        is_out = part.is_out[run];
      }
      if (is_out) continue;
      const std::size_t begin = shape.begin_of(f), size = shape.ends[f] - begin;
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t k = 0; k < 3; ++k)
          put(3 * std::size_t{shape.corners[begin + (mirrored ? (size - i) % size : i)]} + k);
      for (std::size_t back = size; back > 0; --back)
        builder.corner(static_cast<std::uint32_t>(builder.vertices() - back));
      builder.end_face();
    }
  }

  Scene build_rounded() const {
    SceneBuilder builder(name_, options_, SceneBuilder::Source::binary);
    for (const Part& part : parts_) {
      const Placed at = placed(part);
      const Rounding round(at.denominator, options_.numbers);
      std::vector<double> rounded;
      rounded.reserve(at.numerators.size());
      for (const mpz_class& n : at.numerators) rounded.push_back(round(n));
      put_faces(part, builder, [&](std::size_t i) {
        if (!std::isfinite(rounded[i]))
          throw Refusal{ErrorCode::out_of_range,
                        "node " + quote(part.node->path) + " has a coordinate" + out_of_range_reason(options_.numbers),
                        name_, 0, named(*part.node)};
        builder.value(rounded[i]);
      });
    }
    return builder.build();
  }

  Scene build_decimal() const {
    mpz_class denominator = 1;
    for (const Part& part : parts_) denominator = lcm(denominator, placed(part).denominator);
    SceneBuilder builder(name_, options_, SceneBuilder::Source::ratios);
    for (const Part& part : parts_) {
      const Placed at = placed(part);
      const mpz_class scale = denominator / at.denominator;
      put_faces(part, builder, [&](std::size_t i) { builder.ratio(at.numerators[i] * scale); });
    }
    return builder.build(denominator);
  }

  Files files_;
  const std::string& name_;
  const ImportOptions& options_;
  LeaveOut& leave_out_;
  Models models_;
  std::map<const Section*, std::shared_ptr<const Shape>> shapes_;  // of meshes, by the section of the resource
  std::vector<Node> nodes_;
  std::vector<Part> parts_;
  std::vector<bool> is_hidden_;  // by node
  const Node* bare_ = nullptr;   // the first CSG shape without a face
  std::uint64_t faces_ = 0, corners_ = 0;
};

}  // namespace

Scene read_tscn(std::string_view text, const std::string& name, const ImportOptions& options, LeaveOut& leave_out) {
  std::optional<LevelReader> reader;
  try {
    return reader.emplace(text, name, options, leave_out).read();
  } catch (const Refusal& refusal) {
    // The name that is told is the level's; of another file, the message tells.
    std::string message = refusal.what + (refusal.what.find("; ") == std::string::npos ? what_to_do : "");
    if (reader && !refusal.node.empty()) message += reader->or_leave_out(refusal.node);
    if (refusal.file == name) throw Refused{refusal.code, std::move(message), refusal.line};
    throw Refused{refusal.code, Error{refusal.code, std::move(message), refusal.file, refusal.line}.command_text(), 0};
  }
}

}  // namespace plumb::pipeline
