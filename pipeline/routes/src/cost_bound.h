// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <optional>

#include "plumb/pipeline/route_bound.h"

namespace plumb::pipeline {

/// What every route costs at least: the better one of the bound by intervals, if there is one, and of the cost of the
/// shortest path of a point, if that is known; at most `most`, what one route costs.
template <class End>
mpq_class cost_bound(std::optional<RouteBound>& intervals, const End& from, const End& to,
                     const std::optional<mpq_class>& shortest, const std::optional<mpq_class>& most) {
  mpq_class out = shortest.value_or(0);
  if (intervals) {
    const double found = (*intervals)(from, to, most ? kernel::interval_of(*most).high : HUGE_VAL);
    if (found < HUGE_VAL) out = std::max(out, mpq_class(found));
  }
  return most ? std::min(out, *most) : out;
}

}  // namespace plumb::pipeline
