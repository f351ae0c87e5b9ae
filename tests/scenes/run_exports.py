#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels and reads what engines load, .obj (as binary32), .glb and .tres, as an engine does: polygons are joined where two have an edge between equal
corners, and .bin and .mset by the neighbours that they name; those beyond the side of a tile have an equal edge there. Checks of each file, sharing no code with plumb, that
  - no polygon is turned over, without area or not convex, exactly;
  - each edge of an .mset that leads beyond the side of a tile has exactly one equal to it;
  - with --link-polygons, for each stance there are as many islands as components over them and all steps and welds, and at most one more for each step and weld that has no link;
  - else for each stance there are as many islands as components over the flush portals of the .json, less those that the report lists as lost, and one more for each way
    that it lists as lost.
Prints a line a file; exit status 0 if all held, 77 if there are no scenes.

With --audit it prints the table of docs/figures/exports.md instead: what `plumb audit` finds missing and in excess of each level's own files, without a radius and with one,
as shares of the floor. Where that is more than 10^-4 stands, in brackets, what the file's numbers account for: the length of the floor's border times as far as corners
moved. Exit status 1 if a file has more than both."""
import argparse
import collections
import json
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import run_scenes

KINDS = ["obj", "glb", "tres", "bin", "mset"]


def binary32(text):
    return struct.unpack("<f", struct.pack("<f", float(text)))[0]


# Each reader gives {group: [ring of places, z up]}.

def read_obj(path, up):
    places, groups, group = [], collections.defaultdict(list), None
    for line in path.read_text().splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "v":
            x, y, z = map(binary32, words[1:4])
            places.append((x, y, z) if up == "z" else (x, -z, y))
        elif words[0] == "g":
            group = words[1]
        elif words[0] == "f":
            groups[group].append([places[int(w) - 1] for w in words[1:]])
    return groups


def moved(places, by):
    """Exactly: in doubles where they hold every sum, else in fractions. Numbers relative to a node are finer than doubles are where the node is."""
    exact = [tuple(Fraction(v) + Fraction(w) for v, w in zip(place, by)) for place in places]
    near = [tuple(map(float, place)) for place in exact]
    return near if near == exact else exact


def read_glb(path, _):
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, binary = json.loads(data[20:20 + length]), data[20 + length + 8:]

    def numbers(accessor, letter, width):
        a = document["accessors"][accessor]
        offset = document["bufferViews"][a["bufferView"]].get("byteOffset", 0)
        flat = struct.unpack_from(f"<{a['count'] * width}{letter}", binary, offset)
        return [flat[i:i + width] for i in range(0, len(flat), width)]

    groups = {}
    for node in document.get("nodes", []):
        primitive = document["meshes"][node["mesh"]]["primitives"][0]
        if primitive["mode"] != 4:
            continue
        at = node.get("translation", (0, 0, 0))
        places = moved(numbers(primitive["attributes"]["POSITION"], "f", 3), at)
        places = [(x, -z, y) for x, y, z in places]
        corners = [i for (i,) in numbers(primitive["indices"], "I", 1)]
        groups[node["name"]] = [[places[c] for c in corners[i:i + 3]] for i in range(0, len(corners), 3)]
    return groups


def read_tres(path, stance):
    text = path.read_text()
    flat = [binary32(t) for t in re.search(r"vertices = PackedVector3Array\(([^)]*)\)", text)[1].split(",") if t.strip()]
    places = [(flat[i], -flat[i + 2], flat[i + 1]) for i in range(0, len(flat), 3)]
    rings = [[places[int(i)] for i in ring.split(",")] for ring in re.findall(r"PackedInt32Array\(([^)]*)\)", text)]
    return {stance: [ring[::-1] for ring in rings]}  # Godot's are clockwise


class Tiles:
    """Polygons of Detour tiles: their areas, rings and neighbours."""

    OUT = 0x8000  # of a neighbour: beyond the side of the tile

    def __init__(self):
        self.areas, self.rings, self.beyond, self.sides, self.bare = [], [], [], {}, 0

    def add(self, data):
        polygon_count, vertex_count = struct.unpack_from("<2i", data, 24)
        low, high = struct.unpack_from("<3f", data, 72), struct.unpack_from("<3f", data, 84)
        flat = struct.unpack_from(f"<{3 * vertex_count}f", data, 100)
        places = [(flat[i], -flat[i + 2], flat[i + 1]) for i in range(0, len(flat), 3)]
        first = len(self.areas)
        for i in range(polygon_count):
            _, *corners, _, count, area = struct.unpack_from("<I12HHBB", data, 100 + 12 * vertex_count + 32 * i)
            if area >> 6:  # a connection
                continue
            ring, neighbours = [places[c] for c in corners[:count]], corners[6:6 + count]
            for k, n in enumerate(neighbours):
                ends = ring[k], ring[(k + 1) % count]
                if n & self.OUT:
                    self.sides.setdefault(frozenset(ends), []).append(len(self.areas))
                elif n == 0 and any(ends[0][axis] == ends[1][axis] in lines for axis, lines in ((0, (low[0], high[0])), (1, (-low[2], -high[2])))):
                    self.bare += 1
            self.areas.append(area & 63)
            self.rings.append(ring)
            self.beyond.append([first + n - 1 for n in neighbours if n and not n & self.OUT])

    def join_sides(self):
        """How many edges have not exactly one equal to them."""
        for polygons in self.sides.values():
            if len(polygons) == 2:
                self.beyond[polygons[0]].append(polygons[1])
        return sum(len(polygons) for polygons in self.sides.values() if len(polygons) != 2)

    def groups(self, stances):
        return {name: [ring for area, ring in zip(self.areas, self.rings) if area == s + 1] for s, name in enumerate(stances)}


def read_bin(path):
    tiles = Tiles()
    tiles.add(path.read_bytes())
    return tiles


def read_mset(path):
    data, tiles = path.read_bytes(), Tiles()
    magic, version, count = struct.unpack_from("<3i", data)
    assert (magic, version) == (0x4D534554, 1)
    at = 40
    for _ in range(count):
        _, size = struct.unpack_from("<Ii", data, at)
        tiles.add(data[at + 8:at + 8 + size])
        at += 8 + size
    assert at == len(data)
    return tiles


def side(a, b, c):
    p, q = (b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])
    if abs(p - q) > 1e-14 * (abs(p) + abs(q)):
        return 1 if p > q else -1
    a, b, c = ([Fraction(v) for v in p[:2]] for p in (a, b, c))
    exact = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (exact > 0) - (exact < 0)


def state(ring):
    """Of a polygon in plan."""
    n = len(ring)
    if n < 3 or len({p[:2] for p in ring}) < n:
        return "collapsed"
    sides = [side(ring[i - 1], ring[i], ring[(i + 1) % n]) for i in range(n)]
    if not any(sides):
        return "collapsed"
    if min(sides) < 0:
        return "flipped" if max(sides) <= 0 else "not convex"
    # Left turns all the way: convex if it runs forward once and back once.
    changes = 0
    for i in range(n):
        a, b, c = (ring[(i + k) % n][:2] for k in range(3))
        if (a < b) != (b < c):
            changes += 1
            if side(a, b, c) == 0:
                return "not convex"
    return "kept" if changes == 2 else "not convex"


class Sets:
    def __init__(self, count):
        self.parent = list(range(count))

    def find(self, v):
        while self.parent[v] != v:
            self.parent[v] = v = self.parent[self.parent[v]]
        return v

    def unite(self, a, b):
        self.parent[self.find(a)] = self.find(b)

    def count(self, members):
        return len({self.find(v) for v in members})


def islands(rings):
    """How many there are where two polygons with an edge between equal corners are joined."""
    sets, known = Sets(len(rings)), {}
    for i, ring in enumerate(rings):
        for k in range(len(ring)):
            edge = frozenset((ring[k - 1], ring[k]))
            sets.unite(i, known.setdefault(edge, i))
    return sets.count(range(len(rings)))


def neighbour_islands(areas, beyond, stance):
    sets = Sets(len(areas))
    for i, others in enumerate(beyond):
        for j in others:
            if min(areas[i], areas[j]) >= stance:
                sets.unite(i, j)
    return sets.count(i for i, area in enumerate(areas) if area >= stance)


def components(mesh, lowest, highest, stance, kinds=("flush",)):
    """Over flush portals, or those of such kinds, of cells of at least `stance`: of those from `lowest` up, as if none had more than `highest`. A portal counts that admits all who may
    stand on both sides."""
    counts = [min(c["stance"], highest) if c["stance"] >= lowest else 0 for c in mesh["cells"]]
    sets = Sets(len(counts))
    for p in mesh["portals"]:
        least = min(counts[p["a"]], counts[p["b"]])
        if p["kind"] in kinds and least >= stance and p["stance"] >= least:
            sets.unite(p["a"], p["b"])
    return sets.count(i for i, s in enumerate(counts) if s >= stance)


def linked_components(mesh, lowest, stance):
    """As components(), and over every step and weld that admits the stance."""
    counts = [c["stance"] if c["stance"] >= lowest else 0 for c in mesh["cells"]]
    sets = Sets(len(counts))
    for p in mesh["portals"]:
        least = min(counts[p["a"]], counts[p["b"]])
        if least >= stance and p["stance"] >= (least if p["kind"] == "flush" else stance):
            sets.unite(p["a"], p["b"])
    return sets.count(i for i, s in enumerate(counts) if s >= stance)


def tile_size(path, up):
    """A fifth of the greater side of a level in plan."""
    axes = (0, 1) if up == "z" else (0, 2)
    points = [line.split()[1:4] for line in path.read_text(errors="replace").splitlines() if line.startswith("v ")]
    spans = [max(values) - min(values) for values in ([Fraction(p[a]) for p in points] for a in axes)]
    return str(max(spans) / 5)


class Bakes:
    def __init__(self, args):
        self.args = args
        self.manifest = run_scenes.read_manifest(args.scenes / "MANIFEST.tsv")

    def options(self, name, radius):
        """The axis that is up, the names of the stances, and the options that decide the floor."""
        up, heights, step = run_scenes.scene_options(self.manifest, name)
        stances = [n for n, _ in zip(("crawl", "crouch", "stand"), heights)]
        options = ["--bad-faces", "drop", "--up", up, "--step", step] + [w for n, h in zip(stances, heights) for w in ("--stance", f"{n}={h}")]
        if self.args.weld:
            options += ["--weld", self.args.weld]
        if radius:
            options += ["--radius", str(Fraction(heights[-1]) / 6)]
        return up, stances, options


class Check(Bakes):
    def level(self, name):
        """Lines to print, and whether all held."""
        up, stances, options = self.options(name, self.args.radius)
        with tempfile.TemporaryDirectory() as folder:
            base = pathlib.Path(folder) / "out"
            command = [self.args.plumb, "bake", str(self.args.scenes / name), *options,
                       "--link-polygons" if self.args.link_polygons else "--no-link-polygons", "--export-stance", stances[-1], "--report", f"{base}.report.json", "-o", f"{base}.json"]
            tile = ["--tile", tile_size(self.args.scenes / name, up)]
            bake = lambda kinds: subprocess.run(command + [w for kind in kinds for w in ("-o", f"{base}.{kind}")] + (tile if "mset" in kinds else []),
                                                capture_output=True, text=True)
            kinds, lines = KINDS[:3] if self.args.link_polygons else KINDS, []
            run = bake(kinds)
            refused = dict((kind, why) for kind, why in re.findall(r"out\.(bin|mset): (.*)", run.stderr))
            if run.returncode == 2 and refused:
                kinds, lines = [k for k in KINDS if k not in refused], [f"{name:<34}.{kind:<5}refused: {why}" for kind, why in refused.items()]
                run = bake(kinds)
            if run.returncode != 0:
                return [f"{name}: bake exit {run.returncode}: {run.stderr.strip()}"], False
            report = json.loads(pathlib.Path(f"{base}.report.json").read_text())
            mesh = json.loads(pathlib.Path(f"{base}.json").read_text())
            more, held = self.files(name, base, up, stances, report, mesh, kinds)
            return lines + more, held

    def files(self, name, base, up, stances, report, mesh, kinds):
        lines, held = [], True
        for kind in kinds:
            path = base.with_suffix("." + kind)
            facts = report["conforming"]["." + kind]
            detour = report["detour"].get("." + kind)
            if detour:
                tiles = read_bin(path) if kind == "bin" else read_mset(path)
                groups, unequal = tiles.groups(stances), tiles.join_sides()
            else:
                groups = read_obj(path, up) if kind == "obj" else read_glb(path, up) if kind == "glb" else read_tres(path, stances[-1])
            states = collections.Counter(state(ring) for rings in groups.values() for ring in rings)
            top = len(stances)
            lowest = top if kind == "tres" else 1
            names_of = [[n, f"link.step.{n}", f"link.weld.{n}"] for n in stances]
            found = [islands([ring for names in names_of[s - 1:] for n in names for ring in groups.get(n, [])]) for s in range(lowest, top + 1)]
            more = [ways - lost for ways, lost in zip(facts["lost_ways"], facts["lost"])]
            expected = [components(mesh, lowest, top, s) + m for s, m in zip(range(lowest, top + 1), more)]
            bad = [state for state in states if state != "kept"]
            if detour:
                # Neighbours are beyond steps, too, but for those that overlap others: these are connections.
                found = [neighbour_islands(tiles.areas, tiles.beyond, s) for s in range(1, top + 1)]
                least = [components(mesh, 1, top, s, ("flush", "step")) - lost for s, lost in zip(range(1, top + 1), facts["lost"])]
                closed = detour["closed_edges"]
                bad = bad or facts["islands"] != expected or any(not a <= b <= c + closed for a, b, c in zip(least, found, expected))
                bad = bad or unequal > 0
                if kind == "mset":
                    lines.append(f"{name:<34}.mset {detour['tiles']:>8} tiles; unequal sides {unequal}, edges on sides that lead nowhere {tiles.bare}, closed {closed}; "
                                 f"connections {detour['off_mesh_connections']}, left out {detour['left_out']}")
            elif report["links"]:
                left_out = report["links"]["left_out"]
                expected = [linked_components(mesh, lowest, s) + m for s, m in zip(range(lowest, top + 1), more)]
                bad = bad or found != facts["islands"] or any(not e <= f <= e + left_out for f, e in zip(found, expected))
                lines.append(f"{name:<34}.{kind:<5}links: of {report['links']['linked']} steps and welds, {left_out} without")
            else:
                bad = bad or found != expected or found != facts["islands"]
            held = held and not bad
            lines.append(f"{name:<34}.{kind:<5}{states['kept']:>8} polygons; flipped {states['flipped']}, collapsed {states['collapsed']}, not convex "
                         f"{states['not convex']}; islands {found} of {expected}; lost {sum(facts['lost'])} with area {facts['area_left_out']:.2g}, ways lost {sum(facts['lost_ways'])}, "
                         f"gained {facts['area_gained']:.2g}, moved {facts['moved']:.2g}{'   WRONG' if bad else ''}")
        return lines, held


class Audit(Bakes):
    """Every level's own files, audited."""
    MOST = 1e-4  # of the floor

    @staticmethod
    def border_length(path, up, stance):
        """In plan, of the border that an .obj draws."""
        points, group, sum_ = [], None, 0.0
        for line in path.read_text().splitlines():
            words = line.split()
            if words and words[0] == "v":
                x, y, z = map(float, words[1:4])
                points.append((x, y) if up == "z" else (x, z))
            elif words and words[0] == "g":
                group = words[1]
            elif words and words[0] == "l" and group == "border." + stance:
                sum_ += math.dist(*(points[int(w) - 1] for w in words[1:]))
        return sum_

    def rows(self, name):
        """Two rows: without a radius and with one, each with the cells of KINDS, how many files have more than MOST, and how many of these more than their numbers account for."""
        return [self.row(name, radius) for radius in (False, True)]

    def row(self, name, radius):
        up, stances, options = self.options(name, radius)
        cells, above, wrong = [name, "yes" if radius else "no"], 0, 0
        with tempfile.TemporaryDirectory() as folder:
            base = pathlib.Path(folder) / "out"
            bake = subprocess.run([self.args.plumb, "bake", str(self.args.scenes / name), *options, "--export-stance", stances[-1], "--quiet", "--report", f"{base}.report.json",
                                   *(w for kind in KINDS for w in ("-o", f"{base}.{kind}"))], capture_output=True, text=True)
            for kind in KINDS:
                path, lowest = base.with_suffix("." + kind), stances[-1] if kind == "tres" else stances[0]
                tile = base.with_suffix(".bin")
                if kind == "mset" and path.exists() and tile.exists() and path.read_bytes().endswith(tile.read_bytes()):
                    cells.append(cells[-1])  # a set of that tile
                    continue
                if not path.exists():
                    why = re.search(rf"out\.{kind}: (.*)", bake.stderr)
                    cells.append(f"refused: {why[1]}" if why else f"bake exit {bake.returncode}: {bake.stderr.strip()}")
                    continue
                y_up = ["--navmesh-up", "y"] if kind == "glb" else []
                ran = subprocess.run([self.args.plumb, "audit", str(self.args.scenes / name), str(path), *options, *y_up, "--at-stance", lowest, "--limit", "0", "--quiet",
                                      "--json", f"{base}.json"], capture_output=True, text=True)
                if ran.returncode > 1:
                    cells.append(ran.stderr.strip())
                    wrong += 1
                    continue
                area = json.loads(pathlib.Path(f"{base}.json").read_text())["area"]
                truth, differ = area["truth"]["approx"], [area[part]["approx"] for part in ("missing", "excess")]
                shares = [v / truth if truth else float(v > 0) for v in differ]
                text = " / ".join("0" if share == 0 else f"{share:.1e}" for share in shares)
                if max(shares) > self.MOST:
                    report = json.loads(pathlib.Path(f"{base}.report.json").read_text())
                    moved = report["conforming"]["." + kind]["moved"] * math.sqrt(2)
                    border = self.border_length(base.with_suffix(".obj"), up, lowest) if base.with_suffix(".obj").exists() else 0
                    numbers = moved * border / truth if truth else 0
                    above += 1
                    wrong += max(shares) > numbers
                    text = f"**{text}** ({numbers:.1e}{', WRONG' if max(shares) > numbers else ''})"
                cells.append(text)
        return cells, above, wrong

    def table(self, names):
        columns = ["level", "radius", *(f"`.{kind}`" for kind in KINDS)]
        print("| " + " | ".join(columns) + " |\n|" + "---|" * len(columns), flush=True)
        files = above = wrong = 0
        with ThreadPoolExecutor(self.args.jobs) as pool:
            for cells, more, bad in (row for rows in pool.map(self.rows, names) for row in rows):
                print("| " + " | ".join(cells) + " |", flush=True)
                files += sum(" / " in cell for cell in cells[2:])
                above += more
                wrong += bad
        print(f"\n{len(names)} levels, {files} files; {above} with more than {self.MOST} of the floor missing or in excess, {wrong} of them with more than their numbers account for")
        return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plumb")
    parser.add_argument("scenes", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="a few levels")
    parser.add_argument("--radius", action="store_true", help="an agent with a radius, a sixth of the highest stance")
    parser.add_argument("--audit", action="store_true", help="print the table of what is missing and in excess of own files")
    parser.add_argument("--level", action="append", default=[], help="only these, such as recast/dungeon.obj; repeatable")
    parser.add_argument("--link-polygons", action="store_true", help="steps and welds as polygons; .obj, .glb and .tres alone")
    parser.add_argument("--weld", help="the reach of welds")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    names = run_scenes.QUICK if args.quick else [f"{folder}/{p.name}" for folder in run_scenes.FOLDERS for p in sorted((args.scenes / folder).glob("*.obj"))]
    names = [n for n in args.level or names if (args.scenes / n).exists()]
    if not names:
        print(f"skipped: no scenes in {args.scenes}")
        return run_scenes.SKIPPED
    if args.audit:
        return Audit(args).table(names)
    check, wrong = Check(args), 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for lines, held in pool.map(check.level, names):
            print("\n".join(lines), flush=True)
            wrong += not held
    print(f"{len(names)} levels, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
