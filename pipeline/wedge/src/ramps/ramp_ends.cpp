// SPDX-License-Identifier: GPL-3.0-or-later
// Which lifted triangles are no use (Sanchez 2021, 2.7.2, "supported ramps").
// Problem. A ramp shall lead from a floor down to a floor. Where it was cut, by what is too low over it, by a higher
// ramp or since there is no floor under it, a piece may be left that does not reach floor at one of its ends. And a
// lifted floor may be more than a step over its neighbours that are not lifted, so that a floor that was in one
// component is no more. Find all such triangles; who made the ramps lowers them again and asks once more.
// 1. Lifted triangles that are joined, or lie level beside one another, are one group (union-find).
// 2. Each side of a group that is level with floor beside it is a top if the ramp rises towards it, and a foot if it
//    falls. A side is a foot, too, if the ramp falls to the very floor that it was lifted from, though all of that is
//    lifted. A group without top or without foot is loose.
// 3. Components are numbered over joined sides and links. Where those of one old component are several, lifted
//    triangles of all but the largest (by number of triangles) are dividing, and so are those that lie beside one of
//    these and are not linked to it.
// Cost. O(N log N), mostly for edge_contacts(). Exactness. Which side is a top is decided by fractions.
#include "ramps/ramp_ends.h"

#include <algorithm>
#include <map>

#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

// Whether a triangle rises (1) or falls (-1) towards one of its sides, or goes along it (0).
int rise_towards(const TriangleMesh& mesh, Index t, std::size_t side) {
  const auto& c = mesh.triangles[t].corners;
  const kernel::ExactPlane plane = kernel::exact_plane(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]]);
  const ExactPoint &p = mesh.points[c[side]], &q = mesh.points[c[(side + 1) % 3]];
  // (dy, -dx) points outward.
  return sgn(mpq_class(plane.x[0] * (q[1] - p[1]) - plane.x[1] * (q[0] - p[0])));
}

class LiftChecker {
 public:
  LiftChecker(const TriangleMesh& floors, const LiftedMesh& lifted, const ContactOptions& options)
      : floors_(floors),
        mesh_(lifted.mesh),
        part_(lifted.part),
        origin_(lifted.origin),
        beyond_(neighbours(mesh_)),
        contacts_(edge_contacts(mesh_, options,
                                [](const TriangleMesh::BoundaryEdge& e) { return e.edge_class == EdgeClass::step; })) {}

  UselessLifts run() {
    UselessLifts out;
    out.loose = loose();
    out.dividing = dividing();
    return out;
  }

 private:
  bool lifted(Index t) const { return part_[t] != TriangleMesh::none; }

  // Calls visit(t, side, other) for each pair of triangles that are level along a side, once from each of the two.
  template <class Visit>
  void each_level(Visit&& visit) const {
    for (Index t = 0; t < beyond_.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i)
        if (beyond_[t][i] != TriangleMesh::none) visit(t, i, beyond_[t][i]);
    for (const EdgeContact& c : contacts_) {
      if (!c.is_level() || c.linked.empty()) continue;
      const TriangleMesh::BoundaryEdge &a = mesh_.boundary[c.a], &b = mesh_.boundary[c.b];
      visit(a.triangle, a.side, b.triangle);
      visit(b.triangle, b.side, a.triangle);
    }
  }

  std::vector<Index> loose() const {
    kernel::UnionFind groups(static_cast<std::uint32_t>(part_.size()));
    each_level([&](Index t, std::size_t, Index other) {
      if (lifted(t) && lifted(other)) groups.unite(t, other);
    });
    std::vector<std::uint8_t> ends(part_.size());
    each_level([&](Index t, std::size_t i, Index other) {
      if (!lifted(t) || lifted(other)) return;
      std::uint8_t& found = ends[groups.find(t)];
      if (found != 3)
        if (const int rise = rise_towards(mesh_, t, i); rise != 0) found |= rise > 0 ? 1 : 2;
    });
    for (Index t = 0; t < part_.size(); ++t)
      for (std::size_t i = 0; i < 3 && lifted(t); ++i)
        if (std::uint8_t& found = ends[groups.find(t)];
            found == 1 && is_on_floor(t, i) && rise_towards(mesh_, t, i) < 0)
          found = 3;
    std::vector<Index> out;
    for (Index t = 0; t < part_.size(); ++t)
      if (lifted(t) && ends[groups.find(t)] != 3) out.push_back(t);
    return out;
  }

  // Whether a side of a lifted triangle is not lifted.
  bool is_on_floor(Index t, std::size_t side) const {
    const auto& c = floors_.triangles[origin_[t]].corners;
    const auto& corners = mesh_.triangles[t].corners;
    return std::ranges::all_of(std::array{side, (side + 1) % 3}, [&](std::size_t end) {
      const ExactPoint& p = mesh_.points[corners[end]];
      return p[2] ==
             kernel::height_on_plane(floors_.points[c[0]], floors_.points[c[1]], floors_.points[c[2]], {p[0], p[1]});
    });
  }

  std::vector<Index> dividing() const {
    kernel::UnionFind sets(static_cast<std::uint32_t>(part_.size()));
    for (Index t = 0; t < beyond_.size(); ++t)
      for (const Index other : beyond_[t])
        if (other != TriangleMesh::none) sets.unite(t, other);
    for (const EdgeContact& c : contacts_)
      if (!c.linked.empty()) sets.unite(mesh_.boundary[c.a].triangle, mesh_.boundary[c.b].triangle);
    std::vector<Index> size(part_.size());
    for (Index t = 0; t < part_.size(); ++t) ++size[sets.find(t)];
    std::map<Index, Index> largest;  // by old component: of its sets the largest, the first among equals
    for (Index t = 0; t < part_.size(); ++t) {
      const Index set = sets.find(t);
      const auto [at, is_new] = largest.try_emplace(mesh_.triangles[t].component, set);
      if (!is_new && size[set] > size[at->second]) at->second = set;
    }
    const auto is_off = [&](Index t) { return sets.find(t) != largest[mesh_.triangles[t].component]; };
    std::vector<Index> out;
    for (Index t = 0; t < part_.size(); ++t)
      if (lifted(t) && is_off(t)) out.push_back(t);
    for (const EdgeContact& c : contacts_) {
      const Index s = mesh_.boundary[c.a].triangle, t = mesh_.boundary[c.b].triangle;
      if (mesh_.triangles[s].component != mesh_.triangles[t].component || sets.find(s) == sets.find(t)) continue;
      for (const Index side : {s, t})
        if (lifted(side)) out.push_back(side);
    }
    return out;
  }

  const TriangleMesh &floors_, &mesh_;
  const std::vector<Index>&part_, &origin_;
  std::vector<std::array<Index, 3>> beyond_;
  std::vector<EdgeContact> contacts_;
};

}  // namespace

UselessLifts useless_lifts(const TriangleMesh& floors, const LiftedMesh& lifted, const ContactOptions& options) {
  return LiftChecker(floors, lifted, options).run();
}

}  // namespace plumb::pipeline
