#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges what `plumb bake --radius` leaves, by the definition alone and in fractions (docs/theory/definitions.md, Radius).

  clearance_oracle.py --plumb PLUMB --scene SCENE --radius R [bake options]   one level
  clearance_oracle.py --plumb PLUMB --examples DIR [--every N]                the shipped ones, with several options; of these bakes every Nth
  clearance_oracle.py --plumb PLUMB --scenes DIR                              shared ones, with a sixth of the highest stance
  --points N, --seed S: of each level, 1000 and 1

Bakes a scene without a radius and unmerged, reads its exact JSON, works out the border of each stance and, point by point, the greatest
stance that the true disc leaves. Then bakes both bounds: at no point may the inner one leave a higher stance, or the outer one a lower. Points
are random ones of every cell where somebody stands, and corners of cells, which lie where bodies meet, a little moved.
Prints how many points were judged, and fails on the first that is wrong."""
import argparse
import collections
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction


def bake(plumb, scene, options, folder):
    out = pathlib.Path(folder) / "out.json"
    subprocess.run([plumb, "bake", scene, "--quiet", "--optimise", "none", *options, "-o", out], check=True)
    return json.loads(out.read_text())


def point(texts, up):
    x, y, z = map(Fraction, texts)
    return (x, -z, y) if up == "y" else (x, y, z)


def sub(p, q):
    return tuple(a - b for a, b in zip(p, q))


def cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


class Cells:
    """The facets of a bake, by the polygon that they are cut of."""

    def __init__(self, mesh):
        up = mesh["options"]["up"]
        self.cells = []
        self.of_surface = collections.defaultdict(list)
        for number, c in enumerate(mesh["cells"]):
            assert len(c["facets"]) == 1
            facet = c["facets"][0]
            corners = [point(v, up) for v in facet["vertices"]]
            box = [[float(f(p[k] for p in corners)) for k in (0, 1)] for f in (min, max)]
            self.cells.append((c["stance"], corners))
            self.of_surface[facet["surface"]].append((c["stance"], corners, box))
        self.surfaces = [c["facets"][0]["surface"] for c in mesh["cells"]]
        self.portals = [(p["a"], p["b"], p["stance"], [point(v, up) for v in (p["from"], p["to"])],
                         [point(v, up) for v in p.get("on_b", (p["from"], p["to"]))]) for p in mesh["portals"]]

    def stance_at(self, surface, p):
        """Of the cell around a point of a polygon; None on the boundary of one."""
        x, y = float(p[0]), float(p[1])
        e = 1e-9 * (1 + abs(x) + abs(y))
        for stance, corners, (low, high) in self.of_surface[surface]:
            if x < low[0] - e or y < low[1] - e or x > high[0] + e or y > high[1] + e:
                continue
            sides = [cross(sub(b, a), sub(p, a)) for a, b in zip(corners, corners[1:] + corners[:1])]
            if min(sides) > 0:
                return stance
            if min(sides) == 0:
                return None
        raise SystemExit(f"no cell of polygon {surface} holds {tuple(map(str, p))}")


class Border:
    """Of one stance: segments, in squares of a grid that they may reach into."""

    def __init__(self, cells, stance, radius):
        covered = collections.defaultdict(list)
        for a, b, admits, on_a, on_b in cells.portals:
            if admits >= stance:
                covered[a].append(on_a)
                covered[b].append(on_b)
        self.segments = []
        for number, (label, corners) in enumerate(cells.cells):
            if label < stance:
                continue
            for p, q in zip(corners, corners[1:] + corners[:1]):
                for a, b in self.rest(p, q, covered[number]):
                    self.segments.append((a, b))
        boxes = [[[float(f(a[k], b[k])) for k in (0, 1)] for f in (min, max)] for a, b in self.segments]
        reach = radius * (1 + 1e-9) + 1e-9 * (1 + max((abs(v) for box in boxes for end in box for v in end), default=0))
        size = [max((box[1][k] for box in boxes), default=0) - min((box[0][k] for box in boxes), default=0) for k in (0, 1)]
        self.square = max(2 * reach, max(size) / 256)
        self.grid = collections.defaultdict(list)
        for number, (low, high) in enumerate(boxes):
            x, y = (range(int((low[k] - reach) // self.square), int((high[k] + reach) // self.square) + 1) for k in (0, 1))
            for i in x:
                for j in y:
                    self.grid[i, j].append(number)

    @staticmethod
    def rest(p, q, parts):
        run = sub(q, p)
        axis = 0 if run[0] else 1
        taken = []
        for a, b in parts:
            if cross(run, sub(a, p)) or cross(run, sub(b, p)):
                continue
            t = sorted((e[axis] - p[axis]) / run[axis] for e in (a, b))
            taken.append((max(t[0], 0), min(t[1], 1)))
        at = Fraction(0)
        place = lambda t: tuple(o + t * d for o, d in zip(p, run))
        for low, high in sorted(taken):
            if low >= high:
                continue
            if low > at:
                yield place(at), place(low)
            at = max(at, high)
        if at < 1:
            yield place(at), q

    def takes(self, p, radius, window):
        here = self.grid.get((int(float(p[0]) // self.square), int(float(p[1]) // self.square)), ())
        return any(self.near(p, *self.segments[i], radius, window) for i in here)

    @staticmethod
    def near(p, a, b, radius, window):
        """Is a point of the segment nearer in plan than the radius, and in height than the window?"""
        low, high = Fraction(0), Fraction(1)
        rise = b[2] - a[2]
        if rise == 0:
            if abs(p[2] - a[2]) >= window:
                return False
        else:
            ends = sorted((p[2] + v - a[2]) / rise for v in (-window, window))
            low, high = max(low, ends[0]), min(high, ends[1])
            if low >= high:
                return False
        run = (b[0] - a[0], b[1] - a[1])
        away = (p[0] - a[0], p[1] - a[1])
        t = (run[0] * away[0] + run[1] * away[1]) / (run[0] ** 2 + run[1] ** 2)
        t = min(max(t, low), high)
        dx, dy = away[0] - t * run[0], away[1] - t * run[1]
        return dx * dx + dy * dy < radius * radius


def inner_points(corners, random_, count):
    """Points inside of a convex ring, on its plane."""
    for _ in range(count):
        weights = [Fraction(random_.randint(1, 1 << 20)) for _ in corners]
        whole = sum(weights)
        yield tuple(sum(w * c[k] for w, c in zip(weights, corners)) / whole for k in range(3))


def samples(before, after, random_, count):
    """(polygon, place in plan) of as many points."""
    cut = [(s, corners) for (stance, corners), s in zip(after.cells, after.surfaces) if stance > 0 or stance == -3]
    if not cut:
        return
    standing = [(s, corners) for (stance, corners), s in zip(before.cells, before.surfaces) if stance > 0]
    weights = [math.sqrt(abs(float(sum(cross(sub(b, c[0]), sub(d, c[0])) for b, d in zip(c[1:], c[2:]))))) + 1e-12
               for _, c in standing]
    for s, corners in random_.choices(standing, weights, k=count // 2):
        yield s, next(inner_points(corners, random_, 1))
    for s, corners in random_.choices(cut, k=count - count // 2):
        middle = next(inner_points(corners, random_, 1))
        corner = random_.choice(corners)
        t = Fraction(1, 1 << random_.randint(1, 40))
        yield s, tuple(c + t * (m - c) for c, m in zip(corner, middle))


def judge(plumb, scene, options, radius, count, seed):
    """One line about a level; SystemExit says what is wrong."""
    random_ = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        before = Cells(bake(plumb, scene, options, folder))
        bounds = {}
        for bound in ("inner", "outer"):
            mesh = bake(plumb, scene, [*options, "--radius", radius, "--clearance", bound], folder)
            window = Fraction(mesh["options"]["window"])
            bounds[bound] = Cells(mesh)
    highest = max((stance for stance, _ in before.cells), default=0)
    r = Fraction(radius)
    borders = {s: Border(before, s, float(r)) for s in range(1, highest + 1)}
    judged = taken = 0
    for surface, p in samples(before, bounds["inner"], random_, count):
        headroom = before.stance_at(surface, p)
        if headroom is None or headroom < 1:
            continue
        truth = next((s for s in range(headroom, 0, -1) if not borders[s].takes(p, r, window)), 0)
        taken += truth != headroom
        for bound, cells in bounds.items():
            stance = cells.stance_at(surface, p)
            if stance is None:
                continue
            judged += 1
            if (stance > truth if bound == "inner" else max(stance, 0) < truth):
                raise SystemExit(f"{scene} {' '.join(options)}: at {tuple(map(str, p))} of polygon {surface} the {bound} bound "
                                 f"leaves {stance}, the disc {truth}, headroom {headroom}")
    return (f"{pathlib.Path(scene).name} --radius {radius}: {judged} judged, at {taken} places less than headroom is left; border segments "
            + (", ".join(str(len(b.segments)) for b in borders.values()) or "none"))


# Of the examples that are shipped: radius and other options.
EXAMPLES = ["0.3", "1 --step 0.4 --weld 0.25", "0.25 --stance crawl=0.5 --stance crouch=1 --stance stand=1.8 --step 0.3 --weld 0.2 --disc 8",
            "0.7 --window 0.0001 --disc 4", "1/3 --sides up --solids closed --stance crouch=1 --stance stand=2 --disc 32 --window 5"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--scene")
    what.add_argument("--examples", type=pathlib.Path)
    what.add_argument("--scenes", type=pathlib.Path)
    parser.add_argument("--radius")
    args, options = parser.parse_known_args()
    work = []
    if args.scene:
        work.append((args.scene, options, args.radius))
    if args.examples:
        for scene in sorted(args.examples.glob("*.obj")):
            for line in EXAMPLES:
                radius, *others = line.split()
                work += [(scene, ["--bad-faces", "drop", "--up", up, *others], radius) for up in ("zy" if scene.stem == "ruin" else "z")]  # it once ended in a crash on its side
    work = work[::args.every]
    if args.scenes:
        if not (args.scenes / "MANIFEST.tsv").exists():
            print("skipped: no scenes")
            return 77
        sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "scenes"))
        import run_scenes
        manifest = run_scenes.read_manifest(args.scenes / "MANIFEST.tsv")
        for folder in run_scenes.FOLDERS:
            for scene in sorted((args.scenes / folder).glob("*.obj")):
                up, heights, step = run_scenes.scene_options(manifest, f"{folder}/{scene.name}")
                stances = [word for n, h in zip(("crawl", "crouch", "stand"), heights) for word in ("--stance", f"{n}={h}")]
                work.append((scene, ["--bad-faces", "drop", "--up", up, "--step", step, *stances], str(Fraction(heights[-1]) / 6)))
    for scene, others, radius in work:
        print(judge(args.plumb, scene, others, radius, args.points, args.seed), flush=True)
    print(f"{len(work)} bakes agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
