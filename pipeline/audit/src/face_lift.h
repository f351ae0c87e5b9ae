// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>

#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// Places in plan as points of a floor's faces. Fastest face by face. Keeps a reference.
class FaceLift {
 public:
  explicit FaceLift(const FloorFaces& floor) : floor_(floor) {}

  ExactPoint operator()(FloorFaces::Index face, const kernel::PlanPoint& p) {
    const auto height = [&](FloorFaces::Index corner) -> const mpq_class& { return floor_.points[corner][2]; };
    const auto& corners = floor_.faces[face].corners;
    if (face != face_) {
      face_ = face;
      is_level_ = std::ranges::all_of(corners, [&](auto c) { return height(c) == height(corners[0]); });
      if (!is_level_) set_plane(floor_.plane(face));
    }
    return {p[0], p[1], is_level_ ? height(corners[0]) : z_over(p)};
  }
  std::vector<ExactPoint> operator()(FloorFaces::Index face, const kernel::PlanRing& ring) {
    std::vector<ExactPoint> out;
    for (const kernel::PlanPoint& p : ring) out.push_back((*this)(face, p));
    return out;
  }

 private:
  void set_plane(const kernel::ExactPlane& plane) {
    denominator_ = lcm(lcm(plane.x[0].get_den(), plane.x[1].get_den()), plane.x[2].get_den());
    for (std::size_t k = 0; k < 3; ++k) plane_[k] = denominator_ / plane.x[k].get_den() * plane.x[k].get_num();
  }
  // In integers, which are reduced once: fractions would be reduced at every step.
  mpq_class z_over(const kernel::PlanPoint& p) const {
    const mpz_class &d = p[0].get_den(), &e = p[1].get_den(), w = d == e ? d : lcm(d, e), all = plane_[2] * w;
    mpq_class out(d == e ? kernel::formulas::linear(plane_[0], plane_[1], all, p[0].get_num(), p[1].get_num())
                         : kernel::formulas::linear(plane_[0], plane_[1], all, mpz_class(w / d * p[0].get_num()),
                                                    mpz_class(w / e * p[1].get_num())),
                  denominator_ * w);
    out.canonicalize();
    return out;
  }

  const FloorFaces& floor_;
  FloorFaces::Index face_ = static_cast<FloorFaces::Index>(-1);
  bool is_level_ = false;
  // Unless it is level: its height is plane_[0] x + plane_[1] y + plane_[2], over the denominator.
  std::array<mpz_class, 3> plane_;
  mpz_class denominator_;
};

}  // namespace plumb::pipeline
