// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <boost/container/static_vector.hpp>

#include <array>
#include <bit>
#include <span>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/hash.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {

/// Coordinates rounded to floats: points that are equal have one in common, whatever is known of each.
template <std::size_t N>
using Spot = std::array<float, N>;

template <std::size_t N>
struct HashSpot {
  std::size_t operator()(const Spot<N>& s) const {
    std::uint64_t h = 0;
    for (const float v : s) h = kernel::KeyHash()(h << 32 ^ std::bit_cast<std::uint32_t>(v));
    return h;
  }
};

/// The spots that a point may have whose coordinates are in these intervals: one or two an axis. None if it may have
/// more.
template <std::size_t N>
boost::container::static_vector<Spot<N>, 1u << N> float_spots(std::span<const kernel::Interval, N> near) {
  boost::container::static_vector<Spot<N>, 1u << N> out(1);
  for (std::size_t k = 0; k < N; ++k) {
    // + 0: no negative zero.
    const float low = static_cast<float>(near[k].low) + 0.0f, high = static_cast<float>(near[k].high) + 0.0f;
    for (Spot<N>& s : out) s[k] = low;
    if (low == high) continue;
    if (!(kernel::step_up(low) == high)) return {};
    for (std::size_t i = 0, n = out.size(); i < n; ++i) {
      out.push_back(out[i]);
      out.back()[k] = high;
    }
  }
  return out;
}

}  // namespace plumb::pipeline
