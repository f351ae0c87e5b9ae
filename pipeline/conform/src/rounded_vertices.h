// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_set.h>

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "plumb/kernel/hash.h"
#include "plumb/kernel/rounded_ring.h"

namespace plumb::pipeline {

/// Rounded points by number, z up. Those that are alike count as the first of them.
class RoundedVertices {
 public:
  using Position = std::array<float, 3>;

  /// Numbered as they are given; one counts once it is used.
  explicit RoundedVertices(std::vector<Position> positions)
      : positions_(std::move(positions)), given_(positions_.size()), known_(0, Hash{this}, Same{this}) {}
  RoundedVertices(const RoundedVertices&) = delete;

  const Position& operator[](std::uint32_t v) const { return positions_[v]; }
  /// Not one of those that were given.
  bool is_new(std::uint32_t v) const { return v >= given_; }
  kernel::RoundedPlace place(std::uint32_t v) const { return {positions_[v][0], positions_[v][1]}; }
  const std::vector<Position>& all() const { return positions_; }

  /// From now on `kept` stands for `gone`, too.
  void merge(std::uint32_t gone, std::uint32_t kept) {
    kept_.resize(positions_.size(), self);
    kept_[kept] = self;  // if it was gone, it is in use again
    kept_[gone] = kept;
  }
  /// What stands for a vertex now.
  std::uint32_t find(std::uint32_t v) const {
    while (v < kept_.size() && kept_[v] != self) v = kept_[v];
    return v;
  }

  void expect(std::size_t uses) { known_.reserve(uses); }
  /// Of those used so far that are like this one, the first.
  std::uint32_t use(std::uint32_t v) { return *known_.insert(v).first; }
  std::uint32_t use(const Position& position) {
    const auto next = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(position);
    const std::uint32_t v = use(next);
    if (v != next) positions_.pop_back();
    return v;
  }

 private:
  struct Hash {
    const RoundedVertices* vertices;
    std::size_t operator()(std::uint32_t v) const {
      std::uint64_t h = 0;
      for (const float c : vertices->positions_[v])
        h = kernel::KeyHash()(h << 32 ^ std::bit_cast<std::uint32_t>(c + 0.0f));  // no negative zero
      return h;
    }
  };
  struct Same {
    const RoundedVertices* vertices;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      return vertices->positions_[a] == vertices->positions_[b];
    }
  };

  static constexpr std::uint32_t self = 0xffffffffu;
  std::vector<Position> positions_;
  std::vector<std::uint32_t> kept_;
  std::size_t given_;
  tsl::robin_set<std::uint32_t, Hash, Same> known_;
};

}  // namespace plumb::pipeline
