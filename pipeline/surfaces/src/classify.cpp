// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/classify.h"

#include <cassert>

#include "plumb/kernel/normal.h"
#include "plumb/pipeline/chunks.h"

namespace plumb::pipeline {
namespace {

using namespace plumb::kernel;

SurfaceKind kind_of(const SurfaceSet& set, const Surface& s, const PointTable& points, const SlopeLimit& limit,
                    Sides sides) {
  if (s.kind == SurfaceKind::vertical) return SurfaceKind::vertical;  // convexify() has seen that
  if (sides == Sides::up && !s.faces_up) return SurfaceKind::blocker;
  const auto [a, b, c] = spanning_corners(points, set.corners_of(s));
  assert(turn(points, 2, a, b, c) != Sign::zero);
  std::optional<bool> within = limit.is_traversable_filtered(filtered_normal(points, a, b, c));
  if (!within)
    within = points.fixed() && are_whole(points, a, b, c)
                 ? limit.is_traversable(normal_of<FixedInteger<5>>(points, a, b, c))
                 : limit.is_traversable(normal_of<mpz_class>(points, a, b, c));
  return *within ? SurfaceKind::traversable : SurfaceKind::blocker;
}

}  // namespace

void classify(SurfaceSet& set, const PointTable& points, const SlopeLimit& limit, Sides sides, unsigned threads) {
  const std::size_t n = set.surfaces.size();
  for_chunks(n, chunk_count(n, threads), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      set.surfaces[i].kind = kind_of(set, set.surfaces[i], points, limit, sides);
  });
}

}  // namespace plumb::pipeline
