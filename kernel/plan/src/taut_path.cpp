// SPDX-License-Identifier: LGPL-3.0-or-later
// The shortest path of a disc among obstacles, exactly.
//
// Problem. The centre may touch circles of radius r around corners. So a shortest path is straight from circle to
// circle (a leg), with arcs between, and search is over corners, the side on which the path has them, and the place on
// the circle that a leg comes to. Corners of which a disc touches one and then the other on a straight way see each
// other past all obstacles, as points do (docs/theory/routes.md): legs are searched among what points see.
// 1. find() starts with what the start sees. Least first, by length so far and a lower bound of the rest, it takes a
//    cone, which is what a corner sees of an edge between two rays, or a leg. It ends where nothing can be shorter than
//    the best path found.
// 2. look_beyond() enters the triangle beyond an edge, splits a cone at its third corner, and notes legs to that corner
//    on both sides, and to the goal.
// 3. Where a narrow traversal was crossed, look_beyond() goes on only as far as r from the line across it: a disc's way
//    goes through there only if one of its ends is so near.
// 4. push_leg() leaves a leg out if it certainly does not turn towards an obstacle, or turns back. try_leg() decides,
//    and holds it against all obstacles near it.
// 5. arrive() compares with other arrivals on the same circle, in the sector between obstacles in which the disc rolls
//    from one to the other. One is left out if another comes to an earlier place and, rolled on, is not longer.
// 6. look_around() looks from a corner at what lies ahead of an arrival.
// Cost. Cones and legs in practice about as many as for a point; a leg that is tried costs the obstacles near it.
// Exactness. Doubles enter as intervals alone. What a point sees is a matter of orientations; legs, order on circles
// and sectors are signs of sums of roots (disc_tangent.h). Lengths that intervals of doubles do not part are computed
// to 256 bits and count as equal if they agree in all but a few.
// Source: ours, after Polyanya (Cui, Harabor and Grastien 2017) and Kallmann (2014).
#include "plumb/plan/taut_path.h"

#include <algorithm>

#include "taut_corners.h"

namespace plumb::plan {

using kernel::FilteredPoint;
using kernel::Interval;
using kernel::PlanPoint;
using kernel::RealInterval;
using kernel::formulas::determinant;
using kernel::formulas::dot2d;
using Index = PlanTriangulation::Index;

namespace {

constexpr Index none = PlanTriangulation::none;
using Place = std::array<Interval, 2>;

Place place_of(const FilteredPoint& p) { return {p.ix, p.iy}; }
Interval distance(const Place& p, const Place& q) {
  const Interval x = q[0] - p[0], y = q[1] - p[1];
  return kernel::root(dot2d(x, y, x, y));
}
// How far q is to the left of the way from o to p, times its length.
Interval turn(const Place& o, const Place& p, const Place& q) {
  return determinant(p[0] - o[0], p[1] - o[1], q[0] - o[0], q[1] - o[1]);
}

}  // namespace

struct TautSearch::State {
  // A place on the circle around a corner, or an end, to which a path from the start leads.
  struct Arrival {
    Index corner;
    int side;  // on which the corner is; 0: an end
    Index before;
    std::optional<DiscTangent> line;  // that leads there; none at the start
    bool rolled;                      // whether an arc comes before that
    Place centre;
    Interval length;
    std::size_t sector = 0;
    Index other = none;    // the next arrival at the corner and side
    bool outdone = false;  // by another arrival
    std::optional<RealInterval> whole = {};
  };
  // What is seen of an edge between the rays to two corners; or, without these, a leg to a point, with a side.
  struct Node {
    Index arrival, target;
    Index right = none, left = none;
    Index passage = none;  // a narrow traversal that was crossed
    int side = 0;
  };

  State(const ClearanceTriangulation& triangulation, const Obstacles& o)
      : corners(triangulation, o),
        t(triangulation.triangulation),
        obstacles(o),
        walk(t),
        sectors(corners, radius),
        first_arrival(2 * t.points.size(), none),
        goal_mark(t.triangle_count(), 0) {}

  const FilteredPoint& at(Index p) const { return p < t.points.size() ? t.points[p] : p == start ? ends[0] : ends[1]; }
  bool is_goal(Index triangle) const { return goal_mark[triangle] == mark; }

  std::optional<TautPath> find(const PlanPoint& from, const PlanPoint& to, const mpq_class& r) {
    counts = {};
    if (r != radius.exact || !is_set_up) {
      radius = DiscRadius(r);
      diameter_squared = Interval(4.0) * radius.near * radius.near;
      sectors.clear(t.points.size());
      is_set_up = true;
    }
    if (obstacles.stops_at(from, radius.square) || obstacles.stops_at(to, radius.square)) return std::nullopt;
    ends = {FilteredPoint(from), FilteredPoint(to)};
    const auto at_start = walk.triangles_at(ends[0]), at_goal = walk.triangles_at(ends[1]);
    if (at_start.empty() || at_goal.empty()) return std::nullopt;
    if (from == to) return TautPath{};
    ++mark;
    for (const Index triangle : at_goal) goal_mark[triangle] = mark;
    for (const Arrival& a : arrivals)
      if (a.side != 0) first_arrival[slot(a.corner, a.side)] = none;
    arrivals.clear(), nodes.clear(), heap.clear();
    best = none;
    arrivals.push_back({.corner = start,
                        .side = 0,
                        .before = none,
                        .line = {},
                        .rolled = false,
                        .centre = place_of(ends[0]),
                        .length = Interval(0.0)});
    for (const Index triangle : at_start) look_from_start(triangle);
    while (!heap.empty()) {
      const auto [order, number] = heap.front();
      std::ranges::pop_heap(heap);
      heap.pop_back();
      if (best != none && -order > arrivals[best].length.high) break;
      const Node node = nodes[number];
      if (arrivals[node.arrival].outdone) continue;
      if (node.right == none) try_leg(node);
      else look_beyond(node);
    }
    if (best == none) return std::nullopt;
    return path();
  }

  TautPath path() const {
    TautPath out;
    for (Index a = arrivals[best].before; a != 0; a = arrivals[a].before)
      out.turns.push_back({arrivals[a].corner, arrivals[a].side > 0});
    std::ranges::reverse(out.turns);
    for (int bits = 128;; bits *= 2) {
      out.length = sum(best, bits).rational();
      if (out.length.width() * (mpz_class(1) << 60) <= std::min(out.length.low, mpq_class(1))) return out;
    }
  }
  // The length of the path up to an arrival.
  RealInterval sum(Index arrival, int bits) const {
    RealInterval out(bits);
    for (Index a = arrival; a != 0; a = arrivals[a].before) out += step(arrivals[a], bits);
    return out;
  }
  // Its last part: the arc around the corner before, and the leg.
  RealInterval step(const Arrival& a, int bits) const {
    const Arrival& before = arrivals[a.before];
    RealInterval out = a.line->length(bits);
    if (a.rolled)
      out += RealInterval(bits, radius.exact) * DiscTangent::angle(*before.line, *a.line, before.side, bits);
    return out;
  }
  const RealInterval& whole(Index arrival) {
    constexpr int bits = 256;
    // From the start on, as long paths would need a deep stack.
    std::vector<Index> unknown;
    for (Index a = arrival; !arrivals[a].whole; a = arrivals[a].before) {
      unknown.push_back(a);
      if (a == 0) break;
    }
    for (; !unknown.empty(); unknown.pop_back()) {
      Arrival& a = arrivals[unknown.back()];
      a.whole = RealInterval(bits);
      if (a.before != none) a.whole = *arrivals[a.before].whole + step(a, bits);
    }
    return *arrivals[arrival].whole;
  }
  // Compares the path by way of an arrival, rolled on to the place of a later one, with that of the later one.
  int compare(Index a, Index b, bool same_place) {
    const Arrival &p = arrivals[a], &q = arrivals[b];
    const Interval to_b = same_place ? p.length : p.length + radius.near * DiscTangent::angle(*p.line, *q.line, p.side);
    if (to_b.high < q.length.low) return -1;
    if (q.length.high < to_b.low) return 1;
    RealInterval difference = whole(a) - whole(b);
    if (!same_place)
      difference += RealInterval(difference.bits(), radius.exact) *
                    DiscTangent::angle(*p.line, *q.line, p.side, difference.bits());
    return difference.high() < 0 ? -1 : difference.low() > 0 ? 1 : 0;
  }

  void push(double order, const Node& node) {
    if (best != none && order > arrivals[best].length.high) return;
    heap.push_back({-order, static_cast<Index>(nodes.size())});
    nodes.push_back(node);
    std::ranges::push_heap(heap);
  }
  DiscTangent leg(const Arrival& a, Index target, int side) const {
    return {{&at(a.corner), a.side}, {&at(target), side}, radius};
  }

  // Notes the legs to a point, past it on either side.
  void push_legs(Index arrival, Index target) {
    if (corners.gap(target).first == none) return;
    push_leg(arrival, target, 1);
    push_leg(arrival, target, -1);
  }
  void push_leg(Index arrival, Index target, int side) {
    const Arrival& a = arrivals[arrival];
    if (kernel::same_place(at(a.corner), at(target))) return;
    const DiscTangent line = leg(a, target, side);
    if (!line.exists()) return;
    const auto is_loose = [&](Index corner, int s) {
      return std::ranges::any_of(corners.beside(corner), [&](Index p) { return line.is_beyond(t.points[p], s, -s); });
    };
    if (side != 0 && is_loose(target, side)) return;
    double arc = 0;
    if (a.side != 0) {
      const auto &n = a.line->normal(), &m = line.normal();
      const Interval turned = determinant(n[0], n[1], m[0], m[1]);
      if (a.side > 0 ? turned.high < 0 : turned.low > 0) return;
      if (is_loose(a.corner, a.side)) return;
      arc = (radius.near * distance(n, m)).low;  // its chord
    }
    push((a.length + Interval(arc) + line.length() + distance(line.centre(1), place_of(ends[1]))).low,
         {.arrival = arrival, .target = target, .side = side});
  }

  void try_leg(const Node& node) {
    const Index a = node.arrival;
    DiscTangent line = leg(arrivals[a], node.target, node.side);
    const Index corner = arrivals[a].corner;
    Interval length = arrivals[a].length + line.length();
    bool rolled = false;
    if (arrivals[a].side != 0) {
      const int order = DiscTangent::order(*arrivals[a].line, 1, line, beside(corner));
      if (order > 0) return;
      rolled = order < 0;
      if (rolled) length = length + radius.near * DiscTangent::angle(*arrivals[a].line, line, arrivals[a].side);
    }
    ++counts.tested;
    if (!is_clear(line, corner, node.target)) return;
    if (arrivals[a].side != 0 && sectors.sector(corner, line, 0) != arrivals[a].sector) return;
    const Place centre = line.centre(1);
    arrive({.corner = node.target,
            .side = node.side,
            .before = a,
            .line = std::move(line),
            .rolled = rolled,
            .centre = centre,
            .length = length});
  }
  const FilteredPoint& beside(Index corner) const { return t.points[corners.beside(corner).front()]; }

  // Whether no obstacle stops the disc on a leg. A point is stopped by those alone at whose corners it would turn away.
  bool is_clear(const DiscTangent& line, Index from, Index to) const {
    if (radius.exact == 0) {
      const auto turns_away = [&](Index corner, int end) {
        return corner < t.points.size() && (end == 0 ? line.from() : line.to()).side != 0 &&
               std::ranges::any_of(corners.beside(corner),
                                   [&](Index p) { return line.dot_with_centre(end, t.points[p]) > 0; });
      };
      return !turns_away(from, 0) && !turns_away(to, 1);
    }
    const Place p = line.centre(0), q = line.centre(1);
    // In pieces, whose boxes are less wide together.
    const double least = line.length().high / radius.near.low / 4;
    const int pieces = least < 32 ? 1 + static_cast<int>(least) : 32;
    const auto at_share = [&](int k) -> Place {
      const Interval share(static_cast<double>(k) / pieces);
      return {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
    };
    Place begin = p;
    for (int k = 1; k <= pieces; ++k) {
      const Place end = k == pieces ? q : at_share(k);
      kernel::Box box = box_around(begin[0], begin[1], radius.near.high);
      kernel::grow(box, box_around(end[0], end[1], radius.near.high));
      if (obstacles.any_in(box, [&](Index s) { return line.is_stopped_by(obstacles.begin(s), obstacles.end(s)); }))
        return false;
      begin = end;
    }
    return true;
  }

  std::size_t slot(Index corner, int side) const { return 2 * std::size_t{corner} + (side > 0 ? 1 : 0); }

  void arrive(Arrival&& made) {
    const auto n = static_cast<Index>(arrivals.size());
    const Index corner = made.corner;
    const int side = made.side;
    arrivals.push_back(std::move(made));
    if (side == 0) {
      if (best == none || compare(n, best, true) < 0) best = n;
      return;
    }
    arrivals[n].sector = sectors.sector(corner, *arrivals[n].line, 1);
    Index& first = first_arrival[slot(corner, side)];
    for (Index e = first; e != none; e = arrivals[e].other) {
      if (arrivals[e].outdone || arrivals[e].sector != arrivals[n].sector) continue;
      const int order = DiscTangent::order(*arrivals[e].line, 1, *arrivals[n].line, beside(corner));
      if (order <= 0 && compare(e, n, order == 0) <= 0) {
        arrivals[n].outdone = true;
        arrivals[n].side = 0;  // in no list
        return;
      }
      if (order >= 0 && compare(n, e, order == 0) <= 0) arrivals[e].outdone = true;
    }
    arrivals[n].other = first;
    first = n;
    ++counts.turns;
    look_around(n);
  }

  void look_from_start(Index triangle) {
    if (is_goal(triangle)) push_leg(0, goal, 0);
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
      push_legs(0, t.from(h));
      const bool on_it = kernel::orientation(at(t.from(h)), at(t.to(h)), ends[0]) == 0;
      if (t.is_open(h) && !on_it) push_cone({0, h, t.from(h), t.to(h)});
      // Along the obstacle that a point stands on.
      if (!t.is_open(h) && on_it) push_along(0, h, true), push_along(0, h, false);
    }
  }

  // Notes the legs to the end of an edge, or to where it begins; of an obstacle, to where it ceases to be straight. A
  // point may stop on its way along the obstacle. On that way corners at both of its ends are where the obstacle is:
  // a point, which is stopped by nothing between them, would else be on the other side in the end.
  void push_along(Index arrival, Index h, bool onward) {
    const auto next = [&] { return onward ? corners.straight_after(h) : corners.straight_before(h); };
    for (; !t.is_open(h) && next() != none; h = next())
      if (stops_on(next())) push_leg(arrival, goal, 0);
    const Index end = onward ? t.to(h) : t.from(h);
    if (t.is_open(h)) return push_legs(arrival, end);
    const int side = onward ? -1 : 1;
    if (arrivals[arrival].side != -side && corners.gap(end).first != none) push_leg(arrival, end, side);
  }
  bool stops_on(Index h) const {
    return radius.exact == 0 && is_goal(h / 3) && kernel::orientation(at(t.from(h)), at(t.to(h)), ends[1]) == 0;
  }

  // Looks from a corner at the triangles around it, from about the direction of the centre on in the sense of travel.
  void look_around(Index arrival) {
    const Arrival& a = arrivals[arrival];
    const Index corner = a.corner;
    const bool left = a.side > 0;
    const Place o = place_of(at(corner)),
                centre = {o[0] - Interval(a.side) * a.line->normal()[0], o[1] - Interval(a.side) * a.line->normal()[1]};
    bool ahead = false;
    for (Index h = left ? corners.gap(corner).first : corners.gap(corner).last;;) {
      const Index into = PlanTriangulation::prev(h), right = t.to(h), far = t.from(into);
      const Interval side = turn(o, centre, place_of(at(left ? far : right)));
      if (ahead || !(left ? side.high < 0 : side.low > 0)) {
        if (is_goal(h / 3)) push_leg(arrival, goal, 0);
        if (left || !ahead) push_along(arrival, into, false);
        if (!left || !ahead) push_along(arrival, h, true);
        ahead = true;
        const Index over = PlanTriangulation::next(h);
        if (t.is_open(over)) push_cone({arrival, over, right, far});
      }
      if (!t.is_open(left ? into : h)) return;
      h = left ? t.twin(into) : PlanTriangulation::next(t.twin(h));
    }
  }

  // Enters the triangle beyond a cone's edge.
  void look_beyond(const Node& cone) {
    ++counts.cones;
    const Index beyond = t.twin(cone.target), apex = t.apex(beyond), corner = arrivals[cone.arrival].corner;
    const FilteredPoint &o = at(corner), &right = at(cone.right), &left = at(cone.left);
    const auto is_in = [&](const FilteredPoint& p) {
      return kernel::orientation(o, right, p) > 0 && kernel::orientation(o, p, left) > 0;
    };
    if (is_goal(beyond / 3) && is_in(ends[1])) push_leg(cone.arrival, goal, 0);
    const bool over_right = kernel::orientation(o, right, at(apex)) > 0,
               under_left = kernel::orientation(o, at(apex), left) > 0;
    if (over_right && under_left && (cone.passage == none || is_near(cone.passage, apex, apex)))
      push_legs(cone.arrival, apex);
    if (over_right)
      pass(cone, PlanTriangulation::next(beyond), PlanTriangulation::next(beyond), cone.right,
           under_left ? apex : cone.left);
    if (under_left) pass(cone, PlanTriangulation::prev(beyond), beyond, over_right ? apex : cone.right, cone.left);
  }

  // On over another side of the triangle, around one of its corners.
  void pass(const Node& cone, Index edge, Index around, Index right, Index left) {
    if (!t.is_open(edge)) return;
    Node node{cone.arrival, edge, right, left, cone.passage};
    if (node.passage == none) {
      const auto& passage = corners.passage(around);
      const FilteredPoint& o = at(arrivals[cone.arrival].corner);
      if (passage.squared.high < diameter_squared.low &&
          kernel::squared_distance_near(o, at(t.from(around)), passage.foot).low > reach())
        node.passage = around;
    }
    if (node.passage == none || is_near(node.passage, t.from(edge), t.to(edge))) push_cone(node);
  }
  double reach() const { return (radius.near * radius.near).high; }
  // Whether a segment may be as near as r to the line across a traversal.
  bool is_near(Index passage, Index p, Index q) const {
    const FilteredPoint &a = at(t.from(passage)), &b = corners.passage(passage).foot;
    return kernel::squared_distance_near(at(p), a, b).low <= reach() ||
           (p != q && (kernel::squared_distance_near(at(q), a, b).low <= reach() ||
                       kernel::squared_distance_near(a, at(p), at(q)).low <= reach() ||
                       kernel::squared_distance_near(b, at(p), at(q)).low <= reach()));
  }

  void push_cone(const Node& cone) {
    const Arrival& a = arrivals[cone.arrival];
    const Index from = t.from(cone.target), to = t.to(cone.target);
    const Place o = place_of(at(a.corner)), p = place_of(at(from)), q = place_of(at(to)), g = place_of(ends[1]);
    const Place right = meet(o, cone.right, p, q, from, 0), left = meet(o, cone.left, p, q, to, 1);
    if (a.side != 0) {
      // What is farther than 2 r beside the line that leads here, on the side away from the corner, lies behind.
      const auto [ux, uy] = a.line->direction();
      const double limit = (Interval(2.0) * radius.near).high;
      const auto is_behind = [&](const Place& x) {
        const Interval away = determinant(ux, uy, x[0] - o[0], x[1] - o[1]);
        return a.side > 0 ? away.high < -limit : away.low > limit;
      };
      if (is_behind(right) && is_behind(left)) return;
    }
    push((a.length + rest(a, o, p, q, right, left, g)).low, cone);
  }
  // No path from an arrival over an edge is shorter. The corners of its leg are d apart, and d is not below `least`,
  // the distance of the first one from the edge. The leg is sqrt(d^2 - 4 r^2) long or more, and what that lacks from d
  // becomes less as d grows. The leg ends within r of its second corner; an arc comes before it. Near the edge it is
  // better to say that the leg has a place within r of where the line from corner to corner passes the edge.
  Interval rest(const Arrival& a, const Place& o, const Place& p, const Place& q, const Place& right, const Place& left,
                const Place& g) const {
    const Interval twice = radius.near + radius.near, least = turn(p, q, o) / distance(p, q);
    if (!(least.low > 2 * twice.high)) return least_over(a.centre, p, q, right, left, g) - twice;
    Interval out =
        least_over(o, p, q, right, left, g) - radius.near + kernel::root(least * least - twice * twice) - least;
    if (a.side == 0) return out;
    const auto [ux, uy] = a.line->direction();
    const Place& first = a.side > 0 ? right : left;
    const Interval vx = first[0] - o[0], vy = first[1] - o[1], turned = determinant(ux, uy, vx, vy);
    if (a.side > 0 ? turned.low > 0 : turned.high < 0) {
      const Interval length = kernel::root(dot2d(vx, vy, vx, vy));
      out = out + radius.near * distance({ux, uy}, {vx / length, vy / length});
    }
    return out;
  }
  // Around where the ray from o to a corner meets the edge from p to q, which is an end if it leads there.
  Place meet(const Place& o, Index corner, const Place& p, const Place& q, Index end, int which) const {
    if (corner == end) return which == 0 ? p : q;
    const Place c = place_of(at(corner));
    const Interval of_p = turn(o, c, p), of_q = turn(o, c, q);
    Interval share = of_p / (of_p - of_q);
    share = {std::max(share.low, 0.0), std::min(share.high, 1.0)};
    if (!(share.low <= share.high)) share = {0, 1};
    return {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
  }
  // A path from a centre to the goal over an edge from p to q, between two places of it, is not shorter.
  static Interval least_over(const Place& centre, const Place& p, const Place& q, const Place& right, const Place& left,
                             const Place& goal) {
    const Interval straight = distance(centre, goal);
    if (!(turn(p, q, centre).low > 0)) return straight;
    Place end = goal;
    const Interval beyond = turn(p, q, goal);
    if (beyond.low > 0) {  // its image
      const Interval ex = q[0] - p[0], ey = q[1] - p[1], twice = (beyond + beyond) / dot2d(ex, ey, ex, ey);
      end = {goal[0] + twice * ey, goal[1] - twice * ex};
    } else if (beyond.high > 0) {
      return straight;
    }
    Interval out = distance(centre, end);
    if (turn(centre, right, end).high < 0) out = distance(centre, right) + distance(right, end);
    else if (turn(centre, left, end).low > 0) out = distance(centre, left) + distance(left, end);
    return out.low > straight.low ? out : straight;
  }

  const TautCorners corners;
  const PlanTriangulation& t;
  const Obstacles& obstacles;
  OrientedWalk walk;
  DiscRadius radius{0};
  Interval diameter_squared;
  bool is_set_up = false;
  DiscSectors sectors;
  const Index start = static_cast<Index>(t.points.size()), goal = start + 1;
  std::array<FilteredPoint, 2> ends{FilteredPoint(PlanPoint{0, 0}), FilteredPoint(PlanPoint{0, 0})};
  std::vector<Arrival> arrivals;
  std::vector<Index> first_arrival;  // by corner and side
  std::vector<Node> nodes;
  std::vector<std::pair<double, Index>> heap;  // by negative lower bound
  std::vector<Index> goal_mark;                // by triangle: the last question whose goal is there
  Index mark = 0;
  Index best = none;
  Counts counts;
};

TautSearch::TautSearch(const ClearanceTriangulation& triangulation, const Obstacles& obstacles)
    : state_(std::make_unique<State>(triangulation, obstacles)) {}
TautSearch::TautSearch(TautSearch&&) noexcept = default;
TautSearch::~TautSearch() = default;

std::optional<TautPath> TautSearch::find(const PlanPoint& from, const PlanPoint& to, const mpq_class& radius) {
  return state_->find(from, to, radius);
}
const TautSearch::Counts& TautSearch::counts() const { return state_->counts; }

}  // namespace plumb::plan
