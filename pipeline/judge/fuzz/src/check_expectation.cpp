// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/check_expectation.h"

#include <algorithm>

#include "plumb/pipeline/generate.h"
#include "plumb/pipeline/import_scene.h"

namespace plumb::pipeline {
namespace {

// Collects differences.
class Differences {
 public:
  void compare(const std::string& what, const std::optional<mpq_class>& expected, const Area& found) {
    if (!expected || (found.exact && *found.exact == *expected)) return;
    add(what, expected->get_str(), found.exact ? found.exact->get_str() : "about " + std::to_string(found.approx));
  }
  void compare(const std::string& what, const std::optional<std::uint64_t>& expected, std::uint64_t found) {
    if (expected && *expected != found) add(what, std::to_string(*expected), std::to_string(found));
  }
  void add(const std::string& what, const std::string& expected, const std::string& found) {
    lines.push_back(what + ": expected " + expected + ", found " + found);
  }
  std::vector<std::string> lines;
};

// Facets of a navmesh that own their points, to be asked what is at a point.
class OwnedFacets {
 public:
  explicit OwnedFacets(const NavMesh& mesh) : mesh_(mesh) {
    for (const NavMesh::Cell& cell : mesh.cells)
      if (cell.stance != kernel::covered)
        for (const NavMesh::Facet& facet : cell.facets) {
          Box box{cell.stance, &facet, {}, {}};
          for (std::size_t k = 0; k < 2; ++k)
            for (const NavMesh::PointIndex p : facet.corners) {
              const kernel::Interval at = bounds(mesh.points, p)[k];
              box.low[k] = p == facet.corners[0] ? at.low : std::min(box.low[k], at.low);
              box.high[k] = p == facet.corners[0] ? at.high : std::max(box.high[k], at.high);
            }
          boxes_.push_back(box);
        }
  }

  // The verdicts of all facets that have the point, on their borders too.
  std::vector<kernel::Label> verdicts_at(const ExactPoint& p) const {
    std::vector<kernel::Label> out;
    for (const Box& b : boxes_)
      if (b.low[0] <= p[0] && p[0] <= b.high[0] && b.low[1] <= p[1] && p[1] <= b.high[1] && has(*b.facet, p))
        out.push_back(b.verdict);
    return out;
  }

 private:
  struct Box {
    kernel::Label verdict;
    const NavMesh::Facet* facet;
    std::array<double, 2> low, high;
  };

  // Corners are counter-clockwise in plan, so a point within is on the right of no edge. It is in their plane if it is
  // in the plane of a first corner and two more that are not in line with it.
  bool has(const NavMesh::Facet& facet, const ExactPoint& p) const {
    const auto ring = facet.ring();
    for (std::size_t i = 0; i < ring.size(); ++i)
      if (sgn(turn(mesh_.points[ring[i]], mesh_.points[ring[(i + 1) % ring.size()]], p)) < 0) return false;
    const ExactPoint& a = mesh_.points[ring[0]];
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
      const ExactPoint &b = mesh_.points[ring[i]], &c = mesh_.points[ring[i + 1]];
      const mpq_class whole = turn(a, b, c);
      if (whole == 0) continue;
      return (p[2] - a[2]) * whole == (b[2] - a[2]) * turn(a, p, c) + (c[2] - a[2]) * turn(a, b, p);
    }
    return false;
  }
  static mpq_class turn(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
    return kernel::formulas::determinant(mpq_class(b[0] - a[0]), mpq_class(b[1] - a[1]), mpq_class(c[0] - a[0]),
                                         mpq_class(c[1] - a[1]));
  }

  const NavMesh& mesh_;
  std::vector<Box> boxes_;
};

}  // namespace

Result<Scene> scene_of(const Scenario& scenario) {
  ImportOptions reading;
  reading.numbers = scenario.options.numbers;
  reading.up = scenario.options.up;
  return import_obj_text(scenario_obj(scenario), scenario.family + " " + std::to_string(scenario.seed), reading);
}

BakeSettings settings_of(const ScenarioOptions& options) {
  BakeSettings s;
  s.stances = options.stances;
  if (options.slope_ratio) {
    s.slope.reset();
    s.slope_ratio = options.slope_ratio;
  } else s.slope = options.slope;
  s.sides = options.sides;
  s.step = options.step;
  s.weld = options.weld;
  s.radius = options.radius;
  s.solids = options.solids;
  s.exact_digits = 0;
  return s;
}

std::vector<std::string> check_expectation(const Expectation& expected, const Baked& baked) {
  const BakeReport& report = baked.report;
  const std::vector<Stance>& stances = report.options.stances;
  Differences d;
  d.compare("traversable", expected.traversable, report.areas.traversable);
  d.compare("blocked", expected.blocked, report.areas.blocked);
  d.compare("covered", expected.covered, report.areas.covered);
  d.compare("inside", expected.inside, report.areas.inside);
  for (std::size_t s = 0; s < stances.size(); ++s) {
    d.compare("area of " + stances[s].name, expected.stances[s].area, report.areas.stances[s]);
    d.compare("components of " + stances[s].name, expected.stances[s].components, report.graph.components[s]);
  }
  d.compare("step portals", expected.steps, report.graph.step);
  d.compare("weld portals", expected.welds, report.graph.weld);
  if (expected.points.empty()) return d.lines;
  const OwnedFacets facets(baked.mesh());
  for (const ExpectedPoint& p : expected.points) {
    const std::vector<kernel::Label> found = facets.verdicts_at(p.at);
    if (p.verdict ? std::ranges::find(found, *p.verdict) != found.end() : found.empty()) continue;
    const auto name = [&](const std::optional<kernel::Label>& v) { return v ? verdict_name(*v, stances) : "nothing"; };
    std::string there;
    for (const kernel::Label v : found) there += (there.empty() ? "" : ", ") + name(v);
    d.add("(" + p.at[0].get_str() + ", " + p.at[1].get_str() + ", " + p.at[2].get_str() + ")", name(p.verdict),
          found.empty() ? "nothing" : there);
  }
  return d.lines;
}

}  // namespace plumb::pipeline
