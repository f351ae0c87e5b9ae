// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// Why a component was erased.
enum class DropReason : std::uint8_t {
  unreached,  ///< no seed point lies in it
  small,      ///< its area is below min_area
};

/// A component of the lowest stance's graph that was erased.
struct DroppedComponent {
  DropReason why = DropReason::unreached;
  std::uint32_t cells = 0;
  Area area;                  ///< of all its cells
  std::vector<Area> stances;  ///< [s-1]: the area of its cells of stance s
  ExactPoint at;              ///< a point inside its first cell, on the floor; z up, input units
};

/// What became of the components.
struct Pruned {
  std::vector<DroppedComponent> dropped;  ///< ascending by first cell
  std::vector<Area> kept;  ///< [s-1]: the area of the cells left of stance s; empty if nothing was dropped
};

/// Which components to keep.
struct PruneSettings {
  std::vector<ExactPoint> seed_points;  ///< in the input's frame; empty: every component is reached
  mpq_class min_area = 0;               ///< smaller components are dropped, >= 0
  std::uint64_t exact_digits = 1000;    ///< longest exact area to keep, in characters; 0: any
};

/// Whether there is anything to do: not without seed points and with min_area 0.
bool prunes(const PruneSettings& settings);

/// Stage: the components to keep (--seed-point, --min-area). Of every other component of the lowest stance's graph it
/// erases the cells from the mesh, with their portals; cells where nobody can stand, and obstructions, stay. Cells keep
/// their order and are renumbered. Points are renumbered by first appearance in cells (facets, corners), portals (on_a,
/// on_b), obstructions.
///
/// A seed point is dropped vertically to the first facet at or below it, of whatever verdict. On a boundary, the
/// components of all cells there where somebody can stand are reached. If nobody can stand there, or nothing is there:
/// ErrorCode::bad_option. A component that is both unreached and small is listed as unreached.
Result<Pruned> prune_components(NavMesh& mesh, const PruneSettings& settings);

/// Erases cells, by number, and their portals. Renumbers cells and points.
void erase_cells(NavMesh& mesh, const std::vector<bool>& drop);

/// A name for messages: "unreached", "small".
const char* text_of(DropReason value);

}  // namespace plumb::pipeline
