// SPDX-License-Identifier: GPL-3.0-or-later
// A level cut by the wedge method, cleared by clear_walls, and what must be true of that whatever the level.
#pragma once
#include <string>

#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/wedge_stages.h"
#include "support/linked.h"
#include "support/triangle_meshes.h"

namespace plumb::tests {

struct ClearedWalls {
  surface::TriangleMesh before, after;
  pipeline::OperationFacts facts;
  mpq_class area;      ///< of `after`
  mpq_class vcd_area;  ///< what Volume Collision Decomposition leaves
  std::size_t vcd_components;
};

/// One stance, no step, gaps of 0 closed.
inline ClearedWalls clear_level_walls(const std::string& obj, const pipeline::ClearWallsOptions& options,
                                      const mpq_class& height = 2) {
  const BakeTextOptions baking{.stances = {{"stand", height}}, .sides = pipeline::Sides::up};
  Linked level = link_text(obj, baking);
  BakedText& b = level.baked;
  const pipeline::SurfaceIndex index(b.scene.points, b.set);
  ClearedWalls out;
  out.before = pipeline::wedge_cut(b.scene.points, b.set, index, {.height = height});
  pipeline::close_gaps(out.before, {});
  out.after = out.before;
  pipeline::ClearWallsOptions all_digits = options;
  all_digits.exact_digits = 0;
  out.facts = pipeline::clear_walls(out.after, all_digits);
  out.area = plan_area(out.after, 0).exact.value();
  kernel::LadderCounts counts;
  pipeline::erode(b.scene.points, b.set, b.map, level.graph,
                  {options.radius, options.window, options.disc_points, options.bound, 1}, counts);
  out.vcd_area = pipeline::measure(b.scene.points, b.set, b.map, 0, 1).stances[0].exact.value();
  out.vcd_components = component_count(level);
  return out;
}

/// The first that does not hold, or nothing.
inline std::string broken_rule(const ClearedWalls& c, const pipeline::ClearWallsOptions& options) {
  if (!is_valid(c.before)) return "not valid before";
  if (!is_valid(c.after)) return "not valid";
  if (c.area != plan_area(c.before, 0).exact.value() + *c.facts.gained.exact - *c.facts.lost.exact)
    return "areas do not add up";
  if (sgn(*c.facts.gained.exact) != 0) return "gained";
  if (c.area != c.vcd_area) return "another area than that of the first method";
  if (component_count(c.after) != c.vcd_components) return "other components than those of the first method";
  surface::TriangleMesh again = c.before;
  pipeline::ClearWallsOptions threads = options;
  threads.threads = 3;
  clear_walls(again, threads);
  if (again.points != c.after.points || again.triangles != c.after.triangles || again.boundary != c.after.boundary)
    return "depends on threads";
  return {};
}

}  // namespace plumb::tests
