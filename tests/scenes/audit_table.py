#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Audits Recast's navmeshes of the shared levels at several cell sizes, with and without an agent's radius, and prints the table of docs/figures/audit.md.

  audit_table.py PLUMB RECAST_NAVMESH SHARED [LEVEL...]     exit status: 0 printed; 77 skipped: no shared levels
"""
import json
import pathlib
import subprocess
import sys
import tempfile

LEVELS = {"nav_test": ("recast/nav_test.obj", "y", "2", "0.9"), "dungeon": ("recast/dungeon.obj", "y", "2", "0.9"),
          "undulating": ("recast/undulating.obj", "y", "2", "0.9"), "competition": ("made/competition.obj", "z", "1.8", "0.4"),
          "city_10k": ("city_10k.obj", "z", "1.8", "0.4")}
CELLS = [("0.3", "0.2"), ("0.1", "0.1"), ("0.05", "0.05"), ("0.03", "0.01")]
MISSING = [("height_drift",), ("region",), ("height", "eroded"), ("border",), ("filter",), ("unexplained",)]
COLUMNS = ["level", "cells", "r", "true floor", "covered", "missing", "drift", "region", "height, eroded", "border", "filter", "unexplained", "excess", "drift", "border", "other",
           "overlap", "height", "distance", "components", "lost", "spurious", "split", "merged", "joined in truth alone", "found alone"]


def area(value):
    return value["approx"] if value else 0.0


def row(level, cells, radius, audit):
    areas = {name: area(value) for name, value in audit["area"].items()}
    truth, found = areas["truth"], areas["found"]
    causes = {(c["difference"], c["cause"]): area(c["area"]) for c in audit["causes"]}
    share = lambda part, whole: f"{100 * part / whole:.2f}" if whole else "-"
    missing = [share(sum(causes.get(("missing", c), 0) for c in group), truth) for group in MISSING]
    other = ", ".join(f"{cause} {share(value, found)}" for (kind, cause), value in causes.items() if kind == "excess" and cause not in ("border", "height_drift"))
    heights, distance, parts = audit["heights"], audit["distances"], audit["components"]
    number = lambda text: float(sum(map(lambda p: p, [int(text.split("/")[0]) / int((text.split("/") + ["1"])[1])])))
    joined = [f"{100 * parts[k]['approx']:.2f}" if parts[k] else "-" for k in ("only_truth_joins", "only_found_joins")]
    return [level, "/".join(cells), radius, f"{truth:.1f}", share(areas["covered"], truth), share(areas["missing"], truth), *missing,
            share(areas["excess"], found), *(share(causes.get(("excess", c), 0), found) for c in ("height_drift", "border")), other or "0", share(areas["overlap"], found),
            f"{number(heights['low']):.2f} to {number(heights['high']):.2f}" if heights else "-",
            f"{distance['found_from_truth']['high']:.2f}, {distance['truth_from_found']['high']:.2f}" if distance["found_from_truth"] else "-",
            f"{parts['truth']}, {parts['found']}", len(parts["lost"]), len(parts["spurious"]), len(parts["split"]), len(parts["merged"]), *joined]


def main():
    plumb, recast, shared = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
    scenes = shared / "scenes"
    if not scenes.is_dir():
        print("skipped: no shared levels")
        return 77
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([sys.executable, scenes / "tools" / "gen_scenes.py", folder], check=True, capture_output=True)
        for level, (name, up, height, climb) in LEVELS.items():
            if sys.argv[4:] and level not in sys.argv[4:]:
                continue
            path = scenes / name if (scenes / name).exists() else folder / name
            numbers = "decimal" if level == "competition" else "float"
            for cells in CELLS:
                for radius in ("0", "0.3"):
                    baked = subprocess.run([recast, path, *cells, height, radius, climb, "45", "--up", up, "--mset", folder / "m.mset"], capture_output=True, text=True)
                    if baked.returncode:
                        print(f"| {level} | {'/'.join(cells)} | {radius} | {baked.stderr.strip()} |", flush=True)
                        continue
                    quarter = ["--below", "0.9", "--above", "0.9"] if height == "2" else []
                    options = ["--up", up, "--numbers", numbers, "--sides", "up", "--stance", f"stand={height}", "--step", climb, "--radius", radius,
                               "--cell", ",".join(cells), "--climb", climb, "--min-region", "64", *quarter, "--limit", "20", "--json", folder / "a.json", "--quiet"]
                    ran = subprocess.run([plumb, "audit", path, folder / "m.mset", *options], capture_output=True, text=True)
                    if ran.returncode > 1:
                        print(f"| {level} | {'/'.join(cells)} | {radius} | {ran.stderr.strip()} |", flush=True)
                        continue
                    print("| " + " | ".join(map(str, row(level, cells, radius, json.loads((folder / "a.json").read_text())))) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
