// SPDX-License-Identifier: GPL-3.0-or-later
// What lets one place be reached from another, and what keeps it from that (docs/guide/explain.md, "From one place to
// another").
#pragma once
#include <array>
#include <cstdint>
#include <functional>
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

/// The parameters, each of which is varied alone. A lower height or radius, and a greater step, slope or weld, let more
/// pass.
enum class ReachParameter : std::uint8_t { height, radius, step, slope, weld };
inline constexpr std::array reach_parameters{ReachParameter::height, ReachParameter::radius, ReachParameter::step,
                                             ReachParameter::slope, ReachParameter::weld};
/// "height", "radius", "step", "slope" or "weld".
const char* text_of(ReachParameter value);

/// The two places that are asked about, and the stance that goes from one to the other.
struct ReachQuery {
  ExactPoint from, to;       ///< in the axes and units of the input; each falls to the first floor at or below it
  kernel::Label stance = 1;  ///< of the options' stances
  mpq_class window;          ///< above 0: the height within which border counts where a radius is tried
  /// The parameters to vary, in the order of reach_parameters.
  std::vector<ReachParameter> only{reach_parameters.begin(), reach_parameters.end()};
  unsigned bakes = 20;  ///< most bakes of a parameter, at least 10; of the radius twice as many
};

/// The texts of a query.
struct ReachArguments {
  std::string from, to;               ///< points
  std::optional<std::string> stance;  ///< a name; none: the lowest
  std::optional<std::string> only;    ///< words with commas between; none: all
  std::optional<std::string> bakes;
};

/// Makes a query. If the arguments of the level have neither a radius nor a window, the window is that of a radius of
/// half the stance's height. Errors: bad_option.
Result<ReachQuery> make_reach_query(const ReachArguments& query, const BakeArguments& level,
                                    const BakeOptions& options);

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
  /// One point where it is known as a fraction; else an enclosure, of a relative width of at most 2^-40 if settled.
  kernel::RationalInterval value;
  bool attained = false;  ///< of a fraction, and of a radius: they are joined at the value itself
  /// False: the bakes ended before more was known, or discs of 512 points cannot tell some passages apart. The limit
  /// lies in `value` all the same.
  bool settled = true;
  /// A short decimal that is a rounding away from a fraction, of a slope from its tangent: that of the file, whose
  /// numbers were read as doubles.
  std::optional<mpq_class> decimal;
  unsigned bakes = 0;  ///< that it took
  /// Above 0: this is the radius of a pair, and the disc of the radius as given would pass; the fewest of 32, 64, 128,
  /// 256, 512 points whose polygon does, with the other parameter at its limit.
  std::uint32_t disc_points = 0;
  /// About where the way ends on the parted side of the value, in the input's axes; none where there is nothing to
  /// show.
  std::optional<ExactPoint> place;
  /// What ends the way there: the polygon over it, the wall, both sides of a step, a gap or a passage, or the steep
  /// polygon.
  std::vector<ReachPolygon> polygons;
};

/// What keeps the stance from standing at one of the places itself.
struct ReachBlock {
  enum class By : std::uint8_t {
    headroom,  ///< `measure`: the height of `polygon` above the place
    slope,     ///< `measure`: the squared tangent of `polygon`
    side,      ///< `polygon` faces down
    radius,    ///< `measure`: the squared distance from the border, which `polygon` causes
    solid,     ///< the place is inside a closed body
  };
  By by = By::headroom;
  mpq_class measure;
  /// The file's decimal of a headroom, a distance or a tangent, as in ReachLimit.
  std::optional<mpq_class> decimal;
  std::optional<ReachPolygon> polygon;
};
/// "headroom", "slope", "side", "radius" or "solid".
const char* text_of(ReachBlock::By value);

/// Two parameters that join the places together, where none does alone: the first at its limit with the second at its
/// loosest, the second at its limit with the first so.
struct ReachPair {
  ReachLimit first, second;
};

/// What the polygon that stands for the disc of the radius has decided otherwise than the disc would.
struct ReachDisc {
  bool reached = false;      ///< by the true disc
  std::uint32_t points = 0;  ///< the fewest of 32, 64, 128, 256, 512 whose polygon says so, too; 0: none of these
};

struct Reachability {
  BakeOptions options;
  ReachQuery query;
  std::array<std::optional<ExactPoint>, 2> floors;  ///< where the places fall to; none: above nothing
  /// Above nothing, where there were something below the point in other axes: how to give it; else empty.
  std::array<std::string, 2> advice;
  std::array<std::optional<ReachPolygon>, 2> standing;
  std::array<std::optional<ReachBlock>, 2> blocked;  ///< none: the stance stands there
  bool reached = false;                              ///< as a bake with the options says
  /// If reached: how far each parameter may be made stricter before the places are parted. If not: which value of each
  /// would join them. In the order of the query; empty where a place is above nothing.
  std::vector<ReachLimit> limits;
  std::optional<ReachDisc> disc;  ///< none: the disc would decide the same, or it was not found out
  std::vector<ReachPair> pairs;   ///< if no parameter joins the places alone
  bool finished = false;          ///< all was found that was asked
};

/// Is told what is known so far: once the verdict is, then after each limit, and at the end.
using ReachListener = std::function<void(const Reachability&)>;

/// Reads the scene and bakes it as often as the query allows. Every answer is checked by bakes on both sides of it.
/// Errors: those of reading.
Result<Reachability> reachability(const BakeOptions& options, const ReachQuery& query, Progress& progress,
                                  const ReachListener& told = {});

/// Text for people: up to the verdict, a line for each limit, and what follows them. JSON with every number complete.
std::string reachability_text(const Reachability& found);
std::string reachability_begin(const Reachability& found);
std::string reachability_row(const Reachability& found, const ReachLimit& limit);
std::string reachability_end(const Reachability& found);
std::string reachability_json(const Reachability& found);

}  // namespace plumb::pipeline
