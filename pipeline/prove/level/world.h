// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>

#include "base/square.h"
#include "base/threads.h"
#include "level/rings.h"

namespace plumb::checker {

/// A polygon seen from above.
struct Shape {
  Outline corners;          ///< counter-clockwise; of a vertical one: the ends of its trace, ascending along it
  std::vector<Line> sides;  ///< side i from corner i to the next, positive inside; of a vertical one: its trace
};

/// A convex polygon around the origin: nx x + ny y <= offset for each of its sides, counter-clockwise.
struct DiscSide {
  Fraction nx, ny, offset;
};

/// An agent's radius, and what stands for its disc.
struct Clearing {
  Fraction radius, window;
  std::vector<DiscSide> disc;
  Fraction reach;  ///< of the disc, along x or y
};

/// What the records of a certificate are judged by. Lengths are in the scene's integer units.
struct World {
  Scene scene;
  std::vector<Polygon> polygons;
  std::vector<std::string> stance_names;
  std::vector<Fraction> heights;  ///< heights[s - 1]: stance s
  Fraction step, weld;
  Ratio step_ratio;                  ///< the step
  std::vector<Ratio> height_ratios;  ///< the heights
  std::optional<Clearing> clearing;
  std::optional<Square> tile;  ///< areas are those in it
  bool is_told = false;        ///< what surfaces have is kept as places, for a Listener

  Threads threads;

  /// To be made once all else is known: the ratios and what the polygons look like from above.
  void make_shapes();
  const Shape& shape(Index polygon) const { return shapes_[polygon]; }
  /// Whether the first is not above the second, or not below it, anywhere: -1, 0 or 1 is the order of the highest
  /// corner of the first and the lowest of the second.
  int compare_top(const Polygon& of, const Polygon& with_bottom) const {
    return compare(scene.points[of.highest], scene.points[with_bottom.lowest], 2);
  }

 private:
  Shape shape_of(const Polygon& polygon) const;
  std::vector<Shape> shapes_;
};

/// The polygons of solids and cavities, and what they do to cells of other polygons.
class Bodies {
 public:
  /// Keeps a reference. Requires the world's polygons with their marks `counts`.
  explicit Bodies(const World& world);

  bool empty() const { return numbers_.empty(); }
  /// The winding number just above polygon T over a point of it that no polygon leaves T's plane at.
  std::int64_t winding(Index surface, const Vertex& at) const;

  /// Where the part of a polygon above T's plane, closed, meets that plane: none if in a point or nowhere.
  struct Crossing {
    Line line;
    Outline ends;
  };
  std::optional<Crossing> crossing(Index surface, Index polygon) const;

 private:
  static std::vector<Index> standing(const World& world);

  const World& world_;
  std::vector<Index> numbers_;  // of those that count and are not vertical
  BoxTree tree_;                // of these
};

}  // namespace plumb::checker
