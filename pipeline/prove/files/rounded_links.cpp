// SPDX-License-Identifier: LGPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "files/rounded_check.h"

namespace plumb::checker {

// docs/reference/exports.md, "Link polygons": a 512th of the step, without one of the widest weld; or 2^-17 of the
// greatest coordinate, if that is more. In doubles, and two steps of the grid more.
void RoundedCheck::set_strip_width() {
  double widest = option_value(exact_, "step").get_d(), greatest = 0;
  for (const auto& v : near_)
    for (std::size_t k = 0; k < 3; ++k) greatest = std::max(greatest, std::fabs(v[k] + mesh_.origin[k]));
  if (widest == 0)
    for (const NavMesh::Portal& p : exact_.portals)
      if (p.kind == NavMesh::Kind::weld)
        for (std::size_t end = 0; end < 2; ++end) {
          const auto &a = near_[p.on_a[end]], &b = near_[p.on_b[end]];
          const double x = a[0] - b[0], y = a[1] - b[1];
          widest = std::max(widest, std::sqrt(x * x + y * y));
        }
  strip_ = steps(std::max(widest / 512, std::ldexp(greatest, -17))) + 2;
}

// What a cell may give up along a stretch of its side.
Region RoundedCheck::strip(Index cell, const GridSegment& side) const {
  Region out = around(rings_[cell], e_);
  out.push_back(left_of(side[0], side[1], e_));
  out.push_back(left_of(side[1], side[0], strip_ + e_));
  return out;
}

// The cell of a portal that an edge of a cell leads to: the cell itself, or one of which nothing is left.
Index RoundedCheck::end_at(Index cell, Index portal, const GridSegment& s) {
  const NavMesh::Portal& p = exact_.portals[portal];
  if (cell == p.a || cell == p.b) return cell;
  for (const Index end : {p.a, p.b})
    if (!has_polygon_[end] && leads_over_others(cell, end, s)) return end;
  return none;
}

bool RoundedCheck::is_beside_link(Index cell, Index portal, const GridSegment& s) {
  const Index end = end_at(cell, portal, s);
  std::vector<Region> regions;
  for (const PortalSide& side : end == none ? std::span<const PortalSide>() : soft_[end])
    if (side.portal == portal) {
      regions.push_back(strip(end, stretch(side)));
      regions.push_back(around(stretch(side), e_));
    }
  return cover(regions, s);
}

// Whether a polygon lies in the gap of a portal and the strips beside it, at heights between.
bool RoundedCheck::is_of_link(std::size_t polygon, Index portal) const {
  const NavMesh::Portal& p = exact_.portals[portal];
  const NavMesh::Kind kind = mesh_.polygons[polygon].link;
  if (kind != NavMesh::Kind::flush && kind != p.kind) return false;
  const GridSegment on_a = stretch({portal, false}), on_b = stretch({portal, true});
  const std::array gap{on_a[1], on_a[0], on_b[1], on_b[0]};  // it is on the right of both
  const auto [low, high] = std::minmax({gap[0].z, gap[1].z, gap[2].z, gap[3].z});
  const std::array regions{around(gap, e_), strip(p.a, on_a), strip(p.b, on_b)};
  for (std::size_t c = mesh_.polygons[polygon].first; c < mesh_.end(polygon); ++c) {
    if (at(c).z < low - high_ || at(c).z > high + high_) return false;
    if (std::ranges::none_of(regions, [&](const Region& r) { return has(r, at(c)); })) return false;
  }
  return true;
}

bool RoundedCheck::may_be_of_link(std::size_t polygon) const {
  return std::ranges::any_of(parts_near_[vertex_[mesh_.polygons[polygon].first]], [&](Index part) {
    return std::ranges::any_of(soft_[cell_of(part)],
                               [&](const PortalSide& s) { return is_of_link(polygon, s.portal); });
  });
}

// Without groups, the runs of cells may have taken polygons of links that are also near a cell. They are among the last
// of those that lie where links may be, and the first of them has an edge in common with what lies beyond.
void RoundedCheck::part_links(const std::vector<std::size_t>& choice_of) {
  std::size_t first = links_from_;
  while (first > 0 && may_be_of_link(first - 1)) --first;
  while (first < links_from_ && faults(first, choice_of) == 0) ++first;
  for (; links_from_ > first; --links_from_) cell_[links_from_ - 1] = none;
}

void RoundedCheck::check_links() {
  link_of_.assign(mesh_.polygons.size(), none);
  linked_.assign(exact_.portals.size(), 0);
  Sets sets(mesh_.polygons.size());
  for (std::size_t p = links_from_; p < mesh_.polygons.size(); ++p)
    for (std::size_t c = mesh_.polygons[p].first; c < mesh_.end(p); ++c)
      if (twin_[c] != alone && cell_[polygon_of_[twin_[c]]] == none) sets.unite(p, polygon_of_[twin_[c]]);
  std::map<std::size_t, std::vector<std::size_t>> links;
  for (std::size_t p = links_from_; p < mesh_.polygons.size(); ++p)
    if (cell_[p] == none) links[sets.find(p)].push_back(p);
  for (const auto& [first, polygons] : links) check_link(polygons);
}

// Polygons of links that have edges in common, one after the other, are one link; or several, where nothing is left of
// a cell between them. Each lies along a portal of the cells beside them, or of one that is lost beside these, and so
// does each edge that they have in common with a cell; and the portals lead from each of these cells to each other.
void RoundedCheck::check_link(const std::vector<std::size_t>& polygons) {
  std::set<Index> cells, portals, used;
  std::vector<std::pair<Index, GridSegment>> edges;  // in common with polygons of cells
  for (const std::size_t p : polygons)
    for (std::size_t c = mesh_.polygons[p].first; c < mesh_.end(p); ++c)
      if (twin_[c] != alone && cell_[polygon_of_[twin_[c]]] != none) {
        edges.emplace_back(cell_[polygon_of_[twin_[c]]], edge(p, c));
        cells.insert(edges.back().first);
      }
  const auto fits = [&](Index i, std::size_t polygon) {
    const NavMesh::Portal& p = exact_.portals[i];
    return label(polygon) == std::min({p.stance, label_[p.a], label_[p.b]}) && is_of_link(polygon, i);
  };
  const auto fail = [&](std::size_t polygon) {
    return Refutation(name(polygon) + " at " + name(at(mesh_.polygons[polygon].first)) +
                      ", of a link, does not join cells beside it along a step or weld");
  };
  for (const Index cell : cells) {
    for (const PortalSide& s : soft_[cell]) portals.insert(s.portal);
    for (const PortalSide& w : ways_[cell])
      if (!has_polygon_[beyond(w)])
        for (const PortalSide& s : soft_[beyond(w)]) portals.insert(s.portal);
  }
  // One portal that all lie along, or else one for each.
  const auto all = std::ranges::find_if(portals, [&](Index i) {
    return std::ranges::all_of(polygons, [&](std::size_t p) { return fits(i, p); }) &&
           std::ranges::all_of(edges, [&](const auto& e) { return is_beside_link(e.first, i, e.second); });
  });
  if (all != portals.end()) portals = {*all};
  for (const std::size_t p : polygons) {
    const auto found = std::ranges::find_if(portals, [&](Index i) { return fits(i, p); });
    if (found == portals.end()) throw fail(p);
    link_of_[p] = *found;
    used.insert(*found);
  }
  std::set<Index> ends, joined;
  for (const auto& [cell, s] : edges) {
    const auto found = std::ranges::find_if(used, [&, c = cell, &s = s](Index i) { return is_beside_link(c, i, s); });
    if (found == used.end()) throw fail(polygons[0]);
    ends.insert(end_at(cell, *found, s));
  }
  if (!ends.empty()) joined.insert(*ends.begin());
  for (std::size_t round = 0; round < used.size(); ++round)
    for (const Index i : used) {
      const NavMesh::Portal& p = exact_.portals[i];
      if (joined.contains(p.a) || joined.contains(p.b)) joined.insert({p.a, p.b});
    }
  // Without groups, what was cut off a cell may lie between links and be taken for one.
  if (ends.empty() || (ends.size() < 2 && !mesh_.may_link) || !std::ranges::includes(joined, ends))
    throw fail(polygons[0]);
  if (ends.size() < 2) return;
  for (const Index i : used)
    if (!linked_[i]) linked_[i] = 1, ++facts_.links;
}

}  // namespace plumb::checker
