// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scenario.h"

#include <algorithm>
#include <array>

#include "scenario_maker.h"

namespace plumb::pipeline {
namespace {

struct Family {
  const char *name, *summary;
  Scenario (*make)(ScenarioMaker&);
};

constexpr std::array<Family, 18> families{{
    {"headroom", "a ceiling as high as a stance and d, over all or half of a floor, or below a higher one, or tilted",
     make_headroom},
    {"riser", "treads that rise by the step and d, with or without risers", make_riser},
    {"wall", "a wall whose top is the step and d above a floor, or whose bottom is a stance and d above it", make_wall},
    {"slope", "a ramp as steep as the limit and d, with or without landings", make_slope},
    {"door", "a gap between walls, or a corridor, as wide as the agent and d", make_door},
    {"slit", "a gap as wide as the reach of welds less d, or with a step or a fence", make_slit},
    {"stack", "storeys as far apart as a stance is high and d", make_stack},
    {"coplanar", "two or three rectangles of one plane, in every relation of their sides", make_coplanar},
    {"tjunction", "an edge that is divided on one of its sides, equal, or moved by d", make_tjunction},
    {"neck", "two rooms joined by as little as 2^-30 of the level", make_neck},
    {"room", "closed boxes on a floor, raised by d, with a cavity, lacking a face, or inside out", make_room},
    {"voxel", "rectangles of whole cells, alone or below a ceiling", make_voxel},
    {"tall", "two floors 254 to 65,536 cells apart in height", make_tall},
    {"wide", "two floors 254 to 65,536 cells apart in plan", make_wide},
    {"far", "a floor with a ceiling 2^8 to 2^40 units away", make_far},
    {"contact", "two polygons that touch in a point or in a line, or overlap by d", make_contact},
    {"cloud", "triangles with corners on a small lattice, and verdicts on points", make_cloud},
    {"mixed", "floors, walls and boxes at random, and verdicts on points", make_mixed},
}};

bool is_binary_fraction(const mpq_class& value) { return mpz_popcount(value.get_den_mpz_t()) == 1; }

bool is_double(const mpq_class& value) { return mpq_class(value.get_d()) == value; }

}  // namespace

std::vector<ScenarioFamily> scenario_families() {
  std::vector<ScenarioFamily> out;
  for (const Family& f : families) out.push_back({f.name, f.summary});
  return out;
}

Result<Scenario> make_scenario(const std::string& family, std::uint64_t seed, const std::optional<CellSize>& cell) {
  const auto chosen = std::ranges::find(families, family, &Family::name);
  if (chosen == families.end())
    return bad_option("there is no family '" + family + "'; 'plumb generate --list' lists the families");
  if (cell)
    for (const mpq_class& length : {cell->size, cell->height})
      if (length <= 0 || !is_binary_fraction(length) || !is_double(length))
        return bad_option("--cell '" + length.get_str() +
                          "' is no binary fraction above 0 that a double holds; give such as 0.125");
  const auto make = [&](std::size_t nudge) {
    ScenarioMaker maker(chosen->name, seed, cell, nudge);
    return chosen->make(maker);
  };
  Scenario out = make(static_cast<std::size_t>(seed % ScenarioMaker::nudge_count));
  const bool holds =
      std::ranges::all_of(out.scene.points, [](const ExactPoint& p) { return std::ranges::all_of(p, is_double); });
  return cell && !holds ? make(0) : out;
}

}  // namespace plumb::pipeline
