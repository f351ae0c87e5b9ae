#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest path beside Detour's path (path_bench.cpp), on seven levels of ../shared/scenes, as a table. Then what doors and cuts cost a query
of a city of 100,000 triangles (door_bench.cpp).
usage: paths.py BUILD_DIR [PAIRS]   (made by `make bench`). Says "skipped" without the levels."""
import json
import pathlib
import subprocess
import sys
import tempfile

BIN = pathlib.Path(sys.argv[1]).resolve() / "bin"
PAIRS = sys.argv[2] if len(sys.argv) > 2 else "1000"
SCENES = pathlib.Path(__file__).resolve().parents[3] / "shared" / "scenes"
RECAST = ["--stance", "stand=2", "--step", "0.9", "--slope", "45"]
WALKER = ["--up", "z", "--stance", "stand=1.8", "--step", "0.4"]
# The level, the options of its bake, and what of Detour's time is wanted: at the median, and in sum.
LEVELS = [("recast/nav_test.obj", RECAST, 1, 1.2), ("recast/dungeon.obj", RECAST, 1, 1.2),
          ("recast/undulating.obj", RECAST, 1, 1.2), ("navtest/castle.obj", RECAST, 1.2, 2),
          ("levels/q_e3m4.obj", ["--preset", "quake"], 1.2, 2), ("made/competition.obj", WALKER, 1.2, 2),
          ("city_10k.obj", WALKER, 2, 2.5)]

if not SCENES.exists():
    print("skipped: ../shared/scenes is not there")
    sys.exit(0)
print("| | reached | over Detour: median | wanted | sum | wanted | p99 | unreached | Detour longer by over 1 % | at worst | Detour shorter | allocations | made, ms |")
print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    subprocess.run([sys.executable, SCENES / "tools" / "gen_scenes.py", "--city", "7", work / "city_10k.obj"], check=True, capture_output=True)
    for level, options, median, total in LEVELS:
        scene = work / level if level.startswith("city") else SCENES / level
        subprocess.run([BIN / "plumb", "bake", scene, *options, "--numbers", "float", "--sides", "up", "--quiet", "-o", work / "n.json", "-o",
                        work / "n.bin"], check=True)
        found = json.loads(subprocess.run([BIN / "plumb_path_bench", work / "n.json", work / "n.bin", PAIRS, "7"], check=True,
                                          capture_output=True, text=True).stdout)
        print(f"| {scene.stem} | {found['reached']} | {found['median']:.2f} | {median} | {found['sum']:.2f} | {total} | {found['p99']:.1f} | "
              f"{found['unreached']:.2f} | {100 * found['longer']:.0f} % | {100 * found['worst']:.0f} % | {found['above']} | {found['allocations']} | "
              f"{found['made_ms']:.0f} |", flush=True)
    subprocess.run([sys.executable, SCENES / "tools" / "gen_scenes.py", "--city", "64", work / "city_100k.obj"], check=True, capture_output=True)
    subprocess.run([BIN / "plumb", "bake", work / "city_100k.obj", *WALKER, "--numbers", "float", "--sides", "up", "--quiet", "-o", work / "n.json"],
                   check=True)
    subprocess.run([BIN / "plumb_door_bench", work / "n.json", "400", "7"], check=True)
