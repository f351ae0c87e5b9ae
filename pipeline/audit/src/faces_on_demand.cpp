// SPDX-License-Identifier: GPL-3.0-or-later
#include "faces_on_demand.h"

#include "plumb/kernel/convex_relation.h"

namespace plumb::pipeline {

FacesOnDemand::FacesOnDemand(const FloorFaces& floor, const mpz_class& unit)
    : floor_(floor),
      unit_(unit),
      rings_(floor.faces.size()),
      planes_(floor.faces.size()),
      ring_made_(new std::once_flag[floor.faces.size()]),
      plane_made_(new std::once_flag[floor.faces.size()]) {}

auto FacesOnDemand::ring(Index face) const -> const Ring& {
  std::call_once(ring_made_[face], [&] {
    Ring& ring = rings_[face];
    ring.corners = kernel::normal_convex_ring(floor_.ring(face));
    if (!kernel::is_on_grid(ring.corners, unit_)) ring.sides = kernel::sides_of(ring.corners, unit_);
  });
  return rings_[face];
}

const kernel::ExactPlane& FacesOnDemand::plane(Index face) const {
  std::call_once(plane_made_[face], [&] { planes_[face] = floor_.plane(face); });
  return *planes_[face];
}

}  // namespace plumb::pipeline
