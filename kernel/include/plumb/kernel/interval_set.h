// SPDX-License-Identifier: LGPL-3.0-or-later
// Exact intervals of a parameter, and linear functions on them: the places along an edge at which something holds.
// A set of intervals is united, subtracted and intersected; an interval is cut to where a linear function is not
// negative (clip) or at most so great a distance (clip_to_distance); lower_envelope() says which of many functions is
// the least.
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

/// A linear function over an interval, with a number of its own.
struct LinearPiece {
  ExactInterval range;
  Linear distance;
  std::uint32_t id = 0;
};

/// A stretch of a lower envelope, and the ids of all pieces that are nearest there, ascending: at one distance all
/// along.
struct EnvelopeStretch {
  ExactInterval range;
  Linear distance;
  std::vector<std::uint32_t> ids;
};

/// The lower envelope of pieces: disjoint stretches, ascending; none where there is no piece. k pieces cost
/// O(k log^2 k), times a slowly growing factor.
std::vector<EnvelopeStretch> lower_envelope(std::span<const LinearPiece> pieces);

enum class Rounding { inward, outward };

/// Where distance * length <= reach within range, as an interval with positive length; none if there is none.
/// `distance` >= 0 there. An end where the reach is used up, if irrational, is rounded inward to a multiple of 2^-64,
/// or of the first of 2^-128, 2^-192, ... that leaves an interval: what is within reach exactly is never lost. Or it is
/// rounded outward to a multiple of 2^-64, at most to the end of the range.
std::optional<ExactInterval> clip_to_distance(const ExactInterval& range, const Linear& distance,
                                              const mpq_class& squared_length, const mpq_class& reach,
                                              Rounding rounding = Rounding::inward);

}  // namespace plumb::kernel
