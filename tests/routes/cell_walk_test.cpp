// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and walks over cells, and the nearest border: each degenerate position by hand, and random levels against plain
// fractions.
//
// 1. Levels by hand: where a line or a walk ends, and on what.
// 2. Random levels against support/plain_walk.h, which cuts lines at all sides in fractions. In half of them cells are
//    closed, which it knows nothing of. PLUMB_WALK_CALLS says how many questions; the soak has 100,000. Walks that it
//    cannot follow are counted, and few.
#include "plumb/plan/cell_walk.h"

#include <catch2/catch.hpp>

#include <cstdlib>

#include "plumb/plan/cell_border.h"
#include "support/cell_levels.h"
#include "support/plain_walk.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::PlanPoint;
using plan::CellBorder;
using plan::CellMap;
using plan::CellSpot;
using plan::CellWalk;
using At = CellWalk::End::At;
using Index = CellMap::Index;

bool surrounds(const std::array<kernel::Interval, 2>& near, const PlanPoint& p) {
  return near[0].low <= p[0] && p[0] <= near[0].high && near[1].low <= p[1] && p[1] <= near[1].high;
}

struct Ended {
  At at;
  Index cell;
  PlanPoint place;
  std::vector<PlanPoint> border;
};
Ended ended(const CellMap& map, const CellWalk& walk, const CellWalk::End& end) {
  const PlanPoint place = walk.place(end);
  REQUIRE(surrounds(walk.place_near(end), place));
  REQUIRE(plan::spot_of(map, end.cell, kernel::FilteredPoint(place)));
  Ended out{end.at, end.cell, place, {}};
  if (end.border != CellMap::none)
    out.border = {map.points()[map.from(end.border)].at, map.points()[map.to(end.border)].at};
  return out;
}
Ended cast(const CellLevel& level, const PlanPoint& from, Index cell, const PlanPoint& to) {
  const CellMap map = level.map();
  CellWalk walk(map);
  return ended(map, walk, walk.cast(from, cell, to).value());
}
Ended moved(const CellLevel& level, const PlanPoint& from, Index cell, const PlanPoint& to) {
  const CellMap map = level.map();
  CellWalk walk(map);
  return ended(map, walk, walk.move(from, cell, to).value());
}
std::optional<mpq_class> border_distance(const CellLevel& level, const PlanPoint& from, Index cell) {
  const CellMap map = level.map();
  CellBorder border(map);
  const auto found = border.nearest<mpq_class>(from, cell, {});
  if (!found) return std::nullopt;
  const PlanPoint place = border.place(*found);
  REQUIRE(surrounds(border.place_near(*found), place));
  REQUIRE(plan::spot_of(map, found->cell, kernel::FilteredPoint(place)));
  const mpq_class square = border.squared_distance(*found);
  REQUIRE((found->squared.low <= square && square <= found->squared.high));
  return square;
}

// A room, and one behind it whose opening is its middle third.
struct Rooms {
  Rooms() {
    room = b.box(0, 0, 3, 3), behind = b.box(3, 0, 6, 3);
    b.join(room, behind, {3, 1}, {3, 2});
  }
  LevelBuilder b;
  Index room, behind;
};

}  // namespace

TEST_CASE("cell walk: a line passes an opening, is stopped beside it, and passes its very end") {
  const Rooms r;
  CHECK(cast(r.b.level, {1, 1}, r.room, {5, 2}).at == At::goal);
  CHECK(cast(r.b.level, {1, 1}, r.room, {5, 2}).cell == r.behind);
  const Ended stopped = cast(r.b.level, {1, 1}, r.room, {5, 5});
  CHECK(stopped.at == At::corner);
  CHECK(stopped.place == PlanPoint{3, 3});
  const Ended beside = cast(r.b.level, {1, 1}, r.room, {5, 4});
  CHECK(beside.at == At::crossing);
  CHECK(beside.place == PlanPoint{3, mpq_class(5) / 2});
  CHECK(beside.border == std::vector<PlanPoint>{{3, 2}, {3, 3}});
  CHECK(cast(r.b.level, {1, 1}, r.room, {5, 3}).at == At::goal);  // through (3, 2)
  CHECK(cast(r.b.level, {1, 1}, r.room, {1, 1}).at == At::goal);
}

TEST_CASE("cell walk: a line runs along border, and from there through an opening") {
  const Rooms r;
  // On the line of the wall itself.
  CHECK(cast(r.b.level, {3, 0}, r.room, {3, 3}).at == At::goal);
  CHECK(cast(r.b.level, {3, 0}, r.room, {3, 5}).place == PlanPoint{3, 3});
  // Along a side of one cell, beyond whose end the cell on the other side goes on.
  LevelBuilder b;
  const Index low = b.box(0, 0, 2, 2), high = b.box(1, 2, 5, 4);
  b.join(low, high, {2, 2}, {1, 2});
  CHECK(cast(b.level, {0, 2}, low, {5, 2}).cell == high);
  CHECK(cast(b.level, {0, 2}, low, {5, 2}).at == At::goal);
  CHECK(cast(b.level, {5, 2}, high, {0, 2}).at == At::goal);
  CHECK(cast(b.level, {0, 2}, low, {7, 2}).place == PlanPoint{5, 2});
}

TEST_CASE("cell walk: two cells that touch in a point alone are not joined there") {
  LevelBuilder b;
  const Index low = b.box(0, 0, 2, 2), high = b.box(2, 2, 4, 4);
  const Ended end = cast(b.level, {0, 0}, low, {4, 4});
  CHECK(end.place == PlanPoint{2, 2});
  CHECK(end.cell == low);
  // Over a third cell they are.
  const Index beside = b.box(2, 0, 4, 2);
  b.join(low, beside, {2, 0}, {2, 2});
  b.join(beside, high, {4, 2}, {2, 2});
  CHECK(cast(b.level, {0, 0}, low, {4, 4}).cell == high);
}

TEST_CASE("cell walk: storeys over one place are told apart") {
  LevelBuilder b;
  const Index ground = b.box(0, 0, 4, 4), stairs = b.box(4, 0, 8, 4), over = b.box(0, 0, 4, 4);
  b.join(ground, stairs, {4, 0}, {4, 4});
  CHECK(cast(b.level, {1, 1}, over, {6, 1}).place == PlanPoint{4, 1});
  CHECK(cast(b.level, {1, 1}, ground, {6, 1}).cell == stairs);
  CHECK(moved(b.level, {1, 1}, over, {6, 1}).place == PlanPoint{4, 1});
  CHECK(moved(b.level, {1, 1}, over, {6, 1}).cell == over);
}

TEST_CASE("cell walk: where two cells lie beyond one side, the line takes the one in which it gets farther") {
  LevelBuilder b;
  const Index from = b.box(0, 0, 2, 2), near = b.box(2, 0, 3, 2), far = b.box(2, 0, 5, 2);
  b.join(from, near, {2, 0}, {2, 2});
  b.join(from, far, {2, 0}, {2, 2});
  CHECK(cast(b.level, {1, 1}, from, {9, 1}).cell == far);
  CHECK(cast(b.level, {1, 1}, from, {9, 1}).place == PlanPoint{5, 1});
  CHECK(cast(b.level, {mpq_class(5) / 2, 1}, near, {9, 1}).place == PlanPoint{3, 1});
}

TEST_CASE("cell walk: stairs around a corner over more than 360 degrees") {
  LevelBuilder b;
  const std::vector<Index> cells = b.quarters(8);
  for (std::size_t i = 0; i + 1 < 8; ++i) b.join(cells[i], cells[i + 1], LevelBuilder::quarter(i)[3], {0, 0});
  // The last quarter lies over the fourth, and no line from the first leads there.
  CHECK(cast(b.level, {2, 1}, cells[0], {2, -1}).place == PlanPoint{2, 0});
  CHECK(cast(b.level, {-2, 1}, cells[1], {-2, -1}).cell == cells[2]);
  CHECK(cast(b.level, {-2, 1}, cells[5], {-2, -1}).cell == cells[6]);
  CHECK(cast(b.level, {2, 2}, cells[0], {-1, -1}).cell == cells[2]);  // through the pillar, which is a point
  // Along the wall to the pillar, and no further up: that would lead away.
  CHECK(moved(b.level, {2, 1}, cells[0], {-1, -1}).at == At::goal);
  CHECK(moved(b.level, {2, 1}, cells[0], {1, -2}).place == PlanPoint{1, 0});
  CHECK(border_distance(b.level, {2, 1}, cells[0]) == mpq_class(1));
  CHECK(border_distance(b.level, {-1, 1}, cells[1]) == mpq_class(2));  // the pillar
  CHECK(border_distance(b.level, {-2, 2}, cells[5]) == mpq_class(1));
}

TEST_CASE("cell walk: a corner without border, around which there are 720 degrees") {
  LevelBuilder b;
  const std::vector<Index> cells = b.quarters(8);
  for (std::size_t i = 0; i < 8; ++i) b.join(cells[i], cells[(i + 1) % 8], LevelBuilder::quarter(i)[3], {0, 0});
  CHECK(cast(b.level, {2, 1}, cells[0], {-2, -1}).at == At::goal);
  CHECK(border_distance(b.level, {0, 1}, cells[0]) == mpq_class(4));
  CHECK(border_distance(b.level, {0, 0}, cells[0]) == mpq_class(9));
}

TEST_CASE("cell walk: a side beyond which the floor leads back stops a line, and reflects what is near") {
  LevelBuilder b;
  const Index landing = b.box(0, 0, 4, 4), flight = b.box(0, 0, 4, 4);
  b.join(landing, flight, {4, 0}, {4, 4});
  const Ended end = cast(b.level, {1, 2}, landing, {6, 2});
  CHECK(end.place == PlanPoint{4, 2});
  CHECK(end.cell == landing);
  CHECK(cast(b.level, {4, 0}, landing, {4, 4}).at == At::goal);  // along it
  CHECK(cast(b.level, {4, 1}, landing, {1, 2}).cell == landing);
  CHECK(cast(b.level, {4, 1}, flight, {1, 2}).cell == flight);
  CHECK(moved(b.level, {1, 1}, landing, {6, 3}).place == PlanPoint{4, 3});
  CHECK(border_distance(b.level, {mpq_class(7) / 2, 2}, landing) == mpq_class(4));
  LevelBuilder narrow;
  const Index wide = narrow.box(0, 0, 9, 9), low = narrow.box(8, 0, 9, 9);
  narrow.join(wide, low, {9, 0}, {9, 9});
  CHECK(border_distance(narrow.level, {7, 4}, wide) == mpq_class(9));  // two to the fold, and one back
}

TEST_CASE("cell walk: a gap is crossed straight over alone") {
  LevelBuilder b;
  const Index a = b.box(0, 0, 4, 2), c = b.box(0, 3, 4, 5);
  b.gap(a, c, {4, 2}, {0, 2}, {0, 1});
  CHECK(cast(b.level, {1, 1}, a, {1, 4}).cell == c);
  CHECK(cast(b.level, {1, 1}, a, {1, 9}).place == PlanPoint{1, 5});
  CHECK(cast(b.level, {1, 1}, a, {2, 4}).at == At::crossing);
  CHECK(cast(b.level, {1, 1}, a, {1, mpq_class(5) / 2}).place == PlanPoint{1, 2});
  CHECK(cast(b.level, {1, 1}, a, {1, 3}).cell == c);
  CHECK(cast(b.level, {0, 1}, a, {0, 4}).cell == c);  // at the end of the gap
  CHECK(cast(b.level, {1, 2}, a, {1, 4}).cell == c);
  // A walk crosses it and goes on.
  const Ended end = moved(b.level, {1, 1}, a, {2, 4});
  CHECK(end.at == At::goal);
  CHECK(end.cell == c);
  CHECK(moved(b.level, {1, 1}, a, {2, mpq_class(9) / 4}).place == PlanPoint{2, 2});
  CHECK(moved(b.level, {1, 1}, a, {2, mpq_class(11) / 4}).place == PlanPoint{2, 3});
  CHECK(border_distance(b.level, {2, 2}, a) == mpq_class(4));
}

TEST_CASE("cell walk: slides along walls, around corners, and stops where nothing is nearer") {
  LevelBuilder b;
  const Index left = b.box(0, 0, 2, 6), top = b.box(2, 4, 6, 6);
  b.join(left, top, {2, 4}, {2, 6});
  CHECK(moved(b.level, {1, 1}, left, {7, 5}).place == PlanPoint{6, 5});  // along the wall, around its end
  CHECK(moved(b.level, {1, 1}, left, {4, 1}).place == PlanPoint{2, 1});  // straight to the wall, then no nearer
  CHECK(moved(b.level, {1, 1}, left, {3, 5}).at == At::goal);
  CHECK(moved(b.level, {1, 1}, left, {-1, -1}).place == PlanPoint{0, 0});
  CHECK(moved(b.level, {2, 1}, left, {3, 2}).place == PlanPoint{2, 2});  // from on the wall
  CHECK(moved(b.level, {2, 4}, left, {5, 3}).place == PlanPoint{5, 4});  // from the corner itself
  CHECK(moved(b.level, {0, 0}, left, {0, 0}).at == At::goal);
}

TEST_CASE("cell walk: of two directions at a corner the one that leads there more directly") {
  // The tip of a wedge between two arms, met from the left.
  LevelBuilder b;
  const Index room = b.cell({{0, -4}, {4, 0}, {0, 4}}), up = b.cell({{4, 0}, {9, 4}, {0, 4}}),
              down = b.cell({{0, -4}, {9, -4}, {4, 0}});
  b.join(room, up, {4, 0}, {0, 4});
  b.join(down, room, {4, 0}, {0, -4});
  CHECK(moved(b.level, {1, 0}, room, {9, 1}).cell == up);
  CHECK(moved(b.level, {1, 0}, room, {9, -1}).cell == down);
  CHECK(moved(b.level, {4, 0}, room, {9, mpq_class(1) / 1000}).cell == up);
  CHECK(moved(b.level, {4, 0}, room, {9, 0}).cell == up);  // where both do so, to the left
  CHECK(moved(b.level, {4, 0}, down, {9, 0}).cell == up);
}

namespace {

std::optional<mpq_class> root_of(const mpq_class& square) {
  if (!mpz_perfect_square_p(square.get_num_mpz_t()) || !mpz_perfect_square_p(square.get_den_mpz_t()))
    return std::nullopt;
  return mpq_class(sqrt(square.get_num()), sqrt(square.get_den()));
}
int calls_wanted(int usual) {
  const char* wanted = std::getenv("PLUMB_WALK_CALLS");
  return wanted ? std::atoi(wanted) : usual;
}

}  // namespace

TEST_CASE("cell walk: random lines, walks and borders against plain fractions") {
  const int calls = calls_wanted(400);
  int arrived = 0, stopped = 0, slid = 0, bordered = 0, ambiguous = 0, given_up = 0, closed = 0;
  for (int call = 0, seed = 0; call < calls; ++seed) {
    std::mt19937_64 rng(static_cast<unsigned>(seed));
    CellLevel level = random_level(rng);
    const auto without_gaps = [](CellLevel all) {
      std::erase_if(all.joins, [](const CellMap::Join& j) { return j.on_a[0] != j.on_b[0]; });
      return all;
    };
    CellMap map = level.map(), joined = without_gaps(level).map();
    CellWalk walk(map), walk_joined(joined);
    CellBorder border(map);
    const CellLevel all = level;
    for (Index c = 1; seed % 2 == 1 && c < level.rings.size(); ++c) {
      const bool stays = rng() % 6 == 0;
      if (!stays && rng() % 3 != 0) continue;
      for (CellMap* m : {&map, &joined}) {
        m->set_closed(c, true);
        if (!stays) m->set_closed(c, false);
      }
      if (!stays) continue;
      level.rings[c].clear();
      std::erase_if(level.joins, [&](const CellMap::Join& j) { return j.a == c || j.b == c; });
    }
    const CellLevel without = without_gaps(level);
    const PlainWalk plain(level), plain_joined(without);
    for (int k = 0; k < 10; ++k, ++call) {
      const auto [cell, from] = random_place(all, rng);
      if (level.rings[cell].empty()) {
        ++closed;
        continue;
      }
      PlanPoint to = random_place(all, rng).second;
      if (rng() % 3 == 0)
        to = {mpq_class(static_cast<int>(rng() % 17)) - 5, mpq_class(static_cast<int>(rng() % 17)) - 5};
      CAPTURE(seed, k, cell, from[0].get_str(), from[1].get_str(), to[0].get_str(), to[1].get_str());
      if (from != to) {
        const CellWalk::End end = walk.cast(from, cell, to).value();
        const PlainWalk::Cast expected = plain.cast(from, {cell}, to);
        const PlanPoint at = kernel::point_along(from, to, expected.share);
        CHECK(walk.place(end) == at);
        CHECK((end.at == At::goal) == (expected.share == 1));
        CHECK(plain.around(at, expected.cells).contains(end.cell));
        expected.share == 1 ? ++arrived : ++stopped;
      }
      const CellWalk::End end = walk_joined.move(from, cell, to).value();
      const PlanPoint slid_to = walk_joined.place(end);
      if (const auto plainly = plain_joined.move(from, cell, to)) CHECK(slid_to == *plainly);
      else ++ambiguous;
      CHECK(plain_joined.contains(end.cell, slid_to));
      CHECK(joined.component(end.cell) == joined.component(cell));
      slid += end.at == At::foot || end.at == At::corner;
      // With gaps, too, it stays on the floor and comes no farther away.
      const CellWalk::End over_gaps = walk.move(from, cell, to).value();
      const PlanPoint last = walk.place(over_gaps);
      CHECK(plain.contains(over_gaps.cell, last));
      CHECK(map.component(over_gaps.cell) == map.component(cell));
      CHECK(kernel::squared_distance(last, to) <= kernel::squared_distance(from, to));

      const auto found = border.nearest<mpq_class>(from, cell, {});
      const auto expected = plain.border(from, cell);
      if (plain.gave_up()) {
        ++given_up;
        continue;
      }
      if (!expected) continue;  // there is none, or it is far over folds
      REQUIRE(found);
      CHECK(border.squared_distance(*found) == *expected);
      bordered += *expected > 0;
      if (const auto root = root_of(*expected)) {
        CHECK(border.nearest<mpq_class>(from, cell, *root));
        if (*root > 0) CHECK(!border.nearest<mpq_class>(from, cell, mpq_class(*root - mpq_class(1) / 1000000000000)));
      }
    }
  }
  CHECK(arrived > calls / 10);
  CHECK(stopped > calls / 10);
  CHECK(slid > calls / 10);
  CHECK(bordered > calls / 10);
  CHECK(ambiguous < calls / 10);
  CHECK(given_up < calls / 10);
  CHECK(closed > calls / 50);
}
