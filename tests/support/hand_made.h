// SPDX-License-Identifier: GPL-3.0-or-later
// A bake made by hand: whole surfaces as cells, so that nothing here depends on the cutting.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "plumb/pipeline/report.h"
#include "support/plain_mesh.h"

namespace plumb::tests {

/// Coordinates in thirds, z up. Polygon 0: a square on the floor, stands. 1: its neighbour, crouches under 3.
/// 2: a triangle that slopes, blocked by 1. 3: the slab above 1, two-sided, stands. 4: covered by 3. 5: vertical.
struct HandMade {
  pipeline::BakeOptions options;
  pipeline::Scene scene;
  pipeline::SurfaceSet set;
  pipeline::StanceMap map;
  pipeline::Measures areas;

  explicit HandMade(pipeline::UpAxis up = pipeline::UpAxis::y) {
    pipeline::BakeArguments arguments;
    arguments.scene = "hand & made.obj";
    arguments.stances = {"crouch=1", "stand=9/5"};
    arguments.step = "2/5";
    arguments.up = pipeline::text_of(up);
    options = *pipeline::make_bake_options(arguments);
    scene.file = arguments.scene;
    scene.points = kernel::PointTable::from_integers(
        {0, 0, 0, 3, 0, 0, 3, 3, 0, 0, 3, 0, 7, 0, 0, 7, 3, 0, 10, 0, 2, 3, 0, 4, 7, 0, 4, 7, 3, 4, 3, 3, 4}, 3);
    scene.vertex_records = 12;
    scene.face_begin = {0};
    add({0, 3, 2, 1}, pipeline::SurfaceKind::traversable, 2, kernel::no_polygon);
    add({1, 2, 5, 4}, pipeline::SurfaceKind::traversable, 1, 3);
    add({4, 5, 6}, pipeline::SurfaceKind::traversable, kernel::blocked, 1);
    add({7, 10, 9, 8}, pipeline::SurfaceKind::traversable, 2, kernel::no_polygon);
    add({7, 10, 9}, pipeline::SurfaceKind::traversable, kernel::covered, 3);
    add({1, 2, 10, 7}, pipeline::SurfaceKind::vertical, 0, 0);
    set.welded_from = 6;
    set.covered_begin.push_back(static_cast<std::uint32_t>(set.covered_parts.size()));
    map.stances = options.stances;
    vcd::Obstruction wall;
    wall.surface = 1;
    wall.wall = 5;
    wall.line = {kernel::edge_kind, false, 5, 0};
    wall.from = {kernel::edge_kind, false, 1, 3};
    wall.to = {kernel::edge_kind, false, 1, 1};
    map.table.obstructions.push_back(wall);
    const auto area = [](mpq_class exact) { return pipeline::Area{exact, exact.get_d()}; };
    areas.blocked = area(mpq_class(1, 2));
    areas.covered = area(mpq_class(2, 3));
    areas.stances = {area(mpq_class(4, 3)), area(mpq_class(7, 3))};
    areas.traversable = area(mpq_class(29, 6));
    areas.polygons = areas.held = 5;
  }

  /// As the members stand now, with no portals.
  pipeline::NavMesh nav_mesh() const { return plain_mesh(options, scene, set, map); }
  pipeline::MeasuredLevel baked() const { return {{scene, set, map, graph_}, options, areas, nullptr}; }

 private:
  pipeline::NavGraph graph_;

  void add(std::initializer_list<kernel::PointId> corners, pipeline::SurfaceKind kind, kernel::Label label,
           kernel::PolygonId witness) {
    const auto id = static_cast<std::uint32_t>(set.surfaces.size());
    pipeline::Surface s;
    s.first_corner = static_cast<std::uint32_t>(set.corners.size());
    s.corner_count = static_cast<std::uint32_t>(corners.size());
    s.face = id;
    s.kind = kind;
    set.corners.insert(set.corners.end(), corners);
    set.covered_begin.push_back(static_cast<std::uint32_t>(set.covered_parts.size()));
    set.covered_parts.push_back({id, 0});
    set.surfaces.push_back(s);
    scene.face_points.insert(scene.face_points.end(), corners);
    scene.face_begin.push_back(static_cast<std::uint32_t>(scene.face_points.size()));
    if (kind != pipeline::SurfaceKind::traversable) return;
    vcd::Cell c;
    c.surface = id;
    c.witness = witness;
    c.label = label;
    map.table.cells.push_back(c);
  }
};

}  // namespace plumb::tests
