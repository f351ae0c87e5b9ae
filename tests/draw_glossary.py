#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of docs/guide/glossary.md, one for each word, as docs/figures/glossary/WORD.svg.

  draw_glossary.py ROOT           write all of them
  draw_glossary.py ROOT --check   exit status 1 if one of them is another one, or the page shows another set

A picture is a list of shapes, seen from the side or from above, in a frame of 400 x 150 with y up."""
import pathlib
import re
import sys

WIDE, HIGH = 400, 150
INK, STAND, CROUCH, BLOCKED, COVERED, CLOSE, PORTAL, WELD = "#2b2f33", "#66b05a", "#f08c2e", "#d64a45", "#9da3a8", "#b97fb5", "#125250", "#8e3fb0"


def text(x, y, words, anchor="start", colour=INK):
    return f'<text x="{x}" y="{HIGH - y}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def line(x0, y0, x1, y1, colour=INK, wide=2, dashes=""):
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x0}" y1="{HIGH - y0}" x2="{x1}" y2="{HIGH - y1}" stroke="{colour}" stroke-width="{wide}"{dashed}/>'


def ring(points, fill, stroke=INK):
    corners = " ".join(f"{x},{HIGH - y}" for x, y in points)
    return f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}"/>'


def box(x, y, wide, high, fill, stroke=INK):
    return ring([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], fill, stroke)


def height(x, y0, y1, words):
    """A measure from y0 up to y1, with its words to the right."""
    return [line(x, y0, x, y1, wide=1), line(x - 4, y0, x + 4, y0, wide=1), line(x - 4, y1, x + 4, y1, wide=1), text(x + 7, (y0 + y1) / 2 - 4, words)]


def floor(x0, x1, y, colour):
    return line(x0, y, x1, y, colour, 6)


PICTURES = {
    "stance": [floor(20, 200, 30, STAND), floor(200, 330, 30, CROUCH), floor(330, 385, 30, BLOCKED), line(200, 100, 330, 100), line(330, 52, 385, 52), line(200, 100, 200, 135), line(330, 52, 330, 100),
               *height(90, 33, 128, "stand: 1.8"), *height(240, 33, 92, "crouch: 1.1"), text(20, 8, "stand fits"), text(208, 8, "crouch fits, stand does not")],
    "blocked": [floor(20, 150, 30, STAND), floor(150, 260, 30, BLOCKED), floor(260, 385, 30, STAND), line(150, 62, 260, 62), *height(205, 33, 60, "0.5"), text(205, 72, "a shelf", "middle"),
                text(205, 8, "blocked: the lowest stance needs 1.1", "middle")],
    "covered": [box(40, 40, 190, 80, STAND), ring([(150, 40), (340, 40), (340, 120), (230, 120), (230, 40)], STAND), box(150, 40, 80, 80, COVERED), text(95, 75, "polygon 1", "middle"),
                text(190, 75, "both", "middle"), text(285, 75, "polygon 2", "middle"), text(190, 15, "of polygon 2 that part is covered: its area counts once", "middle")],
    "too_close": [box(30, 25, 340, 110, CLOSE), box(62, 57, 276, 46, STAND), line(200, 103, 200, 135, wide=1), text(207, 114, "radius"), text(200, 75, "the centre of the agent may be here", "middle"),
                  text(200, 8, "seen from above: too close to the border", "middle")],
    "flush": [floor(30, 190, 50, STAND), floor(190, 300, 50, STAND), ring([(300, 50), (385, 90), (385, 84), (300, 44)], STAND, STAND), line(190, 35, 190, 65, PORTAL, 4), line(300, 35, 300, 65, PORTAL, 4),
              text(110, 64, "cell", "middle"), text(245, 64, "cell", "middle"), text(352, 90, "cell", "middle"), text(200, 12, "flush portals: both sides have these points in space", "middle")],
    "weld": [box(30, 40, 150, 85, STAND), box(215, 40, 150, 85, STAND), line(180, 40, 180, 125, WELD, 4), line(215, 40, 215, 125, WELD, 4), line(180, 82, 215, 82, WELD, 2, "4 3"),
             text(105, 78, "cell", "middle"), text(290, 78, "cell", "middle"), text(198, 134, "gap", "middle"), text(200, 15, "seen from above: a gap no wider than --weld is strode over", "middle")],
    "component": [box(30, 50, 90, 70, STAND), box(120, 50, 70, 40, STAND), box(250, 50, 120, 70, CROUCH), line(120, 50, 120, 90, PORTAL, 4), text(110, 25, "one component", "middle"),
                  text(310, 25, "another one", "middle"), text(310, 87, "no portal", "middle"), text(310, 70, "leads here", "middle")],
    "border": [box(40, 40, 150, 85, STAND), box(190, 40, 150, 85, STAND), line(190, 40, 190, 125, PORTAL, 4), line(40, 40, 40, 125, BLOCKED, 4), line(40, 40, 340, 40, BLOCKED, 4),
               line(340, 40, 340, 125, BLOCKED, 4), line(40, 125, 340, 125, BLOCKED, 4), text(198, 78, "a portal"), text(190, 15, "what no portal covers is border (red)", "middle")],
    "window": [floor(30, 250, 45, STAND), floor(250, 370, 75, STAND), floor(250, 370, 130, STAND), *height(150, 48, 88, "window"),
               line(250, 45, 250, 88, BLOCKED, 3), text(262, 85, "it counts", colour=BLOCKED), text(262, 112, "it does not count"),
               text(200, 10, "a border on the right, within the window and above it", "middle")],
    "certificate": [box(25, 45, 105, 70, "#ffffff"), text(77, 75, "bake", "middle"), box(270, 45, 105, 70, "#ffffff"), text(322, 82, "plumb-check", "middle"), text(322, 64, "reads the level", "middle"),
                    line(130, 80, 262, 80), ring([(262, 75), (270, 80), (262, 85)], INK), text(198, 90, "a reason for", "middle"), text(198, 62, "every piece", "middle"),
                    text(200, 15, "a small program that trusts no bake verifies all of them", "middle")],
}


def svg(shapes):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="13">',
                      f'<rect width="{WIDE}" height="{HIGH}" fill="#fafafa"/>', *shapes, "</svg>", ""])


def main():
    root, check = pathlib.Path(sys.argv[1]), "--check" in sys.argv
    folder = root / "docs/figures/glossary"
    status = 0
    for word, shapes in PICTURES.items():
        file, made = folder / f"{word}.svg", svg(shapes)
        if not check:
            file.write_text(made)
        elif not file.exists() or file.read_text() != made:
            status, _ = 1, print(f"{file} is another one; run python3 tests/draw_glossary.py .")
    shown = re.findall(r"glossary/(\w+)\.svg", (root / "docs/guide/glossary.md").read_text())
    if sorted(shown) != sorted(PICTURES) or {f.stem for f in folder.iterdir()} != set(PICTURES):
        status, _ = 1, print(f"the page shows {shown}, the script draws {list(PICTURES)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
