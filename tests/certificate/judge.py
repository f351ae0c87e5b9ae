# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether an altered certificate is still true, judged by the genuine one in fractions of Python's: nothing of the checker."""
import re
from collections import Counter

import exact
import portals
import welds
from certificate import Certificate
from exact import Fraction
from level import points_of, polygons_of

NUMBER = re.compile(r"0|[1-9][0-9]*")
INTEGER = re.compile(r"0|-?[1-9][0-9]*")
FRACTION = re.compile(r"(0|-?[1-9][0-9]*)(/[1-9][0-9]*)?")


class Judge:
    """Requires a genuine certificate. `points` and `polygons` are the level's."""

    def __init__(self, obj, certificate):
        self.obj, self.certificate = obj, certificate
        self.points, self.polygons = polygons_of(obj, certificate)
        self.heights = [Fraction(words[2]) for words in certificate.stances()]
        self.step = Fraction(certificate.option("step")[1])
        self.genuine = {s.number: [(c, self.ring(s, c)) for c in s.cells] for s in certificate.surfaces}

    def line(self, surface, number):
        own = self.polygons[surface.number].sides
        return own[number] if number < len(own) else surface.lines[number - len(own)]

    def ring(self, surface, cell):
        """The corners of a cell, corner i at the end of side i; None where sides do not meet."""
        if not cell.sides:
            plan = self.polygons[surface.number].plan
            return plan[1:] + plan[:1]
        lines = [self.line(surface, s) for s in cell.sides]
        corners = [exact.meet(l, m) for l, m in zip(lines, lines[1:] + lines[:1])]
        return None if None in corners else corners

    def height_range(self, surface, ring, polygon):
        """The least and greatest height of a polygon's plane above the surface's over a ring."""
        here, there = self.polygons[surface.number], self.polygons[polygon]
        rises = [there.height(p) - here.height(p) for p in ring]
        return min(rises), max(rises)

    def owns(self, surface, ring, polygon):
        if self.polygons[polygon].vertical or not self.reaches_over(ring, polygon):
            return False
        return polygon in self.traversables() and polygon < surface.number and self.height_range(surface, ring, polygon) == (0, 0)

    def traversables(self):
        return {s.number for s in self.certificate.surfaces}

    def reaches_over(self, ring, polygon):
        return all(exact.value(s, p) >= 0 for s in self.polygons[polygon].sides for p in ring)

    def is_witness(self, surface, ring, label, polygon):
        """Whether the polygon keeps the next higher stance out of the whole ring. Requires a label of a stance below the highest, or 0."""
        if polygon == surface.number or self.polygons[polygon].vertical or not self.reaches_over(ring, polygon):
            return False
        low, high = self.height_range(surface, ring, polygon)
        height = self.heights[int(label)]
        return 0 <= low and high <= height and high > 0 and low < height

    def witness_holds(self, surface, ring, cell):
        if cell.label == "covered":
            owners = [t for t in sorted(self.traversables()) if t < surface.number and self.owns(surface, ring, t)]
            return bool(owners) and cell.witness == str(owners[0])
        if cell.label == "inside" or int(cell.label) == len(self.heights):
            return cell.witness == "-"
        if cell.witness == "-" or int(cell.witness) >= len(self.polygons):
            return False
        return self.is_witness(surface, ring, cell.label, int(cell.witness))

    def areas(self, surface):
        """The area of every label by the certificate's cells; None where a cell has no shape."""
        sums = {}
        for cell in surface.cells:
            ring = self.ring(surface, cell)
            if ring is None:
                return None
            sums[cell.label] = sums.get(cell.label, 0) + Fraction(exact.doubled_area(ring)) / 2
        return {label: area for label, area in sums.items() if area != 0}

    def facts(self, certificate):
        """What no two true certificates of one bake can differ in."""
        return [(s.number, self.areas(s), s.walls) for s in certificate.surfaces]

    def portals_hold(self, certificate):
        """Whether a certificate of these options has just the flush and step portals of its cells, and then just their welds."""
        near = portals.flush_and_steps(self, certificate)
        listed, far = certificate.portals[:len(near)], certificate.portals[len(near):]
        if listed != near:
            return False
        if any(p[0] != "weld" or not all(FRACTION.fullmatch(w) and str(Fraction(w)) == w for w in p[1:8] + p[9:]) for p in far):
            return False
        order = [(int(p[2]), int(p[3]), [Fraction(w) for w in p[4:8] + p[9:]]) for p in far]
        return all(p < q for p, q in zip(order, order[1:])) and welds.Welds(self, certificate, near).are_all([p[1:] for p in far])

    def is_true(self, text, with_portals=True):
        """Whether an altered text with the same header is as true as the genuine one: the same polygons and walls, cells that cut
        every surface into the same labels, with witnesses, and the portals of these cells."""
        text = "".join(l for l in text.splitlines(keepends=True) if not l.startswith("#"))
        if not text.endswith("\n") or re.search(r"[^\n -~]|  | \n|\n |\n\n", text):
            return False
        try:
            altered = Certificate(text)
            if altered.text() != text:  # also: counts, order, ways to write a number
                return False
            true = self.same_frame(altered) and all(self.true_surface(s, g) for s, g in zip(altered.surfaces, self.certificate.surfaces))
            return true and (not with_portals or self.true_portals(altered))
        except (ValueError, IndexError, KeyError, TypeError, ZeroDivisionError):  # no certificate at all
            return False

    def true_portals(self, altered):
        def cells(certificate):
            return [[c.key() for c in s.cells] + s.lines for s in certificate.surfaces]

        return (altered.portals, cells(altered)) == (self.certificate.portals, cells(self.certificate)) or self.portals_hold(altered)

    def same_frame(self, altered):
        own = self.certificate
        if altered.header != own.header or [s.number for s in altered.surfaces] != [s.number for s in own.surfaces]:
            return False
        if altered.crossings != own.crossings and not self.same_crossings(altered):
            return False
        return (altered.parts, altered.welds) == (own.parts, own.welds) or self.same_outlines(altered)

    # A crossing may name any two edges through it.
    def same_crossings(self, altered):
        own, found = (list(zip((r[0] for r in c.crossings), points_of(self.obj, c)[2])) for c in (self.certificate, altered))
        return own == found

    # Parts and welds may name corners in the middle of a side, and begin anywhere.
    def same_outlines(self, altered):
        def frame(c):
            return [p[:2] for p in c.parts], [m for m, outline in c.welds]

        def between(p, q, r):
            return any(p[k] != q[k] for k in range(3)) and sum((q[k] - p[k]) * (r[k] - q[k]) for k in range(3)) > 0

        if frame(altered) != frame(self.certificate):
            return False
        _, polygons = polygons_of(self.obj, altered)
        for outline in [p[2:] for p in altered.parts] + [outline for m, outline in altered.welds]:
            at = [self.points[v] for v in outline]
            for i in range(len(at)):
                p, q, r = at[i - 2], at[i - 1], at[i]
                u, v = [q[k] - p[k] for k in range(3)], [r[k] - q[k] for k in range(3)]
                straight = all(u[k - 2] * v[k - 1] == u[k - 1] * v[k - 2] for k in range(3))
                if straight and not between(p, q, r):
                    return False
        return [(p.face, p.part, p.ring) for p in polygons] == [(p.face, p.part, p.ring) for p in self.polygons]

    def true_surface(self, altered, genuine):
        if (altered.lines, [c.key() for c in altered.cells]) == (genuine.lines, [c.key() for c in genuine.cells]):
            return altered.walls == genuine.walls
        own = len(self.polygons[genuine.number].sides)
        used = {s for c in altered.cells for s in c.sides}
        if altered.walls != genuine.walls or any(s < 0 or s >= own + len(altered.lines) for s in used):
            return False
        if any(own + i not in used or exact.normal_form(line) != line for i, line in enumerate(altered.lines)):
            return False
        rings = [self.ring(altered, c) for c in altered.cells]
        if None in rings:
            return False
        # Genuine cells hold, and keep clear of each other: what is left to judge are the others.
        left = Counter((c.label, c.witness, *ring) for c, ring in self.genuine[genuine.number])
        cells, held = [], []
        for cell, ring in zip(altered.cells, rings):
            known = (cell.label, cell.witness, *ring)
            if left[known]:
                left[known] -= 1
                held.append(ring)
            else:
                cells.append((cell, ring))
        new = [ring for cell, ring in cells]
        plan, sides = self.polygons[genuine.number].plan, self.polygons[genuine.number].sides
        if any(not exact.is_convex(r) or any(exact.value(s, p) < 0 for s in sides for p in r) for r in new):
            return False
        if sum(map(exact.doubled_area, rings)) != exact.doubled_area(plan):
            return False
        if any(exact.overlap(r, q) for i, r in enumerate(new) for q in held + new[:i]):
            return False
        return all(self.true_cell(altered, cell, ring, genuine) for cell, ring in cells)

    def true_cell(self, surface, cell, ring, genuine):
        if not NUMBER.fullmatch(cell.label) and cell.label not in ("covered", "inside") or not self.witness_holds(surface, ring, cell):
            return False
        if any(g.label != cell.label and exact.overlap(ring, r) for g, r in self.genuine[genuine.number]):
            return False
        stands = cell.label not in ("covered", "inside", "0")
        ends = [[Fraction(t) for t in w[2:]] for w in genuine.walls] if stands else []
        return not any(exact.runs_through(w[:2], w[2:], ring) for w in ends)
