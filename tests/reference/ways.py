# SPDX-License-Identifier: GPL-3.0-or-later
"""Flush and step portals, and the records of all portals, for the second checker: certificate.md (theory), 8."""
from plane import along, by_stance, clip, dot, linear, minus, point_on, undirected, where, whole, without
from gaps import Welds


class Side:
    """A side of a cell of stance 1 or more: its line, where along it, and the height there as (value at 0, slope)."""

    def __init__(self, cell, i):
        self.cell, self.begin, self.end = cell, cell.corners[i - 1], cell.corners[i]
        self.line = undirected(cell.lines[i])
        self.on_inner = self.line == cell.lines[i]
        self.stretch = tuple(sorted(along(self.line, p) for p in (self.begin, self.end)))
        self.height = linear(self.line, cell.polygon.height)
        self.ways = []  # [(stretch, stance)] of the flush and step portals on it
        self.way = minus(self.end, self.begin)
        self.outward, self.square = (self.way[1], -self.way[0]), dot(self.way, self.way)

    def place(self, u):
        """The point at a share of the way from its beginning to its end."""
        return tuple(p + u * w for p, w in zip(self.begin, self.way))


class Portals:
    def __init__(self, records, surfaces, weld):
        self.records, self.surfaces, self.weld, self.count = records, surfaces, weld, 0
        self.step, self.heights = surfaces.step, surfaces.heights
        self.sides = [Side(cell, i) for cell in surfaces.cells if cell.stance for i in range(len(cell.corners))]
        self.walls = {}
        for polygon in surfaces.polygons:
            if polygon.vertical:
                self.walls.setdefault(polygon.line, []).append(polygon)

    def read(self):
        """Computes all portals and compares them with the records, which are in the order of both lists."""
        records, flush_and_step, lines = self.records, [], {}
        for one in self.sides:
            for other in lines.setdefault(one.line, []):
                if other.on_inner != one.on_inner:
                    flush_and_step += self._between(other, one)
            lines[one.line].append(one)
        welds = Welds(self.sides, self.surfaces, self.weld).all() if self.weld else []
        for kind, a, b, ends, stance in sorted(flush_and_step, key=lambda p: p[1:4]) + sorted(welds, key=lambda p: p[1:4]):
            places = [f"{x} {y}" for x, y in ends]
            due = " ".join([kind, str(stance), str(a), str(b), *places[:2], *[":"] * (kind == "weld"), *places[2:]])
            records.require(records.take("portal") == due.split(" "), f"a portal {due} is due")
        self.count = len(flush_and_step) + len(welds)

    def _between(self, one, other):
        """The flush or step portals of two sides on one line."""
        low, high = max(one.stretch[0], other.stretch[0]), min(one.stretch[1], other.stretch[1])
        if low >= high:
            return []
        over = minus(other.height, one.height)
        kind, stretch = "step" if any(over) else "flush", (low, high)
        for factor in (1, -1):
            stretch = where(stretch, (self.step - factor * over[0], -factor * over[1]))
        if stretch is None:
            return []
        most = min(one.cell.stance, other.cell.stance)
        free = [[stretch] for _ in range(most)]
        for lower, higher, sense in ((one, other, 1), (other, one, -1)):  # the floors change places at most once
            part = where(stretch, (sense * over[0], sense * over[1]))
            if part and (sense > 0 or kind == "step"):
                for wall in self.walls.get(one.line, ()):
                    for stance in range(most):
                        free[stance] = without(free[stance], self._stopped(wall, part, lower, higher, self.heights[stance]))
        first, second = sorted((one, other), key=lambda s: s.cell.number)
        found = by_stance(free)
        one.ways += found
        other.ways += found
        return [(kind, first.cell.number, second.cell.number, [point_on(one.line, t) for t in place], stance) for place, stance in found]

    def _stopped(self, wall, part, lower, higher, height):
        """Where a vertical polygon reaches between the step above the lower floor and `height` above the higher one: theory, Stances."""
        strip = [whole(1, 0, -part[0]), whole(-1, 0, part[1]),
                 whole(-lower.height[1], 1, -lower.height[0] - self.step), whole(higher.height[1], -1, higher.height[0] + height)]
        rest = clip(wall.wall, strip)
        return [(min(t for t, _ in rest), max(t for t, _ in rest))] if rest else []
