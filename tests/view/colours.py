# SPDX-License-Identifier: GPL-3.0-or-later
"""The colours of areas that may lie side by side are told apart, also by people who lack one kind of cones.

The colours are those of the page's switches, and all that an audit may use. Each is turned into what an eye without cones
for long, middle or short waves sees (the matrices of Machado, Oliveira and Fernandes, 2009, full severity). Each two have
to differ by at least 15 then, by CIEDE2000 (Sharma, Wu and Dalal, 2005) and by CIE 1976 L*a*b*."""
import itertools
import math
import os

from browser import rgb
from levels import LEVELS

EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
LEAST = 15


def lab(colour, eye):
    linear = [v / 255 / 12.92 if v / 255 <= 0.04045 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    r, g, b = (min(max(sum(m * v for m, v in zip(row, linear)), 0), 1) for row in eye)
    x, y, z = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b, 0.2126729 * r + 0.7151522 * g + 0.0721750 * b, 0.0193339 * r + 0.1191920 * g + 0.9503041 * b
    f = lambda t: t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
    x, y, z = f(x / 0.95047), f(y), f(z / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(p, q):
    (l1, a1, b1), (l2, a2, b2) = p, q
    chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if c1 * c2 != 0 and h2 - h1 == 180:
        turn = 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + h2 if c1 * c2 == 0 else (h1 + h2) / 2 if abs(h1 - h2) <= 180 else (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    cos = lambda degrees: math.cos(math.radians(degrees))
    t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
    sl, sc, sh = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2), 1 + 0.045 * c, 1 + 0.015 * c * t
    rt = -2 * math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * math.sin(math.radians(60 * math.exp(-((h - 275) / 25) ** 2)))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


# Of the test data of Sharma, Wu and Dalal: two colours and their difference.
KNOWN = [((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792), ((50, 2.5, 0), (73, 25, -18), 27.1492),
         ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644), ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
         ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441), ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082)]


def least_difference(colours):
    """The least difference, for which eye and of which two; the faces of the two themes are never side by side."""
    out = (1e9,)
    for name, eye in EYES.items():
        seen = {key: lab(rgb(colour), eye) for key, colour in colours.items()}
        for a, b in itertools.combinations(seen, 2):
            if {a, b} != {"light_face", "dark_face"}:
                out = min(out, (ciede2000(seen[a], seen[b]), name, a, b), (math.dist(seen[a], seen[b]), name, a, b))
    return out


def check(browser, pages):
    for p, q, difference in KNOWN:
        assert abs(ciede2000(p, q) - difference) < 1e-4 and abs(ciede2000(q, p) - difference) < 1e-4, (p, q, ciede2000(p, q))
    before = {"stand": "#66b05a", "blocked": "#d64a45", "crawl": "#f08c2e", "crouch": "#f5d04c"}
    assert least_difference(before)[0] < LEAST, "the colours of the other exports pass: then the test finds nothing"
    # The crates, and a second floor on a part of the first, which is covered: so each verdict is there.
    level, page = (os.path.join(pages.folder, "colours" + end) for end in (".obj", ".html"))
    with open(os.path.join(pages.root, LEVELS["crates"][0])) as crates, open(level, "w") as file:
        file.write(crates.read() + "v 0.1 0.1 0\nv 1 0.1 0\nv 1 1 0\nv 0.1 1 0\nf -4 -3 -2 -1\n")
    for stances in (["stand=1.8"], ["crouch=1.1", "stand=1.8"], ["crawl=0.5", "crouch=1.1", "stand=1.8"], ["prone=0.3", "crawl=0.5", "crouch=1.1", "stoop=1.5", "stand=1.8"]):
        given = [word for s in stances for word in ("--stance", s)]
        pages.call("view", level, "--up", "z", "--sides", "up", *given, "--radius", "0.3", "--solids", "closed", "-o", page, "--quiet")
        browser.open("file://" + page)
        swatches = set()
        for second in (False, True):
            if second:
                browser.press_button("#palette")
            shown = {g["key"]: g["colour"] for g in browser.run("return window.plumb.groups()")}
            verdicts = {key: colour for key, colour in shown.items() if key.startswith("v")}
            assert len(verdicts) == 4 + len(stances), verdicts
            palette = browser.run("return window.plumb.palette()")
            causes = {f"cause {i}": colour for i, colour in enumerate(palette.pop("causes"))}
            assert len(causes) >= 6, causes
            assert shown["faces"] in (palette["light_face"], palette["dark_face"])
            least, eye, a, b = least_difference({**verdicts, **palette, **causes})
            print(f"{len(stances)} stances, palette {1 + second}: least difference {least:.1f}, of {a} and {b}, for {eye}")
            assert least >= LEAST, f"{a} and {b} differ by {least:.1f} for {eye}"
            # The swatch of an answer is of the palette that is shown.
            browser.run("const s = document.getElementById('search'); s.value = 'cell 0'; s.form.requestSubmit()")
            browser.settle()
            colour = lambda: browser.run("return getComputedStyle(document.querySelector('#answer .verdict .swatch')).backgroundColor")
            swatches.add(colour())
        assert len(swatches) == 2, f"the swatch of an answer does not follow the palette: {swatches}"
        browser.press_button("#palette")
        assert colour() in swatches and len(swatches | {colour()}) == 2
