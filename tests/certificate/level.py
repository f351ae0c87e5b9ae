# SPDX-License-Identifier: GPL-3.0-or-later
"""The polygons that a genuine certificate speaks of, from the level and the certificate's parts and welds."""
import struct

import exact
from exact import Fraction


def coordinate(token, numbers):
    if numbers == "decimal":
        return Fraction(token)
    x = float(token)
    return Fraction(x if numbers == "double" else to_float(token))


def to_float(token):
    """The nearest binary32: through binary64 that would be rounded twice, so the neighbours are compared."""
    truth, near = Fraction(token), struct.unpack("<f", struct.pack("<f", float(token)))[0]
    bits = struct.unpack("<i", struct.pack("<f", near))[0]
    around = [struct.unpack("<f", struct.pack("<i", b))[0] for b in (bits - 1, bits, bits + 1) if 0 <= b & 0x7fffffff < 0x7f800000]
    around = [v for v in around if v == v]
    return min(around, key=lambda v: (abs(Fraction(v) - truth), struct.unpack("<i", struct.pack("<f", v))[0] & 1))


def read_obj(text, numbers, up):
    """Distinct positions that faces use, in the order of the first record that a face uses; faces as their numbers."""
    given, faces = [], []
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["v"]:
            x, y, z = (coordinate(t, numbers) for t in words[1:4])
            given.append((x, -z, y) if up == "y" else (x, y, z))
        elif words[:1] == ["f"]:
            at = [int(w.split("/")[0]) for w in words[1:]]
            faces.append([i - 1 if i > 0 else len(given) + i for i in at])
    used = sorted({v for f in faces for v in f})
    number = {}
    for v in used:
        number.setdefault(given[v], len(number))
    return list(number), [[number[given[v]] for v in f] for f in faces]


def plane_through(points):
    """(n, d) with n p = d, by the first three that are not on one line; None if all are."""
    p, q = points[0], points[1]
    u = [q[k] - p[k] for k in range(3)]
    for r in points[2:]:
        v = [r[k] - p[k] for k in range(3)]
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        if any(n):
            return n, sum(n[k] * p[k] for k in range(3))
    return None


def seen(n, points):
    """Points of a plane as seen along an axis in which it keeps its shape."""
    drop = 2 if n[2] else 1 if n[1] else 0
    return [tuple(c for k, c in enumerate(p) if k != drop) for p in points]


def true_corners(ring, flat):
    """The ring without corners in the middle of a side."""
    return [ring[i] for i in range(len(ring)) if exact.turn(flat[i - 1], flat[i], flat[(i + 1) % len(ring)]) != 0]


class Polygon:
    def __init__(self, face, part, ring, points):
        self.face, self.part = face, part
        self.n, self.d = plane_through([points[v] for v in ring])
        self.faces_up = self.n[2] > 0
        if self.n[2] < 0:
            self.n, self.d, ring = tuple(-v for v in self.n), -self.d, ring[::-1]
        ring = true_corners(ring, seen(self.n, [points[v] for v in ring]))
        first = ring.index(min(ring))
        self.ring = ring[first:] + ring[:first]
        self.vertical = self.n[2] == 0
        self.plan = [points[v][:2] for v in self.ring]
        self.sides = [] if self.vertical else [exact.through(p, q) for p, q in zip(self.plan, self.plan[1:] + self.plan[:1])]

    def height(self, p):
        return (self.d - self.n[0] * p[0] - self.n[1] * p[1]) / Fraction(self.n[2])


def crossing_point(points, ring, ends):
    """Where two edges of a face cross at inner points of both."""
    edges = list(zip(ring, ring[1:] + ring[:1]))
    if len(ends) != 4 or tuple(ends[:2]) not in edges or tuple(ends[2:]) not in edges:
        raise ValueError("the face has no such edges")
    a, b, c, d = (points[v] for v in ends)
    p, q, r, s = seen(plane_through([points[v] for v in ring])[0], [a, b, c, d])
    if exact.turn(p, q, r) * exact.turn(p, q, s) >= 0 or exact.turn(r, s, p) * exact.turn(r, s, q) >= 0:
        raise ValueError("the edges do not cross")
    share = Fraction(exact.turn(r, s, p)) / (exact.turn(r, s, p) - exact.turn(r, s, q))
    return tuple(a[k] + share * (b[k] - a[k]) for k in range(3))


def points_of(obj, certificate):
    """The points of the level and those that crossings add; its faces; where the crossings are."""
    points, faces = read_obj(obj, certificate.option("numbers")[1], certificate.option("up")[1])
    places = [crossing_point(points, faces[c[0]], c[1:]) for c in certificate.crossings]
    for place in places:
        if place not in points:
            points.append(place)
    return points, faces, places


def polygons_of(obj, certificate):
    """All polygons in their order. Requires a genuine certificate: its crossings, parts and welds are believed."""
    points, faces, _ = points_of(obj, certificate)
    parts = {}
    for face, ring in enumerate(faces):
        ring = [v for i, v in enumerate(ring) if i == 0 or v != ring[i - 1]]
        while len(ring) > 1 and ring[-1] == ring[0]:
            ring.pop()
        listed = [p[2:] for p in certificate.parts if p[0] == face]
        plane = plane_through([points[v] for v in ring]) if len(ring) > 2 else None
        if plane is None:
            continue
        flat = seen(plane[0], [points[v] for v in ring])
        if listed:
            rings = listed
        elif any(sum(plane[0][k] * points[v][k] for k in range(3)) != plane[1] for v in ring):
            fan = [[ring[0], ring[i], ring[i + 1]] for i in range(1, len(ring) - 1)]
            rings = [t for t in fan if plane_through([points[v] for v in t])]
        else:
            corners = true_corners(flat, flat)
            rings = [ring] if exact.is_convex(corners) or exact.is_convex(corners[::-1]) else []  # [] if dropped
        for part, r in enumerate(rings):
            parts[face, part] = r
    for members, outline in certificate.welds:
        for m in members[1:]:
            del parts[m]
        parts[members[0]] = outline
    return points, [Polygon(f, p, parts[f, p], points) for f, p in sorted(parts)]
