#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of a store of tiles: the index leads to each, and a page shows the border of the tiles beside it and leads to theirs.

  tiles.py ROOT PLUMB"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser, skip_without_browser


def main():
    skip_without_browser()
    root, plumb = sys.argv[1], os.path.abspath(sys.argv[2])
    call = lambda *words: subprocess.run([plumb, *map(str, words)], check=True, capture_output=True, text=True, cwd=root)
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
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
            browser.open(f"file://{store}/out/{page}")
            browser.until("return document.querySelector('#panels section, #panels details') !== null", "the page", 20)
            links = browser.run("return [...document.querySelectorAll('#panels a')].map((a) => a.getAttribute('href'))")
            assert links[0] == "../index.html" and set(links[1:]) <= set(pages), links
            i, j = map(int, page[:-5].split("_"))
            assert set(links[1:]) == {p for p in pages if p in {f"{i + a}_{j + b}.html" for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}}, links
            rows = browser.run("return [...document.querySelectorAll('.switch')].filter((s) => s.querySelector('.count')).map((s) => [s.querySelector('input').dataset.key, s.querySelector('.count').textContent])")
            drawn[page] = {key: int(count.split()[0].replace(",", "")) for key, count in rows if key in ("beside", "border1")}
        for page, counts in drawn.items():
            i, j = map(int, page[:-5].split("_"))
            around = [p for p in pages if p in {f"{i + a}_{j + b}.html" for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}]
            # A tile has corners of the tiles beside it on its sides, so its page may have more stretches than the navmesh before.
            least = sum(drawn[p]["border1"] for p in around)
            assert 0 < counts["beside"] <= least <= 1.2 * counts["beside"], (page, counts, least)
        assert browser.messages() == []
        for words in (("-o", "x.html"), ("--title", "x"), ("--step", "1"), ("--max-bytes", "7")):
            refused = subprocess.run([plumb, "view", str(store), *words], capture_output=True, text=True, cwd=folder)
            assert refused.returncode == 2 and "is a store of tiles" in refused.stderr, refused
        call("tiles", "finish", store, "-o", ".obj")
        assert (store / "index.html").exists() and sorted(p.name for p in store.glob("out/*.html")) == pages
    return 0


if __name__ == "__main__":
    sys.exit(main())
