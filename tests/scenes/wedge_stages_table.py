#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each stage of --method wedge gives up: audits the mesh that each one leaves, by the exact floor, and prints the table of docs/figures/wedge.md.

  wedge_stages_table.py PLUMB SCENES [LEVEL...]     exit status: 0 printed; 77 skipped: no shared levels

A stage's mesh is the navmesh that `plumb bake --method wedge --until STAGE` writes, in exact coordinates. Up to `simplify` it is held against the floor of a point; from
clear_walls on against both bounds of what the agent's radius leaves."""
import json
import pathlib
import subprocess
import sys
import tempfile
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Level: its file, the vertical axis, how numbers are read, the agent's height and step, how far above and below the floor a mesh is still on it.
LEVELS = {"nav_test": ("recast/nav_test.obj", "y", "float", "2", "0.9", "0.95"), "dungeon": ("recast/dungeon.obj", "y", "float", "2", "0.9", "0.95"),
          "dr_house": ("navtest/dr_house.obj", "y", "float", "1.8", "0.4", "0.45"), "ruin": (ROOT / "docs/examples/ruin.obj", "y", "decimal", "1.8", "0.4", "0.45"),
          "competition": ("made/competition.obj", "z", "decimal", "1.8", "0.4", "0.45"), "undulating": ("recast/undulating.obj", "y", "float", "2", "0.9", "0.95")}
STAGES = ("wedge_cut", "close_gaps", "decimate", "add_ramps", "close_ramps", "drop_patches", "flatten_ramps", "simplify", "clear_walls", "close_cleared",
          "drop_cleared", "simplify_cleared")
CLEARED = STAGES.index("clear_walls")
RADIUS = ["--radius", "0.3", "--disc", "8"]
SIMPLIFY, MIN_AREA = ["--simplify", "0.065"], ["--min-area", "1"]
COLUMNS = ["level", "stage", "triangles", "covered", "missing", "excess", "overlap", "height", "components", "lost", "split", "spurious", "merged"]


def agent_options(up, numbers, height, step):
    return ["--up", up, "--numbers", numbers, "--sides", "up", "--stance", f"stand={height}", "--step", step, "--bad-faces", "drop", "--quiet"]


def bake(plumb, level, options, stage, radius, out):
    """The navmesh that the wedge method has made when a stage is done."""
    subprocess.run([plumb, "bake", level, "--method", "wedge", *options, *radius, "--until", stage, "-o", out], check=True)


def audit(plumb, level, mesh, options, window, radius, folder):
    """A mesh held against the exact floor, as a document."""
    out = folder / "audit.json"
    done = subprocess.run([plumb, "audit", level, mesh, *options, *radius, "--below", window, "--above", window, "--exact-digits", "0", "--fail-if", "missing>100%",
                           "--json", out], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{level}, {mesh}: exit status {done.returncode}: {done.stderr}")
    return json.loads(out.read_text())


def share(part, whole):
    """In per cent; what is not 0 is never told as 0."""
    if part["exact"] == "0":
        return "0"
    value = 100 * part["approx"] / whole["approx"]
    return f"{value:.4f}" if value >= 0.0001 else f"{value:.0e}"


def row(level, stage, triangles, found):
    area, heights, parts = found["area"], found["heights"], found["components"]
    low, high = (float(Fraction(heights[k])) for k in ("low", "high"))
    return [level, f"`{stage}`", f"{triangles:,}", share(area["covered"], area["truth"]), share(area["missing"], area["truth"]), share(area["excess"], area["found"]),
            share(area["overlap"], area["found"]), f"{low:.3g} to {high:.3g}", f"{parts['truth']}, {parts['found']}",
            *(len(parts[k]) for k in ("lost", "split", "spurious", "merged"))]


def main():
    sys.set_int_max_str_digits(0)  # exact areas are long
    plumb, scenes, names = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:] or list(LEVELS)
    if not (scenes / "MANIFEST.tsv").exists():
        print("skipped: no scenes in", scenes)
        return 77
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in names:
            file, up, numbers, height, step, window = LEVELS[name]
            options = agent_options(up, numbers, height, step)
            for number, stage in enumerate(STAGES):
                mesh, level = folder / "mesh.json", scenes / file
                # A bake leaves out small components whatever its last stage is.
                losses = SIMPLIFY + (MIN_AREA if number >= STAGES.index("drop_patches") else [])
                bake(plumb, level, [*options, *losses], stage, RADIUS, mesh)
                found = audit(plumb, level, mesh, options, window, RADIUS if number >= CLEARED else [], folder)
                triangles = sum(cell["stance"] >= 1 for cell in json.loads(mesh.read_text())["cells"])
                print("| " + " | ".join(map(str, row(name, stage, triangles, found))) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
