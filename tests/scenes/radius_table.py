#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the table of docs/theory/radius.md: what an agent's radius leaves, by both bounds, for more and more points of the disc, and what Recast leaves.

  radius_table.py --plumb PLUMB [--recast recast_bake] --scenes ../shared/scenes [--made DIR]

One stance, sides up, --numbers float. recast_bake is ../shared/peers/recast_bake.cpp, compiled as its README says; without it its columns are
empty. DIR: where ../shared/scenes/tools/gen_scenes.py wrote city_10k.obj."""
import argparse
import json
import pathlib
import subprocess
import tempfile

SCENES = [("recast/nav_test.obj", "y", "2", "0.9"), ("recast/dungeon.obj", "y", "2", "0.9"), ("recast/undulating.obj", "y", "2", "0.9"),
          ("made/competition.obj", "z", "1.8", "0.4"), ("city_10k.obj", "z", "1.8", "0.4")]
RADII, DISCS, CELLS = ("0.3", "0.6"), (8, 16, 32, 64), ("0.3", "0.1", "0.05")


def bounds(args, scene, up, height, climb, radius, disc, report):
    subprocess.run([args.plumb, "bake", scene, "--up", up, "--sides", "up", "--numbers", "float", "--stance", f"stand={height}", "--step", climb,
                    "--radius", radius, "--disc", str(disc), "--clearance", "both", "--report", report], check=True)
    stand = json.loads(report.read_text())["area"]["or_higher"][0]
    return stand["inner"]["approx"], stand["outer"]["approx"]


def recast_area(args, scene, up, height, climb, radius, cell):
    run = subprocess.run([args.recast, scene, cell, "0.2" if cell == "0.3" else cell, height, radius, climb, "45", *(["--yup"] if up == "y" else []),
                          "--minregion", "0", "--runs", "1", "--json"], capture_output=True, text=True)
    try:
        return f"{json.loads(run.stdout.splitlines()[-1])['poly_area']:.1f}"
    except (json.JSONDecodeError, KeyError, IndexError):
        return "fails"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--recast")
    parser.add_argument("--scenes", type=pathlib.Path, required=True)
    parser.add_argument("--made", type=pathlib.Path, default=pathlib.Path("."))
    args = parser.parse_args()
    print("| level | radius | " + " | ".join(f"{n} points" for n in DISCS) + " | width | falls by | " + " | ".join(f"Recast {c}" for c in CELLS) + " |")
    print("| --- | --- |" + " --- |" * (len(DISCS) + 2 + len(CELLS)))
    with tempfile.TemporaryDirectory() as folder:
        for name, up, height, climb in SCENES:
            scene = args.scenes / name if (args.scenes / name).exists() else args.made / name
            for radius in RADII:
                found = [bounds(args, scene, up, height, climb, radius, n, pathlib.Path(folder) / "r.json") for n in DISCS]
                widths = [high - low for low, high in found]
                recast = [recast_area(args, scene, up, height, climb, radius, c) if args.recast else "" for c in CELLS]
                print(f"| {scene.stem} | {radius} | " + " | ".join(f"{low:.3f} to {high:.3f}" for low, high in found)
                      + " | " + ", ".join(f"{w:.3g}" for w in widths) + " | "
                      + ", ".join(f"{a / b:.2f}" for a, b in zip(widths, widths[1:])) + " | " + " | ".join(recast) + " |", flush=True)


if __name__ == "__main__":
    main()
