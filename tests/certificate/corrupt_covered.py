# SPDX-License-Identifier: GPL-3.0-or-later
"""Corruptions of ownership."""
import exact
from certificate import Cell
from kinds import at, cells, explicit, kind, own_sides


def overlapped(level, surface, ring):
    """Traversables in the surface's plane that share an area with a ring."""
    for t in sorted(level.judge.traversables()):
        polygon = level.judge.polygons[t]
        if t != surface.number and level.judge.height_range(surface, ring, t) == (0, 0) and exact.overlap(ring, polygon.plan):
            yield t


@kind("covered without an owner", most=30)
def covered_without_owner(level, rng):
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        ring = level.judge.ring(s, s.cells[k])
        for w in range(len(level.judge.polygons)):
            if s.cells[k].label != "covered" and w not in overlapped(level, s, ring):
                c = level.certificate.copy()
                c.surfaces[i].cells[k].label, c.surfaces[i].cells[k].witness = "covered", str(w)
                yield at(c, "cell", i, k)


def half(level, surface, cell, line, sign):
    """The sides of the part of a cell on one side of a line; None without area."""
    ring, own = level.judge.ring(surface, cell), level.judge.line(surface, line)
    values = [sign * exact.value(own, p) for p in ring]
    kept = [i for i in range(len(ring)) if values[i - 1] > 0 or values[i] > 0]
    if not kept or len(kept) == len(ring) and min(values) >= 0:
        return list(cell.sides) if kept else None
    if len(kept) < len(ring):
        first = next(i for i in kept if (i - 1) % len(ring) not in kept)
    else:  # one corner is cut off
        first = next(i for i in kept if values[i - 1] < 0)
    run = [cell.sides[(first + j) % len(ring)] for j in range(len(kept))]
    return run + [line]


def cut_out(level, surface, k, polygon):
    """Cuts cell k along the sides of another polygon: the piece within it stays k, the others are added. False if that is not simple."""
    own = own_sides(level, surface)
    for side in level.judge.polygons[polygon].sides:
        number = None
        for n in range(own + len(surface.lines)):
            if exact.normal_form(level.judge.line(surface, n)) == exact.normal_form(side):
                number = n
        number = surface.line_number(own, exact.normal_form(side)) if number is None else number
        within = next(p for p in level.judge.polygons[polygon].plan if exact.value(side, p))
        sign = 1 if exact.value(level.judge.line(surface, number), within) > 0 else -1
        cell = explicit(level, surface, surface.cells[k])
        inside, outside = half(level, surface, cell, number, sign), half(level, surface, cell, number, -sign)
        if inside is None:
            return False
        if outside is not None:
            surface.cells.append(Cell(cell.label, cell.witness, outside))
            surface.cells[k] = Cell(cell.label, cell.witness, inside)
    surface.drop_unused_lines(own)
    return True


@kind("covered by a polygon of a higher number")
def covered_by_higher(level, rng):
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        for w in overlapped(level, s, level.judge.ring(s, s.cells[k])):
            c = level.certificate.copy()
            if w > s.number and s.cells[k].label != "covered" and cut_out(level, c.surfaces[i], k, w):
                if not level.judge.is_true(c.text(), with_portals=False):
                    raise SystemExit(f"{level.name}: a cell cut in pieces must stay true")
                c.surfaces[i].cells[k].label, c.surfaces[i].cells[k].witness = "covered", str(w)
                yield at(c, "cell", i, k)


@kind("covered where only part is")
def covered_in_part(level, rng):
    for i, s in enumerate(level.certificate.surfaces):
        owners = {cell.witness for cell in s.cells if cell.label == "covered"}
        for k, cell in enumerate(s.cells):
            for w in sorted(owners) if cell.label != "covered" else ():
                c = level.certificate.copy()
                c.surfaces[i].cells[k].label, c.surfaces[i].cells[k].witness = "covered", w
                yield at(c, "cell", i, k)


@kind("covered, but not by the lowest owner")
def not_the_lowest_owner(level, rng):
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        ring = level.judge.ring(s, s.cells[k])
        for w in overlapped(level, s, ring):
            if s.cells[k].label == "covered" and str(w) != s.cells[k].witness and level.judge.reaches_over(ring, w):
                c = level.certificate.copy()
                c.surfaces[i].cells[k].witness = str(w)
                yield at(c, "cell", i, k)


@kind("owned, but not covered")
def uncovered(level, rng):
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        ring = level.judge.ring(s, s.cells[k])
        if s.cells[k].label != "covered":
            continue
        highest = len(level.judge.heights)
        for label in range(highest + 1):
            for w in ["-"] if label == highest else range(len(level.judge.polygons)):
                if w == "-" or level.judge.is_witness(s, ring, str(label), w):  # only the ownership is false
                    c = level.certificate.copy()
                    c.surfaces[i].cells[k].label, c.surfaces[i].cells[k].witness = str(label), str(w)
                    yield at(c, "cell", i, k)
