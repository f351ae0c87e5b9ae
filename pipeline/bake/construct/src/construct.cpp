// SPDX-License-Identifier: GPL-3.0-or-later
// The navmesh of a baked level: pieces of merged cells with their facets and portals, and the cells where nobody
// stands. A PointPool names each point by where it comes from; a place is computed only where names do not tell whether
// a corner is known (CornerNamer).
//
// 1. for_piece_facets() makes the facets of all pieces (merged_pieces.h), piece_portals() the portals between them.
// 2. for_unwalkable_parts() names the corners of the cells where nobody stands, and the ends of obstructions, surface
//    by surface. CornerNamer finds a corner again that is a vertex of the graph or was named before: by the two lines
//    that meet there, or, where other lines made it, by its place.
// 3. MeshWriter appends cells, portals and obstructions in order; PointNumbers gives equal points one number, by first
//    appearance.
//
// Cost: linear in cells, corners and portals, with hash tables; parts are made on all threads and appended in order.
// Memory: the navmesh, and the parts of some surfaces.
// Exact: equal points are one, whatever their names; PointPool decides that by doubles first.
// Source: our own.
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/progress.h"

#include <algorithm>
#include <functional>

#include "merged_pieces.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_plan.h"
#include "point_pool.h"
#include "spot_table.h"

namespace plumb::pipeline {
namespace {

bool is_unwalkable(const vcd::Cell& cell) { return cell.label <= kernel::blocked; }

// What of some surfaces nobody stands on: the cells, and the ends of obstructions.
struct UnwalkableParts {
  FacetList cells;                    ///< as in the stance map, one facet each
  std::vector<PointPool::Name> ends;  ///< obstruction by obstruction: from, to

  /// Memory is kept.
  void clear() {
    cells.clear();
    ends.clear();
  }
};

using Name = PointPool::Name;
constexpr std::size_t surfaces_at_once = 64;  // surfaces

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

// The parts of all surfaces where nobody stands, surface by surface, in lists of some of them: take(part) is called for
// each in order, on any thread, one at a time.
void for_unwalkable_parts(PointPool& pool, unsigned threads, const std::function<void(const UnwalkableParts&)>& take) {
  const std::vector<SurfaceRange> surfaces = surface_ranges(pool.level().map.table);
  const VerticesBySurface vertices(pool.level());
  parallel_parts<UnwalkableParts>(
      (surfaces.size() + surfaces_at_once - 1) / surfaces_at_once, threads,
      [&](unsigned) {
        return [&, namer = CornerNamer(pool, vertices)](std::size_t c, UnwalkableParts& part) mutable {
          for (std::size_t i = c * surfaces_at_once; i < std::min((c + 1) * surfaces_at_once, surfaces.size()); ++i)
            namer.add(surfaces[i], part);
        };
      },
      take);
}

// Puts a navmesh together; points are numbered as they come.
class MeshWriter {
 public:
  MeshWriter(const PointPool& pool, NavMesh& mesh) : level_(pool.level()), mesh_(mesh), number_(pool, mesh.points) {}

  void add_pieces(const MergedCells& partition, const FacetList& list) {
    add_cells(list, [&] { return partition.pieces[mesh_.cells.size() - 1].stance; });
  }

  void add_unwalkable(const FacetList& list) {
    add_cells(list, [&] {
      while (!is_unwalkable(level_.map.table.cells[next_cell_])) ++next_cell_;
      return level_.map.table.cells[next_cell_++].label;
    });
  }

  void add_portals(const std::vector<PiecePortal>& portals) {
    mesh_.portals.reserve(portals.size());
    for (const PiecePortal& p : portals) {
      cancellation_point();
      NavMesh::Portal& portal = mesh_.portals.emplace_back(NavMesh::Portal{p.a, p.b, p.kind, p.stance, {}, {}});
      for (std::size_t k = 0; k < 2; ++k) portal.on_a[k] = number_(p.on_a[k]);
      for (std::size_t k = 0; k < 2; ++k) portal.on_b[k] = number_(p.on_b[k]);
    }
  }

  void add_obstructions(std::span<const PointPool::Name> ends) {
    mesh_.obstructions.reserve(ends.size() / 2);
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      const vcd::Obstruction& o = level_.map.table.obstructions[mesh_.obstructions.size()];
      const MeshPoints::Index from = number_(ends[i]), to = number_(ends[i + 1]);
      mesh_.obstructions.push_back({o.surface, o.wall, from, to, o.may_cross});
    }
  }

 private:
  template <class NextStance>
  void add_cells(const FacetList& list, NextStance&& next_stance) {
    auto facet = list.facets.begin();
    auto corner = list.corners.begin();
    for (const std::uint32_t count : list.facets_of_cell) {
      cancellation_point();
      NavMesh::Cell& cell = mesh_.cells.emplace_back();
      cell.stance = next_stance();
      cell.facets.resize(count);
      for (NavMesh::Facet& f : cell.facets) {
        f.surface = facet->surface;
        f.face = level_.set.surfaces[facet->surface].face;
        f.witness = facet->witness;
        f.corners.reserve(facet->corners);
        for (const auto end = corner + facet->corners; corner != end; ++corner) f.corners.push_back(number_(*corner));
        ++facet;
      }
    }
  }

  const LinkedLevel& level_;
  NavMesh& mesh_;
  PointNumbers number_;
  std::size_t next_cell_ = 0;  // of the stance map
};

}  // namespace

NavMesh construct(NavMeshInfo info, const LinkedLevel& level, MergedCells partition, unsigned threads,
                  bool unwalkable) {
  const auto pool = std::make_shared<PointPool>(level);
  NavMesh mesh;
  mesh.info = std::move(info);
  mesh.denominator = level.scene.points.common_denominator();
  mesh.points = MeshPoints(pool, pool->unit());
  const vcd::CellTable& table = level.map.table;
  mesh.cells.reserve(partition.pieces.size() +
                     (unwalkable ? static_cast<std::size_t>(std::ranges::count_if(table.cells, is_unwalkable)) : 0));
  MeshWriter writer(*pool, mesh);
  {
    const WorkRange range(0, 0.5);
    for_piece_facets(*pool, partition, threads, [&](const FacetList& list) { writer.add_pieces(partition, list); });
  }
  const std::vector<PiecePortal> portals = piece_portals(partition, *pool);
  partition = {};
  std::vector<PointPool::Name> ends;  // of obstructions, which come last
  if (unwalkable) {
    ends.reserve(2 * table.obstructions.size());
    const WorkRange range(0.6, 0.9);
    for_unwalkable_parts(*pool, threads, [&](const UnwalkableParts& part) {
      writer.add_unwalkable(part.cells);
      ends.insert(ends.end(), part.ends.begin(), part.ends.end());
    });
  }
  writer.add_portals(portals);
  writer.add_obstructions(ends);
  pool->end_naming();
  return mesh;
}

CellGraph cell_graph(const LinkedLevel& level, const MergedCells& partition) {
  CellGraph out;
  out.stances.reserve(partition.pieces.size());
  for (const MergedCells::Piece& p : partition.pieces) out.stances.push_back(p.stance);
  for (const PiecePortal& p : piece_portals(partition, PointPool(level)))
    out.arcs.push_back({p.a, p.b, p.kind, p.stance});
  return out;
}

}  // namespace plumb::pipeline
