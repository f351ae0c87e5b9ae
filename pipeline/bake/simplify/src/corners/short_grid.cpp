// SPDX-License-Identifier: GPL-3.0-or-later
#include "corners/short_grid.h"

#include <algorithm>
#include <cmath>

namespace plumb::pipeline {

ShortGrid::ShortGrid(const surface::FanMesh& mesh, const mpq_class& tolerance) : unit_(1), farthest_(tolerance / 2) {
  mpq_class most = tolerance / 16;
  for (std::size_t k = 0; k < 2; ++k) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (surface::FanMesh::Index v = 0; v < mesh.vertex_count(); ++v) {
      if (mesh.vertex(v).out.empty()) continue;
      low = std::min(low, mesh.vertex(v).near[k].low);
      high = std::max(high, mesh.vertex(v).near[k].high);
    }
    if (high > low) most = std::min<mpq_class>(most, mpq_class(high - low) >> 30);
  }
  while (unit_ > most) unit_ /= 2;
  while (unit_ * 2 <= most) unit_ *= 2;
}

mpq_class ShortGrid::floor(const mpq_class& v) const {
  const mpq_class scaled = v / unit_;
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  return mpq_class(whole) * unit_;
}

}  // namespace plumb::pipeline
