#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An adapter with a baker of voxels of its own, for level rectangles, and one planted fault.

  planted.py FAULT SCENE.obj AGENT.json OUT | planted.py FAULT --jobs | planted.py FAULT --version

FAULT `none` is faultless: it only rounds to cells, by the documented rules. A cell of a rectangle is floor if nothing is above it within the height, and the floor goes
on, within the climb, beyond each of its four sides."""
import math
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers/bakers"))
import adapter  # noqa: E402

WIDE = 20  # cells: most faults show on floors from this width on


def level_faces(scene):
    """[(corners in plan, y, faces up)] of an OBJ, y up."""
    vertices, out = [], []
    for line in scene.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append([float(w) for w in words[1:4]])
        elif words[:1] == ["f"]:
            corners = [vertices[int(w) - 1] for w in words[1:]]
            area = sum(a[2] * b[0] - b[2] * a[0] for a, b in zip(corners, corners[1:] + corners[:1]))
            if area and len({y for _, y, _ in corners}) == 1:
                out.append(([(x, z) for x, _, z in corners], corners[0][1], area > 0))
    return out


def touches(ring, cell, x, z):
    """Whether a convex polygon has a part of a cell: no edge of it has all of the cell beside it."""
    square = [(i * cell, j * cell) for i in (x, x + 1) for j in (z, z + 1)]
    for (ax, az), (bx, bz) in zip(ring, ring[1:] + ring[:1]):
        sides = [[(bx - ax) * (pz - az) - (bz - az) * (px - ax) for px, pz in points] for points in (ring, square)]
        if max(sides[0]) > 0 and max(sides[1]) <= 0 or min(sides[0]) < 0 and min(sides[1]) >= 0:
            return False
    return True


def heightfield(job):
    """{(x, z): [(height, is floor)]} in cells."""
    columns = {}
    for ring, y, up in level_faces(job.scene):
        level = math.floor(y / job.cell_height)
        xs, zs = zip(*ring)
        for x in range(math.floor(min(xs) / job.cell), math.ceil(max(xs) / job.cell)):
            for z in range(math.floor(min(zs) / job.cell), math.ceil(max(zs) / job.cell)):
                if len(ring) == 4 and len(set(xs)) == 2 and len(set(zs)) == 2 or touches(ring, job.cell, x, z):
                    columns.setdefault((x, z), []).append((level, up))
    return columns


def floors_of(job):
    """{height: cells}"""
    height, climb = math.ceil(job.height / job.cell_height), math.floor(job.climb / job.cell_height)
    free = {}
    for place, levels in heightfield(job).items():
        for level, up in levels:
            if up and not any(0 < other - level <= height for other, _ in levels):
                free.setdefault(place, set()).add(level)
    out = {}
    for (x, z), levels in free.items():
        for level in levels:
            if all(any(abs(other - level) <= climb for other in free.get(side, ())) for side in ((x - 1, z), (x + 1, z), (x, z - 1), (x, z + 1))):
                out.setdefault(level, set()).add((x, z))
    return out


def polygons_of(cells):
    """Corners of rectangles, in cells: runs along x, joined along z where they are equal."""
    runs, out = {}, []
    for z in sorted({z for _, z in cells}):
        row = sorted(x for x, other in cells if other == z)
        here, start = set(), 0
        for i in range(1, len(row) + 1):
            if i == len(row) or row[i] != row[i - 1] + 1:
                here.add((row[start], row[i - 1] + 1))
                start = i
        for run in list(runs):
            if run not in here or runs[run][1] != z:
                out.append((*run, *runs.pop(run)))
        for run in here:
            runs[run] = (runs[run][0] if run in runs else z, z + 1)
    out += [(*run, *rows) for run, rows in runs.items()]
    return [[(x0, z0), (x0, z1), (x1, z1), (x1, z0)] for x0, x1, z0, z1 in sorted(out)]


class Planted:
    name = "planted"

    def __init__(self, fault):
        self.fault = fault

    def version(self):
        return "1"

    def default_cells(self, agent):
        return 0.125, 0.0625

    def bake(self, job):
        floors = floors_of(job)
        wide = any(max(x for x, _ in cells) - min(x for x, _ in cells) >= WIDE for cells in floors.values())
        getattr(self, "before_" + self.fault, lambda *_: None)(job, floors, wide)
        polygons = [(level, polygon) for level, cells in sorted(floors.items()) for polygon in polygons_of(cells)]
        if polygons and wide:
            getattr(self, "after_" + self.fault, lambda *_: None)(job, polygons)
        if not polygons:
            raise adapter.Refused("no polygon")
        lines, count = [], 0
        for level, polygon in polygons:
            lines += [f"v {x * job.cell!r} {level * job.cell_height!r} {z * job.cell!r}" for x, z in polygon]
            lines.append("f " + " ".join(str(count + i + 1) for i in range(len(polygon))))
            count += len(polygon)
        text = "this is no navmesh\n" if self.fault == "unreadable" and wide else "\n".join(lines) + "\n"
        (job.out / "navmesh.obj").write_text(text)
        return {}

    # Faults of a bake: (job, floors, wide).
    def before_crash(self, job, floors, wide):
        if wide:
            os.abort()

    def before_hang(self, job, floors, wide):
        while wide:
            time.sleep(1)

    def before_memory(self, job, floors, wide):
        if wide:
            self.kept = bytearray(4 << 30)

    def before_empty(self, job, floors, wide):
        if wide:
            floors.clear()

    def before_lost(self, job, floors, wide):
        if wide:
            floors.pop(min(floors))

    def before_missing(self, job, floors, wide):
        if wide:
            cells = floors[min(floors)]
            middle = sum(x for x, _ in cells) / len(cells)
            cells -= {(x, z) for x, z in cells if abs(x - middle) < 5}

    def before_order(self, job, floors, wide):  # the first face of a file has one cell less
        for _, y, _ in level_faces(job.scene)[:1]:
            cells = floors.get(math.floor(y / job.cell_height), set())
            cells.discard(min(cells, default=None))

    def before_motion(self, job, floors, wide):
        for cells in floors.values():
            if cells and min(cells)[0] % 2:
                cells.discard(min(cells))

    def before_monotone(self, job, floors, wide):
        if round(job.climb / job.cell_height) > 3 or round(job.height / job.cell_height) < 10:
            floors.clear()

    def before_differs(self, job, floors, wide):
        if wide:
            for cells in floors.values():
                left = min(x for x, _ in cells)
                cells -= {(x, z) for x, z in cells if x < left + 3}

    # Faults of polygons, where a floor is wide: (job, polygons).
    def after_false(self, job, polygons):
        level, polygon = polygons[0]
        polygons.append((level, [(x + 200, z) for x, z in polygon]))

    def after_excess(self, job, polygons):  # a second floor, too high for the first and not far from all floor
        level, polygon = polygons[0]
        polygons.append((level + math.floor(job.climb / job.cell_height) + 5, polygon))

    def after_beyond(self, job, polygons):
        level, polygon = polygons[0]
        polygons[0] = (level + 40, polygon)

    def after_overlap(self, job, polygons):
        polygons.append(polygons[0])

    def after_degenerate(self, job, polygons):
        level, polygon = polygons[0]
        polygons.append((level, [polygon[0], polygon[1], polygon[0]]))

    def after_nonconvex(self, job, polygons):
        level, (a, b, c, d) = polygons[0]
        polygons[0] = (level, [a, b, ((a[0] + c[0]) / 2, (a[1] + 3 * c[1]) / 4), c, d])

    def after_folded(self, job, polygons):
        level, (a, b, c, d) = polygons[0]
        polygons[0] = (level, [a, b, c, d, a, b, c, d])


adapter.main(Planted(sys.argv.pop(1)))
