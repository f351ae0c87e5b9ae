// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes made by hand, and what is true of any route on one, checked with nothing but fractions.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

namespace plumb::tests {

using pipeline::ExactPoint;
using pipeline::NavMesh;
using pipeline::PortalKind;

/// z is up; stances are crawl = 1 and stand = 2. Corner lists are counter-clockwise.
class NavBuilder {
 public:
  using Points = std::vector<ExactPoint>;

  NavBuilder() {
    mesh_.info = {.version = "0",
                  .scene = "hand_made.obj",
                  .sha256 = "",
                  .up = pipeline::UpAxis::z,
                  .stances = {{"crawl", 1}, {"stand", 2}},
                  .options = "{}"};
  }

  pipeline::NavMeshInfo& info() { return mesh_.info; }

  NavMesh::PointIndex point(const ExactPoint& p) {
    const auto [at, fresh] = index_.try_emplace(p, static_cast<NavMesh::PointIndex>(mesh_.points.size()));
    if (fresh) mesh_.points.push_back(p);
    return at->second;
  }

  NavMesh::CellIndex cell(kernel::Label stance, const std::vector<Points>& facets) {
    NavMesh::Cell c;
    c.stance = stance;
    for (const Points& corners : facets) {
      NavMesh::Facet f;
      f.surface = f.face = next_face_++;
      for (const ExactPoint& p : corners) f.corners.push_back(point(p));
      c.facets.push_back(f);
    }
    mesh_.cells.push_back(c);
    return static_cast<NavMesh::CellIndex>(mesh_.cells.size() - 1);
  }
  NavMesh::CellIndex cell(const Points& corners) { return cell(2, {corners}); }
  /// An axis-parallel rectangle at one height.
  NavMesh::CellIndex box(mpq_class x0, mpq_class y0, mpq_class x1, mpq_class y1, mpq_class z = 0,
                         kernel::Label stance = 2) {
    return cell(stance, {{{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}}});
  }

  /// p to q counter-clockwise around a.
  void flush(NavMesh::CellIndex a, NavMesh::CellIndex b, const ExactPoint& p, const ExactPoint& q,
             kernel::Label stance = 2) {
    portal(PortalKind::flush, a, b, {p, q}, {p, q}, stance);
  }
  void portal(PortalKind kind, NavMesh::CellIndex a, NavMesh::CellIndex b, std::array<ExactPoint, 2> on_a,
              std::array<ExactPoint, 2> on_b, kernel::Label stance = 2) {
    if (a > b && kind != PortalKind::weld) {
      std::swap(a, b);
      std::swap(on_a, on_b);
      std::swap(on_a[0], on_a[1]);
      std::swap(on_b[0], on_b[1]);
    }
    NavMesh::Portal p;
    p.a = a;
    p.b = b;
    p.kind = kind;
    p.stance = stance;
    for (int i = 0; i < 2; ++i) {
      p.on_a[i] = point(on_a[i]);
      p.on_b[i] = point(on_b[i]);
    }
    mesh_.portals.push_back(p);
  }
  void wall(const ExactPoint& from, const ExactPoint& to) {
    mesh_.obstructions.push_back({0, 1, point(from), point(to), 0});
  }

  /// A flush portal wherever an edge of one cell is, backwards, an edge of another.
  NavBuilder& link_edges() {
    std::map<std::pair<NavMesh::PointIndex, NavMesh::PointIndex>, NavMesh::CellIndex> edges;
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      if (mesh_.cells[c].stance < 1) continue;
      for (const auto& f : mesh_.cells[c].facets)
        for (std::size_t i = 0; i < f.corners.size(); ++i) {
          const auto p = f.corners[i], q = f.corners[(i + 1) % f.corners.size()];
          edges[{p, q}] = c;
          const auto other = edges.find({q, p});
          if (other == edges.end() || other->second == c) continue;
          const kernel::Label stance = std::min(mesh_.cells[c].stance, mesh_.cells[other->second].stance);
          flush(other->second, c, mesh_.points[q], mesh_.points[p], stance);
        }
    }
    return *this;
  }

  NavMesh mesh() const {
    NavMesh m = mesh_;
    std::ranges::stable_sort(m.portals,
                             [](const auto& p, const auto& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
    return m;
  }

 private:
  NavMesh mesh_;
  std::map<ExactPoint, NavMesh::PointIndex> index_;
  std::uint32_t next_face_ = 0;
};

}  // namespace plumb::tests
