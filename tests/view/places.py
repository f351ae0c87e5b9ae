#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person does with a page besides looking at one spot: two places, findings, exact numbers by touch and keys, links,
the wheel, the legend, a lost graphics context, and how a level opens.

  places.py ROOT PLUMB"""
import json
import os
import sys
import tempfile

from browser import Browser, rgb, skip_without_browser
from levels import LEVELS, Pages

# Two rooms of one storey under one roof, the second a step of 0.5 higher: the roof is walkable, and nobody gets there.
HOUSE = """
v 0 0 0
v 10 0 0
v 10 8 0
v 0 8 0
v 10 0 0.5
v 16 0 0.5
v 16 8 0.5
v 10 8 0.5
v -1 -1 3
v 17 -1 3
v 17 9 3
v -1 9 3
v 2 2 -4
v 4 2 -4
v 4 4 -4
v 2 4 -4
f 1 2 3 4
f 5 6 7 8
f 9 10 11 12
f 13 14 15 16
"""


def state(browser):
    return browser.run("return window.plumb.state()")


def link(browser):
    return browser.run("const s = window.plumb.state(); return '#' + Object.entries(s).filter(([, v]) => v !== '').map(([k, v]) => k + '=' + encodeURIComponent(v)).join('&')")


def at(browser, point):
    """Where a point of the level is in the window."""
    left, top, _, _ = browser.canvas()
    x, y, _ = browser.run("return window.plumb.project(arguments[0])", point)
    return left + x, top + y


def house(pages, up="z"):
    scene, page = os.path.join(pages.folder, "house.obj"), os.path.join(pages.folder, "house.html")
    with open(scene, "w") as file:
        file.write(HOUSE)
    pages.call("bake", scene, "--up", up, "--sides", "up", "--stance", "stand=9/5", "--step", "1/4", "-o", page, "--quiet")
    return page


def check_opening(browser, page):
    """The level opens on its rooms: the roof is cut away, and comes back by a button and by a link."""
    browser.open("file://" + page)
    browser.press_button("#view-top")
    inside = at(browser, ["5", "4", "0"])
    left, top, _, _ = browser.canvas()
    hit = lambda: browser.run("return window.plumb.hit(arguments[0], arguments[1])?.point[2]", inside[0] - left, inside[1] - top)
    height = lambda point: browser.run("return window.plumb.height(arguments[0])", point)
    assert height(hit()) == "0", "the roof hides the room"
    opened = browser.png()
    browser.press_button("#slice-all")
    assert height(hit()) == "3" and state(browser)["z"] == "all", "the roof does not come back"
    browser.open("file://" + page + link(browser))
    assert height(hit()) == "3", "the link of the whole level shows a part"
    assert browser.text("#slice-heights") == "heights -4 to 3"
    # An exact 0 is none of binary32's small numbers, and the lowest storey shows what lies below it.
    names = browser.run("return window.plumb.storeys().map((s) => s.name)")
    assert not any("e-" in name for name in names), names
    browser.press_button('button[data-storey="0"]')
    low = browser.run("return [window.plumb.storeys()[0].low, window.plumb.bounds().low[2]]")
    assert low[0] < low[1], "the lowest storey cuts what lies below it"
    return opened


def check_two_places(browser, page):
    """By a button, without a shift key, with what separates the places; the link shows the same."""
    browser.open("file://" + page)
    browser.press_button("#view-top")
    first, second = at(browser, ["5", "4", "0"]), at(browser, ["13", "4", "1/2"])
    browser.click(*first)
    browser.press_button("#compare")
    browser.click(*second)
    assert browser.run("return document.getElementById('compare').getAttribute('aria-pressed')") == "false"
    text = browser.text("#answer")
    assert "no, components" in browser.text("#joined"), text
    assert "0 are between them in plan, and it is 0.5 up, with a step of 0.25" in text, text
    assert "--from" in browser.text("#command") and "--to" in browser.text("#command")
    browser.open("file://" + page + link(browser))
    assert browser.text("#answer") == text, "the link of two places shows something else"
    # The same by a finger, and by a key.
    browser.press_button("#canvas")
    browser.press("Escape")
    browser.press_button("#view-top")
    for place in (first, second):
        browser.drag(*place, 0, 0, kind="touch")
        if place is first:
            browser.press("m")
    assert browser.text("#joined"), "two taps do not show two places"


def check_exact_numbers(browser, page):
    """Fractions by a click, by Tab and Enter, and for a reader."""
    browser.open("file://" + page)
    browser.run("const s = document.getElementById('search'); s.value = '1/3,1/7,0'; s.form.requestSubmit()")
    browser.settle()
    numbers = browser.run("return [...document.querySelectorAll('#answer button.number')].map((b) => [b.innerText, b.title, b.getAttribute('aria-label'), b.tabIndex])")
    third = next(n for n in numbers if n[1] == "1/3")
    assert third == ["0.333333…", "1/3", "0.333333…, exactly 1/3", 0], third
    browser.press_button('#answer button.number[title="1/3"]')
    assert "1/3" in browser.text("#answer")
    browser.run("document.querySelector('#answer button.number[title=\"1/7\"]').focus()")
    browser.press("Enter")
    assert "1/7" in browser.text("#answer"), "Enter shows no fraction"
    assert "-" not in browser.text("#verdict") and "-0" not in browser.text("#answer")


def check_links(browser, page):
    """Links that name what is not there do no harm, and the button says that it has copied."""
    for wrong in ("#a=-1", "#a=1e9", "#a=x", "#q=facet,0,0,0,0", "#o=facet,1.5,0,0,0", "#f=-3", "#f=9", "#z=,", "#t=-1", "#g=-2", "#at=x", "#at=,,", "#at=1,2,y", "#o=cell,1,2,3,4&q=point,0,0,0,0"):
        browser.open("file://" + page + wrong)
        assert browser.messages() == [], wrong
        assert browser.run("return document.getElementById('message')?.hidden ?? true"), f"{wrong} ends the page"
    browser.press_button("#link")
    browser.until("return document.querySelector('#toolbar .said').innerText !== ''", "the button to say something", 5)
    assert "copied" in browser.text("#toolbar .said")


def wheel(browser, x, y, delta, times=1):
    browser.command("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
        {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": delta, "duration": 0, "origin": "viewport"}] * times}]})
    browser.settle()


def check_wheel(browser, page):
    """The wheel keeps what is under the cursor where it is, in both projections, and has bounds."""
    browser.open("file://" + page)
    browser.press_button("#view-top")
    browser.run("window.turns = []; window.addEventListener('wheel', (e) => window.turns.push(e.deltaY), { capture: true })")
    for _ in range(2):
        point = ["13", "4", "1/2"]
        before = at(browser, point)
        for delta in (-300, -300, 200):
            wheel(browser, *before, delta)
            after = at(browser, point)
            assert max(abs(a - b) for a, b in zip(before, after)) < 2, f"the wheel moves what is under the cursor from {before} to {after}"
        for delta in (-2000, 2000):
            browser.run("window.turns = []")
            wheel(browser, *before, delta, 25)
            turns = browser.run("return window.turns")
            assert turns == [delta] * 25, f"the wheel was turned 25 times, and the page was told {turns}"
            numbers = [float(v) for v in state(browser)["c"].split(",")]
            assert all(abs(v) < 1e6 for v in numbers), numbers
        browser.press_button("#view-top")
        browser.press_button("#parallel")


def check_loss(browser, page):
    """What was drawn comes back after the graphics context was lost."""
    browser.open("file://" + page)
    before = browser.png()
    browser.run("window.lost = document.getElementById('canvas').getContext('webgl2') ?? document.getElementById('canvas').getContext('webgl'); window.ending = window.lost.getExtension('WEBGL_lose_context'); window.ending.loseContext()")
    browser.until("return !document.getElementById('lost').hidden", "the page to say that the graphics are gone", 10)
    browser.run("window.ending.restoreContext()")
    browser.until("return document.getElementById('lost').hidden", "the graphics to come back", 10)
    browser.settle()
    assert browser.png() == before, "the picture is another one after the context was lost"


def check_legend(browser, page):
    """The picture and the PNG that is saved have the colours that are shown, and a scale."""
    browser.open("file://" + page)
    has = lambda: browser.run("""
      const c = document.getElementById('legend'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; const out = new Set();
      for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 250) out.add([d[i], d[i + 1], d[i + 2]].join());
      return [...out]""")
    groups = {g["key"]: ",".join(str(v) for v in rgb(g["colour"])) for g in browser.run("return window.plumb.groups()")}
    assert groups["v1"] in has(), "the legend has no colour of stand"
    browser.press_button('input[data-key="v1"]')
    assert groups["v1"] not in has(), "the legend has what is switched off"
    browser.press_button('input[data-key="v1"]')
    saved = browser.command("POST", "/execute/async", {"script": "const done = arguments[0]; window.plumb.png().then(async (blob) => { const b = await createImageBitmap(blob); const c = new OffscreenCanvas(b.width, b.height); const x = c.getContext('2d'); x.drawImage(b, 0, 0); const d = x.getImageData(0, 0, b.width, b.height).data; const p = document.getElementById('legend'); const l = p.getContext('2d').getImageData(0, 0, p.width, p.height).data; let same = 0, all = 0; for (let i = 0; i < l.length; i += 4) if (l[i + 3] === 255) { all += 1; same += Math.abs(d[i] - l[i]) + Math.abs(d[i + 1] - l[i + 1]) < 3; } done([b.width === p.width && b.height === p.height, same, all]); })", "args": []})
    assert saved[0] and saved[1] == saved[2] > 100, f"the PNG has not the legend: {saved}"


def check_finding(browser, pages):
    """The panel of a finding has what the audit says of it, and its link shows it again."""
    scene, options = LEVELS["competition"]
    other, out, page = (os.path.join(pages.folder, name) for name in ("other.mset", "audit.json", "audit.html"))
    pages.call("bake", scene, *options.split(), "--radius", "0.3", "-o", other, "--quiet")
    pages.call("audit", scene, other, "--up", "z", "--numbers", "decimal", "--cell", "0.3,0.2", "--json", out, "-o", page, "--quiet", expected=1)
    with open(out) as file:
        audit = json.load(file)
    browser.open("file://" + page)
    listed = audit["findings"]["listed"]
    largest = max(range(len(listed)), key=lambda i: listed[i]["area"]["approx"])
    browser.press_button(f'button.place[data-place="{largest}"]')
    finding, text = listed[largest], browser.text("#finding")
    assert f"{finding['difference']} floor, of component {finding['component']}" in text, text
    assert all(c["cause"].replace("_", " ") in text for c in finding["causes"]), text
    assert audit["navmesh"]["file"] in text and "cell size 3/10" in text, text
    assert (finding["area"]["exact"] or "a fraction of more than 1,000 characters") in browser.run("return [...document.querySelectorAll('#finding .number')].map((n) => n.title || n.innerText)"), text
    browser.open("file://" + page + link(browser))
    assert browser.text("#finding") == text, "the link of a finding does not show it"


def check_new(browser, pages):
    """What is new against a baseline is marked, and a link of SARIF leads to its point."""
    scene, options = LEVELS["competition"]
    known, other, page, sarif = (os.path.join(pages.folder, name) for name in ("known.json", "larger.mset", "new.html", "new.sarif"))
    judged = [scene, "--up", "z", "--numbers", "decimal", "--cell", "0.3,0.2", "--quiet"]
    pages.call("audit", *judged, os.path.join(pages.folder, "other.mset"), "--limit", "9999", "--json", known, expected=1)
    pages.call("bake", scene, *options.split(), "--radius", "0.5", "-o", other, "--quiet")
    pages.call("audit", *judged, other, "--baseline", known, "--sarif", sarif, "-o", page, expected=1)
    with open(sarif) as file:
        result = next(r for r in json.load(file)["runs"][0]["results"] if r["baselineState"] == "new")
    target = result["message"]["markdown"].split("[show](")[1].rstrip(")")
    assert target.startswith("new.html#at="), target
    browser.messages()  # those of the lost context
    browser.open("file://" + os.path.join(pages.folder, target))
    browser.settle()
    assert browser.messages() == []
    assert browser.run("return window.plumb.state().o").startswith("point,"), "the link does not select its point"
    browser.run("const s = document.querySelector('select[data-filter=state]'); s.value = 'new'; s.dispatchEvent(new Event('change'))")
    titles = browser.run("return [...document.querySelectorAll('button.place')].map((b) => b.textContent)")
    assert titles and all(t.startswith("new: ") for t in titles), titles


def main():
    skip_without_browser()
    root, plumb = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        pages = Pages(root, plumb, folder)
        page = house(pages)
        check_opening(browser, page)
        check_two_places(browser, page)
        check_exact_numbers(browser, page)
        check_links(browser, page)
        check_wheel(browser, page)
        check_loss(browser, page)
        check_legend(browser, page)
        check_finding(browser, pages)
        check_new(browser, pages)
        # The context was lost on purpose, and the pictures are read by this test.
        expected = "THREE.WebGLRenderer: Context", "Multiple readback operations using getImageData"
        unexpected = [m for m in browser.messages() if not any(e in m for e in expected)]
        assert unexpected == [], unexpected
    return 0


if __name__ == "__main__":
    sys.exit(main())
