// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a parameter at which one place is no longer reached from another.
#pragma once
#include <gmpxx.h>

#include <functional>
#include <optional>
#include <vector>

#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/surface_set.h"
#include "reach/trial_level.h"

namespace plumb::pipeline {

/// x / 2^bits.
inline mpq_class shifted(const mpq_class& x, unsigned bits) {
  mpq_class out;
  mpq_div_2exp(out.get_mpq_t(), x.get_mpq_t(), bits);
  return out;
}

/// The value at which a question that is answered yes on one side and no on the other changes its answer.
struct FoundLimit {
  kernel::RationalInterval value;  ///< one point where it is a candidate
  bool attained = false;           ///< the answer at that point
  mpq_class yes, no;               ///< values on both sides, the nearest asked
  bool settled = true;             ///< false: the questions ended before the range was 2^-41 of its greater end
};

/// What a search for a limit needs.
struct LimitSearch {
  std::function<bool(const mpq_class&)> asks;  ///< from `yes` to `no`, the answer changes once
  /// The values at which the answer may change, within a closed range; if it may change elsewhere too, the search finds
  /// that out. Empty: none are known.
  std::function<std::vector<mpq_class>(const mpq_class&, const mpq_class&)> candidates;
  /// Whether the candidates are few in any range: then the range is not halved before.
  bool few = false;
  unsigned lists = 1;   ///< how often candidates are asked for, where the limit is none of those before
  unsigned most = 100;  ///< questions
};

/// Finds the limit. Requires asks(yes) and not asks(no); yes may be above or below no.
///
/// The range is halved six times. Then the list of candidates in it is halved, and the answer half way between the
/// last two says whether the limit is attained. A last question 2^-42 beside the value checks that; if it fails the
/// limit is no candidate, and the range is halved until it is 2^-41 of its greater end. Where the questions end before,
/// the result is the range that is left.
FoundLimit find_limit(mpq_class yes, mpq_class no, const LimitSearch& search);

/// The differences of heights of polygons, and of edges of vertical polygons, that lie over one another along the edges
/// of a level, seen from above: their values at the ends of the common part, and where two differences are equal.
/// Without a radius and welds these are the values at which a height or a step can join or part anything: a way closes
/// where two obstacles touch, which happens on an edge of one of them, or where a portal loses its length, on an edge
/// too.
///
/// Returns those over edges that come into a box in plan (none: all), from `low` to `high` inclusive, both above 0,
/// ascending. The list may lack some (see the source); whoever searches with it has to check by a bake. Cost: about the
/// pairs of polygons that lie over an edge.
std::vector<mpq_class> height_differences(const kernel::PointTable& points, const SurfaceSet& set,
                                          const SurfaceIndex& index, const mpq_class& low, const mpq_class& high,
                                          const std::optional<Box>& around);

/// The greatest radius of a true disc with which the level joins the places, with the other values as in `given`.
/// `most`: bakes.
struct RadiusLimit {
  ReachLimit limit;
  mpq_class passes;                     ///< a disc of this radius surely passes, if the limit is not `never`
  std::optional<bool> passes_as_given;  ///< whether the disc of the radius in `given` passes, if that is known
};
RadiusLimit find_radius_limit(TrialLevel& level, const Trial& given, unsigned most, unsigned threads);

}  // namespace plumb::pipeline
