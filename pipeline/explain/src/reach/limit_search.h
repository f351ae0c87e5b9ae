// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <functional>
#include <vector>

#include "plumb/kernel/rational_interval.h"

namespace plumb::pipeline {

/// Where a question that is answered yes on one side and no on the other changes its answer.
struct FoundLimit {
  kernel::RationalInterval value;  ///< one point where it is a candidate
  bool attained = false;           ///< the answer at that point
  mpq_class yes, no;               ///< values on either side, at most 2^-40 of it away, that were asked
};

/// How a limit is searched.
struct LimitSearch {
  std::function<bool(const mpq_class&)> asks;  ///< from `yes` to `no`, the answer changes once
  /// Values at which the answer may change, from one value to another inclusive; if there are others, the search finds
  /// out. Empty: none is known.
  std::function<std::vector<mpq_class>(const mpq_class&, const mpq_class&)> candidates;
  /// Whether candidates are few however wide the range: then nothing is halved before.
  bool few = false;
};

/// Requires asks(yes) and not asks(no); yes may be above or below no.
///
/// The range is halved until it is a millionth of its greater end. Between the candidates that are left the answer can
/// only be one: they are halved too, and the answer half way to the next one tells whether the limit is attained. A
/// last question 2^-42 beyond the value checks that; where it fails, the limit is no candidate, and the range is
/// halved until it is 2^-41 of its greater end.
FoundLimit find_limit(mpq_class yes, mpq_class no, const LimitSearch& search);

}  // namespace plumb::pipeline
