// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of a navmesh costs the next query.
//
//   plumb_door_bench NAVMESH.json ROUNDS SEED
//
// In each round a door closes and opens beside one end of a path. After each of both the path is asked for three times:
// the first time is compared with the second, and the second, which is what it usually takes, with the third, which is
// the noise of the clock. Then an area is cut and taken back, and the query follows. Times are of the processor, and
// changes are told in shares of what a new query takes, without landmarks and with them.
#include <cmath>
#include <cstdlib>
#include <random>

#include "measuring.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/updated_query.h"
#include "require.h"

namespace plumb::bench {
namespace {

using namespace pipeline;

template <class Operation>
double processor_time_of(Operation&& operation) {
  const auto now = [] {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
  };
  const double start = now();
  operation();
  return now() - start;
}

UpdateArea square_around(const std::array<double, 3>& at) {
  const mpq_class x = at[0], y = at[1], z = at[2];
  return *make_update_area({{x - 1, y - 1}, {x + 1, y - 1}, {x + 1, y + 1}, {x - 1, y + 1}}, HeightRange{z - 2, z + 2});
}

int run(const char* file, int rounds, unsigned seed) {
  auto mesh = read_nav_mesh_json(file);
  require(static_cast<bool>(mesh), "no navmesh");
  std::mt19937_64 random(seed);
  const auto place = [&] {
    for (;;) {
      const NavMesh::Cell& cell = mesh->cells[random() % mesh->cells.size()];
      if (cell.open_to() < 1) continue;
      std::array<double, 3> middle{};
      const auto& corners = cell.facets[0].corners;
      for (const NavMesh::PointIndex p : corners)
        for (std::size_t k = 0; k < 3; ++k)
          middle[k] += rounded_doubles(mesh->points, p)[k] / static_cast<double>(corners.size());
      return middle;
    }
  };
  NavQuery::Path path;
  const double made = processor_time_of([&] { NavQuery(*mesh).path(place(), place(), {}, path); });
  UpdatedQuery level(*mesh);
  const int doors = 20;
  std::vector<std::array<double, 3>> at;
  for (int k = 0; k < doors; ++k) {
    at.push_back(place());
    require(bool(level.prepare(square_around(at.back()), {})), "no door");
  }
  const double first = processor_time_of([&] { level.query().prepare(1); });
  NavQuery& query = level.query();
  const auto asked = [&](const std::array<double, 3>& from, const std::array<double, 3>& to) {
    return processor_time_of([&] { query.path(from, to, {}, path); });
  };
  asked(place(), place());
  std::vector<double> more, noise, doors_taken;
  for (int round = 0; round < rounds; ++round) {
    const auto door = static_cast<UpdateId>(1 + random() % doors);
    std::array<double, 3> from = at[door - 1], to = place();
    from[0] += 3, from[2] += 0.5, to[2] += 0.5;
    for (const bool closes : {true, false}) {
      doors_taken.push_back(processor_time_of([&] { closes ? level.enable(door) : level.disable(door); }));
      const double next = asked(from, to), usual = asked(from, to), again = asked(from, to);
      more.push_back(next - usual);
      noise.push_back(usual - again);
    }
  }
  std::vector<double> cuts;
  for (int round = 0; round < std::max(rounds / 50, 3); ++round) {
    const UpdateId id = *level.update(square_around(place()), {});
    cuts.push_back(processor_time_of([&] { level.query(); }));
    level.revert(id);
    cuts.push_back(processor_time_of([&] { level.query(); }));
  }
  const auto over = [](const std::vector<double>& v) {
    return std::to_string(std::ranges::count_if(v, [](double t) { return t > 1000; })) + " of " +
           std::to_string(v.size());
  };
  std::printf("A door on %s, %zu cells:\n", file, mesh->cells.size());
  line("  next query less the usual one, ms, median", median(more) / 1000, 1,
       "over 1 ms: " + over(more) + "; noise " + in_microseconds(median(noise)) + ", over 1 ms: " + over(noise));
  line("  the same at most", *std::ranges::max_element(more) / 1000, 1,
       "noise " + in_microseconds(*std::ranges::max_element(noise)));
  line("  close or open, of a new query", median(doors_taken) / made, 0.001, in_microseconds(median(doors_taken)));
  line("  cut or take back, of a new query", median(cuts) / made, 0, in_microseconds(median(cuts)));
  line("  cut or take back, of one with landmarks", median(cuts) / first, 0, in_microseconds(first) + " is one");
  return 0;
}

}  // namespace
}  // namespace plumb::bench

int main(int argc, char** argv) {
  plumb::bench::require(argc == 4, "give NAVMESH.json ROUNDS SEED");
  return plumb::bench::run(argv[1], std::atoi(argv[2]), static_cast<unsigned>(std::atoi(argv[3])));
}
