#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""plumb.html in Chromium: each thing that it offers, against what the native command says.

  page.py ROOT PAGE PLUMB"""
import base64
import csv
import json
import os
import subprocess
import sys
import tempfile

from baking_page import CATCH_FILES, BakingPage, opened, plumb, skip_without_browser

LONG_TASKS = "window.tasks = []; new PerformanceObserver((list) => { for (const e of list.getEntries()) window.tasks.push([e.startTime, Math.round(e.duration)]); }).observe({ entryTypes: ['longtask'] })"
LONGEST = "return Math.max(0, ...window.tasks.filter(([at]) => at >= arguments[0]).map(([, took]) => took))"
NOW = "return performance.now()"
HOSTILE = "<img src=x onerror=window.broken=1>"
HOSTILE_NAME = '">' + HOSTILE + ".obj"
SQUARE = b"v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\no " + HOSTILE.encode() + b"\nf 1 2 3 4\n"


def same_as_native(page, root, program, level, folder):
    """The areas of verdicts of the page are those of the native bake with the page's options."""
    table = os.path.join(folder, "areas.csv")
    plumb(program, "bake", os.path.join(root, level), *page.arguments(), "-o", table, "--quiet")
    with open(table, newline="") as file:
        native = {row["verdict"]: row["area_exact"] for row in csv.DictReader(file)}
    shown = {name: area for name, _, area in page.areas()}
    assert all(native[name] == found for name, found in shown.items()) and shown, f"{level}: the page has {shown}, the command {native}"


def check_first(page, root, program, folder):
    """A level that is inside, the fields and the sliders; what is shown stays until the next is there."""
    browser = page.browser
    browser.command("POST", "/url", {"url": "about:blank"})
    browser.requests()
    browser.messages()
    page.open()
    assert "Drop a level" in browser.text("#app"), "the page does not say what to do"
    browser.run(LONG_TASKS)
    page.choose("ruin.obj")
    same_as_native(page, root, program, "docs/examples/ruin.obj", folder)
    print("first bake of the ruin:", browser.text("#baking"), "; longest task:", browser.run(LONGEST, 0), "ms")
    browser.press_button("#view-top")
    camera, before = browser.run("return window.plumb.state().c"), page.areas()
    began = browser.run(NOW)
    page.slide("stance2", 200, 220, 240)
    assert page.areas() == before, "what was shown is gone before the next is there"
    page.baked()
    assert page.settings()["stances"][2]["height"] == "1.8", page.settings()
    page.slide("stance2", 280)
    page.baked()
    assert page.settings()["stances"][2]["height"] == "2.1" and page.areas() != before
    assert browser.run("return window.plumb.state().c") == camera, "the camera moved"
    same_as_native(page, root, program, "docs/examples/ruin.obj", folder)
    print("longest task while sliding:", browser.run(LONGEST, began), "ms")
    asked = [url for url in browser.requests() if not url.startswith(("about:", "chrome:", "blob:"))]
    assert asked == [page.url], f"the page asked for {asked}"
    assert browser.messages() == []


def check_drop(page, root, program, folder):
    """A level that is dropped, the warnings with their buttons, marks, and errors that are told."""
    browser = page.browser
    page.open()
    crates = open(os.path.join(root, "docs/examples/crates.obj"), "rb").read()
    page.drop({"crates.obj": crates})
    page.baked()
    assert "--up z" in browser.text("#warnings")
    browser.press_button("#warnings button", settle=False)
    page.baked()
    assert page.settings()["up"] == "z"
    same_as_native(page, root, program, "docs/examples/crates.obj", folder)
    browser.press_button("#previous-stance0", settle=False)
    page.baked()
    found = json.loads(plumb(program, "explain", os.path.join(root, "docs/examples/crates.obj"), "--up", "z", "--thresholds", "height", "--range", "0,3.6", "--json", "--quiet"))
    heights = [v["height"] for v in found["values"]]
    assert page.settings()["stances"][0]["height"] in heights, f"{page.settings()['stances']} is none of {heights}"
    browser.run("const s = document.getElementById('value-step'); s.value = '7'; s.dispatchEvent(new Event('change'))")
    browser.until("return document.getElementById('errors').innerText", "the error", 30)
    said = plumb_error(program, os.path.join(root, "docs/examples/crates.obj"), *page.arguments())
    assert browser.text("#errors").strip() == said, f"{browser.text('#errors')!r} is not {said!r}"
    page.field("step", "0.25")
    for name, content in ({"broken.obj": b"v 1 2\nf 1 2 9\n"}.items()):
        page.drop({name: content})
        browser.until("return document.getElementById('errors').innerText", "the error of a broken file", 30)
    for name, content in (("notes.txt", b"hello"), ("empty.obj", b""), ("text.glb", b"hello"), ("number.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")):
        browser.run("document.getElementById('errors').replaceChildren()")
        page.drop({name: content})
        browser.until("return document.getElementById('errors').innerText", f"the error of {name}", 30)
    browser.run("document.getElementById('errors').replaceChildren(); const folder = new File([], 'folder.obj'); folder.arrayBuffer = () => Promise.reject(new Error('it is a folder')); window.plumb.baking.reading(window.plumb.baking.drop([folder]))")
    browser.until("return document.getElementById('errors').innerText.includes('it is a folder')", "the error of a folder", 30)
    page.drop({"crates.obj": crates})
    page.baked()
    page.drop({"notes.txt": b"hello"}, share=0.9)
    browser.until("return document.getElementById('errors').innerText && /^baked/.test(document.getElementById('baking').innerText)",
                  "the error of a navmesh that is none, and the bake all the same", 60)
    assert browser.messages() == []


def plumb_error(program, *arguments):
    return subprocess.run([program, "bake", *arguments, "--quiet"], capture_output=True, text=True).stderr.strip().removeprefix("plumb: ")


def check_two_clicks(page, root, program):
    """Two clicks: the way and its length, or what would join the places, and the button that sets it."""
    browser = page.browser
    page.open()
    page.choose("doorways.obj")
    browser.press_button("#view-top")
    left, top, _, _ = browser.canvas()
    places = [browser.run("return window.plumb.project(arguments[0])", point) for point in (["2", "1.8", "0"], ["8", "1.8", "0"])]
    browser.click(left + places[0][0], top + places[0][1])
    browser.click(left + places[1][0], top + places[1][1], shift=True)
    browser.until("return window.plumb.baking.reach.isDone", "the answers", 120)
    text = browser.text("#reach")
    assert "gets there. Length of the way: between" in text and "does not get there" in text, text
    stand = [found for found in page.reached() if found["stance"] == "stand"][0]
    height = [limit for limit in stand["limits"] if limit["parameter"] == "height"][0]
    assert height["kind"] == "at" and height["value"] == ["1/2", "1/2"], height
    assert browser.run("return window.plumb.baking.settings.marks.get('height').map((m) => m.text)") == ["1/2"], "what joins two places is no mark"
    browser.press_button('.reached[data-stance="stand"] tr[data-parameter="height"] button.set', settle=False)
    page.baked()
    assert [s["height"] for s in page.settings()["stances"]][-1] == "1/2", page.settings()
    browser.until("return window.plumb.baking.reach.isDone", "the answers after it", 120)
    assert all(found.get("route") for found in page.reached()), f"the value does not join the places: {page.reached()}"
    assert browser.messages() == []


def check_marks_of_steps(page):
    """The step that the report names is a mark: doorways are joined by a step of 1/4."""
    page.open()
    page.choose("doorways.obj")
    page.field("step", "0")
    page.browser.press_button("#next-step", settle=False)
    page.baked()
    assert page.settings()["step"] == "1/4", page.settings()
    assert page.browser.messages() == []


def check_large(page):
    """A level of 100,000 faces is shown, and asked about, without a long time in which the page does not answer."""
    browser = page.browser
    side = 224
    lines = [f"v {x} {y} {(x * x + 3 * y * y + 5 * x * y) % 17 / 32}" for y in range(side) for x in range(side)]
    corner = lambda x, y: y * side + x + 1  # noqa: E731
    for y in range(side - 1):
        for x in range(side - 1):
            lines += [f"f {corner(x, y)} {corner(x + 1, y)} {corner(x + 1, y + 1)}", f"f {corner(x, y)} {corner(x + 1, y + 1)} {corner(x, y + 1)}"]
    page.open()
    page.browser.run("window.plumbStart.settings.set({ up: 'z', sides: 'up' })")
    page.drop({"large.obj": "\n".join(lines).encode()})
    browser.run(LONG_TASKS)
    began = browser.run(NOW)
    page.baked(300)
    shown = browser.run(LONGEST, began)
    asked = browser.run(NOW)
    browser.run("document.getElementById('canvas').focus()")
    browser.press("Enter")
    browser.until("return window.plumb.baking.app.answer.first && document.getElementById('answer').innerText", "the answer about the middle", 10)
    answered = browser.run(LONGEST, asked)
    print("longest task of a level of 100,000 faces:", shown, "ms; of an answer:", answered, "ms;", browser.text("#baking"))
    assert shown < 2000, f"the page does not answer for {shown} ms"  # of other work of the machine, too
    assert browser.messages() == []


def check_link(page):
    """A link holds the level, the options, the view and both places."""
    browser = page.browser
    browser.until("return location.hash.includes('q=') && decodeURIComponent(location.hash).includes('1/2')", "the places and the last option in the address", 10)
    fragment = browser.run("return location.hash")
    text, areas = browser.text("#reach"), page.areas()
    page.open(fragment)
    page.baked()
    browser.until("return window.plumb.baking.reach.isDone", "the answers of a link", 120)
    assert page.areas() == areas, "the link shows another bake"
    assert browser.text("#reach") == text, f"the link answers {browser.text('#reach')!r}, before it was {text!r}"
    assert browser.messages() == []
    for nonsense in ("#l=inside:nothing.obj", "#l=file:a.obj:%%%", "#l=file:a.obj:AAAA&b=["):
        page.open(nonsense)
        assert "Drop a level" in browser.text("#app") and "no level" in browser.text("#errors"), f"{nonsense} shows something, or says nothing"
    page.open("#l=inside:crates.obj&b=" + '{"stances":[7],"up":"z","step":[1],"other":1}')
    page.baked()
    assert page.settings()["up"] == "z" and page.settings()["step"] == "0" and browser.messages() == []


def check_audit(page, root, program, folder):
    """A navmesh that is dropped is audited; two are shown side by side."""
    browser = page.browser
    level = os.path.join(root, "docs/examples/crates.obj")
    for name, radius in (("wide.obj", "0.4"), ("narrow.obj", "0.1")):
        plumb(program, "bake", level, "--up", "z", "--sides", "up", "--radius", radius, "-o", os.path.join(folder, name), "--quiet")
    page.open()
    page.choose("crates.obj")
    for name in ("wide.obj", "narrow.obj"):
        page.drop({name: open(os.path.join(folder, name), "rb").read()}, share=0.9)
        page.baked()
    plumb(program, "audit", level, *page.arguments(), os.path.join(folder, "wide.obj"), "--json", os.path.join(folder, "audit.json"), "--quiet")
    found = json.load(open(os.path.join(folder, "audit.json")))["findings"]["listed"]
    shown = browser.run("return window.plumb.baking.app.documents.audits[0].data.findings.listed")
    assert shown == found, "the findings are not those of the command"
    keys = [g["key"] for g in browser.run("return window.plumb.groups()")]
    assert "own 0" in keys and any(key.startswith("cause ") for key in keys), keys
    browser.press_button("#side-by-side")
    browser.until("return document.getElementById('canvas-beside')?.width > 10", "the second picture", 20)
    browser.press_button("#view-top")
    same = "const [a, b] = [window.plumb.baking.app.viewer, window.plumb.baking.audits.beside.viewer]; return a.camera.state().join() === b.camera.state().join()"
    browser.until(same, "both cameras to look alike", 10)
    browser.press_button("#side-by-side")
    assert browser.messages() == []


def check_files(page, root, program, folder):
    """Every format that a button writes has the bytes of the native command's file."""
    browser = page.browser
    page.open()
    page.choose("crates.obj")
    browser.run(CATCH_FILES)
    browser.run("for (const d of document.querySelectorAll('#bake details')) d.open = true")
    # Names in a file are those of the command line: so the native command runs where the level is.
    with open(os.path.join(folder, "crates.obj"), "wb") as file:
        file.write(open(os.path.join(root, "docs/examples/crates.obj"), "rb").read())
    for word in ("json", "obj", "glb", "svg", "tres", "csv", "cert"):
        plumb(program, "bake", "crates.obj", *page.arguments(), "-o", f"crates_nav.{word}", "--quiet", folder=folder)
        browser.run("window.saved = []")
        browser.press_button(f"#export-{word}", settle=False)
        names = [f"crates_nav.{word}"] + (["crates_nav.mtl"] if word == "obj" else [])
        browser.until(f"return window.saved.length >= {len(names)}", f"the .{word}", 60)
        saved = dict(browser.run("return window.saved"))
        assert sorted(saved) == sorted(names), f".{word}: {sorted(saved)}"
        for name, content in saved.items():
            with open(os.path.join(folder, name), "rb") as file:
                assert base64.b64decode(content) == file.read(), f"{name} has other bytes"
    browser.run("window.saved = []")
    browser.press_button("#export-page", settle=False)
    areas, arguments = page.areas(), page.arguments()
    first = keep_page(browser, folder, "first.html")
    again, kept = open_saved(browser, first, areas, arguments, "again.html")
    assert kept == open(first, "rb").read(), "a saved page saves itself otherwise"
    saved, _ = open_saved(browser, again, areas, arguments, "more.html")
    check_saved(browser, saved, folder)
    page.open()
    page.choose("crates.obj")
    assert browser.messages() == []


def keep_page(browser, folder, name):
    """Writes the page that was saved last."""
    browser.until("return window.saved.length > 0", "the page with the level", 60)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(base64.b64decode(browser.run("return window.saved")[0][1]))
    return file.name


def open_saved(browser, file, areas, arguments, name):
    """Opens a saved page, which shows the bake with which it was saved, and saves it again: the file and its bytes."""
    saved = BakingPage(browser, file)
    saved.open()
    saved.baked()
    assert saved.areas() == areas and saved.arguments() == arguments, "a saved page shows another bake"
    browser.run(CATCH_FILES)
    browser.run("document.getElementById('export-page').click()")
    again = keep_page(browser, os.path.dirname(file), name)
    with open(again, "rb") as read:
        return again, read.read()


def check_saved(browser, file, folder):
    """A saved page with other options and a name that is markup; links to another level; a page that is damaged."""
    page = BakingPage(browser, file)
    page.open()
    page.baked()
    page.drop({HOSTILE_NAME: SQUARE})
    page.baked()
    page.field("slope", "30")
    browser.run(CATCH_FILES)
    browser.run("document.getElementById('export-page').closest('details').open = true")
    browser.run("window.plumb.baking.settings.put('slope', '31'); document.getElementById('export-page').click()")
    assert "cannot be saved" in browser.text("#exported"), "a page is saved with options by which it is not baked"
    browser.run("window.plumb.baking.settings.put('slope', '30'); document.getElementById('export-page').click()")
    hostile = keep_page(browser, folder, "hostile.html")
    open_saved(browser, hostile, page.areas(), page.arguments(), "hostile_again.html")
    page = BakingPage(browser, hostile)
    assert page.settings()["slope"] == "30" and browser.run("return window.plumb.baking.level.scene") == HOSTILE_NAME
    assert browser.run("return window.broken ?? null") is None and browser.run("return document.querySelectorAll('img').length") == 0
    page.open("#l=saved:crates.obj")
    assert "no level" in browser.text("#errors"), "a link opens a level of another name"
    page.open("#l=none&c=0,0,0,0,0,0,0,1,1")
    assert "Drop a level" in browser.text("#app") and not browser.text("#errors"), "a link without a level opens one"
    assert browser.messages() == []
    with open(hostile, "rb") as read:
        text = read.read()
    at = text.index(b">", text.index(b"data-saved=")) + 1
    damaged = os.path.join(folder, "damaged.html")
    with open(damaged, "wb") as written:
        written.write(text[:at] + b"????" + text[at:])
    BakingPage(browser, damaged).open()
    browser.until("return document.getElementById('errors').innerText.includes('cannot be read')", "the error of a damaged page", 20)
    browser.messages()


def check_seen(page):
    """How a floor is sliced, and the colours."""
    browser = page.browser
    browser.run("document.getElementById('search').value = ''")
    browser.type_into("#search", "4,4,0\ue007")
    browser.press_button("#slice-floor")
    counts = []
    for number in (0, 5, 23):
        browser.run("const s = document.getElementById('blockers'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", number)
        browser.until(f"return window.plumb.groups().find((g) => g.key === 'sliced by')?.count === {number}", f"the floor under {number} polygons", 30)
        counts.append(browser.run("return window.plumb.groups().filter((g) => /^sliced-?\\d/.test(g.key)).reduce((sum, g) => sum + g.count, 0)"))
    assert counts[0] == 1 and counts[0] < counts[1] < counts[2], f"the floor is cut into {counts} cells"
    browser.press_button("#blockers-end")
    browser.run("for (const d of document.querySelectorAll('#panels details')) d.open = true")
    for word, least in (("component", 2), ("clearance", 1), ("distance to the border", 4)):
        page.choice("shade-by", word)
        browser.until("return document.getElementById('shading').textContent === '' && window.plumb.groups().some((g) => g.key.startsWith('shade ' + arguments[0]))".replace("arguments[0]", f"'{word}'"), f"colours by {word}", 60)
        groups = [g for g in browser.run("return window.plumb.groups()") if g["key"].startswith("shade ")]
        assert len(groups) >= least, f"{word}: {groups}"
    page.choice("shade-by", "verdict")
    assert browser.messages() == []


def check_hostile(page):
    """Names are text; numbers without sense are errors that are told."""
    browser = page.browser
    page.open()
    page.drop({HOSTILE_NAME: SQUARE})
    page.baked()
    assert browser.run("return window.broken ?? null") is None and browser.run("return document.querySelectorAll('img').length") == 0
    for size in ("1e30", "1e300"):
        page.drop({"large.obj": b"".join(f"v {x} {y} 0\n".encode() for x, y in (("0", "0"), (size, "0"), (size, size), ("0", size))) + b"f 1 2 3 4\n"})
        browser.until("return document.getElementById('errors').innerText || /^baked/.test(document.getElementById('baking').innerText)", f"an answer to {size}", 60)
        page.count = browser.run("return window.plumb.baking.baked")
    assert browser.messages() == []


def check_hands(page):
    """By keyboard alone, and in a narrow window by touch: a level, two places, and what lies between them."""
    browser = page.browser
    page.open()
    page.choose("doorways.obj")
    for point in ("2,1.8,0", "8,1.8,0"):
        browser.run("document.activeElement.blur()")
        browser.press("/")
        browser.run("document.getElementById('search').value = ''")
        browser.type_into("#search", point + "\ue007")
        browser.run("document.activeElement.blur()")
        browser.press("m")
    browser.until("return window.plumb.baking.reach.isDone", "the answers", 120)
    assert "does not get there" in browser.text("#reach")
    browser.press("Escape")
    browser.size(420, 800)
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    left, top, width, height = browser.canvas()
    browser.press_button("#view-top")
    browser.drag(left + width / 2, top + height / 2, 0, 0, kind="touch")
    browser.press_button("#compare")
    browser.drag(left + width / 2, top + height / 2 - 30, 0, 0, kind="touch")
    assert browser.text("#reach") is not None, "two taps ask nothing"
    unlabelled = browser.run("return [...document.querySelectorAll('button, input, select')].filter((e) => !(e.textContent || e.getAttribute('aria-label') || e.closest('label'))).map((e) => e.outerHTML)")
    assert unlabelled == [], f"controls without a label: {unlabelled}"
    browser.size(1280, 760)


def check_memory(page):
    """After twenty bakes the page holds about as much as after two."""
    browser = page.browser
    page.open()
    page.choose("ruin.obj")
    held = lambda: browser.run("gc(); return [performance.memory.usedJSHeapSize, window.plumb.baking.app.viewer.renderer.info.memory.geometries]")  # noqa: E731
    for number in range(20):
        page.field("step", f"0.{number + 10}")
        if number == 2:
            early = held()
    late = held()
    print(f"held after 3 bakes: {early}, after 20: {late}")
    assert late[0] < 1.5 * early[0] + 2**23 and late[1] <= early[1] * 1.2 + 4, f"after 3 bakes {early}, after 20 {late}"


def main():
    skip_without_browser()
    root, file, program = sys.argv[1:4]
    size = os.path.getsize(file)
    assert size <= 8_000_000, f"plumb.html has {size} bytes"
    with tempfile.TemporaryDirectory() as folder, opened(file) as page:
        check_first(page, root, program, folder)
        check_drop(page, root, program, folder)
        check_two_clicks(page, root, program)
        check_link(page)
        check_marks_of_steps(page)
        check_audit(page, root, program, folder)
        check_files(page, root, program, folder)
        check_seen(page)
        check_hostile(page)
        check_hands(page)
        check_memory(page)
        check_large(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
