// SPDX-License-Identifier: GPL-3.0-or-later
// Stretches of a segment by the stances that they admit, and their ends where the reach of a way is used up.
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/provenance.h"
#include "plumb/kernel/segment_frame.h"

namespace plumb::pipeline {

/// A stretch of a segment, in its parameter, and the greatest stance it admits.
struct StancePiece {
  kernel::ExactInterval range;
  kernel::Label stance = 0;
};
/// admitted(s) for s = top, ..., 1 says where stance s passes; a piece gets the greatest that does. Ascending.
template <class Admitted>
std::vector<StancePiece> pieces_by_stance(kernel::Label top, const kernel::ExactInterval& whole, Admitted&& admitted) {
  std::vector<StancePiece> out;
  kernel::IntervalSet rest = {whole};
  for (kernel::Label s = top; s >= 1 && !rest.empty(); --s) {
    const kernel::IntervalSet pass = common(admitted(s), rest);
    for (const kernel::ExactInterval& p : pass) out.push_back({p, s});
    rest = without(rest, pass);
  }
  std::ranges::sort(out, [](const StancePiece& p, const StancePiece& q) { return p.range.from < q.range.from; });
  return out;
}

/// The part of a range along a segment in which `distance`, in the frame's unit, is at most `reach`. An irrational end
/// is rounded inward by the coordinate that changes more along the segment, x if both do alike: so it depends on the
/// segment's line, not on where the segment begins and ends.
std::optional<kernel::ExactInterval> within_reach(const kernel::SegmentFrame& frame, const kernel::ExactInterval& range,
                                                  const kernel::Linear& distance, const mpq_class& reach);

}  // namespace plumb::pipeline
