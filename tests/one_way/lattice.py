# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels of unit squares and upright unit walls on a lattice, and what the definitions say of their one-way links (docs/theory/definitions.md, Drops and leaps), at the middles
of lattice edges, by looking at each square: no line of Plumb, no search, no clipping. With a radius, at odd eighths of an edge, and for a disc of four points with tangents, which is
the square around the disc."""
from fractions import Fraction

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Level:
    """squares: {(i, j): ascending heights}; walls: {(x2, y2): [(low, high)]}, by twice the middle of the lattice edge that they stand on."""

    def __init__(self, squares, walls):
        self.squares, self.walls = squares, walls

    def obj(self):
        lines, count = [], 0

        def face(corners):
            nonlocal count
            lines.extend(f"v {float(x)} {float(y)} {float(z)}" for x, y, z in corners)
            lines.append("f " + " ".join(str(count + k) for k in range(1, len(corners) + 1)))
            count += len(corners)

        for (i, j), heights in sorted(self.squares.items()):
            for z in heights:
                face([(i, j, z), (i + 1, j, z), (i + 1, j + 1, z), (i, j + 1, z)])
        for (x2, y2), spans in sorted(self.walls.items()):
            along_x = y2 % 2 == 0
            x, y = Fraction(x2, 2), Fraction(y2, 2)
            half = Fraction(1, 2)
            a, b = ((x - half, y), (x + half, y)) if along_x else ((x, y - half), (x, y + half))
            for low, high in spans:
                face([(*a, low), (*b, low), (*b, high), (*a, high)])
        return "\n".join(lines) + "\n"


class Agent:
    def __init__(self, heights, step, drop=0, leap=None, radius=0, window=0, reach=0):
        self.heights, self.step, self.drop, self.leap, self.radius, self.window, self.reach = heights, step, drop, leap, radius, window, reach

    def words(self):
        out = [w for k, h in enumerate(self.heights) for w in ("--stance", f"s{k + 1}={h}")] + ["--step", str(self.step)]
        if self.drop:
            out += ["--drop", str(self.drop)]
        if self.reach:
            out += ["--drop-reach", str(self.reach)]
        if self.leap:
            out += ["--leap", f"{self.leap[0]},{self.leap[1]}"]
        if self.radius:
            out += ["--radius", str(self.radius), "--window", str(self.window), "--disc", "4"]
        return out


def reaches_into(spans, low, high):
    return any(a < high and b > low for a, b in spans)


class Truth:
    def __init__(self, level, agent):
        self.level, self.agent = level, agent
        self.stance = {(i, j, z): self.stance_at(i, j, z) for (i, j), heights in level.squares.items() for z in heights}
        self.borders = {}  # by stance: {(twice the middle of an edge): [(square, side)]}
        for s in range(1, len(agent.heights) + 1):
            edges = self.borders[s] = {}
            for (i, j, z), own in self.stance.items():
                for side in SIDES:
                    if own >= s and not self.passes(s, i, j, z, side):
                        edges.setdefault((2 * i + 1 + side[0], 2 * j + 1 + side[1]), []).append(((i, j, z), side))

    def above(self, i, j, low, high):
        """Whether a square lies there, strictly between two heights."""
        return any(low < z < high for z in self.level.squares.get((i, j), ()))

    def stance_at(self, i, j, z):
        return max((s for s, h in enumerate(self.agent.heights, 1) if not self.above(i, j, z, z + h)), default=0)

    def walls(self, i, j, side):
        return self.level.walls.get((2 * i + 1 + side[0], 2 * j + 1 + side[1]), ())

    def passes(self, s, i, j, z, side):
        """Flush and step portals of stance s."""
        a = self.agent
        for other in self.level.squares.get((i + side[0], j + side[1]), ()):
            if abs(other - z) <= a.step and self.stance[i + side[0], j + side[1], other] >= s:
                if not reaches_into(self.walls(i, j, side), min(z, other) + a.step, max(z, other) + a.heights[s - 1]):
                    return True
        return False

    def left(self, s, x, y, z):
        """Whether the floor at a point of no lattice line is left to stance s or a higher one."""
        i, j = x.__floor__(), y.__floor__()
        return any(self.stance.get((i, j, z), 0) >= t and not self.taken(t, x, y, z) for t in range(s, len(self.agent.heights) + 1))

    def taken(self, s, x, y, z):
        a = self.agent
        if not a.radius:
            return False
        reach = 1 + a.radius.__ceil__()
        for i in range(x.__floor__() - reach, x.__floor__() + reach + 1):
            for j in range(y.__floor__() - reach, y.__floor__() + reach + 1):
                for edge in ((2 * i + 1, 2 * j), (2 * i, 2 * j + 1)):
                    dx = max(abs(x - Fraction(edge[0], 2)) - (Fraction(1, 2) if edge[1] % 2 == 0 else 0), 0)
                    dy = max(abs(y - Fraction(edge[1], 2)) - (Fraction(1, 2) if edge[0] % 2 == 0 else 0), 0)
                    if dx < a.radius and dy < a.radius and any(abs(square[2] - z) < a.window for square, _ in self.borders[s].get(edge, ())):
                        return True
        return False

    def floor_at(self, s, x, y, z_from, z_to):
        """Heights of floor that is left to s, over a point of no lattice line, between two heights."""
        return [z for z in self.level.squares.get((x.__floor__(), y.__floor__()), ()) if z_from <= z <= z_to and self.left(s, x, y, z)]

    def links(self, along):
        """{(kind, square, side, along, height where one lands): greatest stance}; `along`: where on the edge, from 0 to 1."""
        out = {}
        for s in range(1, len(self.agent.heights) + 1):
            for found in self.borders[s].values():
                for square, side in found:
                    for kind, z, distance in self.from_edge(s, square, side, along):
                        out[kind, square, side, along, z, distance] = s
        return out

    def from_edge(self, s, square, side, along):
        a, (i, j, z) = self.agent, square
        small = Fraction(1, 64)
        middle = (Fraction(2 * i + 1 + side[0], 2), Fraction(2 * j + 1 + side[1], 2))
        slide = along - Fraction(1, 2)

        def out(distance):
            return (middle[0] + side[0] * distance + abs(side[1]) * slide, middle[1] + side[1] * distance + abs(side[0]) * slide)

        start = out(-(a.radius + small))
        starts = self.floor_at(s, *start, z, z) if not a.radius else [y for y in self.floor_at(s, *start, z - a.window, z + a.window) if abs(y - z) < a.window]
        if not starts:
            return
        high = z + a.heights[s - 1]

        def free(distance, landing):
            """The box from the edge to over the landing, then down."""
            k = 0
            while k <= distance:
                x, y = out(k)
                edge = (2 * i + 1 + side[0] * (1 + 2 * k), 2 * j + 1 + side[1] * (1 + 2 * k))
                if reaches_into(self.level.walls.get(edge, ()), z + a.step, high):
                    return False
                k += 1
            x = Fraction(0)
            while x < distance:
                px, py = out(x + small)
                if self.above(px.__floor__(), py.__floor__(), z + a.step, high):
                    return False
                x += Fraction(1, 8)
            px, py = out(distance + small)
            return not self.above(px.__floor__(), py.__floor__(), landing, high)

        if a.drop:
            distance = a.radius + a.reach
            for landing in self.floor_at(s, *out(distance + small), z - a.drop, z - a.step):
                if landing < z - a.step and free(distance, landing):
                    yield "drop", landing, distance
        if a.leap:
            for k in range(1, a.leap[0].__ceil__() + 1):
                edge = (2 * i + 1 + side[0] * (1 + 2 * k), 2 * j + 1 + side[1] * (1 + 2 * k))
                met = [(other, facing) for other, facing in self.borders[s].get(edge, ()) if z - a.leap[1] <= other[2] <= z]
                if not met:
                    continue
                if k <= a.leap[0]:
                    for other, facing in met:
                        if facing != (-side[0], -side[1]):
                            continue
                        distance = k + a.radius
                        for landing in self.floor_at(s, *out(distance + small), other[2] - a.window, other[2] + a.window):
                            if (abs(landing - other[2]) < a.window if a.radius else landing == other[2]) and free(distance, landing):
                                yield "leap", landing, distance
                break
