// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "exact_leaf.h"
#include "labels.h"
#include "separation.h"

namespace plumb::partition {

/// Branch and cut on one block.
class ExactSearch {
 public:
  /// `start` keeps conflicts apart.
  ExactSearch(const SimplifiedBlock& block, const Labels& start);
  ProofTree run();
  const Labels& best() const { return best_; }
  std::uint32_t transfers() const { return upper_; }

 private:
  ProofTree node();
  std::optional<ProofTree> impossible() const;
  void offer(Labels labels);
  void round(std::span<const double> x);
  std::vector<BlockCover> violated(std::span<const double> x);
  ProofTree branch(ArcId arc);
  void decide(ArcId arc, Decision decision);

  const SimplifiedBlock& block_;
  const EnvironmentGraph& graph_;
  Separation separation_;
  LinearProgram program_;
  Labels best_;
  std::uint32_t upper_ = 0;
  std::vector<double> best_x_;
  std::vector<Decision> decided_;
};

}  // namespace plumb::partition
