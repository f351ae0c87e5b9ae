// SPDX-License-Identifier: LGPL-3.0-or-later
// The cells of a navmesh as a map (plan::CellMap), on which shortest paths are searched.
//
// 1. Points that are one place in plan get one number; cells give their outlines, portals their segments. Points that
//    come later get numbers of their own.
// 2. A weld whose two sides are not parallel and equally long is left out of the map, and its component is marked: no
//    isometry leads across such a gap.
// 3. The heights of corners are noted, rounded: they lie on no common plane where cells are of several facets.
// 4. follow() hands on what of the navmesh is replaced.
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

CellRoutes::CellRoutes(const NavMesh& mesh, kernel::Label stance) : stance_(stance), number_(mesh.points.size()) {
  // Points that are one place in plan get one number.
  std::vector<MeshPoints::Place> at;
  for (NavMesh::PointIndex i = 0; i < mesh.points.size(); ++i) at.push_back(mesh.points.place(i));
  std::vector<NavMesh::PointIndex> order(at.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](auto a, auto b) { return kernel::before(at[a], at[b]); });
  std::vector<kernel::PlanPoint> places;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || !kernel::same_place(at[order[k - 1]], at[order[k]])) {
      const ExactPoint& p = mesh.points[order[k]];
      places.push_back({p[0], p[1]});
    }
    number_[order[k]] = static_cast<Index>(places.size()) - 1;
  }
  const std::vector<plan::CellMap::Join> joins = take_portals(mesh);
  map_.emplace(std::move(places), rings_from(mesh, 0), joins);
  slanted_.resize(mesh.cells.size());
  mark_slanted();
  add_heights(mesh, 0, 0, {});
}

std::vector<std::vector<Index>> CellRoutes::rings_from(const NavMesh& mesh, NavMesh::CellIndex first) const {
  std::vector<std::vector<Index>> rings(mesh.cells.size() - first);
  for (NavMesh::CellIndex c = first; c < mesh.cells.size(); ++c)
    if (mesh.cells[c].open_to() >= stance_)
      for (const NavMesh::PointIndex p : outline(mesh, c)) rings[c - first].push_back(number_[p]);
  return rings;
}

// Of those portals that are not known yet, what the map has of them.
std::vector<plan::CellMap::Join> CellRoutes::take_portals(const NavMesh& mesh) {
  std::vector<plan::CellMap::Join> out;
  for (auto i = static_cast<std::uint32_t>(joins_.size()); i < mesh.portals.size(); ++i) {
    const NavMesh::Portal& p = mesh.portals[i];
    joins_.push_back(plan::CellMap::none);
    if (p.stance < stance_) continue;
    const auto runs_alike = [&](std::size_t k) {
      return mesh.points[p.on_a[1]][k] - mesh.points[p.on_a[0]][k] ==
             mesh.points[p.on_b[1]][k] - mesh.points[p.on_b[0]][k];
    };
    if (p.kind == PortalKind::weld && !(runs_alike(0) && runs_alike(1))) {
      slanted_welds_.push_back({i, p.a, p.b});
      continue;
    }
    joins_.back() = static_cast<Index>(portals_.size());
    portals_.push_back(i);
    out.push_back({p.a, p.b, {number_[p.on_a[0]], number_[p.on_a[1]]}, {number_[p.on_b[0]], number_[p.on_b[1]]}});
  }
  return out;
}

// Of new pieces. Corners of cells and ends of portals have a height at hand, and so have pieces that replaced others.
void CellRoutes::add_heights(const NavMesh& mesh, NavMesh::CellIndex first_cell, std::uint32_t first_portal,
                             const plan::CellMap::ChangedFans& changed) {
  std::map<std::pair<NavMesh::CellIndex, Index>, NavMesh::PointIndex> known;  // by cell and place
  for (NavMesh::CellIndex c = first_cell; c < mesh.cells.size(); ++c)
    if (mesh.cells[c].open_to() >= stance_)
      for (const NavMesh::PointIndex p : outline(mesh, c)) known[{c, number_[p]}] = p;
  for (std::uint32_t i = first_portal; i < mesh.portals.size(); ++i) {
    const NavMesh::Portal& p = mesh.portals[i];
    for (std::size_t k = 0; k < 2 && joins_[i] != plan::CellMap::none; ++k) {
      known[{p.a, number_[p.on_a[k]]}] = p.on_a[k];
      known[{p.b, number_[p.on_b[k]]}] = p.on_b[k];
    }
  }
  for (auto piece = static_cast<Index>(heights_.size()); piece < map_->piece_count(); ++piece) {
    const NavMesh::CellIndex cell = map_->cell_of(piece);
    const Index from = map_->from(piece);
    if (const auto at = known.find({cell, from}); at != known.end()) {
      heights_.push_back(kernel::nearest_double(mesh.points[at->second][2]));
      continue;
    }
    std::optional<double> height;
    if (const auto old = changed.old_pieces.find(cell); old != changed.old_pieces.end())
      for (Index p = old->second.first; p < old->second.second && !height; ++p)
        if (map_->from(p) == from) height = heights_[p];
    if (!height) {
      const kernel::PlanPoint& p = map_->points()[from].at;
      const auto exact = cell_height(mesh, cell, p[0], p[1]);
      height = exact ? kernel::nearest_double(*exact) : 0;
    }
    heights_.push_back(*height);
  }
}

void CellRoutes::mark_slanted() {
  if (!slanted_welds_.empty()) std::ranges::fill(slanted_, 0);
  for (const SlantedWeld& w : slanted_welds_)
    if (!map_->is_closed(w.a) && !map_->is_closed(w.b))
      for (const NavMesh::CellIndex c : {w.a, w.b}) slanted_[map_->component(c)] = 1;
}

void CellRoutes::set_closed(NavMesh::CellIndex cell, bool closed) {
  map_->set_closed(cell, closed);
  mark_slanted();
  if (landmarks_) landmarks_->extend(map_->fan_count());
}

void CellRoutes::follow(const NavMesh& mesh, const NavQuery::Replaced& replaced) {
  const auto first_cell = static_cast<NavMesh::CellIndex>(map_->cell_count());
  const auto first_portal = static_cast<std::uint32_t>(joins_.size());
  plan::CellMap::Change change;
  for (auto i = static_cast<NavMesh::PointIndex>(number_.size()); i < mesh.points.size(); ++i) {
    number_.push_back(static_cast<Index>(map_->points().size() + change.points.size()));
    change.points.push_back({mesh.points[i][0], mesh.points[i][1]});
  }
  change.cells_gone = replaced.cells_gone;
  change.rings = rings_from(mesh, first_cell);
  for (const std::uint32_t p : replaced.portals_gone)
    if (joins_[p] != plan::CellMap::none) change.joins_gone.push_back(joins_[p]);
  std::erase_if(slanted_welds_, [&](const SlantedWeld& w) {
    return std::ranges::find(replaced.portals_gone, w.portal) != replaced.portals_gone.end();
  });
  change.joins = take_portals(mesh);
  const auto changed = map_->change(change);
  add_heights(mesh, first_cell, first_portal, changed);
  slanted_.resize(map_->cell_count(), 0);
  if (!replaced.opens && landmarks_) {
    landmarks_->follow(*map_, changed, replaced.within);
  } else if (landmarks_) {
    kept_.clear();
    landmarks_.reset();
  }
  mark_slanted();
}

void CellRoutes::find_landmarks() {
  if (landmarks_) return;
  std::vector<NavMesh::CellIndex> closed;
  for (Index c = 0; c < map_->cell_count(); ++c)
    if (map_->is_closed(c) && map_->first(c) != map_->end(c)) closed.push_back(c);
  for (const NavMesh::CellIndex c : closed) map_->set_closed(c, false);
  landmarks_.emplace(*map_, 8);
  for (const NavMesh::CellIndex c : closed) set_closed(c, true);
  kept_.clear();
}

CellRoutes::Borrowed::Borrowed(const CellRoutes& owner) : owner_(owner) {
  const std::lock_guard lock(owner.mutex_);
  if (owner.kept_.empty()) {
    workspace_.emplace(Workspace{plan::CellPathSearch(*owner.map_, owner.landmarks_ ? &*owner.landmarks_ : nullptr),
                                 std::make_unique<plan::CellWalk>(*owner.map_),
                                 std::make_unique<plan::CellBorder>(*owner.map_),
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
