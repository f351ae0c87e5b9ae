// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "optimise_mesh.h"

namespace plumb::pipeline {

/// Which sides cells of one stance merge over.
std::vector<bool> passing_sides(const StanceMap& map, const NavGraph& graph, bool one_surface);

/// By Side::line: the same number for lines that are equal, as far as twins tell.
std::vector<std::uint32_t> one_number_a_line(const NavGraph& graph);

/// The cells of each region, ascending, and the regions by their lowest cell.
struct Regions {
  std::vector<CellId> cells;
  std::vector<std::uint32_t> first;  ///< region r has cells[first[r] .. first[r + 1])
  std::size_t count() const { return first.size() - 1; }
  std::span<const CellId> operator[](std::size_t r) const { return {cells.data() + first[r], first[r + 1] - first[r]}; }
};
Regions find_regions(const StanceMap& map, const NavGraph& graph, const std::vector<bool>& passing);

/// What counts about the boundary of a region.
struct RegionShape {
  std::uint32_t reflex = 0;  ///< corners of more than 180 degrees
  std::uint32_t loops = 0;   ///< closed boundaries; where it touches itself at a point, as if it did not
  int euler = 1;             ///< characteristic: 1 for a disc, less by 1 for every hole (and by 2 for a bridge over itself)
  bool hole_free() const { return loops == 1 && euler == 1; }
  /// A disc whose boundary turns one way only, by 360 degrees in all.
  bool convex() const { return hole_free() && reflex == 0; }
  /// No partition has fewer pieces. Let there be c cuts, i interior vertices and f pieces, all of them discs: f = euler + c - i. A cut has two ends; three
  /// at least meet at each interior vertex (two would go straight on), and one at least at each reflex corner: 2c >= reflex + 3i.
  std::uint64_t lower_bound() const { return static_cast<std::uint64_t>(std::max(1, euler + static_cast<int>((reflex + 1) / 2))); }
};
RegionShape shape_of(const RegionMesh& mesh);

/// The cells of a region as pieces. `local` has an entry for each side of the graph; those of the region are written.
void build(const NavGraph& graph, const std::vector<bool>& passing, const std::vector<std::uint32_t>& lines, std::span<const CellId> cells, std::vector<RegionMesh::Id>& local, RegionMesh& mesh);

}  // namespace plumb::pipeline
