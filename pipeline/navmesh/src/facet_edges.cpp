// SPDX-License-Identifier: GPL-3.0-or-later
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

}  // namespace plumb::pipeline
