// SPDX-License-Identifier: GPL-3.0-or-later
// Floor whose clearance is so near a stance's height that the rounding of coordinates may have decided about it.
// Problem. The clearance of a point is the least over all polygons above it, so whether a ceiling near the height
// decides depends on what else is there.
// 1. For each stance, may_decide() looks at the witness of each cell that just lacks it. If none can be a ceiling near
//    its height, nothing is lost, and that is all.
// 2. Else floors_below() lists the floors that may have such a ceiling on either side, by a query of the index each.
// 3. decompose() cuts these floors for three heights: just below the stance's, its own, just above it. The cells of the
//    first lose the stance by so little, those of the second have it by so little, and their witness is the ceiling.
// 4. Cells whose witness is almost_parallel() to them count; their areas are added up by floor and ceiling.
// Cost. Step 1 takes some tens of operations in doubles a cell; the rest is that of decompose() for those floors.
// Exactness. NearPairs only rejects, by intervals; heights are fractions, and decompose() is exact. Areas are exact
// until they are rounded and added.
// Source: our own.
#include "plumb/pipeline/near_headroom.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"
#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PolygonId;

constexpr int parallel_bits = 20;
constexpr std::size_t pairs_at_once = 512;

Interval hull(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
bool meet(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

// Which ceilings may be near a height over a floor.
class NearPairs {
 public:
  NearPairs(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& height)
      : points_(points),
        set_(set),
        index_(index),
        heights_(hull(kernel::interval_of(just_below(height) * points.denominator()),
                      kernel::interval_of(just_above(height) * points.denominator()))) {}

  // Where such a ceiling's box must touch.
  Box above(PolygonId floor) const {
    Box out = index_.box(floor);
    const Interval z = extent(floor, 2) + heights_;
    out.low[2] = z.low, out.high[2] = z.high;
    return out;
  }

  bool may_be(PolygonId floor, PolygonId ceiling) const {
    if (floor == ceiling || set_.surfaces[ceiling].kind == SurfaceKind::vertical ||
        !meet(extent(ceiling, 2) - extent(floor, 2), heights_))
      return false;
    const double least = std::ldexp(1.0, -parallel_bits);
    const Interval most(-least, least);
    Interval over(0.0);  // what the difference of the slopes may be over the floor
    for (int axis = 0; axis < 2; ++axis) {
      if (!meet(slope(floor, axis) - slope(ceiling, axis), most)) return false;
      over = over + most * (extent(floor, axis) - extent(floor, axis));
    }
    const kernel::PointId at = set_.corners_of(set_.surfaces[floor])[0],
                          from = set_.corners_of(set_.surfaces[ceiling])[0];
    Interval clearance = kernel::interval_of(points_, from, 2) - kernel::interval_of(points_, at, 2);
    for (int axis = 0; axis < 2; ++axis)
      clearance = clearance + slope(ceiling, axis) *
                                  (kernel::interval_of(points_, at, axis) - kernel::interval_of(points_, from, axis));
    return meet(clearance + over, heights_);
  }

 private:
  Interval extent(PolygonId polygon, int axis) const {
    const Box& box = index_.box(polygon);
    return hull(kernel::interval_of(points_, box.low[axis]), kernel::interval_of(points_, box.high[axis]));
  }

  // By how much a plane rises along x or y.
  Interval slope(PolygonId polygon, int axis) const {
    const auto [a, b, c] = kernel::spanning_corners(points_, set_.corners_of(set_.surfaces[polygon]));
    const kernel::FilteredNormal n = kernel::filtered_normal(points_, a, b, c);
    const Interval across = axis == 0 ? side(n.x, n.error_x) : side(n.y, n.error_y);
    return -across / side(n.z, n.error_z);
  }
  static Interval side(double at, double error) { return error == 0 ? Interval(at) : kernel::around(at, error); }

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const Interval heights_;  // in the scene's integer units
};

bool almost_parallel(const kernel::PointTable& points, const SurfaceSet& set, PolygonId floor, PolygonId ceiling) {
  const auto normal = [&](PolygonId p) {
    return kernel::polygon_normal<mpz_class>(points, set.corners_of(set.surfaces[p]));
  };
  const auto n = normal(floor), m = normal(ceiling);
  const mpz_class most = abs(n.z * m.z);
  const auto differ = [&](const mpz_class& a, const mpz_class& b) -> mpz_class {
    return abs(a * m.z - b * n.z) << parallel_bits;
  };
  return differ(n.x, m.x) <= most && differ(n.y, m.y) <= most;
}

// Whether floor may be lost to a stance by a ceiling near its height.
bool may_decide(const NearPairs& near, const StanceMap& map, kernel::Label stance) {
  PolygonId floor = kernel::no_polygon, ceiling = kernel::no_polygon;
  for (const vcd::Cell& c : map.table.cells) {
    if (c.label != stance - 1 || (c.surface == floor && c.witness == ceiling)) continue;
    floor = c.surface, ceiling = c.witness;
    if (near.may_be(floor, ceiling)) return true;
  }
  return false;
}

std::vector<PolygonId> floors_below(const NearPairs& near, const SurfaceSet& set, const SurfaceIndex& index,
                                    unsigned threads) {
  std::vector<char> found(set.surfaces.size());
  parallel_each(found.size(), pairs_at_once, threads, [&](unsigned) {
    return [&](std::size_t i) {
      if (set.surfaces[i].kind != SurfaceKind::traversable) return;
      const auto floor = static_cast<PolygonId>(i);
      index.query(near.above(floor), [&](PolygonId other) { found[i] = found[i] || near.may_be(floor, other); });
    };
  });
  std::vector<PolygonId> out;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i]) out.push_back(static_cast<PolygonId>(i));
  return out;
}

// Of the cells of a map for the heights just below a stance's, its own and just above.
NearLimit add_up(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, unsigned threads) {
  const std::vector<vcd::Cell>& cells = map.table.cells;
  std::vector<double> areas(cells.size());
  parallel_each(cells.size(), pairs_at_once, threads, [&](unsigned) {
    return [&, geometry = CellGeometry(points, set, map)](std::size_t i) mutable {
      if (const vcd::Cell& cell = cells[i];
          (cell.label == 1 || cell.label == 2) && almost_parallel(points, set, cell.surface, cell.witness))
        areas[i] = geometry.area(cell).get_d();
    };
  });
  struct Pair {
    double area = 0, largest = 0;
    std::size_t cell = 0;  // that with the largest area
  };
  NearLimit out;
  std::map<std::array<PolygonId, 2>, Pair> pairs;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].label == 2) out.kept += areas[i];
    if (cells[i].label != 1 || !(areas[i] > 0)) continue;
    out.lost += areas[i];
    Pair& pair = pairs[{cells[i].surface, cells[i].witness}];
    pair.area += areas[i];
    if (areas[i] > pair.largest) pair.largest = areas[i], pair.cell = i;
  }
  for (const auto& [polygons, pair] : pairs) out.greatest.push_back({polygons, pair.area, {}});
  keep_greatest(out.greatest);
  CellGeometry geometry(points, set, map);
  for (NearPlace& place : out.greatest) place.at = middle_of(geometry.vertices(cells[pairs.at(place.polygons).cell]));
  return out;
}

}  // namespace

std::vector<NearLimit> near_headroom(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                                     const StanceMap& map, const NearHeadroomOptions& options) {
  std::vector<NearLimit> out(map.stances.size());
  for (std::size_t s = 0; s < out.size(); ++s) {
    const mpq_class& height = map.stances[s].height;
    const NearPairs near(points, set, index, height);
    if (!may_decide(near, map, static_cast<kernel::Label>(s + 1))) continue;
    const std::vector<PolygonId> floors = floors_below(near, set, index, options.threads);
    const mpq_class below = just_below(height);
    kernel::LadderCounts counts;
    StanceMap three = decompose(points, set, index,
                                {.stances = {{"below", below}, {"at", height}, {"above", just_above(height)}},
                                 .step = std::min(map.step, mpq_class(below / 2)),
                                 .decomposition = options.decomposition,
                                 .threads = options.threads,
                                 .solids = options.solids,
                                 .only = &floors},
                                counts);
    if (options.solids) label_inside(points, set, *options.solids, three, options.threads, options.whole);
    out[s] = add_up(points, set, three, options.threads);
    if (!(out[s].lost > 0)) out[s] = {};
  }
  return out;
}

}  // namespace plumb::pipeline
