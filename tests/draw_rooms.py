#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the rooms of pipeline/ and the libraries below them as docs/rooms.svg, and the sections of the rooms as docs/sections.svg.

  draw_rooms.py ROOT           write both files
  draw_rooms.py ROOT --check   exit status 1 if one of them is another one

Links of rooms are those of the CMakeLists.txt, those of sections are #include lines; links that others imply are left out. There are too many rooms for arrows that
can be followed, so rooms are steps of a staircase: each is above and left of all that it links, a line leads straight down from it, and a dot on that line is a
link to the room at the right end of the dot's row. Rooms are put in from below, each next to what it links as far as can be, so that lines are short. Sections of a room are few: their boxes lie on
levels, a section above all that it includes, and links over several levels pass between the boxes. Sections of a level are put in the order of what they are linked with
on the levels beside it, as long as that lessens the crossings."""
import pathlib
import sys

from check_rooms import INCLUDE, linked, read_table, room_folders, sources

ROW, GAP, LETTER, HIGH = 92, 26, 7.2, 46
STEP_WIDE, STEP_HIGH = 24, 27
# Where libraries lie that are no rooms of pipeline/.
APART = {"kernel": "kernel", "vcd": "kernel/vcd", "surface": "kernel/surface", "plan": "kernel/plan", "partition": "partition", "sha256": "pipeline/prove/sha256", "program_memory": "pipeline/prove/memory"}


def read_links(root):
    links = {"kernel": set(), "vcd": {"kernel"}, "surface": {"kernel"}, "plan": {"kernel"}, "partition": {"kernel"}, "sha256": set(), "program_memory": set()}
    for name, folder in room_folders(root).items():
        links[name] = linked((folder / "CMakeLists.txt").read_text())
    links["checker"] = {"sha256", "program_memory"}
    return links


def all_below(links, room):
    out = set()
    for other in links[room]:
        out |= {other} | all_below(links, other)
    return out


def reduced(links):
    return {room: {o for o in others if not any(o in all_below(links, p) for p in others - {o})} for room, others in links.items()}


def levels_of(links):
    level = {}

    def find(room):
        if room not in level:
            level[room] = 1 + max((find(o) for o in links[room]), default=-1)
        return level[room]

    for room in links:
        find(room)
    return level


def room_lines(root, room):
    """The text in the box of a room: its name, the number of its files, its sections."""
    folder = root / APART[room] if room in APART else room_folders(root)[room]
    files = [f for f in sources(folder) if not {"tests", "examples", "vcd", "surface", "plan", "sha256", "memory"} & set(f.relative_to(folder).parts)]
    sections = next((r.sections for r in read_table(root) if r.name == room), [])
    return [room, f"{len(files)} files"] + ([", ".join(w + "/" for w in sections if w != ".")] if sections else [])


def section_graph(root, room):
    """The links from sections of a room to earlier ones, and the text in their boxes. The sources that are in no folder have the name of the room."""
    name = {w: room.name if w == "." else w for w in room.sections}
    links = {n: set() for n in name.values()}
    count = dict.fromkeys(links, 0)
    for file in sources(room_folders(root)[room.name]):
        own = name[room.section[file.stem]]
        count[own] += 1
        used = {room.section.get(pathlib.Path(n).stem) for n in INCLUDE.findall(file.read_text())}
        links[own] |= {name[w] for w in used if w in name and room.sections.index(w) < room.sections.index(room.section[file.stem])}
    return links, {n: [n, f"{count[n]} files"] for n in links}


class Drawing:
    """A graph without circles as boxes on levels. `links`: for each box, those that it links. `lines`: the text in it."""

    def __init__(self, links, lines):
        self.links, self.lines = reduced(links), lines
        self.level = levels_of(self.links)
        self.width, self.paths = {}, []
        for room, text in lines.items():
            self.width[room] = max(len(text[0]) * LETTER * 1.1, max(map(len, text[1:])) * LETTER * 0.8) + 20
        self.rows = [sorted(r for r in self.links if self.level[r] == l) for l in range(1 + max(self.level.values()))]
        self.neighbours = {}
        for room in sorted(self.links):
            for other in sorted(self.links[room]):
                path = [room]
                for l in range(self.level[room] - 1, self.level[other], -1):
                    path.append(f"{room}>{other}@{l}")
                    self.width[path[-1]] = 0
                    self.rows[l].append(path[-1])
                path.append(other)
                self.paths.append(path)
        for path in self.paths:
            for upper, lower in zip(path, path[1:]):
                self.neighbours.setdefault(upper, [[], []])[0].append(lower)
                self.neighbours.setdefault(lower, [[], []])[1].append(upper)
        self.order_rows()
        self.place()

    def crossings(self):
        count = 0
        for upper_row, lower_row in zip(self.rows[1:], self.rows):
            at = {name: i for i, name in enumerate(lower_row)}
            edges = [(i, at[n]) for i, name in enumerate(upper_row) for n in self.neighbours.get(name, [[], []])[0]]
            count += sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for i, a in enumerate(edges) for b in edges[:i])
        return count

    def order_rows(self):
        best, kept = self.crossings(), [list(r) for r in self.rows]
        for turn in range(60):
            side = turn % 2
            levels = range(1, len(self.rows)) if side == 0 else range(len(self.rows) - 2, -1, -1)
            for l in levels:
                other = self.rows[l - 1] if side == 0 else self.rows[l + 1]
                at = {name: i for i, name in enumerate(other)}
                here = {name: i for i, name in enumerate(self.rows[l])}

                def middle(name):
                    near = [at[n] for n in self.neighbours.get(name, [[], []])[side]]
                    return sum(near) / len(near) * len(self.rows[l]) / max(1, len(other)) if near else here[name]

                self.rows[l].sort(key=lambda name: (middle(name), name))
            if self.crossings() < best:
                best, kept = self.crossings(), [list(r) for r in self.rows]
        self.rows = kept

    def place(self):
        self.x = {}
        self.wide = max(sum(self.width[n] + GAP for n in row) for row in self.rows) + GAP
        for row in self.rows:
            free = (self.wide - sum(self.width[n] for n in row)) / (len(row) + 1)
            x = free
            for name in row:
                self.x[name] = x + self.width[name] / 2
                x += self.width[name] + free
        self.high = ROW * len(self.rows) + 20

    def y(self, level):
        return self.high - 20 - ROW * level - HIGH / 2 - 20

    def body(self):
        out = []
        for path in self.paths:
            top, bottom = self.level[path[0]], self.level[path[-1]]
            points = [(self.x[path[0]], self.y(top) + HIGH / 2)]
            points += [(self.x[n], self.y(l)) for n, l in zip(path[1:-1], range(top - 1, bottom, -1))]
            points.append((self.x[path[-1]], self.y(bottom) - HIGH / 2))
            curve = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
            for (ax, ay), (bx, by) in zip(points, points[1:]):
                curve += f" C{ax:.0f} {(ay + by) / 2:.0f} {bx:.0f} {(ay + by) / 2:.0f} {bx:.0f} {by:.0f}"
            out.append(f'<path d="{curve}" fill="none" stroke="#567" stroke-opacity=".7" marker-end="url(#arrow)"/>')
        for room in sorted(self.links):
            x, y, w, lines = self.x[room], self.y(self.level[room]), self.width[room], self.lines[room]
            out.append(f'<rect x="{x - w / 2:.0f}" y="{y - HIGH / 2:.0f}" width="{w:.0f}" height="{HIGH}" rx="5" fill="#eef3f8" stroke="#567"/>')
            out.append(f'<text x="{x:.0f}" y="{y - (7 if len(lines) > 2 else 3):.0f}" font-size="13" font-weight="bold">{lines[0]}</text>')
            for i, line in enumerate(lines[1:]):
                out.append(f'<text x="{x:.0f}" y="{y + (6 if len(lines) > 2 else 13) + 12 * i:.0f}" font-size="10">{line}</text>')
        return out


class Staircase:
    """The same as a staircase from the upper left to the lower right: a line down from each box, with a dot in the row of each that it links."""

    def __init__(self, links, lines):
        self.links, self.lines = reduced(links), lines
        users = {name: {u for u in self.links if name in self.links[u]} for name in self.links}
        self.order = []
        while len(self.order) < len(self.links):
            # Of all whose links stand already, one with a link that stands as high as can be.
            at = {name: i for i, name in enumerate(self.order)}
            free = [n for n in self.links if n not in at and all(o in at for o in self.links[n])]
            self.order.append(max(free, key=lambda n: (max((at[o] for o in self.links[n]), default=-1), -len(users[n]), n)))
        self.order.reverse()
        self.at = {name: i for i, name in enumerate(self.order)}
        self.wide = max(self.x(n) + self.text_width(n) for n in self.order) + 30
        self.high = STEP_HIGH * len(self.order) + 24

    def text_width(self, name):
        return len(name) * LETTER * 1.25 + len(self.note(name)) * LETTER * 0.85 + 30

    def note(self, name):
        return "; ".join(self.lines[name][1:])

    def x(self, name):
        return 24 + STEP_WIDE * self.at[name]

    def y(self, name):
        return 12 + STEP_HIGH * (self.at[name] + 0.5)

    def body(self):
        out, dots = [], []
        for name in self.order:
            below = [self.y(o) for o in self.links[name]]
            if below:
                out.append(f'<path d="M{self.x(name)} {self.y(name):.1f}V{max(below):.1f}" stroke="#567" stroke-width="1.4"/>')
            used_by = [self.x(u) for u in self.links if name in self.links[u]]
            if used_by:
                out.append(f'<path d="M{min(used_by)} {self.y(name):.1f}H{self.x(name)}" stroke="#9ab" stroke-width="1.4"/>')
            dots += [f'<circle cx="{x}" cy="{self.y(name):.1f}" r="4" fill="#c33"/>' for x in used_by]
        out += dots
        for name in self.order:
            x, y, wide = self.x(name), self.y(name), len(name) * LETTER * 1.25 + 14
            out.append(f'<rect x="{x - 8}" y="{y - 10:.1f}" width="{wide:.0f}" height="20" rx="4" fill="#eef3f8" stroke="#567"/>')
            out.append(f'<text x="{x}" y="{y + 4.5:.1f}" font-size="13" font-weight="bold" text-anchor="start">{name}</text>')
            out.append(f'<text x="{x + wide:.0f}" y="{y + 4:.1f}" font-size="11" fill="#345" text-anchor="start">{self.note(name)}</text>')
        return out


def picture(title, drawings, most=1100):
    """Drawings under their names, beside one another as long as they are no wider than `most`."""
    x = y = wide = deep = 0
    body = []
    for name, drawing in drawings:
        if x and x + drawing.wide > most:
            x, y, deep = 0, y + deep, 0
        top = y + (24 if name else 0)
        if name:
            body.append(f'<text x="{x + drawing.wide / 2:.0f}" y="{top}" font-size="14" font-style="italic">{name}</text>')
        body += [f'<g transform="translate({x:.0f} {top})">', *drawing.body(), "</g>"]
        x, deep = x + drawing.wide, max(deep, top - y + drawing.high)
        wide = max(wide, x)
    high = y + deep
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" font-family="sans-serif" text-anchor="middle">',
        "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->", f"<title>{title}</title>",
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#567"/></marker></defs>',
        f'<rect width="{wide:.0f}" height="{high}" fill="#fff"/>', *body, "</svg>\n"])


def pictures(root):
    links = read_links(root)
    sections = [(room.name, Drawing(*section_graph(root, room))) for room in read_table(root) if room.sections]
    return {"rooms.svg": picture("Rooms: a dot below a room is in the row of what it may link", [("", Staircase(links, {room: room_lines(root, room) for room in links}))]),
            "sections.svg": picture("Sections: each arrow leads to what a section includes", sections)}


def main():
    root = pathlib.Path(sys.argv[1])
    status = 0
    for name, text in pictures(root).items():
        file = root / "docs" / name
        if sys.argv[2:] != ["--check"]:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            print(f"docs/{name} is not what its script draws: run tests/draw_rooms.py")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
