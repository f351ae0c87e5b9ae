// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>

#include "base/geometry.h"
#include "level/rings.h"
#include "level/world.h"

namespace plumb::checker {

/// A vertical polygon as it stands on its trace: an outline of (position, height), convex.
class Front {
 public:
  /// ends: those of its trace, as in its shape. height(point): what stands for a point's height, times its w.
  template <class Height>
  Front(const std::vector<Point>& points, const Ring& corners, const Outline& ends, bool x, Height&& height)
      : ends_(ends), x_(x) {
    corners_.reserve(corners.size());
    for (const Index c : corners) {
      const Point& p = points[c];
      const auto is_at = [&](const Vertex& end) {
        return c == end.point || compare(p, points[end.point], x ? 0 : 1) == 0;
      };
      corners_.push_back({p, height(p), 0,
                          is_at(ends[0])   ? Where::first
                          : is_at(ends[1]) ? Where::last
                                           : Where::between});
      corners_.back().near = near(corners_.back());
    }
  }

  /// From where to where some of it is where neither line is negative; none unless somewhere one is positive, and in
  /// what that leaves the other. `apart`: at every position of the outline, the heights where the first is 0 are below
  /// those where the second is.
  std::optional<Chord> between(const Line& above, const Line& beneath, bool apart) const;

 private:
  enum class Where { first, last, between };
  struct Corner {
    const Point& point;
    Integer height;
    double near;  // the height, truncated; NaN: no use
    Where where;
  };
  static double near(const Corner& c);
  Vertex vertex(const Corner& c) const { return {c.point[x_ ? 0 : 1], c.height, c.point.w}; }
  int side(const Line& line, const Corner& c) const;

  const Outline& ends_;
  bool x_;
  std::vector<Corner> corners_;
};

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
  struct Obstruction {
    std::size_t may_cross;
    Position from, to;
  };
  Index wall() const { return wall_; }
  /// All obstructions, along the trace.
  const std::vector<Obstruction>& obstructions() const { return obstructions_; }
  /// Whether these are the ends (x, y) of an obstruction, in the level's units.
  bool is(const Obstruction& obstruction, const World& world, const std::array<Ratio, 4>& ends) const;
  const Line& line() const { return *line_; }
  /// Where an end is.
  Vertex place(const Position& end, const World& world) const {
    return end.point != none ? Vertex(world.scene.points[end.point]) : vertex_at(*line_, end);
  }
  /// The ends of the stretch in which any stance is stopped.
  const Outline& ends() const { return ends_; }

 private:
  WallTrace(Index wall, const Line& line) : wall_(wall), line_(&line) {}
  void add(const Position& from, const Position& to, std::size_t may_cross);

  Index wall_;
  const Line* line_;
  std::vector<Obstruction> obstructions_;
  Outline ends_;
};

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

  struct Opening {
    Chord stretch;
    std::size_t stance;
  };
  /// The maximal parts of a stretch, in order, where some stance up to `most` passes, by the greatest one.
  std::vector<Opening> openings(const Chord& stretch, std::size_t most, const std::vector<Index>& walls) const;

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
