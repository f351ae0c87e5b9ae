// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer cells: the convex cells of one stance are joined, over flush portals that admit it, to as few convex pieces as
// can be found, or to pieces that are as round as can be found.
//
// 1. find_crossings() notes the half-edges over which cells may be joined, and find_regions() the connected sets of
//    cells. Threads take chunks of regions; their results are appended in order, so they do not depend on the number of
//    threads.
// 2. Work::add() follows the boundary of a region (shape_of), which gives a lower bound of its pieces. A region that is
//    convex is one piece.
// 3. Otherwise build() makes its cells a mesh, which Optimise::none keeps, and remove_cuts() erases the cuts that
//    convexity does not need.
// 4. Optimise::count, find_fewest(): FewestPieces computes the optimum without further corners, if the region has no
//    hole, does not touch itself and has at most 60 corners. cut_between_corners() triangulates the region and erases
//    cuts, first the shortest first, then the longest first, each followed by exchanges of three pieces for two
//    (three_to_two), and keeps the best of all. Where the optimum is less still, optimal_partition() (CGAL) makes it.
// 5. Optimise::regular, add_roundest(): merge_regular() erases cuts by roundness, of the triangulated region and of the
//    cells. The roundest of these two partitions and of the one of fewest pieces is kept.
// 6. PieceWriter writes the pieces with the cells that they share area with; sort_pieces() sorts them by their lowest
//    cells.
//
// Cost: n log n for n cuts, as they are sorted, and a few rounds of exchanges; FewestPieces grows with the cube of its
// at most 60 corners, and optimal_partition() with the fourth power of them. Memory: for each thread the mesh of a
// region, and arrays by half-edge and vertex of the graph.
// Exact: every sign is one of VertexPredicates, doubles first. Lengths and roundness, in doubles, only choose.
// Sources: Hertel & Mehlhorn (1985); Tozour (2002), 3-to-2 merging; Greene (1983) through CGAL; Keil & Snoeyink (2002).
#include "plumb/pipeline/optimise.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "optimise_region.h"
#include "optimise_result.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using Id = RegionMesh::Id;

constexpr std::size_t chunk = 64;  // regions that a thread takes at a time

// The work on regions, one after the other: the buffers of one thread.
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
        roundest_(points_),
        fewest_pieces_(points_),
        writer_(map, graph, crossings, points_, boundaries_) {}

  void add(std::span<const CellId> cells, MergedCells& out) {
    const RegionShape shape = boundaries_.shape_of(cells);
    ++out.regions;
    out.hole_free_regions += shape.hole_free();
    out.lower_bound += shape.lower_bound();
    if (goal_ == Optimise::none) {
      build(graph_, crossings_, cells, local_, mesh_);
      writer_.write_cells(mesh_, cells, out);
    } else if (shape.convex()) {
      // One piece. Cuts may meet within it such that none can be erased alone.
      writer_.write_whole(cells, out);
      if (goal_ == Optimise::count) add_exact(1, 1, out);
    } else {
      if (goal_ == Optimise::count) write(find_fewest(shape, cells, out), cells, out);
      else add_roundest(shape, cells, out);
    }
  }

 private:
  static void add_exact(std::size_t pieces, std::size_t optimum, PartitionCounts& out) {
    ++out.exact_regions;
    out.exact_cells += pieces;
    out.exact_optimum += optimum;
  }

  void write(bool own_cuts, std::span<const CellId> cells, MergedCells& out) {
    if (own_cuts) writer_.write_joined(mesh_, cells, local_, out);
    else writer_.write(mesh_, cells, out);
  }

  // Leaves the roundest pieces in the mesh.
  void add_roundest(const RegionShape& shape, std::span<const CellId> cells, MergedCells& out) {
    PartitionCounts not_counted;
    bool own_cuts = find_fewest(shape, cells, not_counted);
    roundest_.edges = mesh_.edges;
    double best = roundness(mesh_);
    for (const bool triangles : {false, true}) {
      build(graph_, crossings_, cells, local_, mesh_);
      if (triangles) triangulate(mesh_);
      merge_regular(mesh_);
      const double now = roundness(mesh_);
      if (now <= best) continue;
      best = now;
      own_cuts = !triangles;
      roundest_.edges.swap(mesh_.edges);
    }
    mesh_.edges.swap(roundest_.edges);
    write(own_cuts, cells, out);
  }

  // Leaves the fewest pieces that are found in the mesh: by some of the cuts of the cells, or by cuts between the
  // region's corners. @return whether it is the former
  bool find_fewest(const RegionShape& shape, std::span<const CellId> cells, PartitionCounts& out) {
    build(graph_, crossings_, cells, local_, mesh_);
    mesh_.find_inner(cuts_);
    const std::size_t with_own_cuts = cells.size() - remove_cuts(mesh_, cuts_);
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
      pieces = mesh_.piece_count();  // still more than the optimum if CGAL does not find it
    } else if (!optimum && shape.hole_free() &&
               (between_corners == shape.lower_bound() || (shape.reflex == 2 && between_corners == 3))) {
      // As few pieces as the bound are an optimum. So are three if two corners are reflex: three_to_two() would have
      // found one cut for both.
      optimum = between_corners;
    }
    if (optimum) add_exact(pieces, *optimum, out);
    return own_cuts && !remade;
  }

  // Replaces the mesh by one of fewer pieces, with cuts between the region's corners, if it finds one. None has fewer
  // than `least`.
  // @return the number of pieces of the mesh; between_corners: the least number found with such cuts
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
        std::ranges::reverse(lengths_);  // then each run of equal lengths back: the first stays first
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
  RegionMesh mesh_, best_, start_, roundest_;
  FewestPieces fewest_pieces_;
  PieceWriter writer_;
  std::vector<VertexRef> corners_;
  std::vector<Id> cuts_;
  std::vector<std::pair<double, Id>> lengths_;
};

// Appends a part.
void append(const MergedCells& part, MergedCells& out) {
  const auto first_edge = static_cast<std::uint32_t>(out.edges.size()),
             first_cell = static_cast<std::uint32_t>(out.cells.size());
  for (MergedCells::Edge e : part.edges) {
    if (e.twin != 0xffffffffu) e.twin += first_edge;
    out.edges.push_back(e);
  }
  out.cells.insert(out.cells.end(), part.cells.begin(), part.cells.end());
  for (MergedCells::Piece p : part.pieces) {
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

// Sorts the pieces by their lowest cells: a counting sort, which is stable. `cells`: the number of all cells.
void sort_pieces(MergedCells& partition, std::size_t cells) {
  const auto lowest = [&](const MergedCells::Piece& p) { return partition.cells[p.first_cell]; };
  std::vector<std::uint32_t> place(cells + 1);  // of the next piece with this lowest cell
  for (const MergedCells::Piece& p : partition.pieces) ++place[lowest(p) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<MergedCells::Piece> pieces(partition.pieces.size());
  for (const MergedCells::Piece& p : partition.pieces) pieces[place[lowest(p)]++] = p;
  partition.pieces = std::move(pieces);
}

}  // namespace

MergedCells optimise(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                     const NavGraph& graph, const OptimiseOptions& options) {
  const Crossings crossings = find_crossings(map, graph, options.one_surface);
  const Regions regions = find_regions(map, graph, crossings);
  const std::size_t chunks = (regions.count() + chunk - 1) / chunk;
  MergedCells all;
  parallel_parts<MergedCells>(
      chunks, options.threads,
      [&](unsigned) {
        return [&, work = std::make_unique<Work>(points, set, map, graph, crossings, options.goal)](std::size_t c,
                                                                                                    MergedCells& part) {
          for (std::size_t r = c * chunk; r < std::min((c + 1) * chunk, regions.count()); ++r)
            work->add(regions[r], part);
        };
      },
      [&](const MergedCells& part) { append(part, all); });
  sort_pieces(all, map.table.cells.size());
  return all;
}

}  // namespace plumb::pipeline
