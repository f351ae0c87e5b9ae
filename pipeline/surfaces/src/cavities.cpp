// SPDX-License-Identifier: GPL-3.0-or-later
#include "cavities.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "plumb/kernel/normal.h"
#include "plumb/pipeline/index.h"

namespace plumb::pipeline {
namespace {

using kernel::PointId;
using kernel::Sign;

class Bodies {
 public:
  Bodies(const Scene& scene, const SurfaceSet& set, const std::vector<std::uint32_t>& component,
         const std::vector<ClosedComponent>& components)
      : points_(scene.points),
        set_(set),
        component_(component),
        index_(scene.points, set, of_solids(set, component, components)) {}

  /// The solids that a point is inside of or on, ascending.
  std::vector<std::uint32_t> around(PointId p) const {
    std::map<std::uint32_t, int> winding;
    std::vector<std::uint32_t> out;
    Box column;
    for (int k = 0; k < 3; ++k) column.low[k] = column.high[k] = points_.approx(p, k);
    column.high[2] = HUGE_VAL;
    index_.query(column, [&](std::uint32_t id) {
      const Surface& s = set_.surfaces[id];
      const auto corners = set_.corners_of(s);
      const auto [a, b, c] = kernel::spanning_corners(points_, corners);
      const Sign below = kernel::volume(points_, a, b, c, p);  // under a polygon, as they run clockwise
      if (below == Sign::zero) {
        if (touches(corners, a, b, c, p)) out.push_back(component_[s.face]);
      } else if (below == Sign::positive && kernel::turn(points_, 2, a, b, c) != Sign::zero && over(corners, p)) {
        winding[component_[s.face]] += s.faces_up ? 1 : -1;
      }
    });
    for (const auto& [solid, turns] : winding)
      if (turns > 0) out.push_back(solid);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

 private:
  static std::vector<std::uint32_t> of_solids(const SurfaceSet& set, const std::vector<std::uint32_t>& component,
                                              const std::vector<ClosedComponent>& components) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < set.surfaces.size(); ++i)
      if (const std::uint32_t c = component[set.surfaces[i].face];
          c < components.size() && components[c].kind == ComponentKind::solid)
        out.push_back(i);
    return out;
  }

  static PointId next(std::span<const PointId> c, std::size_t i) { return c[i + 1 == c.size() ? 0 : i + 1]; }

  // Is a point of its plane in the closed polygon.
  bool touches(std::span<const PointId> corners, PointId a, PointId b, PointId c, PointId p) const {
    const kernel::Projection view = kernel::projection_of(points_, a, b, c);
    for (std::size_t i = 0; i < corners.size(); ++i)
      if (kernel::turn(points_, view.axis, corners[i], next(corners, i), p) * view.sign == Sign::negative) return false;
    return true;
  }

  // Seen from above, is the point in the polygon once it is moved a very little along x, and still less along y: no
  // edge goes through it then.
  bool over(std::span<const PointId> corners, PointId p) const {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const PointId a = corners[i], b = next(corners, i);
      Sign side = kernel::turn(points_, 2, a, b, p);
      if (side == Sign::zero) side = of(kernel::compare(points_, 1, a, b));
      if (side == Sign::zero) side = of(kernel::compare(points_, 0, b, a));
      if (side != Sign::negative) return false;
    }
    return true;
  }
  static Sign of(std::strong_ordering o) { return o < 0 ? Sign::negative : o > 0 ? Sign::positive : Sign::zero; }

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const std::vector<std::uint32_t>& component_;
  SurfaceIndex index_;
};

}  // namespace

void find_cavities(const Scene& scene, const SurfaceSet& set, const std::vector<std::uint32_t>& component,
                   std::vector<ClosedComponent>& components) {
  std::map<std::uint32_t, std::vector<PointId>> corners;
  for (std::uint32_t f = 0; f < component.size(); ++f)
    if (component[f] < components.size() && components[component[f]].kind == ComponentKind::room) {
      auto& list = corners[component[f]];
      list.insert(list.end(), scene.face_points.begin() + scene.face_begin[f],
                  scene.face_points.begin() + scene.face_begin[f + 1]);
    }
  if (corners.empty()) return;
  const Bodies bodies(scene, set, component, components);
  for (auto& [room, list] : corners) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()),
               list.end());  // the one of std::ranges does not compile with clang 14
    std::vector<std::uint32_t> around = bodies.around(list.front()), both;
    for (std::size_t i = 1; i < list.size() && !around.empty(); ++i) {
      const auto here = bodies.around(list[i]);
      both.clear();
      std::ranges::set_intersection(around, here, std::back_inserter(both));
      around.swap(both);
    }
    if (!around.empty()) components[room].kind = ComponentKind::cavity;
  }
}

}  // namespace plumb::pipeline
