#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Shows that the tests notice any change to one entry of cut_table (Table 3 of coplanar polygon cutting).

  kernel/tests/mutants/cut_table.py [--library libplumb_kernel.a]      needs g++ (or $CXX) and the packages of the tests

Without a library the kernel is compiled too. About half a minute; a test of ctest.

The header is rewritten in a scratch folder so that $PLUMB_MUTANT ("row column action") replaces one entry of the table when
the program starts; the tests of cutting are built against it once, then run once for each of the 9 x 4 single-entry changes.
Prints for each the first test that fails. Fails if a mutant passes that is not known to be the same program:

  - entries that no two convex polygons reach ("not possible"): only the test that reads the table notices, and must;
  - [none][none] and [outside][none] as follow_traversable: a stretch without vertices of the traversable is one line,
    along which adding points and following are the same;
  - [none][outside] as half_moon: a half moon along one side of the blocker is the piece that it cuts off.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from first_failure import first_failure

KERNEL = pathlib.Path(__file__).resolve().parents[2]
ACTIONS = ["not_possible", "add_points", "cut_off", "half_moon", "follow_traversable"]
BETWEEN = ["none", "inside", "outside"]
SAME_PROGRAM = {(0, 0, 4), (2, 0, 4), (0, 2, 3)}
TESTS = ["tests/cut_coplanar_test.cpp", "tests/outline_pairs_test.cpp"]
# The tests that a wrong entry must fail, but for the one that reads the table out.
BEHAVIOUR = "~*not possible*"


def build(scratch, library):
    header = KERNEL / "include/plumb/kernel/decompose.h"
    text = header.read_text()
    table = re.search(r"inline constexpr CutTable cut_table = (\{\{.*?\}\});", text, re.S)
    if not table:
        sys.exit("decompose.h has no cut_table as this script knows it")
    rows = [re.findall(r"CutAction::(\w+)", line) for line in table[1].splitlines()]
    rows = [[ACTIONS.index(a) for a in row] for row in rows if row]
    mutable = (
        "inline const CutTable cut_table = [] {\n"
        f"  CutTable t = {table[1]};\n"
        '  if (const char* m = std::getenv("PLUMB_MUTANT"); m && *m) t[m[0] - \'0\'][m[1] - \'0\'] = static_cast<CutAction>(m[2] - \'0\');\n'
        "  return t;\n}();"
    )
    include = scratch / "include"
    (include / "plumb/kernel").mkdir(parents=True)
    mutated = text.replace(table[0], mutable).replace("#include <array>", "#include <array>\n#include <cstdlib>")
    (include / "plumb/kernel/decompose.h").write_text(mutated)
    program = scratch / "tests"
    sources = [str(KERNEL / f) for f in TESTS] + [str(KERNEL / "cmake/test_main.cpp")]
    # Only cut.cpp reads the table; before a library, it takes the place of the library's own.
    sources += [str(p) for p in sorted(KERNEL.glob("src/*/*.cpp")) if not library or p.name == "cut.cpp"]
    command = [os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-w", "-ffp-contract=off", f"-I{include}", f"-I{KERNEL}/include", f"-I{KERNEL}/src", f"-I{KERNEL}/tests"]
    objects = []
    for n, source in enumerate(sources):
        objects.append(str(scratch / f"{n}.o"))
        subprocess.run(command + ["-c", source, "-o", objects[-1]], check=True)
    subprocess.run(command[:1] + ["-Wl,--allow-multiple-definition"] + objects + ([library] if library else []) + ["-lgmpxx", "-lgmp", "-lmpfr", "-o", str(program)], check=True)
    return program, rows


def main():
    library = sys.argv[2] if len(sys.argv) == 3 and sys.argv[1] == "--library" else None
    if len(sys.argv) > 1 and not library:
        sys.exit(__doc__)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        program, rows = build(pathlib.Path(folder), library)
        if failed := first_failure(program, []):
            sys.exit(f"the tests fail without any mutation: {failed}")
        killed = 0
        for b in range(3):
            for t in range(3):
                for action in range(len(ACTIONS)):
                    if action == rows[b][t]:
                        continue
                    reachable = rows[b][t] != 0
                    failed = first_failure(program, [BEHAVIOUR] if reachable else [], f"{b}{t}{action}")
                    same = (b, t, action) in SAME_PROGRAM
                    what = f"[{BETWEEN[b]}][{BETWEEN[t]}] {ACTIONS[rows[b][t]]} -> {ACTIONS[action]}"
                    verdict = f"fails: {failed}" if failed else "the same program" if same else "NOT NOTICED"
                    print(f"{what:58} {verdict}", flush=True)
                    killed += failed is not None
                    wrong += (failed is None) != same
    print(f"{killed} mutants noticed, {len(SAME_PROGRAM)} the same program, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
