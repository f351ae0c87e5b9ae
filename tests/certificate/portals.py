# SPDX-License-Identifier: GPL-3.0-or-later
"""The portals between the cells of a certificate, straight from the definitions (semantics, 6), in fractions, by looking at every pair of
sides on one line and at every point between two changes. Shares nothing with the checker or the baker."""
from fractions import Fraction

import exact


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


class Strip:
    """What is crossed from segment p straight across to segment q: u runs from 0 to 1 along p, v across, in the unit of u."""

    def __init__(self, p, q):
        self.p, self.d = p[0], (p[1][0] - p[0][0], p[1][1] - p[0][1])
        self.square = self.d[0] ** 2 + self.d[1] ** 2
        self.reach = [self.uv(c)[1] for c in q]
        self.straight = [self.uv(c)[0] for c in q] == [0, 1]

    def uv(self, c):
        x, y = c[0] - self.p[0], c[1] - self.p[1]
        return (Fraction(x * self.d[0] + y * self.d[1]) / self.square, Fraction(x * self.d[1] - y * self.d[0]) / self.square)  # v: to the right

    def span(self, u):
        return self.reach[0] + u * (self.reach[1] - self.reach[0])


def line_at(ends, values, u):
    """A linear function with these values at these ends."""
    return values[0] + (values[1] - values[0]) * Fraction(u - ends[0]) / (ends[1] - ends[0])


def somewhere(functions, t, u, holds):
    """Whether a statement about the signs of linear functions holds on some stretch from t to u."""
    at = sorted({t, u}.union(*(root((f(t), f(u)), t, u) for f in functions)))
    return any(holds((x + y) / 2) for x, y in zip(at, at[1:]))


class Welds:
    """Judges welds one by one, given the flush and step portals as records."""

    def __init__(self, judge, certificate, near):
        self.judge = judge
        self.sides = sides_of(judge, certificate)
        self.width = Fraction(certificate.option("weld")[1])
        self.taken = {}
        for kind, stance, a, b, *ends in near:
            x, y, u, v = map(Fraction, ends)
            for cell in (int(a), int(b)):
                self.taken.setdefault(cell, []).append((int(stance), (x, y), (u, v)))

    def holds(self, words):
        """STANCE A B x y x y : x y x y"""
        stance, a, b = map(int, words[:3])
        ends = [Fraction(w) for w in words[3:7] + words[8:]]
        p, q = [tuple(ends[0:2]), tuple(ends[2:4])], [tuple(ends[4:6]), tuple(ends[6:8])]
        e, f = self.side(a, stance, p), self.side(b, stance, q)
        if words[7] != ":" or len(words) != 12 or p[0] >= p[1] or stance < 1 or not e or not f:
            return False
        forward = e.p < e.q  # then the cell is left of p[0] to p[1], and its outside right
        strip = Strip(p, q)
        sign = 1 if forward else -1
        if not strip.straight or min(sign * r for r in strip.reach) < 0 or not any(strip.reach):
            return False
        if sign * (strip.uv(f.q)[0] - strip.uv(f.p)[0]) >= 0:  # facing back: its cell on its left, beyond it
            return False
        if any((c[0] - d[0]) ** 2 + (c[1] - d[1]) ** 2 > self.width ** 2 for c, d in zip(p, q)):
            return False
        near, far = [e.floor.height(c) for c in p], [f.floor.height(c) for c in q]
        if any(abs(m - n) > self.judge.step for m, n in zip(near, far)):
            return False
        if not all(self.is_border(s, stance, *ends) for s, ends in ((e, p), (f, q))):
            return False
        if any(self.is_met(g, strip, sign, near, stance) for g in self.sides if g is not e and g is not f and g.stance >= stance):
            return False
        return not any(self.stops(polygon, strip, sign, near, far, stance) for polygon in self.judge.polygons)

    def side(self, cell, stance, ends):
        for s in self.sides:
            if s.cell == cell and s.stance >= stance and all(exact.turn(s.p, s.q, c) == 0 for c in ends):
                if all(min(s.p, s.q) <= c <= max(s.p, s.q) for c in ends) and ends[0] != ends[1]:
                    return s
        return None

    def portals_on(self, side, stance):
        for s, x, y in self.taken.get(side.cell, []):
            if s >= stance and exact.turn(side.p, side.q, x) == 0 == exact.turn(side.p, side.q, y):
                yield x, y

    def is_border(self, side, stance, c, d):
        return all(y <= min(c, d) or max(c, d) <= x for x, y in self.portals_on(side, stance))

    def is_met(self, g, strip, sign, near, stance):
        """Whether a border of side g is met before the far end."""
        (t, v), (u, w) = sorted([strip.uv(g.p), strip.uv(g.q)])
        if t == u or min(u, 1) <= max(t, 0):
            return False
        z = [g.floor.height(c) for c in (sorted([(strip.uv(c)[0], c) for c in (g.p, g.q)])[k][1] for k in (0, 1))]
        distance = lambda x: sign * line_at((t, u), (v, w), x)
        left = lambda x: sign * strip.span(x) - distance(x)
        rise = lambda x: line_at((t, u), z, x) - line_at((0, 1), near, x)
        high, low = (lambda x: rise(x) - self.judge.step), (lambda x: rise(x) + self.judge.step)
        taken = [sorted((strip.uv(x)[0], strip.uv(y)[0])) for x, y in self.portals_on(g, stance)]
        cuts = [lambda x, c=c: x - c for span in taken for c in span]

        def met(x):
            free = not any(a <= x <= b for a, b in taken)
            return free and distance(x) > 0 and left(x) > 0 and abs(rise(x)) <= self.judge.step

        return somewhere([distance, left, high, low, *cuts], max(t, Fraction(0)), min(u, Fraction(1)), met)

    def stops(self, polygon, strip, sign, near, far, stance):
        """The column test, slice by slice."""
        ring = [(*strip.uv(self.judge.points[v][:2]), self.judge.points[v][2]) for v in polygon.ring]
        ring = [(u, sign * v, z) for u, v, z in ring]
        t, u = max(min(c[0] for c in ring), Fraction(0)), min(max(c[0] for c in ring), Fraction(1))
        if t >= u:
            return False
        span = lambda x: sign * strip.span(x)
        floors = [lambda x: line_at((0, 1), near, x), lambda x: line_at((0, 1), far, x)]
        low = [lambda x, f=f: f(x) + self.judge.step for f in floors]
        high = [lambda x, f=f: f(x) + self.judge.heights[stance - 1] for f in floors]
        functions = [lambda x: floors[0](x) - floors[1](x)]
        for a, b in zip(ring, ring[1:] + ring[:1]):
            functions += [lambda x, c=a[0]: x - c]
            if a[0] != b[0]:
                v, z = (lambda x, a=a, b=b: line_at((a[0], b[0]), (a[1], b[1]), x)), (lambda x, a=a, b=b: line_at((a[0], b[0]), (a[2], b[2]), x))
                functions += [v, lambda x, v=v: v(x) - span(x)] + [lambda x, z=z, f=f: z(x) - f(x) for f in low + high]
        if not polygon.vertical:
            def height(x, v):
                c = [strip.p[k] + x * strip.d[k] + sign * v * (strip.d[1], -strip.d[0])[k] for k in (0, 1)]
                return polygon.height(c)
            functions += [lambda x, f=f: height(x, 0) - f(x) for f in low + high] + [lambda x, f=f: height(x, span(x)) - f(x) for f in low + high]

        def stopped(x):
            cut = sorted(slice_at(ring, x))
            (v, z), (w, y) = cut[0], cut[-1]
            first, last = max(v, 0), min(w, span(x))
            if first > last:
                return False
            at = [z, y, *(p[1] for p in cut)] if v == w else [line_at((v, w), (z, y), first), line_at((v, w), (z, y), last)]
            return min(at) < max(h(x) for h in high) and max(at) > min(l(x) for l in low)

        return somewhere(functions, t, u, stopped)


def slice_at(ring, u):
    """Where the outline of a polygon in space meets a plane u = constant, off its corners: (v, z)."""
    for a, b in zip(ring, ring[1:] + ring[:1]):
        if min(a[0], b[0]) < u < max(a[0], b[0]):
            yield line_at((a[0], b[0]), (a[1], b[1]), u), line_at((a[0], b[0]), (a[2], b[2]), u)
