# SPDX-License-Identifier: GPL-3.0-or-later
"""Welds for the second checker: definitions.md, "Welds"; certificate.md (theory), 8.

For each stance each side of a cell looks from its border along its outward perpendicular. u runs from 0 to 1 along the side, v counts lengths
of the side outward. Of another side v, and how much higher it is, are linear functions of u, kept as (value at u = 0, slope)."""
from fractions import Fraction

from plane import Grid, at, box_of, by_stance, cut, dot, minus, point_on, root_of, where, without


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
        found = []
        for number, one in enumerate(self.sides):
            if self.border(number, one.cell.stance):
                found += self._from(number, one)
        return found

    def _from(self, number, one):
        way = minus(one.end, one.begin)
        outward, square = (way[1], -way[0]), dot(way, way)
        box = box_of((one.begin, one.end))
        box = (box[0] - self.width, box[1] - self.width, box[2] + self.width, box[3] + self.width)
        views = [View(i, self.sides[i], one, way, outward, square) for i in self.grid.near(box) if i != number]
        views = [view for view in views if view.seen]
        welds = {}
        for stance in range(1, one.cell.stance + 1):
            own = [to_u(one, t, one.begin, way, square) for t in self.border(number, stance)]
            met = [(view, self._met(view, own, stance)) for view in views if view.side.cell.stance >= stance]
            for view, stretches in met:
                for other, others in met if view.faces_back else ():
                    if other is not view:
                        nearer = (view.v[0] - other.v[0], view.v[1] - other.v[1])
                        stretches = without(stretches, [part for stretch in others if (part := where(stretch, nearer, strict=True))])
                if view.faces_back:
                    free = [rest for stretch in stretches for rest in self._without_columns(one, way, outward, view, stretch, stance)]
                    welds.setdefault(view, {})[stance] = free
        found = []
        for view, free in welds.items():
            for stretch, stance in by_stance([free.get(s, []) for s in range(1, one.cell.stance + 1)]):
                stretch = self._within_width(one, way, square, view, stretch)
                if stretch:
                    ends = sorted((tuple(p + u * w for p, w in zip(one.begin, way)), u) for u in stretch)
                    across = [tuple(p + (view.v[0] + u * view.v[1]) * n for p, n in zip(place, outward)) for place, u in ends]
                    found.append(("weld", one.cell.number, view.side.cell.number, [place for place, _ in ends] + across, stance))
        return found

    def _met(self, view, own, stance):
        """Where border of a side is at a distance above 0 and at most a step higher or lower than what looks at it."""
        found = []
        for stretch in own:
            for factor in (1, -1):
                stretch = where(stretch, (self.step - factor * view.over[0], -factor * view.over[1]))
            stretch = where(stretch, view.v, strict=True)
            for t in self.border(view.number, stance) if stretch else ():
                low, high = to_u(view.side, t, view.begin, view.way, view.square)
                low, high = max(low, stretch[0]), min(high, stretch[1])
                if low < high:
                    found.append((low, high))
        return found

    def _without_columns(self, one, way, outward, view, stretch, stance):
        """A stretch less what polygons over the gap stop: theory, Column check."""
        free = [stretch]
        if (view.v[0] + stretch[0] * view.v[1]) ** 2 * dot(way, way) > self.width ** 2 < (view.v[0] + stretch[1] * view.v[1]) ** 2 * dot(way, way):
            return []  # all of it is too wide
        prism = [tuple(p + u * w + v * n for p, w, n in zip(one.begin, way, outward))
                 for u in stretch for v in (0, view.v[0] + u * view.v[1])]
        for number in self.surfaces.grid.near(box_of(prism)):
            polygon = self.polygons[number]
            corners = []
            for x, y, z in polygon.space:  # as (u, v, height above the side that looks)
                from_begin = minus((x, y), one.begin)
                u = dot(from_begin, way) / dot(way, way)
                corners.append((u, dot(from_begin, outward) / dot(way, way), z - view.z[0] - u * view.z[1]))
            for sense in (1, -1):  # the floors change places at most once
                part = where(stretch, (sense * view.over[0], sense * view.over[1]))
                if part and (sense > 0 or view.over != (0, 0)):
                    free = without(free, self._stopped(corners, part, view, sense, self.heights[stance - 1]))
        return free

    def _stopped(self, corners, part, view, sense, height):
        lower, higher = ((0, 0), view.over) if sense > 0 else (view.over, (0, 0))

        def above(corner):
            return corner[2] - lower[0] - lower[1] * corner[0] - self.step

        def below(corner):
            return higher[0] + higher[1] * corner[0] + height - corner[2]

        for function in (lambda c: c[0] - part[0], lambda c: part[1] - c[0], lambda c: c[1], lambda c: view.v[0] + view.v[1] * c[0] - c[1],
                         above, below):
            corners = corners and cut(corners, [function(corner) for corner in corners])
        if corners and any(above(corner) > 0 for corner in corners) and any(below(corner) > 0 for corner in corners):
            return [(min(corner[0] for corner in corners), max(corner[0] for corner in corners))]
        return []

    def _within_width(self, one, way, square, view, stretch):
        """The part of a stretch that is at most the width wide, its end rounded inward where it is irrational; None if there is none."""
        start, slope = view.v

        def fits(u):
            return (start + slope * u) ** 2 * square <= self.width ** 2

        low, high = stretch
        if fits(low) == fits(high):
            return stretch if fits(low) else None
        good, wrong = (low, high) if fits(low) else (high, low)
        root = root_of(self.width ** 2 / square)
        if root is not None:
            end = (root - start) / slope
            return (min(good, end), max(good, end)) if good != end else None
        k = 0 if abs(way[0]) >= abs(way[1]) else 1
        origin, scale = one.begin[k], way[k]
        good_place, wrong_place = origin + good * scale, origin + wrong * scale
        unit = 1
        while True:
            unit *= 2 ** 64
            if good_place < wrong_place:  # the last multiple of 1 / unit that fits
                inside, outside = good_place * unit // 1, -(-wrong_place * unit // 1)
            else:
                inside, outside = -(-good_place * unit // 1), wrong_place * unit // 1
            while abs(outside - inside) > 1:
                middle = (inside + outside) // 2
                if fits((Fraction(middle, unit) - origin) / scale):
                    inside = middle
                else:
                    outside = middle
            end = (Fraction(inside, unit) - origin) / scale
            if (end > good) == (wrong > good) and end != good:
                return min(good, end), max(good, end)


class View:
    """A side as another one sees it."""

    def __init__(self, number, side, one, way, outward, square):
        self.number, self.side = number, side
        self.way, self.begin, self.square = way, one.begin, square
        line = side.line
        toward = line[0] * outward[0] + line[1] * outward[1]
        self.seen = toward != 0  # else perpendiculars meet at most a point of it
        if not self.seen:
            return
        self.v = (Fraction(-at(line, one.begin)) / toward, -Fraction(line[0] * way[0] + line[1] * way[1]) / toward)
        self.seen = self.v != (0, 0)  # border at distance 0 is not met
        own = side.end[1] - side.begin[1], side.begin[0] - side.end[0]
        self.faces_back = dot(own, outward) < 0
        places = [(tuple(p + w * u for p, w in zip(one.begin, way)), self.v[0] + self.v[1] * u) for u in (0, 1)]
        z = [at(one.cell.polygon.height, place) for place, _ in places]
        over = [at(side.cell.polygon.height, tuple(p + v * n for p, n in zip(place, outward))) - own_z
                for (place, v), own_z in zip(places, z)]
        self.z, self.over = (z[0], z[1] - z[0]), (over[0], over[1] - over[0])


def to_u(side, stretch, begin, way, square):
    """A stretch of a side as values of u along another one."""
    ends = [dot(minus(point_on(side.line, t), begin), way) / square for t in stretch]
    return min(ends), max(ends)
