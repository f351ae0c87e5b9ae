// SPDX-License-Identifier: GPL-3.0-or-later
#include "mesh_assembly.h"

#include <algorithm>

#include "common_stretches.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {

MeshAssembly::MeshAssembly(const NavMesh& base, std::vector<ExactPoint> points)
    : base_(base), points_(std::move(points)) {
  out_.info = base.info;
  out_.denominator = base.denominator;
  out_.obstructions = base.obstructions;
}

void MeshAssembly::add_whole(CellIndex c) {
  first_.push_back(static_cast<CellIndex>(out_.cells.size()));
  out_.cells.push_back(base_.cells[c]);
}

void MeshAssembly::add_pieces(CellIndex c, const UpdatedCell& updated,
                              const std::function<CellState(const std::vector<UpdateId>&)>& state_of) {
  const auto first = static_cast<CellIndex>(out_.cells.size());
  first_.push_back(first);
  for (const UpdatedCell::Piece& piece : updated.pieces()) {
    NavMesh::Cell& cell = out_.cells.emplace_back();
    cell.stance = base_.cells[c].stance;
    if (CellState state = state_of(piece.updates); state != CellState{})
      cell.state = std::make_shared<const CellState>(std::move(state));
    for (const FacetPart& part : updated.surface().over(*piece.ring)) {
      NavMesh::Facet& facet = cell.facets.emplace_back(base_.cells[c].facets[part.facet]);
      facet.corners.clear();
      for (const ExactPoint& p : part.corners) facet.corners.push_back(number_(p));
    }
  }
  for (const Contact& contact : updated.contacts())
    for (const auto& way : updated.surface().straight_ways(contact.from, contact.to)) {
      const std::array on{number_(way[0]), number_(way[1])};
      add({first + contact.a, first + contact.b, PortalKind::flush, base_.cells[c].stance, on, on});
    }
  for (PortalShare& share : updated.shares()) {
    share.piece += first;
    shares_[share.portal][share.on_b].push_back(std::move(share));
  }
}

std::vector<PortalShare> MeshAssembly::shares_on(std::uint32_t portal, bool on_b, CellIndex cell) const {
  const auto known = shares_.find(portal);
  if (known != shares_.end() && !known->second[on_b].empty()) return known->second[on_b];
  return {{portal, on_b, first_[cell], {0, 1}}};
}

void MeshAssembly::add_portal(std::uint32_t portal) {
  const NavMesh::Portal& whole = base_.portals[portal];
  std::vector<PortalShare> of_a = shares_on(portal, false, whole.a), of_b = shares_on(portal, true, whole.b);
  each_common_stretch(of_a, of_b, &PortalShare::of,
                      [&](const PortalShare& s, const PortalShare& t, const mpq_class& begin, const mpq_class& end) {
                        add({s.piece, t.piece, whole.kind, whole.stance, part(whole.on_a, whole.a, begin, end),
                             part(whole.on_b, whole.b, begin, end)});
                      });
}

NavMesh MeshAssembly::take() {
  std::ranges::stable_sort(out_.portals, {}, [](const NavMesh::Portal& p) { return std::pair(p.a, p.b); });
  out_.points = MeshPoints(std::move(points_));
  return std::move(out_);
}

// Adds a portal, unless one of its cells is blocked.
void MeshAssembly::add(const NavMesh::Portal& p) {
  if (std::min(out_.cells[p.a].open_to(), out_.cells[p.b].open_to()) > kernel::blocked) out_.portals.push_back(p);
}

// A part of a segment, straight in plan, on the cell's surface: a portal of a merged cell may bend with it.
std::array<NavMesh::PointIndex, 2> MeshAssembly::part(const std::array<NavMesh::PointIndex, 2>& segment, CellIndex cell,
                                                      const mpq_class& begin, const mpq_class& end) {
  const auto at = [&](const mpq_class& share) {
    if (share == 0) return segment[0];
    if (share == 1) return segment[1];
    ExactPoint p = kernel::point_along(points_[segment[0]], points_[segment[1]], share);
    if (auto height = cell_height(base_, cell, p[0], p[1])) p[2] = std::move(*height);
    return number_(std::move(p));
  };
  const NavMesh::PointIndex first = at(begin);
  return {first, at(end)};
}

}  // namespace plumb::pipeline
