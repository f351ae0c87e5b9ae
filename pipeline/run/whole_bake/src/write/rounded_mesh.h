// SPDX-License-Identifier: GPL-3.0-or-later
// The navmesh in the numbers of a format, and what the report says of it.
#pragma once
#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

inline constexpr double rounding_share = 0.7;  ///< of the time to write a mesh in rounded numbers

/// The links of a bake, or null if none are wanted or there is nothing to link.
const LinkCells* links_of(Baked& b, Format format, const WriteSettings& settings);

/// Returns use(mesh) for the mesh whose cells are written: the navmesh, or the one with link polygons.
template <class Use>
auto with_polygons(Baked& b, const LinkCells* links, Use&& use) {
  if (links == nullptr) return use(*b.derived);
  DerivedMesh derived(links->mesh, b.options.threads);
  return use(derived);
}

/// Cells of all stances, so that neighbours share whole edges. Entered in the report.
ConformingMesh conforming(Baked& b, Format format, std::size_t most_corners, const LinkCells* links,
                          const NumberGrid& grid = {});

/// The distance of two binary32 where the greatest coordinate is on which somebody can stand.
double binary32_spacing(const NavMesh& mesh);

/// Warns in the report where the numbers of a format are far apart.
void warn_of_numbers(Baked& b, Format format, double spacing, const ConformingFacts& facts);

}  // namespace plumb::pipeline
