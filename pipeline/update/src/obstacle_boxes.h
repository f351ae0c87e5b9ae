// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

/// The boxes of obstacles that are added and removed: a tree, and the few added since it was built.
class ObstacleBoxes {
 public:
  void clear() { *this = {}; }
  /// Numbers are given once.
  void add(ObstacleId id, const kernel::Box& box) {
    there_.emplace(id, box);
    recent_.push_back(id);
    if (recent_.size() > most_recent) make_tree();
  }
  void remove(ObstacleId id) {
    there_.erase(id);
    std::erase(recent_, id);
  }
  /// Calls visit(id) for every obstacle that touches a box.
  template <class Visit>
  void query(const kernel::Box& q, Visit&& visit) const {
    const auto visit_near = [&](ObstacleId id) {
      if (const auto at = there_.find(id); at != there_.end() && q.touches(at->second)) visit(id);
    };
    if (tree_) tree_->query(q, [&](std::uint32_t i) { visit_near(in_tree_[i]); });
    for (const ObstacleId id : recent_) visit_near(id);
  }

 private:
  static constexpr std::size_t most_recent = 64;

  void make_tree() {
    in_tree_.clear();
    recent_.clear();
    std::vector<kernel::Box> boxes;
    for (const auto& [id, box] : there_) {
      in_tree_.push_back(id);
      boxes.push_back(box);
    }
    tree_.emplace(std::move(boxes));
  }

  std::map<ObstacleId, kernel::Box> there_;
  std::optional<kernel::BoxTree> tree_;
  std::vector<ObstacleId> in_tree_;  // some of these have been removed
  std::vector<ObstacleId> recent_;
};

}  // namespace plumb::pipeline
