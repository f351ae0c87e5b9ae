// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>

#include "gltf_json.h"

namespace plumb::pipeline::gltf {

/// p -> (rows . (x, y, z, 1)), exact. The stored numbers are binary64, and products and sums of them stay
/// fractions over powers of two.
struct Transform {
  std::array<std::array<mpq_class, 4>, 3> rows;

  static Transform identity();
  bool is_identity() const;
  /// The sign of the linear part's determinant; -1: a mirror image.
  int orientation() const;
  /// log2 of the common denominator.
  unsigned long fraction_bits() const;
};

/// First b, then a.
Transform operator*(const Transform& a, const Transform& b);

/// A node's own transform: `matrix`, or translation * rotation * scale with the rotation matrix
///   1-2(yy+zz)  2(xy-wz)    2(xz+wy)
///   2(xy+wz)    1-2(xx+zz)  2(yz-wx)
///   2(xz-wy)    2(yz+wx)    1-2(xx+yy)
/// of the stored quaternion (x, y, z, w). Refused: both forms at once, a matrix whose last row is not 0 0 0 1, a
/// quaternion whose squared length is not within 1/100 of 1 (programs differ on what it means).
///
/// By NodeRotation::right_angles, a rotation is taken for one that maps axes to axes, if its matrix is within 2^-20 of
/// that, entry by entry; a `matrix`, if in each column all entries but the greatest, which keeps its place and
/// size, are at most 2^-20 of it, and the greatest are in different rows.
struct NodeTransform {
  Transform transform;
  bool straightened = false;  ///< it was another one
};
NodeTransform read_transform(const Field& node, NodeRotation rotation);

/// Refused (too_large) if the numbers of `t` have grown beyond what a level needs. `node` is named.
void check_size(const Transform& t, const Field& node);

}  // namespace plumb::pipeline::gltf
