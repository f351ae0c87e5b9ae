// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <vector>

#include "plumb/pipeline/scenario.h"

namespace plumb::pipeline {

/// A level rectangle with sides along the axes.
struct Flat {
  mpq_class x0, x1, y0, y1, z;
  bool up = true;        ///< which side its face shows
  bool of_body = false;  ///< of a closed component that is a solid or a cavity
};

/// An upright rectangle: on x = at, along y, for axis 0; on y = at, along x, for axis 1.
struct Upright {
  int axis = 0;
  mpq_class at, from, to, low, high;
  bool positive = true;  ///< its face shows to greater x, or y
  bool of_body = false;  ///< as Flat::of_body
};

/// A level of such rectangles.
class BoxLevel {
 public:
  void floor(const mpq_class& x0, const mpq_class& x1, const mpq_class& y0, const mpq_class& y1, const mpq_class& z,
             bool up = true);
  /// Nothing where `low` is not below `high` or the wall has no length.
  void wall(int axis, const mpq_class& at, const mpq_class& from, const mpq_class& to, const mpq_class& low,
            const mpq_class& high);
  enum class Body { solid, turned, open };
  /// The six faces of a box: they face out, or in if `turned`; `open`: without its lid, so that it is not closed.
  /// `counts`: it is a solid or a cavity.
  void box(const std::array<mpq_class, 2>& x, const std::array<mpq_class, 2>& y, const std::array<mpq_class, 2>& z,
           Body body, bool counts);

  /// A polygon that has an edge in common with a body belongs to its component, which is then not closed: the bodies
  /// are none if there is such a polygon.
  void open_joined_bodies();

  std::vector<Flat> flats;
  std::vector<Upright> uprights;
};

using Corners = std::vector<ExactPoint>;
/// A polygon of a level, counter-clockwise seen from the side that it faces.
struct LevelPolygon {
  Corners corners;
  bool of_body = false;
};
std::vector<LevelPolygon> polygons_of(const BoxLevel& level);

/// Adds to an expectation what the definitions say of a level of rectangles: areas, and components without welds and
/// radius. The rectangles' own coordinates divide the plan into a grid. In a cell of the grid nothing changes, so the
/// definitions are applied cell by cell, and cells are joined over their edges.
void expect_boxes(const BoxLevel& level, const ScenarioOptions& options, Expectation& expectation);

}  // namespace plumb::pipeline
