// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "gltf_mesh.h"
#include "gltf_transform.h"
#include "obj_text.h"
#include "scene_builder.h"
#include "scene_readers.h"

namespace plumb::pipeline {
namespace {

using namespace gltf;

// A mesh where a node puts it.
struct Instance {
  std::string_view name;  // the node's
  const Mesh* mesh;
  std::shared_ptr<const Transform> transform;
};

// Extensions that may be required: those that say nothing on where surfaces are, and the one that is read.
void check_extensions(const File& file) {
  const auto required = file.root().find("extensionsRequired");
  static constexpr std::string_view harmless[] = {"KHR_mesh_quantization", "KHR_texture_transform",
                                                  "KHR_texture_basisu",    "KHR_lights_punctual",
                                                  "EXT_texture_webp",      "EXT_texture_avif"};
  for (std::size_t i = 0, n = required ? required->size() : 0; i < n; ++i) {
    const std::string& name = required->entry(i).text();
    if (!name.starts_with("KHR_materials_") &&
        std::find(std::begin(harmless), std::end(harmless), name) == std::end(harmless))
      throw Refused{ErrorCode::unsupported_format,
                    "the file requires the extension " + obj::quote(name) + ", which is not read; export without it"};
  }
}

// The nodes of the default scene, or where there is none all nodes, depth first in the order of the file.
class NodeWalk {
 public:
  NodeWalk(File& file, Meshes& meshes, NodeRotation rotation)
      : file_(file), meshes_(meshes), rotation_(rotation), nodes_(file.count("nodes")), seen_(nodes_, false) {}

  std::vector<Instance> run() {
    const auto scene = file_.root().find("scene");
    const auto identity = std::make_shared<const Transform>(Transform::identity());
    if (scene) {
      const auto roots = file_.item("scenes", scene->index(file_.count("scenes"), "scenes")).find("nodes");
      for (std::size_t i = 0, n = roots ? roots->size() : 0; i < n; ++i)
        walk(roots->entry(i).index(nodes_, "nodes"), identity);
      return std::move(instances_);
    }
    std::vector<bool> child(nodes_, false);
    for (std::size_t i = 0; i < nodes_; ++i)
      for_children(file_.item("nodes", i), [&](std::size_t c) { child[c] = true; });
    for (std::size_t i = 0; i < nodes_; ++i)
      if (!child[i]) walk(i, identity);
    if (const auto missed = std::find(seen_.begin(), seen_.end(), false); missed != seen_.end())
      file_.item("nodes", static_cast<std::size_t>(missed - seen_.begin()))
          .refuse(ErrorCode::syntax, "is its own ancestor, or has one that is; correct the children");
    return std::move(instances_);
  }

  std::uint64_t straightened() const { return straightened_; }

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
      if (const auto mesh = node.find("mesh")) add(node, mesh->index(file_.count("meshes"), "meshes"), transform);
      const std::size_t first = steps.size();
      for_children(node, [&](std::size_t c) { steps.push_back({c, transform}); });
      std::reverse(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
    }
  }

  std::shared_ptr<const Transform> combine(const Transform& parent, const Field& node) {
    const auto [own, straightened] = read_transform(node, rotation_);
    straightened_ += straightened;
    auto both = std::make_shared<Transform>(parent.is_identity() ? own : own.is_identity() ? parent : parent * own);
    check_size(*both, node);
    return both;
  }

  void add(const Field& node, std::size_t mesh_number, std::shared_ptr<const Transform> transform) {
    if (node.find("skin"))
      node.refuse(ErrorCode::unsupported_format, "is skinned; apply the pose and export it without a skin");
    const auto extensions = node.find("extensions");
    if (extensions && extensions->find("EXT_mesh_gpu_instancing"))
      node.refuse(ErrorCode::unsupported_format,
                  "has EXT_mesh_gpu_instancing, which is not read; export a node for each instance");
    const Mesh& mesh = meshes_.mesh(mesh_number);
    const auto weights = node.find("weights");
    if (mesh.morphs && (weights ? any_weight(weights) : mesh.weighted))
      node.refuse(ErrorCode::unsupported_format, "has morph targets in use; apply them and export the result");
    if (!mesh.primitives.empty()) instances_.push_back({text_or_empty(node.find("name")), &mesh, std::move(transform)});
  }

  File& file_;
  Meshes& meshes_;
  NodeRotation rotation_;
  std::uint64_t straightened_ = 0;
  std::size_t nodes_;
  std::vector<bool> seen_;
  std::vector<Instance> instances_;
};

// Adds a primitive's faces, its vertices being put in order by the caller. A mirror image turns every face over.
void add_faces(const Instance& instance, const Triangles& t, bool mirrored, SceneBuilder& builder) {
  builder.names(instance.name, instance.mesh->name, t.material);
  const std::uint64_t first = builder.vertices() - t.used.size();
  for (std::size_t i = 0; i < t.corners.size(); i += 3) {
    for (const std::size_t k : {0, mirrored ? 2 : 1, mirrored ? 1 : 2})
      builder.corner(static_cast<std::uint32_t>(first + t.corners[i + k]));
    builder.end_face();
  }
}

template <class Visit>
void for_primitives(const std::vector<Instance>& instances, const Visit& visit) {
  for (const Instance& instance : instances)
    for (const Triangles& t : instance.mesh->primitives) visit(instance, t);
}

// All transforms are the identity: the positions are what is stored.
Scene place_plain(const std::vector<Instance>& instances, SceneBuilder builder) {
  for_primitives(instances, [&](const Instance& instance, const Triangles& t) {
    for (const std::size_t v : t.used)
      for (std::size_t k = 0; k < 3; ++k) builder.value(t.positions->raw[3 * v + k]);
    add_faces(instance, t, false, builder);
  });
  return builder.build();
}

// All positions as integers over one denominator, 2^bits times the divisors' least common multiple.
Scene place_transformed(const std::vector<Instance>& instances, SceneBuilder builder) {
  unsigned long bits = 0, transform_bits = 0;
  mpz_class divisors = 1;
  for_primitives(instances, [&](const Instance& instance, const Triangles& t) {
    transform_bits = std::max(transform_bits, instance.transform->fraction_bits());
    bits = std::max(bits, instance.transform->fraction_bits() + static_cast<unsigned long>(t.positions->fraction_bits));
    divisors = lcm(divisors, mpz_class(t.positions->divisor));
  });
  const mpz_class denominator = divisors << bits;
  mpz_class x[3], sum;
  for_primitives(instances, [&](const Instance& instance, const Triangles& t) {
    // x is a raw number times 2^fraction_bits, so this column of the matrix is scaled by that much less.
    const int shift = t.positions->fraction_bits;
    mpz_class matrix[3][4];
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c) {
        const mpq_class scaled = instance.transform->rows[r][c] * denominator;
        matrix[r][c] = scaled.get_num();  // whole: the denominator divides
        if (c < 3) matrix[r][c] = (matrix[r][c] >> static_cast<unsigned long>(shift)) / t.positions->divisor;
      }
    for (const std::size_t v : t.used) {
      for (std::size_t k = 0; k < 3; ++k) x[k] = std::ldexp(t.positions->raw[3 * v + k], shift);
      for (const auto& row : matrix) {
        sum = row[3];
        for (std::size_t k = 0; k < 3; ++k) mpz_addmul(sum.get_mpz_t(), row[k].get_mpz_t(), x[k].get_mpz_t());
        builder.ratio(sum);
      }
    }
    add_faces(instance, t, instance.transform->orientation() < 0, builder);
  });
  Scene scene = builder.build(denominator);
  scene.transform_bits = transform_bits;
  return scene;
}

}  // namespace

Scene read_gltf(std::string_view bytes, const std::string& name, const ImportOptions& options, bool binary) {
  if (bytes.empty()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
  File file(bytes, name, binary);
  check_extensions(file);
  Meshes meshes(file);
  NodeWalk walk(file, meshes, options.node_rotation);
  const std::vector<Instance> instances = walk.run();
  bool plain = true;
  for_primitives(instances, [&](const Instance& instance, const Triangles& t) {
    plain = plain && instance.transform->is_identity() && t.positions->divisor == 1;
  });
  Scene scene = plain ? place_plain(instances, SceneBuilder(name, options, SceneBuilder::Source::binary))
                      : place_transformed(instances, SceneBuilder(name, options, SceneBuilder::Source::ratios));
  scene.straightened_nodes = walk.straightened();
  scene.other_files = file.other_files();
  return scene;
}

}  // namespace plumb::pipeline
