#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rooms that are joined by what rounding leaves nothing of: necks, doors, chains of necks, slivers shared by three rooms, junctions, necks with a step or a weld in
them, low necks, and treads that hang together by slivers. Variants of each kind are drawn, with widths from 1e-60 to 0.01, at several scales, places, rotations and axes,
and are baked to .obj, .glb, .tres, .bin and .mset. Read as an engine does (run_exports.py), each file has every room with its area, and a way from each to the others.
usage: necks.py PLUMB [--variants N] [--kind NAME] [--seed N]. Exit status 0 if all held."""
import argparse
import collections
import json
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction as F

from run_exports import Sets, read_bin, read_glb, read_mset, read_obj, read_tres, state

# Cosine and sine of turns that decimals hold exactly.
TURNS = [(F(1), F(0)), (F(0), F(1)), (F(-1), F(0)), (F(3, 5), F(4, 5)), (F(-4, 5), F(3, 5)), (F(7, 25), F(-24, 25)), (F(117, 125), F(44, 125)), (F(-44, 125), F(-117, 125))]
WIDTHS = [F(1, 10**60), F(1, 10**30), F(1, 10**18), F(1, 10**12), F(1, 10**9), F(1, 10**7), F(1, 10**6), F(1, 10**5), F(1, 10**4), F(3, 1000), F(1, 100)]


def decimal(v):
    """Exactly."""
    n, d = v.numerator, v.denominator
    digits = 0
    while d % 10 == 0:
        d, digits = d // 10, digits + 1
    while d != 1:
        assert d % 2 == 0 or d % 5 == 0
        factor = 5 if d % 2 == 0 else 2
        n, d, digits = n * factor, d // (2 if factor == 5 else 5), digits + 1
    text = str(abs(n)).rjust(digits + 1, "0")
    return ("-" if n < 0 else "") + (text[:-digits] + "." + text[-digits:] if digits else text)


def area(ring):
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1])) / 2


class Level:
    """Faces in plan with heights, turned, scaled and moved as a whole; and what has to be found in a file."""

    def __init__(self, rng):
        self.cos, self.sin = rng.choice(TURNS)
        self.scale = rng.choice([F(1), F(1), F(1, 10), F(50)])
        far = rng.choice([0, 0, 1, 1, 100])
        self.at = (F(rng.randint(-9, 9) * far) * self.scale, F(rng.randint(-9, 9) * far) * self.scale)
        self.up = rng.choice("yz")
        self.faces, self.rooms, self.options = [], [], ["--numbers", "decimal", "--sides", "up", "--stance", f"stand={decimal(2 * self.scale)}"]
        self.joined_flush = True  # or only over steps and welds

    def place(self, p):
        x, y, z = (p + (0,))[:3]
        return (self.scale * (self.cos * x - self.sin * y) + self.at[0], self.scale * (self.sin * x + self.cos * y) + self.at[1], self.scale * z)

    def face(self, ring, room=False):
        """Counter-clockwise. A room has to be found, joined to all other rooms."""
        self.faces.append([self.place(p) for p in ring])
        if room:
            ring = self.faces[-1]
            assert area(ring) > 0
            self.rooms.append(tuple(float(sum(p[k] for p in ring) / len(ring)) for k in range(3)))

    def box(self, x0, y0, x1, y1, z=0, room=False):
        self.face([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], room)

    def obj(self):
        lines, count = [], 0
        for ring in self.faces:
            for x, y, z in ring:
                lines.append("v " + " ".join(decimal(v) for v in ((x, y, z) if self.up == "z" else (x, z, -y))))
            lines.append("f " + " ".join(str(count + 1 + i) for i in range(len(ring))))
            count += len(ring)
        return "\n".join(lines) + "\n"


def sizes(rng):
    return F(rng.randint(1, 12)), F(rng.choice([2, 5, 10, 500]))


# Each kind draws a level.

def neck(rng):
    level, w = Level(rng), rng.choice(WIDTHS)
    (a, high), (b, _) = sizes(rng), sizes(rng)
    long, at = F(rng.randint(1, 8), 4), high * F(rng.randint(0, 9), 10)
    level.box(-a, 0, 0, high, room=True)
    level.box(0, at, long, at + w)
    level.box(long, F(-rng.randint(0, 3)), long + b, high + 1, room=True)
    return level


def chain(rng):
    level, w, x = Level(rng), rng.choice(WIDTHS), F(0)
    level.box(-3, 0, 0, 5, room=True)
    at = F(rng.randint(0, 4))
    for i in range(rng.randint(2, 5)):
        long = F(rng.randint(1, 8), 4)
        level.box(x, at, x + long, at + w)
        x += long
        if rng.random() < 0.3:
            w = rng.choice(WIDTHS)
    level.box(x, -1, x + 4, 6, room=True)
    return level


def corner(rng):
    """A neck that turns."""
    level, w = Level(rng), rng.choice(WIDTHS)
    level.box(-3, 0, 0, 5, room=True)
    level.box(0, 2, 3, 2 + w)
    level.box(3, 2, 3 + w, 2 + w)
    level.box(3, 2 + w, 3 + w, 7)
    level.box(1, 7, 6, 9, room=True)
    return level


def door(rng):
    """A doorway that a disc passes, just so."""
    level, w = Level(rng), rng.choice(WIDTHS)
    r = F(rng.choice([1, 2, 3]), 10)
    level.cos, level.sin = rng.choice(TURNS[:3])  # others let pass less, or nobody: discs are polygons
    level.box(0, 0, 5, 10, room=True)
    level.box(5, 5 - r - w / 2, 6, 5 + r + w / 2)
    level.box(6, 0, 6 + rng.randint(3, 9), 10, room=True)
    level.options += ["--radius", decimal(r * level.scale)]
    return level


def three(rng):
    """A sliver shared by three rooms."""
    level, w = Level(rng), rng.choice(WIDTHS)
    level.face([(0, w), (-4, 4), (-5, -3), (0, 0)], room=True)
    level.face([(0, 0), (1, -5), (6, -3), (w, 0)], room=True)
    level.face([(w, 0), (5, 4), (2, 6), (0, w)], room=True)
    level.face([(0, 0), (w, 0), (0, w)])
    return level


def junction(rng):
    """A neck that ends where two rooms meet, or at a corner of one."""
    level, w = Level(rng), rng.choice(WIDTHS)
    level.box(-4, 0, 0, 3, room=True)
    level.box(-4, 3, 0, 6, room=True)
    at = rng.choice([F(3), 3 - w / 2, 3 - w, F(0), 6 - w])
    level.box(0, at, 2, at + w)
    level.box(2, rng.choice([at, F(-1)]), 5, 7, room=True)
    if rng.random() < 0.5:
        level.box(-8, 3, -4, 3 + w)
        level.box(-11, 0, -8, 5, room=True)
    return level


def corners_meet(rng):
    """Two rooms that overlap by so much at their corners."""
    level, w = Level(rng), rng.choice(WIDTHS)
    level.box(-3, 0, 0, 4, room=True)
    if rng.random() < 0.5:
        level.box(0, 4 - w, 5, 9, room=True)
    else:
        level.box(0, -6, 2, w, room=True)
    return level


def step(rng):
    """A neck with a step in it, or at its end."""
    level, w = Level(rng), rng.choice(WIDTHS)
    z = F(rng.choice([1, 2, 3]), 10)
    level.box(-3, 0, 0, 5, room=True)
    level.box(0, 2, 1, 2 + w)
    level.box(1, 2, 2, 2 + w, z)
    level.box(2, -1, 5, 6, rng.choice([z, 2 * z]), room=True)
    level.options += ["--step", decimal(F(1, 2) * level.scale)]
    level.joined_flush = False
    return level


def weld(rng):
    """A neck with a gap in it."""
    level, w = Level(rng), rng.choice(WIDTHS)
    gap = rng.choice([F(1, 10), F(1, 1000), F(1, 10**6)])
    level.box(-3, 0, 0, 5, room=True)
    level.box(0, 2, 1, 2 + w)
    level.box(1 + gap, 2, 2, 2 + w)
    level.box(2, -1, 5, 6, room=True)
    level.options += ["--weld", decimal(F(1, 5) * level.scale)]
    level.joined_flush = False
    return level


def ramp(rng):
    """A narrow ramp."""
    level, w = Level(rng), rng.choice(WIDTHS)
    z = F(rng.randint(-3, 3), 4)
    level.box(-3, 0, 0, 5, room=True)
    level.face([(0, 2, 0), (1, 2, z), (1, 2 + w, z), (0, 2 + w, 0)])
    level.box(1, -1, 5, 6, z, room=True)
    return level


def turned(rng):
    """A neck turned by any angle, in doubles; its corners are corners of the rooms, which are hardly convex then."""
    level, w = Level(rng), rng.choice([w for w in WIDTHS if w > F(1, 10**13)])
    level.options[1] = "double"
    angle, at, x = rng.uniform(0, 6.3), F(rng.randint(1, 3)), F(rng.randint(1, 8), 4)
    level.cos, level.sin = F(math.cos(angle)), F(math.sin(angle))
    exact = level.place
    level.place = lambda p: tuple(F(float(v)) for v in exact(p))
    level.face([(-3, 0), (0, 0), (0, at), (0, at + w), (0, 5), (-3, 5)], room=True)
    level.face([(0, at), (x, at), (x, at + w), (0, at + w)])
    level.face([(x, -1), (x + 4, -1), (x + 4, 6), (x, 6), (x, at + w), (x, at)], room=True)
    return level


def low(rng):
    """A neck under a ceiling, for those who crouch."""
    level = neck(rng)
    level.options = level.options[:4] + ["--stance", f"crouch={decimal(level.scale)}", "--stance", f"stand={decimal(2 * level.scale)}"]
    level.faces.append([(x, y, z + F(3, 2) * level.scale) for x, y, z in level.faces[1]][::-1])
    return level


def treads(rng):
    """Treads that hang together by slivers: corners of neighbours differ in their last digits."""
    level = Level(rng)
    level.cos, level.sin, level.at = F(1), F(0), (F(20), F(17))
    level.scale = F(1)
    n, noise = rng.randint(3, 6), F(1, 10**rng.choice([5, 6, 7]))
    wobble = lambda: noise * rng.randint(-9, 9)
    for i in range(n):
        z, x = F(i, 4), F(i, 2)
        level.face([(x + wobble(), wobble(), z), (x + F(1, 2) + wobble(), wobble(), z), (x + F(1, 2) + wobble(), 2 + wobble(), z), (x + wobble(), 2 + wobble(), z)])
    level.face([(F(-1), F(-1), F(-1, 4)), (F(n), F(-1), F(n, 2) - F(1, 4)), (F(n), F(1) + wobble(), F(n, 2) - F(1, 4)), (F(-1), F(1) + wobble(), F(-1, 4))])
    level.options = ["--numbers", "decimal", "--sides", "up", "--stance", "stand=1.4", "--step", "0.6", "--slope", "46"]
    level.rooms = None
    return level


KINDS = [neck, chain, corner, door, three, junction, corners_meet, step, weld, ramp, turned, low, treads]


def inside(ring, x, y):
    return all((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0 for a, b in zip(ring, ring[1:] + ring[:1]))


def nearest(rings, p):
    """The polygon that is nearest to a place, as Detour looks for that which a connection ends on: some are a number wide."""
    def far(ring):
        height = max(min(v[2] for v in ring) - p[2], p[2] - max(v[2] for v in ring), 0)
        if inside(ring, *p[:2]):
            return height
        edges = []
        for a, b in zip(ring, ring[1:] + ring[:1]):
            dx, dy = b[0] - a[0], b[1] - a[1]
            share = min(1, max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
            edges.append(math.hypot(a[0] + share * dx - p[0], a[1] + share * dy - p[1]))
        return min(edges) + height
    return min(range(len(rings)), key=lambda i: far(rings[i]))


def connections(path, kind):
    """Ends of off-mesh connections, z up."""
    data, out = path.read_bytes(), []
    tiles = [data]
    if kind == "mset":
        at, tiles = 40, []
        for _ in range(struct.unpack_from("<i", data, 8)[0]):
            _, size = struct.unpack_from("<Ii", data, at)
            tiles.append(data[at + 8:at + 8 + size])
            at += 8 + size
    for tile in tiles:
        polygons, vertices, links, details, detail_vertices, triangles, nodes, count = struct.unpack_from("<8i", tile, 24)
        at = 100 + 12 * vertices + 32 * polygons + 12 * links + 12 * details + 12 * detail_vertices + 4 * triangles + 16 * nodes
        for i in range(count):
            x0, y0, z0, x1, y1, z1 = struct.unpack_from("<6f", tile, at + 36 * i)
            out.append(((x0, -z0, y0), (x1, -z1, y1)))
    return out


def islands(rings, beyond):
    """Polygons joined by the neighbours they name or, without such, by edges between equal corners."""
    sets, known = Sets(len(rings)), {}
    for i, ring in enumerate(rings):
        if beyond is not None:
            for j in beyond[i]:
                sets.unite(i, j)
            continue
        for k in range(len(ring)):
            sets.unite(i, known.setdefault(frozenset((ring[k - 1], ring[k])), i))
    return sets


def judge(level, base, kind, report, total):
    """What is wrong with a file that should have so much area."""
    path, faults = base.with_suffix("." + kind), []
    beyond = None
    if kind in ("bin", "mset"):
        tiles = read_bin(path) if kind == "bin" else read_mset(path)
        tiles.join_sides()
        rings, beyond = tiles.rings, tiles.beyond
    else:
        groups = read_obj(path, level.up) if kind == "obj" else read_glb(path, None) if kind == "glb" else read_tres(path, "all")
        rings = [ring for name, rings in groups.items() if name in ("all", "crouch", "stand") or name.startswith("link") for ring in rings]
    states = collections.Counter(state(ring) for ring in rings)
    if set(states) - {"kept"}:
        faults.append(f"polygons {dict(states)}")
    sets = islands(rings, beyond)
    at = lambda p: next((i for i, ring in enumerate(rings) if inside(ring, p[0], p[1]) and min(v[2] for v in ring) - 0.3 <= p[2] <= max(v[2] for v in ring) + 0.3), None)
    if beyond is not None:
        for a, b in connections(path, kind):
            sets.unite(nearest(rings, a), nearest(rings, b))
    found = sum(map(area, rings))
    facts = report["conforming"]["." + kind]
    around = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for ring in rings for a, b in zip(ring, ring[1:] + ring[:1]))
    if abs(total - found) > 1e-4 * total and abs(total - found) > facts["moved"] * around:  # numbers may lie that far apart
        faults.append(f"area {found:.9g} of {total:.9g}, where corners move by {facts['moved']:.3g}")
    if level.rooms is None:
        if sum(facts["lost"]) and facts["area_lost"] > 1e-6 * total:
            faults.append(f"lost {facts['lost']} of area {facts['area_lost']:.3g}")
        return faults
    homes = [at(c) for c in level.rooms]
    if None in homes:
        faults.append(f"room {homes.index(None)} is not there")
    elif len({sets.find(h) for h in homes}) > 1:
        if level.joined_flush or kind in ("bin", "mset"):
            faults.append("rooms are apart")
        elif kind == "tres" and not report["links"]["left_out"]:
            faults.append("rooms are apart, and no link is left out")
    return faults


def run(plumb, kind, seed, keep):
    rng = random.Random(f"{kind.__name__} {seed}")
    level = kind(rng)
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder) / "x"
        base.with_suffix(".obj").with_name("level.obj").write_text(level.obj())
        scene = base.with_name("level.obj")
        tile = rng.choice([[], ["--tile", decimal(F(rng.choice([3, 7, 50])) * level.scale)]])
        command = [plumb, "bake", str(scene), *tile, "--up", level.up, *level.options, "--report", f"{base}.report.json", "-o", f"{base}.json", "--threads", "1"]
        for k in ("obj", "glb", "tres", "bin", "mset"):
            command += ["-o", f"{base}.{k}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        name = f"{kind.__name__} {seed}"
        if done.returncode != 0:
            return [f"{name}: exit {done.returncode}: {done.stderr.strip()}"], False
        report = json.loads(pathlib.Path(f"{base}.report.json").read_text())
        joined = report["graph"]["components"][0] == 1
        if level.rooms is not None and not joined:
            return [f"{name}: the exact navmesh is {report['graph']['components']}"], None
        lines = []
        total = sum(s["area"]["approx"] for s in report["area"]["stances"])
        for k in ("obj", "glb", "tres", "bin", "mset"):
            lines += [f"{name} .{k}: {fault}" for fault in judge(level, base, k, report, total)]
        if keep and lines:
            (pathlib.Path(keep) / f"{kind.__name__}_{seed}.obj").write_text("# " + " ".join(["--up", level.up] + level.options) + "\n" + level.obj())
        return lines, not lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plumb")
    parser.add_argument("--variants", type=int, default=50)
    parser.add_argument("--kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", help="a folder for the levels of which a file is wrong")
    args = parser.parse_args()
    wrong = 0
    with ThreadPoolExecutor(2) as pool:
        for kind in KINDS:
            if args.kind and kind.__name__ != args.kind:
                continue
            bad = drawn = 0
            for lines, held in pool.map(lambda s: run(args.plumb, kind, s, args.keep), range(args.seed, args.seed + args.variants)):
                if lines:
                    print("\n".join(lines), flush=True)
                drawn += held is not None
                bad += held is False
            print(f"{kind.__name__}: {drawn} of {args.variants} drawn are one component; {bad} wrong", flush=True)
            wrong += bad
            if drawn < args.variants * 4 // 5:
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
