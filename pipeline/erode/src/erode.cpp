// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/erode.h"

#include <utility>

#include "carry_portals.h"
#include "cell_eroder.h"
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
void append(ErodedCells& to, const ErodedCells& part) {
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

void erode_cells(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, const NavGraph& graph,
                 const ErodeOptions& options, kernel::LadderCounts& counts) {
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
  ErodedCells eroded;
  parallel_parts<ErodedCells>((surfaces.size() + chunk - 1) / chunk, options.threads,
                              [&](unsigned thread) {
                                return [&, eroder = CellEroder(points, set, map, boxes), &tally = tallies[thread]](
                                           std::size_t c, ErodedCells& part) mutable {
                                  for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, surfaces.size()); ++i)
                                    eroder.erode(surfaces[i], part);
                                  tally = eroder.counts();
                                };
                              },
                              [&](const ErodedCells& part) { append(eroded, part); });
  for (const kernel::LadderCounts& t : tallies) counts += t;
  Clearance& clearance = *map.clearance;
  for (const CellId c : eroded.parents) clearance.headroom.push_back(map.table.cells[c].label);
  clearance.first_taker.push_back(0);
  for (const std::uint32_t n : eroded.taker_counts) clearance.first_taker.push_back(clearance.first_taker.back() + n);
  clearance.takers = std::move(eroded.takers);
  map.table.cells = std::move(eroded.cells);
  map.table.lines = std::move(eroded.lines);
  map.table.kept = std::move(eroded.kept);
  clearance.parent = std::move(eroded.parents);
}

void erode(const kernel::PointTable& points, const SurfaceSet& set, StanceMap& map, NavGraph& graph,
           const ErodeOptions& options, kernel::LadderCounts& counts) {
  erode_cells(points, set, map, graph, options, counts);
  NavGraph after = link_flush(points, set, map, options.threads);
  carry_portals(points, set, graph, map, map.clearance->parent, after);
  graph = std::move(after);
}

}  // namespace plumb::pipeline
