#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake of a level of sectors must give, derived from the level's planar subdivision alone: exact areas by stance, the
components of each stance with their areas, and every way across a line between two sectors. Shares nothing with Plumb.

  planar_truth.py MAPS2D LEVELS                print them for every fd_*.json of MAPS2D and its LEVELS/fd_*.obj
  planar_truth.py MAPS2D LEVELS --plumb BIN    bake the levels too and compare, as fractions

The subdivision: triangles, each of one sector or void; sectors with a floor and a ceiling height; edges with the sector on either
side. The level: each triangle at its sector's floor, facing up, and at its ceiling, facing down; each edge's walls. No ceiling
where floor = ceiling, nor under the sky, which the subdivision does not tell: it is the one thing taken from the level. For the
rest, the level must be what the subdivision says, polygon by polygon.

So with --sides up nothing is covered, and a floor's clearance is its sector's headroom, or has no limit where there is no ceiling.
The ways lead over common sides of triangles; their heights differ by d = 0 (flush) or 0 < d <= step; a wall on the side stops
stance s iff it meets the open interval from step above the lower floor to h_s above the higher one. Lines that the game calls
impassable are no polygons, and stop nobody."""
import argparse
import json
import pathlib
import sys
from collections import Counter, defaultdict
from fractions import Fraction

from planar_bake import bake, changes, compare, components_of, show

SKIPPED = 77  # the exit status that ctest takes for it: there are no subdivisions
TINY = Fraction(1, 2**60)
# Heights of the stances (names as given) and the step. The game's: height 56, step 24.
SETTINGS = [({"stand": 56}, 0), ({"stand": 56}, 24), ({"stand": 56}, 24 - TINY), ({"stand": 56 + TINY}, 24),
            ({"crawl": 28, "crouch": 42, "stand": 56}, 0), ({"crawl": 28, "crouch": 42, "stand": 56}, 24),
            ({"low": 16, "mid": 64, "high": 128}, 8)]  # headrooms of exactly 16, 64 and 128 and steps of 8 are common
BAKES = [["--optimise", "none"], ["--optimise", "count"], ["--optimise", "regular"],
         ["--optimise", "count", "--solids", "closed"]]  # nothing faces up over a floor, so nobody stands inside


def twice_area(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class Level:
    """The subdivision, and which sectors lie under the sky."""

    def __init__(self, subdivision, level):
        data = json.loads(subdivision.read_text(encoding="utf-8"))
        self.points = [tuple(p) for p in data["vertices"]]
        self.sectors = [(s["floor"], s["ceil"]) for s in data["sectors"]]
        self.floors = [(t[:3], t[3]) for t in data["triangles"] if t[3] >= 0]
        self.starts = [(x, y) for x, y, kind in data["things"] if kind == 1]
        self.edges = [(frozenset(e[:2]), e[2], e[3]) for e in data["edges"]]
        self.check_subdivision(data["triangles"])
        polygons = read_obj(level)
        self.sky = self.find_sky(polygons)
        self.walls = defaultdict(list)  # edge -> the heights that its walls take up
        for edge, right, left in self.edges:
            for near, far in ((right, left), (left, right)):
                self.walls[edge] += self.walls_seen_from(near, far)
        self.differences = polygons_apart(self.polygons(), polygons)

    def twice_area(self, corners):
        return twice_area(*(self.points[i] for i in corners))

    def check_subdivision(self, triangles):
        """The triangles, void ones too, tile one outline without overlap and meet side to side; an edge lies wherever two
        sectors meet, and knows which."""
        sides = {}
        for *corners, sector in triangles:
            assert self.twice_area(corners) > 0
            for k in range(3):
                assert sides.setdefault((corners[k - 1], corners[k]), sector) == sector
        assert len(sides) == 3 * len(triangles) and len(set(self.points)) == len(self.points)
        rim = sum(self.points[a][0] * self.points[b][1] - self.points[b][0] * self.points[a][1] for a, b in sides if (b, a) not in sides)
        assert rim == sum(self.twice_area(t[:3]) for t in triangles)
        neighbours = {frozenset(side): sorted((sector, sides.get(side[::-1], -1))) for side, sector in sides.items()}
        known = {edge: sorted((right, left)) for edge, right, left in self.edges}
        assert len(known) == len(self.edges) and all(neighbours[e] == known[e] for e in known)
        assert all(a == b for e, (a, b) in neighbours.items() if e not in known)

    def find_sky(self, polygons):
        """Sectors with headroom and no ceiling. A sector without headroom: if a wall over a neighbour under the sky is missing."""
        ceilings = {sector for kind, sector, *_ in polygons if kind == "ceiling"}
        shut = {i for i, (floor, ceiling) in enumerate(self.sectors) if floor == ceiling}
        sky = set(range(len(self.sectors))) - ceilings - shut
        walls = {p[1:] for p in polygons if p[0] == "wall"}
        for edge, right, left in self.edges:
            for near, far in ((right, left), (left, right)):
                if near in sky and far in shut and self.sectors[far][1] < self.sectors[near][1]:
                    bottom = max(self.sectors[near][0], self.sectors[far][1])
                    if (self.plan(edge), bottom, self.sectors[near][1]) not in walls:
                        sky.add(far)
        return sky

    def walls_seen_from(self, near, far):
        """What one sees of the walls on an edge from one of its sides."""
        if near < 0:
            return []
        floor, ceiling = self.sectors[near]
        if far < 0:
            spans = [(floor, ceiling)]
        else:
            spans = [(floor, min(self.sectors[far][0], ceiling))]
            if near not in self.sky or far not in self.sky:
                spans.append((max(self.sectors[far][1], floor), ceiling))
        return [(low, high) for low, high in spans if low < high]

    def plan(self, corners):
        return frozenset(self.points[i] for i in corners)

    def polygons(self):
        for corners, sector in self.floors:
            yield "floor", sector, self.plan(corners), self.sectors[sector][0]
            if self.clearance(sector) is not None:
                yield "ceiling", sector, self.plan(corners), self.sectors[sector][1]
        for edge, spans in self.walls.items():
            for low, high in spans:
                yield "wall", self.plan(edge), low, high

    def clearance(self, sector):
        """Over the sector's floor; None: no limit."""
        floor, ceiling = self.sectors[sector]
        return None if sector in self.sky or floor == ceiling else ceiling - floor

    def seed(self):
        """A floor triangle where the first player starts, and a point over its middle."""
        for start in self.starts:
            for floor in self.floors:
                a, b, c = (self.points[i] for i in floor[0])
                if min(twice_area(a, b, start), twice_area(b, c, start), twice_area(c, a, start)) >= 0:
                    return f"{Fraction(a[0] + b[0] + c[0], 3)},{Fraction(a[1] + b[1] + c[1], 3)},{self.sectors[floor[1]][0] + 1}", floor
        raise AssertionError("the first player starts nowhere")


def read_obj(path):
    """The level's polygons: ("floor" or "ceiling", sector, plan, height) and ("wall", plan, low, high)."""
    points, out, sector = [], [], None
    for line in path.read_text(encoding="utf-8").splitlines():
        key, *words = line.split() or [""]
        if key == "v":
            points.append(tuple(int(w) for w in words))
        elif key == "o":
            sector = int(words[0].removeprefix("sector"))
        elif key == "f":
            corners = [points[int(w) - 1] for w in words]
            plan, heights = frozenset(p[:2] for p in corners), sorted({p[2] for p in corners})
            if len(heights) == 1:
                turn = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(corners, corners[1:] + corners[:1]))
                out.append(("floor" if turn > 0 else "ceiling", sector, plan, heights[0]))
            else:
                assert len(corners) == 4 and len(plan) == 2 and len(heights) == 2 and len(set(corners)) == 4
                out.append(("wall", plan, *heights))
    return out


def polygons_apart(derived, found):
    derived, found = Counter(derived), Counter(found)
    return [f"the level lacks {p}" for p in derived - found] + [f"the level has {p} too" for p in found - derived]


class Truth:
    """What the definitions say of a level for given heights of stances and a step."""

    def __init__(self, level, heights, step):
        self.level, self.heights, self.step = level, heights, step
        self.labels = []
        for _, sector in level.floors:
            room = level.clearance(sector)
            self.labels.append(sum(room is None or h <= room for h in heights))
        self.areas = [Fraction(level.twice_area(corners), 2) for corners, _ in level.floors]
        self.ways = list(self.find_ways())

    def find_ways(self):
        """(one floor, the other, their side, kind, greatest stance): 0 where none gets through."""
        owner = {}
        for i, (corners, _) in enumerate(self.level.floors):
            for k in range(3):
                side = frozenset((corners[k - 1], corners[k]))
                j = owner.setdefault(side, i)
                if j == i or not min(self.labels[i], self.labels[j]):
                    continue
                low, high = sorted(self.level.sectors[self.level.floors[t][1]][0] for t in (i, j))
                if high - low <= self.step:
                    yield j, i, side, "step" if low < high else "flush", self.passing(i, j, side, low, high)

    def passing(self, i, j, side, low, high):
        def fits(height):
            return all(not (top > low + self.step and bottom < high + height) for bottom, top in self.level.walls.get(side, ()))
        return sum(fits(height) for height in self.heights[:min(self.labels[i], self.labels[j])])

    def area(self, label):
        return sum((a for a, own in zip(self.areas, self.labels) if own == label), Fraction(0))

    def components(self, seed=None):
        joins = [(i, j, stance) for i, j, _, _, stance in self.ways]
        return components_of(self.labels, self.areas, joins, len(self.heights), seed and self.level.floors.index(seed))


def describe(truth, names):
    yield f"  {' '.join(f'{n}={h}' for n, h in zip(names, truth.heights))} step={truth.step}"
    yield f"    area {sum(truth.areas)} = blocked {truth.area(0)}" + "".join(f" + {n} {truth.area(k)}" for k, n in enumerate(names, 1))
    for name, components in zip(names, truth.components()):
        yield f"    {name}: {components.total()} components, the largest {show(components)}"
    steps = Counter(kind for _, _, _, kind, stance in truth.ways if kind == "step" and stance)
    yield f"    {steps['step']} sides of triangles to step over"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps2d", type=pathlib.Path)
    parser.add_argument("levels", type=pathlib.Path)
    parser.add_argument("--plumb")
    parser.add_argument("--quick", action="store_true", help="the smallest level alone")
    args = parser.parse_args()
    found = sorted(args.maps2d.glob("fd_*.json"), key=lambda file: file.stat().st_size)[:1 if args.quick else None]
    if not found:
        print(f"skipped: no fd_*.json in {args.maps2d}")
        return SKIPPED
    bakes = wrong = 0
    for subdivision in found:
        path = args.levels / f"{subdivision.stem}.obj"
        level = Level(subdivision, path)
        print(f"{path.name}: {len(level.floors)} floor triangles, {len(level.sky)} of {len(level.sectors)} sectors under the sky")
        for line in level.differences:
            print("  " + line)
        wrong += bool(level.differences)
        at, seed = level.seed()
        runs = [(more, None) for more in BAKES] + [([*BAKES[-1], "--seed-point", at], seed)] if args.plumb else []
        for stances, step in SETTINGS:
            truth = Truth(level, [Fraction(h) for h in stances.values()], Fraction(step))
            print("\n".join(describe(truth, stances)))
            for options, start in runs:
                bakes += 1
                mesh, report = bake(args.plumb, path, stances, truth, options)
                apart = list(compare(truth, mesh, report, start))
                wrong += bool(apart)
                for line in apart[:10]:
                    print(f"    {' '.join(options)}: {line}")
        if runs and not apart:
            wrong += unseen(truth, *bake(args.plumb, path, stances, truth, BAKES[0]))
    print(f"{len(found)} levels, {bakes} bakes compared, {wrong} wrong")
    return 1 if wrong else 0


def unseen(truth, mesh, report):
    """How many changes to a right mesh the comparison misses."""
    made = [(what, next(compare(truth, mesh, report), None)) for what in changes(mesh, 40)]
    missed = [what for what, line in made if line is None]
    for what in missed:
        print(f"    the comparison does not see a mesh {what}")
    print(f"  {len(made) - len(missed)} of {len(made)} changes to the last mesh seen")
    return len(missed) + (not made)


if __name__ == "__main__":
    sys.exit(main())
