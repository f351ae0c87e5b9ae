// SPDX-License-Identifier: GPL-3.0-or-later
#include "matched_regions.h"

#include <algorithm>

#include "plumb/kernel/interval_of.h"
#include "plumb/pipeline/file_grid.h"

namespace plumb::pipeline {

MatchedRegions::MatchedRegions(const Comparison& c, const std::function<bool(std::uint32_t, std::uint32_t)>& wanted)
    : comparison_(c) {
  for (FloorFaces::Index f = 0; f < c.of_truth.size(); ++f) {
    const std::uint32_t cell = c.truth.faces[f].owner;
    const auto& pieces = c.of_truth[f].pieces;
    for (std::uint32_t k = 0; k < pieces.size(); ++k)
      for (const FloorFaces::Index by : pieces[k].by)
        if (const std::uint32_t polygon = c.found.faces[by].owner; wanted(cell, polygon))
          parts_.push_back({cell, polygon, f, by, k});
  }
  std::ranges::sort(parts_);
  for (auto at = parts_.begin(); at != parts_.end();) {
    const auto end =
        std::find_if(at, parts_.end(), [&](const Part& p) { return p.cell != at->cell || p.polygon != at->polygon; });
    regions_.push_back({at->cell, at->polygon, {at, end}});
    at = end;
  }
}

kernel::PlanRing MatchedRegions::ring(const Part& part) const {
  kernel::PlanRing whole;
  return ring_of(comparison_.of_truth[part.face].pieces[part.piece], comparison_.truth, part.face, whole);
}

bool MatchedRegions::is_narrower(const Region& region, const mpq_class& step) const {
  if (step == 0) return false;
  kernel::Interval area(0.0);
  kernel::Box box = kernel::no_box;
  const auto look_at = [&](const auto& p) {
    for (std::size_t k = 0; k < 2; ++k) {
      const kernel::Interval at = kernel::interval_of(p[k]);
      box.low[k] = std::min(box.low[k], at.low);
      box.high[k] = std::max(box.high[k], at.high);
    }
  };
  for (const Part& part : region.parts) {
    const CoveredFace::Piece& piece = comparison_.of_truth[part.face].pieces[part.piece];
    area = area + kernel::interval_of(piece.area);
    for (const kernel::PlanPoint& p : piece.ring) look_at(p);
    if (piece.ring.empty())
      for (const FloorFaces::Index c : comparison_.truth.faces[part.face].corners) look_at(comparison_.truth.points[c]);
  }
  if (is_certainly_as_wide(area, box, kernel::interval_of(step))) return false;
  std::vector<kernel::PlanRing> rings;
  for (const Part& part : region.parts) rings.push_back(ring(part));
  return pipeline::is_narrower(rings, step);
}

}  // namespace plumb::pipeline
