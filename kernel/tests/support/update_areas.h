// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/cell_subdivision.h"
#include "property.h"

namespace plumb::tests {

/// A base cell and areas of updates, built to be degenerate to it and to one another.
class UpdateAreas {
 public:
  /// The kinds that areas() counts in Met, each with how often it has to come.
  static Met::Counts kinds(int least) {
    Met::Counts counts;
    for (const char* k : {"any", "equal", "shared side", "shared corner", "corner on a side", "the cell",
                          "through a base corner", "covering all", "outside", "on the border"})
      counts[k] = least;
    return counts;
  }

  /// A square or a triangle of that size; corners of areas are on multiples of 1 / part, but where they lie on a side.
  UpdateAreas(int size, int part, Met& met) : size_(size), part_(part), met_(met) {
    base_ = {{0, 0}, {size, 0}, {0, size}};
    if (drawn(0, 1) == 0) base_.insert(base_.begin() + 2, {size, size});
  }

  const kernel::PlanRing& base() const { return base_; }
  const std::vector<kernel::PlanRing>& drawn_so_far() const { return areas_; }

  /// A triangle more, in either direction.
  const kernel::PlanRing& next() {
    using namespace kernel;
    for (;;) {
      PlanRing ring;
      const char* kind = make(ring);
      if (ring.size() != 3 || signed_area(ring) == 0) continue;
      ++met_[kind];
      areas_.push_back(std::move(ring));
      return areas_.back();
    }
  }

 private:
  kernel::PlanPoint point() const {
    return {mpq_class(drawn(-part_, (size_ + 1) * part_)) / part_,
            mpq_class(drawn(-part_, (size_ + 1) * part_)) / part_};
  }
  kernel::PlanPoint on_side(const kernel::PlanRing& ring) const {
    const auto i = static_cast<std::size_t>(drawn(0, static_cast<int>(ring.size()) - 1));
    return kernel::point_along(ring[i], ring[(i + 1) % ring.size()], mpq_class(mpq_class(drawn(0, 4)) / 4));
  }
  const char* make(kernel::PlanRing& ring) const {
    const int kind = drawn(0, 11);
    const auto& other =
        areas_.empty() ? base_ : areas_[static_cast<std::size_t>(drawn(0, static_cast<int>(areas_.size()) - 1))];
    switch (kind) {
      case 0: ring = other; return "equal";
      case 1: ring = {other[1], other[0], point()}; return "shared side";
      case 2: ring = {point(), other[2], point()}; return "shared corner";
      case 3: ring = {point(), point(), on_side(other)}; return "corner on a side";
      case 4: ring = {base_[0], base_[1], base_[2]}; return "the cell";
      case 5: {
        const kernel::PlanPoint &c = base_[static_cast<std::size_t>(drawn(0, 2))], p = point();
        ring = {p, {2 * c[0] - p[0], 2 * c[1] - p[1]}, point()};
        return "through a base corner";
      }
      case 6: ring = {{-size_, -size_}, {4 * size_, -size_}, {-size_, 4 * size_}}; return "covering all";
      case 7: {
        const kernel::PlanPoint p = point(), q = point();
        ring = {{p[0] + 3 * size_, p[1]}, {q[0] + 3 * size_, q[1]}, {3 * size_, -3}};
        return "outside";
      }
      case 8: ring = {on_side(base_), on_side(base_), point()}; return "on the border";
      default: ring = {point(), point(), point()}; return "any";
    }
  }

  int size_, part_;
  Met& met_;
  kernel::PlanRing base_;
  std::vector<kernel::PlanRing> areas_;
};

/// A number for each set of areas.
class AreaSets {
 public:
  std::uint32_t operator()(const std::vector<kernel::AreaId>& areas) {
    return known_.try_emplace(areas, static_cast<std::uint32_t>(known_.size())).first->second;
  }

 private:
  std::map<std::vector<kernel::AreaId>, std::uint32_t> known_;
};

/// The area of a base cell as its pieces have it.
inline mpq_class area_of(std::span<const kernel::SubdivisionPiece> pieces) {
  mpq_class sum = 0;
  for (const auto& p : pieces) sum += kernel::signed_area(p.ring);
  return sum;
}

}  // namespace plumb::tests
