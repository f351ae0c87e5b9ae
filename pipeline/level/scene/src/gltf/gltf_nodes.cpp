// SPDX-License-Identifier: GPL-3.0-or-later
// Where the nodes of a glTF file put its meshes.
//
// 1. read_transform() reads the transform of a node, a matrix (from_matrix) or its parts (compose), as fractions. By
//    NodeRotation::right_angles, straighten() takes a rotation that is within 2^-20 of right angles for them, since
//    exporters round quaternions.
// 2. Copies reads the lists of EXT_mesh_gpu_instancing, checks their quaternions, and makes the transform of a copy
//    when it is asked for.
// 3. walk_nodes() walks over the nodes of a scene, depth first (NodeWalk), multiplies transforms on the way down, and
//    lists each mesh with its transform. Nodes that are left out, and those below them, are only counted (pass_over).
//    check_size() refuses fractions that have grown too long.
//
// Cost: linear in nodes and copies, times the length of the fractions.
// Exact: stored numbers are taken as they are, and products are fractions; only straighten() changes one.
// Source: the specification of glTF 2.0, Transformations; EXT_mesh_gpu_instancing.
#include "gltf/gltf_nodes.h"

#include <algorithm>

#include "file_content.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline::gltf {
namespace {

template <std::size_t n>
std::array<mpq_class, n> numbers(const Field& field) {
  if (field.size() != n) field.refuse(ErrorCode::syntax, "has not " + std::to_string(n) + " numbers; correct it");
  std::array<mpq_class, n> out;
  for (std::size_t i = 0; i < n; ++i) out[i] = field.entry(i).number();  // exact: a finite double
  return out;
}

Transform from_matrix(const Field& field) {
  const auto m = numbers<16>(field);  // column by column
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
    field.refuse(ErrorCode::unsupported_format,
                 "has another last row than 0 0 0 1; export a transform without perspective");
  Transform t;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) t.rows[r][c] = m[4 * c + r];
  return t;
}

constexpr std::size_t nowhere = 3;
using Axes = std::array<std::size_t, 3>;

// By column, the row of its greatest entry (of zeros alone, nowhere), if all others are at most 2^-20 of that and no
// two have the same row.
std::optional<Axes> axes_of(const Transform& t) {
  Axes axis{nowhere, nowhere, nowhere};
  for (std::size_t c = 0; c < 3; ++c) {
    const auto size = [&](std::size_t r) -> mpq_class { return abs(t.rows[r][c]); };
    std::size_t greatest = 0;
    for (std::size_t r = 1; r < 3; ++r)
      if (size(r) > size(greatest)) greatest = r;
    if (size(greatest) == 0) continue;
    const mpq_class most = size(greatest) >> 20;
    for (std::size_t r = 0; r < 3; ++r)
      if (r != greatest && size(r) > most) return std::nullopt;
    if (std::ranges::find(axis, greatest) != axis.end()) return std::nullopt;
    axis[c] = greatest;
  }
  return axis;
}

void drop_others(const Axes& axis, Transform& t) {
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t r = 0; r < 3; ++r)
      if (r != axis[c]) t.rows[r][c] = 0;
}

// Leaves nothing but the greatest entries, if that is almost what there is.
void drop_small_entries(Transform& t) {
  if (const auto axis = axes_of(t)) drop_others(*axis, t);
}

// Makes a rotation one that maps axes to axes, if it almost does.
void make_right_angles(Transform& t) {
  const auto axis = axes_of(t);
  if (!axis) return;
  const mpq_class near = mpq_class(1) >> 20;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t r = 0; r < 3; ++r)
      if (abs(abs(t.rows[r][c]) - (r == (*axis)[c] ? 1 : 0)) > near) return;
  drop_others(*axis, t);
  for (std::size_t c = 0; c < 3; ++c) t.rows[(*axis)[c]][c] = sgn(t.rows[(*axis)[c]][c]);
}

// Whether that changed it.
bool straighten(Transform& t, void (*change)(Transform&)) {
  const Transform stored = t;
  change(t);
  return t.rows != stored.rows;
}

void rotate(const std::array<mpq_class, 4>& quaternion, Transform& t) {
  const auto& [x, y, z, w] = quaternion;
  const mpq_class matrix[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                                  {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                                  {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  for (std::size_t r = 0; r < 3; ++r) std::copy(matrix[r], matrix[r] + 3, t.rows[r].begin());
}

template <std::size_t n>
std::optional<std::array<mpq_class, n>> vector_at(const std::optional<StoredVectors>& list, std::size_t i) {
  if (!list) return std::nullopt;
  std::array<mpq_class, n> out;
  for (std::size_t k = 0; k < n; ++k) out[k] = list->number(i, k);
  return out;
}

template <class Visit>
void for_children(const File& file, const Field& node, const Visit& visit) {
  const auto children = node.find("children");
  for (std::size_t i = 0, n = children ? children->size() : 0; i < n; ++i)
    visit(children->entry(i).index(file.count("nodes"), "nodes"));
}

class NodeWalk {
 public:
  NodeWalk(File& file, Meshes& meshes, NodeRotation rotation, LeaveOut& leave_out)
      : file_(file),
        meshes_(meshes),
        rotation_(rotation),
        leave_out_(leave_out),
        nodes_(file.count("nodes")),
        seen_(nodes_, false),
        passed_(nodes_, false) {}

  PlacedMeshes run(std::optional<std::size_t> scene) {
    const auto identity = std::make_shared<const Transform>(Transform::identity());
    for (const std::size_t root : roots_of(file_, scene)) walk(root, identity);
    if (scene) return std::move(out_);
    for (std::size_t i = 0; i < nodes_; ++i)
      if (!seen_[i] && !passed_[i] && is_left_out(i)) pass_over(i);
    for (std::size_t i = 0; i < nodes_; ++i)
      if (!seen_[i] && !passed_[i])
        naming(i, [&] {
          file_.item("nodes", i)
              .refuse(ErrorCode::syntax, "is its own ancestor, or has one that is; correct the children");
        });
    return std::move(out_);
  }

 private:
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
      if (passed_[step.node]) continue;
      if (!seen_[step.node] && is_left_out(step.node)) {
        pass_over(step.node);
        continue;
      }
      naming(step.node, [&] {
        const Field node = file_.item("nodes", step.node);
        if (seen_[step.node])
          node.refuse(ErrorCode::syntax,
                      "is reached twice; each node has one parent or is a root once, correct the children");
        seen_[step.node] = true;
        const auto transform = read(node, step.node, *step.parent);
        const std::size_t first = steps.size();
        for_children(file_, node, [&](std::size_t c) { steps.push_back({c, transform}); });
        std::reverse(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
      });
    }
  }

  bool is_left_out(std::size_t node) {
    return leave_out_.takes({readable_name(file_.item("nodes", node)), number_of_node(node)});
  }

  // Counts what else is left out below a node that is. Nothing is refused of these nodes.
  void pass_over(std::size_t top) {
    std::vector<std::size_t> steps{top};
    passed_[top] = true;
    while (!steps.empty()) {
      const std::size_t node = steps.back();
      steps.pop_back();
      for (const std::size_t c : good_children(file_, file_.item("nodes", node))) {
        if (seen_[c] || passed_[c]) continue;
        passed_[c] = true;
        is_left_out(c);
        steps.push_back(c);
      }
    }
  }

  // Runs use(); what it refuses gets the name of the node, and the option that leaves the node out.
  template <class Use>
  void naming(std::size_t node, const Use& use) {
    try {
      use();
    } catch (Refused& refused) {
      name_node(refused, node, readable_name(file_.item("nodes", node)));
      refused.message += or_leave_out(pattern_of_node(file_, node));
      throw;
    }
  }

  // Lists the node's mesh; returns its transform.
  std::shared_ptr<const Transform> read(const Field& node, std::size_t number, const Transform& above) {
    auto transform = combine(above, node);
    if (const auto mesh = node.find("mesh")) add(number, mesh->index(file_.count("meshes"), "meshes"), transform);
    return transform;
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
    if (leave_out_.takes({text_or_empty(file_.item("meshes", mesh_number).find("name")),
                          "meshes[" + std::to_string(mesh_number) + "]"}))
      return;
    check_skin(node);
    const Mesh& mesh = meshes_.mesh(mesh_number);
    check_morphs(node, mesh);
    if (mesh.primitives.empty()) return;
    const auto copies = node.extension("EXT_mesh_gpu_instancing");
    out_.meshes.push_back({number, text_or_empty(node.find("name")), &mesh, std::move(transform),
                           copies ? std::make_shared<const Copies>(file_, *copies, rotation_) : nullptr});
    if (copies) out_.straightened += out_.meshes.back().copies->straightened();
  }

  File& file_;
  Meshes& meshes_;
  NodeRotation rotation_;
  LeaveOut& leave_out_;
  std::size_t nodes_;
  std::vector<bool> seen_, passed_;  // by node: it is read; it is left out, or below one that is
  PlacedMeshes out_;
};

}  // namespace

Transform Transform::identity() {
  Transform t;
  for (std::size_t i = 0; i < 3; ++i) t.rows[i][i] = 1;
  return t;
}

bool Transform::is_identity() const {
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c)
      if (rows[r][c] != (r == c ? 1 : 0)) return false;
  return true;
}

int Transform::orientation() const {
  const auto& [a, b, c] = rows;
  return sgn(kernel::formulas::orient3d(a, b, c));
}

mpz_class Transform::denominator() const {
  mpz_class common = 1;
  for (const auto& row : rows)
    for (const mpq_class& v : row) common = lcm(common, v.get_den());
  return common;
}

Transform operator*(const Transform& a, const Transform& b) {
  Transform t;
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t r = 0; r < 3; ++r) {
      t.rows[r][c] = kernel::formulas::dot(a.rows[r], std::array{b.rows[0][c], b.rows[1][c], b.rows[2][c]});
      if (c == 3) t.rows[r][c] += a.rows[r][3];
    }
  return t;
}

bool is_unit(const std::array<mpq_class, 4>& q, const mpq_class& off) {
  return abs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) <= off;
}

TakenTransform compose(const TransformParts& parts, NodeRotation how) {
  TakenTransform out{Transform::identity()};
  Transform& t = out.transform;
  if (parts.rotation) {
    rotate(*parts.rotation, t);
    if (how == NodeRotation::right_angles) out.straightened = straighten(t, make_right_angles);
  }
  if (parts.scale)
    for (auto& row : t.rows)
      for (std::size_t c = 0; c < 3; ++c) row[c] *= (*parts.scale)[c];
  if (parts.translation)
    for (std::size_t r = 0; r < 3; ++r) t.rows[r][3] = (*parts.translation)[r];
  return out;
}

TakenTransform read_transform(const Field& node, NodeRotation how) {
  const auto matrix = node.find("matrix"), translation = node.find("translation"), rotation = node.find("rotation"),
             scale = node.find("scale");
  if (matrix && (translation || rotation || scale))
    node.refuse(ErrorCode::syntax, "has a matrix and another transform; keep one of them");
  if (matrix) {
    TakenTransform out{from_matrix(*matrix)};
    if (how == NodeRotation::right_angles) out.straightened = straighten(out.transform, drop_small_entries);
    return out;
  }
  TransformParts parts;
  if (translation) parts.translation = numbers<3>(*translation);
  if (rotation) parts.rotation = numbers<4>(*rotation);
  if (scale) parts.scale = numbers<3>(*scale);
  if (parts.rotation && !is_unit(*parts.rotation, mpq_class(1, 100)))
    rotation->refuse(ErrorCode::unsupported_format, "is no unit quaternion; normalise it");
  return compose(parts, how);
}

void check_size(const Transform& t, const Field& node) {
  constexpr std::size_t most_bits = 1 << 14;  // of one binary64, at most 1074
  for (const auto& row : t.rows)
    for (const mpq_class& v : row)
      if (std::max(mpz_sizeinbase(v.get_num_mpz_t(), 2), mpz_sizeinbase(v.get_den_mpz_t(), 2)) > most_bits)
        node.refuse(ErrorCode::too_large, "has an exact transform of more than " + std::to_string(most_bits) +
                                              " bits; apply the transforms in the modelling program");
}

Copies::Copies(File& file, const Field& extension, NodeRotation how) : how_(how) {
  const Field attributes = extension.member("attributes");
  const auto read = [&](const char* name, std::size_t width, std::initializer_list<Component> allowed) {
    std::optional<StoredVectors> list;
    const auto number = attributes.find(name);
    if (!number) return list;
    const Field accessor = file.item("accessors", number->index(file.count("accessors"), "accessors"));
    list = read_vectors(file, accessor, width, allowed);
    if (list->divisor == 1 && read_type(accessor, width, allowed) != Component::float32)
      accessor.refuse(ErrorCode::syntax, "holds rotations as integers that are not normalized; export the file again");
    if (count_ > 0 && list->count() != count_)
      number->refuse(ErrorCode::syntax, "names " + std::to_string(list->count()) + " elements, another attribute " +
                                            std::to_string(count_) + "; export the file again");
    count_ = list->count();
    return list;
  };
  translations_ = read("TRANSLATION", 3, {Component::float32});
  rotations_ = read("ROTATION", 4, {Component::float32, Component::int8, Component::int16});
  scales_ = read("SCALE", 3, {Component::float32});
  if (count_ == 0)
    attributes.refuse(ErrorCode::syntax, "have no TRANSLATION, ROTATION or SCALE, so no number of copies; give one");
  if (!rotations_) return;
  const mpq_class off(1, rotations_->divisor == 127 ? 50 : 100);  // a byte is off by as much as 1/254
  for (std::size_t i = 0; i < count_; ++i) {
    if (!is_unit(*vector_at<4>(rotations_, i), off))
      attributes.member("ROTATION")
          .refuse(ErrorCode::unsupported_format,
                  "names a quaternion, element " + std::to_string(i) + ", that is no unit; normalise it");
    straightened_ += at(i).straightened;
  }
}

TakenTransform Copies::at(std::size_t copy) const {
  return compose({vector_at<3>(translations_, copy), vector_at<3>(scales_, copy), vector_at<4>(rotations_, copy)},
                 how_);
}

void check_skin(const Field& node) {
  if (node.find("skin"))
    node.refuse(ErrorCode::unsupported_format, "is skinned; apply the pose and export it without a skin");
}

void check_morphs(const Field& node, const Mesh& mesh) {
  const auto weights = node.find("weights");
  if (mesh.morphs && (weights ? any_weight(weights) : mesh.weighted))
    node.refuse(ErrorCode::unsupported_format, "has morph targets in use; apply them and export the result");
}

PlacedMeshes walk_nodes(File& file, std::optional<std::size_t> scene, Meshes& meshes, NodeRotation rotation,
                        LeaveOut& leave_out) {
  return NodeWalk(file, meshes, rotation, leave_out).run(scene);
}

}  // namespace plumb::pipeline::gltf
