// SPDX-License-Identifier: GPL-3.0-or-later
#include "convex_parts.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {
namespace {

using kernel::RingState;
using kernel::RoundedPlace;

class Cutter {
 public:
  Cutter(const std::vector<RoundedPlace>& ring, std::size_t most_corners) : ring_(ring), most_(most_corners) {}

  std::optional<std::vector<RingPart>> cut() {
    RingPart all(ring_.size());
    std::iota(all.begin(), all.end(), 0u);
    if (!cut(all)) {
      parts_.clear();
      if (!cut_ears(all)) return std::nullopt;
    }
    return std::move(parts_);
  }

 private:
  const RoundedPlace& at(std::uint32_t corner) const { return ring_[corner]; }
  int side(std::uint32_t a, std::uint32_t b, std::uint32_t c) const { return kernel::orientation(at(a), at(b), at(c)); }

  bool cut(const RingPart& part) {
    std::vector<RoundedPlace> places;
    for (const std::uint32_t c : part) places.push_back(at(c));
    const RingState state = kernel::state_of(places);
    if (state == RingState::kept) return chop(part);
    return state == RingState::not_convex && cut_at_reflex(part);
  }

  // From a reflex corner to one opposite, so that it is convex on both sides, and so on.
  bool cut_at_reflex(const RingPart& part) {
    const std::size_t n = part.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t before = part[(i + n - 1) % n], here = part[i], after = part[(i + 1) % n];
      if (side(before, here, after) >= 0) continue;
      for (std::size_t k = 0; k + 3 < n && tries_ > 0; ++k) {
        // From the middle of the others to either end.
        const std::size_t step = k % 2 == 0 ? n / 2 + k / 2 : n / 2 - (k + 1) / 2;
        if (step < 2 || step + 2 > n) continue;
        const std::uint32_t there = part[(i + step) % n];
        if (side(before, here, there) <= 0 || side(here, after, there) <= 0) continue;
        --tries_;
        RingPart one, other;
        for (std::size_t j = 0; j <= step; ++j) one.push_back(part[(i + j) % n]);
        for (std::size_t j = step; j <= n; ++j) other.push_back(part[(i + j) % n]);
        const std::size_t made = parts_.size();
        if (cut(one) && cut(other)) return true;
        parts_.resize(made);
      }
      return false;
    }
    return false;
  }

  // Off a convex part, as many corners as may be, as long as there are more, so that the lesser of both areas is great.
  bool chop(RingPart part) {
    while (part.size() > most_) {
      const std::size_t n = part.size();
      const kernel::Interval all = area(part, 0, n);
      std::size_t best = n;
      double best_area = -std::numeric_limits<double>::infinity();
      for (std::size_t first = 0; first < n; ++first) {
        const kernel::Interval off = area(part, first, most_), rest = all - off;
        const double least = std::min(off.low, rest.low);
        if (least > best_area &&
            (least > 0 || (!flat(part, first, most_) && !flat(part, (first + most_ - 1) % n, n - most_ + 2))))
          best = first, best_area = least;
      }
      if (best == n) return false;
      std::rotate(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(best), part.end());
      parts_.emplace_back(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(most_));
      part.erase(part.begin() + 1, part.begin() + static_cast<std::ptrdiff_t>(most_ - 1));
    }
    parts_.push_back(std::move(part));
    return true;
  }

  // Twice the area of `count` corners from the one at `first`.
  kernel::Interval area(const RingPart& part, std::size_t first, std::size_t count) const {
    return kernel::formulas::doubled_area<kernel::Interval>(count, [&](std::size_t k) {
      const RoundedPlace& p = at(part[(first + k) % part.size()]);
      return std::array{kernel::Interval(p[0]), kernel::Interval(p[1])};
    });
  }

  // Whether `count` corners from the one at `first` are on one line.
  bool flat(const RingPart& part, std::size_t first, std::size_t count) const {
    const std::size_t n = part.size();
    for (std::size_t k = 1; k + 1 < count; ++k)
      if (side(part[first], part[(first + count - 1) % n], part[(first + k) % n]) != 0) return false;
    return true;
  }

  // Triangle by triangle, each at a convex corner, with no other corner in it.
  bool cut_ears(RingPart part) {
    while (part.size() > 3) {
      const std::size_t n = part.size();
      std::size_t i = 0;
      while (i < n && !is_ear(part, i)) ++i;
      if (i == n) return false;
      parts_.push_back({part[(i + n - 1) % n], part[i], part[(i + 1) % n]});
      part.erase(part.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (side(part[0], part[1], part[2]) <= 0) return false;
    parts_.push_back(std::move(part));
    return true;
  }

  bool is_ear(const RingPart& part, std::size_t i) const {
    const std::size_t n = part.size();
    const std::uint32_t a = part[(i + n - 1) % n], b = part[i], c = part[(i + 1) % n];
    if (side(a, b, c) <= 0 || flat(part, (i + 1) % n, n - 1)) return false;
    return std::none_of(part.begin(), part.end(), [&](std::uint32_t p) {
      return at(p) != at(a) && at(p) != at(b) && at(p) != at(c) && side(a, b, p) >= 0 && side(b, c, p) >= 0 &&
             side(c, a, p) >= 0;
    });
  }

  const std::vector<RoundedPlace>& ring_;
  std::size_t most_;
  int tries_ = 64;  // of cuts from reflex corners, before ears are cut instead
  std::vector<RingPart> parts_;
};

}  // namespace

std::optional<std::vector<RingPart>> convex_parts(const std::vector<RoundedPlace>& ring, std::size_t most_corners) {
  return Cutter(ring, most_corners).cut();
}

}  // namespace plumb::pipeline
