// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <span>
#include <vector>

#include "plumb/kernel/cell.h"

// The lower envelope of polygons over another polygon: which of them is the lowest at each of its places.
namespace plumb::kernel {

/// The plane of a polygon that is not vertical, in integers: z = (constant - x * X - y * Y) / up, where up > 0. X and Y
/// are relative to a plan's origin, z is absolute, and all three are in a PointTable's units.
struct IntegerPlane {
  mpz_class x, y, up, constant;
};
/// The plane of a polygon. Requires corners that are not on a vertical plane.
IntegerPlane integer_plane(const PointTable& points, std::span<const PointId> corners, PointId origin);
/// How much higher one plane is than another at (X, Y): the result stands for a X + b Y + c, which is that height times
/// the `up` of both planes.
Coefficients<mpz_class> rise_of(const IntegerPlane& low, const IntegerPlane& high);

/// PlaneEnvelope::visit() calls visit() for the cells of an envelope.
class EnvelopeVisitor {
 public:
  virtual ~EnvelopeVisitor() = default;
  /// Over all of `cell`, `ceiling` is the lowest polygon above `floor`. It is strictly above it everywhere but on the
  /// cell's boundary, where both may meet.
  virtual void visit(const ImplicitPlan& plan, const ConvexCell& cell, PolygonId floor, const IntegerPlane& floor_plane,
                     PolygonId ceiling, const IntegerPlane& ceiling_plane) = 0;
};

/// The lower envelope of convex polygons over a floor, in convex cells whose interiors do not meet. Parts of the floor
/// that another polygon in its plane owns are left out. All cuts run along lines of the input: edges of polygons, lines
/// where two planes meet, and axis-parallel lines through corners. The cells under one ceiling may be more than are
/// necessary. Each object may be used by one thread at a time.
class PlaneEnvelope {
 public:
  /// A convex polygon that is not vertical, with corners clockwise seen from above: the floor, or a polygon that may be
  /// over it. The corners must stay where they are until the next enter(). An owner is a polygon in the floor's plane:
  /// the floor does not own what it covers.
  struct Polygon {
    PolygonId id;
    std::span<const PointId> corners;
    bool owner = false;
  };

  /// The object keeps a reference to the points.
  explicit PlaneEnvelope(const PointTable& points);
  /// Sets the floor and the polygons that may be over it, for the calls that follow. Requires that all owners come
  /// before the other polygons. It is fastest if the others are sorted by height, the lowest first.
  void enter(const Polygon& floor, std::span<const Polygon> polygons);
  /// Calls visitor.visit() for each cell of the envelope. What is under no ceiling has no cell.
  void visit(EnvelopeVisitor& visitor);
  /// The area of the part of the floor that it owns, whether it is under a ceiling or not, in squared input units.
  mpq_class owned_area();

  /// How many predicates each stage of the filter ladder has decided.
  LadderCounts& counts() { return plan_.counts(); }

 private:
  struct Region {
    Polygon polygon;
    ConvexCell cell;
    IntegerPlane plane;
    double low[2], high[2];  // its box in plan, in doubles
  };
  struct Piece {
    ConvexCell cell;
    std::uint32_t ceiling;  // its index in regions_, or none
  };
  using Subset = std::vector<std::uint32_t>;  // indices in regions_

  void part(const ConvexCell& cell, const Subset& subset, int depth);
  bool split_part(const ConvexCell& cell, const Subset& subset, int depth);
  void cut_part(const ConvexCell& cell, const Subset& subset);
  void lower(Piece piece, std::uint32_t ceiling);
  bool clip(ConvexCell& inside, std::uint32_t old, LineId line);
  bool clip_above(ConvexCell& inside, std::uint32_t old, const IntegerPlane& low, const IntegerPlane& high);

  const PointTable& points_;
  ImplicitPlan plan_;
  Polygon floor_{};
  IntegerPlane floor_plane_;
  std::vector<Region> regions_;
  std::vector<Piece> pieces_, next_;
  EnvelopeVisitor* visitor_ = nullptr;  // null while owned_area() adds up the area of what is left of the floor
  std::vector<mpq_class> doubled_areas_;
  std::vector<double> lows_;
};

}  // namespace plumb::kernel
