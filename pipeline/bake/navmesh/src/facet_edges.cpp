// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/facet_edges.h"

#include <algorithm>

namespace plumb::pipeline {

using PointIndex = NavMesh::PointIndex;

void FacetEdges::find(const NavMesh::Cell& cell) {
  kernel::start_anew(number_between_);
  between_.clear();
  doubled_.clear();
  std::uint32_t count = 0;
  for (const NavMesh::Facet& facet : cell.facets) {
    const std::span<const PointIndex> ring = facet.ring();
    for (std::size_t i = 0; i < ring.size(); ++i, ++count) {
      const PointIndex from = ring[i], to = ring[i + 1 == ring.size() ? 0 : i + 1];
      const bool forward = from < to;
      const std::uint64_t ends = forward ? kernel::pair_key(from, to) : kernel::pair_key(to, from);
      const auto [at, is_new] = number_between_.try_emplace(ends, static_cast<std::uint32_t>(between_.size()));
      if (is_new) {
        between_.push_back({1, count, count, forward});
      } else if (Between& its = between_[at->second]; ++its.count == 2 && its.forward != forward) {
        its.second = count;
        doubled_.push_back(at->second);
      }
    }
  }
  open_.assign(count, 1);
  pairs_.clear();
  for (const std::uint32_t i : doubled_) {
    const Between& its = between_[i];
    if (its.count != 2) continue;
    open_[its.first] = open_[its.second] = 0;
    pairs_.push_back(its.forward ? Pair{its.first, its.second} : Pair{its.second, its.first});
  }
}

bool FacetEdges::add_boundary(const NavMesh::Cell& cell, std::vector<PointIndex>& out) {
  open_edges_.clear();
  std::size_t edge = 0;
  for (const NavMesh::Facet& facet : cell.facets) {
    const std::span<const PointIndex> ring = facet.ring();
    for (std::size_t i = 0; i < ring.size(); ++i)
      if (is_open(edge++)) open_edges_.push_back({ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]});
  }
  std::sort(open_edges_.begin(), open_edges_.end());
  const auto starts_alike = [](const auto& e, const auto& f) { return e[0] == f[0]; };
  if (open_edges_.empty() ||
      std::adjacent_find(open_edges_.begin(), open_edges_.end(), starts_alike) != open_edges_.end())
    return false;
  const std::size_t before = out.size();
  auto at = open_edges_.begin();
  do {
    out.push_back((*at)[0]);
    const PointIndex to = (*at)[1];
    at = std::lower_bound(open_edges_.begin(), open_edges_.end(), to,
                          [](const auto& e, PointIndex p) { return e[0] < p; });
    if (at == open_edges_.end() || (*at)[0] != to) break;
  } while (at != open_edges_.begin() && out.size() - before < open_edges_.size());
  if (at == open_edges_.begin() && out.size() - before == open_edges_.size()) return true;
  out.resize(before);
  return false;
}

void FacetEdges::add_open_ends(const NavMesh::Cell& cell, std::vector<PointIndex>& out) {
  ends_.clear();
  std::size_t edge = 0;
  for (const NavMesh::Facet& facet : cell.facets) {
    const std::span<const PointIndex> ring = facet.ring();
    for (std::size_t i = 0; i < ring.size(); ++i)
      if (is_open(edge + i) || is_open(edge + (i == 0 ? ring.size() : i) - 1))
        ends_.push_back({ring[i], static_cast<std::uint32_t>(ends_.size())});
    edge += ring.size();
  }
  std::sort(ends_.begin(), ends_.end(),
            [](const End& a, const End& b) { return a.point != b.point ? a.point < b.point : a.order < b.order; });
  ends_.erase(std::unique(ends_.begin(), ends_.end(), [](const End& a, const End& b) { return a.point == b.point; }),
              ends_.end());
  std::sort(ends_.begin(), ends_.end(), [](const End& a, const End& b) { return a.order < b.order; });
  for (const End& end : ends_) out.push_back(end.point);
}

std::vector<NavMesh::PointIndex> hull_of_open_ends(const NavMesh::Cell& cell, const MeshPoints& points,
                                                   FacetEdges& edges) {
  using PointIndex = NavMesh::PointIndex;
  // All of its corners are ends of open edges.
  std::vector<PointIndex> corners;
  edges.add_open_ends(cell, corners);
  std::ranges::sort(corners);
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  struct Corner {
    PointIndex index;
    MeshPoints::Place at;
  };
  std::vector<Corner> sorted;
  sorted.reserve(corners.size());
  for (const PointIndex i : corners) sorted.push_back({i, points.place(i)});
  std::ranges::sort(sorted, [](const Corner& a, const Corner& b) { return kernel::before(a.at, b.at); });

  // Andrew's monotone chain: the lower half, then the upper one.
  std::vector<const Corner*> hull;
  const auto run = [&](auto first, auto last) {
    const std::size_t base = hull.size();
    for (; first != last; ++first) {
      while (hull.size() > base + 1 && kernel::orientation(hull[hull.size() - 2]->at, hull.back()->at, first->at) <= 0)
        hull.pop_back();
      hull.push_back(&*first);
    }
    hull.pop_back();
  };
  run(sorted.begin(), sorted.end());
  run(sorted.rbegin(), sorted.rend());
  std::vector<PointIndex> out;
  out.reserve(hull.size());
  for (const Corner* c : hull) out.push_back(c->index);
  return out;
}

void append_strict_corners(std::span<const PointIndex> ring, const MeshPoints& points, std::vector<PointIndex>& out) {
  MeshPoints::Place last = points.place(ring.back()), at = points.place(ring.front());
  for (std::size_t i = 0, n = ring.size(); i < n; ++i) {
    const MeshPoints::Place next = points.place(ring[i + 1 == n ? 0 : i + 1]);
    if (kernel::orientation(last, at, next) != 0) out.push_back(ring[i]);
    last = at;
    at = next;
  }
}

void append_convex_outline(const NavMesh::Cell& cell, const MeshPoints& points, bool strict, FacetEdges& edges,
                           std::vector<NavMesh::PointIndex>& ring, std::vector<NavMesh::PointIndex>& out) {
  const bool alone = cell.facets.size() == 1;
  ring.clear();
  if (!alone) {
    edges.find(cell);
    if (!edges.add_boundary(cell, ring)) {
      const std::vector<NavMesh::PointIndex> hull = hull_of_open_ends(cell, points, edges);
      out.insert(out.end(), hull.begin(), hull.end());
      return;
    }
  }
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  if (strict) out.insert(out.end(), cell.facets[0].corners.begin(), cell.facets[0].corners.end());
  else append_strict_corners(alone ? cell.facets[0].ring() : ring, points, out);
  auto least = out.begin() + first;
  MeshPoints::Place at_least = points.place(*least);
  for (auto i = least + 1; i != out.end(); ++i)
    if (const MeshPoints::Place at = points.place(*i); kernel::before(at, at_least)) least = i, at_least = at;
  std::rotate(out.begin() + first, least, out.end());
}

}  // namespace plumb::pipeline
