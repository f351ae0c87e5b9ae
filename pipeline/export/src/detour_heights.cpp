// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_heights.h"

#include <map>

#include "plumb/kernel/convex_merge.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t most = 255;  // of vertices and triangles: Detour counts them in bytes

using Ring = kernel::FacetPolygon;

class Heights {
 public:
  Heights(const NavMesh& mesh, const DetourPolygon& polygon) {
    for (const NavMesh::PointIndex p : polygon.corners) corners_.emplace_back(mesh.points[p]);
    for (const kernel::FacetCorner& p : corners_) number(p.at);
  }

  void add(Ring part) { add_fan(part_within(std::move(part), corners_)); }

  void add_fan(const Ring& ring) {
    for (std::size_t i = 2; i < ring.size(); ++i) {
      const std::array<const ExactPoint*, 3> p{&ring[0].at, &ring[i - 1].at, &ring[i].at};
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
      result_.vertices.clear();
      for (const kernel::FacetCorner& p : corners_) result_.vertices.push_back(p.at);
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
      const ExactPoint &a = corners_[i].at, &b = corners_[(i + 1) % corners_.size()].at;
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
  const auto ring = [&](std::span<const NavMesh::PointIndex> corners) {
    Ring out;
    for (const NavMesh::PointIndex p : corners) out.emplace_back(mesh.points[p]);
    return out;
  };
  if (facets.size() == 1) heights.add_fan(ring(polygon.corners));
  else
    for (const NavMesh::Facet& facet : facets) heights.add(ring(facet.ring()));
  return heights.finish();
}

}  // namespace plumb::pipeline
