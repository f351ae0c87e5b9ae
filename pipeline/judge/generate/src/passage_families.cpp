// SPDX-License-Identifier: GPL-3.0-or-later
// Families of places that are joined, or are not: door, slit, neck, tjunction, contact.
//
// door       Two rooms: with walls that leave a gap of d, or of 2r + d for an agent of radius r; or with a corridor of
//            2r + d between them.
// slit       A gap between floors as wide as the reach of welds less d: through the whole floor, through a part of it,
//            with a difference in height of the step and d, with a fence in it that is the step and d high.
// neck       Two rooms with a corridor as narrow as 2^-30 of them.
// tjunction  An edge that is whole on one side and divided into n parts on the other: equal; d higher; d apart; with
//            every other corner d higher.
// contact    Two polygons that touch in a point or along d of an edge, or overlap by d; a roof that touches a floor.
//
// What is expected of an agent with a radius are components alone: the region that is left has arcs as borders. A
// straight passage of width w is left a strip of w - 2r, which has an area if w > 2r. The polygon that stands for the
// agent's disc reaches r along the axes, so this holds for it, too; such scenes are turned by right angles only.
//
// Welds. Edges that face one another over a gap are seen from each side: two portals where they weld. A fence stops a
// stance if it reaches into the heights above the step over the lower floor.
// Source: our own.
#include <algorithm>

#include "scenario_maker.h"

#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

void expect_everywhere(ScenarioMaker& m, std::uint64_t components) {
  for (ExpectedStance& s : m.expected.stances) s.components = components;
}

// What an agent with a radius leaves is not said, but for the number of its components.
void expect_cleared(ScenarioMaker& m, std::uint64_t components) {
  expect_everywhere(m, components);
  for (ExpectedStance& s : m.expected.stances) s.area.reset();
}

}  // namespace

Scenario make_door(ScenarioMaker& m) {
  const std::size_t form = m.variant({"walls", "walls, with a radius", "corridor, with a radius"});
  m.draw_agent();
  m.no_voxels();
  const mpq_class radius = form == 0 ? mpq_class(0) : m.wide(m.draws.whole(2, 4)), room = 8 * (radius + m.wide(1));
  const mpq_class width = 2 * radius + m.nudge(form == 0 ? room : mpq_class(2 * radius)), low = room / 2,
                  high = low + width, tall = m.tallest() + m.up(1);
  BoxLevel level;
  if (form == 2) {
    level.floor(0, room, 0, room, 0);
    level.floor(room, 2 * room, low, high, 0);
    level.floor(2 * room, 3 * room, 0, room, 0);
  } else {
    level.floor(0, 2 * room, 0, room, 0);
    level.wall(0, room, 0, low, 0, tall);
    level.wall(0, room, high, room, 0, tall);
  }
  m.add(level);
  m.expected.steps = 0;
  if (form == 0) return m.finish(Layout::sheared);
  m.options.radius = radius;
  expect_cleared(m, width > 2 * radius ? 1 : 2);
  return m.finish(Layout::quarter_turns);
}

Scenario make_slit(ScenarioMaker& m) {
  const std::size_t form = m.variant({"through", "part", "with a step", "with a fence", "of unequal edges"});
  m.draw_agent(1);
  m.no_voxels();
  const mpq_class reach = 4 * m.wide(m.draws.whole(1, 2)), length = m.wide(m.draws.whole(8, 20)), step = m.options.step;
  mpq_class gap = reach, rise = 0;
  bool is_welded = true;
  if (form == 2 || form == 3) gap = reach / 2;
  else {
    const mpq_class& d = m.nudge(reach);
    gap = reach - d;
    is_welded = d >= 0;
  }
  BoxLevel level;
  const mpq_class right = length + gap;
  if (form == 2) {
    rise = step + m.nudge(step);
    is_welded = abs(rise) <= step;
  }
  level.floor(0, length, 0, length, 0);
  level.floor(right, right + length, form == 4 ? m.wide(2) : mpq_class(0), form == 4 ? m.wide(5) : length, rise);
  if (form == 1) level.floor(0, right + length, length, length + m.wide(3), 0);
  if (form == 3) {
    const mpq_class top = step + m.nudge(step);
    is_welded = top <= step;
    level.wall(0, length + gap / 2, 0, length, -m.up(1), top);
  }
  m.add(level);
  m.options.weld = reach;
  m.expected.steps = 0;
  m.expected.welds = is_welded ? 2 : 0;
  if (form != 1) expect_everywhere(m, is_welded ? 1 : 2);
  return m.finish(Layout::turned);
}

Scenario make_neck(ScenarioMaker& m) {
  const std::size_t form = m.variant({"corridor", "two corridors", "doorway"});
  m.draw_agent();
  m.no_voxels();
  const mpq_class room = 2 * m.wide(m.draws.whole(5, 20)), long_way = m.wide(m.draws.whole(1, 9)), zero = 0;
  // A level is about twice as wide as its rooms.
  const mpq_class width = m.has_cells() ? m.drawn_across(1, 4) : room * power_of_two(1 - m.draws.whole(3, 30));
  const mpq_class low = form == 1 ? zero : mpq_class((room - m.wide(4)) / 2);
  BoxLevel level;
  level.floor(0, room, 0, room, 0);
  if (form == 2) {
    level.floor(room, 2 * room, room - width, 2 * room - width, 0);
  } else {
    level.floor(room, room + long_way, low, low + width, 0);
    if (form == 1) level.floor(room, room + long_way, room - width, room, 0);
    level.floor(room + long_way, 2 * room + long_way, 0, room, 0);
  }
  m.add(level);
  m.expected.steps = 0;
  return m.finish(m.has_cells() ? Layout::quarter_turns : Layout::sheared);
}

namespace {

// The parts of a divided edge are triangles in pairs; every other corner on the edge is d higher, so that each part
// meets the whole edge at one end and is d away from it at the other.
Scenario lifted_corners(ScenarioMaker& m, const Flat& whole, std::int64_t parts, const mpq_class& part) {
  const mpq_class d = m.nudge(part), width = whole.x1 - whole.x0, far = whole.x1 + width;
  m.polygon({{whole.x0, whole.y0, 0}, {whole.x1, whole.y0, 0}, {whole.x1, whole.y1, 0}, {whole.x0, whole.y1, 0}});
  for (std::int64_t i = 0; i < parts; ++i) {
    const mpq_class y(part * mpq_class(kernel::to_gmp(i))), next(y + part);
    const ExactPoint a{whole.x1, y, i % 2 == 1 ? d : mpq_class(0)}, b{far, y, 0}, c{far, next, 0},
        e{whole.x1, next, i % 2 == 0 ? d : mpq_class(0)};
    m.polygon({a, b, c});
    m.polygon({a, c, e});
  }
  m.expected.blocked = m.expected.covered = 0;
  m.expected.stances.assign(m.options.stances.size(), {mpq_class(0), d == 0 || m.options.step > 0 ? 1 : 2});
  m.expected.stances.back().area = 2 * width * (whole.y1 - whole.y0);
  if (d == 0) m.expected.steps = 0;
  return m.finish(Layout::turned);
}

}  // namespace

Scenario make_tjunction(ScenarioMaker& m) {
  const std::size_t form = m.variant({"equal", "higher", "apart", "corners"});
  m.draw_agent();
  m.no_voxels();
  const std::int64_t parts = m.draws.whole(2, 12);
  const mpq_class part = m.wide(4), length = part * mpq_class(kernel::to_gmp(parts)),
                  width = m.wide(m.draws.whole(4, 9));
  const Flat whole{0, width, 0, length, 0, true, false};
  if (form == 3) return lifted_corners(m, whole, parts, part);
  const mpq_class d = form == 0 ? mpq_class(0) : m.nudge(part);
  const mpq_class rise = form == 1 ? d : mpq_class(0), gap = form == 2 ? d : mpq_class(0);
  BoxLevel level;
  level.floor(whole.x0, whole.x1, whole.y0, whole.y1, 0);
  // Neighbours have other lengths, so that no two of them become one polygon.
  for (std::int64_t i = 0; i < parts; ++i) {
    const mpq_class y = part * mpq_class(kernel::to_gmp(i));
    level.floor(width + gap, 2 * width + gap + m.wide(1 + i % 2), y, y + part, rise);
  }
  m.add(level);
  if (form != 1) m.expected.steps = 0;
  return m.finish(Layout::sheared);
}

namespace {

// The tip of a square on its corner reaches d into another square, or stays away from it. Overlapping, the tip is a
// triangle of height d and of twice that width.
Scenario tip_on_edge(ScenarioMaker& m) {
  const mpq_class size = m.wide(8), d = m.nudge(size), tip = size - d;
  m.polygon({{0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0}});
  m.polygon(
      {{tip, size / 2, 0}, {tip + size, -size / 2, 0}, {tip + 2 * size, size / 2, 0}, {tip + size, size * 3 / 2, 0}});
  const mpq_class overlap = d > 0 ? mpq_class(d * d) : mpq_class(0);
  m.expected.blocked = 0;
  m.expected.covered = overlap;
  m.expected.stances.assign(m.options.stances.size(), {mpq_class(0), d > 0 ? 1 : 2});
  m.expected.stances.back().area = 3 * size * size - overlap;
  m.expected.steps = 0;
  return m.finish(Layout::turned);
}

// A roof that rises from a line across a floor, d above it or below. Where it is less than a stance above the floor it
// takes that stance away; where it is below the floor, the floor takes it from the roof.
Scenario roof_on_floor(ScenarioMaker& m) {
  const mpq_class depth = m.wide(4), d = m.nudge(depth), start = m.wide(4);
  mpq_class length = m.wide(12);
  while (length < 4 * (m.tallest() + abs(d))) length *= 2;
  // It rises by half of its length, which takes it above all stances. The limit is that slope, or lies below it.
  const bool is_walked = m.draws.coin();
  m.options.slope_ratio = is_walked ? mpq_class(1, 2) : mpq_class(1, 4);
  m.polygon({{0, 0, 0}, {start + length, 0, 0}, {start + length, depth, 0}, {0, depth, 0}});
  m.polygon(
      {{start, 0, d}, {start + length, 0, d + length / 2}, {start + length, depth, d + length / 2}, {start, depth, d}});
  m.expected.covered = 0;
  m.expected.steps = m.expected.welds = 0;
  m.options.step = 0;
  // How far behind the start the roof is at a height over the floor; below the floor it takes nothing away.
  const mpq_class above = d < 0 ? mpq_class(-2 * d) : mpq_class(0);
  const auto reached = [&](const mpq_class& height) -> mpq_class { return std::max<mpq_class>(0, 2 * (height - d)); };
  const std::vector<Stance>& stances = m.options.stances;
  // Under the floor the roof has the floor above it, at -d at most: how far a height fits.
  const auto under = [&](const mpq_class& height) -> mpq_class { return std::max<mpq_class>(0, 2 * (-d - height)); };
  m.expected.blocked = depth * (std::max<mpq_class>(0, reached(stances[0].height) - above) +
                                (is_walked ? mpq_class(above - under(stances[0].height)) : mpq_class(0)));
  m.expected.stances.clear();
  for (std::size_t s = 0; s < stances.size(); ++s) {
    const mpq_class &h = stances[s].height, &next = stances[std::min(s + 1, stances.size() - 1)].height;
    const bool is_last = s + 1 == stances.size();
    mpq_class area = is_last ? mpq_class(start + above + length - reached(h)) : mpq_class(reached(next) - reached(h));
    if (is_walked) area += is_last ? mpq_class(length - above + under(h)) : mpq_class(under(h) - under(next));
    // The floor before the roof and behind it, unless the roof takes nothing; and the roof, which is one with the floor
    // before it where both meet in a line.
    std::uint64_t components = d >= h ? 1 : 2;
    if (is_walked) components += (d > 0 ? 1 : 0) + (under(h) > 0 ? 1 : 0);
    m.expected.stances.push_back({depth * area, components});
  }
  return m.finish(Layout::turned);
}

}  // namespace

Scenario make_contact(ScenarioMaker& m) {
  const std::size_t form =
      m.variant({"corners", "along an edge", "tip on an edge", "roof on a floor", "edge on a corner"});
  m.draw_agent();
  m.no_voxels();
  if (form == 2) return tip_on_edge(m);
  if (form == 3) return roof_on_floor(m);
  const mpq_class size = m.wide(8), d = m.nudge(size);
  BoxLevel level;
  level.floor(0, size, 0, size, 0);
  // Corners: both ways d into the other. Along an edge: side by side over d of it. Edge on a corner: the same, but d
  // apart as well.
  const mpq_class x = form == 0 ? mpq_class(size - d) : form == 1 ? size : mpq_class(size + d);
  level.floor(x, x + size, size - d, 2 * size - d, 0);
  m.add(level);
  m.expected.steps = 0;
  return m.finish(Layout::sheared);
}

}  // namespace plumb::pipeline
