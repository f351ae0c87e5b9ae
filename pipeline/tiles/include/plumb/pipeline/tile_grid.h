// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/int64.h"

namespace plumb::pipeline {

/// The number of a tile along x and y in plan, z up.
struct Tile {
  std::int64_t i = 0, j = 0;
  auto operator<=>(const Tile&) const = default;
};
/// "3_-1", as names of files have it.
std::string text_of(const Tile& tile);
/// "3 -1", as commands have it.
std::string numbers_text(const Tile& tile);

/// The tiles of a level: closed squares in plan, of all heights, between lines parallel to the axes
/// (docs/theory/definitions.md, Tiles). Lengths are in input units, z up.
struct TileGrid {
  mpq_class size = 1;        ///< the width of a tile, above 0
  kernel::PlanPoint origin;  ///< a corner of tile (0, 0)
  mpq_class reach = 0;       ///< how far from a tile the level may change what is in it, not negative

  /// The place of line k across an axis: tile k begins there.
  mpq_class line(int axis, std::int64_t k) const {
    return origin[static_cast<std::size_t>(axis)] + size * mpz_class(kernel::to_gmp(k));
  }
  /// The greatest k whose line is not above a place.
  mpz_class line_below(int axis, const mpq_class& at) const;
  /// The first and the last tile, along an axis, that touch what lies between two places once they are widened by the
  /// reach.
  std::array<mpz_class, 2> touched(int axis, const mpq_class& low, const mpq_class& high) const;
};

}  // namespace plumb::pipeline
