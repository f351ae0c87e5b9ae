#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One-way links whose right value is known by hand: each threshold met exactly, and missed by 2^-40.

  by_hand.py --plumb plumb

A case is a level in fractions, the words of a bake, and the links that it has to have: (kind, stance, from, to, on_b, both ways), all in the input's axes, z up."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction as F

LITTLE = F(1, 2 ** 40)


def decimal(q):
    """A fraction whose denominator is of twos and fives, in digits."""
    digits = 0
    while q.denominator != 1:
        q, digits = 10 * q, digits + 1
    text = str(abs(q.numerator)).rjust(digits + 1, "0")
    return ("-" if q < 0 else "") + (text[:-digits] + "." + text[-digits:] if digits else text)


def floor(x0, x1, y0, y1, z):
    return [(F(x), F(y), F(z)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]


def wall(x, y0, y1, z0, z1):
    return [(F(x), F(y), F(z)) for y, z in ((y0, z0), (y1, z0), (y1, z1), (y0, z1))]


def obj(faces):
    out, count = [], 0
    for face in faces:
        out += [f"v {decimal(x)} {decimal(y)} {decimal(z)}" for x, y, z in face]
        out.append("f " + " ".join(str(count + k) for k in range(1, len(face) + 1)))
        count += len(face)
    return "\n".join(out) + "\n"


def link(kind, x_from, x_to, z_from, z_to, y0=0, y1=2, stance=1, both=False):
    """A link along +x, or -x, from a segment along y. The segment runs counter-clockwise around the cell where one starts."""
    ends = (y0, y1) if x_to > x_from or (x_to == x_from) else (y1, y0)
    a = [(F(x_from), F(y), F(z_from)) for y in ends]
    b = [(F(x_to), F(y), F(z_to)) for y in ends]
    return kind, stance, tuple(a), tuple(b), both


def ledge(height, *more):
    return [floor(0, 2, 0, 2, height), floor(2, 6, 0, 2, 0), *more]


TALL = "--stance stand=9/5"
CASES = {}


def case(name, faces, words, *links):
    CASES[name] = faces, words, links


SIX = F(6, 5)
case("a ledge of exactly H", ledge(SIX), f"{TALL} --drop 1.2", link("drop", 2, 2, SIX, 0))
case("a ledge 2^-40 higher", ledge(SIX + LITTLE), f"{TALL} --drop 1.2")
case("a ledge of exactly the step is a step", ledge(F(2, 5)), f"{TALL} --step 0.4 --drop 1.2")
case("a ledge 2^-40 above the step", ledge(F(2, 5) + LITTLE), f"{TALL} --step 0.4 --drop 1.2", link("drop", 2, 2, F(2, 5) + LITTLE, 0))


def gap(width, height=0, *more):
    return [floor(0, 2, 0, 2, height), floor(2 + width, 6, 0, 2, 0), *more]


case("a gap of exactly W", gap(F(3, 2)), f"{TALL} --leap 1.5,0", link("leap", 2, F(7, 2), 0, 0, both=True))
case("a gap 2^-40 wider", gap(F(3, 2) + LITTLE), f"{TALL} --leap 1.5,0")
case("a gap of exactly W and H", gap(F(3, 2), F(1, 2)), f"{TALL} --leap 1.5,0.5", link("leap", 2, F(7, 2), F(1, 2), 0))
case("a gap 2^-40 too deep", gap(F(3, 2), F(1, 2) + LITTLE), f"{TALL} --leap 1.5,0.5")
case("level is one way by 2^-40", gap(F(3, 2), LITTLE), f"{TALL} --leap 1.5,0.5", link("leap", 2, F(7, 2), LITTLE, 0))
case("floor in the gap, too deep to land, does not stop a leap", gap(F(3, 2), 0, floor(2, F(7, 2), 0, 2, -3)), f"{TALL} --leap 1.5,0", link("leap", 2, F(7, 2), 0, 0, both=True))
case("floor in the gap that is met first", gap(F(3, 2), 0, floor(F(5, 2), 3, 0, 2, 0)), f"{TALL} --leap 1.5,0",
     link("leap", 2, F(5, 2), 0, 0, both=True), link("leap", F(7, 2), 3, 0, 0, both=True))
case("a beam over the gap at exactly the stance", gap(F(3, 2), 0, floor(F(5, 2), 3, -1, 3, F(9, 5))), f"{TALL} --leap 1.5,0", link("leap", 2, F(7, 2), 0, 0, both=True))
case("a beam over the gap 2^-40 lower", gap(F(3, 2), 0, floor(F(5, 2), 3, -1, 3, F(9, 5) - LITTLE)), f"{TALL} --leap 1.5,0")
case("a rail before the gap of exactly the step", gap(F(3, 2), 0, wall(2, -1, 3, -1, F(1, 4))), f"{TALL} --step 1/4 --leap 1.5,0", link("leap", 2, F(7, 2), 0, 0, both=True))
case("a rail before the gap 2^-40 higher", gap(F(3, 2), 0, wall(2, -1, 3, -1, F(1, 4) + LITTLE)), f"{TALL} --step 1/4 --leap 1.5,0")

STAIR = [floor(2, 4, k, k + 1, F(2, 5) * (k + 1)) for k in range(5)]
case("a ledge above a stair", [floor(0, 2, 0, 5, F(12, 5)), floor(2, 4, -1, 0, 0), *STAIR], f"{TALL} --step 0.4 --drop 1.2",
     link("drop", 2, 2, F(12, 5), F(6, 5), 2, 3), link("drop", 2, 2, F(12, 5), F(8, 5), 3, 4))

case("a lintel over the ledge at exactly the stance", ledge(SIX, wall(2, -1, 3, SIX + F(9, 5), 5)), f"{TALL} --drop 1.2", link("drop", 2, 2, SIX, 0))
case("a lintel over the ledge 2^-40 lower", ledge(SIX, wall(2, -1, 3, SIX + F(9, 5) - LITTLE, 5)), f"{TALL} --drop 1.2")
case("a ceiling over the landing at exactly the ledge's headroom", ledge(SIX, floor(2, 6, -1, 3, 3)), f"{TALL} --drop 1.2", link("drop", 2, 2, SIX, 0))
case("a ceiling over the landing 2^-40 lower", ledge(SIX, floor(2, 6, -1, 3, 3 - LITTLE)), f"{TALL} --drop 1.2")
case("it stops who stands, not who crouches", ledge(SIX, floor(2, 6, -1, 3, 3 - LITTLE)), f"--stance crouch=1 {TALL} --drop 1.2", link("drop", 2, 2, SIX, 0))
SHELF = [(F(2), F(0), F(9, 10)), (F(23, 10), F(0), F(1, 5)), (F(23, 10), F(2), F(1, 5)), (F(2), F(2), F(9, 10))]
case("a shelf on the way down, too steep to stand on", ledge(SIX, SHELF), f"{TALL} --drop 1.2")
case("the same, flat", ledge(SIX, floor(2, 3, 0, 2, F(1, 2))), f"{TALL} --drop 1.2",
     link("drop", 2, 2, SIX, F(1, 2)), link("drop", 3, 3, F(1, 2), 0))


def room(width):
    """A ledge of 1 above a strip that ends at a wall."""
    return [floor(0, 2, 0, 4, 1), floor(2, 2 + width, 0, 4, 0), wall(2 + width, 0, 4, 0, 4)]


HALF = F(1, 2)
case("a landing too near a wall for the radius", room(1), f"{TALL} --radius 1/2 --window 1/4 --disc 4 --drop 1")
case("a landing 2^-40 farther", room(1 + LITTLE), f"{TALL} --radius 1/2 --window 1/4 --disc 4 --drop 1", link("drop", F(3, 2), F(5, 2), 1, 0, HALF, F(7, 2)))
case("a drop farther out", room(4), f"{TALL} --radius 1/2 --window 1/4 --disc 4 --drop 1 --drop-reach 1/4", link("drop", F(3, 2), F(11, 4), 1, 0, HALF, F(7, 2)))
case("a leap with a radius", [floor(0, 2, 0, 4, 0), floor(F(7, 2), 6, 0, 4, 0)], f"{TALL} --radius 1/2 --window 1/4 --disc 4 --leap 1.5,0",
     link("leap", F(3, 2), 4, 0, 0, HALF, F(7, 2), both=True))
case("nothing is asked for", ledge(SIX), TALL)


def turned(faces):
    """By the angle of 3, 4, 5, so that edges are slanted and lengths rational."""
    return [[(F(3, 5) * x - F(4, 5) * y, F(4, 5) * x + F(3, 5) * y, z) for x, y, z in face] for face in faces]


def turned_link(l):
    kind, stance, a, b, both = l
    return kind, stance, *(tuple(turned([s])[0]) for s in (a, b)), both


for name, (faces, words, links) in list(CASES.items()):
    if "--radius" not in words:
        CASES[name + ", turned"] = turned(faces), words, tuple(map(turned_link, links))


def found(document):
    point = lambda p: tuple(map(F, p))
    return {(l["kind"], l["stance"], (point(l["from"]), point(l["to"])), tuple(map(point, l["on_b"])), l["both_ways"]) for l in document.get("one_way_links", ())}


def same(wanted, there):
    """A record of both ways may be written from either side."""
    back = lambda l: (l[0], l[1], l[3][::-1], l[2][::-1], l[4])
    return len(wanted) == len(there) and all(l in there or (l[4] and back(l) in there) for l in wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", required=True)
    program, wrong = parser.parse_args().plumb, 0
    with tempfile.TemporaryDirectory() as folder:
        level, mesh = os.path.join(folder, "level.obj"), os.path.join(folder, "nav.json")
        for name, (faces, words, links) in CASES.items():
            with open(level, "w") as file:
                file.write(obj(faces))
            done = subprocess.run([program, "bake", level, "--up", "z", "--numbers", "decimal", *words.split(), "--quiet", "-o", mesh], capture_output=True, text=True)
            there = found(json.load(open(mesh))) if done.returncode == 0 else done.stderr
            if done.returncode != 0 or not same(set(links), there):
                wrong += 1
                print(f"{name}:\n  wanted {links}\n  found {there}")
    print(f"{len(CASES)} cases, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
