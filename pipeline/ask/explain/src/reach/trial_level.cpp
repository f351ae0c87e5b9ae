// SPDX-License-Identifier: GPL-3.0-or-later
// A level that is baked again and again for one stance: its polygons and their index are made once. graph() classifies
// the polygons for the slope of the trial, and decomposes, links and erodes the level with its other values; eroded()
// erodes a graph that is there.
#include "reach/trial_level.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/scene_frame.h"
#include "plumb/pipeline/stage_settings.h"

namespace plumb::pipeline {

bool TrialGraph::joined_with_start(CellId cell) {
  return std::ranges::any_of(ends[0], [&](CellId start) { return joined.find(start) == joined.find(cell); });
}

bool TrialGraph::joins() {
  return std::ranges::any_of(ends[1], [&](CellId cell) { return joined_with_start(cell); });
}

TrialLevel::TrialLevel(IndexedSurfaces surfaces, const BakeOptions& options, const ReachQuery& query)
    : found_(std::move(surfaces)), options_(options), window_(query.window) {
  given_.height = options.stances[static_cast<std::size_t>(query.stance) - 1].height;
  given_.step = options.step;
  given_.weld = options.weld;
  given_.radius = options.radius;
  given_.disc = options.disc;
  if (options.clearance == ClearanceBound::outer) given_.bound = kernel::DiscBound::hull;
  fall(0, from_input_frame(query.from, options.up));
  fall(1, from_input_frame(query.to, options.up));
}

// Calls visit(polygon, height) for the polygons that are not vertical and lie over or under a place.
template <class Visit>
void TrialLevel::each_height(const Box& box, const ExactPoint& at, Visit&& visit) const {
  index().query(box, [&](std::uint32_t id) {
    const Surface& s = set().surfaces[id];
    if (s.kind == SurfaceKind::vertical) return;
    if (!kernel::projection_contains(kernel::exact_corners(points(), set().corners_of(s)), {at[0], at[1]})) return;
    visit(id, kernel::exact_plane(points(), set().corners_of(s)).height(at[0], at[1]));
  });
}

// Lets a place fall to the first polygon at or below it that is not vertical, even a steep one: a slope that is tried
// may allow to stand on it.
void TrialLevel::fall(std::size_t end, const ExactPoint& from) {
  const auto first_below = [&](const ExactPoint& p, std::vector<kernel::PolygonId>& polygons) {
    Box box = rounded_box(points(), p, p);
    box.low[2] = -HUGE_VAL;
    std::optional<mpq_class> highest;
    each_height(box, p, [&](kernel::PolygonId id, const mpq_class& height) {
      if (height > p[2] || (highest && height < *highest)) return;
      if (!highest || height > *highest) polygons.clear();
      highest = height;
      polygons.push_back(id);
    });
    return highest;
  };
  if (const auto highest = first_below(from, polygons_[end])) floors_[end] = ExactPoint{from[0], from[1], *highest};
  std::ranges::sort(polygons_[end]);
  std::vector<kernel::PolygonId> others;
  if (!floors_[end])
    advice_[end] = axes_advice(
        from, options_.up, [&](const ExactPoint& p) { return first_below(p, others).has_value(); }, "");
}

std::vector<HeightOver> TrialLevel::heights_over(std::size_t end) const {
  const ExactPoint& floor = *floors_[end];
  Box box = rounded_box(points(), floor, floor);
  box.high[2] = HUGE_VAL;
  std::vector<HeightOver> out;
  each_height(box, floor, [&](kernel::PolygonId id, const mpq_class& height) {
    if (height > floor[2]) out.push_back({id, height - floor[2]});
  });
  return out;
}

std::vector<kernel::PolygonId> TrialLevel::polygons_through(const ExactPoint& at) const {
  std::vector<kernel::PolygonId> out;
  each_height(rounded_box(points(), at, at), at, [&](kernel::PolygonId id, const mpq_class& height) {
    if (height == at[2]) out.push_back(id);
  });
  return out;
}

mpq_class TrialLevel::extent(std::size_t axis) const {
  mpq_class low, high;
  for (kernel::PointId p = 0; p < points().size(); ++p) {
    const mpq_class x = kernel::exact_point(points(), p)[axis];
    if (p == 0) low = high = x;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  return high - low;
}

void TrialLevel::classify_for(const std::optional<mpq_class>& tan_squared) {
  if (tan_squared == classified_) return;
  classified_ = tan_squared;
  const kernel::SlopeLimit limit =
      tan_squared ? kernel::SlopeLimit::from_tan_squared(*tan_squared).value() : slope_limit(options_);
  classify(found_.level.set, points(), limit, options_.sides, options_.threads);
}

std::vector<CellId> TrialLevel::cells_at(const StanceMap& map, kernel::PolygonId polygon,
                                         const kernel::PlanPoint& at) const {
  std::vector<CellId> out;
  CellGeometry geometry(points(), set(), map);
  const auto first = std::ranges::lower_bound(map.table.cells, polygon, {}, &vcd::Cell::surface);
  for (auto c = first; c != map.table.cells.end() && c->surface == polygon; ++c)
    if (kernel::projection_contains(geometry.vertices(*c), at))
      out.push_back(static_cast<CellId>(c - map.table.cells.begin()));
  return out;
}

std::unique_ptr<TrialGraph> TrialLevel::graph(const Trial& t) {
  classify_for(t.tan_squared);
  Progress silent;  // of many bakes none reports its own progress
  Stages stage(silent, link_stages(options_.solids));
  kernel::LadderCounts counts;
  LinkSettings settings = link_settings(options_);
  settings.stances = {{"stance", t.height}};
  settings.step = t.step;
  settings.weld = t.weld;
  LinkedMap linked = link_surfaces(found_.level, index(), settings, stage, counts);
  auto out = std::make_unique<TrialGraph>();
  out->map = std::move(linked.map);
  out->graph = std::move(linked.graph);
  if (sgn(t.radius) > 0) erode(points(), set(), out->map, out->graph, erode_options(t, nullptr), counts);
  finish(*out);
  return out;
}

std::unique_ptr<TrialGraph> TrialLevel::eroded(const TrialGraph& base, const Trial& t, const ErodeTrial& left) {
  kernel::LadderCounts counts;
  auto out = std::make_unique<TrialGraph>();
  out->map = base.map;
  out->graph = base.graph;
  erode(points(), set(), out->map, out->graph, erode_options(t, &left), counts);
  finish(*out);
  return out;
}

ErodeOptions TrialLevel::erode_options(const Trial& t, const ErodeTrial* left) const {
  return {.radius = t.radius,
          .window = window_,
          .disc_points = t.disc,
          .bound = t.bound,
          .threads = options_.threads,
          .trial = left};
}

void TrialLevel::finish(TrialGraph& out) {
  out.joined = joined_cells(out.graph, out.map, 1);
  for (const std::size_t end : {0u, 1u})
    for (const kernel::PolygonId polygon : polygons_[end])
      for (const CellId cell : cells_at(out.map, polygon, {(*floors_[end])[0], (*floors_[end])[1]}))
        if (out.map.table.cells[cell].label >= 1) out.ends[end].push_back(cell);
  ++bakes_;
  if (on_bake) on_bake();
}

}  // namespace plumb::pipeline
