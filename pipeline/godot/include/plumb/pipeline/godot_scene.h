// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/godot_text.h"

namespace plumb::pipeline::godot {

/// The affine map p -> rows . (x, y, z, 1), exact.
struct Transform {
  std::array<std::array<mpq_class, 4>, 3> rows;

  static Transform identity();
  kernel::ExactPoint operator()(const kernel::ExactPoint& p) const;
  /// The sign of the linear part's determinant; -1: a mirror image.
  int orientation() const;
};
/// The map that applies b, then a.
Transform operator*(const Transform& a, const Transform& b);

/// A resource in the text of a file.
struct Resource {
  const Document* document = nullptr;
  const Section* section = nullptr;
  std::string type;  ///< such as "BoxMesh"
  std::string id;    ///< the id by which the value names it
};

/// A property with the file that sets it.
struct Property {
  const Document* document;
  Value value;
  Cursor cursor() const { return document->cursor(value); }
};

struct Node {
  std::string path;  ///< names from below the root on; "." for the root
  std::string type;
  std::size_t parent;  ///< the root is its own parent
  std::map<std::string, Property, std::less<>> properties;
  std::shared_ptr<const Transform> world;  ///< from the node's coordinates to those of the scene

  const Property* find(std::string_view key) const;
};

/// A file and the files that it names, each read once. `res://` is the nearest folder above the file `name` that has a
/// project.godot, or else the file's own folder. A file that is not there is looked for beside the file that names it.
class Files {
 public:
  /// Parses a file in memory, whose text must outlive this object. Throws Refusal.
  Files(std::string_view text, const std::string& name);

  const Document& main() const { return *main_; }
  /// Throws Refusal; if the file cannot be opened, the Refusal has the line that names it.
  const Document& load(const std::string& path, const Document& from, std::uint64_t line);
  /// The resource that a value names, in the same file or in another; none for null. Throws Refusal.
  std::optional<Resource> resource(const Property& property);
  /// The files read besides the main one, in the order of their names.
  std::vector<std::string> others() const;

 private:
  std::string find(const std::string& path, const Document& from) const;

  struct Loaded {
    MappedFile file;
    Document document;
  };
  std::unique_ptr<Document> main_;
  std::map<std::string, std::unique_ptr<Loaded>> loaded_;  // by place
};

/// The nodes of a scene, parents before children, with the nodes of scenes that it instances or inherits, and its
/// changes of these. Transforms are exact products of those stored, read as `numbers` says. A node follows its parent
/// unless the parent is no place in space (a plain Node) or the node is top_level. Throws Refusal: bad_index for
/// resources and parents that do not exist, unsupported_format for instances of files other than .tscn, syntax for
/// scenes that contain themselves, too_large for more than 2^18 nodes and for numbers that grow too long.
///
/// `position` and `scale` are read. `rotation`, `rotation_degrees`, `quaternion` and `basis` are refused: Godot saves
/// `transform` instead.
///
/// `skip_imported`: instances of models that Godot imports (.glb, .gltf, .fbx, ...) are skipped; otherwise they are
/// refused, too.
std::vector<Node> read_nodes(Files& files, Numbers numbers, bool skip_imported);

}  // namespace plumb::pipeline::godot
