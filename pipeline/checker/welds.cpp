// SPDX-License-Identifier: LGPL-3.0-or-later
#include "welds.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "verdict.h"

namespace checker {
namespace {

Place place_of(const Vertex& v) { return {quotient(v.x, v.w), quotient(v.y, v.w)}; }

// Outward by more than the error of a fraction that became a double, and of the sums here.
double widened(double at, int sign) {
  const double out = at + sign * slack(at);
  return std::isnan(out) ? sign * HUGE_VAL : out;
}

}  // namespace

void Welds::check(Records& records, const BoxTree& polygons) {
  std::optional<Weld> last;
  for (; records.is("portal"); records.next(), ++count_) {
    require(records.word(1) == "weld", "flush and step portals come before welds");
    Weld weld = read(records);
    const auto key = [](const Weld& w) { return std::tie(w.a, w.b, w.on_a, w.on_b); };
    require(!last || key(*last) < key(weld), "the weld is not in its place");
    check(weld, polygons);
    last = std::move(weld);
  }
}

// portal weld S A B x y x y : x y x y
Welds::Weld Welds::read(const Records& records) const {
  records.require_size(14);
  require(records.word(9) == ":", "here ':' is wanted");
  const auto segment = [&](std::size_t i) {
    const auto at = [&](std::size_t k) -> Fraction { return records.fraction(i + k) * world_.scene.scale; };
    return Segment{Place{at(0), at(1)}, Place{at(2), at(3)}};
  };
  return {records.number(2, world_.heights.size() + 1), records.number(3, portals_.cells().size()),
          records.number(4, portals_.cells().size()), segment(5), segment(10)};
}

void Welds::check(const Weld& weld, const BoxTree& polygons) {
  prepare();
  require(weld.stance > 0 && weld.stance <= std::min(portals_.cells()[weld.a].stance, portals_.cells()[weld.b].stance),
          "a cell of the weld is of a lower stance");
  require(weld.on_a[0] < weld.on_a[1], "the ends of the weld are not in order");
  const Index e = side_with(weld.a, weld.on_a), f = side_with(weld.b, weld.on_b);
  const Place out = outward(e), out_of_f = outward(f);
  const auto strip = Strip::make(weld.on_a, weld.on_b, out);
  require(strip.has_value(), "the ends of the weld are not over against each other");
  require(out[0] * out_of_f[0] + out[1] * out_of_f[1] < 0, "the side that is met does not face back");
  Linear near, far;
  for (std::size_t i = 0; i < 2; ++i) {
    const Place &p = weld.on_a[i], &q = weld.on_b[i];
    const Fraction x = q[0] - p[0], y = q[1] - p[1];
    require(x * x + y * y <= world_.weld * world_.weld, "the weld is too wide");
    Fraction &n = i == 0 ? near.at_0 : near.at_1, &m = i == 0 ? far.at_0 : far.at_1;
    n = height(e, p);
    m = height(f, q);
    require(abs(n - m) <= world_.step, "the weld is too high");
  }
  for (const auto& [side, segment] : {std::pair(e, &weld.on_a), std::pair(f, &weld.on_b)}) {
    const Stretch whole = stretch(side, *segment);
    const auto left = border(side, whole, weld.stance);
    require(left.size() == 1 && left[0].from == whole.from && left[0].to == whole.to, "the weld is no border");
  }
  Box box = box_around(weld.on_a, weld.on_b);
  const double low = std::min({near.at_0, near.at_1, far.at_0, far.at_1}).get_d(),
               high = std::max({near.at_0, near.at_1, far.at_0, far.at_1}).get_d();
  const double step = world_.step.get_d(), most = std::max(step, world_.heights[weld.stance - 1].get_d());
  box.low[2] = widened(widened(low, -1) - widened(step, 1), -1);
  box.high[2] = widened(widened(high, 1) + widened(most, 1), 1);
  sides_->query(box, [&](Index side) {
    if (side != e && side != f) require(!hides(side, *strip, near, weld.stance), "another border is met first");
  });
  polygons.query(box, [&](Index polygon) {
    if (strip->stopped(world_, {near, far}, weld.stance, polygon))
      throw False("polygon " + std::to_string(polygon) + " stands in the way of the weld");
  });
}

void Welds::prepare() {
  if (sides_) return;
  require(sgn(world_.weld) > 0, "a weld where there are none");
  const auto& sides = portals_.sides();
  first_side_.resize(portals_.cells().size() + 1);
  for (const Portals::Side& s : sides) ++first_side_[s.cell + 1];
  for (std::size_t c = 1; c < first_side_.size(); ++c) first_side_[c] += first_side_[c - 1];
  std::vector<Box> boxes;
  for (const Portals::Side& s : sides) {
    const Segment ends{place_of(portals_.place(s.line, s.low)), place_of(portals_.place(s.line, s.high))};
    const Polygon& floor = world_.polygons[portals_.cells()[s.cell].surface];
    Box& box = boxes.emplace_back(box_around(ends, ends));
    box.low[2] = floor.low[2];
    box.high[2] = floor.high[2];
  }
  sides_.emplace(std::move(boxes));
  for (Index p = 0; p < portals_.all().size(); ++p)
    for (const Index cell : {portals_.all()[p].a, portals_.all()[p].b}) portals_of_.emplace_back(cell, p);
  std::sort(portals_of_.begin(), portals_of_.end());
}

Box Welds::box_around(const Segment& p, const Segment& q) const {
  Box box{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto [low, high] = std::minmax({p[0][k], p[1][k], q[0][k], q[1][k]});
    box.low[k] = widened(low.get_d(), -1);
    box.high[k] = widened(high.get_d(), 1);
  }
  return box;
}

// The side of the cell on which a segment lies.
Index Welds::side_with(Index cell, const Segment& segment) const {
  for (Index s = first_side_[cell]; s < first_side_[cell + 1]; ++s) {
    const Portals::Side& side = portals_.sides()[s];
    const Line line = portals_.line(side.line);
    if (std::any_of(segment.begin(), segment.end(),
                    [&](const Place& p) { return line.a * p[0] + line.b * p[1] + line.c != 0; }))
      continue;
    const Place low = place_of(portals_.place(side.line, side.low)),
                high = place_of(portals_.place(side.line, side.high));
    const auto [first, last] = std::minmax(segment[0], segment[1]);
    if (low <= first && first < last && last <= high) return s;
  }
  throw False("the weld is not on the boundary of cell " + std::to_string(cell));
}

Place Welds::outward(Index side) const {
  const Line line = portals_.line(portals_.sides()[side].line);
  const int sign = portals_.sides()[side].left ? -1 : 1;
  return {sign * line.a, sign * line.b};
}

Fraction Welds::height(Index side, const Place& at) const {
  const Plane& n = world_.polygons[portals_.cells()[portals_.sides()[side].cell].surface].plane;
  return (n.d - n.nx * at[0] - n.ny * at[1]) / n.nz;
}

Stretch Welds::stretch(Index side, const Segment& segment) const {
  const std::size_t axis = by_x(portals_.line(portals_.sides()[side].line)) ? 0 : 1;
  return {std::min(segment[0][axis], segment[1][axis]), std::max(segment[0][axis], segment[1][axis])};
}

// What no flush or step portal for the stance covers.
std::vector<Stretch> Welds::border(Index s, const Stretch& stretch, std::size_t stance) const {
  const Portals::Side& side = portals_.sides()[s];
  std::vector<Stretch> left{stretch};
  for (auto at = std::lower_bound(portals_of_.begin(), portals_of_.end(), std::pair(side.cell, Index{0}));
       at != portals_of_.end() && at->first == side.cell; ++at) {
    const Portals::Portal& p = portals_.all()[at->second];
    if (p.line != side.line || p.stance < stance) continue;
    const Stretch taken =
        this->stretch(s, {place_of(portals_.place(p.line, p.from)), place_of(portals_.place(p.line, p.to))});
    std::vector<Stretch> more;
    for (const Stretch& l : left) {
      if (l.from < taken.from) more.push_back({l.from, std::min(l.to, taken.from)});
      if (taken.to < l.to) more.push_back({std::max(l.from, taken.to), l.to});
    }
    left.swap(more);
  }
  return left;
}

// Whether a border of the stance, at most a step higher or lower than where the perpendicular starts, is met before the
// far end.
bool Welds::hides(Index s, const Strip& strip, const Linear& floor, std::size_t stance) const {
  const Portals::Side& side = portals_.sides()[s];
  if (portals_.cells()[side.cell].stance < stance) return false;
  const Segment ends{place_of(portals_.place(side.line, side.low)), place_of(portals_.place(side.line, side.high))};
  const Fraction from = strip.u(ends[0]), to = strip.u(ends[1]);
  if (from == to) return false;
  // A linear function of the side's points, continued to u = 0 and u = 1.
  const auto along = [&](const Fraction& at_from, const Fraction& at_to) {
    const Fraction slope = (at_to - at_from) / (to - from);
    return Linear{at_from - slope * from, at_from + slope * (1 - from)};
  };
  const auto less = [](const Linear& f, const Linear& g) { return Linear{f.at_0 - g.at_0, f.at_1 - g.at_1}; };
  const Linear distance = along(strip.v(ends[0]), strip.v(ends[1])),
               rise = less(along(height(s, ends[0]), height(s, ends[1])), floor);
  const Linear short_of = less(strip.reach(), distance);
  Stretch met{std::max(Fraction(0), std::min(from, to)), std::min(Fraction(1), std::max(from, to))};
  if (met.from >= met.to || !cut(met, distance) || !cut(met, short_of)) return false;
  if (!cut(met, {world_.step - rise.at_0, world_.step - rise.at_1}) ||
      !cut(met, {world_.step + rise.at_0, world_.step + rise.at_1}))
    return false;
  const Fraction middle = (met.from + met.to) / 2;
  if (sgn(distance(middle)) == 0 || sgn(short_of(middle)) == 0) return false;
  const auto at = [&](const Fraction& u) {
    const Fraction share = (u - from) / (to - from);
    return Place{ends[0][0] + share * (ends[1][0] - ends[0][0]), ends[0][1] + share * (ends[1][1] - ends[0][1])};
  };
  return !border(s, stretch(s, {at(met.from), at(met.to)}), stance).empty();
}

}  // namespace checker
