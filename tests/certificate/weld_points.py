# SPDX-License-Identifier: GPL-3.0-or-later
"""Are the welds of a certificate all that there are? Point by point, straight from the definitions, in fractions: at a few points of every
side of a cell, every other side is tried. Shares nothing with the checker, which only judges the welds that are there, or with the baker."""
from fractions import Fraction

import exact
import portals

SHARES = [Fraction(n, 1000003) for n in (100019, 333349, 500179, 667673, 923459)]  # at which nothing changes in a level by hand


class Points:
    """Requires that all other records are genuine."""

    def __init__(self, judge, certificate):
        self.judge = judge
        self.near = portals.Welds(judge, certificate, [p for p in certificate.portals if p[0] != "weld"])
        self.records = {}  # by the cell they leave
        for kind, stance, a, b, *ends in certificate.portals:
            if kind == "weld":
                at = [tuple(map(Fraction, ends[i:i + 2])) for i in (0, 2, 5, 7)]
                self.records.setdefault(int(a), []).append((int(stance), int(b), at))

    def faults(self):
        for side in self.near.sides if self.near.width > 0 else ():
            for share in SHARES:
                p = tuple(x + share * (y - x) for x, y in zip(side.p, side.q))
                expected = set()
                for stance in range(side.stance, 0, -1):
                    expected |= self.expected(side, p, stance)  # what a higher stance may use, a lower one may
                    recorded = self.recorded(side, p, stance)
                    if recorded != expected:
                        yield f"at ({p[0]}, {p[1]}) on cell {side.cell} stance {stance} welds to {show(recorded)}, by the definitions to {show(expected)}"

    def recorded(self, side, p, stance):
        """(cell, point) of what the records say is reached from a point of a side."""
        found = set()
        for most, b, (c, d, e, f) in self.records.get(side.cell, []):
            if most >= stance and exact.turn(side.p, side.q, c) == 0 == exact.turn(side.p, side.q, d) and c <= p <= d:
                t = (p[0] - c[0]) / (d[0] - c[0]) if c[0] != d[0] else (p[1] - c[1]) / (d[1] - c[1])
                found.add((b, tuple(x + t * (y - x) for x, y in zip(e, f))))
        return found

    def expected(self, side, p, stance):
        if not self.near.is_border(side, stance, p, p):
            return set()
        run = (side.q[0] - side.p[0], side.q[1] - side.p[1])
        square, floor, hits = run[0] ** 2 + run[1] ** 2, side.floor.height(p), []
        for other in self.near.sides:
            u, w = (run[0] * (c[0] - p[0]) + run[1] * (c[1] - p[1]) for c in (other.p, other.q))
            if other.stance < stance or u * w >= 0:
                continue
            q = tuple(x + Fraction(u) / (u - w) * (y - x) for x, y in zip(other.p, other.q))
            distance = (run[1] * (q[0] - p[0]) - run[0] * (q[1] - p[1])) / Fraction(square)  # to the right, over the length of the side
            if distance > 0 and abs(other.floor.height(q) - floor) <= self.judge.step and self.near.is_border(other, stance, q, q):
                hits.append((distance, other.cell, q, u > w, other.floor.height(q)))
        return {(cell, q) for distance, cell, q, faces_back, z in hits
                if distance == min(h[0] for h in hits) and faces_back and distance ** 2 * square <= self.near.width ** 2
                and not any(self.stops(polygon, p, q, run, floor, z, stance) for polygon in self.judge.polygons)}

    def stops(self, polygon, p, q, run, floor, z, stance):
        """Whether a polygon reaches into the heights over the way from p to q, seen in the upright plane through it."""
        way = (q[0] - p[0], q[1] - p[1])
        length = way[0] ** 2 + way[1] ** 2
        ring = []
        for v in polygon.ring:
            x, y, height = self.judge.points[v]
            ring.append((run[0] * (x - p[0]) + run[1] * (y - p[1]), (way[0] * (x - p[0]) + way[1] * (y - p[1])) / Fraction(length), height))
        cut = sorted(portals.slice_at(ring, 0))
        if len(cut) < 2 or cut[-1][0] < 0 or cut[0][0] > 1:
            return False
        (t, low), (u, high) = cut[0], cut[-1]
        heights = [low, high] if t == u else [portals.line_at((t, u), (low, high), x) for x in (max(t, 0), min(u, 1))]
        return min(heights) < max(floor, z) + self.judge.heights[stance - 1] and max(heights) > min(floor, z) + self.judge.step


def show(reached):
    return ", ".join(f"({q[0]}, {q[1]}) of cell {cell}" for cell, q in sorted(reached)) or "nothing"
