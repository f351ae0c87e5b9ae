# SPDX-License-Identifier: GPL-3.0-or-later
"""A certificate (docs/reference/certificate.md) as Python objects: read, altered and written back. Shares nothing with the checker."""
HEADER_RECORDS = ("plumb", "scene", "numbers", "up", "sides", "slope", "slope-ratio", "slope-cos", "step", "solids", "bad-faces", "stance")


def rows(lists):
    return [list(row) for row in lists]


class Cell:
    def __init__(self, label, witness, sides):
        self.label = label  # as written: "covered" or a number
        self.witness = witness  # as written: "-" or a number
        self.sides = list(sides)  # line numbers; none: the whole polygon

    def copy(self):
        return Cell(self.label, self.witness, self.sides)

    def key(self):
        """The cell whatever side it begins with."""
        turns = [tuple(self.sides[i:] + self.sides[:i]) for i in range(len(self.sides))] or [()]
        return (self.label, self.witness, min(turns))


class Surface:
    def __init__(self, number):
        self.number = number
        self.lines = []  # [A, B, C], those written: numbers count the polygon's own sides first
        self.cells = []
        self.walls = []  # [V, M, x, y, x, y] as written

    def copy(self):
        new = Surface(self.number)
        new.lines, new.cells, new.walls = rows(self.lines), [c.copy() for c in self.cells], rows(self.walls)
        return new

    def line_number(self, own, line):
        """The number of a line that is among those written, adding it if it is new."""
        if line not in self.lines:
            self.lines.append(line)
        return own + self.lines.index(line)

    def drop_unused_lines(self, own):
        used = sorted({s for c in self.cells for s in c.sides if s >= own})
        new = {s: own + i for i, s in enumerate(used)}
        self.lines = [self.lines[s - own] for s in used]
        for c in self.cells:
            c.sides = [new.get(s, s) for s in c.sides]


class Certificate:
    def __init__(self, text):
        self.header, self.crossings, self.parts, self.welds, self.surfaces, self.portals = [], [], [], [], [], []
        for line in text.splitlines():
            words = line.split(" ")
            if words[0] in HEADER_RECORDS or words[0] == "weld" and len(words) == 2:
                self.header.append(words)
            elif words[0] == "crossing":
                self.crossings.append([int(w) for w in words[1:]])
            elif words[0] == "part":
                self.parts.append([int(w) for w in words[1:]])
            elif words[0] == "weld":
                colon = words.index(":")
                members = [int(w) for w in words[1:colon]]
                self.welds.append((list(zip(members[::2], members[1::2])), [int(w) for w in words[colon + 1:]]))
            elif words[0] == "surface":
                self.surfaces.append(Surface(int(words[1])))
            elif words[0] == "line":
                self.surfaces[-1].lines.append([int(w) for w in words[1:]])
            elif words[0] == "cell":
                self.surfaces[-1].cells.append(Cell(words[1], words[2], map(int, words[3:])))
            elif words[0] == "wall":
                self.surfaces[-1].walls.append(words[1:])
            elif words[0] == "portal":
                self.portals.append(words[1:])
            elif words[0] != "end" and not line.startswith("#"):
                raise ValueError(f"no record: {line[:60]}")

    def copy(self):
        """All of it anew; by hand, for the library's deep copy would be most of the tests' time."""
        new = Certificate("")
        new.header, new.crossings, new.parts, new.portals = rows(self.header), rows(self.crossings), rows(self.parts), rows(self.portals)
        new.welds = [(list(members), list(outline)) for members, outline in self.welds]
        new.surfaces = [s.copy() for s in self.surfaces]
        return new

    def option(self, name):
        return next((words for words in self.header if words[0] == name), None)

    def stances(self):
        return [words for words in self.header if words[0] == "stance"]

    def records(self):
        """(words, key) of every record: the key is what a corruption names to say where its fault is."""
        for i, words in enumerate(self.header):
            yield words, ("header", i)
        crossings = [(["crossing", *c], ("crossing", i)) for i, c in enumerate(self.crossings)]
        for i, p in enumerate(self.parts):
            while crossings and crossings[0][0][1] <= p[0]:  # those of a face stand before its parts
                yield crossings.pop(0)
            yield ["part", *p], ("part", i)
        yield from crossings
        for i, (members, outline) in enumerate(self.welds):
            yield ["weld", *[n for m in members for n in m], ":", *outline], ("weld", i)
        for i, s in enumerate(self.surfaces):
            yield ["surface", s.number], ("surface", i)
            for kind, rows in (("line", s.lines), ("cell", [[c.label, c.witness, *c.sides] for c in s.cells]), ("wall", s.walls)):
                for k, row in enumerate(rows):
                    yield [kind, *row], (kind, i, k)
        for i, p in enumerate(self.portals):
            yield ["portal", *p], ("portal", i)
        counts = [len(self.surfaces), sum(len(s.cells) for s in self.surfaces), sum(len(s.walls) for s in self.surfaces), len(self.portals)]
        yield ["end", *counts], ("end",)

    def text(self):
        return "".join(" ".join(map(str, words)) + "\n" for words, key in self.records())

    def lines_by_key(self):
        return {key: number for number, (words, key) in enumerate(self.records(), 1)}
