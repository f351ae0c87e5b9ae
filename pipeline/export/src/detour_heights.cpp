// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_heights.h"

#include <map>

namespace plumb::pipeline {
namespace {

constexpr std::size_t most = 255;  // of vertices and triangles: Detour counts them in bytes

using Ring = std::vector<ExactPoint>;

// What of a convex ring lies to the left of a -> b, with its heights. At most one line of it lies on the border.
Ring left_of(const ExactPoint& a, const ExactPoint& b, const Ring& ring) {
  Ring out;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const ExactPoint &p = ring[i], &q = ring[(i + 1) % ring.size()];
    const mpq_class at_p = kernel::orient2d(a, b, p), at_q = kernel::orient2d(a, b, q);
    if (sgn(at_p) >= 0) out.push_back(p);
    if (sgn(at_p) * sgn(at_q) >= 0) continue;
    const mpq_class t = at_p / (at_p - at_q);
    ExactPoint& cut = out.emplace_back();
    for (int axis = 0; axis < 3; ++axis) cut[axis] = p[axis] + t * (q[axis] - p[axis]);
  }
  return out;
}

class Heights {
 public:
  Heights(const NavMesh& mesh, const DetourPolygon& polygon) {
    for (const NavMesh::PointIndex p : polygon.corners) corners_.push_back(mesh.points[p]);
    for (const ExactPoint& p : corners_) number(p);
  }

  void add(Ring part) {
    for (std::size_t i = 0; i < corners_.size() && part.size() >= 3; ++i) part = left_of(corners_[i], corners_[(i + 1) % corners_.size()], part);
    add_fan(part);
  }

  void add_fan(const Ring& ring) {
    for (std::size_t i = 2; i < ring.size(); ++i) {
      const std::array<const ExactPoint*, 3> p{&ring[0], &ring[i - 1], &ring[i]};
      if (sgn(kernel::orient2d(*p[0], *p[1], *p[2])) == 0) continue;
      std::array<std::uint8_t, 4> triangle{};
      for (std::size_t k = 0; k < 3; ++k) {
        triangle[k] = static_cast<std::uint8_t>(number(*p[k]));
        if (on_boundary(*p[k], *p[(k + 1) % 3])) triangle[3] = static_cast<std::uint8_t>(triangle[3] | 1 << 2 * k);
      }
      result_.triangles.push_back(triangle);
    }
  }

  DetourHeights finish() {
    if (result_.vertices.size() > most || result_.triangles.size() > most) {
      result_.vertices = corners_;
      result_.triangles.clear();
      add_fan(corners_);
      result_.flattened = true;
    }
    return std::move(result_);
  }

 private:
  std::size_t number(const ExactPoint& p) {
    const auto [at, is_new] = number_.try_emplace(p, result_.vertices.size());
    if (is_new) result_.vertices.push_back(p);
    return at->second;
  }

  bool on_boundary(const ExactPoint& p, const ExactPoint& q) const {
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const ExactPoint &a = corners_[i], &b = corners_[(i + 1) % corners_.size()];
      if (sgn(kernel::orient2d(a, b, p)) == 0 && sgn(kernel::orient2d(a, b, q)) == 0) return true;
    }
    return false;
  }

  Ring corners_;
  std::map<ExactPoint, std::size_t> number_;
  DetourHeights result_;
};

}  // namespace

DetourHeights detour_heights(const NavMesh& mesh, const DetourPolygon& polygon) {
  Heights heights(mesh, polygon);
  const auto& facets = mesh.cells[polygon.cell].facets;
  const auto ring = [&](const std::vector<NavMesh::PointIndex>& corners) {
    Ring out;
    for (const NavMesh::PointIndex p : corners) out.push_back(mesh.points[p]);
    return out;
  };
  if (facets.size() == 1) heights.add_fan(ring(polygon.corners));
  else
    for (const NavMesh::Facet& facet : facets) heights.add(ring(facet.corners));
  return heights.finish();
}

}  // namespace plumb::pipeline
