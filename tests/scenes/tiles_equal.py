#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels in one piece and tile by tile, and compares both in fractions, by code of its own: in each tile the area of each verdict on each plane, of each stance
the components with the area of each, and the stretches of walls.

  tiles_equal.py PLUMB LEVEL... [--tiles S] [--origin A,B] [-- OPTIONS]    prints a line a level; exit status 1 if anything differs
  tiles_equal.py PLUMB --generated N                                       N generated scenes of each family, each with lines through a corner; every other one
                                                                           with a radius and welds as well"""
import argparse
import collections
import functools
import json
import math
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "certificate"))
from exact import Fraction  # noqa: E402

read = functools.cache(Fraction)  # of coordinates, most of which cells share


def point(p, up):
    """In plan, then the height, as tiles count: with y up, (x, y, z) is (x, -z) at y."""
    x, y, z = map(read, p)
    return (x, -z, y) if up == "y" else (x, y, z)


def clipped(ring, axis, at, sign):
    """What of a convex ring is where sign * (coordinate - at) >= 0."""
    out = []
    for p, q in zip(ring, ring[1:] + ring[:1]):
        a, b = sign * (p[axis] - at), sign * (q[axis] - at)
        if a >= 0:
            out.append(p)
        if (a < 0 < b) or (b < 0 < a):
            share = a / (a - b)
            out.append(tuple(u + share * (v - u) for u, v in zip(p, q)))
    return out


def area(ring):
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(ring, ring[1:] + ring[:1])) / 2


def plane(ring):
    """Slopes and height at the origin."""
    for i in range(1, len(ring) - 1):
        (ax, ay, az), (bx, by, bz) = (tuple(u - v for u, v in zip(ring[k], ring[0])) for k in (i, i + 1))
        det = ax * by - ay * bx
        if det:
            sx, sy = (az * by - ay * bz) / det, (ax * bz - az * bx) / det
            return sx, sy, ring[0][2] - sx * ring[0][0] - sy * ring[0][1]
    return None


class Tiles:
    def __init__(self, size, origin):
        self.size, self.origin = Fraction(size), tuple(map(Fraction, origin))

    def line(self, axis, k):
        return self.origin[axis] + k * self.size

    def span(self, values, axis):
        low, high = ((f(values) - self.origin[axis]) / self.size for f in (min, max))
        return range(math.floor(low), math.floor(high) + 1)

    def cut(self, ring, axis):
        """What of a ring is between which lines; all of it, where it is between two."""
        places = self.span([p[axis] for p in ring], axis) if ring else ()
        for k in places:
            yield k, ring if len(places) == 1 else clipped(clipped(ring, axis, self.line(axis, k), 1), axis, self.line(axis, k + 1), -1)

    def parts(self, ring):
        """What of a ring is in which tile, where that has an area."""
        for i, column in self.cut(ring, 0):
            for j, part in self.cut(column, 1):
                if len(part) > 2 and area(part):
                    yield (i, j), part


def sums(mesh, up, tiles):
    """By tile, verdict and plane: the area. `tiles`: cuts; or the number of the tile that all is in."""
    out = collections.Counter()
    for cell in mesh["cells"]:
        for facet in cell["facets"]:
            ring = [point(p, up) for p in facet["vertices"]]
            for tile, part in tiles.parts(ring) if isinstance(tiles, Tiles) else [(tiles, ring)]:
                out[tile, cell["stance"], plane(ring)] += area(part)
    return out


def walls(mesh, up, tiles):
    """By the line in space and who may cross: the stretches along it, joined; each cut at the lines between tiles if `tiles` is given."""
    spans = collections.defaultdict(set)
    for o in mesh["obstructions"]:
        p, q = sorted((point(o["from"], up), point(o["to"], up)))
        along = 0 if p[0] != q[0] else 1
        run = q[along] - p[along]
        slopes = tuple((q[k] - p[k]) / run for k in range(3))
        spans[along, slopes, tuple(p[k] - slopes[k] * p[along] for k in range(3)), o["may_cross"]].add((p[along], q[along]))
    return spans


def joined(spans):
    out = {}
    for key, list_ in spans.items():
        merged = []
        for low, high in sorted(list_):
            if merged and low <= merged[-1][1]:
                merged[-1][1] = max(high, merged[-1][1])
            else:
                merged.append([low, high])
        out[key] = merged
    return out


def components(mesh, up, stance):
    parent = list(range(len(mesh["cells"])))

    def find(v):
        while parent[v] != v:
            parent[v] = v = parent[parent[v]]
        return v
    for p in mesh["portals"]:
        if p["stance"] >= stance:
            parent[find(p["a"])] = find(p["b"])
    out = collections.Counter()
    for i, cell in enumerate(mesh["cells"]):
        if cell["stance"] >= stance:
            out[find(i)] += sum(area([point(p, up) for p in f["vertices"]]) for f in cell["facets"])
    return sorted(out.values())


def compare(plumb, level, size, origin, options, folder):
    """What differs, and what is told of the level."""
    one, store = folder / "one.json", folder / "store"
    subprocess.run([plumb, "bake", level, *options, "-o", one, "--quiet"], check=True)
    subprocess.run([plumb, "tiles", "cut", level, "-o", store, "--tiles", size, "--tile-origin", ",".join(origin), *options, "--exact-digits", "0", "--quiet"],
                   check=True)
    subprocess.run([plumb, "tiles", "bake", store, "--quiet"], check=True)
    done = subprocess.run([plumb, "tiles", "seams", store, "--quiet"], capture_output=True, text=True)
    if done.returncode:
        return [f"seams: exit status {done.returncode}: {done.stderr.strip()}"], ""
    mesh = json.loads(one.read_text())
    up = mesh["options"]["up"]
    # The origin is told in the axes of the input; tiles count along -z where y is up.
    tiles = Tiles(size, (origin[0], -Fraction(origin[1]) if up == "y" else origin[1]))
    whole, parts, stretches = sums(mesh, up, tiles), collections.Counter(), collections.defaultdict(set)
    plan = json.loads((store / "plan.json").read_text())
    cells = 0
    for piece in plan["tiles"]:
        tile = tuple(piece["tile"])
        part = json.loads((store / "tiles" / f"{tile[0]}_{tile[1]}.json").read_text())
        cells += len(part["cells"])
        parts += sums(part, up, tile)
        for key, list_ in walls(part, up, None).items():
            stretches[key] |= list_
        (left, right), (near, far) = ((tiles.line(axis, tile[axis]), tiles.line(axis, tile[axis] + 1)) for axis in (0, 1))
        corners = {point(v, up)[:2] for cell in part["cells"] for facet in cell["facets"] for v in facet["vertices"]}
        if not all(left <= x <= right and near <= y <= far for x, y in corners):
            return [f"tile {tile} has a corner outside"], ""
    wrong = [f"{sum(whole[k] != parts[k] for k in whole | parts)} of {len(whole | parts)} areas differ"] if whole != parts else []
    if joined(walls(mesh, up, tiles)) != joined(stretches):
        wrong.append("walls differ")
    totals, told = (json.loads((store / file).read_text()) for file in ("seams.json", "components.json"))
    counts = []
    for number, stance in enumerate(told["stances"], 1):
        if totals["stances"][number - 1]["components"] != len(stance["components"]):
            wrong.append(f"seams.json and components.json do not agree on {stance['name']}")
        found, truth = sorted(Fraction(c["area"]["exact"]) for c in stance["components"]), components(mesh, up, number)
        counts.append(len(truth))
        if found != truth:
            wrong.append(f"components of {stance['name']} differ: {len(truth)} in one piece, {len(found)} of tiles")
    return wrong, f"{len(plan['tiles'])} tiles, {len(whole)} areas, components {counts}, cells {len(mesh['cells'])} and {cells}"


def generated(plumb, count, folder):
    """Levels on thresholds: file, width of tiles, origin, options."""
    families = [line.split()[0] for line in subprocess.run([plumb, "generate", "--list"], check=True, capture_output=True, text=True).stdout.splitlines()]
    for family in families:
        for seed in range(count):
            level, expected = folder / f"{family}_{seed}.obj", folder / "expected.json"
            subprocess.run([plumb, "generate", family, "--seed", str(seed), "-o", level, "--expect", expected, "--quiet"], check=True)
            told = json.loads(expected.read_text())
            options = told["bake"][:told["bake"].index("--exact-digits")]
            if seed % 2 and told["options"]["radius"] == told["options"]["weld"] == "0":
                options += ["--radius", "1/4", "--disc", "8", "--weld", "1/4"]
            corners = [[Fraction(word) for word in line.split()[1:4]] for line in level.read_text().splitlines() if line.startswith("v ")]
            if told["options"]["up"] == "y":
                corners = [(x, z) for x, _, z in corners]
            spans = [max(p[k] for p in corners) - min(p[k] for p in corners) for k in (0, 1)]
            yield level, str(max(spans) / 3), [str(corners[0][0]), str(corners[0][1])], options


def main():
    sys.set_int_max_str_digits(0)  # exact areas are long
    arguments, options = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, options = arguments[:at], arguments[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb")
    parser.add_argument("levels", nargs="*", type=pathlib.Path)
    parser.add_argument("--generated", type=int, default=0)
    parser.add_argument("--tiles", default="4")
    parser.add_argument("--origin", default="0,0")
    args = parser.parse_args(arguments)
    wrong = 0
    with tempfile.TemporaryDirectory() as scenes:
        jobs = [(level, args.tiles, args.origin.split(","), options) for level in args.levels]
        for level, size, origin, given in [*jobs, *generated(args.plumb, args.generated, pathlib.Path(scenes))]:
            with tempfile.TemporaryDirectory() as folder:
                faults, told = compare(args.plumb, level, size, origin, given, pathlib.Path(folder))
            wrong += bool(faults)
            print(f"{level.name}: {told or '-'}: {'; '.join(faults) or 'equal'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
