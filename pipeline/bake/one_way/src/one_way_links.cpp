// SPDX-License-Identifier: GPL-3.0-or-later
// One-way links: drops from ledges and leaps across gaps (docs/theory/definitions.md, Drops and leaps).
//
// Problem. From each point of the border, straight out in plan: is there floor below, or across, to land on, and is the
// air on the way there free? The answer is wanted as stretches between two cells of the navmesh.
// 1. A ledge is a stretch of the border of the level's graph, in coordinates along it (u) and outward (v). All that can
//    be met is linear in u.
// 2. drops() takes the line at the distance where one lands, finds the facets of the navmesh that lie just beyond it
//    (FloorIndex, section_beyond) and cuts them to the heights of a drop.
// 3. leaps() looks at the other stretches of border within the width. For each stance, lower_envelope() says which one
//    is met first. Where it faces back one lands, with a radius so far behind it as the radius takes.
// 4. link() finds the floor from which one starts, on the ledge or as far behind it as the radius takes. ColumnCheck
//    finds what is in the way from there to over the landing, ColumnBeyond what is in the way down.
// 5. joined_links() joins stretches that go straight on, and leaps that lead back.
//
// Cost: one query of a box tree for each ledge, then exact arithmetic for each facet and ledge that doubles cannot
// reject; k log k for k ledges within the width of a leap.
// Exact: everything but an irrational end where the width of a leap is used up, which is rounded inward as that of a
// weld is (within_reach()).
// Source: our own. Engines have such links sampled: Recast's off-mesh connections, Unity's drop height and jump
// distance.
#include "plumb/pipeline/one_way_links.h"

#include <algorithm>
#include <utility>

#include "floor_beyond.h"
#include "join_links.h"
#include "ledges.h"
#include "plumb/pipeline/column_check.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/stance_pieces.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;
using kernel::Interval;
using kernel::IntervalSet;
using kernel::Linear;

constexpr std::size_t ledges_at_once = 64;

bool is_constant(const Linear& f, const mpq_class& value) { return sgn(f.slope) == 0 && f.at == value; }

// At least a length, in the integer units of the points.
double at_least(const mpq_class& length, const mpz_class& unit) {
  return kernel::interval_of(mpq_class(length * unit)).high;
}

// The polygon that stands for a disc; none for the radius 0.
std::optional<kernel::DiscPolygon> polygon_of(const OneWaySettings& s, const mpq_class& radius) {
  if (sgn(radius) == 0) return std::nullopt;
  return kernel::disc_polygon(s.disc_points, s.bound, radius);
}

mpq_class extent(const Ledge& ledge, const std::optional<kernel::DiscPolygon>& polygon) {
  return polygon ? ledge.extent(*polygon) : mpq_class(0);
}

// No corner of a polygon of N points is farther from the origin than the root of 2 times the radius.
double reach_of(const mpq_class& radius, const mpz_class& unit) { return at_least(radius * 3 / 2, unit); }

class LinkFinder {
 public:
  LinkFinder(const LinkedLevel& level, const SurfaceIndex& index, const Ledges& ledges, const kernel::BoxTree& tree,
             const FloorIndex& floor, const OneWaySettings& settings)
      : level_(level),
        index_(index),
        ledges_(ledges),
        tree_(tree),
        floor_(floor),
        s_(settings),
        unit_(level.scene.points.denominator()),
        check_(level.scene.points, level.set, index, level.map.step),
        behind_(polygon_of(settings, settings.radius)),
        ahead_(polygon_of(settings, settings.radius + settings.drop_reach)) {}

  // Appends the links from a ledge.
  void find(std::uint32_t i, std::vector<NavMesh::OneWayLink>& out) const {
    if (sgn(s_.drop) > 0) drops(i, out);
    if (sgn(s_.leap) > 0) leaps(i, out);
  }

 private:
  // Where one lands: on a facet just beyond a line over the ledge.
  struct Landing {
    FloorIndex::Found floor;
    ExactInterval range;
  };
  // For which part of a landing a stance comes there at all.
  using Admitted = std::function<IntervalSet(kernel::Label, const ExactInterval&)>;

  // The line at `offset` from a ledge, and what is beyond it as seen from the ledge's inside, or from its outside.
  NearLine near_line(std::uint32_t i, const mpq_class& offset, bool inward) const {
    return {ledges_.near_begin(i), ledges_.near_run(i), kernel::interval_of(offset), inward};
  }

  void drops(std::uint32_t i, std::vector<NavMesh::OneWayLink>& out) const {
    const kernel::Box box = around(ledges_.box(i), reach_of(s_.radius + s_.drop_reach, unit_), at_least(s_.drop, unit_),
                                   -kernel::interval_of(mpq_class(level_.map.step * unit_)).low);
    std::optional<Ledge> ledge;
    Linear offset;
    NearLine line = near_line(i, 0, false);
    std::vector<Landing> landings;
    floor_.any(box, [&](std::uint32_t facet) {
      if (!ahead_ && floor_.misses(line, facet)) return false;
      if (!ledge) {
        ledge.emplace(ledges_.from(i), ledges_.to(i));
        offset = {extent(*ledge, ahead_), 0};
        line.offset = kernel::interval_of(offset.at);
      }
      if (ahead_ && floor_.misses(line, facet)) return false;
      auto found = floor_.beyond({*ledge, offset}, line, facet);
      if (!found) return false;
      const Linear fall = ledge->height - found->section.height;
      ExactInterval range = found->section.range;
      if (is_constant(fall, level_.map.step) || !clip(range, Linear{s_.drop, 0} - fall) ||
          !clip(range, fall + mpq_class(-level_.map.step)))
        return false;
      landings.push_back({std::move(*found), std::move(range)});
      return false;
    });
    if (landings.empty()) return;
    link(OneWayKind::drop, *ledge, offset, starts(i, *ledge), landings, i, {}, out);
  }

  // The stretches that one may leap to from a ledge, as far as doubles tell, and those that may be met before them,
  // ascending.
  std::vector<std::uint32_t> near_ledges(std::uint32_t i) const {
    struct Near {
      std::uint32_t ledge;
      kernel::IntervalFacing seen;
    };
    const kernel::Box box = around(ledges_.box(i), at_least(s_.leap, unit_), at_least(s_.leap_height, unit_), 0);
    const Interval reach = kernel::interval_coordinate(s_.leap, unit_);
    const kernel::IntervalReach within{reach * reach, kernel::interval_coordinate(s_.leap_height, unit_)};
    std::vector<Near> near;
    std::vector<kernel::IntervalFacing> facing;
    tree_.query(box, [&](std::uint32_t j) {
      Near n{j, {}};
      if (j == i || !tree_.box(j).touches(box) ||
          !interval_facing(ledges_.near_segment(i), ledges_.near_segment(j), within, n.seen))
        return;
      const BorderStretch &own = ledges_.stretch(i), &other = ledges_.stretch(j);
      if (std::max(own.lowest, other.lowest) > std::min(own.highest, other.highest)) return;
      if (n.seen.may_face_back) facing.push_back(n.seen);
      near.push_back(std::move(n));
    });
    std::vector<std::uint32_t> out;
    for (const Near& n : near)
      if (!std::ranges::all_of(facing, [&](const auto& f) { return certainly_not_before(f, n.seen); }))
        out.push_back(n.ledge);
    std::ranges::sort(out);
    return out;
  }

  void leaps(std::uint32_t i, std::vector<NavMesh::OneWayLink>& out) const {
    const std::vector<std::uint32_t> near = near_ledges(i);
    if (near.empty()) return;
    const Ledge ledge(ledges_.from(i), ledges_.to(i));
    std::vector<std::pair<std::uint32_t, SeenLedge>> targets;
    for (const std::uint32_t j : near) {
      auto seen = ledges_.seen(ledge, j);
      if (!seen) continue;
      const Linear fall = ledge.height - seen->height;
      if (clip(seen->range, fall) && clip(seen->range, Linear{s_.leap_height, 0} - fall))
        targets.push_back({j, std::move(*seen)});
    }
    if (std::ranges::none_of(targets, [](const auto& t) { return t.second.faces_back; })) return;
    const BorderStretch& own = ledges_.stretch(i);
    std::vector<std::vector<std::pair<kernel::Label, IntervalSet>>> met(targets.size());
    for (kernel::Label stance = own.lowest; stance <= own.highest; ++stance) {
      std::vector<kernel::LinearPiece> pieces;
      for (std::uint32_t k = 0; k < targets.size(); ++k) {
        const BorderStretch& other = ledges_.stretch(targets[k].first);
        if (other.lowest <= stance && stance <= other.highest)
          pieces.push_back({targets[k].second.range, targets[k].second.distance, k});
      }
      std::vector<std::vector<ExactInterval>> first(targets.size());
      for (const kernel::EnvelopeStretch& e : kernel::lower_envelope(pieces))
        for (const std::uint32_t k : e.ids)
          if (targets[k].second.faces_back) first[k].push_back(e.range);
      for (std::uint32_t k = 0; k < targets.size(); ++k)
        if (!first[k].empty()) met[k].push_back({stance, united(std::move(first[k]))});
    }
    std::optional<std::vector<Landing>> begin;
    for (std::uint32_t k = 0; k < targets.size(); ++k) {
      if (met[k].empty()) continue;
      if (!begin) begin = starts(i, ledge);
      leap(i, ledge, *begin, targets[k].first, targets[k].second, met[k], out);
    }
  }

  // Leaps to another stretch, where each stance meets it first.
  void leap(std::uint32_t i, const Ledge& ledge, const std::vector<Landing>& begin, std::uint32_t j,
            const SeenLedge& seen, const std::vector<std::pair<kernel::Label, IntervalSet>>& met,
            std::vector<NavMesh::OneWayLink>& out) const {
    Linear offset = seen.distance;
    mpq_class behind = 0;
    if (behind_) {
      // The other's line, moved behind it by as much as the radius takes there.
      const Ledge other(ledges_.from(j), ledges_.to(j));
      behind = -other.extent(*behind_);
      offset.at += behind * other.frame.squared_length /
                   kernel::formulas::dot2d(other.outward[0], other.outward[1], ledge.outward[0], ledge.outward[1]);
    }
    kernel::Box box =
        around(ledges_.box(j), reach_of(s_.radius, unit_), at_least(s_.window, unit_), at_least(s_.window, unit_));
    NearLine line = near_line(j, behind, true);
    line.ends = false;
    std::vector<Landing> landings;
    floor_.any(box, [&](std::uint32_t facet) {
      if (floor_.misses(line, facet)) return false;
      auto found = floor_.beyond({ledge, offset}, line, facet);
      if (!found) return false;
      ExactInterval range{std::max(found->section.range.from, seen.range.from),
                          std::min(found->section.range.to, seen.range.to)};
      if (range.from < range.to && is_at(found->section.height, seen.height, range))
        landings.push_back({std::move(*found), std::move(range)});
      return false;
    });
    if (landings.empty()) return;
    const Admitted admitted = [&](kernel::Label stance, const ExactInterval& range) -> IntervalSet {
      const auto at = std::ranges::find(met, stance, [](const auto& m) { return m.first; });
      if (at == met.end()) return {};
      IntervalSet near;
      for (const ExactInterval& part : kernel::common(at->second, {range}))
        if (auto within = kernel::clip_to_distance(part, seen.distance, ledge.frame.squared_length, s_.leap,
                                                   kernel::Rounding::outward))
          near.push_back(std::move(*within));
      return near;
    };
    link(OneWayKind::leap, ledge, offset, begin, landings, i, admitted, out, &seen.distance);
  }

  // Cuts a range to where floor is that of a border at a height: the same without a radius, else within the window.
  bool is_at(const Linear& floor, const Linear& border, ExactInterval& range) const {
    const Linear above = floor - border;
    if (!behind_) return sgn(above(range.from)) == 0 && sgn(above(range.to)) == 0;
    return !is_constant(above, s_.window) && !is_constant(above, -s_.window) &&
           clip(range, Linear{s_.window, 0} - above) && clip(range, above + s_.window);
  }

  // The floor from which one starts.
  std::vector<Landing> starts(std::uint32_t i, const Ledge& ledge) const {
    const LineOver line{ledge, {-extent(ledge, behind_), 0}, true};
    const NearLine near = near_line(i, line.offset.at, true);
    const double window = behind_ ? at_least(s_.window, unit_) : 0;
    std::vector<Landing> out;
    floor_.any(around(ledges_.box(i), reach_of(s_.radius, unit_), window, window), [&](std::uint32_t facet) {
      if (floor_.misses(near, facet)) return false;
      auto found = floor_.beyond(line, near, facet);
      if (!found) return false;
      ExactInterval range = found->section.range;
      if (is_at(found->section.height, ledge.height, range)) out.push_back({std::move(*found), std::move(range)});
      return false;
    });
    return out;
  }

  // The links from a ledge, of where one starts and where one lands.
  void link(OneWayKind kind, const Ledge& ledge, const Linear& offset, const std::vector<Landing>& begin,
            const std::vector<Landing>& landings, std::uint32_t i, const Admitted& admitted,
            std::vector<NavMesh::OneWayLink>& out, const Linear* width = nullptr) const {
    const BorderStretch& own = ledges_.stretch(i);
    for (const Landing& start : begin)
      for (const Landing& landing : landings) {
        const ExactInterval range{std::max(start.range.from, landing.range.from),
                                  std::min(start.range.to, landing.range.to)};
        const kernel::Label top = std::min({own.highest, start.floor.stance, landing.floor.stance});
        if (range.from >= range.to || top < own.lowest || start.floor.cell == landing.floor.cell) continue;
        const mpq_class& tallest = height(top);
        const Linear& down = landing.floor.section.height;
        const auto lowest = std::min(down(range.from), down(range.to)),
                   highest = std::max(ledge.height(range.from), ledge.height(range.to));
        const ColumnBeyond column(level_.scene.points, level_.set, index_, {ledge, offset}, range, lowest,
                                  highest + tallest);
        const kernel::PlanFrame plan(ledge.plan_from, ledge.plan_to);
        const auto passes = [&](kernel::Label stance) -> IntervalSet {
          if (stance < own.lowest) return {};
          IntervalSet free = admitted ? admitted(stance, range) : IntervalSet{range};
          if (free.empty()) return free;
          free = without(free, column.stopped(range, down, ledge.height + height(stance)));
          IntervalSet all;
          for (const ExactInterval& part : free) {
            const Crossing crossing{ledge.frame, plan, part, ledge.height, ledge.height, offset};
            for (ExactInterval& rest : without({part}, check_.stopped(crossing, height(stance), Stops::all)))
              all.push_back(std::move(rest));
          }
          return all;
        };
        for (StancePiece& piece : pieces_by_stance(top, range, passes)) {
          if (width) {
            auto near = within_reach(ledge.frame, piece.range, *width, s_.leap);
            if (!near) continue;
            piece.range = std::move(*near);
          }
          out.push_back(made(kind, ledge, offset, start.floor, landing.floor, piece));
        }
      }
  }

  // on_a runs counter-clockwise around a, so against the ledge.
  NavMesh::OneWayLink made(OneWayKind kind, const Ledge& ledge, const Linear& offset, const FloorIndex::Found& from,
                           const FloorIndex::Found& to, const StancePiece& piece) const {
    NavMesh::OneWayLink l;
    l.a = from.cell, l.b = to.cell, l.kind = kind, l.stance = piece.stance;
    const mpq_class back = -extent(ledge, behind_);
    for (std::size_t end = 0; end < 2; ++end) {
      const mpq_class& u = end == 0 ? piece.range.to : piece.range.from;
      const kernel::PlanPoint a = ledge.frame.at(u, back), b = ledge.frame.at(u, offset(u));
      l.on_a[end] = {a[0], a[1], from.section.height(u)};
      l.on_b[end] = {b[0], b[1], to.section.height(u)};
    }
    return l;
  }

  const mpq_class& height(kernel::Label stance) const {
    return level_.map.stances[static_cast<std::size_t>(stance) - 1].height;
  }

  const LinkedLevel& level_;
  const SurfaceIndex& index_;
  const Ledges& ledges_;
  const kernel::BoxTree& tree_;
  const FloorIndex& floor_;
  const OneWaySettings& s_;
  const mpz_class& unit_;
  const ColumnCheck check_;
  const std::optional<kernel::DiscPolygon> behind_, ahead_;
};

}  // namespace

void add_one_way_links(const LinkedLevel& level, const SurfaceIndex& index, const Border& border,
                       const OneWaySettings& settings, NavMesh& mesh) {
  const mpz_class& unit = level.scene.points.denominator();
  const Ledges ledges(border, unit);
  std::vector<kernel::Box> boxes;
  for (std::uint32_t i = 0; i < ledges.size(); ++i) boxes.push_back(ledges.box(i));
  const kernel::BoxTree tree(std::move(boxes));
  const FloorIndex floor(mesh, unit);
  const LinkFinder finder(level, index, ledges, tree, floor, settings);
  mesh.one_way_links =
      joined_links(parallel_list<NavMesh::OneWayLink>(ledges.size(), ledges_at_once, settings.threads, [&](unsigned) {
        return [&](std::size_t i, std::vector<NavMesh::OneWayLink>& out) {
          finder.find(static_cast<std::uint32_t>(i), out);
        };
      }));
}

}  // namespace plumb::pipeline
