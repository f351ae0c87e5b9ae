#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Forged stores of tiles: what plumb-check --store accepts says what the certificate of the whole level says, however pieces, tiles and the grid were forged.

  tiles_forgeries.py PLUMB PLUMB_CHECK [--cases N] [--count N] [--seed S]    exit status 1 if a forgery is accepted that says something else, or an honest store is refused

--cases: variants of each of the named cases. --count: forgeries of stores of generated levels, of all kinds. The forger is thorough: each piece that it forges has a
certificate and a navmesh that are right for it, and seams.cert says of areas nothing ("-") and of components as many as the forged pieces have."""
import argparse
import collections
import hashlib
import json
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction


class Program:
    def __init__(self, plumb, plumb_check, folder):
        self.plumb, self.plumb_check, self.folder = plumb, plumb_check, folder

    def make(self, *words):
        done = subprocess.run([str(w) for w in (self.plumb, *words)], capture_output=True, text=True)
        return None if done.returncode == 0 else done.stderr.strip()

    def check(self, *words):
        return subprocess.run([str(w) for w in (self.plumb_check, *words)], capture_output=True, text=True)


# A level or a piece: corners as text, and faces by their numbers.
class Mesh:
    def __init__(self, points=(), faces=()):
        self.points, self.faces = list(points), [list(f) for f in faces]

    @classmethod
    def read(cls, text):
        out = cls()
        for line in text.splitlines():
            words = line.split()
            if words[:1] == ["v"]:
                out.points.append(tuple(words[1:4]))
            elif words[:1] == ["f"]:
                out.faces.append([int(w) - 1 for w in words[1:]])
        return out

    def copy(self):
        return Mesh(self.points, self.faces)

    def add(self, corners):
        first = len(self.points)
        self.points += [tuple(number(v) for v in c) for c in corners]
        self.faces.append(list(range(first, len(self.points))))
        return self

    def text(self):
        return "".join(f"v {' '.join(p)}\n" for p in self.points) + "".join(f"f {' '.join(str(v + 1) for v in f)}\n" for f in self.faces)


def number(v):
    if isinstance(v, str):
        return v
    if isinstance(v, float):
        return repr(v)
    v = Fraction(v)
    return f"{float(v):.60f}".rstrip("0").rstrip(".")


def says(text):
    """Verdicts with their areas, and components."""
    return [line.split() for line in text.splitlines() if line.startswith(("  ", "Components"))]


class Store:
    """An honest store, and what it says."""

    def __init__(self, program, level, size, origin, options):
        self.program, self.options, self.up_y = program, options, "z" not in options
        self.level, self.folder = program.folder / "level.obj", program.folder / "store"
        self.level.write_text(level.text())
        shutil.rmtree(self.folder, ignore_errors=True)
        self.wrong = (program.make("tiles", "cut", self.level, "-o", self.folder, "--tiles", size, f"--tile-origin={origin}", "--certificates", "--quiet", *options)
                      or program.make("tiles", "bake", self.folder, "--threads", 1, "--quiet") or program.make("tiles", "seams", self.folder, "--quiet"))
        if self.wrong:
            return
        self.head = self.folder / "seams.cert"
        self.lines = self.head.read_text().splitlines()
        self.files = {p: p.read_text() for p in self.folder.glob("*/*")}
        self.tiles = sorted(p.stem for p in self.folder.glob("pieces/*.obj"))
        self.pieces = {t: Mesh.read(self.files[self.piece(t)]) for t in self.tiles}
        self.plan = (self.folder / "plan.json").read_text()

    def piece(self, tile):
        return self.folder / "pieces" / (tile + ".obj")

    def bake(self, texts):
        """Bakes the tiles of forged pieces, as if the store had been planned with these. What is wrong, or None."""
        plan = json.loads(self.plan)
        plan["tiles"] = [t for t in plan["tiles"] if "_".join(map(str, t["tile"])) not in texts]
        for tile, text in texts.items():
            faces = sum(line.startswith("f") for line in text.splitlines())
            plan["tiles"].append({"tile": [int(v) for v in tile.split("_")], "faces": faces, "sha256": hashlib.sha256(text.encode()).hexdigest()})
            for old in self.folder.glob(f"tiles/{tile}.*"):
                old.unlink()
        plan["tiles"].sort(key=lambda t: t["tile"])
        (self.folder / "plan.json").write_text(json.dumps(plan))
        return self.program.make("tiles", "bake", self.folder, "--threads", 1, "--quiet")

    def asked(self):
        return self.program.check("--store", self.folder, self.level)

    def honest(self):
        """What the store says, or what is wrong: it is refused, or says other areas than the level's certificate."""
        done, whole = self.asked(), self.program.folder / "whole.cert"
        if done.returncode:
            return None, done.stderr.strip()
        wrong = self.program.make("bake", self.level, *self.options, "-o", whole, "--quiet")
        truth = self.program.check(self.level, whole)
        if wrong or truth.returncode:
            return None, wrong or truth.stderr
        areas = [line for line in says(done.stdout) if line[0] != "Components"]
        return says(done.stdout), None if areas == says(truth.stdout) else f"{areas} is not {says(truth.stdout)}"

    def restore(self):
        for path, text in self.files.items():
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        for path in self.folder.glob("*/*"):
            if path not in self.files:
                path.unlink()
        (self.folder / "plan.json").write_text(self.plan)
        self.head.write_text("\n".join(self.lines) + "\n")

    def forged(self, pieces, lines=None):
        """What is said of a store with other pieces, by tile (a Mesh, or text), and with other first lines of seams.cert. None if it is refused."""
        texts = {t: p if isinstance(p, str) else f"#faces 0-{len(p.faces) - 1}\n{p.text()}" for t, p in pieces.items()}
        for tile, text in texts.items():
            self.piece(tile).write_text(text)
        head = [line for line in lines or self.lines if line.split()[0] in ("plumb", "level", "numbers", "up", "grid", "tile")]
        tail = [line for line in self.lines if line.startswith("area ")]
        areas = [f"area {line.split()[1]} -" for line in tail] + [f"end {sum(line.startswith('tile ') for line in head)}"]
        components = collections.Counter(line.split()[1] for line in self.lines if line.startswith("component "))
        names = [line.split()[1] for line in tail[1:-3]]
        baked = False
        for _ in range(40):
            self.head.write_text("\n".join(head + [f"component {name} -" for name in names for _ in range(components[name])] + areas) + "\n")
            done = self.asked()
            if done.returncode == 0:
                return done.stdout
            if "its faces are not those of the level" in done.stderr:
                return None
            if count := re.search(r"stance (\S+) has \d+ components, not (\d+)", done.stderr):
                components[count[1]] = int(count[2])
            elif not baked:  # faces passed, so certificates count
                baked = True
                if self.bake(texts):
                    return None
            else:
                return None
        return None


# ---- Faces whose fans leave their outlines

# Outlines in a square of 10, which the square from (3, 3) to (7, 7) is apart from, or nearly; the fan from the first corner reaches over that.
OUTLINES = [
    [(10, 0), (10, 1), (1, 1), (1, 9), (10, 9), (10, 10), (0, 10), (0, 0)],  # like a C
    [(10, 0), (10, 1), (2, 2), (1, 10), (0, 10), (0, 0)],  # like an L
    [(10, 9), (9, 10), (0, 10), (0, 0), (10, 0), (10, 1), (1, 1), (1, 9), (9, 9), (9, 2), (10, 2)],  # a spiral
    [(0, 0), (1, 0), (1, 9), (9, 9), (9, 0), (10, 0), (10, 10), (0, 10)],  # like a U
    [(0, 0), (10, 0), (8, 1), (2, 1), (0, 10), (0, 2)],
    [(0, 0), (10, 1), (10, 2), (2, 2), (8, 10), (0, 9)],
]


def hanging(rng, center, around, exact):
    """A bent face around a place, with its outline farther than `around` from it, mostly, and its fan over it. A face is fanned that has a corner above another."""
    points = [(Fraction(x), Fraction(y)) for x, y in rng.choice(OUTLINES)]
    scale = around * rng.choice([1, 2, 5]) / 2
    points = [((x - 5) * scale, (y - 5) * scale) for x, y in points]
    if rng.random() < 0.5:
        points = [(-x, y) for x, y in points]
    if exact:
        for _ in range(rng.choice([0, 0, 1, 2, 3])):
            points = [(-y, x) for x, y in points]
    else:
        turn = rng.random() * 2 * math.pi
        points = [(float(x) * math.cos(turn) - float(y) * math.sin(turn), float(x) * math.sin(turn) + float(y) * math.cos(turn)) for x, y in points]
    first = rng.randrange(len(points)) if rng.random() < 0.3 else 0
    points = points[first:] + points[:first]
    bent = rng.randrange(1, len(points)) if rng.random() < 0.9 else None
    if bent:
        points.insert(bent, points[bent])
    slope = [rng.choice([-1, 1]) * Fraction(rng.randrange(23, 32) if rng.random() < 0.8 else rng.randrange(60), 32) for _ in range(2)]  # mostly too steep to stand, and less along x or y
    height = center[2] + Fraction(rng.randrange(1, 60), 32)
    out = []
    for k, (x, y) in enumerate(points):
        z = height + (slope[0] * x + slope[1] * y if exact else float(slope[0]) * x + float(slope[1]) * y) + (Fraction(1, 64) if k == bent else 0)
        out.append((x + center[0], y + center[1], z))
    return out if exact else [tuple(map(float, p)) for p in out]


def outline_meets(points, low, high):
    """Whether what an outline winds around, as its least and greatest x tell between two y, meets a box."""
    xs = []
    for p, q in zip(points, points[1:] + points[:1]):
        if low[1] <= p[1] <= high[1]:
            xs.append(p[0])
        xs += [p[0] + (q[0] - p[0]) * (at - p[1]) / (q[1] - p[1]) for at in (low[1], high[1]) if min(p[1], q[1]) < at < max(p[1], q[1])]
    return bool(xs) and min(xs) <= high[0] and max(xs) >= low[0]


def is_steep_fan(corners):
    """Whether a bent face is the fan from its first corner, as along the axis in which its area is greatest all triangles turn alike; and nobody stands on these."""
    cross = [[sum((p[i] - corners[0][i]) * (q[j] - corners[0][j]) * sign for i, j, sign in ((k - 2, k - 1, 1), (k - 1, k - 2, -1))) for k in range(3)]
             for p, q in zip(corners[1:], corners[2:])]
    area = [sum(c[k] for c in cross) for k in range(3)]
    axis = max((2, 1, 0), key=lambda k: abs(area[k]))
    return all(c[axis] * area[axis] > 0 and c[2] ** 2 < c[0] ** 2 + c[1] ** 2 for c in cross)


def turned(mesh, options):
    """The level with the axes of the options."""
    if "z" in options:
        return mesh
    flip = lambda v: v[1:] if v.startswith("-") else v if Fraction(v) == 0 else "-" + v  # noqa: E731
    return Mesh([(x, z, flip(y)) for x, y, z in mesh.points], mesh.faces)


# ---- The named cases

def forged_face(rng, program):
    """store/forged_face: each piece of a floor gets a face that hangs over the tile, with its outline elsewhere."""
    exact, options = rng.random() < 0.6, list(rng.choice([["--up", "z"], ["--up", "y"], ["--up", "z", "--numbers", "decimal"], ["--up", "z", "--weld", "0.125", "--step", "0.25"],
                                                          ["--up", "z", "--radius", "0.125", "--disc", "8"], ["--up", "z", "--numbers", "float", "--sides", "up"]]))
    width, depth = rng.choice([(1, 1), (2, 1), (4, 3)])
    floor = Mesh().add([(Fraction(x), Fraction(y), 0) for x, y in [(Fraction(1, 4), Fraction(1, 4)), (width - Fraction(1, 4), Fraction(1, 4)),
                                                                  (width - Fraction(1, 4), depth - Fraction(1, 4)), (Fraction(1, 4), depth - Fraction(1, 4))]])
    store = Store(program, turned(floor, options), 1, "0,0", options)
    face = hanging(rng, (Fraction(1, 2), Fraction(1, 2), Fraction(0)), Fraction(rng.choice([3, 4, 6]), 4), exact)
    pieces = {}
    for tile in store.tiles:
        i, j = map(int, tile.split("_"))
        pieces[tile] = store.pieces[tile].copy().add(turned(Mesh().add([(x + i, y + j, z) for x, y, z in face]), options).points)
    return store, pieces


def left_out_quad(rng, program):
    """store/left_out_quad: a bent face of the level is left out of a piece whose floor its fan is above, and its outline is not."""
    options = list(rng.choice([["--up", "z"], ["--up", "y"], ["--up", "z", "--numbers", "decimal"], ["--up", "z", "--weld", "0.125", "--step", "0.25"],
                               ["--up", "z", "--sides", "up"]]))
    reach = Fraction(1, 1024) + (Fraction(1, 4) if "--weld" in options else 0)
    exact = rng.random() < 0.6
    while True:
        corners = [tuple(Fraction(rng.randrange(0, most * 4), 4) if exact else Fraction(rng.random() * most) for most in (10, 10, 20)) for _ in range(rng.choice([4, 4, 5, 6]))]
        a, k = corners[0], rng.randrange(1, len(corners) - 1)
        weights = [Fraction(rng.randrange(1, 16)) for _ in range(3)]
        place = [sum(w * p[axis] for w, p in zip(weights, (a, corners[k], corners[k + 1]))) / sum(weights) for axis in range(3)]
        tile = [math.floor(v) for v in place[:2]]
        low, high = [v - reach for v in tile], [v + 1 + reach for v in tile]
        if is_steep_fan(corners) and not outline_meets(corners, low, high):
            break
    below = Fraction(round((place[2] - Fraction(rng.randrange(8, 50), 32)) * 16), 16)
    x, y = (v + Fraction(1, 4) for v in tile)
    level = Mesh().add([(u, v, below) for u, v in ((x, y), (x + Fraction(1, 2), y), (x + Fraction(1, 2), y + Fraction(1, 2)), (x, y + Fraction(1, 2)))])
    level.add([tuple(float(v) for v in c) for c in corners])
    store = Store(program, turned(level, options), 1, "0,0", options)
    name = f"{tile[0]}_{tile[1]}"
    if store.wrong or name not in store.pieces:
        return store, {}
    piece = store.pieces[name].copy()
    piece.faces = [f for f in piece.faces if len(f) != len(corners) or piece.points[f[0]] == store.pieces[name].points[0]]
    return store, {name: piece}


# ---- Generated levels, and what is forged of them

OPTIONS = [[], ["--step", "0.25"], ["--step", "0.25", "--weld", "0.125"], ["--radius", "0.125", "--disc", "8"], ["--sides", "up"], ["--numbers", "decimal"],
           ["--stance", "crawl=0.5", "--stance", "stand=1.5", "--step", "0.25"], ["--weld", "0.25", "--step", "0.25", "--radius", "0.125", "--disc", "8"], ["--numbers", "float"],
           ["--bad-faces", "drop", "--weld", "0.125"]]


def coordinate(rng, low, high, exact):
    return Fraction(rng.randrange(low * 8, high * 8 + 1), 8) if exact else round(rng.uniform(low, high), 3)


def generated(rng):
    """A level some 4 units wide, and its options."""
    exact = rng.random() < 0.7
    at = lambda low, high: coordinate(rng, low, high, exact)  # noqa: E731
    level = Mesh()
    for _ in range(rng.randrange(1, 4)):  # floors, ramps, ceilings
        x, y, z = at(0, 2), at(0, 2), at(0, 1)
        u, v, rise = x + at(1, 3), y + at(1, 3), rng.choice([0, 0, at(0, 1)])
        ring = [(x, y, z), (u, y, z), (u, v, z + rise), (x, v, z + rise)]
        level.add(ring if rng.random() < 0.8 else ring[::-1])
    for _ in range(rng.randrange(0, 4)):
        kind = rng.randrange(4)
        if kind == 0:  # a wall
            p, q, z = (at(0, 4), at(0, 4)), (at(0, 4), at(0, 4)), at(0, 1)
            level.add([(*p, z), (*q, z), (*q, z + 1), (*p, z + 1)])
        elif kind == 1:  # a bent face
            level.add([(at(-1, 5), at(-1, 5), at(0, 3)) for _ in range(rng.randrange(4, 7))])
        elif kind == 2:
            level.add(hanging(rng, (at(0, 4), at(0, 4), Fraction(0)), Fraction(rng.randrange(1, 9), 8), exact))
        else:  # long and aslant
            level.add([(at(-9, -5), at(-9, -5), at(0, 2)), (at(8, 12), at(8, 12), at(0, 2)), (at(8, 12), at(8, 12), at(0, 2))])
    if rng.random() < 0.2:
        level.faces.append(list(level.faces[0]))
    return level, rng.choice(OPTIONS) + rng.choice([["--up", "z"], ["--up", "z"], ["--up", "y"]])


def change(rng, mesh, tile, size):
    """One face added, left out, moved, bent, doubled, turned, or two exchanged. The name of what was done."""
    faces, f = mesh.faces, rng.randrange(len(mesh.faces))
    kind = rng.choice("add add leave_out leave_out move bend double turn reverse exchange repeat".split())
    i, j = (int(v) for v in tile.split("_"))
    center = (size * (i + Fraction(1, 2)), size * (j + Fraction(1, 2)), Fraction(rng.randrange(0, 8), 8))
    if kind == "add":
        exact = rng.random() < 0.6
        face = hanging(rng, center, size * Fraction(rng.choice([1, 3, 4, 6, 40]), 4), exact)
        mesh.add(face if rng.random() < 0.7 else [tuple(v + (100 if k < 2 else 0) for k, v in enumerate(p)) for p in face])
        if rng.random() < 0.3:
            faces.insert(rng.randrange(len(faces)), faces.pop())
    elif kind == "leave_out":
        if len(faces) == 1:
            return None
        faces.pop(f)
    elif kind in ("move", "bend"):
        k = rng.randrange(len(faces[f]))
        old = mesh.points[faces[f][k]]
        axes = [0, 1] if kind == "move" else [2]
        by = rng.choice([Fraction(1, 1 << 20), Fraction(1, 8), Fraction(-1, 2), Fraction(3), Fraction(-1000), Fraction(10**9)])
        new = tuple(number(Fraction(v) + by) if axis in axes else v for axis, v in enumerate(old))
        if rng.random() < 0.5:
            mesh.points = [new if p == old else p for p in mesh.points]
        else:
            mesh.points.append(new)
            faces[f][k] = len(mesh.points) - 1
    elif kind == "double":
        faces.insert(rng.randrange(len(faces) + 1), list(faces[f]))
    elif kind == "turn":
        faces[f] = faces[f][1:] + faces[f][:1]
    elif kind == "reverse":
        faces[f].reverse()
    elif kind == "exchange":
        g = rng.randrange(len(faces))
        faces[f], faces[g] = faces[g], faces[f]
    else:  # a corner twice
        faces[f].insert(1, faces[f][0])
    return kind


def syntax(rng, text):
    """The same faces, or such as one reading may take for others."""
    lines = text.splitlines()
    vertex = next(k for k, line in enumerate(lines) if line.startswith("v "))
    kind = rng.choice("mark mark_and_other continued carriage late comment unused".split())
    x, y, z = lines[vertex].split()[1:]
    other = f"v {y} {z} {x}"
    if kind in ("mark", "mark_and_other"):
        rest = lines[vertex:]
        if kind == "mark_and_other":
            rest = [other] + rest  # the first vertex is another one, for who does not see it
        return kind, "\ufeff" + "\n".join(rest) + "\n"
    if kind == "continued":
        lines[vertex] = f"v {x} \\\n{y} {z}"
    elif kind == "carriage":
        return kind, "\r\n".join(lines) + "\r\n"
    elif kind == "late":
        lines = [line for line in lines if line.startswith("f")] + [line for line in lines if not line.startswith("f")]
    elif kind == "comment":
        lines[vertex] = f"# \\\n{lines[vertex]} # \\\n{other} # {other}"
    else:
        lines.insert(vertex, other)
    return kind, "\n".join(lines) + "\n"


def forge(rng, store, size):
    """Kind of a forgery, and what is then said of the store; None where it is refused."""
    kind = rng.choice("one one one all all grid tile_gone tile_more swapped text consistent".split())
    tile = rng.choice(store.tiles)
    if kind in ("one", "all", "consistent"):
        tiles = [tile] if kind == "one" else store.tiles
        pieces, done, seed = {}, None, rng.random()
        for t in tiles:
            mesh = store.pieces[t].copy()
            own = random.Random(seed) if kind == "consistent" else rng
            done = change(own, mesh, tile if kind == "consistent" else t, size) or done
            pieces[t] = mesh
        return (f"{kind}: {done}", store.forged(pieces)) if done else (None, None)
    if kind == "swapped":
        other = rng.choice(store.tiles)
        return kind, store.forged({tile: store.files[store.piece(other)], other: store.files[store.piece(tile)]})
    if kind == "text":
        what, text = syntax(rng, store.files[store.piece(tile)])
        return f"text: {what}", store.forged({tile: text})
    lines = list(store.lines)
    if kind == "tile_gone":
        lines.remove(f"tile {tile.replace('_', ' ')}")
        return kind, store.forged({}, lines)
    if kind == "tile_more":
        i, j = map(int, tile.split("_"))
        more = (i + rng.choice([-1, 0, 1, 100]), j + rng.choice([-1, 1, 1 << 49]))
        name = f"{more[0]}_{more[1]}"
        if name in store.tiles:
            return None, None
        all_tiles = sorted([tuple(map(int, t.split("_"))) for t in store.tiles] + [more])
        at = next(k for k, line in enumerate(lines) if line.startswith("tile "))
        lines = lines[:at] + [f"tile {i} {j}" for i, j in all_tiles] + [line for line in lines[at:] if not line.startswith("tile ")]
        return kind, store.forged({name: store.files[store.piece(tile)]}, lines)
    at = next(k for k, line in enumerate(lines) if line.startswith("grid "))
    words = lines[at].split()
    field = rng.randrange(1, 5)
    value = Fraction(words[field])
    words[field] = str(rng.choice([value * 2, value / 2, value + Fraction(1, 8), value - Fraction(1, 1024), -value, value * 10**400, value / 10**400,
                                   value + Fraction(1, 10**400), Fraction(10)**308 * 2, Fraction(0)]))
    lines[at] = " ".join(words)
    if rng.random() < 0.5:  # one tile has all
        level = store.level.read_text()
        lines = [line for line in lines if not line.startswith("tile ")]
        lines.insert(at + 1, rng.choice(["tile 0 0", "tile -1 0", "tile -1 -1"]))
        return "grid, one tile", store.forged({lines[at + 1][5:].replace(" ", "_"): level}, lines)
    return "grid", store.forged({}, lines)


class Report:
    def __init__(self):
        self.counts, self.wrong = collections.Counter(), 0

    def fail(self, what):
        self.wrong += 1
        print(f"FAILED: {what}", flush=True)

    def judge(self, what, said, truth):
        if said is None:
            self.counts[what, "refused"] += 1
        elif says(said) == truth:
            self.counts[what, "says the same"] += 1
        else:
            self.fail(f"{what} is accepted, and says {says(said)}, not {truth}")


def run_cases(program, cases, report):
    for make in (forged_face, left_out_quad):
        for n in range(cases):
            name = f"{make.__name__} {n}"
            store, pieces = make(random.Random(name), program)
            if store.wrong:
                report.fail(f"{name}: {store.wrong}")
                continue
            truth, wrong = store.honest()
            if wrong:
                report.fail(f"{name}: the honest store: {wrong}")
                continue
            report.judge(make.__name__, store.forged(pieces), truth)


def run_generated(program, count, seed, report, each=25):
    done = levels = 0
    while done < count:
        levels += 1
        rng = random.Random(f"{seed} {levels}")
        level, options = generated(rng)
        size = rng.choice([Fraction(1), Fraction(2), Fraction(4), Fraction(1, 2), Fraction(3, 2)])
        store = Store(program, turned(level, options), size, rng.choice(["0,0", "1/3,0.5", "0,-0.125"]), options)
        if store.wrong:  # a face that crosses itself
            continue
        truth, wrong = store.honest()
        if wrong:
            report.fail(f"level {levels} of seed {seed}, honest: {wrong}")
            continue
        for _ in range(each if len(store.tiles) < 24 else 2):  # each checks all tiles
            what, said = forge(rng, store, size)
            store.restore()
            if what:
                done += 1
                report.judge(what, said, truth)
    report.counts["levels", ""] = levels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("plumb_check", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=50)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(args.plumb.resolve(), args.plumb_check.resolve(), pathlib.Path(folder))
        try:
            run_cases(program, args.cases, report)
            run_generated(program, args.count, args.seed, report)
        except KeyboardInterrupt:
            report.fail("interrupted")  # what was done is told
    for (what, how), n in sorted(report.counts.items()):
        print(f"{n:6} {what} {how}")
    print(f"{sum(n for (_, how), n in report.counts.items() if how)} forgeries, {report.wrong} failed")
    sys.exit(report.wrong > 0)


if __name__ == "__main__":
    main()
