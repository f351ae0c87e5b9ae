// SPDX-License-Identifier: GPL-3.0-or-later
// Families of slopes, of sizes, and of everything at once: slope, voxel, tall, wide, far, cloud, mixed.
//
// slope  A ramp whose rise is the limit times its run, and d: alone, with floors at both ends, its two triangles; or
//        one as near to 60 and 30 degrees as a fraction with the denominator 2^60 comes, on either side.
// voxel  A rectangle of whole cells, alone or under a ceiling that is from 1 cell too low to 3 cells high enough.
// tall   Two floors as many cells apart in height as some format of spans or of vertices can count, or just not.
// wide   Two floors as far apart in plan, both ways.
// far    A floor under a half ceiling, and the same 2^8 to 2^40 units away.
// cloud  6 to 13 triangles with corners at small multiples of a half or a quarter; what is expected is the verdict on
//        200 points, one by one.
// mixed  Floors, ceilings, walls and boxes at random on a small lattice, tilted and sheared: areas and components by
//        expect_boxes(), and 200 points.
//
// The tangents of 60 and 30 degrees are the roots of 3 and 1/3. The greatest such fraction below one is the integer
// part of the root of 3 * 2^120, or of 2^120 / 3, over 2^60; it is not the tangent itself, which is irrational. Source:
// our own.
#include "scenario_maker.h"

#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

struct Ramp {
  mpq_class run, rise, depth;
  bool in_triangles = false, has_landings = false, is_walked = true;
};

Scenario with_ramp(ScenarioMaker& m, const Ramp& r) {
  const ExactPoint a{0, 0, 0}, b{r.run, 0, r.rise}, c{r.run, r.depth, r.rise}, d{0, r.depth, 0};
  if (r.in_triangles) {
    m.polygon({a, b, c});
    m.polygon({a, c, d});
  } else m.polygon({a, b, c, d});
  mpq_class area = r.is_walked ? mpq_class(r.run * r.depth) : mpq_class(0);
  std::uint64_t components = r.is_walked ? 1 : 0;
  if (r.has_landings) {
    const mpq_class end = r.run + r.depth;
    m.polygon({{-r.depth, 0, 0}, a, d, {-r.depth, r.depth, 0}});
    m.polygon({b, {end, 0, r.rise}, {end, r.depth, r.rise}, c});
    area += 2 * r.depth * r.depth;
    components = r.is_walked ? 1 : 2;
  }
  m.expected.blocked = m.expected.covered = 0;
  m.expected.steps = 0;
  m.expected.stances.assign(m.options.stances.size(), {mpq_class(0), components});
  m.expected.stances.back().area = area;
  return m.finish(Layout::turned);
}

}  // namespace

Scenario make_slope(ScenarioMaker& m) {
  // Ramps near 60 and 30 degrees are on no lattice of cells.
  const std::vector<std::string> lattice{"45 degrees", "a ratio"},
      all{"45 degrees", "a ratio", "60 degrees", "30 degrees"};
  const std::size_t form = m.variant(m.has_cells() ? lattice : all);
  m.draw_agent();
  m.no_voxels();
  Ramp r;
  r.in_triangles = m.draws.coin();
  r.has_landings = m.draws.coin();
  const std::int64_t more = m.has_cells() ? 10 : 0;  // bakers leave out small regions
  r.depth = m.wide(m.draws.whole(2, 9) + more);
  if (form >= 2) {
    m.options.slope = form == 2 ? 60 : 30;
    constexpr int bits = 60;
    mpz_class squared = 1;
    squared <<= 2 * static_cast<mp_bitcnt_t>(bits);
    if (form == 2) squared *= 3;
    else squared /= 3;
    const bool above = m.draws.coin();
    r.run = m.wide(4 + more);
    r.rise = r.run * mpq_class(mpz_class(sqrt(squared) + (above ? 1 : 0))) * power_of_two(-bits);
    r.is_walked = !above;
    return with_ramp(m, r);
  }
  mpq_class ratio = 1;
  if (form == 1) {
    const auto numerator = kernel::to_gmp(m.draws.whole(1, 9));
    ratio = mpq_class(numerator, kernel::to_gmp(m.draws.whole(1, 9)));
    ratio.canonicalize();
    m.options.slope_ratio = ratio;
  }
  // The run is a multiple of the ratio's denominator, and the rise longer than d.
  r.run = m.wide(2 + m.draws.whole(0, 5) + more) * ratio.get_den();
  r.rise = r.run * ratio;
  const mpq_class& d = m.nudge(r.rise);
  r.rise += d;
  r.is_walked = d <= 0;
  return with_ramp(m, r);
}

Scenario make_voxel(ScenarioMaker& m) {
  const std::size_t form = m.variant({"alone", "under a ceiling", "narrow"});
  m.draw_agent(1);
  Flat floor{0, m.drawn_across(form == 2 ? 1 : 5, form == 2 ? 4 : 60), 0, m.drawn_across(5, 60), 0, true, false};
  BoxLevel level;
  level.flats.push_back(floor);
  bool fits = true;
  if (form == 1) {
    const mpq_class& height = m.options.stances[0].height;
    Flat ceiling = floor;
    ceiling.z = height + m.up(m.draws.whole(-1, 3));
    fits = ceiling.z > height;
    level.flats.push_back(ceiling);
    m.voxel_floor(ceiling);
  }
  if (fits) m.voxel_floor(floor);
  m.add(level);
  return m.finish(Layout::sheared);
}

namespace {

// Cells that are counted in 8, 13 and 16 bits.
const std::vector<std::int64_t> counts{254, 255, 256, 8190, 8191, 8192, 9024, 65534, 65535, 65536};

Flat drawn_wide_floor(ScenarioMaker& m) { return {0, m.drawn_across(5, 30), 0, m.drawn_across(5, 30), 0, true, false}; }

Scenario with_floors(ScenarioMaker& m, const Flat& one, const Flat& other) {
  BoxLevel level;
  for (const Flat& f : {one, other}) {
    level.flats.push_back(f);
    m.voxel_floor(f);
  }
  m.add(level);
  m.expected.steps = 0;
  return m.finish(Layout::sheared);
}

}  // namespace

Scenario make_tall(ScenarioMaker& m) {
  const std::size_t form = m.variant({"over one another", "side by side"});
  m.draw_agent(1);
  const Flat low = drawn_wide_floor(m);
  const mpq_class apart = m.up(m.draws.one_of(counts));
  Flat high = low;
  high.z = apart + m.nudge(apart);
  if (form == 1) high.x0 += low.x1 + m.across(4), high.x1 += low.x1 + m.across(4);
  return with_floors(m, low, high);
}

Scenario make_wide(ScenarioMaker& m) {
  const std::size_t form = m.variant({"both ways", "one way"});
  m.draw_agent(1);
  const Flat near = drawn_wide_floor(m);
  mpq_class apart = m.across(m.draws.one_of(counts));
  apart += m.nudge(apart);
  Flat far = near;
  far.x0 += apart, far.x1 += apart;
  if (form == 0) far.y0 += apart, far.y1 += apart;
  return with_floors(m, near, far);
}

Scenario make_far(ScenarioMaker& m) {
  const std::size_t form = m.variant({"all of it", "twice", "high"});
  m.draw_agent(1);
  const mpq_class height = m.any_stance(), z = height + m.nudge(height), width = m.drawn_across(10, 30),
                  half = m.drawn_across(3, 6), depth = m.drawn_across(5, 30);
  const mpq_class distance = power_of_two(m.draws.whole(8, 40));
  BoxLevel level;
  const auto add_at = [&](const mpq_class& plan, const mpq_class& up) {
    level.floor(plan, plan + width, plan, plan + depth, up);
    level.floor(plan, plan + half, plan, plan + depth, up + z, false);
    if (z > height) m.voxel_floor({plan, plan + width, plan, plan + depth, up, true, false});
    else m.voxel_floor({plan + half - m.across(1), plan + width, plan, plan + depth, up, true, false});
  };
  const mpq_class plan = m.across(1) * distance, up = m.up(1) * distance, zero = 0;
  if (form == 1) add_at(zero, zero);
  add_at(form == 2 ? zero : plan, form == 2 ? up : zero);
  if (z <= m.options.step + m.up(2)) m.no_voxels();
  m.add(level);
  if (z > m.options.step) m.expected.steps = 0;
  return m.finish(Layout::sheared);
}

namespace {

constexpr std::size_t expected_points = 200;

}  // namespace

Scenario make_cloud(ScenarioMaker& m) {
  const std::size_t form = m.variant({"halves", "quarters", "shared corners"});
  m.draw_agent();
  m.no_voxels();
  // With cells it is as large as 64 of them, since bakers leave out smaller regions, and may have a square floor.
  const bool has_cells = m.has_cells();
  if (has_cells && m.draws.coin()) {
    m.options.stances[0].height = m.up(32);
    m.options.step = m.up(8);
  }
  const std::int64_t most = !has_cells  ? 12
                            : form == 1 ? 32
                                        : 16,
                     highest = has_cells ? 8 : most, triangles = m.draws.whole(6, 13);
  const mpq_class step = m.wide((has_cells ? 2 : 1) * (form == 1 ? 1 : 2)), rise = m.up(has_cells || form != 1 ? 4 : 2);
  const auto corner = [&] {
    ExactPoint p;
    for (std::size_t k = 0; k < 3; ++k)
      p[k] = (k < 2 ? step : rise) * mpq_class(kernel::to_gmp(m.draws.whole(0, k < 2 ? most : highest)));
    return p;
  };
  if (has_cells && m.draws.coin()) {
    const mpq_class side = step * mpq_class(kernel::to_gmp(most)), z = 4 * rise;
    m.polygon({{0, 0, z}, {side, 0, z}, {side, side, z}, {0, side, z}});
  }
  std::vector<ExactPoint> pool;
  for (int i = 0; i < 8; ++i) pool.push_back(corner());
  for (std::int64_t t = 0; t < triangles; ++t) {
    const bool is_level = m.draws.coin();
    Corners corners;
    for (int i = 0; i < 3; ++i) corners.push_back(form == 2 ? m.draws.one_of(pool) : corner());
    if (has_cells && m.draws.coin())  // a small one
      for (std::size_t i = 1; i < 3; ++i)
        for (std::size_t k = 0; k < 2; ++k)
          corners[i][k] = corners[0][k] + step * mpq_class(kernel::to_gmp(m.draws.whole(-3, 3)));
    if (is_level)
      for (ExactPoint& p : corners) p[2] = corners[0][2];
    m.polygon(std::move(corners));
  }
  if (m.draws.coin()) m.options.slope_ratio = mpq_class(kernel::to_gmp(m.draws.whole(1, 4)), 2);
  if (m.options.slope_ratio) m.options.slope_ratio->canonicalize();
  return m.finish(Layout::turned, expected_points);
}

Scenario make_mixed(ScenarioMaker& m) {
  const std::size_t form = m.variant({"floors", "walls", "boxes", "solid boxes"});
  m.draw_agent();
  m.no_voxels();
  const mpq_class unit = m.wide(2), d = m.nudge(unit);
  const auto at = [&](std::int64_t low, std::int64_t high) -> mpq_class {
    const bool is_nudged = m.draws.whole(0, 3) == 0;
    return unit * mpq_class(kernel::to_gmp(m.draws.whole(low, high))) + (is_nudged ? d : mpq_class(0));
  };
  // Heights at which stances fit exactly, steps end, or neither.
  const std::vector<mpq_class> heights{0,
                                       m.options.step,
                                       m.options.step * 2,
                                       m.options.stances[0].height,
                                       m.tallest(),
                                       mpq_class(m.tallest() + m.options.step),
                                       m.tallest() * 2};
  const auto height = [&]() -> mpq_class {
    const bool is_nudged = m.draws.whole(0, 3) == 0;
    return m.draws.one_of(heights) + (is_nudged ? d : mpq_class(0));
  };
  // Every draw is a statement of its own: a compiler may choose the order of arguments.
  BoxLevel level;
  for (std::int64_t i = m.draws.whole(3, 7); i > 0; --i) {
    const mpq_class x = at(0, 5), y = at(0, 5), width = at(2, 6), depth = at(2, 6), z = height();
    level.floor(x, x + width, y, y + depth, z, m.draws.whole(0, 3) > 0);
  }
  for (std::int64_t i = form == 1 ? m.draws.whole(1, 4) : 0; i > 0; --i) {
    const int axis = m.draws.coin() ? 0 : 1;
    const mpq_class where = at(0, 9), from = at(0, 5), length = at(2, 6), low = height() - m.options.step,
                    high = low + height() + m.up(1);
    level.wall(axis, where, from, from + length, low, high);
  }
  if (form >= 2) {
    const mpq_class x = at(1, 4), y = at(1, 4), z = height(), width = at(2, 4), depth = at(2, 4);
    if (form == 3) m.options.solids = Solids::closed;
    level.box({x, x + width}, {y, y + depth}, {z, z + m.tallest() * 3}, BoxLevel::Body::solid, form == 3);
    level.open_joined_bodies();
  }
  m.add(level);
  return m.finish(Layout::sheared, expected_points);
}

}  // namespace plumb::pipeline
