# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids and cavities, and what is inside of them, for the second checker: definitions.md, "Solids"; certificate.md, 9.

Each part of a face counts by itself, whatever it is welded to. So a number of winding is that of the faces."""
from collections import Counter

from plane import Grid, along, cross, cut, dot, line_through, linear, minus, ring_edges, unbalanced, where


class Bodies:
    def __init__(self, faces):
        self.faces, self.rings, self.of_face = faces, faces.rings, {}
        for (face, _), part in faces.part_polygons.items():
            self.of_face.setdefault(face, []).append(part)
        volumes = [(group, self._volume(group)) for group in self._components() if self._is_closed(group)]
        solids = [self._parts_of(group) for group, volume in volumes if volume > 0]
        cavities = [group for group, volume in volumes if volume < 0 and any(self._contains(solid, group) for solid in solids)]
        self.solids, self.cavities = len(solids), len(cavities)
        self.parts = [part for parts in solids + [self._parts_of(group) for group in cavities] for part in parts]
        self.of_bodies = {face for part in self.parts for face, _ in part.members}
        self.grid = Grid([part.box for part in self.parts])

    def _components(self):
        """Faces that edges with equal ends connect, as lists."""
        root, first, groups = list(range(len(self.rings))), {}, {}

        def find(face):
            while root[face] != face:
                root[face] = face = root[root[face]]
            return face

        for face, ring in enumerate(self.rings):
            for edge in zip(ring[-1:] + ring, ring):
                root[find(face)] = find(first.setdefault(frozenset(edge), face))
        for face in range(len(self.rings)):
            groups.setdefault(find(face), []).append(face)
        return list(groups.values())

    def _is_closed(self, group):
        """Whether each edge is run as often one way as the other, and no face keeps the component from containing anything."""
        balance, points = Counter(), self.faces.points
        for face in group:
            for begin, end in zip(self.rings[face][-1:] + self.rings[face], self.rings[face]):
                balance[begin, end] += 1
                balance[end, begin] -= 1
        if any(balance.values()) or not self.faces.bad.isdisjoint(group):
            return False
        for face in self.faces.delaunay.intersection(group):  # do its triangles have its boundary in space?
            edges = list(ring_edges([points[p] for p in self.rings[face]], -1))
            if unbalanced(edges + [edge for part in self.of_face[face] for edge in ring_edges(part.in_file, 1)]):
                return False
        return True

    def _parts_of(self, group):
        return [part for face in group for part in self.of_face.get(face, ())]

    def _volume(self, group):
        """Six times the volume."""
        return sum(dot(part.in_file[0], cross(b, c)) for part in self._parts_of(group) for b, c in zip(part.in_file[1:], part.in_file[2:]))

    def _contains(self, solid, group):
        """Whether all corners of a component are within a solid, or on its surface."""
        corners = {self.faces.points[p] for face in group for p in self.rings[face]}
        return all(any(lies_on(part, p) for part in solid) or winding(solid, p[:2], (0, 0, p[2])) > 0 for p in corners)

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
    normal, ring = part.directed_plane[:3], part.in_file
    return dot(part.directed_plane, (*point, 1)) == 0 and all(
        dot(normal, cross(minus(end, begin), minus(point, begin))) >= 0 for begin, end in zip(ring[-1:] + ring, ring))


def closing_segment(polygon, part):
    """(line, (low, high)) in plan: the plane of `polygon` with what of `part` is above it; None if this is no more than a point."""
    u, v, w = polygon.height
    values = [z - u * x - v * y - w for x, y, z in part.space]
    above = cut(part.space, values)
    ends = {(x, y) for x, y, z in above if z == u * x + v * y + w} if max(values) > 0 else ()
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
