// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <optional>

#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/passability.h"

namespace plumb::tests {

/// Looks from every vertex at every obstacle that it sees straight across, and at all traversals that a disc may cross
/// the line in.
class DisturbanceScan {
 public:
  using Index = std::uint32_t;
  explicit DisturbanceScan(const plan::ClearanceTriangulation& lct) : lct_(lct), t_(lct.triangulation) {}

  /// How many disturbances there are.
  std::size_t count() {
    find_straight();
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h) {
      vertex_ = t_.from(h);
      if (straight_[vertex_]) continue;
      crossed_.clear();
      look(t_.next(h), t_.to(h), t_.apex(h));
    }
    return count_;
  }
  std::size_t lines() const { return lines_; }
  const mpq_class& last() const { return last_; }  ///< the squared length of the last one

 private:
  const kernel::FilteredPoint& at(Index p) const { return t_.points[p]; }

  void find_straight() {
    std::map<Index, std::vector<Index>> ends;
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h)
      if (!t_.is_open(h)) {
        ends[t_.from(h)].push_back(t_.to(h));
        ends[t_.to(h)].push_back(t_.from(h));
      }
    straight_.assign(t_.points.size(), false);
    for (const auto& [p, others] : ends)
      for (const Index q : others)
        for (const Index r : others)
          if (q != r && kernel::orientation(at(q), at(p), at(r)) == 0) straight_[p] = true;
  }

  // Through a side, whose near side is on its left, between two directions.
  void look(Index side, Index right, Index left) {
    crossed_.push_back(side);
    const kernel::FilteredPoint& v = at(vertex_);
    if (!t_.is_open(side)) {
      const auto &p = at(t_.from(side)), &q = at(t_.to(side));
      if (kernel::has_foot(v, p, q)) {
        const kernel::FilteredPoint foot(kernel::nearest_point(v.at, p.at, q.at));
        if (kernel::orientation(v, at(right), foot) > 0 && kernel::orientation(v, foot, at(left)) > 0) judge(foot);
      }
    } else {
      const Index beyond = t_.twin(side), apex = t_.apex(beyond);
      const bool over_right = kernel::orientation(v, at(right), at(apex)) > 0,
                 under_left = kernel::orientation(v, at(apex), at(left)) > 0;
      if (over_right) look(t_.next(beyond), right, under_left ? apex : left);
      if (under_left) look(t_.prev(beyond), over_right ? apex : right, left);
    }
    crossed_.pop_back();
  }

  void judge(const kernel::FilteredPoint& foot) {
    ++lines_;
    const Index first = crossed_.front();
    if (kernel::in_circle(at(t_.from(first)), at(t_.to(first)), at(t_.apex(first)), foot) <= 0) return;
    const mpq_class square = kernel::squared_distance(at(vertex_).at, foot.at);
    for (std::size_t i = 1; i < crossed_.size(); ++i) {
      const Index entry = t_.twin(crossed_[i - 1]), exit = crossed_[i];
      const bool turns_left = exit == t_.next(entry);  // around the corner where the entry ends
      const Index c = turns_left ? t_.to(entry) : t_.from(entry);
      const Index at_b = turns_left ? entry : t_.next(entry);
      if (square < lct_.clearances[at_b].squared && square < kernel::squared_distance(at(vertex_).at, at(c).at))
        ++count_, last_ = square;
    }
  }

  const plan::ClearanceTriangulation& lct_;
  const plan::PlanTriangulation& t_;
  std::vector<bool> straight_;
  std::vector<Index> crossed_;
  Index vertex_ = 0;
  mpq_class last_;
  std::size_t count_ = 0, lines_ = 0;
};

}  // namespace plumb::tests
