// SPDX-License-Identifier: LGPL-3.0-or-later
#include "welds.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "verdict.h"

namespace checker {
void Welds::check(Records& records, const BoxTree& polygons) {
  for (; records.is("portal"); records.next()) {
    require(records.word(1) == "weld", "flush and step portals come before welds");
    Weld weld = read(records);
    const auto key = [](const Weld& w) { return std::tie(w.a, w.b, w.on_a, w.on_b); };
    require(welds_.empty() || key(welds_.back()) < key(weld), "the weld is not in its place");
    check(weld, polygons);
    welds_.push_back(std::move(weld));
  }
  for (const Weld& weld : welds_)
    for (const auto& [cell, segment] : {std::pair(weld.a, &weld.on_a), std::pair(weld.b, &weld.on_b)}) {
      const Index side = borders_.side_with(cell, *segment);
      borders_.cover(side, borders_.stretch(side, *segment), weld.stance);
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
  require(sgn(world_.weld) > 0, "a weld where there are none");
  require(weld.stance > 0 && weld.stance <= std::min(portals_.cells()[weld.a].stance, portals_.cells()[weld.b].stance),
          "a cell of the weld is of a lower stance");
  require(weld.on_a[0] < weld.on_a[1], "the ends of the weld are not in order");
  const Index e = borders_.side_with(weld.a, weld.on_a), f = borders_.side_with(weld.b, weld.on_b);
  const Place out = borders_.outward(e), out_of_f = borders_.outward(f);
  const auto strip = Strip::make(weld.on_a, weld.on_b, out);
  require(strip.has_value(), "the ends of the weld are not over against each other");
  require(out[0] * out_of_f[0] + out[1] * out_of_f[1] < 0, "the side that is met does not face back");
  Linear near, far;
  for (std::size_t i = 0; i < 2; ++i) {
    const Place &p = weld.on_a[i], &q = weld.on_b[i];
    const Fraction x = q[0] - p[0], y = q[1] - p[1];
    require(x * x + y * y <= world_.weld * world_.weld, "the weld is too wide");
    Fraction &n = i == 0 ? near.at_0 : near.at_1, &m = i == 0 ? far.at_0 : far.at_1;
    n = borders_.height(e, p);
    m = borders_.height(f, q);
    require(abs(n - m) <= world_.step, "the weld is too high");
  }
  for (const auto& [side, segment] : {std::pair(e, &weld.on_a), std::pair(f, &weld.on_b)}) {
    const Stretch whole = borders_.stretch(side, *segment);
    const auto left = borders_.border(side, whole, weld.stance);
    require(left.size() == 1 && left[0].from == whole.from && left[0].to == whole.to, "the weld is no border");
  }
  Box box = box_around(weld.on_a, weld.on_b);
  const double low = std::min({near.at_0, near.at_1, far.at_0, far.at_1}).get_d(),
               high = std::max({near.at_0, near.at_1, far.at_0, far.at_1}).get_d();
  const double step = world_.step.get_d(), most = std::max(step, world_.heights[weld.stance - 1].get_d());
  box.low[2] = widened(widened(low, -1) - widened(step, 1), -1);
  box.high[2] = widened(widened(high, 1) + widened(most, 1), 1);
  borders_.tree().query(box, [&](Index side) {
    if (side != e && side != f) require(!hides(side, *strip, near, weld.stance), "another border is met first");
  });
  polygons.query(box, [&](Index polygon) {
    if (strip->stopped(world_, {near, far}, weld.stance, polygon))
      throw False("polygon " + std::to_string(polygon) + " stands in the way of the weld");
  });
}

// Whether a border of the stance, at most a step higher or lower than where the perpendicular starts, is met before the
// far end.
bool Welds::hides(Index s, const Strip& strip, const Linear& floor, std::size_t stance) const {
  const Portals::Side& side = portals_.sides()[s];
  if (portals_.cells()[side.cell].stance < stance) return false;
  const Segment ends = borders_.ends(s);
  const Fraction from = strip.u(ends[0]), to = strip.u(ends[1]);
  if (from == to) return false;
  // A linear function of the side's points, continued to u = 0 and u = 1.
  const auto along = [&](const Fraction& at_from, const Fraction& at_to) {
    const Fraction slope = (at_to - at_from) / (to - from);
    return Linear{at_from - slope * from, at_from + slope * (1 - from)};
  };
  const auto less = [](const Linear& f, const Linear& g) { return Linear{f.at_0 - g.at_0, f.at_1 - g.at_1}; };
  const Linear distance = along(strip.v(ends[0]), strip.v(ends[1])),
               rise = less(along(borders_.height(s, ends[0]), borders_.height(s, ends[1])), floor);
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
  return !borders_.border(s, borders_.stretch(s, {at(met.from), at(met.to)}), stance).empty();
}

}  // namespace checker
