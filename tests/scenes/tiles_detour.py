#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels tile by tile, writes each tile for Detour, and has `plumb audit` hold the set of all tiles against the true floor: every component is found, and none is
lost, split, spurious or merged. So what leads over lines between tiles leads there in Detour, too, and nothing else does.

  tiles_detour.py PLUMB EXAMPLES [--all]    the shipped levels, with lines along walls and at places that are no multiples of the grid's cells; the largest
                                            with the latter alone, without --all; exit status 1 if anything differs"""
import json
import pathlib
import subprocess
import sys
import tempfile

Z_UP = ["--up", "z", "--sides", "up"]
LARGEST = "competition/competition.obj"
LEVELS = [("ruin.obj", ["--sides", "up", "--step", "0.4"], "7"), (LARGEST, [*Z_UP, "--step", "0.4"], "4"), ("spiral.obj", [*Z_UP, "--step", "0.4"], "1"),
          ("board_bridge.obj", [*Z_UP, "--weld", "0.25"], "1"), ("corner_gaps.obj", [*Z_UP, "--weld", "0.3"], "2"), ("crates.obj", [*Z_UP, "--step", "0.4"], "2"),
          ("doorways.obj", Z_UP, "2"), ("leaning_stairs.obj", [*Z_UP, "--step", "0.4"], "1"), ("stacked_boxes.obj", Z_UP, "1")]
ORIGINS = (["--tiles"], ["--tile-origin", "0.2,0.1", "--tiles"])
WRONG = ("lost", "split", "spurious", "merged")
SLIVER = "0.0001"  # a way to less, narrower than some cells of the grid, may be left out


def run(words, statuses=(0,)):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode not in statuses:
        raise SystemExit(f"{' '.join(map(str, words))}: {done.returncode} {done.stderr}")
    return done


def main():
    plumb, examples = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    wrong = 0
    for name, options, size in LEVELS:
        for origin in ORIGINS[1:] if name == LARGEST and sys.argv[3:] != ["--all"] else ORIGINS:
            with tempfile.TemporaryDirectory() as folder:
                store, found = pathlib.Path(folder) / "store", pathlib.Path(folder) / "found.json"
                run([plumb, "tiles", "cut", examples / name, "-o", store, *origin, size, *options, "--quiet"])
                for words in (["bake", store], ["seams", store], ["finish", store, "-o", ".bin"]):
                    run([plumb, "tiles", *words, "--quiet"])
                index = json.loads((store / "index.json").read_text())
                files = [f["file"] for tile in index["tiles"] for f in tile["files"]]
                run([plumb, "audit", examples / name, store / index["detour"]["set"]["file"], *options, "--sliver", SLIVER, "--json", found, "--quiet"], (0, 1))
                components = json.loads(found.read_text())["components"]
                true = sum(s["components"] - s["dropped"] for s in index["stances"])
                counts = {k: len(components[k]) for k in WRONG if components[k]}
                wrong += bool(counts) or components["truth"] != true
                print(f"{name} {' '.join([*origin, size])}: {len(files)} tiles, {true} components, {components['found']} found" + (f": FAILED: {counts}" if counts else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
