// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "cell_routes.h"
#include "floor_locator.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/surface_query.h"
#include "plumb/pipeline/threads.h"

namespace plumb::pipeline {

// Brings the fractions of a question into lowest terms; what has the denominator 0 stays so, and is no number.
inline void reduce(double&) {}
inline void reduce(mpq_class& number) {
  if (sgn(number.get_den()) != 0) number.canonicalize();
}
template <class Value>
void reduce(std::optional<Value>& value) {
  if (value) reduce(*value);
}
template <class Number, std::size_t size>
void reduce(std::array<Number, size>& point) {
  for (Number& v : point) reduce(v);
}
template <class Number>
void reduce(FloorPlace<Number>& place) {
  reduce(place.point);
}
template <class Value>
Value reduced(Value value) {
  reduce(value);
  return value;
}

/// What questions about places share.
struct SurfaceQuery::State {
  using Index = plan::CellMap::Index;

  State(const NavQuery& q, kernel::Label s)
      : query(q), mesh(q.mesh()), floors(q.floors()), routes(q.cell_routes(s)), map(routes.map()), stance(s) {}

  bool has(NavMesh::CellIndex cell) const {
    return cell < mesh.cells.size() && map.first(cell) != map.end(cell) && !query.is_closed(cell);
  }

  // Cells by component, as they are while the same cells are closed.
  struct Parts {
    Parts(const NavQuery& query, const NavMesh& mesh, kernel::Label stance) : changes(query.changes()) {
      CellGraph graph = cell_graph(mesh);
      for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
        if (query.is_closed(c)) graph.stances[c] = kernel::blocked;
      std::erase_if(graph.arcs, [&](const auto& arc) { return query.is_closed(arc.a) || query.is_closed(arc.b); });
      component = pipeline::components(graph, stance);
      for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
        if (component[c] != no_component) cells.push_back(c);
      std::ranges::stable_sort(cells, {}, [&](NavMesh::CellIndex c) { return component[c]; });
      areas.push_back(0);
      for (const NavMesh::CellIndex c : cells)
        areas.push_back(areas.back() + cell_area(mesh.cells[c], [&](NavMesh::PointIndex p) {
                          return std::array{mesh.points[p][0].get_d(), mesh.points[p][1].get_d()};
                        }));
    }
    std::uint64_t changes;                  // of the query, until then
    std::vector<std::uint32_t> component;   // by cell
    std::vector<NavMesh::CellIndex> cells;  // by component
    std::vector<double> areas;              // of the cells before one in this list, in sum
  };
  // Made when they are first asked for after a change.
  std::shared_ptr<const Parts> parts() const {
    const std::lock_guard lock(mutex);
    if (!made_parts || made_parts->changes != query.changes())
      made_parts = std::make_shared<const Parts>(query, mesh, stance);
    return made_parts;
  }

  // The end of a walk as a place.
  ExactPlace place_of(const plan::CellWalk& walk, const plan::CellWalk::End& end) const {
    return place_at(end.cell, walk.place(end));
  }
  ExactPlace place_at(NavMesh::CellIndex cell, const kernel::PlanPoint& p) const {
    return {cell, {p[0], p[1], cell_height(mesh, cell, p[0], p[1]).value_or(0)}};
  }
  FloorPlace<double> place_at(NavMesh::CellIndex cell, const std::array<double, 2>& p) const {
    return {cell, {p[0], p[1], floors.height(cell, p[0], p[1])}};
  }
  // A point of the map, on a cell.
  void set_corner(Index piece, ExactPoint& out) const {
    out = place_at(map.cell_of(piece), map.points()[map.from(piece)].at).point;
  }
  void set_corner(Index piece, std::array<double, 3>& out) const { out = routes.corner(piece); }
  template <class Number>
  std::array<Point<Number>, 2> side_of(Index piece) const {
    std::array<Point<Number>, 2> out;
    set_corner(piece, out[0]);
    set_corner(map.next(piece), out[1]);
    return out;
  }

  // The end of a walk from a place; the place itself where doubles are too far apart.
  template <class Number>
  FloorPlace<Number> ended(plan::CellWalk& walk, const plan::CellWalk::End& end, const FloorPlace<Number>& from) const {
    if constexpr (std::is_same_v<Number, double>) {
      const auto in = walk.rounded(end);
      return in ? place_at(in->cell, in->at) : from;
    } else {
      return place_of(walk, end);
    }
  }

  const NavQuery& query;
  const NavMesh& mesh;
  const FloorLocator& floors;
  const CellRoutes& routes;
  const plan::CellMap& map;
  kernel::Label stance;
  mutable Mutex mutex;
  mutable std::shared_ptr<const Parts> made_parts;
};

}  // namespace plumb::pipeline
