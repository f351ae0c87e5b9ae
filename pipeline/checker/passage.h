// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "position.h"
#include "world.h"

namespace plumb::checker {

/// The height of a plane over a line of the plan: (m t + k) / q at position t, q > 0.
struct Profile {
  Integer m, k, q;
  Profile(const Plane& plane, const Line& line);
};

/// Two floors on either side of a line, over and under which vertical polygons on that line may leave room (semantics,
/// 6).
class Passage {
 public:
  Passage(const World& world, const Line& line, const Plane& a, const Plane& b);

  /// Whether the floors are at one height all along.
  bool level() const { return sgn(m_) == 0 && sgn(k_) == 0; }
  /// The part of a stretch where their heights differ by at most the step; none if that is at most a point.
  std::optional<Chord> within_step(Chord stretch) const;

  struct Piece {
    Chord stretch;
    std::size_t stance;
  };
  /// The maximal parts of a stretch, in order, where some stance up to `most` passes, by the greatest one.
  std::vector<Piece> pieces(const Chord& stretch, std::size_t most, const std::vector<Index>& walls) const;

 private:
  struct Change {  // from here on the stance is stopped by one wall more (+1) or less (-1)
    Position at;
    std::size_t stance;
    int more;
  };
  void stop(const Chord& stretch, std::size_t most, Index wall, std::vector<Change>& changes) const;

  const World& world_;
  const Line& line_;
  Profile a_, b_;
  Integer m_, k_, q_;  // a's height over b's: (m t + k) / q
};

}  // namespace plumb::checker
