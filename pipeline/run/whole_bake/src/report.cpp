// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of one bake, collected (docs/reference/bake.md lists them).
//
// 1. make_report() counts faces, polygons and cells, and copies lists, areas and closed components from a measured
//    level. What later stages know is added by their callers. level_bounds() is the box around the points;
//    graph_facts() counts cells, portals and components.
// 2. clearance_bounds() adds up the areas of stances from the highest down, once by the inner and once by the outer
//    bound of the radius.
//
// Cost: linear in cells, surfaces and the lists of faces. Exact: areas are fractions; where one was left out as longer
// than --exact-digits, a sum with it is left out, too. Source: our own.
#include "plumb/pipeline/report.h"

#include "plumb/kernel/point_predicates.h"
#include "plumb/pipeline/connectivity.h"

namespace plumb::pipeline {
namespace {

bool is_below(const kernel::PointTable& points, kernel::PointId p, kernel::PointId q, int axis) {
  return kernel::compare(points, axis, p, q) < 0;
}

mpq_class coordinate(const kernel::PointTable& points, kernel::PointId p, int axis) {
  return points.exact(p, axis) / points.denominator();
}

}  // namespace

LevelBounds level_bounds(const Scene& scene, UpAxis up) {
  const kernel::PointTable& points = scene.points;
  if (points.size() == 0) return {};
  ExactPoint low, high;
  for (int axis = 0; axis < 3; ++axis) {
    kernel::PointId least = 0, most = 0;
    for (kernel::PointId p = 1; p < points.size(); ++p) {
      if (is_below(points, p, least, axis)) least = p;
      if (is_below(points, most, p, axis)) most = p;
    }
    low[static_cast<std::size_t>(axis)] = coordinate(points, least, axis);
    high[static_cast<std::size_t>(axis)] = coordinate(points, most, axis);
  }
  LevelBounds out{to_input_frame(std::move(low), up), to_input_frame(std::move(high), up)};
  for (std::size_t axis = 0; axis < 3; ++axis)  // an axis may have been turned over
    if (out.high[axis] < out.low[axis]) swap(out.low[axis], out.high[axis]);
  return out;
}

GraphFacts graph_facts(const CellGraph& graph, const std::vector<double>& areas, std::size_t stances,
                       const PartitionCounts& partition, Pruned pruned) {
  GraphFacts f;
  f.merged_cells.resize(stances);
  for (const kernel::Label stance : graph.stances)
    if (stance > kernel::blocked) ++f.merged_cells[static_cast<std::size_t>(stance) - 1];
  for (const CellGraph::Arc& portal : graph.arcs)
    ++(portal.kind == PortalKind::flush ? f.flush : portal.kind == PortalKind::step ? f.step : f.weld);
  for (std::size_t s = 1; s <= stances; ++s) {
    const std::vector<std::uint32_t> component = components(graph, static_cast<kernel::Label>(s));
    std::vector<double> sums;
    for (std::size_t c = 0; c < component.size(); ++c) {
      if (component[c] == no_component) continue;
      if (component[c] >= sums.size()) sums.resize(component[c] + std::size_t{1});
      sums[component[c]] += areas[c];
    }
    f.components.push_back(sums.size());
    f.largest.push_back(largest_share(sums));
  }
  f.partition = partition;
  f.pruned = std::move(pruned);
  return f;
}

BakeReport make_report(const MeasuredLevel& b) {
  BakeReport r;
  r.options = b.options;
  r.scene_file = b.scene.file;
  r.sha256 = b.scene.sha256;
  r.faces = b.scene.face_count();
  r.polygons = b.set.surfaces.size();
  r.vertices = b.scene.vertex_records;
  r.straightened_nodes = b.scene.straightened_nodes;
  r.coordinate_bits = b.scene.points.common_bits();
  r.skipped_primitives = b.scene.skipped_primitives;
  r.left_out = b.scene.left_out;
  r.bounds = level_bounds(b.scene, b.options.up);
  r.degenerate_faces = b.set.degenerate_faces;
  r.split_faces = b.set.split_faces;
  r.dropped_faces = b.set.dropped_faces;
  r.dropped_corners = b.set.dropped_corners;
  r.fanned_faces = b.set.fanned_faces;
  for (const Surface& s : b.set.surfaces)
    ++(s.kind == SurfaceKind::traversable ? r.traversable : s.kind == SurfaceKind::vertical ? r.vertical : r.blocker);
  r.welded_from = b.set.welded_from;
  r.areas = b.areas;
  r.stance_cells.resize(b.map.stances.size());
  for (const vcd::Cell& c : b.map.table.cells)
    ++(c.label == kernel::too_close ? r.too_close_cells
       : c.label == kernel::inside  ? r.inside_cells
       : c.label == kernel::covered ? r.covered_cells
       : c.label == kernel::blocked ? r.blocked_cells
                                    : r.stance_cells[static_cast<std::size_t>(c.label) - 1]);
  r.obstructions = b.map.table.obstructions.size();
  if (b.solids) {
    r.components = b.solids->components;
    r.open_edges = b.solids->open.count;
    const auto point = [&](kernel::PointId p) {
      const kernel::PointTable& points = b.scene.points;
      return to_input_frame({coordinate(points, p, 0), coordinate(points, p, 1), coordinate(points, p, 2)},
                            b.options.up);
    };
    for (const auto& [face, ends] : b.solids->open.first)
      r.open_places.push_back({face, {point(ends[0]), point(ends[1])}});
  }
  return r;
}

std::vector<std::array<Area, 2>> clearance_bounds(const Measures& inner, const Measures& outer) {
  std::vector<std::array<Area, 2>> out(inner.stances.size());
  const Measures* const of[] = {&inner, &outer};
  for (std::size_t bound = 0; bound < 2; ++bound) {
    Area sum{mpq_class(0), 0};
    for (std::size_t s = out.size(); s-- > 0;) {
      const Area& area = of[bound]->stances[s];
      sum.approx += area.approx;
      if (sum.exact && area.exact) *sum.exact += *area.exact;
      else sum.exact.reset();
      out[s][bound] = sum;
    }
  }
  return out;
}

}  // namespace plumb::pipeline
