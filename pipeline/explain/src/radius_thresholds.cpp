// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/radius_thresholds.h"

#include "border_points.h"
#include "passages.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/border_of.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/link_surfaces.h"
#include "plumb/pipeline/load_surfaces.h"

namespace plumb::pipeline {
namespace {

ExactPoint middle(const std::array<ExactPoint, 2>& ends) {
  return {(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2, (ends[0][2] + ends[1][2]) / 2};
}

// Says where stances can stand.
class Floors {
 public:
  Floors(const IndexedSurfaces& surfaces, const StanceMap& map)
      : points_(surfaces.level.scene.points),
        set_(surfaces.level.set),
        index_(surfaces.index),
        geometry_(points_, set_, map),
        cells_(set_.surfaces.size()) {
    for (const vcd::Cell& c : map.table.cells) cells_[c.surface].push_back(&c);
  }

  /// Whether a stance stands at a place, z up, or on a floor over or under it within the window.
  bool hold(const ExactPoint& place, kernel::Label stance, const mpq_class& window) {
    const auto beside = [&](const mpq_class& by) -> ExactPoint { return {place[0], place[1], place[2] + by}; };
    bool found = false;
    index_.query(rounded_box(points_, beside(-window), beside(window)), [&](std::uint32_t surface) {
      if (found || cells_[surface].empty()) return;
      const auto plane = kernel::exact_plane(points_, set_.corners_of(set_.surfaces[surface]));
      if (abs(plane.height(place[0], place[1]) - place[2]) >= window) return;
      for (const vcd::Cell* c : cells_[surface])
        found =
            found || (c->label >= stance && kernel::projection_contains(geometry_.vertices(*c), {place[0], place[1]}));
    });
    return found;
  }

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  CellGeometry geometry_;
  std::vector<std::vector<const vcd::Cell*>> cells_;  // by surface
};

RadiusPassage passage(const SceneSurfaces& level, const Border& border, const FoundPassage& found, bool closes,
                      UpAxis up) {
  RadiusPassage out;
  for (std::size_t k = 0; k < 2; ++k) {
    const BorderStretch& s = border.stretches[found.stretches[k]];
    out.sides[k] = {to_input_frame(found.ends[k], up),
                    {to_input_frame(exact_end(level.scene.points, border.ends[s.from]), up),
                     to_input_frame(exact_end(level.scene.points, border.ends[s.to]), up)},
                    s.surface,
                    level.set.surfaces[s.surface].face};
  }
  out.place = to_input_frame(middle(found.ends), up);
  out.stances = found.stances;
  out.closes = closes;
  return out;
}

}  // namespace

Result<RadiusThresholds> radius_thresholds(const BakeOptions& options, const ThresholdQuery& query,
                                           Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<RadiusThresholds> {
    Stages stage(progress, read_stage + indexed_surface_stages(options.solids) + link_stages(options.solids) +
                               std::vector<Stage>{{"passages", 10}});
    const auto found = load_indexed_surfaces(options, stage);
    if (!found) return found.error();
    const SceneSurfaces& level = found->level;
    kernel::LadderCounts counts;
    const Linked linked = link_surfaces(level, found->index, link_settings(options), stage, counts);
    return stage("passages", [&] {
      const Border border = border_of(level.scene.points, level.set, linked.map, linked.graph);
      const PassageFinder finder(level.scene.points, border, query.window);
      RadiusThresholds out{options, query, {}};
      out.options.window = query.window;
      Floors floors(*found, linked.map);
      for (const FoundPassage& p : finder.find(2 * query.low, 2 * query.high, options.threads)) {
        const bool closes = p.closes && floors.hold(middle(p.ends), p.stances.back(), query.window);
        if (query.jumps_only && !closes) continue;
        const mpq_class squared_radius = p.squared_width / 4;
        if (out.values.empty() || out.values.back().squared_radius != squared_radius)
          out.values.push_back({squared_radius, root_of(squared_radius), {}});
        out.values.back().passages.push_back(passage(level, border, p, closes, options.up));
      }
      return out;
    });
  });
}

}  // namespace plumb::pipeline
