// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "plumb/plan/passages.h"

namespace plumb::tests {

/// Says between which places discs of one radius get, by passages alone, without a triangulation: the plane is parted
/// by the obstacles and by all passages that stop the disc (proved in docs/theory/routes.md). By CGAL's Arrangement_2;
/// slow to make.
class PassageArrangement {
 public:
  PassageArrangement(const plan::Obstacles& obstacles, const mpq_class& squared_radius);
  PassageArrangement(PassageArrangement&&) noexcept;
  ~PassageArrangement();
  /// Whether a disc gets from one place to another. Requires that it fits at both.
  bool passable(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::tests
