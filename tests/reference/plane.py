# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact plane geometry of the second checker, in integers and fractions.

A line is three integers (a, b, c): a x + b y + c = 0, its inner side is where the value is positive. A point is a tuple of fractions. An
interval is a pair of fractions; one that is a point counts as nothing."""
from collections import Counter
from fractions import Fraction
from itertools import product
from math import gcd, isqrt, lcm


def whole(*values):
    """The coprime integers in the ratio of these numbers, with their signs."""
    scale = lcm(*(value.denominator for value in values))
    numbers = [int(value * scale) for value in values]
    return tuple(number // (gcd(*numbers) or 1) for number in numbers)


def undirected(numbers):
    """These integers, or their negatives: the first that is not 0 is positive."""
    return max(numbers, tuple(-number for number in numbers))


def minus(p, q):
    return tuple(a - b for a, b in zip(p, q))


def cross(u, v):
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def sign(value):
    return (value > 0) - (value < 0)


def line_through(p, q):
    """The line through two points, its inner side on the left."""
    return whole(p[1] - q[1], q[0] - p[0], p[0] * q[1] - p[1] * q[0])


def side(line, p):
    """An integer with the sign of the line's value at p."""
    (x, m), (y, n) = (coordinate.as_integer_ratio() for coordinate in p)
    return line[0] * x * n + line[1] * y * m + line[2] * m * n


def at(line, p):
    return line[0] * p[0] + line[1] * p[1] + line[2]


def crossing(k, l):
    """The point on both lines, None if they are parallel."""
    w = k[0] * l[1] - k[1] * l[0]
    return (Fraction(k[1] * l[2] - k[2] * l[1], w), Fraction(k[2] * l[0] - k[0] * l[2], w)) if w else None


def cut(corners, values):
    """What of a convex figure has values of 0 or more: a polygon, a segment, a point, or nothing. `values` are those of a linear function
    at its corners."""
    rest = []
    for before, here, was, value in zip(corners[-1:] + corners, corners, values[-1:] + values, values):
        if was * value < 0:
            share = Fraction(was) / (was - value)
            rest.append(tuple(p + share * (q - p) for p, q in zip(before, here)))
        if value >= 0:
            rest.append(here)
    return rest


def clip(corners, lines):
    """What of a convex polygon with interior is on the inner side of all lines; None if the interiors have no common point (Lemma 3)."""
    signs = [[side(line, corner) for corner in corners] for line in lines]
    if any(max(of_line) <= 0 for of_line in signs):
        return None
    for line, of_line in zip(lines, signs):
        if min(of_line) < 0:
            values = [at(line, corner) for corner in corners]
            if max(values) <= 0:
                return None
            corners = cut(corners, values)
    return corners


def convex(ring, straight):
    """Whether a closed polygon is convex and counter-clockwise (Lemma 2); with `straight` it may run on at a corner."""
    ways = [minus(end, begin) for begin, end in zip(ring[-1:] + ring, ring)]
    lefts = [(u[0] * v[1] - u[1] * v[0], dot(u, v)) for u, v in zip(ways[-1:] + ways, ways)]
    forward = [way > (0, 0) for way in ways]
    return (len(ring) > 2 and all(left > 0 or (straight and left == 0 < on) for left, on in lefts)
            and sum(a != b for a, b in zip(forward, forward[1:] + forward)) == 2)


def doubled_area(ring):
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(ring[-1:] + ring, ring))


def unbalanced(edges):
    """A place where directed edges do not add up to nothing, None if there is none (Lemma 1). An edge is the name of its line, its
    beginning, its end, and how often it counts."""
    jumps = Counter()
    for name, begin, end, count in edges:
        jumps[name, begin] += count
        jumps[name, end] -= count
    return next((tuple(map(str, place)) for (name, place), jump in jumps.items() if jump), None)


def ring_edges(ring, count):
    """The edges of a ring in space, for `unbalanced`."""
    for begin, end in zip(ring[-1:] + ring, ring):
        way = undirected(whole(*minus(end, begin)))
        yield (way, cross(begin, way)), begin, end, count


def along(line, p):
    """Where a point of the line is on it: by x, or by y if x is constant. It ascends as (x, y) does."""
    return p[0] if line[1] else p[1]


def point_on(line, t):
    return (t, Fraction(-line[0] * t - line[2]) / line[1]) if line[1] else (Fraction(-line[2], line[0]), t)


def linear(line, function):
    """(value at 0, slope) along the line of a function of the plan with three coefficients."""
    start = at(function, point_on(line, 0))
    return start, at(function, point_on(line, 1)) - start


def where(interval, function, strict=False):
    """The part of an interval, which may be None, where (value at 0, slope) is 0 or more; None if it is no more than a point. With
    `strict` a function that is 0 everywhere leaves nothing."""
    start, slope = function
    if interval is None or slope == 0:
        return interval if start > 0 or (start == 0 and not strict) else None
    root = Fraction(-start) / slope
    low, high = (max(interval[0], root), interval[1]) if slope > 0 else (interval[0], min(interval[1], root))
    return (low, high) if low < high else None


def without(intervals, taken):
    """Intervals less those of `taken`."""
    for low, high in taken:
        intervals = [rest for a, b in intervals for rest in ((a, min(b, low)), (max(a, high), b)) if rest[0] < rest[1]]
    return intervals


def by_stance(free):
    """[(stretch, greatest stance)] of intervals by stance, [0] for stance 1: those of a higher stance are taken from those of lower ones."""
    found, higher = [], []
    for stance in range(len(free), 0, -1):
        found += [(stretch, stance) for stretch in without(free[stance - 1], higher)]
        higher += free[stance - 1]
    return found


def box_of(points):
    """(least x, least y, greatest x, greatest y)"""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def touch(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


class Grid:
    """A plain grid over the plan: numbers of the boxes that touch a box."""

    def __init__(self, boxes):
        self.boxes, self.fields, self.count = boxes, {}, isqrt(len(boxes)) + 1
        self.low = [min((box[k] for box in boxes), default=0) for k in (0, 1)]
        self.size = [(max((box[k + 2] for box in boxes), default=0) - self.low[k]) / Fraction(self.count) or 1 for k in (0, 1)]
        for number, box in enumerate(boxes):
            for field in self._fields(box):
                self.fields.setdefault(field, []).append(number)

    def _fields(self, box):
        first, last = ([(box[k] - self.low[k % 2]) // self.size[k % 2] for k in pair] for pair in ((0, 1), (2, 3)))
        return product(*(range(max(0, a), min(self.count, b) + 1) for a, b in zip(first, last)))

    def near(self, box):
        return sorted({n for field in self._fields(box) for n in self.fields.get(field, ()) if touch(self.boxes[n], box)})
