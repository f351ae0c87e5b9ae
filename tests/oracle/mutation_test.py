#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that the ray oracle sees what it is there to see: it accepts the bakes of the small example levels, and refuses
each of them after any one cell has lost its verdict, a corner, its owner or itself."""
import argparse
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

MAX_CELLS = 400  # levels with more of them are only accepted, not mutated


def options_of(scene):
    """The options that the level's comment asks for, with three stances. Verdicts do not depend on welds."""
    asked = re.search(r"^# Options: ([^(\n]*)", scene.read_text(), re.MULTILINE)
    words = asked.group(1).split() if asked else ["--up", "y"]
    out = []
    for key, value in zip(words[::2], words[1::2]):
        if key not in ("--stance", "--weld"):
            out += [key, value]
    return out + ["--stance", "crawl=3/5", "--stance", "crouch=1.2", "--stance", "stand=9/5"]


def flip_verdict(bake, cell):
    """Another stance; a covered cell becomes a second owner."""
    c = bake["cells"][cell]
    c["stance"] = (c["stance"] + 1) % 4 if c["stance"] >= 0 else 3
    return True


def cover(bake, cell):
    """Takes the cell from its owner."""
    c = bake["cells"][cell]
    was, c["stance"] = c["stance"], -1
    return was != -1


def drop(bake, cell):
    del bake["cells"][cell]
    return True


def double(bake, cell):
    bake["cells"].append(copy.deepcopy(bake["cells"][cell]))
    return True


def up_axis(bake):
    return "xyz".index(bake["options"]["up"])


def move_corner(bake, cell):
    """Moves a corner a seventh of the way towards the next: the cell loses a triangle."""
    corners = bake["cells"][cell]["facets"][0]["vertices"]
    p, q, r = ([Fraction(x) for x in corners[k]] for k in (0, 1, -1))
    x, y = (axis for axis in range(3) if axis != up_axis(bake))
    if (q[x] - p[x]) * (r[y] - p[y]) == (q[y] - p[y]) * (r[x] - p[x]):
        return False  # no corner but a point on a side
    corners[0] = [str(a + (b - a) / 7) for a, b in zip(p, q)]
    return True


def lift(bake, cell):
    """Takes a corner out of the plane of its face."""
    corner = bake["cells"][cell]["facets"][0]["vertices"][0]
    up = up_axis(bake)
    corner[up] = str(Fraction(corner[up]) + Fraction(1, 1 << 70))
    return True


def rename_owner(bake, cell):
    """A covered cell names itself as its owner."""
    c = bake["cells"][cell]
    if c["stance"] != -1:
        return False
    c["facets"][0]["witness"] = c["facets"][0]["surface"]
    return True


def open_wall(bake, cell):
    """Lets one stance more cross an obstruction of the cell's surface than the cell has."""
    c = bake["cells"][cell]
    for o in bake["obstructions"]:
        if o["surface"] == c["facets"][0]["surface"] and o["may_cross"] < c["stance"] and divides(bake, o, c):
            o["may_cross"] += 1
            return True
    return False


def divides(bake, obstruction, cell):
    """Whether a side of the cell lies in the obstruction, and its polygon on both sides of it: where nothing is beyond, the oracle judges nothing."""
    a, b = ([Fraction(x) for x in obstruction[end]] for end in ("from", "to"))
    corners = [[Fraction(x) for x in v] for v in cell["facets"][0]["vertices"]]
    x, y = (axis for axis in range(3) if axis != up_axis(bake))
    polygon = [[Fraction(c) for c in v] for other in bake["cells"] for f in other["facets"] if f["surface"] == obstruction["surface"] for v in f["vertices"]]
    sides = [(b[x] - a[x]) * (p[y] - a[y]) - (b[y] - a[y]) * (p[x] - a[x]) for p in polygon]
    if min(sides) >= 0 or max(sides) <= 0:
        return False

    def within(p):
        run, part = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, p)]
        parallel = all(run[i] * part[j] == run[j] * part[i] for i in range(3) for j in range(i))
        along = sum(x * y for x, y in zip(run, part))
        return parallel and 0 <= along <= sum(x * x for x in run)

    return any(within(corners[k - 1]) and within(corners[k]) for k in range(len(corners)))


MUTATIONS = [flip_verdict, cover, drop, double, move_corner, lift, rename_owner, open_wall]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--examples", required=True, type=pathlib.Path)
    parser.add_argument("--each", type=int, default=7, help="mutants of a level by each mutation")
    args = parser.parse_args()
    rng = random.Random(1)
    failures, mutants, used = [], 0, {m.__name__: 0 for m in MUTATIONS}

    def ask(scene, bake_file, points, walls):
        run = subprocess.run([args.oracle, str(scene), str(bake_file), "--each-cell", "--points", str(points),
                              "--walls", str(walls), *options_of(scene)], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(folder)
        levels = sorted(args.examples.glob("*.obj"))
        for scene in levels:
            baked = folder / (scene.stem + ".json")
            subprocess.run([args.plumb, "bake", str(scene), "-o", str(baked), "--quiet", *options_of(scene)], check=True,
                           stdout=subprocess.DEVNULL)
            code, text = ask(scene, baked, 1000, 1000)
            print(f"{scene.name}: {'; '.join(text.strip().splitlines()[-2:])}")
            if code != 0:
                failures.append(f"{scene.name}: the true bake is refused:\n{text}")
            genuine = baked.read_text()
            bake = json.loads(genuine)
            if len(bake["cells"]) > MAX_CELLS:
                continue
            trials = []
            for mutation in MUTATIONS:
                fit = [c for c in range(len(bake["cells"])) if mutation(json.loads(genuine), c)]
                trials += [(mutation, c) for c in rng.sample(fit, min(len(fit), args.each))]

            def attempt(number, mutation, cell):
                mutant = json.loads(genuine)
                mutation(mutant, cell)
                file = folder / f"mutant{number}.json"
                file.write_text(json.dumps(mutant))
                code, text = ask(scene, file, 100, 600)
                file.unlink()
                return mutation.__name__, cell, code, text

            for result in pool.map(lambda t: attempt(t[0], *t[1]), enumerate(trials)):
                name, cell, code, text = result
                mutants += 1
                used[name] += 1
                if code != 1:
                    failures.append(f"{scene.name}: {name} of cell {cell} is not seen (exit {code}):\n{text}")
    print(f"{mutants} mutants of {len(levels)} levels, {len(failures)} failures; " +
          ", ".join(f"{name} {count}" for name, count in used.items()))
    for name, count in used.items():
        if count == 0:
            failures.append(f"{name}: no level had a cell for it")
    for failure in failures[:10]:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
