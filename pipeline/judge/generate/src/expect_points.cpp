// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts on single points by the definitions (docs/theory/definitions.md), in fractions, over all polygons of a
// scene.
//
// 1. Raised holds each polygon that is not upright: its plane as a height z = a x + b y + c, and the sides of its plan.
//    Newell's sum gives the normal. Whether the polygon can be stood on is the comparison of a^2 + b^2 with the square
//    of the limit's tangent: 1 for 45 degrees, 3 for 60, 1/3 for 30; other angles are given as a ratio.
// 2. expect_points() draws a polygon and weights for its corners; the weighted mean of the corners is a point within
//    it. All polygons over or under the point are found, with their heights there.
// 3. verdict_at(): of the polygons at the point's own height those of one plane that can be stood on have one owner.
//    Its verdict is "inside" if the bodies' polygons above face up more often than down; else the next height above
//    decides.
//
// Cost: points times polygons. Exact: all numbers are fractions. Source: our own.
#include "expect_points.h"

#include <algorithm>
#include <optional>

namespace plumb::pipeline {
namespace {

struct Raised {
  std::vector<const ExactPoint*> corners;  // as the face has them
  bool faces_up = false, is_standable = false, of_body = false;
  mpq_class a, b, c;  // its height is a x + b y + c
  mpq_class height(const mpq_class& x, const mpq_class& y) const { return a * x + b * y + c; }
};

enum class Side { outside, on_edge, within };

mpq_class squared_tangent(const ScenarioOptions& options) {
  if (options.slope_ratio) return *options.slope_ratio * *options.slope_ratio;
  return options.slope == 60 ? mpq_class(3) : options.slope == 30 ? mpq_class(1, 3) : mpq_class(1);
}

ExactPoint normal_of(const std::vector<const ExactPoint*>& corners) {
  ExactPoint n{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ExactPoint &p = *corners[i], &q = *corners[(i + 1) % corners.size()];
    n[0] += (p[1] - q[1]) * (p[2] + q[2]);
    n[1] += (p[2] - q[2]) * (p[0] + q[0]);
    n[2] += (p[0] - q[0]) * (p[1] + q[1]);
  }
  return n;
}

std::optional<Raised> raised(const ScenarioScene& scene, std::size_t face, const ScenarioOptions& options) {
  Raised out;
  for (const std::uint32_t p : scene.faces[face]) out.corners.push_back(&scene.points[p]);
  const ExactPoint n = normal_of(out.corners);
  if (n[2] == 0) return std::nullopt;
  const ExactPoint& p = *out.corners[0];
  out.a = -n[0] / n[2];
  out.b = -n[1] / n[2];
  out.c = p[2] - out.a * p[0] - out.b * p[1];
  out.faces_up = n[2] > 0;
  out.is_standable =
      (options.sides == Sides::both || out.faces_up) && out.a * out.a + out.b * out.b <= squared_tangent(options);
  return out;
}

std::vector<Raised> raised_faces(const ScenarioScene& scene, const ScenarioOptions& options,
                                 const std::vector<bool>& of_body) {
  std::vector<Raised> out;
  for (std::size_t f = 0; f < scene.faces.size(); ++f)
    if (auto r = raised(scene, f, options)) {
      r->of_body = !of_body.empty() && of_body[f];
      out.push_back(std::move(*r));
    }
  return out;
}

Side side_of(const Raised& polygon, const mpq_class& x, const mpq_class& y) {
  Side side = Side::within;
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    const ExactPoint &p = *polygon.corners[i], &q = *polygon.corners[(i + 1) % polygon.corners.size()];
    const mpq_class left = (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
    const int turn = polygon.faces_up ? sgn(left) : -sgn(left);
    if (turn < 0) return Side::outside;
    if (turn == 0) side = Side::on_edge;
  }
  return side;
}

// None if the point is on an edge, or where planes cross.
std::optional<ExpectedPoint> verdict_at(const std::vector<Raised>& polygons, const Raised& on, const mpq_class& x,
                                        const mpq_class& y, const ScenarioOptions& options) {
  ExpectedPoint out{{x, y, on.height(x, y)}, std::nullopt};
  const mpq_class& z = out.at[2];
  bool is_floor = false;
  int winding = 0;
  std::optional<mpq_class> ceiling;
  for (const Raised& other : polygons) {
    const Side side = side_of(other, x, y);
    if (side == Side::on_edge) return std::nullopt;
    if (side == Side::outside) continue;
    const mpq_class height = other.height(x, y);
    if (height == z) {
      if (other.a != on.a || other.b != on.b) return std::nullopt;
      is_floor = is_floor || other.is_standable;
    } else if (height > z) {
      if (!ceiling || height < *ceiling) ceiling = height;
      if (other.of_body) winding += other.faces_up ? 1 : -1;
    }
  }
  if (!is_floor) return out;
  if (options.solids == Solids::closed && winding > 0) {
    out.verdict = kernel::inside;
    return out;
  }
  out.verdict = kernel::blocked;
  for (std::size_t s = 0; s < options.stances.size(); ++s)
    if (!ceiling || options.stances[s].height <= *ceiling - z) out.verdict = static_cast<kernel::Label>(s + 1);
  return out;
}

}  // namespace

std::vector<ExpectedPoint> expect_points(const ScenarioScene& scene, const ScenarioOptions& options,
                                         const std::vector<bool>& of_body, std::size_t count, Draws& draws) {
  const std::vector<Raised> polygons = raised_faces(scene, options, of_body);
  std::vector<ExpectedPoint> out;
  if (polygons.empty()) return out;
  for (std::size_t tried = 0; tried < 4 * count && out.size() < count; ++tried) {
    const Raised& on = draws.one_of(polygons);
    mpq_class x = 0, y = 0;
    int sum = 0;
    for (const ExactPoint* corner : on.corners) {
      const auto weight = static_cast<int>(draws.whole(1, 997));
      x += (*corner)[0] * weight;
      y += (*corner)[1] * weight;
      sum += weight;
    }
    x /= sum;
    y /= sum;
    if (auto found = verdict_at(polygons, on, x, y, options)) out.push_back(std::move(*found));
  }
  return out;
}

mpq_class standable_area(const ScenarioScene& scene, const ScenarioOptions& options) {
  mpq_class doubled = 0;
  for (const Raised& r : raised_faces(scene, options, {}))
    if (r.is_standable) doubled += abs(normal_of(r.corners)[2]);
  return doubled / 2;
}

}  // namespace plumb::pipeline
