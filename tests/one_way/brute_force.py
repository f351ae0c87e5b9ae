#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random lattice levels (lattice.py): the one-way links of a bake against what the definitions say at each lattice edge.

  brute_force.py --plumb plumb [--count N] [--seed S] [--keep FOLDER]

Both ways are compared: each link that is expected is there with its greatest stance, and no other is."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import lattice

QUARTER = Fraction(1, 4)


def random_case(rng):
    width, depth = rng.randrange(2, 6), rng.randrange(1, 5)
    squares, walls = {}, {}
    for i in range(width):
        for j in range(depth):
            heights = {rng.randrange(0, 17) * QUARTER for _ in range(rng.choice((0, 1, 1, 1, 2, 3)))}
            if heights:
                squares[i, j] = sorted(heights)
    squares = squares or {(0, 0): [Fraction(0)]}
    for _ in range(rng.choice((0, 0, 1, 3, 6))):
        x, y = rng.randrange(0, 2 * width + 1), rng.randrange(0, 2 * depth + 1)
        if (x + y) % 2 == 1:
            low = rng.randrange(0, 14) * QUARTER
            walls.setdefault((x, y), []).append((low, low + rng.randrange(1, 9) * QUARTER))
    heights = sorted(rng.sample([Fraction(1, 2), Fraction(3, 4), 1, Fraction(5, 4), Fraction(3, 2), 2], rng.choice((1, 1, 2))))
    step = rng.choice((0, QUARTER, Fraction(2, 5)))
    agent = lattice.Agent(heights, min(step, heights[0] / 2))
    if rng.random() < 0.7:
        agent.drop = rng.randrange(2, 13) * QUARTER
    if not agent.drop or rng.random() < 0.7:
        agent.leap = (rng.choice((1, Fraction(3, 2), 2, 3)), rng.randrange(0, 5) * QUARTER)
    if rng.random() < 0.4:
        agent.radius = rng.choice((QUARTER, Fraction(1, 8)))
        agent.window = agent.step + rng.choice((QUARTER, Fraction(1, 8)))
    if agent.drop and rng.random() < 0.3:
        agent.reach = QUARTER
    return lattice.Level(squares, walls), agent


def point(words):
    return tuple(map(Fraction, words))


class Links:
    """Those of a navmesh, asked by a place on an edge."""

    def __init__(self, document, agent):
        self.agent, self.links = agent, []
        for l in document.get("one_way_links", ()):
            a, b = [point(l["from"]), point(l["to"])], list(map(point, l["on_b"]))
            self.links.append((l["kind"], l["stance"], a, b))
            if l["both_ways"]:
                self.links.append((l["kind"], l["stance"], b[::-1], a[::-1]))
        self.asked = 0

    def at(self, square, side, along):
        """{(kind, height where one lands, distance): greatest stance} of what begins there."""
        i, j, z = square
        r = self.agent.radius
        # Against the side, so that the edge runs counter-clockwise around the square.
        x = Fraction(2 * i + 1 + side[0], 2) - side[0] * r + abs(side[1]) * (along - Fraction(1, 2))
        y = Fraction(2 * j + 1 + side[1], 2) - side[1] * r + abs(side[0]) * (along - Fraction(1, 2))
        out = {}
        for kind, stance, a, b in self.links:
            run = (a[1][0] - a[0][0], a[1][1] - a[0][1])
            length = abs(run[0]) + abs(run[1])
            if (run[1], -run[0]) != (side[0] * length, side[1] * length):
                continue
            if (x - a[0][0]) * run[1] != (y - a[0][1]) * run[0]:
                continue
            share = ((x - a[0][0]) * run[0] + (y - a[0][1]) * run[1]) / (length * length)
            start = a[0][2] + share * (a[1][2] - a[0][2])
            if not 0 < share < 1 or (start != z if not r else abs(start - z) >= self.agent.window):
                continue
            land = [b[0][k] + share * (b[1][k] - b[0][k]) for k in range(3)]
            distance = (land[0] - x) * side[0] + (land[1] - y) * side[1] - r
            key = kind, land[2], distance
            out[key] = max(stance, out.get(key, 0))
        return out


def compare(program, level, agent, folder):
    """What differs, and how many links were looked at."""
    scene, mesh = os.path.join(folder, "level.obj"), os.path.join(folder, "nav.json")
    with open(scene, "w") as file:
        file.write(level.obj())
    words = [program, "bake", scene, "--up", "z", *agent.words(), "--quiet", "-o", mesh]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        return [f"status {done.returncode}: {done.stderr}"], 0
    with open(mesh) as file:
        links = Links(json.load(file), agent)
    truth, wrong, expected = lattice.Truth(level, agent), [], 0
    for along in (Fraction(1, 2),) if not agent.radius else (Fraction(1, 16), Fraction(5, 16), Fraction(1, 2), Fraction(15, 16)):
        wanted = truth.links(along)
        expected += len(wanted)
        for (i, j), heights in level.squares.items():
            for z in heights:
                for side in lattice.SIDES:
                    here = {(k[0], k[4], k[5]): s for k, s in wanted.items() if k[1] == (i, j, z) and k[2] == side}
                    found = links.at((i, j, z), side, along)
                    if agent.radius:  # several storeys within the window may begin at one place
                        found = {k: s for k, s in found.items() if k in here or not others(wanted, (i, j, z), side, k, agent)}
                    if here != found:
                        wrong.append(f"from {(i, j, str(z))} to {side} at {along}: {show(here)} wanted, {show(found)} found")
    return wrong, expected


def others(wanted, square, side, key, agent):
    return any(k[1][:2] == square[:2] and k[2] == side and (k[0], k[4], k[5]) == key and abs(k[1][2] - square[2]) < 2 * agent.window for k in wanted)


def show(links):
    return {(k[0], str(k[1]), str(k[2])): s for k, s in links.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="", help="a folder for the first level that is wrong")
    a = parser.parse_args()
    bad, links = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for case in range(a.count):
            level, agent = random_case(random.Random(1000 * a.seed + case))
            wrong, expected = compare(a.plumb, level, agent, folder)
            links += expected
            if wrong:
                bad += 1
                print(f"case {case}: {' '.join(agent.words())}", *wrong[:5], sep="\n  ")
                if a.keep and bad == 1:
                    with open(os.path.join(a.keep, "level.obj"), "w") as file:
                        file.write(level.obj())
    print(f"{a.count} levels, {links} one-way links, {bad} levels wrong")
    return bad > 0 or links < a.count


if __name__ == "__main__":
    sys.exit(main())
