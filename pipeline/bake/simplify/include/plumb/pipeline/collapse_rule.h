// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>

namespace plumb::pipeline {

/// Why an edge is not collapsed, or a corner not removed.
enum class CollapseRule : std::uint8_t {
  inward,         ///< a boundary vertex would leave the boundary
  link,           ///< an edge would have three triangles, or a hole or a component would vanish
  flip,           ///< a triangle would lose its area in plan, or turn over
  corner,         ///< a boundary vertex is not straight between its neighbours there
  edge_class,     ///< the two boundary edges at it are of different classes, or of different walls
  cone,           ///< a triangle would be turned too far from one that it stands for
  reach,          ///< floor would be tilted too far from a ramp
  parts,          ///< a step would get too high, and a component would fall apart
  error,          ///< the vertex would end too far from planes that it stands for
  steep,          ///< a triangle would be steeper than the limit
  far,            ///< lost area would be farther than the tolerance from what remains
  position_bits,  ///< numerators or denominators of the new place are too long
};
inline constexpr std::size_t collapse_rule_count = 12;
const char* text_of(CollapseRule rule);

}  // namespace plumb::pipeline
