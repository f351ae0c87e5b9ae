#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The findings of audits, layers, routes and updates in the page are those of their files.

  findings.py ROOT PLUMB [RECAST_NAVMESH]

With RECAST_NAVMESH, the level competition as Recast bakes it by watersheds and by monotone regions is audited, and the
largest finding is clicked on; without it, another bake of the level stands for the other baker."""
import json
import os
import subprocess
import sys
import tempfile

from browser import Browser, rgb, skip_without_browser
from levels import LEVELS, Pages

OPTIONS = "--up z --numbers decimal --sides up --step 0.4".split()


def audits(pages, recast):
    """Audits of two navmeshes of competition: the scene and the files."""
    scene = LEVELS["competition"][0]
    files = []
    for name in ("watershed", "monotone"):
        navmesh = os.path.join(pages.folder, name + ".mset")
        cell = []
        if recast:
            subprocess.run([recast, scene, "0.1", "0.1", "1.8", "0", "0.4", "45", "--up", "z", "--partition", name, "--mset", navmesh],
                           cwd=pages.root, check=True, capture_output=True)
            cell = ["--cell", "0.1,0.1", "--climb", "0.4"]
        else:
            pages.call("bake", scene, "--up", "z", "--numbers", "decimal", "--radius", "0.3" if name == "watershed" else "0.2", "-o", navmesh, "--quiet")
        out = os.path.join(pages.folder, name + ".json")
        more = ["-o", os.path.join(pages.folder, name + ".html")]
        ran = subprocess.run([pages.plumb, "audit", scene, navmesh, *OPTIONS, *cell, "--json", out, *more, "--quiet"], cwd=pages.root, capture_output=True, text=True)
        assert ran.returncode in (0, 1), ran.stderr
        files.append(out)
    return files


def listed(findings):
    return sorted((f["difference"], max(f["causes"], key=lambda c: c["area"]["approx"])["cause"], f["area"]["exact"] or "") for f in findings["listed"])


def check_audit(browser, findings, name):
    shown = browser.run("return window.plumb.places()")
    assert sorted((p["kind"], p["cause"], p["area"] or "") for p in shown) == listed(findings), f"{name}: other findings are shown than the file lists"
    groups = {g["key"]: g for g in browser.run("return window.plumb.groups()") if g["key"].startswith("cause ")}
    assert sum(g["count"] for g in groups.values()) == len(findings["listed"])
    buttons = browser.run("return [...document.querySelectorAll('button.place')].map((b) => [b.innerText, Number(b.dataset.place)])")
    assert len(buttons) == len(shown) or len(shown) > 300
    # The largest comes first of its component; a click on it flies there, and its colour is in the middle.
    largest = max(range(len(shown)), key=lambda i: findings["listed"][i]["area"]["approx"])
    browser.press_button(f'button.place[data-place="{largest}"]')
    picture = browser.picture()
    colour = rgb(groups[f"cause {shown[largest]['kind']}: {shown[largest]['cause']}"]["colour"])
    middle = {picture.pixel(picture.width // 2 + dx, picture.height // 2 + dy) for dx in range(-6, 7) for dy in range(-6, 7)}
    assert colour in middle, f"{name}: the largest finding is not in the middle: {colour} is not among {sorted(middle)[:8]}"
    for filtered in ("missing", "excess"):
        browser.run("const s = document.querySelector('select[data-filter=kind]'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", filtered)
        kinds = browser.run("return [...document.querySelectorAll('button.place')].map((b) => window.plumb.places()[Number(b.dataset.place)].kind)")
        assert set(kinds) <= {filtered}, f"{name}: the filter {filtered} lets {set(kinds)} pass"
    browser.run("const s = document.querySelector('select[data-filter=kind]'); s.value = ''; s.dispatchEvent(new Event('change'))")


def main():
    skip_without_browser()
    root, plumb = sys.argv[1:3]
    recast = sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        pages = Pages(root, plumb, folder)
        files = audits(pages, recast)
        scene = LEVELS["competition"][0]
        navmesh = os.path.join(folder, "competition.json")
        pages.call("bake", scene, *OPTIONS, "-o", navmesh, "--quiet")
        layers, route = os.path.join(folder, "layers.json"), os.path.join(folder, "route.json")
        pages.call("layers", navmesh, "--json", layers, "--quiet")
        ran = subprocess.run([plumb, "route", navmesh, "--from", "6.4,26.6,0", "--to", "14.9,20,0", "--json", route, "--quiet"], cwd=root, capture_output=True, text=True)
        more = [layers] + ([route] if ran.returncode == 0 else [])
        page = os.path.join(folder, "page.html")
        pages.call("view", *files, navmesh, *more, "-o", page, "--quiet")
        browser.open("file://" + page)
        found = [json.load(open(f))["findings"] for f in files]
        assert len(found[0]["listed"]) > 0
        check_audit(browser, found[0], "watershed")
        browser.press_button("#canvas")
        browser.press("2")
        assert browser.run("return document.querySelector('button[data-audit=\"1\"]').getAttribute('aria-pressed')") == "true"
        assert sorted((p["kind"], p["cause"], p["area"] or "") for p in browser.run("return window.plumb.places()")) == listed(found[1])
        text = browser.run("return document.body.textContent")
        facts = json.load(open(layers))
        count = len(facts["layers"])
        assert f"{count:,} layer" in text, f"the summary does not speak of {count:,} layers"
        groups = browser.run("return window.plumb.groups().filter((g) => g.key.startsWith('layer'))")
        assert sum(g["count"] for g in groups) == sum(len(layer["cells"]) for layer in facts["layers"])
        assert len(groups) == min(count, 25), f"{len(groups)} switches for {count} layers"
        if ran.returncode == 0:
            assert "Length of the route" in text, "the route is not shown"
        else:
            print("no route: " + ran.stderr.strip())
        browser.open("file://" + files[0].replace(".json", ".html"))  # that audit -o wrote
        check_audit(browser, found[0], "audit -o PAGE.html")
        assert browser.messages() == []
        print(f"{[len(f['listed']) for f in found]} findings, {len(facts['layers'])} layers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
