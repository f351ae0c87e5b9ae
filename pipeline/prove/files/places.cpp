// SPDX-License-Identifier: LGPL-3.0-or-later
// Places of the plan with one number each, and sums of directed stretches between them.
//
// 1. Places::number() finds a place by its doubles without their lowest bits; those of one place differ by less, so at
//    most four keys are looked under, mostly one. compare() and turn() are filtered by doubles.
// 2. left_over() adds up stretches by their ends first, then those that are left by line (LinePool): where a step
//    function jumps by nothing everywhere, it is 0 (lemma 1 of docs/theory/certificate.md).
// 3. flanks_along() cuts boundaries to a stretch, for_common() walks along two such lists, for_way() does both for a
//    way. pair_equal() and pair_parts() find where two boundaries run along each other, whole or on one line.
//
// Cost: expected constant for a number, n log n for a sum; a line is made for each stretch that its ends do not cancel.
// Exact: doubles decide only beyond turn_of_places_error and place_error.
// Source: ours.
#include "files/places.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "base/step_function.h"

namespace plumb::checker {
namespace {

constexpr int coarse_bits = 12;  // the lowest of a coordinate, which do not choose where it is looked for

std::uint64_t mixed(std::uint64_t x, std::uint64_t y) {
  const std::uint64_t h = (x * 0x9e3779b97f4a7c15u) ^ std::rotl(y * 0xc2b2ae3d27d4eb4fu, 31);
  return (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
}
std::uint64_t coarse(double v) { return std::bit_cast<std::uint64_t>(v + 0.0) >> coarse_bits; }

// -1, 0 or 1, of quotients with doubles near them (place_error).
int order_of(const Integer& a, const Integer& v, double near_a, const Integer& b, const Integer& w, double near_b) {
  if (near_a + slack(near_a) < near_b - slack(near_b)) return -1;
  if (near_b + slack(near_b) < near_a - slack(near_a)) return 1;
  return v == w ? order(a, b) : order(a * w, b * v);
}

int order_by_x(const Vertex& v, const Vertex& w) { return order_of(v.x, v.w, v.fx, w.x, w.w, w.fx); }
int order_by_y(const Vertex& v, const Vertex& w) { return order_of(v.y, v.w, v.fy, w.y, w.w, w.fy); }

// The line from one to the other, positive on the left.
std::array<Integer, 3> through(const Vertex& p, const Vertex& q) {
  return {p.y * q.w - q.y * p.w, q.x * p.w - p.x * q.w, p.x * q.y - p.y * q.x};
}

}  // namespace

// Doubles near one place differ by less than twice their slack, so it is under the key of one of these ends.
Index Places::number(Vertex at) {
  const std::array<double, 2> x{at.fx - 2 * slack(at.fx), at.fx + 2 * slack(at.fx)},
      y{at.fy - 2 * slack(at.fy), at.fy + 2 * slack(at.fy)};
  const bool one_x = coarse(x[0]) == coarse(x[1]), one_y = coarse(y[0]) == coarse(y[1]);
  for (std::size_t i = one_x ? 1 : 0; i < 2; ++i)
    for (std::size_t j = one_y ? 1 : 0; j < 2; ++j)
      if (const auto known = find(at, mixed(coarse(x[i]), coarse(y[j])))) return *known;
  const Index place = to_index(all_.size(), "places");
  all_.push_back(std::move(at));
  if (2 * all_.size() < slots_.size()) {
    put(place);
  } else {
    slots_.assign(2 * slots_.size(), none);
    for (Index p = 0; p < all_.size(); ++p) put(p);
  }
  return place;
}

std::optional<Index> Places::find(const Vertex& at, std::uint64_t key) const {
  for (std::size_t i = key;; ++i) {
    const Index place = slots_[i & (slots_.size() - 1)];
    if (place == none) return std::nullopt;
    if (order_by_x(all_[place], at) == 0 && order_by_y(all_[place], at) == 0) return place;
  }
}

void Places::put(Index place) {
  std::size_t i = mixed(coarse(all_[place].fx), coarse(all_[place].fy));
  while (slots_[i & (slots_.size() - 1)] != none) ++i;
  slots_[i & (slots_.size() - 1)] = place;
}

int Places::compare(Index p, Index q) const {
  if (p == q) return 0;
  const int by_x = order_by_x(all_[p], all_[q]);
  return by_x != 0 ? by_x : order_by_y(all_[p], all_[q]);
}

// Doubles are within 3u of what they stand for, so a difference, relative to the sum of both magnitudes, within 4u, a
// product of two within 9u, and the difference of two products within 10u, and a little more. NaN decides nothing.
int Places::turn(Index p, Index q, Index r) const {
  const Vertex &a = all_[p], &b = all_[q], &c = all_[r];
  const double left = (b.fx - a.fx) * (c.fy - a.fy), right = (b.fy - a.fy) * (c.fx - a.fx);
  const double ax = std::fabs(a.fx), ay = std::fabs(a.fy);
  const double most = (std::fabs(b.fx) + ax) * (std::fabs(c.fy) + ay) + (std::fabs(b.fy) + ay) * (std::fabs(c.fx) + ax);
  if (std::fabs(left - right) > most * turn_of_places_error) return left > right ? 1 : -1;
  const auto [la, lb, lc] = through(a, b);
  return sign_of_sum(la, c.x, lb, c.y, lc, c.w);
}

bool Places::are_convex(std::span<const Index> ring) const {
  const std::size_t n = ring.size();
  if (n < 3) return false;
  bool turns = false, ascends = compare(ring[n - 1], ring[0]) < 0;
  std::size_t reversals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Index p = ring[i], q = ring[i + 1 == n ? 0 : i + 1], r = ring[i + 2 >= n ? i + 2 - n : i + 2];
    const int order = compare(p, q);
    if (order == 0) return false;
    const bool reverses = (order < 0) != ascends;
    ascends = order < 0;
    reversals += reverses;
    const int side = turn(p, q, r);
    if (side < 0 || (side == 0 && (compare(q, r) < 0) != ascends)) return false;
    turns = turns || side > 0;
  }
  return turns && reversals == 2;
}

LinePool::Normal Places::normal(Index p, Index q) const {
  auto [a, b, c] = through(all_[p], all_[q]);
  return {std::move(a), std::move(b), std::move(c)};
}

std::vector<Stretch> left_over(Places& places, std::vector<Stretch> sum, Sides sides) {
  if (sides == Sides::one)
    for (Stretch& s : sum) {
      if (s.from < s.to) continue;
      std::swap(s.from, s.to);
      s.times = -s.times;
    }
  const auto name = [](const Stretch& s) { return std::tie(s.group, s.from, s.to); };
  std::sort(sum.begin(), sum.end(), [&](const Stretch& s, const Stretch& t) { return name(s) < name(t); });
  struct OnLine {  // what a step function belongs to
    Stretch::Group group;
    Index line;
    bool ascends;
    auto operator<=>(const OnLine&) const = default;
  };
  std::vector<Jump<OnLine, Index>> jumps;
  for (std::size_t i = 0, j = 0; i < sum.size(); i = j) {
    const Stretch& s = sum[i];
    std::int64_t times = 0;
    for (; j < sum.size() && name(sum[j]) == name(s); ++j) times += sum[j].times;
    if (times == 0) continue;
    const bool ascends = places.compare(s.from, s.to) < 0;
    const OnLine line{s.group, places.line(s.from, s.to), sides == Sides::two && ascends};
    const bool forward = ascends || sides == Sides::two;
    add_stretch(jumps, line, ascends ? s.from : s.to, ascends ? s.to : s.from, forward ? times : -times);
  }
  add_up(jumps, [&](const auto& a, const auto& b) {
    const auto order = a.line <=> b.line;
    return order != 0 ? order < 0 : places.compare(a.at, b.at) < 0;
  });
  std::vector<Stretch> found;
  for_each_stretch(jumps, [&](const OnLine& line, Index from, Index to, std::int64_t value) {
    const bool turned = sides == Sides::two && !line.ascends;
    found.push_back({line.group, turned ? to : from, turned ? from : to, static_cast<std::int32_t>(value)});
  });
  return found;
}

std::vector<Flank> flanks_along(const Places& places, Index from, Index to, std::span<const Flank> flanks) {
  std::vector<Flank> out;
  const int ascends = places.compare(from, to);
  for (const Flank& e : flanks) {
    if (e.from == from && e.to == to) return {e};
    if (places.turn(from, to, e.from) != 0 || places.turn(from, to, e.to) != 0 ||
        places.compare(e.from, e.to) != ascends)
      continue;
    const Index begin = places.compare(e.from, from) * ascends < 0 ? e.from : from;
    const Index end = places.compare(e.to, to) * ascends > 0 ? e.to : to;
    if (places.compare(begin, end) == ascends) out.push_back({begin, end, e.what});
  }
  std::sort(out.begin(), out.end(),
            [&](const Flank& e, const Flank& f) { return places.compare(e.from, f.from) * ascends > 0; });
  return out;
}

std::vector<Flank> flanks_against(const Places& places, Index from, Index to, std::span<const Flank> flanks) {
  std::vector<Flank> out = flanks_along(places, to, from, flanks);
  std::reverse(out.begin(), out.end());
  for (Flank& e : out) std::swap(e.from, e.to);
  return out;
}

void pair_equal(std::vector<Flank>& flanks, const Shared& visit) {
  const auto ends = [](const Flank& f) { return std::minmax(f.from, f.to); };
  std::stable_sort(flanks.begin(), flanks.end(), [&](const Flank& f, const Flank& g) { return ends(f) < ends(g); });
  std::vector<Flank> left;
  for (std::size_t i = 0; i < flanks.size(); ++i) {
    const Flank& f = flanks[i];
    if (i + 1 < flanks.size() && f.from == flanks[i + 1].to && f.to == flanks[i + 1].from)
      visit(f.from, f.to, f.what, flanks[++i].what);
    else left.push_back(f);
  }
  flanks.swap(left);
}

namespace {

bool pair_on_line(const Places& places, const std::vector<Flank>& some, const Shared& visit, std::vector<Flank>& left) {
  struct End {
    Index at, flank;
    bool begins;
    std::size_t direction;  // 0: the flank ascends
  };
  std::vector<End> ends;
  for (Index i = 0; i < some.size(); ++i) {
    const bool ascends = places.compare(some[i].from, some[i].to) < 0;
    ends.push_back({some[i].from, i, ascends, ascends ? std::size_t{0} : 1});
    ends.push_back({some[i].to, i, !ascends, ascends ? std::size_t{0} : 1});
  }
  std::sort(ends.begin(), ends.end(), [&](const End& e, const End& f) {
    const int order = places.compare(e.at, f.at);
    return order != 0 ? order < 0 : std::tie(e.begins, e.flank) < std::tie(f.begins, f.flank);
  });
  std::array<Index, 2> here{none, none};  // the flanks of both directions
  for (std::size_t i = 0; i < ends.size(); ++i) {
    Index& flank = here[ends[i].direction];
    if (ends[i].begins && flank != none) return false;
    flank = ends[i].begins ? ends[i].flank : none;
    if (i + 1 == ends.size() || ends[i].at == ends[i + 1].at) continue;
    const Index from = ends[i].at, to = ends[i + 1].at;
    if (here[0] != none && here[1] != none) visit(from, to, some[here[0]].what, some[here[1]].what);
    else if (here[0] != none) left.push_back({from, to, some[here[0]].what});
    else if (here[1] != none) left.push_back({to, from, some[here[1]].what});
  }
  return true;
}

}  // namespace

bool pair_parts(Places& places, std::vector<Flank>& flanks, const Shared& visit) {
  std::vector<std::pair<Index, Flank>> sorted;  // by line
  for (const Flank& f : flanks) sorted.emplace_back(places.line(f.from, f.to), f);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  flanks.clear();
  for (std::size_t i = 0, j = 0; i < sorted.size(); i = j) {
    std::vector<Flank> some;
    for (; j < sorted.size() && sorted[j].first == sorted[i].first; ++j) some.push_back(sorted[j].second);
    if (some.size() == 1) flanks.push_back(some[0]);
    else if (!pair_on_line(places, some, visit, flanks)) return false;
  }
  return true;
}

bool for_way(Places& places, const WayEnds& way, std::span<const Flank> a, std::span<const Flank> b,
             const Shared& visit) {
  const auto [from, to] = way.on_a;
  const std::vector<Flank> along = flanks_along(places, from, to, a);
  std::vector<Flank> across = flanks_against(places, way.on_b[0], way.on_b[1], b);
  for (Flank& f : across)
    for (Index* end : {&f.from, &f.to}) *end = places.moved(*end, way.on_b, way.on_a);
  for_common(places, from, to, along, across, visit);
  const auto whole = [&](const std::vector<Flank>& list) {
    Index at = from;
    for (const Flank& f : list) at = f.from == at ? f.to : none;
    return at == to;
  };
  return whole(along) && whole(across);
}

bool Places::is_across(const std::array<Index, 2>& stretch, const std::array<Index, 2>& other) const {
  const Place p = place_of(all_[stretch[0]]), q = place_of(all_[stretch[1]]);
  for (std::size_t i = 0; i < 2; ++i) {
    const Place here = i == 0 ? p : q, there = place_of(all_[other[i]]);
    if ((q[0] - p[0]) * (there[0] - here[0]) + (q[1] - p[1]) * (there[1] - here[1]) != 0) return false;
  }
  return true;
}

// As ends weigh 1 - t and t there, they do here.
Index Places::moved(Index place, const std::array<Index, 2>& from, const std::array<Index, 2>& to) {
  for (std::size_t i = 0; i < 2; ++i)
    if (place == from[i]) return to[i];
  if (from == to) return place;
  const Place at = place_of(all_[place]), p = place_of(all_[from[0]]), q = place_of(all_[from[1]]);
  const std::size_t axis = p[0] != q[0] ? 0 : 1;
  const Fraction t = (at[axis] - p[axis]) / (q[axis] - p[axis]);
  const Place u = place_of(all_[to[0]]), v = place_of(all_[to[1]]);
  Place there;
  for (std::size_t k = 0; k < 2; ++k) there[k] = u[k] + t * (v[k] - u[k]);
  return number(vertex_of(there));
}

}  // namespace plumb::checker
