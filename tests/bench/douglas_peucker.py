#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many corners of the border are left by simplify, which is greedy, and by Douglas and Peucker's method (1973) within the same tolerance: of the stages that
`plumb bake --method wedge --stages FOLDER` wrote. In doubles.

  douglas_peucker.py FOLDER TOLERANCE

Its usual form keeps what is within the tolerance of a chord, on either side: it gains area, into walls. The one-sided form takes a chord only if all corners that
it replaces are outside or on it. Neither sees whether chords cross: that is in its favour."""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scenes"))
import draw_stages  # noqa: E402


def loops(folder, stage):
    """The border's closed ways, with the mesh on the left."""
    _, groups = draw_stages.read(next(folder.glob(f"*_{stage}.obj")), "z")
    after = {}
    for name, edges in groups.items():
        if name.startswith("edge.") and name != "edge.inner":
            for p, q in edges:
                after.setdefault(p, []).append(q)
    while any(after.values()):
        start = p = next(p for p, ends in after.items() if ends)
        way = []
        while after[p]:
            way.append(p)
            p = after[p].pop()
            if p == start:
                break
        yield way


def left(way, tolerance, one_sided):
    """Corners that are left of a closed way."""
    far = max(range(len(way)), key=lambda i: math.dist(way[0][:2], way[i][:2]))
    kept, todo = {0, far}, [(0, far), (far, len(way))]
    while todo:
        i, j = todo.pop()
        p, q = way[i], way[j % len(way)]
        x, y, worst, at = q[0] - p[0], q[1] - p[1], -1.0, None
        for k in range(i + 1, j):
            dx, dy = way[k][0] - p[0], way[k][1] - p[1]
            share = min(1.0, max(0.0, (dx * x + dy * y) / (x * x + y * y or 1)))
            away = math.hypot(dx - share * x, dy - share * y)
            if one_sided and x * dy - y * dx > 1e-9:
                away += tolerance  # inside: what is beyond the chord would be gained
            if away > worst:
                worst, at = away, k
        if at is not None and worst > tolerance:
            kept.add(at)
            todo += [(i, at), (at, j)]
    return len(kept)


def main():
    folder, tolerance = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    before = list(loops(folder, "drop_cleared"))
    print(f"{sum(map(len, before))} corners of {len(before)} borders; greedy {sum(map(len, loops(folder, 'simplify_cleared')))}, "
          f"Douglas-Peucker {sum(left(w, tolerance, False) for w in before)}, one-sided {sum(left(w, tolerance, True) for w in before)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
