// SPDX-License-Identifier: GPL-3.0-or-later
// Families of level rectangles and walls: headroom, riser, wall, stack, coplanar, room. expect_boxes() says what is
// expected of them; what it leaves open, the number of step portals, is said here where a scene has one rectangle for
// each cell.
//
// headroom  A ceiling at the height of a stance and d: over all of a floor, over half of it, below a higher one,
// tilted. riser     Treads each of which is higher by the step and d, open or with risers. wall      A wall whose top
// is the step and d above a floor, or whose bottom is a stance and d above it. stack     Storeys at distances of a
// stance and d, over one another or shifted. coplanar  Two or three rectangles in one plane, in each pair of Allen's
// relations of intervals, moved by d. room      Closed boxes: on a floor, raised or sunk by d; with a cavity; without a
// lid; turned inside out; two in a pile.
//
// Of a tilted ceiling the floor's areas are computed here: the distance to it grows linearly along the floor, so stance
// s has the stretch on which the distance is from its height to that of the next.
// Source: Allen (1983) for the relations; all else is our own.
#include <algorithm>

#include "scenario_maker.h"

#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

// A floor of 8 to 40 by 8 to 40 units with a corner in the origin.
Flat drawn_floor(ScenarioMaker& m) {
  return {0, 2 * m.drawn_across(4, 20), 0, 2 * m.drawn_across(4, 20), 0, true, false};
}

void add_flat(BoxLevel& level, const Flat& f) { level.flats.push_back(f); }

// A ceiling that rises along x from little and d above the floor. It is exactly as steep as the limit, or too steep.
Scenario tilted_ceiling(ScenarioMaker& m) {
  const mpq_class length = m.wide(32), depth = m.drawn_across(4, 20), low = m.wide(1) + m.up(1),
                  start = low + m.nudge(low);
  const mpq_class rise = m.tallest() * mpq_class(kernel::to_gmp(m.draws.whole(1, 3)));  // over the whole length
  m.polygon({{0, 0, 0}, {length, 0, 0}, {length, depth, 0}, {0, depth, 0}});
  m.polygon({{0, 0, start}, {length, 0, start + rise}, {length, depth, start + rise}, {0, depth, start}});
  // How far along the floor a height is reached; none of it lies before 0.
  const auto reached = [&](const mpq_class& height) -> mpq_class {
    const mpq_class at = (height - start) * length / rise;
    return at < 0 ? mpq_class(0) : at > length ? length : at;
  };
  m.options.slope_ratio = rise <= length && m.draws.coin() ? mpq_class(rise / length) : mpq_class(1, 1024);
  const bool is_walked = *m.options.slope_ratio > mpq_class(1, 1024);
  m.expected.covered = 0;
  m.expected.blocked = depth * reached(m.options.stances[0].height);
  for (std::size_t s = 0; s < m.options.stances.size(); ++s) {
    const bool is_last = s + 1 == m.options.stances.size();
    const mpq_class to = is_last ? length : reached(m.options.stances[s + 1].height),
                    from = reached(m.options.stances[s].height);
    const bool floor_has = from < length;  // for this stance or a higher one
    m.expected.stances.push_back({depth * (to - from + (is_last && is_walked ? length : mpq_class(0))),
                                  std::uint64_t{floor_has} + std::uint64_t{is_walked}});
  }
  m.expected.steps = 0;
  return m.finish(Layout::turned);
}

}  // namespace

Scenario make_headroom(ScenarioMaker& m) {
  const std::size_t form = m.variant({"all", "half", "under a higher one", "tilted"});
  m.draw_agent();
  if (form == 3) {
    m.no_voxels();
    return tilted_ceiling(m);
  }
  const Flat floor = drawn_floor(m);
  const mpq_class height = m.any_stance(), ceiling = height + m.nudge(height);
  Flat above = floor;
  above.z = ceiling;
  above.up = m.draws.coin();
  if (form > 0) above.x1 = floor.x1 - m.drawn_across(4, 7);
  BoxLevel level;
  add_flat(level, floor);
  add_flat(level, above);
  Flat higher = floor;
  higher.z = ceiling + m.tallest() + m.up(2);
  if (form == 2) add_flat(level, higher);
  m.add(level);
  // Bakers round a floor up by one cell: it keeps what is above it by more cells than the height has.
  Flat left = floor;
  if (ceiling <= height) {
    left.x0 = above.x1 - m.across(1);
    if (form == 0) left.x0 = floor.x1;
  }
  m.voxel_floor(left);
  if (above.up) m.voxel_floor(above);
  if (form == 2) m.voxel_floor(higher);
  if (ceiling <= m.options.step + m.up(2)) m.no_voxels();  // it may be climbed onto
  return m.finish(Layout::sheared);
}

Scenario make_riser(ScenarioMaker& m) {
  const std::size_t form = m.variant({"open", "wall"});
  m.draw_agent(1);
  const mpq_class rise = m.options.step + m.nudge(m.options.step), tread = m.drawn_across(4, 12),
                  depth = m.drawn_across(5, 20);
  const std::int64_t treads = m.draws.whole(2, 5);
  BoxLevel level;
  for (std::int64_t i = 0; i < treads; ++i) {
    const mpq_class n(kernel::to_gmp(i)), z = n * rise, below = z - rise;
    level.floor(n * tread, (n + 1) * tread, 0, depth, z);
    if (form == 1 && i > 0) level.wall(0, n * tread, 0, depth, std::min(below, z), std::max(below, z));
  }
  m.add(level);
  m.expected.steps = rise != 0 && abs(rise) <= m.options.step ? static_cast<std::uint64_t>(treads - 1) : 0;
  if (rise == m.options.step) {
    for (std::int64_t i = 0; i < treads; ++i) {
      const mpq_class n(kernel::to_gmp(i));
      // Nothing is lost where treads meet.
      m.voxel_floor({n * tread - (i > 0 ? m.across(1) : mpq_class(0)),
                     (n + 1) * tread + (i + 1 < treads ? m.across(1) : mpq_class(0)), 0, depth, n * rise, true, false});
    }
  } else m.no_voxels();
  return m.finish(Layout::sheared);
}

Scenario make_wall(ScenarioMaker& m) {
  const std::size_t form = m.variant({"low", "hanging", "on a seam", "part"});
  m.draw_agent();
  m.no_voxels();
  const Flat floor = drawn_floor(m);
  const mpq_class half = floor.x1 / 2, height = m.any_stance();
  BoxLevel level;
  if (form == 2) {
    level.floor(0, half, 0, floor.y1, 0);
    level.floor(half, floor.x1, 0, floor.y1, 0);
  } else add_flat(level, floor);
  const mpq_class end = form == 3 ? mpq_class(floor.y1 / 2) : floor.y1;
  const bool hangs = form == 1 || (form > 1 && m.draws.coin());
  if (hangs) level.wall(0, half, 0, end, height + m.nudge(height), height + m.tallest());
  else level.wall(0, half, 0, end, -m.up(m.draws.whole(0, 2)), m.options.step + m.nudge(m.options.step + 1));
  m.add(level);
  m.expected.steps = 0;
  return m.finish(Layout::sheared);
}

Scenario make_stack(ScenarioMaker& m) {
  const std::size_t form = m.variant({"over one another", "shifted", "every other turned"});
  m.draw_agent();
  const Flat floor = drawn_floor(m);
  const mpq_class height = m.any_stance(), storey = height + m.nudge(height), shift = m.drawn_across(1, 5);
  const std::int64_t storeys = m.draws.whole(2, 6);
  BoxLevel level;
  for (std::int64_t i = 0; i < storeys; ++i) {
    Flat f = floor;
    f.z = storey * mpq_class(kernel::to_gmp(i));
    if (form == 1) f.x0 += shift * mpq_class(kernel::to_gmp(i)), f.x1 += shift * mpq_class(kernel::to_gmp(i));
    if (form == 2) f.up = i % 2 == 0;
    add_flat(level, f);
    if (form == 0 && (storey > height || i + 1 == storeys)) m.voxel_floor(f);
  }
  if (form != 0) m.no_voxels();
  m.add(level);
  return m.finish(Layout::sheared);
}

namespace {

// Allen's thirteen relations of the interval (0, 6) to a second one.
std::array<mpq_class, 2> related(std::size_t relation) {
  constexpr std::array<std::array<int, 2>, 13> seconds{{{8, 12},
                                                        {6, 12},
                                                        {4, 10},
                                                        {2, 6},
                                                        {1, 4},
                                                        {0, 3},
                                                        {0, 6},
                                                        {0, 9},
                                                        {-2, 8},
                                                        {-3, 6},
                                                        {-4, 2},
                                                        {-5, 0},
                                                        {-9, -4}}};
  return {seconds[relation][0], seconds[relation][1]};
}

}  // namespace

Scenario make_coplanar(ScenarioMaker& m) {
  const std::size_t form = m.variant({"two", "three", "one turned over", "under a ceiling"});
  m.draw_agent();
  m.no_voxels();
  const mpq_class unit = m.wide(2), d = m.nudge(unit);
  BoxLevel level;
  level.floor(0, 6 * unit, 0, 6 * unit, 0);
  for (std::size_t i = 0; i < (form == 1 ? 2u : 1u); ++i) {
    const auto x = related(static_cast<std::size_t>(m.draws.whole(0, 12))),
               y = related(static_cast<std::size_t>(m.draws.whole(0, 12)));
    const mpq_class shift = i == 0 ? d : mpq_class(0);
    level.floor(x[0] * unit + shift, x[1] * unit + shift, y[0] * unit, y[1] * unit, 0, form != 2);
  }
  if (form == 3) level.floor(-unit, 3 * unit, -unit, 3 * unit, m.options.stances[0].height - m.up(1));
  m.add(level);
  m.expected.steps = 0;
  return m.finish(Layout::sheared);
}

Scenario make_room(ScenarioMaker& m) {
  const std::size_t form = m.variant({"solid", "cavity", "without a lid", "from within", "pile"});
  m.draw_agent();
  m.no_voxels();
  m.options.solids = Solids::closed;
  const mpq_class unit = m.wide(2), tall = m.tallest() * 4;
  const mpq_class d = m.nudge(unit);
  using Body = BoxLevel::Body;
  BoxLevel level;
  level.floor(0, 12 * unit, 0, 12 * unit, 0);
  const std::array<mpq_class, 2> x{2 * unit, 8 * unit}, y{3 * unit, 9 * unit}, z{d, d + tall};
  const Body body = form == 2 ? Body::open : form == 3 ? Body::turned : Body::solid;
  level.box(x, y, z, body, form != 2 && form != 3);
  if (form == 1)
    level.box({3 * unit, 7 * unit}, {4 * unit, 6 * unit}, {d + tall / 4, d + tall * 3 / 4}, Body::turned, true);
  if (form == 4) level.box(x, y, {d + tall, d + tall * 2}, Body::solid, true);
  m.add(level);
  return m.finish(Layout::sheared);
}

}  // namespace plumb::pipeline
