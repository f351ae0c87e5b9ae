#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws levels with faces that touch themselves or that rounding bent, bakes them, and compares with what their making says: areas, components,
no warning; the certificate checks, and (--oracle) the ray oracle agrees.

  wound_levels.py PLUMB CHECKER [--oracle PROGRAM] [--count N]

Kinds, N of each: doors (a concave wall around a doorway, turned by any angle), holes (by one to three bridge edges, one behind the other), tilted by rationals (planar
exactly) and turned by an angle (planar up to rounding), touching (squares that meet in corners or along edges), spikes, crossed (three, five or seven edges through one
point). Each face begins at any corner and runs either way."""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction


def rectangle(x, y, w, h):
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def shuffled(face, rng):
    k = rng.randrange(len(face))
    face = face[k:] + face[:k]
    return face[::-1] if rng.random() < 0.5 else face


def bridged(ring, at, other):
    """Into another ring at one of this one's corners, around it, and back."""
    return ring[:at + 1] + other + other[:1] + ring[at:]


def holes(rng):
    """An outline with holes, and its area."""
    w, h = rng.randint(12, 20), rng.randint(12, 20)
    ring, area = rectangle(0, 0, w, h), w * h
    if rng.random() < 0.5:  # not convex
        ring[1:2] = [(w // 2, 0), (w // 2, 1), (w, 1)]
        area -= w - w // 2
    chain = rng.random() < 0.5
    holes = []
    for x in range(2, 2 + 4 * rng.randint(1, 2), 4):
        a, b = rng.randint(1, 3), rng.randint(1, 8)
        holes.append(rectangle(x, 2, a, b)[::-1])
        area -= a * b
    if chain and len(holes) > 1:
        holes[0] = bridged(holes[0], rng.randrange(4), holes.pop())
    for hole in holes:
        ring = bridged(ring, 0, hole)
    return ring, area


def touching(rng):
    a, b = rng.randint(2, 6), rng.randint(2, 6)
    kind = rng.randrange(3)
    if kind == 0:  # in a corner
        return [(0, 0), (a, 0), (a, a), (a + b, a), (a + b, a + b), (a, a + b), (a, a), (0, a)], a * a + b * b
    if kind == 1:  # a corner on an edge
        return [(0, 0), (2 * a, 0), (2 * a, b), (a, 0), (0, b)], a * b
    # a ring of floor around a yard, that ends along its own beginning
    return [(0, 0), (a + 4, 0), (a + 4, b + 4), (0, b + 4), (0, b + 1), (2, b + 1), (2, b + 2), (a + 2, b + 2), (a + 2, 2), (2, 2), (2, b + 1), (0, b + 1)], \
        (a + 4) * (b + 4) - a * b


def spikes(rng):
    w, h = rng.randint(4, 12), rng.randint(4, 12)
    ring = rectangle(0, 0, w, h)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(ring))
        tip = (rng.randint(-5, 15), rng.randint(-5, 15))
        if tip != ring[at]:
            ring = ring[:at + 1] + [tip] + ring[at:]
    return ring, w * h


def crossed(rng):
    """Lines through one point, which may have fractions, and from an end of each on to the next end around the point; between these ends the floor is."""
    count, below = rng.choice((3, 3, 5, 7)), rng.choice((2, 3))
    p, q = rng.randint(-5, 5), rng.randint(-5, 5)  # the point, times `below`
    lines = {}  # by direction, upward, along y and then x: the cotangent, the two ends
    while len(lines) < count:
        a, b, far = rng.randint(-5, 5), rng.randint(-5, 5), rng.randint(1, 2)
        u, v = p - below * a, q - below * b
        if v != 0:
            ends = (a, b), (a + far * u, b + far * v)
            lines.setdefault(Fraction(u, v), ends[::-1] if v > 0 else ends)
    around = [lines[k][0] for k in sorted(lines, reverse=True)] + [lines[k][1] for k in sorted(lines, reverse=True)]
    ring, area, at = [], Fraction(0), 0
    for _ in range(count):
        far, after = (at + count) % (2 * count), (at + count + 1) % (2 * count)
        ring += [around[at], around[far]]
        (a, b), (c, d) = ((below * x - p, below * y - q) for x, y in (around[far], around[after]))
        area += Fraction(a * d - b * c, 2 * below * below)
        at = after
    return ring, area


def rational_plane(rng):
    p, q = Fraction(rng.randint(-4, 4), 8), Fraction(rng.randint(-4, 4), 8)
    return lambda x, y: (x, y, float(p * x + q * y)), 1


def turned(rng):
    """About x by one angle, then about z by another: the plan's area shrinks by a cosine."""
    a, b = rng.uniform(0.05, 0.7), rng.uniform(0, 6)
    c, s, d, t = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
    return lambda x, y: (d * x - t * c * y, t * x + d * c * y, s * y), c


def floor(rng):
    make = rng.choice((holes, holes, touching, spikes, crossed, crossed))
    ring, area = make(rng)
    exact = make is crossed or rng.random() < 0.5  # edges that rounding bent cross in no point
    place, shrink = (rational_plane if exact else turned)(rng)
    return [[place(x, y) for x, y in shuffled(ring, rng)]], area * shrink, exact


def door(rng):
    """A floor and a wall with a doorway across it."""
    b = rng.uniform(0, 6.3)
    d, t = math.cos(b), math.sin(b)
    left, right = rng.randint(-3, -1), rng.randint(1, 3)
    wall = [(-4, 0), (left, 0), (left, 2.5), (right, 2.5), (right, 0), (4, 0), (4, 3), (-4, 3)]
    return [[(d * x - t * y, t * x + d * y, 0) for x, y in ((-4, -4), (4, -4), (4, 4), (-4, 4))],
            [(d * x, t * x, z) for x, z in shuffled(wall, rng)]], 64, False


class Check:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder

    def run(self, *command):
        return subprocess.run([str(c) for c in command], capture_output=True, text=True)

    def wrong(self, faces, area, exact, components):
        points = [p for f in faces for p in f]
        ends = [sum(map(len, faces[:i])) for i in range(len(faces) + 1)]
        level, report, mesh, cert = (self.folder / n for n in ("l.obj", "r.json", "n.json", "c.cert"))
        level.write_text("".join("v %r %r %r\n" % p for p in points) + "".join("f " + " ".join(str(v + 1) for v in range(a, b)) + "\n" for a, b in zip(ends, ends[1:])))
        options = ["--up", "z", "--sides", "both", "--stance", "stand=9/5", "--step", "0.4"]
        bake = self.run(self.args.plumb, "bake", level, *options, "--report", report, "-o", mesh, "-o", cert, "--quiet")
        if bake.returncode != 0:
            return bake.stderr
        facts = json.loads(report.read_text())
        found = facts["area"]["traversable"]
        if (Fraction(found["exact"]) != area) if exact else abs(found["approx"] - area) > 1e-9 * area:
            return f"area {found}, made with {area}"
        if components is not None and facts["graph"]["components"] != [components]:
            return f"components {facts['graph']['components']}"
        if facts["scene"]["fanned_faces"]:
            return f"{facts['scene']}"
        check = self.run(self.args.checker, level, cert)
        if check.returncode != 0:
            return check.stderr
        if self.args.oracle:
            oracle = self.run(self.args.oracle, level, mesh, *options, "--points", 40, "--walls", 10)
            if oracle.returncode != 0:
                return oracle.stdout + oracle.stderr
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb")
    parser.add_argument("checker")
    parser.add_argument("--oracle")
    parser.add_argument("--count", type=int, default=50)
    args = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        check = Check(args, pathlib.Path(folder))
        for make, components in ((door, 1), (floor, None)):
            for seed in range(args.count * (1 if make is door else 3)):
                faces, area, exact = make(random.Random(seed))
                if problem := check.wrong(faces, area, exact, components):
                    wrong += 1
                    print(f"{make.__name__} {seed}: {problem.strip()[:600]}")
    print(f"{4 * args.count} levels, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
