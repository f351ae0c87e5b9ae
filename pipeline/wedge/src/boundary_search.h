// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "gap_mesh.h"
#include "plumb/kernel/box_tree.h"

namespace plumb::pipeline {

/// Finds boundary edges of a mesh by boxes in doubles, while the mesh changes.
class BoundarySearch {
 public:
  using Box = kernel::Box;

  /// Keeps a reference.
  explicit BoundarySearch(const GapMesh& mesh);

  /// To be called for an edge that has moved or has become boundary.
  void update(GapMesh::Id edge, bool moved);

  /// Calls visit(edge) for every boundary edge that touches a box, and perhaps for others, which may be gone; in any
  /// order.
  template <class Visit>
  void around(const Box& box, Visit&& visit) const {
    tree_->query(box, [&](std::uint32_t i) { visit(edges_[i]); });
    added_since(outside_, box, visit);
  }

  /// How many edges were added since the beginning; and a visit of those added after the first `seen` that touch a box.
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
  std::vector<GapMesh::Id> edges_;  // by number in the tree: its edge
  std::vector<Added> added_;        // since the beginning
  std::size_t outside_ = 0;         // so many of these are in the tree
  std::vector<bool> known_;         // by edge: it is in the tree or in added_, with its present box
};

}  // namespace plumb::pipeline
