// SPDX-License-Identifier: GPL-3.0-or-later
// Where a stair is joined to what lies beside it.
// Problem. The lowest tread of a free stair has ramps down on three sides, so it is joined to them all around. The ramp
// up from it is not: there the boundary runs along the stair's side to a point of the tread, and back beside it. The
// strip of tread before that point cannot become part of the slope, as it is joined at its side. Find these points, and
// cut the mesh open along the strip.
// 1. crack_tips() looks for points of the boundary around which it turns back on itself, between two steps, the one of
//    which rises; with an edge straight on to a point within the mesh, and level floor, no ramp, beside it.
// 2. torn() gives the triangles of the rising side a point of their own there. Both sides of the cut are steps of
//    height 0 and hold together as such.
// Cost. Linear in the mesh. Exactness. All by fractions.
// Source: our own.
#include "decimate/crack_tips.h"

#include <algorithm>
#include <array>
#include <set>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

// The triangles around points, and what is beyond their sides.
class Fans {
 public:
  explicit Fans(const TriangleMesh& mesh)
      : mesh_(mesh), beyond_(neighbours(mesh)), edge_from_(mesh.points.size(), TriangleMesh::none) {
    for (Index k = 0; k < mesh.boundary.size(); ++k) edge_from_[from(mesh.boundary[k])] = k;
  }

  bool is_boundary(Index point) const { return edge_from_[point] != TriangleMesh::none; }
  const TriangleMesh::BoundaryEdge& edge_from(Index point) const { return mesh_.boundary[edge_from_[point]]; }
  Index from(const TriangleMesh::BoundaryEdge& e) const { return mesh_.triangles[e.triangle].corners[e.side]; }
  Index to(const TriangleMesh::BoundaryEdge& e) const { return mesh_.triangles[e.triangle].corners[(e.side + 1) % 3]; }

  // The triangles around a point of the boundary, counter-clockwise from the boundary edge that starts there, each with
  // its corner there.
  std::vector<std::array<Index, 2>> around(Index point) const {
    std::vector<std::array<Index, 2>> out;
    for (Index t = edge_from(point).triangle; t != TriangleMesh::none;) {
      const auto& c = mesh_.triangles[t].corners;
      const auto corner = static_cast<Index>(std::ranges::find(c, point) - c.begin());
      out.push_back({t, corner});
      t = beyond_[t][(corner + 2) % 3];
    }
    return out;
  }

 private:
  const TriangleMesh& mesh_;
  std::vector<std::array<Index, 3>> beyond_;
  std::vector<Index> edge_from_;  // by point: the boundary edge that starts there
};

}  // namespace

std::vector<CrackTip> crack_tips(const TriangleMesh& mesh) {
  const Fans fans(mesh);
  const auto& points = mesh.points;
  // Whether p is straight on from v away from q, or straight back.
  const auto line = [&](Index v, Index p, Index q) {
    if (sgn(kernel::formulas::orient2d(points[v], points[p], points[q])) != 0) return 0;
    const mpq_class along = (points[p][0] - points[v][0]) * (points[q][0] - points[v][0]) +
                            (points[p][1] - points[v][1]) * (points[q][1] - points[v][1]);
    return sgn(along);
  };
  std::vector<CrackTip> out;
  std::set<Index> ends;  // no two cuts end in one point
  for (const TriangleMesh::BoundaryEdge& e : mesh.boundary) {
    if (e.edge_class != EdgeClass::step) continue;
    const Index v = fans.from(e), next = fans.to(e);
    const auto around = fans.around(v);
    const auto& last = mesh.triangles[around.back()[0]].corners;
    const Index before = last[(around.back()[1] + 2) % 3];
    if (fans.edge_from(before).edge_class != EdgeClass::step || line(v, next, before) <= 0) continue;
    const bool next_rises = points[next][2] > points[v][2], before_rises = points[before][2] > points[v][2];
    if (next_rises == before_rises) continue;
    for (std::size_t i = 1; i < around.size(); ++i) {
      const auto& [t, corner] = around[i];
      const Index end = mesh.triangles[t].corners[(corner + 1) % 3];
      if (line(v, next, end) >= 0 || fans.is_boundary(end) || points[end][2] != points[v][2]) continue;
      // Of the triangles beside the edge, t on its left, the one on the rising side.
      const Index strip = before_rises ? t : around[i - 1][0];
      if (mesh.triangles[strip].ramp == TriangleMesh::none && ends.insert(end).second)
        out.push_back({v, end, before_rises});
      break;  // only one edge goes straight on
    }
  }
  return out;
}

TriangleMesh torn(const TriangleMesh& mesh, const std::vector<CrackTip>& tips) {
  const Fans fans(mesh);
  TriangleMesh out = mesh;
  const auto open = [&](Index t, Index side) {
    out.boundary.push_back({t, static_cast<std::uint8_t>(side), EdgeClass::step, TriangleMesh::none, false});
  };
  for (const CrackTip& tip : tips) {
    const auto around = fans.around(tip.tip);
    std::size_t left = 0;  // the first triangle to the left of the cut
    while (mesh.triangles[around[left][0]].corners[(around[left][1] + 1) % 3] != tip.end) ++left;
    const auto at = static_cast<Index>(out.points.size());
    out.points.push_back(mesh.points[tip.tip]);
    for (std::size_t i = 0; i < around.size(); ++i)
      if ((i >= left) == tip.left_rises) out.triangles[around[i][0]].corners[around[i][1]] = at;
    open(around[left][0], around[left][1]);
    open(around[left - 1][0], (around[left - 1][1] + 2) % 3);
  }
  std::ranges::sort(out.boundary, [](const auto& a, const auto& b) {
    return a.triangle != b.triangle ? a.triangle < b.triangle : a.side < b.side;
  });
  return out;
}

}  // namespace plumb::pipeline
