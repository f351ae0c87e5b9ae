// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

enum class ThresholdsOf : std::uint8_t { slope, height, radius };
const char* text_of(ThresholdsOf value);

/// Which thresholds to list. The range is closed.
struct ThresholdQuery {
  ThresholdsOf of = ThresholdsOf::height;
  mpq_class low = 0, high = 0;  ///< heights or radii in input units, 0 <= low < high; or degrees, at most 90
  mpq_class window = 0;         ///< of radii: the height within which a border counts
  bool jumps_only = false;      ///< only heights at which area is lost at once, or radii at which a passage closes
};

/// Makes a query from "height", "slope" or "radius" and "LOW,HIGH". Without a range it is 0 to twice the highest
/// stance, 0 to 90, or 0 to half the highest stance. Jumps are allowed with heights and radii. `level`: the arguments
/// of which the options were made; if they give no window, that of the greatest radius is used. Errors: bad_option.
Result<ThresholdQuery> make_threshold_query(const std::string& of, const std::optional<std::string>& range,
                                            bool jumps_only, const BakeArguments& level, const BakeOptions& options);

/// The polygons of one slope.
struct SlopeThreshold {
  mpq_class tan_squared;
  kernel::RationalInterval degrees;         ///< certain to contain the angle
  bool within = false;                      ///< of the limit of the options
  std::vector<kernel::PolygonId> polygons;  ///< ascending
  std::vector<std::uint32_t> faces;         ///< the lowest source face of each
  mpq_class area;                           ///< of their projections, together, in squared input units
};

struct SlopeThresholds {
  BakeOptions options;
  ThresholdQuery query;
  std::vector<SlopeThreshold> values;  ///< from flat to steep
  std::uint64_t vertical = 0;          ///< polygons left out: they have no finite slope
  std::uint64_t turned_away = 0;       ///< polygons left out: they face down, under --sides up
};

/// What happens to the part of a floor with enough headroom as the height asked for passes a value. A *piece* is the
/// part of one floor under which one polygon is the lowest ceiling; it need not be connected.
enum class PieceChangeKind : std::uint8_t {
  jump,    ///< the ceiling is parallel to the floor: all of the piece is lost at once
  opens,   ///< the least clearance of the piece: from here up some of it is lost
  closes,  ///< its greatest clearance: nothing of it is left above
  bend,    ///< another corner of it, where the rate of loss changes its form
};
const char* text_of(PieceChangeKind value);

struct PieceChange {
  PieceChangeKind change = PieceChangeKind::bend;
  kernel::PolygonId floor = kernel::no_polygon, ceiling = kernel::no_polygon;
  mpq_class lost = 0;                              ///< the piece's area where it jumps, else 0
  std::uint32_t floor_face = 0, ceiling_face = 0;  ///< the lowest source faces of the two polygons
};

struct HeightThreshold {
  mpq_class height;
  kernel::Area left;                ///< A(height), of all the level; exact up to options.exact_digits, as in a report
  mpq_class lost;                   ///< A(height) - A(height + tiny)
  std::vector<PieceChange> pieces;  ///< jumps first, then opens, closes, bends; then by floor and ceiling
};

/// The heights at which A(h) = area{p not covered: c(p) >= h}, over all traversable polygons, changes its form. Between
/// two neighbouring values of the list, and below the first and above the last of them within the range, A is a
/// polynomial of degree at most 2. A value is listed even where changes of different pieces cancel in the sum.
struct HeightThresholds {
  BakeOptions options;
  ThresholdQuery query;
  std::vector<HeightThreshold> values;  ///< ascending
};

/// From a classified set. Requires a query of slopes.
SlopeThresholds slope_thresholds(const kernel::PointTable& points, const SurfaceSet& set, const BakeOptions& options,
                                 const ThresholdQuery& query);
/// From a classified set and its index; requires a query of heights. Computes the lower envelope of what is over each
/// traversable polygon, cell by cell. For n polygons over a floor that costs about n log n where they are scattered,
/// times the cells that they leave. The work is divided among options.threads; the result does not depend on them.
HeightThresholds height_thresholds(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                                   const BakeOptions& options, const ThresholdQuery& query);

/// The same after reading the scene. Errors: those of reading.
Result<SlopeThresholds> slope_thresholds(const BakeOptions& options, const ThresholdQuery& query, Progress& progress);
Result<HeightThresholds> height_thresholds(const BakeOptions& options, const ThresholdQuery& query, Progress& progress);

/// Tables for people; JSON with every list and number complete, except for the areas left, which are as in a report.
std::string thresholds_text(const SlopeThresholds& thresholds);
std::string thresholds_text(const HeightThresholds& thresholds);
std::string thresholds_json(const SlopeThresholds& thresholds);
std::string thresholds_json(const HeightThresholds& thresholds);

/// One side of a passage. Points are in the input's axes.
struct PassageSide {
  ExactPoint nearest;                              ///< of the border, to the other side
  std::array<ExactPoint, 2> edge;                  ///< the straight stretch of border that it is on
  kernel::PolygonId polygon = kernel::no_polygon;  ///< which it bounds
  std::uint32_t face = 0;
};

/// Two stretches of border that face each other, where they are nearest (docs/guide/explain.md).
struct RadiusPassage {
  std::array<PassageSide, 2> sides;
  ExactPoint place;  ///< half way from one side to the other
  std::vector<kernel::Label> stances;
  /// There is a floor at the place, and no border is nearer to it than the two sides: an agent of just this radius
  /// stands there and touches both sides, and a wider one cannot pass.
  bool closes = false;
};

/// Passages of one width.
struct RadiusThreshold {
  mpq_class squared_radius;             ///< the square of half the width, in plan
  kernel::RationalInterval radius;      ///< certain to contain its root; one point where that is rational
  std::vector<RadiusPassage> passages;  ///< in the order of the border's stretches
};

struct RadiusThresholds {
  BakeOptions options;
  ThresholdQuery query;
  std::vector<RadiusThreshold> values;  ///< ascending
};

/// Lists the thresholds of radius: reads the scene, cuts and links it. Requires a query of radii. Errors: those of
/// reading.
Result<RadiusThresholds> radius_thresholds(const BakeOptions& options, const ThresholdQuery& query, Progress& progress);

std::string thresholds_text(const RadiusThresholds& thresholds);
std::string thresholds_json(const RadiusThresholds& thresholds);

}  // namespace plumb::pipeline
