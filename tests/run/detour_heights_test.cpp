// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over a polygon of Detour's, against the same in fractions alone.
//
// 1. height_map() makes a cell of many triangles over a square grid, so that corners of polygons often lie exactly on
//    corners, edges and diagonals of the facets.
// 2. vertices_over() cuts every facet out of the polygon in fractions and lists the corners with their heights;
//    CellHeights must have the same, each rounded once, and triangles whose areas add up to the polygon's.
// 3. Beside the cell the height is that of the nearest place on it, found here by all edges.
// 4. Boundary edges, polygons over one plane, polygons with too many vertices, and facets that lie inside the polygon
//    as a whole.
#include "detour/detour_heights.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/facet_index.h"
#include "support/hand_mesh.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
using plumb::kernel::FacetCorner;
using plumb::kernel::FacetPolygon;

namespace {

using Plan = std::array<mpq_class, 2>;

// A map of heights over a square of `side` x `side` fields, each of two triangles, in one cell.
template <class Height>
NavMesh height_map(int side, const mpq_class& field, Height&& height) {
  MeshBuilder b;
  std::vector<MeshBuilder::Ring> facets;
  const auto at = [&](int x, int y) { return ExactPoint{field * x, field * y, height(x, y)}; };
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      facets.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
      facets.push_back({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
    }
  b.cell(2, facets);
  return std::move(b.mesh);
}

// The height of a cell over a place, or of the nearest place on it.
mpq_class height_over(const NavMesh& mesh, const mpq_class& x, const mpq_class& y) {
  if (const auto over = cell_height(mesh, 0, x, y)) return *over;
  std::optional<std::pair<mpq_class, mpq_class>> best;
  for (const NavMesh::Facet& f : mesh.cells[0].facets)
    for (std::size_t i = 0; i < f.corners.size(); ++i) {
      const ExactPoint &a = mesh.points[f.corners[i]], &b = mesh.points[f.corners[(i + 1) % f.corners.size()]];
      const mpq_class dx = b[0] - a[0], dy = b[1] - a[1];
      const mpq_class share = std::clamp<mpq_class>(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0, 1);
      const mpq_class u = a[0] + share * dx - x, v = a[1] + share * dy - y, squared = u * u + v * v;
      if (!best || squared < best->first) best = {squared, a[2] + share * (b[2] - a[2])};
    }
  return best->second;
}

// The distinct corners of all parts of a polygon over the facets, other than its own; facets are cut out whole, which
// is right where the polygon is within the cell.
std::map<Plan, mpq_class> vertices_over(const NavMesh& mesh, const FacetPolygon& polygon) {
  std::map<Plan, mpq_class> out;
  for (const NavMesh::Facet& f : mesh.cells[0].facets) {
    FacetPolygon ring;
    for (const NavMesh::PointIndex p : f.corners) ring.emplace_back(mesh.points[p]);
    FacetPolygon part = plumb::kernel::part_within(polygon, ring);
    for (const FacetCorner& c : part) out.try_emplace({c.at[0], c.at[1]}, plane_height(mesh, f, c.at[0], c.at[1]));
  }
  for (const FacetCorner& c : polygon) out.erase({c.at[0], c.at[1]});
  return out;
}

std::array<float, 3> rounded(const Plan& at, const mpq_class& height) {
  return {plumb::kernel::nearest_float(at[0]), plumb::kernel::nearest_float(height),
          plumb::kernel::nearest_float(-at[1])};
}

FacetPolygon exactly(const std::vector<CellHeights::Corner>& polygon) {
  FacetPolygon out;
  for (const auto& [x, y, z] : polygon) out.emplace_back(ExactPoint{mpq_class(x), mpq_class(y), mpq_class(z)});
  return out;
}

// CellHeights of the first cell of a mesh.
class Heights {
 public:
  Heights(const NavMesh& mesh, double reach) : derived_(mesh), rooms_(mesh), over_(derived_, 0, reach, rooms_) {}
  DetourHeights over(std::span<const CellHeights::Corner> polygon) const { return over_.over(polygon); }

 private:
  DerivedMesh derived_;
  FacetPlaneRooms rooms_;
  CellHeights over_;
};

// Whether the triangles cover the polygon once: their areas in plan, on rounded vertices, add up to it.
double area(const DetourHeights& h) {
  double sum = 0;
  for (const auto& t : h.triangles) {
    const auto &a = h.vertices[t[0]], &b = h.vertices[t[1]], &c = h.vertices[t[2]];
    sum += ((double(b[0]) - a[0]) * (double(a[2]) - c[2]) - (double(a[2]) - b[2]) * (double(c[0]) - a[0])) / 2;
  }
  return sum;
}

}  // namespace

TEST_CASE("heights over a polygon: vertices and heights are those of fractions, whatever meets exactly") {
  std::mt19937 random(7);
  // Fields of 1 and polygons of halves: corners lie on lines, on points and on edges of facets. Fields of 1/3: doubles
  // hold neither points nor cuts.
  for (const mpq_class& field : {mpq_class(1), mpq_class(1, 3)}) {
    const NavMesh mesh = height_map(4, field, [&](int, int) { return mpq_class(static_cast<int>(random() % 9), 7); });
    const Heights over(mesh, 0.25);
    int with_vertices = 0, on_points = 0;
    for (int i = 0; i < 200; ++i) {
      const double unit = field == 1 ? 0.5 : 0.125;
      const auto drawn = [&](unsigned below) { return unit * static_cast<int>(random() % below); };
      const double low_x = drawn(5), low_y = drawn(5), high_x = low_x + unit + drawn(4),
                   high_y = low_y + unit + drawn(4);
      std::vector<CellHeights::Corner> polygon{
          {low_x, low_y, 0}, {high_x, low_y, 0}, {high_x, high_y, 0}, {low_x, high_y, 0}};
      if (i % 3 == 1) polygon.erase(polygon.begin() + i % 4);
      if (i % 3 == 2) polygon.insert(polygon.begin() + 1, {(low_x + high_x) / 2, low_y, 0});  // a straight corner
      const DetourHeights found = over.over(polygon);
      const auto expected = vertices_over(mesh, exactly(polygon));
      REQUIRE_FALSE(found.flattened);
      REQUIRE(found.vertices.size() == polygon.size() + expected.size());
      std::multiset<std::array<float, 3>> is(found.vertices.begin() + static_cast<std::ptrdiff_t>(polygon.size()),
                                             found.vertices.end()),
          should;
      for (const auto& [at, height] : expected) should.insert(rounded(at, height));
      CHECK(is == should);
      with_vertices += !expected.empty();
      for (const auto& [at, height] : expected)
        on_points += mpq_class(at[0] / field).get_den() == 1 && mpq_class(at[1] / field).get_den() == 1;
      double outline = 0;
      for (std::size_t k = 0; k < polygon.size(); ++k) {
        const auto &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        outline += (a[0] * b[1] - a[1] * b[0]) / 2;
      }
      CHECK(area(found) == Approx(outline).epsilon(1e-5));
    }
    CHECK(with_vertices > 100);
    CHECK(on_points > 20);
  }
}

TEST_CASE("heights over a polygon: beside the cell, that of the nearest place") {
  const NavMesh mesh = height_map(3, 1, [](int x, int y) { return mpq_class(x * x + 3 * y, 5); });
  const Heights over(mesh, 0.5);
  const std::vector<CellHeights::Corner> polygon{{-0.25, 0.25, 0}, {2.75, 0.25, 0}, {3.25, 2.5, 0}, {0.25, 3.25, 0}};
  const DetourHeights found = over.over(polygon);
  REQUIRE(found.vertices.size() > polygon.size());
  for (std::size_t i = polygon.size(); i < found.vertices.size(); ++i) {
    const auto& [x, height, z] = found.vertices[i];
    CHECK(height == Approx(height_over(mesh, mpq_class(x), mpq_class(-z)).get_d()).margin(1e-5));
  }
}

TEST_CASE("heights over a polygon: boundary edges, one plane, and too many") {
  const auto square = [](double side) {
    return std::vector<CellHeights::Corner>{{0, 0, 0}, {side, 0, 0}, {side, side, 0}, {0, side, 0}};
  };
  // A tilted plane of many facets needs its corners only.
  const NavMesh plane = height_map(8, 1, [](int x, int y) { return mpq_class(x + 2 * y, 3); });
  const DetourHeights flat = Heights(plane, 0.25).over(square(8));
  CHECK(flat.vertices.size() == 4);
  CHECK_FALSE(flat.flattened);
  // Of all triangles, edges on the boundary add up to the outline.
  const NavMesh rough = height_map(6, 1, [](int x, int y) { return mpq_class(x * y % 5); });
  const DetourHeights found = Heights(rough, 0.25).over(square(6));
  double boundary = 0;
  for (const auto& t : found.triangles)
    for (std::size_t e = 0; e < 3; ++e)
      if (t[3] >> 2 * e & 1) {
        const auto &a = found.vertices[t[e]], &b = found.vertices[t[(e + 1) % 3]];
        boundary += std::hypot(a[0] - b[0], a[2] - b[2]);
      }
  CHECK(boundary == Approx(24));
  CHECK(found.triangles.size() == 72);
  // Detour counts to 255: 12 x 12 fields have 288 triangles.
  const NavMesh large = height_map(12, 1, [](int x, int y) { return mpq_class(x * y % 5); });
  const DetourHeights crowded = Heights(large, 0.25).over(square(12));
  CHECK(crowded.flattened);
  CHECK(crowded.crowded == 288);
  CHECK(crowded.vertices.size() == 4);
  CHECK(Heights(large, 0.25).over({std::vector<CellHeights::Corner>{{20, 20, 0}, {21, 20, 0}, {20, 21, 0}}}).flattened);
}

TEST_CASE(
    "heights over a polygon: a triangle inside it is the facet, from its first corner on, wherever the polygon "
    "starts") {
  const NavMesh mesh = height_map(4, 1, [](int x, int y) { return mpq_class(x * y * y % 7); });
  const Heights over(mesh, 0.25);
  std::vector<CellHeights::Corner> polygon{{0.5, 0.5, 0}, {3.5, 0.5, 0}, {3.5, 3.5, 0}, {0.5, 3.5, 0}};
  for (std::size_t first = 0; first < polygon.size(); ++first) {
    const DetourHeights found = over.over(polygon);
    std::size_t inside = 0;
    for (const auto& facet : mesh.cells[0].facets) {
      std::array<std::array<float, 3>, 3> corners;
      bool is_inside = true;
      for (std::size_t k = 0; k < 3; ++k) {
        const ExactPoint& at = mesh.points[facet.corners[k]];
        corners[k] = rounded({at[0], at[1]}, at[2]);
        is_inside = is_inside && at[0] > mpq_class(1, 2) && at[0] < mpq_class(7, 2) && at[1] > mpq_class(1, 2) &&
                    at[1] < mpq_class(7, 2);
      }
      if (!is_inside) continue;
      ++inside;
      CHECK(std::ranges::count_if(found.triangles, [&](const auto& t) {
              return t[3] == 0 && found.vertices[t[0]] == corners[0] && found.vertices[t[1]] == corners[1] &&
                     found.vertices[t[2]] == corners[2];
            }) == 1);
    }
    CHECK(inside == 8);
    std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
  }
}
