// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>

#include "stretch.h"
#include "world.h"

namespace checker {

/// The trace of a vertical polygon on a surface: where it stops stances (semantics, 5). Positions along it are measured
/// by x, or by y where x does not change.
class WallTrace {
 public:
  /// None if it stops nobody.
  static std::optional<WallTrace> make(const World& world, Index surface, Index wall);

  /// A stretch of one greatest stance that may cross, and its ends (x, y) in the level's units.
  struct Piece {
    std::size_t may_cross;
    std::array<Fraction, 4> ends;
  };
  /// All of them, along the trace.
  std::vector<Piece> pieces(const World& world) const;
  /// Whether a stretch that stops any stance runs through the interior of a convex outline.
  bool crosses(const Outline& outline) const;

 private:
  explicit WallTrace(const Line& line) : line_(line) {}
  std::optional<Stretch> chord(const Outline& outline) const;
  bool by_x() const { return sgn(line_.b) != 0; }
  Fraction position(const Vertex& v) const;

  const Line& line_;
  std::vector<std::optional<Stretch>> stretches_;  // [s - 1]: stance s; each contains those before it
};

}  // namespace checker
