#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every page has to do: it shows something, without a message on the console and without asking for any file; its
bytes do not depend on threads; and few draw calls make it.

  look.py ROOT PLUMB"""
import json
import sys
import tempfile

from browser import Browser, skip_without_browser
from levels import LEVELS, Pages

def same_bytes(pages, level):
    """The page by one thread and by two, as bake writes it and as view does."""
    scene, options = LEVELS[level]
    written = []
    for threads in ("1", "2"):
        out = f"{pages.folder}/{level}_threads{threads}.html"
        pages.call("bake", scene, *options.split(), "--threads", threads, "-o", out, "--quiet")
        written.append(open(out, "rb").read())
    pages.call("view", scene, *options.split(), "-o", f"{pages.folder}/{level}_viewed.html", "--quiet")
    written.append(open(f"{pages.folder}/{level}_viewed.html", "rb").read())
    assert written[0] == written[1], f"{level}: the page depends on the number of threads"
    assert written[0] == written[2], f"{level}: bake -o PAGE.html and view write different pages"


def one_way_links(pages, browser):
    """Drops and leaps are there as often as in the navmesh, and seen."""
    scene, options = LEVELS["crates"]
    page, mesh = f"{pages.folder}/links.html", f"{pages.folder}/links.json"
    pages.call("bake", scene, *options.split(), "--drop", "3", "--leap", "2,1", "-o", page, "-o", mesh, "--quiet")
    browser.open("file://" + page)
    groups = {g["key"]: g["count"] for g in browser.run("return window.plumb.groups()")}
    with open(mesh) as file:
        kinds = [link["kind"] for link in json.load(file)["one_way_links"]]
    for kind in ("drop", "leap"):
        assert groups.get(kind, 0) == kinds.count(kind), f"{kind}: {groups.get(kind, 0)} in the page, {kinds.count(kind)} in the navmesh"
    assert kinds.count("drop") > 0, "the level has no drops"
    assert browser.messages() == [], "the console says something of links"
    print(f"one-way links: {len(kinds)}")


def main():
    skip_without_browser()
    root, plumb = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        pages = Pages(root, plumb, folder)
        browser.command("POST", "/url", {"url": "about:blank"})
        for level in filter(pages.is_there, ("ruin", "crates", "spiral", "nav_test", "competition")):
            same_bytes(pages, level)
            page = pages.page(level)
            browser.requests()
            browser.messages()
            browser.open("file://" + page)
            colours = browser.picture().colours()
            assert len(colours) > 5, f"{level}: the canvas has {len(colours)} colours"
            calls = browser.run("return window.plumb.drawCalls() / window.plumb.groups().length")
            assert calls <= 30, f"{level}: {calls} draw calls for each switch"
            asked = [url for url in browser.requests() if not url.startswith(("about:", "chrome:"))]
            assert asked == ["file://" + page], f"{level}: the page asked for {asked}"
            messages = browser.messages()
            assert messages == [], f"{level}: the console says {messages}"
            print(f"{level}: {len(colours)} colours, {calls:.1f} draw calls for each switch")
        one_way_links(pages, browser)
    return 0


if __name__ == "__main__":
    sys.exit(main())
