// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_polygons.h"

#include <algorithm>
#include <map>
#include <set>

namespace plumb::pipeline {
namespace {

using PointIndex = NavMesh::PointIndex;
using Segment = std::array<PointIndex, 2>;
constexpr std::uint32_t none = no_polygon_there;

// A corner of a cell's boundary, and what lies beyond the edge that begins there: a portal's number, or none.
struct BoundaryCorner {
  PointIndex point;
  std::uint32_t portal = none;
};
using Boundary = std::vector<BoundaryCorner>;

class Cutter {
 public:
  explicit Cutter(const NavMesh& mesh) : mesh_(mesh), along_(mesh.cells.size()) {}

  DetourPolygons cut() {
    choose_edges();
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c)
      if (mesh_.cells[c].stance > kernel::blocked) split(c, boundary(c));
    for (const auto& [portal, ends] : edges_)
      for (int side = 0; side < 2; ++side) {
        const auto& [polygon, edge] = ends[static_cast<std::size_t>(side)];
        out_.polygons[polygon].neighbours[edge] = ends[static_cast<std::size_t>(1 - side)].first;
      }
    return std::move(out_);
  }

 private:
  struct Stretch {
    Segment ends;
    std::uint32_t portal;
  };

  // Flush portals first. What is taken never overlaps, so that each is a whole edge on both sides.
  void choose_edges() {
    for (const PortalKind kind : {PortalKind::flush, PortalKind::step})
      for (std::uint32_t i = 0; i < mesh_.portals.size(); ++i) {
        const NavMesh::Portal& p = mesh_.portals[i];
        if (p.kind != kind) continue;
        const bool whole = p.stance == std::min(mesh_.cells[p.a].stance, mesh_.cells[p.b].stance);
        // Around b it runs the other way.
        const Segment on_b{p.on_b[1], p.on_b[0]};
        // No two flush portals overlap (semantics, section 6).
        if (!whole || (kind == PortalKind::step && (taken(p.a, p.on_a) || taken(p.b, on_b)))) {
          out_.connections.push_back(i);
          continue;
        }
        along_[p.a].push_back({p.on_a, i});
        along_[p.b].push_back({on_b, i});
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

  // Whether c lies within the segment, ends excluded. All three are on one line.
  bool between(const Segment& s, PointIndex c) const {
    const bool forward = kernel::before(at(s[0]), at(s[1]));
    return kernel::before(at(s[forward ? 0 : 1]), at(c)) && kernel::before(at(c), at(s[forward ? 1 : 0]));
  }

  bool taken(NavMesh::CellIndex cell, const Segment& s) const {
    return std::any_of(along_[cell].begin(), along_[cell].end(), [&](const Stretch& other) {
      const Segment& t = other.ends;
      if (!straight(t[0], t[1], s[0]) || !straight(t[0], t[1], s[1])) return false;
      const bool equal = kernel::same_place(at(s[0]), at(t[0])) && kernel::same_place(at(s[1]), at(t[1]));
      return equal || between(t, s[0]) || between(t, s[1]) || between(s, t[0]) || between(s, t[1]);
    });
  }

  Boundary boundary(NavMesh::CellIndex cell) const {
    const std::vector<PointIndex> corners = outline(mesh_, cell);
    std::vector<Stretch> left = along_[cell];
    Boundary out;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Segment edge{corners[i], corners[(i + 1) % corners.size()]};
      const auto here = std::partition(left.begin(), left.end(), [&](const Stretch& s) {
        return !straight(edge[0], edge[1], s.ends[0]) || !straight(edge[0], edge[1], s.ends[1]);
      });
      const bool forward = kernel::before(at(edge[0]), at(edge[1]));
      std::sort(here, left.end(), [&](const Stretch& s, const Stretch& t) {
        return forward ? kernel::before(at(s.ends[0]), at(t.ends[0])) : kernel::before(at(t.ends[0]), at(s.ends[0]));
      });
      out.push_back({edge[0]});
      for (auto s = here; s != left.end(); ++s) {
        if (out.back().point != s->ends[0]) out.push_back({s->ends[0]});
        out.back().portal = s->portal;
        if (s->ends[1] != edge[1]) out.push_back({s->ends[1]});
      }
      left.erase(here, left.end());
    }
    return out;
  }

  // True if boundary[first], the `count` - 1 corners after it and the line back enclose no area.
  bool flat(const Boundary& b, std::size_t first, std::size_t count) const {
    for (std::size_t k = 1; k + 1 < count; ++k)
      if (!straight(b[first].point, b[(first + count - 1) % b.size()].point, b[(first + k) % b.size()].point))
        return false;
    return true;
  }

  // Cuts six corners off as long as there are more: those after which both parts have area.
  void split(NavMesh::CellIndex cell, Boundary b) {
    // A cut is an edge like others, to be joined with the part cut off.
    while (b.size() > detour_corners) {
      std::size_t first = 0;
      while (flat(b, first, detour_corners) ||
             flat(b, (first + detour_corners - 1) % b.size(), b.size() - detour_corners + 2))
        ++first;
      std::rotate(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(first), b.end());
      const std::uint32_t cut = next_cut_++;
      Boundary part(b.begin(), b.begin() + detour_corners);
      part.back().portal = cut;
      b.erase(b.begin() + 1, b.begin() + detour_corners - 1);
      b.front().portal = cut;
      add(cell, part);
    }
    add(cell, b);
  }

  void add(NavMesh::CellIndex cell, const Boundary& b) {
    DetourPolygon polygon{cell, {}, std::vector<std::uint32_t>(b.size(), none)};
    const auto number = static_cast<std::uint32_t>(out_.polygons.size());
    for (std::uint32_t i = 0; i < b.size(); ++i) {
      polygon.corners.push_back(b[i].point);
      if (b[i].portal == none) continue;
      edges_[b[i].portal].emplace_back(number, i);
    }
    out_.polygons.push_back(std::move(polygon));
  }

  const NavMesh& mesh_;
  std::vector<std::vector<Stretch>> along_;  // by cell: the portals that are edges, as they run around it
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>
      edges_;  // of portals and cuts: (polygon, edge) on either side
  std::uint32_t next_cut_ = static_cast<std::uint32_t>(mesh_.portals.size());
  DetourPolygons out_;
};

}  // namespace

DetourPolygons detour_polygons(const NavMesh& mesh) { return Cutter(mesh).cut(); }

}  // namespace plumb::pipeline
