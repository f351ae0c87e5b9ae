#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the stages that `plumb bake --method wedge --stages FOLDER` wrote, a panel each, from above or, with --side, from the side (from low y, x to the right,
z up): triangles by height, ramps in blue, edges by class. From the side floors are lines, so triangles have outlines, strong ones where a triangle is nearly a line,
and what is nearer hides what is behind it.

  draw_stages.py FOLDER OUT.svg [--up y] [--turn] [--side [--stretch N]] [--heights Z0 Z1] [--window X0 Y0 X1 Y1] [--stages NAME...] [--width PIXELS] [--columns N]

--turn turns the level by a right angle, so that y is to the right; --stretch draws heights N times as large; --window shows what lies in it, in plan, and --heights what lies between these, such as floors without the roof."""
import argparse
import math
import pathlib
import sys

COLOURS = {"edge.inner": ("#0003", 0.35), "edge.open": ("#0a7d32", 1.2), "edge.blocked": ("#c41e1e", 1.2), "edge.inner_wall": ("#8a2be2", 1.2), "edge.step": ("#e88a1a", 1.2)}
DEFAULT = ["wedge_cut", "close_gaps", "add_ramps", "flatten_ramps", "clear_walls", "simplify_cleared"]


def read(file, up, turn=False):
    """Points, and by group the lists of corners of its faces and edges."""
    points, groups, group = [], {}, None
    for line in file.read_text().splitlines():
        kind, *words = line.split() or [""]
        if kind == "v":
            x, y, z = map(float, words[:3])
            x, y, z = (x, -z, y) if up == "y" else (x, y, z)
            points.append((y, -x, z) if turn else (x, y, z))
        elif kind == "g":
            group = groups.setdefault(words[0], [])
        elif kind in ("f", "l"):
            group.append([points[int(w.split("/")[0]) - 1] for w in words])
    return points, groups


class View:
    """Where a point of the mesh is on the panel, in pixels, and what hides what."""

    def __init__(self, window, heights, width, side, stretch):
        x0, y0, x1, y1 = self.window = window
        self.heights, self.side = heights, side
        self.scale, self.stretch = width / (x1 - x0), stretch if side else 1
        rise = (heights[1] - heights[0]) * stretch if side else y1 - y0
        self.width, self.height = width, rise * self.scale + (8 if side else 0)

    def at(self, p):
        x = (p[0] - self.window[0]) * self.scale
        if self.side:
            return x, 4 + (self.heights[1] - p[2]) * self.stretch * self.scale
        return x, (self.window[3] - p[1]) * self.scale

    def order(self, corners):
        return -sum(p[1] for p in corners) / len(corners) if self.side else sum(p[2] for p in corners)

    def shows(self, corners):
        x0, y0, x1, y1 = self.window
        if self.side and not (min(p[2] for p in corners) >= self.heights[0] and max(p[2] for p in corners) <= self.heights[1]):
            return False
        return (max(p[0] for p in corners) >= x0 and min(p[0] for p in corners) <= x1 and max(p[1] for p in corners) >= y0 and
                min(p[1] for p in corners) <= y1)


def thickness(points):
    """Twice the area of a polygon over its longest edge: how thick a triangle is."""
    edges = list(zip(points, points[1:] + points[:1]))
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in edges)) / max(max(math.dist(a, b) for a, b in edges), 1e-9)


def panel(number, groups, view, name):
    shown = [f"<clipPath id='c{number}'><rect width='{view.width:.1f}' height='{view.height:.1f}'/></clipPath><g clip-path='url(#c{number})'>"]

    def path(corners):
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(view.at, corners))

    low, high = view.heights
    drawn = [(view.order(corners), group, corners) for group in ("triangles", "ramps") for corners in filter(view.shows, groups.get(group, []))]
    for _, group, corners in sorted(drawn, key=lambda d: d[0] if view.side else (d[1] == "ramps", d[0])):
        share = (sum(p[2] for p in corners) / len(corners) - low) / (high - low or 1)
        fill = f"hsl(210,60%,{60 + 20 * share:.0f}%)" if group == "ramps" else f"hsl(45,{20 + 30 * share:.0f}%,{72 + 22 * share:.0f}%)"
        line = view.side and thickness([view.at(p) for p in corners]) < 1.5
        colour = "#1f5fa8" if group == "ramps" else "#4d4636" if line else "#8a8168"
        outline = f" stroke='{colour}' stroke-width='{1.6 if line else 0.3}'" if view.side else ""
        shown.append(f"<polygon points='{path(corners)}' fill='{fill}'{outline}/>")
    for group, (colour, width) in ({} if view.side else COLOURS).items():
        lines = " ".join("M" + path(e).replace(" ", "L") for e in filter(view.shows, groups.get(group, [])))
        shown.append(f"<path d='{lines}' fill='none' stroke='{colour}' stroke-width='{width}'/>")
    count = sum(len(groups.get(g, [])) for g in ("triangles", "ramps"))
    shown.append(f"</g><text x='4' y='{view.height + 14:.1f}' font-family='sans-serif' font-size='12'>{name}: {count:,} triangles</text>")
    return "".join(shown)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--up", default="z")
    parser.add_argument("--turn", action="store_true")
    parser.add_argument("--side", action="store_true")
    parser.add_argument("--stretch", type=float, default=1)
    parser.add_argument("--heights", type=float, nargs=2)
    parser.add_argument("--window", type=float, nargs=4)
    parser.add_argument("--stages", nargs="+", default=DEFAULT)
    parser.add_argument("--width", type=float, default=400)
    parser.add_argument("--columns", type=int, default=3)
    args = parser.parse_args()
    stages = {name: read(next(args.folder.glob(f"*_{name}.obj")), args.up, args.turn) for name in args.stages}
    points = next(iter(stages.values()))[0]
    window = args.window or [f(p[k] for p in points) for f in (min, max) for k in (0, 1)]
    inside = [p[2] for p in points if window[0] <= p[0] <= window[2] and window[1] <= p[1] <= window[3]]
    view = View(window, args.heights or (min(inside), max(inside)), args.width, args.side, args.stretch)
    width, height = view.width + 8, view.height + 22
    rows = -(-len(stages) // args.columns)
    body = "".join(f"<svg x='{i % args.columns * width:.1f}' y='{i // args.columns * height:.1f}' width='{args.width:.1f}' height='{height:.1f}'>"
                   f"{panel(i, groups, view, name)}</svg>" for i, (name, (_, groups)) in enumerate(stages.items()))
    args.out.write_text(f"<svg xmlns='http://www.w3.org/2000/svg' width='{width * args.columns:.0f}' height='{height * rows:.0f}'>"
                        f"<rect width='100%' height='100%' fill='white'/>{body}</svg>")
    return 0


if __name__ == "__main__":
    sys.exit(main())
