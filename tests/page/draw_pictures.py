#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of docs/guide/page.md: what plumb.html shows after a few actions.

  draw_pictures.py ROOT PAGE PLUMB"""
import os
import sys
import tempfile

from baking_page import opened, plumb, skip_without_browser


def ruin(page, _):
    page.choose("ruin.obj")
    for key in ("walls", "border1"):
        page.browser.press_button(f'input[data-key="{key}"]')
    page.browser.type_into("#search", "cell 3886\ue007")
    page.browser.run("document.activeElement.blur()")
    page.browser.press("-", "-", "Left", "Left", "Left")


def places(page, _):
    page.choose("doorways.obj")
    page.two_places(["2", "1.8", "0"], ["8", "1.8", "0"])
    page.browser.run("document.getElementById('answer').scrollTop = 120")


def blockers(page, _):
    page.choose("crates.obj")
    page.browser.type_into("#search", "4,4,0\ue007")
    page.browser.press_button("#slice-floor")
    page.browser.run("const s = document.getElementById('blockers'); s.value = 10; s.dispatchEvent(new Event('input'))")
    page.browser.until("return window.plumb.groups().find((g) => g.key === 'sliced by')?.count === 10", "the floor under ten polygons", 30)
    page.browser.run("document.getElementById('answer').hidden = true")


def audit(page, draw):
    page.choose("crates.obj")
    page.drop(draw("wide.obj", "--radius=0.4"), share=0.9)
    page.baked()
    page.drop(draw("narrow.obj", "--radius=0.1"), share=0.9)
    page.baked()
    page.browser.press_button("#side-by-side")
    page.browser.press_button("#view-iso")


def main():
    skip_without_browser()
    root, file, program = sys.argv[1:4]

    def baked(name, *options):
        out = os.path.join(folder, name)
        plumb(program, "bake", os.path.join(root, "docs/examples/crates.obj"), "--up=z", "--sides=up", *options, "-o", out, "--quiet")
        return {name: open(out, "rb").read()}

    with tempfile.TemporaryDirectory() as folder, opened(file) as page:
        for make in (ruin, places, blockers, audit):
            page.open()
            make(page, baked)
            page.browser.settle()
            with open(os.path.join(root, f"docs/figures/page_{make.__name__}.png"), "wb") as out:
                out.write(page.browser.screenshot())
    return 0


if __name__ == "__main__":
    sys.exit(main())
