#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Godot finds a path on the .tres of a level exactly where its portals lead from cell to cell, over steps and welds, too, since these are polygons in it; and with
--no-link-polygons where its flush portals alone lead: 200 random pairs of places on each of eight levels. Four of these are rooms that are joined by what rounding
leaves nothing of.
What differs is listed; Godot takes corners in one cell of its grid for equal, so that at most one pair in a hundred may. Debian's Godot is 3.2, which has no reader
for format 3: godot_paths.gd reads the file. usage: godot_paths.py PLUMB SCENES. Exit status 77 without godot3-server or scenes."""
import argparse
import itertools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scenes"))
from run_exports import Sets  # noqa: E402

SKIPPED, PAIRS = 77, 200
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples"
CORPUS = pathlib.Path(__file__).resolve().parents[1] / "corpus" / "exports"
OPTIONS = {"competition": ["--up", "z", "--step", "0.4", "--numbers", "decimal"], "dungeon": ["--step", "0.9"], "nav_test": ["--step", "0.9"], "ruin": ["--step", "0.4"],
           "own_neck_3mm": ["--numbers", "decimal", "--stance", "stand=2"], "own_neck_1e-7": ["--numbers", "decimal", "--stance", "stand=2"],
           "own_door": ["--numbers", "float", "--step", "0.5", "--radius", "0.3"], "own_door_2e-60": ["--numbers", "decimal", "--step", "0.5", "--radius", "0.3"]}


class Level:
    """A baked level: places on it, and which can be reached from which by flush portals, or by all."""

    def __init__(self, path, up_z, linked):
        mesh = json.loads(path.read_text())
        self.cells = [(i, f) for i, c in enumerate(mesh["cells"]) if c["stance"] > 0 for f in c["facets"]]
        self.corners = [[tuple(float(Fraction(v)) for v in p) for p in f["vertices"]] for _, f in self.cells]
        if up_z:
            self.corners = [[(x, z, -y) for x, y, z in ring] for ring in self.corners]
        self.areas = [abs(sum(a[0] * b[2] - a[2] * b[0] for a, b in zip(ring, ring[1:] + ring[:1]))) for ring in self.corners]
        joined = Sets(len(mesh["cells"]))
        for portal in mesh["portals"]:
            if linked or portal["kind"] == "flush":
                joined.unite(portal["a"], portal["b"])
        self.component = joined.find
        self.sums = {}  # of areas, by component

    def place(self, rng, component=None):
        """(component, place) on a facet chosen by area, of one component if given."""
        if component not in self.sums:
            self.sums[component] = list(itertools.accumulate(a if component in (None, self.component(c)) else 0 for a, (c, _) in zip(self.areas, self.cells)))
        i = rng.choices(range(len(self.cells)), cum_weights=self.sums[component])[0]
        shares = [rng.random() + 0.01 for _ in self.corners[i]]
        place = tuple(sum(s * p[axis] for s, p in zip(shares, self.corners[i])) / sum(shares) for axis in range(3))
        return self.component(self.cells[i][0]), place


def judge(plumb, scene, radius, linked):
    """(line to print, share of pairs that differ)"""
    options = OPTIONS[scene.stem] + (["--radius", radius] if radius != "0" else [])
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder) / "x"
        subprocess.run([plumb, "bake", str(scene), "--sides", "up", *options, *([] if linked else ["--no-link-polygons"]), "--quiet", "-o", f"{base}.tres", "-o", f"{base}.json"], check=True)
        level, rng = Level(base.with_suffix(".json"), "z" in options, linked), random.Random(1)
        expected, lines = [], []
        for i in range(PAIRS):
            a, p = level.place(rng)
            b, q = level.place(rng, a if i % 2 else None)  # most places of a level with many components are apart
            expected.append("path" if a == b else "none")
            lines.append(" ".join(repr(v) for v in p + q))
        base.with_suffix(".pairs").write_text("\n".join(lines) + "\n")
        run = subprocess.run(["godot3-server", "--path", str(folder), "-s", str(pathlib.Path(__file__).with_suffix(".gd").resolve())],
                             capture_output=True, text=True, timeout=600)
        found = [line for line in run.stdout.splitlines() if line in ("path", "none")]
        if len(found) != PAIRS:
            return f"{scene.name}: Godot answered {len(found)} of {PAIRS}: {run.stderr[-500:]}", 1
        wrong = [(e, line) for e, f, line in zip(expected, found, lines) if e != f]
        text = f"{scene.name}, radius {radius}, {'with links' if linked else 'flush portals alone'}: {expected.count('path')} of {PAIRS} pairs have a path; Godot differs on {len(wrong)}"
        return "\n".join([text] + [f"  {e} expected: {line}" for e, line in wrong[:10]]), len(wrong) / PAIRS


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plumb")
    parser.add_argument("scenes", type=pathlib.Path)
    args = parser.parse_args()
    if not shutil.which("godot3-server"):
        print("skipped: godot3-server is not installed")
        return SKIPPED
    scenes = [s for s in (args.scenes / "made/competition.obj", args.scenes / "recast/dungeon.obj", args.scenes / "recast/nav_test.obj", EXAMPLES / "ruin.obj") if s.exists()]
    if len(scenes) < 4:
        print(f"skipped: some levels are not in {args.scenes}")
    worst = 0
    runs = [(s, r, linked) for s in scenes for r in ("0", "0.3") for linked in (True, False)] + [(s, "0", True) for s in sorted(CORPUS.glob("own_*.obj"))]
    for scene, radius, linked in runs:
        text, share = judge(args.plumb, scene, radius, linked)
        print(text, flush=True)
        worst = max(worst, share)
    return 1 if worst > 0.01 else 0


if __name__ == "__main__":
    sys.exit(main())
