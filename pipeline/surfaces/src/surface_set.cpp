// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/surface_set.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace plumb::pipeline {

namespace {

template <class Iterator>
bool ascends(Iterator first, Iterator last) {
  return std::adjacent_find(first, last, std::greater_equal<>()) == last;
}

bool cuts_valid(const SurfaceSet& set, std::size_t point_count) {
  if (set.cut_begin.size() != set.cut_parts.size() || !ascends(set.cut_parts.begin(), set.cut_parts.end()))
    return false;
  if (set.cut_parts.empty()) return set.cut_corners.empty();
  if (set.cut_begin.front() != 0) return false;
  for (std::size_t i = 0; i < set.cut_begin.size(); ++i)
    if (std::uint64_t{set.cut_begin[i]} + 3 >
        (i + 1 < set.cut_begin.size() ? set.cut_begin[i + 1] : set.cut_corners.size()))
      return false;
  return std::ranges::all_of(set.cut_corners, [&](kernel::PointId p) { return p < point_count; });
}

}  // namespace

bool is_valid(const SurfaceSet& set, std::size_t point_count) {
  const auto listed = [&](const std::vector<std::uint32_t>& v) { return ascends(v.begin(), v.end()); };
  if (!cuts_valid(set, point_count)) return false;
  if (!listed(set.degenerate_faces) || !listed(set.split_faces) || !listed(set.dropped_faces) ||
      !listed(set.triangulated_faces) || !listed(set.bent_faces) ||
      !ascends(set.dropped_corners.begin(), set.dropped_corners.end()) ||
      !std::ranges::is_sorted(set.fanned_faces, std::less<>(), &FannedFace::face))
    return false;
  if (set.surfaces.empty() && set.covered_begin.empty()) return set.covered_parts.empty();
  if (set.covered_begin.size() != set.surfaces.size() + 1 || set.covered_begin.front() != 0 ||
      set.covered_begin.back() != set.covered_parts.size())
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
    if (set.covered_begin[i] >= set.covered_begin[i + 1] || set.covered_begin[i + 1] > set.covered_parts.size())
      return false;
    const auto parts = set.parts_of(i);
    if (parts.front() != FacePart{s.face, s.part} || !ascends(parts.begin(), parts.end())) return false;
  }
  return true;
}

}  // namespace plumb::pipeline
