// SPDX-License-Identifier: LGPL-3.0-or-later
// Outlines whose edges cross in points that are no corners: crossed_region_of() finds these points, exactly, in every
// projection, and refuses outlines around which the winding numbers are not all 0 and 1. Areas are closed forms.
#include <catch2/catch.hpp>

#include "plumb/kernel/face_outline.h"

using namespace plumb::kernel;

namespace {

using Figure = std::vector<std::array<long, 2>>;

// The figure on a plane that the projection along the axis keeps, with a point for each corner.
PointTable on_plane(const Figure& figure, int axis) {
  std::vector<mpz_class> xyz;
  for (const auto& [u, v] : figure) {
    const long height = 2 * u - 3 * v;
    const std::array<long, 3> at = axis == 0   ? std::array{height, u, v}
                                   : axis == 1 ? std::array{u, height, v}
                                               : std::array{u, v, height};
    xyz.insert(xyz.end(), at.begin(), at.end());
  }
  return PointTable::from_integers(std::move(xyz), 1);
}

mpq_class doubled_area(const PointTable& points, int axis, std::span<const PointId> ring) {
  const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  mpq_class sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const ExactPoint p = exact_point(points, ring[i]), q = exact_point(points, ring[(i + 1) % ring.size()]);
    sum += p[u] * q[v] - p[v] * q[u];
  }
  return sum;
}

struct Crossed {
  const char* name;
  Figure figure;
  std::vector<PlanPoint> crossings;  // ascending
  std::vector<std::uint32_t> left_out;
};

const mpq_class third(1, 3), half(1, 2);

const std::vector<Crossed> crossed = {
    {"three edges", {{2, 3}, {4, 0}, {4, 1}, {0, 3}, {0, 0}, {3, 0}, {3, 2}}, {{3, 3 * half}}, {}},
    {"three edges, in thirds", {{4, 3}, {0, 1}, {0, -1}, {2, 3}, {0, 3}, {3, 0}}, {{4 * third, 5 * third}}, {}},
    {"five edges",
     {{5, 0}, {-5, 0}, {-5, -5}, {5, 5}, {0, 5}, {0, -5}, {5, -5}, {-5, 5}, {-5, 2}, {5, -2}},
     {{0, 0}},
     {}},
    {"two crossings, on one edge",
     {{-3, 0}, {5, 0}, {4, 2}, {1, -1}, {-2, 2}, {-3, 0}, {-2, -2}, {4, -2}, {1, 1}, {-2, -2}},
     {{0, 0}, {2, 0}},
     {}},
    {"an edge in three parts, another that is run three times",
     {{4, 3}, {2, 2}, {0, 1}, {0, -1}, {2, 3}, {0, -1}, {2, 3}, {0, 3}, {2, 1}, {3, 0}},
     {{4 * third, 5 * third}},
     {}},
    {"a spike through the crossing, and one beside it",
     {{4, 3}, {0, 1}, {8, 5}, {0, 1}, {0, -1}, {2, 3}, {0, 3}, {3, 0}, {5, 9}, {3, 0}},
     {{4 * third, 5 * third}},
     {2, 8}},
};

}  // namespace

TEST_CASE("outlines with crossings that wind once: the points, the edges through them, and the area") {
  for (const Crossed& c : crossed)
    for (const int axis : {0, 1, 2})
      for (std::size_t turn = 0; turn < c.figure.size(); ++turn)
        for (const bool backwards : {false, true}) {
          INFO(c.name << ", along axis " << axis << ", from corner " << turn << (backwards ? ", backwards" : ""));
          PointTable points = on_plane(c.figure, axis);
          // Corners at one place are one point.
          std::vector<PointId> outline;
          for (const auto& p : c.figure)
            outline.push_back(static_cast<PointId>(std::ranges::find(c.figure, p) - c.figure.begin()));
          std::rotate(outline.begin(), outline.begin() + static_cast<long>(turn), outline.end());
          if (backwards) std::reverse(outline.begin(), outline.end());
          CHECK_FALSE(region_of(points, axis, outline));
          const std::size_t known = points.size();
          const auto region = crossed_region_of(points, axis, outline);
          REQUIRE(region);
          REQUIRE(points.size() == known + c.crossings.size());
          REQUIRE(region->crossings.size() == c.crossings.size());
          for (std::size_t i = 0; i < c.crossings.size(); ++i) {
            const auto& [point, edges] = region->crossings[i];
            const auto [u, v] = c.crossings[i];
            const mpq_class height = 2 * u - 3 * v;
            CHECK(exact_point(points, point) == (axis == 0   ? ExactPoint{height, u, v}
                                                 : axis == 1 ? ExactPoint{u, height, v}
                                                             : ExactPoint{u, v, height}));
            for (const std::uint32_t e : edges)
              CHECK(orientation(points, axis, outline[e], outline[(e + 1) % outline.size()], point) == Sign::zero);
            CHECK(orientation(points, axis, outline[edges[0]], outline[(edges[0] + 1) % outline.size()],
                              outline[edges[1]]) != Sign::zero);
          }
          std::vector<std::uint32_t> left_out;
          for (const std::uint32_t i : region->left_out)
            left_out.push_back(static_cast<std::uint32_t>((backwards ? outline.size() - 1 - i : i) + turn) %
                               static_cast<std::uint32_t>(outline.size()));
          std::ranges::sort(left_out);
          CHECK(left_out == c.left_out);
          const mpq_class whole = doubled_area(points, axis, outline);
          mpq_class sum = 0;
          const CornerLists parts = join_triangles(points, axis, *region);
          for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto part = std::span(parts.corners).subspan(parts.begin[i], parts.begin[i + 1] - parts.begin[i]);
            CHECK(shape_of(points, axis, part).kind == FaceOutline::convex);
            sum += doubled_area(points, axis, part);
            CHECK(sgn(doubled_area(points, axis, part)) == sgn(whole));
          }
          CHECK(sum == whole);
        }
}

TEST_CASE("outlines with crossings that wind otherwise are refused") {
  const std::vector<std::pair<const char*, Figure>> refused = {
      {"two edges", {{0, 0}, {4, 4}, {4, 0}, {0, 4}}},
      {"four edges", {{4, 0}, {-4, 0}, {-4, -4}, {4, 4}, {0, 4}, {0, -4}, {4, -4}, {-4, 4}}},
      {"four edges, two of them the other way", {{4, 0}, {-4, 0}, {-4, 4}, {4, -4}, {0, -4}, {0, 4}, {4, 4}, {-4, -4}}},
      {"three edges that do not alternate", {{4, 0}, {-4, 0}, {-4, 4}, {4, -4}, {4, 4}, {-4, -4}}},
      {"three edges, and two elsewhere",
       {{4, 3}, {0, 1}, {0, -1}, {2, 3}, {0, 3}, {3, 0}, {9, 0}, {6, 4}, {6, 0}, {9, 4}}},
      {"three edges, and a square around twice",
       {{4, 3}, {0, 1}, {0, -1}, {2, 3}, {0, 3}, {3, 0}, {-9, -9}, {9, -9}, {9, 9}, {-9, 9}, {-9, -9}, {3, 0}}},
      {"no crossing", {{0, 0}, {4, 0}, {4, 4}, {2, 1}}},
  };
  for (const auto& [name, figure] : refused) {
    INFO(name);
    for (const int axis : {0, 1, 2}) {
      PointTable points = on_plane(figure, axis);
      std::vector<PointId> outline;
      for (const auto& p : figure)
        outline.push_back(static_cast<PointId>(std::ranges::find(figure, p) - figure.begin()));
      CHECK_FALSE(crossed_region_of(points, axis, outline));
    }
  }
}

TEST_CASE("points can be appended without a finer unit") {
  PointTable points = PointTable::from_integers({1, 2, 3, 4, 5, 6}, 2);
  const std::vector<ExactPoint> more = {{third, half, 7}, {half, 3, 4}};
  CHECK(points.append_long(more) == 2);
  CHECK(points.denominator() == 2);
  CHECK(points.size() == 4);
  CHECK(points.is_whole(3));
  CHECK_FALSE(points.is_whole(2, 0));
  CHECK(points.is_whole(2, 1));
  for (PointId p = 0; p < 2; ++p) CHECK(exact_point(points, 2 + p) == more[p]);
  // A table that is out of the fixed stage gets a finer unit.
  PointTable large = PointTable::from_integers({mpz_class(1) << 200, 0, 0}, 1);
  large.append_long(more);
  CHECK_FALSE(large.has_long());
  CHECK(large.denominator() == 6);
  CHECK(exact_point(large, 1) == more[0]);
}

TEST_CASE("an outline that runs there and back again and again winds around nothing") {
  const Figure figure{{0, 0}, {4, 1}};
  for (const int axis : {0, 1, 2}) {
    const PointTable points = on_plane(figure, axis);
    std::vector<PointId> outline;
    for (PointId i = 0; i < 60; ++i) outline.push_back(i % 2);
    const auto region = region_of(points, axis, outline);
    REQUIRE(region);
    CHECK(region->sign == Sign::zero);
    CHECK(region->triangles.size() == 0);
  }
}
