// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/height_drift.h"

#include <algorithm>

#include "piece_floor.h"
#include "plumb/pipeline/area_total.h"
#include "plumb/pipeline/file_grid.h"
#include "plumb/pipeline/shared_edges.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

// Pieces of a floor that nothing covers, and in which places they hang together.
struct Uncovered {
  Uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered) : pieces(floor.unit) {
    pieces.add_uncovered(floor, covered, areas);
  }
  const std::vector<FloorFaces::Face>& faces() { return pieces.floor().faces; }
  void find_places(unsigned threads) {
    CornerLists rings;
    for (const FloorFaces::Face& f : faces()) rings.emplace_back(f.corners.begin(), f.corners.end());
    place = joined_by_edges(pieces.floor().points, rings, std::vector<std::uint32_t>(rings.size()), threads);
    area.resize(rings.size());
    drifted.resize(rings.size());
    for (Index f = 0; f < place.size(); ++f) area[place[f]].add(areas[f]);
  }
  bool is_mostly_drifted(Index piece) const {
    return compare_share(drifted[place[piece]], mpq_class(3, 4), area[place[piece]]) >= 0;
  }

  PieceFloor pieces;
  std::vector<mpq_class> areas;          // by piece
  std::vector<std::uint32_t> place;      // by piece: the first one of its place
  std::vector<AreaTotal> area, drifted;  // by place
};

// A part of a piece in excess over nothing, over or under a piece of missing floor.
struct Candidate {
  Index excess, missing;
  kernel::PlanRing ring;
  mpq_class area;
};

mpq_class greatest_height(const FloorFaces& floor) {
  mpq_class out = 0;
  for (const ExactPoint& p : floor.points) out = std::max<mpq_class>(out, abs(p[2]));
  return out;
}

// What of pieces nothing of the scene is near.
std::vector<Candidate> over_nothing(const std::vector<Candidate>& candidates, FloorFaces& excess,
                                    const MatchWindow& window, const SceneSurfaces& level, unsigned threads) {
  PieceFloor parts(excess.unit);
  FaceLift lift(excess);
  for (Index k = 0; k < candidates.size(); ++k)
    parts.add(parts.piece(lift, candidates[k].excess, k, candidates[k].ring));
  const FloorFaces polygons = level_faces(level, [](const Surface&) { return true; });
  std::vector<Candidate> out;
  const auto covered = cover_by_first(parts.floor(), polygons, window.from_found(), threads);
  for (Index k = 0; k < covered.size(); ++k)
    for (const CoveredFace::Piece& p : covered[k].pieces)
      if (p.by.empty())
        out.push_back(
            {candidates[k].excess, candidates[k].missing, p.ring.empty() ? candidates[k].ring : p.ring, p.area});
  return out;
}

}  // namespace

HeightDrift find_height_drift(const Comparison& c, const MatchWindow& window, const mpq_class& near,
                              const mpq_class& grid, const SceneSurfaces& level, unsigned threads) {
  HeightDrift out;
  Uncovered missing(c.truth, c.of_truth), excess(c.found, c.excess());
  if (missing.faces().empty() || excess.faces().empty()) return out;

  std::vector<Candidate> candidates;
  PieceFloor rest(c.found.unit);  // owners are pieces of the excess
  {
    std::vector<FloorFaces::Face>& faces = rest.floor().faces;
    rest.floor().points = excess.pieces.floor().points;
    for (Index f = 0; f < excess.faces().size(); ++f) {
      const kernel::PlanRing ring = excess.pieces.floor().ring(f);
      if (grid > 0 && is_narrower({&ring, 1}, grid)) continue;
      faces.push_back(excess.faces()[f]);
      faces.back().owner = f;
    }
  }
  const mpq_class any = greatest_height(c.truth) + greatest_height(c.found) + 1;
  for (const mpq_class& reach : {near, any}) {
    const FloorFaces base = std::move(rest.floor());
    const auto covered = cover_by_first(base, missing.pieces.floor(), {-reach, reach}, threads);
    rest.floor() = {{}, {}, base.unit};
    PieceFloor left(base.unit);
    FaceLift lift(base);
    kernel::PlanRing whole;
    for (Index f = 0; f < covered.size(); ++f)
      for (const CoveredFace::Piece& p : covered[f].pieces) {
        const kernel::PlanRing& ring = ring_of(p, base, f, whole);
        const Index owner = base.faces[f].owner;
        if (p.by.empty()) left.add(left.piece(lift, f, owner, ring));
        else candidates.push_back({owner, p.by.front(), ring, p.area});
      }
    rest.floor() = std::move(left.floor());
  }
  if (candidates.empty()) return out;
  candidates = over_nothing(candidates, excess.pieces.floor(), window, level, threads);
  if (candidates.empty()) return out;

  missing.find_places(threads);
  excess.find_places(threads);
  for (const Candidate& k : candidates) {
    missing.drifted[missing.place[k.missing]].add(k.area);
    excess.drifted[excess.place[k.excess]].add(k.area);
  }
  PieceFloor drifting(c.found.unit), under_it(c.truth.unit);
  const FloorFaces &high = excess.pieces.floor(), &low = missing.pieces.floor();
  FaceLift lift_high(high), lift_low(low);
  for (const Candidate& k : candidates) {
    if (!missing.is_mostly_drifted(k.missing) || !excess.is_mostly_drifted(k.excess)) continue;
    drifting.add(drifting.piece(lift_high, k.excess, high.faces[k.excess].owner, k.ring));
    under_it.add(under_it.piece(lift_low, k.missing, low.faces[k.missing].owner, k.ring));
    std::optional<MatchedHeights> range;
    for (const kernel::PlanPoint& p : k.ring) {
      const mpq_class height = lift_high(k.excess, p)[2] - lift_low(k.missing, p)[2];
      range = range ? widened(*range, {height, height}) : MatchedHeights{height, height};
    }
    out.heights.push_back(std::make_shared<const MatchedHeights>(*range));
  }
  out.found = std::move(drifting.floor());
  out.truth = std::move(under_it.floor());
  return out;
}

}  // namespace plumb::pipeline
