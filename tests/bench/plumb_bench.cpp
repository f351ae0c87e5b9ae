// SPDX-License-Identifier: GPL-3.0-or-later
// plumb_bench SCENE.obj UP HEIGHT SLOPE RUNS [float|double|decimal]: processor time of each stage of a bake (one
// thread, sides up, one stance), medians over the runs, and what each ladder stage decided; one line of JSON.
// tests/bench/bench.py calls it.
#include <ctime>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/classify.h"
#include "plumb/pipeline/convexify.h"
#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/import_obj.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/weld.h"

using namespace plumb;

namespace {

double processor_ms() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

std::map<std::string, std::vector<double>> times;

template <class F>
auto timed(const char* name, F&& f) {
  const double start = processor_ms();
  auto result = f();
  times[name].push_back(processor_ms() - start);
  return result;
}

double median(std::vector<double> v) {
  std::ranges::sort(v);
  return v[v.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6)
    return std::fprintf(stderr, "usage: plumb_bench SCENE.obj y|z HEIGHT SLOPE RUNS [float|double|decimal]\n"), 2;
  pipeline::ImportOptions import;
  import.up = argv[2][0] == 'y' ? pipeline::UpAxis::y : pipeline::UpAxis::z;
  const std::string numbers = argc > 6 ? argv[6] : "float";
  import.numbers = numbers == "float"    ? pipeline::Numbers::binary32
                   : numbers == "double" ? pipeline::Numbers::binary64
                                         : pipeline::Numbers::decimal;
  import.threads = 1;
  pipeline::DecomposeOptions options;
  options.stances = {{"stand", *kernel::parse_rational(argv[3])}};
  const kernel::SlopeLimit slope = *kernel::SlopeLimit::from_degrees(*kernel::parse_rational(argv[4]));

  kernel::LadderCounts counts;
  std::size_t cells = 0, obstructions = 0, polygons = 0, merged = 0;
  for (int run = std::atoi(argv[5]); run-- > 0;) {
    counts = {};
    auto scene = timed("read", [&] { return pipeline::import_obj(argv[1], import); });
    if (!scene) return std::fprintf(stderr, "%s\n", scene.error().text().c_str()), 2;
    auto set = timed("convexify", [&] { return pipeline::convexify(*scene, pipeline::BadFaces::drop, 1); });
    if (!set) return std::fprintf(stderr, "%s\n", set.error().text().c_str()), 2;
    timed("weld", [&] { return pipeline::weld(*set, scene->points, 1), 0; });
    timed("classify", [&] { return pipeline::classify(*set, scene->points, slope, pipeline::Sides::up, 1), 0; });
    const auto index = timed("index", [&] { return pipeline::SurfaceIndex(scene->points, *set); });
    const auto map =
        timed("decompose", [&] { return pipeline::decompose(scene->points, *set, index, options, counts); });
    const auto measures = timed("measure", [&] { return pipeline::measure(scene->points, *set, map, 1000, 1); });
    const auto graph = timed("link", [&] { return pipeline::link(scene->points, *set, index, map, {}); });
    const auto partition = timed("optimise", [&] { return pipeline::optimise(scene->points, *set, map, graph, {}); });
    if (measures.held != measures.polygons) return std::fprintf(stderr, "the identity does not hold\n"), 3;
    cells = map.table.cells.size();
    obstructions = map.table.obstructions.size();
    polygons = measures.polygons;
    merged = partition.pieces.size();
  }
  std::printf("{");
  for (const auto& [name, values] : times) std::printf("\"%s_ms\": %.4f, ", name.c_str(), median(values));
  std::printf("\"polygons\": %zu, \"cells\": %zu, \"obstructions\": %zu, \"merged\": %zu, ", polygons, cells,
              obstructions, merged);
  std::printf("\"combinatorial\": %llu, \"filtered\": %llu, \"interval\": %llu, \"fixed\": %llu, \"exact\": %llu}\n",
              static_cast<unsigned long long>(counts.combinatorial), static_cast<unsigned long long>(counts.filtered),
              static_cast<unsigned long long>(counts.interval), static_cast<unsigned long long>(counts.fixed),
              static_cast<unsigned long long>(counts.exact));
}
