// SPDX-License-Identifier: GPL-3.0-or-later
// Found floor may be true floor at a wrong height: excess over nothing of the scene, and over or under missing floor.
// find_height_drift() pairs such pieces:
//
// 1. Places are pieces of missing floor, or of excess, that hang together along edges (Uncovered). Places of excess
//    that are not certainly as wide as the file's grid are left aside: rounding makes such.
// 2. Near: find_candidates() cuts the excess by all missing floor that is over or under it by less than the stance's
//    height. A candidate is a part with the missing pieces that it is over or under.
// 3. Far: the same for the rest of the excess at any height, but only between places of nearly the same area that may
//    lie over one another in plan (alike).
// 4. keep_drifting() keeps of the candidates those places that are candidates for three quarters of their area.
//    over_nothing() cuts off what is near a polygon of the scene, and keep_drifting() decides again.
// 5. What is left becomes two floors with the ranges of heights between them, to the nearest missing piece each
//    (nearest_missing).
//
// Cost: each cut is about N log N for N corners of pieces that do not overlap much; alike() looks at each pair of
// places whose boxes meet in plan, in the worst case their product; over_nothing() scans the scene's polygons once.
// Memory: linear in the pieces.
// Exact: cuts, heights, and shares of area. Doubles choose boxes, and which places are certainly wide.
// Source: our own (docs/reference/audit.md).
#include <algorithm>

#include "compare/uncovered.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/blame.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/file_grid.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

// The share of a place that has to drift; also, that of the larger of two places of nearly the same area which the
// smaller has at least.
mpq_class most_of() { return {3, 4}; }

// The places that uncovered pieces of one floor make up.
struct Places {
  explicit Places(const Uncovered& uncovered) : place(uncovered.place) {
    const FloorFaces& floor = uncovered.pieces.floor();
    area.resize(place.size());
    box.resize(place.size(), kernel::no_box);
    own_box.reserve(place.size());
    for (Index f = 0; f < place.size(); ++f) {
      area[place[f]].add(uncovered.areas[f]);
      own_box.push_back(box_of(floor, f));
      kernel::grow(box[place[f]], own_box.back());
    }
    forget();
  }
  void forget() { drifted.assign(place.size(), {}); }
  bool is_mostly_drifted(Index piece) const {
    return compare_share(drifted[place[piece]], most_of(), area[place[piece]]) >= 0;
  }

  std::vector<kernel::Box> own_box;         // by piece
  const std::vector<std::uint32_t>& place;  // by piece: the first one of its place
  std::vector<AreaTotal> area, drifted;     // by place
  std::vector<kernel::Box> box;             // by place
};

// A part of a piece in excess, over or under pieces of missing floor.
struct Candidate {
  Index excess;
  std::vector<Index> missing;  // ascending
  kernel::PlanRing ring;
  mpq_class area;
};

// Some pieces of a floor; owners are their numbers there.
FloorFaces chosen(const FloorFaces& floor, const std::vector<char>& is_chosen) {
  FloorFaces out;
  out.unit = floor.unit;
  constexpr auto unused = static_cast<Index>(-1);
  std::vector<Index> number(floor.points.size(), unused);
  for (Index f = 0; f < floor.faces.size(); ++f) {
    if (!is_chosen[f]) continue;
    out.faces.push_back(floor.faces[f]);
    out.faces.back().owner = f;
    for (Index& c : out.faces.back().corners) {
      if (number[c] == unused) {
        number[c] = static_cast<Index>(out.points.size());
        out.points.push_back(floor.points[c]);
        out.near.push_back(floor.near_point(c));
      }
      c = number[c];
    }
  }
  return out;
}

// Appends the parts of `excess` that are over or under faces of `missing`, and replaces `excess` and its areas (by
// face) by the rest.
void find_candidates(FloorFaces& excess, std::vector<mpq_class>& areas, const FloorFaces& missing,
                     const mpq_class& reach, unsigned threads, std::vector<Candidate>& out) {
  const auto covered = cover_by_all(excess, areas, missing, {-reach, reach}, threads);
  areas.clear();
  PieceFloor left(excess.unit);
  FaceLift lift(excess);
  kernel::PlanRing whole;
  for (Index f = 0; f < covered.size(); ++f)
    for (const CoveredFace::Piece& p : covered[f].pieces) {
      const kernel::PlanRing& ring = ring_of(p, excess, f, whole);
      const Index owner = excess.faces[f].owner;
      if (p.by.empty()) {
        left.add(left.piece(lift, f, owner, ring));
        areas.push_back(p.area);
        continue;
      }
      Candidate& k = out.emplace_back(Candidate{owner, {}, ring, p.area});
      for (const Index by : p.by) k.missing.push_back(missing.faces[by].owner);
    }
  excess = std::move(left.floor());
}

mpq_class greatest_height(const FloorFaces& floor) {
  mpq_class out = 0;
  for (const ExactPoint& p : floor.points) out = std::max<mpq_class>(out, abs(p[2]));
  return out;
}

// By piece of excess, and by piece of missing floor: is there a place of the other kind that has nearly the area of the
// piece's place, and whose box meets that place's box in plan?
std::array<std::vector<char>, 2> alike(const Places& excess, const Places& missing) {
  std::vector<std::uint32_t> first;
  for (Index f = 0; f < missing.place.size(); ++f)
    if (missing.place[f] == f) first.push_back(f);
  std::array<std::vector<char>, 2> is_alike{std::vector<char>(excess.place.size()),
                                            std::vector<char>(missing.place.size())};
  const kernel::BoxTree tree(missing.box, first);
  for (Index e = 0; e < excess.place.size(); ++e) {
    if (excess.place[e] != e) continue;
    kernel::Box column = excess.box[e];
    column.low[2] = -HUGE_VAL;
    column.high[2] = HUGE_VAL;
    tree.query(column, [&](Index m) {
      if (!column.overlaps_in_plan(missing.box[m]) || compare_share(excess.area[e], most_of(), missing.area[m]) < 0 ||
          compare_share(missing.area[m], most_of(), excess.area[e]) < 0)
        return;
      is_alike[0][e] = is_alike[1][m] = 1;
    });
  }
  for (Index f = 0; f < excess.place.size(); ++f) is_alike[0][f] = is_alike[0][excess.place[f]];
  for (Index f = 0; f < missing.place.size(); ++f) is_alike[1][f] = is_alike[1][missing.place[f]];
  return is_alike;
}

// Erases the candidates of which the excess, or all missing floor, is of places that do not drift.
void keep_drifting(std::vector<Candidate>& candidates, Places& excess, Places& missing) {
  excess.forget();
  missing.forget();
  std::vector<std::uint32_t> under;  // places, each once
  for (const Candidate& k : candidates) {
    excess.drifted[excess.place[k.excess]].add(k.area);
    under.clear();
    for (const Index m : k.missing) under.push_back(missing.place[m]);
    std::ranges::sort(under);
    under.erase(std::unique(under.begin(), under.end()), under.end());
    for (const std::uint32_t place : under) missing.drifted[place].add(k.area);
  }
  for (Candidate& k : candidates) std::erase_if(k.missing, [&](Index m) { return !missing.is_mostly_drifted(m); });
  std::erase_if(candidates,
                [&](const Candidate& k) { return k.missing.empty() || !excess.is_mostly_drifted(k.excess); });
}

// The heights of a candidate's excess over the nearest of its missing floors, and which one that is: the nearest by the
// greatest distance up or down.
std::pair<Index, MatchedHeights> nearest_missing(const Candidate& k, FaceLift& high, FaceLift& low) {
  std::optional<std::pair<Index, MatchedHeights>> out;
  const auto farthest = [](const MatchedHeights& h) { return std::max<mpq_class>(abs(h.low), abs(h.high)); };
  for (const Index m : k.missing) {
    std::optional<MatchedHeights> range;
    for (const kernel::PlanPoint& p : k.ring) {
      const mpq_class height = high(k.excess, p)[2] - low(m, p)[2];
      range = range ? widened(*range, {height, height}) : MatchedHeights{height, height};
    }
    if (!out || farthest(*range) < farthest(out->second)) out = {m, *range};
  }
  return *out;
}

// The parts of the candidates that have no polygon of the scene within the window.
std::vector<Candidate> over_nothing(const std::vector<Candidate>& candidates, const FloorFaces& excess,
                                    const MatchWindow& window, const SceneSurfaces& level, unsigned threads) {
  PieceFloor parts(excess.unit);
  FaceLift lift(excess);
  std::vector<mpq_class> areas;
  for (Index k = 0; k < candidates.size(); ++k) {
    parts.add(parts.piece(lift, candidates[k].excess, k, candidates[k].ring));
    areas.push_back(candidates[k].area);
  }
  const FloorFaces polygons = level_faces(level, PlanBoxes(parts.floor()), [](const Surface&) { return true; });
  std::vector<Candidate> out;
  const auto covered = cover_by_first(parts.floor(), areas, polygons, window.from_found(), threads);
  for (Index k = 0; k < covered.size(); ++k)
    for (const CoveredFace::Piece& p : covered[k].pieces)
      if (p.by.empty())
        out.push_back(
            {candidates[k].excess, candidates[k].missing, p.ring.empty() ? candidates[k].ring : p.ring, p.area});
  return out;
}

}  // namespace

HeightDrift find_height_drift(const Comparison& c, const Uncovered& uncovered_truth, const Uncovered& uncovered_found,
                              const MatchWindow& window, const mpq_class& near, const mpq_class& grid,
                              const SceneSurfaces& level, unsigned threads) {
  HeightDrift out;
  if (uncovered_truth.faces().empty() || uncovered_found.faces().empty()) return out;
  Places excess(uncovered_found);
  const FloorFaces &high = uncovered_found.pieces.floor(), &low = uncovered_truth.pieces.floor();

  const kernel::Interval near_grid = kernel::interval_of(grid);
  std::vector<char> wide(high.faces.size());
  for (Index f = 0; f < wide.size(); ++f) {
    const std::uint32_t place = excess.place[f];
    wide[f] = grid == 0 || is_certainly_as_wide(excess.area[place].near(), excess.box[place], near_grid);
  }
  std::vector<Candidate> candidates;
  FloorFaces rest = chosen(high, wide);
  if (rest.faces.empty()) return out;
  Places missing(uncovered_truth);
  const PlanBoxes columns(rest);
  std::vector<char> is_under(low.faces.size());
  for (Index f = 0; f < is_under.size(); ++f) is_under[f] = columns.may_meet(missing.own_box[f]);
  std::vector<mpq_class> areas;  // of the rest
  for (const FloorFaces::Face& f : rest.faces) areas.push_back(uncovered_found.areas[f.owner]);
  find_candidates(rest, areas, chosen(low, is_under), near, threads, candidates);
  auto [excess_alike, missing_alike] = alike(excess, missing);
  for (Index f = 0; f < is_under.size(); ++f) missing_alike[f] = missing_alike[f] && is_under[f];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < areas.size(); ++i)
    if (excess_alike[rest.faces[i].owner]) {
      std::swap(rest.faces[kept], rest.faces[i]);
      std::swap(areas[kept++], areas[i]);
    }
  rest.faces.resize(kept);
  areas.resize(kept);
  if (!rest.faces.empty())
    find_candidates(rest, areas, chosen(low, missing_alike), greatest_height(c.truth) + greatest_height(c.found) + 1,
                    threads, candidates);
  keep_drifting(candidates, excess, missing);
  if (candidates.empty()) return out;
  candidates = over_nothing(candidates, high, window, level, threads);
  keep_drifting(candidates, excess, missing);

  PieceFloor drifting(c.found.unit), under_it(c.truth.unit);
  FaceLift lift_high(high), lift_low(low);
  for (const Candidate& k : candidates) {
    drifting.add(drifting.piece(lift_high, k.excess, high.faces[k.excess].owner, k.ring));
    const auto [missing_piece, heights] = nearest_missing(k, lift_high, lift_low);
    under_it.add(under_it.piece(lift_low, missing_piece, low.faces[missing_piece].owner, k.ring));
    out.of_found.push_back(k.excess);
    out.of_truth.push_back(missing_piece);
    out.areas.push_back(k.area);
    out.heights.push_back(std::make_shared<const MatchedHeights>(heights));
  }
  out.found = std::move(drifting.floor());
  out.truth = std::move(under_it.floor());
  return out;
}

}  // namespace plumb::pipeline
