#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Audits of whole levels, by plumb and again by plumb-check: a table of what was compared.

  audits_of_levels.py --plumb plumb --check plumb-check [--recast recast_navmesh] --scenes SCENES [LEVEL]...

Each level is baked for an agent 1.8 m high with a step of 0.4, and audited: Plumb's own .obj and .mset, and what Recast makes of it, solo as an .obj and in
tiles as a set of Detour's. plumb-check has to accept each audit. The table has polygons, components of the level and of the mesh, how many areas were
compared as fractions and how many, whose fractions are longer than 20,000 digits, as doubles; and the user seconds of plumb-check alone, with the exact
navmesh, and with the audit too, on one thread. Exit status 1: an audit was not accepted; 77: there are no scenes."""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

LEVELS = """recast/nav_test recast/dungeon recast/undulating made/competition navtest/castle navtest/dive_level navtest/fg_example_basic
  navtest/hab_simple_room navtest/rerecast_scene navtest/dr_house levels/fd_dm08 levels/fd_e1m1 levels/fd_map01 levels/nb_stairs levels/nb_qbert
  levels/nb_woodmaze levels/q_dm4 levels/q_dm4_bsp levels/c2_fdm6 levels/oa_hydronex""".split()
OPTIONS = "--step 0.4 --sides up --threads 1 --quiet --exact-digits 20000".split()


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return done, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def up_of(level):
    return "z" if level.startswith("made/") else "y"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("plumb", "check", "scenes"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--recast", default="")
    parser.add_argument("levels", nargs="*")
    options = parser.parse_args()
    if not os.path.isdir(options.scenes):
        return 77
    refused = audits = levels = 0
    print("| level | mesh | polygons | components, true and found | areas as fractions, as doubles | user s: check, and J, and A |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for level in options.levels or LEVELS:
            scene, stem = os.path.join(options.scenes, level + ".obj"), os.path.join(folder, "level")
            given = [*OPTIONS, "--up", up_of(level)]
            for name in os.listdir(folder):
                os.remove(os.path.join(folder, name))
            files = [part for extension in (".json", ".cert", "_own.obj", "_own.mset") for part in ("-o", stem + extension)]
            subprocess.run([options.plumb, "bake", scene, *given, *files], capture_output=True)
            for tiles, out in () if not options.recast else (([], ["-o", stem + "_recast.obj"]), (["--tile", "48"], ["--mset", stem + "_tiles.mset"])):
                subprocess.run([options.recast, scene, "0.3", "0.2", "1.8", "0", "0.4", "45", "--up", up_of(level), *tiles, *out], capture_output=True)
            alone, check = user_seconds([options.check, "--threads", "1", scene, stem + ".cert"])
            if alone.returncode != 0:
                print(f"| {level} | not baked: {alone.stderr.strip()[-80:]} | | | | |")
                continue
            _, with_mesh = user_seconds([options.check, "--threads", "1", scene, stem + ".cert", stem + ".json"])
            levels += 1
            for mesh in ("_own.obj", "_own.mset", "_recast.obj", "_tiles.mset"):
                audit = stem + mesh + ".json"
                if not os.path.exists(stem + mesh):
                    continue
                if subprocess.run([options.plumb, "audit", scene, stem + mesh, *given, "--json", audit], capture_output=True).returncode > 1:
                    continue
                done, seconds = user_seconds([options.check, "--threads", "1", scene, stem + ".cert", stem + ".json", "--audit", audit, stem + mesh])
                audits += 1
                text = done.stdout[done.stdout.rfind("Every figure that is compared"):]
                told = re.search(r"areas of (\d+) true components.*?(\d+) polygons.*?(\d+) areas as fractions, (\d+) as doubles; (\d+) pairs of", text, re.DOTALL)
                if done.returncode != 0 or not told:
                    refused += 1
                    print(f"| {level} | {mesh} | REFUSED: {(done.stderr or done.stdout).strip()[-300:]} | | | |")
                    continue
                true, polygons, exact, near, pairs = told.groups()
                print(f"| {level} | {mesh} | {polygons} | {true}, {pairs} pairs | {exact}, {near} | {check:.2f}, {with_mesh - check:.2f}, {seconds - with_mesh:.2f} |", flush=True)
    print(f"{levels} levels, {audits} audits, {refused} refused")
    return 1 if refused or not audits else 0


if __name__ == "__main__":
    sys.exit(main())
