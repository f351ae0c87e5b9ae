// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// A queue of steps that change a mesh, the greatest first. A vertex whose step was refused for a reason that may
/// change far away from it is planned again when the queue is empty, as long as some step was done since.
template <class Step>
class CollapseQueue {
 public:
  using Index = TriangleMesh::Index;

  void push(Step step) { steps_.push(std::move(step)); }
  void plan_later(Index v) { later_.push_back(v); }

  /// Calls take(step) and plan(v) until nothing more can be done. `operations`: how many steps were done, counted by
  /// take.
  template <class Take, class Plan>
  void run(const std::uint64_t& operations, Take&& take, Plan&& plan) {
    std::uint64_t done = 0;
    for (;;) {
      while (!steps_.empty()) {
        cancellation_point();
        const Step step = steps_.top();
        steps_.pop();
        take(step);
      }
      if (operations == done) return;
      done = operations;
      for (const Index v : std::exchange(later_, {})) plan(v);
    }
  }

 private:
  std::priority_queue<Step> steps_;
  std::vector<Index> later_;
};

}  // namespace plumb::pipeline
