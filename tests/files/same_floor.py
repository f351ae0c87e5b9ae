# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a navmesh (.json) that was forged says what the genuine one of its bake says, or, with --simplify, a true part of the floor. In fractions, by
docs/theory/files.md, but from the two navmeshes alone: nothing of the checker, and no certificate. Regions, border, ways and walls are step functions,
as stretches on lines of space: two are equal if and only if they jump by the same at the same places."""
import os
import sys
from collections import defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "certificate"))
import exact  # noqa: E402
from exact import Fraction  # noqa: E402

MOST_CUTS = 16  # in halves, of what is lost


class Plain:
    """A navmesh, z up, in fractions."""

    def __init__(self, document):
        y_up = document["options"]["up"] == "y"

        def point(words):
            x, y, z = map(Fraction, words)
            return (x, -z, y) if y_up else (x, y, z)

        self.cells = [(c["stance"], [(f["surface"], f["witness"], [point(v) for v in f["vertices"]]) for f in c["facets"]]) for c in document["cells"]]
        self.portals = [(p["kind"], p["stance"], p["a"], p["b"], point(p["from"]), point(p["to"]), *map(point, p.get("on_b", (p["from"], p["to"])))) for p in document["portals"]]
        self.walls = [(o["surface"], o["wall"], o["may_cross"], point(o["from"]), point(o["to"])) for o in document["obstructions"]]

    def facets(self):
        for stance, facets in self.cells:
            for surface, witness, ring in facets:
                yield stance, surface, witness, ring


def sides(ring):
    return zip(ring, ring[1:] + ring[:1])


def plan(ring):
    return [p[:2] for p in ring]


def line_of(p, q):
    """The line of space through two points, and along which axis a place on it is given."""
    k = next(k for k in range(3) if p[k] != q[k])
    slopes = [(q[i] - p[i]) / (q[k] - p[k]) for i in range(3)]
    return k, tuple(slopes), tuple(p[i] - slopes[i] * p[k] for i in range(3))


class Stretches:
    """Step functions by key and line."""

    def __init__(self):
        self.jumps = defaultdict(lambda: defaultdict(int))

    def add(self, key, p, q, directed=True):
        if p == q:
            return
        line = line_of(p, q)
        low, high = sorted((p[line[0]], q[line[0]]))
        sign = 1 if low == p[line[0]] or not directed else -1
        jumps = self.jumps[key, line]
        jumps[low] += sign
        jumps[high] -= sign

    def plain(self):
        left = {key: {place: jump for place, jump in jumps.items() if jump} for key, jumps in self.jumps.items()}
        return {key: jumps for key, jumps in left.items() if jumps}


def regions(mesh, stands=True):
    out = Stretches()
    for stance, surface, witness, ring in mesh.facets():
        if stands or stance < 1:
            for p, q in sides(ring):
                out.add((surface, stance, witness), p, q)
    return out.plain()


def borders(mesh):
    """For each stance, of all cells of it or more: where they meet at one height their sides cancel."""
    out = Stretches()
    for stance, _, _, ring in mesh.facets():
        for t in range(1, stance + 1):
            for p, q in sides(ring):
                out.add(t, p, q)
    return out.plain()


def ways(mesh):
    out = Stretches()
    for kind, stance, _, _, p, q, u, v in mesh.portals:
        key = (kind, stance)
        if kind != "flush":
            line, other = line_of(p, q), line_of(u, v)
            slope = (v[other[0]] - u[other[0]]) / (q[line[0]] - p[line[0]])
            key += (other, slope, u[other[0]] - slope * p[line[0]])
            if kind == "step":  # it leads both ways: the same from the other side
                out.add((kind, stance, line, 1 / slope, p[line[0]] - u[other[0]] / slope), u, v, directed=False)
        out.add(key, p, q, directed=False)
    return out.plain()


def walls(mesh):
    out = Stretches()
    for surface, wall, may_cross, p, q in mesh.walls:
        out.add((surface, wall, may_cross), p, q, directed=False)
    return out.plain()


def form_faults(mesh, known):
    """Facets are convex, on the planes of `known`, and add up to convex cells; portals are on the boundaries of their cells."""
    planes = {surface: ring for _, surface, _, ring in known.facets()}
    hulls = []
    for c, (_, facets) in enumerate(mesh.cells):
        area = 0
        for surface, _, ring in facets:
            if surface not in planes or any(off_plane(planes[surface], p) for p in ring):
                yield f"a facet of cell {c} is not on its polygon"
            if any(exact.turn(*corner) < 0 for corner in zip(plan(ring), plan(ring)[1:] + plan(ring)[:1], plan(ring)[2:] + plan(ring)[:2])):
                yield f"a facet of cell {c} is not convex"
            area += exact.doubled_area(plan(ring))
        hulls.append(hull([p[:2] for _, _, ring in facets for p in ring]))
        if exact.doubled_area(hulls[-1]) != area:
            yield f"cell {c} is not convex"
    for kind, stance, a, b, *ends in mesh.portals:
        for cell, p, q in ((a, *ends[:2]), (b, *ends[2:])):
            if mesh.cells[cell][0] < stance or not any(exact.turn(u, v, p[:2]) == 0 == exact.turn(u, v, q[:2]) for u, v in sides(hulls[cell])):
                yield f"a portal is not on the boundary of cell {cell}, or for too high a stance"


def off_plane(ring, p):
    (ax, ay, az), *rest = ring
    for i, (bx, by, bz) in enumerate(rest):
        for cx, cy, cz in rest[i + 1:]:
            n = ((by - ay) * (cz - az) - (bz - az) * (cy - ay), (bz - az) * (cx - ax) - (bx - ax) * (cz - az), (bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
            if n[2] != 0:
                return n[0] * (p[0] - ax) + n[1] * (p[1] - ay) + n[2] * (p[2] - az) != 0
    return True


def hull(points):
    out = []
    for run in (sorted(set(points)), sorted(set(points), reverse=True)):
        base = len(out)
        for p in run:
            while len(out) > base + 1 and exact.turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        out.pop()
    return out


def components(mesh, kinds):
    root = list(range(len(mesh.cells)))

    def find(c):
        while root[c] != c:
            c = root[c]
        return c

    for kind, _, a, b, *_ in mesh.portals:
        if kind in kinds:
            root[find(a)] = find(b)
    return sum(find(c) == c for c, (stance, _) in enumerate(mesh.cells) if stance > 0)


def why_not_same(forged, genuine):
    """None: it says the same."""
    forged, genuine = Plain(forged), Plain(genuine)
    for fault in form_faults(forged, genuine):
        return fault
    for what in (regions, borders, ways, walls):
        if what(forged) != what(genuine):
            return f"its {what.__name__} are others"
    return None


def squared_distance(ring, p):
    """From a convex ring, in plan."""
    if all(exact.turn(a, b, p) >= 0 for a, b in sides(ring)):
        return 0
    least = None
    for a, b in sides(ring):
        u, v = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, p)]
        share = min(max((u[0] * v[0] + u[1] * v[1]) / Fraction(u[0] ** 2 + u[1] ** 2), 0), 1)
        found = sum((v[k] - share * u[k]) ** 2 for k in (0, 1))
        least = found if least is None else min(least, found)
    return least


def is_near(piece, rings, reach, cuts=MOST_CUTS):
    """Whether all of a convex piece is within the reach of rings: of one, as distance to a convex set is convex, or in halves."""
    if any(all(squared_distance(ring, p) <= reach ** 2 for p in piece) for ring in rings):
        return True
    if cuts == 0:
        return False
    k = max((0, 1), key=lambda k: max(p[k] for p in piece) - min(p[k] for p in piece))
    middle = (max(p[k] for p in piece) + min(p[k] for p in piece)) / 2
    line = (1, 0, -middle) if k == 0 else (0, 1, -middle)
    halves = [exact.clip(piece, line), exact.clip(piece, tuple(-v for v in line))]
    return all(is_near(half, rings, reach, cuts - 1) for half in halves if half)


def without(pieces, ring):
    for piece in pieces:
        for p, q in sides(ring):
            line = exact.through(p, q)
            outside = exact.clip(piece, tuple(-v for v in line))
            if outside:
                yield outside
            piece = exact.clip(piece, line)
            if not piece:
                break


def why_no_part(forged, genuine, whole, reach):
    """With --simplify. whole: the same bake without it. None: the forged navmesh is a part of the floor, lacks nothing farther than the reach, and is in
    as many components as the genuine one."""
    forged, genuine, whole = Plain(forged), Plain(genuine), Plain(whole)
    for fault in form_faults(forged, whole):
        return fault
    if regions(forged, stands=False) != regions(genuine, stands=False) or walls(forged) != walls(genuine):
        return "where nobody stands it is another"
    kept, floor = defaultdict(list), defaultdict(list)
    for mesh, groups in ((forged, kept), (whole, floor)):
        for stance, surface, _, ring in mesh.facets():
            if stance > 0:
                groups[surface, stance].append(plan(ring))
    for key, rings in kept.items():
        for i, ring in enumerate(rings):
            parts = filter(None, (exact.common_part(ring, other) for other in floor[key]))
            if sum(map(exact.doubled_area, parts)) != exact.doubled_area(ring):
                return "a facet is not all floor"
            if any(exact.overlap(ring, other) for other in rings[:i]):
                return "facets overlap"
    every = [ring for rings in kept.values() for ring in rings]
    for key, rings in floor.items():
        for ring in rings:
            lost = [ring]
            for other in kept[key]:
                lost = list(without(lost, other))
            if not all(is_near(piece, every, reach) for piece in lost):
                return "floor is lost that is farther away"
    for kinds in (("flush",), ("flush", "step", "weld")):
        if components(forged, kinds) != components(genuine, kinds):
            return "it falls into other components"
    return None
