// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "plumb/kernel/exact_point.h"
#include "plumb/pipeline/godot_text.h"
#include "plumb/pipeline/mapped_file.h"

namespace plumb::pipeline::godot {

/// p -> rows . (x, y, z, 1), exact.
struct Transform {
  std::array<std::array<mpq_class, 4>, 3> rows;

  static Transform identity();
  kernel::ExactPoint operator()(const kernel::ExactPoint& p) const;
  /// The sign of the linear part's determinant; -1: a mirror image.
  int orientation() const;
};
/// First b, then a.
Transform operator*(const Transform& a, const Transform& b);

/// A resource in the text of a file.
struct Resource {
  const Document* document = nullptr;
  const Section* section = nullptr;
  std::string type;  ///< of it, as "BoxMesh"
  std::string id;    ///< by which the value names it
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
  std::size_t parent;  ///< of the root, itself
  std::map<std::string, Property, std::less<>> properties;
  std::shared_ptr<const Transform> world;  ///< of its own place to that of the scene

  const Property* find(std::string_view key) const;
};

/// A file and those that it names, each read once. `name` says where they are looked for: res:// is the nearest folder
/// above the file that has a project.godot, or else the file's own; what is not there is looked for beside the file.
class Files {
 public:
  /// Of a file in memory, whose text has to live as long as this. Throws Refusal.
  Files(std::string_view text, const std::string& name);

  const Document& main() const { return *main_; }
  /// Throws Refusal, also where a file cannot be opened, by the line that names it.
  const Document& load(const std::string& path, const Document& from, std::uint64_t line);
  /// What a value names; none for null. External ones are followed. Throws Refusal.
  std::optional<Resource> resource(const Property& property);
  /// Those read besides the main one, in the order of their names.
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

/// The nodes of a scene, parents before children, with those of scenes that are instanced in it, or that it inherits,
/// and what it changes of these. Transforms are exact products of those stored, taken by `numbers`: a node follows its
/// parent unless that is no place in space (a plain Node), or the node is top_level. Throws Refusal: bad_index for
/// resources and parents that are not there, unsupported_format for instances of what is no .tscn, syntax for scenes
/// that hold themselves, too_large for more than 2^18 nodes and for numbers that grow too long.
///
/// `rotation`, `rotation_degrees`, `quaternion` and `basis` beside `transform` are not what Godot saves: they are
/// refused; `position` and `scale` are taken.
///
/// `skip_imported`: instances of models that Godot imports (.glb, .gltf, .fbx, ...) are passed over; else they are
/// refused, too.
std::vector<Node> read_nodes(Files& files, Numbers numbers, bool skip_imported);

}  // namespace plumb::pipeline::godot
