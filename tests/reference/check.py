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

from bodies import Bodies
from faces import Faces
from obj import Unusable, read_obj
from plane import sign
from ways import Portals
from records import No, Records
from surfaces import Surfaces


class Steepness:
    """Whether n.z^2 >= cos^2 |n|^2, with cos^2 between two rationals that come closer to each other where this is needed."""

    def __init__(self, records):
        self.degrees, self.terms = None, 8
        if records.follows("slope-ratio"):
            tangent = records.option("slope-ratio")
            records.require(tangent >= 0, "a slope below 0")
            self.low = self.high = 1 / (1 + tangent ** 2)
        elif records.follows("slope-cos"):
            cosine = records.option("slope-cos")
            records.require(0 < cosine <= 1, "a cosine out of range")
            self.low = self.high = cosine ** 2
        else:
            degrees = records.option("slope")
            records.require(0 <= degrees < 90, "a slope out of range")
            rational = {0: 1, 30: Fraction(3, 4), 45: Fraction(1, 2), 60: Fraction(1, 4)}  # the others are irrational (Niven)
            self.low = self.high = rational.get(degrees)
            if self.low is None:
                self.degrees = degrees
                self._enclose()

    def _enclose(self):
        """cos^2 between two rationals: pi by Machin, then the series of the cosine, of which each is between two of its partial sums."""
        self.terms *= 2
        unit = 2 ** (8 * self.terms)

        def arctan(n):
            parts = [sum(Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)) for k in range(count)) for count in (2 * self.terms, 2 * self.terms + 1)]
            return parts  # an even number of terms is less than the sum, an odd number more

        (low5, high5), (low239, high239) = arctan(5), arctan(239)
        low, high = 16 * low5 - 4 * high239, 16 * high5 - 4 * low239
        low, high = Fraction(low * unit // 1, unit), Fraction(-(-high * unit // 1), unit)

        def cosine(x, count):
            term, total = Fraction(1), Fraction(0)
            for k in range(count):
                total += term
                term *= -x * x / ((2 * k + 1) * (2 * k + 2))
            return total

        least = cosine(high * self.degrees / 180, 2 * self.terms)
        self.low, self.high = max(least, 0) ** 2, cosine(low * self.degrees / 180, 2 * self.terms + 1) ** 2

    def admits(self, normal):
        """Whether a plane with this normal, which need not be a unit vector, is no steeper than the limit."""
        share = Fraction(normal[2] ** 2, sum(n * n for n in normal))
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
    if version == "3":
        raise Unusable(f"{certificate_path}: a certificate with a radius, which this program does not check")
    records.require(version == "2", f"version {version}")
    records.require(records.take("scene", 2) == [hashlib.sha256(level).hexdigest(), str(len(level))], "the certificate of another level")
    numbers = records.choice("numbers", "double", "float", "decimal")
    up = records.choice("up", "y", "z")
    sides = records.choice("sides", "both", "up")
    steepness = Steepness(records)
    step, weld = records.option("step"), records.option("weld")
    solids = records.choice("solids", "none", "closed")
    drop = records.choice("bad-faces", "error", "drop") == "drop"
    names, heights = read_stances(records)
    records.require(0 <= step < heights[0] and weld >= 0, "a step or a width that is out of range")

    vertices, rings = read_obj(level_path, level, numbers)
    if up == "y":
        vertices = [(x, -z, y) for x, y, z in vertices]
    faces = Faces(records, vertices, rings, drop)
    polygons = faces.polygons()
    for polygon in polygons:
        polygon.traversable = polygon.up != 0 and (sides == "both" or polygon.up > 0) and steepness.admits(polygon.plane[:3])
    bodies = Bodies(faces) if solids == "closed" else None

    surfaces, count = Surfaces(records, polygons, heights, step, bodies), 0
    for number, polygon in enumerate(polygons):
        if polygon.traversable:
            records.require(records.integer(*records.take("surface", 1)) == number, f"surface {number} is due")
            surfaces.read(number)
            count += 1
    portals = Portals(records, surfaces, weld)
    portals.read()
    found = [records.integer(word) for word in records.take("end", 4)]
    records.require(found == [count, len(surfaces.cells), surfaces.walls, portals.count], "an end with other numbers")
    records.require(records.next == len(records.records), "a record behind the end")
    labels = [*((name, i + 1) for i, name in enumerate(names))][::-1] + [("blocked", 0), ("covered", "covered")] + [("inside", "inside")] * bool(bodies)
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
