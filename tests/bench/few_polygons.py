#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the tables of docs/figures/navmesh.md about how many polygons there are beside Recast's, and how round cells are.

  few_polygons.py PLUMB RECAST SCENES   polygons of both methods with --simplify as Recast simplifies (1.3 cells), its radius, climb and least
                                        region, over the number of Recast's; and what `plumb audit` says of them against the proven bracket
  few_polygons.py PLUMB SCENES          roundness of the cells of --optimise none, count and regular, and their numbers

RECAST is plumb_recast_navmesh, built with the tests; SCENES the public levels, whose tools/gen_scenes.py writes city_10k.obj."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

# level, up, numbers, height, climb
LEVELS = [("recast/nav_test.obj", "y", "float", "2", "0.9"), ("recast/dungeon.obj", "y", "float", "2", "0.9"), ("navtest/dr_house.obj", "y", "decimal", "1.8", "0.4"),
          ("made/competition.obj", "z", "decimal", "1.8", "0.4"), ("recast/undulating.obj", "y", "float", "2", "0.9"), ("city_10k.obj", "z", "float", "1.8", "0.4")]
CELL, RADIUS, TOLERANCE, LEAST = "0.05", "0.3", "0.065", "0.16"  # 1.3 cells; a region of 8 cells square


def run(command, statuses=(0,)):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode not in statuses:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[-300:]}")


def level_file(scenes, name, folder):
    if name != "city_10k.obj":
        return scenes / name
    file = folder / name
    if not file.exists():
        run([sys.executable, "-B", scenes / "tools/gen_scenes.py", "--city", "7", file])
    return file


def percent(part, whole):
    return f"{100 * part / whole:.3f} %"


def beside_recast(plumb, recast, scenes, folder):
    print("| level | Recast's polygons | method | polygons | over Recast's | certainly missing | excess | components true, found | lost, spurious, split, merged | farthest |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, up, numbers, height, climb in LEVELS:
        level, polygons, mesh, told = level_file(scenes, name, folder), folder / "recast.obj", folder / "mesh.json", folder / "told.json"
        run([recast, level, CELL, CELL, height, RADIUS, climb, "45", "--up", up, "-o", polygons])
        theirs = sum(line.startswith("f ") for line in polygons.read_text().splitlines())
        agent = ["--up", up, "--numbers", numbers, "--sides", "up", "--stance", f"stand={height}", "--step", climb, "--radius", RADIUS]
        for method in ("wedge", "vcd"):
            run([plumb, "bake", level, *agent, "--method", method, "--optimise", "count", "--simplify", TOLERANCE, "--min-area", LEAST, "--quiet",
                 "--report", told, "-o", mesh])
            ours = sum(json.loads(told.read_text())["cells"]["after_merging"])
            run([plumb, "audit", level, mesh, *agent, "--quiet", "--fail-if", "missing>100%", "--json", told])
            found = json.loads(told.read_text())
            area, parts = found["area"], found["components"]
            print(f"| {pathlib.Path(name).stem} | {theirs:,} | {method} | {ours:,} | {ours / theirs:.2f} | {percent(area['missing']['approx'], area['truth']['approx'])} "
                  f"| {percent(area['excess']['approx'], area['found']['approx'])} | {parts['truth']}, {parts['found']} "
                  f"| {', '.join(str(len(parts[k])) for k in ('lost', 'spurious', 'split', 'merged'))} | {found['distances']['truth_from_found']['high']:.3f} |", flush=True)


def hull(points):
    """Counter-clockwise, of points in plan (Andrew 1979)."""
    def half(ordered):
        out = []
        for p in ordered:
            while len(out) > 1 and (out[-1][0] - out[-2][0]) * (p[1] - out[-2][1]) <= (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0]):
                out.pop()
            out.append(p)
        return out[:-1]
    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1])


def number(text):
    over, _, under = text.partition("/")
    return int(over) / int(under or 1)


def mean_roundness(mesh, up):
    """Of the cells where one can stand, over their areas; and their number."""
    x, y = (0, 1) if up == "z" else (0, 2)
    areas, weighted, count = 0.0, 0.0, 0
    for cell in mesh["cells"]:
        if cell["stance"] <= 0:
            continue
        ring = hull([(number(p[x]), number(p[y])) for facet in cell["facets"] for p in facet["vertices"]])
        sides = list(zip(ring, ring[1:] + ring[:1]))
        area, length = sum(p[0] * q[1] - q[0] * p[1] for p, q in sides) / 2, sum(math.dist(p, q) for p, q in sides)
        areas, weighted, count = areas + area, weighted + area * 4 * math.pi * area / length ** 2, count + 1
    return weighted / areas, count


def shapes(plumb, scenes, folder):
    print("| level | `none` | `count` | `regular` |\n|---|---|---|---|")
    for name, up, numbers, height, climb in LEVELS:
        row = [pathlib.Path(name).stem]
        for goal in ("none", "count", "regular"):
            mesh = folder / "mesh.json"
            run([plumb, "bake", level_file(scenes, name, folder), "--up", up, "--numbers", numbers, "--sides", "up", "--stance", f"stand={height}", "--step", climb,
                 "--optimise", goal, "--quiet", "-o", mesh])
            mean, count = mean_roundness(json.loads(mesh.read_text()), up)
            row.append(f"{mean:.3f} of {count:,} cells")
        print("| " + " | ".join(row) + " |", flush=True)


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__)
        return 2
    places = [pathlib.Path(p).resolve() for p in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        (beside_recast if len(places) == 3 else shapes)(*places, pathlib.Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
