// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "godot/godot_shape.h"
#include "leave_out.h"
#include "plumb/pipeline/import_scene.h"

namespace plumb::pipeline::godot {

/// The models that a scene of Godot instances, as Godot's import makes nodes and meshes of them: .glb and .gltf as
/// scenes, .obj as meshes. Each file is read once.
class Models {
 public:
  struct Model;

  Models(const ImportOptions& options, LeaveOut& leave_out);
  ~Models();

  /// The nodes of a .glb or .gltf, for the node at `path`. Nodes that Godot makes into something else than a mesh, by
  /// the ends of their names (-noimp, -colonly, -convcolonly, -navmesh, -occonly), show nothing. Throws Refusal: other
  /// formats, what the reader of glTF refuses, copies, import by a script or without some nodes.
  std::vector<ModelNode> nodes(const std::string& place, const std::string& path);
  /// What a node shows: ModelNode::shape.
  std::shared_ptr<const Shape> shape(std::size_t number) const { return shapes_[number]; }
  /// The mesh that Godot makes of an .obj. Throws Refusal.
  std::shared_ptr<const Shape> mesh(const std::string& place);
  /// The files that models refer to.
  std::vector<std::string> other_files() const;

 private:
  Model& model(const std::string& place);
  // Takes a node's place and what it shows.
  void read(Model& model, const std::string& place, std::size_t number, ModelNode& node);

  const ImportOptions& options_;
  LeaveOut& leave_out_;
  std::map<std::string, std::unique_ptr<Model>> models_;                // by place
  std::map<std::string, std::shared_ptr<const Shape>> meshes_;          // of .obj files, by place
  std::map<std::pair<std::string, std::size_t>, std::size_t> numbers_;  // of shapes, by place and mesh
  std::vector<std::shared_ptr<const Shape>> shapes_;
};

}  // namespace plumb::pipeline::godot
