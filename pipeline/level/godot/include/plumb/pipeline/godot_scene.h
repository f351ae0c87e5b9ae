// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/godot_text.h"

namespace plumb::pipeline::godot {

/// The affine map that takes a point (x, y, z) to rows . (x, y, z, 1), exactly.
struct Transform {
  std::array<std::array<mpq_class, 4>, 3> rows;

  static Transform identity();
  kernel::ExactPoint operator()(const kernel::ExactPoint& p) const;
  /// The sign of the linear part's determinant. It is -1 if the map mirrors, and 0 if it flattens.
  int orientation() const;
};
/// The map that applies b, then a.
Transform operator*(const Transform& a, const Transform& b);

/// A resource, by the section of a file that describes it. The Files that gave it must be alive.
struct Resource {
  const Document* document = nullptr;
  const Section* section = nullptr;
  std::string type;  ///< such as "BoxMesh"
  std::string id;    ///< the id by which the property names it
};

/// A property of a node, with the file that sets it, since ids of resources are those of a file.
struct Property {
  const Document* document;
  Value value;
  Cursor cursor() const { return document->cursor(value); }
};

/// Throws Refusal if the property is no Transform3D.
Transform transform_of(const Property& property, Numbers numbers);

/// A node of a scene. The Files that it was read from must be alive.
struct Node {
  std::string path;    ///< the names of the nodes from below the root down to this one, joined by "/"; "." for the root
  std::string type;    ///< such as "MeshInstance3D"
  std::size_t parent;  ///< the index of its parent among the nodes; the root is its own parent
  std::map<std::string, Property, std::less<>> properties;
  std::shared_ptr<const Transform> world;  ///< the map from the node's coordinates to those of the scene
  std::optional<std::size_t> shape = {};   ///< of an imported model: ModelNode::shape
  /// Of an imported model: the map to its parent, unless a property gives another.
  std::shared_ptr<const Transform> stored = {};
  /// It is below a node that an imported model is not known to have, so nothing says where it is.
  bool is_lost = false;

  /// The property of a name; null if it is not set.
  const Property* find(std::string_view key) const;
};

/// A node of an imported model, as Godot's import makes it.
struct ModelNode {
  std::string path;  ///< the names from below the model's root down to this one, joined by "/"; empty for the root
  std::vector<std::string> other_paths;  ///< what else scenes of Godot's versions may call it
  std::size_t parent;                    ///< its index in the list, in which parents come first; the root is its own
  Transform transform;                   ///< to its parent
  std::optional<std::size_t> shape;      ///< what it shows, by a number of the reader's own
  bool left_out = false;                 ///< it is no part of the scene, nor is what is below it
};

/// A file of Godot, the main one, and the files that it names, each of which is read once. A path without `res://` is
/// relative to the folder of the file that names it. `res://` is the nearest folder that has a project.godot, from the
/// main file's own folder upward, or that own folder if there is none. If the path leads to no file from there, the
/// main file's own folder is tried as `res://`, and at last the folder of the file that names it, with the last part of
/// the path alone. One thread may use an object at a time.
class Files {
 public:
  /// Parses a main file in memory; `name` is its path. The text must outlive this object. Throws Refusal.
  Files(std::string_view text, const std::string& name);

  const Document& main() const { return *main_; }
  /// The file at `path`, which `from` names in that line. It is loaded and parsed if this is the first call for it.
  /// Throws Refusal. If the file cannot be opened, the Refusal has `from` and the line.
  const Document& load(const std::string& path, const Document& from, std::uint64_t line);
  /// The resource that a property names, in the same file or in another; none if its value is null or names nothing.
  /// Throws Refusal.
  std::optional<Resource> resource(const Property& property);
  /// The place of a file of another format, which `from` names in that line; it counts as read. Throws Refusal
  /// (cannot_open) where there is none.
  std::string other_file(const std::string& path, const Document& from, std::uint64_t line);
  /// The paths of the files that were read besides the main one, sorted.
  std::vector<std::string> others() const;

 private:
  std::string find(const std::string& path, const Document& from) const;

  struct Loaded {
    MappedFile file;
    Document document;
  };
  std::unique_ptr<Document> main_;
  std::map<std::string, std::unique_ptr<Loaded>> loaded_;  // by path
  std::set<std::string> other_files_;
};

/// What read_nodes() is told.
struct NodeReading {
  Numbers numbers = Numbers::binary64;
  /// Gives the nodes of an imported model, the root first: of the file at `place`, for the node at `path`. May throw
  /// Refusal. Without it models are not read: the node stays, as a place in space, but has nothing of the model, and
  /// changes to nodes of the model are ignored.
  std::function<std::vector<ModelNode>(const std::string& place, const std::string& path)> read_model = {};
  /// Whether the node of this name and path is left out, with all that is below it. It is asked once for each node that
  /// files list.
  std::function<bool(const std::string& name, const std::string& path)> leaves_out = {};
};

/// The nodes of a scene, parents before children. They include the nodes of scenes that it instances or inherits, with
/// the changes that it makes to these.
///
/// Node::world is an exact product of the stored transforms, whose numbers are read as `numbers` says. A node follows
/// its parent, unless it or the parent is no place in space (such as a plain Node) or the node is top_level. Besides
/// `transform`, `position` (and `translation`) and `scale` are read. `rotation`, `rotation_degrees`, `quaternion` and
/// `basis` are refused, since Godot saves `transform` instead.
///
/// The nodes of imported models (.glb, .gltf, ...) are those that reading.read_model gives. A change to a node that a
/// model is not known to have is refused if it bears on places or meshes. An instance of a binary scene (.scn) is
/// refused in any case.
///
/// Throws Refusal: bad_index for resources and parents that do not exist; unsupported_format for what is refused above;
/// syntax for scenes that contain themselves; too_large for more than 2^18 nodes, for instances more than 64 deep, and
/// for numbers that grow longer than 2^16 bits; and whatever loading the files throws.
std::vector<Node> read_nodes(Files& files, const NodeReading& reading);

}  // namespace plumb::pipeline::godot
