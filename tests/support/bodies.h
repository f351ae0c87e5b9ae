// SPDX-License-Identifier: GPL-3.0-or-later
// Closed bodies as OBJ text. z is up; coordinates are decimals.
#pragma once
#include <array>
#include <string>
#include <vector>

namespace plumb::tests {

using BodyPoint = std::array<double, 3>;  // few digits: they are written as decimals and mean these

struct BodyLevel {
  std::string obj;

  BodyLevel& face(const std::vector<BodyPoint>& corners, bool reversed = false) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      obj += 'v';
      for (const double x : corners[reversed ? corners.size() - 1 - i : i])
        obj += ' ' + std::to_string(x);  // six places
      obj += '\n';
    }
    obj += 'f';
    for (std::size_t i = corners.size(); i > 0; --i) obj += " -" + std::to_string(i);
    obj += '\n';
    return *this;
  }

  /// A horizontal rectangle that faces up.
  BodyLevel& slab(double x0, double y0, double x1, double y1, double z) {
    return face({{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}});
  }

  /// Faces look outward, or inward: modelled from within. `faces`: how many of bottom, top and the four sides there
  /// are.
  BodyLevel& box(const BodyPoint& low, const BodyPoint& high, bool inward = false, int faces = 6) {
    const auto [x0, y0, z0] = low;
    const auto [x1, y1, z1] = high;
    const BodyPoint a{x0, y0, z0}, b{x1, y0, z0}, c{x1, y1, z0}, d{x0, y1, z0}, e{x0, y0, z1}, f{x1, y0, z1},
        g{x1, y1, z1}, h{x0, y1, z1};
    const std::vector<BodyPoint> all[] = {{d, c, b, a}, {e, f, g, h}, {a, b, f, e},
                                          {b, c, g, f}, {c, d, h, g}, {d, a, e, h}};
    for (int i = 0; i < faces; ++i) face(all[i], inward);
    return *this;
  }

  /// Four points; the faces look outward.
  BodyLevel& tetrahedron(BodyPoint a, BodyPoint b, const BodyPoint& c, const BodyPoint& d) {
    double u[3], v[3], w[3];
    for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = d[k] - a[k];
    const double volume =
        u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
    if (volume < 0) std::swap(a, b);  // d is above a, b, c run counter-clockwise
    return face({c, b, a}).face({a, b, d}).face({b, c, d}).face({c, a, d});
  }
};

}  // namespace plumb::tests
