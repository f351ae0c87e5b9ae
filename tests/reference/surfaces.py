# SPDX-License-Identifier: GPL-3.0-or-later
"""One surface of a certificate, for the second checker: its cells, verdicts and witnesses, its walls; certificate.md (theory), 3 to 6."""
from bodies import runs_through
from plane import (Grid, at, box_of, clip, convex, crossing, doubled_area, linear, minus, point_on, side, touch, unbalanced, undirected,
                   where, whole, without)


class Cell:
    def __init__(self, number, polygon, label, corners, lines):
        self.number, self.polygon, self.label = number, polygon, label
        self.corners, self.lines = corners, lines  # line i, its inner side the cell's, runs from corner i - 1 to corner i
        self.stance = label if isinstance(label, int) else 0


class Surfaces:
    def __init__(self, records, polygons, heights, step, bodies):
        self.records, self.polygons, self.heights, self.step, self.bodies = records, polygons, heights, step, bodies
        self.grid, self.areas, self.cells, self.walls = Grid([polygon.box for polygon in polygons]), {}, [], 0

    def read(self, number):
        """The records of a surface."""
        records, polygon = self.records, self.polygons[number]
        near = [(i, self.polygons[i]) for i in self.grid.near(polygon.box) if i != number]
        self.owners, self.above = [], []
        for i, other in near:
            over = None if other.vertical else minus(other.height, polygon.height)
            if over == (0, 0, 0) and i < number and other.traversable:
                self.owners.append((i, other))
            elif over and any(over) and other.high > polygon.low and other.low < polygon.high + self.heights[-1]:
                self.above.append((i, other, over))
        over_bodies = self.bodies and self.bodies.over(polygon)
        sides = len(polygon.sides)
        lines = [undirected(line) for line in polygon.sides]
        while records.follows("line"):
            line = tuple(records.integer(word) for word in records.take("line", 3))
            records.require(any(line[:2]) and line == whole(*line) == undirected(line), "a line that is not in lowest terms")
            records.require(line not in lines, "a line for the second time")
            lines.append(line)
        first, used, edges = len(self.cells), set(), []
        while records.follows("cell"):
            cell = self._read_cell(number, polygon, lines, used, edges)
            if self.bodies and cell.label != "covered":
                found = self.bodies.winding_over(polygon, over_bodies, cell.corners, cell.lines)
                records.require(found is not None, "a cell through which the boundary of what is inside may run")
                records.require((found > 0) == (cell.label == "inside"), f"a winding number of {found}")
            self.cells.append(cell)
            self.areas[cell.label] = self.areas.get(cell.label, 0) + doubled_area(cell.corners) / 2
        edges += [(line, p, q, -1) for line, p, q in zip(lines, polygon.corners, polygon.corners[1:] + polygon.corners)]
        place = unbalanced(edges)
        records.require(place is None, f"the cells of surface {number} do not cover it once, at {place}")
        records.require(used.issuperset(range(sides, len(lines))), "a line that no cell uses")
        self._read_walls(polygon, near, self.cells[first:])

    def _read_cell(self, number, polygon, lines, used, edges):
        records = self.records
        words = records.take("cell")
        records.require(len(words) >= 2, "a cell without a label or a witness")
        label, witness = words[:2]
        sides = [records.integer(word, 0, len(lines)) for word in words[2:]] or list(range(len(polygon.sides)))
        used.update(sides)
        if words[2:]:
            corners = [crossing(lines[a], lines[b]) for a, b in zip(sides, sides[1:] + sides[:1])]
            records.require(None not in corners and convex(corners, straight=False), "a cell that is no convex polygon")
        else:
            corners = polygon.corners[1:] + polygon.corners[:1]
        edges += [(lines[l], corners[i - 1], corner, 1) for i, (l, corner) in enumerate(zip(sides, corners))]
        inner = [lines[l] if side(lines[l], corners[(i + 1) % len(corners)]) > 0 else tuple(-k for k in lines[l])
                 for i, l in enumerate(sides)]
        if label not in ("covered", "inside"):
            label = records.integer(label, 0, len(self.heights) + 1)
        records.require(label != "inside" or self.bodies, "a cell inside without solids")
        cell = Cell(len(self.cells), polygon, label, corners, inner)
        self._check_verdict(number, cell, witness)
        return cell

    def _check_verdict(self, number, cell, witness):
        """The label of a cell, and its witness: theory, 4 and 5."""
        records, corners, label = self.records, cell.corners, cell.label
        if label == "inside" or label == len(self.heights):
            records.require(witness == "-", "a witness where none is needed")
        else:
            reason = self.polygons[records.integer(witness, 0, len(self.polygons))]
            records.require(not reason.vertical and all(side(line, corner) >= 0 for line in reason.sides for corner in corners),
                            "a witness that does not reach over the cell")
        box = box_of(corners)
        owners = [i for i, other in self.owners if touch(other.box, box) and clip(corners, other.sides)]
        if label == "covered":
            records.require(int(witness) in (i for i, _ in self.owners), "a cell covered by what does not own it")
            records.require(min(owners) == int(witness), "a lower owner than the witness")
            return
        records.require(not owners, f"a cell that polygon {owners and owners[0]} covers")
        if label == "inside":
            return
        if label < len(self.heights):
            over = [at(minus(reason.height, cell.polygon.height), corner) for corner in corners]
            limit = self.heights[label]
            records.require(0 <= min(over) and max(over) <= limit and any(over) and min(over) < limit, "a witness that is not below the next stance")
        if label > 0:
            for i, other, over in self.above:
                if touch(other.box, box):
                    below = (-over[0], -over[1], self.heights[label - 1] - over[2])
                    records.require(not clip(corners, [whole(*over), whole(*below), *other.sides]), f"polygon {i} is too low over the cell")

    def _read_walls(self, polygon, near, cells):
        """The obstruction edges: theory, 6."""
        records, expected = self.records, []
        if any(cell.label != "covered" for cell in cells):
            for i, other in near:
                if other.vertical:
                    expected += self._walls_of(polygon, i, other, cells)
        for number, low, high, most in sorted(expected):
            due = [str(word) for word in (number, most, *low, *high)]
            records.require(records.take("wall") == due, f"a wall {' '.join(due)} is due")
        self.walls += len(expected)

    def _walls_of(self, polygon, number, other, cells):
        """[(polygon, end, end, greatest stance that may cross)] of a vertical polygon."""
        over = linear(other.line, polygon.height)
        lowered = [(t, z - over[0] - over[1] * t) for t, z in other.wall]
        stopped = []
        for height in self.heights:
            rest = clip(lowered, [whole(0, 1, -self.step), whole(0, -1, height)])
            stretch = rest and (min(t for t, _ in rest), max(t for t, _ in rest))
            for line in polygon.sides:
                stretch = where(stretch, linear(other.line, line))
            stopped.append([stretch] if stretch else [])
        for cell in cells:
            if cell.stance and stopped[-1] and runs_through(other.line, stopped[-1][0], cell.lines):
                self.records.refuse(f"a wall of polygon {number} runs through cell {cell.number}")
        return [(number, point_on(other.line, low), point_on(other.line, high), stance)
                for stance, stretches in enumerate(stopped) for low, high in without(stretches, stopped[stance - 1] if stance else [])]
