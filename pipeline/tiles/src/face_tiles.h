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

/// Finds the tiles that a face is near: those that the box of its corners in plan, widened by the reach, touches. Where
/// these are more than 64, they are those alone whose square, widened by the reach, the convex hull of the corners
/// meets: a long face that runs aslant would be in many pieces that it is far from. `plumb-check` requires just these
/// (docs/theory/certificate.md, Tiles).
class FaceTiles {
 public:
  explicit FaceTiles(const TileGrid& grid);

  /// Calls take(tile) for each. Returns false, and calls nothing, if they have greater numbers than 50 bits, or the box
  /// touches more than `most`.
  template <class Take>
  bool for_each(const LevelVertices& vertices, std::span<const std::uint32_t> face, double most, const Take& take) {
    const auto ranges = ranges_of(vertices, face);
    if (!ranges) return false;
    const auto& [x, y] = *ranges;
    const double count = (static_cast<double>(x.last - x.first) + 1) * (static_cast<double>(y.last - y.first) + 1);
    if (count > most) return false;
    const bool is_large = count > most_of_box;
    if (is_large) find_hull(vertices, face);
    for (std::int64_t j = y.first; j <= y.last; ++j) {
      const Range met = is_large ? met_in_row(j) : x;
      for (std::int64_t i = met.first; i <= met.last; ++i) take(Tile{i, j});
    }
    return true;
  }

 private:
  static constexpr double most_of_box = 64;
  struct Range {
    std::int64_t first, last;
  };

  std::optional<std::array<Range, 2>> ranges_of(const LevelVertices& vertices,
                                                std::span<const std::uint32_t> face) const;
  void find_hull(const LevelVertices& vertices, std::span<const std::uint32_t> face);
  // Along x, what of a row of tiles the hull meets.
  Range met_in_row(std::int64_t j) const;

  const TileGrid& grid_;
  kernel::Interval size_{1}, reach_{0};
  std::array<kernel::Interval, 2> origin_{kernel::Interval(0.0), kernel::Interval(0.0)};
  std::vector<kernel::PlanPoint> hull_;
};

}  // namespace plumb::pipeline
