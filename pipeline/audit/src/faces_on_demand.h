// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <mutex>
#include <optional>

#include "plumb/kernel/half_plane.h"
#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// What the faces of a floor are cut by, made for those that it is asked of. Thread-safe. Keeps references.
class FacesOnDemand {
 public:
  using Index = FloorFaces::Index;
  struct Ring {
    kernel::PlanRing corners;              ///< strictly convex
    std::vector<kernel::HalfPlane> sides;  ///< unless the corners are on the grid
  };

  /// `unit`: of the grid.
  FacesOnDemand(const FloorFaces& floor, const mpz_class& unit);

  const mpz_class& unit() const { return unit_; }
  const Ring& ring(Index face) const;
  const kernel::ExactPlane& plane(Index face) const;

 private:
  const FloorFaces& floor_;
  const mpz_class& unit_;
  mutable std::vector<Ring> rings_;
  mutable std::vector<std::optional<kernel::ExactPlane>> planes_;
  const std::unique_ptr<std::once_flag[]> ring_made_, plane_made_;
};

}  // namespace plumb::pipeline
