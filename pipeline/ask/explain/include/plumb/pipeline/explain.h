// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// The point that is asked about.
struct ExplainQuery {
  ExactPoint at;                   ///< in the axes and units of the input
  std::optional<mpq_class> reach;  ///< how far to look for walls, >= 0; none: the highest stance's height
};

/// From "x,y,z" and a length, decimals or fractions. Errors: bad_option.
Result<ExplainQuery> make_explain_query(const std::string& at, const std::optional<std::string>& reach,
                                        const LevelUnit& unit = {});

/// Whether a polygon can be stood on, and why not. A polygon that is both too steep and turned away counts as too
/// steep.
enum class Footing : std::uint8_t { traversable, too_steep, turned_away, vertical };
/// "traversable", "too steep", "turned away" (it faces down under --sides up) or "vertical".
const char* text_of(Footing value);

/// A polygon on the vertical line through the point, with its height there; a vertical polygon has all heights from low
/// to high.
struct LinePolygon {
  kernel::PolygonId polygon = kernel::no_polygon;
  std::uint32_t face = 0;  ///< its lowest source face
  Footing footing = Footing::traversable;
  mpq_class low, high;  ///< along the axis that points up
};

/// The slope of a polygon compared with the limit.
struct SlopeJudgement {
  mpq_class tan_squared;
  kernel::RationalInterval degrees;  ///< certain to contain the angle; one point where that is rational
  std::optional<mpq_class> slack;    ///< tan^2 of the limit minus tan_squared; none where the former is irrational
  bool within = false;               ///< decided exactly; equality is within
};

/// A vertical polygon that stops some stance near the point.
struct NearWall {
  kernel::PolygonId polygon = kernel::no_polygon;
  std::uint32_t face = 0;
  mpq_class squared_distance;  ///< horizontal, to the nearest point at which it stops any stance
  ExactPoint nearest;          ///< that point, on the polygon stood upon, in the input's axes
  kernel::Label may_cross =
      0;  ///< the greatest stance that may cross there (the lesser one where two intervals meet); 0: none
};

/// The border of a stance near the point.
struct NearBorder {
  mpq_class squared_distance;      ///< in plan, to the nearest border point whose height is within the window
  ExactPoint nearest;              ///< that point, in the input's axes
  std::array<ExactPoint, 2> edge;  ///< the straight stretch of border that it is on
  kernel::PolygonId polygon = kernel::no_polygon;  ///< which it bounds
  std::uint32_t face = 0;
  /// What makes it border: the polygon that keeps the stance from going on, or the wall that stops it; none: the
  /// polygon ends there.
  kernel::PolygonId cause = kernel::no_polygon;
  std::uint32_t cause_face = 0;
};

/// A polygon at the place that is judged, and the verdict on it.
struct Ground {
  kernel::PolygonId polygon = kernel::no_polygon;
  std::uint32_t face = 0;
  Footing footing = Footing::traversable;
  SlopeJudgement slope;
  // Of a traversable polygon:
  kernel::Label verdict = kernel::blocked;  ///< covered, inside, blocked, too close or a stance
  kernel::PolygonId owner =
      kernel::no_polygon;       ///< if covered: the lowest traversable of exactly this plane that is there
  std::vector<NearWall> walls;  ///< within reach, nearest first, then by number; none if covered or inside
  /// With an agent's radius: by stance that fits, lowest first; none where no border is within the window.
  std::vector<std::optional<NearBorder>> borders;
  unsigned bodies_up = 0,
           bodies_down = 0;  ///< unless covered: polygons of solids and cavities above it that face up, and down
};

/// Everything that decides whether the point can be stood on. Every number is exact.
struct Explanation {
  BakeOptions options;
  ExactPoint at;
  mpq_class reach;
  std::vector<LinePolygon> line;  ///< from the highest to the lowest
  /// The place judged: the point itself if a traversable polygon is there; else where it comes to rest when it falls,
  /// on the first polygon at or below it that is not vertical. None if it is above nothing.
  std::optional<ExactPoint> place;  ///< in the input's axes
  std::string advice;  ///< without a place, where there were one for the point in other axes: how to give it
  mpq_class height;    ///< of the place; 0 without one
  mpq_class drop;      ///< how far below the point it is
  std::vector<Ground>
      grounds;  ///< the traversables there, by number; if there is none, all polygons there that are not vertical
  std::optional<mpq_class> clearance;  ///< of the place; none: nothing above it
  std::vector<std::size_t> ceiling;    ///< into `line`: the polygons that end it
};

/// Answers for one point the questions that a bake answers, by the definitions alone (docs/theory/definitions.md):
/// polygons are closed, and clearance counts only what is strictly above. Requires a classified set and its index.
/// `solids`: with --solids closed. Without an agent's radius.
Explanation explain_point(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                          const BakeOptions& options, const ExplainQuery& query, const SolidSet* solids = nullptr);

/// The same after reading the scene; with a radius the level is cut and linked, too. Errors: those of reading.
Result<Explanation> explain(const BakeOptions& options, const ExplainQuery& query, Progress& progress);

/// Many answers, in the order of the questions, after reading the scene once.
Result<std::vector<Explanation>> explain_all(const BakeOptions& options, const std::vector<ExplainQuery>& queries,
                                             Progress& progress);

/// Text for people, in many lines; JSON with every number complete.
std::string explanation_text(const Explanation& explanation);
std::string explanation_json(const Explanation& explanation);

/// A point of a file that is asked about.
struct ExplainLine {
  std::uint64_t line = 0;  ///< from 1
  ExplainQuery query;
};
/// Reads points, a line each: three coordinates (number_lines.h). `reach`: of all. Errors: those, and bad_option.
Result<std::vector<ExplainLine>> read_explain_lines(const std::string& file, const std::optional<std::string>& reach,
                                                    const LevelUnit& unit = {});
/// A line for each point, and a header: `line,answer,x,y,z,drop,clearance,polygon,face,binds`. The answer is a verdict,
/// what keeps the place from being stood on ("too steep", "turned away"), or "none". Numbers are the nearest binary64.
std::string explanations_csv(const std::vector<ExplainLine>& lines, const std::vector<Explanation>& explanations);
/// All of them, each as explanation_json() has it, with its line. `file`: the scene.
std::string explanations_json(const std::string& file, const std::vector<ExplainLine>& lines,
                              const std::vector<Explanation>& explanations);

}  // namespace plumb::pipeline
