// SPDX-License-Identifier: GPL-3.0-or-later
#include "convex_parts.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <limits>
#include <numeric>

namespace plumb::pipeline {

using kernel::Interval;
using kernel::RingState;
using kernel::RoundedPlace;

bool RingCutter::cut(std::span<const RoundedPlace> ring, RingState state, std::size_t most_corners, RingParts& out) {
  return cut(ring, state, most_corners, false, out);
}

bool RingCutter::can_cut(std::span<const RoundedPlace> ring, std::size_t most_corners) {
  const RingState state = kernel::state_of(ring);
  if (state == RingState::kept && most_corners == 3) return true;  // as chop() says
  unwanted_.shrink(0);
  return cut(ring, state, most_corners, true, unwanted_);
}

bool RingCutter::cut(std::span<const RoundedPlace> ring, RingState state, std::size_t most_corners, bool asked,
                     RingParts& out) {
  ring_ = ring;
  most_ = most_corners;
  asked_ = asked;
  tries_ = 64;
  all_.resize(ring.size());
  std::iota(all_.begin(), all_.end(), 0u);
  const std::size_t before = out.size();
  if (state == RingState::kept ? chop(all_, out) : state == RingState::not_convex && cut_at_reflex(all_, out))
    return true;
  out.shrink(before);
  if (cut_ears(all_, out)) return true;
  out.shrink(before);
  return false;
}

bool RingCutter::cut_part(Part part, RingParts& out) {
  places_.clear();
  for (const std::uint32_t c : part) places_.push_back(at(c));
  const RingState state = kernel::state_of(places_);
  if (state == RingState::kept) return chop(part, out);
  return state == RingState::not_convex && cut_at_reflex(part, out);
}

// From a reflex corner to one opposite, so that it is convex on both sides, and so on.
bool RingCutter::cut_at_reflex(Part part, RingParts& out) {
  const std::size_t n = part.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t before = part[(i + n - 1) % n], here = part[i], after = part[(i + 1) % n];
    if (side(before, here, after) >= 0) continue;
    boost::container::small_vector<std::uint32_t, 16> one, other;
    for (std::size_t k = 0; k + 3 < n && tries_ > 0; ++k) {
      // From the middle of the others to either end.
      const std::size_t step = k % 2 == 0 ? n / 2 + k / 2 : n / 2 - (k + 1) / 2;
      if (step < 2 || step + 2 > n) continue;
      const std::uint32_t there = part[(i + step) % n];
      if (side(before, here, there) <= 0 || side(here, after, there) <= 0) continue;
      --tries_;
      one.clear(), other.clear();
      for (std::size_t j = 0; j <= step; ++j) one.push_back(part[(i + j) % n]);
      for (std::size_t j = step; j <= n; ++j) other.push_back(part[(i + j) % n]);
      const std::size_t made = out.size();
      if (cut_part({one.data(), one.size()}, out) && cut_part({other.data(), other.size()}, out)) return true;
      out.shrink(made);
    }
    return false;
  }
  return false;
}

// Off a convex part, as many corners as may be, as long as there are more, so that the lesser of both areas is great.
// There always is a triangle to chop off. A strict corner with its neighbours has an area; what is left of the part has
// none only if all other corners are on one line. Then the corner at an end of that line, with its neighbours, has an
// area, and what is left, without that end of the line, has one, too.
//
// The areas of what may be chopped off are kept: after a cut only those are new that had a corner within the cut. And
// the area of all starts with the triangles of what starts at the first corner.
bool RingCutter::chop(Part part, RingParts& out) {
  if (asked_ && most_ == 3) return true;
  if (part.size() <= most_) return out.add(part), true;
  left_.assign(part.begin(), part.end());
  off_.clear();
  for (std::size_t first = 0; first < left_.size(); ++first) off_.push_back(area(left_, first, most_));
  for (;;) {
    const std::size_t n = left_.size();
    const Interval all = area(left_, 0, n, most_, off_[0]);
    std::size_t best = n;
    double best_area = -std::numeric_limits<double>::infinity();
    for (std::size_t first = 0; first < n; ++first) {
      const Interval& off = off_[first];
      if (off.low <= best_area) continue;
      const double least = std::min(off.low, (all - off).low);
      if (least > best_area &&
          (least > 0 || (!flat(left_, first, most_) && !flat(left_, (first + most_ - 1) % n, n - most_ + 2))))
        best = first, best_area = least;
    }
    if (best == n) return false;
    std::rotate(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(best), left_.end());
    std::rotate(off_.begin(), off_.begin() + static_cast<std::ptrdiff_t>(best), off_.end());
    out.add(Part(left_).first(most_));
    const auto gap = static_cast<std::ptrdiff_t>(most_ - 1);
    left_.erase(left_.begin() + 1, left_.begin() + gap);
    off_.erase(off_.begin() + 1, off_.begin() + gap);
    if (left_.size() <= most_) break;
    off_[0] = area(left_, 0, most_);
    for (std::size_t first = left_.size() + 2 - most_; first < left_.size(); ++first)
      off_[first] = area(left_, first, most_);
  }
  out.add(left_);
  return true;
}

// Twice the area of `count` corners from the one at `first`, three or more.
Interval RingCutter::area(Part part, std::size_t first, std::size_t count) const {
  const std::size_t n = part.size(), second = first + 1 < n ? first + 1 : 0, third = second + 1 < n ? second + 1 : 0;
  const Interval triangle = kernel::doubled_area(at(part[first]), at(part[second]), at(part[third]));
  return count == 3 ? triangle : area(part, first, count, 3, triangle);
}

// The same, where that of the first `known` corners is `sum`.
Interval RingCutter::area(Part part, std::size_t first, std::size_t count, std::size_t known, Interval sum) const {
  const std::size_t n = part.size();
  std::size_t i = first + known - 1;
  if (i >= n) i -= n;
  for (std::size_t k = known - 1; k + 1 < count; ++k) {
    const std::size_t next = i + 1 == n ? 0 : i + 1;
    sum = sum + kernel::doubled_area(at(part[first]), at(part[i]), at(part[next]));
    i = next;
  }
  return sum;
}

// Whether `count` corners from the one at `first` are on one line.
bool RingCutter::flat(Part part, std::size_t first, std::size_t count) const {
  const std::size_t n = part.size();
  for (std::size_t k = 1; k + 1 < count; ++k)
    if (side(part[first], part[(first + count - 1) % n], part[(first + k) % n]) != 0) return false;
  return true;
}

// Triangle by triangle, each at a convex corner, with no other corner in it.
bool RingCutter::cut_ears(Part ring, RingParts& out) const {
  std::vector<std::uint32_t> part(ring.begin(), ring.end());
  while (part.size() > 3) {
    const std::size_t n = part.size();
    std::size_t i = 0;
    while (i < n && !is_ear(part, i)) ++i;
    if (i == n) return false;
    out.add(std::array{part[(i + n - 1) % n], part[i], part[(i + 1) % n]});
    part.erase(part.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (side(part[0], part[1], part[2]) <= 0) return false;
  out.add(part);
  return true;
}

bool RingCutter::is_ear(Part part, std::size_t i) const {
  const std::size_t n = part.size();
  const std::uint32_t a = part[(i + n - 1) % n], b = part[i], c = part[(i + 1) % n];
  if (side(a, b, c) <= 0 || flat(part, (i + 1) % n, n - 1)) return false;
  return std::none_of(part.begin(), part.end(), [&](std::uint32_t p) {
    return at(p) != at(a) && at(p) != at(b) && at(p) != at(c) && side(a, b, p) >= 0 && side(b, c, p) >= 0 &&
           side(c, a, p) >= 0;
  });
}

}  // namespace plumb::pipeline
