#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs of places in plumb.html against the native command: verdict, length and every limit are its text, byte for byte.
With --confirm each value that would join a pair is tried by a bake at it, and refuted by one 2^-20 stricter, if there is
one: 0 has none. The radius, whose search takes longest by far, is asked for each Nth pair.

  reach.py ROOT PAGE PLUMB PAIRS [--confirm] [--radius N] [LEVEL...]"""
import argparse
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
    "spiral": ("docs/examples/spiral.obj", {"up": "z", "slope": "10"}),
    "gaps": ("docs/examples/corner_gaps.obj", {"up": "z", "weld": "0.05"}),
    "boxes": ("docs/examples/stacked_boxes.obj", {"up": "z", "solids": "closed"}),
    "city": (None, {"up": "z", "sides": "up", "numbers": "decimal", "step": "0.4"}),  # 11,484 triangles, made by the scenes' generator
    "quake": ("../shared/scenes/levels/q_dm2.obj", {"up": "z", "unit": "in", "stances": [{"name": "stand", "height": "56"}], "step": "18"}),
}
PARAMETERS = ["height", "step", "slope", "weld", "radius"]
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


def check_pair(page, program, level, pair, mesh):
    """What the page has found for a pair is what the command prints, by stance. `mesh`: the command's bake of the level."""
    page.two_places(*pair)
    arguments, stances = page.arguments(), page.settings()["stances"]
    ends = [f"--from={','.join(pair[0])}", f"--to={','.join(pair[1])}"]
    found = page.reached()
    assert [f["stance"] for f in found] == [s["name"] for s in stances], found
    for answer, stance in zip(found, stances):
        at = ["--at-stance", stance["name"]]
        way = find_way(program, mesh, *ends, *at)
        assert bool(way) == ("route" in answer), f"{stance['name']}: the command finds {way}, the page {answer}"
        if way:
            way["navmesh"] = answer["route"]["navmesh"]
            assert answer["route"] == way, f"{stance['name']} goes another way"
            continue
        plain = [a for a in arguments if not a.startswith("--stance=")] + [f"--stance={stance['name']}={stance['height']}"]
        for limit in answer["limits"]:
            own = plain if limit["parameter"] == "height" else arguments
            told = json.loads(plumb(program, "explain", level, *own, *ends, *at, "--only", limit["parameter"], "--json", "--quiet"))
            assert not told["reached"] and told["limits"] == [limit], f"{limit['parameter']} of {stance['name']}: {told['limits']}, the page has {limit}"
    return found


def find_way(program, mesh, *arguments):
    """What plumb route writes; None: there is no way."""
    out = f"{mesh}_way.json"
    if os.path.exists(out):
        os.remove(out)
    plumb(program, "route", mesh, *arguments, "--json", out, "--quiet")
    return json.load(open(out)) if os.path.exists(out) else None


def confirm(page, program, level, pair, found, mesh):
    """How many of the buttons' values join the places in a bake at them, do not in one 2^-20 stricter, and have no stricter one."""
    ends = [f"--from={','.join(pair[0])}", f"--to={','.join(pair[1])}"]
    confirmed = refuted = strictest = 0
    values = dict(page.browser.run("return [...document.querySelectorAll('.reached')].flatMap((part) => [...part.querySelectorAll('tr[data-parameter]')].map((row) => [part.dataset.stance + ' ' + row.dataset.parameter, row.querySelector('button.set')?.dataset.value ?? null]))"))
    for answer in found:
        for limit in answer.get("limits", []):
            name, text = limit["parameter"], values[f"{answer['stance']} {limit['parameter']}"]
            if limit["kind"] != "at":
                continue

            def joins(value):
                plumb(program, "bake", level, *with_value(page, answer["stance"], name, value), "-o", mesh, "--quiet")
                return find_way(program, mesh, *ends, "--at-stance", answer["stance"]) is not None

            assert joins(text), f"{name} {text} does not join them for {answer['stance']}"
            confirmed += 1
            if limit["settled"]:
                less = Fraction(1 if limit["attained"] else 2, 2**20) * (1 if name in ("height", "radius") else -1)
                stricter = str(Fraction(text) + less)
                if stricter.startswith("-"):
                    strictest += 1
                    continue
                assert not joins(stricter), f"{name} {stricter} joins them already for {answer['stance']}"
                refuted += 1
    return {"confirmed": confirmed, "refuted": refuted, "strictest": strictest}


def with_value(page, stance, name, value):
    """The page's options with another value, as a button sets it: lower stances that are no longer lower are left out."""
    out = [a for a in page.arguments() if not a.startswith("--stance=") and not a.startswith(f"--{name}=")]
    stances = page.settings()["stances"]
    at = [s["name"] for s in stances].index(stance)
    if name == "height":
        stances[at]["height"] = value
        stances = [s for i, s in enumerate(stances) if i >= at or Fraction(s["height"]) < Fraction(value)]
    out += [f"--stance={s['name']}={s['height']}" for s in stances]
    return out if name == "height" else [*out, f"--{name}={value}"]


def main():
    skip_without_browser()
    read = argparse.ArgumentParser()
    for word in ("root", "page", "program"):
        read.add_argument(word)
    read.add_argument("pairs", type=int)
    read.add_argument("--confirm", action="store_true")
    read.add_argument("--radius", type=int, default=1, metavar="N")
    read.add_argument("levels", nargs="*", default=QUICK)
    given = read.parse_intermixed_args()
    program, faults = given.program, 0
    with tempfile.TemporaryDirectory() as folder, opened(given.page) as page:
        for name in given.levels:
            scene, options = OPTIONS[name]
            draw = random.Random(58)
            level = os.path.join(given.root, scene or "../shared/scenes/tools/gen_scenes.py")
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
            mesh, tried = os.path.join(folder, "plumb_navmesh.json"), os.path.join(folder, "tried.json")
            plumb(program, "bake", level, *page.arguments(), "-o", mesh, "--quiet")
            counts = dict.fromkeys(("pairs", "equal", "joined", "confirmed", "refuted", "strictest"), 0)
            for number in range(given.pairs):
                pair = places(page.browser, 2, draw)
                page.browser.run("window.plumb.baking.reach.parameters = arguments[0]", PARAMETERS if number % given.radius == 0 else PARAMETERS[:-1])
                counts["pairs"] += 1
                try:
                    found = check_pair(page, program, level, pair, mesh)
                    counts["equal"] += 1
                    counts["joined"] += all("route" in answer for answer in found)
                    if given.confirm:
                        for word, more in confirm(page, program, level, pair, found, tried).items():
                            counts[word] += more
                except AssertionError as error:
                    faults += 1
                    print(f"{name}: {pair}: {error}", flush=True)
            print(name, counts, flush=True)
            if given.pairs >= 50:  # of five pairs none may be joined
                assert 0 < counts["joined"] < counts["pairs"], f"{name}: all pairs are alike"
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
