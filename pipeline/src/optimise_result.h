// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "optimise_region.h"
#include "plumb/pipeline/nav_partition.h"

namespace plumb::pipeline {

/// Writes the pieces of regions down.
class PieceWriter {
 public:
  PieceWriter(const StanceMap& map, const NavGraph& graph, const std::vector<bool>& passing, PlanPoints& points)
      : map_(map), graph_(graph), passing_(passing), points_(points) {}

  /// as_built: the pieces are the cells still.
  void write(const RegionMesh& mesh, std::span<const CellId> cells, bool as_built, NavPartition& out);

 private:
  void write_edges(const RegionMesh& mesh, RegionMesh::Id first, NavPartition& out);
  void find_cells(const RegionMesh& mesh, std::span<const CellId> cells, std::size_t first_piece, NavPartition& out);
  CellId seed(const RegionMesh& mesh, RegionMesh::Id first, std::span<const CellId> cells);
  void corners_of(CellId cell);
  /// Whether the interiors of two convex clockwise polygons meet; the second may be a segment, of two corners.
  bool overlap(std::span<const VertexRef> a, std::span<const VertexRef> b);
  SideId next_in_cell(SideId s) const;
  SideId next_on_boundary(SideId s) const;

  const StanceMap& map_;
  const NavGraph& graph_;
  const std::vector<bool>& passing_;
  PlanPoints& points_;
  std::vector<RegionMesh::Id> first_of_piece_;
  std::vector<std::uint32_t> edge_of_;      // by half-edge
  std::vector<VertexRef> piece_, cell_;     // corners
  std::vector<CellId> found_;
  std::vector<std::uint32_t> stamp_;        // by cell: the last piece that found it
  std::uint32_t now_ = 0;
};

}  // namespace plumb::pipeline
