// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_detour.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <cmath>
#include <memory>

#include "detour_grid.h"
#include "detour_heights.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t detour_corners = DT_VERTS_PER_POLYGON;
constexpr std::uint32_t no_corner = 0xffff;
constexpr std::size_t x_axis = 0, y_axis = 1, z_axis = 2;  // Detour's

Error too_large(std::string what) { return {ErrorCode::too_large, std::move(what), "", 0}; }

ExactPoint to_detour(const ExactPoint& p) { return to_input_frame(p, UpAxis::y); }

std::uint16_t flags_of(kernel::Label stance) { return static_cast<std::uint16_t>((1u << stance) - 1); }

// The point of a cell's surface above or below a place of its plan.
ExactPoint on_surface(const NavMesh& mesh, NavMesh::CellIndex cell, const std::array<mpq_class, 2>& at) {
  const auto z = cell_height(mesh, cell, at[0], at[1]);
  return {at[0], at[1], z ? *z : mesh.points[mesh.cells[cell].facets[0].corners[0]][2]};
}

// The arrays of dtNavMeshCreateParams.
class Tile {
 public:
  explicit Tile(const NavMesh& mesh) : mesh_(mesh) {}

  Result<DetourFile> make() {
    if (mesh_.info.stances.size() > max_detour_stances)
      return too_large("Detour's 16 flags do not hold " + count_text(mesh_.info.stances.size()) +
                       " stances; give at most 16");
    choose_points();
    if (points_.empty()) return nobody();
    if (!lay_grid())
      return too_large(
          "the navmesh has coordinates beyond the range of Detour's binary32; scale the level or write another format");
    cells_ = conform_cells(mesh_, positions(), number_grid(), detour_corners);
    const ConformingMesh& m = cells_.mesh;
    if (m.polygons.empty())
      return too_large(
          "Detour's 16 bits leave nothing of the navmesh; move the level nearer to the origin or write another format");
    if (m.polygons.size() > max_detour_polygons)
      return too_large("the navmesh has " + count_text(m.polygons.size()) +
                       " polygons of up to six corners, and a Detour tile holds " + count_text(max_detour_polygons) +
                       "; keep less of the level (--seed-point, --min-area) or write another format");
    number_vertices();
    const std::uint64_t ends = 2 * cells_.connections.size();
    if (steps_.size() / 3 + ends > max_detour_vertices)
      return too_large("the navmesh has " + count_text(steps_.size() / 3 + ends) +
                       " corners and ends of connections, and a Detour tile holds " + count_text(max_detour_vertices) +
                       "; keep less of the level (--seed-point, --min-area) or write another format");
    note_moves();
    add_polygons();
    for (const ConformingCells::Connection& c : cells_.connections) {
      cancellation_point();
      add_connection(c);
    }
    return create();
  }

 private:
  static Error nobody() {
    return {ErrorCode::no_face, "nobody can stand anywhere, so there is nothing for Detour; write another format", "",
            0};
  }

  // What the grid has to hold: the points of cells where somebody can stand.
  void choose_points() {
    std::vector<std::uint8_t> chosen(mesh_.points.size());
    for (const NavMesh::Cell& cell : mesh_.cells)
      if (cell.stance > kernel::blocked)
        for (const NavMesh::Facet& facet : cell.facets)
          for (const NavMesh::PointIndex p : facet.corners) chosen[p] = 1;
    for (const NavMesh::Portal& portal : mesh_.portals)
      for (const auto& ends : {portal.on_a, portal.on_b})
        for (const NavMesh::PointIndex p : ends) chosen[p] = 1;
    for (NavMesh::PointIndex p = 0; p < chosen.size(); ++p, cancellation_point(p))
      if (chosen[p]) points_.emplace_back(p, to_detour(mesh_.points[p]));
  }

  bool lay_grid() {
    std::array<mpq_class, 3> low, high, span;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = high[axis] = points_[0].second[axis];
      for (const auto& [p, at] : points_) {
        low[axis] = std::min(low[axis], at[axis]);
        high[axis] = std::max(high[axis], at[axis]);
      }
      span[axis] = high[axis] - low[axis];
    }
    // One cell size for both horizontal axes. Detour's box tree measures heights with it too.
    const mpq_class widest = std::max<mpq_class>({span[x_axis], span[y_axis], span[z_axis]});
    for (const std::size_t axis : {x_axis, y_axis, z_axis}) {
      const auto made = grid_axis(low[axis], high[axis], axis == y_axis ? span[axis] : widest);
      if (!made) return false;
      grid_[axis] = *made;
    }
    grid_[x_axis].cell = grid_[z_axis].cell = std::max(grid_[x_axis].cell, grid_[z_axis].cell);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      top_step_[axis] = grid_[axis].step(high[axis]);
      facts_.origin[axis] = grid_[axis].origin;
    }
    facts_.cell_size = grid_[x_axis].cell;
    facts_.cell_height = grid_[y_axis].cell;
    return true;
  }

  // z up: steps along Detour's z are counted towards the viewer.
  std::vector<std::array<float, 3>> positions() const {
    std::vector<std::array<float, 3>> all(mesh_.points.size());
    for (const auto& [p, at] : points_) {
      cancellation_point(p);
      std::array<float, 3> step;
      for (std::size_t axis = 0; axis < 3; ++axis) step[axis] = static_cast<float>(grid_[axis].step(at[axis]));
      all[p] = {step[x_axis], 0.0f - step[z_axis], step[y_axis]};
    }
    return all;
  }
  NumberGrid number_grid() const {
    const auto origin = [&](std::size_t axis) { return grid_[axis].origin.get_d(); };
    const auto cell = [&](std::size_t axis) { return grid_[axis].cell.get_d(); };
    const auto top = [&](std::size_t axis) { return static_cast<float>(top_step_[axis]); };
    return {.whole = true,
            .origin = {origin(x_axis), -origin(z_axis), origin(y_axis)},
            .cell = {cell(x_axis), cell(z_axis), cell(y_axis)},
            .lowest = {0, -top(z_axis), 0},
            .highest = {top(x_axis), 0, top(y_axis)}};
  }
  std::array<std::uint16_t, 3> step_of(ConformingMesh::VertexIndex v) const {
    const auto& [x, y, z] = cells_.mesh.vertices[v];
    return {static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(z), static_cast<std::uint16_t>(-y)};
  }

  // In the order of their first use.
  void number_vertices() {
    number_.assign(cells_.mesh.vertices.size(), no_corner);
    std::uint32_t next = 0;
    for (const ConformingMesh::VertexIndex v : cells_.mesh.corners) {
      if (number_[v] != no_corner) continue;
      number_[v] = next++;
      const auto step = step_of(v);
      steps_.insert(steps_.end(), step.begin(), step.end());
    }
  }

  void note_moves() {
    for (const auto& [p, at] : points_) {
      cancellation_point(p);
      const ConformingMesh::VertexIndex v = cells_.vertex_of[p];
      if (v == ConformingMesh::none) continue;
      const auto step = step_of(v);
      mpq_class squared = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const mpq_class moved = abs(grid_[axis].value(step[axis]) - at[axis]);
        facts_.moved[axis] = std::max(facts_.moved[axis], moved);
        squared += moved * moved;
      }
      facts_.moved_squared = std::max(facts_.moved_squared, squared);
    }
  }

  void add_polygons() {
    const ConformingMesh& m = cells_.mesh;
    for (std::size_t p = 0; p < m.polygons.size(); ++p) {
      cancellation_point();
      const auto& polygon = m.polygons[p];
      const auto ring = m.ring(p);
      std::array<std::uint16_t, 2 * detour_corners> record;
      record.fill(static_cast<std::uint16_t>(no_corner));
      std::vector<kernel::RoundedPlace> rounded;
      for (std::size_t i = 0; i < ring.size(); ++i) {
        record[i] = static_cast<std::uint16_t>(number_[ring[i]]);
        if (const std::uint32_t beyond = m.neighbours[polygon.first + i]; beyond != ConformingMesh::none)
          record[detour_corners + i] = static_cast<std::uint16_t>(beyond);
        rounded.push_back({m.vertices[ring[i]][0], m.vertices[ring[i]][1]});
      }
      polygons_.insert(polygons_.end(), record.begin(), record.end());
      areas_.push_back(static_cast<std::uint8_t>(polygon.stance));
      flags_.push_back(flags_of(polygon.stance));
      add_heights(detour_heights(mesh_, polygon.cell, ring, rounded));
    }
  }

  void add_heights(const DetourHeights& heights) {
    facts_.flattened += heights.flattened;
    for (const std::size_t v :
         {heights_.size() / 3, heights.vertices.size(), triangles_.size() / 4, heights.triangles.size()})
      details_.push_back(static_cast<std::uint32_t>(v));
    for (const ExactPoint& v : heights.vertices) append(heights_, v);
    for (const auto& t : heights.triangles) triangles_.insert(triangles_.end(), t.begin(), t.end());
  }

  void add_connection(const ConformingCells::Connection& c) {
    const NavMesh::Portal& portal = mesh_.portals[c.portal];
    append(ends_, inside(c.a, portal.on_a));
    append(ends_, inside(c.b, portal.on_b));
    connection_areas_.push_back(static_cast<std::uint8_t>(portal.stance));
    connection_flags_.push_back(flags_of(portal.stance));
    connection_ids_.push_back(static_cast<std::uint32_t>(connection_ids_.size()));
  }

  // The middle of the segment, a little way into the cell, so that Detour finds this cell there and no other.
  ExactPoint inside(NavMesh::CellIndex cell, const std::array<NavMesh::PointIndex, 2>& ends) const {
    std::array<mpq_class, 2> from, to;
    const std::vector<NavMesh::PointIndex> corners = outline(mesh_, cell);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      from[axis] = (mesh_.points[ends[0]][axis] + mesh_.points[ends[1]][axis]) / 2;
      for (const NavMesh::PointIndex p : corners) to[axis] += mesh_.points[p][axis];
      to[axis] /= corners.size();
      to[axis] -= from[axis];
    }
    // Any share above 0 stays inside.
    const double far = std::hypot(to[0].get_d(), to[1].get_d()),
                 wanted = mesh_.info.stances.front().height.get_d() / 16;
    const double share = far > 2 * wanted && std::isfinite(far) && wanted / far > 0 ? wanted / far : 0.5;
    for (std::size_t axis = 0; axis < 2; ++axis) from[axis] += mpq_class(share) * to[axis];
    return on_surface(mesh_, cell, from);
  }

  void append(std::vector<float>& out, const ExactPoint& point) const {
    for (const mpq_class& v : to_detour(point)) out.push_back(kernel::nearest_float(v));
  }

  Result<DetourFile> create() {
    dtNavMeshCreateParams p{};
    p.verts = steps_.data();
    p.vertCount = static_cast<int>(steps_.size() / 3);
    p.polys = polygons_.data();
    p.polyFlags = flags_.data();
    p.polyAreas = areas_.data();
    p.polyCount = static_cast<int>(areas_.size());
    p.nvp = static_cast<int>(detour_corners);
    p.detailMeshes = details_.data();
    p.detailVerts = heights_.data();
    p.detailVertsCount = static_cast<int>(heights_.size() / 3);
    p.detailTris = triangles_.data();
    p.detailTriCount = static_cast<int>(triangles_.size() / 4);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      p.bmin[axis] = kernel::nearest_float(grid_[axis].origin);
      p.bmax[axis] = kernel::nearest_float(grid_[axis].value(top_step_[axis]));
    }
    p.cs = kernel::nearest_float(facts_.cell_size);
    p.ch = kernel::nearest_float(facts_.cell_height);
    const mpq_class& lowest = mesh_.info.stances.front().height;
    p.walkableHeight = kernel::nearest_float(lowest);
    p.walkableRadius = kernel::nearest_float(mesh_.info.radius);
    // A step, and room for what rounding does to heights.
    p.walkableClimb = kernel::nearest_float(std::max<mpq_class>(mesh_.info.step, 2 * facts_.cell_height));
    p.buildBvTree = true;
    const auto count = connection_ids_.size();
    const std::vector<float> radii(count, kernel::nearest_float(std::max<mpq_class>(lowest / 8, 2 * facts_.cell_size)));
    const std::vector<std::uint8_t> directions(count, DT_OFFMESH_CON_BIDIR);
    p.offMeshConVerts = ends_.data();
    p.offMeshConRad = radii.data();
    p.offMeshConFlags = connection_flags_.data();
    p.offMeshConAreas = connection_areas_.data();
    p.offMeshConDir = directions.data();
    p.offMeshConUserID = connection_ids_.data();
    p.offMeshConCount = static_cast<int>(count);

    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&p, &data, &size))
      return too_large("Detour does not take the navmesh; write another format");
    const std::unique_ptr<unsigned char, decltype(&dtFree)> owner(data, &dtFree);
    facts_.vertices = steps_.size() / 3;
    facts_.polygons = areas_.size();
    facts_.off_mesh_connections = count;
    return DetourFile{std::string(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)),
                      std::move(facts_), std::move(cells_.mesh.facts)};
  }

  const NavMesh& mesh_;
  std::vector<std::pair<NavMesh::PointIndex, ExactPoint>> points_;  // Detour's axes
  std::array<GridAxis, 3> grid_;
  std::array<std::uint16_t, 3> top_step_;
  ConformingCells cells_;
  std::vector<std::uint32_t> number_;  // of vertices that are used
  std::vector<std::uint16_t> steps_, polygons_, flags_, connection_flags_;
  std::vector<std::uint8_t> areas_, triangles_, connection_areas_;
  std::vector<std::uint32_t> details_, connection_ids_;
  std::vector<float> heights_, ends_;
  DetourFacts facts_;
};

}  // namespace

Result<DetourFile> make_detour(const NavMesh& mesh) { return Tile(mesh).make(); }

}  // namespace plumb::pipeline
