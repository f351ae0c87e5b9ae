// SPDX-License-Identifier: GPL-3.0-or-later
// Models of other programs that a scene of Godot instances, as Godot's import makes scenes of them.
//
// 1. read_settings() reads what the .import file beside a model says that bears on places: the scale of the root, or of
//    a mesh. What cannot be followed (a script, nodes that are not imported) is refused.
// 2. Models::nodes() walks over the nodes of a glTF and gives them the names that Godot does (node_names): characters
//    that a path has no use for become '_', and each name occurs once. Older versions drop these characters, and Godot
//    drops the end of a name that asks for a body or the like; such names are given as others of the same node.
// 3. mesh_of() makes a shape of each mesh that is met; Models::mesh() makes one of an .obj, whose polygons become fans,
//    as Godot makes them.
//
// Cost: linear in the file, for the meshes, and in its nodes for each instance.
// Exact: transforms and positions are the fractions that the readers of glTF and OBJ take.
// Source: Godot 4's GLTFDocument and ResourceImporterScene.
#include "godot/godot_model.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "file_content.h"
#include "gltf/gltf_file.h"
#include "gltf/gltf_mesh.h"
#include "gltf/gltf_nodes.h"
#include "plumb/pipeline/files.h"

namespace plumb::pipeline::godot {
namespace {

constexpr const char* as_gltf = "; export the scene from Godot as glTF";

// What a model's .import file says.
struct Settings {
  mpq_class root_scale = 1;
  bool scale_is_applied = true;  // to what is below the root, which itself has none then
  bool suffixes = true;          // ends of names have a meaning
  std::vector<mpq_class> scale = {1, 1, 1}, offset = {0, 0, 0};  // of an .obj
};

Settings read_settings(const std::string& place) {
  Settings out;
  const std::string name = place + ".import";
  const auto file = MappedFile::open(name);
  if (!file) return out;  // Godot has not imported it yet, and then will with its defaults
  const auto refuse = [&](std::uint64_t line, const std::string& what) {
    throw Refusal{ErrorCode::unsupported_format, Error{{}, what + as_gltf, name, line}.command_text(), {}, 0};
  };
  std::string_view text = file->text();
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), whole.size() + 1));
    const std::size_t equals = whole.find('=');
    if (whole.find("\"import/skip_import\": true") != whole.npos) refuse(line, "says that a node is not imported");
    if (whole.find("\"generate/navmesh\": 2") != whole.npos) refuse(line, "says that a node is a navmesh alone");
    if (equals == whole.npos) continue;
    const std::string_view key = whole.substr(0, equals), value = whole.substr(equals + 1);
    Cursor cursor({value, line}, name);
    if (key == "nodes/root_scale") out.root_scale = cursor.number(Numbers::binary64);
    else if (key == "nodes/apply_root_scale") out.scale_is_applied = cursor.word() == "true";
    else if (key == "nodes/use_name_suffixes" || key == "nodes/use_node_type_suffixes")
      out.suffixes = out.suffixes && cursor.word() == "true";
    else if (key == "nodes/import_script/path" && value.size() > 2)
      refuse(line, "says that a script changes the model");
    else if (key == "scale_mesh") out.scale = cursor.numbers_of({"Vector3"}, 3, Numbers::binary64);
    else if (key == "offset_mesh") out.offset = cursor.numbers_of({"Vector3"}, 3, Numbers::binary64);
  }
  return out;
}

// A name with the characters that a node's must not have replaced, or dropped as by older versions.
std::string valid_name(std::string_view name, bool drop) {
  std::string out;
  for (const char c : name) {
    const bool is_bad = std::string_view(".:@/\"%").find(c) != std::string_view::npos;
    if (!is_bad) out += c;
    else if (!drop) out += '_';
  }
  return out;
}

// By node, the name that Godot gives it.
std::vector<std::string> node_names(const gltf::File& file) {
  std::set<std::string> taken;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < file.count("nodes"); ++i) {
    const gltf::Field node = file.item("nodes", i);
    std::string name = valid_name(gltf::text_or_empty(node.find("name")), false);
    if (name.empty()) name = node.find("mesh") ? "Mesh" : node.find("camera") ? "Camera3D" : "Node";
    std::string own = name;
    for (std::size_t k = 2; !taken.insert(own).second; ++k) own = name + std::to_string(k);
    out.push_back(std::move(own));
  }
  return out;
}

// What the end of a name asks for: "-col" and the like, before digits and dots that only tell names apart.
struct Suffix {
  bool not_imported = false, no_mesh = false;
  std::string name;  // without it
};
Suffix suffix_of(const std::string& name) {
  std::size_t end = name.size();
  while (end > 0 && (std::isdigit(static_cast<unsigned char>(name[end - 1])) || name[end - 1] == '.' ||
                     static_cast<unsigned char>(name[end - 1]) <= ' '))
    --end;
  std::string low = name.substr(0, end);
  for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string_view word : {"noimp", "colonly", "convcolonly", "navmesh", "occonly", "col", "convcol", "occ",
                                      "rigid", "vehicle", "wheel", "loop", "cycle"}) {
    if (end < word.size() + 1 || !low.ends_with(word)) continue;
    const std::size_t at = end - word.size() - 1;
    if (low[at] != '-' && low[at] != '_' && low[at] != '$') continue;
    return {word == "noimp", word == "colonly" || word == "convcolonly" || word == "navmesh" || word == "occonly",
            name.substr(0, at) + name.substr(end)};
  }
  return {false, false, name};
}

Transform from_gltf(const gltf::Transform& t) {
  Transform out;
  out.rows = t.rows;
  return out;
}

Shape mesh_of(const gltf::Mesh& mesh, const mpq_class& scale) {
  Shape out;
  for (const gltf::Triangles& triangles : mesh.primitives) {
    out.runs.push_back({out.ends.size(), std::string(mesh.name), std::string(triangles.material)});
    const auto first = static_cast<std::uint32_t>(out.points.size());
    for (const std::uint32_t v : triangles.used)
      out.add_point({scale * triangles.positions->number(v, 0), scale * triangles.positions->number(v, 1),
                     scale * triangles.positions->number(v, 2)});
    for (std::size_t i = 0; i < triangles.corners.size(); i += 3)
      out.add_face({first + triangles.corners[i], first + triangles.corners[i + 1], first + triangles.corners[i + 2]});
  }
  return out;
}

}  // namespace

struct Models::Model {
  Model(MappedFile bytes, const std::string& place, LeaveOut& leave_out)
      : content(std::move(bytes)),
        file(content.text(), place, extension_of(place) == ".glb"),
        meshes(file, leave_out),
        settings(read_settings(place)),
        roots(roots_of(file, choose_scene(file, std::nullopt).scene)),
        names(node_names(file)) {}

  // Whether the scene's one node is itself the root.
  bool has_single_root() const {
    const auto used = file.root().find("extensionsUsed");
    for (std::size_t i = 0, n = used ? used->size() : 0; i < n; ++i)
      if (used->entry(i).text() == "GODOT_single_root") return roots.size() == 1;
    return false;
  }

  // The number of nodes with a mesh.
  std::size_t shown() const {
    std::size_t out = 0;
    for (std::size_t i = 0; i < names.size(); ++i) out += file.item("nodes", i).find("mesh").has_value();
    return out;
  }

  MappedFile content;
  gltf::File file;
  gltf::Meshes meshes;
  Settings settings;
  std::vector<std::size_t> roots;
  std::vector<std::string> names;  // by node
};

namespace {

struct Step {
  std::size_t node, parent;
};

Suffix suffix_in(const Models::Model& m, const std::string& name) {
  return m.settings.suffixes ? suffix_of(name) : Suffix{false, false, name};
}

// The names of a node below that of its parent, as each version of Godot gives them.
void name_paths(const Models::Model& m, std::size_t number, const ModelNode& above, ModelNode& node) {
  const std::string_view name = gltf::text_or_empty(m.file.item("nodes", number).find("name"));
  const std::string dropped = valid_name(name, true);
  std::vector<std::string> names{m.names[number]}, parents{above.path};
  parents.insert(parents.end(), above.other_paths.begin(), above.other_paths.end());
  for (const std::string& other : {dropped, suffix_in(m, m.names[number]).name, suffix_of(dropped).name})
    if (!other.empty() && std::ranges::find(names, other) == names.end()) names.push_back(other);
  constexpr std::size_t most = 16;  // so that deep models do not have more and more
  for (const std::string& p : parents)
    for (const std::string& n : names)
      if (node.other_paths.size() < most) node.other_paths.push_back(p.empty() ? n : p + "/" + n);
  node.path = node.other_paths.front();
  node.other_paths.erase(node.other_paths.begin());
}

}  // namespace

Models::Models(const ImportOptions& options, LeaveOut& leave_out) : options_(options), leave_out_(leave_out) {}
Models::~Models() = default;

Models::Model& Models::model(const std::string& place) {
  auto& out = models_[place];
  if (!out) {
    auto bytes = MappedFile::open(place);
    if (!bytes) throw Refused{bytes.error().code, bytes.error().message};
    out = std::make_unique<Model>(std::move(*bytes), place, leave_out_);
  }
  return *out;
}

std::vector<ModelNode> Models::nodes(const std::string& place, const std::string& path) {
  const std::string extension = extension_of(place);
  if (extension != ".glb" && extension != ".gltf")
    throw Refusal{ErrorCode::unsupported_format, std::string("such files are not read") + as_gltf, {}, 0};
  try {
    Model& m = model(place);
    std::vector<ModelNode> out;
    std::vector<Step> steps;
    const bool single = m.has_single_root();
    if (!single) {
      out.push_back({"", {}, 0, Transform::identity(), std::nullopt});
      if (!m.settings.scale_is_applied)
        for (std::size_t k = 0; k < 3; ++k) out[0].transform.rows[k][k] = m.settings.root_scale;
    }
    for (auto root = m.roots.rbegin(); root != m.roots.rend(); ++root) steps.push_back({*root, 0});
    std::vector<bool> seen(m.names.size(), false);
    while (!steps.empty()) {
      const Step step = steps.back();
      steps.pop_back();
      const gltf::Field field = m.file.item("nodes", step.node);
      const bool is_below_left_out = !out.empty() && out[step.parent].left_out;
      if (seen[step.node] && is_below_left_out) continue;
      ModelNode node{"", {}, step.parent, Transform::identity(), std::nullopt};
      try {
        if (!out.empty()) name_paths(m, step.node, out[step.parent], node);
        if (seen[step.node])
          field.refuse(ErrorCode::syntax,
                       "is reached twice; each node has one parent or is a root once, correct the children");
        seen[step.node] = true;
        // The root of an instance is left out with it, or not at all.
        if (!out.empty()) {
          const std::string whole = path == "." ? node.path : path + "/" + node.path;
          node.left_out =
              suffix_in(m, m.names[step.node]).not_imported || is_below_left_out ||
              leave_out_.takes({gltf::readable_name(field), m.names[step.node], whole, gltf::number_of_node(step.node)},
                               whole);
        }
        if (!node.left_out) read(m, place, step.node, node);
        const std::size_t index = out.size();
        if (node.left_out) {
          const auto children = gltf::good_children(m.file, field);
          for (auto c = children.rbegin(); c != children.rend(); ++c) steps.push_back({*c, index});
        } else {
          const auto children = field.find("children");
          for (std::size_t i = children ? children->size() : 0; i-- > 0;)
            steps.push_back({children->entry(i).index(m.names.size(), "nodes"), index});
        }
      } catch (Refused& refused) {
        gltf::name_node(refused, step.node, gltf::readable_name(field));
        // Where the model shows more than this node, only the node need be left out.
        const bool is_all = node.path.empty() || (path != "." && m.shown() < 2);
        throw Refusal{refused.code,
                      refused.message,
                      {},
                      0,
                      is_all        ? ""
                      : path == "." ? node.path
                                    : path + "/" + node.path};
      }
      out.push_back(std::move(node));
    }
    return out;
  } catch (const Refused& refused) {
    throw Refusal{refused.code, refused.message, {}, 0};
  }
}

void Models::read(Model& m, const std::string& place, std::size_t number, ModelNode& node) {
  const gltf::Field field = m.file.item("nodes", number);
  const mpq_class scale = m.settings.scale_is_applied ? m.settings.root_scale : mpq_class(1);
  node.transform = from_gltf(gltf::read_transform(field, options_.node_rotation).transform);
  for (auto& row : node.transform.rows) row[3] *= scale;
  const auto mesh = field.find("mesh");
  if (!mesh || suffix_in(m, m.names[number]).no_mesh) return;
  const std::size_t of_mesh = mesh->index(m.file.count("meshes"), "meshes");
  if (leave_out_.takes({gltf::text_or_empty(m.file.item("meshes", of_mesh).find("name")),
                        "meshes[" + std::to_string(of_mesh) + "]"}))
    return;
  check_skin(field);
  if (field.extension("EXT_mesh_gpu_instancing"))
    field.refuse(ErrorCode::unsupported_format,
                 "has copies (EXT_mesh_gpu_instancing), which Godot does not read; export without them");
  const gltf::Mesh& stored = m.meshes.mesh(of_mesh);
  check_morphs(field, stored);
  const auto [at, fresh] = numbers_.try_emplace({place, of_mesh}, shapes_.size());
  if (fresh) shapes_.push_back(std::make_shared<const Shape>(mesh_of(stored, scale)));
  node.shape = at->second;
}

std::shared_ptr<const Shape> Models::mesh(const std::string& place) {
  auto& out = meshes_[place];
  if (out) return out;
  ImportOptions options;
  options.numbers = options_.numbers;
  options.up = UpAxis::z;  // the file's own axes
  const auto scene = import_obj(place, options);
  if (!scene) throw Refusal{scene.error().code, scene.error().message, place, scene.error().line};
  const Settings settings = read_settings(place);
  Shape shape;
  for (kernel::PointId p = 0; p < scene->points.size(); ++p) {
    kernel::ExactPoint at = exact_point(scene->points, p);
    for (std::size_t k = 0; k < 3; ++k) at[k] = at[k] * settings.scale[k] + settings.offset[k];
    shape.add_point(std::move(at));
  }
  auto group = scene->groups.begin();
  for (std::size_t f = 0; f < scene->face_count(); ++f) {
    for (; group != scene->groups.end() && group->first_face == f; ++group)
      shape.runs.push_back({shape.ends.size(), group->group.empty() ? group->object : group->group, group->material});
    for (auto c = scene->face_begin[f] + 2; c < scene->face_begin[f + 1]; ++c)
      shape.add_face({scene->face_points[scene->face_begin[f]], scene->face_points[c - 1], scene->face_points[c]});
  }
  return out = std::make_shared<const Shape>(std::move(shape));
}

std::vector<std::string> Models::other_files() const {
  std::vector<std::string> out;
  for (const auto& [place, model] : models_)
    if (model)
      for (std::string& file : model->file.other_files()) out.push_back(std::move(file));
  return out;
}

}  // namespace plumb::pipeline::godot
