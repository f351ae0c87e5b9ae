# SPDX-License-Identifier: GPL-3.0-or-later
"""Plane geometry in fractions, for tests of certificates. Points are (x, y); a line (a, b, c) is a x + b y + c = 0.

  tests/certificate/exact.py --self-test   compares its fractions with those of Python"""
import fractions
import operator
import random
import sys
from math import gcd, lcm


class Fraction(fractions.Fraction):
    """Python's fraction, with the same values, text and hash; what tests do most, between two of these or one and an integer, goes without the
    library's way by abstract classes, which takes several times as long."""
    __slots__ = ()

    def __new__(cls, numerator=0, denominator=None):
        if denominator is None:
            if type(numerator) is Fraction:
                return numerator
            if type(numerator) is int:
                return coprime(numerator, 1)
        return super().__new__(cls, numerator, denominator)

    def __add__(self, other):
        kind = type(other)
        if kind is Fraction:
            n, m, d, e = self._numerator, other._numerator, self._denominator, other._denominator
            return over(n * e + m * d, d * e) if d != e else over(n + m, d)
        if kind is int:
            return coprime(self._numerator + other * self._denominator, self._denominator)
        return of_this_kind(fractions.Fraction.__add__(self, other))

    def __sub__(self, other):
        kind = type(other)
        if kind is Fraction:
            n, m, d, e = self._numerator, other._numerator, self._denominator, other._denominator
            return over(n * e - m * d, d * e) if d != e else over(n - m, d)
        if kind is int:
            return coprime(self._numerator - other * self._denominator, self._denominator)
        return of_this_kind(fractions.Fraction.__sub__(self, other))

    def __mul__(self, other):
        kind = type(other)
        if kind is Fraction:
            return over(self._numerator * other._numerator, self._denominator * other._denominator)
        if kind is int:
            return over(self._numerator * other, self._denominator)
        return of_this_kind(fractions.Fraction.__mul__(self, other))

    def __truediv__(self, other):
        kind = type(other)
        if kind is Fraction and other._numerator:
            n, d = self._numerator * other._denominator, self._denominator * other._numerator
            return over(n, d) if d > 0 else over(-n, -d)
        if kind is int and other:
            return over(self._numerator, self._denominator * other) if other > 0 else over(-self._numerator, -self._denominator * other)
        return of_this_kind(fractions.Fraction.__truediv__(self, other))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Fraction(other) / self if type(other) is int else of_this_kind(fractions.Fraction.__rtruediv__(self, other))

    def __neg__(self):
        return coprime(-self._numerator, self._denominator)

    def __abs__(self):
        return coprime(abs(self._numerator), self._denominator)

    def __pow__(self, power):
        if power == 2:
            return coprime(self._numerator ** 2, self._denominator ** 2)
        return of_this_kind(fractions.Fraction.__pow__(self, power))

    def __eq__(self, other):
        kind = type(other)
        if kind is Fraction:
            return self._numerator == other._numerator and self._denominator == other._denominator
        if kind is int:
            return self._numerator == other and self._denominator == 1
        return fractions.Fraction.__eq__(self, other)

    __hash__ = fractions.Fraction.__hash__

    def __bool__(self):
        return self._numerator != 0

    def __lt__(self, other):
        kind = type(other)
        if kind is Fraction:
            return self._numerator * other._denominator < other._numerator * self._denominator
        if kind is int:
            return self._numerator < other * self._denominator
        return fractions.Fraction.__lt__(self, other)

    def __gt__(self, other):
        kind = type(other)
        if kind is Fraction:
            return self._numerator * other._denominator > other._numerator * self._denominator
        if kind is int:
            return self._numerator > other * self._denominator
        return fractions.Fraction.__gt__(self, other)

    def __le__(self, other):
        kind = type(other)
        if kind is Fraction:
            return self._numerator * other._denominator <= other._numerator * self._denominator
        if kind is int:
            return self._numerator <= other * self._denominator
        return fractions.Fraction.__le__(self, other)

    def __ge__(self, other):
        kind = type(other)
        if kind is Fraction:
            return self._numerator * other._denominator >= other._numerator * self._denominator
        if kind is int:
            return self._numerator >= other * self._denominator
        return fractions.Fraction.__ge__(self, other)


def of_this_kind(value):
    return Fraction(value) if type(value) is fractions.Fraction else value


def coprime(numerator, denominator):
    """Requires that they are, and a positive denominator."""
    out = object.__new__(Fraction)
    out._numerator, out._denominator = numerator, denominator
    return out


def over(numerator, denominator):
    """Requires a positive denominator."""
    common = gcd(numerator, denominator)
    out = object.__new__(Fraction)
    out._numerator, out._denominator = numerator // common, denominator // common
    return out


def value(line, p):
    return line[0] * p[0] + line[1] * p[1] + line[2]


def through(p, q):
    """The line whose positive side is left of p to q."""
    return (p[1] - q[1], q[0] - p[0], p[0] * q[1] - p[1] * q[0])


def normal_form(line):
    """Coprime integers, the first of a and b that is not 0 positive: as `line` records have it."""
    scale = lcm(*(Fraction(v).denominator for v in line))
    whole = [int(v * scale) for v in line]
    common = gcd(*whole) * (-1 if (whole[0] or whole[1]) < 0 else 1)
    return [v // common for v in whole]


def meet(l, m):
    """None if they are parallel."""
    w = l[0] * m[1] - l[1] * m[0]
    return None if w == 0 else (Fraction(l[1] * m[2] - l[2] * m[1]) / w, Fraction(l[2] * m[0] - l[0] * m[2]) / w)


def doubled_area(ring):
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(ring, ring[1:] + ring[:1]))


def turn(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def is_convex(ring):
    """Every corner turns left, and once around."""
    n = len(ring)
    if n < 3 or any(turn(ring[i - 2], ring[i - 1], ring[i]) <= 0 for i in range(n)):
        return False
    ascends = [ring[i - 1] < ring[i] for i in range(n)]
    return sum(ascends[i - 1] != ascends[i] for i in range(n)) == 2


def clip(ring, line):
    """The part of a convex ring where the line's value is not negative; [] unless it has an area."""
    values = [value(line, p) for p in ring]
    if not any(v > 0 for v in values):
        return []
    out = []
    for i, p in enumerate(ring):
        j = (i + 1) % len(ring)
        q = ring[j]
        if values[i] >= 0:
            out.append(p)
        if values[i] * values[j] < 0:
            t = Fraction(values[i]) / (values[i] - values[j])
            out.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return out


def common_part(ring, other):
    for p, q in zip(other, other[1:] + other[:1]):
        ring = ring and clip(ring, through(p, q))
    return ring


def overlap(ring, other):
    """Whether two convex rings share an area."""
    return bool(common_part(ring, other))


def runs_through(p, q, ring):
    """Whether the stretch from p to q meets the interior of a convex ring."""
    low, high = Fraction(0), Fraction(1)
    for a, b in zip(ring, ring[1:] + ring[:1]):
        line = through(a, b)
        v, w = value(line, p), value(line, q)
        if v <= 0 and w <= 0:
            return False
        if v < 0:
            low = max(low, Fraction(v) / (v - w))
        if w < 0:
            high = min(high, Fraction(v) / (v - w))
    return low < high


def self_test():
    """How many values of operations are not what Python's fractions give, or of another type."""
    draw = random.Random(1)
    binary = [operator.add, operator.sub, operator.mul, operator.truediv, operator.eq, operator.ne, operator.lt, operator.gt, operator.le, operator.ge]
    unary = [operator.neg, operator.abs, bool, hash, str, float, lambda v: v ** 2, lambda v: v ** -1 if v else None, lambda v: v // 1, lambda v: v % 1]
    wrong = count = 0

    def told(operation, *values):
        try:
            return operation(*values)
        except ZeroDivisionError:
            return "by zero"

    def same(ours, theirs):
        kind = Fraction if type(theirs) is fractions.Fraction else type(theirs)
        return ours == theirs and type(ours) is kind and (kind is not Fraction or gcd(ours.numerator, ours.denominator) == 1 and ours.denominator > 0)

    for _ in range(4000):
        n, m = (draw.randint(-1, 1) * draw.randint(0, 10 ** draw.randint(0, 20)) for _ in range(2))
        d, e = (draw.randint(1, 10 ** draw.randint(0, 20)) for _ in range(2))
        for ours, theirs in (((Fraction(n, d), Fraction(m, e)), (fractions.Fraction(n, d), fractions.Fraction(m, e))), ((Fraction(n, d), m), (fractions.Fraction(n, d), m)),
                             ((m, Fraction(n, d)), (m, fractions.Fraction(n, d))), ((Fraction(n, d), 0.5), (fractions.Fraction(n, d), 0.5))):
            pairs = [(told(f, *ours), told(f, *theirs)) for f in binary]
            wrong += sum(not same(*pair) for pair in pairs)
            count += len(pairs)
        pairs = [(told(f, Fraction(n, d)), told(f, fractions.Fraction(n, d))) for f in unary]
        wrong += sum(not (a == b and (type(b) is not fractions.Fraction or isinstance(a, fractions.Fraction))) for a, b in pairs)
        count += len(pairs)
    print(f"{count} operations, {wrong} not as Python's")
    return 1 if wrong or not count else 0


if __name__ == "__main__" and sys.argv[1:] == ["--self-test"]:
    sys.exit(self_test())
