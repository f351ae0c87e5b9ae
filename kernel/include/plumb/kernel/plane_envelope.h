// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <span>
#include <vector>

#include "plumb/kernel/cell.h"

// The lower envelope of polygons over another one.
namespace plumb::kernel {

/// The plane of a polygon that is not vertical, in integers: z = (constant - x * X - y * Y) / up with X, Y relative to
/// a plan's origin and z absolute, all in a PointTable's units; up > 0.
struct IntegerPlane {
  mpz_class x, y, up, constant;
};
IntegerPlane integer_plane(const PointTable& points, std::span<const PointId> corners, PointId origin);
/// How much higher one plane is than another at (X, Y): a X + b Y + c, times up of both.
Coefficients<mpz_class> rise_of(const IntegerPlane& low, const IntegerPlane& high);

/// Told of the cells of an envelope.
class EnvelopeVisitor {
 public:
  virtual ~EnvelopeVisitor() = default;
  /// Over all of `cell`, `ceiling` is the lowest polygon above `floor` and, but for the boundary, strictly above it.
  virtual void visit(const ImplicitPlan& plan, const ConvexCell& cell, PolygonId floor, const IntegerPlane& floor_plane,
                     PolygonId ceiling, const IntegerPlane& ceiling_plane) = 0;
};

/// The lower envelope of convex polygons over a floor, less what the floor does not own, in convex cells of disjoint
/// interiors. Only lines of the input cut: edges of polygons, where two planes meet, axis-parallel lines through
/// corners. Cells of one ceiling may be cut further than it needs. Not thread-safe: one object a thread.
class PlaneEnvelope {
 public:
  /// A polygon that is not vertical, corners clockwise seen from above. An owner takes what it covers of the floor
  /// away.
  struct Ceiling {
    PolygonId id;
    std::span<const PointId> corners;
    bool owner = false;
  };

  /// Keeps a reference.
  explicit PlaneEnvelope(const PointTable& points);
  /// Moves to a floor and what may be over it: owners first. Fastest where the others go from low to high.
  void enter(const Ceiling& floor, std::span<const Ceiling> ceilings);
  void visit(EnvelopeVisitor& visitor);
  /// The area of what the floor owns, under a ceiling or not, in squared input units.
  mpq_class uncovered_area();

  LadderCounts& counts() { return plan_.counts(); }

 private:
  struct Region {
    Ceiling ceiling;
    ConvexCell cell;
    IntegerPlane plane;
    double low[2], high[2];
  };
  struct Piece {
    ConvexCell cell;
    std::uint32_t ceiling;  // into regions_; none
  };
  using Subset = std::vector<std::uint32_t>;  // of regions_

  void part(const ConvexCell& cell, const Subset& subset, int depth);
  bool split_part(const ConvexCell& cell, const Subset& subset, int depth);
  void cut_part(const ConvexCell& cell, const Subset& subset);
  void lower(Piece piece, std::uint32_t ceiling);
  bool clip(ConvexCell& inside, std::uint32_t old, LineId line);
  bool clip_above(ConvexCell& inside, std::uint32_t old, const IntegerPlane& low, const IntegerPlane& high);

  const PointTable& points_;
  ImplicitPlan plan_;
  Ceiling floor_{};
  IntegerPlane floor_plane_;
  std::vector<Region> regions_;
  std::vector<Piece> pieces_, next_;
  EnvelopeVisitor* visitor_ = nullptr;  // none: what is left of the floor is added up
  std::vector<mpq_class> doubled_areas_;
  std::vector<double> lows_;
};

}  // namespace plumb::kernel
