// SPDX-License-Identifier: GPL-3.0-or-later
#include "nearest_face.h"

#include <algorithm>
#include <functional>

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::IntervalPoint;

double upper_square(double v) { return (Interval(v) * Interval(v)).high; }
double square_to_box(const IntervalPoint& p, const kernel::Box& box) {
  Interval sum(0.0);
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval below = Interval(box.low[k]) - p[k], above = p[k] - Interval(box.high[k]);
    const Interval away(std::max({0.0, below.low, above.low}));
    sum = sum + away * away;
  }
  return sum.low;
}
kernel::Box around(const IntervalPoint& p, double reach) {
  kernel::Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval side = p[k] + Interval(-reach, reach);
    box.low[k] = side.low;
    box.high[k] = side.high;
  }
  return box;
}

}  // namespace

NearestFace::NearestFace(const FloorFaces& floor) {
  std::vector<kernel::Box> boxes;
  for (Index f = 0; f < floor.faces.size(); ++f) {
    first_.push_back(corners_.size());
    for (const Index c : floor.faces[f].corners) corners_.push_back(floor.near_point(c));
    boxes.push_back(box_of(floor, f));
    kernel::grow(all_, boxes.back());
  }
  first_.push_back(corners_.size());
  tree_.emplace(std::move(boxes));
}

auto NearestFace::operator()(const IntervalPoint& p, double reach, Index hint) -> Nearest {
  Nearest out;
  const auto look_at = [&](Index f) {
    const Interval d = distance(p, corners_of(f));
    out.distance.low = std::min(out.distance.low, d.low);
    if (d.high >= out.distance.high) return;
    out.distance.high = d.high;
    out.face = f;
  };
  if (hint != no_face) look_at(hint);
  // Most are far nearer than they may be, and few boxes are that near.
  for (reach = std::max(std::min(reach, out.distance.high) / 4, least_reach(p));; reach *= 2) {
    // Those of the nearest boxes first: most others are farther then.
    candidates_.clear();
    tree_->query(around(p, reach), [&](Index f) {
      if (f != hint) candidates_.push_back({square_to_box(p, tree_->box(f)), f});
    });
    std::ranges::make_heap(candidates_, std::greater());
    while (!candidates_.empty() && candidates_.front().square <= upper_square(out.distance.high)) {
      look_at(candidates_.front().face);
      std::ranges::pop_heap(candidates_, std::greater());
      candidates_.pop_back();
    }
    if (out.distance.high <= reach) return out;
  }
}

// From outside of all of it, at least as far as its box; and no less than doubles tell apart.
double NearestFace::least_reach(const IntervalPoint& p) const {
  double out = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval wider = kernel::outward(p[k].low, p[k].high);
    out = std::max({out, all_.low[k] - p[k].high, p[k].low - all_.high[k], wider.high - wider.low});
  }
  return out;
}

}  // namespace plumb::pipeline
