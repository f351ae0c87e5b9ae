// SPDX-License-Identifier: GPL-3.0-or-later
// The tiles that a face is near.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "level_vertices.h"
#include "plumb/pipeline/tile_grid.h"

namespace plumb::pipeline {

/// Finds the tiles that the box of a face in plan, widened by the reach, touches. Where these are more than 64, those
/// are left out from which an edge of the face certainly separates all of it.
class FaceTiles {
 public:
  explicit FaceTiles(const TileGrid& grid);

  /// Calls take(tile) for each. Returns false, and calls nothing, if they have greater numbers than 50 bits, or are
  /// more than `most`.
  template <class Take>
  bool for_each(const LevelVertices& vertices, std::span<const std::uint32_t> face, double most, const Take& take) {
    const auto ranges = ranges_of(vertices, face);
    if (!ranges) return false;
    const auto& [x, y] = *ranges;
    const double count = (static_cast<double>(x.last - x.first) + 1) * (static_cast<double>(y.last - y.first) + 1);
    if (count > most) return false;
    constexpr double few = 64;
    const bool tests_edges = count > few && face.size() <= most_edges;
    if (tests_edges) find_hull(vertices, face);
    for (std::int64_t i = x.first; i <= x.last; ++i)
      for (std::int64_t j = y.first; j <= y.last; ++j)
        if (!tests_edges || !is_apart({i, j})) take(Tile{i, j});
    return true;
  }

 private:
  static constexpr std::size_t most_edges = 64;
  struct Range {
    std::int64_t first, last;
  };
  using PlanInterval = std::array<kernel::Interval, 2>;

  std::optional<std::array<Range, 2>> ranges_of(const LevelVertices& vertices,
                                                std::span<const std::uint32_t> face) const;
  // The edges of the convex hull of a face that certainly are such, with the face on their left.
  void find_hull(const LevelVertices& vertices, std::span<const std::uint32_t> face);
  bool is_apart(const Tile& tile) const;

  const TileGrid& grid_;
  kernel::Interval size_{1}, reach_{0};
  PlanInterval origin_{kernel::Interval(0.0), kernel::Interval(0.0)};
  std::vector<std::array<PlanInterval, 2>> hull_;
};

}  // namespace plumb::pipeline
