// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/clear.h"

#include <utility>

#include "carry_portals.h"
#include "cell_clearer.h"
#include "plumb/pipeline/border_of.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/parallel_parts.h"
#include "plumb/pipeline/surface_ranges.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 16;  // surfaces: small, so that no thread is left waiting

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Joins a part to what is there. Diagonals stay those of the old table.
void append(ClearedCells& to, const ClearedCells& part) {
  const auto line = static_cast<std::uint32_t>(to.lines.size());
  for (vcd::Cell c : part.cells) {
    c.first_line += line;
    to.cells.push_back(c);
  }
  append(to.lines, part.lines);
  to.kept.append(part.kept, 0);
  append(to.parents, part.parents);
  append(to.taker_counts, part.taker_counts);
  append(to.takers, part.takers);
}

}  // namespace

void clear_cells(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, const NavGraph& graph,
                 const ClearOptions& options, kernel::LadderCounts& counts) {
  map.clearance.emplace(Clearance{
      vcd::BodyShape(options.disc_points, options.bound, options.radius, options.window, points.denominator()),
      border_of(points, set, map, graph),
      {},
      {},
      {},
      {}});
  const kernel::BoxTree boxes = body_boxes(*map.clearance);
  const std::vector<SurfaceRange> surfaces = surface_ranges(map.table);
  std::vector<kernel::LadderCounts> tallies(options.threads);
  ClearedCells cleared;
  parallel_parts<ClearedCells>((surfaces.size() + chunk - 1) / chunk, options.threads,
                               [&](unsigned thread) {
                                 return [&, clearer = CellClearer(points, set, map, boxes), &tally = tallies[thread]](
                                            std::size_t c, ClearedCells& part) mutable {
                                   for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, surfaces.size()); ++i)
                                     clearer.clear(surfaces[i], part);
                                   tally = clearer.counts();
                                 };
                               },
                               [&](const ClearedCells& part) { append(cleared, part); });
  for (const kernel::LadderCounts& t : tallies) counts += t;
  Clearance& clearance = *map.clearance;
  for (const CellId c : cleared.parents) clearance.headroom.push_back(map.table.cells[c].label);
  clearance.first_taker.push_back(0);
  for (const std::uint32_t n : cleared.taker_counts) clearance.first_taker.push_back(clearance.first_taker.back() + n);
  clearance.takers = std::move(cleared.takers);
  map.table.cells = std::move(cleared.cells);
  map.table.lines = std::move(cleared.lines);
  map.table.kept = std::move(cleared.kept);
  clearance.parent = std::move(cleared.parents);
}

void clear(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, NavGraph& graph,
           const ClearOptions& options, kernel::LadderCounts& counts) {
  clear_cells(points, set, map, graph, options, counts);
  NavGraph after = link_flush(points, set, map, options.threads);
  carry_portals(points, set, graph, map, map.clearance->parent, after);
  graph = std::move(after);
}

}  // namespace plumb::pipeline
