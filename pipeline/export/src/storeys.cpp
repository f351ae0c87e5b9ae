// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/storeys.h"

#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {

DrawnPoints drawn_points(const NavMesh& mesh) {
  DrawnPoints out;
  out.reserve(mesh.points.size());
  for (const ExactPoint& p : mesh.points) out.push_back({kernel::nearest_double(p[0]), kernel::nearest_double(p[1]), kernel::nearest_double(p[2])});
  return out;
}

}  // namespace plumb::pipeline
