# SPDX-License-Identifier: GPL-3.0-or-later
"""From the faces of a level to its polygons, for the second checker.

The definitions ("From faces to polygons") say what a face becomes; certificate.md how points, parts and polygons are numbered. Each face is
one of: flat, bad, convex, planar (its `part` records cover it once), delaunay (its `part` records are the one triangulation), fan. Numbers of
points stand for positions: equal positions have one number."""
from collections import Counter
from fractions import Fraction
from itertools import combinations

from plane import (along, box_of, convex, cross, crossing, dot, doubled_area, line_through, minus, point_on, ring_edges, side, sign, unbalanced,
                   undirected, whole)

SEEN = {2: (0, 1), 1: (0, 2), 0: (1, 2)}  # by the axis along which a face is seen: the coordinates seen


def seen_along(axis, corners):
    return [tuple(corner[k] for k in SEEN[axis]) for corner in corners]


class Polygon:
    """A convex polygon of the level; `members` are its (face, part)."""

    def __init__(self, points, ring, members):
        ring = [p for before, p, then in zip(ring[-1:] + ring, ring, ring[1:] + ring)
                if any(cross(minus(points[p], points[before]), minus(points[then], points[p])))]
        self.in_file = [points[p] for p in ring]  # in the direction of the face
        a, b, c = self.in_file[:3]
        normal = whole(*cross(minus(b, a), minus(c, a)))
        self.members, self.up = members, sign(normal[2])
        self.directed_plane = whole(*normal, -dot(normal, a))  # its normal by the direction of the face
        self.plane, self.vertical, self.traversable = undirected(self.directed_plane), not self.up, False
        if self.up < 0:
            ring.reverse()
        first = ring.index(min(ring))
        ring = ring[first:] + ring[:first]
        self.space = [points[p] for p in ring]
        self.corners = [corner[:2] for corner in self.space]
        self.box = box_of(self.corners)
        self.low, self.high = min(corner[2] for corner in self.space), max(corner[2] for corner in self.space)
        if self.up:
            x, y, z, constant = self.directed_plane
            self.height = Fraction(-x, z), Fraction(-y, z), Fraction(-constant, z)  # z = u x + v y + w
            self.sides = [line_through(p, q) for p, q in zip(self.corners, self.corners[1:] + self.corners)]
        else:
            self.line = undirected(line_through(min(self.corners), max(self.corners)))
            self.wall = [(along(self.line, corner), corner[2]) for corner in self.space]


class Outline:
    """A ring seen along an axis: the stretches that do not cancel, its crossings, and its winding numbers."""

    def __init__(self, ring):
        lines = {}
        for begin, end in zip(ring[-1:] + ring, ring):
            if begin != end:
                line = undirected(line_through(begin, end))
                jumps = lines.setdefault(line, Counter())
                jumps[along(line, begin)] += 1
                jumps[along(line, end)] -= 1
        self.stretches = []  # (line, low, high, how often it is run in ascending direction)
        for line, jumps in lines.items():
            count, places = 0, sorted(place for place in jumps if jumps[place])
            for low, high in zip(places, places[1:]):
                count += jumps[low]
                if count:
                    self.stretches.append((line, low, high, count))
        corners, self.crossings = set(ring), set()
        for pair in combinations(self.stretches, 2):
            place = crossing(pair[0][0], pair[1][0])
            if place and place not in corners and all(low < along(line, place) < high for line, low, high, _ in pair):
                self.crossings.add(place)
        self.numbers = set()
        xs = sorted({place[0] for place in corners | self.crossings})
        for x, next_x in zip(xs, xs[1:]):  # between two places where anything ends or crosses, the stretches have an order
            over = [(point_on(line, (x + next_x) / 2)[1], count) for line, low, high, count in self.stretches
                    if line[1] and low <= x and next_x <= high]
            number = 0
            for _, count in sorted(over):
                number += count
                self.numbers.add(number)

    def constraints(self, ring):
        """The stretches as directed edges, split at the corners that lie on them."""
        edges = []
        for line, low, high, count in self.stretches:
            places = sorted({along(line, p) for p in ring if side(line, p) == 0 and low <= along(line, p) <= high})
            ends = [point_on(line, place) for place in places]
            edges += zip(ends, ends[1:]) if count > 0 else zip(ends[1:], ends)
        return edges


class Faces:
    def __init__(self, records, vertices, faces, drop):
        self.records, self.drop = records, drop
        numbers = {}
        for vertex in sorted({v for face in faces for v in face}):
            numbers.setdefault(vertices[vertex], len(numbers))
        self.numbers, self.points = numbers, list(numbers)
        self.rings = []
        for face in faces:
            ring = [numbers[vertices[v]] for v in face]
            ring = [p for i, p in enumerate(ring) if i == 0 or p != ring[i - 1]]  # equal neighbours: the first of them stays
            self.rings.append(ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring)
        self.bad, self.delaunay = set(), set()
        self.parts = {(face, part): corners for face, ring in enumerate(self.rings) for part, corners in enumerate(self._parts(face, ring))}
        self.part_polygons = {member: Polygon(self.points, ring, [member]) for member, ring in self.parts.items()}

    def _parts(self, face, ring):
        corners = [self.points[p] for p in ring]
        from_first = [minus(corner, corners[0]) for corner in corners]
        normal = next((n for u in from_first[1:2] for v in from_first if any(n := cross(u, v))), None)
        if normal is None:
            return []  # all corners are on one line
        area = tuple(map(sum, zip(*(cross(p, q) for p, q in zip(from_first, from_first[1:])))))
        if any(dot(normal, way) for way in from_first):
            return self._bent(face, ring, corners, area)
        axis = max((2, 1, 0), key=lambda k: abs(normal[k]))
        seen = seen_along(axis, corners)
        direction = sign(doubled_area(seen))
        if convex(seen if direction > 0 else seen[::-1], straight=True):
            return [ring]
        outline = Outline(seen)
        if not outline.stretches:
            return []  # every edge is run there and back
        if not direction or not outline.numbers <= {0, direction}:
            self.records.require(self.drop, f"face {face} winds around a point twice, or both ways")
            self.bad.add(face)
            return []
        return self._planar(face, ring, normal, axis, direction, outline)

    def _planar(self, face, ring, normal, axis, direction, outline):
        """The `crossing` and `part` records of a planar face."""
        records, edges = self.records, set(zip(ring[-1:] + ring, ring))
        for place in sorted(outline.crossings):
            words = records.take("crossing", 5)
            records.require(records.integer(words[0]) == face, f"a crossing of face {face} is due")
            a, b, c, d = (records.integer(word, 0, len(self.points)) for word in words[1:])
            records.require((a, b) in edges and (c, d) in edges, f"no edges of face {face}")
            ends = [seen_along(axis, [self.points[p] for p in edge]) for edge in ((a, b), (c, d))]
            records.require(all(min(edge) < place < max(edge) for edge in ends) and crossing(*(line_through(*edge) for edge in ends)) == place,
                            "edges that do not cross in the crossing that is due")
            point = list(self.points[a])
            point[SEEN[axis][0]], point[SEEN[axis][1]] = place
            point[axis] -= dot(normal, minus(point, self.points[a])) / normal[axis]
            if self.numbers.setdefault(tuple(point), len(self.points)) == len(self.points):
                self.points.append(tuple(point))
        parts = self._read_parts(face)
        for part in parts:
            flat = all(dot(normal, minus(self.points[p], self.points[ring[0]])) == 0 for p in part)
            records.require(flat, "a part out of its face's plane")
            self._require_convex(part, axis, direction, f"a part of face {face}")
        self._require_sum(parts, ring, f"the parts of face {face}")
        return parts

    def _read_parts(self, face):
        parts, records = [], self.records
        while not parts or records.follows("part", str(face)):
            words = records.take("part")
            records.require(len(words) > 4 and words[:2] == [str(face), str(len(parts))], f"part {len(parts)} of face {face} is due")
            parts.append([records.integer(word, 0, len(self.points)) for word in words[2:]])
        return parts

    def _require_convex(self, ring, axis, direction, what):
        seen = seen_along(axis, [self.points[p] for p in ring])
        self.records.require(convex(seen if direction > 0 else seen[::-1], straight=True), f"{what} is not convex, or runs the other way")

    def _require_sum(self, parts, outline, what):
        edges = [edge for part in parts for edge in ring_edges([self.points[p] for p in part], 1)]
        edges += ring_edges([self.points[p] for p in outline], -1)
        place = unbalanced(edges)
        self.records.require(place is None, f"{what} do not cover it once, at {place}")

    def _bent(self, face, ring, corners, area):
        """The triangles of a face that does not lie in one plane."""
        normals = [cross(minus(p, corners[0]), minus(q, corners[0])) for p, q in zip(corners[1:], corners[2:])]
        fan = [[ring[0], p, q] for p, q, normal in zip(ring[1:], ring[2:], normals) if any(normal)]
        axis = max((2, 1, 0), key=lambda k: abs(area[k]))
        seen = seen_along(axis, corners)
        if not any(area) or all(normal[axis] * area[axis] >= 0 for normal in normals) or len(set(seen)) < len(set(ring)):
            return fan
        outline, direction = Outline(seen), sign(doubled_area(seen))
        if outline.crossings or not outline.numbers <= {0, direction}:
            return fan
        self.delaunay.add(face)
        return self._triangulation(face, dict(zip(ring, seen)), outline.constraints(seen), direction)

    def _triangulation(self, face, seen, constraints, direction):
        """Whether the `part` records are the constrained Delaunay triangulation (Lemma 8). `seen` has the place of each corner."""
        records = self.records
        triangles = self._read_parts(face)
        on_boundary = {p for p, place in seen.items() if any(place in edge for edge in constraints)}
        records.require(all(len(t) == 3 and on_boundary.issuperset(t) for t in triangles), f"no triangle of corners of face {face}")
        places = [[seen[p] for p in t] for t in triangles]
        records.require(all(t[0] == min(t) for t in places) and all(a < b for a, b in zip(places, places[1:])), "triangles in another order")
        records.require(all(sign(doubled_area(t)) == direction for t in places), "a triangle that runs the other way")
        third = {(t[i - 1], t[i]): t[i - 2] for t in places for i in range(3)}
        records.require(len(third) == 3 * len(places), "two triangles along one side of an edge")
        outer = {edge for edge in third if edge[::-1] not in third}
        records.require(outer == set(constraints), f"the triangles do not have the boundary of face {face}")
        on_circle = []
        for (begin, end), corner in third.items():
            if (end, begin) in third:
                inside = in_circle(begin, end, corner, third[end, begin]) * direction
                records.require(inside <= 0, "a circle with the corner of another triangle in it")
                if inside == 0:
                    on_circle.append((begin, end))
        triangle_of = {(t[i - 1], t[i]): tuple(t) for t in places for i in range(3)}
        groups = {tuple(t): {tuple(t)} for t in places}  # triangles that are joined over such edges
        for edge in on_circle:
            group, other = (groups[triangle_of[e]] for e in (edge, edge[::-1]))
            if group is not other:
                group |= other
                groups.update((t, group) for t in other)
        for edge in on_circle:
            records.require(min(min(t) for t in groups[triangle_of[edge]]) in edge, "corners on one circle that are no fan from the first")
        return triangles

    def polygons(self, bodies):
        """The polygons of the level, with the `weld` records."""
        records = self.records
        polygons, welded, before = dict(self.part_polygons), set(), (-1, -1)
        while records.follows("weld"):
            words = records.take("weld")
            records.require(words.count(":") == 1, "a weld without its outline")
            colon = words.index(":")
            numbers = [records.integer(word) for word in words[:colon]]
            outline = [records.integer(word, 0, len(self.points)) for word in words[colon + 1:]]
            members = list(zip(numbers[::2], numbers[1::2]))
            records.require(len(numbers) % 2 == 0 and len(members) > 1 and len(outline) > 2, "a weld of too few numbers")
            records.require(all(a < b for a, b in zip(members, members[1:])) and members[0] > before, "a weld that is not ascending")
            records.require(all(m in self.parts and m not in welded for m in members), "a member that is no part, or of two welds")
            before, plane = members[0], self.part_polygons[members[0]].directed_plane
            records.require(all(self.part_polygons[m].directed_plane == plane for m in members), "members that do not face one way in one plane")
            records.require(not bodies or len({face in bodies.of_bodies for face, _ in members}) == 1, "a member of a body with one of none")
            axis = max((2, 1, 0), key=lambda k: abs(plane[k]))
            direction = sign(doubled_area(seen_along(axis, [self.points[p] for p in self.parts[members[0]]])))
            self._require_convex(outline, axis, direction, "a weld")
            self._require_sum([self.parts[m] for m in members], outline, "the members of a weld")
            welded.update(members)
            for member in members:
                del polygons[member]
            polygons[members[0]] = Polygon(self.points, outline, members)
        return [polygons[member] for member in sorted(polygons)]


def in_circle(a, b, c, d):
    """Positive if d is within the circle through a, b, c, which run counter-clockwise."""
    (ax, ay), (bx, by), (cx, cy) = (minus(p, d) for p in (a, b, c))
    return dot((ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy), cross((ax, bx, cx), (ay, by, cy)))
