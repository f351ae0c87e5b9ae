#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes levels of a family by their size: each family is hard for one stage, and bench/growth.py tells how its time grows.

  make_growth_families.py FAMILY N FILE     write the level of size N of a family into FILE
  make_growth_families.py --list            tell the families

Metres, z up; all coordinates are integers or short decimals, which doubles hold exactly or nearly. Deterministic.
"""
import math
import sys


def square(x, y, side, z=0):
    return [(x, y, z), (x + side, y, z), (x + side, y + side, z), (x, y + side, z)]


def rectangle(x0, y0, x1, y1, z=0):
    return [(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]


def on_circle(radius, k, n, z=0):
    a = 2 * math.pi * k / n
    return (round(radius * math.cos(a)), round(radius * math.sin(a)), z)


def star(n):
    """One face of N corners: the convex parts of a planar face lie beside each other, however their boxes overlap."""
    return [[on_circle(10 ** 10 if k % 2 else 5 * 10 ** 9, k, n) for k in range(n)]]


def strip(n):
    """A strip beside N squares that do not touch each other: one piece has a cut for each of them."""
    return [rectangle(0, 0, 2 * n, 1)] + [square(2 * k + 0.5, 1, 1) for k in range(n)]


def comb(n):
    """One face of N corners: a back with a tooth for every four of them."""
    teeth = n // 4
    outline = [(0, 0, 0), (2 * teeth - 1, 0, 0)]
    for k in reversed(range(teeth)):
        outline += [(2 * k + 1, 10, 0), (2 * k, 10, 0)]
        if k:
            outline += [(2 * k, 1, 0), (2 * k - 1, 1, 0)]
    return [outline]


def stacked(n):
    """N floors over each other: in a drawing each is a panel of its own."""
    return [square(0, 0, 10, 3 * k) for k in range(n)]


def cone(n):
    """N thin triangles around an apex, with gaps between: their boxes overlap, they do not."""
    return [[(0, 0, 10 ** 6), on_circle(10 ** 7, 2 * k, 2 * n), on_circle(10 ** 7, 2 * k + 1, 2 * n)] for k in range(n)]


def equal(n):
    """N equal squares in one place."""
    return [square(0, 0, 10) for _ in range(n)]


def slabs(n):
    """A floor under N slabs, each a little higher and smaller than the one before."""
    return [square(0, 0, 4 * n)] + [square(k + 1, k + 1, 4 * n - 2 * k - 2, round(1 + k / (2 * n), 9)) for k in range(n)]


def beams(n):
    """A floor under N diagonal beams side by side: no line along an axis parts them."""
    floor = rectangle(-10, -10, 2 * n + 10, n + 10)
    return [floor] + [[(k, 0, 1), (k + 0.5, 0, 1), (k + 0.5 + n, n, 1), (k + n, n, 1)] for k in range(n)]


def coplanar(n):
    """N squares in one plane, each a little beside the last: each is covered by all before it."""
    return [square(k, k, 4 * n) for k in range(n)]


def terrain(n, height):
    """N triangles over a grid of unit squares, two for each, of which height(x, y) tells the corners."""
    side = max(1, round(math.sqrt(n / 2)))
    rows = [[(x, y, round(height(x, y), 4)) for x in range(side + 1)] for y in range(side + 1)]
    faces = []
    for low, high in zip(rows, rows[1:]):
        for x in range(side):
            faces += [[low[x], low[x + 1], high[x + 1]], [low[x], high[x + 1], high[x]]]
    return faces


def noise(x, y):
    """From 0 to 1, by the place alone."""
    mixed = (x * 0x9E3779B1 ^ y * 0x85EBCA77) & 0xFFFFFFFF
    for _ in range(2):
        mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (mixed ^ mixed >> 13) / 0x100000000


def rough(n):
    """Terrain of N triangles whose heights are noise: an eighth of it is steeper than 45 degrees, so that there are many small regions with holes."""
    return terrain(n, lambda x, y: 1.2 * noise(x, y))


def smooth(n):
    """Hills of N triangles, all of which are walkable: one piece with a facet for each."""
    return terrain(n, lambda x, y: 3 * math.sin(x / 9) * math.cos(y / 11) + 0.2 * noise(x, y))


FAMILIES = {f.__name__: f for f in (star, strip, comb, stacked, cone, equal, slabs, beams, coplanar, rough, smooth)}


def write(family, n, path):
    """Each point once in the file, however many faces have it."""
    number = {}
    lines = [f"# {family} {n}, written by tests/scenes/make_growth_families.py. Metres, z up."]
    faces = FAMILIES[family](n)
    for face in faces:
        for corner in face:
            if corner not in number:
                number[corner] = len(number) + 1
                lines.append("v {:.12g} {:.12g} {:.12g}".format(*corner))
    lines += ["f " + " ".join(str(number[corner]) for corner in face) for face in faces]
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        for name, made in FAMILIES.items():
            print(f"{name:<10}{made.__doc__}")
    elif len(sys.argv) == 4 and sys.argv[1] in FAMILIES:
        write(sys.argv[1], int(sys.argv[2]), sys.argv[3])
    else:
        sys.exit(__doc__)
