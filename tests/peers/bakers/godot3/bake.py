#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Godot 3 as Debian has it (godot3-server): its NavigationMeshGenerator on a mesh of the level's triangles. One variant: watershed, its default."""
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import adapter  # noqa: E402

SCRIPT = pathlib.Path(__file__).with_suffix(".gd").resolve()
PROJECT = 'config_version=4\n[editor_plugins]\nenabled=PoolStringArray( "bake" )\n'
PLUGIN = '[plugin]\nname="bake"\ndescription=""\nauthor=""\nversion="1"\nscript="bake.gd"\n'


def corners_of(path, up):
    """Nine numbers a triangle, y up, as text."""
    vertices, triangles = adapter.read_obj(path)
    turned = [f"{x} {z} {-float(y)!r}" if up == "z" else f"{x} {y} {z}" for x, y, z in vertices]
    return "\n".join(f"{turned[a]} {turned[c]} {turned[b]}" for a, b, c in triangles)  # Godot's faces run clockwise


class Godot3:
    name = "godot3"

    def version(self):
        self.program = shutil.which("godot3-server")
        if not self.program:
            raise adapter.Missing("godot3-server is not installed")
        return subprocess.run([self.program, "--version"], capture_output=True, text=True).stdout.strip()

    def default_cells(self, agent):
        # NavigationMesh's defaults: 0.3 and 0.2 metres for an agent of the radius 0.6 and the height 2.
        return (agent["radius"] / 2 or agent["height"] * 0.15), agent["height"] / 10

    def bake(self, job):
        # All others are defaults of NavigationMesh; its longest edge is a length, 12 for that agent.
        options = {"cell/size": job.cell, "cell/height": job.cell_height, "agent/height": job.height, "agent/radius": job.radius,
                   "agent/max_climb": job.climb, "agent/max_slope": job.slope, "edge/max_length": 6 * job.height}
        (job.out / "level.txt").write_text(corners_of(job.scene, job.up))
        (job.out / "options.txt").write_text("\n".join(f"{name} {value!r}" for name, value in options.items()) + "\n")
        (job.out / "addons/bake").mkdir(parents=True, exist_ok=True)
        shutil.copy(SCRIPT, job.out / "addons/bake/bake.gd")
        (job.out / "addons/bake/plugin.cfg").write_text(PLUGIN)
        (job.out / "project.godot").write_text(PROJECT)
        job.run([self.program, "--editor", "--path", job.out], env={"PATH": "/usr/bin:/bin", "HOME": str(job.out / "home")})
        for folder in ("addons", "home"):
            shutil.rmtree(job.out / folder, ignore_errors=True)
        if not (job.out / "navmesh.tres").exists() or (job.out / "polygons.txt").read_text().strip() == "0":
            raise adapter.Refused("no polygon: " + (job.out / "stderr.txt").read_text().strip())
        return {"options": options, "max_error": 1.3, "min_region": 64}


adapter.main(Godot3())
