#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs of places in plumb.html against the native command: verdict, length and every limit are its text, byte for byte.
With --confirm each value that would join a pair is tried by a bake at it, and refuted by one 2^-20 stricter.

  reach.py ROOT PAGE PLUMB PAIRS [--confirm] [LEVEL...]"""
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

from baking_page import opened, plumb, skip_without_browser

OPTIONS = {
    "doorways": ("docs/examples/doorways.obj", {"up": "z", "sides": "up", "numbers": "decimal"}),
    "crates": ("docs/examples/crates.obj", {"up": "z", "sides": "up", "step": "0.3"}),
    "ruin": ("docs/examples/ruin.obj", {"sides": "up", "radius": "0.2"}),
    "spiral": ("docs/examples/spiral.obj", {"up": "z", "step": "0.1"}),
    "gaps": ("docs/examples/corner_gaps.obj", {"up": "z", "weld": "0.05"}),
    "boxes": ("docs/examples/stacked_boxes.obj", {"up": "z", "solids": "closed"}),
    "city": (None, {"up": "z", "sides": "up", "numbers": "decimal", "step": "0.4"}),  # 11,484 triangles, made by the scenes' generator
    "quake": ("../shared/scenes/levels/q_dm2.obj", {"up": "z", "unit": "in", "stances": [{"name": "stand", "height": "56"}], "step": "18"}),
}
QUICK = ("doorways", "crates", "spiral", "gaps")


def places(browser, count, draw):
    """Points of the file in cells of stances, drawn by number of cell: over the middle of a facet."""
    script = """
    const { model } = window.plumb.baking.app;
    const cells = [...model.cellStance.keys()].filter((c) => model.cellStance[c] > 0);
    return arguments[0].map((share) => {
      const cell = cells[Math.floor(share * cells.length)];
      const ring = Array.from(model.facetRing(model.facetBegin[cell]));
      const at = [0, 1, 2].map((k) => ring.reduce((sum, p) => sum + model.points[3 * p + k], 0) / ring.length);
      return model.toLevel(at).map((v) => Math.round(v * 2 ** 20) / 2 ** 20);
    });"""
    shares = [draw.random() for _ in range(count)]
    up = browser.run("return window.plumb.baking.app.model.up")
    out = []
    for x, y, z in browser.run(script, shares):
        z += 2**-10
        out.append([str(Fraction(v)) for v in ((x, z, -y) if up == "y" else (x, y, z))])
    return out


def check_pair(page, program, level, pair, folder):
    """What the page has found for a pair is what the command prints. Returns the limits by stance."""
    page.two_places(*pair)
    arguments, stances = page.arguments(), page.settings()["stances"]
    ends = [f"--from={','.join(pair[0])}", f"--to={','.join(pair[1])}"]
    found = page.reached()
    assert [f["stance"] for f in found] == [s["name"] for s in stances], found
    for answer, stance in zip(found, stances):
        at = ["--at-stance", stance["name"]]
        plain = [a for a in arguments if not a.startswith("--stance=")] + [f"--stance={stance['name']}={stance['height']}"]
        verdict = json.loads(plumb(program, "explain", level, *arguments, *ends, *at, "--only", "step", "--json", "--quiet"))["reached"]
        assert verdict == bool(answer.get("route")), f"{pair}: {stance['name']}: the command says {verdict}"
        if verdict:
            mesh, way = os.path.join(folder, "plumb_navmesh.json"), os.path.join(folder, "way.json")
            plumb(program, "route", mesh, *ends, *at, "--json", way, "--quiet")
            route = json.load(open(way))
            route["navmesh"] = answer["route"]["navmesh"]
            assert answer["route"] == route, f"{pair}: {stance['name']} goes another way"
            continue
        for limit in answer["limits"]:
            own = plain if limit["parameter"] == "height" else arguments
            told = json.loads(plumb(program, "explain", level, *own, *ends, *at, "--only", limit["parameter"], "--json", "--quiet"))
            assert told["limits"] == [limit], f"{pair}: {limit['parameter']} of {stance['name']}: {told['limits']}, the page has {limit}"
    return found


def confirm(page, program, level, pair, found):
    """A bake at the value of each button joins the places; one 2^-20 stricter does not."""
    ends = [f"--from={','.join(pair[0])}", f"--to={','.join(pair[1])}"]
    strict = {"height": 1, "radius": 1, "step": -1, "slope": -1, "weld": -1}
    count = 0
    values = dict(page.browser.run("return [...document.querySelectorAll('.reached')].flatMap((part) => [...part.querySelectorAll('tr[data-parameter]')].map((row) => [part.dataset.stance + ' ' + row.dataset.parameter, row.querySelector('button.set')?.dataset.value ?? null]))"))
    for answer in found:
        for limit in answer.get("limits", []):
            name, value = limit["parameter"], values[f"{answer['stance']} {limit['parameter']}"]
            if limit["kind"] != "at" or not limit["settled"] or value is None:
                continue
            reached = lambda text: json.loads(plumb(program, "explain", level, *with_value(page, answer["stance"], name, text), *ends, "--at-stance", answer["stance"], "--only", "step", "--json", "--quiet"))["reached"]  # noqa: E731
            assert reached(value), f"{pair}: {name} {value} does not join them for {answer['stance']}"
            stricter = str(Fraction(value) + strict[name] * (2 if not limit["attained"] else 1) * Fraction(1, 2**20))
            assert not reached(stricter), f"{pair}: {name} {stricter} joins them already for {answer['stance']}"
            count += 1
    return count


def with_value(page, stance, name, value):
    out = [a for a in page.arguments() if not a.startswith("--stance=") and not a.startswith(f"--{name}=")]
    height = [s["height"] for s in page.settings()["stances"] if s["name"] == stance][0]
    out.append(f"--stance={stance}={value if name == 'height' else height}")
    return out if name == "height" else [*out, f"--{name}={value}"]


def main():
    skip_without_browser()
    root, file, program, pairs = sys.argv[1:5]
    wanted = [word for word in sys.argv[5:] if word != "--confirm"] or QUICK
    draw = random.Random(58)
    with tempfile.TemporaryDirectory() as folder, opened(file) as page:
        for name in wanted:
            scene, options = OPTIONS[name]
            level = os.path.join(root, scene or "../shared/scenes/tools/gen_scenes.py")
            if scene is None and os.path.exists(level):
                subprocess.run([sys.executable, level, "--city", "7", os.path.join(folder, "city.obj")], check=True, stdout=subprocess.DEVNULL)
                level = os.path.join(folder, "city.obj")
            if not os.path.exists(level):
                print(f"{name} is not here: left out")
                continue
            page.open()
            page.drop({os.path.basename(level): open(level, "rb").read()})
            page.browser.until("return window.plumb?.baking?.baked", "the first bake", 120)
            page.browser.run("window.plumb.baking.settings.set(arguments[0]); window.plumb.baking.changed(false)", options)
            page.count = page.browser.run("return window.plumb.baking.baked")
            page.baked()
            plumb(program, "bake", level, *page.arguments(), "-o", os.path.join(folder, "plumb_navmesh.json"), "--quiet")
            confirmed = 0
            for _ in range(int(pairs)):
                pair = places(page.browser, 2, draw)
                found = check_pair(page, program, level, pair, folder)
                confirmed += confirm(page, program, level, pair, found) if "--confirm" in sys.argv else 0
            print(f"{name}: {pairs} pairs are as the command says; {confirmed} values confirmed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
