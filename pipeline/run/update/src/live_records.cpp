// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh kept polygon by polygon, so that parts of it can be replaced.
// Problem. When an obstacle is added, some polygons get other cells and some pairs of polygons other portals. A navmesh
// numbers cells and points through, so one new cell would move all numbers. Here each polygon has a record with its
// cells, obstructions and portals, which name cells by (polygon, place in its list); numbers are given when a navmesh
// is asked for.
// 1. take() erases the cells of the given polygons and the portals among the given ones, and copies those of a new
//    navmesh: it numbers the points used (PointNumbering), then copies cells, obstructions and portals. A cell belongs
//    to the polygon of its first facet.
// 2. note_merged() joins polygons whose cells flush portals join (union-find) and stores for each the list of all:
//    these may be merged, and so have to be baked together.
// 3. drop() erases the record of a polygon that was removed.
// 4. drop_unused_points() numbers the points again when more than twice as many, and 1,024 more, have been made as were
//    in use.
// 5. mesh() writes the navmesh: walkable cells polygon by polygon, then the others, portals in the order of a bake
//    (sorted by cells, kind and stance; those alike in the order in which they came), obstructions, and points by first
//    use.
// Cost. take() is linear in the new navmesh, with a binary search for each cell and portal; mesh() is linear in the
// whole, but for the sort of portals. Memory O(level); unused points at most about as many as used ones.
// Exactness. Nothing is computed: points are copied as fractions, made in one pass (make_exact).
#include "live_records.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {
namespace {

using PointIndex = NavMesh::PointIndex;
constexpr std::uint32_t none = 0xffffffffu;

bool contains(const PolygonList& list, PolygonId p) { return std::ranges::binary_search(list, p); }

// Calls visit(index) for every point of a record, which may be changed.
template <class Record, class Visit>
void each_point(Record& record, Visit&& visit) {
  for (auto* cells : {&record.walkable, &record.others})
    for (auto& cell : *cells)
      for (auto& facet : cell.facets)
        for (auto& corner : facet.corners) visit(corner);
  for (auto& o : record.obstructions) visit(o.from), visit(o.to);
  for (auto& p : record.portals)
    for (auto* on : {&p.on_a, &p.on_b})
      for (auto& end : *on) visit(end);
}

}  // namespace

LiveRecords::Record& LiveRecords::at(PolygonId polygon) {
  if (polygon >= records_.size()) records_.resize(polygon + std::size_t{1});
  return records_[polygon];
}

void LiveRecords::drop(PolygonId polygon) { at(polygon) = {}; }

PolygonList LiveRecords::merged_with(PolygonList list) const {
  if (!merges_) return list;
  PolygonList out = list;
  const PolygonList* last = nullptr;
  for (const PolygonId p : list)
    if (p < records_.size() && records_[p].merged && records_[p].merged.get() != last) {
      last = records_[p].merged.get();
      out.insert(out.end(), last->begin(), last->end());
    }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::size_t LiveRecords::cells_of(const PolygonList& list) const {
  std::size_t count = 0;
  for (const PolygonId p : list)
    if (p < records_.size()) count += records_[p].walkable.size() + records_[p].others.size();
  return count;
}

void LiveRecords::take(const NavMesh& mesh, const PolygonList& cells, const PolygonList& portals) {
  for (const PolygonId p : cells) {
    Record& record = at(p);
    record.walkable.clear();
    record.others.clear();
    record.obstructions.clear();
  }
  const auto in_portals = [&](PolygonId p) { return contains(portals, p); };
  for (const PolygonId p : portals)
    std::erase_if(at(p).portals, [&](const Portal& portal) { return in_portals(portal.b.polygon); });

  const std::vector<Place> place = places_of(mesh);
  std::vector<bool> takes(mesh.cells.size());
  std::vector<PointIndex> used;
  std::vector<PointIndex> number(mesh.points.size(), none);
  const auto use = [&](PointIndex p) {
    if (number[p] == none) used.push_back(p);
    number[p] = 0;
  };
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    takes[c] = contains(cells, mesh.cells[c].facets.front().surface);
    if (!takes[c]) continue;
    for (const NavMesh::Facet& f : mesh.cells[c].facets) std::ranges::for_each(f.corners, use);
  }
  const auto takes_portal = [&](const NavMesh::Portal& p) {
    return in_portals(place[p.a].polygon) && in_portals(place[p.b].polygon);
  };
  for (const NavMesh::Portal& p : mesh.portals)
    if (takes_portal(p))
      for (const auto& on : {p.on_a, p.on_b}) std::ranges::for_each(on, use);
  for (const NavMesh::Obstruction& o : mesh.obstructions)
    if (contains(cells, o.surface)) use(o.from), use(o.to);
  mesh.points.selected(used).make_exact(1);  // faster than one by one
  for (const PointIndex p : used) number[p] = (*number_)(mesh.points[p]);

  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    if (!takes[c]) continue;
    Record& record = at(mesh.cells[c].facets.front().surface);
    NavMesh::Cell& cell = (mesh.cells[c].stance >= 1 ? record.walkable : record.others).emplace_back(mesh.cells[c]);
    for (NavMesh::Facet& f : cell.facets)
      for (PointIndex& corner : f.corners) corner = number[corner];
  }
  for (const NavMesh::Obstruction& o : mesh.obstructions)
    if (contains(cells, o.surface))
      at(o.surface).obstructions.push_back({o.surface, o.wall, number[o.from], number[o.to], o.may_cross});
  for (const NavMesh::Portal& p : mesh.portals)
    if (takes_portal(p))
      at(place[p.a].polygon)
          .portals.push_back({place[p.a],
                              place[p.b],
                              p.kind,
                              p.stance,
                              {number[p.on_a[0]], number[p.on_a[1]]},
                              {number[p.on_b[0]], number[p.on_b[1]]}});
  if (merges_) note_merged(mesh, cells, place);
  if (most_points_ == 0) most_points_ = enough_points();
  else if (points_.size() > most_points_) drop_unused_points();
}

// Where each cell is kept. For cells without a stance nobody asks.
std::vector<LiveRecords::Place> LiveRecords::places_of(const NavMesh& mesh) {
  std::vector<Place> out;
  for (const NavMesh::Cell& c : mesh.cells) {
    const PolygonId polygon = c.facets.front().surface;
    if (c.stance < 1) out.push_back({kernel::no_polygon, 0});
    else if (out.empty() || out.back().polygon != polygon) out.push_back({polygon, 0});
    else out.push_back({polygon, out.back().cell + 1});
  }
  return out;
}

// Notes which polygons may be merged: those whose cells flush portals join. `polygons`: those whose cells were taken.
void LiveRecords::note_merged(const NavMesh& mesh, const PolygonList& polygons, const std::vector<Place>& place) {
  kernel::UnionFind joined(static_cast<std::uint32_t>(polygons.size()));
  const auto index = [&](PolygonId p) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(polygons, p) - polygons.begin());
  };
  for (const NavMesh::Cell& c : mesh.cells)
    if (const PolygonId first = c.facets.front().surface; contains(polygons, first))
      for (const NavMesh::Facet& f : c.facets) joined.unite(index(first), index(f.surface));
  for (const NavMesh::Portal& p : mesh.portals)
    if (p.kind == PortalKind::flush && contains(polygons, place[p.a].polygon) && contains(polygons, place[p.b].polygon))
      joined.unite(index(place[p.a].polygon), index(place[p.b].polygon));
  std::vector<std::shared_ptr<PolygonList>> lists(polygons.size());
  for (const PolygonId p : polygons) {
    std::shared_ptr<PolygonList>& list = lists[joined.find(index(p))];
    if (!list) list = std::make_shared<PolygonList>();
    list->push_back(p);
    at(p).merged = list;
  }
}

void LiveRecords::drop_unused_points() {
  std::vector<PointIndex> number(points_.size(), none);
  std::vector<ExactPoint> kept;
  for (Record& record : records_)
    each_point(record, [&](PointIndex& p) {
      if (number[p] == none) {
        number[p] = static_cast<PointIndex>(kept.size());
        kept.push_back(std::move(points_[p]));
      }
      p = number[p];
    });
  points_ = std::move(kept);
  number_ = std::make_unique<kernel::PointNumbering>(points_);
  most_points_ = enough_points();
}

NavMesh LiveRecords::mesh(const NavMeshInfo& info, const LiveLevel::Numbers& numbers) const {
  NavMesh out;
  out.info = info;
  out.denominator = numbers.denominator;
  std::vector<PointIndex> number(points_.size(), none);
  std::vector<ExactPoint> points;
  const auto point = [&](PointIndex p) {
    if (number[p] == none) {
      number[p] = static_cast<PointIndex>(points.size());
      points.push_back(points_[p]);
    }
    return number[p];
  };
  const auto polygon = [&](PolygonId p) { return p == kernel::no_polygon ? p : numbers.polygon[p]; };
  const auto add_cells = [&](const std::vector<NavMesh::Cell>& cells) {
    for (const NavMesh::Cell& c : cells) {
      NavMesh::Cell& cell = out.cells.emplace_back(c);
      for (NavMesh::Facet& f : cell.facets) {
        f.face = numbers.face[f.surface];
        f.surface = polygon(f.surface);
        f.witness = polygon(f.witness);
        for (PointIndex& corner : f.corners) corner = point(corner);
      }
    }
  };
  std::vector<NavMesh::CellIndex> first;
  for (const Record& r : records_) {
    first.push_back(static_cast<NavMesh::CellIndex>(out.cells.size()));
    add_cells(r.walkable);
  }
  for (const Record& r : records_) add_cells(r.others);
  std::vector<NavMesh::Portal> portals;
  for (const Record& r : records_)
    for (const Portal& p : r.portals)
      portals.push_back(
          {first[p.a.polygon] + p.a.cell, first[p.b.polygon] + p.b.cell, p.kind, p.stance, p.on_a, p.on_b});
  // Portals that compare equal come from one navmesh, which has put them in order.
  std::ranges::stable_sort(portals, {},
                           [](const NavMesh::Portal& p) { return std::tuple(p.a, p.b, p.kind, p.stance); });
  for (NavMesh::Portal& p : portals) {
    for (auto* on : {&p.on_a, &p.on_b})
      for (PointIndex& end : *on) end = point(end);
    out.portals.push_back(p);
  }
  for (const Record& r : records_)
    for (const NavMesh::Obstruction& o : r.obstructions) {
      const PointIndex from = point(o.from), to = point(o.to);
      out.obstructions.push_back({polygon(o.surface), polygon(o.wall), from, to, o.may_cross});
    }
  out.points = MeshPoints(std::move(points));
  return out;
}

}  // namespace plumb::pipeline
