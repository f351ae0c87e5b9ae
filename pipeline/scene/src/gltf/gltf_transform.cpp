// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf/gltf_transform.h"

#include <algorithm>

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

}  // namespace plumb::pipeline::gltf
