#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of a store of tiles: the index leads to each, and a page shows the border of the tiles beside it and leads to theirs; and all of them as one
page, with the same drawings and with links of its own.

  tiles.py ROOT PLUMB"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser, skip_without_browser


def shown(browser, url):
    """The links of a tile's page, and how many stretches of a border it draws: of its own floor and of the tiles beside it."""
    browser.open(url)
    browser.until("return document.querySelector('#panels section, #panels details') !== null", "the page", 20)
    links = browser.run("return [...document.querySelectorAll('#panels a')].map((a) => a.getAttribute('href'))")
    rows = browser.run("return [...document.querySelectorAll('.switch')].filter((s) => s.querySelector('.count')).map((s) => [s.querySelector('input').dataset.key, s.querySelector('.count').textContent])")
    return links, {key: int(count.split()[0].replace(",", "")) for key, count in rows if key in ("beside", "border1")}


def main():
    skip_without_browser()
    root, plumb = sys.argv[1], os.path.abspath(sys.argv[2])
    call = lambda *words: subprocess.run([plumb, *map(str, words)], check=True, capture_output=True, text=True, cwd=root)
    with tempfile.TemporaryDirectory() as folder, Browser(400, 400) as browser:
        store = pathlib.Path(folder, "store")
        call("tiles", "cut", "docs/examples/ruin.obj", "-o", store, "--tiles", 16, "--sides", "up", "--step", "0.4", "--radius", "0.3", "--min-area", 20)
        call("tiles", "bake", store)
        call("tiles", "seams", store)
        said = call("view", store).stdout
        pages = sorted(p.name for p in store.glob("out/*.html"))
        assert said == f"{len(pages)} pages; open {store}/index.html\n", said
        before = {p: (store / "out" / p).read_bytes() for p in pages}
        call("tiles", "finish", store, "-o", ".html", "-o", ".glb")
        assert {p: (store / "out" / p).read_bytes() for p in pages} == before, "finish writes other pages"
        index = json.loads((store / "index.json").read_text())
        assert sorted(os.path.basename(f["file"]) for t in index["tiles"] for f in t["files"] if f["file"].endswith(".html")) == pages
        browser.command("POST", "/url", {"url": f"file://{store}/index.html"})
        links = browser.run("return [...document.querySelectorAll('tbody a')].map((a) => a.getAttribute('href'))")
        assert sorted(links) == [f"out/{p}" for p in pages], links
        assert browser.run("return document.querySelectorAll('svg a').length") == len(pages)
        assert browser.run("return document.querySelectorAll('svg rect').length") == len(index["tiles"])
        drawn = {}
        for page in pages:
            links, rows = shown(browser, f"file://{store}/out/{page}")
            assert links[0] == "../index.html" and set(links[1:]) <= set(pages), links
            i, j = map(int, page[:-5].split("_"))
            assert set(links[1:]) == {p for p in pages if p in {f"{i + a}_{j + b}.html" for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}}, links
            drawn[page] = rows
        for page, counts in drawn.items():
            i, j = map(int, page[:-5].split("_"))
            around = [p for p in pages if p in {f"{i + a}_{j + b}.html" for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}]
            # A tile has corners of the tiles beside it on its sides, so its page may have more stretches than the navmesh before.
            least = sum(drawn[p]["border1"] for p in around)
            assert 0 < counts["beside"] <= least <= 1.2 * counts["beside"], (page, counts, least)
        one = pathlib.Path(folder, "one.html")
        assert call("view", store, "-o", one, "--title", "a <ruin> & more").stdout == f"{len(pages)} pages; open {one}\n"
        browser.command("POST", "/url", {"url": f"file://{one}"})
        assert browser.run("return document.querySelector('h1').textContent") == "a <ruin> & more"
        links = browser.run("return [...document.querySelectorAll('tbody a')].map((a) => a.getAttribute('href'))")
        assert sorted(links) == [f"?tile={p[:-5]}" for p in pages], links
        first = links[0].removeprefix("?tile=")
        browser.run("document.querySelector('tbody a').click()")
        browser.until(f"return document.title.endsWith('tile {first.replace('_', ' ')}')", "the page of a tile behind its link", 20)
        for page in pages[::5]:
            links, rows = shown(browser, f"file://{one}?tile={page[:-5]}")
            assert links[0] == "?" and rows == drawn[page], (page, links, rows)
            assert {f"{name.removeprefix('?tile=')}.html" for name in links[1:]} <= set(pages), links
        browser.run("document.querySelector('#panels a').click()")
        browser.until("return document.querySelector('tbody a') !== null", "the index behind its link", 20)
        assert browser.messages() == []
        for words, why in ((("-o", "x.obj"), "name it .html"), (("--title", "x"), "give -o PAGE.html"), (("--step", "1"), "is a store of tiles"), (("--max-bytes", "7"), "give -o PAGE.html"),
                           (("-o", "x.html", "--max-bytes", "99999"), f"open {store}/index.html, or give a greater --max-bytes"), (("-o", "no/x.html"), "no/x.html"),
                           (("-o", "store/y.html"), "is in the store, whose files are read")):
            refused = subprocess.run([plumb, "view", str(store), *words], capture_output=True, text=True, cwd=folder)
            assert refused.returncode == 2 and why in refused.stderr and not pathlib.Path(folder, words[1]).exists(), refused
        call("tiles", "finish", store, "-o", ".obj")
        assert (store / "index.html").exists() and sorted(p.name for p in store.glob("out/*.html")) == pages
    return 0


if __name__ == "__main__":
    sys.exit(main())
