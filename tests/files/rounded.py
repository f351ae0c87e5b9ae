#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a mesh in rounded numbers is the navmesh of a .json: statement E of docs/theory/files.md, in Python, on whole numbers."""
import collections
import json
import math
import pathlib
import re
import struct
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scenes"))
import run_exports as files

FINE = 256  # steps of the grid to one e


class No(Exception):
    pass


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def hull(points):
    points = sorted(set(points))
    def half(order):
        out = []
        for p in order:
            while len(out) > 1 and cross(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]
    return half(points) + half(points[::-1]) if len(points) > 2 else points


# A convex region: [(a, b, c)], the places where every a x + b y + c >= 0.

def box_around(points, e):
    (x, y), (u, v) = (min(p[0] for p in points), min(p[1] for p in points)), (max(p[0] for p in points), max(p[1] for p in points))
    return [(1, 0, e - x), (-1, 0, u + e), (0, 1, e - y), (0, -1, v + e)]


def left_of(p, q, e):
    """No farther than e right of the line from p to q."""
    x, y = q[0] - p[0], q[1] - p[1]
    return (-y, x, y * p[0] - x * p[1] + e * (abs(x) + abs(y)))


def around(ring, e):
    """The places within e of a convex polygon or segment, along both axes."""
    return box_around(ring, e) + [left_of(p, q, e) for p, q in zip(ring[-1:] + ring, ring)]


def has(region, p):
    return all(a * p[0] + b * p[1] + c >= 0 for a, b, c in region)


def part(region, p, q):
    """The shares of p q that lie in the region: an interval, or None."""
    low, high = Fraction(0), Fraction(1)
    for a, b, c in region:
        u, v = a * p[0] + b * p[1] + c, a * q[0] + b * q[1] + c
        if u < 0 and v < 0:
            return None
        if u < 0:
            low = max(low, Fraction(u, u - v))
        elif v < 0:
            high = min(high, Fraction(u, u - v))
    return (low, high) if low <= high else None


def covered(p, q, regions):
    if any(has(r, p) and has(r, q) for r in regions):
        return True
    at = Fraction(0)
    for low, high in sorted(i for i in (part(r, p, q) for r in regions) if i):
        if low > at:
            return False
        at = max(at, high)
    return at >= 1


class Navmesh:
    def __init__(self, data):
        self.options = data["options"]
        self.up = self.options["up"]
        self.heights = [Fraction(s["height"]) for s in self.options["stances"]]
        self.names = [s["name"] for s in self.options["stances"]]
        self.labels = [0 if c.get("blocked_by") is not None else c["stance"] for c in data["cells"]]
        self.facets = [[[self.point(v) for v in f["vertices"]] for f in c["facets"]] for c in data["cells"]]
        self.portals = [(p["a"], p["b"], p["kind"], p["stance"], [self.point(v) for v in (p["from"], p["to"], *p.get("on_b", ()))]) for p in data["portals"]]

    def point(self, v):
        x, y, z = map(Fraction, v)
        return (x, y, z) if self.up == "z" else (x, -z, y)


class Sets(files.Sets):
    pass


class Check:
    def __init__(self, navmesh, polygons, e, origin=(0, 0, 0), lowest=-3, highest=None, links=False, standing_only=False, neighbours=None, lines=()):
        """polygons: [(label, ring of places, kind of link or None)], in the order of the file."""
        self.m, self.links, self.neighbours, self.lines = navmesh, links, neighbours, lines
        self.g = e / FINE
        self.e = FINE
        self.origin = origin
        self.highest = highest or len(navmesh.heights)
        self.lowest = lowest
        self.eh = max(self.e, int(navmesh.heights[0] / 4 / self.g))
        to = self.grid
        self.label = [min(s, self.highest) if s >= lowest else None for s in navmesh.labels]
        self.facets = [[[to(v) for v in f] for f in c] if s is not None else [] for c, s in zip(navmesh.facets, self.label)]
        self.rings = [hull([v[:2] for f in c for v in f]) for c in self.facets]
        self.polygons = [(label, [to(v) for v in ring], link) for label, ring, link in polygons]
        self.raw = polygons
        self.portals = [(a, b, kind, s, [to(v) for v in ends]) for a, b, kind, s, ends in navmesh.portals]
        self.strip = 0
        if links:
            greatest = max((abs(v) for c in navmesh.facets for f in c for p in f for v in p), default=0)
            step = Fraction(navmesh.options["step"])
            widest = max((max(sum((u[i] - v[i]) ** 2 for i in (0, 1)) for u, v in zip(ends[:2], ends[2:])) for _, _, k, _, ends in navmesh.portals if k == "weld"), default=0)
            squared = step * step if step else widest
            width = max(Fraction(math.sqrt(squared)) / 512, 2 * greatest / 2 ** 18)
            self.strip = int(width / self.g) + 2

    def grid(self, v):
        return tuple(round((Fraction(c) - o) / self.g) for c, o in zip(v, self.origin))

    def stands_for(self, i, cell):
        """(2)"""
        ring = self.polygons[i][1]
        return all(has(around(self.rings[cell], self.e), v) and self.height_near(v, cell) for v in ring)

    def height_near(self, v, cell):
        for k, facet in enumerate(self.facets[cell]):
            if any(all(abs(a - b) <= h for a, b, h in zip(v, w, (self.e, self.e, self.eh))) for w in facet):
                return True
        for k, facet in enumerate(self.facets[cell]):
            flat = [w[:2] for w in facet]
            if not has(around(flat, self.e), v):
                continue
            zs = [w[2] for w in facet]
            if not min(zs) - self.eh <= v[2] <= max(zs) + self.eh:
                continue
            exact = self.m.facets[cell][k]
            o = exact[0]
            for a, b in zip(exact[1:], exact[2:]):
                c = cross(o, a, b)
                if c:
                    gx = ((a[2] - o[2]) * (b[1] - o[1]) - (b[2] - o[2]) * (a[1] - o[1])) / c
                    gy = ((b[2] - o[2]) * (a[0] - o[0]) - (a[2] - o[2]) * (b[0] - o[0])) / c
                    at = [x * self.g + y for x, y in zip(v, self.origin)]
                    h = o[2] + gx * (at[0] - o[0]) + gy * (at[1] - o[1])
                    if abs(h - at[2]) <= self.g * (self.eh + self.e * (abs(gx) + abs(gy))):
                        return True
                    break
        return False

    def assign(self):
        """Cells by polygon: by the order of the file, and what is left by neighbours."""
        self.cell = [None] * len(self.polygons)
        self.ambiguous = 0
        by_label = collections.defaultdict(list)
        for i, (label, _, link) in enumerate(self.polygons):
            if link is None:
                by_label[label].append(i)
        self.link_polygons = [i for i, p in enumerate(self.polygons) if p[2] is not None]
        for label, list_ in by_label.items():
            cells = [c for c, s in enumerate(self.label) if s == label]
            if self.neighbours is not None:
                low, left = self.anyhow(list_, cells)
            else:
                low, left = self.ascending(list_, cells)
            if left and self.links:
                more, left = self.ascending(left, cells)
                low.update(more)
                if left and all(p[2] is None for p in self.polygons):
                    self.link_polygons += left
                    left = []
            if left:
                raise No(f"(2) polygon {left[0]} of label {label} {self.raw[left[0]][1]} stands for no cell")
            for i, c in low.items():
                self.cell[i] = c

    def anyhow(self, list_, cells):
        out, left = {}, []
        for i in list_:
            found = [c for c in cells if self.stands_for(i, c)]
            if not found:
                left.append(i)
            else:
                out[i] = found[0]
                self.ambiguous += len(found) > 1
                self.choices = getattr(self, "choices", {})
                if len(found) > 1:
                    self.choices[i] = found
        return out, left

    def ascending(self, list_, cells):
        """The least cells, ascending, and polygons from the first on for which there is none."""
        low, at = {}, 0
        done = len(list_)
        for n, i in enumerate(list_):
            k = at
            while k < len(cells) and not self.stands_for(i, cells[k]):
                k += 1
            if k == len(cells):
                done = n
                break
            at = k
            low[i] = k
        high, at = {}, len(cells) - 1
        for i in list_[:done][::-1]:
            k = at
            while not self.stands_for(i, cells[k]):
                k -= 1
            high[i] = at = k
        self.choices = getattr(self, "choices", {})
        for i in low:
            if low[i] != high[i]:
                self.ambiguous += 1
                self.choices[i] = [cells[k] for k in range(low[i], high[i] + 1) if self.stands_for(i, cells[k])]
        return {i: cells[k] for i, k in low.items()}, list_[done:]

    def sound(self, i):
        """(1), exactly on the file's numbers."""
        state = files.state(self.raw[i][1])
        if state != "kept":
            raise No(f"(1) polygon {i} is {state}: {self.raw[i][1]}")

    def run(self):
        n = len(self.polygons)
        for i in range(n):
            self.sound(i)
        self.assign()
        self.edges = {}
        standing = lambda i: self.polygons[i][0] > 0
        if self.neighbours is None:
            for i, (label, _, _) in enumerate(self.polygons):
                ring = self.raw[i][1]
                for k in range(len(ring)):
                    key = (ring[k], ring[(k + 1) % len(ring)])
                    if standing(i):
                        if key in self.edges:
                            raise No(f"(1) polygons {self.edges[key][0]} and {i} have a directed edge in common")
                        self.edges[key] = (i, k)
        self.find_ways()
        self.over_steps, self.link_of, self.closed = set(), collections.defaultdict(lambda: None), 0
        for i in list(getattr(self, "choices", {})):
            self.choose(i)
        self.check_edges()
        self.check_cover()
        self.check_ways()
        return self.facts()

    def find_ways(self):
        self.has = [False] * len(self.label)
        for c in self.cell:
            if c is not None:
                self.has[c] = True
        self.ways = collections.defaultdict(list)
        self.of = collections.defaultdict(list)
        self.soft = collections.defaultdict(list)
        for number, (a, b, kind, s, ends) in enumerate(self.portals):
            if self.label[a] is None or self.label[b] is None:
                continue
            if kind == "flush" and s >= min(self.label[a], self.label[b]):
                segment = (ends[0][:2], ends[1][:2])
                self.ways[min(a, b), max(a, b)].append(segment)
                self.of[a].append((segment, b))
                self.of[b].append((segment[::-1], a))
            elif kind != "flush":
                self.soft[a].append((number, (ends[0][:2], ends[1][:2])))
                self.soft[b].append((number, (ends[3][:2], ends[2][:2])))
        self.border_of = {}

    def border(self, c):
        if c in self.border_of:
            return self.border_of[c]
        ring, out = self.rings[c], []
        ways = [segment for segment, other in self.of[c] if self.has[other]]
        for a, b in zip(ring[-1:] + ring, ring):
            taken = []
            for p, q in ways:
                if (b[0] - a[0]) * (q[0] - p[0]) + (b[1] - a[1]) * (q[1] - p[1]) > 0:
                    share = part(around([p, q], 3), a, b)
                    if share:
                        taken.append(share)
            on = lambda t: tuple(round(u + t * (v - u)) for u, v in zip(a, b))
            at = Fraction(0)
            for low, high in sorted(taken) + [(Fraction(1), Fraction(1))]:
                if low > at:
                    out.append((on(at), on(low)))
                at = max(at, high)
        self.border_of[c] = [around(list(s), self.e) for s in out]
        return self.border_of[c]

    def partner(self, i, k):
        ring = self.raw[i][1]
        if self.neighbours is not None:
            return self.neighbours[i][k]
        key = (ring[(k + 1) % len(ring)], ring[k])
        return self.edges.get(key, (None, None))[0]

    def edge_fault(self, i, k):
        a = self.cell[i]
        label, ring, _ = self.polygons[i]
        p, q = ring[k][:2], ring[(k + 1) % len(ring)][:2]
        if label <= 0:
            return None if covered(p, q, self.border(a)) else "(4) edge of a polygon where nobody stands is not near its cell's border"
        j = self.partner(i, k)
        if j is None:
            if covered(p, q, self.border(a)):
                return None
            if self.links and covered(p, q, self.border(a) + [self.strip_of(c, s) for c in [a] + [o for _, o in self.of[a]] for _, s in self.soft[c]]):
                return None
            if any(abs(p[axis] - line) <= 1 and abs(q[axis] - line) <= 1 for axis, line in self.lines):
                self.closed += 1
                return None
            return "(4) an edge of one polygon alone is not near its cell's border"
        b = self.cell[j]
        if b is None:
            return None if self.beside_link(p, q, a, self.link_of[j]) else "(6) an edge in common with a link's polygon is not along its step or weld"
        if a == b or covered(p, q, [around(list(s), self.e) for s in self.ways[min(a, b), max(a, b)]]):
            return None
        if self.over_lost(a, b, p, q):
            return None
        if self.neighbours is not None:
            steps = [s for n, s in self.soft[a] if b in self.portals[n][:2] and self.portals[n][2] == "step" and self.portals[n][3] >= min(self.label[a], self.label[b])]
            if covered(p, q, [around(list(s), self.e) for s in steps]):
                self.over_steps.add((i, k))
                return None
        return f"(4) the edge in common of polygons {i} and {j} (cells {a}, {b}) lies along no way"

    def strip_of(self, cell, side):
        """The strip of a cell along a stretch of its side."""
        p, q = side
        return around(self.rings[cell], self.e) + [left_of(p, q, self.e), left_of(q, p, self.strip + self.e)]

    def over_lost(self, a, b, p, q):
        self.lost_edges = getattr(self, "lost_edges", 0)
        reached, front = {a}, [a]
        while front:
            c = front.pop()
            for segment, d in self.of[c]:
                if d in reached or not (d == b or not self.has[d]):
                    continue
                if d != b and not (part(around(self.rings[d], self.e), p, q)):
                    continue
                if d == b and c == a:
                    continue
                if d == b:
                    self.lost_edges += 1
                    return True
                reached.add(d)
                front.append(d)
        return False

    def choose(self, i):
        best = None
        for c in self.choices[i]:
            self.cell[i] = c
            faults = sum(self.edge_fault(i, k) is not None for k in range(len(self.polygons[i][1])))
            for k in range(len(self.polygons[i][1])):
                j = self.partner(i, k) if self.polygons[i][0] > 0 else None
                if j is not None and self.cell[j] is not None:
                    faults += self.cell[j] != c and 0.01
            if best is None or faults < best[0]:
                best = (faults, c)
        self.cell[i] = best[1]

    def check_edges(self):
        self.closed = 0
        self.over_steps = set()
        self.find_links()
        chain = collections.Counter()
        for i, (label, ring, _) in enumerate(self.polygons):
            if label <= 0:
                for k in range(len(ring)):
                    p, q = self.raw[i][1][k], self.raw[i][1][(k + 1) % len(ring)]
                    if chain[self.cell[i], q, p]:
                        chain[self.cell[i], q, p] -= 1
                    else:
                        chain[self.cell[i], p, q] += 1
        for i, (label, ring, _) in enumerate(self.polygons):
            if self.cell[i] is None:
                continue
            for k in range(len(ring)):
                if label <= 0 and not chain[self.cell[i], self.raw[i][1][k], self.raw[i][1][(k + 1) % len(ring)]]:
                    continue
                fault = self.edge_fault(i, k)
                if fault:
                    raise No(f"{fault}: polygon {i}, cell {self.cell[i]}, edge {k}: {ring[k]} {ring[(k + 1) % len(ring)]}; border {self.border(self.cell[i])}")

    def find_links(self):
        """(6)"""
        self.link_of, self.linked = {}, set()
        joined = Sets(len(self.polygons))
        beside = {i: {self.partner(i, k) for k in range(len(self.polygons[i][1]))} - {None} for i in self.link_polygons}
        for i in self.link_polygons:
            for j in beside[i]:
                if self.cell[j] is None:
                    joined.unite(i, j)
        groups = collections.defaultdict(list)
        for i in self.link_polygons:
            groups[joined.find(i)].append(i)
        for group in groups.values():
            cells = {self.cell[j] for i in group for j in beside[i]} - {None}
            found = [n for c in cells for n, _ in self.soft[c] if cells <= {*self.portals[n][:2]} and all(self.in_link(i, n) for i in group) and
                     all(self.beside_link(self.polygons[i][1][k][:2], self.polygons[i][1][(k + 1) % len(self.polygons[i][1])][:2], self.cell[self.partner(i, k)], n)
                         for i in group for k in range(len(self.polygons[i][1])) if self.partner(i, k) is not None and self.cell[self.partner(i, k)] is not None)]
            if not found:
                raise No(f"(6) polygons {group} of a link lie along no step or weld of the cells {cells} beside them: {[self.raw[i][1] for i in group]}")
            full = len(cells) > 1
            for i in group:
                self.link_of[i] = found[0]
            if full:
                self.linked.add(found[0])

    def beside_link(self, p, q, cell, number):
        return covered(p, q, [r for n, s in self.soft[cell] if n == number for r in (self.strip_of(cell, s), around(list(s), self.e))])

    def in_link(self, i, number):
        a, b, kind, _, ends = self.portals[number]
        label, ring, of = self.polygons[i]
        quad, zs = hull([v[:2] for v in ends]), [v[2] for v in ends]
        regions = [around(quad, self.e), self.strip_of(a, (ends[0][:2], ends[1][:2])), self.strip_of(b, (ends[3][:2], ends[2][:2]))]
        return of in (None, kind) and all(min(zs) - self.eh <= v[2] <= max(zs) + self.eh and
                                          any(has(r, v) for r in regions) for v in ring)

    def check_cover(self):
        """(3)"""
        of = collections.defaultdict(list)
        for i, c in enumerate(self.cell):
            if c is not None:
                of[c].append(i)
        self.thin = 0
        for c, label in enumerate(self.label):
            if label is None:
                continue
            ring, n = self.rings[c], len(self.rings[c])
            if n < 3:
                self.thin += 1
                continue
            o = ring[0]
            x = y = total = 0
            for k in range(1, n - 1):
                w = cross(o, ring[k], ring[k + 1])
                x += w * (o[0] + ring[k][0] + ring[k + 1][0])
                y += w * (o[1] + ring[k][1] + ring[k + 1][1])
                total += 3 * w
            at = (x // total, y // total)
            margin = self.e + 4
            if self.links and self.soft[c]:
                margin += self.strip
            if any(cross(ring[k - 1], ring[k], at) <= margin * (abs(ring[k][0] - ring[k - 1][0]) + abs(ring[k][1] - ring[k - 1][1])) for k in range(n)):
                self.thin += 1
                continue
            count = sum(inside(at, [v[:2] for v in self.polygons[i][1]]) for i in of[c])
            if count != 1:
                raise No(f"(3) the middle of cell {c} is in {count} polygons")

    def check_ways(self):
        have = collections.defaultdict(list)
        for (p, q), (i, k) in self.edges.items():
            j = self.edges.get((q, p), (None,))[0]
            if j is not None and self.cell[i] != self.cell[j]:
                have[self.cell[i], self.cell[j]].append((i, k))
        if self.neighbours is not None:
            for i, list_ in enumerate(self.neighbours):
                for k, j in enumerate(list_):
                    if j is not None:
                        have[self.cell[i], self.cell[j]].append((i, k))
        self.closed_ways = []
        for a in list(self.of):
            for s, b in self.of[a]:
                if a > b or not (self.has[a] and self.has[b]):
                    continue
                if max(abs(s[0][k] - s[1][k]) for k in (0, 1)) <= 4 * self.e + 2 * (self.strip if self.links else 0):
                    continue
                ok = False
                for i, k in have[a, b]:
                    ring = self.polygons[i][1]
                    p, q = ring[k][:2], ring[(k + 1) % len(ring)][:2]
                    share = part(around(list(s), self.e), p, q)
                    ok = ok or share is not None
                if not ok:
                    self.closed_ways.append((a, b, s))
        if self.closed_ways and not self.lines:
            raise No(f"(4) no edge in common along {len(self.closed_ways)} ways: {self.closed_ways[:3]}")

    def facts(self):
        n = len(self.polygons)
        islands, comps, lost = [], [], []
        sets = None
        for s in range(max(1, self.lowest), self.highest + 1):
            sets = Sets(n)
            here = [i for i in range(n) if self.polygons[i][0] >= s]
            for i in here:
                for k in range(len(self.polygons[i][1])):
                    j = self.partner(i, k)
                    if j is not None and self.polygons[j][0] >= s:
                        if (i, k) not in self.over_steps:
                            sets.unite(i, j)
            islands.append(sets.count(here))
            cs = Sets(len(self.label))
            for (a, b) in self.ways:
                if self.ways[a, b] and min(self.label[a], self.label[b]) >= s:
                    cs.unite(a, b)
            for number in self.linked:
                a, b = self.portals[number][:2]
                if min(self.label[a], self.label[b]) >= s:
                    cs.unite(a, b)
            cells = [c for c, l in enumerate(self.label) if l is not None and l >= s]
            comps.append(cs.count(cells))
            kept = {cs.find(c) for c in cells if self.has[c]}
            lost.append(comps[-1] - len(kept))
        return {"islands": islands, "components": comps, "lost": lost, "lost_cells": sum(l is not None and not h for l, h in zip(self.label, self.has)), "ambiguous": self.ambiguous,
                "thin": self.thin, "linked": len(self.linked), "closed": self.closed, "closed_ways": len(self.closed_ways)}


def inside(p, ring):
    """Whether a place just beside p is in a convex ring."""
    for a, b in zip(ring, ring[1:] + ring[:1]):
        w = cross(a, b, p)
        if w < 0:
            return False
        if w == 0:
            dx, dy = b[0] - a[0], b[1] - a[1]
            if dy > 0 or (dy == 0 and dx < 0):  # p moves by (+, ++small)
                return False
    return True


def distance(p, a, b):
    x, y = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y)))
    return math.hypot(p[0] - a[0] - t * x, p[1] - a[1] - t * y)


def power_of_two_from(v):
    k = math.floor(math.log2(v)) - 1
    while Fraction(2) ** k < v:
        k += 1
    return Fraction(2) ** k


def check(navmesh, path, export_stance=None):
    kind = path.suffix[1:]
    names = navmesh.names
    by_name = {n: k + 1 for k, n in enumerate(names)}
    by_name.update(blocked=0, covered=-1, inside=-2, too_close=-3)
    wanted = lambda lowest: [p for c, s in zip(navmesh.facets, navmesh.labels) if s >= lowest for f in c for p in f]
    links = False
    if kind in ("obj", "glb"):
        groups = files.read_obj(path, navmesh.up) if kind == "obj" else files.read_glb(path, None)
        polygons = []
        for name, rings in groups.items():
            m = re.match(r"link\.(step|weld)\.(.*)", name)
            links = links or m is not None
            polygons += [(by_name[m[2]] if m else by_name[name], ring, m[1] if m else None) for ring in rings]
        lowest, highest, origin = -3, len(names), (0, 0, 0)
        if kind == "glb":
            data = path.read_bytes()
            doc = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])
            t = next((n["translation"] for n in doc["nodes"] if doc["meshes"][n["mesh"]]["primitives"][0]["mode"] == 4 and "translation" in n), (0, 0, 0))
            origin = (Fraction(t[0]), -Fraction(t[2]), Fraction(t[1]))
        greatest = max(abs(v - o) for p in wanted(-3) for v, o in zip(p, origin)) if wanted(-3) else 1
        e = greatest / 2 ** 21
    elif kind == "tres":
        lowest = highest = export_stance or 1
        polygons = [(lowest, ring, None) for ring in files.read_tres(path, lowest)[lowest]]
        origin, links = (0, 0, 0), True
        greatest = max((abs(v) for p in wanted(lowest) for v in p), default=1)
        cell = Fraction(re.search(r"cell_size = (.*)", path.read_text())[1])
        e = greatest / 2 ** 21
        if cell < greatest / 2 ** 18:
            print("   (grid of", float(cell), ")")
            e = max(e, 4 * cell)
    else:
        tiles = files.read_bin(path) if kind == "bin" else files.read_mset(path)
        return check_detour(navmesh, path, tiles)
    # a power of two, so that the grid holds most of the numbers
    e = power_of_two_from(e)
    return Check(navmesh, polygons, e, origin, lowest, highest, links).run()


def check_detour(navmesh, path, tiles):
    data = path.read_bytes()
    at = 0 if path.suffix == ".bin" else 48
    cell = 1 / Fraction(struct.unpack_from("<f", data, at + 96)[0])
    rings = tiles.rings
    neighbours, lines = read_neighbours(path)
    for i, list_ in enumerate(neighbours):
        for k, j in enumerate(list_):
            if j == "side":
                list_[k] = None
    sides = {}
    for i, ring in enumerate(rings):
        for k in range(len(ring)):
            sides[ring[k], ring[(k + 1) % len(ring)]] = (i, k)
    raw, _ = read_neighbours(path)
    for i, list_ in enumerate(raw):
        for k, j in enumerate(list_):
            if j == "side":
                ring = rings[i]
                found = sides.get((ring[(k + 1) % len(ring)], ring[k]))
                if found is None:
                    raise No(f"(1) an edge on the side of a tile has none equal to it: {i} {k}")
                neighbours[i][k] = found[0]
    e = power_of_two_from(2 * cell)
    c = Check(navmesh, [(area, ring, None) for area, ring in zip(tiles.areas, rings)], e, lowest=1, neighbours=neighbours)
    c.lines = [(axis, c.grid((line, line, 0))[axis]) for axis, line in lines]
    return c.run()


def read_neighbours(path):
    data = path.read_bytes()
    blocks = [data]
    if path.suffix == ".mset":
        blocks, at = [], 40
        for _ in range(struct.unpack_from("<3i", data)[2]):
            _, size = struct.unpack_from("<Ii", data, at)
            blocks.append(data[at + 8:at + 8 + size])
            at += 8 + size
    out, lines = [], set()
    for d in blocks:
        polygon_count, vertex_count = struct.unpack_from("<2i", d, 24)
        low, high = struct.unpack_from("<3f", d, 72), struct.unpack_from("<3f", d, 84)
        if len(blocks) > 1:
            lines |= {(0, low[0]), (0, high[0]), (1, -low[2]), (1, -high[2])}
        first = len(out)
        for i in range(polygon_count):
            _, *corners, _, count, area = struct.unpack_from("<I12HHBB", d, 100 + 12 * vertex_count + 32 * i)
            if area >> 6:
                continue
            out.append([None if n == 0 else "side" if n & 0x8000 else first + n - 1 for n in corners[6:6 + count]])
    return out, lines


def main():
    navmesh = Navmesh(json.loads(pathlib.Path(sys.argv[1]).read_text()))
    wrong = 0
    for name in sys.argv[2:]:
        path, _, stance = name.partition("@")
        try:
            print(path, check(navmesh, pathlib.Path(path), int(stance) if stance else None))
        except No as no:
            wrong = 1
            print(path, "NO:", str(no)[:700])
    return wrong


if __name__ == "__main__":
    sys.exit(main())
