// SPDX-License-Identifier: LGPL-3.0-or-later
// Triangles in exact coordinates: neighbours, exact areas, and the test of their invariants.
// Problem. A mesh is triangles with points in fractions, and a list of boundary edges. Its users need the neighbour of
// every side, the area in plan as a fraction that is given up if it becomes too long, and, in assertions and tests, a
// proof that the mesh is one: no side twice in one direction, and around every point one fan.
// 1. sorted_sides() lists the three sides of each triangle by their two ends; equal ends stand together. neighbours()
//    pairs sides that run in opposite directions.
// 2. plan_area() adds up x1 y2 - x2 y1 over the boundary edges alone, since inner sides cancel, as a balanced tree of
//    sums: numbers stay as short as they can. A partial sum with too long a denominator, or a value with too long a
//    text (told), is given up, and a double is kept.
// 3. is_valid() tests that every triangle has a positive area in plan, is_manifold() that no side occurs twice in one
//    direction, boundary_is_whole() that the boundary list is just the sides with nothing beyond, and Fans::valid()
//    that the triangles around a point are one fan which, if it is closed, goes round once.
// 4. coordinate_bits() and longest_coordinate() measure how long numbers are.
// Cost. O(N log N) for the sides; areas O(B) additions of fractions for B boundary edges, whose length grows with the
// level's common denominator; memory O(N).
// Exactness. Everything but the double beside an area is exact. The turns of a fan are counted by half-planes, without
// angles.
// Sanchez 2021, 2.2, stores the same in a half-edge structure; that is here FanMesh and CollapseMesh, inside of stages.
#include "plumb/surface/triangle_mesh.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/formulas.h"

namespace plumb::surface {
namespace {

using Index = TriangleMesh::Index;

struct Side {
  Index low, high;  // its ends by number
  Index triangle;
  std::uint8_t side;
  bool forward;  // from low to high
};

std::vector<Side> sorted_sides(const TriangleMesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (Index t = 0; t < mesh.triangles.size(); ++t)
    for (std::uint8_t i = 0; i < 3; ++i) {
      const Index p = mesh.triangles[t].corners[i], q = mesh.triangles[t].corners[(i + 1) % 3];
      sides.push_back({std::min(p, q), std::max(p, q), t, i, p < q});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.triangle, a.side) < std::tie(b.low, b.high, b.triangle, b.side);
  });
  return sides;
}

bool is_manifold(const TriangleMesh& mesh) {
  const std::vector<Side> sides = sorted_sides(mesh);
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    const Side &a = sides[i], &b = sides[i + 1];
    if (a.low != b.low || a.high != b.high) continue;
    if (a.forward == b.forward) return false;
    if (i + 2 < sides.size() && sides[i + 2].low == a.low && sides[i + 2].high == a.high) return false;
  }
  return true;
}

bool has_area(const TriangleMesh& mesh, const TriangleMesh::Triangle& t) {
  const auto& [a, b, c] = t.corners;
  return sgn(kernel::formulas::orient2d(mesh.points[a], mesh.points[b], mesh.points[c])) > 0;
}

// In which half of the plane a direction is: 0 from +x up to but without -x, counter-clockwise; else 1.
int half(const ExactPoint& from, const ExactPoint& to) {
  const int y = cmp(to[1], from[1]);
  return y != 0 ? y < 0 : to[0] < from[0];
}

// The fan of triangles around a point: how many there are, and how often their sides pass from the second half of the
// directions to the first one, which is once for each turn.
struct Fan {
  std::size_t triangles = 0;
  int turns = 0;
  bool closed = false;
};

class Fans {
 public:
  explicit Fans(const TriangleMesh& mesh) : mesh_(mesh), beyond_(neighbours(mesh)) {}

  bool valid() const {
    std::vector<std::size_t> corners(mesh_.points.size());
    for (const auto& t : mesh_.triangles)
      for (const Index p : t.corners) ++corners[p];
    std::vector<bool> seen(mesh_.points.size());
    for (Index t = 0; t < mesh_.triangles.size(); ++t)
      for (const Index p : mesh_.triangles[t].corners) {
        if (seen[p]) continue;
        seen[p] = true;
        const Fan fan = around(p, t);
        if (fan.triangles != corners[p] || (fan.closed && fan.turns != 1)) return false;
      }
    return true;
  }

 private:
  std::size_t corner(Index triangle, Index point) const {
    const auto& c = mesh_.triangles[triangle].corners;
    return static_cast<std::size_t>(std::find(c.begin(), c.end(), point) - c.begin());
  }

  Fan around(Index p, Index first) const {
    Index t = first;
    // To the clockwise end of an open fan.
    for (Index before; (before = beyond_[t][corner(t, p)]) != TriangleMesh::none && before != first;) t = before;
    const Index start = t;
    Fan fan;
    do {
      const auto& c = mesh_.triangles[t].corners;
      const std::size_t i = corner(t, p);
      const auto side = [&](std::size_t k) { return half(mesh_.points[p], mesh_.points[c[(i + k) % 3]]); };
      fan.turns += side(1) == 1 && side(2) == 0;
      ++fan.triangles;
      t = beyond_[t][(i + 2) % 3];
    } while (t != TriangleMesh::none && t != start && fan.triangles <= mesh_.triangles.size());
    fan.closed = t == start;
    return fan;
  }

  const TriangleMesh& mesh_;
  std::vector<std::array<Index, 3>> beyond_;
};

// An area with its double. rough(): the sum in doubles, where the exact sum was too long.
template <class Rough>
kernel::Area told(std::optional<mpq_class> sum, std::uint64_t exact_digits, Rough&& rough) {
  kernel::Area area{std::move(sum), 0};
  area.approx = area.exact ? area.exact->get_d() : rough();
  kernel::drop_longer(area.exact, exact_digits);
  return area;
}

bool boundary_is_whole(const TriangleMesh& mesh) {
  const auto beyond = neighbours(mesh);
  std::size_t next = 0;
  for (Index t = 0; t < mesh.triangles.size(); ++t)
    for (std::uint8_t i = 0; i < 3; ++i) {
      if (beyond[t][i] != TriangleMesh::none) continue;
      if (next == mesh.boundary.size() || mesh.boundary[next].triangle != t || mesh.boundary[next].side != i)
        return false;
      ++next;
    }
  return next == mesh.boundary.size();
}

}  // namespace

const char* text_of(EdgeClass edge_class) {
  switch (edge_class) {
    case EdgeClass::open: return "open";
    case EdgeClass::blocked: return "blocked";
    case EdgeClass::inner_wall: return "inner_wall";
    case EdgeClass::step: return "step";
  }
  return "";
}

std::vector<std::array<Index, 3>> neighbours(const TriangleMesh& mesh) {
  std::vector<std::array<Index, 3>> beyond(mesh.triangles.size(),
                                           {TriangleMesh::none, TriangleMesh::none, TriangleMesh::none});
  const std::vector<Side> sides = sorted_sides(mesh);
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    const Side &a = sides[i], &b = sides[i + 1];
    if (a.low != b.low || a.high != b.high || a.forward == b.forward) continue;
    beyond[a.triangle][a.side] = b.triangle;
    beyond[b.triangle][b.side] = a.triangle;
  }
  return beyond;
}

kernel::Area plan_area(const TriangleMesh& mesh, std::uint64_t exact_digits) {
  // Inner sides cancel.
  const auto under = [&](std::size_t i) -> std::optional<mpq_class> {
    const auto& [triangle, side, edge_class, wall, left] = mesh.boundary[i];
    const auto& corners = mesh.triangles[triangle].corners;
    const ExactPoint &p = mesh.points[corners[side]], &q = mesh.points[corners[(side + 1) % 3]];
    return mpq_class(kernel::formulas::determinant(p[0], p[1], q[0], q[1]) / 2);
  };
  return told(kernel::balanced_sum(0, mesh.boundary.size(), 4 * exact_digits, under), exact_digits, [&] {
    std::vector<std::array<double, 2>> points;
    for (const ExactPoint& p : mesh.points) points.push_back({p[0].get_d(), p[1].get_d()});
    double sum = 0;
    for (const auto& t : mesh.triangles) {
      const auto& [a, b, c] = t.corners;
      sum += kernel::formulas::orient2d(points[a], points[b], points[c]) / 2;
    }
    return sum;
  });
}

kernel::Area sum_of(const std::vector<mpq_class>& areas, std::uint64_t exact_digits) {
  const auto term = [&](std::size_t i) -> std::optional<mpq_class> { return areas[i]; };
  return told(kernel::balanced_sum(0, areas.size(), 4 * exact_digits, term), exact_digits, [&] {
    double sum = 0;
    for (const mpq_class& a : areas) sum += a.get_d();
    return sum;
  });
}

void append(TriangleMesh& mesh, const TriangleMesh& part) {
  const auto points = static_cast<Index>(mesh.points.size()), triangles = static_cast<Index>(mesh.triangles.size());
  mesh.points.insert(mesh.points.end(), part.points.begin(), part.points.end());
  for (TriangleMesh::Triangle t : part.triangles) {
    for (Index& c : t.corners) c += points;
    mesh.triangles.push_back(t);
  }
  for (TriangleMesh::BoundaryEdge e : part.boundary) {
    e.triangle += triangles;
    mesh.boundary.push_back(e);
  }
}

std::size_t coordinate_bits(const ExactPoint& point) {
  std::size_t bits = 0;
  for (const mpq_class& v : point)
    bits = std::max({bits, mpz_sizeinbase(v.get_num_mpz_t(), 2), mpz_sizeinbase(v.get_den_mpz_t(), 2)});
  return bits;
}

std::size_t longest_coordinate(const TriangleMesh& mesh) {
  std::size_t bits = 0;
  for (const ExactPoint& p : mesh.points) bits = std::max(bits, coordinate_bits(p));
  return bits;
}

bool is_valid(const TriangleMesh& mesh) {
  for (const auto& t : mesh.triangles) {
    if (std::any_of(t.corners.begin(), t.corners.end(), [&](Index p) { return p >= mesh.points.size(); })) return false;
    if (!has_area(mesh, t)) return false;
  }
  return is_manifold(mesh) && boundary_is_whole(mesh) && Fans(mesh).valid();
}

}  // namespace plumb::surface
