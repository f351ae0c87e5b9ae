// SPDX-License-Identifier: LGPL-3.0-or-later
// Stretches of a line, from the vertices on it.
#pragma once
#include <optional>

#include "plumb/vcd/wall.h"

namespace plumb::vcd {
using namespace kernel;

inline bool same_projection(const PointTable& t, PointId p, PointId q) {
  if (t.approx(p, 0) != t.approx(q, 0) || t.approx(p, 1) != t.approx(q, 1)) return false;
  return (t.approx_is_exact(p) && t.approx_is_exact(q)) ||
         (t.exact(p, 0) == t.exact(q, 0) && t.exact(p, 1) == t.exact(q, 1));
}

// A stretch that grows to contain every vertex given.
class Extent {
 public:
  Extent(const ImplicitPlan& plan, LineId line) : plan_(plan), line_(line) {}
  void add(VertexId v) {
    if (!any_) from_ = to_ = v;
    any_ = true;
    if (v == from_ || v == to_) return;
    const Sign after_start = plan_.order_along(line_, v, from_);
    if (after_start == Sign::negative) from_ = v;
    else if (after_start == Sign::positive && (from_ == to_ || plan_.order_along(line_, v, to_) == Sign::positive))
      to_ = v;
  }
  // Its ends are two vertices only if one was found to come after the other.
  std::optional<LineStretch> stretch() const {
    if (!any_ || from_ == to_) return std::nullopt;
    return LineStretch{from_, to_};
  }

 private:
  const ImplicitPlan& plan_;
  LineId line_;
  bool any_ = false;
  VertexId from_ = 0, to_ = 0;
};

// The vertex where a line across another meets it, whichever way it crosses.
inline VertexId meet(ImplicitPlan& plan, LineId line, LineId across) {
  return plan.turn(line, across) == Sign::negative ? plan.vertex(line, across) : plan.vertex(across, line);
}

// The first corner of a vertical polygon whose successor is not over or under it.
inline std::size_t base_of(const PointTable& points, std::span<const PointId> c) {
  std::size_t base = 0;
  while (same_projection(points, c[base], c[base + 1 == c.size() ? 0 : base + 1])) ++base;
  return base;
}

}  // namespace plumb::vcd
