// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "gap_mesh.h"
#include "plumb/kernel/box_tree.h"

namespace plumb::pipeline {

/// The edges of a mesh's boundary, by where they are, in doubles.
class BoundarySearch {
 public:
  using Box = kernel::Box;

  /// Keeps a reference.
  explicit BoundarySearch(const GapMesh& mesh);

  /// To be called when an edge has moved, and when it became one of the boundary.
  void update(GapMesh::Id edge, bool moved);

  /// Every edge of the boundary that touches a box, and perhaps others, also gone ones, in any order.
  template <class Visit>
  void around(const Box& box, Visit&& visit) const {
    tree_->query(box, [&](std::uint32_t i) { visit(edges_[i]); });
    added_since(outside_, box, visit);
  }

  /// How many edges were added so far; and of those after the first `seen` the ones that touch a box.
  std::size_t added() const { return added_.size(); }
  template <class Visit>
  void added_since(std::size_t seen, const Box& box, Visit&& visit) const {
    for (std::size_t i = seen; i < added_.size(); ++i)
      if (added_[i].box.touches(box)) visit(added_[i].edge);
  }

 private:
  struct Added {
    GapMesh::Id edge;
    Box box;
  };
  void build();

  const GapMesh& mesh_;
  std::optional<kernel::BoxTree> tree_;
  std::vector<GapMesh::Id> edges_;  // by number in the tree
  std::vector<Added> added_;        // since the beginning
  std::size_t outside_ = 0;         // the tree has those before
  std::vector<bool> known_;         // by edge: it is among these, where it is now
};

}  // namespace plumb::pipeline
