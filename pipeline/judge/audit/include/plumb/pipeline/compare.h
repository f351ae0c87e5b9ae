// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <boost/container/deque.hpp>
#include <optional>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/cover_faces.h"

namespace plumb::pipeline {

/// The sum of many fractions: doubles around it at once, the fraction itself, which grows long, when it is asked for.
class AreaTotal {
 public:
  AreaTotal() = default;
  AreaTotal(const AreaTotal&) = default;
  AreaTotal(AreaTotal&&) = default;
  /// Copies or moves, then exchanges the terms: Boost's own assignments clear what they replace, and reckon with a null
  /// pointer if there is none.
  AreaTotal& operator=(AreaTotal other) noexcept {
    terms_.swap(other.terms_);
    near_ = other.near_;
    return *this;
  }
  void add(mpq_class term);
  void add(const AreaTotal& other);
  void subtract(const AreaTotal& part);

  const kernel::Interval& near() const { return near_; }
  std::size_t terms() const { return terms_.size(); }
  /// None as soon as a partial sum has a denominator of more than limit_bits (0: no limit).
  std::optional<mpq_class> exact(std::size_t limit_bits) const;
  /// Exact if it is no longer than `exact_digits` characters (0: any).
  kernel::Area area(std::uint64_t exact_digits) const;

 private:
  boost::container::deque<mpq_class> terms_;  // they stay where they are: to move a fraction takes memory
  kernel::Interval near_{0.0};
};

/// The sign of total * factor - limit * other: by doubles, or exactly where they cannot tell.
int compare_share(const AreaTotal& total, const mpq_class& limit, const AreaTotal& other);
int compare_area(const AreaTotal& total, const mpq_class& limit);

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

/// How far, in space, the farthest point of a floor is from the other (directed Hausdorff distance): an interval that
/// certainly contains it, of a relative width of 2^-10 or, where doubles do not tell more, or some thousand cuts are
/// not enough, wider: without an upper end where coordinates are beyond 2^500, whose squares are no doubles. From 0 to
/// 2^-40 of the floors' size where it is no more than that. 0 exactly where every point of the floor is shown to be on
/// the other one. None if one of them has no face.
///
/// `window`: that of the comparison.
std::optional<kernel::Interval> truth_from_found(const Comparison& comparison, const MatchWindow& window);
std::optional<kernel::Interval> found_from_truth(const Comparison& comparison, const MatchWindow& window);

}  // namespace plumb::pipeline
