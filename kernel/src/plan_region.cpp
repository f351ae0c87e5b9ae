// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/plan_region.h"

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {

RegionLocator::RegionLocator(const PlanRegion& region) {
  for (const PlanRing& ring : region.rings) {
    const std::size_t first = corners_.size(), n = ring.size();
    corners_.insert(corners_.end(), ring.begin(), ring.end());
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t p = first + i, q = first + (i + 1 == n ? 0 : i + 1);
      const int by_y = cmp(corners_[p][1], corners_[q][1]),
                order = by_y != 0 ? by_y : cmp(corners_[p][0], corners_[q][0]);
      if (order != 0) edges_.push_back(order < 0 ? Edge{p, q} : Edge{q, p});
    }
  }
  near_.reserve(corners_.size());
  for (const PlanPoint& p : corners_) near_.push_back({interval_of(p[0]), interval_of(p[1])});
}

// The point moved a little to the right and, by far less, up is inside if an odd number of edges lie to its right.
// Edges through the point itself are not counted. They leave the point as rays, and the point is on the boundary if an
// odd number of rays have one direction.
Location RegionLocator::operator()(const PlanPoint& point) const {
  const PlanRef p(point);
  const auto corner = [&](std::size_t i) { return PlanRef(corners_[i], near_[i][0], near_[i][1]); };
  const auto by_y = [](const PlanRef& a, const PlanRef& b) { return compare_y(a, b); };
  const auto by_x = [](const PlanRef& a, const PlanRef& b) { return compare_x(a, b); };
  bool inside = false;
  struct Ray {
    const Edge* along;
    bool up;
  };
  std::vector<Ray> rays;
  for (const Edge& e : edges_) {
    const PlanRef lower = corner(e.lower), upper = corner(e.upper);
    const int from_lower = by_y(p, lower);
    if (from_lower < 0) continue;
    const int from_upper = by_y(p, upper);
    if (from_upper > 0) continue;
    const int side = orientation(lower, upper, p);
    if (side > 0) inside ^= from_upper < 0;
    if (side != 0) continue;
    const int after = from_lower != 0 ? from_lower : by_x(p, lower),
              before = from_upper != 0 ? from_upper : by_x(p, upper);
    if (after < 0 || before > 0) continue;  // beyond a level edge
    if (before != 0) rays.push_back({&e, true});
    if (after != 0) rays.push_back({&e, false});
  }
  const auto one_way = [&](const Ray& r, const Ray& s) {
    return r.up == s.up &&
           turn(corner(r.along->lower), corner(r.along->upper), corner(s.along->lower), corner(s.along->upper)) == 0;
  };
  for (const Ray& r : rays)
    if (std::ranges::count_if(rays, [&](const Ray& s) { return one_way(r, s); }) % 2 != 0) return Location::boundary;
  return inside ? Location::inside : Location::outside;
}

mpq_class signed_area(const PlanRing& ring) {
  // In integers: fractions would be reduced at every step.
  mpz_class unit[2] = {1, 1};
  for (const PlanPoint& p : ring)
    for (std::size_t k = 0; k < 2; ++k)
      if (!mpz_divisible_p(unit[k].get_mpz_t(), p[k].get_den_mpz_t())) unit[k] = lcm(unit[k], p[k].get_den());
  std::vector<std::array<mpz_class, 2>> scaled(ring.size());
  for (std::size_t i = 0; i < ring.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      const mpq_class& v = ring[i][k];
      mpz_class& to = scaled[i][k];
      if (v.get_den() == unit[k]) {
        to = v.get_num();
        continue;
      }
      mpz_divexact(to.get_mpz_t(), unit[k].get_mpz_t(), v.get_den_mpz_t());
      to *= v.get_num();
    }
  mpq_class out(formulas::doubled_area<mpz_class>(
                    ring.size(), [&](std::size_t i) -> const auto& { return scaled[i]; }),
                2 * unit[0] * unit[1]);
  out.canonicalize();
  return out;
}

mpq_class area(const PlanRegion& region) {
  mpq_class sum = 0;
  for (const PlanRing& cell : convex_cells(region)) sum += signed_area(cell);
  return sum;
}

}  // namespace plumb::kernel
