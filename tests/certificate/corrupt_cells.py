# SPDX-License-Identifier: GPL-3.0-or-later
"""Corruptions of cells: shapes, labels and witnesses."""
import exact
from certificate import Cell
from kinds import at, cells, explicit, kind, own_sides, sample, shifted, within


def altered(level, i, k):
    c = level.certificate.copy()
    surface = c.surfaces[i]
    return c, surface, explicit(level, surface, surface.cells[k])


def is_true(level, certificate):
    return level.judge.is_true(certificate.text(), with_portals=False)  # portals come behind all cells


@kind("a side of one cell moved by 2^-200")
def move_side(level, rng):
    for i, k in cells(level, rng):
        side = rng.randrange(len(altered(level, i, k)[2].sides))
        for sign in (1, -1):
            c, surface, cell = altered(level, i, k)
            own = own_sides(level, surface)
            new = shifted(level.judge.line(surface, cell.sides[side]), sign)
            cell.sides[side] = surface.line_number(own, new)
            surface.drop_unused_lines(own)
            yield within(c, i)


@kind("a side moved by 2^-200 in all cells that have it")
def move_line(level, rng):
    for i, s in sample(rng, enumerate(level.certificate.surfaces)):
        own = own_sides(level, s)
        for line in sample(rng, range(own + len(s.lines))):
            for sign in (1, -1):
                c = level.certificate.copy()
                surface = c.surfaces[i]
                new = surface.line_number(own, shifted(level.judge.line(surface, line), sign))
                for cell in surface.cells:
                    explicit(level, surface, cell).sides = [new if l == line else l for l in cell.sides]
                surface.drop_unused_lines(own)
                if not is_true(level, c):  # a cut between cells of one label may be anywhere
                    yield within(c, i)


def relabelled(level, i, k, labels):
    for label in labels:
        for witness in ["-", *range(len(level.judge.polygons))]:
            c = level.certificate.copy()
            c.surfaces[i].cells[k].label, c.surfaces[i].cells[k].witness = label, str(witness)
            yield at(c, "cell", i, k)


def rank(level, label):
    return -1 if label in ("covered", "inside") else int(label)


@kind("label raised", most=30)
def raise_label(level, rng):
    for i, k in cells(level, rng):
        label = level.certificate.surfaces[i].cells[k].label
        yield from relabelled(level, i, k, map(str, range(rank(level, label) + 1, len(level.judge.heights) + 2)))


@kind("label lowered", most=30)
def lower_label(level, rng):
    for i, k in cells(level, rng):
        label = level.certificate.surfaces[i].cells[k].label
        yield from relabelled(level, i, k, map(str, range(0, max(0, rank(level, label)))))


@kind("witness that is none", most=30)
def swap_witness(level, rng):
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        cell, ring = s.cells[k], level.judge.ring(s, s.cells[k])
        for w in map(str, range(len(level.judge.polygons))):
            c = level.certificate.copy()
            c.surfaces[i].cells[k].witness = w
            if cell.witness not in ("-", w) and not level.judge.witness_holds(s, ring, c.surfaces[i].cells[k]):
                yield at(c, "cell", i, k)


@kind("witness left out")
def remove_witness(level, rng):
    for i, k in cells(level, rng):
        c = level.certificate.copy()
        if c.surfaces[i].cells[k].witness != "-":
            c.surfaces[i].cells[k].witness = "-"
            yield at(c, "cell", i, k)


@kind("witness given at the highest stance")
def add_witness(level, rng):
    for i, k in cells(level, rng):
        if level.certificate.surfaces[i].cells[k].witness == "-":
            for w in range(len(level.judge.polygons)):
                c = level.certificate.copy()
                c.surfaces[i].cells[k].witness = str(w)
                yield at(c, "cell", i, k)


@kind("cell left out")
def remove_cell(level, rng):
    for i, k in cells(level, rng):
        c = level.certificate.copy()
        del c.surfaces[i].cells[k]
        c.surfaces[i].drop_unused_lines(own_sides(level, c.surfaces[i]))
        yield within(c, i)


@kind("cell twice")
def double_cell(level, rng):
    for i, k in cells(level, rng):
        for written_out in (False, True):
            c = level.certificate.copy()
            s = c.surfaces[i]
            s.cells.insert(k, Cell(s.cells[k].label, s.cells[k].witness, s.cells[k].sides))
            if written_out:
                explicit(level, s, s.cells[k]), explicit(level, s, s.cells[k + 1])
            yield within(c, i)


@kind("cell shrunk and grown: a gap as large as an overlap")
def gap_and_overlap(level, rng):
    for i, k in cells(level, rng):
        c = level.certificate.copy()
        s = c.surfaces[i]
        for j, cell in enumerate(s.cells):
            if j != k and cell.label == s.cells[k].label and len(cell.sides) == len(s.cells[k].sides):
                s.cells[k].sides, s.cells[k].witness = list(cell.sides), cell.witness
                yield within(c, i)
                break


def union(level, s, k, m, shared):
    """The sides of two cells that have the whole of a side in common, joined there; None if they have not."""
    judge, one, two = level.judge, s.cells[k], s.cells[m]
    a, b = one.sides.index(shared), two.sides.index(shared)
    p, q = judge.ring(s, one), judge.ring(s, two)
    if (p[a - 1], p[a]) != (q[b], q[b - 1]):
        return None
    first, second = one.sides[a + 1:] + one.sides[:a], two.sides[b + 1:] + two.sides[:b]
    if first[-1] == second[0]:
        first.pop()
    if second[-1] == first[0]:
        second.pop()
    return first + second


def unions(level, rng):
    """(certificate, i, k, convex) for all cells that can be joined, with each label and witness of the two."""
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        for m, other in enumerate(s.cells):
            for shared in set(s.cells[k].sides) & set(other.sides) if m > k else ():
                sides = union(level, s, k, m, shared)
                for source in (k, m) if sides else ():
                    c = level.certificate.copy()
                    cell = Cell(s.cells[source].label, s.cells[source].witness, sides)
                    c.surfaces[i].cells[k] = cell
                    del c.surfaces[i].cells[m]
                    ring = level.judge.ring(s, cell)
                    c.surfaces[i].drop_unused_lines(own_sides(level, s))
                    yield c, i, k, (s.cells[k].label, other.label), ring is not None and exact.is_convex(ring)


@kind("cells joined across a border of labels: convex")
def join_convex(level, rng):
    for c, i, k, labels, convex in unions(level, rng):
        if convex and labels[0] != labels[1]:
            yield at(c, "cell", i, k)


@kind("cells joined to one that is not convex")
def join_not_convex(level, rng):
    for c, i, k, labels, convex in unions(level, rng):
        if not convex:
            yield at(c, "cell", i, k)


@kind("cells of one label joined across a wall or the witness's border")
def join_one_label(level, rng):
    for c, i, k, labels, convex in unions(level, rng):
        if convex and labels[0] == labels[1] and not is_true(level, c):
            yield at(c, "cell", i, k)


@kind("clockwise cell")
def reverse_cell(level, rng):
    for i, k in cells(level, rng):
        c, surface, cell = altered(level, i, k)
        cell.sides.reverse()
        yield at(c, "cell", i, k)


@kind("cell that winds twice")
def wind_twice(level, rng):
    for i, k in cells(level, rng):
        c, surface, cell = altered(level, i, k)
        cell.sides *= 2
        yield at(c, "cell", i, k)


@kind("sides of a cell out of order, one left out or one twice")
def shuffle_sides(level, rng):
    for i, k in cells(level, rng):
        for change in (lambda s: s.insert(1, s.pop(0)), lambda s: s.pop(), lambda s: s.append(s[0]), lambda s: s.append(s[-1])):
            c, surface, cell = altered(level, i, k)
            change(cell.sides)
            if not is_true(level, c):
                yield within(c, i)


@kind("cell without area")
def flat_cell(level, rng):
    for i, s in sample(rng, enumerate(level.certificate.surfaces)):
        own, plan = own_sides(level, s), level.judge.polygons[s.number].plan
        p, q, r = plan[0], plan[1], plan[2]
        in_corner = exact.normal_form(exact.through(q, (q[0] + p[0] - r[0], q[1] + p[1] - r[1])))
        for sides in ([0, 1], [0, 1, 0], [0, 1, None], [1, 0, None], [0, None, 1], [0], [0, 0, 0]):
            c = level.certificate.copy()
            surface = c.surfaces[i]
            for cell in surface.cells:
                explicit(level, surface, cell)
            number = surface.line_number(own, in_corner) if None in sides else None
            surface.cells.append(Cell(surface.cells[0].label, surface.cells[0].witness, [number if l is None else l for l in sides]))
            yield at(c, "cell", i, len(surface.cells) - 1)
