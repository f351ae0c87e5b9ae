# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws one place of an audit for bakers_findings.py: the audit's drawing in its own colours, cut to the place.

`plumb audit -o audit.svg` is a plan of the whole level, rounded to a tenth of a pixel, and says of itself neither its scale nor its corner. So the corners are
those of `-o audit.obj`, which has the same polygons in the level's coordinates, and the legend's colours those of the plan. What is drawn is in a box of the plan
around the place, and not farther than an agent's height above or below it. Steep faces of the level are grey, so that one sees its walls."""
import math
import re
import shutil
import subprocess
from fractions import Fraction
from xml.sax.saxutils import escape

from bakers_run import adapter

WIDTH, MARGIN, LARGEST, SMALLEST = 600, 0.35, 16, 4  # pixels; margin by the place's size; the box's least and greatest width in heights of the agent
LINE, HEAD = 18, 8


def number(text):
    """A number of an audit as a double: exact texts have fractions."""
    return float(Fraction(text))


def point(texts):
    return [number(t) for t in texts]


def plan(p, up):
    """(x, y, height) of a point in the level's axes, as plans have it."""
    return (p[0], -p[2], p[1]) if up == "y" else (p[0], p[1], p[2])


def crop(box, inside, up, height):
    """(low x, low y, high x, high y) of the plan: the place's box and a margin, and of a large place the part around a point of it. The shape is between a
    square and one twice as wide as high."""
    corners = [plan(p, up) for p in box]
    low, high = [min(c[i] for c in corners) for i in (0, 1)], [max(c[i] for c in corners) for i in (0, 1)]
    size = [min(max((b - a) * (1 + 2 * MARGIN), SMALLEST * height), LARGEST * height) for a, b in zip(low, high)]
    size = [max(size[0], size[1]), max(size[1], size[0] / 2)]
    middle = [(a + b) / 2 if b - a <= s else p for a, b, s, p in zip(low, high, size, plan(inside, up))]
    return tuple(m - s / 2 for m, s in zip(middle, size)) + tuple(m + s / 2 for m, s in zip(middle, size))


def colours(svg):
    """{group: (colour, words)} of the legend of a plan that an audit has drawn."""
    return {label.split()[0]: (colour, label) for colour, label in re.findall(r'<rect x="24"[^>]*fill="(#\w+)"/>\n<text[^>]*>([^<]*)</text>', svg)}


def read_drawing(path, groups):
    """[(group, [points])] of the polygons of these groups in an OBJ that an audit has drawn."""
    vertices, out, group = [], [], None
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[:1] == ["v"]:
                vertices.append(tuple(map(float, words[1:4])))
            elif words[:1] == ["g"]:
                group = words[1]
            elif words[:1] == ["f"] and group in groups:
                out.append((group, [vertices[int(w) - 1] for w in words[1:]]))
    return out


def steep_edges(scene, up, slope):
    """Triangles of the level that nobody stands on, as points of the plan."""
    texts, triangles = adapter.read_obj(scene)
    vertices = [plan(tuple(map(float, v)), up) for v in texts]
    for corners in triangles:
        a, b, c = (vertices[i] for i in corners)
        u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        if abs(n[2]) < math.cos(math.radians(slope)) * math.hypot(*n):
            yield a, b, c


def picture(drawing, walls, legend, box, heights, place, unit, up):
    """The SVG text. drawing: [(group, points)] in the level's axes; walls: triangles of the plan; box: of the plan; heights: least and greatest that is drawn;
    place: two corners; unit: the agent's height, which the bar at the bottom is long."""
    scale = WIDTH / (box[2] - box[0])
    tall = (box[3] - box[1]) * scale
    at = lambda p: f"{(p[0] - box[0]) * scale:.1f} {(box[3] - p[1]) * scale:.1f}"
    seen = lambda points: (max(p[0] for p in points) >= box[0] and min(p[0] for p in points) <= box[2] and max(p[1] for p in points) >= box[1] and
                           min(p[1] for p in points) <= box[3] and max(p[2] for p in points) >= heights[0] and min(p[2] for p in points) <= heights[1])
    polygons = [(group, points) for group, points in ((g, [plan(p, up) for p in points]) for g, points in drawing) if seen(points)]
    used = [g for g in legend if any(g == group for group, _ in polygons)]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{tall + 2 * HEAD + LINE * (len(used) + 1):.1f}">', '<rect width="100%" height="100%" fill="#fff"/>',
           f'<svg width="{WIDTH}" height="{tall:.1f}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#f6f5f2"/>']
    for group, points in sorted(polygons, key=lambda q: (sum(p[2] for p in q[1]) / len(q[1]))):
        colour = legend[group][0]
        out.append(f'<path fill="{colour}" stroke="{colour}" stroke-width=".5" d="M{"L".join(map(at, points))}z"/>')
    for triangle in walls:
        if seen(triangle):
            out.append(f'<path fill="none" stroke="#777" stroke-width=".7" d="M{"L".join(map(at, triangle))}z"/>')
    (x, y), (x2, y2) = (((p[0] - box[0]) * scale, (box[3] - p[1]) * scale) for p in (plan(q, up) for q in place))
    out.append(f'<rect x="{min(x, x2) - 4:.1f}" y="{min(y, y2) - 4:.1f}" width="{abs(x - x2) + 8:.1f}" height="{abs(y - y2) + 8:.1f}" fill="none" stroke="#b0007a"'
               ' stroke-width="2" stroke-dasharray="7 4"/></svg>')
    line = lambda i: tall + HEAD + LINE * i + 13
    for i, group in enumerate(used):
        out.append(f'<rect x="8" y="{line(i) - 11:.1f}" width="13" height="13" fill="{legend[group][0]}"/><text x="28" y="{line(i):.1f}" font-family="DejaVu Sans" '
                   f'font-size="12">{escape(group.replace("_", ": ", 1).replace("_", " "))}</text>')
    i = len(used)
    out.append(f'<path stroke="#000" stroke-width="2" d="M8 {line(i) - 4:.1f}h{unit * scale:.1f}"/><text x="{unit * scale + 16:.1f}" y="{line(i):.1f}" '
               f'font-family="DejaVu Sans" font-size="12">the agent\'s height, {unit:g}; grey: steep faces of the level; dashed: the place</text></svg>')
    return "\n".join(out) + "\n"


def draw(scene, agent, folder, place, inside):
    """Draws FOLDER/picture.png of the audit's drawings in the folder; its name, or None where rsvg-convert is missing or the audit has drawn nothing."""
    if not shutil.which("rsvg-convert") or not (folder / "audit.svg").exists() or not (folder / "audit.obj").exists():
        return None
    up, unit, legend = agent["up"], agent["height"], colours((folder / "audit.svg").read_text())
    heights = [plan(p, up)[2] for p in place]
    heights = (min(heights) - unit / 2, max(heights) + unit / 2) if max(heights) - min(heights) <= 4 * unit else tuple(plan(inside, up)[2] + d * unit for d in (-2, 2))
    text = picture(read_drawing(folder / "audit.obj", legend), steep_edges(scene, up, agent["slope"]), legend, crop(place, inside, up, unit), heights, place, unit, up)
    (folder / "picture.svg").write_text(text)
    subprocess.run(["rsvg-convert", folder / "picture.svg", "-o", folder / "picture.png"], check=True)
    return "picture.png"
