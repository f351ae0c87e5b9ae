// SPDX-License-Identifier: GPL-3.0-or-later
#include "edge_mesh.h"

#include <algorithm>
#include <array>
#include <set>

#include "plumb/kernel/exact_plan.h"

namespace plumb::pipeline {
namespace {

using PointIndex = NavMesh::PointIndex;
using Segment = std::array<PointIndex, 2>;

class CellMeshBuilder {
 public:
  CellMeshBuilder(DerivedMesh& derived, const WantedCells& standing, std::span<const OuterEdge> outer)
      : derived_(derived),
        mesh_(derived.mesh()),
        standing_(standing),
        along_(mesh_.cells.size()),
        sides_(mesh_.portals.size(), {EdgeMesh::none, EdgeMesh::none}) {
    for (const OuterEdge& edge : outer) along_[edge.cell].push_back({edge.ends, EdgeMesh::none, false});
  }

  CellMesh make() {
    choose_edges();
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c)
      if (standing_(mesh_.cells[c].open_to())) add_cell(c);
    for (std::uint32_t i = 0; i < mesh_.portals.size(); ++i)
      if (const auto& [a, b] = sides_[i];
          a != EdgeMesh::none && b != EdgeMesh::none && mesh_.portals[i].kind == PortalKind::flush)
        out_.edges.glue(a, b);
    return std::move(out_);
  }

 private:
  struct Stretch {
    Segment ends;
    std::uint32_t portal;  // none: an outer edge
    bool on_b;
  };

  // Flush portals first. What is taken never overlaps, so that each is a whole edge on both sides.
  void choose_edges() {
    for (const PortalKind kind : {PortalKind::flush, PortalKind::step})
      for (std::uint32_t i = 0; i < mesh_.portals.size(); ++i) {
        const NavMesh::Portal& p = mesh_.portals[i];
        if (p.kind != kind) continue;
        // Around b it runs the other way.
        const Segment on_b{p.on_b[1], p.on_b[0]};
        // No two flush portals overlap (docs/theory/definitions.md, The navigation graph).
        if (!joins(mesh_, standing_, p) || (kind == PortalKind::step && (taken(p.a, p.on_a) || taken(p.b, on_b)))) {
          out_.connections.push_back(i);
          continue;
        }
        if (kind == PortalKind::step) out_.steps.push_back(i);
        along_[p.a].push_back({p.on_a, i, false});
        along_[p.b].push_back({on_b, i, true});
      }
    std::set<std::array<PointIndex, 4>> welds;
    for (std::uint32_t i = 0; i < mesh_.portals.size(); ++i) {
      const NavMesh::Portal& p = mesh_.portals[i];
      if (p.kind != PortalKind::weld || welds.contains({p.on_b[1], p.on_b[0], p.on_a[1], p.on_a[0]})) continue;
      welds.insert({p.on_a[0], p.on_a[1], p.on_b[0], p.on_b[1]});
      out_.connections.push_back(i);
    }
    std::sort(out_.connections.begin(), out_.connections.end());
  }

  MeshPoints::Place at(PointIndex p) const { return mesh_.points.place(p); }

  bool straight(PointIndex a, PointIndex b, PointIndex c) const {
    return kernel::orientation(at(a), at(b), at(c)) == 0;
  }

  // Of points of the boundary.
  bool is_on(const Segment& edge, PointIndex p) const {
    return p == edge[0] || p == edge[1] || straight(edge[0], edge[1], p);
  }

  bool between(const Segment& s, PointIndex c) const { return pipeline::between(at(s[0]), at(s[1]), at(c)); }

  bool taken(NavMesh::CellIndex cell, const Segment& s) const {
    return std::any_of(along_[cell].begin(), along_[cell].end(), [&](const Stretch& other) {
      const Segment& t = other.ends;
      if (!straight(t[0], t[1], s[0]) || !straight(t[0], t[1], s[1])) return false;
      const bool equal = kernel::same_place(at(s[0]), at(t[0])) && kernel::same_place(at(s[1]), at(t[1]));
      return equal || between(t, s[0]) || between(t, s[1]) || between(s, t[0]) || between(s, t[1]);
    });
  }

  void add_cell(NavMesh::CellIndex cell) {
    const std::span<const PointIndex> outer = derived_.outline(cell);
    std::vector<Stretch> left = along_[cell];
    std::vector<PointIndex> corners;
    std::vector<const Stretch*> beyond;  // the edge that begins at the corner
    std::vector<Stretch> sorted;
    sorted.reserve(left.size());
    const auto add = [&](PointIndex p) {
      corners.push_back(p);
      beyond.push_back(nullptr);
    };
    for (std::size_t i = 0; i < outer.size(); ++i) {
      const Segment edge{outer[i], outer[(i + 1) % outer.size()]};
      const auto here = std::partition(left.begin(), left.end(), [&](const Stretch& s) {
        return !is_on(edge, s.ends[0]) || !is_on(edge, s.ends[1]);
      });
      if (left.end() - here > 1) {
        const bool forward = kernel::before(at(edge[0]), at(edge[1]));
        std::sort(here, left.end(), [&](const Stretch& s, const Stretch& t) {
          return forward ? kernel::before(at(s.ends[0]), at(t.ends[0])) : kernel::before(at(t.ends[0]), at(s.ends[0]));
        });
      }
      add(edge[0]);
      for (auto s = here; s != left.end(); ++s) {
        if (corners.back() != s->ends[0]) add(s->ends[0]);
        beyond.back() = &sorted.emplace_back(*s);
        if (s->ends[1] != edge[1]) add(s->ends[1]);
      }
      left.erase(here, left.end());
    }
    const auto face = static_cast<std::uint32_t>(out_.edges.faces.size());
    const EdgeMesh::Id first = out_.edges.add_face(corners);
    out_.edges.faces.push_back({cell, mesh_.cells[cell].open_to(), first, EdgeMesh::none});
    out_.edges.set_face(first, face);
    out_.edges.inserted += corners.size() - outer.size();
    for (std::uint32_t i = 0; i < corners.size(); ++i) {
      if (beyond[i] == nullptr) continue;
      const auto& [ends, portal, on_b] = *beyond[i];
      if (portal == EdgeMesh::none) continue;
      sides_[portal][on_b ? 1 : 0] = first + i;
      out_.edges[first + i].way = 2 * portal + (on_b ? 1 : 0);
    }
  }

  DerivedMesh& derived_;
  const NavMesh& mesh_;
  const WantedCells& standing_;
  std::vector<std::vector<Stretch>>
      along_;  // by cell: outer edges and the portals that are edges, as they run around it
  std::vector<std::array<EdgeMesh::Id, 2>> sides_;  // by portal: its edge on a and on b
  CellMesh out_;
};

}  // namespace

CellMesh cell_mesh(DerivedMesh& derived, const WantedCells& standing, std::span<const OuterEdge> outer) {
  return CellMeshBuilder(derived, standing, outer).make();
}

}  // namespace plumb::pipeline
