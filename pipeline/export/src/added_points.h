// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "plumb/kernel/hash.h"
#include "plumb/pipeline/mesh_points.h"

namespace plumb::pipeline {

/// The points of a navmesh and others that are added to them: exactly, while the first are still made when somebody
/// asks. Points are named by their index.
class AddedPoints : public PointSource {
 public:
  explicit AddedPoints(const MeshPoints& base);

  NearPoint near(std::uint32_t name) const override;
  const ExactPoint& exact(std::uint32_t name) const override;
  int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const override;

  std::size_t size() const { return base_.size() + added_.size(); }
  /// The first that is equal of those added or made known, else a new one.
  std::uint32_t add(const ExactPoint& point);
  /// add() finds it from now on.
  void make_known(std::uint32_t name);

  /// All points, in their order.
  static MeshPoints all(std::shared_ptr<const AddedPoints> points);

 private:
  struct Added {
    ExactPoint exact;
    NearPoint near;
  };
  NearPoint near(const ExactPoint& point) const;
  template <class Visit>
  bool any_square(const NearPoint& near, Visit&& visit) const;

  MeshPoints base_;
  std::deque<Added> added_;
  // Those that are known, by square of the plan: the last of a square, and from each on the one before it.
  struct Known {
    std::uint32_t name, before;
  };
  static constexpr std::uint32_t none = 0xffffffffu;
  double square_ = 1;  // its side
  kernel::PairMap<std::uint32_t> last_;
  std::vector<Known> known_;
};

}  // namespace plumb::pipeline
