// SPDX-License-Identifier: GPL-3.0-or-later
// Lines, walks and nearest borders over cells by plain fractions: every cell and every join is asked each time.
#pragma once
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "plumb/kernel/filtered_point.h"
#include "support/unfolded_visibility.h"

namespace plumb::tests {

class PlainWalk {
 public:
  using Index = plan::CellMap::Index;
  using PlanPoint = kernel::PlanPoint;

  explicit PlainWalk(const CellLevel& level) : level_(level) {
    for (const auto& j : level.joins) {
      const auto at = [&](Index p) { return level.points[p]; };
      const PlanPoint by = minus(at(j.on_b[0]), at(j.on_a[0]));
      ways_.push_back({j.a, j.b, at(j.on_a[0]), at(j.on_a[1]), by});
      ways_.push_back({j.b, j.a, at(j.on_b[0]), at(j.on_b[1]), {-by[0], -by[1]}});
    }
    // In sight are also cells that meet at a stretch and are joined by way of others, of which nothing is passed.
    for (const Way& w : ways_)
      if (w.by == PlanPoint{0, 0}) sights_.push_back(w);
    for (std::size_t i = 0; i < sights_.size(); ++i)
      for (std::size_t k = 0; k < ways_.size(); ++k) add_sight(Way(sights_[i]), ways_[k]);
  }

  static PlanPoint minus(const PlanPoint& p, const PlanPoint& q) { return {p[0] - q[0], p[1] - q[1]}; }
  static PlanPoint plus(const PlanPoint& p, const PlanPoint& q) { return {p[0] + q[0], p[1] + q[1]}; }
  static mpq_class cross(const PlanPoint& u, const PlanPoint& v) {
    return kernel::formulas::determinant(u[0], u[1], v[0], v[1]);
  }
  static mpq_class dot(const PlanPoint& u, const PlanPoint& v) {
    return kernel::formulas::dot2d(u[0], u[1], v[0], v[1]);
  }
  std::vector<PlanPoint> ring(Index cell) const {
    std::vector<PlanPoint> out;
    for (const Index p : level_.rings[cell]) out.push_back(level_.points[p]);
    return out;
  }
  bool contains(Index cell, const PlanPoint& p) const {
    const auto r = ring(cell);
    for (std::size_t i = 0; i < r.size(); ++i)
      if (cross(minus(r[(i + 1) % r.size()], r[i]), minus(p, r[i])) < 0) return false;
    return true;
  }

  /// How far one gets, as a share of the way to the goal, and in which cells.
  struct Cast {
    mpq_class share = 0;
    std::set<Index> cells;
  };
  Cast cast(const PlanPoint& from, const std::set<Index>& cells, const PlanPoint& to) const {
    const PlanPoint d = minus(to, from);
    std::vector<std::optional<mpq_class>> reached(level_.rings.size());
    for (const Index c : cells) reached[c] = 0;
    for (bool some = true; some;) {
      some = false;
      for (const Way& w : ways_) {
        if (!reached[w.a]) continue;
        const auto own = part(w.a, from, d);
        const auto met = on_stretch(from, d, w.p, w.q);
        if (!met) continue;
        mpq_class at = std::max(met->first, *reached[w.a]);
        if (at > met->second || at > own->second) continue;
        if (w.by != PlanPoint{0, 0}) {
          if (cross(w.by, d) != 0 || dot(w.by, d) <= 0) continue;
          at += dot(w.by, d) / dot(d, d);
        }
        if (at > 1 || (reached[w.b] && *reached[w.b] <= at)) continue;
        reached[w.b] = at;
        some = true;
      }
    }
    Cast out;
    for (Index c = 0; c < reached.size(); ++c) {
      if (!reached[c]) continue;
      const mpq_class end = part(c, from, d)->second;
      if (end > out.share) out.cells.clear();
      if (end < out.share) continue;
      out.share = end;
      out.cells.insert(c);
    }
    return out;
  }

  /// The cells that joins without gaps join at a place.
  std::set<Index> around(const PlanPoint& at, std::set<Index> cells) const {
    for (bool some = true; some;) {
      some = false;
      for (const Way& w : ways_)
        if (cells.contains(w.a) && w.by == PlanPoint{0, 0} && is_on(at, w.p, w.q)) some |= cells.insert(w.b).second;
    }
    return cells;
  }
  static bool is_on(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q) {
    return cross(minus(q, p), minus(at, p)) == 0 && dot(minus(q, p), minus(at, p)) >= 0 &&
           dot(minus(q, p), minus(at, q)) <= 0;
  }

  /// Where a walk ends that goes straight to the goal, along sides where that is stopped; without gaps. None where it
  /// gets equally far over cells that are not joined there.
  std::optional<PlanPoint> move(PlanPoint at, Index cell, const PlanPoint& goal) const {
    std::set<Index> cells{cell};
    while (at != goal) {
      const Cast line = cast(at, cells, goal);
      at = plus(at, {line.share * (goal[0] - at[0]), line.share * (goal[1] - at[1])});
      cells = around(at, line.share == 0 ? cells : line.cells);
      if (line.share == 1) break;
      if (around(at, {*cells.begin()}) != cells) return std::nullopt;
      // The direction in which the distance falls most, along the sides at the place.
      std::optional<std::pair<mpq_class, PlanPoint>> best;
      bool parted = false;  // cells go on along one line, and end at different places
      for (const Index c : cells) {
        const auto r = ring(c);
        for (std::size_t i = 0; i < r.size(); ++i) {
          const PlanPoint &p = r[i], &q = r[(i + 1) % r.size()];
          if (!is_on(at, p, q)) continue;
          for (const PlanPoint& end : {p, q}) {
            if (end == at) continue;
            const PlanPoint d = minus(end, at);
            const mpq_class gain = dot(d, minus(goal, at));
            if (gain <= 0) continue;
            const mpq_class direct = gain * gain / dot(d, d);
            // The first stop on this side: an end of a join, or the foot.
            mpq_class until = std::min(mpq_class(1), mpq_class(gain / dot(d, d)));
            for (const Way& w : ways_)
              for (const PlanPoint& stop : {w.p, w.q})
                if (w.a == c && is_on(stop, at, end) && stop != at)
                  until = std::min(until, mpq_class(dot(minus(stop, at), d) / dot(d, d)));
            const PlanPoint next = plus(at, {until * d[0], until * d[1]});
            const bool is_as_direct = best && direct == best->first,
                       is_along = is_as_direct && cross(d, minus(best->second, at)) == 0,
                       is_left = is_as_direct && cross(minus(goal, at), d) > 0;
            if (is_along) parted = parted || next != best->second;
            if (!best || direct > best->first || (is_left && !is_along)) {
              best = {direct, next};
              parted = false;
            }
          }
        }
      }
      if (!best) break;
      if (parted) return std::nullopt;
      at = best->second;
      std::erase_if(cells, [&](Index c) { return !contains(c, at); });
      cells = around(at, cells);
      if (around(at, {*cells.begin()}) != cells) return std::nullopt;
    }
    return at;
  }

  /// Whether border() gave up: too many joins are in sight.
  bool gave_up() const { return looks_ > most_looks; }
  /// The square of the distance to the nearest border in sight, over joins without gaps; none: there is none.
  std::optional<mpq_class> border(const PlanPoint& from, Index cell) const {
    looks_ = 0;
    std::optional<mpq_class> best;
    for (const Index c : around(from, {cell})) look(c, from, {}, sights_.size(), best);
    return best;
  }

 private:
  struct Way {
    Index a, b;
    PlanPoint p, q, by;
  };
  struct Window {
    PlanPoint p, q;
  };

  void add_sight(const Way& v, const Way& w) {
    const PlanPoint e = minus(v.q, v.p);
    if (w.a != v.b || w.b == v.a || w.by != PlanPoint{0, 0}) return;
    if (cross(e, minus(w.p, v.p)) != 0 || cross(e, minus(w.q, v.p)) != 0) return;
    const auto share = [&](const PlanPoint& p) { return mpq_class(dot(minus(p, v.p), e) / dot(e, e)); };
    const mpq_class low = std::max(mpq_class(0), std::min(share(w.p), share(w.q))),
                    high = std::min(mpq_class(1), std::max(share(w.p), share(w.q)));
    if (low >= high) return;
    const Way both{v.a, w.b, kernel::point_along(v.p, v.q, low), kernel::point_along(v.p, v.q, high), {0, 0}};
    for (const Way& known : sights_)
      if (known.a == both.a && known.b == both.b && is_on(both.p, known.p, known.q) && is_on(both.q, known.p, known.q))
        return;
    sights_.push_back(both);
  }

  // Between which shares of a line a cell is over it, within 0 to 1.
  std::optional<std::pair<mpq_class, mpq_class>> part(Index cell, const PlanPoint& from, const PlanPoint& d) const {
    mpq_class low = 0, high = 1;
    const auto r = ring(cell);
    for (std::size_t i = 0; i < r.size(); ++i) {
      const PlanPoint e = minus(r[(i + 1) % r.size()], r[i]);
      const mpq_class at = cross(e, minus(from, r[i])), slope = cross(e, d);
      if (slope == 0) {
        if (at < 0) return std::nullopt;
      } else if (slope > 0) {
        low = std::max(low, mpq_class(-at / slope));
      } else {
        high = std::min(high, mpq_class(-at / slope));
      }
    }
    if (low > high) return std::nullopt;
    return std::pair(low, high);
  }

  bool is_left(Index cell, const Way& w) const {
    return std::ranges::any_of(ring(cell),
                               [&](const PlanPoint& c) { return cross(minus(w.q, w.p), minus(c, w.p)) > 0; });
  }
  static PlanPoint mirrored(const PlanPoint& p, const Way& w) {
    const PlanPoint e = minus(w.q, w.p);
    const mpq_class twice = 2 * cross(e, minus(p, w.p)) / dot(e, e);
    return {p[0] + twice * e[1], p[1] - twice * e[0]};
  }

  // All ways out of a cell, unfolded, as long as the nearest border may be beyond.
  void look(Index cell, const PlanPoint& from, const std::vector<Window>& windows, std::size_t last,
            std::optional<mpq_class>& best) const {
    if (++looks_ > most_looks) return;
    const auto r = ring(cell);
    const auto offer = [&](const PlanPoint& to) {
      const mpq_class square = kernel::squared_distance(from, to);
      if (best && square >= *best) return;
      mpq_class share = 0;  // windows are passed in their order
      for (const Window& w : windows)
        if (!meet(from, to, w, share)) return;
      best = square;
    };
    for (std::size_t i = 0; i < r.size(); ++i) {
      const PlanPoint &p = r[i], &q = r[(i + 1) % r.size()];
      // What no way covers of the side.
      std::vector<PlanPoint> stops{p, q};
      for (const Way& w : ways_)
        if (w.a == cell && is_on(w.p, p, q) && is_on(w.q, p, q)) stops.insert(stops.end(), {w.p, w.q});
      std::ranges::sort(stops, {}, [&](const PlanPoint& s) { return mpq_class(dot(minus(s, p), minus(q, p))); });
      for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
        const PlanPoint &s = stops[k], &t = stops[k + 1];
        if (s == t) continue;
        const PlanPoint middle{(s[0] + t[0]) / 2, (s[1] + t[1]) / 2};
        if (std::ranges::any_of(ways_, [&](const Way& w) { return w.a == cell && is_on(middle, w.p, w.q); })) continue;
        offer(s);
        offer(t);
        offer(kernel::nearest_point(from, s, t));
        for (const Window& w : windows)
          for (const PlanPoint& end : {w.p, w.q})
            if (end != from && cross(minus(s, from), minus(end, from)) * cross(minus(t, from), minus(end, from)) < 0)
              offer(kernel::crossing(s, t, from, end));
      }
    }
    for (std::size_t k = 0; k < sights_.size(); ++k) {
      const Way& w = sights_[k];
      if (w.a != cell || k == last || windows.size() > 5) continue;
      if (best && kernel::squared_distance(from, w.p, w.q) >= *best) continue;
      const bool turns_back = is_left(w.a, w) == is_left(w.b, w);
      auto ahead = windows;
      ahead.push_back({w.p, w.q});
      if (turns_back)
        for (Window& m : ahead) m = {mirrored(m.p, w), mirrored(m.q, w)};
      look(w.b, turns_back ? mirrored(from, w) : from, ahead, k, best);
    }
  }
  // Whether a segment meets a window at or after a share of it, which becomes the share where it does.
  static bool meet(const PlanPoint& from, const PlanPoint& to, const Window& w, mpq_class& share) {
    if (from == to) return is_on(from, w.p, w.q);
    const auto on_line = on_stretch(from, minus(to, from), w.p, w.q);
    if (!on_line || on_line->second < share || on_line->first > 1) return false;
    share = std::max(share, on_line->first);
    return true;
  }
  // Between which shares of a line it is on a stretch.
  static std::optional<std::pair<mpq_class, mpq_class>> on_stretch(const PlanPoint& from, const PlanPoint& d,
                                                                   const PlanPoint& p, const PlanPoint& q) {
    const PlanPoint e = minus(q, p);
    if (cross(d, e) == 0) {
      if (cross(d, minus(p, from)) != 0) return std::nullopt;
      const mpq_class a = dot(minus(p, from), d) / dot(d, d), b = dot(minus(q, from), d) / dot(d, d);
      return std::pair(std::min(a, b), std::max(a, b));
    }
    const mpq_class at = cross(minus(p, from), e) / cross(d, e), on = cross(minus(p, from), d) / cross(d, e);
    if (on < 0 || on > 1) return std::nullopt;
    return std::pair(at, at);
  }

  static constexpr int most_looks = 2000;
  const CellLevel& level_;
  std::vector<Way> ways_, sights_;
  mutable int looks_ = 0;
};

}  // namespace plumb::tests
