// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "plumb/kernel/near_point.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::pipeline {

/// What a segment is. An obstacle keeps a disc away; a border parts two weights; a barrier stands where a disc of some
/// radius does not pass (passages.h), and keeps nothing away.
enum class SegmentKind : std::uint8_t { none, obstacle, border, barrier };

/// A flat map: weighted regions, and obstacles around and between them.
struct PlanMap {
  using Index = std::uint32_t;
  /// The region of what no agent can be in.
  static constexpr Index blocked = 0xffffffffu;

  struct Segment {
    Index from = 0, to = 0;  ///< points
    SegmentKind kind = SegmentKind::obstacle;
    Index left = blocked, right = blocked;  ///< the regions beside it, seen from `from`
    bool operator==(const Segment&) const = default;
  };

  std::vector<kernel::NearPoint> points;  ///< in different places; each is an end of a segment
  std::vector<Segment> segments;          ///< no two have more than an end in common
  std::vector<mpq_class> weights;         ///< by region, 0 or more, all different: what a unit of length costs
};

/// Polygons that a map is made of. Those of a group are laid over one another as the group says.
struct MapLayer {
  enum class Role : std::uint8_t {
    cells,      ///< side by side: what is beside one alone is blocked
    floors,     ///< with holes; where they overlap they are one, without an obstacle between them
    obstacles,  ///< what they cover is blocked
    regions,    ///< what they cover, if it is not blocked, has their weight; a later one covers an earlier one
  };
  struct Polygon {
    kernel::PlanRegion region;  ///< an outline, and holes
    mpq_class weight = 1;
  };
  Role role = Role::cells;
  std::string file;  ///< for messages
  std::vector<Polygon> polygons;
};

/// Why polygons make no map.
struct MapError {
  std::string what;  ///< "polygon 3 has no area": the polygon is named
  std::size_t layer = 0;
};

/// @param walls segments that are obstacles, whatever is beside them; their ends may lie anywhere.
/// Exact. An error names the first polygon that crosses itself, has no area, is there twice or is a cell that overlaps
/// another one. Cost: n log n in the edges, and as many more steps as edges cross.
std::variant<PlanMap, MapError> make_plan_map(std::span<const MapLayer> layers,
                                              std::span<const std::array<kernel::PlanPoint, 2>> walls = {});

/// Whether what is said at PlanMap holds.
bool is_valid(const PlanMap& map);

}  // namespace plumb::pipeline
