// SPDX-License-Identifier: GPL-3.0-or-later
#include "unwalkable_parts.h"

#include <algorithm>

#include "plumb/pipeline/parallel_parts.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/surface_ranges.h"
#include "spot_table.h"

namespace plumb::pipeline {
namespace {

using Name = PointPool::Name;
constexpr std::size_t chunk = 64;  // surfaces

// The vertices of the graph in which lines meet that the stance map keeps, by the surface of the lines.
class VerticesBySurface {
 public:
  explicit VerticesBySurface(const LinkedLevel& level) : level_(level) {
    const auto& vertices = level.graph.vertices;
    for (VertexRef v = 0; v < vertices.size(); ++v)
      if (vertices[v].cell != GraphVertex::no_cell && vertices[v].lines[1] != kernel::no_line) list_.push_back(v);
    const auto by_surface = [this](VertexRef v) { return surface_of(v); };
    if (!std::ranges::is_sorted(list_, {}, by_surface)) std::ranges::stable_sort(list_, {}, by_surface);
  }

  std::span<const VertexRef> of(kernel::PolygonId surface) const {
    const auto by_surface = [this](VertexRef v) { return surface_of(v); };
    return {std::ranges::lower_bound(list_, surface, {}, by_surface),
            std::ranges::upper_bound(list_, surface, {}, by_surface)};
  }

 private:
  kernel::PolygonId surface_of(VertexRef v) const {
    return level_.map.table.cells[level_.graph.vertices[v].cell].surface;
  }

  const LinkedLevel& level_;
  std::vector<VertexRef> list_;
};

// Names the corners of one surface after the other: where a corner is a vertex of the graph, often by that. One object
// a thread.
class CornerNamer {
 public:
  CornerNamer(PointPool& pool, const VerticesBySurface& vertices)
      : pool_(pool), level_(pool.level()), vertices_(vertices), plan_(level_.scene.points, level_.set, level_.map) {}

  void add(const SurfaceRange& range, UnwalkableParts& out) {
    const vcd::CellTable& table = level_.map.table;
    if (range.first_obstruction == range.last_obstruction &&
        std::none_of(table.cells.begin() + range.first_cell, table.cells.begin() + range.last_cell, is_unwalkable))
      return;
    enter(table.cells[range.first_cell].surface);
    for (std::uint32_t c = range.first_cell; c < range.last_cell; ++c)
      if (is_unwalkable(table.cells[c])) add_cell(table.cells[c], out.cells);
    for (std::size_t i = range.first_obstruction; i < range.last_obstruction; ++i) {
      const vcd::Obstruction& o = table.obstructions[i];
      const kernel::LineId line = plan_.line(o.line);
      for (const kernel::LineSource& end : {o.from, o.to})
        out.ends.push_back(corner(plan_.meet(line, plan_.line(end))));
    }
  }

 private:
  using NearPlace = std::array<kernel::Interval, 2>;
  struct Named {
    Name name;
    std::array<kernel::LineId, 2> lines;
  };
  using Places = SpotTable<2, Named>;

  void enter(kernel::PolygonId surface) {
    plan_.enter(surface);
    kernel::start_anew(known_);
    const kernel::LineTable::Group* kept = level_.map.table.kept.find(surface);
    lines_ = kept ? 2 * kept->count : 0;
    by_place_.clear();
    for (const VertexRef v : vertices_.of(surface)) {
      const GraphVertex& g = level_.graph.vertices[v];
      const auto [l, m] = g.lines;
      if (l >= lines_ || m >= lines_) continue;
      known_.insert_or_assign(key(l, m), pool_.vertex(v));
      by_place_.add(Places::spots(NearPlace{g.near(0), g.near(1)}), {pool_.vertex(v), g.lines});
    }
  }

  std::uint64_t key(kernel::LineId l, kernel::LineId m) const {
    const auto [low, high] = std::minmax({plan_.plan().representative(l), plan_.plan().representative(m)});
    return kernel::pair_key(low, high);
  }

  void add_cell(const vcd::Cell& c, FacetList& out) {
    const std::size_t before = out.corners.size();
    const auto sources = level_.map.table.lines_of(c);
    if (sources.empty())
      for (const kernel::PointId p : plan_.corners(c.surface)) out.corners.push_back(pool_.input_point(p));
    for (std::size_t i = 0; i < sources.size(); ++i)
      out.corners.push_back(corner(plan_.corner(sources[i], sources[i + 1 == sources.size() ? 0 : i + 1])));
    std::reverse(out.corners.begin() + static_cast<std::ptrdiff_t>(before), out.corners.end());
    out.facets.push_back({c.surface, c.witness, static_cast<std::uint32_t>(out.corners.size() - before)});
    out.facets_of_cell.push_back(1);
  }

  Name corner(kernel::VertexId vertex) {
    const auto lines = plan_.plan().lines_of(vertex);
    const auto [known, is_new] = known_.try_emplace(key(lines[0], lines[1]));
    return is_new ? known.value() = named(vertex, lines) : known->second;
  }

  Name named(kernel::VertexId vertex, const std::array<kernel::LineId, 2>& lines) {
    if (std::max(lines[0], lines[1]) >= lines_) return pool_.given(plan_.lift(vertex));
    const kernel::PointId point = plan_.plan().point_of(vertex);
    if (point != kernel::no_point && plan_.in_plane(point)) return pool_.input_point(point);
    const NearVertex v = plan_.near(vertex, plan_.approx(vertex));
    const NearPlace place{v.near(0), v.near(1)};
    const Places::Spots spots = Places::spots(place);
    const auto passes = [&](kernel::LineId l) { return plan_.plan().side(vertex, l) == kernel::Sign::zero; };
    // Other lines may have made it.
    if (const Named* known =
            by_place_.find(spots, [&](const Named& n) { return std::ranges::all_of(n.lines, passes); }))
      return known->name;
    const FilteredPoint near{place[0], place[1], v.near(2)};
    const Name name = point != kernel::no_point ? pool_.over_point(plan_.id(), point, near)
                      : is_useful(near)         ? pool_.corner(plan_.id(), lines, near)
                                                : pool_.given(plan_.lift(vertex));
    by_place_.add(spots, {name, lines});
    return name;
  }

  PointPool& pool_;
  const LinkedLevel& level_;
  const VerticesBySurface& vertices_;
  SurfacePlan plan_;
  Places by_place_;
  kernel::LineId lines_ = 0;     // of the surface that are kept
  kernel::PairMap<Name> known_;  // by the pair of their lines
};

}  // namespace

void for_unwalkable_parts(PointPool& pool, unsigned threads, const std::function<void(const UnwalkableParts&)>& take) {
  const std::vector<SurfaceRange> surfaces = surface_ranges(pool.level().map.table);
  const VerticesBySurface vertices(pool.level());
  parallel_parts<UnwalkableParts>(
      (surfaces.size() + chunk - 1) / chunk, threads,
      [&](unsigned) {
        return [&, namer = CornerNamer(pool, vertices)](std::size_t c, UnwalkableParts& part) mutable {
          for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, surfaces.size()); ++i)
            namer.add(surfaces[i], part);
        };
      },
      take);
}

}  // namespace plumb::pipeline
