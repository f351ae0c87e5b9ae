// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/convex_ring.h"

namespace plumb::pipeline {

/// Parts of rings, one after the other: corners of a ring by their position in it, in its order.
class RingParts {
 public:
  std::size_t size() const { return ends_.size(); }
  std::span<const std::uint32_t> operator[](std::size_t part) const {
    const std::size_t first = part == 0 ? 0 : ends_[part - 1];
    return std::span(corners_).subspan(first, ends_[part] - first);
  }
  void add(std::span<const std::uint32_t> part) {
    for (const std::uint32_t corner : part) corners_.push_back(corner);  // mostly three: faster than insert()
    ends_.push_back(static_cast<std::uint32_t>(corners_.size()));
  }
  /// Forgets all but the first so many.
  void shrink(std::size_t parts) {
    ends_.resize(parts);
    corners_.resize(parts == 0 ? 0 : ends_.back());
  }

 private:
  std::vector<std::uint32_t> corners_, ends_;
};

/// Cuts rings of rounded corners along lines between two of them into convex parts with an area, of at most so many
/// corners. Corners that lie straight stay. Keeps its buffers from ring to ring: one for each thread.
class RingCutter {
 public:
  /// Adds the parts to those in `out`: the ring itself if it is one. False, and nothing is added, if there is no such
  /// cut, as where the ring turns over, has no area, or crosses or touches itself.
  bool cut(std::span<const kernel::RoundedPlace> ring, std::size_t most_corners, RingParts& out) {
    return cut(ring, kernel::state_of(ring), most_corners, out);
  }
  /// The same, if it is known what has become of the ring.
  bool cut(std::span<const kernel::RoundedPlace> ring, kernel::RingState state, std::size_t most_corners,
           RingParts& out);
  /// Whether there is such a cut.
  bool can_cut(std::span<const kernel::RoundedPlace> ring, std::size_t most_corners);

 private:
  using Part = std::span<const std::uint32_t>;
  bool cut(std::span<const kernel::RoundedPlace> ring, kernel::RingState state, std::size_t most_corners, bool asked,
           RingParts& out);
  const kernel::RoundedPlace& at(std::uint32_t corner) const { return ring_[corner]; }
  kernel::Sign side(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return kernel::orientation(at(a), at(b), at(c));
  }
  bool cut_part(Part part, RingParts& out);
  bool cut_at_reflex(Part part, RingParts& out);
  bool chop(Part part, RingParts& out);
  bool cut_ears(Part part, RingParts& out) const;
  bool is_ear(Part part, std::size_t i) const;
  bool flat(Part part, std::size_t first, std::size_t count) const;
  kernel::Interval area(Part part, std::size_t first, std::size_t count) const;
  kernel::Interval area(Part part, std::size_t first, std::size_t count, std::size_t known, kernel::Interval sum) const;

  std::span<const kernel::RoundedPlace> ring_;
  std::size_t most_ = 0;
  bool asked_ = false;                     // whether there is a cut is asked for, not the parts
  int tries_ = 0;                          // of cuts from reflex corners, before ears are cut instead
  std::vector<std::uint32_t> all_, left_;  // buffers
  std::vector<kernel::Interval> off_;      // by corner of what is left: the area of what may be chopped off from there
  std::vector<kernel::RoundedPlace> places_;
  RingParts unwanted_;
};

}  // namespace plumb::pipeline
