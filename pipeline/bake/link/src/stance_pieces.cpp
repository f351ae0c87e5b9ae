// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/stance_pieces.h"

#include <utility>

namespace plumb::pipeline {

std::optional<kernel::ExactInterval> within_reach(const kernel::SegmentFrame& frame, const kernel::ExactInterval& range,
                                                  const kernel::Linear& distance, const mpq_class& reach) {
  const std::size_t axis = abs(frame.run[0]) >= abs(frame.run[1]) ? 0 : 1;
  const mpq_class &base = frame.base[axis], &run = frame.run[axis];
  const auto reversed = [&](kernel::ExactInterval i) {
    if (sgn(run) < 0) swap(i.from, i.to);
    return i;
  };
  const mpq_class slope = distance.slope / run;
  const auto near = clip_to_distance(reversed({base + range.from * run, base + range.to * run}),
                                     {distance.at - slope * base, slope}, frame.squared_length, reach);
  if (!near) return std::nullopt;
  return reversed({(near->from - base) / run, (near->to - base) / run});
}

}  // namespace plumb::pipeline
