// SPDX-License-Identifier: GPL-3.0-or-later
#include "face_tiles.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PlanPoint;

// Tiles have lower numbers than this.
constexpr std::int64_t most_number = std::int64_t{1} << 50;

// The number of the tile in which a place certainly lies, on none of its lines.
std::optional<std::int64_t> whole(const Interval& at) {
  const double floor = std::floor(at.low);
  if (!(std::fabs(floor) < static_cast<double>(most_number)) || floor == at.low || std::floor(at.high) != floor)
    return std::nullopt;
  return static_cast<std::int64_t>(floor);
}

// Appends the part of a hull that is right of all places on the way from the first to the last, without the last
// (Andrew 1979). The places ascend, or descend.
template <class Iterator>
void add_chain(Iterator from, Iterator to, std::vector<PlanPoint>& hull) {
  const std::size_t first = hull.size();
  for (; from != to; ++from) {
    while (hull.size() > first + 1 && sgn(kernel::formulas::orient2d(hull[hull.size() - 2], hull.back(), *from)) <= 0)
      hull.pop_back();
    hull.push_back(*from);
  }
  hull.pop_back();
}

}  // namespace

FaceTiles::FaceTiles(const TileGrid& grid)
    : grid_(grid), size_(kernel::interval_of(grid.size)), reach_(kernel::interval_of(grid.reach)) {
  for (std::size_t k = 0; k < 2; ++k) origin_[k] = kernel::interval_of(grid.origin[k]);
}

std::optional<std::array<FaceTiles::Range, 2>> FaceTiles::ranges_of(const LevelVertices& vertices,
                                                                    std::span<const std::uint32_t> face) const {
  std::array<Range, 2> out{Range{most_number, -most_number}, Range{most_number, -most_number}};
  for (const std::uint32_t v : face)
    for (const int axis : {0, 1}) {
      const auto k = static_cast<std::size_t>(axis);
      const Interval at = vertices.about(v, axis) - origin_[k];
      auto first = whole((at - reach_) / size_), last = whole((at + reach_) / size_);
      if (!first || !last) {
        const mpq_class exact = vertices.exact(v, axis);
        const auto [from, to] = grid_.touched(axis, exact, exact);
        if (from < kernel::to_gmp(-most_number) || to > kernel::to_gmp(most_number)) return std::nullopt;
        first = kernel::to_int64(from);
        last = kernel::to_int64(to);
      }
      out[k] = {std::min(out[k].first, *first), std::max(out[k].last, *last)};
    }
  return out;
}

void FaceTiles::find_hull(const LevelVertices& vertices, std::span<const std::uint32_t> face) {
  std::vector<PlanPoint> places;
  for (const std::uint32_t v : face) places.push_back({vertices.exact(v, 0), vertices.exact(v, 1)});
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  hull_.clear();
  if (places.size() < 2) return void(hull_ = std::move(places));
  add_chain(places.begin(), places.end(), hull_);
  add_chain(places.rbegin(), places.rend(), hull_);
}

FaceTiles::Range FaceTiles::met_in_row(std::int64_t j) const {
  const mpq_class low = grid_.line(1, j) - grid_.reach, high = grid_.line(1, j + 1) + grid_.reach;
  std::optional<mpq_class> least, greatest;
  const auto add = [&](const mpq_class& x) {
    if (!least || x < *least) least = x;
    if (!greatest || x > *greatest) greatest = x;
  };
  for (std::size_t k = 0; k < hull_.size(); ++k) {
    const PlanPoint &p = hull_[k], &q = hull_[k + 1 == hull_.size() ? 0 : k + 1];
    if (low <= p[1] && p[1] <= high) add(p[0]);
    for (const mpq_class* at : {&low, &high})
      if ((p[1] < *at && *at < q[1]) || (q[1] < *at && *at < p[1]))
        add(p[0] + (q[0] - p[0]) * (*at - p[1]) / (q[1] - p[1]));
  }
  const auto [first, last] = grid_.touched(0, *least, *greatest);
  return {kernel::to_int64(first), kernel::to_int64(last)};
}

}  // namespace plumb::pipeline
