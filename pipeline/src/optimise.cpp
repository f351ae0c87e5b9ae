// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/optimise.h"

#include <algorithm>
#include <memory>

#include "optimise_cgal.h"
#include "optimise_result.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using Id = RegionMesh::Id;

constexpr std::size_t chunk = 64;  // regions

std::vector<Id> cuts_by_length(const RegionMesh& mesh, bool longest_first) {
  std::vector<std::pair<double, Id>> keys;
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_cut(e) && e < mesh[e].twin) keys.push_back({longest_first ? -mesh.length(e) : mesh.length(e), e});
  std::ranges::sort(keys);
  std::vector<Id> order;
  for (const auto& [length, e] : keys) order.push_back(e);
  return order;
}

std::vector<Id> all_cuts(const RegionMesh& mesh) {
  std::vector<Id> order;
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_cut(e) && e < mesh[e].twin) order.push_back(e);
  return order;
}

// The regions of some chunk, one after the other.
class Work {
 public:
  Work(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph, const std::vector<bool>& passing,
       const std::vector<std::uint32_t>& lines, Optimise goal)
      : graph_(graph), passing_(passing), lines_(lines), goal_(goal), points_(points, set, map, graph), local_(graph.sides.size()), mesh_(points_), best_(points_), start_(points_),
        writer_(map, graph, passing, points_) {}

  void add(std::span<const CellId> cells, NavPartition& out) {
    ++out.regions;
    build(graph_, passing_, lines_, cells, local_, mesh_);
    if (goal_ != Optimise::none) remove_cuts(mesh_, all_cuts(mesh_));
    const RegionShape shape = shape_of(mesh_);
    out.hole_free_regions += shape.hole_free();
    out.lower_bound += shape.lower_bound();
    std::size_t without_more_corners = 1;
    if (goal_ != Optimise::none && mesh_.piece_count() > 1) {
      if (shape.convex()) {
        join_all();
      } else if (goal_ == Optimise::regular) {
        triangulate(mesh_);
        merge_regular(mesh_);
      } else {
        without_more_corners = fewest();
      }
    }
    if (goal_ == Optimise::count && shape.hole_free()) compare(shape, without_more_corners, out);
    writer_.write(mesh_, cells, goal_ == Optimise::none, out);
  }

 private:
  // A convex region is one piece, though cuts may meet within it so that none can go alone.
  void join_all() {
    for (Id e = 0; e < mesh_.size(); ++e)
      if (mesh_.is_cut(e)) mesh_.join(e);
  }

  // The better of the cells' own cuts and of cuts between the region's corners.
  // @return the pieces of the best of the latter
  std::size_t fewest() {
    std::size_t fewest = mesh_.piece_count(), without_more_corners = mesh_.size();
    best_.edges = mesh_.edges;
    triangulate(mesh_);
    start_.edges = mesh_.edges;
    for (const bool longest_first : {false, true}) {
      mesh_.edges = start_.edges;
      remove_cuts(mesh_, cuts_by_length(mesh_, longest_first));
      for (int round = 0; round < 4 && three_to_two(mesh_); ++round) {}
      const std::size_t count = mesh_.piece_count();
      without_more_corners = std::min(without_more_corners, count);
      if (count >= fewest) continue;
      fewest = count;
      best_.edges.swap(mesh_.edges);
    }
    mesh_.edges.swap(best_.edges);
    return without_more_corners;
  }

  // Against the optimum without further corners. A number that meets the bound is one. So are three pieces where two corners are reflex: a
  // cut that serves both would have been found by three_to_two.
  void compare(const RegionShape& shape, std::size_t without_more_corners, NavPartition& out) {
    std::size_t optimum = without_more_corners;
    const bool known = optimum == shape.lower_bound() || (shape.reflex == 2 && optimum == 3);
    if (!known && !optimal_partition(mesh_, optimum)) return;
    ++out.exact_regions;
    out.exact_cells += mesh_.piece_count();
    out.exact_optimum += optimum;
  }

  const NavGraph& graph_;
  const std::vector<bool>& passing_;
  const std::vector<std::uint32_t>& lines_;
  Optimise goal_;
  PlanPoints points_;
  std::vector<Id> local_;
  RegionMesh mesh_, best_, start_;
  PieceWriter writer_;
};

void append(NavPartition&& part, NavPartition& out) {
  const auto first = static_cast<std::uint32_t>(out.edges.size());
  for (NavPartition::Edge e : part.edges) {
    if (e.twin != 0xffffffffu) e.twin += first;
    out.edges.push_back(e);
  }
  for (NavPartition::Piece& p : part.pieces) {
    p.first_edge += first;
    out.pieces.push_back(std::move(p));
  }
  out.regions += part.regions;
  out.hole_free_regions += part.hole_free_regions;
  out.exact_regions += part.exact_regions;
  out.exact_cells += part.exact_cells;
  out.exact_optimum += part.exact_optimum;
  out.lower_bound += part.lower_bound;
}

}  // namespace

NavPartition optimise(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph,
                      const OptimiseOptions& options) {
  const std::vector<bool> passing = passing_sides(map, graph, options.one_surface);
  const std::vector<std::uint32_t> lines = one_number_a_line(graph);
  const Regions regions = find_regions(map, graph, passing);
  const std::size_t chunks = (regions.count() + chunk - 1) / chunk;
  std::vector<NavPartition> parts(chunks);
  parallel_chunks(chunks, options.threads, [&](unsigned) {
    return [&, work = std::make_unique<Work>(points, set, map, graph, passing, lines, options.goal)](std::size_t c) {
      for (std::size_t r = c * chunk; r < std::min((c + 1) * chunk, regions.count()); ++r) work->add(regions[r], parts[c]);
    };
  });
  NavPartition out;
  for (NavPartition& part : parts) append(std::move(part), out);
  std::ranges::stable_sort(out.pieces, {}, [](const NavPartition::Piece& p) { return p.cells.front(); });
  return out;
}

}  // namespace plumb::pipeline
