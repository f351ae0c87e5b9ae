# SPDX-License-Identifier: GPL-3.0-or-later
"""The welds between the cells of a certificate, straight from the definitions (semantics, 6), in fractions: every side is looked from, point
by point, at one point between any two at which something may change. Shares nothing with the checker or the baker."""
from math import isqrt, lcm

import exact
import portals
from exact import Fraction
from portals import line_at, root

GRID = Fraction(1, 1 << 64)
ROUNDED = 1e-12  # boxes are widened by more than that


class Seen:
    """A side as the outward perpendiculars of another one meet it: at u along that one, v across, in units of its length."""

    def __init__(self, near, side):
        self.side = side
        ends = sorted((*near.uv(p), side.floor.height(p)) for p in (side.p, side.q))
        (self.low, self.v_low, self.z_low), (self.high, self.v_high, self.z_high) = ends
        self.faces_back = near.uv(side.p)[0] > near.uv(side.q)[0]

    def v(self, u):
        return line_at((self.low, self.high), (self.v_low, self.v_high), u)

    def z(self, u):
        return line_at((self.low, self.high), (self.z_low, self.z_high), u)


class Near:
    """A side that is looked from."""

    def __init__(self, side):
        self.side, self.run = side, (side.q[0] - side.p[0], side.q[1] - side.p[1])
        self.square = self.run[0] ** 2 + self.run[1] ** 2

    def uv(self, c):
        """v: to the right of the side, where its cell is not."""
        x, y = c[0] - self.side.p[0], c[1] - self.side.p[1]
        return Fraction(x * self.run[0] + y * self.run[1]) / self.square, Fraction(x * self.run[1] - y * self.run[0]) / self.square

    def at(self, u, v=0):
        return (self.side.p[0] + u * self.run[0] + v * self.run[1], self.side.p[1] + u * self.run[1] - v * self.run[0])

    def z(self, u):
        return self.side.floor.height(self.at(u))


class Weld:
    """For one stance, the greatest; from u to w along a side. An end is short if the width of welds ends it before, at no fraction."""

    def __init__(self, near, seen, stance, ends, short):
        self.near, self.seen, self.stance, self.ends, self.short = near, seen, stance, ends, short

    def is_record(self, words, width):
        """STANCE A B x y x y : x y x y"""
        if words[:3] != [str(self.stance), str(self.near.side.cell), str(self.seen.side.cell)] or len(words) != 12 or words[7] != ":":
            return False
        ends = [Fraction(w) for w in words[3:7] + words[8:]]
        pairs = [(tuple(ends[i:i + 2]), tuple(ends[i + 4:i + 6])) for i in (0, 2)]
        if pairs[0][0] >= pairs[1][0]:
            return False
        for (p, q), (limit, inward, short) in zip(sorted(pairs, key=lambda pair: self.near.uv(pair[0])), zip(self.ends, (1, -1), self.short)):
            u = self.near.uv(p)[0]
            if self.near.at(u) != p or self.near.at(u, self.seen.v(u)) != q:
                return False
            if not short and u != limit:
                return False
            if short and not ((u - limit) * inward > 0 and self.within(u, width) and self.is_last_on_grid(u, inward, width)):
                return False
        return True

    def is_last_on_grid(self, u, inward, width):
        """By the coordinate that changes more along the side: the coarsest grid that leaves anything of the stretch."""
        run = self.near.side.q[0] - self.near.side.p[0], self.near.side.q[1] - self.near.side.p[1]
        axis = 0 if abs(run[0]) >= abs(run[1]) else 1
        base, run = Fraction(self.near.side.p[axis]), Fraction(run[axis])
        other_end, grid = self.ends[1 if inward > 0 else 0], GRID
        while True:
            at = (base + u * run) / grid
            outward = -inward if run > 0 else inward  # along the coordinate
            rounded = at.numerator // at.denominator if outward > 0 else -(-at.numerator // at.denominator)
            coarse = (rounded * grid - base) / run
            if (other_end - coarse) * inward > 0:
                return coarse == u and not self.within((rounded + outward) * grid / run - base / run, width)
            grid *= GRID

    def within(self, u, width):
        return self.seen.v(u) ** 2 * self.near.square <= width ** 2


def rational_root(square):
    up, down = isqrt(square.numerator), isqrt(square.denominator)
    return Fraction(up, down) if up * up == square.numerator and down * down == square.denominator else None


class Welds:
    """All welds, given the flush and step portals as records."""

    def __init__(self, judge, certificate, near):
        self.judge = judge
        self.sides = portals.sides_of(judge, certificate)
        self.width = Fraction(certificate.option("weld")[1])
        self.taken = {}
        for kind, stance, a, b, *ends in near:
            x, y, u, v = map(Fraction, ends)
            for cell in (int(a), int(b)):
                self.taken.setdefault(cell, []).append((int(stance), (x, y), (u, v)))
        self.found = None
        # Corners in integers, over one denominator.
        self.denominator = lcm(*(v.denominator for side in self.sides for p in (side.p, side.q) for v in p))
        self.whole = {side: tuple(tuple(v.numerator * (self.denominator // v.denominator) for v in p) for p in (side.p, side.q)) for side in self.sides}
        self.boxes = [tuple((min(x) - ROUNDED * (1 + abs(min(x))), max(x) + ROUNDED * (1 + abs(max(x))))
                            for x in ((float(side.p[k]), float(side.q[k])) for k in (0, 1))) for side in self.sides]

    def all(self):
        if self.found is None:
            self.found = [weld for side in self.sides for weld in self.leading_from(side)] if self.width > 0 else []
        return self.found

    def holds(self, words):
        """Whether a record is one of them, at full length and for its greatest stance: STANCE A B x y x y : x y x y"""
        return any(weld.is_record(words, self.width) for weld in self.all())

    def are_all(self, records):
        """Whether the records, each without its first word, are all welds, each once."""
        left = list(records)
        for side in self.sides if self.width > 0 else []:
            for weld in self.leading_from(side):
                words = next((w for w in left if weld.is_record(w, self.width)), None)
                if words is None:
                    return False
                left.remove(words)
        return not left

    def spans(self, near, side, stance):
        """Where portals for a stance lead over a side."""
        for s, x, y in self.taken.get(side.cell, []):
            if s >= stance and exact.turn(side.p, side.q, x) == 0 == exact.turn(side.p, side.q, y):
                yield sorted((near.uv(x)[0], near.uv(y)[0]))

    def is_border(self, near, side, stance, u):
        return side.stance >= stance and not any(a <= u <= b for a, b in self.spans(near, side, stance))

    def may_meet(self, near):
        width, box = float(self.width) * (1 + ROUNDED), self.boxes[self.sides.index(near.side)]
        for side, other in zip(self.sides, self.boxes):
            if any(other[k][0] > box[k][1] + width or other[k][1] < box[k][0] - width for k in (0, 1)):
                continue
            if side is not near.side and self.is_within(near.side, side):
                yield Seen(near, side)

    def is_within(self, side, other):
        """Whether perpendiculars of a side end on another one, to its right, and one of them is no longer than the width. In integers: u and v are those of
        Near, times the square of the side's length."""
        (px, py), (qx, qy) = self.whole[side]
        rx, ry = qx - px, qy - py
        square = rx * rx + ry * ry
        (u, v), (w, x) = sorted(((cx - px) * rx + (cy - py) * ry, (cx - px) * ry - (cy - py) * rx) for cx, cy in self.whole[other])
        low, high, run = max(u, 0), min(w, square), w - u
        if max(v, x) <= 0 or low >= high:
            return False
        nearest = max(min(v * run + (x - v) * (end - u) for end in (low, high)), 0)  # times the run
        return (nearest * self.width.denominator) ** 2 <= (self.width.numerator * self.denominator * run) ** 2 * square

    def leading_from(self, side):
        near = Near(side)
        others = list(self.may_meet(near))
        at = {Fraction(0), Fraction(1)}.union(*(s for s in self.spans(near, side, 1)))
        for seen in others:
            low, high = max(seen.low, 0), min(seen.high, 1)
            at |= {low, high}.union(*self.spans(near, seen.side, 1), root([seen.v(low), seen.v(high)], low, high))
            for level in (self.judge.step, -self.judge.step):
                at |= root([seen.z(u) - near.z(u) - level for u in (low, high)], low, high)
            for other in others:
                x, y = max(low, other.low), min(high, other.high)
                if x < y:
                    at |= root([seen.v(u) - other.v(u) for u in (x, y)], x, y)
        at = sorted(u for u in at if 0 <= u <= 1)
        for seen in others:
            if seen.faces_back:
                stances = [piece for ends in zip(at, at[1:]) for piece in self.stances(near, seen, others, *ends)]
                yield from self.joined(near, seen, stances)

    def stances(self, near, seen, others, low, high):
        """(from, to, greatest stance) of the pieces between two changes."""
        if not max(seen.low, 0) <= low < high <= min(seen.high, 1):
            return
        middle = (low + high) / 2
        free = {s for s in range(1, near.side.stance + 1) if self.is_met(near, seen, others, middle, s)}
        if not free:
            return
        above = [p for p in self.polygons(near, seen, low, high)]
        at = sorted({low, high}.union(*(self.changes(near, seen, ring, p, low, high) for p, ring in above)))
        for x, y in zip(at, at[1:]):
            middle = (x + y) / 2
            passing = [s for s in free if not any(self.stops(near, seen, ring, middle, s) for p, ring in above)]
            if passing:
                yield x, y, max(passing)

    def is_met(self, near, seen, others, u, stance):
        """Whether both are border there, and nothing is met before."""
        def may_be_met(other):
            return (other.low < u < other.high and other.v(u) > 0 and abs(other.z(u) - near.z(u)) <= self.judge.step
                    and self.is_border(near, other.side, stance, u))

        return (self.is_border(near, near.side, stance, u) and may_be_met(seen)
                and not any(other.v(u) < seen.v(u) and may_be_met(other) for other in others))

    def polygons(self, near, seen, low, high):
        """Those that may be over the way, with corners (u, v, z)."""
        far = max(seen.v(low), seen.v(high))
        for polygon in self.judge.polygons:
            ring = [(*near.uv(self.judge.points[v][:2]), self.judge.points[v][2]) for v in polygon.ring]
            if min(c[0] for c in ring) < high and max(c[0] for c in ring) > low and max(c[1] for c in ring) >= 0 and min(c[1] for c in ring) <= far:
                yield polygon, ring

    def limits(self, near, seen):
        """The heights between which nothing may reach in, of each floor and each stance."""
        for z in (near.z, seen.z):
            yield from ((lambda u, z=z, h=h: z(u) + h) for h in (self.judge.step, *self.judge.heights))

    def changes(self, near, seen, ring, polygon, low, high):
        """Every position at which a polygon may begin or end to stop somebody."""
        def roots(f):
            return root([f(low), f(high)], low, high)

        levels = list(self.limits(near, seen))
        at = roots(lambda u: near.z(u) - seen.z(u))
        for a, b in zip(ring, ring[1:] + ring[:1]):
            at |= {a[0]} if low < a[0] < high else set()
            if a[0] != b[0]:
                v, z = (lambda u: line_at((a[0], b[0]), (a[1], b[1]), u)), (lambda u: line_at((a[0], b[0]), (a[2], b[2]), u))
                at |= roots(v) | roots(lambda u: v(u) - seen.v(u))
                at = at.union(*(roots(lambda u: z(u) - level(u)) for level in levels))
        if not polygon.vertical:
            for level in levels:
                at |= roots(lambda u: polygon.height(near.at(u)) - level(u)) | roots(lambda u: polygon.height(near.at(u, seen.v(u))) - level(u))
        return at

    def stops(self, near, seen, ring, u, stance):
        """Whether a polygon reaches into the heights over the way across, at a position where nothing changes."""
        cut = sorted(portals.slice_at(ring, u))
        if len(cut) < 2:
            return False
        (v, z), (w, y) = cut[0], cut[-1]
        first, last = max(v, 0), min(w, seen.v(u))
        if first > last:
            return False
        heights = [p[1] for p in cut] if v == w else [line_at((v, w), (z, y), first), line_at((v, w), (z, y), last)]
        floors = (near.z(u), seen.z(u))
        return min(heights) < max(floors) + self.judge.heights[stance - 1] and max(heights) > min(floors) + self.judge.step

    def joined(self, near, seen, pieces):
        """Pieces of one stance that touch as one, each as far as welds reach."""
        whole = []
        for low, high, stance in pieces:
            if whole and whole[-1][1:] == [low, stance]:
                whole[-1][1] = high
            else:
                whole.append([low, high, stance])
        most = self.width ** 2 / Fraction(near.square)
        for low, high, stance in whole:
            beyond = [seen.v(u) ** 2 - most for u in (low, high)]
            if min(beyond) >= 0 and max(beyond) > 0:
                continue
            ends, short = [low, high], [False, False]
            for k in (0, 1):
                if beyond[k] > 0:
                    exactly = rational_root(most)
                    short[k] = exactly is None
                    if exactly is not None:
                        ends[k] = next(iter(root([seen.v(u) - exactly for u in (low, high)], low, high)))
            yield Weld(near, seen, stance, ends, short)
