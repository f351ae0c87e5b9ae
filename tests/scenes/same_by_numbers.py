#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws levels whose bakes must be the same where only something changes that the definitions do not speak of.

  same_by_numbers.py PLUMB [--count N]

cuts: floors across gaps that open by an angle, so that welds end at no fraction, under slabs that cut them in cells: every area with a radius, as a fraction,
  is the same for --decomposition bounded and seed, which cut cells in different places;
units: flat triangles and polygons with corners in eighths, some of which weld to others: cells and portals are the same for --numbers double and decimal, and beside
  a triangle far away with coordinates in thousandths, which lengthens the common denominator of decimals."""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

AGENT = "--stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8 --step 0.4 --weld 0.25 --radius 0.3 --disc 8".split()


def turned_box(x, y, z, width, depth, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [(round(x + c * u - s * v, 3), round(y + s * u + c * v, 3), z) for u, v in ((0, 0), (width, 0), (width, depth), (0, depth))]


def cuts(rng):
    """Two rows of floors, turned so that gaps open; slabs over them at a height that leaves room for some stances."""
    faces = []
    for k in range(rng.randint(2, 4)):
        angle = rng.uniform(-0.12, 0.12)
        faces.append(turned_box(3.1 * k + rng.uniform(0, 0.1), rng.uniform(-0.1, 0.1), rng.choice((0, 0.1, 0.25)), 3, 4, angle))
    for _ in range(rng.randint(1, 3)):
        faces.append(turned_box(rng.uniform(0, 6), rng.uniform(-1, 3), rng.choice((0.9, 1.3, 1.5)), rng.uniform(0.5, 3), rng.uniform(0.5, 2), rng.uniform(0, 3)))
    return faces


def eighths(rng):
    """Triangles and quadrangles between points of a small grid in one plane, some side by side."""
    step = rng.choice((1, 2, 3))
    at = lambda: (rng.randint(-4, 4) * step / 8, rng.randint(-4, 4) * step / 8)  # noqa: E731
    faces = []
    while len(faces) < 12:
        p, q, r = at(), at(), at()
        area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        if area > 0:
            faces.append([(*v, 0) for v in (p, q, r)])
            s = (p[0] + r[0] - q[0], p[1] + r[1] - q[1])  # its other half
            faces.append([(*v, 0) for v in (p, r, s)])
    return faces


class Bakes:
    def __init__(self, plumb, folder):
        self.plumb, self.folder = plumb, folder

    def bake(self, faces, *options):
        level, report, mesh = (self.folder / n for n in ("l.obj", "r.json", "n.json"))
        points = [p for f in faces for p in f]
        ends = [sum(map(len, faces[:i])) for i in range(len(faces) + 1)]
        level.write_text("".join("v %r %r %r\n" % p for p in points) + "".join("f " + " ".join(str(v + 1) for v in range(a, b)) + "\n" for a, b in zip(ends, ends[1:])))
        subprocess.run([self.plumb, "bake", str(level), "--up", "z", "--quiet", "--report", str(report), "-o", str(mesh), *options], check=True)
        return json.loads(report.read_text()), json.loads(mesh.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb")
    parser.add_argument("--count", type=int, default=50)
    args = parser.parse_args()
    wrong = welded = cut_apart = joined = 0
    with tempfile.TemporaryDirectory() as folder:
        bakes = Bakes(args.plumb, pathlib.Path(folder))
        for seed in range(args.count):
            faces = cuts(random.Random(seed))
            one, other = (bakes.bake(faces, "--sides", "up", "--optimise", "none", "--exact-digits", "0", *AGENT, "--decomposition", d)[0] for d in ("bounded", "seed"))
            welded += one["graph"]["portals"]["weld"] > 0
            cut_apart += one["cells"] != other["cells"]
            if one["area"] != other["area"]:
                wrong += 1
                print(f"cuts {seed}: areas differ")
            faces = eighths(random.Random(seed))
            far = [[(1000.001, 1000.002, 0), (1001.003, 1000, 0), (1000, 1001.007, 0)]]
            meshes = [bakes.bake(f, "--stance", "s=0.1", "--numbers", n) for f, n in ((faces, "double"), (faces, "decimal"), (faces + far, "decimal"))]
            joined += meshes[0][0]["polygons"]["welded_from"] > meshes[0][0]["scene"]["polygons"]
            cells = [[c for c in m["cells"] if all(abs(float(eval_fraction(x))) < 500 for f in c["facets"] for v in f["vertices"] for x in v)] for _, m in meshes]
            if any(c != cells[0] for c in cells) or meshes[0][1]["portals"] != meshes[1][1]["portals"] or meshes[0][1]["denominator"] != meshes[1][1]["denominator"]:
                wrong += 1
                print(f"units {seed}: cells or portals differ")
    print(f"{args.count} of each kind, {welded} with welds, {cut_apart} cut in other cells, {joined} with polygons joined; {wrong} wrong")
    few = min(welded, cut_apart, joined) < args.count // 2
    return 1 if wrong or few else 0


def eval_fraction(text):
    up, _, down = text.partition("/")
    return int(up) / int(down or 1)


if __name__ == "__main__":
    sys.exit(main())
