#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels by both methods and compares the components of what somebody can stand on, over flush portals and steps: their areas are the same fractions,
without a step and with the level's, after each stage that leaves or makes something of steps. So no ramp joins what no step joins, parts what a step joins, overlaps
anything, or connects nothing.

With --audit each of these meshes is also held against the exact floor, and so are those that a radius leaves, after each stage of clearing (against both bounds): no
place is covered twice (overlap), and no component lies where there is no floor (spurious). With a radius components are only counted, since a ramp moves floor up, and
what is too close to a border by its height in space is then another floor.

Prints a line a bake; exit status 1 if components differ, overlap or are spurious, or a number is not the known one, 77 if there are no scenes."""
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
# What is known to be spurious with a radius, and why: docs/figures/wedge.md.
KNOWN_SPURIOUS = {("levels/q_end.obj", "18"): 1}
STAGES = ("add_ramps", "close_ramps", "flatten_ramps", "simplify")
STAGES_WITHOUT_STEP = ("close_gaps", "decimate", "simplify")
STAGES_OF_CLEARING = ("clear_walls", "close_cleared", "simplify_cleared")


def level_options(up, height, step):
    return ["--sides", "up", "--up", up, "--stance", f"stand={height}", "--step", str(step), "--bad-faces", "drop", "--quiet"]


def bake(plumb, level, method, options, folder):
    file = folder / f"{method[-1]}.json"
    subprocess.run([plumb, "bake", level, "--method", *method, *options, "--optimise", "none", "-o", file], check=True)
    return file


def components(file, up):
    """The areas in plan of the components, ascending."""
    mesh = json.loads(file.read_text())
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


def audit(plumb, level, mesh, options, height, step, folder):
    """(what is wrong of a mesh held against the exact floor, its components: true, found, lost, split and merged)."""
    out, below = folder / "audit.json", Fraction(height) / 4
    window = ["--below", str(below), "--above", str(max(below, (Fraction(step) + Fraction(height) - below) / 2))]  # ramps are at most a step above their floor
    done = subprocess.run([plumb, "audit", level, mesh, *options, *window, "--exact-digits", "0", "--fail-if", "missing>100%", "--json", out], capture_output=True, text=True)
    if done.returncode:
        return [f"audit: exit status {done.returncode}: {done.stderr.strip()[-200:]}"], ""
    found = json.loads(out.read_text())
    parts, overlap = found["components"], found["area"]["overlap"]
    wrong = ([f"overlap {overlap['approx']:.3g}"] if overlap["exact"] != "0" else []) + ([f"{len(parts['spurious'])} spurious"] if parts["spurious"] else [])
    return wrong, f"{parts['truth']} true, {parts['found']} found, {len(parts['lost'])} lost, {len(parts['split'])} split, {len(parts['merged'])} merged"


def check(args, level, up, height, step, folder):
    """What is wrong of the meshes of all stages, and what is told of them."""
    path, options = args.scenes / level, level_options(up, height, step)
    vcd = components(bake(args.plumb, path, ["vcd"], options, folder), up)
    wrong = []
    for stage in STAGES if Fraction(step) else STAGES_WITHOUT_STEP:
        mesh = bake(args.plumb, path, ["wedge", "--until", stage], options, folder)
        faults = ["components differ"] if components(mesh, up) != vcd else []
        if args.audit:
            faults += audit(args.plumb, path, mesh, options, height, step, folder)[0]
        wrong += [f"{stage}: {fault}" for fault in faults]
    told = f"{len(vcd)} components of {float(sum(vcd)):.9g}"
    if (known := KNOWN.get(level, {}).get(step)) is not None and len(vcd) != known:
        wrong.append(f"not {known} components")
    if args.audit:
        # A sixth of the height, as 0.3 is of 1.8; in a hundredth of it.
        radius = f"{float(Fraction(height)) / 6:.3g}"
        for stage in STAGES_OF_CLEARING:
            with_radius = [*options, "--radius", radius]
            mesh = bake(args.plumb, path, ["wedge", "--until", stage], with_radius, folder)
            faults, parts = audit(args.plumb, path, mesh, with_radius, height, step, folder)
            if (known := KNOWN_SPURIOUS.get((level, str(step)))) and f"{known} spurious" in faults:
                faults.remove(f"{known} spurious")
            wrong += [f"{stage}: {fault}" for fault in faults]
        told += f"; with a radius of {radius} {parts}"
    return wrong, told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", type=pathlib.Path)
    parser.add_argument("--plumb", default="build/release/bin/plumb")
    parser.add_argument("--only", default="", help="levels whose name has this in it")
    parser.add_argument("--audit", action="store_true", help="audit each mesh, also with a radius")
    args = parser.parse_args()
    if not (args.scenes / "MANIFEST.tsv").exists():
        print(f"skipped: no scenes in {args.scenes}")
        return run_scenes.SKIPPED
    manifest = run_scenes.read_manifest(args.scenes / "MANIFEST.tsv")
    jobs = [(name, up, height, step) for name, up, height, steps in MORE for step in steps]
    for folder in run_scenes.FOLDERS:
        for file in sorted((args.scenes / folder).glob("*.obj"), key=lambda file: file.stat().st_size):
            up, heights, step = run_scenes.scene_options(manifest, f"{folder}/{file.name}")
            jobs += [(f"{folder}/{file.name}", up, heights[-1], s) for s in dict.fromkeys(("0", step))]
    wrong = 0
    for level, up, height, step in jobs:
        if args.only not in level:
            continue
        with tempfile.TemporaryDirectory() as name:
            faults, told = check(args, level, up, height, step, pathlib.Path(name))
        wrong += bool(faults)
        print(f"{level} {step}: {told}: {', '.join(faults) or 'as wanted'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
