// SPDX-License-Identifier: GPL-3.0-or-later
// The audit of a level whose true floor comes tile by tile.
// Problem. A city's floor does not fit into memory together with all that a comparison makes. But whether a place is
// missing or in excess follows from what is on its vertical, so each tile can be compared by itself.
// 1. begin() makes the triangles of the navmesh, a tree of their boxes, and their components.
// 2. add() cuts the triangles near a tile along its sides (Cutter), compares them with the tile's floor, and adds the
//    areas to those of all tiles. find_places() finds the largest places of the tile that are missing or in excess, and
//    keeps all pieces if they are to be drawn. What true and found components have in common is added up by their
//    numbers in the whole level; a pair is narrow if it is narrower than the file's grid in every tile.
// 3. finish() adds what the navmesh has outside of all tiles to what is in excess, and finds out how far it lies over
//    itself and which components are lost, spurious, split and merged.
//
// Cost: that of compare() for each tile, and of cover_by_earlier() for the navmesh.
// Memory: the navmesh, one comparison, all terms of the sums, and what is drawn.
// Exact: corners on lines, and all areas.
// Source: our own; docs/reference/audit.md defines what is reported.
#include "plumb/pipeline/audit_tiles.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compare/uncovered.h"
#include "judge_parts.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/match_components.h"
#include "report/verdicts.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

// Faces of a floor cut along the sides of a tile. Equal corners have one number.
class Cutter {
 public:
  Cutter(const FloorFaces& all, const FloorTile& tile) : all_(all), tile_(tile), number_(out_.points) {
    out_.unit = all.unit;
  }

  void add(Index face) {
    std::vector<ExactPoint> ring;
    for (const Index c : all_.faces[face].corners) ring.push_back(all_.points[c]);
    for (const std::size_t axis : {0, 1}) {
      clip(ring, axis, tile_.low[axis], 1);
      clip(ring, axis, tile_.high[axis], -1);
    }
    FloorFaces::Face made;
    made.owner = all_.faces[face].owner;
    for (const ExactPoint& p : ring)
      if (const Index n = number_(p); made.corners.empty() || made.corners.back() != n) made.corners.push_back(n);
    while (made.corners.size() > 1 && made.corners.front() == made.corners.back()) made.corners.pop_back();
    if (made.corners.size() < 3) return;
    out_.faces.push_back(std::move(made));
    if (sgn(kernel::signed_area(out_.ring(static_cast<Index>(out_.faces.size() - 1)))) == 0) out_.faces.pop_back();
  }

  FloorFaces floor() && { return std::move(out_); }

 private:
  static void clip(std::vector<ExactPoint>& ring, std::size_t axis, const mpq_class& at, int sign) {
    kernel::clip_half_plane(
        ring, [&](const ExactPoint& p) -> mpq_class { return sign * (p[axis] - at); },
        [](const ExactPoint& p, const mpq_class& of_p, const ExactPoint& q, const mpq_class& of_q) {
          return kernel::point_along(p, q, mpq_class(of_p / (of_p - of_q)));
        });
  }

  const FloorFaces& all_;
  const FloorTile& tile_;
  FloorFaces out_;
  kernel::PointNumbering number_;
};

kernel::Box box_in_plan(const FloorTile& tile) {
  kernel::Box out = kernel::no_box;
  for (std::size_t k = 0; k < 2; ++k) {
    out.low[k] = kernel::interval_of(tile.low[k]).low;
    out.high[k] = kernel::interval_of(tile.high[k]).high;
  }
  out.low[2] = -HUGE_VAL, out.high[2] = HUGE_VAL;
  return out;
}

}  // namespace

class TiledAudit::State {
 public:
  State(AuditFacts facts, FloorFaces found)
      : facts_(std::move(facts)), found_(std::move(found)), of_found_(components(facts_.mesh)), boxes_([&] {
          std::vector<kernel::Box> boxes;
          for (Index f = 0; f < found_.faces.size(); ++f) boxes.push_back(box_of(found_, f));
          return boxes;
        }()) {
    found_.make_near();
  }

  void add(FloorTile tile) {
    for (Index f = 0; f < tile.truth.faces.size(); ++f) kernel::grow(extent_, box_of(tile.truth, f));
    Cutter cutter(found_, tile);
    std::vector<Index> near;
    boxes_.query(box_in_plan(tile), [&](std::uint32_t f) { near.push_back(f); });
    std::ranges::sort(near);
    for (const Index f : near) cutter.add(f);
    FloorFaces found = std::move(cutter).floor();
    if (tile.truth.faces.empty() && found.faces.empty() && (!tile.outer || tile.outer->faces.empty())) return;
    const unsigned threads = facts_.options.level.threads;
    const Comparison c =
        compare(std::move(tile.truth), std::move(found), std::move(tile.outer), facts_.window, threads);
    AuditFacts here;
    add_up(c, here);
    note(tile.number, here);
    find_places(c, tile.components);
    for (const auto& [sum, term] : {std::pair{&facts_.truth, &here.truth},
                                    {&facts_.covered, &here.covered},
                                    {&facts_.missing, &here.missing},
                                    {&facts_.found, &here.found},
                                    {&facts_.matched, &here.matched},
                                    {&facts_.outer, &here.outer},
                                    {&facts_.excess, &here.excess}})
      sum->add(*term);
    for (Index f = 0; f < c.found.faces.size(); ++f) inside_[c.found.faces[f].owner].add(c.of_found[f].area);
    match(c, tile.components);
    if (const auto heights = matched_heights(c, facts_.window, threads))
      facts_.heights = facts_.heights ? widened(*facts_.heights, *heights) : *heights;
  }

  AuditFacts finish(const std::set<std::uint32_t>& truth) {
    add_whole();
    MatchedComponents& m = facts_.components;
    std::set<std::uint32_t> lost = truth, spurious;
    for (const FloorFaces::Face& f : found_.faces) spurious.insert(of_found_[f.owner]);
    m.truth = static_cast<std::uint32_t>(truth.size());
    m.found = static_cast<std::uint32_t>(spurious.size());
    for (const auto& [pair, area] : m.areas) {
      lost.erase(pair.first);
      spurious.erase(pair.second);
      if (compare_area(area, facts_.options.sliver) <= 0 || narrow_.at(pair)) m.slight.insert(pair);
    }
    for (const std::uint32_t j : in_outer_) spurious.erase(j);
    m.lost.assign(lost.begin(), lost.end());
    m.spurious.assign(spurious.begin(), spurious.end());
    find_split_and_merged(m);
    for (const std::uint32_t i : of_found_) facts_.islands = std::max(facts_.islands, i + 1);
    facts_.structure = find_structure(facts_.mesh, facts_.options.level.threads);
    facts_.below_grid.all_missing = facts_.below_grid.all_excess = facts_.below_grid.all_overlap = false;
    for (const std::size_t axis : {0, 1})
      if (extent_.low[axis] <= extent_.high[axis])
        facts_.size = std::max<mpq_class>(facts_.size, extent_.high[axis] - extent_.low[axis]);
    facts_.verdicts = find_verdicts(facts_);
    return std::move(facts_);
  }

 private:
  void note(const std::array<std::int64_t, 2>& number, const AuditFacts& here) {
    const auto area = [&](const AreaTotal& total) { return total.area(facts_.options.level.exact_digits); };
    facts_.tiles.push_back({number,
                            area(here.truth),
                            area(here.covered),
                            area(here.missing),
                            area(here.found),
                            area(here.excess),
                            area(here.repeated),
                            {},
                            {}});
  }

  // The largest place of either kind, and all pieces for a drawing, if one is wanted.
  void find_places(const Comparison& c, const std::vector<std::uint32_t>& of_truth) {
    const auto find = [&](const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                          const std::vector<std::uint32_t>& component, Differences& drawn) {
      const unsigned threads = facts_.options.level.threads;
      const Uncovered left(floor, covered, component, threads);
      Differences pieces{left.pieces.floor().points, {}};
      for (std::uint32_t i = 0; i < left.faces().size(); ++i)
        pieces.pieces.push_back({left.faces()[i].owner, left.faces()[i].corners, left.areas[i], Cause::unexplained});
      // By edges, as faces of what is found may cross.
      const auto places = largest_first(find_findings(floor, component, pieces, nullptr, false, threads), {});
      if (!facts_.options.outputs.empty()) append(pieces, drawn);
      std::optional<TileFigures::Place> out;
      if (!places.empty())
        out = {places[0].area.area(facts_.options.level.exact_digits), places[0].box, places[0].inside};
      return out;
    };
    TileFigures& figures = facts_.tiles.back();
    figures.largest_missing = find(c.truth, c.of_truth, of_truth, facts_.missing_pieces);
    figures.largest_excess = find(c.found, c.excess(), of_found_, facts_.excess_pieces);
    if (facts_.options.outputs.empty()) return;
    FaceLift lift(c.truth);
    kernel::PlanRing whole;
    for (Index f = 0; f < c.of_truth.size(); ++f)
      for (const CoveredFace::Piece& piece : c.of_truth[f].pieces)
        if (!piece.by.empty()) {
          Difference& d = facts_.covered_pieces.pieces.emplace_back(Difference{f, {}, piece.area, Cause::unexplained});
          for (const ExactPoint& corner : lift(f, kernel::normal_convex_ring(ring_of(piece, c.truth, f, whole)))) {
            d.corners.push_back(static_cast<Index>(facts_.covered_pieces.points.size()));
            facts_.covered_pieces.points.push_back(corner);
          }
        }
  }
  static void append(const Differences& more, Differences& all) {
    const auto first = static_cast<Index>(all.points.size());
    all.points.insert(all.points.end(), more.points.begin(), more.points.end());
    for (Difference d : more.pieces) {
      for (Index& corner : d.corners) corner += first;
      all.pieces.push_back(std::move(d));
    }
  }

  void match(const Comparison& c, const std::vector<std::uint32_t>& of_truth) {
    for (Index f = 0; f < c.of_truth.size(); ++f)
      for (const CoveredFace::Shared& s : c.of_truth[f].shared)
        facts_.components.areas[{of_truth[c.truth.faces[f].owner], of_found_[c.found.faces[s.by].owner]}].add(s.area);
    for (Index f = 0; f < c.of_found_by_outer.size(); ++f)
      if (!c.of_found_by_outer[f].shared.empty()) in_outer_.insert(of_found_[c.found.faces[f].owner]);
    const MatchedRegions regions(c, [](std::uint32_t, std::uint32_t) { return true; });
    for (const MatchedRegions::Region& r : regions.all()) {
      bool& narrow = narrow_.try_emplace({of_truth[r.cell], of_found_[r.polygon]}, true).first->second;
      narrow = narrow && regions.is_narrower(r, facts_.grid.step);
    }
  }

  // What is found without the tiles: how far the navmesh lies over itself, and what of it lies in no tile.
  void add_whole() {
    std::map<std::uint32_t, AreaTotal> whole;  // by polygon
    const unsigned threads = facts_.options.level.threads;
    const auto covered = cover_by_earlier(found_, facts_.window.from_truth(), threads);
    facts_.overlaps = find_overlaps(found_, covered, facts_.grid.step, threads);
    for (Index f = 0; f < covered.size(); ++f) {
      facts_.repeated.add(covered[f].covered);
      whole[found_.faces[f].owner].add(covered[f].area);
    }
    for (const auto& [polygon, total] : whole) {
      mpq_class left = total.exact(0).value();
      if (const auto in = inside_.find(polygon); in != inside_.end()) left -= in->second.exact(0).value();
      if (sgn(left) == 0) continue;
      facts_.found.add(left);
      facts_.excess.add(left);
    }
  }

  AuditFacts facts_;
  FloorFaces found_;
  const std::vector<std::uint32_t> of_found_;  // by polygon, its component
  const kernel::BoxTree boxes_;                // of found faces
  std::map<std::uint32_t, AreaTotal> inside_;  // by polygon, what of it is in tiles
  std::set<std::uint32_t> in_outer_;           // found components that have a place in common with the outer bound
  std::map<Pair, bool> narrow_;                // whether all that a pair of components has in common is
  kernel::Box extent_ = kernel::no_box;        // of the true floor
};

TiledAudit::TiledAudit(std::unique_ptr<State> state) : state_(std::move(state)) {}
TiledAudit::TiledAudit(TiledAudit&&) noexcept = default;
TiledAudit& TiledAudit::operator=(TiledAudit&&) noexcept = default;
TiledAudit::~TiledAudit() = default;

Result<TiledAudit> TiledAudit::begin(AuditOptions options, const ChosenStance& stance, ForeignMesh mesh) {
  const auto window = match_window(options, stance.height);
  if (!window) return window.error();
  if (auto error = check_thresholds(options)) return *error;
  if (auto error = check_surface(options, mesh)) return *error;
  AuditFacts facts;
  facts.options = std::move(options);
  facts.stance = stance.name;
  facts.stance_height = stance.height;
  facts.window = *window;
  describe_mesh(std::move(mesh), facts);
  FloorFaces found = triangles_of(facts.mesh, facts.surface);
  return TiledAudit(std::make_unique<State>(std::move(facts), std::move(found)));
}

void TiledAudit::add(FloorTile tile) { state_->add(std::move(tile)); }

AuditFacts TiledAudit::finish(const std::set<std::uint32_t>& components) { return state_->finish(components); }

}  // namespace plumb::pipeline
