// SPDX-License-Identifier: GPL-3.0-or-later
// False joins and missing joins: the places where one floor joins what the other one parts.
//
// Both kinds are one question with the floors exchanged. The joining floor has owners (cells of the true floor, or
// polygons of the navmesh) and links between them; the components of the parting floor are the parts. find_joins() runs
// a JoinFinder with true_floor() for missing joins, and one with found_floor() for false ones:
// 1. find_matches() lists, for each owner of a component that is split or merged, the parts with which it has area in
//    common (MatchedRegions), but for slight ones and those narrower than the file's grid.
// 2. follow_links() searches breadth first from all these owners at once, through owners that match nothing. Each of
//    the latter belongs to the owner that reaches it first.
// 3. meet_within() connects the parts that one owner matches by a tree of the narrowest gaps: n - 1 meetings for n
//    parts. meet_across() adds a meeting for a link between owners that have no part in common. So the meetings connect
//    all parts of a component.
// 4. gap_of() measures a meeting: between the pieces of the two parts or, across a link, between the pieces that are
//    nearest to the link's end on either side.
// 5. places() unites meetings of the same two parts in one owner, or in owners that a link joins, into one
//    ComponentJoin (groups, place). Its gap is the narrowest of theirs.
//
// Cost: linear in owners and links. A gap takes, at worst, the product of the pieces' edges on both sides, though boxes
// reject most of these; n parts within one owner take n^2 gaps. Memory: linear.
// Exact: the points and the width of a reported gap. Doubles choose which edges are measured (rough_gap,
// narrowest_gap).
// Source: our own; the tree is Prim's (1957).
#include <algorithm>
#include <functional>
#include <map>
#include <queue>

#include "compare/narrowest_gap.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/match_components.h"
#include "plumb/pipeline/places.h"

namespace plumb::pipeline {
namespace {

using Index = std::uint32_t;
constexpr Index none = 0xffffffffu;

// The joining floor: how its owners are linked.
struct JoiningFloor {
  std::vector<std::array<Index, 2>> links;                                               // owners
  std::function<ComponentJoin::Link(Index link)> describe;                               // for the report
  std::function<std::optional<std::array<ExactPoint, 2>>(Index link, Index owner)> end;  // on the owner's side
};

class JoinFinder {
 public:
  JoinFinder(const JoinInput& in, bool is_false, const MatchedRegions& regions, JoiningFloor floor)
      : in_(in),
        is_false_(is_false),
        floor_(std::move(floor)),
        component_(is_false ? in.of_found : in.of_truth),
        regions_(regions),
        near_(regions.all().size()) {}

  std::vector<ComponentJoin> find() {
    find_matches();
    follow_links();
    for (Index owner = 0; owner < component_.size(); ++owner)
      if (matches_.contains(owner)) meet_within(owner);
    for (Index link = 0; link < floor_.links.size(); ++link) meet_across(link);
    return places();
  }

 private:
  // By part, the regions that an owner has in common with it.
  using Matches = std::map<Index, std::vector<Index>>;
  struct Meeting {
    std::array<Index, 2> parts;   // ascending
    std::array<Index, 2> owners;  // that match them
    Index link = none;
    std::vector<Index> through = {};
  };
  struct Gap {
    ExactPoint from, to;
    mpq_class squared_width;
    std::array<MatchedRegions::Part, 2> pieces;
    std::vector<ExactPoint> reached;
  };

  void find_matches() {
    const auto& joined = is_false_ ? in_.components.merged : in_.components.split;
    for (Index r = 0; r < regions_.all().size(); ++r) {
      const MatchedRegions::Region& region = regions_.all()[r];
      const std::pair key{in_.of_truth[region.cell], in_.of_found[region.polygon]};
      if (!std::ranges::binary_search(joined, is_false_ ? key.second : key.first) ||
          in_.components.slight.contains(key) || regions_.is_narrower(region, in_.grid))
        continue;
      matches_[is_false_ ? region.polygon : region.cell][is_false_ ? key.first : key.second].push_back(r);
    }
  }

  void follow_links() {
    const auto& joined = is_false_ ? in_.components.merged : in_.components.split;
    neighbours_.resize(component_.size());
    for (Index l = 0; l < floor_.links.size(); ++l) {
      const auto [a, b] = floor_.links[l];
      if (!std::ranges::binary_search(joined, component_[a])) continue;
      neighbours_[a].push_back({b, l});
      neighbours_[b].push_back({a, l});
    }
    source_.assign(component_.size(), none);
    before_.assign(component_.size(), {none, none});
    std::queue<Index> next;
    for (const auto& [owner, parts] : matches_) {
      source_[owner] = owner;
      next.push(owner);
    }
    for (; !next.empty(); next.pop())
      for (const auto& [other, link] : neighbours_[next.front()]) {
        if (source_[other] != none) continue;
        source_[other] = source_[next.front()];
        before_[other] = {next.front(), link};
        next.push(other);
      }
  }

  const std::vector<NearPolygon>& near(Index region) {
    std::vector<NearPolygon>& out = near_[region];
    if (out.empty())
      for (const MatchedRegions::Part& p : regions_.all()[region].parts) out.emplace_back(regions_.ring(p));
    return out;
  }
  // The pieces of an owner in a part: by doubles, and which they are.
  struct Pieces {
    std::vector<NearPolygon> near;
    std::vector<MatchedRegions::Part> parts;
  };
  Pieces pieces_of(Index owner, Index part) {
    Pieces out;
    for (const Index r : matches_.at(owner).at(part)) {
      const auto& polygons = near(r);
      out.near.insert(out.near.end(), polygons.begin(), polygons.end());
      const auto& parts = regions_.all()[r].parts;
      out.parts.insert(out.parts.end(), parts.begin(), parts.end());
    }
    return out;
  }

  static std::array<Index, 2> ordered(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

  void meet_within(Index owner) {
    const Matches& parts = matches_.at(owner);
    if (parts.size() < 2) return;
    std::vector<Index> names;
    std::vector<Pieces> pieces;
    for (const auto& [part, regions] : parts) {
      names.push_back(part);
      pieces.push_back(pieces_of(owner, part));
    }
    // Prim's tree of the narrowest gaps.
    std::vector<double> gap(names.size(), HUGE_VAL);
    std::vector<std::size_t> from(names.size(), 0);
    std::vector<bool> is_in(names.size());
    for (std::size_t at = 0, count = 1; count < names.size(); ++count) {
      is_in[at] = true;
      std::size_t best = names.size();
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (is_in[i]) continue;
        const double width = rough_gap(pieces[at].near, pieces[i].near, gap[i]);
        if (width < gap[i]) gap[i] = width, from[i] = at;
        if (best == names.size() || gap[i] < gap[best]) best = i;
      }
      meetings_.push_back({ordered(names[from[best]], names[best]), {owner, owner}});
      at = best;
    }
  }

  void meet_across(Index link) {
    const auto [a, b] = floor_.links[link];
    const Index from = source_[a], to = source_[b];
    if (from == none || to == none || from == to) return;
    const Matches &ours = matches_.at(from), &theirs = matches_.at(to);
    for (const auto& [part, regions] : ours)
      if (theirs.contains(part)) return;
    if ((from != a || to != b) && !ways_.insert(ordered(from, to)).second) return;
    std::array<Index, 2> best{ours.begin()->first, theirs.begin()->first};
    if (ours.size() > 1 || theirs.size() > 1) {
      double least = HUGE_VAL;
      for (const auto& [p, first] : ours)
        for (const auto& [q, second] : theirs) {
          const double width = rough_gap(pieces_of(from, p).near, pieces_of(to, q).near);
          if (width < least) least = width, best = {p, q};
        }
    }
    Meeting meeting{best, {from, to}, link};
    for (const Index end : {a, b})
      for (Index at = end; before_[at].first != none; at = before_[at].first) meeting.through.push_back(at);
    if (best[0] > best[1])
      std::swap(meeting.parts[0], meeting.parts[1]), std::swap(meeting.owners[0], meeting.owners[1]);
    meetings_.push_back(std::move(meeting));
  }

  // The first link of a meeting's way, seen from the owner on the given side.
  Index link_at(const Meeting& m, std::size_t side) const {
    const auto [a, b] = floor_.links[m.link];
    for (const Index end : {a, b}) {
      if (source_[end] != m.owners[side]) continue;
      Index at = end, link = m.link;
      while (before_[at].first != none) link = before_[at].second, at = before_[at].first;
      return link;
    }
    return m.link;
  }

  // The stretch of a segment beside the points that narrowest_gap() has reached.
  static kernel::PlanRing reached_part(const NarrowestGap& gap, const kernel::PlanRing& segment) {
    mpq_class first = 1, last = 0;
    for (const kernel::PlanPoint& p : gap.reached) {
      const mpq_class share = kernel::nearest_share(p, segment[0], segment[1]);
      first = std::min(first, share);
      last = std::max(last, share);
    }
    return {kernel::point_along(segment[0], segment[1], first), kernel::point_along(segment[0], segment[1], last)};
  }

  // The point of the parting floor over a place in plan.
  ExactPoint lift(const kernel::PlanPoint& at, const MatchedRegions::Part& piece) const {
    return is_false_ ? FaceLift(in_.comparison.truth)(piece.face, at) : FaceLift(in_.comparison.found)(piece.by, at);
  }

  Gap gap_of(const Meeting& m) {
    const std::array<Pieces, 2> pieces{pieces_of(m.owners[0], m.parts[0]), pieces_of(m.owners[1], m.parts[1])};
    const auto ring = [&](std::size_t side) -> RingOf {
      return [&, side](std::size_t i) { return regions_.ring(pieces[side].parts[i]); };
    };
    std::array<std::optional<std::array<ExactPoint, 2>>, 2> ends;
    if (m.link != none)
      for (std::size_t side = 0; side < 2; ++side) ends[side] = floor_.end(link_at(m, side), m.owners[side]);
    Gap out;
    if (ends[0] && ends[1]) {
      std::array<kernel::PlanRing, 2> segments;
      for (std::size_t side = 0; side < 2; ++side)
        for (const ExactPoint& p : *ends[side]) segments[side].push_back({p[0], p[1]});
      const auto nearest = [&](std::size_t side, const kernel::PlanRing& segment) {
        const std::vector<NearPolygon> near{NearPolygon(segment)};
        return narrowest_gap(pieces[side].near, ring(side), near, [&](std::size_t) { return segment; });
      };
      // If both ends are one segment, the pieces of the two sides may lie beside different stretches of it. Side 0 is
      // measured to the stretch that side 1 lies beside, ...
      const bool is_one = segments[0] == segments[1];
      if (is_one) segments[0] = reached_part(nearest(1, segments[1]), segments[1]);
      std::array<kernel::PlanPoint, 2> at;
      for (std::size_t side = 0; side < 2; ++side) {
        const NarrowestGap gap = nearest(side, segments[side]);
        out.pieces[side] = pieces[side].parts[gap.a];
        at[side] = gap.from;
        // ... and side 1 is measured to the point of the segment that is nearest to side 0.
        if (is_one && side == 0) segments[1].assign(2, kernel::nearest_point(gap.from, segments[0][0], segments[0][1]));
        (side == 0 ? out.from : out.to) = lift(gap.from, out.pieces[side]);
      }
      out.squared_width = kernel::squared_distance(at[0], at[1]);
    } else {
      const NarrowestGap gap = narrowest_gap(pieces[0].near, ring(0), pieces[1].near, ring(1));
      out.pieces = {pieces[0].parts[gap.a], pieces[1].parts[gap.b]};
      out.from = lift(gap.from, out.pieces[0]);
      out.to = lift(gap.to, out.pieces[1]);
      out.squared_width = gap.squared_width;
      out.reached.reserve(gap.reached.size() + 2);
      for (const kernel::PlanPoint& p : gap.reached) out.reached.push_back({p[0], p[1], out.from[2]});
    }
    out.reached.push_back(out.from);
    out.reached.push_back(out.to);
    return out;
  }

  // Meetings of the same two parts in one owner, or in owners that a link joins, are one place.
  std::vector<ComponentJoin> places() {
    const auto key = [&](Index i) { return std::pair(component_[meetings_[i].owners[0]], meetings_[i].parts); };
    std::vector<Index> order(meetings_.size());
    for (Index i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, key);
    std::vector<ComponentJoin> out;
    for (auto at = order.begin(); at != order.end();) {
      const auto end = std::find_if(at, order.end(), [&](Index i) { return key(i) != key(*at); });
      for (const std::vector<Index>& group : groups({at, end})) out.push_back(place(group));
      at = end;
    }
    return out;
  }
  std::vector<std::vector<Index>> groups(std::span<const Index> meetings) {
    std::map<Index, Index> first;  // by owner, a meeting in it
    kernel::UnionFind sets(static_cast<Index>(meetings.size()));
    for (Index i = 0; i < meetings.size(); ++i)
      for (const Index owner : meetings_[meetings[i]].owners) sets.unite(i, first.try_emplace(owner, i).first->second);
    for (const auto& [owner, i] : first)
      for (const auto& [other, link] : neighbours_[owner])
        if (const auto at = first.find(other); at != first.end()) sets.unite(i, at->second);
    std::map<Index, std::vector<Index>> out;
    for (Index i = 0; i < meetings.size(); ++i) out[sets.find(i)].push_back(meetings[i]);
    std::vector<std::vector<Index>> list;
    for (auto& [root, group] : out) list.push_back(std::move(group));
    return list;
  }

  const AreaTotal& common_area(Index component, Index part) const {
    return in_.components.areas.at(is_false_ ? std::pair(part, component) : std::pair(component, part));
  }

  ComponentJoin place(const std::vector<Index>& group) {
    ComponentJoin out;
    const Meeting& first = meetings_[group[0]];
    out.is_false = is_false_;
    out.component = component_[first.owners[0]];
    const AreaTotal &one = common_area(out.component, first.parts[0]),
                    &two = common_area(out.component, first.parts[1]);
    out.area = one.near().low <= two.near().low ? one : two;
    for (std::size_t side = 0; side < 2; ++side) out.sides[side].component = first.parts[side];
    std::vector<ExactPoint> reached;
    std::vector<Index> links;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Meeting& m = meetings_[group[i]];
      Gap gap = gap_of(m);
      for (std::size_t side = 0; side < 2; ++side) {
        out.sides[side].cells.push_back(gap.pieces[side].cell);
        out.sides[side].polygons.push_back(gap.pieces[side].polygon);
      }
      out.through.insert(out.through.end(), m.through.begin(), m.through.end());
      reached.insert(reached.end(), gap.reached.begin(), gap.reached.end());
      if (m.link != none)
        for (const Index link : {link_at(m, 0), m.link, link_at(m, 1)}) links.push_back(link);
      if (i > 0 && gap.squared_width >= out.squared_width) continue;
      out.from = std::move(gap.from);
      out.to = std::move(gap.to);
      out.squared_width = std::move(gap.squared_width);
    }
    for (ComponentJoin::Side& side : out.sides) {
      sort_unique(side.cells);
      sort_unique(side.polygons);
      for (const Index cell : side.cells) add_faces(in_.truth, cell, side.faces);
      sort_unique(side.faces);
    }
    sort_unique(out.through);
    sort_unique(links);
    for (const Index link : links) {
      out.links.push_back(floor_.describe(link));
      if (const auto& segment = out.links.back().segment)
        reached.insert(reached.end(), segment->begin(), segment->end());
    }
    const NearPoints near(reached);
    PointBox box(near, 0);
    for (Index p = 1; p < reached.size(); ++p) box.grow(p);
    out.box = box.box();
    return out;
  }

  const JoinInput& in_;
  const bool is_false_;
  const JoiningFloor floor_;
  const std::vector<Index>& component_;  // by owner of the floor that joins
  const MatchedRegions& regions_;
  std::vector<std::vector<NearPolygon>> near_;                    // by region
  std::map<Index, Matches> matches_;                              // by owner
  std::vector<std::vector<std::pair<Index, Index>>> neighbours_;  // by owner: others, and the links
  std::vector<Index> source_;                                     // by owner: the one with parts that reaches it
  std::vector<std::pair<Index, Index>> before_;                   // by owner: the one before it on that way, the link
  std::set<std::array<Index, 2>> ways_;                           // pairs of owners that meet through others
  std::vector<Meeting> meetings_;
};

JoiningFloor true_floor(const JoinInput& in) {
  JoiningFloor out;
  std::vector<Index> portals;
  for (Index p = 0; p < in.truth.portals.size(); ++p) {
    const NavMesh::Portal& portal = in.truth.portals[p];
    if (portal.stance < in.stance || in.of_truth[portal.a] == no_component || in.of_truth[portal.b] == no_component)
      continue;
    portals.push_back(p);
    out.links.push_back({portal.a, portal.b});
  }
  const auto segment = [&mesh = in.truth](const std::array<NavMesh::PointIndex, 2>& ends) {
    return std::array<ExactPoint, 2>{mesh.points[ends[0]], mesh.points[ends[1]]};
  };
  out.describe = [&mesh = in.truth, portals, segment](Index link) {
    const NavMesh::Portal& portal = mesh.portals[portals[link]];
    return ComponentJoin::Link{portal.a, portal.b, portal.kind, segment(portal.on_a)};
  };
  out.end = [&mesh = in.truth, portals, segment](Index link, Index owner) {
    const NavMesh::Portal& portal = mesh.portals[portals[link]];
    return std::optional(segment(owner == portal.b ? portal.on_b : portal.on_a));
  };
  return out;
}

// The edge from corner to corner that two polygons have in common.
std::optional<std::array<ExactPoint, 2>> common_edge(const ForeignMesh& mesh, const ForeignMesh::Link& link) {
  const auto &a = mesh.polygons[link.a].corners, &b = mesh.polygons[link.b].corners;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto p = a[i], q = a[i + 1 == a.size() ? 0 : i + 1], r = b[j], s = b[j + 1 == b.size() ? 0 : j + 1];
      if (p != q && ((p == r && q == s) || (p == s && q == r)))
        return std::array<ExactPoint, 2>{mesh.points[p], mesh.points[q]};
    }
  return std::nullopt;
}

JoiningFloor found_floor(const JoinInput& in) {
  JoiningFloor out;
  for (const ForeignMesh::Link& l : in.mesh.links) out.links.push_back({l.a, l.b});
  out.describe = [&mesh = in.mesh](Index link) {
    const ForeignMesh::Link& l = mesh.links[link];
    return ComponentJoin::Link{l.a, l.b, std::nullopt, common_edge(mesh, l)};
  };
  out.end = [&mesh = in.mesh](Index link, Index) { return common_edge(mesh, mesh.links[link]); };
  return out;
}

}  // namespace

std::vector<ComponentJoin> find_joins(const JoinInput& in) {
  const MatchedComponents& m = in.components;
  if (m.split.empty() && m.merged.empty()) return {};
  const MatchedRegions regions(in.comparison, [&](std::uint32_t cell, std::uint32_t polygon) {
    const std::pair key{in.of_truth[cell], in.of_found[polygon]};
    return !m.slight.contains(key) &&
           (std::ranges::binary_search(m.split, key.first) || std::ranges::binary_search(m.merged, key.second));
  });
  std::vector<ComponentJoin> out;
  if (!m.split.empty()) out = JoinFinder(in, false, regions, true_floor(in)).find();
  if (!m.merged.empty())
    for (ComponentJoin& join : JoinFinder(in, true, regions, found_floor(in)).find()) out.push_back(std::move(join));
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [](const ComponentJoin& j) { return j.area.near().low + j.area.near().high; });
  return out;
}

}  // namespace plumb::pipeline
