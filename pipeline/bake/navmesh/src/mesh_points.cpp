// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/mesh_points.h"

#include <cmath>
#include <deque>

#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

// Never forgets one: copies of MeshPoints name them.
class GivenPoints : public PointSource {
 public:
  FilteredPoint near(std::uint32_t name) const override { return points_[name].near; }
  const ExactPoint& exact(std::uint32_t name) const override { return points_[name].exact; }
  std::uint32_t add(ExactPoint point) {
    const FilteredPoint near{kernel::interval_of(point[0]), kernel::interval_of(point[1]),
                             kernel::interval_of(point[2])};
    points_.push_back({std::move(point), near});
    return static_cast<std::uint32_t>(points_.size() - 1);
  }

 private:
  struct Given {
    ExactPoint exact;
    FilteredPoint near;
  };
  std::deque<Given> points_;
};

// The same as the quotient of the intervals, to the last bit; a unit is positive and mostly a double.
[[gnu::always_inline]] inline kernel::Interval quotient(const kernel::Interval& a, const kernel::Interval& unit) {
  if (!kernel::is_exact(unit) || kernel::is_zero(a)) return a / unit;
  return kernel::outward(a.low / unit.low, a.high / unit.low);
}

}  // namespace

void PointSource::make_exact(std::span<const std::uint32_t>, unsigned) const {}

kernel::Sign PointSource::turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const {
  const ExactPoint &p = exact(a), &q = exact(b), &r = exact(c), &s = exact(d);
  return kernel::orientation_of_vectors_exact(p[0], p[1], q[0], q[1], r[0], r[1], s[0], s[1]);
}

MeshPoints::MeshPoints(std::vector<ExactPoint> points) {
  for (ExactPoint& p : points) push_back(std::move(p));
}

void MeshPoints::push_back(ExactPoint point) {
  if (!source_) source_ = std::make_shared<GivenPoints>();
  auto& given = const_cast<GivenPoints&>(dynamic_cast<const GivenPoints&>(*source_));
  names_.push_back(given.add(std::move(point)));
}

MeshPoints MeshPoints::selected(std::span<const Index> list) const {
  MeshPoints out(source_, unit_);
  for (const Index i : list) out.add(names_[i]);
  return out;
}

bool MeshPoints::operator==(const MeshPoints& other) const {
  if (size() != other.size()) return false;
  for (Index i = 0; i < size(); ++i)
    if ((*this)[i] != other[i]) return false;
  return true;
}

bool is_zero(const MeshPoints& points, MeshPoints::Index i, std::size_t axis) {
  const kernel::Interval at = points.near(i)[axis];
  if (at.low > 0 || at.high < 0) return false;
  return kernel::is_zero(at) || sgn(points[i][axis]) == 0;
}

std::array<double, 3> rounded_doubles(const MeshPoints& points, MeshPoints::Index i) {
  const FilteredPoint near = points.near(i);
  const kernel::Interval& unit = points.near_unit();
  std::array<double, 3> out;
  for (std::size_t k = 0; k < 3; ++k) {
    // Both exact: one IEEE division rounds to nearest.
    const bool quotient = kernel::is_exact(near[k]) && kernel::is_exact(unit) && std::isfinite(near[k].low);
    out[k] = quotient ? near[k].low / unit.low + 0.0 : kernel::nearest_double(points[i][k]);
  }
  return out;
}

FilteredPoint bounds(const MeshPoints& points, MeshPoints::Index i) {
  FilteredPoint near = points.near(i);
  const kernel::Interval unit = points.near_unit();
  for (std::size_t k = 0; k < 3; ++k) {
    near[k] = quotient(near[k], unit);
    if (!std::isfinite(near[k].low) || !std::isfinite(near[k].high)) near[k] = kernel::interval_of(points[i][k]);
  }
  return near;
}

std::array<float, 3> rounded_floats(const MeshPoints& points, MeshPoints::Index i) {
  const FilteredPoint near = points.near(i);
  const bool whole = points.unit() == 1;
  std::array<float, 3> out;
  for (std::size_t k = 0; k < 3; ++k) {
    const kernel::Interval at = whole ? near[k] : quotient(near[k], points.near_unit());  // in input units
    out[k] = nearest_float_in(at, [&] { return points[i][k]; });
  }
  return out;
}

std::array<float, 3> rounded_floats_from(const MeshPoints& points, MeshPoints::Index i,
                                         const std::array<double, 3>& origin) {
  const FilteredPoint near = bounds(points, i);
  std::array<float, 3> out;
  for (std::size_t k = 0; k < 3; ++k)
    out[k] =
        nearest_float_in(near[k] - kernel::Interval(origin[k]), [&] { return mpq_class(points[i][k] - origin[k]); });
  return out;
}

}  // namespace plumb::pipeline
