// SPDX-License-Identifier: LGPL-3.0-or-later
// Tables of cells that are joined: what points into a table still points to the same.
#include <catch2/catch.hpp>

#include "plumb/kernel/implicit_plan.h"
#include "plumb/vcd/surface_cells.h"

using namespace plumb::kernel;
using namespace plumb::vcd;

namespace {

LineSource diagonal(std::uint32_t id) { return {diagonal_kind, false, id, 0}; }
LineSource edge(std::uint32_t polygon, std::uint32_t index) { return {edge_kind, true, polygon, index}; }

CellTable table(PolygonId surface) {
  CellTable t;
  t.cells = {{surface, 8, 0, 3, 2}, {surface, no_polygon, 3, 2, blocked}};
  t.lines = {edge(surface, 0), diagonal(0), edge(surface, 2), diagonal(1), edge(surface, 1)};
  t.diagonals = {{{edge(4, 0), edge(4, 1)}, {edge(5, 0), edge(5, 1)}},
                 {{diagonal(0), edge(4, 2)}, {edge(6, 0), diagonal(0)}}};
  t.obstructions = {{surface, 9, edge(9, 0), edge(4, 0), edge(4, 1), 1},
                    {surface, 10, diagonal(1), edge(4, 0), edge(4, 1), 2}};
  return t;
}

}  // namespace

TEST_CASE("cell tables: a table that is appended keeps its lines, diagonals and obstructions") {
  CellTable all = table(1);
  all.append(table(2));
  REQUIRE(all.cells.size() == 4);
  CHECK((all.cells[2].surface == 2 && all.cells[2].first_line == 5 && all.cells[2].line_count == 3));
  CHECK((all.cells[2].witness == 8 && all.cells[2].label == 2));
  CHECK((all.cells[3].first_line == 8 && all.cells[3].line_count == 2 && all.cells[3].label == blocked));
  CHECK((all.cells[1].first_line == 3 && all.cells[1].surface == 1));
  const auto lines = all.lines_of(all.cells[2]);
  CHECK(std::vector(lines.begin(), lines.end()) == std::vector{edge(2, 0), diagonal(2), edge(2, 2)});
  CHECK(all.lines_of(all.cells[3])[0] == diagonal(3));
  CHECK(all.lines_of(all.cells[0])[1] == diagonal(0));
  REQUIRE(all.diagonals.size() == 4);
  CHECK(all.diagonals[1].from[0] == diagonal(0));
  CHECK(all.diagonals[2].from[0] == edge(4, 0));
  CHECK(all.diagonals[3].from[0] == diagonal(2));
  CHECK(all.diagonals[3].from[1] == edge(4, 2));
  CHECK(all.diagonals[3].to[1] == diagonal(2));
  REQUIRE(all.obstructions.size() == 4);
  CHECK(all.obstructions[1].line == diagonal(1));
  CHECK(all.obstructions[2].line == edge(9, 0));
  CHECK(all.obstructions[3].line == diagonal(3));
  CHECK((all.obstructions[3].wall == 10 && all.obstructions[3].may_cross == 2 && all.obstructions[3].surface == 2));
}

TEST_CASE("cell tables: kept lines are appended, with diagonals by their new numbers; clear() leaves nothing") {
  const PointTable points = PointTable::from_integers({0, 0, 0, 0, 4, 0, 4, 4, 0, 4, 0, 0}, 1);
  const auto kept = [&](PolygonId surface) {
    ImplicitPlan plan(points, 0);
    plan.edge(0, 1, edge(surface, 0));
    plan.line(Coefficients<mpz_class>{1, 1, -3}, diagonal(1));
    CellTable t = table(surface);
    t.kept.append(surface, plan);
    return t;
  };
  CellTable all = kept(1);
  all.append(kept(2));
  REQUIRE(all.kept.find(1));
  REQUIRE(all.kept.find(2));
  CHECK_FALSE(all.kept.find(3));
  CHECK(all.kept.lines(*all.kept.find(1)).size() == all.kept.lines(*all.kept.find(2)).size());
  const auto has = [&](PolygonId surface, const LineSource& source) {
    return std::ranges::count(all.kept.lines(*all.kept.find(surface)), source, &KeptLine::source) > 0;
  };
  CHECK((has(1, diagonal(1)) && !has(1, diagonal(3))));
  CHECK((has(2, diagonal(3)) && !has(2, diagonal(1))));
  CHECK((has(1, edge(1, 0)) && has(2, edge(2, 0))));
  all.clear();
  CHECK((all.cells.empty() && all.lines.empty() && all.diagonals.empty() && all.obstructions.empty()));
  CHECK(all.kept.size() == 0);
  CHECK_FALSE(all.kept.find(1));
}
