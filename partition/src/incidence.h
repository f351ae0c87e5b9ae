// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// For each node the pairs it is in, ascending by their index.
class Incidence {
 public:
  struct Way {
    NodeId to;
    std::uint32_t index;
  };
  Incidence(std::uint32_t nodes, const std::vector<std::array<NodeId, 2>>& pairs)
      : begin_(nodes + 1, 0), ways_(2 * pairs.size()) {
    for (const auto& p : pairs)
      for (const NodeId v : p) ++begin_[v + 1];
    for (std::uint32_t v = 0; v < nodes; ++v) begin_[v + 1] += begin_[v];
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t i = 0; i < pairs.size(); ++i)
      for (const int k : {0, 1}) ways_[next[pairs[i][k]]++] = {pairs[i][1 - k], i};
  }
  std::span<const Way> of(NodeId v) const { return {ways_.data() + begin_[v], ways_.data() + begin_[v + 1]}; }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<Way> ways_;
};

}  // namespace plumb::partition
