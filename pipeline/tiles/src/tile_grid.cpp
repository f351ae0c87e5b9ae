// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/tile_grid.h"

namespace plumb::pipeline {

std::string numbers_text(const Tile& tile) { return std::to_string(tile.i) + " " + std::to_string(tile.j); }

std::string text_of(const Tile& tile) { return std::to_string(tile.i) + "_" + std::to_string(tile.j); }

mpz_class TileGrid::line_below(int axis, const mpq_class& at) const {
  const mpq_class tiles = (at - origin[static_cast<std::size_t>(axis)]) / size;
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), tiles.get_num_mpz_t(), tiles.get_den_mpz_t());
  return out;
}

// A tile touches what its upper line alone reaches, so a place on a line counts for the tiles on both sides.
std::array<mpz_class, 2> TileGrid::touched(int axis, const mpq_class& low, const mpq_class& high) const {
  const mpq_class from = low - reach;
  mpz_class first = line_below(axis, from);
  if (origin[static_cast<std::size_t>(axis)] + size * first == from) --first;
  return {first, line_below(axis, high + reach)};
}

}  // namespace plumb::pipeline
