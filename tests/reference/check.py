#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A second checker of certificates, written from docs/theory/certificate.md and docs/reference/certificate.md alone.

  check.py LEVEL.obj LEVEL.cert

It shares nothing with plumb-check: another language, no filter, no rounded number, no tree. Every decision is one of integers or fractions.
It checks certificates without a radius and without tiles: faces to polygons, cells, verdicts and witnesses, walls, portals, welds, solids. It
prints yes and the areas, or no with the place and what is wrong there; the exit status is 0 or 1, and 2 for a file that is not usable. The
steps are those of the file: options, parts and welds (faces.py), surfaces (surfaces.py), portals (ways.py, gaps.py)."""
import hashlib
import re
import sys
from fractions import Fraction
from math import factorial

from bodies import Bodies
from faces import Faces
from obj import Unusable, read_obj
from plane import dot
from records import No, Records
from surfaces import Surfaces
from ways import Portals


class Steepness:
    """Whether n.z^2 >= cos^2 |n|^2, with cos^2 between two rationals that come closer to each other where this is needed."""

    def __init__(self, records):
        kind = next((kind for kind in ("slope-ratio", "slope-cos") if records.follows(kind)), "slope")
        limit, self.degrees, self.terms = records.option(kind), None, 8
        records.require(0 <= limit < 90 if kind == "slope" else limit >= 0 if kind == "slope-ratio" else 0 < limit <= 1, "a limit out of range")
        if kind == "slope":
            rational = {0: 1, 30: Fraction(3, 4), 45: Fraction(1, 2), 60: Fraction(1, 4)}  # the others are irrational (Niven)
            self.degrees, self.low, self.high = None if limit in rational else limit, rational.get(limit, 0), rational.get(limit, 1)
        else:
            self.low = self.high = limit ** 2 if kind == "slope-cos" else 1 / (1 + limit ** 2)

    def _enclose(self):
        """pi by Machin, then the series of the cosine: an even number of terms is less than the sum, an odd number more."""
        self.terms *= 2
        unit = 2 ** (8 * self.terms)

        def partial(term, count):
            return sum(Fraction(term(k)) * (-1) ** k for k in range(2 * self.terms + count))

        fifth, other = ([partial(lambda k: Fraction(1, (2 * k + 1) * n ** (2 * k + 1)), count) for count in (0, 1)] for n in (5, 239))
        low, high = (16 * fifth[0] - 4 * other[1]) * unit // 1, -((4 * other[0] - 16 * fifth[1]) * unit // 1)
        x, y = (Fraction(pi, unit) * self.degrees / 180 for pi in (low, high))
        self.low, self.high = (max(partial(lambda k: a ** (2 * k) / factorial(2 * k), count), 0) ** 2 for a, count in ((y, 0), (x, 1)))

    def admits(self, normal):
        """Whether a plane with this normal, which need not be a unit vector, is no steeper than the limit."""
        share = Fraction(normal[2] ** 2, dot(normal, normal))
        while self.degrees is not None and self.low <= share <= self.high:
            self._enclose()
        return share >= self.low


def read_stances(records):
    names, heights = [], []
    while records.follows("stance") or not names:
        name, height = records.take("stance", 2)
        records.require(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) and name not in names + ["blocked", "covered", "inside", "too_close"],
                        f"the name {name}")
        names.append(name)
        heights.append(records.fraction(height, 8200))
        records.require(heights[-1] > (heights[-2] if len(heights) > 1 else 0) and len(names) <= 64, "stances that do not ascend, or too many")
    return names, heights


def check(level_path, level, certificate_path, certificate):
    """[(verdict, area)], solids and cavities, of an accepted certificate; raises No or Unusable. The texts are bytes."""
    records = Records(certificate_path, certificate)
    version = records.take("plumb", 2)[1]
    records.require(version == "2", f"version {version}: this program checks certificates without a radius")
    records.require(records.take("scene", 2) == [hashlib.sha256(level).hexdigest(), str(len(level))], "the certificate of another level")
    numbers = records.choice("numbers", "double", "float", "decimal")
    up = records.choice("up", "y", "z")
    sides = records.choice("sides", "both", "up")
    steepness = Steepness(records)
    step, weld = records.option("step"), records.option("weld")
    solids, bad_faces = records.choice("solids", "none", "closed"), records.choice("bad-faces", "error", "drop")
    names, heights = read_stances(records)
    records.require(0 <= step < heights[0] and weld >= 0, "a step or a width that is out of range")

    vertices, rings = read_obj(level_path, level, numbers)
    if up == "y":
        vertices = [(x, -z, y) for x, y, z in vertices]
    faces = Faces(records, vertices, rings, bad_faces == "drop")
    bodies = Bodies(faces) if solids == "closed" else None
    polygons = faces.polygons(bodies)
    for polygon in polygons:
        polygon.traversable = polygon.up != 0 and (sides == "both" or polygon.up > 0) and steepness.admits(polygon.plane[:3])

    surfaces, traversable = Surfaces(records, polygons, heights, step, bodies), [n for n, polygon in enumerate(polygons) if polygon.traversable]
    for number in traversable:
        records.require(records.take("surface") == [str(number)], f"surface {number} is due")
        surfaces.read(number)
    portals = Portals(records, surfaces, weld)
    portals.read()
    counts = [str(count) for count in (len(traversable), len(surfaces.cells), surfaces.walls, portals.count)]
    records.require(records.take("end") == counts, f"end {' '.join(counts)} is due")
    records.require(records.next == len(records.records), "a record behind the end")
    labels = [(name, i) for i, name in reversed(list(enumerate(names, 1)))] + [("blocked", 0), ("covered", "covered")]
    labels += [("inside", "inside")] * bool(bodies)
    return [(name, surfaces.areas.get(label, Fraction(0))) for name, label in labels], bodies


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.set_int_max_str_digits(0)
    try:
        texts = []
        for path in sys.argv[1:]:
            with open(path, "rb") as file:
                texts.append(file.read())
        areas, bodies = check(sys.argv[1], texts[0], sys.argv[2], texts[1])
    except No as no:
        print(f"no: {no}")
        return 1
    except (Unusable, OSError) as unusable:
        print(f"check.py: {unusable}", file=sys.stderr)
        return 2
    print("yes")
    for name, area in areas:
        print(f"area {name} {area}")
    if bodies:
        print(f"solids {bodies.solids}, cavities {bodies.cavities}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
