// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a navmesh as a map (plan::CellMap), on which shortest paths are searched.
//
// 1. Points that are one place in plan get one number; cells give their outlines, portals their segments.
// 2. A weld whose two sides are not parallel and equally long is left out of the map, and its component is marked: no
//    isometry leads across such a gap.
// 3. The heights of corners are noted, rounded: they lie on no common plane where cells are of several facets.
// Cost: n log n once. Exact: all but these heights.
#include "cell_routes.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {

using Index = plan::CellMap::Index;

struct CellRoutes::Parts {
  Parts(const NavMesh& mesh, kernel::Label stance) : number(mesh.points.size()) {
    number_places(mesh);
    rings.resize(mesh.cells.size());
    for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
      if (mesh.cells[c].open_to() >= stance)
        for (const NavMesh::PointIndex p : outline(mesh, c)) {
          rings[c].push_back(number[p]);
          heights[{c, number[p]}] = p;
        }
    for (std::uint32_t i = 0; i < mesh.portals.size(); ++i)
      if (mesh.portals[i].stance >= stance) add(mesh, i);
  }

  void number_places(const NavMesh& mesh) {
    std::vector<MeshPoints::Place> at;
    for (NavMesh::PointIndex i = 0; i < mesh.points.size(); ++i) at.push_back(mesh.points.place(i));
    std::vector<NavMesh::PointIndex> order(at.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](auto a, auto b) { return kernel::before(at[a], at[b]); });
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k == 0 || !kernel::same_place(at[order[k - 1]], at[order[k]])) {
        const ExactPoint& p = mesh.points[order[k]];
        places.push_back({p[0], p[1]});
      }
      number[order[k]] = static_cast<Index>(places.size()) - 1;
    }
  }

  void add(const NavMesh& mesh, std::uint32_t portal) {
    const NavMesh::Portal& p = mesh.portals[portal];
    const auto runs_alike = [&](std::size_t k) {
      return mesh.points[p.on_a[1]][k] - mesh.points[p.on_a[0]][k] ==
             mesh.points[p.on_b[1]][k] - mesh.points[p.on_b[0]][k];
    };
    if (p.kind == PortalKind::weld && !(runs_alike(0) && runs_alike(1))) {
      slanted.insert(slanted.end(), {p.a, p.b});
      return;
    }
    joins.push_back({p.a, p.b, {number[p.on_a[0]], number[p.on_a[1]]}, {number[p.on_b[0]], number[p.on_b[1]]}});
    portals.push_back(portal);
    for (std::size_t k = 0; k < 2; ++k) {
      heights[{p.a, number[p.on_a[k]]}] = p.on_a[k];
      heights[{p.b, number[p.on_b[k]]}] = p.on_b[k];
    }
  }

  std::vector<Index> number;  // by point of the mesh
  std::vector<kernel::PlanPoint> places;
  std::vector<std::vector<Index>> rings;
  std::vector<plan::CellMap::Join> joins;
  std::vector<std::uint32_t> portals;                                           // by join
  std::map<std::pair<NavMesh::CellIndex, Index>, NavMesh::PointIndex> heights;  // by cell and place: the point there
  std::vector<NavMesh::CellIndex> slanted;                                      // cells with welds that are left out
};

CellRoutes::CellRoutes(const NavMesh& mesh, kernel::Label stance) : CellRoutes(mesh, Parts(mesh, stance)) {}

CellRoutes::CellRoutes(const NavMesh& mesh, Parts&& parts)
    : portals_(std::move(parts.portals)),
      map_(std::move(parts.places), parts.rings, parts.joins),
      slanted_welds_(std::move(parts.slanted)),
      slanted_(mesh.cells.size(), 0) {
  mark_slanted();
  for (Index piece = 0; piece < map_.piece_count(); ++piece) {
    const NavMesh::CellIndex cell = map_.cell_of(piece);
    if (const auto known = parts.heights.find({cell, map_.from(piece)}); known != parts.heights.end()) {
      heights_.push_back(kernel::nearest_double(mesh.points[known->second][2]));
      continue;
    }
    const kernel::PlanPoint& p = map_.points()[map_.from(piece)].at;
    const auto height = cell_height(mesh, cell, p[0], p[1]);
    heights_.push_back(height ? kernel::nearest_double(*height) : 0);
  }
}

void CellRoutes::mark_slanted() {
  if (!slanted_welds_.empty()) std::ranges::fill(slanted_, 0);
  for (std::size_t k = 0; k < slanted_welds_.size(); k += 2)
    if (!map_.is_closed(slanted_welds_[k]) && !map_.is_closed(slanted_welds_[k + 1]))
      for (const NavMesh::CellIndex c : {slanted_welds_[k], slanted_welds_[k + 1]}) slanted_[map_.component(c)] = 1;
}

void CellRoutes::set_closed(NavMesh::CellIndex cell, bool closed) {
  const std::size_t fans = map_.fan_count();
  map_.set_closed(cell, closed);
  mark_slanted();
  if (map_.fan_count() == fans) return;
  kept_.clear();  // their lists are too short
  if (landmarks_) landmarks_->extend(map_.fan_count());
}

void CellRoutes::find_landmarks() {
  if (landmarks_) return;
  std::vector<NavMesh::CellIndex> closed;
  for (Index c = 0; c < map_.cell_count(); ++c)
    if (map_.is_closed(c)) closed.push_back(c);
  for (const NavMesh::CellIndex c : closed) map_.set_closed(c, false);
  landmarks_.emplace(map_, 8);
  for (const NavMesh::CellIndex c : closed) set_closed(c, true);
  kept_.clear();
}

CellRoutes::Borrowed::Borrowed(const CellRoutes& owner) : owner_(owner) {
  const std::lock_guard lock(owner.mutex_);
  if (owner.kept_.empty()) {
    workspace_.emplace(Workspace{plan::CellPathSearch(owner.map_, owner.landmarks_ ? &*owner.landmarks_ : nullptr),
                                 std::make_unique<plan::CellWalk>(owner.map_),
                                 std::make_unique<plan::CellBorder>(owner.map_),
                                 {},
                                 {}});
    return;
  }
  workspace_.emplace(std::move(owner.kept_.back()));
  owner.kept_.pop_back();
}

CellRoutes::Borrowed::~Borrowed() {
  const std::lock_guard lock(owner_.mutex_);
  owner_.kept_.push_back(std::move(*workspace_));
}

}  // namespace plumb::pipeline
