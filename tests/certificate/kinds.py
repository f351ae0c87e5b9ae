# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of corruptions. A kind is a function that yields corrupted certificates of one baked level."""
from exact import Fraction, normal_form

KINDS = {}


def kind(name, most=10):
    """Registers a generator of Case objects; at most so many are tried for each level."""

    def register(make):
        KINDS[name] = (make, most)
        return make

    return register


def begins_like_none(text):
    """Whether the first record of a text (bytes) is not that of a certificate: it is refused with status 1 or 2."""
    records = (line for line in text.split(b"\n") if not line.startswith(b"#"))
    return next(records, b"").split(b" ")[0] != b"plumb"


class Case:
    """A corrupted text, and where the checker has to find the fault: lines (first, last), or None for anywhere."""

    def __init__(self, text, lines=None, scene=None, status=1):
        self.text = text if isinstance(text, bytes) else text.encode()
        self.lines, self.scene, self.status = lines, scene, status


def at(certificate, *key, **more):
    """The fault is in the line of this record."""
    line = certificate.lines_by_key()[key]
    return Case(certificate.text(), (line, line), **more)


def after(certificate, *key, **more):
    """The fault is in this record, or shows when the next one comes."""
    line = certificate.lines_by_key()[key]
    return Case(certificate.text(), (line, line + 1), **more)


def behind_surface(certificate, i):
    """The key of the record that follows surface i and all that belongs to it."""
    return ("surface", i + 1) if i + 1 < len(certificate.surfaces) else ("portal", 0) if certificate.portals else ("end",)


def within(certificate, i):
    """The fault is among the records of surface i, or shows when they end."""
    lines = certificate.lines_by_key()
    return Case(certificate.text(), (lines["surface", i] + 1, lines[behind_surface(certificate, i)]))


def cells(level, rng):
    """(i, k) of every cell, in an order of chance."""
    found = [(i, k) for i, s in enumerate(level.certificate.surfaces) for k in range(len(s.cells))]
    rng.shuffle(found)
    return found


def own_sides(level, surface):
    return len(level.judge.polygons[surface.number].sides)


def explicit(level, surface, cell):
    """Writes out the sides of a cell that is the whole polygon."""
    cell.sides = cell.sides or list(range(own_sides(level, surface)))
    return cell


TINY = 1 << 200


def shifted(line, sign):
    """The line moved by at most 2^-200 across itself."""
    return normal_form([line[0] * TINY, line[1] * TINY, line[2] * TINY + sign])


def shifted_number(text, sign):
    return str(Fraction(text) + Fraction(sign, TINY))


def numbers_in_body(level):
    """(line number, word number) of every number behind the options."""
    first = len(level.certificate.header)
    for n, line in enumerate(level.text.splitlines()):
        if n >= first:
            for w, word in enumerate(line.split(" ")):
                if w > 0 and word not in ("-", ":", "covered", "inside", "flush", "step", "weld"):
                    yield n, w


def with_word(level, n, w, word):
    """The text with word w of line n (both from 0) replaced."""
    lines = level.text.split("\n")
    words = lines[n].split(" ")
    words[w] = word
    lines[n] = " ".join(words)
    return "\n".join(lines)


def sample(rng, things):
    things = list(things)
    rng.shuffle(things)
    return things
