// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "plumb/pipeline/compare.h"

namespace plumb::pipeline {

/// What cells of the true floor and polygons of the found one have in common, pair by pair. Keeps a reference.
class MatchedRegions {
 public:
  /// A piece of a true face, and a found triangle that covers it.
  struct Part {
    std::uint32_t cell, polygon;
    FloorFaces::Index face, by;
    std::uint32_t piece;  // of the face
    auto operator<=>(const Part&) const = default;
  };
  struct Region {
    std::uint32_t cell, polygon;
    std::span<const Part> parts;
  };
  /// `wanted`: whether a cell and a polygon are looked at.
  MatchedRegions(const Comparison& comparison,
                 const std::function<bool(std::uint32_t cell, std::uint32_t polygon)>& wanted);
  MatchedRegions(const MatchedRegions&) = delete;

  const std::vector<Region>& all() const { return regions_; }  ///< ascending by cell, then polygon
  kernel::PlanRing ring(const Part& part) const;
  /// Has it no area in a grid of that step, since it is narrower (file_grid.h)? A step of 0: it has.
  bool is_narrower(const Region& region, const mpq_class& step) const;

 private:
  const Comparison& comparison_;
  std::vector<Part> parts_;
  std::vector<Region> regions_;
};

}  // namespace plumb::pipeline
