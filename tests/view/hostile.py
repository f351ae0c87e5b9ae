#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that would break a page, files that do not fit together, levels with nothing or with extreme numbers in them, and
a browser without WebGL: a page that works or says what is missing, or exit status 2 with one line.

  hostile.py ROOT PLUMB"""
import json
import os
import sys
import tempfile

from browser import Browser, skip_without_browser
from levels import LEVELS, Pages

HOSTILE = ["</script><script>window.broken=1</script>", "<img/src=x/onerror=window.broken=1>", "\"'&amp;`${window.broken=1}", "-->]]><!--", "{{script}}{{data}}",
           "\u202egpj.exe\u2066", "x" * 4_000]
FLOOR = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\n"


def hostile_names(pages, browser):
    """A level whose groups, and whose file and title, have hostile names: they appear as text."""
    scene = os.path.join(pages.folder, "<b>&'\"\u202e.obj")
    with open(scene, "w", encoding="utf-8") as file:
        for i, name in enumerate(HOSTILE):
            file.write("".join(f"v {x + 5 * i} {y} 0\n" for x, y in ((0, 0), (4, 0), (4, 4), (0, 4))))
            first = 4 * i + 1
            file.write(f"o {name}\ng {name}\nf {first} {first + 1} {first + 2} {first + 3}\n")
    page = os.path.join(pages.folder, "hostile.html")
    for title in (*HOSTILE[:2], "y" * 10_000):
        pages.call("view", scene, "--up", "z", "--title", title, "-o", page, "--quiet")
        browser.messages()
        browser.open("file://" + page)
        assert browser.run("return document.title").strip() == title and browser.text("h1") == title, "the title is not the text given"
        for i, name in enumerate(HOSTILE):
            browser.run("document.getElementById('search').value = ''")
            browser.type_into("#search", f"face {i}\ue007")
            browser.settle()
            shown = browser.run("return [...document.querySelectorAll('#answer .foreign')].map((e) => e.textContent)")
            assert any(name in text for text in shown), f"the name {name[:40]!r} is not shown: {shown}"
        assert os.path.basename(scene) in browser.run("return document.body.textContent")
        assert browser.run("return window.broken ?? null") is None, "a name ran as a script"
        assert browser.run("return document.querySelectorAll('img, script').length") == 2, "a name became an element"
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth"), "a name makes the page scroll sideways"
        assert browser.messages() == []


def refused(pages, *arguments):
    said = pages.call("view", *arguments, "-o", os.path.join(pages.folder, "refused.html"), expected=2)
    assert said.startswith("plumb: ") and said.count("\n") == 1, f"not one line: {said!r}"
    assert not os.path.exists(os.path.join(pages.folder, "refused.html")), "a page was left behind"
    return said


def what_does_not_fit(pages):
    crates, ruin = pages.bake("crates"), pages.bake("ruin")
    refused(pages, crates, "--scene", "docs/examples/ruin.obj")
    refused(pages, crates, "--scene", "docs/examples/tilted_roof.obj")
    refused(pages, crates, ruin)
    refused(pages, "README.md")
    refused(pages, os.path.join(pages.folder, "nothing.json"))
    refused(pages, crates, "--step", "0.1")
    layers = os.path.join(pages.folder, "ruin_layers.json")
    pages.call("layers", ruin, "--json", layers, "--quiet")
    refused(pages, crates, layers)
    refused(pages, layers)
    refused(pages, crates, "--max-bytes", "1000")
    refused(pages, crates, "--max-bytes", "many")
    bad = os.path.join(pages.folder, "bad.json")
    for content in ("", "{", "[]", '{"cells":1,"obstructions":2,"denominator":3}', '{"layers":[{"cells":["x"]}],"transfers":[]}'):
        with open(bad, "w") as file:
            file.write(content)
        refused(pages, crates, bad) if content else refused(pages, bad)
    pages.call("view", crates, "-o", os.path.join(pages.folder, "page.txt"), expected=2)


def too_large(pages):
    """A page that is too large is told of, and the other files are written; what the level alone makes too large is known
    before the bake."""
    page, other = (os.path.join(pages.folder, name) for name in ("large.html", "large.json"))
    scene, options = LEVELS["ruin"]
    for least, most, words in ((1, 100_000, "for the level alone"), (500_000, 1_000_000, "and at most")):
        pages.call("bake", scene, *options.split(), "-o", page, "--quiet")
        limit = min(max(least, os.path.getsize(page) - 1000), most)
        os.remove(page)
        said = pages.call("bake", scene, *options.split(), "--max-bytes", str(limit), "-o", page, "-o", other, "--quiet", expected=2)
        assert words in said and "--max-bytes" in said and said.count("\n") == 1, said
        assert os.path.exists(other) and not os.path.exists(page), "not the other file alone is written"
        os.remove(other)
    refused(pages, scene, *options.split(), "--max-bytes", "1000")
    for wrong in ("0", "-1", "many", "1.5"):
        pages.call("bake", scene, "--max-bytes", wrong, "-o", page, "--quiet", expected=2)


def works(browser, page):
    browser.messages()
    browser.open("file://" + page)
    browser.press("t", "n")
    left, top, width, height = browser.canvas()
    browser.click(left + width / 2, top + height / 2)
    assert browser.messages() == [], page
    return browser.picture().colours()


def little_and_extreme(pages, browser):
    navmesh = json.load(open(pages.bake("crates")))
    navmesh |= {"cells": [], "portals": [], "obstructions": []}
    empty = os.path.join(pages.folder, "empty.json")
    json.dump(navmesh, open(empty, "w"))
    page = os.path.join(pages.folder, "page.html")
    pages.call("view", empty, "-o", page, "--quiet")
    works(browser, page)
    navmesh["scene"]["file"] = ""  # nor a scene
    json.dump(navmesh, open(empty, "w"))
    pages.call("view", empty, "-o", page, "--quiet")
    assert len(works(browser, page)) == 1, "something is drawn of nothing"
    # A wall alone: no cell.
    wall = os.path.join(pages.folder, "wall.obj")
    open(wall, "w").write("v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3 4\n")
    pages.call("view", wall, "--up", "z", "-o", page, "--quiet")
    works(browser, page)
    for size in ("1e30", "1e-30", "1e9", "1e39", "1e300"):
        scene = os.path.join(pages.folder, f"size{size}.obj")
        open(scene, "w").write(f"v 0 0 0\nv {size} 0 0\nv {size} {size} 0\nv 0 {size} 0\nf 1 2 3 4\n")
        if float(size) > 3e38:
            refused(pages, scene, "--up", "z", "--stance", f"stand={size}")
            continue
        pages.call("view", scene, "--up", "z", "-o", page, "--quiet")
        colours = works(browser, page)
        assert browser.text("#verdict") == "stand" and browser.text("#cell") == "Cell 0", f"{size}: a click in the middle finds {browser.text('#verdict')}"
        assert max(colours.values()) < 0.9 * sum(colours.values()), f"{size}: the floor is not seen"


def check_without_webgl(pages):
    """A browser that cannot draw in three dimensions shows a message instead of an empty page."""
    with Browser(600, 400, more=["--disable-gpu", "--disable-3d-apis"]) as browser:
        browser.open("file://" + pages.page("crates"), wait=False)
        browser.until("return document.getElementById('message')?.innerText.includes('WebGL')", "the message that WebGL is missing", 60)
        assert browser.run("return document.querySelectorAll('canvas').length") == 0 and not browser.run("return Boolean(window.plumb)")
        assert browser.messages() == [], "the console has messages besides"


def main():
    skip_without_browser()
    root, plumb = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        pages = Pages(root, plumb, folder)
        too_large(pages)
        what_does_not_fit(pages)
        hostile_names(pages, browser)
        little_and_extreme(pages, browser)
        check_without_webgl(pages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
