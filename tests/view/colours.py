# SPDX-License-Identifier: GPL-3.0-or-later
"""The colours of the second palette are told apart by people who do not tell red from green.

The colours are those of the page's switches. Each is turned into what an eye without cones for long or for middle waves
sees (the matrices of Machado, Oliveira and Fernandes, 2009, full severity), and each two verdicts have to differ by at
least 12 in CIE 1976 L*a*b*."""
import itertools

from browser import rgb

EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
LEAST = 12


def lab(colour, eye):
    linear = [v / 255 / 12.92 if v / 255 <= 0.04045 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    r, g, b = (min(max(sum(m * v for m, v in zip(row, linear)), 0), 1) for row in eye)
    x, y, z = 0.4124 * r + 0.3576 * g + 0.1805 * b, 0.2126 * r + 0.7152 * g + 0.0722 * b, 0.0193 * r + 0.1192 * g + 0.9505 * b
    f = lambda t: t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
    x, y, z = f(x / 0.9505), f(y), f(z / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least_difference(colours):
    out = (1e9,)
    for name, eye in EYES.items():
        for (a, one), (b, other) in itertools.combinations(colours.items(), 2):
            p, q = lab(one, eye), lab(other, eye)
            out = min(out, (sum((u - v) ** 2 for u, v in zip(p, q)) ** 0.5, name, a, b))
    return out


def check(browser, pages):
    page = pages.folder + "/colours.html"
    pages.call("view", "docs/examples/ruin.obj", "--sides", "up", "--stance", "crawl=0.5", "--stance", "crouch=1.1", "--stance", "stand=1.8", "--radius", "0.3",
               "--solids", "closed", "-o", page, "--quiet")
    browser.open("file://" + page)
    read = lambda: {g["name"]: rgb(g["colour"]) for g in browser.run("return window.plumb.groups()") if g["key"].startswith("v")}
    assert least_difference(read())[0] < LEAST, "the first palette passes: then the test finds nothing"
    browser.press_button("#palette")
    colours = read()
    assert len(colours) == 7, colours
    least, eye, a, b = least_difference(colours)
    print(f"least difference {least:.1f}, of {a} and {b}, for {eye}")
    assert least >= LEAST, f"{a} and {b} differ by {least:.1f} for {eye}"
