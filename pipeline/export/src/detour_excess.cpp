// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_excess.h"

#include <cmath>
#include <vector>

#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

std::string excess_text(std::uint64_t count, bool at_least, const char* what, std::uint64_t most) {
  return (at_least ? "at least " : "") + count_text(count) + what + ", and a Detour tile holds " + count_text(most);
}

}  // namespace

std::string polygon_excess(std::uint64_t polygons, bool at_least) {
  return excess_text(polygons, at_least, " polygons of up to six corners", max_detour_polygons);
}

std::string vertex_excess(std::uint64_t vertices, bool at_least) {
  return excess_text(vertices, at_least, " corners and ends of connections", max_detour_vertices);
}

std::string height_excess(std::uint64_t heights) {
  return excess_text(heights, false, " heights between corners", most_tile_heights);
}

void SureNeeds::add(std::span<const NavMesh::PointIndex> outline) {
  std::vector<Place> places;
  for (const NavMesh::PointIndex p : outline) {
    const FilteredPoint at = bounds(mesh_.points, p);
    places.push_back({at[0].low, at[1].low});
  }
  // The turn at a corner changes by no more than this where all three places move by `reach_` along both axes; doubled,
  // for what doubles leave out.
  std::uint64_t corners = 0;
  for (std::size_t i = 0, n = places.size(); i < n; ++i) {
    const Place &a = places[i == 0 ? n - 1 : i - 1], &b = places[i], &c = places[i + 1 == n ? 0 : i + 1];
    const double x = b[0] - a[0], y = b[1] - a[1], u = c[0] - a[0], v = c[1] - a[1];
    const double moved = 2 * reach_ * (std::fabs(x) + std::fabs(y) + std::fabs(u) + std::fabs(v) + 4 * reach_);
    if (!(x * v - y * u > 2 * moved)) continue;
    ++corners;
    vertices_ += stays_apart(b);
  }
  if (corners >= 3) polygons_ += (corners - 2 + 3) / 4;
}

// Whether it is farther than the reach, along an axis, from all that were counted.
bool SureNeeds::stays_apart(const Place& place) {
  const auto square = [&](std::size_t axis) { return static_cast<std::int64_t>(std::floor(place[axis] / reach_)); };
  const auto key = [](std::int64_t x, std::int64_t y) {
    return static_cast<std::uint64_t>(x) << 32 ^ (static_cast<std::uint64_t>(y) & 0xffffffffu);
  };
  const std::int64_t x = square(0), y = square(1);
  for (std::int64_t i = -1; i <= 1; ++i)
    for (std::int64_t j = -1; j <= 1; ++j)
      if (const auto near = apart_.find(key(x + i, y + j)); near != apart_.end())
        if (std::fabs(near->second[0] - place[0]) <= reach_ && std::fabs(near->second[1] - place[1]) <= reach_)
          return false;
  return apart_.try_emplace(key(x, y), place).second;
}

std::optional<std::string> SureNeeds::excess() const {
  if (polygons_ > max_detour_polygons) return polygon_excess(polygons_, true);
  if (vertices_ > max_detour_vertices) return vertex_excess(vertices_, true);
  return std::nullopt;
}

}  // namespace plumb::pipeline
