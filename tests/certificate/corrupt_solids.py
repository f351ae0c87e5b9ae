# SPDX-License-Identifier: GPL-3.0-or-later
"""Corruptions of cells inside of solids."""
from kinds import at, cells, kind


def relabelled(level, i, k, label, witness):
    c = level.certificate.copy()
    c.surfaces[i].cells[k].label, c.surfaces[i].cells[k].witness = label, str(witness)
    return at(c, "cell", i, k)


@kind("inside left out: a cell within a solid stands, or is blocked by what is over it", most=40)
def not_inside(level, rng):
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        if s.cells[k].label != "inside":
            continue
        highest = len(level.judge.heights)
        ring = level.judge.ring(s, s.cells[k])
        yield relabelled(level, i, k, str(highest), "-")
        for label in range(highest):
            for w in range(len(level.judge.polygons)):
                if level.judge.is_witness(s, ring, str(label), w):
                    yield relabelled(level, i, k, str(label), w)


@kind("inside without a solid around", most=40)
def called_inside(level, rng):
    for i, k in cells(level, rng):
        if level.certificate.surfaces[i].cells[k].label != "inside":
            yield relabelled(level, i, k, "inside", "-")


@kind("inside with a witness")
def inside_by_witness(level, rng):
    for i, k in cells(level, rng):
        if level.certificate.surfaces[i].cells[k].label == "inside":
            yield relabelled(level, i, k, "inside", rng.randrange(len(level.judge.polygons)))
