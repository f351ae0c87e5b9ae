# SPDX-License-Identifier: GPL-3.0-or-later
"""Corruptions of what cells stand in: polygons, parts, welds, lines, options and the level itself."""
import collections
import hashlib

from certificate import Cell, Certificate, Surface
from exact import Fraction
from judge import Judge
from kinds import Case, after, at, behind_surface, cells, kind, own_sides, sample, shifted_number, within
from scenes import bake, command_options


@kind("polygon left out")
def remove_surface(level, rng):
    for i in sample(rng, range(len(level.certificate.surfaces))):
        c = level.certificate.copy()
        del c.surfaces[i]
        yield at(c, *behind_surface(c, i - 1))


@kind("polygon twice, or two exchanged")
def double_surface(level, rng):
    for i in sample(rng, range(len(level.certificate.surfaces))):
        c = level.certificate.copy()
        c.surfaces.insert(i, c.copy().surfaces[i])
        yield at(c, "surface", i + 1)
        if i > 0:
            c = level.certificate.copy()
            c.surfaces[i - 1], c.surfaces[i] = c.surfaces[i], c.surfaces[i - 1]
            yield at(c, "surface", i - 1)


@kind("polygon that is not traversable")
def add_surface(level, rng):
    for n in sample(rng, set(range(len(level.judge.polygons))) - level.judge.traversables()):
        c = level.certificate.copy()
        surface = Surface(n)
        surface.cells.append(Cell(str(len(level.judge.heights)), "-", []))
        i = sum(s.number < n for s in c.surfaces)
        c.surfaces.insert(i, surface)
        yield at(c, "surface", i)


@kind("line not in normal form")
def line_form(level, rng):
    for i, s in sample(rng, enumerate(level.certificate.surfaces)):
        for k, times in [(k, t) for k in range(len(s.lines)) for t in (-1, 2, -3)]:
            c = level.certificate.copy()
            c.surfaces[i].lines[k] = [times * v for v in s.lines[k]]
            yield at(c, "line", i, k)


@kind("line that no cell has, or is none")
def unused_line(level, rng):
    for i in sample(rng, range(len(level.certificate.surfaces))):
        for line, local in (([1, 1, 1], False), ([0, 1, 0], False), ([0, 0, 1], True), ([0, 0, 0], True)):
            c = level.certificate.copy()
            c.surfaces[i].lines.append(line)
            yield at(c, "line", i, len(c.surfaces[i].lines) - 1) if local else within(c, i)


@kind("line number out of range")
def line_out_of_range(level, rng):
    for i, k in cells(level, rng):
        s = level.certificate.surfaces[i]
        for far in (0, 1, 4294967295 - own_sides(level, s) - len(s.lines), 1 << 32, 1 << 64):
            c = level.certificate.copy()
            cell = c.surfaces[i].cells[k]
            cell.sides = (cell.sides or [0, 1, 2])[:-1] + [own_sides(level, s) + len(s.lines) + far]
            yield at(c, "cell", i, k)


def claims(level, certificate, fresh, obj):
    """Whether a body says the same about a level as its fresh certificate does: areas by label, walls, polygons; portals of its own cells."""
    judge = Judge(obj, fresh)
    try:
        return judge.facts(certificate) == judge.facts(fresh) and judge.portals_hold(certificate)
    except (IndexError, ValueError, TypeError, ZeroDivisionError):
        return False


def with_option(level, i, words):
    """A changed header record, if that makes the body false."""
    c = level.certificate.copy()
    if words is None:
        del c.header[i]
    else:
        c.header[i] = words
    fresh = level.rebaked(command_options(c))
    if fresh is None or not claims(level, c, fresh, level.obj):
        yield Case(c.text(), (i + 1, c.text().count("\n")))


def choices(name, words):
    @kind(f"option changed: {name}")
    def change(level, rng):
        for i, record in enumerate(level.certificate.header):
            if record[0] == name:
                for word in words:
                    if word != record[1]:
                        yield from with_option(level, i, [name, word])


choices("numbers", ("double", "float", "decimal"))
choices("up", ("y", "z"))
choices("sides", ("both", "up"))
choices("solids", ("none", "closed"))
choices("bad-faces", ("error", "drop"))
choices("slope", ("0", "1", "30", "44", "60", "89", "4499999999999999999999/100000000000000000000"))
choices("slope-ratio", ("0", "1/10", "1/5", "3/10", "1", "2"))
choices("weld", ("0", "1/1000", "1/8", "1/4", "3/8", "1/2", "3"))
choices("step", ("0", "1/8", "1/4", "3/10", "49/100", "1/2", "3/2"))


@kind("option changed: from degrees to a ratio or a cosine and back")
def change_slope_record(level, rng):
    for i, record in enumerate(level.certificate.header):
        for other in {"slope", "slope-ratio", "slope-cos"} - {record[0]} if record[0].startswith("slope") else ():
            yield from with_option(level, i, [other, "999/1000" if other == "slope-cos" else "1/1000"])


@kind("option changed: the height of a stance", most=20)
def change_height(level, rng):
    for i, record in enumerate(level.certificate.header):
        if record[0] == "stance":
            height = Fraction(record[2])
            for new in (height / 2, height * 2, height + Fraction(1, 10), height - Fraction(1, 10), Fraction(0), -height):
                yield from with_option(level, i, ["stance", record[1], str(new)])
            for sign in (1, -1):
                yield from with_option(level, i, ["stance", record[1], shifted_number(record[2], sign)])


@kind("option changed: a stance less or more")
def change_stances(level, rng):
    for i, record in enumerate(level.certificate.header):
        if record[0] == "stance":
            yield from with_option(level, i, None)
            c = level.certificate.copy()
            c.header.insert(i, ["stance", "new", str(Fraction(record[2]) * Fraction(9, 10))])
            fresh = level.rebaked(command_options(c))
            if fresh is None or not claims(level, c, fresh, level.obj):
                yield Case(c.text(), (i + 1, c.text().count("\n")))


@kind("more stances than 64")
def too_many_stances(level, rng):
    c = level.certificate.copy()
    last = max(i for i, record in enumerate(c.header) if record[0] == "stance")
    for more in range(1, 66 - len(c.stances())):
        c.header.insert(last + more, ["stance", f"more{more}", str(Fraction(c.header[last][2]) + more)])
    yield at(c, "header", last + more)


@kind("option left out, twice, exchanged or with a word too many")
def option_records(level, rng):
    for i, record in enumerate(level.certificate.header):
        c = level.certificate.copy()
        c.header[i] = record + ["1"]
        yield at(c, "header", i)
        if record[0] == "stance":
            continue
        c = level.certificate.copy()
        del c.header[i]
        yield at(c, "header", i)
        c = level.certificate.copy()
        c.header.insert(i, record)
        yield at(c, "header", i + 1)
        c = level.certificate.copy()
        c.header[i:i + 2] = c.header[i:i + 2][::-1]
        yield at(c, "header", i)


def digits_changed(level, rng):
    """The level with one digit of a coordinate or of a face changed."""
    places, at_line = [], 0
    for line in level.obj.splitlines(keepends=True):
        if line.startswith(("v ", "f ")):
            places += [at_line + k for k, ch in enumerate(line) if ch.isdigit()]
        at_line += len(line)
    for place in sample(rng, places):
        digit = rng.choice([d for d in "0123456789" if d != level.obj[place]])
        yield level.obj[:place] + digit + level.obj[place + 1:]


@kind("level changed by a digit, the digest not")
def change_level(level, rng):
    for obj in digits_changed(level, rng):
        yield Case(level.text, (2, 2), scene=obj)
    yield Case(level.text, (2, 2), scene=level.obj + "\n")
    yield Case(level.text, (2, 2), scene=level.obj[:-1])


def welded_otherwise(certificate, fresh, obj):
    """What is welded is the certificate's choice: with other welds and the same areas in all it may be as true as the fresh one."""
    def total(c):
        judge = Judge(obj, c)
        sums = collections.Counter()
        for s in c.surfaces:
            sums.update(judge.areas(s))
        return {label: area for label, area in sums.items() if area}

    try:
        return certificate.welds != fresh.welds and total(certificate) == total(fresh)
    except (IndexError, ValueError, TypeError, ZeroDivisionError):
        return False


@kind("level changed by a digit, and the digest", most=8)
def change_level_and_digest(level, rng):
    path = level.path + ".changed.obj"
    for obj in digits_changed(level, rng):
        with open(path, "w") as file:
            file.write(obj)
        fresh = bake(level.plumb, path, command_options(level.certificate), level.folder)
        if fresh is None:
            continue
        fresh = Certificate(fresh)
        c = level.certificate.copy()
        c.header[1] = fresh.header[1]
        if not claims(level, c, fresh, obj) and not welded_otherwise(c, fresh, obj):
            yield Case(c.text(), (3, c.text().count("\n")), scene=obj)


@kind("digest or size changed")
def change_digest(level, rng):
    digest = hashlib.sha256(level.obj.encode()).hexdigest()
    size = str(len(level.obj))
    for words in (["0" + digest[1:], size], [digest[:-1] + "g", size], [digest.upper(), size], [digest, str(len(level.obj) + 1)],
                  [digest[:-1], size], [digest, "0" + size], [digest, "-" + size], [digest], [size, digest], ["", size]):
        c = level.certificate.copy()
        c.header[1] = ["scene", *words]
        if words[0] != digest or words[1:] != [size]:
            yield at(c, "header", 1)
