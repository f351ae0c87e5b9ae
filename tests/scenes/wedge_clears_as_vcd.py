#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels with a radius by both methods, without step and gap, and compares the areas that are left, as fractions: the inner bound and the outer one.

  wedge_clears_as_vcd.py SCENES [PLUMB]       exit status 0: all equal; 1: some differ; 77: there are no scenes
"""
import json
import pathlib
import subprocess
import sys
import tempfile

LEVELS = [("made/competition.obj", ["--up", "z", "--numbers", "decimal"]),
          ("recast/nav_test.obj", ["--numbers", "float", "--stance", "stand=2"]),
          ("city_10k.obj", ["--up", "z", "--numbers", "decimal"])]


def area(plumb, level, options, folder):
    report = folder / "report.json"
    subprocess.run([plumb, "bake", level, "--sides", "up", "--step", "0", "--radius", "0.3", "--exact-digits", "0", "--report", report, *options], check=True)
    return json.loads(report.read_text())["area"]["stances"][0]["area"]


def main():
    scenes = pathlib.Path(sys.argv[1])
    plumb = sys.argv[2] if len(sys.argv) > 2 else "build/release/bin/plumb"
    if not (scenes / "tools/gen_scenes.py").exists():
        print("skipped: there are no scenes at", scenes)
        return 77
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.executable, "-B", scenes / "tools/gen_scenes.py", folder], check=True, stdout=subprocess.DEVNULL)
        for level, options in LEVELS:
            file = scenes / level if (scenes / level).exists() else folder / level
            for bound in ("inner", "outer"):
                with_bound = [*options, "--clearance", bound]
                wedge = area(plumb, file, [*with_bound, "--method", "wedge", "--until", "clear_walls"], folder)
                vcd = area(plumb, file, with_bound, folder)
                equal = wedge["exact"] is not None and wedge["exact"] == vcd["exact"]
                wrong += not equal
                print(f"{level} {bound}: {wedge['approx']} and {vcd['approx']}: {'equal' if equal else 'DIFFER'}, {len(wedge['exact'] or '')} characters")
    print(f"{2 * len(LEVELS)} areas, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
