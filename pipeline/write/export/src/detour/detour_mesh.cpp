// SPDX-License-Identifier: GPL-3.0-or-later
// Makes of the cells of a navmesh the convex polygons of a Detour file: at most six corners, all on the grid, each
// polygon in one tile, with heights over it that Detour can count. And asks Detour itself what it makes of the tiles.
//
// 1. make_detour_mesh() collects the points of cells where somebody can stand (points_to_hold()), chooses the grid
//    (detour_grid.cpp), and cuts the cells along tile lines (cut_between_tiles()).
// 2. positions() rounds the points to the grid; conform_cells() makes polygons of them; heights_of() lays triangles of
//    heights over each.
// 3. cut_crowded() cuts the cells over which there are more heights than Detour counts, and step 2 is repeated until
//    there are none, or none that can be cut. lines_across() requires that each part has some steps, so cells become
//    too small to be cut in the end.
// 4. note_moves() finds how far any point has moved, along each axis and in all.
// 5. The members of DetourMesh return places: of vertices, and in cells and polygons a little beside an edge
//    (place_in_cell(), place_in_polygon()).
// load_tiles() adds the finished tiles to a dtNavMesh and reads the links and connections that Detour finds between
// them.
//
// Cost: beside that of conform_cells() and CellHeights, linear in points and cells; a round of step 3 repeats all of
// it. Memory: two cut navmeshes at most, the polygons and their heights.
// Exact: steps and moves. greatest() makes fractions of those few moves of which doubles do not tell which is the
// greatest. plan_area() and lines_across() compute in rounded doubles: these refuse early what cut_cells() would
// refuse, and choose where to cut, but never where a point is.
// Source: limits are Detour's (Recast Navigation); the rest is ours.
#include "detour/detour_mesh.h"

#include "detour/detour_set_file.h"
#include "detour/outer_ways.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <memory>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

static_assert(sizeof(dtTileRef) == 4, "the format's references have 32 bits");

constexpr std::uint8_t within_tile = 0xff;  // dtLink::side

bool links_to(const dtMeshTile& tile, const dtPoly& polygon, dtPolyRef to) {
  for (unsigned l = polygon.firstLink; l != DT_NULL_LINK; l = tile.links[l].next)
    if (tile.links[l].ref == to) return true;
  return false;
}

class Loaded {
 public:
  Loaded() : mesh_(dtAllocNavMesh(), &dtFreeNavMesh) {}

  bool load(std::span<const std::string> tiles, const dtNavMeshParams& parameters) {
    if (dtStatusFailed(mesh_->init(&parameters))) return false;
    number_of_.resize(static_cast<std::size_t>(parameters.maxTiles));
    for (const std::string& bytes : tiles) {
      cancellation_point();
      auto* data = static_cast<unsigned char*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
      std::memcpy(data, bytes.data(), bytes.size());
      dtTileRef reference = 0;
      if (dtStatusFailed(mesh_->addTile(data, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA, 0, &reference))) {
        dtFree(data);
        return false;
      }
      number_of_[mesh_->decodePolyIdTile(reference)] = static_cast<std::uint32_t>(out_.references.size());
      out_.references.push_back(reference);
    }
    return true;
  }

  LoadedTiles read() {
    for (std::uint32_t t = 0; t < out_.references.size(); ++t) {
      const dtMeshTile& tile = *mesh_->getTileByRef(out_.references[t]);
      const dtPolyRef base = mesh_->getPolyRefBase(&tile);
      const auto all = static_cast<std::uint32_t>(tile.header->polyCount),
                 ground = static_cast<std::uint32_t>(tile.header->offMeshBase);
      for (std::uint32_t p = 0; p < ground; ++p) read_links(tile, {t, p});
      for (std::uint32_t p = ground; p < all; ++p)
        read_connection(tile, tile.polys[p], tile.offMeshCons[p - ground], base | p);
    }
    return std::move(out_);
  }

 private:
  DetourPolygon number(dtPolyRef reference) const {
    return {number_of_[mesh_->decodePolyIdTile(reference)], mesh_->decodePolyIdPoly(reference)};
  }

  void read_links(const dtMeshTile& tile, const DetourPolygon& from) {
    const dtPoly& polygon = tile.polys[from.polygon];
    for (unsigned l = polygon.firstLink; l != DT_NULL_LINK; l = tile.links[l].next) {
      const dtLink& link = tile.links[l];
      if (link.side != within_tile && link.edge < polygon.vertCount)  // else a connection's
        out_.links.push_back({from, link.edge, number(link.ref)});
    }
  }

  void read_connection(const dtMeshTile& tile, const dtPoly& polygon, const dtOffMeshConnection& connection,
                       dtPolyRef self) {
    const bool one_way = (connection.flags & DT_OFFMESH_CON_BIDIR) == 0;  // no link leads back from its second end
    std::map<int, DetourPolygon> ends;                                    // by end
    for (unsigned l = polygon.firstLink; l != DT_NULL_LINK; l = tile.links[l].next) {
      const dtLink& link = tile.links[l];
      const dtMeshTile* beyond = nullptr;
      const dtPoly* reached = nullptr;
      mesh_->getTileAndPolyByRefUnsafe(link.ref, &beyond, &reached);
      if ((one_way && link.edge == 1) || links_to(*beyond, *reached, self)) ends.emplace(link.edge, number(link.ref));
    }
    auto& made = out_.connections.emplace_back(LoadedTiles::Connection{connection.userId, {}});
    for (const auto& [end, reached] : ends) made.ends.push_back(reached);
  }

  std::unique_ptr<dtNavMesh, decltype(&dtFreeNavMesh)> mesh_;
  std::vector<std::uint32_t> number_of_;  // by Detour's number of a tile, ours
  LoadedTiles out_;
};

using kernel::Interval;

constexpr std::size_t most_corners = 6;

// What the grid has to hold: the points of cells where somebody can stand.
DetourPoints points_to_hold(const NavMesh& mesh) {
  DetourPoints out(mesh.points);
  std::vector<std::uint8_t> chosen(mesh.points.size());
  for (const NavMesh::Cell& cell : mesh.cells)
    if (cell.open_to() > kernel::blocked)
      for (const NavMesh::Facet& facet : cell.facets)
        for (const NavMesh::PointIndex p : facet.corners) chosen[p] = 1;
  for (const NavMesh::Portal& portal : mesh.portals)
    for (const auto& ends : {portal.on_a, portal.on_b})
      for (const NavMesh::PointIndex p : ends) chosen[p] = 1;
  for (NavMesh::PointIndex p = 0; p < chosen.size(); ++p, cancellation_point(p))
    if (chosen[p]) out.add(p);
  return out;
}

// About the area in plan of the cells where somebody can stand.
double plan_area(const NavMesh& mesh) {
  double sum = 0;
  for (const NavMesh::Cell& cell : mesh.cells)
    if (cell.open_to() > kernel::blocked)
      sum += cell_area(cell, [&](NavMesh::PointIndex p) {
        const FilteredPoint at = near_in_detour(mesh.points, p);
        return std::array{at[x_axis].low, -at[z_axis].low};
      });
  return sum;
}

// Cuts the cells along the lines between tiles. Along the plan's second axis Detour's z runs the other way, so that the
// last line comes first.
std::optional<CutCells> cut_between_tiles(const NavMesh& mesh, const DetourGrid& grid) {
  constexpr std::uint64_t most = std::uint64_t{1} << most_reference_bits;
  // A part of a cell is no larger than its tile, and a cell no larger than all tiles.
  const auto [x_tiles, z_tiles] = grid.tiles();
  const double parts = static_cast<double>(x_tiles) * z_tiles * static_cast<double>(mesh.cells.size());
  const mpq_class size = grid.tile_size();
  if (2 * parts > static_cast<double>(most) &&
      plan_area(mesh) > static_cast<double>(most) * (size.get_d() * size.get_d()))
    return std::nullopt;
  const mpq_class last = grid.axes[z_axis].value(grid.tiles()[1] * grid.tile_steps);
  return cut_cells(mesh, {GridLines{grid.axes[x_axis].origin, size}, GridLines{-last, size}}, most);
}

// z up: steps along Detour's z are counted towards the viewer.
std::vector<std::array<float, 3>> positions(const NavMesh& mesh, const DetourPoints& points, const DetourGrid& grid) {
  std::vector<std::array<float, 3>> all(mesh.points.size());
  const GridSteps step_of(grid);
  for (std::size_t i = 0; i < points.size(); ++i) {
    cancellation_point(i);
    const DetourGrid::Step step = step_of(points, i);
    all[points.index(i)] = {static_cast<float>(step[x_axis]), 0.0f - static_cast<float>(step[z_axis]),
                            static_cast<float>(step[y_axis])};
  }
  return all;
}

// The heights over each polygon.
std::vector<DetourHeights> heights_of(const DetourMesh& m) {
  const ConformingMesh& polygons = m.cells.mesh;
  const std::array<AxisNumbers, 3> numbers = m.grid.axis_numbers();
  const double reach = 2 * numbers[x_axis].cell;
  std::vector<DetourHeights> out;
  FacetPlaneRooms rooms(m.mesh());
  std::optional<CellHeights> over;
  NavMesh::CellIndex cell = ConformingMesh::none;
  for (std::uint32_t p = 0; p < polygons.polygons.size(); ++p) {
    cancellation_point();
    if (!over || polygons.polygons[p].cell != cell)
      over.emplace(*m.derived, cell = polygons.polygons[p].cell, reach, rooms);
    std::vector<CellHeights::Corner> ring;
    for (const ConformingMesh::VertexIndex v : polygons.ring(p)) ring.push_back(m.double_place_of(v, numbers));
    out.push_back(over->over(ring));
  }
  return out;
}

// Lines that cut a cell in about so many parts, two at least, each of some steps at least; none if it is too small for
// that.
std::optional<PlanLines> lines_across(const DetourMesh& m, NavMesh::CellIndex cell, double parts) {
  constexpr std::uint32_t least_steps = 8;
  DetourGrid::Step low, high;
  low.fill(std::numeric_limits<std::uint32_t>::max());
  high.fill(0);
  DetourPoints corners(m.mesh().points);
  for (const NavMesh::PointIndex p : m.derived->outline(cell)) corners.add(p);
  const GridSteps step_of(m.grid);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const DetourGrid::Step step = step_of(corners, i);
    for (std::size_t axis = 0; axis < 3; ++axis)
      low[axis] = std::min(low[axis], step[axis]), high[axis] = std::max(high[axis], step[axis]);
  }
  const auto steps = [&](std::size_t axis) { return high[axis] - low[axis]; };
  const std::size_t wide = steps(x_axis) > steps(z_axis) ? x_axis : z_axis, other = x_axis + z_axis - wide;
  if (steps(wide) < 2 * least_steps) return std::nullopt;
  const double squares = std::round(std::sqrt(parts * steps(wide) / std::max(1u, steps(other))));
  const double along = std::clamp(squares, 2.0, std::max(2.0, std::ceil(parts)));
  PlanLines lines;
  for (const std::size_t axis : {wide, other}) {
    const double wanted = axis == wide ? along : std::max(1.0, std::round(parts / along));
    const auto columns = std::min(static_cast<std::uint32_t>(wanted), std::max(1u, steps(axis) / least_steps));
    // The outermost lines lie a step beside the cell.
    const std::uint32_t spacing = (steps(axis) + 2 + columns - 1) / columns;
    const mpq_class first = m.grid.axes[axis].value(low[axis]) - m.grid.axes[axis].cell;
    // In plan, Detour's z runs the other way.
    lines[axis == x_axis ? 0 : 1] = {axis == x_axis ? first : mpq_class(-first), m.grid.axes[axis].cell * spacing};
  }
  return lines;
}

// From here on the mesh is the cut one.
void take(DetourMesh& m, CutCells cut, unsigned threads) {
  auto kept = std::make_unique<CutCells>(std::move(cut));
  m.derived_from_cut = std::make_unique<DerivedMesh>(kept->mesh, threads);
  m.derived = m.derived_from_cut.get();
  m.cut = std::move(kept);
}

// Cuts the cells over which there are more heights than Detour counts. False if there are none that can be cut.
bool cut_crowded(DetourMesh& m, unsigned threads) {
  std::map<NavMesh::CellIndex, double> heights;  // by crowded cell, how many
  for (std::size_t p = 0; p < m.heights.size(); ++p)
    if (m.heights[p].crowded > 0) heights[m.cells.mesh.polygons[p].cell] += static_cast<double>(m.heights[p].crowded);
  std::map<NavMesh::CellIndex, PlanLines> lines;
  for (const auto& [cell, count] : heights)
    if (auto found = lines_across(m, cell, 2 * count / most_heights)) lines.emplace(cell, std::move(*found));
  if (lines.empty()) return false;
  CutCells made = cut_cells(m.mesh(), lines);
  for (std::size_t c = 0; c < made.square.size(); ++c)
    made.square[c] = m.cut ? m.cut->square[made.of[c]] : std::array<std::int64_t, 2>{0, 0};
  if (m.cut) made.cut += m.cut->cut;
  take(m, std::move(made), threads);
  return true;
}

// How far a coordinate is from the number that it becomes.
Interval move_along(double to, const Interval& at) {
  const double away = to - at.low;
  if (kernel::is_exact(at) && kernel::is_exact_difference(to, at.low, away)) return Interval(std::fabs(away));
  const Interval moved = Interval(to) - at;
  if (moved.low >= 0) return moved;
  return moved.high <= 0 ? -moved : Interval(0, std::max(-moved.low, moved.high));
}

// How far a point moves, along an axis or squared: around it, and exactly.
struct Move {
  Interval near;
  std::size_t point;
};

// The greatest of some numbers. Doubles leave few candidates; exact(move) makes one of them.
template <class Exact>
mpq_class greatest(const std::vector<Move>& moves, Exact&& exact) {
  double surely = 0;
  for (const Move& m : moves) surely = std::max(surely, m.near.low);
  mpq_class out = 0;
  bool has_double = false;
  for (const Move& m : moves) {
    if (m.near.high < surely) continue;
    // Of those that are doubles only one is that much.
    if (kernel::is_exact(m.near) && std::exchange(has_double, true)) continue;
    out = std::max(out, exact(m));
  }
  return out;
}

void note_moves(const DetourPoints& points, DetourMesh& m) {
  const std::array<AxisNumbers, 3> numbers = m.grid.axis_numbers();
  const auto step_to = [&](std::size_t i) { return m.step_of(m.cells.vertex_of[points.index(i)]); };
  const auto exact_move = [&](std::size_t i, std::size_t axis) {
    return mpq_class(abs(m.grid.axes[axis].value(step_to(i)[axis]) - points.exact(i, axis)));
  };
  std::array<std::vector<Move>, 3> moves;
  std::vector<Move> squared;
  for (std::size_t i = 0; i < points.size(); ++i) {
    cancellation_point(i);
    if (m.cells.vertex_of[points.index(i)] == ConformingMesh::none) continue;
    const DetourGrid::Step step = step_to(i);
    Interval sum(0.0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Interval moved = move_along(numbers[axis].value(step[axis]), points.near(i)[axis]);
      moves[axis].push_back({moved, i});
      sum = sum + moved * moved;
    }
    squared.push_back({sum, i});
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    m.moved[axis] =
        std::max(m.moved[axis], greatest(moves[axis], [&](const Move& move) {
                   return kernel::is_exact(move.near) ? mpq_class(move.near.low) : exact_move(move.point, axis);
                 }));
  m.moved_squared = std::max(m.moved_squared, greatest(squared, [&](const Move& move) {
                               mpq_class sum = 0;
                               for (std::size_t axis = 0; axis < 3; ++axis) {
                                 const mpq_class moved = exact_move(move.point, axis);
                                 sum += moved * moved;
                               }
                               return sum;
                             }));
}

dtNavMeshParams detour_parameters(const DetourSetParameters& s) {
  dtNavMeshParams p{};
  std::ranges::copy(s.origin, p.orig);
  p.tileWidth = s.tile_width;
  p.tileHeight = s.tile_height;
  p.maxTiles = 1 << s.tile_bits;
  p.maxPolys = 1 << s.polygon_bits;
  return p;
}

}  // namespace

std::optional<LoadedTiles> load_tiles(std::span<const std::string> tiles, const DetourSetParameters& parameters) {
  Loaded loaded;
  if (!loaded.load(tiles, detour_parameters(parameters))) return std::nullopt;
  return loaded.read();
}

namespace {

// On the grid that choose(points) makes, with an edge along each way.
template <class Choose>
Result<DetourMesh> mesh_on(DerivedMesh& derived, Choose&& choose, std::span<const DetourWay> ways, unsigned threads) {
  const NavMesh& mesh = derived.mesh();
  if (mesh.info.stances.size() > max_detour_stances)
    return too_large("Detour's 16 flags do not hold " + count_text(mesh.info.stances.size()) +
                     " stances; give at most 16");
  DetourPoints points = points_to_hold(mesh);
  if (points.empty())
    return Error{ErrorCode::no_face, "nobody can stand anywhere, so there is nothing for Detour; write another format",
                 "", 0};
  const std::optional<DetourGrid> grid = choose(points);
  if (!grid)
    return too_large(
        "the navmesh has coordinates beyond the range of Detour's binary32; scale the level or write another format");
  DetourMesh m;
  m.derived = &derived;
  m.grid = *grid;
  if (grid->tile_steps > 0) {
    auto cut = cut_between_tiles(mesh, *grid);
    if (!cut) return too_large("there would be more tiles and polygons than Detour can number; give a larger --tile");
    take(m, std::move(*cut), threads);
  }
  do {
    if (m.cut) points = points_to_hold(m.mesh());
    m.outer_edges = outer_edges(m.mesh(), ways);
    std::vector<OuterEdge> outer;
    for (const auto& of_way : m.outer_edges) outer.insert(outer.end(), of_way.begin(), of_way.end());
    m.cells =
        conform_cells(*m.derived, positions(m.mesh(), points, *grid), grid->numbers(), most_corners, threads, outer);
    if (m.cells.mesh.polygons.empty())
      return Error{
          grid->one_of_many ? ErrorCode::no_face : ErrorCode::too_large,
          "Detour's numbers leave nothing of the navmesh; move the level nearer to the origin or write another format",
          "", 0};
    m.heights = heights_of(m);
  } while (cut_crowded(m, threads));
  note_moves(points, m);
  return m;
}

}  // namespace

Result<DetourMesh> make_detour_mesh(DerivedMesh& derived, const std::optional<mpq_class>& tile_size, unsigned threads) {
  return mesh_on(
      derived, [&](const DetourPoints& points) { return detour_grid(derived, points, tile_size); }, {}, threads);
}

Result<DetourMesh> make_detour_mesh(DerivedMesh& derived, const DetourTileFrame& frame, std::span<const DetourWay> ways,
                                    unsigned threads) {
  return mesh_on(
      derived, [&](const DetourPoints& points) { return detour_grid(points, frame); }, ways, threads);
}

DetourGrid::TileAt DetourMesh::tile_at(NavMesh::CellIndex cell) const {
  if (!cut) return {0, 0};
  const auto& [x, y] = cut->square[cell];
  return {static_cast<std::uint32_t>(x), grid.tiles()[1] - 1 - static_cast<std::uint32_t>(y)};
}

mpq_class DetourMesh::climb() const {
  mpq_class step = mesh().info.step;
  if (grid.tile_steps > 0 || grid.one_of_many)
    step = std::min<mpq_class>(step, mesh().info.stances.front().height * mpq_class(15, 32));
  return std::max<mpq_class>(step, 2 * grid.axes[y_axis].cell);
}

DetourGrid::Step DetourMesh::step_of(ConformingMesh::VertexIndex v) const {
  const auto& [x, y, z] = cells.mesh.vertices[v];
  return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(z), static_cast<std::uint32_t>(-y)};
}

ExactPoint DetourMesh::place_of(ConformingMesh::VertexIndex v) const {
  const DetourGrid::Step step = step_of(v);
  return {grid.axes[0].value(step[0]), grid.axes[1].value(step[1]), grid.axes[2].value(step[2])};
}

// Every step is exact (GridAxis).
std::array<double, 3> DetourMesh::double_place_of(ConformingMesh::VertexIndex v,
                                                  const std::array<AxisNumbers, 3>& numbers) const {
  const DetourGrid::Step step = step_of(v);
  const auto at = [&](std::size_t axis) { return numbers[axis].value(step[axis]); };
  return {at(x_axis), 0.0 - at(z_axis), at(y_axis)};
}

ExactPoint DetourMesh::middle_of(std::uint32_t polygon) const {
  const auto ring = cells.mesh.ring(polygon);
  ExactPoint sum;
  for (const ConformingMesh::VertexIndex v : ring) {
    const ExactPoint p = place_of(v);
    for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += p[axis];
  }
  for (mpq_class& v : sum) v /= static_cast<unsigned>(ring.size());
  return sum;
}

// At which share of the way (x, y) to the middle a place is: a sixteenth of the first stance's height away, but at most
// half way. Any share above 0 stays inside.
mpq_class DetourMesh::inward_share(const mpq_class& x, const mpq_class& y) const {
  const double far = kernel::hypotenuse(x.get_d(), y.get_d()), wanted = mesh().info.stances.front().height.get_d() / 16;
  return far > 2 * wanted && std::isfinite(far) && wanted / far > 0 ? wanted / far : 0.5;
}

ExactPoint DetourMesh::place_in_cell(NavMesh::CellIndex cell, const std::array<ExactPoint, 2>& segment) const {
  const MeshPoints& points = mesh().points;
  std::array<mpq_class, 2> at, way;
  const std::span<const NavMesh::PointIndex> corners = derived->outline(cell);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    at[axis] = (segment[0][axis] + segment[1][axis]) / 2;
    for (const NavMesh::PointIndex p : corners) way[axis] += points[p][axis];
    way[axis] /= static_cast<unsigned>(corners.size());
    way[axis] -= at[axis];
  }
  const mpq_class share = inward_share(way[0], way[1]);
  for (std::size_t axis = 0; axis < 2; ++axis) at[axis] += share * way[axis];
  const auto height = cell_height(mesh(), cell, at[0], at[1]);
  return to_detour({at[0], at[1], height ? *height : points[mesh().cells[cell].facets[0].corners[0]][2]});
}

ExactPoint DetourMesh::place_in_polygon(std::uint32_t polygon, std::size_t edge) const {
  const auto ring = cells.mesh.ring(polygon);
  const ExactPoint a = place_of(ring[edge]), b = place_of(ring[edge + 1 == ring.size() ? 0 : edge + 1]);
  ExactPoint at, way = middle_of(polygon);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    at[axis] = (a[axis] + b[axis]) / 2;
    way[axis] -= at[axis];
  }
  const mpq_class share = inward_share(way[x_axis], way[z_axis]);
  for (std::size_t axis = 0; axis < 3; ++axis) at[axis] += share * way[axis];
  return at;
}

}  // namespace plumb::pipeline
