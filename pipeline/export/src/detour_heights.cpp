// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_heights.h"

#include <algorithm>
#include <map>

#include "plumb/kernel/convex_merge.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t most_of_polygon = 255;  // of vertices and triangles: Detour counts them in bytes

using Ring = kernel::FacetPolygon;

class Heights {
 public:
  Heights(const NavMesh& mesh, std::span<const NavMesh::PointIndex> corners) {
    for (const NavMesh::PointIndex p : corners) corners_.emplace_back(mesh.points[p]);
    for (const kernel::FacetCorner& p : corners_) number(p.at);
  }

  // Whether the exact corners are those of a convex polygon.
  bool is_convex() const {
    const std::size_t n = corners_.size();
    int turns = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (const kernel::FacetCorner& c : corners_) {
        const int side = sgn(kernel::orient2d(corners_[i].at, corners_[(i + 1) % n].at, c.at));
        if (side < 0) return false;
        turns += side;
      }
    return turns > 0;
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

  // Detour reads through a null pointer where no edge is on the boundary.
  bool is_fine(std::size_t most) const {
    return result_.vertices.size() <= most_of_polygon && result_.triangles.size() <= most_of_polygon &&
           result_.vertices.size() - corners_.size() <= most &&
           std::ranges::any_of(result_.triangles, [](const auto& triangle) { return triangle[3] != 0; });
  }

  DetourHeights finish() { return std::move(result_); }

  DetourHeights flatten(const std::vector<kernel::RoundedPlace>& rounded) {
    result_ = {};
    for (const kernel::FacetCorner& p : corners_) result_.vertices.push_back(p.at);
    for (std::size_t i = 2; i < rounded.size(); ++i) {
      if (kernel::orientation(rounded[0], rounded[i - 1], rounded[i]) <= 0) continue;
      const auto b = static_cast<std::uint8_t>(i - 1), c = static_cast<std::uint8_t>(i);
      const int edges = (i == 2 ? 1 : 0) | 4 | (i + 1 == rounded.size() ? 16 : 0);
      result_.triangles.push_back({0, b, c, static_cast<std::uint8_t>(edges)});
    }
    result_.flattened = true;
    return finish();
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

DetourHeights detour_heights(const NavMesh& mesh, NavMesh::CellIndex cell, std::span<const NavMesh::PointIndex> corners,
                             const std::vector<kernel::RoundedPlace>& rounded, std::size_t most) {
  Heights heights(mesh, corners);
  if (!heights.is_convex()) return heights.flatten(rounded);
  const auto& facets = mesh.cells[cell].facets;
  const auto ring = [&](std::span<const NavMesh::PointIndex> list) {
    Ring out;
    for (const NavMesh::PointIndex p : list) out.emplace_back(mesh.points[p]);
    return out;
  };
  if (facets.size() == 1) heights.add_fan(ring(corners));
  else
    for (const NavMesh::Facet& facet : facets) heights.add(ring(facet.ring()));
  return heights.is_fine(most) ? heights.finish() : heights.flatten(rounded);
}

}  // namespace plumb::pipeline
