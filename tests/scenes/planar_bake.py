# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes a level and compares the result with what planar_truth.py derives, as fractions: areas by stance, the components of each
stance with their areas, and the ways across the lines between sectors with kind, stance and heights."""
import json
import pathlib
import subprocess
import tempfile
from collections import Counter, defaultdict
from fractions import Fraction


class Sets:
    """Disjoint sets of numbers."""

    def __init__(self, count):
        self.parent = list(range(count))

    def find(self, i):
        while self.parent[i] != i:
            self.parent[i] = self.parent[self.parent[i]]
            i = self.parent[i]
        return i

    def join(self, i, j):
        self.parent[self.find(i)] = self.find(j)


def components_of(labels, areas, joins, stances, seed=None):
    """For each stance the multiset of its components, each as its areas by stance; only what the lowest reaches from the seed."""
    out, kept = [], set(range(len(labels)))
    for stance in range(1, stances + 1):
        sets = Sets(len(labels))
        for i, j, admitted in joins:
            if admitted >= stance:
                sets.join(i, j)
        if stance == 1 and seed is not None:
            kept = {i for i in kept if sets.find(i) == sets.find(seed)}
        sums = defaultdict(lambda: [Fraction(0)] * stances)
        for i in kept:
            if labels[i] >= stance:
                sums[sets.find(i)][labels[i] - 1] += areas[i]
        out.append(Counter(tuple(s) for s in sums.values()))
    return out


def on_line(p, q):
    """The line through two points, and where on it they lie, ascending."""
    a, b = p[1] - q[1], q[0] - p[0]
    c = a * p[0] + b * p[1]
    line = (1, Fraction(b) / a, Fraction(c) / a) if a else (0, 1, Fraction(c) / b)
    axis = 0 if b else 1
    return line, *sorted((Fraction(p[axis]), Fraction(q[axis])))


def derived_ways(truth):
    """The steps, and the flush ways that a bake has to store: where the stances differ or a wall stops one."""
    for i, j, side, kind, stance in truth.ways:
        full = truth.labels[i] == truth.labels[j] == stance
        if kind == "step" or not full:
            floors = sorted(truth.level.sectors[truth.level.floors[t][1]][0] for t in (i, j))
            yield *on_line(*truth.level.plan(side)), (kind, stance, *floors)


def baked_ways(mesh):
    for portal in mesh["portals"]:
        ends = [[Fraction(x) for x in p] for p in (portal["from"], portal["to"])]
        others = [[Fraction(x) for x in p] for p in portal.get("on_b", (portal["from"], portal["to"]))]
        assert all(p[:2] == q[:2] for p, q in zip(ends, others)) and ends[0][2] == ends[1][2] and others[0][2] == others[1][2]
        yield *on_line(*ends), (portal["kind"], portal["stance"], *sorted((ends[0][2], others[0][2])))


def ways_apart(derived, found):
    """Where on which line the two differ. Flush ways are only compared on the sides that are derived."""
    lines = defaultdict(lambda: ([], []))
    for which, ways in enumerate((derived, found)):
        for line, low, high, what in ways:
            lines[line][which].append((low, high, what))
    for line, both in lines.items():
        cuts = sorted({x for ways in both for low, high, _ in ways for x in (low, high)})
        for low, high in zip(cuts, cuts[1:]):
            here = [[w for a, b, w in ways if a <= low and high <= b] for ways in both]
            sides = {w[2:] for w in here[0] if w[0] == "flush"}
            expected = sorted(w for w in here[0] if w[1] > 0)
            baked = sorted(w for w in here[1] if w[0] != "flush" or w[2:] in sides)
            if expected != baked:
                yield f"on the line {tuple(map(str, line))} from {low} to {high}: the bake has {baked}, the derivation {expected}"


def changes(mesh, every):
    """The mesh with one thing wrong, of each kind that the comparison is to see, at every `every`-th place."""
    for k in [k for k, portal in enumerate(mesh["portals"]) if portal["kind"] == "step"][::every]:
        portal = mesh["portals"][k]
        del mesh["portals"][k]
        yield f"without portal {k}"
        mesh["portals"].insert(k, portal)
        for key, wrong in [("stance", portal["stance"] - 1), ("kind", "flush"), ("from", midpoint(portal["from"], portal["to"]))]:
            mesh["portals"][k] = {**portal, key: wrong} | ({"on_b": [wrong[:2] + portal["on_b"][0][2:], portal["on_b"][1]]} if key == "from" else {})
            yield f"with another {key} of portal {k}"
        mesh["portals"][k] = portal
    for k, cell in list(enumerate(mesh["cells"]))[::every]:
        mesh["cells"][k] = {**cell, "stance": 2 if cell["stance"] == 1 else 1}
        yield f"with another stance of cell {k}"
        mesh["cells"][k] = {**cell, "facets": []}
        if cell["stance"] > 0:
            yield f"without cell {k}"
        mesh["cells"][k] = cell


def midpoint(p, q):
    return [str((Fraction(a) + Fraction(b)) / 2) for a, b in zip(p, q)]


def cell_area(cell):
    twice = Fraction(0)
    for facet in cell["facets"]:
        corners = [(Fraction(v[0]), Fraction(v[1])) for v in facet["vertices"]]
        twice += sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(corners, corners[1:] + corners[:1]))
    return twice / 2


def bake(plumb, path, names, truth, more):
    with tempfile.TemporaryDirectory() as folder:
        out, report = pathlib.Path(folder) / "out.json", pathlib.Path(folder) / "report.json"
        stances = [word for name, height in zip(names, truth.heights) for word in ("--stance", f"{name}={height}")]
        subprocess.run([plumb, "bake", str(path), "--up", "z", "--sides", "up", "--step", str(truth.step), *stances, *more, "--quiet",
                        "-o", str(out), "--report", str(report)], check=True)
        return json.loads(out.read_text()), json.loads(report.read_text())


def compare(truth, mesh, report, seed=None):
    """What differs between a bake and the truth: nothing, or lines to print."""
    stances = range(1, len(truth.heights) + 1)
    cells = [(cell["stance"], cell_area(cell)) for cell in mesh["cells"]]
    joins = [(p["a"], p["b"], p["stance"]) for p in mesh["portals"]]
    found = components_of([s for s, _ in cells], [a for _, a in cells], joins, len(stances))
    expected = truth.components(seed)
    for stance, (was, should) in enumerate(zip(found, expected), 1):
        if was != should:
            yield (f"stance {stance}: {was.total()} components, derived {should.total()}; "
                   f"only baked {show(was - should)}, only derived {show(should - was)}")
    if seed:
        return
    area = report["area"]
    pairs = [("traversable", area["traversable"], sum(truth.areas)), ("blocked", area["blocked"], truth.area(0)),
             ("covered", area["covered"], 0), ("inside", area["inside"], 0),
             *((s["name"], s["area"], truth.area(k)) for k, s in enumerate(area["stances"], 1))]
    for name, was, should in pairs:
        if Fraction(was["exact"]) != should:
            yield f"{name}: area {was['exact']}, derived {should}"
    counts = report["graph"]["components"]
    if counts != [c.total() for c in expected]:
        yield f"the report counts {counts} components"
    yield from ways_apart(derived_ways(truth), baked_ways(mesh))


def show(components):
    return ", ".join("+".join(map(str, c)) for c in sorted(components.elements(), key=lambda c: (sum(c), c), reverse=True)[:4]) or "none"
