// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "edge_mesh.h"

namespace plumb::pipeline {

/// The half-edges that start at each vertex of a mesh, in lists, so that one vertex may take the place of another
/// without a look at the whole mesh. They are first listed when they are first asked for; half-edges that are added
/// later join when something is asked again. Nothing else may change where a half-edge starts.
class VertexEdges {
 public:
  using Id = EdgeMesh::Id;

  /// Keeps a reference.
  explicit VertexEdges(EdgeMesh& mesh) : mesh_(mesh) {}

  /// Lets half-edges that start at `gone`, dead ones too, start at `kept`: those for which move(e) is true.
  template <class Move>
  void replace(std::uint32_t gone, std::uint32_t kept, Move&& move) {
    list_new();
    if (std::max(gone, kept) >= first_.size()) first_.resize(std::max(gone, kept) + 1, EdgeMesh::none);
    Id e = std::exchange(first_[gone], EdgeMesh::none);
    while (e != EdgeMesh::none) {
      const Id next = next_[e];
      if (move(e)) mesh_[e].from = kept;
      next_[e] = std::exchange(first_[mesh_[e].from], e);
      e = next;
    }
  }

 private:
  void list_new() {
    if (next_.empty()) next_.reserve(mesh_.size());
    for (auto e = static_cast<Id>(next_.size()); e < mesh_.size(); ++e) {
      const std::uint32_t vertex = mesh_[e].from;
      if (vertex >= first_.size()) first_.resize(vertex + 1, EdgeMesh::none);
      next_.push_back(std::exchange(first_[vertex], e));
    }
  }

  EdgeMesh& mesh_;
  std::vector<Id> first_;  // by vertex
  std::vector<Id> next_;   // by half-edge: the next one in its list
};

}  // namespace plumb::pipeline
