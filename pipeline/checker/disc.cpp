// SPDX-License-Identifier: LGPL-3.0-or-later
#include "disc.h"

#include <algorithm>

#include "verdict.h"

namespace plumb::checker {
namespace {

Fraction cross(const Place& p, const Place& q) { return p[0] * q[1] - p[1] * q[0]; }

}  // namespace

Place corner_between(const DiscSide& s, const DiscSide& t) {
  const Fraction w = s.nx * t.ny - s.ny * t.nx;
  return {(s.offset * t.ny - t.offset * s.ny) / w, (s.nx * t.offset - t.nx * s.offset) / w};
}

// The angles from one point to the next are between 0 and half a turn; directions pass from below the x axis to on or
// above it once.
std::vector<DiscSide> disc_sides(const std::vector<Place>& points, bool around, const Fraction& radius) {
  std::vector<DiscSide> out;
  std::size_t turns = 0;
  const auto above = [](const Place& p) { return sgn(p[1]) > 0 || (sgn(p[1]) == 0 && sgn(p[0]) > 0); };
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Place &p = points[k], &q = points[k + 1 == points.size() ? 0 : k + 1];
    require(p[0] * p[0] + p[1] * p[1] == 1, "the point is not on the circle");
    require(sgn(cross(p, q)) > 0, "the points do not run around the circle");
    turns += !above(p) && above(q);
    if (around) {
      out.push_back({p[0], p[1], radius});
    } else {
      const Fraction nx = q[1] - p[1], ny = p[0] - q[0];
      out.push_back({nx, ny, radius * (nx * p[0] + ny * p[1])});
    }
  }
  require(turns == 1, "the points do not run around the circle once");
  return out;
}

double reach_of(const std::vector<DiscSide>& disc) {
  Fraction most = 0;
  for (std::size_t k = 0; k < disc.size(); ++k)
    for (const Fraction& x : corner_between(disc[k], disc[k + 1 == disc.size() ? 0 : k + 1]))
      most = std::max(most, Fraction(abs(x)));
  const double reach = most.get_d();
  return reach + slack(reach);
}

}  // namespace plumb::checker
