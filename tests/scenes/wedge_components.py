#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels by both methods with steps of 15, 16 and 18, and tells how many components each has and why they differ:

  cut off   a ramp takes away what is under it, and leaves pieces of one floor apart
  no ramp   floors that a step joins with --method vcd, and no ramp: what is below ends nearer to the edge than the ramp's foot
  joined    floors that no step joins with --method vcd, but a ramp that leads over what is between them
  gone      floors that lie wholly under ramps

A triangle that is no ramp is in the cell of vcd that its middle is in, by fractions.
Prints a line a bake; exit status 1 if a component of vcd is in none of both, or a number is not the known one, 77 if there are no scenes."""
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

LEVELS = ["navtest/ew_stairsteptest.obj", "levels/nb_stairs.obj", "levels/q_end.obj", "levels/q_dm4_bsp.obj", "levels/q_dm4.obj", "levels/q_dm2.obj",
          "levels/q_start.obj", "levels/q_e1m4.obj", "levels/q_e3m4.obj"]

KNOWN = {"navtest/ew_stairsteptest.obj": {15: 30, 16: 23, 18: 23}, "levels/nb_stairs.obj": {15: 504, 16: 1, 18: 1}}  # of both


def bake(plumb, level, method, step, folder):
    file = folder / f"{method}.json"
    more = ["--cone", "0", "--until", "close_ramps"] if method == "wedge" else []
    height = "64" if "nb_stairs" in level.name else "56"
    subprocess.run([plumb, "bake", level, "--method", method, "--up", "z", "--numbers", "decimal", "--sides", "up", "--stance", f"stand={height}",
                    "--step", str(step), *more, "--bad-faces", "drop", "--quiet", "-o", file], check=True)
    return json.loads(file.read_text())


def facets(mesh):
    """(cell, corners) of what somebody can stand on."""
    for i, cell in enumerate(mesh["cells"]):
        for facet in cell["facets"] if cell["stance"] >= 1 else []:
            yield i, [tuple(map(Fraction, p)) for p in facet["vertices"]]


def contains(ring, x, y, z):
    """Whether a point is in a convex facet."""
    if any((q[0] - p[0]) * (y - p[1]) < (q[1] - p[1]) * (x - p[0]) for p, q in zip(ring, ring[1:] + ring[:1])):
        return False
    a, b, c = ring[0], ring[1], ring[2]
    for k in range(2, len(ring)):
        c = ring[k]
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if turn != 0:
            break
    u = (x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])
    v = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
    return (z - a[2]) * turn == u * (b[2] - a[2]) + v * (c[2] - a[2])


class Floors:
    """Which cell a point is in: facets by the squares of a grid that they may reach into."""

    def __init__(self, mesh, square=64):
        self.square, self.at = square, collections.defaultdict(list)
        for i, ring in facets(mesh):
            low, high = ([int(f(p[k] for p in ring) // square) for k in (0, 1)] for f in (min, max))
            for x in range(low[0], high[0] + 1):
                for y in range(low[1], high[1] + 1):
                    self.at[x, y].append((i, ring))

    def cell(self, x, y, z):
        near = self.at[int(x // self.square), int(y // self.square)]
        return next((i for i, ring in near if contains(ring, x, y, z)), None)


def compare(vcd, wedge):
    """Components of vcd and of wedge, cut off, no ramp, joined."""
    first = len(vcd["cells"])
    sets = run_exports.Sets(first + len(wedge["cells"]))
    triangles = range(first, first + len(wedge["cells"]))

    def unite(portals, kinds, start):
        for portal in portals:
            if portal["kind"] in kinds:
                sets.unite(start + portal["a"], start + portal["b"])

    unite(wedge["portals"], ["flush", "step"], first)
    of_wedge = sets.count(triangles)
    floors = Floors(vcd)
    for i, ring in facets(wedge):
        cell = floors.cell(*(sum(p[k] for p in ring) / len(ring) for k in range(3)))
        if cell is not None:
            sets.unite(first + i, cell)
    unite(vcd["portals"], ["flush"], 0)
    over_floors = sets.count(triangles)
    unite(vcd["portals"], ["step"], 0)
    over_all = sets.count(triangles)
    left = {sets.find(i) for i in triangles}
    own = run_exports.Sets(first)
    for portal in vcd["portals"]:
        own.unite(portal["a"], portal["b"])
    stood_on = [i for i, cell in enumerate(vcd["cells"]) if cell["stance"] >= 1]
    gone = own.count(i for i in stood_on if sets.find(i) not in left)
    of_vcd = own.count(stood_on)
    return of_vcd, of_wedge, of_wedge - over_floors, over_floors - over_all, of_vcd - gone - over_all, gone


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", type=pathlib.Path)
    parser.add_argument("--plumb", default="build/release/bin/plumb")
    parser.add_argument("--only", default="", help="levels whose name has this in it")
    args = parser.parse_args()
    if not (args.scenes / "MANIFEST.tsv").exists():
        print(f"skipped: no scenes in {args.scenes}")
        return run_scenes.SKIPPED
    wrong = 0
    for level in LEVELS:
        if args.only not in level:
            continue
        for step in (15, 16, 18):
            with tempfile.TemporaryDirectory() as name:
                found = [bake(args.plumb, args.scenes / level, method, step, pathlib.Path(name)) for method in ("vcd", "wedge")]
            vcd, wedge, cut_off, no_ramp, joined, gone = compare(*found)
            known = KNOWN.get(level, {}).get(step)
            wrong += joined < 0 or (known is not None and {vcd, wedge} != {known})
            print(f"{level} {step}: vcd {vcd} + {cut_off} cut off + {no_ramp} no ramp - {joined} joined - {gone} gone = wedge {wedge}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
