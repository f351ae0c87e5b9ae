// SPDX-License-Identifier: GPL-3.0-or-later
// What all families of scenes have in common: units, the nudge d, the agent, and how a scene is laid out in space.
//
// 1. The constructor sets the units: the cells if they are given, else two of a few decimals. The seed decides which
//    nudge d is and which form of its family a scene has, so that 13 seeds in a row have all nudges and every further
//    13 the next form; all else is drawn.
// 2. finish() draws a Placement. Moves and turns keep everything that a bake measures. Maps of plan that keep areas,
//    and tilts that add a linear function of the plan to all heights, keep areas, vertical distances, and what is
//    beside or above what; so they keep the result of every scene without radius and weld, as long as the tilt is not
//    steeper than the limit. (3/5, 4/5) is exactly as steep as 45 degrees.
// 3. It shuffles the faces, begins each at any of its corners, and gives equal points one number.
// 4. place_voxels() keeps what voxel bakers give where the whole scene lies on the lattice of cells and floats hold it.
//
// Cost: n log n for n corners. Exact: all numbers are fractions. Source: our own.
#include "scenario_maker.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "expect_points.h"

namespace plumb::pipeline {
namespace {

// Is it an integer of at most so many bits times a power of two?
bool is_binary(const mpq_class& value, std::size_t bits) {
  const mpz_class &numerator = value.get_num(), &denominator = value.get_den();
  if (mpz_popcount(denominator.get_mpz_t()) != 1) return false;
  if (numerator == 0) return true;
  return mpz_sizeinbase(numerator.get_mpz_t(), 2) - mpz_scan1(numerator.get_mpz_t(), 0) <= bits;
}

bool is_multiple(const mpq_class& value, const mpq_class& of) { return mpq_class(value / of).get_den() == 1; }

mpq_class common_multiple(const mpq_class& a, const mpq_class& b) {
  mpq_class q(lcm(a.get_num() * b.get_den(), b.get_num() * a.get_den()), a.get_den() * b.get_den());
  q.canonicalize();
  return q;
}

mpq_class ratio(std::int64_t numerator, std::int64_t denominator) {
  mpq_class q(kernel::to_gmp(numerator), kernel::to_gmp(denominator));
  q.canonicalize();
  return q;
}

}  // namespace

mpq_class power_of_two(int exponent) {
  mpq_class q = 1;
  if (exponent >= 0) q <<= static_cast<mp_bitcnt_t>(exponent);
  else q >>= static_cast<mp_bitcnt_t>(-exponent);
  return q;
}

mpq_class float_spacing(const mpq_class& at) {
  mpq_class power = 1;
  while (power <= at) power *= 2;
  while (power > at) power /= 2;
  return power / power_of_two(23);
}

ExactPoint Placement::operator()(const ExactPoint& p) const {
  ExactPoint q;
  for (std::size_t k = 0; k < 2; ++k) q[k] = plan[k][0] * p[0] + plan[k][1] * p[1] + offset[k];
  q[2] = p[2] + gradient[0] * q[0] + gradient[1] * q[1] + offset[2];
  return q;
}

ScenarioMaker::ScenarioMaker(const std::string& family, std::uint64_t seed, const std::optional<CellSize>& cell,
                             std::size_t nudge)
    : draws(family, seed), cell_(cell), nudge_index_(nudge) {
  out_.family = family;
  out_.seed = seed;
  out_.cell = cell;
  const std::vector<mpq_class> widths{1, ratio(1, 4), ratio(1, 10), ratio(3, 10)},
      heights{ratio(1, 2), ratio(1, 4), ratio(1, 10), ratio(1, 5)};
  unit_ = cell ? *cell : CellSize{draws.one_of(widths), draws.one_of(heights)};
  common_unit_ = common_multiple(unit_.size, unit_.height);
  options.sides = cell || draws.coin() ? Sides::up : Sides::both;
  options.up = cell || draws.coin() ? UpAxis::y : UpAxis::z;
  options.numbers = cell ? Numbers::binary64 : Numbers::decimal;
}

const mpq_class& ScenarioMaker::nudge(const mpq_class& reference) {
  const std::array<mpq_class, 6> sizes{power_of_two(-60),        power_of_two(-20), power_of_two(-10),
                                       float_spacing(reference), unit_.height,      unit_.size};
  out_.nudge = 0;
  if (nudge_index_ > 0) {
    out_.nudge = sizes[(nudge_index_ - 1) / 2];
    if (nudge_index_ % 2 == 0) out_.nudge = -out_.nudge;
  }
  return out_.nudge;
}

std::size_t ScenarioMaker::variant(const std::vector<std::string>& names) {
  const auto chosen = static_cast<std::size_t>(out_.seed / nudge_count % names.size());
  out_.variant = names[chosen];
  return chosen;
}

void ScenarioMaker::draw_agent(std::int64_t least_step) {
  const std::vector<std::string> names{"crawl", "crouch", "stand"};
  const std::int64_t count = cell_ ? 1 : draws.whole(1, 3);
  std::int64_t height = draws.whole(8, 20);
  for (std::int64_t s = 3 - count; s < 3; ++s) {
    options.stances.push_back({names[static_cast<std::size_t>(s)], up(height)});
    height += draws.whole(2, 9);
  }
  options.step = up(draws.whole(least_step, 5));
}

void ScenarioMaker::add(const BoxLevel& level) {
  std::ranges::move(polygons_of(level), std::back_inserter(polygons_));
  expect_boxes(level, options, expected);
}

void ScenarioMaker::voxel_floor(const Flat& f) {
  const mpq_class &c = unit_.size, narrower = std::min<mpq_class>(f.x1 - f.x0, f.y1 - f.y0) - 2 * c;
  if (narrower <= 0) return;
  if (narrower <= 2 * c) no_voxels();
  else voxels_.push_back({{f.x0 + c, f.x1 - c}, {f.y0 + c, f.y1 - c}, f.z});
}

Placement ScenarioMaker::draw_placement(Layout layout) {
  Placement p;
  const std::vector<std::array<mpq_class, 2>> right_angles{{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
      turns{{ratio(3, 5), ratio(4, 5)}, {ratio(-24, 25), ratio(7, 25)}, {ratio(117, 125), ratio(-44, 125)}, {0, 1}},
      gradients{{0, 0}, {ratio(1, 2), 0}, {ratio(-3, 5), ratio(4, 5)}, {0, -1}, {ratio(1, 4), ratio(1, 8)}};
  const bool turned = !cell_ && layout != Layout::quarter_turns && draws.coin();
  const std::array<mpq_class, 2> direction = draws.one_of(turned ? turns : right_angles);
  p.plan = {{{direction[0], -direction[1]}, {direction[1], direction[0]}}};
  if (!cell_ && layout == Layout::sheared && draws.coin()) {
    const mpq_class shear = ratio(draws.whole(-4, 4), 2);
    for (std::size_t k = 0; k < 2; ++k) p.plan[k][1] += shear * p.plan[k][0];
  }
  if (!cell_ && layout == Layout::sheared && draws.coin()) p.gradient = draws.one_of(gradients);
  p.offset = {drawn_across(-64, 64), drawn_across(-64, 64), up(draws.whole(-32, 32))};
  return p;
}

bool ScenarioMaker::is_on_lattice(const ScenarioScene& scene) const {
  return std::ranges::all_of(scene.points, [&](const ExactPoint& p) {
    return std::ranges::all_of(p, [](const mpq_class& v) { return is_binary(v, 24); }) &&
           is_multiple(p[0], unit_.size) && is_multiple(p[1], unit_.size) && is_multiple(p[2], unit_.height);
  });
}

void ScenarioMaker::place_voxels(const Placement& placement, Scenario& out) const {
  if (!cell_ || !options_decide_voxels_ || !is_on_lattice(out.scene)) return;
  ExpectedVoxels voxels;
  for (const ExpectedVoxels::Floor& f : voxels_) {
    const ExactPoint a = placement({f.x[0], f.y[0], f.z}), b = placement({f.x[1], f.y[1], f.z});
    ExpectedVoxels::Floor placed{{a[0], b[0]}, {a[1], b[1]}, a[2]};
    if (placed.x[0] > placed.x[1]) swap(placed.x[0], placed.x[1]);
    if (placed.y[0] > placed.y[1]) swap(placed.y[0], placed.y[1]);
    const mpq_class cells = (placed.x[1] - placed.x[0]) * (placed.y[1] - placed.y[0]) / (unit_.size * unit_.size);
    voxels.cells += kernel::to_uint64(cells.get_num());
    voxels.floors.push_back(std::move(placed));
  }
  out.expectation.voxel = std::move(voxels);
}

Scenario ScenarioMaker::finish(Layout layout, std::size_t points) {
  const Placement placement = draw_placement(layout);
  draws.shuffle(polygons_);
  Scenario out = std::move(out_);
  std::map<ExactPoint, std::uint32_t> numbers;
  std::vector<bool> of_body;
  for (auto& [corners, is_of_body] : polygons_) {
    of_body.push_back(is_of_body);
    const std::int64_t first = draws.whole(0, static_cast<std::int64_t>(corners.size()) - 1);
    std::rotate(corners.begin(), corners.begin() + first, corners.end());
    std::vector<std::uint32_t> face;
    for (const ExactPoint& corner : corners) {
      const auto [at, is_new] = numbers.emplace(placement(corner), static_cast<std::uint32_t>(out.scene.points.size()));
      if (is_new) out.scene.points.push_back(at->first);
      face.push_back(at->second);
    }
    out.scene.faces.push_back(std::move(face));
  }
  out.options = std::move(options);
  out.expectation = std::move(expected);
  Expectation& e = out.expectation;
  e.stances.resize(out.options.stances.size());
  e.traversable = standable_area(out.scene, out.options);
  if (out.options.solids == Solids::none) e.inside = 0;
  if (out.options.step == 0) e.steps = 0;
  if (out.options.weld == 0) e.welds = 0;
  e.points = expect_points(out.scene, out.options, of_body, points, draws);
  place_voxels(placement, out);
  return out;
}

}  // namespace plumb::pipeline
