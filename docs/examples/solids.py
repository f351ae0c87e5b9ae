# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids for example levels, in exact fractions: plates, walls, stairs, girders, boulders; and their OBJ text.

Planar by construction: nearly every solid is the space between two parallel copies of a planar outline.
"""
from fractions import Fraction as F


class Random:
    """A linear congruential generator: the same numbers on every machine and version."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def between(self, low, high, parts=8):
        """A multiple of 1/parts in [low, high]."""
        low, high = F(low), F(high)
        return low + F(self.below(int((high - low) * parts) + 1), parts)


class Level:
    """Vertices by position, faces by part; a part is an (object, material) with its faces."""

    def __init__(self):
        self.number, self.vertices, self.parts = {}, [], []

    def vertex(self, p):
        p = tuple(F(c) for c in p)
        assert all(64 % c.denominator == 0 for c in p), p
        if p not in self.number:
            self.number[p] = len(self.vertices)
            self.vertices.append(p)
        return self.number[p]

    def add(self, group, name, material, faces):
        self.parts.append((group, name, material, [[self.vertex(p) for p in face] for face in faces]))

    def face_count(self):
        return sum(len(part[3]) for part in self.parts)

    def text(self, *header):
        """The OBJ file, y up."""
        out = ["# " + line for line in header]
        out += [f"v {decimal(x)} {decimal(z)} {decimal(-y)}" for x, y, z in self.vertices]
        last = [None, None]
        for group, name, material, part in self.parts:
            if group != last[0]:
                out.append(f"g {group}")
            out.append(f"o {name}")
            if material != last[1]:
                out.append(f"usemtl {material}")
            last = [group, material]
            out += ["f " + " ".join(str(v + 1) for v in face) for face in part]
        return "\n".join(out) + "\n"


def decimal(c):
    units = c * 10**6
    assert units.denominator == 1
    whole, rest = divmod(abs(int(units)), 10**6)
    return (("-" if c < 0 else "") + f"{whole}.{rest:06d}").rstrip("0").rstrip(".")


# ---- solids: an outline, cut into pieces, swept along a vector


def inside_segment(p, a, b):
    cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    along = (b[0] - a[0]) * (p[0] - a[0]) + (b[1] - a[1]) * (p[1] - a[1])
    return cross == 0 and 0 < along < (b[0] - a[0])**2 + (b[1] - a[1])**2


def stitched(pieces):
    """The pieces with every corner that lies on another's edge added to it: no T-junctions."""
    points = sorted({p for piece in pieces for p in piece})
    out = []
    for piece in pieces:
        ring = []
        for a, b in zip(piece, piece[1:] + piece[:1]):
            between = [p for p in points if inside_segment(p, a, b)]
            ring += [a] + sorted(between, key=lambda p: (p[0] - a[0])**2 + (p[1] - a[1])**2)
        out.append(ring)
    return out


def sweep(pieces, lower, upper):
    """The solid between lower(p) and upper(p) over counter-clockwise pieces; where pieces meet it has no wall."""
    pieces = stitched([[tuple(F(c) for c in p) for p in piece] for piece in pieces])
    edges = {(a, b) for piece in pieces for a, b in zip(piece, piece[1:] + piece[:1])}
    faces = [[upper(p) for p in piece] for piece in pieces]
    faces += [[lower(p) for p in reversed(piece)] for piece in pieces]
    faces += [[lower(a), lower(b), upper(b), upper(a)] for a, b in sorted(edges) if (b, a) not in edges]
    return faces


def slab(pieces, z, slope=(0, 0), thickness=F(1, 4), at=(0, 0)):
    """A plate whose underside has height z over the point `at` and rises by slope per metre."""
    def height(p):
        return F(z) + F(slope[0]) * (p[0] - F(at[0])) + F(slope[1]) * (p[1] - F(at[1]))
    return sweep(pieces, lambda p: (*p, height(p)), lambda p: (*p, height(p) + F(thickness)))


def box(x0, y0, z0, x1, y1, z1):
    return slab([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], z0, thickness=F(z1) - F(z0))


def block(corner, u, v, w):
    """The parallelepiped of three vectors, right-handed."""
    def at(p, t):
        return tuple(F(corner[k]) + p[0] * F(u[k]) + p[1] * F(v[k]) + t * F(w[k]) for k in range(3))
    return sweep([[(0, 0), (1, 0), (1, 1), (0, 1)]], lambda p: at(p, 0), lambda p: at(p, 1))


def upright(pieces, origin, along, thick):
    """Outline pieces given as (distance, height) in a vertical plane, swept by the horizontal vector `thick`.
    `thick` points to the left of `along`."""
    def at(p, t):
        return (F(origin[0]) + p[0] * along[0] + t * F(thick[0]), F(origin[1]) + p[0] * along[1] + t * F(thick[1]),
                F(origin[2]) + p[1])
    return sweep(pieces, lambda p: at(p, 1), lambda p: at(p, 0))


def sheared(faces, a, b, at):
    """The same solid with heights raised by a and b per metre of x and y."""
    return [[(x, y, z + a * (x - at[0]) + b * (y - at[1])) for x, y, z in face] for face in faces]


def rectangle(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def wall(origin, along, thick, length, height, openings=(), ruined=None):
    """A wall with openings (from, to, sill, lintel); `ruined` breaks the top between stretches."""
    cuts = sorted({F(0), F(length)} | {F(c) for o in openings for c in o[:2]})
    pieces = []
    top = {c: F(height) - (ruined.between(0, F(height) / 2) if ruined else 0) for c in cuts}
    for a, b in zip(cuts, cuts[1:]):
        hole = next((o for o in openings if F(o[0]) <= a and b <= F(o[1])), None)
        sill, lintel = (F(hole[2]), F(hole[3])) if hole else (None, None)
        if hole and sill > 0:
            pieces.append(rectangle(a, 0, b, sill))
        if hole and lintel >= min(top[a], top[b]):
            continue  # the part above has gone
        low = lintel if hole else F(0)
        ring = [(a, low), (b, low), (b, top[b])]
        if ruined and b - a > F(3, 4):
            middle = min(top[a], top[b])
            ring.append(((a + b) / 2, (middle + low) / 2 if middle - low > 1 else middle))
        pieces.append(ring + [(a, top[a])])
    pieces = [[(F(int(x * 64), 64), F(int(y * 32), 32)) for x, y in ring] for ring in pieces]
    return upright(pieces, origin, along, thick)


def flight(origin, along, across, rise, steps=8, tread=F(9, 32), waist=F(1, 4)):
    """A flight of stairs: the stepped profile swept across, to the left of `along`."""
    ring = [(F(0), F(0)), (tread, F(0)), (steps * tread, (steps - 1) * rise - waist)]
    for k in range(steps, 0, -1):
        ring += [(k * tread, k * rise), ((k - 1) * tread, k * rise)]
    return upright([ring], origin, along, across)


def girder(start, along, side, flange=F(1, 4), depth=F(3, 8), web=F(1, 16)):
    """An I-section, swept along a vector; `side` is the horizontal unit of its width, to the left of `along`."""
    half, edge = flange / 2, web / 2
    ring = [(-half, 0), (half, 0), (half, web), (edge, web), (edge, depth - web), (half, depth - web), (half, depth),
            (-half, depth), (-half, depth - web), (-edge, depth - web), (-edge, web), (-half, web)]

    def at(p, t):
        return (F(start[0]) + p[0] * side[0] + t * F(along[0]), F(start[1]) + p[0] * side[1] + t * F(along[1]),
                F(start[2]) + p[1] + t * F(along[2]))
    return sweep([ring], lambda p: at(p, 0), lambda p: at(p, 1))


def boulder(random, centre, size, corners=9):
    """The convex hull of points on a rough ball; drawn again until no four of them are coplanar."""
    while True:
        points = []
        while len(points) < corners:
            q = [random.between(-1, 1, 16) for _ in range(3)]
            if F(1, 2) <= sum(c * c for c in q) <= 1:
                scale = (F(size), F(size), F(size) * F(3, 4))
                points.append(tuple(F(round((F(centre[k]) + q[k] * scale[k]) * 64), 64) for k in range(3)))
        faces = hull(points)
        if faces:
            return faces


def hull(points):
    faces = []
    count = len(points)
    for i in range(count):
        for j in range(i + 1, count):
            for k in range(j + 1, count):
                a, b, c = points[i], points[j], points[k]
                sides = [volume(a, b, c, d) for d in points if d not in (a, b, c)]
                if not sides or any(s == 0 for s in sides):
                    return None
                if all(s < 0 for s in sides):
                    faces.append([a, b, c])
                elif all(s > 0 for s in sides):
                    faces.append([a, c, b])
    return faces


def volume(a, b, c, d):
    u, v, w = ([p[k] - a[k] for k in range(3)] for p in (b, c, d))
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0])
            + u[2] * (v[0] * w[1] - v[1] * w[0]))
