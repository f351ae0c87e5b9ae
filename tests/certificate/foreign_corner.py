#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that the triangles of a bent face have corners of this face only.

  foreign_corner.py --plumb plumb --check plumb-check --source ROOT

A bent face becomes the Delaunay triangulation of its corners. The forged certificate has that of its corners and of a point of another face, which
hangs above it: each circle is empty, the triangles have the boundary of the face, and all else is what the baker writes for a level of these
triangles. But the floor reaches up to that point. Both checkers must accept the genuine certificate and refuse this one at a `part` record."""
import argparse
import hashlib
import itertools
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

POINTS = ["8 0 0", "8 4 0.25", "4 4 0.125", "4 8 0.0625", "0 8 0.5", "0 0 0.375", "2 2 1.5", "2.5 2 1.5", "2 2.5 1.5"]
FACE, HANGING = range(6), 6  # all corners of the face can be seen from below the point that hangs
OPTIONS = "--up z --stance crawl=0.5 --stance stand=1.8 --slope 80 --quiet".split()


def determinant(rows):
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def triangulation(seen):
    """The Delaunay triangles of the face and the point that hangs, in the order of certificates: a fan, whose edges are turned."""
    triangles = [(HANGING, p, (p + 1) % 6) for p in FACE]
    while True:
        third = {(t[i - 1], t[i]): t[i - 2] for t in triangles for i in range(3)}
        for (a, b), c in third.items():
            d = third.get((b, a))
            rows = [[x, y, x * x + y * y] for x, y in ([p - q for p, q in zip(seen[k], seen[d])] for k in (a, b, c))] if d is not None else None
            if rows and determinant(rows) > 0:  # d is within the circle
                triangles = [t for t in triangles if not {a, b} <= set(t)] + [(c, a, d), (d, b, c)]
                break
        else:
            begun = [min((t[i:] + t[:i] for i in range(3)), key=lambda turned: seen[turned[0]]) for t in triangles]
            return sorted(begun, key=lambda t: [seen[p] for p in t])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("plumb", "check", "source"):
        arguments.add_argument(f"--{name}", required=True)
    options = arguments.parse_args()
    triangles = triangulation([tuple(map(Fraction, point.split()[:2])) for point in POINTS])
    points = "".join(f"v {point}\n" for point in POINTS)
    level = points + "f 1 2 3 4 5 6\nf 7 8 9\n"
    of_triangles = points + "".join("f " + " ".join(str(p + 1) for p in t) + "\n" for t in triangles) + "f 7 8 9\n"
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        def bake(name, text):
            path = os.path.join(folder, name)
            with open(path + ".obj", "w") as file:
                file.write(text)
            subprocess.run([options.plumb, "bake", path + ".obj", *OPTIONS, "-o", path + ".cert"], check=True)
            with open(path + ".cert") as file:
                return file.read().splitlines()

        bake("genuine", level)
        lines = bake("triangles", of_triangles)
        lines[1] = f"scene {hashlib.sha256(level.encode()).hexdigest()} {len(level)}"
        options_end = next(i for i, line in enumerate(lines) if line.startswith("surface"))
        parts = [f"part 0 {i} " + " ".join(map(str, t)) for i, t in enumerate(triangles)]
        with open(os.path.join(folder, "forged.cert"), "w") as file:
            file.write("\n".join(lines[:options_end] + parts + lines[options_end:]) + "\n")
        second = [sys.executable, "-B", os.path.join(options.source, "tests/reference/check.py")]
        for program, name in itertools.product(([options.check], second), ("genuine", "forged")):
            done = subprocess.run(program + [os.path.join(folder, "genuine.obj"), os.path.join(folder, name + ".cert")], capture_output=True, text=True)
            line = re.search(r"forged\.cert:(\d+): ", done.stderr + done.stdout)
            right = done.returncode == 0 if name == "genuine" else (
                done.returncode == 1 and line and options_end < int(line.group(1)) <= options_end + len(parts) + 1)
            wrong += not right
            print(f"{os.path.basename(program[-1])}: {name}: status {done.returncode} {done.stderr.strip() or done.stdout.splitlines()[0]}"
                  + ("" if right else "  <- WRONG"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
