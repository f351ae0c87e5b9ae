# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the navmesh of a bake (.json) say what its certificate says? In fractions: the facets cut every polygon into the same verdicts with
the same witnesses; merged cells are convex and in one piece, and no wall runs through them; portals lead where those of the certificate do,
and over the cuts between merged cells. For levels of a few dozen cells. Shares nothing with the baker."""
from collections import defaultdict

import exact
from exact import Fraction

LABELS = {"covered": -1, "inside": -2}
SHARES = [Fraction(n, 1000003) for n in (14983, 333349, 667673, 971483)]  # at which nothing changes in a level by hand


def label_of(word):
    return LABELS.get(word) if word in LABELS else int(word)


def between(p, q, share):
    return tuple(x + share * (y - x) for x, y in zip(p, q))


def turning(ring):
    """A ring without the corners where it goes straight on."""
    return [p for i, p in enumerate(ring) if exact.turn(ring[i - 1], p, ring[(i + 1) % len(ring)]) != 0]


def hull(points):
    """Counter-clockwise, without straight corners."""
    out = []
    for run in (sorted(set(points)), sorted(set(points), reverse=True)):
        base = len(out)
        for p in run:
            while len(out) > base + 1 and exact.turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        out.pop()
    return out


def lies(p, ring):
    """1 within a convex ring, 0 on its boundary, -1 outside."""
    least = min(exact.turn(a, b, p) for a, b in zip(ring, ring[1:] + ring[:1]))
    return (least > 0) - (least < 0)


def apart(ring, other):
    return any(max(p[k] for p in a) <= min(p[k] for p in b) for k in (0, 1) for a, b in ((ring, other), (other, ring)))


def overlap(ring, other):
    return not apart(ring, other) and exact.overlap(ring, other)


class Piece:
    """A polygon in plan on a surface: a facet of the navmesh or a cell of the certificate."""

    def __init__(self, surface, label, witness, ring):
        self.surface, self.label, self.witness, self.ring = surface, label, witness, ring


class Cell:
    def __init__(self, stance, facets):
        self.stance, self.facets = stance, facets
        self.hull = hull([p for f in facets for p in f.ring])


class Comparison:
    def __init__(self, judge, certificate, mesh):
        self.judge, self.mesh, self.polygons = judge, mesh, judge.polygons
        self.up_y = certificate.option("up")[1] == "y"
        self.pieces, self.records, self.walls = [], [], []
        for surface in certificate.surfaces:
            for cell in surface.cells:
                witness = None if cell.witness == "-" else int(cell.witness)
                self.pieces.append(Piece(surface.number, label_of(cell.label), witness, judge.ring(surface, cell)))
            for v, m, *ends in surface.walls:
                self.walls.append((surface.number, int(v), int(m), *(tuple(map(Fraction, ends[k:k + 2])) for k in (0, 2))))
        for kind, stance, a, b, *ends in certificate.portals:
            at = [tuple(map(Fraction, ends[k:k + 2])) for k in ((0, 2, 5, 7) if kind == "weld" else (0, 2, 0, 2))]
            surfaces = [self.pieces[int(c)].surface for c in (a, a, b, b)]
            self.records.append((kind, int(stance), *(self.on(s, p) for s, p in zip(surfaces, at))))

    def on(self, surface, p):
        return (*p, self.polygons[surface].height(p))

    def point(self, words):
        x, y, z = map(Fraction, words)
        return (x, -z, y) if self.up_y else (x, y, z)

    def faults(self):
        yield from self.read()
        yield from self.surfaces()
        yield from self.cells_hang_together()
        yield from self.obstructions()
        yield from self.flush_portals()
        yield from self.offmesh_portals()

    def read(self):
        self.cells, self.facets = [], []
        for c, cell in enumerate(self.mesh["cells"]):
            facets = []
            for facet in cell["facets"]:
                corners = [self.point(v) for v in facet["vertices"]]
                ring, polygon = turning([p[:2] for p in corners]), self.polygons[facet["surface"]]
                if polygon.vertical or facet["face"] != polygon.face or any(polygon.height(p[:2]) != p[2] for p in corners):
                    yield f"a facet of cell {c} is not on its polygon"
                    return
                if not exact.is_convex(ring):
                    yield f"a facet of cell {c} is not convex"
                    return
                facets.append(Piece(facet["surface"], cell["stance"], facet["witness"], ring))
            self.cells.append(Cell(cell["stance"], facets))
            self.facets += facets

    def surfaces(self):
        """On every polygon: the same verdicts and witnesses at the same points."""
        facets, pieces = defaultdict(list), defaultdict(list)
        for groups, all_of_them in ((facets, self.facets), (pieces, self.pieces)):
            for piece in all_of_them:
                groups[piece.surface].append(piece)
        for surface in sorted({*facets, *pieces}):
            here, there = facets[surface], pieces[surface]
            if sum(exact.doubled_area(f.ring) for f in here) != sum(exact.doubled_area(p.ring) for p in there):
                yield f"the facets of polygon {surface} have not its area"
            if any(overlap(f.ring, g.ring) for i, f in enumerate(here) for g in here[:i]):
                yield f"facets of polygon {surface} overlap"
            for f in here:
                if any(overlap(f.ring, p.ring) for p in there if (p.label, p.witness) != (f.label, f.witness)):
                    yield f"a facet of polygon {surface} has another verdict or witness than the certificate"

    def cells_hang_together(self):
        for c, cell in enumerate(self.cells):
            rings = [f.ring for f in cell.facets]
            overlapping = any(overlap(r, s) for i, r in enumerate(rings) for s in rings[:i])
            if overlapping or exact.doubled_area(cell.hull) != sum(map(exact.doubled_area, rings)):
                yield f"cell {c} is not convex, or its facets overlap"
            for i, f in enumerate(cell.facets):
                for g in cell.facets[:i]:
                    common = {p for r, s in ((f.ring, g.ring), (g.ring, f.ring)) for p in r if lies(p, s) == 0}
                    if len(common) > 1 and any(self.on(f.surface, p) != self.on(g.surface, p) for p in common):
                        yield f"cell {c} is torn between polygons {f.surface} and {g.surface}"

    def obstructions(self):
        found = []
        for o in self.mesh["obstructions"]:
            found.append((o["surface"], o["wall"], o["may_cross"], *sorted(self.point(o[end])[:2] for end in ("from", "to"))))
        if sorted(found) != sorted(self.walls):
            yield "the obstructions are not those of the certificate"
        for surface, wall, may_cross, p, q in self.walls:
            for c, cell in enumerate(self.cells):
                if cell.stance <= may_cross:
                    continue
                for f in cell.facets:
                    middle = f.surface == surface and middle_within(p, q, f.ring)
                    if middle and lies(middle, cell.hull) > 0:
                        yield f"an obstruction by polygon {wall} runs through cell {c}"

    def stance_across(self, p):
        """The greatest stance that passes a point (in space, no corner) on foot, as the certificate has it; None on border."""
        for piece in self.pieces:
            if piece.label > 0 and lies(p[:2], piece.ring) > 0 and self.on(piece.surface, p[:2]) == p:
                return piece.label
        return self.stance_at([r[1:4] for r in self.records if r[0] == "flush"], p)

    @staticmethod
    def stance_at(stretches, p):
        """Of the stretch that a point is on."""
        for stance, a, b in stretches:
            if exact.turn(a, b, p) == 0 and min(a[:2], b[:2]) < p[:2] < max(a[:2], b[:2]) and between(a, b, share_of(p, a, b)) == p:
                return stance
        return None

    def flush_portals(self):
        """At points of every cell's edges, and of every flush record."""
        around = defaultdict(list)
        for portal in self.mesh["portals"]:
            if portal["kind"] == "flush":
                for cell in (portal["a"], portal["b"]):
                    around[cell].append((portal["stance"], *(self.point(portal[end]) for end in ("from", "to"))))
        for c, cell in enumerate(self.cells):
            for p, q in zip(cell.hull, cell.hull[1:] + cell.hull[:1]) if cell.stance > 0 else ():
                for share in SHARES:
                    at = between(p, q, share)
                    at = self.on(next(f.surface for f in cell.facets if lies(at, f.ring) >= 0), at)
                    here, there = self.stance_at(around[c], at), self.stance_across(at)
                    if here != there:
                        yield f"cell {c} lets stance {here} pass at {show(at)}, the certificate {there}"
            for stance, p, q in around[c]:
                at = between(p, q, SHARES[0])
                if lies(at[:2], cell.hull) != 0 or stance > cell.stance:
                    yield f"a flush portal of cell {c} is not on its boundary, or for too high a stance"
        for kind, stance, p, q, _, _ in self.records:
            at = between(p, q, SHARES[0])
            passed = (self.stance_at(around[c], at) == stance or self.is_within(cell, at, stance) for c, cell in enumerate(self.cells))
            if kind == "flush" and not any(passed):
                yield f"the navmesh does not pass {show(at)}"

    def is_within(self, cell, at, stance):
        if cell.stance != stance or lies(at[:2], cell.hull) <= 0:
            return False
        return any(lies(at[:2], f.ring) >= 0 and self.on(f.surface, at[:2]) == at for f in cell.facets)

    def offmesh_portals(self):
        """Steps and welds: from the same points to the same, between cells that have them on their boundaries."""
        ways = []
        for portal in self.mesh["portals"]:
            if portal["kind"] == "flush":
                continue
            ends = [self.point(v) for v in (portal["from"], portal["to"], *portal["on_b"])]
            ways.append((portal["kind"], portal["stance"], *ends))
            for cell, p, q in ((portal["a"], *ends[:2]), (portal["b"], *ends[2:])):
                if lies(between(p, q, SHARES[0])[:2], self.cells[cell].hull) != 0 or self.cells[cell].stance < portal["stance"]:
                    yield f"a {portal['kind']} portal is not on the boundary of cell {cell}, or for too high a stance"
        for ours, theirs, whose in ((ways, self.records, "the certificate"), (self.records, ways, "the navmesh")):
            for way in ours:
                if way[0] != "flush" and not any(same_way(way, other) for other in theirs):
                    yield f"{whose} has no {way[0]} for stance {way[1]} at {show(between(way[2], way[3], SHARES[0]))}"


def same_way(way, other):
    """Whether a generic point of one stretch leads where the other stretch says: steps in both directions."""
    kind, stance, a, b, c, d = way
    if other[:2] != (kind, stance):
        return False
    p, q = between(a, b, SHARES[0]), between(c, d, SHARES[0])
    for e, f, g, h in (other[2:], other[4:] + other[2:4]) if kind == "step" else (other[2:],):
        if exact.turn(e, f, p) == 0 and min(e[:2], f[:2]) < p[:2] < max(e[:2], f[:2]):
            share = share_of(p, e, f)
            if between(e, f, share) == p and between(g, h, share) == q:
                return True
    return False


def share_of(p, a, b):
    k = 0 if a[0] != b[0] else 1
    return (p[k] - a[k]) / (b[k] - a[k])


def middle_within(p, q, ring):
    """The middle of what a closed convex ring has of a stretch; None if that is a point at most."""
    low, high = Fraction(0), Fraction(1)
    for a, b in zip(ring, ring[1:] + ring[:1]):
        v, w = exact.turn(a, b, p), exact.turn(a, b, q)
        if v < 0 and w < 0:
            return None
        if v < 0:
            low = max(low, Fraction(v) / (v - w))
        elif w < 0:
            high = min(high, Fraction(v) / (v - w))
    return between(p, q, (low + high) / 2) if low < high else None


def show(p):
    return "(" + ", ".join(map(str, p)) + ")"
