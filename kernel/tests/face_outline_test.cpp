// SPDX-License-Identifier: LGPL-3.0-or-later
// What outlines of faces are, and their convex parts: on figures with known answers, from each corner, either way and
// in every projection; and on random outlines. Also the axis that keeps most of an outline's area, and how much of the
// triangles' area an outline that is not planar folds over.
#include "plumb/kernel/face_outline.h"

#include <numeric>

#include "plumb/kernel/formulas.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

using Figure = std::vector<std::array<long, 2>>;

// The figure on a plane that the projection along the axis keeps; `axis` is the coordinate that is left out.
PointTable on_plane(const Figure& figure, int axis) {
  std::vector<mpz_class> xyz;
  for (const auto& [u, v] : figure) {
    std::array<long, 3> at{u, v, 5 * u - 2 * v};  // along z
    if (axis == 0) at = {7 * v - u, u, v};
    if (axis == 1) at = {v, 3 * u + v, u};
    xyz.insert(xyz.end(), at.begin(), at.end());
  }
  return PointTable::from_integers(std::move(xyz), 1);
}

// Twice the signed area of some corners of the figure.
long area_of(const Figure& figure, std::span<const PointId> ring) {
  return formulas::doubled_area<long>(ring.size(), [&](std::size_t i) { return figure[ring[i]]; });
}

std::span<const PointId> part_of(const CornerLists& parts, std::size_t i) {
  return std::span(parts.corners).subspan(parts.begin[i], parts.begin[i + 1] - parts.begin[i]);
}

// The parts turn no corner the wrong way, have the outline's area, and are in order.
void check_parts(const Figure& figure, const CornerLists& parts, std::span<const PointId> outline, int sign) {
  long area = 0;
  std::pair<std::size_t, std::size_t> before{0, 0};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto ring = part_of(parts, i);
    const std::size_t n = ring.size();
    REQUIRE(n >= 3);
    for (std::size_t k = 0; k < n; ++k) {
      const auto &a = figure[ring[k]], &b = figure[ring[(k + 1) % n]], &c = figure[ring[(k + 2) % n]];
      CHECK(sign * formulas::orient2d(a, b, c) >= 0);
    }
    CHECK(sign * area_of(figure, ring) > 0);
    area += area_of(figure, ring);
    const auto place = [&](PointId p) {
      return static_cast<std::size_t>(std::ranges::find(outline, p) - outline.begin());
    };
    for (const PointId p : ring) CHECK(place(p) >= place(ring[0]));
    const std::pair<std::size_t, std::size_t> here{place(ring[0]), place(ring[1])};
    if (i > 0) CHECK(before < here);
    before = here;
  }
  CHECK(area == area_of(figure, outline));
}

struct Known {
  const char* name;
  Figure figure;                     // counter-clockwise
  std::array<std::size_t, 3> parts;  // by axis; the sweep goes along another coordinate in each
};

const std::vector<Known> simple = {
    {"an angle", {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, {2, 3, 2}},
    {"a notch from below", {{0, 0}, {2, 3}, {4, 0}, {4, 6}, {0, 6}}, {2, 2, 2}},
    {"a notch from the left, one from the right", {{0, 0}, {6, 0}, {4, 3}, {6, 6}, {0, 6}, {2, 3}}, {2, 2, 2}},
    {"a comb up", {{0, 0}, {9, 0}, {9, 5}, {8, 1}, {6, 5}, {5, 1}, {3, 5}, {2, 1}, {0, 5}}, {5, 5, 5}},
    {"a comb to the left", {{5, 0}, {5, 9}, {0, 9}, {4, 8}, {0, 6}, {4, 5}, {0, 3}, {4, 2}, {0, 0}}, {5, 5, 5}},
    {"a spiral",
     {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 2}, {7, 2}, {7, 7}, {2, 7}, {2, 4}, {5, 4},
      {5, 5}, {3, 5}, {3, 6}, {6, 6}, {6, 3}, {1, 3}, {1, 8}, {8, 8}, {8, 1}, {0, 1}},
     {9, 9, 9}},
    {"corners inside sides",
     {{0, 0}, {2, 0}, {4, 0}, {4, 2}, {4, 4}, {3, 3}, {2, 2}, {1, 3}, {0, 4}, {0, 2}},
     {2, 2, 2}},
};

}  // namespace

TEST_CASE("face outlines: convex, simple or bad, and which way round") {
  const auto shape = [](const Figure& figure) {
    std::vector<PointId> ids(figure.size());
    std::iota(ids.begin(), ids.end(), 0u);
    std::vector<FaceShape> all;
    for (const int axis : {0, 1, 2}) {
      const PointTable points = on_plane(figure, axis);
      for (std::size_t k = 0; k < ids.size(); ++k) {
        std::rotate(ids.begin(), ids.begin() + 1, ids.end());
        all.push_back(shape_of(points, axis, ids));
      }
    }
    for (const FaceShape& s : all) {
      CHECK(s.kind == all[0].kind);
      if (s.kind != FaceOutline::bad) CHECK(s.sign == all[0].sign);
    }
    return all[0];
  };
  const auto is = [&](const Figure& figure, FaceOutline kind, Sign sign) {
    const FaceShape s = shape(figure);
    return s.kind == kind && s.sign == sign;
  };
  CHECK(is({{0, 0}, {4, 0}, {4, 4}, {0, 4}}, FaceOutline::convex, Sign::positive));
  CHECK(is({{0, 0}, {0, 4}, {4, 4}, {4, 0}}, FaceOutline::convex, Sign::negative));
  CHECK(is({{0, 0}, {2, 0}, {4, 0}, {0, 4}, {0, 1}}, FaceOutline::convex, Sign::positive));
  for (const Known& k : simple) {
    INFO(k.name);
    CHECK(is(k.figure, FaceOutline::simple, Sign::positive));
    CHECK(is(Figure(k.figure.rbegin(), k.figure.rend()), FaceOutline::simple, Sign::negative));
  }
  const auto is_bad = [&](const Figure& figure) { return shape(figure).kind == FaceOutline::bad; };
  CHECK(is_bad({{0, 0}, {4, 4}, {4, 0}, {0, 4}}));                                     // a bow tie
  CHECK(is_bad({{0, 0}, {4, 0}, {6, 0}, {4, 0}, {4, 4}}));                             // a spike
  CHECK(is_bad({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}));                             // a corner on an edge
  CHECK(is_bad({{0, 0}, {6, 0}, {5, 4}, {1, 3}, {2, -1}, {5, 1}, {3, 5}}));            // winds twice
  CHECK(is_bad({{0, 0}, {6, 0}, {6, 6}, {0, 6}, {1, -1}, {7, -1}, {7, 7}, {-1, 7}}));  // twice, always to the left
}

TEST_CASE("convex parts of figures: their number, their order, from each corner, either way") {
  for (const Known& k : simple)
    for (const int axis : {0, 1, 2})
      for (std::size_t turn = 0; turn < k.figure.size(); ++turn)
        for (const int sign : {1, -1}) {
          INFO(k.name << ", along axis " << axis << ", from corner " << turn << ", sign " << sign);
          const PointTable points = on_plane(k.figure, axis);
          std::vector<PointId> ids(k.figure.size());
          std::iota(ids.begin(), ids.end(), 0u);
          if (sign < 0) std::ranges::reverse(ids);
          std::rotate(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(turn), ids.end());
          const CornerLists parts = convex_parts(points, axis, sign_of(sign), ids);
          check_parts(k.figure, parts, ids, sign);
          CHECK(parts.size() == k.parts[static_cast<std::size_t>(axis)]);
        }
  // A convex outline is its only part.
  const Figure square{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  const std::vector<PointId> ids{2, 3, 0, 1};
  const CornerLists parts = convex_parts(on_plane(square, 2), 2, Sign::positive, ids);
  CHECK(parts.corners == ids);
  CHECK(parts.begin == std::vector<std::uint32_t>{0, 4});
}

TEST_CASE("convex parts: of random outlines around a point, and random ones between two chains") {
  Met met({{"reflex corners", 500}, {"straight corners", 20}, {"parts", 1000}});
  CHECK(check_many("convex parts", 300, met, [&] {
    Figure figure;
    if (drawn(0, 1) == 0) {
      // Seen from (0, 0) once around: no two points in one direction, nor more than half a turn between neighbours.
      const auto half = [](const std::array<long, 2>& p) { return p[1] < 0 || (p[1] == 0 && p[0] < 0); };
      const auto turn = [](const std::array<long, 2>& p, const std::array<long, 2>& q) {
        return p[0] * q[1] - p[1] * q[0];
      };
      figure = {{9, 0}, {-3, 8}, {-4, -7}};
      for (int i = drawn(1, 15); i > 0; --i) {
        const std::array<long, 2> p{drawn(-9, 9), drawn(-9, 9)};
        if (p == std::array<long, 2>{0, 0}) continue;
        if (std::ranges::any_of(figure, [&](const auto& q) { return turn(p, q) == 0 && half(p) == half(q); })) continue;
        figure.push_back(p);
      }
      std::ranges::sort(figure, [&](const auto& p, const auto& q) {
        return half(p) != half(q) ? half(p) < half(q) : turn(p, q) > 0;
      });
    } else {
      figure.push_back({-1, 0});
      for (int i = 0, n = drawn(1, 8); i < n; ++i) figure.push_back({3 * i + drawn(0, 2), drawn(-5, -1)});
      figure.push_back({26, 0});
      Figure back;
      for (int i = 0, n = drawn(1, 8); i < n; ++i) back.push_back({3 * i + drawn(0, 2), drawn(1, 5)});
      figure.insert(figure.end(), back.rbegin(), back.rend());
    }
    std::vector<PointId> ids(figure.size());
    std::iota(ids.begin(), ids.end(), 0u);
    const int axis = drawn(0, 2);
    const PointTable points = on_plane(figure, axis);
    const FaceShape shape = shape_of(points, axis, ids);
    RC_ASSERT(shape.kind != FaceOutline::bad);
    RC_ASSERT(shape.sign == Sign::positive);
    std::size_t reflex = 0;
    for (std::size_t k = 0; k < figure.size(); ++k) {
      const long t = formulas::orient2d(figure[k], figure[(k + 1) % figure.size()], figure[(k + 2) % figure.size()]);
      reflex += t < 0;
      met["straight corners"] += t == 0;
    }
    RC_ASSERT((reflex == 0) == (shape.kind == FaceOutline::convex));
    met["reflex corners"] += static_cast<int>(reflex);
    const CornerLists parts = convex_parts(points, axis, Sign::positive, ids);
    check_parts(figure, parts, ids, 1);
    met["parts"] += static_cast<int>(parts.size());
    // At least half as many as there are reflex corners, and one more, are needed; at most four times that come.
    RC_ASSERT(parts.size() <= 2 * reflex + 1);
  }));
}

TEST_CASE("area projection: the axis that keeps most, z before y before x, and its sign") {
  const auto projection = [](const std::vector<ExactPoint>& corners) {
    PointTable points = PointTable::from_integers({}, 1);
    points.append(corners);
    std::vector<PointId> ids(corners.size());
    std::iota(ids.begin(), ids.end(), 0u);
    const auto p = area_projection(points, ids);
    return p ? static_cast<int>(p->sign) * (p->axis + 1) : 0;  // 3: counter-clockwise along z
  };
  CHECK(projection({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}) == 3);
  CHECK(projection({{0, 0, 0}, {0, 4, 0}, {4, 4, 0}, {4, 0, 0}}) == -3);
  CHECK(projection({{0, 0, 0}, {0, 4, 0}, {0, 4, 4}}) == 1);
  CHECK(projection({{0, 0, 0}, {0, 0, 4}, {4, 0, 0}}) == 2);
  CHECK(projection({{0, 0, 0}, {4, 0, 0}, {0, 0, 4}}) == -2);
  // Equal components: z first, then y. The normals are (1, 1, 1), (1, -1, 0) and (-1, 0, -1), times some number.
  CHECK(projection({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) == 3);
  CHECK(projection({{0, 0, 0}, {1, 1, 0}, {0, 0, 1}}) == -2);
  CHECK(projection({{0, 0, 0}, {0, 1, 0}, {1, 0, -1}}) == -3);
  // By so little that doubles do not tell.
  const mpq_class tiny(1, mpz_class(1) << 200), one_third(1, 3);
  CHECK(projection({{1, 0, 0}, {0, 1 + tiny, 0}, {0, 0, 1}}) == 3);
  CHECK(projection({{1, 0, 0}, {0, 1, 0}, {0, 0, 1 + tiny}}) == 2);
  CHECK(projection({{one_third, 0, 0}, {0, one_third, 0}, {0, 0, one_third + tiny}}) == 2);
  CHECK(projection({{1 - tiny, 0, 0}, {0, 1, 0}, {0, 0, 1}}) == 1);
  CHECK(projection({{0, 0, 0}, {1, 1, 1}, {3, 3, 3}}) == 0);
  CHECK(projection({{0, 0, 0}, {one_third, 0, 0}, {1, 0, 0}}) == 0);
  CHECK(projection({{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}) == 0);  // there and back
}

TEST_CASE("doubled fan excess: what the fan's triangles have beyond the outline, in projection") {
  const auto excess = [](const Figure& figure) {
    std::vector<PointId> ids(figure.size());
    std::iota(ids.begin(), ids.end(), 0u);
    const mpq_class out = doubled_fan_excess(on_plane(figure, 2), 2, ids);
    for (const int axis : {0, 1}) CHECK(doubled_fan_excess(on_plane(figure, axis), axis, ids) == out);
    return out;
  };
  CHECK(excess({{0, 0}, {4, 0}, {4, 4}, {0, 4}}) == 0);
  CHECK(excess({{0, 4}, {4, 4}, {4, 0}, {0, 0}}) == 0);
  CHECK(excess({{0, 0}, {4, 0}, {1, 1}, {0, 4}}) == 0);
  // Fanned from the corner (4, 0): the triangle of the reflex corner turns the other way, and counts twice.
  CHECK(excess({{4, 0}, {1, 1}, {0, 4}, {0, 0}}) == 2 * 8);
  CHECK(excess({{0, 0}, {4, 4}, {4, 0}, {0, 4}}) == 2 * 16);
}
