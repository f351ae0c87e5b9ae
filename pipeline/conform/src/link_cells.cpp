// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/link_cells.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "choose_links.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {
namespace {

using CellIndex = NavMesh::CellIndex;
using PointIndex = NavMesh::PointIndex;
using kernel::ExactInterval;
using kernel::PlanPoint;

PlanPoint plan(const ExactPoint& p) { return {p[0], p[1]}; }

class Linker {
 public:
  explicit Linker(const NavMesh& mesh) : mesh_(mesh) {
    for (PointIndex p = 0; p < mesh.points.size(); ++p) {
      cancellation_point(p);
      points_.push_back(mesh.points[p]);
    }
    chosen_ = choose_links(mesh, points_);
  }

  LinkCells make() {
    out_.mesh.info = mesh_.info;
    out_.mesh.denominator = mesh_.denominator;
    make_parts();
    carry_flush_portals();
    make_links();
    std::sort(out_.mesh.portals.begin(), out_.mesh.portals.end(),
              [](const auto& p, const auto& q) { return std::tie(p.a, p.b, p.on_a) < std::tie(q.a, q.b, q.on_a); });
    out_.mesh.points = MeshPoints(std::move(points_));
    return std::move(out_);
  }

 private:
  PointIndex number(const ExactPoint& point) {
    if (known_.empty())
      for (PointIndex p = 0; p < points_.size(); ++p) known_.emplace(points_[p], p);
    const auto [at, is_new] = known_.try_emplace(point, static_cast<PointIndex>(points_.size()));
    if (is_new) points_.push_back(point);
    return at->second;
  }
  PointIndex number(CellIndex cell, const PlanPoint& at) {
    return number({at[0], at[1], cell_height(mesh_, cell, at[0], at[1]).value()});
  }

  void make_parts() {
    out_.mesh.cells = mesh_.cells;
    for (const auto& [cell, rings] : chosen_.parts)
      for (std::size_t i = 0; i < rings.size(); ++i) {
        NavMesh::Cell part;
        part.stance = mesh_.cells[cell].open_to();
        for (const NavMesh::Facet& facet : mesh_.cells[cell].facets) {
          std::vector<ExactPoint> corners;
          for (const PointIndex p : facet.corners) corners.push_back(points_[p]);
          clip_to(corners, rings[i]);
          if (corners.size() < 3) continue;
          NavMesh::Facet& cut = part.facets.emplace_back(facet);
          cut.corners.clear();
          for (const ExactPoint& p : corners) cut.corners.push_back(number(p));
        }
        const auto index = i == 0 ? cell : static_cast<CellIndex>(out_.mesh.cells.size());
        if (i > 0) out_.mesh.cells.emplace_back();
        out_.mesh.cells[index] = std::move(part);
        numbers_[cell].push_back(index);
      }
    for (const auto& [cell, rings] : chosen_.parts)
      for (std::size_t i = 0; i < rings.size(); ++i)
        for (std::size_t k = 0; k < rings[i].size(); ++k) {
          const PlanSegment side{rings[i][k], rings[i][(k + 1) % rings[i].size()]};
          for (std::size_t j = i + 1; j < rings.size(); ++j)
            for (std::size_t l = 0; l < rings[j].size(); ++l)
              if (const auto part = overlap(side, {rings[j][l], rings[j][(l + 1) % rings[j].size()]}))
                add_portal(numbers_[cell][i], numbers_[cell][j],
                           number(cell, kernel::point_along(side[0], side[1], part->from)),
                           number(cell, kernel::point_along(side[0], side[1], part->to)), mesh_.cells[cell].open_to());
        }
  }

  // from to to: counter-clockwise around a.
  void add_portal(CellIndex a, CellIndex b, PointIndex from, PointIndex to, kernel::Label stance) {
    if (a > b) std::swap(a, b), std::swap(from, to);
    out_.mesh.portals.push_back({a, b, PortalKind::flush, stance, {from, to}, {from, to}});
  }

  // Which cells of the new navmesh have what of a stretch of a cell's boundary, or of a line through it.
  std::vector<std::pair<CellIndex, ExactInterval>> owners(CellIndex cell, const PlanSegment& stretch) {
    const auto cut = chosen_.parts.find(cell);
    if (cut == chosen_.parts.end()) return {{cell, {0, 1}}};
    std::vector<std::pair<CellIndex, ExactInterval>> out;
    for (std::size_t i = 0; i < cut->second.size(); ++i)
      for (std::size_t k = 0; k < cut->second[i].size(); ++k)
        if (auto part = overlap(stretch, {cut->second[i][k], cut->second[i][(k + 1) % cut->second[i].size()]}))
          out.emplace_back(numbers_[cell][i], std::move(*part));
    return out;
  }

  void carry_flush_portals() {
    for (const NavMesh::Portal& p : mesh_.portals) {
      if (p.kind != PortalKind::flush) continue;
      if (!chosen_.parts.contains(p.a) && !chosen_.parts.contains(p.b)) {
        out_.mesh.portals.push_back(p);
        continue;
      }
      const PlanSegment stretch{plan(points_[p.on_a[0]]), plan(points_[p.on_a[1]])};
      for (const auto& [a, part_a] : owners(p.a, stretch))
        for (const auto& [b, part_b] : owners(p.b, stretch)) {
          const ExactInterval part{std::max(part_a.from, part_b.from), std::min(part_a.to, part_b.to)};
          if (part.from >= part.to) continue;
          const auto end = [&](const mpq_class& share) {
            return share == 0   ? p.on_a[0]
                   : share == 1 ? p.on_a[1]
                                : number(p.a, kernel::point_along(stretch[0], stretch[1], share));
          };
          add_portal(a, b, end(part.from), end(part.to), p.stance);
        }
    }
  }

  void make_links() {
    out_.first_link = static_cast<CellIndex>(out_.mesh.cells.size());
    for (const LinkShape& link : chosen_.links) make_link(link);
    out_.linked = chosen_.links.size();
    out_.left_out = chosen_.left_out;
  }

  void make_link(const LinkShape& link) {
    const NavMesh::Portal& p = mesh_.portals[link.portal];
    const auto& plans = link.corners;
    std::array<PointIndex, 4> corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = number(i < 2 ? p.b : p.a, plans[i]);
    const auto first = static_cast<CellIndex>(out_.mesh.cells.size());
    for (const auto& triangle : link.triangles) {
      NavMesh::Facet facet = mesh_.cells[p.a].facets.front();
      facet.witness = kernel::no_polygon;
      facet.corners.clear();
      for (const std::size_t i : triangle) facet.corners.push_back(corners[i]);
      out_.mesh.cells.push_back({p.stance, {std::move(facet)}});
      out_.kinds.push_back(p.kind);
    }
    const auto [from, to] = link.triangles[0][2] == 2 ? std::array{2, 0} : std::array{1, 3};
    add_portal(first, first + 1, corners[from], corners[to], p.stance);
    attach(first, p.b, {plans[0], plans[1]}, p.stance);
    attach(first + 1, p.a, {plans[2], plans[3]}, p.stance);
  }

  void attach(CellIndex link, CellIndex cell, const PlanSegment& side, kernel::Label stance) {
    for (const auto& [owner, part] : owners(cell, side))
      add_portal(link, owner, number(cell, kernel::point_along(side[0], side[1], part.from)),
                 number(cell, kernel::point_along(side[0], side[1], part.to)), stance);
  }

  const NavMesh& mesh_;
  std::vector<ExactPoint> points_;
  ChosenLinks chosen_;
  std::map<ExactPoint, PointIndex> known_;
  std::map<CellIndex, std::vector<CellIndex>> numbers_;  // of the parts of cells
  LinkCells out_;
};

}  // namespace

LinkCells link_cells(const NavMesh& mesh) { return Linker(mesh).make(); }

}  // namespace plumb::pipeline
