// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

// Exact intervals of a parameter and linear functions on them.
namespace plumb::kernel {

/// A closed interval, from < to.
struct ExactInterval {
  mpq_class from, to;
  bool operator==(const ExactInterval&) const = default;
};
/// Ascending, neither overlapping nor touching one another.
using IntervalSet = std::vector<ExactInterval>;

/// IntervalSet in any order, joined where they overlap or touch.
IntervalSet united(std::vector<ExactInterval> intervals);
/// The closure of what is in a and not in b.
IntervalSet without(const IntervalSet& a, const IntervalSet& b);
/// What is in both, single points left out.
IntervalSet common(const IntervalSet& a, const IntervalSet& b);

/// The function at + slope * u.
struct Linear {
  mpq_class at, slope;
  mpq_class operator()(const mpq_class& u) const { return at + slope * u; }
  bool operator==(const Linear&) const = default;
};
Linear operator+(const Linear& f, const Linear& g);
Linear operator-(const Linear& f, const Linear& g);
Linear operator+(const Linear& f, const mpq_class& c);

/// Cuts an interval to where f >= 0; false if that leaves less than an interval.
bool clip(ExactInterval& interval, const Linear& f);

}  // namespace plumb::kernel
