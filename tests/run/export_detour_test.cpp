// SPDX-License-Identifier: GPL-3.0-or-later
// A Detour tile of a navmesh made by hand, read back by Detour's own library: polygons, flags, links, paths and
// heights, and what the tile's grid moves or does not hold.
#include "plumb/pipeline/export_detour.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "support/detour_tile.h"
#include "support/hand_mesh.h"
#include "support/move_points.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
using Place = std::array<float, 3>;  // Detour's axes

namespace {

class Loaded : public DetourTile {
 public:
  using DetourTile::DetourTile;
  const dtMeshTile& tile() const { return *static_cast<const dtNavMesh&>(mesh).getTile(0); }

  // The corners of the straightest path in a stance; empty if the end cannot be reached.
  std::vector<Place> path(const Place& from, const Place& to, plumb::kernel::Label stance) {
    dtQueryFilter filter;
    filter.setIncludeFlags(static_cast<unsigned short>(1u << (stance - 1)));
    const float reach[3] = {0.1f, 0.2f, 0.1f};
    dtPolyRef first = 0, last = 0;
    float nearest[3];
    query.findNearestPoly(from.data(), reach, &filter, &first, nearest);
    query.findNearestPoly(to.data(), reach, &filter, &last, nearest);
    if (first == 0 || last == 0) return {};
    dtPolyRef polygons[64];
    int count = 0;
    query.findPath(first, last, from.data(), to.data(), &filter, polygons, &count, 64);
    if (count == 0 || polygons[count - 1] != last) return {};
    float corners[64 * 3];
    int corner_count = 0;
    query.findStraightPath(from.data(), to.data(), polygons, count, corners, nullptr, nullptr, &corner_count, 64);
    std::vector<Place> out;
    for (int i = 0; i < corner_count; ++i) out.push_back({corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]});
    return out;
  }
};

DetourFile made(const NavMesh& mesh) {
  auto file = make_detour(mesh);
  REQUIRE(file);
  return std::move(*file);
}

// Of a tile's polygons, in plan.
double plan_area(const dtMeshTile& tile) {
  double sum = 0;
  for (int i = 0; i < tile.header->polyCount; ++i) {
    const dtPoly& p = tile.polys[i];
    if (p.getType() != DT_POLYTYPE_GROUND) continue;
    for (int k = 0; k < p.vertCount; ++k) {
      const float *a = tile.verts + 3 * p.verts[k], *b = tile.verts + 3 * p.verts[(k + 1) % p.vertCount];
      sum += (double(a[2]) * b[0] - double(a[0]) * b[2]) / 2;
    }
  }
  return sum;
}

// The links of ground polygons lead back.
void check_links(const dtMeshTile& tile) {
  for (int i = 0; i < tile.header->offMeshBase; ++i) {
    const dtPoly& p = tile.polys[i];
    CHECK(p.vertCount >= 3);
    for (int k = 0; k < p.vertCount; ++k) {
      if (p.neis[k] == 0) continue;
      const dtPoly& q = tile.polys[p.neis[k] - 1];
      int back = 0;
      for (int j = 0; j < q.vertCount; ++j) {
        if (q.neis[j] != i + 1) continue;
        const auto at = [&](const dtPoly& r, int c) { return tile.verts + 3 * r.verts[c % r.vertCount]; };
        const float *a = at(p, k), *b = at(p, k + 1), *c = at(q, j), *d = at(q, j + 1);
        back += a[0] == d[0] && a[2] == d[2] && b[0] == c[0] && b[2] == c[2];
      }
      CHECK(back == 1);
    }
  }
}

}  // namespace

TEST_CASE("Detour: every stance, its area and flags, and the portals that are edges") {
  const NavMesh mesh = hand_mesh();
  const DetourFile file = made(mesh);
  CHECK(file.facts.polygons == 4);
  CHECK(file.facts.off_mesh_connections ==
        1);  // the step admits all that its upper cell does; the weld and its reverse are one
  CHECK(file.facts.vertices == 16);
  CHECK(file.conforming.cut + file.conforming.collapsed + file.facts.flattened == 0);
  CHECK(file.conforming.islands == std::vector<std::uint64_t>{3, 2});
  Loaded loaded(file);
  const dtMeshTile& tile = loaded.tile();
  check_links(tile);
  CHECK(plan_area(tile) == Approx(2 + 4 / 3.0 + 1 + 1 / 3.0).margin(1e-3));
  for (int i = 0; i < 4; ++i) {
    const int stance = i == 0 ? 1 : 2;  // by stance
    CHECK(tile.polys[i].getArea() == stance);
    CHECK(tile.polys[i].flags == (stance == 2 ? 3 : 1));
  }
  CHECK(tile.header->walkableHeight == 1);
  CHECK(tile.header->walkableClimb == 0.4f);
}

TEST_CASE("Detour: paths through an edge, up a step and across a gap, stance by stance") {
  Loaded loaded(made(hand_mesh()));
  const Place start{0.25f, 0, -0.5f}, beside{-0.3f, 0, -1.1f}, above{2.5f, 8 / 15.0f, -0.5f}, across{-0.8f, 0, -0.25f};
  // From the square to the cell that is wider than it: around the end of the edge between them.
  const auto round = loaded.path(start, beside, 2);
  REQUIRE(round.size() == 3);
  CHECK(round[1][0] == Approx(0).margin(1e-4));
  CHECK(round[1][2] == Approx(-1).margin(1e-4));
  CHECK(loaded.path(start, above, 1).size() >= 2);
  CHECK(loaded.path(start, above, 2).empty());
  const auto gap = loaded.path(start, across, 2);
  REQUIRE(gap.size() == 4);
  CHECK(gap[1][0] > 0);
  CHECK(gap[1][0] < 0.1f);
  CHECK(gap[2][0] < -1 / 3.0f);
  CHECK(gap[2][0] > -0.5f);
  CHECK(loaded.path(across, above, 1).size() >= 4);
}

TEST_CASE("Detour: a drop leads down alone, a leap there and back") {
  NavMesh mesh = hand_mesh_with_links();
  std::erase_if(mesh.portals, [](const NavMesh::Portal& p) { return p.kind != PortalKind::flush; });
  const Place start{0.25f, 0, -0.5f}, above{2.5f, 8 / 15.0f, -0.5f}, across{-0.8f, 0, -0.25f};
  for (const bool both : {true, false}) {
    mesh.one_way_links[0].both_ways = both;
    const DetourFile file = made(mesh);
    CHECK(file.facts.off_mesh_connections == 2);
    CHECK(file.facts.left_out == 0);
    Loaded loaded(file);
    CHECK(loaded.path(above, start, 1).size() >= 4);
    CHECK(loaded.path(start, above, 1).empty());
    CHECK(loaded.path(above, start, 2).empty());  // the drop is for who crouches
    CHECK(loaded.path(start, across, 2).size() == 4);
    CHECK(loaded.path(across, start, 2).size() == (both ? 4 : 0));
    CHECK(loaded.path(above, across, 1).size() >= 6);
  }
}

TEST_CASE("Detour: one-way links of cells that are cut between tiles") {
  NavMesh mesh = hand_mesh_with_links();
  std::erase_if(mesh.portals, [](const NavMesh::Portal& p) { return p.kind != PortalKind::flush; });
  const auto file = make_detour_set(mesh, mpq_class(3, 5));
  REQUIRE(file);
  CHECK(file->facts.tiles > 1);
  CHECK(file->facts.off_mesh_connections >= 2);
  CHECK(file->facts.left_out == 0);
}

TEST_CASE("Detour: heights follow the facets") {
  Loaded loaded(made(hand_mesh()));
  dtQueryFilter filter;
  const float reach[3] = {0.05f, 0.5f, 0.05f};
  for (const auto& [x, height] : {std::pair{0.5f, 0.0f}, {1.25f, 1 / 12.0f}, {1.75f, 0.25f}}) {
    const float at[3] = {x, 0.1f, -0.5f};
    dtPolyRef polygon = 0;
    float nearest[3], found = -1;
    loaded.query.findNearestPoly(at, reach, &filter, &polygon, nearest);
    REQUIRE(polygon != 0);
    REQUIRE(dtStatusSucceed(loaded.query.getPolyHeight(polygon, at, &found)));
    CHECK(found == Approx(height).margin(1e-4));
  }
}

TEST_CASE("Detour: a portal that stops a stance its cells admit becomes a connection") {
  NavMesh mesh = hand_mesh();
  mesh.portals[0].stance = 1;  // a low lintel between two cells where one can stand
  const DetourFile file = made(mesh);
  CHECK(file.facts.off_mesh_connections == 2);
  Loaded loaded(file);
  const Place start{0.25f, 0, -0.5f}, beside{0.5f, 0, -1.8f};
  CHECK(loaded.path(start, beside, 2).empty());
  CHECK(loaded.path(start, beside, 1).size() >= 3);
}

TEST_CASE("Detour: large cells are split, ends of portals on their edges become corners") {
  // A half disc of 40 corners, and on its straight side seven neighbours with gaps between.
  MeshBuilder b(UpAxis::z);
  MeshBuilder::Ring ring;
  for (int i = 0; i < 40; ++i) {
    // Rational points of the unit circle's upper half: t from -1 to 1.
    const mpq_class t(2 * i - 39, 39), norm = 1 + t * t;
    ring.push_back({-2 * t / norm * -1, (1 - t * t) / norm, 0});
  }
  std::reverse(ring.begin(), ring.end());
  std::rotate(ring.begin(), ring.begin() + 39, ring.end());
  std::reverse(ring.begin(), ring.end());
  mpq_class area = 0;
  const auto doubled = [&] {
    area = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const auto &p = ring[i], &q = ring[(i + 1) % ring.size()];
      area += p[0] * q[1] - p[1] * q[0];
    }
    return area;
  };
  if (sgn(doubled()) < 0) std::reverse(ring.begin(), ring.end());
  b.cell(2, {ring});
  double whole = mpq_class(doubled() / 2).get_d();
  for (std::uint32_t i = 0; i < 7; ++i) {
    const mpq_class left(static_cast<int>(i) * 2 - 7, 8), right = left + mpq_class(1, 8);
    b.cell(2, {{{left, -1, 0}, {right, -1, 0}, {right, 0, 0}, {left, 0, 0}}});
    b.flush(0, i + 1, 2, {left, 0, 0}, {right, 0, 0});
    whole += 1 / 8.0;
  }
  REQUIRE(is_valid(b.mesh));
  const DetourFile file = made(b.mesh);
  CHECK(file.facts.vertices == 40 + 4 * 7);
  CHECK(file.facts.polygons == 7 + 13);  // 54 corners, six of them and a cut at a time
  CHECK(file.facts.off_mesh_connections == 0);
  CHECK(file.conforming.collapsed == 0);
  Loaded loaded(file);
  check_links(loaded.tile());
  CHECK(plan_area(loaded.tile()) == Approx(whole).epsilon(1e-4));
  for (int i = 0; i < 7; ++i) {
    const float x = (static_cast<float>(i) * 2 - 7) / 8 + 1 / 16.0f;
    CHECK(loaded.path({x, 0, 0.9f}, {0, 0, -0.9f}, 2).size() >= 2);
  }
}

TEST_CASE("Detour: what the grid moves is told exactly") {
  NavMesh mesh = hand_mesh();
  move_points(mesh, [](ExactPoint& p) {
    p[0] = p[0] * 1000 / 7 + mpq_class(1, 3);
    p[1] = p[1] * 10 - 5;
    p[2] = p[2] / 9;
  });
  const DetourFile file = made(mesh);
  Loaded loaded(file);
  const dtMeshTile& tile = loaded.tile();
  // A vertex is near exactly one point of the mesh here; floats are exact fractions.
  std::array<mpq_class, 3> moved;
  mpq_class squared = 0;
  for (int v = 0; v < static_cast<int>(file.facts.vertices); ++v) {
    mpq_class best = -1;
    std::array<mpq_class, 3> by;
    for (NavMesh::PointIndex i = 0; i < mesh.points.size(); ++i) {
      const ExactPoint& p = mesh.points[i];
      const ExactPoint here{p[0], p[2], -p[1]};
      std::array<mpq_class, 3> away;
      mpq_class sum = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        away[axis] = abs(mpq_class(tile.verts[static_cast<std::size_t>(3 * v) + axis]) - here[axis]);
        sum += away[axis] * away[axis];
      }
      if (sgn(best) < 0 || sum < best) best = sum, by = away;
    }
    squared = std::max(squared, best);
    for (std::size_t axis = 0; axis < 3; ++axis) moved[axis] = std::max(moved[axis], by[axis]);
  }
  CHECK(file.facts.moved_squared == squared);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    CHECK(file.facts.moved[axis] == moved[axis]);
    CHECK(file.facts.moved[axis] <= (axis == 1 ? file.facts.cell_height : file.facts.cell_size) / 2);
  }
  // As fine as 16 bits permit, within one part in 64: from -1000/7 to 3000/7.
  CHECK(file.facts.cell_size <= mpq_class(4000, 7) / 65534 * mpq_class(65, 64));
  CHECK(sgn(squared) > 0);
}

TEST_CASE("Detour: the same bytes each time") { CHECK(made(hand_mesh()).bytes == made(hand_mesh()).bytes); }

TEST_CASE("Detour: what a tile does not hold is refused with a reason") {
  NavMesh mesh = hand_mesh();
  while (mesh.info.stances.size() < 17)
    mesh.info.stances.push_back(
        {"s" + std::to_string(mesh.info.stances.size()), mpq_class(mesh.info.stances.size() + 1)});
  CHECK(make_detour(mesh).error().message.find("16 flags") != std::string::npos);

  NavMesh nobody = hand_mesh();
  for (NavMesh::Cell& c : nobody.cells) c.stance = 0;
  nobody.portals.clear();
  CHECK(make_detour(nobody).error().code == ErrorCode::no_face);

  NavMesh far = hand_mesh();
  mpz_class huge = 1;
  huge <<= 130;
  move_points(far, [&](ExactPoint& p) { p[0] *= huge; });
  CHECK(make_detour(far).error().message.find("binary32") != std::string::npos);

  NavMesh farther = hand_mesh();
  move_points(farther, [&](ExactPoint& p) { p[0] += mpz_class(1) << 60; });
  CHECK(make_detour(farther).error().message.find("nearer to the origin") != std::string::npos);

  MeshBuilder many;
  for (int i = 0; i < 32767; ++i) many.cell(1, {{{i, 0, 0}, {i + 1, 0, 0}, {i, 1, 0}}});
  const auto refused = make_detour(many.mesh);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK(refused.error().message.find("32,767 polygons") != std::string::npos);
}
