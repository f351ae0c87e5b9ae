// SPDX-License-Identifier: GPL-3.0-or-later
// What of an audit is new against an earlier one (docs/reference/audit.md#baselines has the definitions and the
// proofs).
// 1. Missing floor, excess and overlap, one kind after the other (RegionMatch): today's pieces are cut by those of the
//    baseline within the window (cover_by_all). What a place with the piece's cause covers is known.
// 2. The rest is cut by what a square along the axes sweeps along the outlines of such places (cover_by_first): what is
//    no farther than a step of the file's grid in x and in y is known, too. What is left then is new.
// 3. A place with anything left is new; one with nothing but pieces below the file's grid does not count. Places of the
//    baseline that nothing has met are gone.
// 4. Joins of one kind and cause match if their boxes have a point in common; edges, if their ends are equal.
// Cost: N log N for N corners, where few pieces lie over one another. Memory: the pieces of one kind once more.
// Exact: all cuts and areas.
// Source: our own.
#include "report/match_baseline.h"

#include <algorithm>
#include <map>
#include <set>

#include "compare/near_border.h"
#include "compare/uncovered.h"
#include "report/figures.h"

#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;
using State = BaselineFacts::State;

// Today's places of one kind, piece by piece. Owners are places.
struct Regions {
  FloorFaces floor;
  std::vector<mpq_class> areas;
  std::vector<Cause> causes;
  std::vector<char> below_grid;
};

Regions regions_of(const AuditFacts& facts, bool excess) {
  const Differences& all = excess ? facts.excess_pieces : facts.missing_pieces;
  Regions out;
  out.floor.points = all.points;
  out.floor.unit = excess ? facts.comparison.found.unit : facts.comparison.truth.unit;
  for (Index i = 0; i < facts.findings.size(); ++i)
    if (facts.findings[i].excess == excess)
      for (const std::uint32_t p : facts.findings[i].pieces) {
        const Difference& d = all.pieces[p];
        out.floor.faces.push_back({d.corners, i});
        out.areas.push_back(d.area);
        out.causes.push_back(d.cause);
        out.below_grid.push_back(d.below_grid);
      }
  return out;
}

Regions overlaps_of(const AuditFacts& facts) {
  Regions out;
  out.floor.unit = facts.comparison.found.unit;
  for (Index i = 0; i < facts.overlaps.size(); ++i)
    for (const std::vector<ExactPoint>& ring : facts.overlaps[i].rings) {
      FloorFaces::Face& face = out.floor.faces.emplace_back();
      face.owner = i;
      for (const ExactPoint& p : ring) {
        face.corners.push_back(static_cast<Index>(out.floor.points.size()));
        out.floor.points.push_back(p);
      }
      out.areas.push_back(kernel::signed_area(out.floor.ring(static_cast<Index>(out.floor.faces.size() - 1))));
      out.causes.push_back(Cause::unexplained);
      out.below_grid.push_back(facts.overlaps[i].below_grid);
    }
  return out;
}

// The places of one kind, today's and the baseline's.
class RegionMatch {
 public:
  RegionMatch(const AuditFacts& facts, const Baseline::Places& earlier, const Regions& today)
      : facts_(facts), earlier_(earlier), today_(today), met_(earlier.list.size()) {}

  // States of today's places, by owner.
  void run(std::vector<BaselineFacts::Place>& places) {
    std::vector<char> counts(places.size());
    for (Index f = 0; f < today_.floor.faces.size(); ++f) counts[today_.floor.faces[f].owner] |= !today_.below_grid[f];
    for (const FloorFaces::Face& face : today_.floor.faces)
      if (!counts[face.owner]) places[face.owner].state = State::below_grid;
    std::map<Cause, Rest> rests = beyond_pieces();
    for (auto& [cause, rest] : rests) leave_near(cause, rest, places);
  }

  // Places that nothing of today's has met.
  std::vector<const Baseline::Place*> gone() const {
    std::vector<const Baseline::Place*> out;
    for (std::size_t i = 0; i < met_.size(); ++i)
      if (!met_[i]) out.push_back(&earlier_.list[i]);
    return out;
  }

 private:
  // What is not known of one cause. Owners are today's faces.
  struct Rest {
    explicit Rest(const mpz_class& unit) : pieces(unit) {}
    PieceFloor pieces;
    std::vector<mpq_class> areas;
  };

  bool has_cause(Index place, Cause cause) const {
    return std::ranges::find(earlier_.list[place].causes, cause) != earlier_.list[place].causes.end();
  }

  // What no place of the baseline with the same cause covers, and is not below the grid.
  std::map<Cause, Rest> beyond_pieces() {
    const unsigned threads = facts_.options.level.threads;
    const auto covered = cover_by_all(today_.floor, today_.areas, earlier_.faces, window(), threads);
    std::map<Cause, Rest> out;
    FaceLift lift(today_.floor);
    kernel::PlanRing whole;
    for (Index f = 0; f < covered.size(); ++f)
      for (const CoveredFace::Piece& p : covered[f].pieces) {
        bool known = false;
        for (const Index by : p.by)
          if (const Index place = earlier_.faces.faces[by].owner; has_cause(place, today_.causes[f]))
            met_[place] = known = true;
        if (known || today_.below_grid[f]) continue;
        Rest& rest = out.try_emplace(today_.causes[f], today_.floor.unit).first->second;
        rest.pieces.add(rest.pieces.piece(lift, f, f, ring_of(p, today_.floor, f, whole)));
        rest.areas.push_back(p.area);
      }
    return out;
  }

  // What a step of the file's grid does not reach from the baseline's places is new.
  void leave_near(Cause cause, Rest& rest, std::vector<BaselineFacts::Place>& places) {
    const FloorFaces& floor = rest.pieces.floor();
    const FloorFaces near = facts_.grid.step == 0 ? FloorFaces{} : around(cause, floor);
    const auto covered = cover_by_first(floor, rest.areas, near, window(), facts_.options.level.threads);
    FaceLift lift(floor);
    kernel::PlanRing whole;
    std::map<Index, mpq_class> largest;  // by place
    for (Index f = 0; f < covered.size(); ++f)
      for (const CoveredFace::Piece& p : covered[f].pieces) {
        if (!p.by.empty()) {
          met_[near.faces[p.by.front()].owner] = true;
          continue;
        }
        const Index owner = today_.floor.faces[floor.faces[f].owner].owner;
        BaselineFacts::Place& place = places[owner];
        place.state = State::is_new;
        place.area.add(p.area);
        if (mpq_class& most = largest[owner]; p.area > most) {
          most = p.area;
          ExactPoint middle{0, 0, 0};
          const auto corners = lift(f, ring_of(p, floor, f, whole));
          for (const ExactPoint& c : corners)
            for (std::size_t k = 0; k < 3; ++k) middle[k] += c[k] / kernel::to_gmp(corners.size());
          place.at = std::move(middle);
        }
      }
  }

  // What is swept along outlines of places with the cause, where pieces may be. Owners are places.
  FloorFaces around(Cause cause, const FloorFaces& pieces) const {
    const mpq_class& step = facts_.grid.step;
    const PlanBoxes boxes(pieces);
    const kernel::DiscPolygon square = kernel::disc_polygon(kernel::min_disc_points, kernel::DiscBound::tangents, step);
    const kernel::Interval farthest = kernel::interval_of(step);
    FloorFaces out;
    out.unit = pieces.unit;
    for (Index f = 0; f < earlier_.faces.faces.size(); ++f) {
      const FloorFaces::Face& face = earlier_.faces.faces[f];
      if (!has_cause(face.owner, cause)) continue;
      kernel::Box box = box_of(earlier_.faces, f);
      for (std::size_t k = 0; k < 2; ++k) {
        box.low[k] = (kernel::Interval(box.low[k]) - farthest).low;
        box.high[k] = (kernel::Interval(box.high[k]) + farthest).high;
      }
      if (!boxes.may_meet(box)) continue;
      for (std::size_t i = 0; i < face.corners.size(); ++i)
        add_swept(out, earlier_.faces.points[face.corners[i]],
                  earlier_.faces.points[face.corners[i + 1 == face.corners.size() ? 0 : i + 1]], face.owner, square);
    }
    return out;
  }

  // Heights of the baseline over today's places, as those of the true floor are over found ones.
  HeightWindow window() const { return facts_.window.from_found(); }

  const AuditFacts& facts_;
  const Baseline::Places& earlier_;
  const Regions& today_;
  std::vector<char> met_;  // by place of the baseline
};

bool meet(const std::array<ExactPoint, 2>& a, const std::array<ExactPoint, 2>& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a[1][k] < b[0][k] || b[1][k] < a[0][k]) return false;
  return true;
}

void match_joins(const AuditFacts& facts, const Baseline& baseline, BaselineFacts& out) {
  std::vector<char> met(baseline.joins.size());
  for (const ComponentJoin& j : facts.joins) {
    BaselineFacts::Place& place = out.joins.emplace_back(BaselineFacts::Place{State::is_new, {}, j.from});
    for (std::size_t i = 0; i < met.size(); ++i) {
      const Baseline::Join& b = baseline.joins[i];
      if (b.is_false != j.is_false || b.cause != join_cause(j, facts.options.level.step) || !meet(b.box, j.box))
        continue;
      place = {};
      met[i] = true;
    }
  }
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Baseline::Join& b = baseline.joins[i];
    if (!met[i])
      out.gone.push_back(
          {std::string(b.is_false ? "false join" : "missing join") + (b.cause.empty() ? "" : " ") + b.cause,
           kernel::point_along(b.box[0], b.box[1], mpq_class(1) / 2)});
  }
}

void match_edges(const AuditFacts& facts, const Baseline& baseline, BaselineFacts& out) {
  std::set<std::array<ExactPoint, 2>> today;
  for (const MeshStructure::Edge& e : facts.structure.crowded_edges) {
    std::array<ExactPoint, 2> ends{facts.mesh.points[e.from], facts.mesh.points[e.to]};
    if (ends[1] < ends[0]) std::swap(ends[0], ends[1]);
    out.edges.emplace_back();
    if (!std::ranges::binary_search(baseline.edges, ends))
      out.edges.back() = {State::is_new, {}, kernel::point_along(ends[0], ends[1], mpq_class(1) / 2)};
    today.insert(std::move(ends));
  }
  for (const auto& ends : baseline.edges)
    if (!today.contains(ends))
      out.gone.push_back({"edge of three polygons", kernel::point_along(ends[0], ends[1], mpq_class(1) / 2)});
}

}  // namespace

const char* text_of(State state) {
  return state == State::is_new ? "new" : state == State::known ? "known" : "below_grid";
}

std::uint64_t BaselineFacts::count(State state) const {
  std::uint64_t out = 0;
  for (const auto* list : {&findings, &overlaps, &joins, &edges})
    out += static_cast<std::uint64_t>(std::ranges::count(*list, state, &Place::state));
  return out;
}

BaselineFacts match_baseline(const AuditFacts& facts, const Baseline& baseline) {
  BaselineFacts out;
  out.file = baseline.file;
  const JsonDocument now = JsonDocument::parse(json_text(conditions_json(facts)));
  const auto conditions = conditions_of(now.root());
  for (std::size_t i = 0; i < std::min(conditions.size(), baseline.conditions.size()); ++i)
    if (const auto& [name, value] = conditions[i]; value != baseline.conditions[i].second)
      out.differs.push_back(name + " " + baseline.conditions[i].second + ", now " + value);
  out.findings.resize(facts.findings.size());
  out.overlaps.resize(facts.overlaps.size());
  const auto match = [&](Baseline::Kind kind, const Regions& today, std::vector<BaselineFacts::Place>& places) {
    RegionMatch regions(facts, baseline.places[kind], today);
    regions.run(places);
    for (const Baseline::Place* p : regions.gone())
      out.gone.push_back({kind == Baseline::overlap ? "overlap"
                                                    : std::string(kind == Baseline::excess ? "excess " : "missing ") +
                                                          text_of(p->causes.front()),
                          p->inside, p->area});
  };
  match(Baseline::missing, regions_of(facts, false), out.findings);
  match(Baseline::excess, regions_of(facts, true), out.findings);
  match(Baseline::overlap, overlaps_of(facts), out.overlaps);
  match_joins(facts, baseline, out);
  match_edges(facts, baseline, out);
  return out;
}

}  // namespace plumb::pipeline
