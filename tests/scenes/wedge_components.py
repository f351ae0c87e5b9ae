#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels by both methods with a step, and compares the components of what somebody can stand on, over flush portals and steps: the areas of the
components are the same fractions, after the stage add_ramps, after flatten_ramps and at the end. So no ramp joins what no step joins, parts what a step
joins, overlaps anything, or connects nothing.

Prints a line a bake; exit status 1 if components differ, or a number is not the known one, 77 if there are no scenes."""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
from fractions import Fraction

import run_exports
import run_scenes

MORE = [("navtest/ew_stairsteptest.obj", "z", "56", (15, 16, 18)), ("levels/nb_stairs.obj", "z", "64", (15, 16, 18)), ("recast/dungeon.obj", "y", "2", ("0.4",)),
        ("recast/nav_test.obj", "y", "2", ("0.4",))]

KNOWN = {"navtest/ew_stairsteptest.obj": {15: 30, 16: 23, 18: 23}, "levels/nb_stairs.obj": {15: 504, 16: 1, 18: 1}}
STAGES = ("add_ramps", "flatten_ramps", "simplify")


def bake(plumb, level, method, up, height, step, folder):
    file = folder / f"{method[-1]}.json"
    subprocess.run([plumb, "bake", level, "--method", *method, "--sides", "up", "--up", up, "--stance", f"stand={height}", "--step", str(step), "--bad-faces",
                    "drop", "--optimise", "none", "--quiet", "-o", file], check=True)
    return json.loads(file.read_text())


def components(mesh, up):
    """The areas in plan of the components, ascending."""
    x, y = (0, 1) if up == "z" else (2, 0)
    sets = run_exports.Sets(len(mesh["cells"]))
    for portal in mesh["portals"]:
        sets.unite(portal["a"], portal["b"])
    areas = collections.defaultdict(Fraction)
    for i, cell in enumerate(mesh["cells"]):
        for facet in cell["facets"] if cell["stance"] >= 1 else []:
            ring = [(Fraction(p[x]), Fraction(p[y])) for p in facet["vertices"]]
            areas[sets.find(i)] += sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(ring, ring[1:] + ring[:1])) / 2
    return sorted(areas.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", type=pathlib.Path)
    parser.add_argument("--plumb", default="build/release/bin/plumb")
    parser.add_argument("--only", default="", help="levels whose name has this in it")
    args = parser.parse_args()
    if not (args.scenes / "MANIFEST.tsv").exists():
        print(f"skipped: no scenes in {args.scenes}")
        return run_scenes.SKIPPED
    manifest = run_scenes.read_manifest(args.scenes / "MANIFEST.tsv")
    jobs = [(name, up, height, step) for name, up, height, steps in MORE for step in steps]
    for folder in run_scenes.FOLDERS:
        for file in sorted((args.scenes / folder).glob("*.obj")):
            up, heights, step = run_scenes.scene_options(manifest, f"{folder}/{file.name}")
            if Fraction(step) > 0:
                jobs.append((f"{folder}/{file.name}", up, heights[-1], step))
    wrong = 0
    for level, up, height, step in jobs:
        if args.only not in level:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            vcd, *stages = [components(bake(args.plumb, args.scenes / level, method, up, height, step, folder), up)
                            for method in (["vcd"], *(["wedge", "--until", stage] for stage in STAGES))]
        differ = [stage for stage, found in zip(STAGES, stages) if found != vcd]
        known = KNOWN.get(level, {}).get(step)
        wrong += bool(differ) or (known is not None and len(vcd) != known)
        print(f"{level} {step}: {len(vcd)} components of {float(sum(vcd)):.9g}: " + ("differ after " + ", ".join(differ) if differ else "equal"), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
