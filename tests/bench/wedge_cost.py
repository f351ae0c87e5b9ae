#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each stage of --method wedge costs, beside Recast's build at cells of 0.05 with the same radius of 0.3: instructions of one thread, counted by callgrind.
Prints a table of millions of instructions, with a column for each level; its last row is the whole command over Recast's build.

  wedge_cost.py PLUMB SHARED [LEVEL...]    exit status 0; 77: there is no valgrind, no Recast or no SHARED"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import instructions

# Level: its file, the vertical axis, the agent's height and step.
LEVELS = {"nav_test": ("recast/nav_test.obj", "y", "2", "0.9"), "dungeon": ("recast/dungeon.obj", "y", "2", "0.9"),
          "competition": ("made/competition.obj", "z", "1.8", "0.4"), "city_10k": ("city_10k.obj", "z", "1.8", "0.4"),
          "dr_house": ("navtest/dr_house.obj", "y", "1.8", "0.4")}


def command(plumb, level, up, height, step):
    return [plumb, "bake", level, "--method", "wedge", "--up", up, "--sides", "up", "--numbers", "float", "--stance", f"stand={height}", "--step", step,
            "--radius", "0.3", "--threads", "1", "--quiet"]


def main():
    plumb, shared, names = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:] or list(LEVELS)
    source = shared / "peers/recast_bake.cpp"
    if not shutil.which("valgrind") or not source.exists() or not pathlib.Path("/usr/include/recastnavigation/Recast.h").exists():
        print("skipped: valgrind, Recast or", shared, "is not there")
        return 77
    columns = {}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run(["g++", "-O3", "-march=x86-64-v3", "-std=c++17", "-I/usr/include/recastnavigation", source, "-o", work / "recast_bake", "-lRecast"], check=True)
        subprocess.run([sys.executable, "-B", shared / "scenes/tools/gen_scenes.py", work], check=True, capture_output=True)
        for name in names:
            file, up, height, step = LEVELS[name]
            level = shared / "scenes" / file if (shared / "scenes" / file).exists() else work / file
            stages = instructions.wedge_stages(command(plumb, level, up, height, step))
            recast = instructions.recast(work / "recast_bake", [level, "0.05", "0.05", height, "0.3", step, "45", *(["--yup"] if up == "y" else [])])
            columns[name] = {stage: f"{count / 1e6:,.0f}" for stage, count in stages.items()}
            whole = sum(stages.values())
            columns[name] |= {"the whole command": f"{whole / 1e6:,.0f}", "Recast": f"{recast / 1e6:,.0f}", "the whole command over Recast": f"{whole / recast:.2f}"}
    print("| | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns))
    for row in next(iter(columns.values())):
        print(f"| {row if ' ' in row or row in ('read', 'Recast') else f'`{row}`'} | " + " | ".join(column[row] for column in columns.values()) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
