// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/near_limit.h"

#include <algorithm>
#include <optional>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/plane.h"

namespace plumb::pipeline {
namespace {

using kernel::SlopeLimit;

mpz_class part() { return mpz_class(1) << near_limit_bits; }

// Tells most polygons in doubles that are not near a limit.
class FarFilter {
 public:
  explicit FarFilter(const SlopeLimit& limit) {
    constexpr int precision = 128;
    // More than the tangent's part squared, and less than what doubles tell.
    const mpq_class wide = 1 + mpq_class(1, 1 << 30), one = 1;
    const kernel::RationalInterval cos_squared = limit.cos_squared(precision);
    if (sgn(cos_squared.low) <= 0 || cos_squared.high > 1) return;
    steeper_ = SlopeLimit::from_tan_squared((one / cos_squared.low - 1) * wide);
    flatter_ = SlopeLimit::from_tan_squared((one / cos_squared.high - 1) / wide);
  }

  bool is_far(const kernel::FilteredNormal& n) const {
    return steeper_ && (steeper_->is_traversable_filtered(n) == false || flatter_->is_traversable_filtered(n) == true);
  }

 private:
  std::optional<SlopeLimit> steeper_, flatter_;
};

}  // namespace

mpq_class just_below(const mpq_class& limit) { return limit * part() / (part() + 1); }
mpq_class just_above(const mpq_class& limit) { return limit * (part() + 1) / part(); }

kernel::ExactPoint middle_of(const std::vector<kernel::ExactPoint>& corners) {
  kernel::ExactPoint out;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const kernel::ExactPoint& p : corners) out[axis] += p[axis];
    out[axis] /= kernel::to_gmp(corners.size());
  }
  return out;
}

void keep_greatest(std::vector<NearPlace>& places) {
  std::ranges::stable_sort(places, std::ranges::greater(), &NearPlace::size);
  if (places.size() > near_places) places.resize(near_places);
}

NearLimit near_slope(const kernel::PointTable& points, const SurfaceSet& set, const SlopeLimit& limit, Sides sides) {
  const FarFilter filter(limit);
  const mpz_class whole = part(), more = whole + 1;
  NearLimit out;
  for (std::size_t i = 0; i < set.surfaces.size(); ++i) {
    const Surface& s = set.surfaces[i];
    if (s.kind == SurfaceKind::vertical || (sides == Sides::up && !s.faces_up)) continue;
    const auto corners = set.corners_of(s);
    const auto [a, b, c] = kernel::spanning_corners(points, corners);
    if (filter.is_far(kernel::filtered_normal(points, a, b, c))) continue;
    const bool kept = s.kind == SurfaceKind::traversable;
    // The tangent of a kept one is multiplied by 1 + 2^-40, that of another divided: near are those that change sides.
    const auto n = kernel::normal_of<mpz_class>(points, a, b, c);
    const mpz_class &across = kept ? more : whole, &up = kept ? whole : more;
    if (limit.is_traversable(kernel::ExactNormal{n.x * across, n.y * across, n.z * up}) == kept) continue;
    const double area = kernel::plan_area(points, corners).get_d();
    (kept ? out.kept : out.lost) += area;
    if (kept) continue;
    out.greatest.push_back({{static_cast<kernel::PolygonId>(i), kernel::no_polygon}, area, {}});
  }
  keep_greatest(out.greatest);
  for (NearPlace& place : out.greatest) {
    std::vector<kernel::ExactPoint> corners;
    for (const kernel::PointId p : set.corners_of(set.surfaces[place.polygons[0]])) {
      kernel::ExactPoint& at = corners.emplace_back();
      for (std::size_t axis = 0; axis < 3; ++axis)
        at[axis] = points.exact(p, static_cast<int>(axis)) / points.denominator();
    }
    place.at = middle_of(corners);
  }
  return out;
}

}  // namespace plumb::pipeline
