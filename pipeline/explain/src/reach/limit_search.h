// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <functional>
#include <vector>

#include "plumb/kernel/rational_interval.h"

namespace plumb::pipeline {

/// The value at which a question that is answered yes on one side and no on the other changes its answer.
struct FoundLimit {
  kernel::RationalInterval value;  ///< one point where it is a candidate
  bool attained = false;           ///< the answer at that point
  mpq_class yes, no;               ///< values asked on both sides, at most 2^-40 of the value away
};

/// What a search for a limit needs.
struct LimitSearch {
  std::function<bool(const mpq_class&)> asks;  ///< from `yes` to `no`, the answer changes once
  /// The values at which the answer may change, within a closed range; if it may change elsewhere too, the search finds
  /// that out. Empty: none are known.
  std::function<std::vector<mpq_class>(const mpq_class&, const mpq_class&)> candidates;
  /// Whether the candidates are few in any range: then the range is not halved before.
  bool few = false;
};

/// Finds the limit. Requires asks(yes) and not asks(no); yes may be above or below no.
///
/// The range is halved until it is a millionth of its greater end. Then only the candidates in it are halved, and the
/// answer half way between the last two says whether the limit is attained. A last question 2^-42 beside the value
/// checks that; if it fails the limit is no candidate, and the range is halved until it is 2^-41 of its greater end.
FoundLimit find_limit(mpq_class yes, mpq_class no, const LimitSearch& search);

}  // namespace plumb::pipeline
