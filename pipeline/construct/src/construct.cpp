// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/cancellation.h"

#include <algorithm>

#include "piece_facets.h"
#include "piece_portals.h"
#include "plumb/pipeline/work_range.h"
#include "point_numbers.h"
#include "unwalkable_parts.h"

namespace plumb::pipeline {
namespace {

// Puts a navmesh together; points are numbered as they come.
class MeshWriter {
 public:
  MeshWriter(const PointPool& pool, NavMesh& mesh) : level_(pool.level()), mesh_(mesh), number_(pool, mesh.points) {}

  void add_pieces(const MergedCells& partition, const FacetList& list) {
    add_cells(list, [&] { return partition.pieces[mesh_.cells.size() - 1].stance; });
  }

  void add_unwalkable(const FacetList& list) {
    add_cells(list, [&] {
      while (!is_unwalkable(level_.map.table.cells[next_cell_])) ++next_cell_;
      return level_.map.table.cells[next_cell_++].label;
    });
  }

  void add_portals(const std::vector<PiecePortal>& portals) {
    mesh_.portals.reserve(portals.size());
    for (const PiecePortal& p : portals) {
      cancellation_point();
      NavMesh::Portal& portal = mesh_.portals.emplace_back(NavMesh::Portal{p.a, p.b, p.kind, p.stance, {}, {}});
      for (std::size_t k = 0; k < 2; ++k) portal.on_a[k] = number_(p.on_a[k]);
      for (std::size_t k = 0; k < 2; ++k) portal.on_b[k] = number_(p.on_b[k]);
    }
  }

  void add_obstructions(std::span<const PointPool::Name> ends) {
    mesh_.obstructions.reserve(ends.size() / 2);
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      const vcd::Obstruction& o = level_.map.table.obstructions[mesh_.obstructions.size()];
      const MeshPoints::Index from = number_(ends[i]), to = number_(ends[i + 1]);
      mesh_.obstructions.push_back({o.surface, o.wall, from, to, o.may_cross});
    }
  }

 private:
  template <class NextStance>
  void add_cells(const FacetList& list, NextStance&& next_stance) {
    auto facet = list.facets.begin();
    auto corner = list.corners.begin();
    for (const std::uint32_t count : list.facets_of_cell) {
      cancellation_point();
      NavMesh::Cell& cell = mesh_.cells.emplace_back();
      cell.stance = next_stance();
      cell.facets.resize(count);
      for (NavMesh::Facet& f : cell.facets) {
        f.surface = facet->surface;
        f.face = level_.set.surfaces[facet->surface].face;
        f.witness = facet->witness;
        f.corners.reserve(facet->corners);
        for (const auto end = corner + facet->corners; corner != end; ++corner) f.corners.push_back(number_(*corner));
        ++facet;
      }
    }
  }

  const LinkedLevel& level_;
  NavMesh& mesh_;
  PointNumbers number_;
  std::size_t next_cell_ = 0;  // of the stance map
};

}  // namespace

NavMesh construct(NavMeshInfo info, const LinkedLevel& level, MergedCells partition, unsigned threads,
                  bool unwalkable) {
  const auto pool = std::make_shared<PointPool>(level);
  NavMesh mesh;
  mesh.info = std::move(info);
  mesh.denominator = level.scene.points.common_denominator();
  mesh.points = MeshPoints(pool, pool->unit());
  const vcd::CellTable& table = level.map.table;
  mesh.cells.reserve(partition.pieces.size() +
                     (unwalkable ? static_cast<std::size_t>(std::ranges::count_if(table.cells, is_unwalkable)) : 0));
  MeshWriter writer(*pool, mesh);
  {
    const WorkRange range(0, 0.5);
    for_piece_facets(*pool, partition, threads, [&](const FacetList& list) { writer.add_pieces(partition, list); });
  }
  const std::vector<PiecePortal> portals = piece_portals(partition, *pool);
  partition = {};
  std::vector<PointPool::Name> ends;  // of obstructions, which come last
  if (unwalkable) {
    ends.reserve(2 * table.obstructions.size());
    const WorkRange range(0.6, 0.9);
    for_unwalkable_parts(*pool, threads, [&](const UnwalkableParts& part) {
      writer.add_unwalkable(part.cells);
      ends.insert(ends.end(), part.ends.begin(), part.ends.end());
    });
  }
  writer.add_portals(portals);
  writer.add_obstructions(ends);
  pool->end_naming();
  return mesh;
}

CellGraph cell_graph(const LinkedLevel& level, const MergedCells& partition) {
  CellGraph out;
  out.stances.reserve(partition.pieces.size());
  for (const MergedCells::Piece& p : partition.pieces) out.stances.push_back(p.stance);
  for (const PiecePortal& p : piece_portals(partition, PointPool(level)))
    out.arcs.push_back({p.a, p.b, p.kind, p.stance});
  return out;
}

}  // namespace plumb::pipeline
