#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the environments of docs/examples/layers: models of those in Saaltink's experiments, with the same counts.

  make_layer_environments.py FOLDER            write them into FOLDER
  make_layer_environments.py FOLDER --check    fail if a file there is not, byte for byte, what this script writes
  make_layer_environments.py --building FILE   write a building of 20 storeys with 18,000 polygons into FILE

Metres, z up; all coordinates are integers or halves. Each face is a rectangle in plan, flat or a ramp, and one polygon: nothing is
split where faces share a part of an edge only.
"""
import argparse
import pathlib
import sys


def flat(x0, y0, x1, y1, z):
    return [(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]


def along_x(x0, y0, x1, y1, z0, z1):
    """A ramp from height z0 at x0 to z1 at x1."""
    return [(x0, y0, z0), (x1, y0, z1), (x1, y1, z1), (x0, y1, z0)]


def along_y(x0, y0, x1, y1, z0, z1):
    return [(x0, y0, z0), (x1, y0, z0), (x1, y1, z1), (x0, y1, z1)]


def obj(name, facts, faces):
    """The text of a file; facts: nodes, arcs, conflicts and what else is to be told."""
    nodes, arcs, conflicts, *more = facts
    assert len(faces) == nodes
    lines = ["# SPDX-License-Identifier: GPL-3.0-or-later", f"# {name}.obj, written by tests/scenes/make_layer_environments.py. Metres, z up.",
             f"# Nodes {nodes}, arcs {arcs}, conflicts {conflicts}.", *(f"# {line}" for line in more)]
    number = {}
    for face in faces:
        for corner in face:
            if corner not in number:
                number[corner] = len(number) + 1
                lines.append("v " + " ".join(f"{c:g}" for c in corner))
        lines.append("f " + " ".join(str(number[c]) for c in face))
    return "\n".join(lines) + "\n"


# ---- staircases and arms


def staircase(turns):
    """A square spiral of ramps with landings at its corners, four of each a turn."""
    faces = [flat(0, 0, 2, 2, 0)]
    for i in range(4 * turns):
        faces += [[along_x(2, 0, 6, 2, i, i + 1), flat(6, 0, 8, 2, i + 1)],
                  [along_y(6, 2, 8, 6, i, i + 1), flat(6, 6, 8, 8, i + 1)],
                  [along_x(2, 6, 6, 8, i + 1, i), flat(0, 6, 2, 8, i + 1)],
                  [along_y(0, 2, 2, 6, i + 1, i), flat(0, 0, 2, 2, i + 1)]][i % 4]
    return faces


def triple_polygon_stack():
    hub = [flat(0, 0, 3, 3, 0)]
    level = [flat(3, 0, 6, 3, 0)]
    up = [along_y(0, 3, 3, 6, 0, 2), flat(0, 6, 3, 9, 2), flat(3, 6, 6, 9, 2), along_y(3, 0, 6, 6, 5, 2)]
    down = [along_y(0, -3, 3, 0, -1, 0), along_y(0, -6, 3, -3, -2, -1), flat(0, -9, 3, -6, -2), along_x(3, -9, 6, -6, -2, -3),
            flat(6, -9, 9, -6, -3), flat(9, -9, 12, -6, -3), flat(9, -6, 12, -3, -3), flat(9, -3, 12, 0, -3), flat(6, -3, 9, 0, -3),
            flat(3, -3, 6, 0, -3), flat(3, 0, 6, 3, -3)]
    return hub + level + up + down


# ---- buildings of corridors


def two_floor_ramp():
    """Two floors like an 8, cut differently. The ramp leads from one end over the lower and under the upper middle corridor to the other."""
    lower = [(0, 0, 4, 2), (4, 0, 10, 2), (10, 0, 14, 2), (0, 8, 4, 10), (4, 8, 10, 10), (10, 8, 14, 10),
             (0, 2, 2, 3), (0, 3, 2, 8), (6, 2, 8, 8), (12, 2, 14, 8)]
    upper = [(0, 0, 2, 10), (6, 0, 8, 10), (12, 0, 14, 3), (12, 3, 14, 10), (2, 0, 4, 2), (4, 0, 6, 2), (8, 0, 12, 2),
             (2, 8, 6, 10), (8, 8, 12, 10)]
    return [flat(*r, 0) for r in lower] + [along_x(2, 4, 12, 6, 0, 4)] + [flat(*r, 4) for r in upper]


# Five floors in steps: the lowest lies in the west, the highest in the east. Each is a south and a north strip, in one or two parts, cut
# at the places given, with cells between them. No two ramps end at the same cell or go over or under the same cell of a floor, and each of
# their cells hangs on two strips: so it takes two transfers to set one apart, and there is one minimal solution.
FLOORS = [
    (((0, 6, 8, 16),), ((0, 4, 8, 16),), ((0, 4), (8, 12))),
    (((0, 10, 12, 28, 32),), ((0, 2, 15), (17, 22, 30, 32)), ((4, 8), (12, 15), (17, 20), (24, 28))),
    (((0, 4, 12), (20, 24, 32)), ((0, 6, 14, 20, 28, 32),), ((0, 4), (8, 12), (20, 24), (28, 32))),
    (((0, 4, 8, 10, 32),), ((0, 10, 12, 15), (17, 24, 32)), ((4, 8), (12, 15), (17, 20), (24, 28))),
    (((16, 18, 26, 32),), ((16, 18, 26, 32),), ((20, 24), (28, 32))),
]


def multi_storey_building():
    """Each ramp leads from a cell under one of the floor above and over one of its own floor to a cell above."""
    faces = []
    for storey, (south, north, cells) in enumerate(FLOORS):
        for y, strips in ((0, south), (8, north)):
            faces += [flat(a, y, b, y + 4, 4 * storey) for ends in strips for a, b in zip(ends, ends[1:])]
        faces += [flat(a, 4, b, 8, 4 * storey) for a, b in cells]
    return faces + [along_x(x, 4, x + 8, 8, z, z + 4) for x, z in ((4, 0), (20, 4), (4, 8), (20, 12))]


# ---- a library

# Eight floors of cells, from south to north; the fourth is in two parts. Irregular, with the counts of the original.
STOREYS = [
    ["#########", "#..##.###", "#.#.##.##", "#########", "#########", "..##.###."],
    ["....##.#.", "#..#####.", "#..###.#.", "########.", "########.", ".#######."],
    ["..######.", "#########", "######.##", "######...", "###.####.", "....####."],
    ["....#.##.", "....#.##.", "#.###.#..", "#####.#..", "##....###", "......###"],
    ["...##....", "#..###.##", "#..#.####", "#########", "###.#####", "....###.."],
    [".......##", "####.####", "#########", "##.###.##", "#.#######", "##...###."],
    ["....####.", "######..#", "##....###", "##.#..###", ".###..###", ".########"],
    ["....##...", "########.", "####.###.", "###...##.", "...######", "...######"],
]
# A ramp: its lower floor, the cell before its foot (column, row), its direction. It is two cells long; a cell of the floor above follows.
RAMPS = [(0, 0, 1, "E"), (1, 6, 1, "N"), (2, 4, 4, "W"), (2, 7, 4, "S"), (3, 0, 2, "E"), (4, 4, 0, "E"), (4, 4, 5, "W"), (5, 2, 4, "S"),
         (6, 4, 1, "N")]
CELL, HEIGHT = 6, 5


def two_cells(column, row, direction, z):
    """The ramp over the two cells that follow one."""
    if direction in "EW":
        first = column + 1 if direction == "E" else column - 2
        ends = (z, z + HEIGHT) if direction == "E" else (z + HEIGHT, z)
        return along_x(CELL * first, CELL * row, CELL * (first + 2), CELL * (row + 1), *ends)
    first = row + 1 if direction == "N" else row - 2
    ends = (z, z + HEIGHT) if direction == "N" else (z + HEIGHT, z)
    return along_y(CELL * column, CELL * first, CELL * (column + 1), CELL * (first + 2), *ends)


def cell(column, row, z):
    return flat(CELL * column, CELL * row, CELL * (column + 1), CELL * (row + 1), z)


def library():
    faces = [cell(x, y, HEIGHT * storey) for storey, rows in enumerate(STOREYS)
             for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"]
    return faces + [two_cells(x, y, direction, HEIGHT * storey) for storey, x, y, direction in RAMPS]


# ---- a large building

# In these rows the floors of the storeys below that number are cut half a cell further on: row to storeys.
SHIFTED = {3: 10, 13: 10, 23: 18}


def building(storeys=20, side=30, size=4):
    """Two ramps from each floor to the next, over two of its cells and through a hole of two cells; in one row from even, in
    another from odd storeys."""
    faces = []
    for storey in range(storeys):
        holes = {(column + k, 18 if storey % 2 == 0 else 8) for column in (5, 20) for k in (1, 2)} if storey > 0 else set()
        for row in range(side):
            ends = list(range(0, size * side + 1, size))
            if storey < SHIFTED.get(row, 0):
                ends = [0, *(x + size // 2 for x in ends[:-1]), ends[-1]]
            faces += [flat(a, size * row, b, size * (row + 1), size * storey) for i, (a, b) in enumerate(zip(ends, ends[1:]))
                      if (i, row) not in holes]
        if storey + 1 < storeys:
            y = size * (8 if storey % 2 == 0 else 18)
            faces += [along_x(size * (c + 1), y, size * (c + 3), y + size, size * storey, size * (storey + 1)) for c in (5, 20)]
    return (18000, 36890, 178161, "Twenty storeys, two ramps from each to the next."), faces


# ---- output


def environments():
    """By name: what is said of it (nodes, arcs, conflicts, a sentence), its faces."""
    return {
        "single_staircase": ((9, 8, 1, "One turn of a staircase: only its ends lie over each other."), staircase(1)),
        "multi_staircase": ((49, 48, 126, "Six turns of a staircase: what is eight polygons apart lies over each other."), staircase(6)),
        "triple_polygon_stack": ((17, 16, 3, "Three arms of 1, 4 and 11 polygons from one hub; their ends lie over each other."),
                                 triple_polygon_stack()),
        "two_floor_ramp": ((20, 23, 21, "Two floors and a ramp that is a layer of its own."), two_floor_ramp()),
        "multi_storey_building": ((59, 66, 122, "Five floors and four ramps that are layers of their own."), multi_storey_building()),
        "library": ((298, 421, 813, "Eight irregular floors, one of them in two parts, and nine ramps at different places."), library()),
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", nargs="?", type=pathlib.Path)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--building", type=pathlib.Path)
    args = arguments.parse_args()
    if not args.folder and not args.building:
        arguments.error("nothing to write")
    if args.building:
        args.building.write_text(obj("building", *building()), encoding="ascii")
    differ = 0
    for name, (facts, faces) in environments().items() if args.folder else ():
        text, path = obj(name, facts, faces), args.folder / f"{name}.obj"
        if not args.check:
            path.write_text(text, encoding="ascii")
        elif not path.exists() or path.read_text(encoding="ascii") != text:
            print(f"{path} differs; run tests/scenes/make_layer_environments.py")
            differ = 1
    return differ


if __name__ == "__main__":
    sys.exit(main())
