#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes every level of a folder of scenes by --method vcd and by --method wedge --until wedge_cut, --sides up, and compares, polygon by polygon, exactly,
what is left of each: the boundaries of the cells of both, as sums of directed segments on their lines, are the same. Then the regions are, and so are their
areas, which are compared too. With --closed, after --until close_gaps without gap and step: the components over flush portals have the same areas as well.
Shares no code with plumb.
Prints a line a level; exit status 0 if all are equal, 77 if there are no scenes."""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import run_exports
import run_scenes

# Areas that are known, of levels with these options.
KNOWN = [("made/competition.obj", ["--up", "z", "--numbers", "decimal", "--step", "0.4"], "2848.061917148"),
         ("recast/nav_test.obj", ["--numbers", "float", "--stance", "stand=2"], "5359.62873289929"),
         ("recast/dungeon.obj", ["--numbers", "float", "--stance", "stand=2"], "2031.779791777919"),
         ("navtest/dr_house.obj", ["--up", "y", "--numbers", "decimal", "--stance", "stand=1.8"], "365.401557967975")]


class Region:
    """Cells of one polygon: its boundary by line, {line: {place along it: how much the number of segments there rises}}."""

    def __init__(self):
        self.lines = collections.defaultdict(lambda: collections.defaultdict(int))
        self.doubled_area = Fraction(0)
        self.cells = 0
        self.plane = None

    def add(self, ring):
        self.cells += 1
        for (px, py, _), (qx, qy, _) in zip(ring, ring[1:] + ring[:1]):
            self.doubled_area += px * qy - py * qx
            if px != qx:
                slope = (qy - py) / (qx - px)
                line, start, end = (slope, py - slope * px), px, qx
            else:
                line, start, end = (None, px), py, qy
            self.lines[line][start] += 1
            self.lines[line][end] -= 1

    def heights(self, ring):
        """Whether the ring lies in the plane of the polygon."""
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = ring[:3]
        if self.plane is None:
            d = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            if d == 0:
                return True
            u = ((bz - az) * (cy - ay) - (by - ay) * (cz - az)) / d
            v = ((bx - ax) * (cz - az) - (bz - az) * (cx - ax)) / d
            self.plane = u, v, az - u * ax - v * ay
        u, v, w = self.plane
        return all(z == u * x + v * y + w for x, y, z in ring)

    def boundary(self):
        return {line: changes for line, all_changes in self.lines.items() if (changes := {at: n for at, n in all_changes.items() if n})}


def regions(path, up):
    """{polygon: Region} of the cells where somebody can stand; how many facets leave the plane of their polygon."""
    known, out, bent = {}, collections.defaultdict(Region), 0

    def number(text):
        if text not in known:
            known[text] = Fraction(text)
        return known[text]

    for cell in json.loads(path.read_text())["cells"]:
        if cell["stance"] < 1:
            continue
        for facet in cell["facets"]:
            ring = [tuple(map(number, p)) for p in facet["vertices"]]
            if up == "y":
                ring = [(x, -z, y) for x, y, z in ring]
            region = out[facet["surface"]]
            region.add(ring)
            bent += not region.heights(ring)
    return out, bent


def component_areas(path, up):
    """How many components over flush portals have twice which area."""
    mesh = json.loads(path.read_text())
    sets = run_exports.Sets(len(mesh["cells"]))
    for portal in mesh["portals"]:
        if portal["kind"] == "flush":
            sets.unite(portal["a"], portal["b"])
    areas = collections.defaultdict(Fraction)
    for i, cell in enumerate(mesh["cells"]):
        for facet in cell["facets"] if cell["stance"] >= 1 else []:
            ring = [(Fraction(p[0]), Fraction(p[1]) if up == "z" else -Fraction(p[2])) for p in facet["vertices"]]
            areas[sets.find(i)] += sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(ring, ring[1:] + ring[:1]))
    return collections.Counter(areas.values())


def compare(plumb, scene, options, up, closed):
    """(what is wrong or None, the area, cells of vcd, triangles of wedge)."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        found, parts = [], []
        for method in (["--method", "vcd", "--optimise", "none"], ["--method", "wedge", "--until", "close_gaps" if closed else "wedge_cut"]):
            file = folder / f"{method[1]}.json"
            run = subprocess.run([plumb, "bake", scene, *options, "--sides", "up", *method, "--bad-faces", "drop", "--quiet", "-o", file],
                                 capture_output=True, text=True)
            if run.returncode != 0:
                return f"{method[1]}: exit {run.returncode}: {run.stderr.strip()[-300:]}", 0, 0, 0
            found.append(regions(file, up))
            parts.append(component_areas(file, up) if closed else None)
    (vcd, bent), (wedge, bent_too) = found
    area, area_too = [sum((r.doubled_area for r in rs.values()), Fraction(0)) / 2 for rs in (vcd, wedge)]
    different = [p for p in vcd.keys() | wedge.keys() if vcd[p].boundary() != wedge[p].boundary() or vcd[p].doubled_area != wedge[p].doubled_area]
    wrong = (f"{len(different)} polygons differ, such as {min(different)}" if different else f"{bent + bent_too} facets leave their planes" if bent + bent_too
             else "the areas differ" if area != area_too else f"components differ: {sum(parts[0].values())} and {sum(parts[1].values())}" if parts[0] != parts[1]
             else None)
    return wrong, area, sum(r.cells for r in vcd.values()), sum(r.cells for r in wedge.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", type=pathlib.Path)
    parser.add_argument("--plumb", default="build/release/bin/plumb")
    parser.add_argument("--only", default="", help="levels whose name has this in it")
    parser.add_argument("--more", default="", help="options for both bakes, besides")
    parser.add_argument("--closed", action="store_true", help="compare components after close_gaps, too")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    if not (args.scenes / "MANIFEST.tsv").exists():
        print(f"skipped: no scenes in {args.scenes}")
        return run_scenes.SKIPPED
    manifest = run_scenes.read_manifest(args.scenes / "MANIFEST.tsv")
    jobs = [] if args.closed or args.more else list(KNOWN)
    for folder in run_scenes.FOLDERS:
        for file in sorted((args.scenes / folder).glob("*.obj")):
            name = f"{folder}/{file.name}"
            up, heights, step = run_scenes.scene_options(manifest, name)
            jobs.append((name, ["--up", up, "--stance", f"stand={heights[-1]}"] + ([] if args.closed else ["--step", step]), None))
    jobs = [job for job in jobs if args.only in job[0]]

    def run(job):
        name, options, figure = job
        up = options[options.index("--up") + 1] if "--up" in options else "y"
        wrong, area, cells, triangles = compare(args.plumb, args.scenes / name, options + args.more.split(), up, args.closed)
        if wrong is None and figure and abs(area - Fraction(figure)) > Fraction(1, 10 ** 9):
            wrong = f"the area is not {figure}"
        return f"{name} {' '.join(options)}: {wrong or 'equal'}; area {float(area):.12f}, {cells} cells, {triangles} triangles", wrong is None

    wrong = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for line, held in pool.map(run, jobs):
            print(line, flush=True)
            wrong += not held
    print(f"{len(jobs)} bakes of each method, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
