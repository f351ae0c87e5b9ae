// SPDX-License-Identifier: GPL-3.0-or-later
// The linear program of covers: the least sum of x over arcs such that the sum over each cover is at least what it
// asks.
#pragma once
#include <gmpxx.h>

#include <memory>
#include <optional>
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// A cover in a block: proof.h, without the weight.
struct BlockCover {
  std::vector<NodeId> ends;  ///< ascending
  std::vector<ArcId> arcs;   ///< ascending
  std::uint32_t asks() const { return static_cast<std::uint32_t>(ends.size()) - 1; }
};

/// The program in doubles, by GLPK: dual simplex, warm-started. Its answers are guesses that proofs must confirm.
class LinearProgram {
 public:
  explicit LinearProgram(std::size_t arcs);
  ~LinearProgram();
  void add(BlockCover cover);
  /// Fixes the x of an arc to 0 or 1; -1: frees it.
  void fix(ArcId arc, int value);
  enum class Outcome { optimal, infeasible, failed };
  Outcome solve();
  double value() const;
  double x(ArcId arc) const;
  std::size_t covers() const { return covers_.size(); }
  const BlockCover& cover(std::size_t i) const { return covers_[i]; }
  double dual(std::size_t i) const;
  /// Erases covers that have not been tight for some time, if there are many covers.
  void purge();

 private:
  int column(ArcId arc);
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::vector<BlockCover> covers_;  ///< by row - 1
  std::vector<std::uint32_t> slack_for_;
  std::vector<int> column_;  ///< by arc; 0: none yet
};

/// Optimal duals in rationals (QSopt_ex) of: minimise the sum of x >= 0, for each row the sum over its columns >= asks.
/// None if it fails.
struct ProgramRow {
  std::vector<std::uint32_t> columns;
  std::uint32_t asks = 1;
};
std::optional<std::vector<mpq_class>> exact_duals(std::uint32_t columns, const std::vector<ProgramRow>& rows);

}  // namespace plumb::partition
