// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/terms.h"
#include "plumb/vcd/border_body.h"
#include "plumb/vcd/surface_cells.h"

namespace plumb::pipeline {

/// A straight stretch of the boundary of cells that is border for the stances from the lowest to the highest.
struct BorderStretch {
  kernel::PolygonId surface = kernel::no_polygon;
  std::uint32_t from = 0, to = 0;  ///< ends of the border
  kernel::Label lowest = 1, highest = 1;
  std::uint32_t first_cell = 0, cell_count = 0;  ///< of the border's cells: those along it, in order
};

/// The borders of all stances, in the order of the graph's half-edges.
struct Border {
  std::vector<vcd::BodyEnd> ends;
  std::vector<std::uint32_t> stretch_at;  ///< by end: a stretch that ends there
  std::vector<BorderStretch> stretches;
  std::vector<std::uint32_t> cells;  ///< cells of the stance map before anything was taken

  std::span<const std::uint32_t> cells_of(const BorderStretch& s) const {
    return std::span(cells).subspan(s.first_cell, s.cell_count);
  }
  vcd::BorderEdge edge(std::uint32_t stretch) const {
    const BorderStretch& s = stretches[stretch];
    return {stretch, {s.from, s.to}, &ends[s.from], &ends[s.to]};
  }
};

/// What an agent's radius takes from a stance map, and why (docs/theory/definitions.md, Radius).
struct Clearance {
  vcd::BodyShape shape;
  Border border;
  std::vector<std::uint32_t> parent;       ///< by cell: the old cell that it is a part of; ascending
  std::vector<kernel::Label> headroom;     ///< by cell: the label of its old cell
  std::vector<std::uint32_t> first_taker;  ///< by cell: its first place in takers; one more at the end
  /// For the stances between a cell's headroom and its label, highest first: stretches of border whose body holds the
  /// cell. Each counts for all stances of the stretch, and the next one begins below these.
  std::vector<std::uint32_t> takers;

  std::span<const std::uint32_t> takers_of(std::size_t cell) const {
    return std::span(takers).subspan(first_taker[cell], first_taker[cell + 1] - first_taker[cell]);
  }
};

/// Every traversable surface, cut exactly into cells that are blocked, covered, inside, too close or of a stance.
struct StanceMap {
  std::vector<Stance> stances;         ///< stances[s-1] is stance s
  mpq_class step = 0;                  ///< in input units: below it a wall does not obstruct
  vcd::CellTable table;                ///< cells ascending by surface
  std::optional<Clearance> clearance;  ///< none without an agent's radius
};

/// Stances ascend from above 0 and above the step; cells ascend by surface, and have a witness wherever something keeps
/// them from the highest stance; every index is in range. Geometry is not tested again.
bool is_valid(const StanceMap& map, std::size_t surface_count);

/// The cells [first_cell, last_cell) and the obstructions of one surface in a cell table.
struct SurfaceRange {
  std::uint32_t first_cell, last_cell;
  std::size_t first_obstruction, last_obstruction;
};

/// The range of each surface that has cells, ascending. Both lists of a stance map's table ascend by surface.
std::vector<SurfaceRange> surface_ranges(const vcd::CellTable& table);

}  // namespace plumb::pipeline
