// SPDX-License-Identifier: GPL-3.0-or-later
// What --simplify leaves of random levels by Volume Collision Decomposition: a part of the floor before, in space, from
// which nothing is lost that is farther than the tolerance, with as many components and holes, and the same steps and
// welds.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "support/cell_surface.h"
#include "support/property.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;
using kernel::BooleanOperation;
using kernel::PlanPoint;
using kernel::PlanRing;
using pipeline::NavMesh;
using pipeline::Optimise;
using pipeline::PortalKind;

namespace {

pipeline::Baked baked(const std::string& obj, const pipeline::BakeSettings& settings) {
  pipeline::ImportOptions reading;
  reading.numbers = pipeline::Numbers::decimal;
  reading.up = pipeline::UpAxis::z;
  auto scene = pipeline::import_obj_text(obj, "test", reading);
  RC_ASSERT(static_cast<bool>(scene));
  auto made = bake(std::move(*scene), settings);
  RC_ASSERT(static_cast<bool>(made));
  return std::move(*made);
}

mpq_class squared_distance(const PlanPoint& p, const PlanPoint& from, const PlanPoint& to) {
  const mpq_class x = to[0] - from[0], y = to[1] - from[1];
  mpq_class share = ((p[0] - from[0]) * x + (p[1] - from[1]) * y) / (x * x + y * y);
  share = std::clamp<mpq_class>(share, 0, 1);
  const PlanPoint d{p[0] - from[0] - share * x, p[1] - from[1] - share * y};
  return d[0] * d[0] + d[1] * d[1];
}

// Of a place that is on no facet of the sheet.
bool is_near(const PlanPoint& p, const CellSurface::Sheet& sheet, const mpq_class& limit) {
  for (const auto& [surface, region] : sheet.on)
    for (const PlanRing& r : region.rings)
      for (std::size_t i = 0; i < r.size(); ++i)
        if (squared_distance(p, r[i], r[(i + 1) % r.size()]) <= limit * limit) return true;
  return false;
}

// What `after` lacks of `before`, which has all of it.
mpq_class lost(const CellSurface::Sheet& before, const CellSurface::Sheet& after, const mpq_class& tolerance) {
  mpq_class out = 0;
  for (const auto& [surface, now] : after.on) {
    RC_ASSERT(before.on.contains(surface));
    RC_ASSERT(combine(now, before.on.at(surface), BooleanOperation::subtract).empty());
  }
  for (const auto& [surface, old] : before.on) {
    const auto now = after.on.find(surface);
    const auto gone = now == after.on.end() ? convex_cells(old) : combine(old, now->second, BooleanOperation::subtract);
    for (const PlanRing& cell : gone) {
      out += kernel::signed_area(cell);
      PlanPoint middle{0, 0};
      for (const PlanPoint& p : cell) {
        RC_ASSERT(is_near(p, after, tolerance));
        for (int k = 0; k < 2; ++k) middle[k] += p[k] / static_cast<unsigned>(cell.size());
      }
      RC_ASSERT(is_near(middle, after, tolerance));
    }
  }
  return out;
}

// The sheet of which another one is a part.
std::size_t whole_of(const CellSurface::Sheet& part, const CellSurface& all) {
  std::size_t found = all.sheets.size();
  for (std::size_t s = 0; s < all.sheets.size(); ++s)
    for (const auto& [surface, region] : part.on) {
      const auto there = all.sheets[s].on.find(surface);
      if (there == all.sheets[s].on.end() || combine(region, there->second, BooleanOperation::intersect).empty())
        continue;
      RC_ASSERT(found == all.sheets.size() || found == s);
      found = s;
    }
  RC_ASSERT(found < all.sheets.size());
  return found;
}

// Along one line it adds up as length does.
mpq_class portal_extent(const NavMesh& mesh, PortalKind kind) {
  mpq_class sum = 0;
  for (const auto& p : mesh.portals)
    if (p.kind == kind)
      for (const auto& on : {p.on_a, p.on_b})
        for (const std::size_t k : {0u, 1u, 2u}) sum += abs(mesh.points[on[1]][k] - mesh.points[on[0]][k]);
  return sum;
}

std::uint32_t component_count(const NavMesh& mesh) {
  std::uint32_t count = 0;
  for (const std::uint32_t c : components(mesh, 1))
    if (c != pipeline::no_component) count = std::max(count, c + 1);
  return count;
}

bool is_convex(const NavMesh& mesh, NavMesh::CellIndex cell) {
  PlanRing hull;
  for (const auto p : outline(mesh, cell)) hull.push_back({mesh.points[p][0], mesh.points[p][1]});
  mpq_class sum = 0;
  for (const auto& f : mesh.cells[cell].facets) {
    PlanRing ring;
    for (const auto p : f.corners) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
    sum += kernel::signed_area(ring);
  }
  return sum == kernel::signed_area(hull);
}

}  // namespace

TEST_CASE(
    "simplify: what is left of random levels is a part of them, near all of them, and hangs together as they do") {
  Met met({{"area lost", 30}, {"holes", 10}, {"steps", 30}, {"welds", 20}, {"several planes", 10}, {"radius", 20}});
  CHECK(check_many("simplified levels", 150, met, [&] {
    const std::string level = random_level(static_cast<unsigned>(drawn(1, 1000000)));
    pipeline::BakeSettings settings;
    settings.stances = {{"stand", 2}};
    settings.step = mpq_class(drawn(0, 3), 2);
    settings.weld = drawn(0, 2) == 0 ? mpq_class(1, 2) : mpq_class(0);
    settings.radius = drawn(0, 2) == 0 ? mpq_class(drawn(1, 6), 8) : mpq_class(0);
    settings.disc = 8;
    settings.optimise = Optimise::none;
    settings.exact_digits = 0;
    const pipeline::Baked exact = baked(level, settings);
    settings.wedge.simplify = mpq_class(drawn(1, 12), 8);
    settings.wedge.simplify.canonicalize();
    settings.optimise = drawn(0, 2) == 0 ? Optimise::none : Optimise::count;
    const pipeline::Baked few = baked(level, settings);
    const NavMesh &old = exact.mesh(), &now = few.mesh();
    RC_ASSERT(is_valid(now));
    const CellSurface before = cell_surface_of(old), after = cell_surface_of(now);
    RC_ASSERT(after.sheets.size() == before.sheets.size());
    std::vector<bool> met_before(before.sheets.size());
    mpq_class all_lost = 0;
    for (const CellSurface::Sheet& sheet : after.sheets) {
      const std::size_t whole = whole_of(sheet, before);
      RC_ASSERT(!met_before[whole]);
      met_before[whole] = true;
      RC_ASSERT(sheet.euler == before.sheets[whole].euler);
      const mpq_class gone = lost(before.sheets[whole], sheet, settings.wedge.simplify);
      RC_ASSERT(gone == before.sheets[whole].area - sheet.area);
      all_lost += gone;
      met["holes"] += sheet.euler < 1;
      met["area lost"] += gone > 0;
    }
    RC_ASSERT(few.report.triangle_stages.size() == 1u);
    RC_ASSERT(few.report.triangle_stages[0].changes.lost.exact == all_lost);
    RC_ASSERT(few.report.triangle_stages[0].changes.gained.exact == mpq_class(0));
    RC_ASSERT(component_count(now) == component_count(old));
    for (const PortalKind kind : {PortalKind::step, PortalKind::weld})
      RC_ASSERT(portal_extent(now, kind) == portal_extent(old, kind));
    for (NavMesh::CellIndex c = 0; c < now.cells.size(); ++c) {
      RC_ASSERT(is_convex(now, c));
      met["several planes"] += now.cells[c].facets.size() > 1;
    }
    met["steps"] += portal_extent(now, PortalKind::step) > 0;
    met["welds"] += portal_extent(now, PortalKind::weld) > 0;
    met["radius"] += settings.radius > 0 && !after.sheets.empty();
  }));
}
