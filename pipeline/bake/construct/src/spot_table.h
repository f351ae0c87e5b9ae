// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <array>
#include <bit>
#include <boost/container/static_vector.hpp>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"

namespace plumb::pipeline {

/// Values by points of which doubles tell where they are. A spot is a point with its coordinates rounded to floats: the
/// intervals around a point give one or two floats an axis, and points that are equal have a spot in common, whatever
/// is known of each.
template <std::size_t N, class Value>
class SpotTable {
 public:
  using Spot = std::array<float, N>;
  using Spots = boost::container::static_vector<Spot, 1u << N>;

  /// The spots that a point in these intervals may have; none if one of them spans more than two floats.
  static Spots spots(std::span<const kernel::Interval, N> near) {
    Spots out(1);
    for (std::size_t k = 0; k < N; ++k) {
      // + 0: no negative zero.
      const float low = static_cast<float>(near[k].low) + 0.0f, high = static_cast<float>(near[k].high) + 0.0f;
      for (Spot& s : out) s[k] = low;
      if (low == high) continue;
      if (!(kernel::step_up(low) == high)) return {};
      for (std::size_t i = 0, n = out.size(); i < n; ++i) {
        out.push_back(out[i]);
        out.back()[k] = high;
      }
    }
    return out;
  }

  /// A value at one of the spots that same(value) says is the point's; null if there is none. It is asked of a few
  /// others, too.
  template <class Same>
  const Value* find(const Spots& spots, Same&& same) const {
    for (const Spot& spot : spots) {
      const auto at = newest_.find(hash(spot));
      for (std::uint32_t e = at == newest_.end() ? none : at->second; e != none; e = entries_[e].second)
        if (same(entries_[e].first)) return &entries_[e].first;
    }
    return nullptr;
  }
  void add(const Spots& spots, const Value& value) {
    for (const Spot& spot : spots) {
      const auto entry = static_cast<std::uint32_t>(entries_.size());
      const auto [at, is_new] = newest_.try_emplace(hash(spot), entry);
      entries_.emplace_back(value, is_new ? none : at->second);
      at.value() = entry;
    }
  }
  void clear() {
    kernel::start_anew(newest_);
    entries_.clear();
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  static std::uint32_t hash(const Spot& s) {
    std::uint64_t h = 0;
    for (const float v : s) h = kernel::KeyHash()(h << 32 ^ std::bit_cast<std::uint32_t>(v));
    return static_cast<std::uint32_t>(h);
  }
  // By a hash alone, for memory: spots that share one share a list.
  tsl::robin_map<std::uint32_t, std::uint32_t> newest_;   // entry
  std::vector<std::pair<Value, std::uint32_t>> entries_;  // with the next of its list
};

}  // namespace plumb::pipeline
