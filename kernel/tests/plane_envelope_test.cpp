// SPDX-License-Identifier: LGPL-3.0-or-later
// The lower envelope of polygons over a floor, on scenes whose areas are known by hand. The floor has corners on thirds
// in some of them, in a table that keeps such coordinates apart.
#include "plumb/kernel/plane_envelope.h"

#include <catch2/catch.hpp>

#include <map>

#include "plumb/kernel/plane.h"

using namespace plumb::kernel;

namespace {

using Corners = std::vector<ExactPoint>;

// A box at a height, clockwise seen from above; or on a plane that rises along x.
Corners box(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1, const mpq_class& z,
            const mpq_class& slope = 0) {
  return {{x0, y0, z + slope * x0}, {x0, y1, z + slope * x0}, {x1, y1, z + slope * x1}, {x1, y0, z + slope * x1}};
}

// What is visited: areas by ceiling; every cell is valid and lies where its ceiling is above the floor.
class Areas : public EnvelopeVisitor {
 public:
  std::map<PolygonId, mpq_class> areas;
  int cells = 0;
  explicit Areas(const mpz_class& unit) : unit_(unit) {}
  void visit(const ImplicitPlan& plan, const ConvexCell& cell, PolygonId floor, const IntegerPlane& floor_plane,
             PolygonId ceiling, const IntegerPlane& ceiling_plane) override {
    CHECK(floor == 0);
    CHECK(is_valid(plan, cell));
    const Coefficients<mpz_class> rise = rise_of(floor_plane, ceiling_plane);
    bool above = false;
    for (const auto& [x, y] : exact_points(plan, cell)) {
      const mpq_class at = rise.a * x + rise.b * y + rise.c;
      CHECK(at >= 0);
      above = above || at > 0;
    }
    CHECK(above);
    areas[ceiling] += doubled_area(plan, cell) / (2 * unit_ * unit_);
    ++cells;
  }

 private:
  mpz_class unit_;
};

// The floor has the number 0, the others follow in their order.
class Scene {
 public:
  explicit Scene(Corners floor) { add(std::move(floor)); }
  Scene& add(Corners corners, bool owner = false) {
    polygons_.push_back(std::move(corners));
    owners_.push_back(owner);
    return *this;
  }

  std::map<PolygonId, mpq_class> areas() { return visited().areas; }
  Areas visited() {
    Areas out(make().denominator());
    run([&](PlaneEnvelope& e) { e.visit(out); });
    return out;
  }
  mpq_class owned() {
    mpq_class area;
    run([&](PlaneEnvelope& e) { area = e.owned_area(); });
    return area;
  }

 private:
  PointTable make() const {
    PointTable points = PointTable::from_integers({}, 4);
    for (const Corners& c : polygons_) points.append_long(c);
    return points;
  }
  template <class Use>
  void run(Use&& use) const {
    const PointTable points = make();
    std::vector<std::vector<PointId>> ids(polygons_.size());
    PointId next = 0;
    for (std::size_t i = 0; i < polygons_.size(); ++i)
      for (std::size_t k = 0; k < polygons_[i].size(); ++k) ids[i].push_back(next++);
    std::vector<PlaneEnvelope::Polygon> others;
    for (std::size_t i = 1; i < polygons_.size(); ++i)
      others.push_back({static_cast<PolygonId>(i), ids[i], owners_[i]});
    PlaneEnvelope envelope(points);
    envelope.enter({0, ids[0]}, others);
    use(envelope);
  }

  std::vector<Corners> polygons_;
  std::vector<bool> owners_;
};

using Found = std::map<PolygonId, mpq_class>;
const Corners floor8 = box(0, 0, 8, 8, 0);
const mpq_class third(1, 3);

}  // namespace

TEST_CASE("plane envelope: planes in integers, relative to an origin, and how much higher one is") {
  // z = x / 2 - y + 1, over quarters; the origin is (1, 1).
  const PointTable points = PointTable::from_integers({0, 0, 4, 0, 16, -12, 16, 16, -4, 16, 0, 12, 4, 4, 0}, 4);
  const IntegerPlane p = integer_plane(points, std::vector<PointId>{0, 1, 2, 3}, 4);
  CHECK(sgn(p.up) > 0);
  const auto height = [](const IntegerPlane& plane, const mpq_class& x, const mpq_class& y) {
    return mpq_class((plane.constant - plane.x * x - plane.y * y) / plane.up);
  };
  CHECK(height(p, 0, 0) == 2);   // 1/2 at (1, 1)
  CHECK(height(p, 4, 0) == 4);   // 1 at (2, 1)
  CHECK(height(p, 0, 4) == -2);  // -1/2 at (1, 2)
  const IntegerPlane level{0, 0, 3, 6};
  const Coefficients<mpz_class> rise = rise_of(level, p);
  const auto at = [&](int x, int y) { return mpz_class(rise.a * x + rise.b * y + rise.c); };
  CHECK(at(0, 0) == 0);
  CHECK(at(4, 0) == 2 * level.up * p.up);
  CHECK(at(0, 4) == -4 * level.up * p.up);
}

TEST_CASE("plane envelope: the lowest above the floor, where several are over one another") {
  CHECK(Scene(floor8).areas().empty());
  CHECK(Scene(floor8).add(box(1, 1, 3, 4, 2)).areas() == Found{{1, 6}});
  CHECK(Scene(floor8).add(box(6, 6, 10, 10, 2)).areas() == Found{{1, 4}});
  CHECK(Scene(floor8).add(box(8, 0, 10, 8, 2)).areas().empty());  // beside it
  CHECK(Scene(floor8).add(box(1, 1, 3, 4, -1)).areas().empty());  // below it
  CHECK(Scene(floor8).add(box(1, 1, 3, 4, 0)).areas().empty());   // in its plane
  CHECK(Scene(floor8).add(box(0, 0, 4, 4, 1)).add(box(2, 2, 6, 6, 2)).areas() == Found{{1, 16}, {2, 12}});
  CHECK(Scene(floor8).add(box(2, 2, 6, 6, 2)).add(box(0, 0, 4, 4, 1)).areas() == Found{{1, 12}, {2, 16}});
  CHECK(Scene(floor8).add(box(0, 0, 4, 4, 2)).add(box(2, 2, 6, 6, 2)).areas() == Found{{1, 16}, {2, 12}});  // level
}

TEST_CASE("plane envelope: planes that meet over the floor, and one that rises through it") {
  // z = x - 2: above the floor beyond x = 2, above the level 3 beyond x = 5.
  CHECK(Scene(floor8).add(box(0, 0, 8, 8, -2, 1)).areas() == Found{{1, 48}});
  CHECK(Scene(floor8).add(box(0, 0, 8, 8, -2, 1)).add(box(0, 0, 8, 8, 3)).areas() == Found{{1, 24}, {2, 40}});
  CHECK(Scene(floor8).add(box(0, 0, 8, 8, 3)).add(box(0, 0, 8, 8, -2, 1)).areas() == Found{{1, 40}, {2, 24}});
  // Over a floor that rises itself, by a third: level 2 is above it up to x = 6.
  CHECK(Scene(box(0, 0, 8, 8, 0, third)).add(box(0, 0, 8, 8, 2)).areas() == Found{{1, 48}});
}

TEST_CASE("plane envelope: what others in the floor's plane own is left out") {
  Scene scene(floor8);
  scene.add(box(0, 0, 4, 4, 0), true).add(box(2, 2, 6, 6, 1));
  CHECK(scene.areas() == Found{{2, 12}});
  CHECK(scene.owned() == 48);
  CHECK(Scene(floor8).owned() == 64);
  CHECK(Scene(floor8).add(box(2, 2, 6, 6, 1)).owned() == 64);
  CHECK(Scene(floor8).add(floor8, true).owned() == 0);
  CHECK(Scene(floor8).add(floor8, true).add(box(2, 2, 6, 6, 1)).areas().empty());
  CHECK(Scene(floor8).add(box(0, 0, 4, 4, 0), true).add(box(2, 2, 6, 10, 0), true).owned() == 64 - 16 - 24 + 4);
}

TEST_CASE("plane envelope: many polygons, for which the floor is halved, on thirds too") {
  for (const bool thirds : {false, true}) {
    // Strips of a floor of 16 x 16, each under a roof of its own and all under a higher one; lines on thirds are long.
    const mpq_class left = thirds ? third : mpq_class(1);
    Scene strips(box(0, 0, 16, 16, 0));
    for (int i = 1; i < 15; ++i) strips.add(box(i + left, 1, i + left + mpq_class(1, 2), 1 + i, 2 + i % 3));
    strips.add(box(0, 0, 16, 16, 9));
    Found expected;
    mpq_class under = 0;
    for (int i = 1; i < 15; ++i) under += expected[static_cast<PolygonId>(i)] = mpq_class(i) / 2;
    expected[15] = 256 - under;
    CHECK(strips.areas() == expected);
    // The same strips as owners.
    Scene owned(box(0, 0, 16, 16, 0));
    for (int i = 1; i < 15; ++i) owned.add(box(i + left, 1, i + left + mpq_class(1, 2), 1 + i, 0), true);
    owned.add(box(0, 0, 16, 16, 9));
    CHECK(owned.owned() == 256 - under);
    CHECK(owned.areas() == Found{{15, 256 - under}});
  }
}
