// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
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

/// Which components of the true floor are which of the found one. Components by number, from 0.
struct MatchedComponents {
  std::uint32_t truth = 0, found = 0;                                  ///< how many there are
  std::map<std::pair<std::uint32_t, std::uint32_t>, AreaTotal> areas;  ///< [i, j]: of i matched by j; none of area 0
  std::vector<std::uint32_t> lost;                                     ///< true ones that nothing matches
  std::vector<std::uint32_t> spurious;  ///< found ones that match nothing, not even of an outer bound
  /// Of `areas`, those that split and merge nothing: no larger than the sliver, or without area in the file's grid,
  /// since all that a cell and a polygon have in common there is narrower than its step.
  std::set<std::pair<std::uint32_t, std::uint32_t>> slight;
  std::vector<std::uint32_t> split;   ///< true ones matched by two or more that are not slight
  std::vector<std::uint32_t> merged;  ///< found ones that match two or more and are not slight
  /// Of pairs of random matched points of the found floor, the share that one floor joins and the other does not:
  /// numerator and the square of the matched area, in squared areas. None where nothing matches.
  struct Disagreement {
    std::optional<mpq_class> exact;  ///< if it is not too long
    kernel::Interval near;
  };
  std::optional<Disagreement> only_truth_joins, only_found_joins;
};

/// Fills in `split` and `merged` by `areas` and `slight`.
void find_split_and_merged(MatchedComponents& components);

/// Faces of two floors that are one and the same: by face of either, the other's face with the same corners, each with
/// one at most, in the order of their numbers.
struct EqualFaces {
  static constexpr auto none = static_cast<FloorFaces::Index>(-1);
  std::vector<FloorFaces::Index> of_truth, of_found;
};
EqualFaces find_equal_faces(const FloorFaces& truth, const FloorFaces& found);

/// `of_truth`, `of_found`: by owner of a face, its component. `equal`: a face that has an equal one matches that one
/// alone, and another one matches such a face only if it covers nothing else; none given: whatever is within the
/// window. `grid`: the step of the file's grid; 0: none.
MatchedComponents match_components(const Comparison& comparison, const std::vector<std::uint32_t>& of_truth,
                                   const std::vector<std::uint32_t>& of_found, const mpq_class& sliver,
                                   std::uint64_t exact_digits, const mpq_class& grid = 0,
                                   const std::optional<EqualFaces>& equal = {});

}  // namespace plumb::pipeline
