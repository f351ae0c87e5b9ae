// SPDX-License-Identifier: GPL-3.0-or-later
// How wrong the ways are that Detour finds on a navmesh, held against the exact floor of plumb.
//
//   plumb_walk pairs TRUTH.json PAIRS.json [--outer OUTER.json] [--count 200] [--seed 1]
//   plumb_walk ways PAIRS.json NAVMESH [--all]
//
// 1. `pairs` draws random pairs of places of the navmesh that `plumb bake -o TRUTH.json` wrote, and finds the shortest
//    ways between them (certain_ways.h). OUTER.json is the same floor by `--clearance outer`.
// 2. `ways` asks Detour for ways between these pairs in a tile (.bin) or a set of tiles (.mset), and prints an object
//    of JSON: `pairs`; how many of them have a way here and there (`found`), there though it is excluded here
//    (`false`), here alone (`missing`); of those with both the median and the greatest of found length over shortest
//    length. With --all it lists the found length of each pair, too.
// docs/reference/bakers.md says what the numbers mean.
//
// Exit status: 0; 1 if the navmesh is not one that Detour walks; 2 for bad input otherwise. The reason is on standard
// error.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "certain_ways.h"
#include "detour_walk.h"
#include "plumb/pipeline/nav_mesh_json.h"

namespace {

using namespace plumb::walk;
using plumb::pipeline::Json;
using plumb::pipeline::NavMesh;

struct Arguments {
  std::vector<std::string> files;
  std::optional<std::string> outer;
  std::size_t count = 200;
  std::uint64_t seed = 1;
  bool all = false;
};

Arguments read_arguments(int argc, char** argv) {
  Arguments out;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--all") out.all = true;
    else if (word == "--outer" && i + 1 < argc) out.outer = argv[++i];
    else if (word == "--count" && i + 1 < argc) out.count = std::stoul(argv[++i]);
    else if (word == "--seed" && i + 1 < argc) out.seed = std::stoull(argv[++i]);
    else if (word.starts_with("--")) throw std::invalid_argument("bad option " + word);
    else out.files.push_back(word);
  }
  if (out.files.size() != 2) throw std::invalid_argument("two files are needed");
  return out;
}

NavMesh read_mesh(const std::string& file) {
  auto mesh = plumb::pipeline::read_nav_mesh_json(file);
  if (!mesh) throw std::runtime_error(file + ": " + mesh.error().message);
  return std::move(*mesh);
}

void write_pairs(const Arguments& a) {
  const NavMesh mesh = read_mesh(a.files[0]);
  std::optional<NavMesh> outer;
  if (a.outer) outer = read_mesh(*a.outer);
  std::ofstream out(a.files[1], std::ios::binary);
  out << pairs_text(draw_pairs(mesh, outer ? &*outer : nullptr, a.count, a.seed));
  if (!out.flush()) throw std::runtime_error("cannot write " + a.files[1]);
}

// The mean of the middle two, if there are two.
Json median_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}
Json greatest_of(const std::vector<double>& values) {
  return values.empty() ? Json() : Json(*std::ranges::max_element(values));
}

Json walk_all(const Pairs& pairs, const DetourWalk& walk, bool all) {
  // Aside as far as a navmesh that keeps away from walls may end; up and down as far as the audit looks.
  const auto aside = static_cast<float>(pairs.radius > 0 ? pairs.radius : pairs.height / 10);
  const Place reach{aside, static_cast<float>(pairs.height / 4), aside};
  std::size_t found = 0, wrong = 0, missing = 0;
  std::vector<double> ratios;
  Json lengths = Json::array();
  for (const Pair& p : pairs.pairs) {
    const auto length = walk.length(p.from, p.to, reach);
    lengths.push_back(length ? Json(*length) : Json());
    wrong += length && p.excluded;
    missing += !length && p.way;
    if (!length || !p.way) continue;
    ++found;
    if (p.way->low > 0) ratios.push_back(*length / p.way->low);
  }
  Json out{{"pairs", pairs.pairs.size()},
           {"found", found},
           {"false", wrong},
           {"missing", missing},
           {"median", median_of(ratios)},
           {"worst", greatest_of(ratios)}};
  if (all) out.set("lengths", std::move(lengths));
  return out;
}

int ways(const Arguments& a) {
  std::ifstream in(a.files[0], std::ios::binary);
  std::stringstream text;
  if (!(text << in.rdbuf())) throw std::runtime_error("cannot read " + a.files[0]);
  const Pairs pairs = read_pairs(text.str());
  try {
    const DetourWalk walk(a.files[1]);
    std::cout << json_text(walk_all(pairs, walk, a.all)) << '\n';
    return 0;
  } catch (const std::runtime_error& error) {
    std::cerr << "plumb_walk: " << a.files[1] << ": " << error.what() << '\n';
    return 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what != "pairs" && what != "ways") throw std::invalid_argument("pairs or ways?");
    const Arguments a = read_arguments(argc, argv);
    if (what == "ways") return ways(a);
    write_pairs(a);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "plumb_walk: " << error.what() << '\n';
    return 2;
  }
}
