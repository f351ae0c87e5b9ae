// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <optional>

#include "plumb/pipeline/cover_faces.h"

namespace plumb::pipeline {

/// How far a found floor may be from the true one and still be it: -below < height found - true height < above.
struct MatchWindow {
  mpq_class below, above;  ///< above 0; their sum is less than the height of the stance
  HeightWindow from_truth() const { return {-below, above}; }  ///< heights of found floors over true ones
  HeightWindow from_found() const { return {-above, below}; }  ///< and the other way round
};

/// A floor beside the true one, face by face. Areas are in plan.
struct Comparison {
  FloorFaces truth;                 ///< with an agent's radius, what is left at least
  FloorFaces found;                 ///< triangles
  std::optional<FloorFaces> outer;  ///< with an agent's radius: what is left at most
  std::vector<CoveredFace> of_truth;
  std::vector<CoveredFace> of_found;           ///< pieces: those alone that nothing covers
  std::vector<CoveredFace> of_found_by_outer;  ///< if there is an outer bound
  std::vector<CoveredFace> repeated;           ///< faces of `found` by those before them, by the first of these

  /// Whose uncovered pieces are in excess, for certain.
  const std::vector<CoveredFace>& excess() const { return outer ? of_found_by_outer : of_found; }
};

/// Stage. Throws InternalError unless the parts of every face of either floor add up to it.
Comparison compare(FloorFaces truth, FloorFaces found, std::optional<FloorFaces> outer, const MatchWindow& window,
                   unsigned threads);

/// Least and greatest height of the found floor over the true one where they match; none if they do nowhere. `window`:
/// that of the comparison.
struct MatchedHeights {
  mpq_class low, high;
};
/// The least range around both.
inline MatchedHeights widened(const MatchedHeights& a, const MatchedHeights& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}
std::optional<MatchedHeights> matched_heights(const Comparison& comparison, const MatchWindow& window,
                                              unsigned threads);

}  // namespace plumb::pipeline
