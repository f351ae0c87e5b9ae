#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ruin.obj, the example level: a half-collapsed building of three storeys in its rubble.

  make_ruin.py           write ruin.obj beside this script
  make_ruin.py --check   fail if ruin.obj is not, byte for byte, what this script writes

Metres; modelled with z up (x east, y north), written y up. Every coordinate is a multiple of 1/64: the same number as
decimal text, as binary64 and as binary32, so a face that is planar here is planar for every `--numbers`. Only the
two quads of `tarp` are warped, on purpose; they are fanned into triangles. Everything but `terrain`, `fence`,
`tarp` and the rugs is a closed solid that faces outward. The rugs lie exactly in the floors, which own their area.
What stands on a floor stands GAP above it, so that the floor beneath is blocked, not a room inside the thing.
"""
import os
import sys
from fractions import Fraction as F

sys.dont_write_bytecode = True  # the folder stays as it was
from solids import Level, Random, block, boulder, box, flight, girder, rectangle, sheared, slab, sweep, wall

# Written as floats where that reads best: they are all multiples of 1/64 of modest size, hence exact.
GAP = 0.015625
STOREY, PLATE = 3.25, 0.25    # floor to floor; thickness of a floor
RISE = STOREY / 16            # of a step
BAY, COLUMNS, ROWS = 4, 6, 4  # the building: 24 m by 16 m


# ---- the building


# The bays (column, row) of floor 1, floor 2 and the roof that still stand, and those that broke, with the side that
# they still hang on.
STANDING = {
    1: {(i, j) for i in range(4) for j in range(4)} | {(4, 2), (4, 3)},
    2: {(i, j) for i in range(3) for j in range(4)} | {(3, 2), (3, 3)},
    3: {(i, j) for i in range(2) for j in range(1, 4)} | {(2, 2), (2, 3)},
}
BROKEN = {1: {(4, 1): "W", (5, 3): "W", (5, 2): "W"}, 2: {(3, 1): "W", (4, 3): "W", (3, 0): "W"},
          3: {(2, 1): "W", (3, 3): "W", (1, 0): "N", (2, 0): None}}
STAIR_BAY, STAIR_HOLE = (1, 2), (5, 8.5, 7.5, 12)


def bay_rectangle(i, j):
    return (BAY * i, BAY * j, BAY * (i + 1), BAY * (j + 1))


def torn_bay(random, i, j, side):
    """What is left of a bay on its west or north side, with a jagged edge."""
    x0, y0, x1, y1 = bay_rectangle(i, j)
    stops = [0, random.between(0.5, 1), random.between(1.5, 2), random.between(2.25, 3), 4]
    reach = [random.between(0.75, 3) for _ in stops]
    if side == "W":
        return [(x0, y0)] + [(x0 + r, y0 + s) for r, s in zip(reach, stops)] + [(x0, y1)]
    return [(x1, y1), (x0, y1)] + [(x0 + s, y1 - r) for r, s in zip(reach, stops)]


def add_floors(level, random):
    level.add("building", "ground_floor", "concrete",
              slab([rectangle(*bay_rectangle(i, j)) for i in range(COLUMNS) for j in range(ROWS)], -0.5, thickness=0.5))
    for storey in (1, 2, 3):
        pieces = []
        for i, j in sorted(STANDING[storey]):
            x0, y0, x1, y1 = bay_rectangle(i, j)
            if (i, j) == STAIR_BAY and storey < 3:
                a, b, c, d = STAIR_HOLE
                pieces += [rectangle(x0, y0, a, y1), rectangle(c, y0, x1, y1), rectangle(a, y0, c, b)]
            else:
                pieces.append(rectangle(x0, y0, x1, y1))
        pieces += [torn_bay(random, i, j, side) for (i, j), side in sorted(BROKEN[storey].items()) if side]
        name = "roof" if storey == 3 else f"floor_{storey}"
        level.add("building", name, "concrete", slab(pieces, storey * STOREY - PLATE))


def grid_line(k, end):
    """Column lines; those of the outer walls stand inside the edge of the floor."""
    return 0.25 if k == 0 else F(BAY * k) - (0.25 if k == end else 0)


def add_columns(level, random):
    for storey in range(3):
        bays = STANDING[storey + 1]
        below = STANDING[storey] if storey else {(i, j) for i in range(COLUMNS) for j in range(ROWS)}
        for i in range(COLUMNS + 1):
            for j in range(ROWS + 1):
                around = {(i - a, j - b) for a in (0, 1) for b in (0, 1)}
                if not around & below:
                    continue
                x, y, z = grid_line(i, COLUMNS), grid_line(j, ROWS), storey * STOREY + GAP
                outline = [rectangle(x - 0.25, y - 0.25, x + 0.25, y + 0.25)]
                name = f"column_{storey}_{i}{j}"
                if around & bays:
                    level.add("building", name, "concrete", slab(outline, z, thickness=STOREY - PLATE - 2 * GAP))
                elif random.below(3):  # a stump with a slanting break
                    rise = random.between(0.25, 1.5)
                    slope = (random.between(-1, 1, 4), random.between(-1, 1, 4))
                    level.add("building", name + "_stump", "concrete", sweep(
                        outline, lambda p: (*p, z),
                        lambda p: (*p, z + rise + 0.5 + slope[0] * (p[0] - x) + slope[1] * (p[1] - y))))


WINDOW = [(1.125, 2.375, 0.875, 2.25)]
DOOR = [(1.25, 2.25, 0, 2.125)]
TWO_WINDOWS = [(0.5, 1.375, 0.875, 2.25), (2.125, 3, 0.875, 2.25)]


def add_outer_walls(level, random):
    height = STOREY - PLATE - 2 * GAP
    sides = [("west", (0, j), (0.375, grid_line(j, ROWS) + 0.25), (0, 1), (-0.25, 0),
              grid_line(j + 1, ROWS) - grid_line(j, ROWS) - 0.5) for j in range(ROWS)]
    for name, row, y, thick in (("south", 0, 0.125, (0, 0.25)), ("north", ROWS - 1, F(ROWS * BAY) - 0.375, (0, 0.25))):
        sides += [(name, (i, row), (grid_line(i, COLUMNS) + 0.25, y), (1, 0), thick,
                   grid_line(i + 1, COLUMNS) - grid_line(i, COLUMNS) - 0.5) for i in range(COLUMNS)]
    sides += [("east", (COLUMNS - 1, j), (F(COLUMNS * BAY) - 0.125, grid_line(j, ROWS) + 0.25), (0, 1), (-0.25, 0),
               grid_line(j + 1, ROWS) - grid_line(j, ROWS) - 0.5) for j in range(ROWS)]
    for storey in range(3):
        for number, (side, bay, (x, y), along, thick, length) in enumerate(sides):
            if storey and bay not in STANDING[storey]:
                continue
            openings = (WINDOW, TWO_WINDOWS, DOOR if storey == 0 else WINDOW)[(number + storey) % 3]
            origin, name = (x, y, storey * STOREY + GAP), f"wall_{storey}_{side}_{bay[0]}{bay[1]}"
            if bay in STANDING[storey + 1]:
                level.add("walls", name, "brick", wall(origin, along, thick, length, height, openings))
            elif random.below(4):
                level.add("walls", name + "_ruined", "brick",
                          wall(origin, along, thick, length, 2, openings, random))


def add_partitions(level):
    """Thin walls inside, each with a door or a hatch to crawl through."""
    height = STOREY - PLATE - 2 * GAP
    hatch = [(0.5, 1.5, 0, 0.75)]
    low_door = [(1, 2, 0, 1.375)]
    for number, (storey, x, y, along, openings) in enumerate([
            (0, 0.5, 8, (1, 0), DOOR), (0, 4.25, 8, (1, 0), hatch), (0, 8, 0.5, (0, 1), low_door),
            (0, 8, 4.25, (0, 1), DOOR), (0, 12, 8.25, (0, 1), hatch), (0, 12, 12.25, (0, 1), DOOR),
            (1, 0.5, 8, (1, 0), low_door), (1, 8, 4.25, (0, 1), hatch), (1, 8, 12.25, (0, 1), DOOR),
            (1, 12, 8.25, (0, 1), low_door), (2, 8, 8.25, (0, 1), DOOR), (2, 4.25, 8, (1, 0), hatch)]):
        thick = (0, 0.125) if along == (1, 0) else (-0.125, 0)
        level.add("walls", f"partition_{number}", "plaster",
                  wall((x, y, storey * STOREY + GAP), along, thick, 3.25, height, openings))


def add_stairs(level):
    half = STOREY / 2
    for storey in range(3):
        z = storey * STOREY
        level.add("stairs", f"flight_{storey}_up", "concrete", flight((6.125, 8.5, z), (0, 1), (-1.125, 0), RISE))
        level.add("stairs", f"landing_{storey}", "concrete", box(5, 10.75, z + half - PLATE, 7.5, 11.875, z + half))
        if storey < 2:
            level.add("stairs", f"flight_{storey}_back", "concrete",
                      flight((6.375, 10.75, z + half), (0, -1), (1.125, 0), RISE))
    # Buried under the fallen floor slabs, and one that fell as a whole and lies on its edge of treads.
    level.add("stairs", "flight_buried_east", "concrete", flight((19.5, 4.25, GAP), (-1, 0), (0, -1.25), RISE))
    level.add("stairs", "flight_buried_north", "concrete", flight((23.5, 10.75, GAP), (-1, 0), (0, -1.25), RISE, 5))
    level.add("stairs", "flight_fallen", "concrete",
              sheared(flight((-5, 17, 0), (1, 0), (0, 1.25), RISE), -0.5, 0, (-5, 17)))


# ---- what fell


FALLEN = [  # name, outline, height of the underside at a point, its slopes, that point
    ("hung_from_floor_1", [(16, 0.25), (19.5, 0), (20, 1.5), (19.5, 3.5), (20, 5), (19.25, 6.5),
                           (17.5, 7), (16, 6.75)], 3, (-0.75, 0), (16, 0)),
    ("hung_from_floor_2", [(12, 1), (13.75, 0.5), (14, 2), (13.5, 3), (14, 4.5), (12, 5)],
     6.25, (-1.5, 0), (12, 0)),
    ("leaning_on_floor_1", [(16, 8.25), (19, 8), (19.375, 10), (19, 11.75), (19.375, 13), (18.25, 14.5),
                            (16, 14)], 6.25, (-0.875, 0), (16, 8)),
    ("pancake_low", [(20.25, 8.5), (23.75, 8.25), (24.5, 10.5), (24, 13), (24.25, 15.75),
                     (21, 15.5), (20.5, 13.5), (21.25, 11)], 0.625, (0.0625, -0.0625), (20, 8)),
    ("pancake_middle", [(20, 8.75), (22.5, 8), (24.25, 9.25), (23.5, 11.75), (24, 15.5),
                        (21.75, 15.25), (20.75, 12.5)], 1.75, (-0.0625, 0.0625), (20, 8)),
    ("pancake_high", [(20.5, 8), (24, 8.5), (23.25, 11), (24, 13.25), (22.25, 16), (20.25, 15.25),
                      (21.25, 11.75)], 3, (0.125, -0.0625), (20, 8)),
    ("roof_on_floor_2", [(0.75, 0.75), (4, 0.5), (7.25, 0.75), (7.5, 3), (6, 3.75), (3, 3.5),
                         (1, 3.75)], 6.75, (0.125, 0.0625), (0, 0)),
    ("roof_on_floor_1", [(12.5, 8.75), (15.5, 8.25), (16, 11), (14.75, 13.5), (12.75, 13)],
     3.625, (0.0625, 0.1875), (12, 8)),
    ("ridge_west", [(20.5, 0.5), (22.5, 0.5), (22.5, 3.5), (21, 3.75), (20.5, 2)],
     0.25, (0.625, 0), (20.5, 0)),
    ("ridge_east", [(22.5, 0.5), (24, 0.75), (24.25, 2), (24, 3.25), (22.5, 3.5)],
     1.5, (-0.75, 0), (22.5, 0)),
    ("ridge_steep_west", [(20.5, 4.75), (21.75, 4.5), (21.75, 7.25), (20.5, 7)],
     0.125, (1.25, 0), (20.5, 0)),
    ("ridge_steep_east", [(21.75, 4.5), (23, 5), (23.125, 6.5), (21.75, 7.25)],
     1.6875, (-1.125, 0), (21.75, 0)),
    ("outside_east", [(24.5, 2), (28.5, 1.5), (29, 4), (28, 6), (24.75, 5.5)],
     -0.25, (0.5, 0), (24.5, 0)),
    ("outside_south", [(12.75, -4), (15, -5), (17, -3.5), (17.25, -0.75), (13, -1)],
     2.25, (0, 0.5625), (13, -1)),
    ("outside_flat", [(29, 9), (33, 8.75), (33.5, 11), (32, 13), (29.25, 12.5)],
     0.625, (0.0625, 0.0625), (29, 9)),
    ("dropped_in_hall", [(8.25, 1.25), (11, 1), (11.75, 3), (11, 5), (9, 4.75), (8.5, 3)],
     0.25, (0.25, 0.125), (8, 1)),
]


def add_fallen_slabs(level):
    for name, outline, z, slope, at in FALLEN:
        level.add("fallen", name, "concrete", slab([outline], z, slope, at=at))


COMPASS = [(4, 0), (3, 3), (0, 4), (-3, 3), (-4, 0), (-3, -3), (0, -4), (3, -3)]


def add_fragments(level, random):
    """Small plates, tilted, on the floors where the rubble came down."""
    for number in range(38):
        x0, y0, x1, y1, floor = [(13, 1, 23, 7, 0), (12, 9, 19, 15, 0), (25, -3, 31, 14, 0.25), (13, 6, 15, 15, 1),
                                 (1, 4, 11, 14, 2), (17, 9, 19, 15, 1), (1, 1, 7, 7, 0)][number % 7]
        z = floor * STOREY if floor in (1, 2) else F(floor)
        x, y = random.between(x0, x1, 4), random.between(y0, y1, 4)
        ring = [(x + d[0] * r / 8, y + d[1] * r / 8) for d, r in ((d, 1 + random.below(2)) for d in COMPASS)
                if random.below(8) or d[0] * d[1] == 0]
        slope = (F(random.below(9) - 4, 8), F(random.below(9) - 4, 8))
        level.add("fallen", f"fragment_{number}", "concrete",
                  slab([ring], z + random.between(0.375, 1.375), slope, random.between(0.125, 0.25), at=(x, y)))


PILES = [  # centre, radius, count, greatest size of the boulders
    ((20.5, 4, 0), 3, 9, 0.625), ((18, 2, 0), 2, 3, 0.5), ((25, 9, 0), 3, 9, 0.75), ((27, 3, 1), 3, 8, 1),
    ((15, -4, 0), 4, 6, 0.75), ((14, 12, 0), 3, 5, 0.5), ((14, 7, 3.25), 2, 3, 0.5),
    ((7, 2, 6.5), 4, 3, 0.375), ((30, 17, 0), 4, 5, 1), ((-4, 5, 0), 4, 4, 0.75),
    ((22, 12, 0.25), 2, 3, 0.375)]


def add_boulders(level, random):
    number = 0
    for (x, y, z), radius, count, size in PILES:
        for _ in range(count):
            centre = (x + random.between(-radius, radius), y + random.between(-radius, radius),
                      z + random.between(0, 0.25))
            level.add("rubble", f"boulder_{number}", "rubble",
                      boulder(random, centre, random.between(0.25, size), 8 + random.below(3)))
            number += 1


def add_girders(level):
    for number, (start, along, side) in enumerate([
            ((12, 1.5, GAP), (4, 0, 2.75), (0, 1)), ((16.5, 9.25, GAP), (3.25, 0, 2.5), (0, 1)),
            ((12.25, 6, 3.25), (5, 0, 0.25), (0, 1)), ((18, 7.5, GAP), (0, 6, 2.25), (-1, 0)),
            ((25, 1, 0.5), (0, 8, 1), (-1, 0)), ((26, 12, 0.25), (5, 0, 2), (0, 1)),
            ((9, -0.5, 0), (0, -5, 0.5), (1, 0)), ((8.5, 1, 6.5 + GAP), (3, 0, 2.5), (0, 1)),
            ((13.5, 10.5, GAP), (0, 5, 1.5), (-1, 0)), ((1, 4.5, 6.5 + 0.625), (5, 0, 0), (0, 1)),
            ((20.5, 10, 5.25), (4, 0, -0.25), (0, 1)), ((28, -2, 0.25), (-3, 0, 1), (0, -1))]):
        level.add("fallen", f"girder_{number}", "steel", girder(start, along, side))


# ---- furniture


def add_crates(level, random):
    places = [(1, 1, 0), (2.25, 1.25, 0), (1.25, 2.625, 0), (5, 2, 0), (6, 2.5, 0), (9.5, 5.5, 0),
              (10, 6.75, 0), (3, 10, 0), (4.25, 10.5, 0), (9, 10, 0), (10, 10.25, 0), (9.5, 11.5, 0),
              (14, 3, 0), (14.75, 5, 0), (2, 3, 1), (3, 3.5, 1), (10, 2, 1), (11.25, 2.75, 1), (10, 13, 1),
              (2, 13, 1), (3, 13.75, 1), (9, 9.25, 2), (10, 10, 2), (2, 6, 2), (9, 14, 2), (-3, 12, 0), (-4, 13, 0)]
    turns = [(1, 0), (4, 3), (3, 4), (12, 5), (2, 1), (1, 3)]
    for number, (x, y, storey) in enumerate(places):
        z = storey * STOREY + GAP
        for layer in range(1 + random.below(2)):
            a, b = turns[random.below(len(turns))]
            size = F(random.below(5) + 9, 16)
            unit = max(a, b) + min(a, b) // 3
            u = (F(round(size * a / unit * 16), 16), F(round(size * b / unit * 16), 16))
            height = random.between(0.5, 1)
            level.add("furniture", f"crate_{number}_{layer}", "wood",
                      block((x, y, z), (*u, 0), (-u[1], u[0], 0), (0, 0, height)))
            z += height + GAP


def add_tables(level):
    """Tops on four legs, to crawl or crouch beneath; the shelves slope, and one closes to nothing."""
    for number, (x, y, storey, length, width, height, slope) in enumerate([
            (2, 5, 0, 2, 1.25, 0.75, 0), (9, 2.5, 0, 2, 1, 0.75, 0),
            (0.75, 13.5, 0, 11, 1.25, 1.25, -0.0625), (1, 9, 1, 3, 1.5, 1.25, 0),
            (9, 5, 1, 2.5, 1.5, 0.875, 0), (9, 13.25, 1, 2.25, 1.5, 0.75, 0.25),
            (0.5, 10, 2, 3, 2, 1.125, -0.25), (9, 12.5, 2, 2, 1, 0.75, 0),
            (-8, 8, 0, 4, 2, 1.375, 0), (-8, 13, 0, 3, 2, 0.75, 0.125)]):
        z, top = storey * STOREY + (0.125 if x < 0 else 0), 0.0625
        outline = rectangle(x, y, x + length, y + width)
        level.add("furniture", f"table_{number}", "wood", slab([outline], z + height, (slope, 0), top, at=(x, y)))
        leg = 0.125
        for k, (a, b) in enumerate([(0, 0), (length - leg, 0), (length - leg, width - leg), (0, width - leg)]):
            reach = height + min(slope * a, slope * (a + leg)) - 2 * GAP
            if reach > leg:
                reach = F(int(reach * 64), 64)
                level.add("furniture", f"table_{number}_leg_{k}", "wood",
                          box(x + a, y + b, z + GAP, x + a + leg, y + b + leg, z + GAP + reach))


def add_planks_and_barrels(level):
    for number, (corner, u, v) in enumerate([
            ((2.5, 0.75, GAP), (1.5, 0, 1.25), (0, 0.375, 0)), ((5, 1, GAP), (0.75, 0.25, 1.5), (-0.125, 0.375, 0)),
            ((10, 8.25, GAP), (1.75, 0, 1), (0, 0.5, 0)), ((-2, 6, -0.125), (2.5, 0, 0.1875), (0, 1.5, 0)),
            ((24, 7.75, 0.0625), (4, 1, -0.25), (-0.125, 0.5, 0)), ((16, 8, 3.25), (4, -2, 0), (0.25, 0.5, 0)),
            ((12, 6.25, 6.5), (4, 2, 0.0625), (-0.25, 0.5, 0)), ((6.5, 5, 3.25 + GAP), (0, 2, 1.5), (-0.75, 0, 0)),
            ((21, 0.25, 0.875), (3, 0, 0.375), (0, 0.375, 0)), ((30, 2, 0), (-2, 2, 1), (-0.375, -0.375, 0))]):
        level.add("furniture", f"plank_{number}", "wood", block(corner, u, v, (0, 0, 0.0625)))
    ring = [(7, -3), (7, 3), (3, 7), (-3, 7), (-7, 3), (-7, -3), (-3, -7), (3, -7)]
    for number, (x, y, z) in enumerate([(6.75, 4.75, 0), (7.25, 6.75, 0), (11, 6, 0), (11, 9, 0),
                                        (1.5, 6, 3.25), (7, 7, 3.25), (5, 14, 6.5),
                                        (13, -7, 0.125), (-6, 0, 0.125)]):
        level.add("furniture", f"barrel_{number}", "steel",
                  slab([[(x + F(a, 16), y + F(b, 16)) for a, b in ring]], z + GAP, thickness=0.875))


def add_rugs(level):
    """Single faces exactly in the floor: coplanar overlaps, whose points belong to the floor."""
    for number, (storey, outline) in enumerate([
            (0, [(1, 4), (4, 4), (4, 7), (1, 7)]), (0, [(9, 9), (11, 9.5), (11.5, 12), (10, 13), (8.5, 11)]),
            (1, [(4.5, 1), (7, 1), (7.5, 1.5), (7.5, 3.5), (7, 4), (4.5, 4), (4, 3.5), (4, 1.5)]),
            (1, [(8.5, 9), (11.5, 9), (10, 12.5)]), (2, [(0.75, 5), (3.75, 5.5), (3.5, 9), (1, 8.5)])]):
        level.add("furniture", f"rug_{number}", "cloth", [[(x, y, storey * STOREY) for x, y in outline]])


# ---- outside


HEAPS = [(28, 4, 5, 2.5), (27, 13, 4, 2), (15, -5, 4, 1.5), (-6, 20, 5, 2), (33, 20, 5, 4.5), (34, -6, 4, 5),
         (4, -8, 3, 2.5)]


def add_terrain(level, random):
    """Triangles over a grid of two metres, with the footprint of the building left out."""
    def inside(x, y):
        return 0 <= x <= COLUMNS * BAY and 0 <= y <= ROWS * BAY
    height = {}
    for x in range(-10, 39, 2):
        for y in range(-10, 27, 2):
            rise = sum(h * max(0, 1 - F((x - a)**2 + (y - b)**2, r * r)) for a, b, r, h in HEAPS)
            height[x, y] = -0.125 if inside(x, y) else F(int(rise * 8), 8) + random.between(-0.375, 0.25)
    faces = []
    for x in range(-10, 37, 2):
        for y in range(-10, 25, 2):
            if inside(x, y) and inside(x + 2, y + 2):
                continue
            a, b, c, d = ((p, q, height[p, q]) for p, q in ((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)))
            faces += [[a, b, c], [a, c, d]] if (x + y) // 2 % 2 else [[a, b, d], [b, c, d]]
    level.add("outside", "terrain", "earth", faces)


def add_fence_and_tarp(level):
    """Faces without a solid: upright panels, one of five corners; a warped tarpaulin, the only faces not planar."""
    panels = [[(x, -8, -0.5), (x + 3, -8, -0.5), (x + 3, -8, 1.125), (x, -8, 1.125)] for x in (-8, -5, -2)]
    panels.append([(1, -8, -0.5), (4, -9, -0.5), (4, -9, 0.25), (2.5, -8.5, 0.75), (1, -8, 1.125)])
    level.add("outside", "fence", "wood", panels)
    ridge = [(-3, 11.5, 1.875), (-5, 13.5, 1.75)]
    level.add("outside", "tarp", "cloth", [[(-4, 15, 0.5), ridge[1], ridge[0], (-2, 13, 0.75)],
                                           [ridge[1], (-6, 13, 0.75), (-5, 11, 0.5), ridge[0]]])


def ruin():
    level = Level()
    add_floors(level, Random(1))
    add_columns(level, Random(2))
    add_outer_walls(level, Random(3))
    add_partitions(level)
    add_stairs(level)
    add_fallen_slabs(level)
    add_fragments(level, Random(4))
    add_boulders(level, Random(5))
    add_girders(level)
    add_crates(level, Random(6))
    add_tables(level)
    add_planks_and_barrels(level)
    add_rugs(level)
    add_terrain(level, Random(7))
    add_fence_and_tarp(level)
    return level.text("ruin.obj: a half-collapsed building of three storeys, written by make_ruin.py. Metres, y up.",
                      f"{len(level.vertices)} vertices, {level.face_count()} faces, exactly planar but for the two "
                      "warped quads of `tarp`.", "SPDX-License-Identifier: GPL-3.0-or-later")


def main():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ruin.obj")
    text = ruin()
    if sys.argv[1:] == ["--check"]:
        with open(path, encoding="ascii", newline="") as file:
            same = file.read() == text
        print("ruin.obj is what make_ruin.py writes" if same else "ruin.obj differs; run docs/examples/make_ruin.py")
        return 0 if same else 1
    with open(path, "w", encoding="ascii", newline="") as file:
        file.write(text)
    print(f"{path}: " + text.splitlines()[1][2:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
