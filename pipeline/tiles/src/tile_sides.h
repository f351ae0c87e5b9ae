// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "plumb/kernel/int64.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/mesh_points.h"
#include "plumb/pipeline/tile_grid.h"

namespace plumb::pipeline {

/// The sides of a tile: 0 and 1 across x, 2 and 3 across y. A side's sign of a place is positive within, zero on the
/// side's line.
class TileSides {
 public:
  static constexpr std::size_t count = 4;

  TileSides(const TileGrid& grid, const Tile& tile, const mpz_class& unit) {
    for (std::size_t s = 0; s < count; ++s) {
      const int axis = static_cast<int>(s / 2);
      at_[s] = grid.line(axis, (axis == 0 ? tile.i : tile.j) + static_cast<std::int64_t>(s % 2));
      near_[s] = kernel::interval_of(mpq_class(at_[s] * unit));
    }
  }
  static std::size_t axis(std::size_t side) { return side / 2; }
  static Tile beyond(Tile tile, std::size_t side) {
    (side / 2 == 0 ? tile.i : tile.j) += side % 2 == 0 ? -1 : 1;
    return tile;
  }
  const mpq_class& at(std::size_t side) const { return at_[side]; }

  int sign(std::size_t side, const PointSource& points, std::uint32_t name) const {
    const std::size_t k = axis(side);
    return inward(side) * kernel::compare(
                              points.near(name)[k], [&]() -> const mpq_class& { return points.exact(name)[k]; },
                              near_[side], [&]() -> const mpq_class& { return at_[side]; });
  }

 private:
  static int inward(std::size_t side) { return side % 2 == 0 ? 1 : -1; }

  std::array<mpq_class, count> at_;
  std::array<kernel::Interval, count> near_;
};

/// The tiles of what lies on the left and on the right of a boundary.
struct TilesBeside {
  Tile left, right;
};
/// The tiles beside the boundary from p to q, which no line between tiles crosses.
inline TilesBeside tiles_beside(const TileGrid& grid, const ExactPoint& p, const ExactPoint& q) {
  std::array<std::int64_t, 2> left{}, right{};
  for (const int axis : {0, 1}) {
    const auto k = static_cast<std::size_t>(axis);
    const mpq_class middle = (p[k] + q[k]) / 2;
    const mpz_class number = grid.line_below(axis, middle);
    left[k] = right[k] = kernel::to_int64(number);
    if (grid.origin[k] + grid.size * number != middle) continue;
    // The normal to the left of (x, y) is (-y, x).
    const int normal = axis == 0 ? cmp(p[1], q[1]) : cmp(q[0], p[0]);
    if (normal < 0) --left[k];
    if (normal > 0) --right[k];
  }
  return {{left[0], left[1]}, {right[0], right[1]}};
}

}  // namespace plumb::pipeline
