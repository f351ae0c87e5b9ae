#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the page shows of a route, of updates, of many layers and of stages is what their files say.

  documents.py ROOT PLUMB"""
import json
import math
import os
import sys
import tempfile
from fractions import Fraction

from browser import Browser, rgb, skip_without_browser
from levels import Pages
from pixels import from_the_top, show

WHITE = (255, 255, 255)
ROUTE, CAPSULE = "#00308f", "#9fb9ee"  # palette.js


def colours_near(picture, at, reach=1):
    return {picture.pixel(round(at[0]) + dx, round(at[1]) + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1)}


def check_route(browser, pages):
    """A route of a disc: its line through all its points, what the disc covers beside it, and nothing farther out."""
    radius = Fraction(3, 10)
    navmesh, route = pages.bake("crates"), os.path.join(pages.folder, "route.json")
    pages.call("route", navmesh, "--from", "0.5,0.5,0", "--to", "7.5,5.5,0", "--radius", str(radius), "--json", route, "--quiet")
    browser.open("file://" + pages.page("crates", route))
    from_the_top(browser)
    show(browser, {"route0"})
    picture = browser.picture()
    points = [[Fraction(v) for v in place["point"]] for place in json.load(open(route))["line"]]
    project = lambda p: browser.run("return window.plumb.project(arguments[0])", [str(v) for v in p])
    for p, q in zip(points, points[1:]):
        for at in (p, [(u + v) / 2 for u, v in zip(p, q)]):
            assert rgb(ROUTE) in colours_near(picture, project(at)), f"the route is not drawn at {at}"
    # Beside the longest stretch.
    p, q = max(zip(points, points[1:]), key=lambda pair: math.dist(*pair))
    middle, length = [(u + v) / 2 for u, v in zip(p, q)], Fraction(math.dist(p, q))
    across = [-(q[1] - p[1]) / length, (q[0] - p[0]) / length, 0]
    for share, colour in ((0.8, rgb(CAPSULE)), (1.3, WHITE)):
        for side in (1, -1):
            at = [m + side * Fraction(share) * radius * a for m, a in zip(middle, across)]
            assert colours_near(picture, project(at)) == {colour}, f"{share} radii beside the route there is not {colour}"
    print(f"a route of {len(points)} points")


def check_updates(browser, pages):
    """What updates block: the cells, their area, and a row for each entry that leads there."""
    room, now, report, page = (os.path.join(pages.folder, name) for name in ("room.json", "room_now.json", "report.json", "room.html"))
    pages.call("bake", "docs/examples/wall_in_room.obj", "--up", "z", "--sides", "up", "-o", room, "--quiet")
    pages.call("update", room, "docs/examples/updates/room.json", "-o", now, "--report", report, "--quiet")
    pages.call("view", now, report, "-o", page, "--quiet")
    browser.open("file://" + page)
    blocked = [(i, cell) for i, cell in enumerate(json.load(open(now))["cells"]) if cell.get("blocked_by")]
    group = next(g for g in browser.run("return window.plumb.groups()") if g["key"] == "updated")
    assert blocked and group["count"] == len(blocked), f"{group['count']} cells are blocked by updates, and {len(blocked)} in the file"
    shown = browser.run("return document.querySelector('input[data-key=updated]').closest('label').querySelector('.number').title")
    assert Fraction(shown) == sum(plan_area(cell) for _, cell in blocked), f"{shown} is blocked"
    entries = json.load(open(report))["entries"]
    assert browser.run("return document.querySelectorAll('table.updates tbody tr').length") == len(entries)
    numbers = {cell["blocked_by"] for _, cell in blocked}
    for number in numbers:
        browser.press_button(f'button[data-update="{number}"]')
        cell = browser.run("return window.plumb.selection().cell")
        assert (number, cell) in {(c["blocked_by"], i) for i, c in blocked} and f"update {number}" in browser.text("#answer")
    browser.press("Escape")
    from_the_top(browser)
    show(browser, {"updated"})
    assert rgb(group["colour"]) in browser.picture().colours(), "what updates block is not seen"
    print(f"{len(entries)} entries, {len(blocked)} cells blocked by updates {sorted(numbers)}")


def plan_area(cell):
    """The exact area of a cell of the navmesh's JSON, z up."""
    total = Fraction(0)
    for facet in cell["facets"]:
        ring = [(Fraction(x), Fraction(y)) for x, y, _ in facet["vertices"]]
        total += sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1])) / 2
    return total


def check_layers(browser, pages):
    """More layers than there are switches: each has its own colour, is found, and is seen on its storey alone."""
    layers = os.path.join(pages.folder, "layers.json")
    pages.call("layers", pages.bake("competition"), "--json", layers, "--quiet")
    facts = json.load(open(layers))["layers"]
    browser.open("file://" + pages.page("competition", layers))
    groups = {g["key"]: g for g in browser.run("return window.plumb.groups()")}
    own = [int(key[5:]) for key in groups if key.startswith("layer") and key != "layers"]
    smaller = sorted(set(range(len(facts))) - set(own))
    assert len(own) == 24 and len(smaller) > 10, f"{len(own)} layers of {len(facts)} have switches"
    assert groups["layers"]["count"] == sum(len(facts[i]["cells"]) for i in smaller)
    for number in (smaller[0], smaller[-1]):
        browser.run("document.getElementById('search').value = ''")
        browser.type_into("#search", f"layer {number}\ue007")
        browser.settle()
        assert browser.run("return window.plumb.selection().cell") in facts[number]["cells"], f"layer {number} is not found"
        assert ["layer", str(number)] in browser.run("return [...document.querySelectorAll('#answer tr')].map((r) => [r.cells[0].innerText, r.cells[1].innerText])")
    browser.press_button("#canvas")
    browser.press("Escape")
    from_the_top(browser)
    show(browser, {"layers"})
    colour = {i: rgb(c) for i, c in zip(smaller, browser.run("return arguments[0].map((i) => window.plumb.layerColour(i))", smaller))}
    assert set(browser.picture().colours()) & set(colour.values()), "the smaller layers are not seen"
    for index, storey in enumerate(browser.run("return window.plumb.storeys()")):
        browser.press_button(f'button[data-storey="{index}"]')
        show(browser, {"layers"})
        here = [i for i in storey["layers"] if i in colour]
        drawn = browser.run("return window.plumb.cellsOf('layers')")
        assert sorted(drawn) == sorted(c for i in here for c in facts[i]["cells"]), f"storey {index} shows other cells than those of its layers"
        if here:
            assert set(browser.picture().colours()) & {colour[i] for i in here}, f"nothing is seen of the smaller layers of storey {index}"
    print(f"{len(facts)} layers")


def check_stages(browser, pages):
    """The slider shows each stage with the triangles of its .obj, and at its end the navmesh again."""
    folder, navmesh, page = (os.path.join(pages.folder, name) for name in ("stages", "wedge.json", "wedge.html"))
    pages.call("bake", "docs/examples/ramp_under_slab.obj", "--up", "z", "--stance", "stand=9/5", "--method", "wedge", "--stages", folder, "-o", navmesh, "--quiet")
    pages.call("view", navmesh, folder, "-o", page, "--quiet")
    browser.open("file://" + page)
    before = browser.picture()
    names = sorted(name for name in os.listdir(folder) if name.endswith(".obj"))
    assert browser.run("return document.getElementById('stage-slider').max") == str(len(names)), "the slider has another number of stages"
    for number in (1, len(names)):
        browser.run("const s = document.getElementById('stage-slider'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", number)
        browser.settle()
        triangles = sum(line.startswith("f ") for line in open(os.path.join(folder, names[number - 1])))
        groups = {g["key"]: g for g in browser.run("return window.plumb.groups()")}
        assert groups["stage"]["count"] == triangles, f"{names[number - 1]} has {triangles} triangles, and {groups['stage']['count']} are shown"
        assert not any(groups[key]["on"] for key in ("v1", "outlines", "walls")) and browser.picture().data != before.data
        assert browser.text("#stage-name") == names[number - 1][:-4].lstrip("0").replace("_", ": ", 1).replace("_", " ")
    picture = browser.png()
    link = browser.run("const s = window.plumb.state(); return Object.entries(s).filter(([, v]) => v !== '').map(([k, v]) => k + '=' + encodeURIComponent(v)).join('&')")
    browser.open(f"file://{page}#{link}")
    assert browser.png() == picture, "the link of a stage shows another picture"
    browser.run("const s = document.getElementById('stage-slider'); s.value = 0; s.dispatchEvent(new Event('change'))")
    assert browser.picture().data == before.data, "the navmesh does not come back"
    assert browser.messages() == []
    empty = os.path.join(pages.folder, "no_stages")
    os.mkdir(empty)
    pages.call("view", navmesh, empty, "-o", page, expected=2)
    print(f"{len(names)} stages")


def main():
    skip_without_browser()
    root, plumb = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        pages = Pages(root, plumb, folder)
        wanted = sys.argv[3:]
        for check in (check_route, check_updates, check_layers, check_stages):
            if wanted and check.__name__ not in wanted:
                continue
            check(browser, pages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
