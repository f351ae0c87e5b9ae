// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh as a map of cells (plan::CellMap), on which shortest paths are found.
//
// 1. Points that are one place in plan get one number; cells give their outlines, portals their segments.
// 2. A weld whose two sides are not parallel and equally long is left out of the map, and its component is marked:
//    such a gap is wider here than there, and no isometry leads across.
// 3. find() searches, and leaves out loops: a path may touch a cell, and come back to it.
// Cost: n log n once. Exact: all.
#include "cell_routes.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "plumb/kernel/exact_plan.h"

namespace plumb::pipeline {
namespace {

using Index = plan::CellMap::Index;

// What a map is made of.
struct Parts {
  std::vector<kernel::PlanPoint> points;
  std::vector<std::vector<Index>> rings;
  std::vector<plan::CellMap::Join> joins;
  std::vector<NavMesh::CellIndex> slanted;  // cells with welds that are left out
};

// By point of the mesh: the number of its place in plan.
std::vector<Index> number_places(const NavMesh& mesh, std::vector<kernel::PlanPoint>& places) {
  std::vector<MeshPoints::Place> at;
  for (NavMesh::PointIndex i = 0; i < mesh.points.size(); ++i) at.push_back(mesh.points.place(i));
  std::vector<NavMesh::PointIndex> order(at.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](auto a, auto b) { return kernel::before(at[a], at[b]); });
  std::vector<Index> number(at.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || !kernel::same_place(at[order[k - 1]], at[order[k]])) {
      const ExactPoint& p = mesh.points[order[k]];
      places.push_back({p[0], p[1]});
    }
    number[order[k]] = static_cast<Index>(places.size()) - 1;
  }
  return number;
}

Parts parts_of(const NavMesh& mesh, kernel::Label stance, std::vector<std::uint32_t>& portals) {
  Parts out;
  const std::vector<Index> number = number_places(mesh, out.points);
  out.rings.resize(mesh.cells.size());
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
    if (mesh.cells[c].open_to() >= stance)
      for (const NavMesh::PointIndex p : outline(mesh, c)) out.rings[c].push_back(number[p]);
  const auto run = [&](const std::array<NavMesh::PointIndex, 2>& on, std::size_t k) -> mpq_class {
    return mesh.points[on[1]][k] - mesh.points[on[0]][k];
  };
  for (std::uint32_t i = 0; i < mesh.portals.size(); ++i) {
    const NavMesh::Portal& p = mesh.portals[i];
    if (p.stance < stance) continue;
    if (p.kind == PortalKind::weld && (run(p.on_a, 0) != run(p.on_b, 0) || run(p.on_a, 1) != run(p.on_b, 1))) {
      out.slanted.insert(out.slanted.end(), {p.a, p.b});
      continue;
    }
    out.joins.push_back(
        {p.a, p.b, {number[p.on_a[0]], number[p.on_a[1]]}, {number[p.on_b[0]], number[p.on_b[1]]}});
    portals.push_back(i);
  }
  return out;
}

}  // namespace

CellRoutes::CellRoutes(const NavMesh& mesh, kernel::Label stance)
    : mesh_(mesh), map_([&] {
        Parts parts = parts_of(mesh, stance, portals_);
        slanted_.assign(mesh.cells.size(), 0);
        for (const NavMesh::CellIndex c : parts.slanted) slanted_[c] = 1;
        return plan::CellMap(std::move(parts.points), parts.rings, parts.joins);
      }()) {
  const std::vector<char> cells = slanted_;
  for (NavMesh::CellIndex c = 0; c < cells.size(); ++c)
    if (cells[c]) slanted_[map_.component(c)] = 1;
}

std::optional<CellRoutes::Path> CellRoutes::find(const ExactPoint& start, const std::vector<NavMesh::CellIndex>& starts,
                                                 const ExactPoint& goal,
                                                 const std::vector<NavMesh::CellIndex>& goals) const {
  auto search = [&] {
    const std::lock_guard lock(mutex_);
    if (searches_.empty()) return plan::CellPathSearch(map_);
    auto last = std::move(searches_.back());
    searches_.pop_back();
    return last;
  }();
  const plan::CellPath* found = search.find({start[0], start[1]}, starts, {goal[0], goal[1]}, goals);
  std::optional<Path> out;
  if (found) {
    out.emplace();
    out->first = found->first_cell;
    out->length = found->length;
    std::unordered_map<NavMesh::CellIndex, std::size_t> entered{{out->first, 0}};  // a cell, and after how many moves
    for (const auto& passed : found->passed) {
      const Move m = 2 * portals_[passed.join] + (passed.forward ? 0 : 1);
      const NavMesh::CellIndex to = passed.forward ? mesh_.portals[m / 2].b : mesh_.portals[m / 2].a;
      const auto [at, fresh] = entered.try_emplace(to, out->moves.size() + 1);
      if (fresh) {
        out->moves.push_back(m);
        continue;
      }
      const std::size_t keep = at->second;
      while (out->moves.size() > keep) {
        const Move last = out->moves.back();
        out->moves.pop_back();
        if (out->moves.size() >= keep) {
          const NavMesh::CellIndex left = last % 2 == 0 ? mesh_.portals[last / 2].b : mesh_.portals[last / 2].a;
          if (left != to) entered.erase(left);
        }
      }
    }
  }
  const std::lock_guard lock(mutex_);
  searches_.push_back(std::move(search));
  return out;
}

}  // namespace plumb::pipeline
