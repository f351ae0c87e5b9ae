// SPDX-License-Identifier: GPL-3.0-or-later
// Random bodies through random floors: at random points of every cell the verdict is that of the winding number,
// counted over all faces.
#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include "support/bake_text.h"
#include "support/bodies.h"
#include "support/winding.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Point = pipeline::ExactPoint;

int grid(int low, int high) { return *rc::gen::inRange(low, high + 1); }

// Corners of bodies are whole numbers, those of everything else have halves: no face along an edge opens a body.
BodyLevel arbitrary_level(std::size_t& body_faces) {
  BodyLevel level;
  const auto corner = [] { return BodyPoint{double(grid(0, 5)), double(grid(0, 5)), double(grid(0, 4))}; };
  const int bodies = grid(1, 4);
  body_faces = 0;
  for (int i = 0; i < bodies; ++i) {
    BodyPoint a = corner(), b = corner();
    if (grid(0, 1) == 0) {
      for (int k = 0; k < 3; ++k) b[k] = a[k] + grid(1, 3);
      level.box(a, b);
      body_faces += 6;
    } else {
      const BodyPoint c = corner(), d = corner();
      double u[3], v[3], w[3];
      for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = d[k] - a[k];
      if (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
              u[2] * (v[0] * w[1] - v[1] * w[0]) ==
          0)
        continue;
      level.tetrahedron(a, b, c, d);
      body_faces += 4;
    }
  }
  for (int i = grid(1, 3); i > 0; --i) {
    const double x = grid(-1, 3) + 0.5, y = grid(-1, 3) + 0.5, z = grid(0, 4), rise = grid(0, 1), w = grid(1, 4),
                 h = grid(1, 4);
    level.face({{x, y, z}, {x + w, y, z + rise}, {x + w, y + h, z + rise}, {x, y + h, z}});
  }
  return level;
}

// Of the cell's interior, nearer to some corners than to others.
Point arbitrary_point(const std::vector<Point>& corners) {
  Point p;
  mpq_class weights;
  for (const Point& c : corners) {
    const mpq_class w(grid(1, 97) * (grid(0, 3) == 0 ? 1000 : 1));
    weights += w;
    for (int k = 0; k < 3; ++k) p[k] += w * c[k];
  }
  for (mpq_class& v : p) v /= weights;
  return p;
}

}  // namespace

TEST_CASE("property: cells inside of bodies are those above which the winding number is positive, all over") {
  std::size_t inside = 0, outside = 0;
  rc::prop("winding", [&] {
    std::size_t body_faces = 0;
    const BodyLevel level = arbitrary_level(body_faces);
    BakeTextOptions options;
    options.solids = pipeline::Solids::closed;
    options.sides = grid(0, 1) ? pipeline::Sides::both : pipeline::Sides::up;
    options.step = mpq_class(grid(0, 1), 2);
    options.decomposition = grid(0, 1) ? kernel::Decomposition::bounded : kernel::Decomposition::seed;
    options.numbers = grid(0, 1) ? pipeline::Numbers::decimal : pipeline::Numbers::binary32;
    const BakedText baked = bake_text(level.obj, options);
    RC_ASSERT(baked.measures.held == baked.measures.polygons);
    for (const auto& c : baked.solids.components) RC_ASSERT(c.kind == pipeline::ComponentKind::solid);
    const auto faces = faces_of(baked.scene);
    pipeline::CellGeometry geometry(baked.scene.points, baked.set, baked.map);
    for (const vcd::Cell& cell : baked.map.table.cells) {
      if (cell.label == kernel::covered) continue;
      const auto corners = geometry.vertices(cell);
      for (int i = 0; i < 4; ++i) {
        const auto w = winding(
            faces, [&](std::size_t f) { return f < body_faces; }, arbitrary_point(corners));
        if (!w) continue;
        RC_ASSERT((cell.label == kernel::inside) == (*w > 0));
        ++(*w > 0 ? inside : outside);
      }
    }
    BakeTextOptions without = options;
    without.solids = pipeline::Solids::none;
    AreaByLabel a = areas(baked), b = areas(bake_text(level.obj, without));
    RC_ASSERT(a[kernel::covered] == b[kernel::covered]);
    RC_ASSERT(mpq_class(a[kernel::inside] + a[kernel::blocked] + a[1]) == mpq_class(b[kernel::blocked] + b[1]));
    options.threads = 2;
    const BakedText again = bake_text(level.obj, options);
    RC_ASSERT(
        std::ranges::equal(baked.map.table.cells, again.map.table.cells, {}, &vcd::Cell::label, &vcd::Cell::label));
  });
  CHECK(inside > 100);
  CHECK(outside > 100);
}
