// SPDX-License-Identifier: LGPL-3.0-or-later
// The points at which routes of a disc may turn (Koutsoumpas, 4.2; Aleksandrov, Lanthier, Maheshwari and Sack 1998).
// Problem. A cheapest route in weighted regions bends on edges, anywhere. Choose finitely many places: on each open
// edge two series of points whose distance from an end grows by a constant factor, starting at a vicinity around the
// end. A disc may not come near an obstacle's vertex, so there the series starts as far away as the obstacles of the
// triangles beside the edge demand. Passages that are hardly wider than the disc get points on their middle line.
// 1. SteinerShape numbers the open edges and the fans of vertices (find_fans), and finds the measures of the
//    triangulation, once for all radii.
// 2. on_edge() makes the points of an edge when a search first comes to it: places_on() has its series (series,
//    first_at), limited to the channel's part of the edge, and the places of PassageMiddle; number() sorts them along
//    the edge and numbers them. Places whose shares are equal doubles become one. Numbers depend on which search came
//    first, so that ties are decided by rank().
// 3. Edges at gaps are made by the constructor, as each gets points opposite to those of the other side (GapCrossings).
// 4. is_free() finds on first request whether the disc fits at a point, on all floors that meet there (fits).
// Cost. On an edge of length l about (1 / (epsilon sin)) log(l / vicinity) points, where sin is that of the least angle
// beside the edge; sines below 1/8 count as 1/8. Memory O(points made); coordinates are made on request.
// Exactness. A share along an edge is a dyadic double of few bits, so the place is an exact fraction; middles are
// fractions themselves. Where a series starts is found in doubles, since fits() decides exactly what may be used.
#include "plumb/plan/steiner_graph.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/union_find.h"

namespace plumb::plan {
namespace {

using Index = PlanTriangulation::Index;
using kernel::PlanPoint;

// These only place points; whether the disc fits at a point is decided exactly.
constexpr kernel::Hint rounding{0x1p-44};
constexpr kernel::Hint shortest_interval{0x1p-40};

// Rounds a share of a length to as few bits as keep it within a sixteenth of an interval; upwards or downwards where a
// bound has to be kept.
enum class Round : std::uint8_t { nearest, up, down };
double dyadic(double share, double interval, Round way) {
  const double unit = std::ldexp(1, kernel::floor_log2(std::max<double>(interval, shortest_interval)) - 4);
  const double steps = share / unit;
  return (way == Round::nearest ? std::nearbyint(steps)
          : way == Round::up    ? std::ceil(steps)
                                : std::floor(steps)) *
         unit;
}

}  // namespace

std::vector<double> steiner_positions(double length, const SteinerSeries& from_begin, const SteinerSeries& from_end) {
  // An interval is (ratio - 1) times the distance from its end of the edge; at `middle` those of both series are equal.
  const double a = from_begin.ratio - 1, b = from_end.ratio - 1, middle = length * b / (a + b);
  std::vector<double> out, others;
  const double nearest = length * shortest_vicinity;
  const double first = std::max(from_begin.first, nearest), last = std::max(from_end.first, nearest);
  if (first + last > length) return out;
  double at = first;
  for (; at <= middle; at *= from_begin.ratio) out.push_back(at);
  if (out.empty()) out.push_back(first);
  for (double x = last; x < length - out.back(); x *= from_end.ratio) others.push_back(length - x);
  // Where the series meet the interval must not be larger than the one beside it.
  if (!others.empty() && others.back() - out.back() > a * out.back() && at < others.back()) out.push_back(at);
  out.insert(out.end(), others.rbegin(), others.rend());
  return out;
}

SteinerShape::SteinerShape(const WeightedArea& area)
    : triangulation_(area.triangulation()),
      edge_of_(triangulation_.half_edges.size(), PlanTriangulation::none),
      at_obstacle_(triangulation_.points.size()),
      heights_(triangulation_.points.size(), HUGE_VAL) {
  const PlanTriangulation& t = triangulation_;
  for (const kernel::FilteredPoint& p : t.points) near_.push_back(to_doubles(p.at));
  for (Index h = 0; h < t.half_edges.size(); ++h)
    if (t.half_edges[h].kind == SegmentKind::obstacle) at_obstacle_[t.from(h)] = at_obstacle_[t.to(h)] = true;
  for (Index h = 0; h < 3 * t.triangle_count(); ++h) {
    if (t.is_open(h) && edge_of_[h] == PlanTriangulation::none) {
      t.each_side(h, [&](Index side) { edge_of_[side] = static_cast<Index>(edges_.size()); });
      edges_.push_back(h);
    }
    const auto corner = [&](Index k) { return area.near(h / 3).corners[k % 3]; };
    const DoublePoint p = corner(h % 3), q = corner(h % 3 + 1), r = corner(h % 3 + 2);
    const double cross = kernel::formulas::orient2d(p, q, r), opposite = kernel::hypotenuse(r[0] - q[0], r[1] - q[1]);
    const double side = kernel::hypotenuse(q[0] - p[0], q[1] - p[1]),
                 other = kernel::hypotenuse(r[0] - p[0], r[1] - p[1]);
    heights_[t.from(h)] = std::min(heights_[t.from(h)], cross / opposite);
    const double dot = (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1]);
    sines_.push_back(dot <= 0 ? 1 : cross / (side * other));
  }
  find_fans();
}

void SteinerShape::find_fans() {
  const PlanTriangulation& t = triangulation_;
  const auto corners = static_cast<Index>(3 * t.triangle_count());
  kernel::UnionFind joined(corners);
  for (const Index edge : edges_)
    t.each_side(edge, [&](Index side) {
      const Index next = PlanTriangulation::next(side), first = PlanTriangulation::next(edge);
      const bool like = t.from(side) == t.from(edge);
      joined.unite(edge, like ? side : next);
      joined.unite(first, like ? next : side);
    });
  std::vector<std::pair<Index, Index>> order;  // of corners, by vertex
  for (Index h = 0; h < corners; ++h) order.emplace_back(t.from(h), h);
  std::ranges::sort(order);
  std::vector<Index> number(corners, PlanTriangulation::none);
  for (const auto& [vertex, h] : order) {
    Index& fan = number[joined.find(h)];
    if (fan == PlanTriangulation::none) fan = fan_count(), around_.emplace_back();
    around_[fan].push_back(h);
  }
  for (Index h = 0; h < corners; ++h) fan_of_.push_back(number[joined.find(h)]);
}

double SteinerShape::least_sine(Index h, Index end) const {
  double out = 1;
  triangulation_.each_side(h, [&](Index side) {
    if (triangulation_.is_blocked(side / 3)) return;
    out = std::min(out, sines_[triangulation_.from(side) == end ? side : PlanTriangulation::next(side)]);
  });
  return out;
}

SteinerSeries SteinerShape::series(Index h, Index end, double spacing) const {
  return {spacing * heights_[end], 1 + spacing * std::max(least_sine(h, end), flattest_sine)};
}

// Gives each point and vertex on a side of a gap a partner: the point at the same share of the other side. Adds places
// to the edges at gaps, which get numbers later.
class GapCrossings {
 public:
  using Place = SteinerGraph::Place;

  GapCrossings(SteinerGraph& graph, std::span<const FloorGap> gaps) : g_(graph), t_(graph.triangulation_) {
    for (const FloorGap& gap : gaps)
      for (const FloorGap::Side& side : gap.sides)
        for (const Index h : side.half_edges) {
          const Index edge = g_.shape_.edge_of(h);
          if (on_.try_emplace(edge).second) on_[edge] = series_[edge] = g_.places_on(edge);
        }
    for (const FloorGap& gap : gaps) add(gap);
    for (auto& [edge, places] : on_) g_.number(edge, std::move(places));
  }

  // The crossings, in both directions.
  std::vector<SteinerGraph::Crossing> take() const;

 private:
  // Two places on half-edges that are partners.
  struct Pair {
    Index from, to;
    PlanPoint p, q;
  };

  void add(const FloorGap& gap);
  void cross(const FloorGap::Side& near, Index h, const PlanPoint& p, const FloorGap::Side& far);
  Index number(Index h, const PlanPoint& p) const;

  SteinerGraph& g_;
  const PlanTriangulation& t_;
  std::map<Index, std::vector<Place>> on_, series_;  // by edge; series_: without what crossings add
  std::vector<Pair> pairs_;
};

void GapCrossings::add(const FloorGap& gap) {
  for (const std::size_t side : {0u, 1u}) {
    const FloorGap::Side &near = gap.sides[side], &far = gap.sides[1 - side];
    for (const Index h : near.half_edges) {
      for (const Index v : {t_.from(h), t_.to(h)}) cross(near, h, t_.points[v].at, far);
      const Index edge = g_.shape_.edge_of(h);
      for (const Place& place : series_[edge]) cross(near, h, g_.place_at(g_.shape_.edges()[edge], place), far);
    }
  }
}

std::vector<SteinerGraph::Crossing> GapCrossings::take() const {
  std::vector<SteinerGraph::Crossing> out;
  for (const Pair& pair : pairs_) {
    const Index p = number(pair.from, pair.p), q = number(pair.to, pair.q);
    if (p == PlanTriangulation::none || q == PlanTriangulation::none) continue;
    out.push_back({p, q, pair.from / 3, pair.to / 3});
    out.push_back({q, p, pair.to / 3, pair.from / 3});
  }
  const auto key = [](const SteinerGraph::Crossing& c) { return std::tie(c.from, c.to, c.triangle, c.beyond); };
  std::ranges::sort(out, {}, key);
  out.erase(std::unique(out.begin(), out.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
            out.end());
  return out;
}

void GapCrossings::cross(const FloorGap::Side& near, Index h, const PlanPoint& p, const FloorGap::Side& far) {
  const mpq_class share = kernel::share_along(near.ends[0], near.ends[1], p);
  const PlanPoint q{far.ends[0][0] + share * (far.ends[1][0] - far.ends[0][0]),
                    far.ends[0][1] + share * (far.ends[1][1] - far.ends[0][1])};
  for (const Index other : far.half_edges) {
    const Index edge = g_.shape_.edge_of(other), lowest = g_.shape_.edges()[edge];
    const PlanPoint &a = t_.points[t_.from(lowest)].at, &b = t_.points[t_.to(lowest)].at;
    const mpq_class at = kernel::share_along(a, b, q);
    if (at < 0 || at > 1) continue;
    pairs_.push_back({h, other, p, q});
    if (at == 0 || at == 1) continue;
    on_[edge].push_back({at.get_d(), static_cast<Index>(g_.exact_.size())});
    g_.exact_.push_back(q);
  }
}

Index GapCrossings::number(Index h, const PlanPoint& p) const {
  for (const Index corner : {h, PlanTriangulation::next(h)})
    if (t_.points[t_.from(corner)].at == p) return g_.shape_.fan_of(corner);
  // Rounding keeps the order of shares, so the place is among those whose rounded share is the same.
  const Index lowest = g_.shape_.edges()[g_.shape_.edge_of(h)];
  const double share = kernel::share_along(t_.points[t_.from(lowest)].at, t_.points[t_.to(lowest)].at, p).get_d();
  const auto [first, last] = g_.on_edge(h);
  const auto on = std::span(g_.places_).subspan(first - g_.first_point(), last - first);
  const auto found = std::ranges::lower_bound(on, share, {}, &Place::share);
  if (found == on.end() || found->share != share) return PlanTriangulation::none;
  const Index i = first + static_cast<Index>(found - on.begin());
  return g_.at(i) == p ? i : PlanTriangulation::none;
}

SteinerGraph::SteinerGraph(const RouteCost& cost, const Obstacles& obstacles, TriangleSurvey& survey,
                           const SteinerShape& shape, std::span<const PassageMiddle> middles,
                           const SteinerOptions& options, const Channel* channel, std::span<const FloorGap> gaps)
    : cost_(cost),
      obstacles_(obstacles),
      survey_(survey),
      shape_(shape),
      middles_(middles),
      channel_(channel),
      triangulation_(cost.area().triangulation()),
      options_(options),
      r_(cost.radius().get_d()),
      squared_radius_(cost.radius() * cost.radius()),
      edges_(shape.edges().size()) {
  const bool exact = options_.checks == RouteChecks::exact && r_ > 0;
  for (Index v = 0; v < first_point(); ++v)
    fits_.push_back(r_ > 0 && is_vertex(v) && shape_.is_at_obstacle(shape_.vertex_of(v)) ? Fit::no
                    : exact                                                              ? Fit::unknown
                                                                                         : Fit::yes);
  if (!gaps.empty()) crossings_ = GapCrossings(*this, gaps).take();
}

std::pair<Index, Index> SteinerGraph::on_edge(Index half_edge) {
  const Index edge = shape_.edge_of(half_edge);
  if (edge == none) return {0, 0};
  if (edges_[edge].first == none) number(edge, places_on(edge));
  return {edges_[edge].first, edges_[edge].first + edges_[edge].count};
}

PlanPoint SteinerGraph::at(Index point) const {
  if (is_vertex(point)) return triangulation_.points[shape_.vertex_of(point)].at;
  return place_at(half_edge(point), places_[point - first_point()]);
}

PlanPoint SteinerGraph::place_at(Index h, const Place& place) const {
  if (place.exact != PlanTriangulation::none) return exact_[place.exact];
  const PlanPoint &p = triangulation_.points[triangulation_.from(h)].at,
                  &q = triangulation_.points[triangulation_.to(h)].at;
  const mpq_class share(place.share);
  return {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
}

std::optional<SteinerGraph::Share> SteinerGraph::share(Index point) const {
  if (is_vertex(point)) return Share{shape_.vertex_of(point), shape_.vertex_of(point), 0};
  const Place& place = places_[point - first_point()];
  if (place.exact != PlanTriangulation::none) return std::nullopt;
  const Index h = half_edge(point);
  return Share{triangulation_.from(h), triangulation_.to(h), place.share};
}

bool SteinerGraph::fits(Index point) const {
  const PlanPoint place = at(point);
  const PlanTriangulation& t = triangulation_;
  if (t.is_flat()) return !obstacles_.stops_at(place, squared_radius_);
  std::set<mpq_class> heights;
  const auto add = [&](Index side) { heights.insert(t.height(side / 3, place)); };
  if (is_vertex(point)) std::ranges::for_each(around(point), add);
  else t.each_side(half_edge(point), add);
  return std::ranges::none_of(heights, [&](const mpq_class& height) {
    return obstacles_.stops_at(place, height, squared_radius_).has_value();
  });
}

bool SteinerGraph::is_free(Index point) {
  Fit& fit = fits_[point];
  if (fit == Fit::unknown) fit = fits(point) ? Fit::yes : Fit::no;
  return fit == Fit::yes;
}

std::span<const SteinerGraph::Crossing> SteinerGraph::crossings(Index point) const {
  return {std::ranges::lower_bound(crossings_, point, {}, &Crossing::from),
          std::ranges::upper_bound(crossings_, point, {}, &Crossing::from)};
}

double SteinerGraph::weight_along(Index half_edge) const {
  double out = HUGE_VAL;
  triangulation_.each_side(half_edge, [&](Index side) {
    if (!triangulation_.is_blocked(side / 3)) out = std::min(out, cost_.area().near(side / 3).weight);
  });
  return out;
}

std::optional<SteinerGraph::Channel::Range> SteinerGraph::range(Index half_edge) const {
  if (!channel_) return Channel::Range{};
  const auto found = channel_->edges.find(half_edge);
  return found == channel_->edges.end() ? std::nullopt : std::optional(found->second);
}

// How far from an obstacle's vertex the first point of an edge is: r, or more if the disc would touch an obstacle of a
// triangle beside the edge at an angle below 90 degrees.
double SteinerGraph::first_at(Index h, Index end, double vicinity) const {
  const PlanTriangulation& t = triangulation_;
  if (r_ == 0 || !shape_.is_at_obstacle(end)) return vicinity;
  double first = r_;
  const Index far = t.from(h) == end ? t.to(h) : t.from(h);
  const DoublePoint &p = shape_.near(end), &q = shape_.near(far);
  const auto look = [&](Index edge, Index other) {
    if (t.half_edges[edge].kind != SegmentKind::obstacle) return;
    const DoublePoint& o = shape_.near(other);
    const double cross = std::fabs(kernel::formulas::orient2d(p, q, o));
    const double dot = (q[0] - p[0]) * (o[0] - p[0]) + (q[1] - p[1]) * (o[1] - p[1]);
    if (dot > 0)
      first = std::max(first, r_ * kernel::hypotenuse(q[0] - p[0], q[1] - p[1]) *
                                  kernel::hypotenuse(o[0] - p[0], o[1] - p[1]) / cross);
  };
  t.each_side(h, [&](Index side) {
    if (!t.is_blocked(side / 3)) look(t.from(side) == end ? t.prev(side) : t.next(side), t.apex(side));
  });
  return first;
}

std::vector<SteinerGraph::Place> SteinerGraph::series(Index h, const Channel::Range& range) const {
  const PlanTriangulation& t = triangulation_;
  const DoublePoint &p = shape_.near(t.from(h)), &q = shape_.near(t.to(h));
  const double length = kernel::hypotenuse(q[0] - p[0], q[1] - p[1]);
  const auto begins = [&](Index end) {
    SteinerSeries out = shape_.series(h, end, options_.spacing);
    out.first = first_at(h, end, out.first) * (1 + rounding);  // so that rounding seldom brings it too near
    return out;
  };
  const SteinerSeries from_begin = begins(t.from(h)), from_end = begins(t.to(h));
  const std::vector<double> positions = steiner_positions(length, from_begin, from_end);
  std::vector<Place> out;
  const auto add = [&](double share) {
    if (share > 0 && share < 1 && share >= range.low && share <= range.high)
      out.push_back({share, PlanTriangulation::none});
  };
  for (const double& at : positions) {
    const double interval = std::min((from_begin.ratio - 1) * at, (from_end.ratio - 1) * (length - at)) / length;
    const Round way = &at == &positions.front() ? Round::up : &at == &positions.back() ? Round::down : Round::nearest;
    add(dyadic(at / length, interval, way));
  }
  if (range.also) add(*range.also);
  return out;
}

// The places on an edge, but those opposite to places beyond a gap.
std::vector<SteinerGraph::Place> SteinerGraph::places_on(Index edge) {
  const Index h = shape_.edges()[edge];
  const auto part = range(h);
  if (!part) return {};
  std::vector<Place> out = series(h, *part);
  for (const PassageMiddle& middle : middles_on(middles_, h)) {
    if (middle.share < part->low || middle.share > part->high) continue;
    out.push_back({middle.share, static_cast<Index>(exact_.size())});
    exact_.push_back(middle.place);
  }
  return out;
}

void SteinerGraph::number(Index edge, std::vector<Place> places) {
  // Where two places have the same share the exact one is kept.
  std::ranges::sort(places, [](const Place& a, const Place& b) {
    return a.share != b.share ? a.share < b.share : a.exact < b.exact;
  });
  places.erase(
      std::unique(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.share == b.share; }),
      places.end());
  edges_[edge] = {size(), static_cast<Index>(places.size())};
  const Index h = shape_.edges()[edge];
  const DoublePoint &a = shape_.near(triangulation_.from(h)), &b = shape_.near(triangulation_.to(h));
  for (const Place& place : places) {
    edge_at_.push_back(edge);
    near_.push_back(place.exact != none
                        ? to_doubles(exact_[place.exact])
                        : DoublePoint{a[0] + place.share * (b[0] - a[0]), a[1] + place.share * (b[1] - a[1])});
    fits_.push_back(options_.checks == RouteChecks::exact && r_ > 0 ? Fit::unknown : Fit::yes);
  }
  places_.insert(places_.end(), places.begin(), places.end());
}

}  // namespace plumb::plan
