// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>

#include "plumb/pipeline/area_total.h"
#include "plumb/pipeline/blame.h"

namespace plumb::pipeline {

/// Pieces of missing floor, or of excess, of one component that hang together along edges in space.
struct Finding {
  bool excess = false;
  std::uint32_t component = 0;  ///< of the true floor or, of excess, of the found one
  AreaTotal area;
  std::map<Cause, AreaTotal> causes;
  std::array<ExactPoint, 2> box;      ///< least and greatest coordinates, z up
  ExactPoint inside;                  ///< a point in its interior
  std::vector<std::uint32_t> owners;  ///< of its faces, ascending: cells of the true floor, polygons of the found one
  std::vector<std::uint32_t> witnesses;  ///< source faces, ascending
  std::vector<std::uint32_t> on;         ///< source faces that missing floor is on, ascending
  std::vector<std::uint32_t> pieces;     ///< of the differences, ascending
  std::optional<MatchedHeights> drift;   ///< of what drifts in height: the found floor over the true one

  /// The cause of most of it.
  Cause main_cause() const;
};

/// All of a floor's, by their first pieces. `floor`: whose faces the differences are of; `component`: by owner.
/// `joined`: by uncovered piece, the first that it hangs together with (Uncovered::finding), where no two faces of the
/// floor have a point of space in common but on both their borders. Else null: then parts of pieces may hang together
/// where the pieces do not, along a line where faces cross.
std::vector<Finding> find_findings(const FloorFaces& floor, const std::vector<std::uint32_t>& component,
                                   const Differences& differences, const std::vector<std::uint32_t>* joined,
                                   bool excess, unsigned threads);

/// Those of both lists, by what doubles tell of their areas.
std::vector<Finding> largest_first(std::vector<Finding> a, std::vector<Finding> b);

}  // namespace plumb::pipeline
