// SPDX-License-Identifier: GPL-3.0-or-later
// What a query of each planner costs beside the shortest path of a point over the same triangles.
//
//   plumb_route_bench PAIRS MAP.json R,R,... [MAP.json R,R,...] ...     "cycle:MAP.json": triangle i weighs 1 + i mod 9
//
// A row for each map, planner and radius: how many pairs, and the ratio of processor times, pair by pair, to those of
// CellPathSearch (with its ends located, without landmarks) and to those of the planner taut at radius 0: at the
// median, the 99th percentile and the worst. Pairs are places that the disc gets between. What is made once, for a map,
// a radius or a triangle that a search comes to, is not counted: a question is asked three times, and the faster one of
// the last two counts.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/read_map.h"
#include "plumb/pipeline/route_settings_text.h"
#include "plumb/plan/cell_path.h"
#include "plumb/plan/route_planner.h"
#include "support/cycled_weights.h"
#include "support/random_places.h"

namespace plumb::tests {
namespace {

using namespace plan;
using kernel::PlanPoint;
using Ends = std::array<PlanPoint, 2>;

template <class Query>
double seconds(Query&& query) {
  timespec before{}, after{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  query();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  return static_cast<double>(after.tv_sec - before.tv_sec) + 1e-9 * static_cast<double>(after.tv_nsec - before.tv_nsec);
}

double share(std::vector<double> values, double at) {
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(at * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

// The triangles of a map that are not blocked, as cells.
class Cells {
 public:
  explicit Cells(const PlanTriangulation& t) : t_(t), walk_(t), map_(cells_of(t)), search_(map_) {}

  double time(const Ends& ends) {
    std::array<std::vector<std::uint32_t>, 2> at;
    const auto ask = [&] {
      for (std::size_t k = 0; k < 2; ++k) at[k] = walk_.triangles_at(kernel::FilteredPoint(ends[k]));
      const DoublePoint p = to_doubles(ends[0]), q = to_doubles(ends[1]);
      if (!search_.find(p, at[0], q, at[1])) std::printf("NO PATH OF A POINT\n");
    };
    double least = seconds(ask);
    for (int again = 0; again < 2; ++again) least = std::min(least, seconds(ask));
    return least;
  }

 private:
  static CellMap cells_of(const PlanTriangulation& t) {
    std::vector<PlanPoint> points;
    for (const kernel::FilteredPoint& p : t.points) points.push_back(p.at);
    std::vector<std::vector<CellMap::Index>> rings;
    std::vector<CellMap::Join> joins;
    for (PlanTriangulation::Index i = 0; i < t.triangle_count(); ++i) {
      std::vector<CellMap::Index>& ring = rings.emplace_back();
      for (PlanTriangulation::Index h = 3 * i; h < 3 * i + 3; ++h) {
        ring.push_back(t.from(h));
        if (t.is_open(h) && h < t.twin(h)) {
          const std::array<CellMap::Index, 2> on{t.from(h), t.to(h)};
          joins.push_back({i, t.twin(h) / 3, on, on});
        }
      }
    }
    return CellMap(std::move(points), rings, joins);
  }

  const PlanTriangulation& t_;
  OrientedWalk walk_;
  const CellMap map_;
  CellPathSearch search_;
};

std::vector<Ends> pairs(const PlanMap& map, PassabilityQuery& passable, const mpq_class& radius, std::size_t count) {
  RandomPlaces drawn(map);
  std::vector<Ends> out;
  for (int tries = 0; out.size() < count && tries < 4000; ++tries) {
    const PlanPoint p = drawn(), q = drawn();
    if (passable(p, q, radius * radius).answer == Passability::Answer::passable) out.push_back({p, q});
  }
  return out;
}

void rows(const std::string& name, const PlanMap& map, const std::vector<mpq_class>& radii, std::size_t count) {
  const PlanTriangulation triangles = triangulate(map, KeptSegments::obstacles_and_borders);
  Cells cells(triangles);
  PassabilityQuery passable(map);
  for (const mpq_class& radius : radii) {
    const std::vector<Ends> ends = pairs(map, passable, radius, count);
    if (ends.empty()) continue;
    std::vector<double> of_point;
    for (const Ends& e : ends) of_point.push_back(cells.time(e));
    TautSearch taut(passable.clearance(), passable.obstacles());
    const auto again = [&](const auto& ask) {
      std::vector<double> out(ends.size(), HUGE_VAL);
      for (int pass = 0; pass < 3; ++pass)
        for (std::size_t i = 0; i < ends.size(); ++i)
          if (const double time = seconds([&] { ask(ends[i]); }); pass > 0) out[i] = std::min(out[i], time);
      return out;
    };
    const std::vector<double> of_taut = again([&](const Ends& e) { taut.find(e[0], e[1], 0); });
    const auto print = [&](const char* planner, const std::vector<double>& times) {
      std::printf("| %s | %s | %s | %zu | %.2f |", name.c_str(), planner, radius.get_str().c_str(), times.size(),
                  1000 * share(times, 0.5));
      for (const auto& unit : {of_point, of_taut}) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / unit[i]);
        std::printf(" %.2f | %.2f | %.2f |", share(ratios, 0.5), share(ratios, 0.99), share(ratios, 1));
      }
      std::printf("\n");
      std::fflush(stdout);
    };
    print("point", of_point);
    print("taut", again([&](const Ends& e) { taut.find(e[0], e[1], radius); }));
    for (const PlannerKind planner : {PlannerKind::vicinity, PlannerKind::blockage}) {
      RouteSettings settings;
      settings.planner = planner;
      settings.radius = radius;
      RoutePlanner plan(map, settings);
      print(pipeline::text_of(planner), again([&](const Ends& e) { plan(e[0], e[1]); }));
    }
  }
}

int run(int argc, char** argv) {
  if (argc < 4 || argc % 2 != 0) return std::fprintf(stderr, "usage: see the head of route_bench.cpp\n"), 2;
  std::printf(
      "| map | planner | r | pairs | ms, median | over a point's path: median | 99 %% | worst "
      "| over taut's at radius 0: median | 99 %% | worst |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int i = 2; i < argc; i += 2) {
    std::string file = argv[i];
    const bool cycled = file.starts_with("cycle:");
    if (cycled) file = file.substr(6);
    const auto map = pipeline::read_map({file, {}, {}});
    if (!map) return std::fprintf(stderr, "%s\n", map.error().text().c_str()), 2;
    std::vector<mpq_class> radii;
    std::istringstream in(argv[i + 1]);
    for (std::string part; std::getline(in, part, ',');) radii.push_back(*kernel::parse_rational(part));
    const std::string name = file.substr(file.rfind('/') + 1, file.rfind('.') - file.rfind('/') - 1);
    rows(name + (cycled ? " (cycled)" : ""), cycled ? cycled_weights(*map) : *map, radii, std::stoul(argv[1]));
  }
  return 0;
}

}  // namespace
}  // namespace plumb::tests

int main(int argc, char** argv) { return plumb::tests::run(argc, argv); }
