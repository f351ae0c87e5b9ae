// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/surface_set.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace plumb::pipeline {

bool is_valid(const SurfaceSet& set, std::size_t point_count) {
  const auto ascends = [](auto first, auto last) { return std::adjacent_find(first, last, std::greater_equal<>()) == last; };
  const auto listed = [&](const std::vector<std::uint32_t>& v) { return ascends(v.begin(), v.end()); };
  if (!listed(set.degenerate_faces) || !listed(set.split_faces) || !listed(set.dropped_faces)) return false;
  if (set.surfaces.empty() && set.covered_begin.empty()) return set.covered_faces.empty();
  if (set.covered_begin.size() != set.surfaces.size() + 1 || set.covered_begin.front() != 0 ||
      set.covered_begin.back() != set.covered_faces.size())
    return false;
  for (std::size_t i = 0; i < set.surfaces.size(); ++i) {
    const Surface& s = set.surfaces[i];
    if (i > 0) {
      const Surface& before = set.surfaces[i - 1];
      if (std::tie(before.face, before.part) >= std::tie(s.face, s.part)) return false;
    }
    if (s.corner_count < 3 || std::uint64_t{s.first_corner} + s.corner_count > set.corners.size()) return false;
    const auto corners = set.corners_of(s);
    if (!std::all_of(corners.begin(), corners.end(), [&](kernel::PointId p) { return p < point_count; })) return false;
    if (set.covered_begin[i] >= set.covered_begin[i + 1] || set.covered_begin[i + 1] > set.covered_faces.size())
      return false;
    const auto first = set.covered_faces.begin() + set.covered_begin[i];
    if (*first != s.face || !ascends(first, set.covered_faces.begin() + set.covered_begin[i + 1])) return false;
  }
  return true;
}

}  // namespace plumb::pipeline
