// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/disc.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// A stretch of border in coordinates along it: u from 0 to 1, v outward (kernel::SegmentFrame). In input units.
struct Ledge {
  Ledge(const ExactPoint& from, const ExactPoint& to);

  kernel::SegmentFrame frame;
  kernel::PlanIntegers plan_from, plan_to;
  kernel::Linear height;
  kernel::PlanPoint outward;  ///< the run, turned left
  /// u and v of a place.
  kernel::PlanPoint place(const mpq_class& x, const mpq_class& y) const;
  /// How far a polygon around the origin reaches outward, and inward, in v.
  mpq_class extent(const kernel::DiscPolygon& polygon) const;
};

/// Another stretch as it is seen straight out from a ledge, over `range` of u.
struct SeenLedge {
  kernel::ExactInterval range;
  kernel::Linear distance;  ///< v, not negative in the range, and not 0 everywhere
  kernel::Linear height;
  bool faces_back = false;
};

/// The stretches of the border of a level. Doubles are in the integer units of its points.
class Ledges {
 public:
  /// Keeps references. `unit`: the denominator of the level's points.
  Ledges(const Border& border, const mpz_class& unit);

  std::uint32_t size() const { return static_cast<std::uint32_t>(border_.stretches.size()); }
  const BorderStretch& stretch(std::uint32_t i) const { return border_.stretches[i]; }
  const vcd::BodyEnd& near_from(std::uint32_t i) const { return border_.ends[stretch(i).from]; }
  const vcd::BodyEnd& near_to(std::uint32_t i) const { return border_.ends[stretch(i).to]; }
  /// From where it begins, and the way to its end.
  std::array<kernel::Interval, 2> near_begin(std::uint32_t i) const;
  std::array<kernel::Interval, 2> near_run(std::uint32_t i) const;
  kernel::IntervalSegment near_segment(std::uint32_t i) const;
  kernel::Box box(std::uint32_t i) const;
  ExactPoint from(std::uint32_t i) const { return exact(near_from(i)); }
  ExactPoint to(std::uint32_t i) const { return exact(near_to(i)); }
  /// Another stretch as it is seen from one; none: no perpendicular meets it, or all meet it at the distance 0.
  std::optional<SeenLedge> seen(const Ledge& ledge, std::uint32_t other) const;

 private:
  ExactPoint exact(const vcd::BodyEnd& end) const;

  const Border& border_;
  const mpz_class& unit_;
};

/// A box that is so much larger in plan, and reaches from `down` below to `up` above.
kernel::Box around(kernel::Box box, double away, double down, double up);

}  // namespace plumb::pipeline
