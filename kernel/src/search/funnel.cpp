// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/funnel.h"

#include <algorithm>

#include "plumb/kernel/exact_plan.h"

namespace plumb::kernel {
namespace {

// The two shortest ways to the ends of the last gate: they part at the apex. Left of it in the queue is the chain to
// the left end, which turns left going outward; right of it the chain to the right end.
class Funnel {
 public:
  struct Node {
    PlanRef at;
    std::size_t gate;      // the first one that it is an end of, counted from 1; 0: the start
    std::size_t previous;  // the last turn on the way to it
  };

  Funnel(const PlanPoint& start, std::size_t gates)
      : queue_(2 * gates + 4), front_(gates + 1), back_(front_), apex_(front_) {
    nodes_.push_back({PlanRef(start), 0, 0});
    queue_[front_] = 0;
  }

  // Returns the node that stands for the point.
  std::size_t add(bool left, const PlanPoint& point, std::size_t gate) {
    const PlanRef p(point);
    std::size_t& end = left ? front_ : back_;
    const auto inward = [&](std::size_t i) { return left ? i + 1 : i - 1; };
    while (front_ != back_ && !same_place(at(end), p)) {
      const std::size_t next = inward(end);
      const Sign turn = orientation(at(next), at(end), p), side = left ? turn : -turn;  // positive: outward
      if (end == apex_) {
        // The other chain begins here: the point is beyond it, or in line with its first edge and not before that ends.
        if (side < 0 || (side == 0 && !reaches(at(end), at(next), p))) break;
        apex_ = next;
      } else if (side > 0) {
        break;
      }
      end = next;
    }
    if (same_place(at(end), p)) return queue_[end];
    nodes_.push_back({p, gate, queue_[end]});
    left ? --end : ++end;
    queue_[end] = nodes_.size() - 1;
    return nodes_.size() - 1;
  }

  // Both ends of a gate have been added. If they are seen in one direction from the apex, every way through the gate
  // meets the nearer end first, and the next gate, which is then on the same line, may lead back from there.
  void close() {
    if (front_ + 1 != apex_ || apex_ + 1 != back_) return;
    const PlanRef &left = at(front_), &apex = at(apex_), &right = at(back_);
    if (orientation(apex, left, right) != 0) return;
    if (reaches(apex, left, right)) queue_[apex_] = queue_[front_++];
    else if (reaches(apex, right, left)) queue_[apex_] = queue_[back_--];
  }

  // The turns from the start to a node, both included.
  std::vector<Node> way_to(std::size_t node) const {
    std::vector<Node> way;
    for (; node != 0; node = nodes_[node].previous) way.push_back(nodes_[node]);
    way.push_back(nodes_[0]);
    std::ranges::reverse(way);
    return way;
  }

 private:
  const PlanRef& at(std::size_t place) const { return nodes_[queue_[place]].at; }

  // Of three points on one line: is q on the segment from o to p?
  static bool reaches(const PlanRef& o, const PlanRef& q, const PlanRef& p) {
    const bool along_x = o.x() != q.x();
    const mpq_class &a = along_x ? o.x() : o.y(), &b = along_x ? q.x() : q.y(), &c = along_x ? p.x() : p.y();
    return a < b ? b <= c : c <= b;
  }

  std::vector<Node> nodes_;
  std::vector<std::size_t> queue_;   // nodes
  std::size_t front_, back_, apex_;  // into queue_
};

// Where the segment from a to b, which passes between the gate's ends, crosses it; `from` is on the segment and the
// crossing not before it.
PlanPoint crossing(const PlanPoint& a, const PlanPoint& b, const Gate& gate, const PlanPoint& from) {
  if (a == b) return a;
  const mpq_class l = orient2d(a, b, gate.left), r = orient2d(a, b, gate.right);
  if (l != r) return point_along(gate.left, gate.right, mpq_class(l / (l - r)));
  const int axis = a[0] != b[0] ? 0 : 1;
  const bool ascending = a[axis] < b[axis];
  const bool left_first = (gate.left[axis] < gate.right[axis]) == ascending;
  const PlanPoint& first = left_first ? gate.left : gate.right;
  return (first[axis] > from[axis]) == ascending ? first : from;
}

}  // namespace

std::vector<PlanPoint> shortest_crossings(const PlanPoint& start, const std::vector<Gate>& gates,
                                          const PlanPoint& goal) {
  Funnel funnel(start, gates.size());
  for (std::size_t i = 0; i < gates.size(); ++i) {
    funnel.add(true, gates[i].left, i + 1);
    funnel.add(false, gates[i].right, i + 1);
    funnel.close();
  }
  auto way = funnel.way_to(funnel.add(true, goal, gates.size() + 1));
  way.push_back({PlanRef(goal), gates.size() + 1, 0});

  std::vector<PlanPoint> out;
  out.reserve(gates.size());
  const auto place = [](const PlanRef& p) { return PlanPoint{p.x(), p.y()}; };
  for (std::size_t w = 0; w + 1 < way.size(); ++w) {
    const PlanPoint a = place(way[w].at), b = place(way[w + 1].at);
    PlanPoint from = a;
    // Up to the gate of the next turn, which is crossed there at the latest.
    for (std::size_t g = out.size() + 1; g <= std::min(way[w + 1].gate, gates.size()); ++g) {
      from = crossing(a, b, gates[g - 1], from);
      out.push_back(from);
    }
  }
  return out;
}

}  // namespace plumb::kernel
