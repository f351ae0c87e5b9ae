// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// What a polygon is for the agent (docs/theory/definitions.md, Steepness). A vertical polygon is a blocker too.
enum class SurfaceKind : std::uint8_t { traversable, blocker, vertical };

/// One convex planar polygon. Its corners are ordered clockwise seen from above (a vertical polygon keeps its
/// file order); collinear corners are allowed, repeated ones and zero area are not.
struct Surface {
  std::uint32_t first_corner = 0;  ///< into SurfaceSet::corners
  std::uint32_t corner_count = 0;
  std::uint32_t face = 0;  ///< the lowest source face (and part of it) that it covers
  std::uint32_t part = 0;
  bool faces_up = false;  ///< the file's orientation has normal.z > 0
  SurfaceKind kind = SurfaceKind::blocker;
};

/// A part of a face, as convexify counts them.
struct FacePart {
  std::uint32_t face = 0;
  std::uint32_t part = 0;
  auto operator<=>(const FacePart&) const = default;
};

/// A corner of a face, by its place among the face's corners in the file, from 0.
struct FaceCorner {
  std::uint32_t face = 0;
  std::uint32_t corner = 0;
  auto operator<=>(const FaceCorner&) const = default;
};

/// A point in which edges of a face cross, and which is a corner of its parts, but no corner of the face.
struct FaceCrossing {
  std::uint32_t face = 0;
  kernel::PointId point = 0;
  std::array<kernel::PointId, 4> ends{};  ///< of two of the edges, each in the direction of the face
};

/// A face that is not planar and became the fan from its first corner although the fan extends beyond the outline.
struct FannedFace {
  std::uint32_t face = 0;
  mpq_class excess;  ///< the areas of the fan's triangles less that of the outline, along the face's axis, input units
};

/// The scene as convex planar polygons, numbered by (face, part).
struct SurfaceSet {
  std::vector<Surface> surfaces;  ///< ascending in (face, part): the index is the polygon's number
  std::vector<kernel::PointId> corners;
  std::vector<std::uint32_t> covered_begin;  ///< surface i covers covered_parts[covered_begin[i], covered_begin[i+1])
  std::vector<FacePart> covered_parts;       ///< ascending within a surface; the first is the surface's own
  /// The parts of faces that are neither planar and convex nor fanned, ascending, as they were before welding.
  std::vector<FacePart> cut_parts;
  std::vector<std::uint32_t> cut_begin;      ///< cut_parts[i] has cut_corners[cut_begin[i], cut_begin[i+1] or the end)
  std::vector<kernel::PointId> cut_corners;  ///< in the direction of the file
  /// Ascending by face, then by the coordinates along which the face is seen. A point of several faces occurs for each.
  std::vector<FaceCrossing> crossings;
  std::vector<std::uint32_t> degenerate_faces;    ///< without area (whole face, or a triangle of its fan): dropped
  std::vector<std::uint32_t> split_faces;         ///< cut into several parts
  std::vector<std::uint32_t> dropped_faces;       ///< `--bad-faces drop`
  std::vector<FaceCorner> dropped_corners;        ///< on no edge of the result, as the edges at them cancel
  std::vector<FannedFace> fanned_faces;           ///< whose fans extend beyond their outlines
  std::vector<std::uint32_t> triangulated_faces;  ///< not planar, and in the triangles of kernel::region_of()
  /// The triangulated faces whose parts have another boundary in space than the face. No component with one is closed.
  std::vector<std::uint32_t> bent_faces;
  std::uint32_t welded_from = 0;  ///< polygons before preliminary welding

  std::span<const kernel::PointId> corners_of(const Surface& s) const {
    return {corners.data() + s.first_corner, s.corner_count};
  }
  std::span<const FacePart> parts_of(std::size_t surface) const {
    return {covered_parts.data() + covered_begin[surface], covered_begin[surface + 1] - covered_begin[surface]};
  }
  std::span<const kernel::PointId> outline_of_cut(std::size_t cut) const {
    const std::size_t end = cut + 1 < cut_begin.size() ? cut_begin[cut + 1] : cut_corners.size();
    return {cut_corners.data() + cut_begin[cut], end - cut_begin[cut]};
  }
};

/// Ranges in bounds, numbers ascending, lists sorted. Geometry is not re-examined.
bool is_valid(const SurfaceSet& set, std::size_t point_count);

/// Stage: sets every surface's kind (docs/theory/definitions.md, Steepness). vertical, as convexify() said, iff
/// normal.z = 0 exactly; traversable iff within the slope limit, exactly, and, for Sides::up, facing up in the file;
/// else blocker. `threads` >= 1 does not change the result. Requires convex surfaces with area, of which the vertical
/// ones are marked.
void classify(SurfaceSet& set, const kernel::PointTable& points, const kernel::SlopeLimit& limit, Sides sides,
              unsigned threads);

using kernel::Box;  // in the scene's integer units

/// The box between exact coordinates in input units, rounded as those of a PointTable are. Rounding is monotone, so
/// boxes that touch exactly touch.
Box rounded_box(const kernel::PointTable& points, const kernel::ExactPoint& low, const kernel::ExactPoint& high);

/// The box of a polygon, by its corners.
Box surface_box(const kernel::PointTable& points, std::span<const kernel::PointId> corners);

/// The boxes of the surfaces of a scene, by surface.
class SurfaceIndex : public kernel::BoxTree {
 public:
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set);
  /// An index of the chosen surfaces, ascending; box() still returns that of any surface.
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set, const std::vector<std::uint32_t>& chosen);
  /// The same, for boxes of all surfaces that were made before.
  SurfaceIndex(std::shared_ptr<const std::vector<Box>> boxes, const std::vector<std::uint32_t>& chosen)
      : BoxTree(std::move(boxes), chosen) {}
};

}  // namespace plumb::pipeline
