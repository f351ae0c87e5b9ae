// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that nobody stands in, with areas known by hand.
#include <catch2/catch.hpp>

#include "support/bake_text.h"
#include "support/bodies.h"

using namespace plumb;
using namespace plumb::tests;
using pipeline::ComponentKind;

namespace {

struct Found {
  mpq_class inside, blocked, stand;
  std::string kinds;  // of closed components, by first face
};

BakedText bake(const BodyLevel& level, BakeTextOptions options = {}) {
  options.solids = pipeline::Solids::closed;
  BakedText baked = bake_text(level.obj, options);
  CHECK(baked.measures.held == baked.measures.polygons);
  return baked;
}

Found found(const BodyLevel& level, BakeTextOptions options = {}) {
  options.sides = pipeline::Sides::up;
  const BakedText baked = bake(level, options);
  AreaByLabel a = areas(baked);
  CHECK(baked.measures.inside.exact == a[kernel::inside]);
  Found out{a[kernel::inside], a[kernel::blocked], a[1], {}};
  for (const auto& c : baked.solids.components)
    out.kinds += (out.kinds.empty() ? "" : " ") + std::string(text_of(c.kind));
  return out;
}

const BodyLevel floor10 = BodyLevel().slab(0, 0, 10, 10, 0);

}  // namespace

TEST_CASE("solids: a box standing on a floor takes its ground, and inside comes before blocked") {
  const Found f = found(BodyLevel(floor10).box({2, 2, 0}, {4, 4, 1}));
  CHECK(f.inside == 4);
  CHECK(f.blocked == 0);
  CHECK(f.stand == 100);  // 96 and the top
  CHECK(f.kinds == "solid");
}

TEST_CASE("solids: a floor that runs through a box") {
  CHECK(found(BodyLevel(floor10).box({2, 2, -1}, {4, 4, 1})).inside == 4);
  SECTION("so high that nothing in it obstructs") {
    const Found f = found(BodyLevel(floor10).box({2, 2, -100}, {4, 4, 100}));
    CHECK(f.inside == 4);
    CHECK(f.stand == 100);
  }
  SECTION("whole") {
    const Found f = found(BodyLevel(floor10).box({-1, -1, -1}, {11, 11, 100}));
    CHECK(f.inside == 100);
    CHECK(f.stand == 144);
  }
  SECTION("no higher over it than the step, where its sides stop nobody") {
    BakeTextOptions options;
    options.step = mpq_class(1, 2);
    CHECK(found(BodyLevel(floor10).box({2, 2, -0.25}, {4, 4, 0.25}), options).inside == 4);
  }
}

TEST_CASE("solids: a box above a floor obstructs it, and one beneath does nothing") {
  const Found f = found(BodyLevel(floor10).box({2, 2, 0.5}, {4, 4, 1}).box({6, 6, -2}, {8, 8, -0.5}));
  CHECK(f.inside == 0);
  CHECK(f.blocked == 4 + 4);  // the floor under the first; the top of the second
  CHECK(f.kinds == "solid solid");
}

TEST_CASE("solids: polygons at the point's own height are not above it") {
  const Found f = found(BodyLevel(floor10).box({2, 2, -1}, {4, 4, 0}));
  CHECK(f.inside == 0);
}

TEST_CASE("solids: boxes stacked on one another") {
  SECTION("with their corners in common: one component") {
    const Found f = found(BodyLevel(floor10).box({2, 2, 0}, {4, 4, 1}).box({2, 2, 1}, {4, 4, 2}));
    CHECK(f.inside == 8);
    CHECK(f.stand == 96 + 4);
    CHECK(f.kinds == "solid");
  }
  SECTION("one smaller") {
    const Found f = found(BodyLevel(floor10).box({2, 2, 0}, {4, 4, 1}).box({2.5, 2.5, 1}, {3.5, 3.5, 2}));
    CHECK(f.inside == 4 + 1);
    CHECK(f.stand == 96 + 3 + 1);
    CHECK(f.kinds == "solid solid");
  }
}

TEST_CASE("solids: a cavity is room again") {
  BodyLevel level;
  level.slab(-1, -1, 5, 5, 1).box({0, 0, -1}, {4, 4, 4}).box({1, 1, 0}, {3, 3, 3.5}, true);
  const Found f = found(level);
  CHECK(f.kinds == "solid cavity");
  CHECK(f.inside == 12);
  CHECK(f.blocked == 4);          // the cavity's floor, one below the slab
  CHECK(f.stand == 4 + 20 + 16);  // the slab in the cavity and outside, the top
}

TEST_CASE("solids: a cavity may touch its solid, but has to be within one") {
  SECTION("its corners on the solid") {
    CHECK(found(BodyLevel().box({0, 0, 0}, {4, 4, 4}).box({0, 1, 1}, {3, 3, 3}, true)).kinds == "solid cavity");
  }
  SECTION("half of it outside") {
    CHECK(found(BodyLevel().box({0, 0, 0}, {4, 4, 4}).box({2, 1, 1}, {6, 3, 3}, true)).kinds == "solid room");
  }
  SECTION("half in one, half in another") {
    CHECK(found(BodyLevel().box({0, 0, 0}, {4, 4, 4}).box({4.5, 0, 0}, {8, 4, 4}).box({2, 1, 1}, {6, 3, 3}, true))
              .kinds == "solid solid room");
  }
  SECTION("in the concave corner of one, where its box does not tell") {
    BodyLevel level;  // an L, extruded
    const std::vector<BodyPoint> low = {{0, 0, 0}, {6, 0, 0}, {6, 2, 0}, {2, 2, 0}, {2, 6, 0}, {0, 6, 0}};
    std::vector<BodyPoint> high = low;
    for (BodyPoint& p : high) p[2] = 4;
    level.face(low, true).face(high);
    for (std::size_t i = 0; i < 6; ++i) level.face({low[i], low[(i + 1) % 6], high[(i + 1) % 6], high[i]});
    CHECK(found(BodyLevel(level).box({3, 3, 1}, {5, 5, 3}, true)).kinds == "solid room");
    CHECK(found(BodyLevel(level).box({0.5, 0.5, 1}, {1.5, 5, 3}, true)).kinds == "solid cavity");
  }
}

TEST_CASE("solids: a room modelled from within is ignored") {
  const Found f = found(BodyLevel().box({0, 0, 0}, {4, 4, 3}, true));
  CHECK(f.kinds == "room");
  CHECK(f.inside == 0);
  CHECK(f.stand == 16);
  CHECK(found(BodyLevel().box({0, 0, 0}, {4, 4, 3}, true).box({1, 1, 0}, {2, 2, 1})).inside == 1);
}

TEST_CASE("solids: two that overlap") {
  const Found f = found(BodyLevel().slab(-1, -1, 7, 7, 1.5).box({0, 0, 0}, {4, 4, 2}).box({2, 2, 1}, {6, 6, 3}));
  CHECK(f.inside == 28 + 4);  // the slab; the first's top in the second
  CHECK(f.stand == 36 + 12 + 16);
}

TEST_CASE("solids: two that have an edge in common and nothing else are one component") {
  const Found f = found(BodyLevel().slab(-1, -1, 5, 5, 0).box({0, 0, 0}, {2, 2, 1}).box({2, 2, 0}, {4, 4, 1}));
  CHECK(f.kinds == "solid");
  CHECK(f.inside == 8);
}

TEST_CASE("solids: what is not closed contains nothing") {
  const Found f = found(BodyLevel(floor10).box({2, 2, -1}, {4, 4, 3}, false, 5));
  CHECK(f.kinds.empty());
  CHECK(f.inside == 0);
  SECTION("a face along an edge opens a body") {
    CHECK(found(BodyLevel(floor10).box({2, 2, -1}, {4, 4, 3}).face({{2, 2, 3}, {4, 2, 3}, {4, 2, 5}})).kinds.empty());
  }
  SECTION("a sheet with two sides has no volume") {
    const std::vector<BodyPoint> sheet = {{2, 2, 1}, {4, 2, 1}, {4, 4, 1}};
    CHECK(found(BodyLevel(floor10).face(sheet).face(sheet, true)).kinds == "flat");
  }
}

TEST_CASE("solids: slanted sides, by the section at the floor's height") {
  BodyLevel pyramid = floor10;  // base 4 x 4 at -1, apex at 1: 2 x 2 at 0
  const BodyPoint a{2, 2, -1}, b{6, 2, -1}, c{6, 6, -1}, d{2, 6, -1}, top{4, 4, 1};
  pyramid.face({d, c, b, a}).face({a, b, top}).face({b, c, top}).face({c, d, top}).face({d, a, top});
  const Found f = found(pyramid);
  CHECK(f.inside == 4);
  CHECK(f.blocked == 12);  // its sides are at 45 degrees and can be stood on, but not beneath the floor
  CHECK(f.stand == 96 + 4);
}

TEST_CASE("solids: a face without area closes its body before it is dropped") {
  BodyLevel level = floor10;
  const BodyPoint e{2, 2, 1}, f{4, 2, 1}, g{4, 4, 1}, h{2, 4, 1}, middle{3, 2, 1};
  level.box({2, 2, -1}, {4, 4, 1}, false, 1);  // the bottom
  level.face({e, middle, f, g, h}).face({e, f, middle});
  const BodyPoint a{2, 2, -1}, b{4, 2, -1}, c{4, 4, -1}, d{2, 4, -1};
  level.face({a, b, f, e}).face({b, c, g, f}).face({c, d, h, g}).face({d, a, e, h});
  const Found found_here = found(level);
  CHECK(found_here.kinds == "solid");
  CHECK(found_here.inside == 4);
}

TEST_CASE("solids: a body that loses a face that crosses itself is closed no more") {
  BodyLevel level = floor10;
  const BodyPoint a{2, 2, -1}, b{4, 2, -1}, c{4, 4, -1}, d{2, 4, -1}, top{3, 3, 1};
  level.face({a, b, top}).face({b, d, top}).face({d, c, top}).face({c, a, top}).face({a, c, d, b});  // the last one is
                                                                                                     // a bow tie
  const Found f = found(level);
  CHECK(f.kinds == "broken");
  CHECK(f.inside == 0);
}

TEST_CASE("solids: the ground within a body counts on both sides") {
  BakeTextOptions options;
  options.sides = pipeline::Sides::both;
  AreaByLabel a = areas(bake(BodyLevel().box({0, 0, 0}, {2, 2, 5}), options));
  CHECK(a[kernel::inside] == 4);  // upon its bottom
  CHECK(a[1] == 4);
}

TEST_CASE("solids: polygons are not joined across the border of a body") {
  // The slabs have no side in common with the box, but their union has.
  const BodyLevel level = BodyLevel().box({0, 0, 0}, {2, 2, 1}).slab(2, 0, 4, 1, 1).slab(2, 1, 4, 2, 1);
  const auto mixed = [](const BakedText& baked) {
    int count = 0;
    for (std::size_t i = 0; i < baked.set.surfaces.size(); ++i)
      count += std::ranges::any_of(
          baked.set.parts_of(i), [&](const auto& part) { return (part.face < 6) != (baked.set.surfaces[i].face < 6); });
    return count;
  };
  CHECK(mixed(bake(level)) == 0);
  CHECK(mixed(bake_text(level.obj, {})) == 1);
}

TEST_CASE("solids: volumes are exact, also of numbers that leave machine integers") {
  BodyLevel level;
  level.box({0, 0, 0}, {2, 3, 4}).box({10, 0, 0}, {12, 1, 1}, true);
  for (const auto numbers : {pipeline::Numbers::decimal, pipeline::Numbers::binary64}) {
    BakeTextOptions options;
    options.numbers = numbers;
    const BakedText baked = bake(level, options);
    REQUIRE(baked.solids.components.size() == 2);
    CHECK(baked.solids.components[0].volume == 24);
    CHECK(baked.solids.components[0].faces == 6);
    CHECK(baked.solids.components[1].volume == -2);
    CHECK(baked.solids.components[1].first_face == 6);
  }
  // 0.1 as binary64 has 55 binary places.
  BakeTextOptions options;
  options.numbers = pipeline::Numbers::binary64;
  const mpq_class side(0.1);
  CHECK(bake(BodyLevel().box({0, 0, 0}, {0.1, 1000000, 0.1}), options).solids.components[0].volume ==
        side * side * 1000000);
}

// A tent over an arrowhead, whose canvas is one bent face. Its fan would cross the notch, so far off that the body
// would be as good as turned inside out.
TEST_CASE("solids: a bent face counts with its triangles") {
  const BodyPoint tip{0, 0, 0}, right{2, 4, 0}, ridge{0, 1, 0.5}, left{-2, 4, 0}, below{0, 0.5, -0.25};
  BodyLevel level = BodyLevel().slab(-5, -5, 5, 5, 0.125).face({right, ridge, left, tip});
  level.face({right, tip, below}).face({ridge, right, below}).face({left, ridge, below}).face({tip, left, below});
  const Found f = found(level);
  CHECK(f.kinds == "solid");
  CHECK(f.inside == mpq_class(3, 4));
  CHECK(bake(level).solids.components.at(0).volume == mpq_class(1, 3));
}
