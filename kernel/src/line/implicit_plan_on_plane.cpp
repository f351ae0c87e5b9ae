// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/implicit_plan_on_plane.h"

#include <cassert>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/plane.h"

namespace plumb::kernel {

SpacePlane plane_through(const PointTable& points, PointId a, PointId b, PointId c) {
  auto [x, y, z] = normal_of<mpz_class>(points, a, b, c);
  assert(x != 0 || y != 0 || z != 0);
  const auto [at, scale] = scaled_point(points, a);
  const std::array normal{x, y, z};
  return {{x * scale, y * scale, z * scale}, -formulas::dot(normal, at)};
}

Sign side(const SpacePlane& plane, const PointTable& points, PointId p) {
  const auto [at, scale] = scaled_point(points, p);
  return sign_of(mpz_class(formulas::side_of_plane(plane.n, at) + plane.d * scale));
}

ImplicitPlanOnPlane::ImplicitPlanOnPlane(const AxisTables& tables, SpacePlane plane, PointId origin)
    : plane_(std::move(plane)),
      axis_(plane_.n[2] != 0   ? 2
            : plane_.n[0] != 0 ? 0
                               : 1),
      plan_(tables.along(axis_), origin),
      local_(local(plane_)) {
  assert(local_.z != 0);
}

ImplicitPlanOnPlane::Local ImplicitPlanOnPlane::local(const SpacePlane& plane) const {
  Local l{plane.n[(axis_ + 1) % 3], plane.n[(axis_ + 2) % 3], plane.n[axis_], plane.d};
  const auto [at, scale] = scaled_point(plan_.points(), plan_.origin());
  const mpz_class over_origin = formulas::dot(std::array{l.x, l.y, l.z}, at);
  if (scale != 1)
    for (mpz_class* v : {&l.x, &l.y, &l.z, &l.d}) *v *= scale;
  l.d += over_origin;
  return l;
}

// q without its z, which is what the plane says: |z of the plane| times q, less the multiple of the plane that takes
// its z away.
Coefficients<mpz_class> ImplicitPlanOnPlane::line_of(const SpacePlane& q) const {
  const Local l = local(q);
  const auto without_z = [&](const mpz_class& a, const mpz_class& b) {
    return formulas::determinant(a, l.z, b, local_.z);
  };
  Coefficients<mpz_class> line{without_z(l.x, local_.x), without_z(l.y, local_.y), without_z(l.d, local_.d)};
  if (local_.z < 0) line = {-line.a, -line.b, -line.c};
  return line;
}

std::optional<LineId> ImplicitPlanOnPlane::cut(const SpacePlane& q, LineSource source) {
  Coefficients<mpz_class> line = line_of(q);
  if (line.a == 0 && line.b == 0) return std::nullopt;
  return plan_.line(std::move(line), source);
}

std::optional<VertexId> ImplicitPlanOnPlane::meet(const SpacePlane& q, LineSource of_q, const SpacePlane& r,
                                                  LineSource of_r) {
  const std::optional<LineId> l = cut(q, of_q), m = cut(r, of_r);
  if (!l || !m) return std::nullopt;
  const Sign turn = plan_.turn(*l, *m);
  if (turn == Sign::zero) return std::nullopt;
  return plan_.vertex(*l, turn == Sign::negative ? *m : reversed(*m));
}

Sign ImplicitPlanOnPlane::side(VertexId v, const SpacePlane& q) const {
  const Coefficients<mpz_class> line = line_of(q);
  const auto [x, y, w] = plan_.exact_vertex(v);
  return sign_of(formulas::side(line, x, y, w));
}

ExactPoint ImplicitPlanOnPlane::point(VertexId v) const {
  const auto [x, y, w] = plan_.exact_vertex(v);
  const mpz_class z = -formulas::side(Coefficients<mpz_class>{local_.x, local_.y, local_.d}, x, y, w),
                  scale = local_.z * w;
  const mpq_class from_origin[] = {mpq_class(x, w), mpq_class(y, w), mpq_class(z, scale)};
  ExactPoint out;
  for (int k = 0; k < 3; ++k) {
    mpq_class c = from_origin[k];
    c.canonicalize();
    out[(axis_ + 1 + k) % 3] = (c + plan_.points().exact(plan_.origin(), k)) / plan_.points().denominator();
  }
  return out;
}

}  // namespace plumb::kernel
