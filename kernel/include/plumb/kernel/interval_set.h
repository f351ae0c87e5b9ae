// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

// Exact intervals of a parameter and linear functions on them.
namespace plumb::kernel {

/// A closed interval, from < to.
struct Span {
  mpq_class from, to;
  bool operator==(const Span&) const = default;
};
/// Ascending, neither overlapping nor touching one another.
using Spans = std::vector<Span>;

/// Spans in any order, joined where they overlap or touch.
Spans united(std::vector<Span> spans);
/// The closure of what is in a and not in b.
Spans without(const Spans& a, const Spans& b);
/// What is in both, single points left out.
Spans common(const Spans& a, const Spans& b);

/// The function at + slope * u.
struct Linear {
  mpq_class at, slope;
  mpq_class operator()(const mpq_class& u) const { return at + slope * u; }
  bool operator==(const Linear&) const = default;
};
Linear operator+(const Linear& f, const Linear& g);
Linear operator-(const Linear& f, const Linear& g);
Linear operator+(const Linear& f, const mpq_class& c);

/// Cuts a span to where f >= 0; false if that leaves less than a span.
bool clip(Span& span, const Linear& f);

}  // namespace plumb::kernel
