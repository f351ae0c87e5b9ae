// SPDX-License-Identifier: GPL-3.0-or-later
// How good the planners and estimators of docs/guide/routes.md are: one row for each map, radius, planner and cost.
//
//   plumb_route_table PAIRS COST,... MAP.json R,R,... [MAP.json R,R,...] ...     "cycle:MAP.json": triangle i weighs 1
//   + i mod 9
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/find_map_route.h"
#include "plumb/plan/route_planner.h"
#include "support/cycled_weights.h"
#include "support/random_places.h"

namespace plumb::tests {
namespace {

using namespace pipeline;
using namespace plan;
using kernel::PlanPoint;

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) out.push_back(part);
  return out;
}
double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Random places of the map's box that the disc gets from and to.
std::vector<std::array<PlanPoint, 2>> pairs(const PlanMap& map, const mpq_class& radius, std::size_t count) {
  PassabilityQuery passable(map);
  RandomPlaces drawn(map);
  std::vector<std::array<PlanPoint, 2>> out;
  for (int tries = 0; out.size() < count && tries < 4000; ++tries) {
    const PlanPoint p = drawn(), q = drawn();
    if (passable(p, q, radius * radius).answer == Passability::Answer::passable) out.push_back({p, q});
  }
  return out;
}

void rows(const std::string& name, const PlanMap& map, const mpq_class& radius, std::size_t count,
          const std::vector<AreaEstimator>& estimators) {
  const auto ends = pairs(map, radius, count);
  std::vector<double> bounds;
  RouteSettings plain;
  plain.radius = radius;
  plain.bound = true;
  RoutePlanner bounding(map, plain);
  for (const auto& [from, to] : ends) bounds.push_back(bounding(from, to).route.bound->get_d());
  for (const AreaEstimator estimator : estimators)
    for (const PlannerKind planner : {PlannerKind::vicinity, PlannerKind::blockage}) {
      RouteSettings s;
      s.planner = planner;
      s.radius = radius;
      s.cost.sampling.estimator = estimator;
      RoutePlanner plan(map, s);
      RouteSettings other = s;
      other.search = PointSearch::bushwhack;
      RoutePlanner bushwhack(map, other);
      other = s;
      other.points.checks = RouteChecks::document;
      RoutePlanner document(map, other);
      std::vector<double> gaps, times, errors, ratios;
      std::size_t points = 0, collisions = 0, lost = 0;
      for (std::size_t i = 0; i < ends.size(); ++i) {
        const double before = milliseconds();
        const RouteAnswer a = plan(ends[i][0], ends[i][1]);
        times.push_back(milliseconds() - before);
        collisions += document(ends[i][0], ends[i][1]).route.collision.has_value();
        if (a.route.points.empty()) continue;
        const double cost = a.route.cost.high.get_d();
        std::fprintf(stderr, "%s,%s,%s,%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", name.c_str(),
                     radius.get_str().c_str(), text_of(planner), text_of(estimator), ends[i][0][0].get_d(),
                     ends[i][0][1].get_d(), ends[i][1][0].get_d(), ends[i][1][1].get_d(), cost, bounds[i]);
        if (bounds[i] > 0) gaps.push_back(cost / bounds[i] - 1);
        if (bounds[i] > cost) std::printf("BOUND ABOVE THE COST: %s %zu\n", name.c_str(), i);
        errors.push_back(cost > 0 ? std::fabs(a.route.estimated / cost - 1) : 0);
        points = std::max(points, a.route.counts.reached);
        const RouteAnswer b = bushwhack(ends[i][0], ends[i][1]);
        if (b.route.points.empty()) ++lost;
        else if (cost > 0) ratios.push_back(b.route.cost.high.get_d() / cost);
      }
      std::printf("| %s | %s | %s | %s | %zu of %zu | %.3f | %.3f | %.0f | %.4f | %zu | %zu | %zu | %.4f | %zu |\n",
                  name.c_str(), radius.get_str().c_str(), text_of(planner), text_of(estimator), gaps.size(),
                  ends.size(), median(gaps), gaps.empty() ? 0 : *std::ranges::max_element(gaps), median(times),
                  median(errors), points, plan.barriers().size(), collisions,
                  ratios.empty() ? 0 : *std::ranges::max_element(ratios), lost);
      std::fflush(stdout);
    }
}

int run(int argc, char** argv) {
  if (argc < 5 || argc % 2 == 0) return std::fprintf(stderr, "usage: see the head of route_table.cpp\n"), 2;
  std::vector<AreaEstimator> estimators;
  for (const std::string& word : parts(argv[2]))
    for (const AreaEstimator e :
         {AreaEstimator::exact, AreaEstimator::points, AreaEstimator::lines, AreaEstimator::strips})
      if (word == text_of(e)) estimators.push_back(e);
  std::printf(
      "| map | r | planner | cost | answered | gap, median | worst | ms, median | error | points | barriers | collide "
      "| BUSHWHACK, worst | lost |\n");
  for (int i = 3; i + 1 < argc; i += 2) {
    std::string file = argv[i];
    const bool cycled = file.starts_with("cycle:");
    if (cycled) file = file.substr(6);
    const auto map = read_map({file, {}, {}});
    if (!map) return std::fprintf(stderr, "%s\n", map.error().text().c_str()), 2;
    const std::string name =
        file.substr(file.rfind('/') + 1, file.rfind('.') - file.rfind('/') - 1) + (cycled ? " (cycled)" : "");
    for (const std::string& r : parts(argv[i + 1]))
      rows(name, cycled ? cycled_weights(*map) : *map, *kernel::parse_rational(r), std::stoul(argv[1]), estimators);
  }
  return 0;
}

}  // namespace
}  // namespace plumb::tests

int main(int argc, char** argv) { return plumb::tests::run(argc, argv); }
