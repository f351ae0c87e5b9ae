// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// Minimum cuts of an undirected graph (Boost.Graph, Boykov and Kolmogorov).
class FlowNetwork {
 public:
  /// Arcs may be loops, which no cut contains.
  FlowNetwork(std::uint32_t nodes, std::span<const std::array<NodeId, 2>> arcs,
              std::span<const std::uint64_t> capacity);
  ~FlowNetwork();
  /// By node: whether it is on the source's side of a minimum cut.
  std::vector<bool> source_side(NodeId source, NodeId sink);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb::partition
