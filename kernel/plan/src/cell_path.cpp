// SPDX-License-Identifier: LGPL-3.0-or-later
// The shortest path of a point over convex cells, exactly (Polyanya: Cui, Harabor and Grastien 2017).
//
// Problem. A shortest path in plan is straight but for turns at corners of the border. Search over what is visible: a
// node is the part of a piece of a side that is seen from the last turn, between two rays. Cells may lie over one
// another, may be joined across gaps, and may lead back over the line by which they were entered.
// 1. begin() looks from the start into its cells, and into those that touch it.
// 2. The node of least length plus remaining length is expanded: the cell beyond its piece is entered, and what is seen
//    of its other pieces becomes nodes.
// 3. Where a ray passes a corner of a fan at which paths turn, turn_at() keeps the shortest path to that fan, and
//    sweep() looks on from there: at all beyond the ray, cell by cell around the corner, up to the border. In a fan of
//    no more than 360 degrees half a turn is enough.
// 4. Pieces on a line with the turn are seen from their ends alone. So sweep() and begin() also turn at the next corner
//    on a side that lies on such a line.
// 5. offer() compares a path that reaches the goal with the best so far. The search ends where no node can be shorter.
// Points are those of the map and, beyond a gap or a side that leads back, images of the last turn: everything is seen
// as if the path went straight on. A direction is given by two points, so no crossing is computed.
// Cost. Few nodes in practice; memory for nodes and turns is kept. Cells that lead nowhere are left out.
// Exactness. Lengths are doubles that know how far off they may be; where that leaves open which of two is greater,
// they are compared as sums of roots: equal squares are cancelled, the rest is enclosed to 2^-200. Nodes are expanded
// in the order of a bound below which no path over them is (SightBounds). Sides of rays are signs of the kernel's
// orientation().
#include "plumb/plan/cell_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plumb/kernel/interval.h"
#include "plumb/plan/cell_landmarks.h"
#include "sight_notes.h"
#include "sight_queue.h"

namespace plumb::plan {

using kernel::Interval;
using kernel::PlanPoint;
using kernel::Sign;

struct CellPathSearch::State : SightNotes {
  // A cell on the way, and the way by which it was entered; none at the start.
  struct Step {
    Index before, way, cell;
  };
  // A step of the sweep that is under way: ways may branch around a turn, and come back to a corner.
  struct Look {
    Index corner, behind;
    bool left, passed;
  };
  // From which corner of a wide fan a turn looked on. Other corners of it may lie 360 degrees, or a branch, apart.
  struct Sweep {
    Index corner, before;
    bool left;
  };
  // The start, as it is seen from a cell that it touches.
  struct Begin {
    Sight sight;
    Index step;
  };
  // What is seen of a piece from a turn: `way` is crossed when the node is expanded. Or a turn at the corner
  // right.from, seen from sight.at, to look on from there: `way` says to which side.
  static constexpr Index to_left = none - 1, to_right = none - 2;
  struct Node {
    Index way, step, turn;
    Sight sight;
    Ray right, left;
  };
  State(const CellMap& m, const CellLandmarks* l) : SightNotes(m), landmarks(l) {}
  // The map may have grown since the last search.
  void make_room() {
    for (std::vector<Index>* list : {&fan_turn, &fan_mark}) list->resize(map.fan_count());
    for (std::vector<Index>* list : {&cell_mark, &goal_mark, &goal_way}) list->resize(map.cell_count());
    if (landmarks) rests.resize(map.fan_count()), rest_mark.resize(map.fan_count());
  }

  bool leads_on(Index cell) const { return goal == none || !map.is_dead_end(cell) || cell_mark[cell] == mark; }

  // Notes what is seen of a piece.
  void push(Index piece, Index turn, const Sight& sight, const Ray& right, const Ray& left, Index step) {
    if (map.ways(piece).empty()) return;
    const Index a = map.from(piece), b = map.to(piece);
    double least;
    if (goal == none) {
      least = (around(sight.length) + Interval(least_distance(sight.at, right, left, a, b))).low;
      if (is_reached_sooner(least, map.cell_of(piece))) return;
    } else {
      least = std::max(whole(sight.length, rest(sight.at, right, left, a, b)), turns[turn].least);
      if (least <= most && !goal_spans.empty())
        least = std::max(least, whole(sight.length, by_ends(sight.at, a, b, rest_from(map.fan_of(piece)),
                                                            rest_from(map.fan_of(map.next(piece))))));
      if (least > most) return;
    }
    for (Index w = map.first_way(piece); w < map.end_way(piece); ++w) {
      if (!leads_on(map.cell_of(map.way(w).to))) continue;
      put(least, {w, step, turn, sight, right, left});
    }
  }
  void put(double least, const Node& node) {
    queue.put(least, static_cast<Index>(nodes.size()));
    nodes.push_back(node);
  }
  Index add_step(Index before, Index way) {
    steps.push_back({before, way, map.cell_of(map.way(way).to)});
    return static_cast<Index>(steps.size()) - 1;
  }

  void offer(Index turn, const Sight& sight, Index step) {
    const Leg leg{turn, goal, sight, sum(sight.length, distance(sight.at, goal))};
    if (best.turn != none) {
      const int order = compare(leg, best);
      if (order > 0 || (order == 0 && !points_precede(turn, best.turn))) return;
    }
    best = leg;
    best_step = step;
    most = around(leg.length).high;
  }

  // The turn at a corner that is seen from another; none if another path to its fan is shorter. Of paths of one length
  // one is enough: if another left the corner in a straighter way, there would be a shorter path that does not pass it.
  // But it may come to another corner of the fan, and look on from there.
  Index turn_at(Index corner, Index before, const Sight& sight) {
    const Index fan = map.fan_of(corner), point = map.from(corner);
    const Leg leg{before, point, sight, sum(sight.length, distance(sight.at, point))};
    if (fan_mark[fan] == mark) {
      const Turn& other = turns[fan_turn[fan]];
      const int order = compare(leg, {other.before, other.point, {other.seen, other.gaps, {}}, other.length});
      if (order >= 0) return order == 0 ? fan_turn[fan] : none;
    }
    fan_mark[fan] = mark;
    fan_turn[fan] = static_cast<Index>(turns.size());
    turns.push_back({point, fan, corner, before, sight.at, sight.gaps, leg.length, least_over(fan, point, leg.length)});
    return fan_turn[fan];
  }
  bool is_outdone(Index turn) const { return turns[turn].fan != none && fan_turn[turns[turn].fan] != turn; }

  // A path turns at a corner; when that is the most promising, it looks on from there.
  void turn(bool left, Index corner, Index before, const Sight& sight, Index step) {
    if (is_one_place(sight.at, map.from(corner))) return;
    const Index t = turn_at(corner, before, sight);
    if (t == none || !is_first_sweep(left, corner, t)) return;
    if (goal == none) return sweep_fan(left, corner, t, sight.at, step);
    if (turns[t].least <= most)
      put(turns[t].least, {left ? to_left : to_right, step, t, {sight.at, none, {}}, {corner, none}, {}});
  }
  void sweep_fan(bool left, Index corner, Index t, Index behind, Index step) {
    const std::size_t before = looked.size();
    sweep(left, corner, t, behind, false, step, before);
    looked.resize(before);
  }
  bool is_first_sweep(bool left, Index corner, Index t) {
    if (!map.fan(turns[t].fan).wide) return !std::exchange(left ? turns[t].swept_left : turns[t].swept_right, true);
    for (Index k = turns[t].sweeps; k != none; k = sweep_list[k].before)
      if (sweep_list[k].corner == corner && sweep_list[k].left == left) return false;
    sweep_list.push_back({corner, turns[t].sweeps, left});
    turns[t].sweeps = static_cast<Index>(sweep_list.size()) - 1;
    return true;
  }

  // Looks from a turn into the cell of a corner of its fan, at what lies to the left of the ray from `behind` over the
  // turn (or to the right), and on into the next cell around the turn. passed: in a wide fan, all of the cell does.
  // first: where this sweep begins in `looked`.
  void sweep(bool left, Index corner, Index t, Index behind, bool passed, Index step, std::size_t first) {
    const Index point = map.from(corner), cell = map.cell_of(corner), last = map.prev(corner);
    const CellMap::Fan& fan = map.fan(map.fan_of(corner));
    if (fan.wide) {
      const auto is_this = [&](const Look& l) {
        return l.corner == corner && l.left == left && l.passed == passed && (passed || is_one_place(l.behind, behind));
      };
      if (std::any_of(looked.begin() + static_cast<std::ptrdiff_t>(first), looked.end(), is_this)) return;
      looked.push_back({corner, behind, left, passed});
    }
    const Sight sight = sight_of(t);
    const Ray prolonged{behind, point};
    const auto beyond_ray = [&](Index p) -> int {
      if (passed) return 1;
      const int s = static_cast<int>(side(prolonged, p));
      return left ? s : -s;
    };
    if (goal_mark[cell] == mark && beyond_ray(goal) >= 0) offer(t, sight, step);
    if (goal == none) note(cell, sight, around(sight.length), [](Index) { return true; });
    const int first_side = beyond_ray(map.to(corner)), last_side = beyond_ray(map.from(last));
    bool some = first_side > 0 || last_side > 0;
    int from = first_side;
    for (Index i = map.next(corner); i != last; i = map.next(i)) {
      const Index a = map.from(i), b = map.to(i);
      const int to = b == map.from(last) ? last_side : beyond_ray(b);
      some = some || to > 0;
      if ((from > 0 || to > 0) && map.side_of(i) != map.side_of(corner) && map.side_of(i) != map.side_of(last))
        push(i, t, sight, left && from < 0 ? prolonged : Ray{point, a}, !left && to < 0 ? prolonged : Ray{point, b},
             step);
      from = to;
    }
    turn_along(corner, t, sight, step, beyond_ray);
    if (!fan.wide && some && (left ? last_side : first_side) <= 0) return;
    const Index over = left ? last : corner;
    for (Index w = map.first_way(over); w < map.end_way(over); ++w) {
      const CellMap::Way& way = map.way(w);
      if (!leads_on(map.cell_of(way.to))) continue;
      const bool left_there = left != way.mirrored;
      const Index there = left_there ? way.to : map.next(way.to);  // the piece beyond that begins at the turn
      const Index entered = add_step(step, w), seen = image(behind, way);
      if (way.shift == none) {
        sweep(left_there, there, t, seen, fan.wide && (passed || some), entered, first);
        continue;
      }
      // Straight across a gap: a turn on the other side.
      Sight across = beyond(sight, way);
      across.at = map.from(there);
      const Index u = turn_at(there, t, across);
      if (u != none && is_first_sweep(left_there, there, u)) sweep_fan(left_there, there, u, seen, entered);
    }
  }

  // Turns at the nearest corners on the two sides that begin and end at a corner, where these go on beyond a cut.
  template <class Beyond>
  void turn_along(Index corner, Index t, const Sight& sight, Index step, const Beyond& beyond_ray) {
    const auto turns_at = [&](Index i, bool left) {
      if (!map.fan(map.fan_of(i)).turns) return false;
      if (beyond_ray(map.from(i)) >= 0) turn(left, i, t, sight, step);
      return true;
    };
    for (Index i = map.next(corner); map.side_of(i) == map.side_of(corner) && i != corner; i = map.next(i))
      if (turns_at(i, false)) break;
    const Index last = map.prev(corner);
    for (Index i = last; map.side_of(map.prev(i)) == map.side_of(last) && i != corner; i = map.prev(i))
      if (turns_at(i, true)) break;
  }

  // Looks from the start, or its image, that is in or on a cell, and notes the cells that it touches there.
  void begin(const Sight& sight, Index step) {
    const Index root = sight.at, cell = steps[step].cell;
    for (const auto& [c, p] : begun)
      if (c == cell && is_one_place(p, root)) return;
    begun.push_back({cell, root});
    if (goal_mark[cell] == mark) offer(0, sight, step);
    if (goal == none) note(cell, sight, around(sight.length), [](Index) { return true; });
    for (Index i = map.first(cell); i < map.end(cell); ++i) {
      const Index a = map.from(i), b = map.to(i);
      if (side(a, b, root) != 0) {
        push(i, 0, sight, {root, a}, {root, b}, step);
        continue;
      }
      const int along = order_of(at(a), at(b)), after_a = along * order_of(at(a), at(root)),
                before_b = along * order_of(at(root), at(b));
      // To a corner within the side the path runs along it.
      if (map.side_of(map.prev(i)) == map.side_of(i) && map.fan(map.fan_of(i)).turns && after_a != 0)
        turn(after_a > 0, i, 0, sight, step);
      // Cells beyond a piece that the root is on are touched, too.
      if (after_a < 0 || before_b < 0) continue;
      for (Index w = map.first_way(i); w < map.end_way(i); ++w)
        if (leads_on(map.cell_of(map.way(w).to))) {
          const CellMap::Way& way = map.way(w);
          to_begin.push_back({way.shift != none ? beyond(sight, way) : sight, add_step(step, w)});
        }
    }
  }

  void expand(const Node& n) {
    const CellMap::Way& way = map.way(n.way);
    const Index step = add_step(n.step, n.way), e = way.to, cell = map.cell_of(e), first = map.next(e), turned = n.turn;
    Sight sight = n.sight;
    Ray right = n.right, left = n.left;
    if (way.shift != none || way.mirrored) {
      sight = beyond(n.sight, way);
      const auto seen = [&](Index p) { return p == n.sight.at ? sight.at : image(p, way); };
      right = {seen(n.right.from), seen(n.right.through)};
      left = {seen(n.left.from), seen(n.left.through)};
      if (way.mirrored) std::swap(right, left);
    }
    const Index root = sight.at;
    if (goal_mark[cell] == mark && side(right, goal) >= 0 && side(left, goal) <= 0) offer(turned, sight, step);
    if (goal == none) {
      const Interval entered = around(sight.length) + nearest(root, right, left, map.to(e), map.from(e));
      note(cell, sight, entered, [&](Index p) { return side(right, p) >= 0 && side(left, p) <= 0; });
    }
    const Sign at_right = side(right, map.from(first)), at_left = side(left, map.from(e));
    Sign r = at_right, l = side(left, map.from(first));
    for (Index i = first; i != e && l < 0; i = map.next(i)) {
      const Index a = map.from(i), b = map.to(i);
      const Sign r_end = side(right, b);
      // What is right of the right ray is right of the left one.
      const Sign l_end = r_end < 0 ? Sign::negative : side(left, b);
      if (r_end > 0 && map.side_of(i) != map.side_of(e))
        push(i, turned, sight, r >= 0 ? Ray{root, a} : right, l_end <= 0 ? Ray{root, b} : left, step);
      r = r_end, l = l_end;
    }
    // The nearest corner on each ray.
    const auto turns_at = [&](Index i, bool to_left) {
      if (!map.fan(map.fan_of(i)).turns) return false;
      turn(to_left, i, turned, sight, step);
      return true;
    };
    if (at_right == 0)
      for (Index i = first; i != e && side(right, map.from(i)) == 0 && !turns_at(i, false);) i = map.next(i);
    if (at_left == 0)
      for (Index i = e; i != first && side(left, map.from(i)) == 0 && !turns_at(i, true);) i = map.prev(i);
  }

  // Between which distances from each landmark the goal is: it may have two sides, if it is on a border of several
  // cells. None is known: all.
  void find_goal_spans() {
    goal_spans.assign(static_cast<std::size_t>(landmarks->count()), {HUGE_VAL, 0});
    for (const Index cell : std::span(goal_list).first(goal_sides))
      for (std::size_t k = 0; k < goal_spans.size(); ++k) {
        Interval side{0, HUGE_VAL}, &all = goal_spans[k];
        for (Index i = map.first(cell); i < map.end(cell); ++i) {
          const Interval straight = around(distance(goal, map.from(i))), known = landmarks->distances(map.fan_of(i))[k];
          side = {std::max(side.low, (known - straight).low), std::min(side.high, (known + straight).high)};
        }
        all = {std::min(all.low, side.low), std::max(all.high, side.high)};
      }
  }
  // No path from a fan to the goal is shorter, as landmarks tell, but for a rounding.
  double rest_from(Index fan) {
    if (rest_mark[fan] == mark) return rests[fan];
    double rest = 0;
    const Interval* known = landmarks->distances(fan);
    for (const Interval& span : goal_spans) {
      rest = std::max(rest, std::max(known->low - span.high, span.low - known->high));
      ++known;
    }
    rest_mark[fan] = mark;
    return rests[fan] = rest;
  }
  // No path to the goal by way of a fan is shorter, if the path to it is so long.
  double least_over(Index fan, Index point, const Length& length) {
    if (goal == none) return 0;
    const double straight = distance(point, goal).at - rest_error();
    return whole(length, goal_spans.empty() ? straight : std::max(straight, rest_from(fan)));
  }
  // From here on landmarks are asked, too. Short searches end before that pays.
  void ask_landmarks(std::span<const Index> start_cells) {
    // Where an end touches several components, landmarks of one say nothing of the others.
    const auto is_first = [&](Index c) { return map.component(c) == map.component(start_cells[0]); };
    if (!std::ranges::all_of(start_cells, is_first) || !std::ranges::all_of(goal_list, is_first)) return;
    find_goal_spans();
    for (Turn& t : turns)
      if (t.fan != none) t.least = least_over(t.fan, t.point, t.length);
  }
  static constexpr std::size_t patience = 8;

  // The cells that the goal is in or on, and those that touch it over pieces.
  void mark_goal(std::span<const Index> cells) {
    goal_list.assign(cells.begin(), cells.end());
    goal_sides = cells.size();
    for (const Index c : cells) goal_mark[c] = mark, goal_way[c] = none;
    for (std::size_t k = 0; k < goal_list.size(); ++k) {
      const Index c = goal_list[k];
      for (Index i = map.first(c); i < map.end(c); ++i) {
        if (map.ways(i).empty() || side(map.from(i), map.to(i), goal) != 0) continue;
        const int along = order_of(at(map.from(i)), at(map.to(i)));
        if (order_of(at(map.from(i)), at(goal)) * along < 0 || order_of(at(goal), at(map.to(i))) * along < 0) continue;
        for (const CellMap::Way& w : map.ways(i)) {
          const Index d = map.cell_of(w.to);
          if (w.shift != none || goal_mark[d] == mark) continue;
          goal_mark[d] = mark;
          goal_way[d] = map.first_way(w.to);
          while (map.way(goal_way[d]).to != i) ++goal_way[d];
          goal_list.push_back(d);
        }
      }
    }
  }

  template <class Number>
  const CellPath* find(const std::array<Number, 2>& from, std::span<const Index> start_cells,
                       const std::array<Number, 2>& to, std::span<const Index> goal_cells) {
    expanded = 0;
    const auto is_shared = [&](Index c) {
      return std::ranges::any_of(goal_cells, [&](Index d) { return map.component(c) == map.component(d); });
    };
    if (std::ranges::none_of(start_cells, is_shared)) return nullptr;
    clear();
    const Index start = add_point(from);
    goal = add_point(to);
    mark_goal(goal_cells);
    for (const auto& list : {start_cells, std::span<const Index>(goal_list)})
      for (const Index c : list)
        for (Index d = c; d != none && std::exchange(cell_mark[d], mark) != mark;) d = map.toward_rest(d);
    turns.push_back({start, none, none, none, none, none, {}});
    search(start, start_cells);
    if (best.turn == none) return nullptr;
    write_path();
    return &path;
  }

  void clear() {
    ++mark;
    make_room();
    clear_points();
    turns.clear(), steps.clear(), nodes.clear(), queue.clear(), gap_list.clear(), sweep_list.clear(), begun.clear(),
        goal_spans.clear();
    best = {none, none, {none, none, {}}, {0, HUGE_VAL}};
    most = HUGE_VAL;
  }

  void search(Index start, std::span<const Index> cells) {
    for (const Index c : cells) steps.push_back({none, none, c});
    for (Index k = 0; k < cells.size(); ++k) to_begin.push_back({{start, none, {}}, k});
    while (!to_begin.empty()) {
      const auto least =
          std::ranges::min_element(to_begin, {}, [](const Begin& b) { return std::pair(b.sight.length.at, b.step); });
      const Begin next = *least;
      to_begin.erase(least);
      begin(next.sight, next.step);
    }
    while (!queue.empty()) {
      const auto [least, node] = queue.take();
      if (least > most) break;
      const Node n = nodes[node];  // the list grows
      if (is_outdone(n.turn)) continue;
      if (goal == none && least > within) break;
      if (turns[n.turn].least > least) {
        // Landmarks have been asked since.
        queue.put(turns[n.turn].least, node);
        continue;
      }
      if (++expanded == patience && landmarks && goal != none) ask_landmarks(cells);
      if (n.way >= to_right) sweep_fan(n.way == to_left, n.right.from, n.turn, n.sight.at, n.step);
      else expand(n);
    }
  }

  const std::vector<Interval>& distances(std::span<const Index> pieces) {
    begin_notes();
    for (const Index piece : pieces) {
      const Index cell = map.cell_of(piece);
      search_all([&] { return map.from(piece); }, {&cell, 1}, HUGE_VAL);
    }
    return noted;
  }
  // Notes all corners and cells, as far as a length. add_start() adds the start, or says which point it is.
  template <class AddStart>
  void search_all(const AddStart& add_start, std::span<const Index> cells, double distance) {
    clear();
    goal = none;
    within = distance;
    const Index start = add_start();
    turns.push_back({start, none, none, none, none, none, {}});
    search(start, cells);
  }

  void write_path() {
    path.passed.clear();
    // From the end to the start, and reversed; then what is left to the goal.
    Index s = best_step;
    path.unfolded = false;
    for (; steps[s].before != none; s = steps[s].before) {
      const CellMap::Way& way = map.way(steps[s].way);
      path.unfolded = path.unfolded || way.mirrored || way.shift != none;
      add_passed(steps[s].way);
    }
    path.first_cell = steps[s].cell;
    std::ranges::reverse(path.passed);
    for (Index c = steps[best_step].cell; goal_way[c] != none; c = map.cell_of(map.way(goal_way[c]).to)) {
      const std::size_t before = path.passed.size();
      add_passed(goal_way[c]);
      std::ranges::reverse(path.passed.begin() + static_cast<std::ptrdiff_t>(before), path.passed.end());
    }
    leave_out_loops();
    path.corners.clear();
    for (Index t = best.turn; turns[t].before != none; t = turns[t].before) path.corners.push_back(turns[t].corner);
    std::ranges::reverse(path.corners);
    path.length = rounded_length(best);
  }
  // The joins of a way, the last one first.
  void add_passed(Index way) {
    for (Index w = way; w != none; w = map.way(w).before)
      path.passed.push_back({map.way(w).join, map.way(w).forward, map.cell_of(map.way(w).to)});
  }

  // A path may touch a cell in a point and come back to it.
  void leave_out_loops() {
    ++mark;
    auto& list = path.passed;
    entered.resize(map.cell_count());
    std::size_t kept = 0;
    const auto enter = [&](Index cell) { cell_mark[cell] = mark, entered[cell] = static_cast<Index>(kept); };
    enter(path.first_cell);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Index cell = list[i].cell;
      if (cell_mark[cell] != mark) {
        list[kept++] = list[i];
        enter(cell);
        continue;
      }
      for (; kept > entered[cell]; --kept)
        if (list[kept - 1].cell != cell) cell_mark[list[kept - 1].cell] = 0;
    }
    list.resize(kept);
  }

  const CellLandmarks* landmarks;
  Index mark = 0;
  std::vector<Index> fan_turn, fan_mark, cell_mark, goal_mark, goal_way, goal_list, entered;
  std::vector<Step> steps;
  std::vector<Node> nodes;
  SightQueue queue;
  std::vector<Sweep> sweep_list;
  std::vector<Look> looked;
  std::vector<Begin> to_begin;
  std::vector<std::pair<Index, Index>> begun;  // cells, and where the start is seen in them
  std::size_t goal_sides = 0;                  // of goal_list: the cells that were given
  std::vector<Interval> goal_spans;            // by landmark, once they are asked
  std::vector<double> rests;                   // by fan, where rest_mark says so
  std::vector<Index> rest_mark;
  Leg best{};
  double most = HUGE_VAL;  // it is no longer
  Index best_step = none;
  std::size_t expanded = 0;
  CellPath path;
};

CellPathSearch::CellPathSearch(const CellMap& map, const CellLandmarks* landmarks)
    : state_(std::make_unique<State>(map, landmarks)) {}
CellPathSearch::~CellPathSearch() = default;
CellPathSearch::CellPathSearch(CellPathSearch&&) noexcept = default;

template <class Number>
const CellPath* CellPathSearch::find(const std::array<Number, 2>& start, std::span<const Index> start_cells,
                                     const std::array<Number, 2>& goal, std::span<const Index> goal_cells) {
  return state_->find(start, start_cells, goal, goal_cells);
}
template const CellPath* CellPathSearch::find(const std::array<double, 2>&, std::span<const Index>,
                                              const std::array<double, 2>&, std::span<const Index>);
template const CellPath* CellPathSearch::find(const std::array<mpq_class, 2>&, std::span<const Index>,
                                              const std::array<mpq_class, 2>&, std::span<const Index>);

const std::vector<Interval>& CellPathSearch::distances(std::span<const Index> pieces) {
  return state_->distances(pieces);
}
template <class Number>
const std::vector<Interval>& CellPathSearch::reach(const std::array<Number, 2>& start, std::span<const Index> cells,
                                                   double within) {
  state_->begin_notes();
  state_->search_all([&] { return state_->add_point(start); }, cells, within);
  return state_->reached;
}
template const std::vector<Interval>& CellPathSearch::reach(const std::array<double, 2>&, std::span<const Index>,
                                                            double);
template const std::vector<Interval>& CellPathSearch::reach(const std::array<mpq_class, 2>&, std::span<const Index>,
                                                            double);

std::size_t CellPathSearch::expanded() const { return state_->expanded; }

}  // namespace plumb::plan
