#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mistakes that people make with levels, each made with five levels: a bake tells of each in one line, with the option that mends it.

  level_mistakes.py PLUMB [--quick]    exit status 1 if a mistake is not told, or something is told without one

Problem. Faces, units, axes and options that are wrong leave a bake without error, and with a navmesh that is of no use.
Steps. Five levels, in metres: terrain, an open sheet; a house of closed boxes; a cellar, which is a room seen from within; docs/examples' ruin and competition.
1. Each is baked with the options that are right for it: nothing is told.
2. Each mistake of MISTAKES turns a level into another, or options, or both. One warning has the code that is expected, and the option that is, and is one line.
   Where that option has a value, the level is baked with it: the warning is gone.
--quick: with the first three levels alone.
3. Every code of fail_if.h has a row in docs/reference/bake.md, and every row a code.
4. UNTOLD names the pairs that are not told, with the reason; a pair that is told after all is a failure, too."""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(__file__).parents[2] / "docs/examples"
INCH = 39.37


class Level:
    """Vertices, faces (from 0), the axis that is up, and the options besides the agent's."""

    def __init__(self, vertices, faces, up="y", more=()):
        self.vertices, self.faces, self.up, self.more = vertices, faces, up, list(more)

    def moved(self, move, turn=False):
        return Level([move(v) for v in self.vertices], [f[::-1] if turn else f for f in self.faces], self.up, self.more)

    def text(self):
        return "".join("v " + " ".join(map(repr, v)) + "\n" for v in self.vertices) + "".join("f " + " ".join(str(i + 1) for i in f) + "\n" for f in self.faces)


def read(path, up, more=()):
    vertices, faces = [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append(tuple(map(float, words[1:4])))
        elif words[:1] == ["f"]:
            faces.append([int(w.split("/")[0]) - 1 for w in words[1:]])
    return Level(vertices, faces, up, more)


def terrain():
    n = 24
    vertices = [(float(3 * i), 8 * math.sin(i / 2) * math.cos(j / 3), float(-3 * j)) for j in range(n) for i in range(n)]
    faces = []
    for j in range(n - 1):
        for i in range(n - 1):
            a = j * n + i
            faces += [[a, a + 1, a + n + 1], [a, a + n + 1, a + n]]
    return Level(vertices, faces)


def boxes(all_boxes, inward=False):
    """Closed boxes ((x, y, z), (x, y, z)) whose faces look outward."""
    vertices, faces = [], []
    for low, high in all_boxes:
        a = len(vertices)
        vertices += [tuple(float((low, high)[k >> axis & 1][axis]) for axis in range(3)) for k in range(8)]
        for f in ([0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]):
            faces.append([a + k for k in (f[::-1] if inward else f)])
    return vertices, faces


def house():
    slabs = [((0, 0, 0), (14, 0.25, 10)), ((5, 3, 0), (14, 3.25, 10)), ((0, 6, 0), (14, 6.25, 10))]
    walls = [((0, 0.25, 0), (0.25, 6, 10)), ((13.75, 0.25, 0), (14, 3, 10)), ((8, 0.25, 4), (8.25, 3, 10)), ((9, 3.25, 0), (9.25, 6, 7))]
    stairs = [((0.25 + 0.296875 * k, 0.25, 1), (0.546875 + 0.296875 * k, 0.4375 + 0.1875 * k, 4)) for k in range(16)]
    return Level(*boxes(slabs + walls + stairs))


def cellar():
    vertices, faces = boxes([((0, 0, 0), (30, 3, 20))], inward=True)
    # A ramp of 30 degrees, and a bench.
    a = len(vertices)
    vertices += [(4.0, 0.0, 2.0), (7.0, 1.75, 2.0), (7.0, 1.75, 18.0), (4.0, 0.0, 18.0)]
    faces.append([a + 3, a + 2, a + 1, a])
    more, of = boxes([((20, 0, 4), (22, 0.5, 12))])
    return Level(vertices + more, faces + [[a + 4 + k for k in f] for f in of])


LEVELS = {
    "terrain": terrain(),
    "house": house(),
    "cellar": cellar(),
    "ruin": read(EXAMPLES / "ruin.obj", "y"),
    "competition": read(EXAMPLES / "competition/competition.obj", "z", ["--numbers", "decimal"]),
}
AGENT = {"--stance": "stand=1.8", "--step": "0.4", "--sides": "up", "--solids": "closed"}


def scaled(factor):
    return lambda level: level.moved(lambda v: tuple(x * factor for x in v))


def mirrored(axis):
    return lambda level: level.moved(lambda v: tuple(-x if k == axis else x for k, x in enumerate(v)))


def upside_down(level):
    return level.moved(lambda v: (v[0], -v[1], -v[2]))


def laid_over(level):
    return level.moved(lambda v: (v[0], -v[2], v[1]))


def as_it_is(level):
    return level


def agent(factor=1, **others):
    """The agent in another unit."""
    return {"--stance": f"stand={1.8 * factor:.6g}", "--step": f"{0.4 * factor:.6g}", **{"--" + k.replace("_", "-"): v for k, v in others.items()}}


# The mistake; what it makes of a level; options; the codes one of which is told ("error": nothing is baked); how the option, or the error, begins; the levels of
# which it makes others, if not all.
MISTAKES = [
    ("faces turned over", lambda level: level.moved(lambda v: v, turn=True), {}, "turned_away inside_out", "--sides both", "terrain house cellar ruin"),
    ("mirrored, with the order of corners kept", mirrored(0), {}, "turned_away inside_out", "--sides both", "terrain house cellar ruin"),
    ("turned upside down", upside_down, {}, "turned_away", "--sides both", "terrain"),
    ("the wrong --up", as_it_is, {"--up": "other"}, "other_axis", "--up"),
    ("exported with another axis up", laid_over, {}, "other_axis", "--up", "terrain house cellar ruin"),
    ("the wrong --up, on both sides", as_it_is, {"--up": "other", "--sides": "both"}, "other_axis", "--up"),
    ("a level of centimetres", scaled(100), {}, "low_stance", "--stance stand=180"),
    ("a level of millimetres", scaled(1000), {}, "low_stance", "--stance stand="),
    ("a level of inches", scaled(INCH), {}, "low_stance", "--stance stand="),
    ("a level of centimetres, as recast walks", scaled(100), {"--preset": "recast", "--up": "given"}, "low_stance", "--stance stand=200"),
    ("a level a hundredth as large", scaled(0.01), {}, "high_stance nothing_fits", "--stance"),
    ("a level a thousandth as large", scaled(0.001), {}, "high_stance nothing_fits", "--stance"),
    ("a stance of centimetres", as_it_is, agent(100), "high_stance nothing_fits", "--stance stand="),
    ("a stance of millimetres", as_it_is, agent(1000), "high_stance nothing_fits", "--stance stand="),
    ("a stance of inches", as_it_is, agent(INCH), "high_stance nothing_fits", "--stance"),
    ("Quake's player in metres", as_it_is, {"--preset": "quake", "--up": "given"}, "high_stance nothing_fits", "--"),
    ("a slope of 45 degrees in radians", as_it_is, {"--slope": "0.785"}, "other_slope", "--slope 45", "terrain cellar ruin"),
    ("a slope of 40 degrees in radians", as_it_is, {"--slope": "0.698"}, "other_slope", "--slope 40", "terrain cellar ruin"),
    ("a slope as a ratio", as_it_is, {"--slope": "1"}, "other_slope", "--slope 57.3", "terrain cellar ruin"),
    ("a ratio of slope in degrees", as_it_is, {"--slope-ratio": "45"}, "other_slope", "--slope 45", "terrain"),
    ("a cosine of slope in degrees", as_it_is, {"--slope-cos": "45"}, "error", "--slope-cos '45' is out of range"),
    ("a right angle as slope", as_it_is, {"--slope": "90"}, "error", "--slope '90' is out of range"),
    ("a radius of centimetres", as_it_is, {"--radius": "30"}, "large_radius nothing_fits", "--radius 0.3"),
    ("a radius of millimetres", as_it_is, {"--radius": "300"}, "large_radius nothing_fits", "--radius 0.3"),
    ("a radius of inches", as_it_is, {"--radius": "12"}, "large_radius nothing_fits", "--radius"),
    ("a radius of metres in centimetres", scaled(100), agent(100, radius="0.3"), "small_radius", "--radius 30"),
    ("a radius of metres in millimetres", scaled(1000), agent(1000, radius="0.3"), "small_radius", "--radius 300"),
    ("a weld of centimetres", as_it_is, {"--weld": "30"}, "large_weld", "--weld 0.3"),
    ("a step of centimetres", as_it_is, {"--step": "40"}, "error", "--step '40' is not below the lowest stance"),
    ("a step of metres in centimetres", scaled(100), {"--stance": "stand=180", "--step": "0.4"}, "small_step", "--step 40", "house"),
    ("no step, and stairs", as_it_is, {"--step": "0"}, "parted", "--step", "house"),
    ("a giant", as_it_is, agent(4), "nothing_fits little_floor high_stance", "--stance", "cellar"),
    ("the undersides of bodies", as_it_is, {"--sides": "both", "--solids": "none"}, "undersides", "--sides up --solids closed", "house ruin competition"),
    ("a stance a hundredth as high", as_it_is, agent(0.01), "low_stance", "--stance"),
]

# Pairs that are not told, and why.
BLOCK = "a room that is turned over is a solid block, and one can stand on its top"
UNTOLD = {
    ("faces turned over", "cellar"): BLOCK,
    ("mirrored, with the order of corners kept", "cellar"): BLOCK,
}


class Runs:
    def __init__(self, plumb, folder):
        self.plumb, self.folder = plumb, pathlib.Path(folder)

    def bake(self, level, options):
        """The warnings; or the error, where there is one."""
        (self.folder / "level.obj").write_text(level.text())
        words = [w for option in options.items() for w in option] + level.more
        done = subprocess.run([self.plumb, "bake", "level.obj", "--quiet", "--report", "report.json", *words], cwd=self.folder, capture_output=True, text=True)
        if done.returncode == 2:
            return done.stderr.strip()
        if done.returncode != 0:
            sys.exit(f"{words}: exit {done.returncode}: {done.stderr}")
        return json.loads((self.folder / "report.json").read_text())["warnings"]


def options_of(level, changes):
    out = {**AGENT, "--up": level.up}
    for option, value in changes.items():
        if option == "--up":
            value = {"other": "z" if level.up == "y" else "y", "given": level.up}[value]
        if option.startswith("--slope"):
            out.pop("--slope", None)
        out[option] = value
    if "--preset" in changes:
        for option in ("--stance", "--step", "--solids"):
            out.pop(option)
    return out


def mended(options, option):
    words, out = option.split(), dict(options)
    if any(w.startswith("--slope") for w in words):
        out.pop("--slope", None), out.pop("--slope-ratio", None)
    out.update(zip(words[::2], words[1::2]))
    return out


def fault_of(runs, level, options, codes, begin):
    """What is not as it should be; None if all is."""
    told = runs.bake(level, options)
    if codes == "error":
        return None if isinstance(told, str) and begin in told and "\n" not in told else f"not refused by {begin!r}: {told}"
    if isinstance(told, str):
        return f"refused: {told}"
    right = [w for w in told if w["code"] in codes.split() and (w["option"] or "").startswith(begin)]
    if len(right) != 1 or "\n" in right[0]["text"]:
        return f"not told: {told}"
    option = right[0]["option"]
    if len(option.split()) % 2 == 0:
        after = runs.bake(level, mended(options, option))
        if isinstance(after, str) or right[0]["code"] in [w["code"] for w in after]:
            return f"{option} does not mend it: {after}"
    return None


def codes_differ():
    """Codes that the header or the table of warnings alone has."""
    root = EXAMPLES.parents[1]
    header = (root / "pipeline/run/options/include/plumb/pipeline/fail_if.h").read_text()
    table = (root / "docs/reference/bake.md").read_text().split("\n## Warnings\n")[1].split("\n## ")[0]
    listed = re.findall(r'"(\w+)"', header.split("warning_codes{")[1].split("};")[0])
    rows = [code for row in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", table, re.M) for code in re.findall(r"`(\w+)`", row)]
    return sorted(set(listed) ^ set(rows))


def main():
    told = 0
    failed = len(codes_differ())
    if failed:
        print(f"either fail_if.h or bake.md alone has {codes_differ()}")
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(str(pathlib.Path(sys.argv[1]).resolve()), folder)
        levels = dict(list(LEVELS.items())[:3]) if sys.argv[2:] == ["--quick"] else LEVELS
        for name, level in levels.items():
            if warnings := runs.bake(level, options_of(level, {})):
                failed += 1
                print(f"{name}: told without a mistake: {warnings}")
            for mistake, change, options, codes, begin, *where in MISTAKES:
                if where and name not in where[0].split():
                    continue
                fault = fault_of(runs, change(level), options_of(level, options), codes, begin)
                told += fault is None
                if (fault is None) == ((mistake, name) in UNTOLD):
                    failed += 1
                    print(f"{name}: {mistake}: {fault or 'is told, and UNTOLD says that it is not'}")
    print(f"{len(MISTAKES)} mistakes with {len(levels)} levels: {told} pairs told, {len(UNTOLD)} known not to be; {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
