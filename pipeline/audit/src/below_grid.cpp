// SPDX-License-Identifier: GPL-3.0-or-later
#include "below_grid.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

// Components of a kind each owner of which is narrower than a step.
std::uint64_t count_narrow(const AuditFacts& facts, ComponentPlace::Kind kind, const FloorFaces& floor) {
  std::map<std::uint32_t, std::vector<kernel::PlanRing>> rings;  // by owner
  for (const ComponentPlace& place : facts.places)
    if (place.kind == kind)
      for (const std::uint32_t owner : place.owners) rings[owner];
  if (rings.empty()) return 0;
  for (Index f = 0; f < floor.faces.size(); ++f)
    if (const auto at = rings.find(floor.faces[f].owner); at != rings.end()) at->second.push_back(floor.ring(f));
  return static_cast<std::uint64_t>(std::ranges::count_if(facts.places, [&](const ComponentPlace& place) {
    return place.kind == kind && std::ranges::all_of(place.owners, [&](std::uint32_t owner) {
             return is_narrower(rings.at(owner), facts.grid.step);
           });
  }));
}

}  // namespace

BelowGrid below_grid(const AuditFacts& facts) {
  BelowGrid out;
  const auto add = [](bool is_below, const mpq_class& area, AreaTotal& below, bool& all) {
    if (is_below) below.add(area);
    else all = false;
  };
  for (const Difference& d : facts.missing_pieces.pieces) add(d.below_grid, d.area, out.missing, out.all_missing);
  for (const Difference& d : facts.excess_pieces.pieces) add(d.below_grid, d.area, out.excess, out.all_excess);
  const Comparison& c = facts.comparison;
  kernel::PlanRing whole;
  for (Index f = 0; f < c.repeated.size(); ++f)
    for (const CoveredFace::Piece& p : c.repeated[f].pieces)
      if (!p.by.empty())
        add(facts.grid.step > 0 && is_narrower({&ring_of(p, c.found, f, whole), 1}, facts.grid.step), p.area,
            out.overlap, out.all_overlap);
  if (facts.grid.step == 0) return out;
  out.lost = count_narrow(facts, ComponentPlace::Kind::lost, c.truth);
  out.spurious = count_narrow(facts, ComponentPlace::Kind::spurious, c.found);
  return out;
}

}  // namespace plumb::pipeline
