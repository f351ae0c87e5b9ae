// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>

#include "position.h"
#include "world.h"

namespace plumb::checker {

/// The heights over a surface's plane, times its n.z, between which a wall stops stances (semantics, 5).
struct StopHeights {
  StopHeights(const World& world, Index surface);
  Line above_step;            ///< of (position, height): positive above the step
  std::vector<Line> beneath;  ///< [s - 1]: positive below the height of stance s
};

/// The trace of a vertical polygon on a surface: where it stops stances (semantics, 5).
class WallTrace {
 public:
  /// None if it stops nobody.
  static std::optional<WallTrace> make(const World& world, const StopHeights& heights, Index surface, Index wall);

  /// A stretch of one greatest stance that may cross, and its ends.
  struct Piece {
    std::size_t may_cross;
    Position from, to;
  };
  /// All of them, along the trace.
  std::vector<Piece> pieces() const;
  /// Whether these are the ends (x, y) of a piece, in the level's units.
  bool is(const Piece& piece, const World& world, const std::array<Fraction, 4>& ends) const;
  /// Whether a stretch that stops any stance runs through the interior of a convex outline.
  bool crosses(const Outline& outline) const;

 private:
  explicit WallTrace(const Line& line) : line_(&line) {}

  const Line* line_;
  std::vector<std::optional<Chord>> stretches_;  // [s - 1]: stance s; each contains those before it
};

}  // namespace plumb::checker
