#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plans in docs/guide/updates.md: an example before updates, with them, and with all of them taken back. make_figures.py draws them."""
import json
import pathlib
import subprocess

import plan_panels

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs/examples"
PICTURES = [("updates_room", "wall_in_room.obj", "room.json"), ("updates_two_floors", "layers/two_floor_ramp.obj", "two_floors.json")]


def plans_of(plumb, level, script, folder):
    """The three plans of a level under a script's updates, side by side, as the text of one SVG; `folder` is for files on the way."""
    mesh, plan, back = folder / "mesh.json", folder / "plan.svg", folder / "back.json"
    entries = json.loads((EXAMPLES / "updates" / script).read_text())
    made = sum("update" in e or "prepare" in e for e in entries)
    back.write_text(json.dumps(entries + [{"revert": n + 1} for n in range(made)]))
    subprocess.run([plumb, "bake", EXAMPLES / level, "--up", "z", "--sides", "up", "--step", "0.4", "--quiet", "-o", mesh, "-o", plan], check=True)
    plans = [plan.read_text()]
    for updates in (EXAMPLES / "updates" / script, back):
        subprocess.run([plumb, "update", mesh, updates, "--quiet", "-o", plan], check=True)
        plans.append(plan.read_text())
    return plan_panels.beside(plans, ["before", "with updates", "all taken back"])
