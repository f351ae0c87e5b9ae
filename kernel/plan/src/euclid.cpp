// SPDX-License-Identifier: LGPL-3.0-or-later
// The shortest path of a point among obstacles, exactly (Polyanya: Cui, Harabor and Grastien 2017).
// Problem. All weighs the same, so a shortest path is straight but for turns at corners of obstacles. Search over what
// is visible: a node is an interval of an edge that is seen from the last turn.
// 1. EuclidPlanner numbers for each corner of a triangle the fan that it belongs to: the triangles around a vertex that
//    open edges join.
// 2. Search::run() starts with the sides of the start's triangles and takes the node of least length plus remaining
//    length; it ends when no node can be shorter than the best path found.
// 3. least_over() is a lower bound of the rest: the goal, mirrored at the edge if it lies on the near side, seen
//    through the edge.
// 4. expand() enters the triangle beyond an edge and splits what is seen at its third corner; where the interval ends
//    at a corner, turn_left() and turn_right() continue around that corner.
// 5. turn_at() keeps, for each fan, the turn on the shortest path to it; a longer path is dropped.
// 6. offer() compares a path that reaches the goal with the best so far; without_straight() removes points where it
//    goes straight on. A path that turns back on its line keeps that turn.
// 7. GoalDistances runs the search from the goal toward a start, as far as it is asked for, and notes for each edge
//    what was seen of it. A place has the least length by way of what is seen of it; what is not seen yet is farther.
// Cost. Few intervals in practice. The worst case has no good bound: intervals of many turns may see one edge. Memory:
// the nodes and turns made.
// Exactness. An interval is a pair of rays, each through two given points; a side of a ray is an exact orientation of
// three points, so no crossing is computed. Lengths are intervals of doubles, then sums of roots in MPFR up to 1,024
// bits; paths that agree so far count as equal, and the first one found stays. The length returned is an enclosure
// (length_of).
#include "plumb/plan/euclid.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <unordered_map>
#include <utility>

#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/kernel/union_find.h"

namespace plumb::plan {
namespace {

using kernel::FilteredPoint;
using kernel::Interval;
using kernel::PlanPoint;
using Index = PlanTriangulation::Index;

Interval distance(const FilteredPoint& p, const FilteredPoint& q) {
  if (p.at == q.at) return Interval(0.0);
  return kernel::root(kernel::squared_distance_near(p, q));
}

class Search {
 public:
  /// @param exact whether lengths that doubles do not tell apart are
  Search(const PlanTriangulation& t, std::span<const Index> fans, const PlanPoint& from, const PlanPoint& to,
         bool exact = true)
      : t_(t), fans_(fans), start_(from), goal_(to), exact_(exact) {}

  std::optional<PlanPath> run(const std::vector<Index>& at_start, const std::vector<Index>& at_goal) {
    goal_triangles_ = at_goal;
    begin(at_start);
    while (expand_next(HUGE_VAL, [](const Node&) {})) continue;
    if (best_ == PlanTriangulation::none) return std::nullopt;
    PlanPath out{path(best_), {}};
    out.length = length_of(out.points);
    return out;
  }
  std::size_t expanded() const { return expanded_; }

  void begin(const std::vector<Index>& at_start) {
    turns_.push_back({start_index(), PlanTriangulation::none, PlanTriangulation::none, Interval(0.0)});
    for (const Index triangle : at_start) {
      if (is_goal(triangle)) offer(0);
      for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
        // Where the start is on a side, the triangle beyond that side is one of the start's triangles itself.
        if (t_.is_open(h) && kernel::orientation(at(t_.from(h)), at(t_.to(h)), start_) > 0)
          push(h, 0, {start_index(), t_.from(h)}, {start_index(), t_.to(h)});
    }
  }

  // A place where a path from the start turns last.
  struct Turn {
    Index point;
    Index fan;                               // the fan around the point; none at the start
    Index before;                            // the turn before it; none at the start
    Interval length;                         // of the path from the start
    bool to_left = false, to_right = false;  // whether what it sees on that side was pushed
  };
  // The ray from one point through another, and on.
  struct Ray {
    Index from, through;
  };
  // What is seen of an edge from a turn: the part between two rays.
  struct Node {
    double least;  // a lower bound of all paths over it
    Index edge;    // the half-edge on the side from which it is crossed
    Index turn;
    Ray right, left;
  };
  struct Later {
    bool operator()(const Node& a, const Node& b) const { return a.least > b.least; }
  };

  // Expands the next node, after visit(node), unless all paths over it are longer than `most` or than the best one.
  template <class Visit>
  bool expand_next(double most, Visit&& visit) {
    while (!queue_.empty()) {
      const Node node = queue_.top();
      if (node.least > most || (best_ != PlanTriangulation::none && node.least > best_length_.high)) return false;
      queue_.pop();
      if (is_outdone(node.turn)) continue;
      ++expanded_;
      visit(node);
      expand(node);
      return true;
    }
    return false;
  }

  const FilteredPoint& at(Index point) const { return point == start_index() ? start_ : t_.points[point]; }
  const Turn& turn(Index i) const { return turns_[i]; }
  // The turn of the shortest path to a fan; null: none is known.
  const Turn* turn_at_fan(Index fan) const {
    const auto known = shortest_.find(fan);
    return known == shortest_.end() ? nullptr : &turns_[known->second];
  }

 private:
  Index start_index() const { return static_cast<Index>(t_.points.size()); }
  const FilteredPoint& at(const Turn& turn) const { return at(turn.point); }
  kernel::Sign side(const Ray& ray, const FilteredPoint& p) const {
    return kernel::orientation(at(ray.from), at(ray.through), p);
  }
  bool is_goal(Index triangle) const { return std::ranges::find(goal_triangles_, triangle) != goal_triangles_.end(); }

  std::vector<PlanPoint> points_to(Index turn) const {
    std::vector<PlanPoint> out;
    for (Index i = turn; i != PlanTriangulation::none; i = turns_[i].before) out.push_back(at(turns_[i]).at);
    std::ranges::reverse(out);
    return out;
  }

  // Compares the lengths of paths by way of two turns, on to a point: negative, 0 or positive.
  int compare(Index a, const Interval& length_a, Index b, const Interval& length_b, const FilteredPoint& end) const {
    if (length_a.high < length_b.low) return -1;
    if (length_b.high < length_a.low) return 1;
    if (a == b || !exact_) return 0;
    for (int precision = 128; precision <= 1024; precision *= 2) {
      const auto p = sum(a, end, precision), q = sum(b, end, precision);
      if (p.high < q.low) return -1;
      if (q.high < p.low) return 1;
      if (p.low == p.high && q.low == q.high) return 0;
    }
    return 0;
  }
  kernel::RationalInterval sum(Index turn, const FilteredPoint& end, int precision) const {
    kernel::RootSum out(precision);
    std::vector<PlanPoint> points = points_to(turn);
    points.push_back(end.at);
    for (std::size_t i = 1; i < points.size(); ++i) out.add_root(kernel::squared_distance(points[i - 1], points[i]));
    return out.value();
  }

  // Offers the path that leads straight from a turn to the goal.
  void offer(Index turn) {
    const Interval length = turns_[turn].length + distance(at(turns_[turn]), goal_);
    if (best_ != PlanTriangulation::none && compare(turn, length, best_, best_length_, goal_) >= 0) return;
    best_ = turn;
    best_length_ = length;
  }

  // The turn around a corner of a triangle, from another turn; none if a shorter path leads there. Of paths of one
  // length to one fan a single one is enough: if the other one left the corner in a straighter way, there would be a
  // shorter path that does not pass here.
  Index turn_at(Index corner, Index before) {
    const Index point = t_.from(corner), fan = fans_[corner];
    const Interval length = turns_[before].length + distance(at(turns_[before]), at(point));
    if (const auto known = shortest_.find(fan); known != shortest_.end()) {
      const Turn& other = turns_[known->second];
      const int order = other.before == before ? 0 : compare(before, length, other.before, other.length, at(point));
      if (order >= 0) return order == 0 ? known->second : PlanTriangulation::none;
    }
    shortest_[fan] = static_cast<Index>(turns_.size());
    turns_.push_back({point, fan, before, length});
    return shortest_[fan];
  }
  bool is_outdone(Index turn) const {
    const auto known = shortest_.find(turns_[turn].fan);
    return known != shortest_.end() && known->second != turn;
  }

  // No path from a point over an edge to the goal is shorter: straight, if that may cross the edge, else over one of
  // its ends. Where the goal is on the side of the point, its mirror image stands for it.
  double least_over(const FilteredPoint& p, Index edge) const {
    const FilteredPoint &a = at(t_.from(edge)), &b = at(t_.to(edge));
    const double straight = distance(p, goal_).low;
    const Interval ex = b.ix - a.ix, ey = b.iy - a.iy, gx = goal_.ix - a.ix, gy = goal_.iy - a.iy;
    const Interval cross = kernel::formulas::determinant(ex, ey, gx, gy);  // positive: on the side of p
    if (cross.high < 0) {
      const kernel::Sign left = kernel::orientation(p, a, goal_), right = kernel::orientation(p, b, goal_);
      if (left >= 0 && right <= 0) return straight;
    } else if (cross.low > 0) {
      // The mirror image is goal - 2 (cross / |e|^2) (-ey, ex).
      const Interval twice = (cross + cross) / (ex * ex + ey * ey);
      const Interval mx = gx + twice * ey, my = gy - twice * ex, px = p.ix - a.ix, py = p.iy - a.iy;
      const Interval dx = mx - px, dy = my - py;
      const Interval left = kernel::formulas::determinant(-px, -py, dx, dy),
                     right = kernel::formulas::determinant(ex - px, ey - py, dx, dy);
      if (!(left.high < 0 || right.low > 0)) {
        const Interval square = dx * dx + dy * dy;
        return std::max(straight, kernel::root({std::max(square.low, 0.0), square.high}).low);
      }
    } else {
      return straight;
    }
    const Interval over_a = distance(p, a) + distance(a, goal_), over_b = distance(p, b) + distance(b, goal_);
    return std::max(straight, std::min(over_a.low, over_b.low));
  }

  void push(Index edge, Index turn, Ray right, Ray left) {
    const Interval rest(least_over(at(turns_[turn]), edge));
    queue_.push({(turns_[turn].length + rest).low, edge, turn, right, left});
  }

  // Enters the triangle beyond an edge, whose ends are a on the right and b on the left, and splits what is seen at its
  // third corner.
  void expand(const Node& node) {
    const Index beyond = t_.twin(node.edge), right_edge = t_.next(beyond), left_edge = t_.prev(beyond);
    const Index a = t_.from(node.edge), b = t_.to(node.edge), apex = t_.apex(beyond);
    const Index from = turns_[node.turn].point;
    const kernel::Sign apex_right = side(node.right, at(apex)), apex_left = side(node.left, at(apex));
    const bool ends_at_a = side(node.right, at(a)) == 0, ends_at_b = side(node.left, at(b)) == 0;

    if (is_goal(beyond / 3) && side(node.right, goal_) >= 0 && side(node.left, goal_) <= 0) offer(node.turn);
    if (apex_right > 0 && t_.is_open(right_edge))
      push(right_edge, node.turn, node.right, apex_left < 0 ? Ray{from, apex} : node.left);
    if (apex_left < 0 && t_.is_open(left_edge))
      push(left_edge, node.turn, apex_right > 0 ? Ray{from, apex} : node.right, node.left);
    if (ends_at_b) turn_left(beyond, node.turn);
    if (ends_at_a) turn_right(right_edge, node.turn);
  }

  // Turns around a vertex that is seen as the left end of an edge. The sides of the triangles there that lie opposite
  // to it are pushed, from the ray that passes the vertex to the left, as far as no obstacle is met.
  void turn_left(Index corner, Index before) {
    const Index turn = turn_at(corner, before);
    if (turn == PlanTriangulation::none || std::exchange(turns_[turn].to_left, true)) return;
    const Index v = turns_[turn].point;
    const Ray ray{turns_[turns_[turn].before].point, v};
    for (Index h = corner;; h = t_.twin(t_.prev(h))) {
      const kernel::Sign first = side(ray, at(t_.to(h))), last = side(ray, at(t_.apex(h)));
      if (first > 0 || last > 0) {
        if (is_goal(h / 3) && side(ray, goal_) >= 0) offer(turn);
        if (t_.is_open(t_.next(h))) push(t_.next(h), turn, first > 0 ? Ray{v, t_.to(h)} : ray, {v, t_.apex(h)});
      }
      if ((first > 0 && last <= 0) || !t_.is_open(t_.prev(h))) return;
    }
  }
  void turn_right(Index corner, Index before) {
    const Index turn = turn_at(corner, before);
    if (turn == PlanTriangulation::none || std::exchange(turns_[turn].to_right, true)) return;
    const Index v = turns_[turn].point;
    const Ray ray{turns_[turns_[turn].before].point, v};
    for (Index h = corner;; h = t_.next(t_.twin(h))) {
      const kernel::Sign first = side(ray, at(t_.apex(h))), last = side(ray, at(t_.to(h)));
      if (first < 0 || last < 0) {
        if (is_goal(h / 3) && side(ray, goal_) <= 0) offer(turn);
        if (t_.is_open(t_.next(h))) push(t_.next(h), turn, {v, t_.to(h)}, first < 0 ? Ray{v, t_.apex(h)} : ray);
      }
      if ((first < 0 && last >= 0) || !t_.is_open(h)) return;
    }
  }

  std::vector<PlanPoint> path(Index turn) const {
    std::vector<PlanPoint> all = points_to(turn);
    all.push_back(goal_.at);
    return without_straight(all);
  }

  const PlanTriangulation& t_;
  const std::span<const Index> fans_;
  const FilteredPoint start_, goal_;
  const bool exact_;
  std::vector<Index> goal_triangles_;
  std::vector<Turn> turns_;
  std::unordered_map<Index, Index> shortest_;  // by fan, the turn of the shortest path there
  std::priority_queue<Node, std::vector<Node>, Later> queue_;
  Index best_ = PlanTriangulation::none;  // the last turn of the shortest path to the goal
  Interval best_length_;
  std::size_t expanded_ = 0;
};

}  // namespace

std::vector<PlanPoint> without_straight(const std::vector<PlanPoint>& path) {
  std::vector<PlanPoint> out;
  for (const PlanPoint& p : path) {
    if (!out.empty() && out.back() == p && out.size() + 1 < path.size()) continue;
    if (out.size() > 1 && kernel::orient2d(out[out.size() - 2], out.back(), p) == 0 &&
        kernel::has_foot(FilteredPoint(out.back()), FilteredPoint(out[out.size() - 2]), FilteredPoint(p)))
      out.pop_back();
    out.push_back(p);
  }
  return out;
}

kernel::RationalInterval length_of(const std::vector<PlanPoint>& points) {
  // 2^7 bits are enough for 2^60 pieces.
  kernel::RootSum sum(128);
  for (std::size_t i = 1; i < points.size(); ++i) sum.add_root(kernel::squared_distance(points[i - 1], points[i]));
  return sum.value();
}

EuclidPlanner::EuclidPlanner(const PlanTriangulation& triangulation)
    : triangulation_(triangulation), walk_(triangulation) {
  const PlanTriangulation& t = triangulation_;
  const auto corners = static_cast<Index>(3 * t.triangle_count());
  kernel::UnionFind sets(corners);
  for (Index h = 0; h < corners; ++h)
    if (t.is_open(h)) sets.unite(h, PlanTriangulation::next(t.twin(h)));
  for (Index h = 0; h < corners; ++h) fans_.push_back(sets.find(h));
}

std::optional<PlanPath> EuclidPlanner::path(const PlanPoint& from, const PlanPoint& to) {
  return between(RouteEnd{from, walk_.triangles_at(FilteredPoint(from))},
                 RouteEnd{to, walk_.triangles_at(FilteredPoint(to))});
}

std::optional<PlanPath> EuclidPlanner::between(const RouteEnd& from, const RouteEnd& to) {
  Search search(triangulation_, fans_, from.at, to.at);
  // On floors steps may lead on at an end, so triangles at other heights belong to it too.
  const auto joined = [&](const RouteEnd& end) {
    return triangulation_.joined_at(FilteredPoint(end.at), end.triangles);
  };
  auto out = search.run(joined(from), joined(to));
  expanded_ = search.expanded();
  return out;
}

struct GoalDistances::State {
  // The stretch of an edge that is seen from a turn of paths from the goal.
  struct Seen {
    DoublePoint turn;
    double length;     // of the path from the goal to the turn
    double low, high;  // shares of the edge
  };
  State(const EuclidPlanner& planner, const RouteEnd& goal, const PlanPoint& start)
      : t(planner.triangulation()),
        fans(planner.fans()),
        search(t, fans, goal.at, start, false),
        at_goal(t.joined_at(FilteredPoint(goal.at), goal.triangles)),
        goal_near(to_doubles(goal.at)),
        start_near(to_doubles(start)) {
    search.begin(at_goal);
  }

  // About the share of an edge at which a ray crosses it; `otherwise` where the two are nearly parallel.
  double share(Index edge, const Search::Ray& ray, double otherwise) const {
    const DoublePoint p = near(search.at(ray.from)), q = near(search.at(ray.through));
    const double a = kernel::formulas::orient2d(p, q, near(t.points[t.from(edge)])),
                 b = kernel::formulas::orient2d(p, q, near(t.points[t.to(edge)]));
    return a != b ? std::clamp(a / (a - b), 0.0, 1.0) : otherwise;
  }
  static DoublePoint near(const FilteredPoint& p) { return {(p.ix.low + p.ix.high) / 2, (p.iy.low + p.iy.high) / 2}; }
  void note(const Search::Node& node) {
    const Index lowest = t.lowest(node.edge);
    double low = share(node.edge, node.right, 0), high = share(node.edge, node.left, 1);
    if (t.from(lowest) != t.from(node.edge)) low = std::exchange(high, 1 - low), low = 1 - low;
    const Search::Turn& turn = search.turn(node.turn);
    seen[lowest].push_back({near(search.at(turn.point)), turn.length.low, low - wider, high + wider});
  }
  static constexpr kernel::Hint wider{0x1p-32};   // shares err by less
  static constexpr kernel::Hint farther{0x1p-5};  // than it is asked for the search goes, so that it is not asked often

  const PlanTriangulation& t;
  const std::span<const Index> fans;
  Search search;
  const std::vector<Index> at_goal;
  const DoublePoint goal_near, start_near;
  double most = 0;
  std::unordered_map<Index, std::vector<Seen>> seen;  // by the lowest half-edge
};

GoalDistances::GoalDistances(const EuclidPlanner& planner, const RouteEnd& goal, const PlanPoint& start)
    : state_(std::make_unique<State>(planner, goal, start)) {}
GoalDistances::~GoalDistances() = default;

void GoalDistances::extend(double most) {
  State& s = *state_;
  if (most <= s.most) return;
  s.most = most * (1 + State::farther);
  while (s.search.expand_next(s.most, [&](const Search::Node& node) { s.note(node); })) continue;
}

double GoalDistances::least(Index half_edge, const DoublePoint& at) const {
  const State& s = *state_;
  const auto by_way_of = [&](const DoublePoint& p, double length) {
    const double x = at[0] - p[0], y = at[1] - p[1];
    return length + std::sqrt(x * x + y * y);
  };
  // A place that is not seen yet is on no path that is no longer than `most`.
  double out = s.most - by_way_of(s.start_near, 0);
  // A turn at an end of the edge sees along it, and so does the goal if it is on it.
  for (const Index corner : {half_edge, PlanTriangulation::next(half_edge)})
    if (const Search::Turn* turn = s.search.turn_at_fan(s.fans[corner]))
      out = std::min(out, by_way_of(State::near(s.t.points[turn->point]), turn->length.low));
  s.t.each_side(half_edge, [&](Index side) {
    if (std::ranges::find(s.at_goal, side / 3) != s.at_goal.end()) out = std::min(out, by_way_of(s.goal_near, 0));
  });
  const Index lowest = s.t.lowest(half_edge);
  const auto seen = s.seen.find(lowest);
  if (seen == s.seen.end()) return out;
  const DoublePoint a = State::near(s.t.points[s.t.from(lowest)]), b = State::near(s.t.points[s.t.to(lowest)]);
  const double x = b[0] - a[0], y = b[1] - a[1],
               share = kernel::formulas::dot2d(at[0] - a[0], at[1] - a[1], x, y) / (x * x + y * y);
  for (const State::Seen& from : seen->second)
    if (share >= from.low && share <= from.high) out = std::min(out, by_way_of(from.turn, from.length));
  return out;
}

}  // namespace plumb::plan
