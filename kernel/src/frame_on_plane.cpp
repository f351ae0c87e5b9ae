// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/frame_on_plane.h"

#include <cassert>

#include "plumb/kernel/normal.h"

namespace plumb::kernel {

SpacePlane plane_through(const PointTable& points, PointId a, PointId b, PointId c) {
  auto [x, y, z] = normal_of<mpz_class>(points, a, b, c);
  assert(x != 0 || y != 0 || z != 0);
  const mpz_class d = -(x * points.exact(a, 0) + y * points.exact(a, 1) + z * points.exact(a, 2));
  return {{std::move(x), std::move(y), std::move(z)}, d};
}

Sign side(const SpacePlane& plane, const PointTable& points, PointId p) {
  mpz_class sum = plane.d;
  for (int k = 0; k < 3; ++k) sum += plane.n[k] * points.exact(p, k);
  return sign_of(sum);
}

FrameOnPlane::FrameOnPlane(const AxisTables& tables, SpacePlane plane, PointId origin)
    : plane_(std::move(plane)), axis_(plane_.n[2] != 0 ? 2 : plane_.n[0] != 0 ? 0 : 1), frame_(tables.along(axis_), origin), local_(local(plane_)) {
  assert(local_.z != 0);
}

FrameOnPlane::Local FrameOnPlane::local(const SpacePlane& plane) const {
  Local l{plane.n[(axis_ + 1) % 3], plane.n[(axis_ + 2) % 3], plane.n[axis_], plane.d};
  const auto at = [&](int k) { return frame_.points().exact(frame_.origin(), k); };
  l.d += l.x * at(0) + l.y * at(1) + l.z * at(2);
  return l;
}

// q without its z, which is what the plane says: |z of the plane| times q, less the multiple of the plane that takes its z away.
Coefficients<mpz_class> FrameOnPlane::line_of(const SpacePlane& q) const {
  const Local l = local(q);
  Coefficients<mpz_class> line{l.x * local_.z - l.z * local_.x, l.y * local_.z - l.z * local_.y, l.d * local_.z - l.z * local_.d};
  if (local_.z < 0) line = {-line.a, -line.b, -line.c};
  return line;
}

std::optional<LineId> FrameOnPlane::cut(const SpacePlane& q, LineSource source) {
  Coefficients<mpz_class> line = line_of(q);
  if (line.a == 0 && line.b == 0) return std::nullopt;
  return frame_.line(std::move(line), source);
}

std::optional<VertexId> FrameOnPlane::meet(const SpacePlane& q, LineSource of_q, const SpacePlane& r, LineSource of_r) {
  const std::optional<LineId> l = cut(q, of_q), m = cut(r, of_r);
  if (!l || !m) return std::nullopt;
  const Sign turn = frame_.turn(*l, *m);
  if (turn == Sign::zero) return std::nullopt;
  return frame_.vertex(*l, turn == Sign::negative ? *m : reversed(*m));
}

Sign FrameOnPlane::side(VertexId v, const SpacePlane& q) const {
  const Coefficients<mpz_class> line = line_of(q);
  const auto [x, y, w] = frame_.exact_vertex(v);
  return sign_of(mpz_class(line.a * x + line.b * y + line.c * w));
}

ExactPoint FrameOnPlane::point(VertexId v) const {
  const auto [x, y, w] = frame_.exact_vertex(v);
  const mpz_class z = -(local_.x * x + local_.y * y + local_.d * w), scale = local_.z * w;
  const mpq_class from_origin[] = {mpq_class(x, w), mpq_class(y, w), mpq_class(z, scale)};
  ExactPoint out;
  for (int k = 0; k < 3; ++k) {
    mpq_class c = from_origin[k];
    c.canonicalize();
    out[(axis_ + 1 + k) % 3] = (c + frame_.points().exact(frame_.origin(), k)) / frame_.points().denominator();
  }
  return out;
}

}  // namespace plumb::kernel
