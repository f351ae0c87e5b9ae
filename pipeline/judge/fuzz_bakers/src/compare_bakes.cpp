// SPDX-License-Identifier: GPL-3.0-or-later
// Two bakes that a relation holds between: of the same faces in another order, of a scene that was moved, of a more
// able agent, of another version.
#include <algorithm>
#include <cmath>
#include <map>

#include "examine.h"

#include "plumb/kernel/elementary.h"

namespace plumb::pipeline {
namespace {

FloorFaces floor_of(const ForeignMesh& mesh) {
  return triangles_of(mesh, mesh.detail.empty() ? MeshSurface::polygons : MeshSurface::detail);
}

HeightWindow window_of(const FuzzAgent& agent) {
  const mpq_class quarter = mpq_class(agent.height) / 4;
  return {-quarter, quarter};
}

// The length in plan of all edges, or of those that only one polygon has.
double edge_length(const ForeignMesh& mesh, bool border) {
  std::map<std::pair<ForeignMesh::Index, ForeignMesh::Index>, int> uses;
  for (const ForeignMesh::Polygon& polygon : mesh.polygons)
    for (std::size_t i = 0, n = polygon.corners.size(); i < n; ++i)
      ++uses[std::minmax(polygon.corners[i], polygon.corners[(i + 1) % n])];
  double out = 0;
  for (const auto& [edge, count] : uses)
    if (!border || count == 1) {
      const ExactPoint &a = mesh.points[edge.first], &b = mesh.points[edge.second];
      out += kernel::hypotenuse(mpq_class(a[0] - b[0]).get_d(), mpq_class(a[1] - b[1]).get_d());
    }
  return out;
}

// How much of an area rounding to the file's numbers may have changed: nothing where corners are on the lattice.
// Without cells, strips that steps take of floors count as well, on both sides of an edge.
double rounding_of(const FuzzCase& given, const BakeOutcome& outcome) {
  const FuzzAgent& agent = given.agent;
  const FileGrid grid = file_grid(outcome.mesh);
  if (grid.kind == FileGrid::Kind::exact || (agent.cell > 0 && grid.kind == FileGrid::Kind::cells)) return 0;
  const double step = std::max(grid.step.get_d(), number_step(given, outcome.mesh));
  if (agent.cell > 0) return edge_length(outcome.mesh, true) * step;
  return edge_length(outcome.mesh, false) * (step + least_width(agent).get_d());
}

// Where one has a navmesh, or none, and the other has not. Of two that have none nothing more is to be said.
bool differ_in_end(FuzzKind kind, const BakeOutcome& a, const BakeOutcome& b, std::vector<Symptom>& symptoms) {
  using End = BakeOutcome::End;
  const auto has_floor = [](const BakeOutcome& o) { return o.end == End::baked && !o.mesh.polygons.empty(); };
  if (has_floor(a) && has_floor(b)) return false;
  const auto text = [&](const BakeOutcome& o) -> std::string {
    return o.is_empty() ? "no polygon" : o.end == End::baked ? "a navmesh" : o.word();
  };
  if (text(a) != text(b)) symptoms.push_back({kind, text(a) + ", then " + text(b), text(a) + ", then " + text(b)});
  return true;
}

}  // namespace

void check_same_area(const FuzzCase& given, FuzzKind kind, const BakeOutcome& a, const BakeOutcome& b,
                     std::vector<Symptom>& symptoms) {
  if (differ_in_end(kind, a, b, symptoms)) return;
  const mpq_class difference = b.area - a.area;
  if (sgn(difference) == 0 || std::abs(difference.get_d()) <= rounding_of(given, a) + rounding_of(given, b)) return;
  symptoms.push_back({kind, "area", area_text(a.area, given.agent) + ", then " + area_text(b.area, given.agent)});
}

void check_same_floor(const FuzzCase& given, const BakeOutcome& a, const BakeOutcome& b,
                      std::vector<Symptom>& symptoms) {
  if (differ_in_end(FuzzKind::differs, a, b, symptoms)) return;
  const FloorFaces here = floor_of(a.mesh), there = floor_of(b.mesh);
  mpq_class width = std::max<mpq_class>(file_grid(a.mesh).step, file_grid(b.mesh).step);
  if (given.agent.cell <= 0) width = std::max(width, least_width(given.agent));
  const HeightWindow window = window_of(given.agent);
  const bool only_here = has_left(here, cover_by_first(here, there, window, 1), width),
             only_there = has_left(there, cover_by_first(there, here, window, 1), width);
  if (!only_here && !only_there) return;
  symptoms.push_back({FuzzKind::differs,
                      only_here && only_there ? "both"
                      : only_here             ? "less"
                                              : "more",
                      area_text(a.area, given.agent) + "; the other version has " + area_text(b.area, given.agent)});
}

void check_monotone(const FuzzCase& given, const BakeOutcome& less, const BakeOutcome& more,
                    std::vector<Symptom>& symptoms) {
  using End = BakeOutcome::End;
  if (less.end != End::baked || less.mesh.polygons.empty() || more.end == End::hung) return;
  const std::string agent = text_of(given.relation);
  const auto add = [&](const std::string& what, const std::string& came) {
    symptoms.push_back({FuzzKind::monotone, agent + ": " + what, came});
  };
  if (more.end != End::baked) return add(more.word(), std::string("a navmesh; the more able agent: ") + more.word());
  // The outlines of both may be simplified in different ways: the options of some bakers grow with the agent. So do
  // tiles, and with them the grids of files.
  const mpq_class most_lost(1, 50);
  const double outlines = edge_length(less.mesh, true) * less.settings.max_error.value_or(0) * given.agent.cell,
               roundings = rounding_of(given, less) + rounding_of(given, more);
  if (more.area + mpq_class(outlines) + mpq_class(roundings) < less.area * (1 - most_lost))
    return add("area",
               area_text(less.area, given.agent) + "; the more able agent gets " + area_text(more.area, given.agent));
  const FloorFaces base = floor_of(less.mesh), by = floor_of(more.mesh);
  const std::vector<CoveredFace> covered = cover_by_first(base, by, window_of(given.agent), 1);
  const std::vector<std::uint32_t> component = components(less.mesh);
  std::map<std::uint32_t, mpq_class> left;  // of components without covered floor
  for (FloorFaces::Index f = 0; f < covered.size(); ++f) {
    const auto [at, is_new] = left.try_emplace(component[base.faces[f].owner], covered[f].area);
    if (sgn(covered[f].covered) > 0) at->second = -1;
    else if (!is_new && sgn(at->second) >= 0) at->second += covered[f].area;
  }
  for (const auto& [number, area] : left)
    if (sgn(area) > 0)
      return add("component",
                 "a component of " + area_text(area, given.agent) + ", of which the more able agent gets nothing");
}

}  // namespace plumb::pipeline
