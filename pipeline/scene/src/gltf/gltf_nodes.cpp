// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf/gltf_nodes.h"

#include <algorithm>

namespace plumb::pipeline::gltf {
namespace {

class NodeWalk {
 public:
  NodeWalk(File& file, Meshes& meshes, NodeRotation rotation)
      : file_(file), meshes_(meshes), rotation_(rotation), nodes_(file.count("nodes")), seen_(nodes_, false) {}

  PlacedMeshes run() {
    const auto scene = file_.root().find("scene");
    const auto identity = std::make_shared<const Transform>(Transform::identity());
    if (scene) {
      const auto roots = file_.item("scenes", scene->index(file_.count("scenes"), "scenes")).find("nodes");
      for (std::size_t i = 0, n = roots ? roots->size() : 0; i < n; ++i)
        walk(roots->entry(i).index(nodes_, "nodes"), identity);
      return std::move(out_);
    }
    std::vector<bool> child(nodes_, false);
    for (std::size_t i = 0; i < nodes_; ++i)
      for_children(file_.item("nodes", i), [&](std::size_t c) { child[c] = true; });
    for (std::size_t i = 0; i < nodes_; ++i)
      if (!child[i]) walk(i, identity);
    if (const auto missed = std::find(seen_.begin(), seen_.end(), false); missed != seen_.end())
      file_.item("nodes", static_cast<std::size_t>(missed - seen_.begin()))
          .refuse(ErrorCode::syntax, "is its own ancestor, or has one that is; correct the children");
    return std::move(out_);
  }

 private:
  template <class Visit>
  void for_children(const Field& node, const Visit& visit) const {
    const auto children = node.find("children");
    for (std::size_t i = 0, n = children ? children->size() : 0; i < n; ++i)
      visit(children->entry(i).index(nodes_, "nodes"));
  }

  // Without recursion: hierarchies may be deep.
  void walk(std::size_t root, std::shared_ptr<const Transform> above) {
    struct Step {
      std::size_t node;
      std::shared_ptr<const Transform> parent;
    };
    std::vector<Step> steps{{root, std::move(above)}};
    while (!steps.empty()) {
      const Step step = std::move(steps.back());
      steps.pop_back();
      const Field node = file_.item("nodes", step.node);
      if (seen_[step.node])
        node.refuse(ErrorCode::syntax,
                    "is reached twice; each node has one parent or is a root once, correct the children");
      seen_[step.node] = true;
      const auto transform = combine(*step.parent, node);
      if (const auto mesh = node.find("mesh")) add(step.node, mesh->index(file_.count("meshes"), "meshes"), transform);
      const std::size_t first = steps.size();
      for_children(node, [&](std::size_t c) { steps.push_back({c, transform}); });
      std::reverse(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
    }
  }

  std::shared_ptr<const Transform> combine(const Transform& parent, const Field& node) {
    const auto [own, straightened] = read_transform(node, rotation_);
    out_.straightened += straightened;
    auto both = std::make_shared<Transform>(parent.is_identity() ? own : own.is_identity() ? parent : parent * own);
    check_size(*both, node);
    return both;
  }

  void add(std::size_t number, std::size_t mesh_number, std::shared_ptr<const Transform> transform) {
    const Field node = file_.item("nodes", number);
    if (node.find("skin"))
      node.refuse(ErrorCode::unsupported_format, "is skinned; apply the pose and export it without a skin");
    const Mesh& mesh = meshes_.mesh(mesh_number);
    const auto weights = node.find("weights");
    if (mesh.morphs && (weights ? any_weight(weights) : mesh.weighted))
      node.refuse(ErrorCode::unsupported_format, "has morph targets in use; apply them and export the result");
    if (mesh.primitives.empty()) return;
    const auto copies = node.extension("EXT_mesh_gpu_instancing");
    out_.meshes.push_back({number, text_or_empty(node.find("name")), &mesh, std::move(transform),
                           copies ? std::make_shared<const Copies>(file_, *copies, rotation_) : nullptr});
    if (copies) out_.straightened += out_.meshes.back().copies->straightened();
  }

  File& file_;
  Meshes& meshes_;
  NodeRotation rotation_;
  std::size_t nodes_;
  std::vector<bool> seen_;
  PlacedMeshes out_;
};

}  // namespace

PlacedMeshes walk_nodes(File& file, Meshes& meshes, NodeRotation rotation) {
  return NodeWalk(file, meshes, rotation).run();
}

}  // namespace plumb::pipeline::gltf
