# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages whose pictures are in docs/guide/view.md, the first of which is README.md's too, and how a headless browser
draws them, as a user sees them. tests/scenes/make_figures.py writes the pictures, and says which of them are of another
page than the one that is written now."""
import base64
import hashlib
import os
import re
import subprocess
import zlib

from browser import Browser

THREE = "--stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8"
BUILDING = "docs/examples/layers/multi_storey_building.obj"

# Name: commands that write PAGE.html, and what is done in the page: buttons, keys, groups that are switched off.
PICTURES = {
    "view_ruin": ([f"bake docs/examples/ruin.obj --sides up {THREE} -o PAGE.html"],
                  [("off", "outlines"), ("off", "edges"), ("off", "walls"), ("off", "border1"), ("search", "cell 3886"), ("keys", ["-"] * 2 + ["Left"] * 3)]),
    "view_nav_test": (["recast SCENES/recast/nav_test.obj 0.3 0.2 2 0 0.9 45 --mset OUT/nav_test.mset",
                       "audit SCENES/recast/nav_test.obj OUT/nav_test.mset --numbers float --sides up --stance stand=2 --step 0.9 --cell 0.3,0.2 "
                       "--climb 0.9 --fail-if missing>100% -o PAGE.html"],
                      [("off", "outlines"), ("off", "border1"), ("off", "walls"), ("off", "edges"), ("keys", ["+"])]),
    "view_q_dm4": (["bake SCENES/levels/q_dm4.obj --up z --sides up --preset quake -o PAGE.html"],
                   [("click", "#view-iso"), ("off", "edges"), ("keys", ["+"] * 6 + ["Up"] * 3), ("click", 'button[data-storey="3"]')]),
    "view_building": ([f"bake {BUILDING} --up z -o OUT/building.json", "layers OUT/building.json --json OUT/layers.json",
                       "view OUT/building.json OUT/layers.json -o PAGE.html"],
                      [("click", "#view-iso"), ("off", "faces"), ("off", "edges")]),
}


def act(browser, kind, value):
    if kind == "click":
        browser.press_button(value)
    elif kind == "off":
        if browser.run("return window.plumb.groups().find((g) => g.key === arguments[0]).on", value):
            browser.press_button(f'input[data-key="{value}"]')
    elif kind == "search":
        browser.type_into("#search", value + "\ue007")
        browser.settle()
        browser.run("document.activeElement.blur()")
    elif kind == "keys":
        browser.run("document.getElementById('canvas').focus()")
        browser.press(*value)


def write_page(name, plumb, recast, scenes, folder):
    """Writes the page of a picture into a folder; its file. Names of files in it do not depend on where they are."""
    page = os.path.join(folder, "page.html")
    os.symlink(os.path.join(os.path.dirname(__file__), "../../docs"), os.path.join(folder, "docs"))
    os.symlink(scenes, os.path.join(folder, "SCENES"))
    for command in PICTURES[name][0]:
        words = [w.replace("PAGE.html", page).replace("OUT/", "") for w in command.split()]
        program = [recast, *words[1:]] if words[0] == "recast" else [plumb, *words, "--quiet"]
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    return page


def digest_of_page(page):
    """The SHA-256 of all that a page shows: the version of the program is no part of that."""
    text = open(page, encoding="utf-8").read()
    data = re.search('id="data">([^<]*)<', text)[1]
    shown = zlib.decompress(base64.b64decode(data), 31)
    shown = re.sub(rb'"plumb":"[^"]*"', b"", shown)
    return hashlib.sha256(shown + text.replace(data, "").encode()).hexdigest()


def draw_page(name, page, picture):
    with Browser(1200, 960) as browser:
        browser.open("file://" + str(page))
        for kind, value in PICTURES[name][1]:
            act(browser, kind, value)
        browser.run("document.activeElement.blur()")
        with open(picture, "wb") as file:
            file.write(browser.screenshot())
