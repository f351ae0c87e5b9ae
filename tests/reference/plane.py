# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact plane geometry of the second checker, in integers and fractions.

A line is three integers (a, b, c): a x + b y + c = 0, its inner side is where the value is positive. A point is a tuple of fractions. An
interval is a pair of fractions; one that is a point counts as nothing."""
from fractions import Fraction
from math import gcd, isqrt, lcm


def whole(*values):
    """The coprime integers in the ratio of these numbers, with their signs."""
    scale = lcm(*(value.denominator for value in values))
    numbers = [value.numerator * (scale // value.denominator) for value in values]
    divisor = gcd(*numbers) or 1
    return tuple(number // divisor for number in numbers)


def undirected(numbers):
    """These integers, or their negatives: the first that is not 0 is positive."""
    first = next((number for number in numbers if number), 1)
    return numbers if first > 0 else tuple(-number for number in numbers)


def minus(p, q):
    return tuple(a - b for a, b in zip(p, q))


def cross(u, v):
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def turn(p, q, r):
    """Positive if the way from p over q to r turns left."""
    return (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0])


def sign(value):
    return (value > 0) - (value < 0)


def line_through(p, q):
    """The line through two points, its inner side on the left."""
    a, b = p[1] - q[1], q[0] - p[0]
    return whole(a, b, -a * p[0] - b * p[1])


def side(line, p):
    """An integer with the sign of the line's value at p."""
    x, y = p
    return (line[0] * x.numerator * y.denominator + line[1] * y.numerator * x.denominator
            + line[2] * x.denominator * y.denominator)


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
    for i, here in enumerate(corners):
        before = corners[i - 1]
        if (values[i - 1] < 0 < values[i]) or (values[i] < 0 < values[i - 1]):
            share = Fraction(values[i - 1]) / (values[i - 1] - values[i])
            rest.append(tuple(p + share * (q - p) for p, q in zip(before, here)))
        if values[i] >= 0:
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
    ways = [minus(ring[i], ring[i - 1]) for i in range(len(ring))]
    for i, way in enumerate(ways):
        before = ways[i - 1]
        left = before[0] * way[1] - before[1] * way[0]
        if way == (0, 0) or left < 0 or (left == 0 and not (straight and dot(before, way) > 0)):
            return False
    forward = [way > (0, 0) for way in ways]
    return len(ring) > 2 and sum(forward[i] != forward[i - 1] for i in range(len(ring))) == 2


def doubled_area(ring):
    return sum(ring[i - 1][0] * ring[i][1] - ring[i - 1][1] * ring[i][0] for i in range(len(ring)))


def unbalanced(edges):
    """A place where directed edges do not add up to nothing, None if there is none (Lemma 1). An edge is the name of its line, its
    beginning, its end, and how often it counts."""
    jumps = {}
    for name, begin, end, count in edges:
        for place, by in ((begin, count), (end, -count)):
            jumps[name, place] = jumps.get((name, place), 0) + by
    return next((place for (name, place), jump in jumps.items() if jump), None)


def ring_edges(ring, count):
    """The edges of a ring in space, for `unbalanced`."""
    for i, end in enumerate(ring):
        begin = ring[i - 1]
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
    if interval is None:
        return None
    if slope == 0:
        return interval if start > 0 or (start == 0 and not strict) else None
    low, high = interval
    root = Fraction(-start) / slope
    low, high = (max(low, root), high) if slope > 0 else (low, min(high, root))
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


def root_of(value):
    """The square root of a fraction, None if it is irrational."""
    numerator, denominator = isqrt(value.numerator), isqrt(value.denominator)
    root = Fraction(numerator, denominator)
    return root if root * root == value else None


def box_of(points):
    """(least x, least y, greatest x, greatest y)"""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def touch(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


class Grid:
    """A plain grid over the plan: numbers of the boxes that touch a box."""

    def __init__(self, boxes):
        self.boxes, self.fields = boxes, {}
        if boxes:
            self.x, self.y = min(box[0] for box in boxes), min(box[1] for box in boxes)
            count = isqrt(len(boxes)) + 1
            self.wide = (max(box[2] for box in boxes) - self.x) / Fraction(count) or Fraction(1)
            self.high = (max(box[3] for box in boxes) - self.y) / Fraction(count) or Fraction(1)
            self.last = count
        for number, box in enumerate(boxes):
            for field in self._fields(box):
                self.fields.setdefault(field, []).append(number)

    def _fields(self, box):
        def ends(low, high, origin, size):
            return max(0, (low - origin) // size), min(self.last, (high - origin) // size)
        first, last = ends(box[0], box[2], self.x, self.wide)
        low, high = ends(box[1], box[3], self.y, self.high)
        return [(i, j) for i in range(first, last + 1) for j in range(low, high + 1)]

    def near(self, box):
        fields = self._fields(box) if self.boxes else []
        return sorted({number for field in fields for number in self.fields.get(field, ()) if touch(self.boxes[number], box)})
