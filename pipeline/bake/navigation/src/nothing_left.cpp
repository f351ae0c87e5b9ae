// SPDX-License-Identifier: GPL-3.0-or-later
// A stance or a radius that leaves nothing of a level, and the greatest one that would leave something.
//
// nothing_below_ceilings():
// 1. It cuts the level for eight heights at once, keeps the eighth of the range in which the greatest one lies, and
//    repeats that.
// 2. highest_ceiling() is the greatest clearance that any floor left in that range may have, by its witnesses. If there
//    is floor for just that height, which is so below a ceiling parallel to its floor, it is the greatest.
// nothing_within_radius(): cuts and links the level again, as no one has kept it, and takes away what is too close by
// smaller and smaller radii, until something is left; then it halves the range.
//
// Cost: five or six decompositions, or some twenty times what the radius takes. Only a level of which nothing is left
// pays that.
// Exact: both ends of a range. More of either leaves less, as bodies and windows grow with the radius. Ends are rounded
// outward to four digits.
// Source: our own.
#include "nothing_left.h"

#include <algorithm>
#include <array>
#include <functional>

#include "plumb/kernel/plane.h"
#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {
namespace {

// A decimal of four digits, at most or at least x > 0.
mpq_class four_digits(const mpq_class& x, bool up) {
  mpq_class unit = 1;
  while (unit * 1000 > x) unit /= 10;
  while (unit * 10000 <= x) unit *= 10;
  const mpq_class units = x / unit;
  mpz_class count;
  (up ? mpz_cdiv_q : mpz_fdiv_q)(count.get_mpz_t(), units.get_num_mpz_t(), units.get_den_mpz_t());
  return count * unit;
}

// `given` leaves nothing, and so need not be rounded.
void round_outward(NothingLeft& out, const mpq_class& given) {
  if (sgn(out.some) > 0) out.some = four_digits(out.some, false);
  out.none = std::min(given, four_digits(out.none, true));
}

// What the settings make of the level for other stances.
StanceMap cut_for(const LinkSettings& s, const SceneSurfaces& level, const SurfaceIndex& index,
                  std::vector<Stance> stances, const mpq_class& step) {
  kernel::LadderCounts counts;
  const SolidSet* const solids = s.solids == Solids::closed ? &level.solids : nullptr;
  StanceMap out = decompose(level.scene.points, level.set, index,
                            {.stances = std::move(stances),
                             .step = step,
                             .decomposition = s.decomposition,
                             .threads = s.threads,
                             .solids = solids},
                            counts);
  if (solids) label_inside(level.scene.points, level.set, *solids, out, s.threads);
  return out;
}

// How high the plane of a polygon is over a point, from that point up.
mpq_class clearance(const SceneSurfaces& level, const ExactPoint& p, kernel::PolygonId ceiling) {
  const kernel::PointTable& points = level.scene.points;
  const auto corners = level.set.corners_of(level.set.surfaces[ceiling]);
  const auto n = kernel::upward_normal<mpz_class>(points, corners);
  const auto from = [&](int axis) -> mpq_class {
    return points.exact(corners[0], axis) / points.denominator() - p[static_cast<std::size_t>(axis)];
  };
  return from(2) + (n.x * from(0) + n.y * from(1)) / n.z;
}

// No floor of the cells with this label has more clearance.
mpq_class highest_ceiling(const SceneSurfaces& level, const StanceMap& map, kernel::Label label) {
  CellGeometry geometry(level.scene.points, level.set, map);
  mpq_class out = 0;
  for (const vcd::Cell& cell : map.table.cells)
    if (cell.label == label)
      for (const ExactPoint& p : geometry.vertices(cell)) out = std::max(out, clearance(level, p, cell.witness));
  return out;
}

}  // namespace

kernel::Label highest_label(const StanceMap& map) {
  kernel::Label out = kernel::least_label;
  for (const vcd::Cell& c : map.table.cells) out = std::max(out, c.label);
  return out;
}

std::optional<NothingLeft> nothing_below_ceilings(const NavigationSettings& settings, const SceneSurfaces& level,
                                                  const SurfaceIndex& index, const StanceMap& map) {
  const LinkSettings& s = settings.link;
  const kernel::Label highest = highest_label(map);
  if (highest < kernel::blocked || highest == static_cast<kernel::Label>(s.stances.size())) return std::nullopt;
  NothingLeft out{
      .stance = static_cast<kernel::Label>(highest + 1),
      .some = highest == kernel::blocked ? mpq_class(0) : s.stances[static_cast<std::size_t>(highest) - 1].height,
      .none = s.stances[static_cast<std::size_t>(highest)].height};
  constexpr int rounds = 5, parts = 8;
  StanceMap last;
  kernel::Label top = kernel::blocked;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Stance> heights;
    // The last one leaves nothing, so that every cell has a witness.
    for (int k = 1; k <= parts; ++k) heights.push_back({"", out.some + (out.none - out.some) * k / parts});
    last = cut_for(s, level, index, heights, std::min(s.step, mpq_class(heights[0].height / 2)));
    top = highest_label(last);
    if (top > kernel::blocked) out.some = heights[static_cast<std::size_t>(top) - 1].height;
    out.none = heights[static_cast<std::size_t>(top)].height;
  }
  const mpq_class most = highest_ceiling(level, last, top);
  if (most < out.none && sgn(most) > 0) {
    if (highest_label(cut_for(s, level, index, {{"", most}}, std::min(s.step, mpq_class(most / 2)))) >
        kernel::blocked) {
      out.some = most;
      out.greatest = true;
      return out;
    }
    out.none = most;
  }
  round_outward(out, s.stances[static_cast<std::size_t>(highest)].height);
  return out;
}

std::optional<NothingLeft> nothing_within_radius(const NavigationSettings& settings, const SceneSurfaces& level,
                                                 kernel::Label highest_before, const StanceMap& map) {
  const LinkSettings& s = settings.link;
  const ErodeOptions& given = *settings.clear;
  const kernel::Label highest = std::max(highest_label(map), kernel::blocked);
  if (highest >= highest_before) return std::nullopt;
  NothingLeft out{
      .stance = static_cast<kernel::Label>(highest + 1), .by_radius = true, .some = 0, .none = given.radius};
  const SurfaceIndex index(level.scene.points, level.set);
  const StanceMap whole = cut_for(s, level, index, s.stances, s.step);
  const NavGraph graph = link(level.scene.points, level.set, index, whole, {.weld = s.weld, .threads = s.threads});
  const auto leaves_some = [&](const mpq_class& radius) {
    ErodeOptions options = given;
    options.radius = radius;
    if (settings.walk) options.window = default_window(s.step, radius, *settings.walk);
    StanceMap cleared = whole;
    kernel::LadderCounts counts;
    erode_cells(level.scene.points, level.set, cleared, graph, options, counts);
    return highest_label(cleared) >= out.stance;
  };
  constexpr int most_halvings = 40, digits = 10;
  for (int i = 0; i < most_halvings && sgn(out.some) == 0; ++i) {
    const mpq_class radius = out.none / 2;
    (leaves_some(radius) ? out.some : out.none) = radius;
  }
  for (int i = 0; i < digits && sgn(out.some) > 0; ++i) {
    const mpq_class radius = (out.some + out.none) / 2;
    (leaves_some(radius) ? out.some : out.none) = radius;
  }
  round_outward(out, given.radius);
  return out;
}

}  // namespace plumb::pipeline
