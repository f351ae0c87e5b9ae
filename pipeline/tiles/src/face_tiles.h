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

  /// Calls take(tile) for each. Returns false, and calls nothing, if they have greater numbers than 50 bits, or are
  /// more than `most`.
  template <class Take>
  bool for_each(const LevelVertices& vertices, std::span<const std::uint32_t> face, double most, const Take& take) {
    const auto ranges = ranges_of(vertices, face);
    if (!ranges) return false;
    const auto& [x, y] = *ranges;
    if (y.count() > most) return false;
    rows_.clear();
    const bool is_large = x.count() * y.count() > most_of_box;
    if (is_large) find_hull(vertices, face);
    double all = 0;
    for (std::int64_t j = y.first; j <= y.last; ++j) {
      rows_.push_back(is_large ? met_in_row(j) : x);
      all += rows_.back().count();
      if (all > most) return false;
    }
    for (std::int64_t j = y.first; j <= y.last; ++j) {
      const Range& met = rows_[static_cast<std::size_t>(j - y.first)];
      for (std::int64_t i = met.first; i <= met.last; ++i) take(Tile{i, j});
    }
    return true;
  }

 private:
  static constexpr double most_of_box = 64;
  struct Range {
    std::int64_t first, last;
    double count() const { return static_cast<double>(last - first) + 1; }
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
  std::vector<Range> rows_;  // of a face
};

}  // namespace plumb::pipeline
