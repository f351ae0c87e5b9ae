// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the pieces of a region into a MergedCells: their outlines, and the cells that each shares area with.
//
// 1. write_whole() follows the boundary of a region that is one piece. The others write all outlines first:
//    write_outlines(), write_edges(), which replaces an edge of the boundary by all half-edges that it stands for, and
//    makes both edges of a cut twins.
// 2. write_cells(): the pieces are the cells.
// 3. write_joined(): each piece is a union of cells. They are found by a search over half-edges whose cuts were erased.
// 4. write(): cuts run through cells. seed() finds one cell that shares area with the piece, and the others are found
//    from it over half-edges that enter the inside of the piece (enters). A piece whose cells belong to no other piece
//    is whole.
//
// Whether a half-edge enters is mostly decided by a mask for each of its ends: bit i says that the end is not strictly
// right of cut i of the piece (beyond). An end with an empty mask is inside, so the half-edge enters; two masks with a
// common bit show that a cut separates it from the piece. Otherwise it enters if a corner of the piece is strictly left
// of it.
//
// Cost: linear in outlines and, for write(), in the half-edges of the cells that a piece meets, times its cuts. A piece
// of more than 64 cuts compares all its edges instead. Memory: arrays by cell and by vertex of the graph, used again
// for every region.
// Exact: by VertexPredicates.
// Source: our own; two convex polygons are apart if the line of an edge of one of them separates them (textbook).
#include "optimise_result.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace plumb::pipeline {

using Id = RegionMesh::Id;

namespace {
constexpr std::uint32_t unknown = 0xffffffffu;
}

MergedCells::Piece& PieceWriter::add_piece(std::span<const CellId> cells, MergedCells& out) {
  MergedCells::Piece& piece = out.pieces.emplace_back();
  piece.stance = map_.table.cells[cells.front()].label;
  piece.first_edge = static_cast<std::uint32_t>(out.edges.size());
  return piece;
}

void PieceWriter::add_cells(MergedCells::Piece& piece, std::span<const CellId> cells, MergedCells& out) {
  piece.first_cell = static_cast<std::uint32_t>(out.cells.size());
  piece.cell_count = static_cast<std::uint32_t>(cells.size());
  out.cells.insert(out.cells.end(), cells.begin(), cells.end());
}

void PieceWriter::write_whole(std::span<const CellId> cells, MergedCells& out) {
  MergedCells::Piece& piece = add_piece(cells, out);
  const HalfEdgeId first = boundaries_.lowest_side(cells);
  HalfEdgeId s = first;
  do {
    out.edges.push_back({graph_.half_edges[s].from, graph_.half_edges[s].to, s, unknown});
    s = boundaries_.next(s);
  } while (s != first);
  piece.edge_count = static_cast<std::uint32_t>(out.edges.size()) - piece.first_edge;
  add_cells(piece, cells, out);
}

// @return the number of the first piece
std::size_t PieceWriter::write_outlines(const RegionMesh& mesh, std::span<const CellId> cells, MergedCells& out) {
  const std::size_t first_piece = out.pieces.size();
  edge_of_.assign(mesh.size(), unknown);
  first_of_piece_.clear();
  for (Id e = 0; e < mesh.size(); ++e) {
    if (!mesh.alive(e) || edge_of_[e] != unknown) continue;
    first_of_piece_.push_back(e);
    MergedCells::Piece& piece = add_piece(cells, out);
    write_edges(mesh, e, out);
    piece.edge_count = static_cast<std::uint32_t>(out.edges.size()) - piece.first_edge;
  }
  return first_piece;
}

void PieceWriter::write_edges(const RegionMesh& mesh, Id first, MergedCells& out) {
  Id e = first;
  do {
    edge_of_[e] = static_cast<std::uint32_t>(out.edges.size());
    if (const Id t = mesh[e].twin; t != RegionMesh::none) {
      out.edges.push_back({mesh[e].from, mesh.to(e), no_half_edge, edge_of_[t]});
      if (edge_of_[t] != unknown) out.edges[edge_of_[t]].twin = edge_of_[e];
    } else {
      // All half-edges that this edge stands for.
      for (HalfEdgeId s = mesh[e].half_edge;; s = boundaries_.next(s)) {
        out.edges.push_back({graph_.half_edges[s].from, graph_.half_edges[s].to, s, unknown});
        if (graph_.half_edges[s].to == mesh.to(e)) break;
      }
    }
    e = mesh[e].next;
  } while (e != first);
}

void PieceWriter::write_cells(const RegionMesh& mesh, std::span<const CellId> cells, MergedCells& out) {
  const std::size_t first_piece = write_outlines(mesh, cells, out);
  for (std::size_t i = 0; i < cells.size(); ++i) add_cells(out.pieces[first_piece + i], cells.subspan(i, 1), out);
}

void PieceWriter::write_joined(const RegionMesh& mesh, std::span<const CellId> cells, std::span<const Id> local,
                               MergedCells& out) {
  const std::size_t first_piece = write_outlines(mesh, cells, out);
  cell_of_.resize(mesh.size());
  for (const CellId c : cells)
    for (HalfEdgeId s = graph_.first_half_edge[c]; s < graph_.first_half_edge[c + 1]; ++s) cell_of_[local[s]] = c;
  piece_of_.resize(map_.table.cells.size(), 0);
  for (std::size_t i = 0; i < first_of_piece_.size(); ++i) {
    ++now_;
    found_.assign(1, cell_of_[first_of_piece_[i]]);
    piece_of_[found_[0]] = now_;
    for (std::size_t k = 0; k < found_.size(); ++k)
      for (HalfEdgeId s = graph_.first_half_edge[found_[k]]; s < graph_.first_half_edge[found_[k] + 1]; ++s) {
        if (over_[s] == no_half_edge || mesh.stands(local[s])) continue;
        const CellId next = graph_.half_edges[over_[s]].cell;
        if (piece_of_[next] == now_) continue;
        piece_of_[next] = now_;
        found_.push_back(next);
      }
    std::ranges::sort(found_);
    add_cells(out.pieces[first_piece + i], found_, out);
  }
}

// The cells of a piece are connected over half-edges that run through it.
void PieceWriter::write(const RegionMesh& mesh, std::span<const CellId> cells, MergedCells& out) {
  const std::size_t first_piece = write_outlines(mesh, cells, out);
  piece_of_.resize(map_.table.cells.size(), 0);
  uses_.resize(map_.table.cells.size());
  at_vertex_.resize(graph_.vertices.size(), 0);
  beyond_.resize(graph_.vertices.size());
  for (const CellId c : cells) uses_[c] = 0;
  for (std::size_t i = 0; i < first_of_piece_.size(); ++i) {
    const Id first = first_of_piece_[i];
    ++now_;
    collect(mesh, first);
    found_.assign(1, seed(mesh, first, cells));
    piece_of_[found_[0]] = now_;
    for (std::size_t k = 0; k < found_.size(); ++k)
      for (HalfEdgeId s = graph_.first_half_edge[found_[k]]; s < graph_.first_half_edge[found_[k] + 1]; ++s) {
        const CellId next = graph_.half_edges[over_[s] == no_half_edge ? s : over_[s]].cell;
        if (piece_of_[next] == now_ || !enters(s)) continue;
        piece_of_[next] = now_;
        found_.push_back(next);
      }
    std::ranges::sort(found_);
    for (const CellId c : found_) ++uses_[c];
    add_cells(out.pieces[first_piece + i], found_, out);
  }
  for (std::size_t i = first_piece; i < out.pieces.size(); ++i)
    out.pieces[i].whole = std::ranges::all_of(out.cells_of(out.pieces[i]), [&](CellId c) { return uses_[c] == 1; });
}

// Collects the corners and the cuts of a piece.
void PieceWriter::collect(const RegionMesh& mesh, Id first) {
  piece_.clear();
  cuts_.clear();
  Id e = first;
  do {
    piece_.push_back(mesh[e].from);
    if (mesh.is_inner(e)) cuts_.push_back(points_.directed_line(mesh[e].from, mesh.to(e)));
    e = mesh[e].next;
  } while (e != first);
}

// The cuts of the piece, 64 at most, that v does not lie strictly to the right of.
std::uint64_t PieceWriter::beyond(VertexRef v) {
  if (at_vertex_[v] == now_) return beyond_[v];
  at_vertex_[v] = now_;
  return beyond_[v] = points_.not_right(cuts_, v);
}

// Whether a half-edge of a cell that shares area with the piece runs through the inside of the piece. If it does not, a
// line separates the two: either the line of the half-edge, and then no corner of the piece is strictly left of it, or
// the line of an edge of the piece. In the latter case the line of a cut does, too. For the cell is convex and within
// the region: it can leave the piece beyond an edge of the boundary only past an end of that edge, where it is beyond
// the next edge as well, and so on up to a cut. If an end of the half-edge is beyond no cut, the half-edge runs through
// the piece.
bool PieceWriter::enters(HalfEdgeId edge) {
  const VertexRef v = graph_.half_edges[edge].from, w = graph_.half_edges[edge].to;
  if (cuts_.size() > 64) return overlap(piece_, std::array{v, w});
  const std::uint64_t p = beyond(v);
  if (p == 0) return true;
  const std::uint64_t q = beyond(w);
  if (q == 0) return true;
  return (p & q) == 0 &&
         std::ranges::any_of(piece_, [&](VertexRef x) { return x != v && x != w && points_.side(v, w, x) > 0; });
}

// Whether the interiors of two convex clockwise polygons meet; the second may be a segment, of two corners. If they do
// not, the line of an edge of one of them separates them.
bool PieceWriter::overlap(std::span<const VertexRef> a, std::span<const VertexRef> b) {
  const auto parts = [&](std::span<const VertexRef> p, std::span<const VertexRef> q) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const VertexRef v = p[i], w = p[i + 1 == p.size() ? 0 : i + 1];
      if (std::ranges::all_of(q, [&](VertexRef x) { return x == v || x == w || points_.side(v, w, x) >= 0; }))
        return true;
    }
    return false;
  };
  return !parts(a, b) && !parts(b, a);
}

// A cell that shares area with the piece.
CellId PieceWriter::seed(const RegionMesh& mesh, Id first, std::span<const CellId> cells) {
  Id e = first;
  do {
    if (!mesh.is_inner(e)) return graph_.half_edges[mesh[e].half_edge].cell;
    e = mesh[e].next;
  } while (e != first);
  // All edges are cuts: one of the cells around a corner, which do not overlap near it.
  for (const CellId c : cells) {
    const std::span edges(graph_.half_edges.data() + graph_.first_half_edge[c],
                          graph_.half_edges.data() + graph_.first_half_edge[c + 1]);
    if (std::ranges::find(edges, mesh[first].from, &HalfEdge::from) == edges.end()) continue;
    cell_.clear();
    for (const HalfEdge& s : edges) cell_.push_back(s.from);
    if (overlap(piece_, cell_)) return c;
  }
  assert(false);
  return cells.front();
}

}  // namespace plumb::pipeline
