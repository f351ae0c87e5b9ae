// SPDX-License-Identifier: LGPL-3.0-or-later
// Half-edge meshes: each step against rings of vertices cut and joined as lists.
#include "plumb/kernel/half_edge_mesh.h"

#include <array>
#include <set>

#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

using Mesh = HalfEdgeMesh<>;
using Id = Mesh::Id;
using Ring = std::vector<std::uint32_t>;
constexpr Id none = Mesh::none;

// The vertices of the face of e, from where e starts.
Ring ring_from(const Mesh& mesh, Id e) {
  Ring ring;
  Id f = e;
  do ring.push_back(mesh[f].from);
  while ((f = mesh[f].next) != e);
  return ring;
}
// A name for a ring wherever it is begun.
Ring least_turn(Ring ring) {
  Ring best = ring;
  for (std::size_t i = 1; i < ring.size(); ++i) {
    std::rotate(ring.begin(), ring.begin() + 1, ring.end());
    best = std::min(best, ring);
  }
  return best;
}
using Rings = std::multiset<Ring>;
void add(Rings& rings, const Ring& ring) {
  if (!ring.empty()) rings.insert(least_turn(ring));
}
void take(Rings& rings, const Ring& ring) {
  const auto at = rings.find(least_turn(ring));
  RC_ASSERT(at != rings.end());
  rings.erase(at);
}
Rings rings_of(const Mesh& mesh) {
  Rings rings;
  std::set<Id> seen;
  for (Id e = 0; e < mesh.size(); ++e) {
    if (!mesh.alive(e) || !seen.insert(e).second) continue;
    for (Id f = mesh[e].next; f != e; f = mesh[f].next) seen.insert(f);
    add(rings, ring_from(mesh, e));
  }
  return rings;
}
Ring part(const Ring& ring, std::size_t first, std::size_t last) {
  return {ring.begin() + static_cast<std::ptrdiff_t>(first), ring.begin() + static_cast<std::ptrdiff_t>(last)};
}
Ring operator+(Ring a, const Ring& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
std::size_t place_in_face(const Mesh& mesh, Id e, Id f) {
  std::size_t place = 0;
  for (; e != f; e = mesh[e].next) ++place;
  return place;
}

// A grid of squares, some in two triangles, some missing.
Mesh grid(int width, int height) {
  Mesh mesh;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto at = [&](int i, int j) { return static_cast<std::uint32_t>((y + j) * (width + 1) + x + i); };
      const Ring square = {at(0, 0), at(1, 0), at(1, 1), at(0, 1)};
      const int kind = drawn(0, 6);
      if (kind == 0) continue;
      if (kind < 4) {
        mesh.add_face(square);
      } else {
        mesh.add_face(Ring{square[0], square[1], square[2]});
        mesh.add_face(Ring{square[2], square[3], square[0]});
      }
    }
  return mesh;
}

std::size_t count_inner(const Mesh& mesh) {
  std::vector<Id> inner;
  mesh.find_inner(inner);
  return inner.size();
}

}  // namespace

TEST_CASE("half-edge mesh: two triangles are a square, with one loop around") {
  Mesh mesh;
  const Id a = mesh.add_face(std::array{0u, 1u, 2u}), b = mesh.add_face(std::array{2u, 3u, 0u});
  CHECK(mesh.boundary_loops() == std::vector<Id>{a, b});
  CHECK(mesh.glue_all() == 0);
  REQUIRE(mesh.is_valid());
  CHECK(mesh[a + 2].twin == b + 2);
  CHECK(mesh.boundary_loops() == std::vector<Id>{a});
  CHECK(mesh.next_at_vertex(a + 2) == b);
  CHECK(mesh.next_at_vertex(a) == none);
  CHECK(mesh.boundary_next(a + 1) == b);
  CHECK(mesh.same_face(a, a + 2));
  CHECK_FALSE(mesh.same_face(a, b));

  mesh.flip(a + 2);
  REQUIRE(mesh.is_valid());
  CHECK(rings_of(mesh) == Rings{{0, 1, 3}, {1, 2, 3}});
  mesh.remove_edge(a + 2);
  REQUIRE(mesh.is_valid());
  CHECK(rings_of(mesh) == Rings{{0, 1, 2, 3}});
  CHECK_FALSE(mesh.stands(a + 2));
  mesh.insert_edge(b, a, a + 2, b + 2);  // as before the flip
  REQUIRE(mesh.is_valid());
  CHECK(rings_of(mesh) == Rings{{0, 1, 2}, {0, 2, 3}});
  std::vector<std::uint32_t> face;
  CHECK(mesh.number_faces(face) == 2);
  CHECK(face == std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1});
}

TEST_CASE("half-edge mesh: edges where faces cannot be told apart are not glued") {
  SECTION("three faces at one edge") {
    Mesh mesh;
    for (std::uint32_t apex = 2; apex < 5; ++apex)
      mesh.add_face(apex == 2 ? std::array{0u, 1u, apex} : std::array{1u, 0u, apex});
    CHECK(mesh.glue_all() == 3);
    CHECK(count_inner(mesh) == 0);
  }
  SECTION("two that run the same way, as those of doubled faces do") {
    Mesh mesh;
    for (int i = 0; i < 2; ++i) mesh.add_face(std::array{0u, 1u, 2u});
    CHECK(mesh.glue_all() == 6);
    CHECK(count_inner(mesh) == 0);
  }
  SECTION("a face and its reverse close a ball") {
    Mesh mesh;
    mesh.add_face(std::array{0u, 1u, 2u});
    mesh.add_face(std::array{0u, 2u, 1u});
    CHECK(mesh.glue_all() == 0);
    CHECK(count_inner(mesh) == 3);
    CHECK(mesh.boundary_loops().empty());
    CHECK(mesh.is_valid());
  }
}

TEST_CASE("half-edge mesh: around a hole there are two loops, and removing the last spoke leaves two rings") {
  // Inner corners 0..3, outer ones 4..7, and a face at each side.
  Mesh mesh;
  for (std::uint32_t i = 0; i < 4; ++i) mesh.add_face(std::array{i, 4 + i, 4 + (i + 1) % 4, (i + 1) % 4});
  CHECK(mesh.glue_all() == 0);
  CHECK(mesh.boundary_loops().size() == 2);
  std::vector<Id> spokes;
  mesh.find_inner(spokes);
  REQUIRE(spokes.size() == 4);
  for (const Id e : spokes) mesh.remove_edge(e);
  REQUIRE(mesh.is_valid());
  CHECK(rings_of(mesh) == Rings{{0, 3, 2, 1}, {4, 5, 6, 7}});
}

TEST_CASE("half-edge mesh: a dangling edge goes, with its vertex; two at one vertex become one") {
  Mesh mesh;
  mesh.add_face(Ring{0, 1, 2, 3, 2});  // 2 -> 3 -> 2 hangs into it
  CHECK(mesh.glue_all() == 0);
  REQUIRE(count_inner(mesh) == 1);
  CHECK(mesh.merge_edges(3) == none);  // nothing but one edge ends in 3
  const Id rest = mesh.split_edge(2, 9);
  REQUIRE(mesh.is_valid());
  CHECK(rings_of(mesh) == Rings{{0, 1, 2, 9, 3, 9, 2}});
  CHECK(mesh.merge_edges(rest) == 2);
  REQUIRE(mesh.is_valid());
  CHECK(rings_of(mesh) == Rings{{0, 1, 2, 3, 2}});
  CHECK(mesh.stands(rest));
  mesh.remove_edge(2);
  REQUIRE(mesh.is_valid());
  CHECK(rings_of(mesh) == Rings{{0, 1, 2}});
}

TEST_CASE("half-edge mesh: what is no mesh is not valid") {
  Mesh good;
  good.add_face(std::array{0u, 1u, 2u});
  good.add_face(std::array{2u, 1u, 3u});
  good.glue_all();
  REQUIRE(good.is_valid());
  const auto broken = [&](auto change) {
    Mesh mesh = good;
    change(mesh);
    return !mesh.is_valid();
  };
  CHECK(broken([](Mesh& m) { m[0].next = 2; }));
  CHECK(broken([](Mesh& m) { m[0].prev = 1; }));
  CHECK(broken([](Mesh& m) { m[0].next = 99; }));
  CHECK(broken([](Mesh& m) { m[1].twin = 0; }));
  CHECK(broken([](Mesh& m) { m[1].twin = 1; }));
  CHECK(broken([](Mesh& m) { m[1].twin = 99; }));
  CHECK(broken([](Mesh& m) { m[3].twin = none; }));
  CHECK(broken([](Mesh& m) { m[1].from = 7; }));
  CHECK(broken([](Mesh& m) { m[4].next = none; }));
}

TEST_CASE(
    "half-edges: a loop that is a face by itself goes, asked for from either side, and is no vertex of two edges") {
  for (const Id gone : {Id{0}, Id{1}}) {
    Mesh mesh;
    const std::uint32_t loop[] = {5}, around[] = {5, 5, 7};
    mesh.add_face(loop);
    mesh.add_face(around);
    mesh.glue(0, 1);
    REQUIRE(mesh.is_valid());
    CHECK(mesh.merge_edges(0) == none);
    mesh.remove_edge(gone);
    CHECK(mesh.is_valid());
    CHECK((!mesh.alive(0) && !mesh.alive(1) && mesh.alive(2) && mesh.alive(3)));
    CHECK((mesh[2].next == 3 && mesh[3].next == 2));
  }
}

TEST_CASE("property: a half-edge mesh goes through steps of every kind as rings of vertices do") {
  Met met({{"one face of two", 200},
           {"two rings of one face", 20},
           {"half-edges used again", 200},
           {"split and merged again", 200},
           {"merged", 50},
           {"taken over", 200},
           {"flipped", 50}});
  const bool held = check_many("steps of a half-edge mesh", 500, met, [&] {
    const int width = drawn(1, 4), height = drawn(1, 4);
    Mesh mesh = grid(width, height);
    RC_PRE(mesh.size() > 0);
    RC_ASSERT(mesh.glue_all() == 0);
    for (Id e = 0; e < mesh.size(); ++e)
      for (Id f = 0; f < mesh.size(); ++f)
        RC_ASSERT((mesh[e].twin == f) == (mesh[e].from == mesh.to(f) && mesh[f].from == mesh.to(e)));
    Rings rings = rings_of(mesh);
    std::size_t inner = count_inner(mesh);
    auto vertex = static_cast<std::uint32_t>((width + 1) * (height + 1));
    std::vector<Id> gone;  // a pair that may be used again
    for (int step = 0; step < 40; ++step) {
      std::vector<Id> alive;
      for (Id e = 0; e < mesh.size(); ++e)
        if (mesh.alive(e)) alive.push_back(e);
      if (alive.empty()) break;
      const Id e = alive[static_cast<std::size_t>(drawn(0, static_cast<int>(alive.size()) - 1))], t = mesh[e].twin;
      const Ring before = ring_from(mesh, e);
      switch (drawn(0, 6)) {
        case 0: {  // remove
          if (t == none) break;
          take(rings, before);
          if (mesh.same_face(e, t)) {
            const std::size_t at = place_in_face(mesh, e, t);
            add(rings, part(before, 1, at));
            add(rings, part(before, at + 1, before.size()));
            ++met["two rings of one face"];
          } else {
            const Ring other = ring_from(mesh, t);
            take(rings, other);
            add(rings, part(before, 1, before.size()) + part(other, 1, other.size()));
            ++met["one face of two"];
          }
          mesh.remove_edge(e);
          gone = {e, t};
          --inner;
          break;
        }
        case 1: {  // insert
          Id to = e;
          for (int n = drawn(1, static_cast<int>(before.size())); n > 0; --n) to = mesh[to].next;
          if (to == e) break;
          const std::size_t at = place_in_face(mesh, e, to);
          take(rings, before);
          add(rings, part(before, 0, at + 1));
          add(rings, part(before, at, before.size()) + Ring{before[0]});
          if (!gone.empty() && drawn(0, 1)) {
            mesh.insert_edge(e, to, gone[0], gone[1]);
            gone.clear();
            ++met["half-edges used again"];
          } else {
            const Id pair = mesh.split_face(e, to);
            RC_ASSERT(mesh[pair].from == mesh[e].from && mesh[pair].next == to);
          }
          ++inner;
          break;
        }
        case 2: {  // split an edge
          const Rings unsplit = rings;
          take(rings, before);
          if (t == none) {
            add(rings, Ring{before[0], vertex} + part(before, 1, before.size()));
          } else if (mesh.same_face(e, t)) {
            const std::size_t at = place_in_face(mesh, e, t);
            add(rings,
                Ring{before[0], vertex} + part(before, 1, at + 1) + Ring{vertex} + part(before, at + 1, before.size()));
          } else {
            const Ring other = ring_from(mesh, t);
            take(rings, other);
            add(rings, Ring{before[0], vertex} + part(before, 1, before.size()));
            add(rings, Ring{other[0], vertex} + part(other, 1, other.size()));
          }
          inner += t != none;
          const Id rest = mesh.split_edge(e, vertex);
          RC_ASSERT(mesh[rest].from == vertex && mesh[e].next == rest);
          if (t != none && drawn(0, 1)) {
            RC_ASSERT(mesh.merge_edges(rest) == e);
            RC_ASSERT(mesh[e].twin == t && mesh.stands(rest));
            rings = unsplit;
            --inner;
            ++met["split and merged again"];
          }
          ++vertex;
          break;
        }
        case 3: {  // merge
          const Id p = mesh[e].prev;
          const bool two = t != none && mesh[p].twin != none && mesh[t].next == mesh[p].twin && p != t && p != e;
          const Rings all = rings_of(mesh);
          RC_ASSERT(mesh.merge_edges(e) == (two ? p : none));
          if (!two) break;
          // The vertex is in no other ring: it goes from all.
          rings.clear();
          for (Ring ring : all) {
            std::erase(ring, before[0]);
            add(rings, ring);
          }
          --inner;
          ++met["merged"];
          break;
        }
        case 4: {  // take over
          const Id next = mesh[e].next;
          if (t != none || mesh[next].twin != none || next == e) break;
          take(rings, before);
          add(rings, part(before, 0, 1) + part(before, 2, before.size()));
          mesh.take_over_next(e);
          RC_ASSERT(mesh.stands(next));
          ++met["taken over"];
          break;
        }
        case 5: {  // flip
          if (t == none || before.size() != 3 || mesh.same_face(e, t)) break;
          const Ring other = ring_from(mesh, t);
          if (other.size() != 3) break;
          take(rings, before);
          take(rings, other);
          add(rings, {before[2], other[2], before[1]});
          add(rings, {other[2], before[2], before[0]});
          mesh.flip(e);
          ++met["flipped"];
          break;
        }
        default: {
          mesh.compact();
          gone.clear();
          for (Id f = 0; f < mesh.size(); ++f) RC_ASSERT(mesh.alive(f));
          RC_ASSERT(mesh.size() == alive.size());
        }
      }
      RC_ASSERT(mesh.is_valid());
      RC_ASSERT(rings_of(mesh) == rings);
      RC_ASSERT(count_inner(mesh) == inner);
      std::vector<std::uint32_t> face;
      RC_ASSERT(mesh.number_faces(face) == rings.size());
      // Loops of the boundary: each half-edge without twin is in one, at the next without twin around its end.
      std::set<Id> on_loops;
      for (const Id first : mesh.boundary_loops()) {
        Id f = first;
        do {
          RC_ASSERT(f >= first && on_loops.insert(f).second);
          RC_ASSERT(mesh[mesh.boundary_next(f)].from == mesh.to(f));
        } while ((f = mesh.boundary_next(f)) != first);
      }
      for (Id f = 0; f < mesh.size(); ++f) RC_ASSERT(on_loops.count(f) == (mesh.alive(f) && mesh[f].twin == none));
    }
  });
  CHECK(held);
}
