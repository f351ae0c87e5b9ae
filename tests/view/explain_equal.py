#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page's explain.js says what `plumb explain --json` says, as equal fractions, at random rational points, corners,
points of edges and points below edges, with and without closed solids. Real clicks hit the cell that is drawn under them,
and are answered as the command that is shown prints.

  explain_equal.py ROOT PLUMB PLUMB_EXPLAIN_POINTS [POINTS [CLICKS]]    with CLICKS on all levels, else on the smaller ones

The answers of the C++ side come from plumb_explain_points, which explains many points in one process; a few of them are
asked of the command itself. The JavaScript is run by node where there is one. The browser is asked for some of the points
then, of one page a scene: with closed solids for each second scene."""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

from browser import Browser, missing
from levels import LEVELS, Pages

SMALL = ("ruin", "doorways", "tilted_roof")
# What the agent has besides, where it has a radius: every stance of a level, walls, steps, welds and causes of border.
RADII = {"ruin": "--radius 0.3 --window 1", "crates": "--radius 0.4", "doorways": "--radius 1/5", "competition": "--radius 0.35 --step 0.4", "spiral": "--radius 0.25"}


def corners_of(path):
    """The vertices and faces of an OBJ; coordinates as fractions of the text."""
    points, faces = [], []
    with open(path) as file:
        for line in file:
            words = line.split()
            if words[:1] == ["v"]:
                points.append([Fraction(w) for w in words[1:4]])
            elif words[:1] == ["f"]:
                faces.append([int(w.split("/")[0]) - 1 for w in words[1:]])
    return points, faces


def random_points(path, up, count, seed):
    """Points in general position, corners, points on edges, and points up to two below or above them."""
    rng = random.Random(seed)
    points, faces = corners_of(path)
    low, high = ([f(p[k] for p in points) for k in range(3)] for f in (min, max))
    axis = 1 if up == "y" else 2
    out = []
    for i in range(count):
        kind = i % 4
        if kind == 0:
            p = [low[k] + (high[k] - low[k]) * Fraction(rng.randrange(-20, 1020), rng.choice((1000, 997, 1024))) for k in range(3)]
        elif kind == 1:
            p = list(rng.choice(points))
        else:
            ring = rng.choice(faces)
            j = rng.randrange(len(ring))
            a, b = points[ring[j]], points[ring[(j + 1) % len(ring)]]
            t = Fraction(rng.randrange(1, 12), 12)
            p = [a[k] + t * (b[k] - a[k]) for k in range(3)]
        if kind == 3 or (kind == 1 and rng.random() < 0.5):
            p[axis] += Fraction(rng.randrange(-200, 201), 100)
        out.append(",".join(str(v) for v in p))
    return out


def several(text):
    """The JSON values of a text, one behind the other."""
    decoder, at, out = json.JSONDecoder(), 0, []
    while at < len(text.rstrip()):
        while text[at].isspace():
            at += 1
        value, at = decoder.raw_decode(text, at)
        out.append(value)
    return out


def essence(answer):
    """All that both sides say: all but the scene and the options."""
    return {key: value for key, value in answer.items() if key not in ("plumb", "scene", "options")}


def compare(level, points, ours, theirs, kinds):
    assert len(points) == len(ours) == len(theirs), f"{level}: {len(points)} points, {len(ours)} and {len(theirs)} answers"
    for point, a, b in zip(points, ours, theirs):
        a, b = essence(a), essence(b)
        assert a == b, f"{level} at {point}: the page says\n{json.dumps(a)}\nand plumb explain\n{json.dumps(b)}"
        for ground in b["grounds"] or [{"verdict": None, "is": "nothing"}]:
            kind = ground["verdict"] or ground["is"]
            kinds[kind] = kinds.get(kind, 0) + 1
            for border in ground.get("borders", []):
                if border["squared_distance"]:
                    end = "border by a polygon" if border["cause"] is not None else "border where a polygon ends"
                    kinds[end] = kinds.get(end, 0) + 1


def inside(points, x, y):
    """Whether a place is in a polygon of the canvas, or within half a pixel of its edges."""
    closest, crossings = 1e9, 0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
        length = (bx - ax) ** 2 + (by - ay) ** 2
        t = 0 if length == 0 else max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
        closest = min(closest, ((ax + t * (bx - ax) - x) ** 2 + (ay + t * (by - ay) - y) ** 2) ** 0.5)
    return crossings % 2 == 1 or closest < 0.5


def clicks(browser, pages, level, count, explained):
    """Real clicks at random places. Each has to hit the cell that is drawn there, and what is shown is what the command
    says of the point that it shows: all of it, and the verdict in words."""
    for key in browser.run("return window.plumb.groups().filter((g) => g.on && !/^(v|faces)/.test(g.key)).map((g) => g.key)"):
        browser.press_button(f'input[data-key="{key}"]')  # lines take a software renderer long to draw
    left, top, width, height = browser.canvas()
    rng = random.Random(level)
    hits, shown_of = 0, {}
    for _ in range(20 * count):
        x, y = round(width * rng.uniform(0.2, 0.8)), round(height * rng.uniform(0.2, 0.8))
        hit = browser.run("return window.plumb.hit(arguments[0], arguments[1])", x, y)
        if not hit or hit["kind"] != "facet":
            continue
        browser.click(left + x, top + y)
        selected = browser.run("return window.plumb.selection()")
        ring = browser.run("return window.plumb.facetPoints(arguments[0]).map((p) => window.plumb.projectPicture(p).slice(0, 2))", hit["owner"])
        assert inside(ring, x, y), f"{level}: a click at {x}, {y} hit facet {hit['owner']}, which is drawn at {ring}"
        shown = browser.text("#cell")
        assert shown == f"Cell {selected['cell']}", f"{level}: {shown} is shown, and cell {selected['cell']} is selected"
        hits += 1
        shown_of[",".join(selected["exact"])] = browser.text("#verdict"), browser.run("return window.plumb.explain(arguments[0])", selected["exact"])
        if hits in (1, count):  # the command takes a moment
            check_command(browser, pages, level)
        if hits == count:
            break
    assert hits == count, f"{level}: only {hits} clicks hit a cell"
    theirs = explained(list(shown_of))
    compare(f"{level}, clicks", list(shown_of), [answer for _, answer in shown_of.values()], theirs, {})
    for (point, (verdict, _)), answer in zip(shown_of.items(), theirs):
        first = answer["grounds"][0]
        wanted = [(g["verdict"] or "nobody stands here: " + g["is"]).replace("_", " ") for g in answer["grounds"]]
        assert verdict == wanted[0], f"{level} at {point}: {verdict} is shown, and {wanted} of polygon {first['polygon']} is true"


def check_command(browser, pages, level):
    """The command that is shown prints the verdict that is shown."""
    words = browser.text("#command").split()
    assert words[0] == "plumb", words
    ran = subprocess.run([pages.plumb, *words[1:], "--json"], cwd=pages.root, capture_output=True, text=True)
    assert ran.returncode == 0, f"{' '.join(words)}: {ran.stderr}"
    verdicts = [g["verdict"] for g in json.loads(ran.stdout)["grounds"]]
    assert browser.text("#verdict") in [v.replace("_", " ") for v in verdicts if v], f"{level}: {browser.text('#verdict')} is shown, {verdicts} is printed"


def main():
    root, plumb, explain_points = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
    levels, wanted_clicks = (tuple(LEVELS), int(sys.argv[5])) if len(sys.argv) > 5 else (SMALL, 4)
    node = shutil.which("node")
    if not node and missing():
        print(f"skipped: there is neither node nor {missing()}")
        return 77
    asked, kinds = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(root, plumb, folder)
        browser = None if missing() else Browser(500, 400)
        for level in filter(pages.is_there, levels):
            scene, options = LEVELS[level]
            radius = [tuple(RADII[level].split())] if level in RADII else []
            for more in [(), ("--solids", "closed"), *radius]:
                words = [*options.split(), *more]
                up = words[words.index("--up") + 1] if "--up" in words else "y"
                points = random_points(os.path.join(root, scene), up, count, f"{level} {more}")
                run = lambda command: subprocess.run(command, cwd=root, input="\n".join(points) + "\n", capture_output=True, text=True, check=True).stdout
                explained = lambda points: several(subprocess.run([explain_points, scene, *words], cwd=root, input="\n".join(points) + "\n", capture_output=True, text=True, check=True).stdout)
                theirs = explained(points)
                page = pages.page(level, bake=more)
                if node:
                    ours = [json.loads(line) for line in run([node, os.path.join(root, "tests/view/explain_points.mjs"), page, os.path.join(root, "pipeline/run/view/page")]).splitlines()]
                    compare(level, points, ours, theirs, kinds)
                if browser and (not node or more in radius or bool(more) == (levels.index(level) % 2 == 1)):
                    browser.open("file://" + page)
                    some = slice(None, None, 20 if node else 1)
                    ours = browser.run("return arguments[0].map((p) => window.plumb.explain(p.split(',')))", points[some])
                    compare(level + " in the browser", points[some], ours, theirs[some], {} if node else kinds)
                    clicks(browser, pages, level, wanted_clicks, explained)
                for point, answer in list(zip(points, theirs))[:3]:
                    ran = subprocess.run([plumb, "explain", scene, *words, f"--at={point}", "--json"], cwd=root, capture_output=True, text=True)
                    assert essence(json.loads(ran.stdout)) == essence(answer), f"{level} at {point}: the command and plumb_explain_points differ"
                asked += len(points)
        if browser:
            browser.__exit__()
    print(f"{asked} points; verdicts met: " + ", ".join(f"{k} {v}" for k, v in sorted(kinds.items())))
    for kind in ("stand", "blocked", "covered", "inside", "turned away", "nothing", "too_close", "border by a polygon", "border where a polygon ends"):
        assert kinds.get(kind, 0) > 0 or kind == "inside" and count < 200, f"no point was {kind}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
