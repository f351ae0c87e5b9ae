# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids and cavities, and what is inside of them, for the second checker: definitions.md, "Solids"; certificate.md, 9.

Each part of a face counts by itself, whatever it is welded to. So a number of winding is that of the faces."""
from plane import Grid, along, cross, dot, line_through, linear, minus, ring_edges, unbalanced, where


class Bodies:
    def __init__(self, faces):
        self.faces, self.parts = faces, []
        component = self._components()
        groups = {}
        for face, root in enumerate(component):
            groups.setdefault(root, []).append(face)
        closed = [group for group in groups.values() if self._is_closed(group)]
        volumes = [(group, self._volume(group)) for group in closed]
        solids = [self._parts_of(group) for group, volume in volumes if volume > 0]
        cavities = [group for group, volume in volumes if volume < 0 and any(self._contains(solid, group) for solid in solids)]
        self.solids, self.cavities = len(solids), len(cavities)
        self.parts = [part for solid in solids for part in solid] + [part for group in cavities for part in self._parts_of(group)]
        self.grid = Grid([part.box for part in self.parts])

    def _components(self):
        """Of each face the least face that edges with equal ends connect it to."""
        rings = self.faces.rings
        root = list(range(len(rings)))

        def find(face):
            while root[face] != face:
                root[face] = face = root[root[face]]
            return face

        first = {}
        for face, ring in enumerate(rings):
            for i, p in enumerate(ring):
                other = find(first.setdefault(frozenset((p, ring[i - 1])), face))
                root[max(other, find(face))] = min(other, find(face))
        return [find(face) for face in range(len(rings))]

    def _is_closed(self, group):
        """Whether each edge is run as often one way as the other, and no face keeps the component from containing anything."""
        rings, points, balance = self.faces.rings, self.faces.points, {}
        for face in group:
            for i, p in enumerate(rings[face]):
                before = rings[face][i - 1]
                if p != before:
                    balance[before, p] = balance.get((before, p), 0) + 1
                    balance[p, before] = balance.get((p, before), 0) - 1
        if any(balance.values()) or any(face in self.faces.bad for face in group):
            return False
        for face in group:
            if face in self.faces.delaunay:  # do its triangles have its boundary in space?
                edges = list(ring_edges([points[p] for p in rings[face]], -1))
                for part in self._keys(face):
                    edges += ring_edges([points[p] for p in self.faces.parts[part]], 1)
                if unbalanced(edges) is not None:
                    return False
        return True

    def _keys(self, face):
        part = 0
        while (face, part) in self.faces.parts:
            yield face, part
            part += 1

    def _parts_of(self, group):
        return [self.faces.part_polygons[key] for face in group for key in self._keys(face)]

    def _volume(self, group):
        volume = 0
        for face in group:
            for key in self._keys(face):
                a, *ring = (self.faces.points[p] for p in self.faces.parts[key])
                volume += sum(dot(a, cross(b, c)) for b, c in zip(ring, ring[1:]))
        return volume

    def _contains(self, solid, group):
        """Whether all corners of a component are within a solid, or on its surface."""
        corners = {p for face in group for p in self.faces.rings[face]}
        return all(any(lies_on(part, self.faces.points[p]) for part in solid)
                   or winding(solid, self.faces.points[p][:2], (0, 0, self.faces.points[p][2])) > 0 for p in corners)

    def over(self, polygon):
        """The parts over a polygon, and their closing segments."""
        near = [self.parts[i] for i in self.grid.near(polygon.box)]
        return near, [segment for part in near if (segment := closing_segment(polygon, part))]

    @staticmethod
    def winding_over(polygon, over, corners, lines):
        """The winding number just above a cell of a polygon; None if it may change within the cell, as a closing segment runs through."""
        near, segments = over
        if any(runs_through(*segment, lines) for segment in segments):
            return None
        middle = tuple(sum(corner[k] for corner in corners[:3]) / 3 for k in (0, 1))
        return winding(near, middle, polygon.height)


def sign_beside(function, p):
    """The sign of a function of the plan a very little beside p: along x, and still less along y."""
    return next((value for value in (function[0] * p[0] + function[1] * p[1] + function[2], function[0], function[1]) if value), 0)


def winding(parts, p, height):
    """How many parts strictly above a plane face up over the place beside p, less those that face down."""
    return sum(part.up for part in parts if not part.vertical and all(sign_beside(line, p) > 0 for line in part.sides)
               and sign_beside(minus(part.height, height), p) > 0)


def lies_on(part, point):
    """Whether a point in space is on a polygon, its boundary included."""
    if dot(part.directed_plane, (*point, 1)) != 0:
        return False
    normal, ring = part.directed_plane[:3], part.space[::-1] if part.up < 0 else part.space
    return all(dot(normal, cross(minus(end, ring[i - 1]), minus(point, ring[i - 1]))) >= 0 for i, end in enumerate(ring))


def closing_segment(polygon, part):
    """(line, (low, high)) in plan: the plane of `polygon` with what of `part` is above it; None if this is no more than a point."""
    u, v, w = polygon.height
    values = [z - u * x - v * y - w for x, y, z in part.space]
    if max(values) <= 0:
        return None
    ends = set()
    for i, value in enumerate(values):
        before = values[i - 1]
        if value == 0:
            ends.add(part.space[i][:2])
        elif (value < 0 < before) or (before < 0 < value):
            share = before / (before - value)
            ends.add(tuple(a + share * (b - a) for a, b in zip(part.space[i - 1][:2], part.space[i][:2])))
    if len(ends) < 2:
        return None
    low, high = min(ends), max(ends)
    line = line_through(low, high)
    return line, (along(line, low), along(line, high))


def runs_through(line, stretch, lines):
    """Whether a stretch of a line has more than a point within the half planes of `lines`."""
    for other in lines:
        stretch = where(stretch, linear(line, other), strict=True)
    return stretch is not None
