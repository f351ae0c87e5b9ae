// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace plumb::kernel {

/// An axis-parallel box whose ends were rounded monotonically. So boxes of things that touch exactly touch, too. The
/// ends may be infinite, but not NaN; low <= high.
struct Box {
  std::array<double, 3> low, high;

  bool touches(const Box& o) const {
    return low[0] <= o.high[0] && high[0] >= o.low[0] && low[1] <= o.high[1] && high[1] >= o.low[1] &&
           low[2] <= o.high[2] && high[2] >= o.low[2];
  }
  /// Whether the projections of the boxes to the plan overlap by more than a touch.
  bool overlaps_in_plan(const Box& o) const {
    return low[0] < o.high[0] && high[0] > o.low[0] && low[1] < o.high[1] && high[1] > o.low[1];
  }
};

/// An empty box: it touches nothing, and grow() makes any box of it.
inline constexpr Box no_box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
/// Makes b the least box around both.
inline void grow(Box& b, const Box& o) {
  for (std::size_t k = 0; k < 3; ++k) {
    b.low[k] = std::min(b.low[k], o.low[k]);
    b.high[k] = std::max(b.high[k], o.high[k]);
  }
}

/// Groups of the boxes of a tree. A query by a member of a group skips the other members and all hidden boxes, whole
/// branches at once.
class BoxGroups {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;    ///< in no group
  static constexpr std::uint32_t hidden = 0xfffffffeu;  ///< skipped by every query

  bool passed_by(std::size_t level, std::size_t child, std::uint32_t own) const {
    const std::uint32_t group = common_[level][child];
    return group == hidden || (group == own && own != none);
  }

 private:
  friend class BoxTree;
  std::vector<std::vector<std::uint32_t>> common_;  // by level and child: the group of all boxes there, or none
};

/// A bounding volume hierarchy: boxes in Morton order, eight to a node, level upon level. Const and thread-safe.
class BoxTree {
 public:
  explicit BoxTree(std::vector<Box> boxes);
  /// A tree over the chosen boxes, by ascending number; box() still returns any of them.
  BoxTree(std::vector<Box> boxes, const std::vector<std::uint32_t>& chosen);
  /// The same for a list of boxes that is shared. The owner may append boxes later; the tree does not contain these.
  BoxTree(std::shared_ptr<const std::vector<Box>> boxes, const std::vector<std::uint32_t>& chosen);
  const Box& box(std::uint32_t i) const { return (*boxes_)[i]; }

  /// Calls visit(i) for every box i that touches the given one, and perhaps for some that nearly touch it, always in
  /// the same order.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    any(q, [&](std::uint32_t i) {
      visit(i);
      return false;
    });
  }

  /// The same, until a call of visit returns true. @return whether one did
  template <class Visit>
  bool any(const Box& q, Visit&& visit) const {
    return any_but(
        q, [](std::size_t, std::size_t) { return false; }, visit);
  }

  /// `group`: by box, its group, BoxGroups::none or hidden.
  BoxGroups grouped(std::span<const std::uint32_t> group) const;
  /// A query by one of group `own` (or none). `groups`: of this tree.
  template <class Visit>
  void query(const Box& q, const BoxGroups& groups, std::uint32_t own, Visit&& visit) const {
    any_but(
        q, [&](std::size_t level, std::size_t child) { return groups.passed_by(level, child, own); },
        [&](std::uint32_t i) {
          visit(i);
          return false;
        });
  }

 private:
  static constexpr std::size_t width = 8;

  // The boxes of eight children as floats, so that one pass of vector instructions tests them all. Boxes that touch
  // touch after rounding, too, as rounding is monotone.
  struct Node {
    float low[3][width], high[3][width];
    Node();
    void set(std::size_t child, const Box& box);
    Box bounds() const;
  };
  struct Query {
    explicit Query(const Box& q);
    float low[3], high[3];
  };

  // pass(level, child): whether the query skips all boxes of that branch, or on level 0 that box.
  template <class Pass, class Visit>
  bool any_but(const Box& q, Pass&& pass, Visit&& visit) const {
    return !levels_.empty() && visit_node(static_cast<int>(levels_.size()) - 1, 0, Query(q), pass, visit);
  }

  template <class Pass, class Visit>
  bool visit_node(int level, std::size_t index, const Query& q, Pass&& pass, Visit&& visit) const {
    const Node& node = levels_[static_cast<std::size_t>(level)][index];
    std::array<int, width> hit;
    for (std::size_t i = 0; i < width; ++i)
      hit[i] = (node.low[0][i] <= q.high[0]) & (node.high[0][i] >= q.low[0]) & (node.low[1][i] <= q.high[1]) &
               (node.high[1][i] >= q.low[1]) & (node.low[2][i] <= q.high[2]) & (node.high[2][i] >= q.low[2]);
    for (std::size_t i = 0; i < width; ++i) {
      if (!hit[i]) continue;
      const std::size_t child = index * width + i;
      if (child >= (level == 0 ? order_.size() : levels_[static_cast<std::size_t>(level) - 1].size()))
        return false;  // the node has no more children; a query of infinite extent touches the empty boxes of the rest
      if (pass(static_cast<std::size_t>(level), child)) continue;
      if (level == 0 ? visit(order_[child]) : visit_node(level - 1, child, q, pass, visit)) return true;
    }
    return false;
  }

  void build(const std::vector<std::uint32_t>& chosen);

  std::shared_ptr<const std::vector<Box>> boxes_;
  std::vector<std::uint32_t> order_;       // Morton order
  std::vector<std::vector<Node>> levels_;  // levels_[0]: over boxes
};

}  // namespace plumb::kernel
