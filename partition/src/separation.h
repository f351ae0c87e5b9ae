// SPDX-License-Identifier: GPL-3.0-or-later
// Finds covers that lengths of arcs violate: the sum of the lengths is less than the number of transfers they ask for.
#pragma once
#include <span>
#include <vector>

#include "graph_parts.h"
#include "linear_program.h"
#include "plumb/kernel/error_bound.h"

namespace plumb::partition {

class Separation {
 public:
  explicit Separation(const EnvironmentGraph& graph);

  /// The length of an arc that no path may use.
  static constexpr double closed = 2;
  /// Covers that are violated by less are not sought. No proof depends on it.
  static constexpr kernel::Hint tolerance{1e-6};

  /// Up to `most` conflict paths shorter than 1, of which no two have an arc in common that is not in `shared`; paths
  /// of few arcs first. Not empty if there is such a path.
  std::vector<BlockCover> paths(std::span<const double> length, const std::vector<bool>& shared, std::size_t most);
  /// Up to `most` trees between three or more nodes that are all in conflict with each other, shorter than they ask
  /// for. May miss some.
  std::vector<BlockCover> trees(std::span<const double> length, std::size_t most);

 private:
  struct Key {
    double length;
    std::uint32_t arcs;
    NodeId node;
    bool operator>(const Key& o) const {
      return length != o.length ? length > o.length : arcs != o.arcs ? arcs > o.arcs : node > o.node;
    }
  };
  std::vector<NodeId> violated_sources(std::span<const double> length);
  bool search(std::span<const double> length, NodeId source, std::uint32_t most_arcs, BlockCover& found);
  void reset() { ++stamp_; }
  bool relax(NodeId v, double length, std::uint32_t arcs, std::uint32_t over);

  const EnvironmentGraph& graph_;
  Incidence arcs_, conflicts_;
  std::vector<bool> used_;
  std::vector<std::uint32_t> seen_, wanted_, from_, hops_;  ///< by node; the first two by stamp
  std::vector<double> distance_;
  std::uint32_t stamp_ = 0, turn_ = 0;
};

}  // namespace plumb::partition
