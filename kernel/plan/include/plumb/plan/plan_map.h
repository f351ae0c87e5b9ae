// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::plan {

/// The kind of a segment. An obstacle keeps a disc away; a border separates two weights; a barrier stands where a disc
/// of some radius does not pass (passages.h), and keeps nothing away by itself.
enum class SegmentKind : std::uint8_t { none, obstacle, border, barrier };

/// A flat map: weighted regions, and obstacles around and between them.
struct PlanMap {
  using Index = std::uint32_t;
  /// The region of places where no agent can be.
  static constexpr Index blocked = 0xffffffffu;

  struct Segment {
    Index from = 0, to = 0;  ///< points
    SegmentKind kind = SegmentKind::obstacle;
    Index left = blocked, right = blocked;  ///< the regions beside it, seen from `from`
    bool operator==(const Segment&) const = default;
  };

  std::vector<kernel::FilteredPoint> points;  ///< in different places; each is an end of a segment
  std::vector<Segment> segments;              ///< no two have more than an end in common
  std::vector<mpq_class> weights;             ///< by region, 0 or more, all different: what a unit of length costs
};

/// A layer of polygons of which a map is made. Polygons of one layer are combined as the role says.
struct MapLayer {
  enum class Role : std::uint8_t {
    cells,      ///< side by side: an edge of one polygon alone has blocked beyond it
    floors,     ///< with holes; polygons that overlap are one, without an obstacle between them
    obstacles,  ///< what they cover is blocked
    regions,    ///< what they cover has their weight, unless it is blocked; the last one counts
  };
  struct Polygon {
    kernel::PlanRegion region;  ///< an outline, and holes
    mpq_class weight = 1;
  };
  Role role = Role::cells;
  std::string file = {};  ///< for messages
  std::vector<Polygon> polygons;
};

/// Why polygons do not make a map.
struct MapError {
  std::string what;  ///< "polygon 3 has no area": the polygon is named
  std::size_t layer = 0;
};

/// @param walls segments that are obstacles, whatever is beside them; their ends may lie anywhere. A segment without
/// length is none. Exact. An error names the first polygon that crosses itself, has no area, is there twice or is a
/// cell that overlaps another one. Cost: n log n in the edges, and as many more steps as edges cross.
std::variant<PlanMap, MapError> make_plan_map(std::span<const MapLayer> layers,
                                              std::span<const std::array<kernel::PlanPoint, 2>> walls = {});

/// Whether all that PlanMap requires holds.
bool is_valid(const PlanMap& map);

}  // namespace plumb::plan
