#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that the tests of tiles notice tiles that err.

  tests/mutants/tiles.py --libraries FILE.a ... [--scratch DIR] [--only WORDS]      needs g++ (or $CXX) and the packages of the tests
  tests/mutants/tiles.py --places      whether the sources still say what each mutant changes

Each mutant is one change of a source, which is compiled and linked into `plumb`, or of the checker into `plumb-check`, before the libraries, whose own version it
replaces. Fails if without a change a judge fails, or with one the mutant's judge does not. The judges are the scripts that tests call. A test of ctest."""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "kernel/tests/mutants"))
import baker

EXAMPLES = ROOT / "docs/examples"
EQUAL = ROOT / "tests/scenes/tiles_equal.py"
CHECKER = pathlib.Path("plumb-check")  # in a judge's arguments: that program
# name: script and its arguments behind the program
JUDGES = {
    "welds": [EQUAL, EXAMPLES / "corner_gaps.obj", EXAMPLES / "board_bridge.obj", "--tiles", "1", "--", "--weld", "0.5", "--up", "z"],
    "radius": [EQUAL, EXAMPLES / "ruin.obj", "--tiles", "3", "--", "--radius", "0.3", "--disc", "8"],
    "lines": [EQUAL, EXAMPLES / "doorways.obj", EXAMPLES / "stacked_boxes.obj", EXAMPLES / "walls_and_fences.obj", "--tiles", "1", "--", "--step", "0.4", "--stance", "crawl=0.5", "--stance", "stand=1.8", "--up", "z"],
    "solids": [EQUAL, EXAMPLES / "ruin.obj", "--tiles", "3", "--", "--solids", "closed"],
    "store": [ROOT / "tests/scenes/tiles_store.py", EXAMPLES],
    "detour": [ROOT / "tests/scenes/tiles_detour.py", EXAMPLES, "--all"],
    "audit": [ROOT / "tests/scenes/tiles_audit.py", EXAMPLES],
    "forgeries": [ROOT / "tests/scenes/tiles_forgeries.py", CHECKER, "--cases", "5", "--count", "40"],
    "certificates": [ROOT / "tests/scenes/tiles_certificates.py", CHECKER, EXAMPLES],
}
CUT, CROP, BAKE, JOIN = "pipeline/cut_level.cpp", "pipeline/crop_nav_mesh.cpp", "pipeline/bake_piece.cpp", "pipeline/seam_joiner.cpp"
SHARE, WAYS, OUTER, AUDIT = "pipeline/share_corners.cpp", "pipeline/detour_ways.cpp", "pipeline/outer_ways.cpp", "pipeline/audit_tiles.cpp"

NEAR, STORE, DIGESTS = "pipeline/face_tiles.cpp", "pipeline/prove/check_store.cpp", "pipeline/prove/level_digests.cpp"

MUTANTS = [
    ("the reach has no radius", CUT, "grid.reach = o.radius + 2 * o.weld", "grid.reach = 2 * o.weld", "radius"),
    ("the reach has no welds", CUT, "grid.reach = o.radius + 2 * o.weld", "grid.reach = o.radius", "welds"),
    ("a wall on a line is one of one tile alone", CROP, "if (from >= 0 && to >= 0) continue;",
     "if (from >= 0 && to >= 0 && (s == 0 || from + to > 0)) continue;", "lines"),
    ("a line is a border", CROP, "if (cuts[s]) add_ways_along(s, cell);", "", "lines"),
    ("a body is closed in one tile alone", BAKE, "options->solids == Solids::closed", "options->solids == Solids::closed && tile.i != 0", "solids"),
    ("one stance alone is joined over lines", JOIN, "k < static_cast<std::size_t>(line.stance)", "k < 1", "lines"),
    ("a tile has the corners of its own cells alone", SHARE, "sharer.insert();", "", "store"),
    ("flush ways end where the own cells do", WAYS, "for (const Stretches* all : {&own, &beyond})", "for (const Stretches* all : {&own})", "detour"),
    ("ways are no edges", OUTER, "if (ways.empty()) return {};", "return std::vector<std::vector<OuterEdge>>(ways.size());", "detour"),
    ("an edge leads out of whatever cell lies there", OUTER, "if (std::ranges::find(*cells, cell, &OuterEdge::cell) == cells->end()) continue;", "", "detour"),
    ("connections of steps and welds are left out", OUTER, "if (way.kind != PortalKind::flush) add_connection(way);", "if (way.kind != PortalKind::flush) {}", "detour"),
    ("triangles are not cut at the sides of a tile", AUDIT, "clip(ring, axis, tile_.low[axis], 1);", "", "audit"),
    ("what lies in no tile is forgotten", AUDIT, "facts_.excess.add(left);", "", "audit"),
    ("what the outer bound alone has is spurious", AUDIT, "spurious.erase(j);", "(void)j;", "audit"),
    ("the outer bound is the inner one", "pipeline/audit_store.cpp", "ClearanceBound::outer, silent", "ClearanceBound::inner, silent", "audit"),
    ("a face is near a tile without the reach", NEAR, "auto first = whole((at - reach_) / size_)", "auto first = whole(at / size_)", "forgeries"),
    ("a long face is near tiles that have a corner", NEAR, "add(p[0] + (q[0] - p[0]) * (*at - p[1]) / (q[1] - p[1]));", "add(p[0]);", "forgeries"),
    ("the checker takes a piece with other faces", STORE, "if (piece_digest(text, numbers_, y_up_) != digest.text())", "if (false)", "forgeries"),
    ("the checker lets a face on the line end there", DIGESTS, "if (grid_.line(axis, first) == from) --first;", "", "certificates"),
    ("the checker takes hulls for boxes", DIGESTS, "if (x.count() <= most_of_box &&", "if (false &&", "forgeries"),
    ("the checker takes boxes for hulls", DIGESTS, "if (x.count() <= most_of_box && y.count() <= most_of_box && x.count() * y.count() <= most_of_box) {", "if (x.count() > 0) {", "forgeries"),
    ("components are those of each tile", "pipeline/audit_store.cpp", "c = *number;", "{}", "audit"),
]


def refusal(programs, judge):
    """The last line of what a judge says that refuses the programs; none if it does not."""
    script, *arguments = JUDGES[judge]
    arguments = [programs["plumb-check"] if a is CHECKER else a for a in arguments]
    done = subprocess.run([sys.executable, "-B", script, programs["plumb"], *arguments], capture_output=True, text=True)
    return (done.stdout + done.stderr).strip().splitlines()[-1][:90] if done.returncode else None


def noticed(scratch, mains, sound, libraries, number, mutant):
    what, file, old, new, judge = mutant
    source = baker.source_of(file)
    folders = [source.parent, source.parents[1], ROOT / "pipeline/prove", ROOT / "pipeline/prove/sha256"]
    changed = baker.compiled(scratch, f"mutant{number}", baker.mutated(file, old, new), folders, '-DPLUMB_VERSION=""')
    name = "plumb-check" if "/prove/" in file else "plumb"
    program = baker.linked(scratch / f"{name}{number}", [mains[name], changed], libraries)
    return refusal({**sound, name: program}, judge)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", action="store_true")
    parser.add_argument("--libraries", nargs="+")
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--only", default="", help="mutants whose description contains this")
    args = parser.parse_args()
    mutants = [m for m in MUTANTS if args.only in m[0]]
    for what, file, old, new, judge in mutants:
        baker.mutated(file, old, new)
    if args.places:
        return print(f"the sources have the places of {len(mutants)} mutants of tiles")
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        scratch = args.scratch or pathlib.Path(temporary)
        scratch.mkdir(parents=True, exist_ok=True)
        mains = {}
        for name, room in (("plumb", "doors/app"), ("plumb-check", "prove")):
            source = ROOT / "pipeline" / room / "main.cpp"
            mains[name] = baker.compiled(scratch, name, source.read_text(), [source.parent])
        sound = {name: baker.linked(scratch / f"sound_{name}", [main], args.libraries) for name, main in mains.items()}
        for judge in {m[-1] for m in mutants}:
            if failed := refusal(sound, judge):
                sys.exit(f"{judge} fails without any mutation: {failed}")
        return baker.tell(pool.map(lambda n: noticed(scratch, mains, sound, args.libraries, n, mutants[n]), range(len(mutants))), mutants)


if __name__ == "__main__":
    sys.exit(main())
