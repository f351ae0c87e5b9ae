// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a Godot scene, with what they inherit from other scenes, and where they are in space.
//
// 1. Files finds and loads the files that a scene names, each once: res:// paths relative to the project's folder, or
//    else beside the file.
// 2. NodeReader::add_scene() reads the nodes of a file in its order (add_node). A node with a type is new. A node with
//    an instance is the root of another scene, whose nodes are read in its place, recursively (add_instance), or that
//    of an imported model, whose nodes something else reads (add_model). A node with neither changes the properties of
//    one that an instance has brought. Each property remembers the file that sets it, since the ids of resources are
//    those of a file.
// 3. Once all properties are known, place() multiplies transforms, parents first: a node follows its parent unless one
//    of them is no place in space, or the node is top_level.
// Files::resource() follows a property to the resource that it names, in the same file or in another.
//
// Cost: n log n in nodes and properties, times the length of numbers, which products of transforms add up. Limits on
// nodes (2^18), nesting (64) and bits (2^16) end it early; a chain of nodes has a product at each node, so at worst the
// square of the depth in bits.
// Exact: transforms are products of the stored numbers as fractions. Rotations that are stored as angles are refused.
// Source: Godot's documentation of the TSCN format, and what its editor saves.
#include "plumb/pipeline/godot_scene.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"

namespace plumb::pipeline::godot {
namespace {

constexpr std::size_t most_nodes = std::size_t{1} << 18, most_instances = 64, most_bits = std::size_t{1} << 16;

std::string joined(const std::string& base, std::string rest) {
  while (rest.starts_with("./")) rest.erase(0, 2);
  if (rest == "." || rest.empty()) return base;
  return base == "." ? rest : base + "/" + rest;
}

bool is_there(const std::string& path) { return system::kind_of(path) != system::Kind::none; }

// Whether a node of this type is a place in space. The list has the other types that scenes of levels have.
bool is_spatial(std::string_view type) {
  for (const std::string_view other :
       {"Node", "Timer", "AnimationPlayer", "AnimationTree", "AnimationMixer", "Tween", "AudioStreamPlayer",
        "HTTPRequest", "Viewport", "SubViewport", "Window", "CanvasLayer", "Control", "WorldEnvironment",
        "ResourcePreloader", "MultiplayerSpawner", "MultiplayerSynchronizer"})
    if (type == other) return false;
  return !type.ends_with("2D") && !type.ends_with("Container");
}

bool is_true(const Property* property) { return property && property->cursor().word() == "true"; }

// A scene that a text editor or an older version has written names a file by its identity alone.
void check_path(const std::string& path, const Document& from, std::uint64_t line) {
  if (path.starts_with("uid://"))
    throw Refusal{ErrorCode::cannot_open,
                  "names " + quote(path) +
                      " and no path, and identities are not followed; save the scene from Godot, which writes both",
                  from.file(), line};
}

class NodeReader {
 public:
  NodeReader(Files& files, const NodeReading& reading) : files_(files), reading_(reading) {}

  std::vector<Node> read() {
    add_scene(files_.main(), ".", 0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) about_node(nodes_[i].path, [&] { place(i); });
    return std::move(nodes_);
  }

 private:
  // Runs read(); what it refuses is about this node, unless it is about another one.
  template <class Read>
  static void about_node(const std::string& path, const Read& read) {
    try {
      read();
    } catch (Refusal& refusal) {
      if (refusal.node.empty() && path != ".") refusal.node = path;
      throw;
    }
  }

  // The same, where a node is an instance of a file that may have faults.
  template <class Read>
  static void about_instance(const std::string& path, const std::string& file, const Document& document,
                             const Section& section, const Read& read) {
    about_node(path, [&] {
      try {
        read();
      } catch (Refusal& refusal) {
        const std::string node = "node " + quote(path) + " ";
        if (refusal.file == document.file() && refusal.what.starts_with("names ")) {
          refusal.what = node + refusal.what;
        } else {
          if (!refusal.file.empty()) refusal.what = refusal.error().command_text();
          refusal.what = node + "is an instance of " + quote(file) + ": " + refusal.what;
          refusal.file = document.file();
          refusal.line = section.line;
        }
        throw;
      }
    });
  }

  // Adds the nodes of a scene, whose root gets the path `base`.
  void add_scene(const Document& document, const std::string& base, std::size_t parent) {
    if (std::ranges::find(open_, &document) != open_.end())
      throw Refusal{ErrorCode::syntax, "the scene holds itself, or one that holds it; take that instance out",
                    document.file(), 0};
    if (open_.size() == most_instances)
      throw Refusal{ErrorCode::too_large, "scenes are instanced in one another more than 64 deep; take some out",
                    document.file(), 0};
    open_.push_back(&document);
    for (const Section& section : document.sections())
      if (section.kind == "node") add_node(document, section, base, parent);
    open_.pop_back();
  }

  void add_node(const Document& document, const Section& section, const std::string& base, std::size_t parent) {
    const bool is_root = !find_value(section.attributes, "parent");
    const std::string name = document.attribute(section, "name");
    std::string path = base;
    bool is_lost = false;
    if (!is_root) {
      const std::string above = joined(base, document.attribute(section, "parent"));
      path = joined(above, name);
      const auto at = by_path_.find(above);
      if (at == by_path_.end()) {
        if (is_below(passed_over_, above)) return pass_over(document, section, name, path);
        is_lost = is_below(models_, above);
        if (!is_lost)
          throw Refusal{ErrorCode::bad_index, "node " + quote(path) + " has no parent in the scene", document.file(),
                        section.line};
      } else {
        parent = at->second;
      }
    }
    // The root of an instance has the name that its own scene's file does not tell.
    if (reading_.leaves_out && (!is_root || open_.size() == 1)) {
      if (is_below(passed_over_, path)) return pass_over(document, section, name, path);
      if (reading_.leaves_out(name, path)) {
        passed_over_.push_back(path);
        return;
      }
    }
    const std::size_t before = nodes_.size();
    if (const Value* instance = find_value(section.attributes, "instance")) {
      if (!add_instance(document, section, *instance, path, parent)) return;
    } else if (const Value* later = find_value(section.attributes, "instance_placeholder");
               later && reading_.read_model) {
      throw Refusal{ErrorCode::unsupported_format,
                    "node " + quote(path) + " is a placeholder of " +
                        quote(document.attribute(section, "instance_placeholder")) +
                        ", which a script puts there; switch Load As Placeholder off in Godot",
                    document.file(), section.line, path};
    } else if (const std::string type = document.type_of(section); !type.empty()) {
      make(path, type, parent, document, section);
    }
    if (is_lost && nodes_.size() > before) nodes_[before].is_lost = true;
    const auto at = by_path_.find(path);
    if (at == by_path_.end()) {
      // The other scene no longer has the node, and Godot ignores such changes, too; but a model may have it.
      if (is_below(models_, path) && !is_below(passed_over_, path)) check_lost_change(document, section, path);
      return;
    }
    for (const auto& [key, value] : section.properties) {
      Property property{&document, value};
      nodes_[at->second].properties.insert_or_assign(key, property);
    }
  }

  // Asks whether a node below one that is left out is left out itself: such nodes are counted.
  void pass_over(const Document& document, const Section& section, const std::string& name, const std::string& path) {
    const bool is_new = !document.type_of(section).empty() || find_value(section.attributes, "instance");
    if (reading_.leaves_out && is_new) reading_.leaves_out(name, path);
  }

  void make(const std::string& path, const std::string& type, std::size_t parent, const Document& document,
            const Section& section) {
    if (nodes_.size() == most_nodes)
      throw Refusal{ErrorCode::too_large, "the scene has more than 2^18 nodes; cut it up", document.file(),
                    section.line};
    by_path_[path] = nodes_.size();
    nodes_.push_back({path, type, parent, {}, nowhere_});
  }

  // Refuses a change to a node that is not known, if it may move the node or what is below it, or show another mesh.
  static void check_lost_change(const Document& document, const Section& section, const std::string& path) {
    for (const auto& [key, value] : section.properties)
      for (const std::string_view one : {"transform", "position", "translation", "scale", "rotation",
                                         "rotation_degrees", "quaternion", "basis", "top_level", "mesh"})
        if (key == one)
          throw Refusal{ErrorCode::unsupported_format,
                        "'" + key + "' of node " + quote(path) +
                            " is changed, a node that the imported model is not known to have; export the scene from "
                            "Godot as glTF",
                        document.file(), value.line, path};
  }

  // Adds the scene that a node is an instance of. Returns false if there is none.
  bool add_instance(const Document& document, const Section& section, const Value& value, const std::string& path,
                    std::size_t parent) {
    const auto reference = reference_of(document.cursor(value));
    if (!reference) return false;
    const Section* outside = reference->external ? document.find("ext_resource", reference->id) : nullptr;
    if (!outside)
      throw Refusal{ErrorCode::bad_index,
                    "node " + quote(path) + " is an instance of a scene that the file does not name", document.file(),
                    section.line};
    const std::string file = document.attribute(*outside, "path"), extension = extension_of(file);
    if (extension != ".tscn") {
      if (extension == ".scn")
        throw Refusal{ErrorCode::unsupported_format,
                      "node " + quote(path) + " is an instance of " + quote(file) +
                          ", which is not read; save that scene as .tscn",
                      document.file(), section.line, path};
      if (reading_.read_model) {
        add_model(document, section, file, outside->line, path, parent);
      } else {
        // The node itself stays as a place in space, for nodes that the scene adds below it.
        passed_over_.push_back(path);
        make(path, "Node3D", parent, document, section);
      }
      return true;
    }
    const Document* scene = nullptr;
    about_instance(path, file, document, section, [&] { scene = &files_.load(file, document, outside->line); });
    about_node(path, [&] { add_scene(*scene, path, parent); });
    return true;
  }

  // Adds the nodes of an imported model, whose root gets the path `base`.
  void add_model(const Document& document, const Section& section, const std::string& file, std::uint64_t line,
                 const std::string& base, std::size_t parent) {
    std::vector<ModelNode> model;
    about_instance(base, file, document, section,
                   [&] { model = reading_.read_model(files_.other_file(file, document, line), base); });
    models_.push_back(base);
    std::vector<std::size_t> index;  // by node of the model
    for (ModelNode& node : model) {
      const std::string path = joined(base, node.path);
      index.push_back(nodes_.size());
      if (node.left_out) {
        passed_over_.push_back(path);
        continue;
      }
      make(path, node.shape ? "MeshInstance3D" : "Node3D", index.size() == 1 ? parent : index[node.parent], document,
           section);
      nodes_.back().shape = node.shape;
      nodes_.back().stored = std::make_shared<const Transform>(std::move(node.transform));
      for (const std::string& other : node.other_paths) by_path_.try_emplace(joined(base, other), nodes_.size() - 1);
    }
  }

  // Whether a path is one of these, or that of a node below one.
  static bool is_below(const std::vector<std::string>& paths, const std::string& path) {
    return std::ranges::any_of(
        paths, [&](const std::string& p) { return p == "." || path == p || path.starts_with(p + "/"); });
  }

  void place(std::size_t i) {
    Node& node = nodes_[i];
    node.is_lost = node.is_lost || nodes_[node.parent].is_lost;
    if (!is_spatial(node.type)) return;
    Transform own = node.stored ? *node.stored : Transform::identity();
    bool moved = node.stored != nullptr;
    if (const Property* p = in_space(node, "transform", {"Transform3D", "Transform"})) {
      own = transform_of(*p, reading_.numbers);
      moved = true;
    }
    if (const Property* p = in_space(node, "scale", {"Vector3"})) {
      moved = true;
      const auto s = p->cursor().numbers_of({"Vector3"}, 3, reading_.numbers);
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t c = 0; c < 3; ++c)
          if (c != k && own.rows[k][c] != 0) refuse(node, *p, "'scale' beside a rotation is not read");
        own.rows[k][k] = s[k];
      }
    }
    for (const std::string_view key : {"rotation", "rotation_degrees", "quaternion", "basis"})
      if (const Property* p = in_space(node, key, {"Vector3", "Quaternion", "Basis"}))
        refuse(node, *p, "'" + std::string(key) + "' is not read");
    for (const std::string_view key : {"position", "translation"})
      if (const Property* p = in_space(node, key, {"Vector3"})) {
        const auto at = p->cursor().numbers_of({"Vector3"}, 3, reading_.numbers);
        for (std::size_t k = 0; k < 3; ++k) own.rows[k][3] = at[k];
        moved = true;
      }
    const Node& above = nodes_[node.parent];
    const bool follows = node.parent != i && is_spatial(above.type) && !is_true(node.find("top_level"));
    if (!moved) {
      if (follows) node.world = above.world;
      return;
    }
    node.world = std::make_shared<const Transform>(follows ? *above.world * own : own);
    for (const auto& row : node.world->rows)
      for (const mpq_class& v : row)
        if (mpz_sizeinbase(v.get_num_mpz_t(), 2) + mpz_sizeinbase(v.get_den_mpz_t(), 2) > most_bits)
          throw Refusal{ErrorCode::too_large,
                        "the numbers of node " + quote(node.path) + " have grown too long; apply its transforms",
                        files_.main().file(), 0};
  }
  // The property of that key, if its value is of one of these types: controls have properties of the same names.
  static const Property* in_space(const Node& node, std::string_view key,
                                  std::initializer_list<std::string_view> types) {
    const Property* p = node.find(key);
    if (!p) return nullptr;
    const bool is_one =
        std::ranges::any_of(types, [&](std::string_view t) { return p->value.text.starts_with(std::string(t) + "("); });
    return is_one ? p : nullptr;
  }
  [[noreturn]] static void refuse(const Node& node, const Property& p, const std::string& what) {
    throw Refusal{ErrorCode::unsupported_format,
                  what + " (node " + quote(node.path) + "); save the scene from Godot, which writes 'transform'",
                  p.document->file(), p.value.line};
  }

  Files& files_;
  const NodeReading& reading_;
  const std::shared_ptr<const Transform> nowhere_ = std::make_shared<const Transform>(Transform::identity());
  std::vector<Node> nodes_;
  std::map<std::string, std::size_t> by_path_;
  std::vector<const Document*> open_;     // the scenes that are being read, from the main one to the innermost
  std::vector<std::string> passed_over_;  // the paths of nodes that are left out, or whose models are not read
  std::vector<std::string> models_;       // the paths of imported models
};

}  // namespace

Transform Transform::identity() {
  Transform out;
  for (std::size_t i = 0; i < 3; ++i) out.rows[i][i] = 1;
  return out;
}

kernel::ExactPoint Transform::operator()(const kernel::ExactPoint& p) const {
  kernel::ExactPoint out;
  for (std::size_t r = 0; r < 3; ++r) out[r] = kernel::formulas::dot(rows[r], p) + rows[r][3];
  return out;
}

int Transform::orientation() const { return sgn(kernel::formulas::orient3d(rows[0], rows[1], rows[2])); }

Transform operator*(const Transform& a, const Transform& b) {
  Transform out;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) {
      mpq_class sum = c == 3 ? a.rows[r][3] : mpq_class(0);
      for (std::size_t k = 0; k < 3; ++k) sum += a.rows[r][k] * b.rows[k][c];
      out.rows[r][c] = std::move(sum);
    }
  return out;
}

Transform transform_of(const Property& property, Numbers numbers) {
  const auto n = property.cursor().numbers_of({"Transform3D", "Transform"}, 12, numbers);
  Transform out;
  for (std::size_t r = 0; r < 3; ++r) {
    std::copy_n(n.begin() + static_cast<std::ptrdiff_t>(3 * r), 3, out.rows[r].begin());
    out.rows[r][3] = n[9 + r];
  }
  return out;
}

const Property* Node::find(std::string_view key) const {
  const auto at = properties.find(key);
  return at == properties.end() ? nullptr : &at->second;
}

Files::Files(std::string_view text, const std::string& name) : main_(std::make_unique<Document>(text, name)) {}

std::string Files::find(const std::string& path, const Document& from) const {
  constexpr std::string_view project = "res://";
  const std::string beside = folder_of(from.file());
  if (!path.starts_with(project)) return in_folder(beside, path);
  const std::string inside = path.substr(project.size()), own = folder_of(main_->file());
  std::string root = own;
  for (std::string folder = in_folder(system::current_folder(), own.empty() ? "." : own);;) {
    if (is_there(in_folder(folder, "project.godot"))) {
      root = folder;
      break;
    }
    std::string above = folder_of(folder);
    if (above == folder) break;
    folder = std::move(above);
  }
  for (const std::string& place : {in_folder(root, inside), in_folder(own, inside), in_folder(beside, name_of(inside))})
    if (is_there(place)) return place;
  return in_folder(own, inside);
}

const Document& Files::load(const std::string& path, const Document& from, std::uint64_t line) {
  check_path(path, from, line);
  const std::string place = find(path, from);
  if (is_there(place) && file_key(place) == file_key(main_->file())) return *main_;
  auto& loaded = loaded_[plain_path(place)];
  if (!loaded) {
    auto file = MappedFile::open(place);
    if (!file)
      throw Refusal{ErrorCode::cannot_open, "names " + quote(path) + ": " + file.error().message, from.file(), line};
    const std::string_view text = file->text();
    loaded.reset(new Loaded{std::move(*file), Document(text, place)});
  }
  return loaded->document;
}

std::optional<Resource> Files::resource(const Property& property) {
  const auto reference = reference_of(property.cursor());
  if (!reference) return std::nullopt;
  const Document& from = *property.document;
  const Section* section = from.find(reference->external ? "ext_resource" : "sub_resource", reference->id);
  if (!section)
    throw Refusal{ErrorCode::bad_index, "there is no resource " + quote(reference->id) + " in the file", from.file(),
                  property.value.line};
  if (!reference->external) return Resource{&from, section, from.type_of(*section), reference->id};
  const Document& outside = load(from.attribute(*section, "path"), from, section->line);
  const auto& sections = outside.sections();
  const auto main = std::ranges::find(sections, "resource", &Section::kind);
  if (sections.front().kind != "gd_resource" || main == sections.end())
    throw Refusal{ErrorCode::syntax, "there is no resource in it", outside.file(), 0};
  return Resource{&outside, &*main, outside.type_of(sections.front()), reference->id};
}

std::string Files::other_file(const std::string& path, const Document& from, std::uint64_t line) {
  check_path(path, from, line);
  const std::string place = find(path, from);
  if (!is_there(place))
    throw Refusal{ErrorCode::cannot_open, "names " + quote(path) + ", but there is no such file; check the path",
                  from.file(), line};
  other_files_.insert(plain_path(place));
  return place;
}

std::vector<std::string> Files::others() const {
  std::set<std::string> out = other_files_;
  for (const auto& [place, loaded] : loaded_)
    if (loaded) out.insert(place);
  return {out.begin(), out.end()};
}

std::vector<Node> read_nodes(Files& files, const NodeReading& reading) { return NodeReader(files, reading).read(); }

}  // namespace plumb::pipeline::godot
