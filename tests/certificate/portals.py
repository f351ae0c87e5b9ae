# SPDX-License-Identifier: GPL-3.0-or-later
"""The portals between the cells of a certificate, straight from the definitions (semantics, 6), in fractions, by looking at every pair of
sides on one line and at every point between two changes. Shares nothing with the checker or the baker."""
import exact
from exact import Fraction


class Side:
    """A side of a cell in which somebody stands, from one end to the other with the cell on its left."""

    def __init__(self, cell, stance, floor, p, q):
        self.cell, self.stance, self.floor, self.p, self.q = cell, stance, floor, p, q


def sides_of(judge, certificate):
    """All sides of cells of stance 1 and more; cells are numbered through the file."""
    sides, number = [], 0
    for surface in certificate.surfaces:
        for cell in surface.cells:
            if cell.label.isdigit() and cell.label != "0":
                ring = judge.ring(surface, cell)
                floor = judge.polygons[surface.number]
                sides += [Side(number, int(cell.label), floor, p, q) for p, q in zip(ring, ring[1:] + ring[:1])]
            number += 1
    return sides


def by_line(things, ends):
    groups = {}
    for thing in things:
        p, q = ends(thing)
        groups.setdefault(tuple(exact.normal_form(exact.through(p, q))), []).append(thing)
    return groups


def trace(polygon):
    """Two different points of an upright polygon seen from above: the ends of its trace."""
    return min(polygon.plan), max(polygon.plan)


class Passage:
    """What lies between two floors on one line, where positions are measured along one axis."""

    def __init__(self, judge, line, a, b, walls):
        self.judge, self.line, self.a, self.b = judge, line, a, b
        self.axis = 0 if line[1] else 1
        self.walls = [(w, [(p[self.axis], judge.points[v][2]) for p, v in zip(w.plan, w.ring)]) for w in walls]

    def point(self, t):
        a, b, c = self.line
        other = Fraction(-(a if self.axis == 0 else b) * t - c) / (b if self.axis == 0 else a)
        return (t, other) if self.axis == 0 else (other, t)

    def heights(self, t):
        """The lower floor's and the higher one's."""
        p = self.point(t)
        return sorted((self.a.height(p), self.b.height(p)))

    def rise(self, t):
        p = self.point(t)
        return self.a.height(p) - self.b.height(p)

    def stance(self, t, most):
        """The greatest that no wall stops at a position, up to `most`; 0 if none."""
        low, high = self.heights(t)
        for s in range(1, most + 1):
            for wall, front in self.walls:
                z = [v for v in crossings(front, t)]
                if z and min(z) < high + self.judge.heights[s - 1] and max(z) > low + self.judge.step:
                    return s - 1
        return most

    def changes(self, t, u, most):
        """Every position from t to u between which neither the sign of a difference of heights nor who passes can change."""
        at = {t, u}
        floors = [[floor.height(self.point(x)) for x in (t, u)] for floor in (self.a, self.b)]
        for level in (0, self.judge.step, -self.judge.step):
            at |= root([a - b - level for a, b in zip(*floors)], t, u)
        for wall, front in self.walls:
            at |= {p for p, z in front}
            for (p, z), (q, y) in zip(front, front[1:] + front[:1]):
                if p == q:
                    continue
                edge = [z + (y - z) * Fraction(x - p) / (q - p) for x in (t, u)]
                for floor in floors:
                    for level in [self.judge.step, *self.judge.heights[:most]]:
                        at |= root([a - b - level for a, b in zip(edge, floor)], t, u)
        return sorted(x for x in at if t <= x <= u)


def root(ends, t, u):
    """Where a linear function of these values at t and u is 0 between them: a set of one, or empty."""
    v, w = ends
    return {t + (u - t) * Fraction(v) / (v - w)} if v != w and (v <= 0 <= w or w <= 0 <= v) else set()


def crossings(front, t):
    """The heights at which the outline of a wall is met at a position."""
    for (p, z), (q, y) in zip(front, front[1:] + front[:1]):
        if min(p, q) <= t <= max(p, q):
            yield from (z, y) if p == q else (z + (y - z) * Fraction(t - p) / (q - p),)


def between(judge, line, s, r, walls):
    """The portals of two sides on one line: (kind, stance, from, to), where kinds and stances are constant."""
    passage = Passage(judge, line, s.floor, r.floor, walls)
    ends = [sorted(p[passage.axis] for p in (side.p, side.q)) for side in (s, r)]
    t, u = max(e[0] for e in ends), min(e[1] for e in ends)
    if t >= u:
        return
    most = min(s.stance, r.stance)
    found = []
    level = passage.rise(t) == 0 == passage.rise(u)
    at = passage.changes(t, u, most)
    for x, y in zip(at, at[1:]):
        middle = (x + y) / 2
        stance = passage.stance(middle, most)
        if stance == 0 or not level and not 0 < abs(passage.rise(middle)) <= judge.step:
            continue
        if found and found[-1][1] == stance and found[-1][3] == x:
            found[-1][3] = y
        else:
            found.append(["flush" if level else "step", stance, x, y])
    for kind, stance, x, y in found:
        yield kind, stance, passage.point(x), passage.point(y)


def flush_and_steps(judge, certificate):
    """The records of all flush and step portals, as words."""
    walls = by_line((p for p in judge.polygons if p.vertical), trace)
    found = []
    for line, sides in by_line(sides_of(judge, certificate), lambda s: (s.p, s.q)).items():
        left = [s for s in sides if s.p < s.q]
        right = [s for s in sides if s.p > s.q]
        for s in left:
            for r in right:
                a, b = sorted((s.cell, r.cell))
                found += [(a, b, kind, p, q, stance) for kind, stance, p, q in between(judge, line, s, r, walls.get(line, []))]
    return [[kind, str(stance), str(a), str(b), *map(str, (*p, *q))] for a, b, kind, p, q, stance in sorted(found)]


def line_at(ends, values, u):
    """A linear function with these values at these ends."""
    return values[0] + (values[1] - values[0]) * Fraction(u - ends[0]) / (ends[1] - ends[0])


def slice_at(ring, u):
    """Where the outline of a polygon in space meets a plane u = constant, off its corners: (v, z)."""
    for a, b in zip(ring, ring[1:] + ring[:1]):
        if min(a[0], b[0]) < u < max(a[0], b[0]):
            yield line_at((a[0], b[0]), (a[1], b[1]), u), line_at((a[0], b[0]), (a[2], b[2]), u)
