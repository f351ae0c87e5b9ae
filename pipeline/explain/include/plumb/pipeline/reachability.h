// SPDX-License-Identifier: GPL-3.0-or-later
// What lets one place be reached from another, and what keeps it from that (docs/guide/explain.md, "From one place to
// another").
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// The two places that are asked about, and the stance that goes from one to the other.
struct ReachQuery {
  ExactPoint from, to;       ///< in the axes and units of the input; each falls to the first floor at or below it
  kernel::Label stance = 1;  ///< of the options' stances
  mpq_class window;          ///< above 0: the height within which border counts where a radius is tried
};

/// Makes a query from two points and the name of a stance (none: the lowest). If the arguments of the level have
/// neither a radius nor a window, the window is that of a radius of half the stance's height. Errors: bad_option.
Result<ReachQuery> make_reach_query(const std::string& from, const std::string& to,
                                    const std::optional<std::string>& stance, const BakeArguments& level,
                                    const BakeOptions& options);

/// The parameters, each of which is varied alone. A lower height or radius, and a greater step, slope or weld, let more
/// pass.
enum class ReachParameter : std::uint8_t { height, radius, step, slope, weld };
inline constexpr std::array reach_parameters{ReachParameter::height, ReachParameter::radius, ReachParameter::step,
                                             ReachParameter::slope, ReachParameter::weld};
/// "height", "radius", "step", "slope" or "weld".
const char* text_of(ReachParameter value);

/// A polygon at the place where the way ends.
struct ReachPolygon {
  kernel::PolygonId polygon = kernel::no_polygon;
  std::uint32_t face = 0;
};

/// The value of one parameter at which the two places become parted or joined, while the others stay as given. Heights,
/// steps, radii and welds are lengths; a slope is its squared tangent.
struct ReachLimit {
  enum class Kind : std::uint8_t {
    at,      ///< they are joined on one side of `value`, and parted on the other
    never,   ///< no value of the parameter joins them
    always,  ///< every value joins them, however strict
  };
  ReachParameter parameter = ReachParameter::height;
  Kind kind = Kind::never;
  /// One point where it is known as a fraction; else an enclosure, of a relative width of at most 2^-40, except for
  /// radii that no passage explains.
  kernel::RationalInterval value;
  bool attained = false;  ///< of a fraction: they are joined at the value itself
  /// About where the way ends on the parted side of the value, in the input's axes; none where there is nothing to
  /// show.
  std::optional<ExactPoint> place;
  /// What ends the way there: the polygon over it, the wall, both sides of a step, a gap or a passage, or the steep
  /// polygon.
  std::vector<ReachPolygon> polygons;
};

struct Reachability {
  BakeOptions options;
  ReachQuery query;
  std::array<std::optional<ExactPoint>, 2> floors;  ///< where the places fall to; none: above nothing
  std::array<std::optional<ReachPolygon>, 2> standing;
  bool reached = false;
  /// If reached: how far each parameter may be made stricter before the places are parted. If not: which value of each
  /// would join them. In the order of reach_parameters; empty where a place is above nothing.
  std::vector<ReachLimit> limits;
};

/// Reads the scene and bakes it as often as needed, about 25 times for each parameter without a radius. Every answer is
/// checked by bakes on both sides of it. Errors: those of reading.
Result<Reachability> reachability(const BakeOptions& options, const ReachQuery& query, Progress& progress);

/// Text for people; JSON with every number complete.
std::string reachability_text(const Reachability& found);
std::string reachability_json(const Reachability& found);

}  // namespace plumb::pipeline
