# SPDX-License-Identifier: GPL-3.0-or-later
"""Welds for the second checker: definitions.md, "Welds"; certificate.md (theory), 8.

For each stance each side of a cell looks from its border along its outward perpendicular. u runs from 0 to 1 along the side, v counts lengths
of the side outward. Of another side v, and how much higher it is, are linear functions of u, kept as (value at u = 0, slope)."""
from fractions import Fraction
from math import isqrt

from plane import Grid, at, box_of, by_stance, cut, dot, minus, point_on, where, without


class Welds:
    def __init__(self, sides, surfaces, width):
        self.sides, self.surfaces, self.width = sides, surfaces, width
        self.step, self.heights, self.polygons = surfaces.step, surfaces.heights, surfaces.polygons
        self.grid = Grid([box_of((one.begin, one.end)) for one in sides])
        self.borders = {}

    def border(self, number, stance):
        """Where along its line a side is border for a stance."""
        if (number, stance) not in self.borders:
            one = self.sides[number]
            self.borders[number, stance] = without([one.stretch], [stretch for stretch, most in one.ways if most >= stance])
        return self.borders[number, stance]

    def all(self):
        """[("weld", cell, cell, [two ends, two points across], stance)]"""
        return [weld for number, one in enumerate(self.sides) if self.border(number, one.cell.stance) for weld in self._from(number, one)]

    def _from(self, number, one):
        x, y, far_x, far_y = box_of((one.begin, one.end))
        near = self.grid.near((x - self.width, y - self.width, far_x + self.width, far_y + self.width))
        views = [view for i in near if i != number and (view := View(i, self.sides[i], one)).seen]
        welds = {}
        for stance in range(1, one.cell.stance + 1):
            own = [to_u(one, t, one) for t in self.border(number, stance)]
            met = [(view, self._met(view, own, stance)) for view in views if view.side.cell.stance >= stance]
            for view, free in met:
                if not view.faces_back:
                    continue
                for other, others in met:
                    nearer = (view.v[0] - other.v[0], view.v[1] - other.v[1])
                    free = without(free, [part for stretch in others if (part := where(stretch, nearer, strict=True))])
                welds.setdefault(view, {})[stance] = [rest for stretch in free for rest in self._without_columns(view, stretch, stance)]
        found = []
        for view, free in welds.items():
            for stretch, stance in by_stance([free.get(s, []) for s in range(1, one.cell.stance + 1)]):
                stretch = self._within_width(view, stretch)
                if stretch:
                    ends = sorted((one.place(u), u) for u in stretch)
                    across = [view.across(u) for _, u in ends]
                    found.append(("weld", one.cell.number, view.side.cell.number, [place for place, _ in ends] + across, stance))
        return found

    def _met(self, view, own, stance):
        """Where border of a side is at a distance above 0 and at most a step higher or lower than what looks at it."""
        found = []
        for stretch in own:
            for function in ((self.step - view.over[0], -view.over[1]), (self.step + view.over[0], view.over[1]), view.v):
                stretch = where(stretch, function)
            for t in self.border(view.number, stance) if stretch else ():
                low, high = to_u(view.side, t, view.one)
                if max(low, stretch[0]) < min(high, stretch[1]):
                    found.append((max(low, stretch[0]), min(high, stretch[1])))
        return found

    def _without_columns(self, view, stretch, stance):
        """A stretch less what polygons over the gap stop: theory, Column check."""
        free, one = [stretch], view.one
        if not any(view.within(self.width, u) for u in stretch):
            return []
        for number in self.surfaces.grid.near(box_of([place for u in stretch for place in (one.place(u), view.across(u))])):
            corners = []
            for x, y, z in self.polygons[number].space:  # as (u, v, height above the side that looks)
                from_begin = minus((x, y), one.begin)
                u, v = dot(from_begin, one.way) / one.square, dot(from_begin, one.outward) / one.square
                corners.append((u, v, z - view.z[0] - u * view.z[1]))
            for sense in (1, -1):  # the floors change places at most once
                part = where(stretch, (sense * view.over[0], sense * view.over[1]))
                if part and (sense > 0 or view.over != (0, 0)):
                    free = without(free, self._stopped(corners, part, view, sense, self.heights[stance - 1]))
        return free

    def _stopped(self, corners, part, view, sense, height):
        lower, higher = ((0, 0), view.over) if sense > 0 else (view.over, (0, 0))

        functions = [lambda c: c[0] - part[0], lambda c: part[1] - c[0], lambda c: c[1], lambda c: view.v[0] + view.v[1] * c[0] - c[1],
                     lambda c: c[2] - lower[0] - lower[1] * c[0] - self.step, lambda c: higher[0] + higher[1] * c[0] + height - c[2]]
        for function in functions:
            corners = cut(corners, [function(corner) for corner in corners])
        if corners and all(any(function(corner) > 0 for corner in corners) for function in functions[4:]):
            return [(min(corner[0] for corner in corners), max(corner[0] for corner in corners))]
        return []

    def _within_width(self, view, stretch):
        """The part of a stretch that is at most the width wide, its end rounded inward where it is irrational; None if there is none."""
        one, (good, wrong) = view.one, stretch
        if view.within(self.width, good) == view.within(self.width, wrong):
            return stretch if view.within(self.width, good) else None
        if not view.within(self.width, good):
            good, wrong = wrong, good
        squared = self.width ** 2 / one.square
        root = Fraction(isqrt(squared.numerator), isqrt(squared.denominator))
        if root ** 2 == squared:
            end = (root - view.v[0]) / view.v[1]
            return (min(good, end), max(good, end)) if good != end else None
        k = 0 if abs(one.way[0]) >= abs(one.way[1]) else 1
        places, unit = (one.place(good)[k], one.place(wrong)[k]), 1
        while True:  # the last multiple of 1 / unit that is not too wide, if it leaves anything
            unit *= 2 ** 64
            ascends = 1 if places[0] < places[1] else -1
            inside, outside = (ascends * (ascends * places[0] * unit // 1), -ascends * (-ascends * places[1] * unit // 1))
            while abs(outside - inside) > 1:
                middle = (inside + outside) // 2
                if view.within(self.width, (Fraction(middle, unit) - one.begin[k]) / one.way[k]):
                    inside = middle
                else:
                    outside = middle
            end = (Fraction(inside, unit) - one.begin[k]) / one.way[k]
            if ascends * (Fraction(inside, unit) - places[0]) > 0:
                return min(good, end), max(good, end)


class View:
    """A side as another one, which looks outward, sees it."""

    def __init__(self, number, side, one):
        self.number, self.side, self.one, line = number, side, one, side.line
        toward = line[0] * one.outward[0] + line[1] * one.outward[1]
        # Perpendiculars of the one have to meet more than a point of the other, and not at distance 0.
        self.seen = toward != 0 and (at(line, one.begin) != 0 or at(line, one.end) != 0)
        if self.seen:
            self.v = (Fraction(-at(line, one.begin)) / toward, Fraction(at(line, one.begin) - at(line, one.end)) / toward)
            self.faces_back = dot(side.outward, one.outward) < 0
            z = [at(one.cell.polygon.height, place) for place in (one.begin, one.end)]
            over = [at(side.cell.polygon.height, self.across(u)) - z[u] for u in (0, 1)]
            self.z, self.over = (z[0], z[1] - z[0]), (over[0], over[1] - over[0])

    def across(self, u):
        return tuple(p + (self.v[0] + u * self.v[1]) * n for p, n in zip(self.one.place(u), self.one.outward))

    def within(self, width, u):
        return (self.v[0] + u * self.v[1]) ** 2 * self.one.square <= width ** 2


def to_u(side, stretch, one):
    """A stretch of a side as values of u along another one."""
    ends = [dot(minus(point_on(side.line, t), one.begin), one.way) / one.square for t in stretch]
    return min(ends), max(ends)
