// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/optimise.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "optimise_cgal.h"
#include "optimise_result.h"
#include "plumb/pipeline/parallel_parts.h"

namespace plumb::pipeline {
namespace {

using Id = RegionMesh::Id;

constexpr std::size_t chunk = 64;  // regions

// The regions of some chunk, one after the other.
class Work {
 public:
  Work(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph,
       const Crossings& crossings, Optimise goal)
      : graph_(graph),
        crossings_(crossings),
        goal_(goal),
        points_(points, set, map, graph),
        boundaries_(graph, crossings, points_),
        local_(graph.half_edges.size()),
        mesh_(points_),
        best_(points_),
        start_(points_),
        fewest_pieces_(points_),
        writer_(map, graph, crossings, points_, boundaries_) {}

  void add(std::span<const CellId> cells, NavPartition& out) {
    const RegionShape shape = boundaries_.shape_of(cells);
    ++out.regions;
    out.hole_free_regions += shape.hole_free();
    out.lower_bound += shape.lower_bound();
    if (goal_ == Optimise::none) {
      build(graph_, crossings_, cells, local_, mesh_);
      writer_.write_cells(mesh_, cells, out);
    } else if (shape.convex()) {
      // One piece, though cuts may meet within it so that none can go alone.
      writer_.write_whole(cells, out);
      if (goal_ == Optimise::count) add_exact(1, 1, out);
    } else {
      build(graph_, crossings_, cells, local_, mesh_);
      mesh_.find_inner(cuts_);
      const std::size_t removed = remove_cuts(mesh_, cuts_);
      if (goal_ == Optimise::count) {
        add_fewest(shape, cells, cells.size() - removed, out);
      } else {
        triangulate(mesh_);
        merge_regular(mesh_);
        writer_.write(mesh_, cells, out);
      }
    }
  }

 private:
  static void add_exact(std::size_t pieces, std::size_t optimum, NavPartition& out) {
    ++out.exact_regions;
    out.exact_cells += pieces;
    out.exact_optimum += optimum;
  }

  // The better of the cells' own cuts, which the mesh has, and of cuts between the region's corners.
  void add_fewest(const RegionShape& shape, std::span<const CellId> cells, std::size_t with_own_cuts,
                  NavPartition& out) {
    std::optional<std::size_t> optimum;  // without further corners
    if (shape.hole_free()) {
      boundaries_.turning(boundaries_.lowest_side(cells), FewestPieces::most_corners, corners_);
      if (!corners_.empty()) optimum = fewest_pieces_(corners_);
    }
    std::size_t pieces = with_own_cuts, between_corners = mesh_.size();
    if (!optimum || *optimum < pieces)
      pieces = cut_between_corners(pieces, optimum.value_or(shape.lower_bound()), between_corners);
    const bool own_cuts = pieces == with_own_cuts;
    bool remade = false;
    if (optimum && *optimum < pieces) {
      remade = optimal_partition(mesh_);
      pieces = mesh_.piece_count();  // more than the optimum still where CGAL does not find it
    } else if (!optimum && shape.hole_free() &&
               (between_corners == shape.lower_bound() || (shape.reflex == 2 && between_corners == 3))) {
      // What meets the bound is an optimum. So are three pieces where two corners are reflex: a cut that serves both
      // would have been found by three_to_two.
      optimum = between_corners;
    }
    if (optimum) add_exact(pieces, *optimum, out);
    if (own_cuts && !remade) writer_.write_joined(mesh_, cells, local_, out);
    else writer_.write(mesh_, cells, out);
  }

  // Makes the mesh one of fewer pieces than it has, with cuts between the region's corners, if that is found. None has
  // fewer than `least`.
  // @return how many pieces the mesh has; between_corners: how many the best of such meshes have
  std::size_t cut_between_corners(std::size_t fewest, std::size_t least, std::size_t& between_corners) {
    best_.edges = mesh_.edges;
    triangulate(mesh_);
    mesh_.compact();
    start_.edges = mesh_.edges;
    const std::size_t triangles = mesh_.piece_count();
    mesh_.find_inner(cuts_);
    lengths_.clear();
    for (const Id e : cuts_) lengths_.push_back({mesh_.length(e), e});
    for (const bool longest_first : {false, true}) {
      if (longest_first) {
        mesh_.edges = start_.edges;
        std::ranges::reverse(lengths_);  // of equal ones the first stays first
        for (auto i = lengths_.begin(), j = i; i != lengths_.end(); i = j) {
          while (j != lengths_.end() && j->first == i->first) ++j;
          std::reverse(i, j);
        }
      } else {
        std::ranges::sort(lengths_);
      }
      cuts_.clear();
      for (const auto& [length, e] : lengths_) cuts_.push_back(e);
      std::size_t count = triangles - remove_cuts(mesh_, cuts_);
      count -= three_to_two(mesh_, 4);
      between_corners = std::min(between_corners, count);
      if (count < fewest) {
        fewest = count;
        best_.edges.swap(mesh_.edges);
      }
      if (between_corners == least) break;
    }
    mesh_.edges.swap(best_.edges);
    return fewest;
  }

  const NavGraph& graph_;
  const Crossings& crossings_;
  Optimise goal_;
  VertexPredicates points_;
  Boundaries boundaries_;
  std::vector<Id> local_;  // by half-edge of the graph: the one of the mesh
  RegionMesh mesh_, best_, start_;
  FewestPieces fewest_pieces_;
  PieceWriter writer_;
  std::vector<VertexRef> corners_;
  std::vector<Id> cuts_;
  std::vector<std::pair<double, Id>> lengths_;
};

// Appends a part.
void append(const NavPartition& part, NavPartition& out) {
  const auto first_edge = static_cast<std::uint32_t>(out.edges.size()),
             first_cell = static_cast<std::uint32_t>(out.cells.size());
  for (NavPartition::Edge e : part.edges) {
    if (e.twin != 0xffffffffu) e.twin += first_edge;
    out.edges.push_back(e);
  }
  out.cells.insert(out.cells.end(), part.cells.begin(), part.cells.end());
  for (NavPartition::Piece p : part.pieces) {
    p.first_edge += first_edge;
    p.first_cell += first_cell;
    out.pieces.push_back(p);
  }
  out.regions += part.regions;
  out.hole_free_regions += part.hole_free_regions;
  out.exact_regions += part.exact_regions;
  out.exact_cells += part.exact_cells;
  out.exact_optimum += part.exact_optimum;
  out.lower_bound += part.lower_bound;
}

// Puts the pieces in the order of their lowest cells, of which there are so many; equal ones stay in theirs.
void sort_pieces(NavPartition& partition, std::size_t cells) {
  const auto lowest = [&](const NavPartition::Piece& p) { return partition.cells[p.first_cell]; };
  std::vector<std::uint32_t> place(cells + 1);  // of the next piece with this lowest cell
  for (const NavPartition::Piece& p : partition.pieces) ++place[lowest(p) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<NavPartition::Piece> pieces(partition.pieces.size());
  for (const NavPartition::Piece& p : partition.pieces) pieces[place[lowest(p)]++] = p;
  partition.pieces = std::move(pieces);
}

}  // namespace

NavPartition optimise(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                      const NavGraph& graph, const OptimiseOptions& options) {
  const Crossings crossings = find_crossings(map, graph, options.one_surface);
  const Regions regions = find_regions(map, graph, crossings);
  const std::size_t chunks = (regions.count() + chunk - 1) / chunk;
  NavPartition all;
  parallel_parts<NavPartition>(
      chunks, options.threads,
      [&](unsigned) {
        return [&, work = std::make_unique<Work>(points, set, map, graph, crossings, options.goal)](
                   std::size_t c, NavPartition& part) {
          for (std::size_t r = c * chunk; r < std::min((c + 1) * chunk, regions.count()); ++r)
            work->add(regions[r], part);
        };
      },
      [&](const NavPartition& part) { append(part, all); });
  sort_pieces(all, map.table.cells.size());
  return all;
}

}  // namespace plumb::pipeline
