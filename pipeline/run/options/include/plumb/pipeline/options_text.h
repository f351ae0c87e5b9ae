// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/kernel/area_ledger.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/json.h"

namespace plumb::pipeline {

/// Every option that decides the result, with its effective value. How the work is done and where it goes (threads,
/// files) is left out: equal results carry equal options.
Json options_json(const BakeOptions& options);

/// An area as a fraction, if it is known, and about. exact_digits: the option, which is told where it leaves the
/// fraction out.
Json area_json(const kernel::Area& area, std::uint64_t exact_digits);
/// A point as three fractions.
Json point_json(const ExactPoint& point);
/// An interval as two decimals, rounded outward.
Json interval_json(const kernel::RationalInterval& interval);

/// The options that decide what a result means, in one line with its end, so that a forgotten one is seen:
/// "Options: up y, numbers double, sides both, slope 45, step 0, stances stand 9/5." Up to the step all are there, the
/// others where they differ from their defaults. `fractions`: or else decimals.
std::string options_text(const BakeOptions& options, bool fractions = true);

}  // namespace plumb::pipeline
