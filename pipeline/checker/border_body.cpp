// SPDX-License-Identifier: LGPL-3.0-or-later
#include "border_body.h"

#include <algorithm>

#include "borders.h"

namespace plumb::checker {
BorderBody::BorderBody(const World& world, Point from, Point to)
    : world_(&world), from_(std::move(from)), to_(std::move(to)) {}

Line BorderBody::line(const Linear2& f) {
  const Integer unit = lcm(lcm(f.a.get_den(), f.b.get_den()), f.c.get_den());
  const auto whole = [&](const Fraction& v) -> Integer { return v.get_num() * (unit / v.get_den()); };
  Integer a = whole(f.a), b = whole(f.b), c = whole(f.c);
  const Integer shared = gcd(gcd(a, b), c);
  if (shared > 1) {
    a /= shared;
    b /= shared;
    c /= shared;
  }
  return {std::move(a), std::move(b), std::move(c)};
}

// Each follows from the conditions on a t between 0 and 1: a side of the disc's polygon whose normal points forward is
// passed last at t = 1, one whose normal points backward at t = 0; and beyond the stretch, to its left and right, no t
// is near enough: the greatest of (p - q) . normal over points q of the polygon is at one of its corners, where two
// sides meet whose normals point forward and not, backward and not.
std::vector<Line> BorderBody::make_lines() const {
  std::vector<Line> lines;
  const Place run{to_.at[0] - from_.at[0], to_.at[1] - from_.at[1]};
  const auto& disc = world_->clearing->disc;
  const auto along = [&](const DiscSide& s) -> Fraction { return s.nx * run[0] + s.ny * run[1]; };
  for (std::size_t k = 0; k < disc.size(); ++k) {
    const DiscSide &s = disc[k], &t = disc[k + 1 == disc.size() ? 0 : k + 1];
    const Fraction m = along(s), n = along(t);
    const Place& end = sgn(m) >= 0 ? to_.at : from_.at;
    lines.push_back(line({-s.nx, -s.ny, s.offset + s.nx * end[0] + s.ny * end[1]}));
    if (sgn(m) * sgn(n) > 0 || sgn(m) == 0) continue;
    // The direction square to the stretch on that side.
    const Place corner = corner_between(s, t);
    const Place normal = sgn(m) > 0 ? Place{-run[1], run[0]} : Place{run[1], -run[0]};
    const Place far{from_.at[0] + corner[0], from_.at[1] + corner[1]};
    lines.push_back(line({-normal[0], -normal[1], normal[0] * far[0] + normal[1] * far[1]}));
  }
  return lines;
}

// What the window leaves of the plane. With heights less those of the stretch, u = z - window < (z of the stretch)
// rises by ez along t, so t > u / ez; and each side of the disc's polygon bounds t as well. Both leave a t only where
// one bound is below the other.
std::vector<Line> BorderBody::window_lines(const Plane& plane) const {
  const Fraction ex = to_.at[0] - from_.at[0], ey = to_.at[1] - from_.at[1], ez = to_.z - from_.z;
  const Fraction &v = world_->clearing->window, &low = std::min(from_.z, to_.z), &high = std::max(from_.z, to_.z);
  const Linear2 z{quotient(-plane.nx, plane.nz), quotient(-plane.ny, plane.nz), quotient(plane.d, plane.nz)};
  std::vector<Line> out{line({-z.a, -z.b, high + v - z.c}), line({z.a, z.b, z.c - low + v})};
  if (sgn(ez) == 0) return out;
  for (const DiscSide& s : world_->clearing->disc) {
    const Fraction m = s.nx * ex + s.ny * ey;
    if (sgn(m) == 0) continue;
    // n.(p - A) - offset < t m, and z(p) - z(A) - v < t ez < z(p) - z(A) + v.
    const Fraction at = s.nx * from_.at[0] + s.ny * from_.at[1] + s.offset;
    const int upper = sgn(m) * sgn(ez) > 0 ? 1 : -1;
    const Fraction base = z.c - from_.z + upper * v;
    // m * (z(p) - z(A) + v) against ez * (n.(p - A) - offset): of one sign with t m and t ez.
    const int sign = sgn(ez) > 0 ? 1 : -1;
    out.push_back(line({sign * (m * z.a - ez * s.nx), sign * (m * z.b - ez * s.ny), sign * (m * base + ez * at)}));
  }
  return out;
}

bool BorderBody::holds(const Plane& plane, const Outline& outline) {
  if (lines_.empty()) lines_ = make_lines();
  const auto holds = [&](const Line& l) {
    bool inside = false;
    for (const Vertex& v : outline) {
      const int s = side(l, v);
      if (s < 0) return false;
      inside = inside || s > 0;
    }
    return inside;
  };
  if (!std::all_of(lines_.begin(), lines_.end(), holds)) return false;
  const std::vector<Line> window = window_lines(plane);
  return std::all_of(window.begin(), window.end(), holds);
}

bool BorderBody::apart(const Plane& plane, const Outline& outline) {
  if (lines_.empty()) lines_ = make_lines();
  const auto misses = [&](const Line& l) {
    return std::none_of(outline.begin(), outline.end(), [&](const Vertex& v) { return side(l, v) > 0; });
  };
  if (std::any_of(lines_.begin(), lines_.end(), misses)) return true;
  const std::vector<Line> window = window_lines(plane);
  if (std::any_of(window.begin(), window.end(), misses)) return true;
  Outline rest = outline;
  for (const std::vector<Line>* lines : {&std::as_const(lines_), &window})
    for (const Line& l : *lines)
      if (!rest.empty()) rest = clip(rest, l);
  return rest.empty();
}

Box BorderBody::box() const {
  Box box = box_around({from_.at, to_.at}, {from_.at, to_.at});
  const auto grow = [&](int axis, double by) {
    box.low[axis] = widened(box.low[axis] - widened(by, 1), -1);
    box.high[axis] = widened(box.high[axis] + widened(by, 1), 1);
  };
  grow(0, world_->clearing->reach);
  grow(1, world_->clearing->reach);
  box.low[2] = widened(std::min(from_.z, to_.z).get_d(), -1);
  box.high[2] = widened(std::max(from_.z, to_.z).get_d(), 1);
  grow(2, world_->clearing->window.get_d());
  return box;
}

}  // namespace plumb::checker
