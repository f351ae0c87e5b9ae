// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh made by hand, with every kind of cell and portal.
#pragma once
#include <map>

#include "plumb/pipeline/stage_settings.h"

namespace plumb::tests {

/// Builds a mesh from facets given by their corners, numbering points by first appearance. z up.
class MeshBuilder {
 public:
  using Ring = std::vector<pipeline::ExactPoint>;

  explicit MeshBuilder(pipeline::UpAxis up = pipeline::UpAxis::y,
                       std::vector<std::string> stances = {"crouch=1", "stand=9/5"}) {
    pipeline::BakeArguments arguments;
    arguments.scene = "hand & made.obj";
    arguments.stances = std::move(stances);
    arguments.step = "2/5";
    arguments.weld = "1/2";
    arguments.up = pipeline::text_of(up);
    mesh.info = pipeline::nav_mesh_info(*pipeline::make_bake_options(arguments));
  }

  pipeline::NavMesh::PointIndex point(const pipeline::ExactPoint& p) {
    const auto [at, is_new] = known_.try_emplace(p, static_cast<pipeline::NavMesh::PointIndex>(mesh.points.size()));
    if (is_new) mesh.points.push_back(p);
    return at->second;
  }
  void cell(kernel::Label stance, const std::vector<Ring>& facets) {
    auto& cell = mesh.cells.emplace_back();
    cell.stance = stance;
    for (const Ring& ring : facets) {
      auto& facet = cell.facets.emplace_back();
      facet.surface = facet.face = surfaces_++;
      if (stance <= 0) facet.witness = 0;
      for (const auto& p : ring) facet.corners.push_back(point(p));
    }
  }
  void flush(std::uint32_t a, std::uint32_t b, kernel::Label stance, const pipeline::ExactPoint& from,
             const pipeline::ExactPoint& to) {
    const auto first = point(from), last = point(to);
    mesh.portals.push_back({a, b, pipeline::PortalKind::flush, stance, {first, last}, {first, last}});
  }
  void far(std::uint32_t a, std::uint32_t b, pipeline::PortalKind kind, kernel::Label stance, const Ring& ends) {
    const auto p = point(ends[0]), q = point(ends[1]), r = point(ends[2]), s = point(ends[3]);
    mesh.portals.push_back({a, b, kind, stance, {p, q}, {r, s}});
  }

  pipeline::NavMesh mesh;

 private:
  std::map<pipeline::ExactPoint, pipeline::NavMesh::PointIndex> known_;
  std::uint32_t surfaces_ = 0;
};

/// 0: stands; a level square, then a slope to x = 2. 1: stands, beside the square at y = 1, wider than it. 2: crouches,
/// a step above the slope's end. 3: stands, across a gap of 1/3 at x = 0. 4, 5, 6: blocked, covered, inside, apart from
/// the others.
inline pipeline::NavMesh hand_mesh(pipeline::UpAxis up = pipeline::UpAxis::y) {
  using pipeline::PortalKind;
  const mpq_class third(1, 3), high(8, 15);
  MeshBuilder b(up);
  b.mesh.denominator = 15;
  b.cell(2, {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{1, 0, 0}, {2, 0, third}, {2, 1, third}, {1, 1, 0}}});
  b.cell(2, {{{-third, 1, 0}, {1, 1, 0}, {1, 2, 0}, {-third, 2, 0}}});
  b.cell(1, {{{2, 0, high}, {3, 0, high}, {3, 1, high}, {2, 1, high}}});
  b.cell(2, {{{-1, 0, 0}, {-third, 0, 0}, {-third, mpq_class(1, 2), 0}, {-1, mpq_class(1, 2), 0}}});
  b.cell(0, {{{4, 0, 0}, {5, 0, 0}, {5, 1, 0}}});
  b.cell(-1, {{{4, 2, 0}, {5, 2, 0}, {5, 3, 0}}});
  b.cell(-2, {{{4, 4, 0}, {5, 4, 0}, {5, 5, 0}}});
  b.flush(0, 1, 2, {1, 1, 0}, {0, 1, 0});
  b.far(0, 2, PortalKind::step, 1, {{2, 0, third}, {2, 1, third}, {2, 0, high}, {2, 1, high}});
  b.far(0, 3, PortalKind::weld, 2, {{0, mpq_class(1, 2), 0}, {0, 0, 0}, {-third, mpq_class(1, 2), 0}, {-third, 0, 0}});
  b.far(3, 0, PortalKind::weld, 2, {{-third, 0, 0}, {-third, mpq_class(1, 2), 0}, {0, 0, 0}, {0, mpq_class(1, 2), 0}});
  const auto from = b.point({4, 0, 0}), to = b.point({mpq_class(9, 2), mpq_class(1, 2), 0});
  b.mesh.obstructions.push_back({5, 9, from, to, 0});
  b.mesh.obstructions.push_back({5, 10, to, b.point({5, 1, 0}), 1});
  return b.mesh;
}

/// The same with a leap across the gap, there and back, and a drop from the step to the slope's end.
inline pipeline::NavMesh hand_mesh_with_links(pipeline::UpAxis up = pipeline::UpAxis::y) {
  using pipeline::OneWayKind;
  const mpq_class third(1, 3), high(8, 15), half(1, 2);
  pipeline::NavMesh mesh = hand_mesh(up);
  mesh.one_way_links = {
      {0, 3, OneWayKind::leap, 2, true, {{{0, half, 0}, {0, 0, 0}}}, {{{-third, half, 0}, {-third, 0, 0}}}},
      {2, 0, OneWayKind::drop, 1, false, {{{2, 1, high}, {2, 0, high}}}, {{{2, 1, third}, {2, 0, third}}}}};
  return mesh;
}

}  // namespace plumb::tests
