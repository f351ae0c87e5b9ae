// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "optimise_region.h"
#include "plumb/pipeline/optimise.h"

namespace plumb::pipeline {

/// Writes the pieces of regions into a partition.
class PieceWriter {
 public:
  PieceWriter(const StanceMap& map, const NavGraph& graph, const Crossings& crossings, VertexPredicates& points,
              const Boundaries& boundaries)
      : map_(map), graph_(graph), over_(crossings.over), points_(points), boundaries_(boundaries) {}

  /// A region that is one piece.
  void write_whole(std::span<const CellId> cells, MergedCells& out);
  /// The mesh as built: each piece is a cell.
  void write_cells(const RegionMesh& mesh, std::span<const CellId> cells, MergedCells& out);
  /// The mesh as built, without some cuts: each piece is a union of cells. `local`: as build() has written it.
  void write_joined(const RegionMesh& mesh, std::span<const CellId> cells, std::span<const RegionMesh::Id> local,
                    MergedCells& out);
  /// Any other mesh: its cuts may run through cells.
  void write(const RegionMesh& mesh, std::span<const CellId> cells, MergedCells& out);

 private:
  std::size_t write_outlines(const RegionMesh& mesh, std::span<const CellId> cells, MergedCells& out);
  void write_edges(const RegionMesh& mesh, RegionMesh::Id first, MergedCells& out);
  MergedCells::Piece& add_piece(std::span<const CellId> cells, MergedCells& out);
  static void add_cells(MergedCells::Piece& piece, std::span<const CellId> cells, MergedCells& out);
  void collect(const RegionMesh& mesh, RegionMesh::Id first);
  bool enters(HalfEdgeId edge);
  std::uint64_t beyond(VertexRef v);
  CellId seed(const RegionMesh& mesh, RegionMesh::Id first, std::span<const CellId> cells);
  bool overlap(std::span<const VertexRef> a, std::span<const VertexRef> b);

  const StanceMap& map_;
  const NavGraph& graph_;
  const std::vector<HalfEdgeId>& over_;
  VertexPredicates& points_;
  const Boundaries& boundaries_;
  std::vector<RegionMesh::Id> first_of_piece_;
  std::vector<std::uint32_t> edge_of_;                // by half-edge
  std::vector<VertexRef> piece_, cell_;               // corners
  std::vector<VertexPredicates::DirectedLine> cuts_;  // of the piece at work
  std::vector<CellId> found_, cell_of_;               // of the piece; by half-edge
  std::vector<std::uint32_t> piece_of_;               // by cell: the last piece that found it
  std::vector<std::uint32_t> at_vertex_;              // by vertex: the piece that beyond_ is about
  std::vector<std::uint64_t> beyond_;
  std::vector<std::uint32_t> uses_;  // by cell of the region
  std::uint32_t now_ = 0;
};

}  // namespace plumb::pipeline
