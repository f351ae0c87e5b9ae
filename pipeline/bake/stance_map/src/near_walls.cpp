// SPDX-License-Identifier: GPL-3.0-or-later
// Walls that stop somebody by so little that the rounding of coordinates may have decided about it: fences and kerbs
// whose top is at the step, beams whose lower side is at a stance's height.
// 1. Floor::may_be_near() rejects most obstructions in intervals of doubles: no corner of the wall is as high above the
//    floor's box or, then, above its plane.
// 2. height_over() is what a wall has over a place, from its lowest to its highest point there, as fractions.
// 3. near_walls() adds up the obstructions that are near at both ends and half way.
// Cost: see near_walls.h.
// Source: our own.
#include "plumb/pipeline/near_walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PolygonId;

// The heights of a wall over a point of the floor, the lowest and the highest; none beside the wall.
std::optional<std::array<mpq_class, 2>> height_over(const std::vector<ExactPoint>& wall, const ExactPoint& at) {
  const int axis = std::ranges::any_of(wall, [&](const ExactPoint& p) { return p[0] != wall[0][0]; }) ? 0 : 1;
  std::optional<std::array<mpq_class, 2>> out;
  const auto add = [&](const mpq_class& z) {
    if (!out) out = {z, z};
    (*out)[0] = std::min((*out)[0], z);
    (*out)[1] = std::max((*out)[1], z);
  };
  for (std::size_t i = 0; i < wall.size(); ++i) {
    const ExactPoint &p = wall[i], &q = wall[i + 1 == wall.size() ? 0 : i + 1];
    if (p[axis] == at[axis]) add(p[2] - at[2]);
    if ((p[axis] < at[axis]) == (q[axis] < at[axis]) || p[axis] == at[axis] || q[axis] == at[axis]) continue;
    add(p[2] + (q[2] - p[2]) * (at[axis] - p[axis]) / (q[axis] - p[axis]) - at[2]);
  }
  return out;
}

// A polygon that walls stand on, in intervals of doubles.
class Floor {
 public:
  Floor(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, PolygonId polygon)
      : points_(points), polygon_(polygon) {
    const Box& box = index.box(polygon);
    low_ = kernel::interval_of(points, box.low[2]);
    high_ = kernel::interval_of(points, box.high[2]);
    const auto [a, b, c] = kernel::spanning_corners(points, set.corners_of(set.surfaces[polygon]));
    const kernel::FilteredNormal n = kernel::filtered_normal(points, a, b, c);
    const auto within = [](double value, double error) { return Interval(value) + Interval(-error, error); };
    normal_ = {within(n.x, n.error_x), within(n.y, n.error_y), within(n.z, n.error_z)};
    anchor_ = a;
  }
  PolygonId polygon() const { return polygon_; }

  // Not certainly lower or higher, all of a wall's corners, than the limit above the floor.
  bool may_be_near(std::span<const kernel::PointId> wall, const Interval& limit) const {
    const double low = (low_ + limit).low, high = (high_ + limit).high;
    return std::ranges::any_of(wall, [&](kernel::PointId p) {
      const Interval z = kernel::interval_of(points_, p, 2);
      return z.high >= low && z.low <= high && may_be_at(p, limit);
    });
  }

 private:
  // Whether a point may be as high above the plane: the height times the normal's z against the limit times it.
  bool may_be_at(kernel::PointId p, const Interval& limit) const {
    Interval over(0);
    for (std::size_t axis = 0; axis < 3; ++axis)
      over = over + normal_[axis] * (kernel::interval_of(points_, p, static_cast<int>(axis)) -
                                     kernel::interval_of(points_, anchor_, static_cast<int>(axis)));
    const Interval wanted = normal_[2] * limit;
    return !(over.high < wanted.low || over.low > wanted.high);
  }

  const kernel::PointTable& points_;
  PolygonId polygon_;
  kernel::PointId anchor_ = 0;
  Interval low_{0}, high_{0};
  std::array<Interval, 3> normal_{Interval(0), Interval(0), Interval(0)};
};

// What is near a limit, by floor and wall.
class NearSum {
 public:
  void add(PolygonId floor, PolygonId wall, const ExactPoint& from, const ExactPoint& to, const ExactPoint& middle) {
    const mpq_class x = to[0] - from[0], y = to[1] - from[1];
    const double length = std::sqrt(mpq_class(x * x + y * y).get_d());
    Wall& sum = walls_[{floor, wall}];
    sum.length += length;
    if (length > sum.longest) sum.longest = length, sum.at = middle;
  }
  NearLimit limit() const {
    NearLimit out;
    for (const auto& [polygons, wall] : walls_) {
      out.lost += wall.length;
      out.greatest.push_back({polygons, wall.length, wall.at});
    }
    keep_greatest(out.greatest);
    return out;
  }

 private:
  struct Wall {
    double length = 0, longest = 0;
    ExactPoint at;  // half way along the longest
  };
  std::map<std::array<PolygonId, 2>, Wall> walls_;
};

}  // namespace

NearWalls near_walls(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                     const StanceMap& map) {
  const auto rounded = [&](const mpq_class& height) { return kernel::interval_of(height * points.denominator()); };
  std::optional<Floor> floor;  // obstructions ascend by it
  const auto may_be_near = [&](const vcd::Obstruction& o, const Interval& limit) {
    if (!floor || floor->polygon() != o.surface) floor.emplace(points, set, index, o.surface);
    return floor->may_be_near(set.corners_of(set.surfaces[o.wall]), limit);
  };
  CellGeometry geometry(points, set, map);
  const auto add_near = [&](const vcd::Obstruction& o, const mpq_class& limit, std::size_t end, NearSum& sum) {
    const auto [from, to] = geometry.ends(o);
    const ExactPoint middle{(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2};
    const auto wall = kernel::exact_corners(points, set.corners_of(set.surfaces[o.wall]));
    const mpq_class below = just_below(limit), above = just_above(limit);
    for (const ExactPoint* at : {&from, &to, &middle}) {
      const auto over = height_over(wall, *at);
      if (!over || (*over)[end] <= below || (*over)[end] >= above) return;
    }
    sum.add(o.surface, o.wall, from, to, middle);
  };
  const auto wide = [&](const mpq_class& limit) {
    return Interval(rounded(just_below(limit)).low, rounded(just_above(limit)).high);
  };
  NearSum step;
  std::vector<NearSum> headroom(map.stances.size());
  const Interval step_near = wide(map.step);
  std::vector<Interval> near;
  for (const Stance& s : map.stances) near.push_back(wide(s.height));
  for (const vcd::Obstruction& o : map.table.obstructions) {
    if (o.may_cross < 0) continue;
    if (o.may_cross == 0 && sgn(map.step) > 0 && may_be_near(o, step_near)) add_near(o, map.step, 1, step);
    const auto s = static_cast<std::size_t>(o.may_cross);  // the lowest stance that is stopped
    if (s < near.size() && may_be_near(o, near[s])) add_near(o, map.stances[s].height, 0, headroom[s]);
  }
  NearWalls out{step.limit(), {}};
  for (const NearSum& sum : headroom) out.headroom.push_back(sum.limit());
  return out;
}

}  // namespace plumb::pipeline
