// SPDX-License-Identifier: GPL-3.0-or-later
#include "corner_points.h"

#include <algorithm>

#include "plumb/kernel/interval_of.h"

namespace plumb::partition {

namespace {

struct Corner {
  std::array<double, 3> low;
  std::array<bool, 3> exact;
  const ExactPoint* point;
  std::size_t place;
};

int compare(const Corner& a, const Corner& b, int dimensions) {
  for (int k = 0; k < dimensions; ++k) {
    if (a.low[k] != b.low[k]) return a.low[k] < b.low[k] ? -1 : 1;
    if (a.exact[k] && b.exact[k]) continue;
    if (const int c = cmp((*a.point)[k], (*b.point)[k]); c != 0) return c;
  }
  return 0;
}

}  // namespace

CornerPoints number_corners(std::span<const Polygon* const> polygons, int dimensions) {
  CornerPoints out;
  std::vector<Corner> corners;
  for (const Polygon* polygon : polygons) {
    out.first.push_back(corners.size());
    for (const ExactPoint& p : *polygon) {
      Corner& c = corners.emplace_back(Corner{{}, {}, &p, corners.size()});
      for (int k = 0; k < dimensions; ++k) {
        const kernel::Interval i = kernel::interval_of(p[k]);
        c.low[k] = i.low;
        c.exact[k] = is_exact(i);
      }
    }
  }
  out.first.push_back(corners.size());
  std::ranges::sort(corners, [&](const Corner& a, const Corner& b) {
    const int c = compare(a, b, dimensions);
    return c != 0 ? c < 0 : a.place < b.place;
  });
  out.number.resize(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i == 0 || compare(corners[i - 1], corners[i], dimensions) != 0) out.point.push_back(corners[i].point);
    out.number[corners[i].place] = static_cast<PointNumber>(out.point.size() - 1);
  }
  return out;
}

std::vector<const Polygon*> addresses_of(std::span<const Polygon> polygons) {
  std::vector<const Polygon*> out;
  for (const Polygon& p : polygons) out.push_back(&p);
  return out;
}

}  // namespace plumb::partition
