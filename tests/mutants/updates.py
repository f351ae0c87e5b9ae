#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that the tests of updates notice a subdivision or an update that errs.

  tests/mutants/updates.py --libraries FILE.a ... [--scratch DIR]      needs g++ (or $CXX) and the packages of the tests
  tests/mutants/updates.py --places      whether the sources still say what each mutant changes

Each mutant is one change of a source, which is compiled and linked with the tests of updates, before the libraries, whose own version it
replaces. Fails if without a change a test fails, or with one none does. A test of ctest."""
import argparse
import concurrent.futures
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "kernel/tests/mutants"))
import baker
from first_failure import first_failure

TESTS = ["kernel/tests/triangle_subdivision_test.cpp", "kernel/tests/cell_subdivision_test.cpp", "kernel/tests/conforming_rings_test.cpp",
         "tests/ask/nav_update_test.cpp", "tests/run/live_bake_test.cpp", "tests/property/live_bake_property_test.cpp"]
MAIN = "kernel/cmake/test_main.cpp"
TRIANGLES, CELLS, NODE, REGIONS = ("kernel/triangle_subdivision.cpp", "kernel/cell_subdivision.cpp", "kernel/cell_subdivision.cpp",
                                   "kernel/conforming_rings.cpp")
UPDATE, ASSEMBLY, UPDATED = "pipeline/nav_update.cpp", "pipeline/nav_update.cpp", "pipeline/updated_cell.cpp"
SURFACE, AREA = "pipeline/updated_cell.cpp", "pipeline/update_area.cpp"
LIVE, LEVEL, RECORDS, CUTTER = "pipeline/live_bake.cpp", "pipeline/live_level.cpp", "pipeline/live_records.cpp", "pipeline/decompose.cpp"

MUTANTS = [
    ("the neighbour is not split", TRIANGLES, "if (t == none) continue;", "if (t == none || t != whole.triangles[0]) continue;"),
    ("a line through an end splits (<= for crossed)", TRIANGLES, "orientation(from, to, places_[b]) >= 0) continue;",
     "orientation(from, to, places_[b]) > 0) continue;"),
    ("every edge of the world is taken", TRIANGLES, "if (reach == Reach::world ||", "if (reach == reach ||"),
    ("triangles that contain the area are not taken", TRIANGLES, "r == ConvexRelation::around ||", ""),
    ("what was inside before is forgotten", TRIANGLES, "within.push_back(t);\n      if (reach", "{}\n      if (reach"),
    ("halves of a triangle forget its areas", TRIANGLES, "add_triangle({right, second, middle}, areas);", "add_triangle({right, second, middle}, {});"),
    ("an area around a leaf is forgotten", CELLS, "std::ranges::set_union(leaf.around, piece.areas, std::back_inserter(areas));", "areas = piece.areas;"),
    ("areas are sorted by when they came, not by their names", CELLS,
     "std::ranges::set_union(leaf.around, piece.areas, std::back_inserter(areas));",
     "areas = piece.areas; areas.insert(areas.end(), leaf.around.begin(), leaf.around.end()); std::ranges::reverse(areas);"),
    ("a leaf with too many areas stays one", NODE, "if (crossing.size() <= few_areas ||", "if (crossing.size() <= 1000 ||"),
    ("leaves are not joined again", CELLS, "if (!node.choose_split() || !node.split) return make(node);\n  for (auto& half : node.halves) erase(*half, part);",
     "if (!node.split) return make(node);\n  for (auto& half : node.halves) erase(*half, part);"),
    ("the line that parts a cell is the first that came", NODE, "corner_ != first", "!corner_"),
    ("what waits to be cut is never cut", CELLS, "node.recount();\n    make(node);", "node.recount();"),
    ("a change that waits is forgotten when another comes", UPDATE, "carry_out(false);\n  const UpdateId id = next_++;", "const UpdateId id = next_++;"),
    ("regions that touch in a corner are one", REGIONS, "if (inner(e)) joined.unite", "joined.unite"),
    ("a ring starts anywhere", REGIONS, "rotate_to_least(ring);", ""),
    ("a portal that is clipped is forgotten", ASSEMBLY, "share.piece += first;", "if (share.piece == 0) continue;\n      share.piece += first;"),
    ("blocked pieces keep their portals", ASSEMBLY, "if (std::min(out_.cells[p.a].open_to(), out_.cells[p.b].open_to()) > kernel::blocked) out_", "out_"),
    ("disabled updates apply", UPDATE, "u.enabled) apply", "true) apply"),
    ("the second segment of a portal is that of the first", ASSEMBLY, "part(whole.on_b, whole.b, begin, end)", "part(whole.on_a, whole.a, begin, end)"),
    ("only one side of a portal is clipped", ASSEMBLY, "of_b = shares_on(portal, true, whole.b);", "of_b{{portal, true, first_[whole.b], {0, 1}}};"),
    ("a part of a portal is straight where the cell bends", ASSEMBLY, "p[2] = std::move(*height);", "{}"),
    ("portals between pieces bend", SURFACE, "slope(*last) == slope(facet)", "true"),
    ("pieces across a line that parts a cell are not joined", UPDATED, "each_common_stretch(sides[0], sides[1], &SplitSide::reach", "each_common_stretch(sides[0], sides[0], &SplitSide::reach"),
    ("the lower height is too high", SURFACE, "mpq_class(height(p) - area.heights->low)", "mpq_class(height(p) - area.heights->low - 1)"),
    ("on a slope only the lower height counts", SURFACE, "mpq_class(area.heights->high - height(p))", "mpq_class(1)"),
    ("an unblock does nothing", AREA, "case Change::Kind::unblock: state.blocked_by = 0;", "case Change::Kind::unblock:"),
    ("= adds", AREA, "state.cost = change.cost;", "state.cost += change.cost;"),
    ("an obstacle that goes leaves its lid", LIVE, "records->drop(p);", "{}"),
    ("floors far beneath an obstacle are not cut", LIVE, "reach_of(polygons), {0, top, 0}", "reach_of(polygons), {0, 0, 0}"),
    ("portals onto what has gone stay", LIVE, "floors_near(united(beneath, gone), reach)", "floors_near(beneath, reach)"),
    ("what stands in the way of a step is not seen", LIVE, "if (leaps) out.joined", "if (false) out.joined"),
    ("a weld goes no further up than a step", LIVE, "welds ? mpq_class(3 * settings.link.step) : settings.link.step", "settings.link.step"),
    ("cells that were merged with others stay", LIVE, "if (merges()) out.changed", "if (false) out.changed"),
    ("what was too close to a border stays so", LIVE, "united(beneath, floors_near(out.joined, {radius, window, window}))", "beneath"),
    ("what is inside of an obstacle, far from its sides, stays free", LIVE, "if (!closed()) beneath = out.cut;", "beneath = out.cut;"),
    ("an obstacle is without solids", LIVE, "label_inside(points", "if (level->empty()) label_inside(points"),
    ("coordinates are coarser again, and cells stay", LIVE, "if (!state_->level->is_as_if_new()) state_->begin();", ""),
    ("integers become finer, and lines stay", LEVEL, "scale() != before}", "false}"),
    ("faces keep their numbers when one before goes", LEVEL, "set().surfaces[p].face - o.first_face + next_face", "set().surfaces[p].face"),
    ("the denominator is that of the scene", LEVEL, "mpz_lcm(out.denominator.get_mpz_t(), out", "if (false) mpz_lcm(out.denominator.get_mpz_t(), out"),
    ("portals of before stay", RECORDS, "return in_portals(portal.b.polygon);", "return false;"),
    ("points that a portal alone uses are dropped", RECORDS, "for (auto& end : *on) visit(end);", "{}"),
    ("what an obstacle may do is taken for harmless", CUTTER, "!filter.certainly_harmless(*obstacle, reach)", "false"),
    ("obstacles do nothing to other obstacles' lids", CUTTER, "if (q.touches(level.obstacles.box(other))) visit(other);", "if (surface < level.obstacles.size() && q.touches(level.obstacles.box(other))) visit(other);"),
]


def linked(scratch, name, objects, libraries):
    return baker.linked(scratch / name, objects, libraries, "-lrapidcheck")


def noticed(scratch, tests, libraries, number, mutant):
    what, file, old, new = mutant
    source = baker.source_of(file)
    changed = baker.compiled(scratch, f"mutant{number}", baker.mutated(file, old, new), [source.parent])
    return first_failure(linked(scratch, f"tests{number}", [*tests, changed], libraries), [], RC_PARAMS="seed=1 noshrink=1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", action="store_true")
    parser.add_argument("--libraries", nargs="+")
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--only", default="", help="mutants whose description contains this")
    args = parser.parse_args()
    mutants = [m for m in MUTANTS if args.only in m[0]]
    for what, file, old, new in mutants:
        baker.mutated(file, old, new)
    if args.places:
        return print(f"the sources have the places of {len(mutants)} mutants of updates")
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        scratch = args.scratch or pathlib.Path(temporary)
        scratch.mkdir(parents=True, exist_ok=True)
        folders = [ROOT / "tests", ROOT / "kernel/tests"]
        tests = list(pool.map(lambda t: baker.compiled(scratch, pathlib.Path(t).stem, (ROOT / t).read_text(), folders), [*TESTS, MAIN]))
        if failed := first_failure(linked(scratch, "sound", tests, args.libraries), [], RC_PARAMS="seed=1 noshrink=1"):
            sys.exit(f"the tests fail without any mutation: {failed}")
        return baker.tell(pool.map(lambda n: noticed(scratch, tests, args.libraries, n, mutants[n]), range(len(mutants))), mutants)


if __name__ == "__main__":
    sys.exit(main())
