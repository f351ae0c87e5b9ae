#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares where one can stand in two navmeshes (exact .json), in fractions: both areas, and face by face what only one of them has.
usage: compare_floors.py A.json B.json     Exit status 1 if they differ."""
import json
import sys
from collections import defaultdict
from fractions import Fraction


def floors(path):
    """(face, polygon) of every facet that somebody can stand on; polygons run counter-clockwise."""
    with open(path) as file:
        mesh = json.load(file)
    z_up = mesh["options"]["up"] == "z"

    def point(v):
        x, y, z = map(Fraction, v)
        return (x, y, z) if z_up else (x, -z, y)

    return [(f["face"], [point(v) for v in f["vertices"]]) for c in mesh["cells"] if c["stance"] > 0 for f in c["facets"]]


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area(polygon):
    return sum(cross(polygon[0], p, q) for p, q in zip(polygon[1:], polygon[2:])) / 2


def common(polygon, other):
    """The part of a convex polygon over or under another one."""
    for a, b in zip(other, other[1:] + other[:1]):
        side = [cross(a, b, v) for v in polygon]
        if not any(s > 0 for s in side):
            return []
        out = []
        for (p, s), (q, t) in zip(zip(polygon, side), zip(polygon[1:] + polygon[:1], side[1:] + side[:1])):
            if s >= 0:
                out.append(p)
            if s * t < 0:
                out.append(tuple(x + s / (s - t) * (y - x) for x, y in zip(p, q)))
        polygon = out
    return polygon


def height(polygon, at):
    a, b = polygon[:2]
    c = next(v for v in polygon if cross(a, b, v) != 0)
    whole = cross(a, b, c)
    return a[2] + cross(a, at, c) / whole * (b[2] - a[2]) + cross(a, b, at) / whole * (c[2] - a[2])


def box(polygon):
    return [f(v[k] for v in polygon) for k in (0, 1) for f in (min, max)]


def only_in(these, those):
    """By face: its floor, and how much of it is not floor of the others at the same height."""
    boxes = [(box(q), q) for _, q in those]
    out = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for face, p in these:
        a, whole = box(p), area(p)
        shared = Fraction(0)
        for b, q in boxes:
            if a[1] <= b[0] or a[0] >= b[1] or a[3] <= b[2] or a[2] >= b[3]:
                continue
            piece = common(p, q)
            if len(piece) >= 3 and all(height(q, v) == v[2] for v in piece):
                shared += area(piece)
        out[face][0] += whole
        out[face][1] += whole - shared
    return out


def main():
    levels = [floors(path) for path in sys.argv[1:3]]
    different = False
    for name, these, those in ((sys.argv[1], *levels), (sys.argv[2], *reversed(levels))):
        faces = only_in(these, those)
        rest = {face: both for face, both in faces.items() if both[1] != 0}
        everywhere, only_here = (float(sum(areas[k] for areas in which.values())) for k, which in ((0, faces), (1, rest)))
        print(f"{name}: area {everywhere:.12g} of {len(faces)} faces; only here {only_here:.12g}, of {len(rest)} faces")
        for face, (whole, alone) in sorted(rest.items()):
            print(f"  face {face}: {float(alone):.12g} of {float(whole):.12g}")
        different = different or bool(rest)
    return 1 if different else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main())
