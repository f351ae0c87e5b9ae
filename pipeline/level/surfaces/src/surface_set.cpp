// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/surface_set.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/plane.h"
#include "plumb/pipeline/parallel.h"

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

using namespace plumb::kernel;

SurfaceKind kind_of(const SurfaceSet& set, const Surface& s, const PointTable& points, const SlopeLimit& limit,
                    Sides sides) {
  if (s.kind == SurfaceKind::vertical) return SurfaceKind::vertical;  // convexify() has seen that
  if (sides == Sides::up && !s.faces_up) return SurfaceKind::blocker;
  const auto [a, b, c] = spanning_corners(points, set.corners_of(s));
  assert(orientation(points, 2, a, b, c) != Sign::zero);
  std::optional<bool> within = limit.is_traversable_filtered(filtered_normal(points, a, b, c));
  if (!within)
    within = points.fixed() && are_whole(points, a, b, c)
                 ? limit.is_traversable(normal_of<FixedInteger<5>>(points, a, b, c))
                 : limit.is_traversable(normal_of<mpz_class>(points, a, b, c));
  return *within ? SurfaceKind::traversable : SurfaceKind::blocker;
}

constexpr double largest = std::numeric_limits<double>::max();

std::vector<Box> boxes_of(const kernel::PointTable& points, const SurfaceSet& set) {
  std::vector<Box> boxes;
  boxes.reserve(set.surfaces.size());
  for (const Surface& s : set.surfaces) boxes.push_back(surface_box(points, set.corners_of(s)));
  return boxes;
}

}  // namespace

bool is_valid(const SurfaceSet& set, std::size_t point_count) {
  const auto listed = [&](const std::vector<std::uint32_t>& v) { return ascends(v.begin(), v.end()); };
  if (!cuts_valid(set, point_count) || !std::ranges::is_sorted(set.crossings, std::less<>(), &FaceCrossing::face) ||
      std::ranges::any_of(set.crossings, [&](const FaceCrossing& c) { return c.point >= point_count; }))
    return false;
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

void classify(SurfaceSet& set, const PointTable& points, const SlopeLimit& limit, Sides sides, unsigned threads) {
  const std::size_t n = set.surfaces.size();
  for_chunks(n, chunk_count(n, threads), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      set.surfaces[i].kind = kind_of(set, set.surfaces[i], points, limit, sides);
  });
}

Box surface_box(const kernel::PointTable& points, std::span<const kernel::PointId> corners) {
  Box b = kernel::no_box;
  for (const kernel::PointId p : corners)
    for (int k = 0; k < 3; ++k) {
      // Beyond the range of double, an infinity is outward on one side alone.
      b.low[k] = std::min({b.low[k], points.approx(p, k), largest});
      b.high[k] = std::max({b.high[k], points.approx(p, k), -largest});
    }
  return b;
}

SurfaceIndex::SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set) : BoxTree(boxes_of(points, set)) {}

SurfaceIndex::SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set,
                           const std::vector<std::uint32_t>& chosen)
    : BoxTree(boxes_of(points, set), chosen) {}

Box rounded_box(const kernel::PointTable& points, const kernel::ExactPoint& low, const kernel::ExactPoint& high) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = kernel::nearest_double(mpq_class(low[k] * points.denominator()));
    box.high[k] = kernel::nearest_double(mpq_class(high[k] * points.denominator()));
  }
  return box;
}

}  // namespace plumb::pipeline
