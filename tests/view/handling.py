#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys, search, flights, links of a state, touch, narrow windows, and the contrast of text.

  handling.py ROOT PLUMB"""
import json
import struct
import sys
import tempfile
from fractions import Fraction

from browser import Browser, skip_without_browser
from levels import Pages

# The contrast of every visible text with what lies behind it, the least first.
CONTRAST = """
const channel = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const read = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const behind = (e) => { for (; e; e = e.parentElement) { const c = read(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
const out = [];
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const e = walk.currentNode.parentElement;
  if (!walk.currentNode.textContent.trim() || !e.getClientRects().length || e.closest("script, style")) continue;
  const [a, b] = [light(read(getComputedStyle(e).color)), light(behind(e))].sort((p, q) => q - p);
  out.push([(a + 0.05) / (b + 0.05), walk.currentNode.textContent.trim().slice(0, 40)]);
}
return out.sort((a, b) => a[0] - b[0])[0];
"""


def state(browser):
    return browser.run("return window.plumb.state()")


def check_keys(browser):
    browser.press_button("#canvas")
    browser.press("Escape")
    before = state(browser)["c"]
    for keys in (["Left"], ["Right"], ["Up"], ["+"], ["-"], ["t"], ["f"], ["s"], ["i"]):
        browser.press(*keys)
        after = state(browser)["c"]
        assert after != before, f"the key {keys[0]} changes nothing"
        before = after
    browser.press("n")
    first = browser.text('button.place[aria-current="true"]')
    assert first and browser.text("#verdict") == "blocked", f"n shows {first}, {browser.text('#verdict')}"
    browser.press("n")
    assert browser.text('button.place[aria-current="true"]') != first, "n goes to no other place"
    browser.press("p")
    assert browser.text('button.place[aria-current="true"]') == first, "p does not go back"
    left, top, width, height = browser.canvas()
    hit = browser.run("return window.plumb.hit(arguments[0], arguments[1])", width / 2, height / 2)
    assert hit, "the place flown to is not in the middle"
    browser.press("/")
    assert browser.run("return document.activeElement.id") == "search"


def search(browser, text):
    browser.run("document.getElementById('search').value = ''")
    browser.type_into("#search", text + "\ue007")
    browser.settle()
    return browser.text("#search-said")


def plan_area(cell):
    """The exact area of a cell of the navmesh's JSON, y up."""
    total = Fraction(0)
    for facet in cell["facets"]:
        ring = [(Fraction(x), -Fraction(z)) for x, _, z in facet["vertices"]]
        total += sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1])) / 2
    return total


def check_search(browser, cells):
    for number in (12, 700, len(cells) - 1):
        assert search(browser, f"cell {number}") == "" and browser.text("#cell") == f"Cell {number}"
        shown = browser.run("return [...document.querySelectorAll('#answer tr')].find((r) => r.cells[0].innerText === 'area').cells[1].firstChild.title")
        assert shown == str(plan_area(cells[number])), f"cell {number} has the area {plan_area(cells[number])}, and {shown} is shown"
    assert search(browser, "polygon 5") == "" and browser.run("return window.plumb.selection().kind") == "polygon"
    search(browser, "face 34")
    assert "(face " in browser.text("#answer")
    assert search(browser, "5, 1/3, -2.5") == ""
    assert browser.run("return window.plumb.selection().exact") == ["5", "1/3", "-5/2"]
    assert "--at 5,1/3,-5/2" in browser.text("#command")
    for wrong in ("cell 999999", "nonsense", "1,2", "<b>1</b>"):
        assert search(browser, wrong), f"{wrong!r} finds something"


def check_link(browser, page):
    """The link of a state gives the same PNG."""
    browser.press_button("#view-iso")
    browser.press_button('input[data-key="edges"]')
    browser.press_button('input[data-key="flush"]')
    browser.run("const s = document.getElementById('slice-high'); s.value = 500; s.dispatchEvent(new Event('input'))")
    browser.run("const s = document.getElementById('cut-angle'); s.value = 30; s.dispatchEvent(new Event('input'))")
    browser.press_button("#palette")
    search(browser, "cell 40")
    left, top, width, height = browser.canvas()
    browser.drag(left + width / 2, top + height / 2, 40, 25)
    browser.run("document.activeElement.blur()")
    picture = browser.png()
    browser.until("return location.hash.includes('c=')", "the state in the address")
    link = f"file://{page}#" + browser.run("const s = window.plumb.state(); return Object.entries(s).filter(([, v]) => v !== '').map(([k, v]) => k + '=' + encodeURIComponent(v)).join('&')")
    browser.open(link)
    assert browser.text("#cell") == "Cell 40", "the link does not select the cell"
    assert browser.png() == picture, "the link of a state shows another picture"
    width, height = struct.unpack(">II", picture[16:24])
    assert width > 100 and height > 100
    browser.open(f"file://{page}#c=1,2&z=x&o=facet,999999999,0,0,0&s=!!+nothing&a=7&t=99")  # nonsense does no harm


def check_profile(browser):
    browser.open(browser.run("return location.href.split('#')[0]"))
    left, top, width, height = browser.canvas()
    browser.click(left + width * 0.4, top + height * 0.5)
    browser.click(left + width * 0.6, top + height * 0.5, shift=True)
    assert browser.run("return document.querySelectorAll('svg.profile line').length") > 1, "there is no height profile"
    assert browser.run("return document.querySelectorAll('#joined tr').length") == 3, "components are not compared for each stance"


def check_sizes(browser):
    for width, height in ((400, 800), (1400, 900), (1000, 700)):
        browser.size(width, height)
        browser.until("const c = document.getElementById('canvas'); return Math.abs(c.width - c.clientWidth) <= 1 && Math.abs(c.height - c.clientHeight) <= 1",
                      f"the canvas to have its new size at {width} pixels", 10)
        wide, inner = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert inner == width, f"the window is {inner} wide, not {width}"
        assert wide <= inner, f"at {width} pixels the page is {wide} wide in a window of {inner}"
        _, _, canvas_width, canvas_height = browser.canvas()
        picture = browser.picture()
        assert abs(picture.width - canvas_width) <= 1 and abs(picture.height - canvas_height) <= 1, "the picture has not the canvas's size"
        assert browser.run("const s = document.querySelector('#side'); return s.scrollWidth <= s.clientWidth"), f"at {width} pixels the panel scrolls sideways"


def check_touch(browser):
    browser.press_button("#view-iso")
    left, top, width, height = browser.canvas()
    before = state(browser)["c"]
    browser.drag(left + width / 2, top + height / 2, 60, 30, kind="touch")
    assert state(browser)["c"] != before, "a finger does not turn the level"
    browser.press_button("#view-iso")
    browser.press("Escape")
    browser.drag(left + width / 2, top + height / 2, 0, 0, kind="touch")
    assert browser.run("return window.plumb.selection()") is not None, "a tap selects nothing"


def check_contrast(browser):
    for theme in ("light", "dark"):
        if browser.run("return document.documentElement.dataset.theme") != theme:
            browser.press_button("#theme")
        browser.run("for (const d of document.querySelectorAll('details')) d.open = true")
        worst, text = browser.run(CONTRAST)
        assert worst >= 4.5, f"{theme}: {text!r} has a contrast of {worst:.2f}"
        print(f"{theme}: the least contrast is {worst:.2f}, of {text!r}")


def main():
    skip_without_browser()
    root, plumb = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        pages = Pages(root, plumb, folder)
        page = pages.page("ruin")
        browser.open("file://" + page)
        browser.messages()
        check_keys(browser)
        check_search(browser, json.load(open(pages.bake("ruin")))["cells"])
        check_link(browser, page)
        check_profile(browser)
        check_touch(browser)
        check_sizes(browser)
        check_contrast(browser)
        unlabelled = browser.run("return [...document.querySelectorAll('button, input, select, canvas:not([aria-hidden])')].filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.closest('label'))).length")
        assert unlabelled == 0, f"{unlabelled} controls have no label"
        messages = browser.messages()
        assert messages == [], messages
    return 0


if __name__ == "__main__":
    sys.exit(main())
