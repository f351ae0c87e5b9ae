#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Obstacles put into a baked level make the navmesh of the level with them appended; taken out again, that of the level, to the byte.

  obstacles.py PLUMB SCENES [--quick]

Drops crates, two in five of them turned by the angles of a 3-4-5 triangle, on levels of SCENES, under several options, and compares with a bake
of the scene to which they are appended: cells, portals and obstructions, number by number; or, where preliminary welding joins a crate's polygon
to others there, in fractions, floors face by face (compare_floors.py) and the components of each stance. Then takes them away in a drawn order. Last, 1,000 crates on city_10k, made here by the
scenes' generator. --quick: a few crates on two levels. Exit status 0: all are the same; 77: the scenes are not there."""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

from compare_floors import area, floors, only_in

BOX = [(0, 1, 2, 3), (7, 6, 5, 4), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]
SQUARE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
TWO_STANCES = ["--stance", "crouch=0.9", "--stance", "stand=1.8"]
# level, its axis that is up, crates, options of the bake
QUICK = [("recast/nav_test.obj", "y", 12, ["--optimise", "none", "--step", "0.4"]),
         ("made/competition.obj", "z", 12, ["--optimise", "count", "--step", "0.3", "--weld", "0.25", *TWO_STANCES]),
         ("made/competition.obj", "z", 8, ["--optimise", "none", "--solids", "closed", "--sides", "up", "--radius", "0.3", "--step", "0.4"])]
MORE = [(level, up, 60, options) for level, up in (("recast/nav_test.obj", "y"), ("recast/dungeon.obj", "y"), ("recast/undulating.obj", "y"),
                                                    ("made/competition.obj", "z"), ("navtest/dr_house.obj", "y"))
        for options in (["--optimise", "none"], ["--optimise", "none", "--step", "0.4", "--weld", "0.3"],
                        ["--optimise", "count", "--step", "0.3", "--weld", "0.25", *TWO_STANCES])]
MORE += [("made/competition.obj", "z", 60, ["--optimise", goal, "--solids", "closed", "--sides", "up", "--radius", "0.3", "--step", "0.4"])
         for goal in ("none", "regular")]


def crates(lines, up, count, rng):
    """Crates on or a little off the vertices of a level, as lists of eight corners, which doubles hold."""
    vertices = [tuple(map(float, line.split()[1:4])) for line in lines if line.startswith("v ")]
    height, plan = ("xyz".index(up), [k for k in range(3) if k != "xyz".index(up)])
    out = []
    for i in range(count):
        at = [Fraction(round(8 * c), 8) for c in rng.choice(vertices)]
        turned = 5 * i < 2 * count
        half = Fraction(5, 8) if turned else Fraction(rng.randint(2, 6), 8)
        cos, sin = (Fraction(3, 5), Fraction(4, 5)) if turned else (1, 0)
        bottom = at[height] + Fraction(rng.randint(-2, 8), 8)
        corners = []
        for level in (bottom, bottom + 2 * half):
            for a, b in SQUARE:
                corner = [level] * 3
                corner[plan[0]] = at[plan[0]] + half * (cos * a - sin * b)
                corner[plan[1]] = at[plan[1]] + half * (sin * a + cos * b)
                corners.append(corner)
        assert all(Fraction(float(c)) == c for corner in corners for c in corner)
        out.append(corners)
    return out, BOX if up == "y" else [face[::-1] for face in BOX]  # they look outward


def appended(lines, boxes, faces):
    count = sum(line.startswith("v ") for line in lines)
    out = list(lines)
    for k, corners in enumerate(boxes):
        out += ["v " + " ".join(repr(float(c)) for c in corner) + "\n" for corner in corners]
        out += ["f " + " ".join(str(count + 8 * k + c + 1) for c in face) + "\n" for face in faces]
    return out


def components(path):
    """By stance: the areas of its components, ascending."""
    mesh = json.loads(path.read_text())
    z_up = mesh["options"]["up"] == "z"
    areas = [sum((abs(area([tuple(Fraction(v[k]) for k in ((0, 1, 2) if z_up else (0, 2, 1))) for v in f["vertices"]])) for f in c["facets"]), Fraction(0))
             if c["stance"] > 0 else None for c in mesh["cells"]]
    out = {}
    for stance, _ in enumerate(mesh["options"]["stances"], 1):
        root = {c: c for c, cell in enumerate(mesh["cells"]) if cell["stance"] >= stance}

        def find(c):
            while root[c] != c:
                root[c] = c = root[root[c]]
            return c

        for p in mesh["portals"]:
            if p["stance"] >= stance:
                root[find(p["a"])] = find(p["b"])
        sums = collections.defaultdict(Fraction)
        for c in root:
            sums[find(c)] += areas[c]
        out[stance] = sorted(sums.values())
    return out


def compare(plumb, scene, up, count, options, scratch, floors_too):
    """What differs, in words, and whether no polygon of a crate was joined to others. floors_too: if some were, floors are compared."""
    lines = scene.read_text().splitlines(keepends=True)
    rng = random.Random(f"{scene.name} {count}")
    boxes, faces = crates(lines, up, count, rng)
    added = [{"obstacle": {"polygons": [[[str(c) for c in corners[k]] for k in face] for face in faces]}} for corners in boxes]
    order = list(range(1, count + 1))
    rng.shuffle(order)
    whole, there, back, plain, expected = (scratch / name for name in ("whole.obj", "there.json", "back.json", "plain.json", "expected.json"))
    whole.write_text("".join(appended(lines, boxes, faces)))
    (scratch / "added.json").write_text(json.dumps(added))
    (scratch / "all.json").write_text(json.dumps(added + [{"remove": k} for k in order]))

    def run(*words):
        subprocess.run([plumb, *words, "--up", up, *options, "--quiet"], check=True)

    report = scratch / "report.json"

    def baked_polygons(level, out):
        run("bake", level, "-o", out, "--report", report)
        return json.loads(report.read_text())["scene"]["polygons"]

    apart = baked_polygons(scene, plain) + count * len(BOX) == baked_polygons(whole, expected)
    run("update", "--scene", scene, scratch / "added.json", "-o", there)
    run("update", "--scene", scene, scratch / "all.json", "-o", back)
    wrong = [] if back.read_bytes() == plain.read_bytes() else ["taken back, the navmesh differs from the level's"]
    if plain.read_bytes().split(b"\n", 2)[2] == there.read_bytes().split(b"\n", 2)[2]:
        wrong.append("the crates change nothing")
    # The second line names the scene.
    if apart and there.read_bytes().split(b"\n", 2)[2] != expected.read_bytes().split(b"\n", 2)[2]:
        wrong.append("the navmesh is not that of the appended scene")
    if floors_too and not apart:
        levels = [floors(there), floors(expected)]
        rest = [sum(alone for _, alone in only_in(*pair).values()) for pair in (levels, levels[::-1])]
        if any(rest) or not levels[0]:
            wrong.append(f"floors differ: {float(rest[0])} and {float(rest[1])} are in one alone")
        if components(there) != components(expected):
            wrong.append("components differ")
    return wrong, apart


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("plumb")
    arguments.add_argument("scenes", type=pathlib.Path)
    arguments.add_argument("--quick", action="store_true")
    options = arguments.parse_args()
    if not (options.scenes / "recast/nav_test.obj").exists():
        print(f"skipped: no scenes in {options.scenes}")
        return 77
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        cases = [(options.scenes / level, *rest, True) for level, *rest in (QUICK if options.quick else QUICK + MORE)]
        if not options.quick:
            subprocess.run([sys.executable, options.scenes / "tools/gen_scenes.py", scratch], check=True, stdout=subprocess.DEVNULL)
            city = scratch / "city_10k.obj"
            # Floors of merged cells take hours to compare.
            cases += [(city, "z", 1000, ["--optimise", "none"], True), (city, "z", 1000, ["--optimise", "count"], False)]
        for scene, up, count, level_options, floors_too in cases:
            wrong, apart = compare(options.plumb, scene, up, count, level_options, scratch, floors_too)
            bad += bool(wrong)
            same = "the same" if apart else "the same floors and components" if floors_too else "the same when they have gone"
            print(f"{scene.name} {' '.join(level_options)}: {count} crates, {'; '.join(wrong) or same}", flush=True)
        print(f"{len(cases)} bakes with obstacles, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
