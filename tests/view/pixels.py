#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is seen is what is true: areas by pixels, switches that remove their colour alone, walls that some may cross,
colours that are told apart, and slices by storeys.

  pixels.py ROOT PLUMB

From the top in parallel view, with one verdict alone, the pixels of its colour are the area that the level's header
works out; a pixel on the border counts as far as its colour says. What lies over something of its own verdict counts
once."""
import sys
import tempfile
from fractions import Fraction

import colours
from browser import Browser, rgb, skip_without_browser
from levels import Pages

# From above: stand under the slab, on crates and under the roof lies under other floor to stand on.
AREAS = {
    "crates": {"crawl": 6, "blocked": 2, "stand": 48},
    "tilted_roof": {"blocked": 8, "crouch": Fraction(32, 5), "stand": 24},
    "ramp_under_slab": {"blocked": Fraction(36, 5), "stand": 24},
}
WHITE = (255, 255, 255)


def show(browser, wanted):
    """Switches on the groups wanted, and all others off, by clicks on their boxes."""
    for group in browser.run("return window.plumb.groups()"):
        if group["on"] != (group["key"] in wanted):
            browser.press_button(f'input[data-key="{group["key"]}"]', settle=False)
    browser.settle()


def covered(picture, colour):
    """How many pixels a colour covers of a picture that is white elsewhere; parts of pixels count as such."""
    axis = max(range(3), key=lambda k: WHITE[k] - colour[k])
    part = picture.channel(axis)
    return (255 * len(part) - sum(part)) / (WHITE[axis] - colour[axis])


def from_the_top(browser):
    browser.press_button("#view-top")
    if browser.run("return document.getElementById('parallel').getAttribute('aria-pressed')") != "true":
        browser.press_button("#parallel")
    browser.press("t")


def check_areas(browser, level):
    groups = {g["name"]: g for g in browser.run("return window.plumb.groups()") if g["key"].startswith("v")}
    a, b = (browser.run("return window.plumb.project(arguments[0])", p) for p in (["0", "0", "0"], ["1", "0", "0"]))
    per_unit = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
    for name, area in AREAS[level].items():
        show(browser, {groups[name]["key"]})
        picture = browser.picture()
        share = covered(picture, rgb(groups[name]["colour"])) / (picture.width * picture.height)
        true = float(area) * per_unit ** 2 / (picture.width * picture.height)
        assert abs(share - true) <= 0.005, f"{level}: {name} covers {share:.4f} of the picture, and {true:.4f} is true"
        print(f"{level}: {name} covers {share:.4f}, {true:.4f} is true")


def check_switches(browser, level):
    """Without one verdict its colour is gone, and no pixel of another colour has changed."""
    groups = [g for g in browser.run("return window.plumb.groups()") if g["key"].startswith("v") and g["count"] > 0]
    keys = {g["key"] for g in groups}
    show(browser, keys)
    whole = browser.picture()
    shown = {rgb(g["colour"]) for g in groups}
    for group in groups:
        show(browser, keys - {group["key"]})
        without = browser.picture()
        gone = rgb(group["colour"])
        assert gone not in without.colours(), f"{level}: {group['name']} is switched off, and seen"
        for before, after in whole.differing(without):
            assert before not in shown - {gone} and before != WHITE, f"{level}: without {group['name']} pixels of {before} become {after}"


def along(picture, a, b):
    """The share of places on the way between two places of the canvas that are drawn, on what is white else."""
    steps, drawn = 200, 0
    for i in range(10, steps - 9):  # other lines may end at the ends
        x, y = (a[k] + (b[k] - a[k]) * i / steps for k in range(2))
        near = [picture.pixel(round(x) + dx, round(y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        drawn += min(min(colour) for colour in near) < 160
    return drawn / (steps - 19)


def check_walls(browser, pages, level="doorways"):
    """Walls are drawn; where low stances may cross, they are dashed."""
    browser.open("file://" + pages.page(level))
    from_the_top(browser)
    show(browser, {"walls"})
    picture = browser.picture()
    whole, dashed = [], []
    for wall in browser.run("return window.plumb.walls().map(({ mayCross, ends }) => ({ mayCross, ends: ends.map((p) => window.plumb.projectPicture(p)) }))"):
        a, b = wall["ends"]
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) > 18:
            (dashed if wall["mayCross"] > 0 else whole).append(along(picture, a, b))
    assert whole and min(whole) > 0.95, f"{level}: of a wall that nobody crosses {min(whole):.2f} is drawn"
    assert len(dashed) >= 2 and all(0.3 < share < 0.85 for share in dashed), f"{level}: walls that some cross are drawn by {dashed}"
    print(f"{level}: {len(whole)} walls whole, {len(dashed)} dashed, drawn by {min(dashed):.2f} to {max(dashed):.2f}")


def check_storeys(browser, pages, level):
    navmesh = pages.bake(level)
    layers = f"{pages.folder}/{level}_layers.json"
    pages.call("layers", navmesh, "--json", layers, "--quiet")
    browser.open("file://" + pages.page(level, layers))
    from_the_top(browser)
    storeys = browser.run("return window.plumb.storeys()")
    assert len(storeys) > 2, f"{level}: {len(storeys)} storeys"
    groups = browser.run("return window.plumb.groups()")
    layer_of = {rgb(g["colour"]): int(g["key"][5:]) for g in groups if g["key"].startswith("layer")}
    assert sorted(i for s in storeys for i in s["layers"]) == sorted(layer_of.values()), f"{level}: a layer is on no storey, or on two"
    show(browser, {f"layer{i}" for i in layer_of.values()})
    whole = browser.picture()
    for index, storey in reversed(list(enumerate(storeys))):
        browser.press_button(f'button[data-storey="{index}"]')
        seen = {layer_of[c] for c in browser.picture().colours() if c in layer_of}
        assert seen and seen <= set(storey["layers"]), f"{level}: storey {index} has layers {storey['layers']}, and {seen} are seen"
    browser.press_button('button[data-storey="-1"]')
    assert browser.picture().data == whole.data, f"{level}: all storeys together are not the whole"
    browser.press("PageUp", "PageUp")
    assert browser.run("return document.querySelector('button[data-storey=\"1\"]').getAttribute('aria-pressed')") == "true"
    browser.press("PageDown", "PageDown")
    handles = browser.run("return ['low', 'high'].map((n) => Number(document.getElementById('slice-' + n).value))")
    assert handles == [0, 1000] and browser.picture().data == whole.data, f"{level}: both handles at the ends do not show all"
    print(f"{level}: {len(storeys)} storeys of {len(layer_of)} layers")


def main():
    skip_without_browser()
    root, plumb = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        pages = Pages(root, plumb, folder)
        for level in AREAS:
            browser.open("file://" + pages.page(level))
            from_the_top(browser)
            check_areas(browser, level)
            check_switches(browser, level)
        check_walls(browser, pages)
        colours.check(browser, pages)
        for level in ("spiral", "building"):
            check_storeys(browser, pages, level)
    return 0


if __name__ == "__main__":
    sys.exit(main())
