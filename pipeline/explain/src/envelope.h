// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/vcd/levels.h"
#include "plumb/vcd/obstacle.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The plane of a polygon that is not vertical, in integers: z = (constant - x * X - y * Y) / up with X, Y relative to a frame's origin
/// and z absolute, all in a PointTable's units; up > 0.
struct IntegerPlane {
  mpz_class x, y, up, constant;
};
IntegerPlane integer_plane(const kernel::PointTable& points, std::span<const kernel::PointId> corners, kernel::PointId origin);

/// How much higher one plane is than another at (X, Y): a X + b Y + c, times up of both.
kernel::Coefficients<mpz_class> rise_of(const IntegerPlane& low, const IntegerPlane& high);

/// Told of the cells of a lower envelope.
class EnvelopeVisitor {
 public:
  virtual ~EnvelopeVisitor() = default;
  /// Over all of `cell`, `ceiling` is the lowest polygon above `floor` and, but for the boundary, strictly above it.
  virtual void visit(const kernel::Frame& frame, const kernel::ConvexCell& cell, kernel::PolygonId floor, const IntegerPlane& floor_plane,
                     kernel::PolygonId ceiling, const IntegerPlane& ceiling_plane) = 0;
};

/// The lower envelope of what is over a floor, less what the floor does not own, in convex cells of disjoint interiors. Only lines of the
/// input cut: edges of polygons, where two planes meet, axis-parallel lines through corners. Cells of one ceiling may be cut further than
/// it needs. Polygons that are nowhere lower than `top` over the floor are left out, so above `top` the envelope may be too high.
/// Not thread-safe: one object a thread.
class Envelope {
 public:
  /// top in input units, > 0.
  Envelope(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& top);
  /// Requires a traversable surface.
  void find(kernel::PolygonId floor, EnvelopeVisitor& visitor);
  /// The area of what the floor last asked for owns, under a ceiling or not, in squared input units.
  mpq_class uncovered_area();

 private:
  struct Ceiling {
    kernel::PolygonId id;
    kernel::ConvexCell region;
    IntegerPlane plane;
    Box box;
    bool owner;  // coplanar, and takes the floor's points over
  };
  struct Piece {
    kernel::ConvexCell cell;
    std::uint32_t ceiling;  // into ceilings_; none
  };
  using Subset = std::vector<std::uint32_t>;  // of ceilings_

  bool gather(kernel::PolygonId floor);
  bool matters(const Surface& s, const kernel::Plane& plane, bool& coplanar);
  void part(const kernel::ConvexCell& cell, const Subset& subset, int depth);
  bool split_part(const kernel::ConvexCell& cell, const Subset& subset, int depth);
  void cut_part(const kernel::ConvexCell& cell, const Subset& subset);
  void lower(Piece piece, std::uint32_t ceiling);
  bool clip(kernel::ConvexCell& inside, std::uint32_t old, kernel::LineId line);
  bool clip_above(kernel::ConvexCell& inside, std::uint32_t old, const IntegerPlane& low, const IntegerPlane& high);

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  vcd::Levels levels_;
  double reach_;  // no less than the top, in integer units
  kernel::Frame frame_;
  kernel::PolygonId floor_ = kernel::no_polygon;
  IntegerPlane floor_plane_;
  std::vector<Ceiling> ceilings_;
  std::vector<Piece> pieces_, next_;
  EnvelopeVisitor* visitor_ = nullptr;       // none: what is left of the floor is added up
  std::vector<mpq_class> doubled_areas_;
};

}  // namespace plumb::pipeline
