// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// A passage: two stretches of border that face each other, where they are nearest. Points have z up.
struct FoundPassage {
  mpq_class squared_width;
  std::array<ExactPoint, 2> ends;
  std::array<std::uint32_t, 2> stretches;
  std::vector<kernel::Label> stances;
  /// No border of these stances is nearer to the middle than the ends are; so the passage closes there.
  bool closes;
};

/// Encloses the root of a number, to 64 bits; one point where it is rational.
kernel::RationalInterval root_of(const mpq_class& square);

/// Finds passages between stretches of border (docs/guide/explain.md, Thresholds of radius). Keeps references.
class PassageFinder {
 public:
  PassageFinder(const kernel::PointTable& points, const Border& border, const mpq_class& window);

  /// The passages of all stances with a width from `narrowest` to `widest`, narrow ones first, then by the first
  /// stretch and the second one; of several with the same ends the first. Cost: about n log n in the stretches, plus
  /// the pairs that are near. `threads` >= 1 does not change the result.
  std::vector<FoundPassage> find(const mpq_class& narrowest, const mpq_class& widest, unsigned threads) const;

 private:
  using Ends = std::array<ExactPoint, 2>;
  struct Edge {
    ExactPoint from, to;
    kernel::PlanPoint run;
  };
  struct Nearest {  // the distance is the same all along from the points at [0] to those at [1], which often are one
    std::array<ExactPoint, 2> on_first, on_second;
    bool is_point() const { return on_first[0] == on_first[1] && on_second[0] == on_second[1]; }
    Ends at(const mpq_class& x) const;
  };
  struct OpenSegment {
    Ends ends;
    bool closes;
  };

  void find_from(std::uint32_t i, const mpq_class& narrowest, const mpq_class& widest,
                 std::vector<FoundPassage>& found) const;
  void find_between(std::uint32_t i, std::uint32_t j, const mpq_class& narrowest, const mpq_class& widest,
                    std::vector<FoundPassage>& found) const;
  static bool may_face(const Edge& e, const Edge& f);
  static std::optional<Nearest> nearest(const Edge& e, const Edge& f, const mpq_class& window);
  std::optional<OpenSegment> open_segment(const Nearest& nearest, kernel::Label stance) const;
  kernel::IntervalSet open_parts(const Nearest& nearest, kernel::Label stance) const;
  kernel::IntervalSet nearer_parts(const Nearest& nearest, kernel::Label stance) const;
  bool is_nearer(std::uint32_t edge, const Ends& ends) const;
  bool any_nearer(const Ends& ends, kernel::Label stance) const;
  bool is_narrowest(std::uint32_t edge, const ExactPoint& at, const ExactPoint& other, kernel::Label stance) const;
  kernel::Box box(const ExactPoint& p, const ExactPoint& q, const mpq_class& around, const mpq_class& above) const;
  bool has(std::uint32_t edge, kernel::Label stance) const {
    return border_.stretches[edge].lowest <= stance && stance <= border_.stretches[edge].highest;
  }

  const kernel::PointTable& points_;
  const Border& border_;
  const mpq_class& window_;
  std::vector<Edge> edges_;  // by stretch; the floor is on the right
  std::optional<kernel::BoxTree> tree_;
};

}  // namespace plumb::pipeline
