// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>

#include "box_tree.h"
#include "disc.h"
#include "threads.h"

namespace plumb::checker {

/// A polygon seen from above.
struct Shape {
  Outline corners;          ///< counter-clockwise; of a vertical one: the ends of its trace, ascending along it
  std::vector<Line> sides;  ///< side i from corner i to the next, positive inside; of a vertical one: its trace
};

/// An agent's radius, and what stands for its disc.
struct Clearing {
  Fraction radius, window;
  std::vector<DiscSide> disc;
  double reach = 0;  ///< of the disc, rounded outward
};

/// What the records of a certificate are judged by. Lengths are in the scene's integer units.
struct World {
  Scene scene;
  std::vector<Polygon> polygons;
  std::vector<std::string> stance_names;
  std::vector<Fraction> heights;  ///< heights[s - 1]: stance s
  Fraction step, weld;
  std::optional<Clearing> clearing;

  Threads threads;

  /// To be made once all polygons are known.
  void make_shapes();
  const Shape& shape(Index polygon) const { return shapes_[polygon]; }

 private:
  Shape shape_of(const Polygon& polygon) const;
  std::vector<Shape> shapes_;
};

}  // namespace plumb::checker
