// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <compare>
#include <cstdint>
#include <string>

#include "base/square.h"

namespace plumb::checker {

/// The number of a tile along x and y in plan, z up.
struct Tile {
  std::int64_t i = 0, j = 0;
  auto operator<=>(const Tile&) const = default;
};
inline std::string text_of(const Tile& tile) { return std::to_string(tile.i) + " " + std::to_string(tile.j); }

/// The tiles of a level (docs/theory/definitions.md, Tiles), in its units, z up.
struct Grid {
  Fraction size;   ///< above 0
  Place origin;    ///< a corner of tile (0, 0)
  Fraction reach;  ///< above 0: how far from a tile faces are near it

  /// Where a tile begins along an axis, and the one before ends.
  Fraction line(std::size_t axis, std::int64_t number) const {
    return origin[axis] + size * Fraction(Integer(number).gmp());
  }
  /// The tile's square, wider by so much on each side, in units of 1 / scale.
  Square square(const Tile& tile, const Fraction& wider, const Fraction& scale) const {
    const auto at = [&](std::int64_t i, std::int64_t j, const Fraction& more) {
      return Place{(line(0, i) + more) * scale, (line(1, j) + more) * scale};
    };
    return {at(tile.i, tile.j, -wider), at(tile.i + 1, tile.j + 1, wider)};
  }
  /// The tile in which a place lies; on a line, that above it.
  Tile tile_of(const Place& at) const { return {number_of(0, at[0]), number_of(1, at[1])}; }
  /// The same along one axis. Throws Refused for numbers beyond 62 bits.
  std::int64_t number_of(std::size_t axis, const Fraction& at) const {
    const Fraction exact = (at - origin[axis]) / size;
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), exact.get_num_mpz_t(), exact.get_den_mpz_t());
    if (mpz_sizeinbase(floor.get_mpz_t(), 2) > 62) throw Refused("the tiles are too small to be counted");
    return Integer(floor).low();
  }
};

}  // namespace plumb::checker
