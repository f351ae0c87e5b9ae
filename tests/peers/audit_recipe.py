#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the job of docs/guide/audit.md on a level as Recast bakes it: it fails where Recast's watersheds go wrong, and passes where they are not used. Besides, polygons and links of what
Recast's tiles hold are as many as a live dtNavMesh has.

  audit_recipe.py PLUMB RECAST_NAVMESH DOCUMENT SHARED     exit status: 0 as it should be; 1 not; 77 skipped: no shared levels
"""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

COMPETITION, NAV_TEST = "scenes/made/competition.obj", "scenes/recast/nav_test.obj"


def main():
    plumb, recast, document, shared = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
    if not (shared / COMPETITION).exists():
        print("skipped: no shared levels")
        return 77
    line = re.search(r"- run: (plumb audit level\.obj .*)", document.read_text()).group(1)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copy(shared / COMPETITION, folder / "level.obj")
        for partition, expected in (("watershed", 1), ("monotone", 0)):
            subprocess.run([recast, "level.obj", "0.03", "0.01", "1.8", "0", "0.4", "45", "--up", "z", "--partition", partition, "--mset", "navmesh.mset"],
                           cwd=folder, check=True, capture_output=True)
            ran = subprocess.run([plumb, *shlex.split(line)[1:]], cwd=folder, capture_output=True, text=True)
            cases = (folder / "audit.xml").read_text()
            if ran.returncode != expected or ("<failure" in cases) != bool(expected) or not (folder / "audit.svg").exists():
                wrong += 1
                print(f"{partition}: exit status {ran.returncode}, not {expected}\n{ran.stdout}{ran.stderr}")
        for tile in ([], ["--tile", "32"]):
            baked = subprocess.run([recast, shared / NAV_TEST, "0.3", "0.2", "2", "0", "0.9", "45", *tile, "--mset", folder / "m.mset", "--links", folder / "links"],
                                   check=True, capture_output=True, text=True).stdout
            subprocess.run([plumb, "audit", shared / NAV_TEST, folder / "m.mset", "--numbers", "float", "--sides", "up", "--stance", "stand=2", "--step", "0.9",
                            "--quiet", "--json", folder / "a.json"], capture_output=True)
            read = json.loads((folder / "a.json").read_text())["navmesh"]
            live = len(set((folder / "links").read_text().split("\n")) - {""})
            if read["links"] != live or read["polygons"] != int(re.search(r"(\d+) polygons", baked).group(1)):
                wrong += 1
                print(f"{tile}: {read} is not {baked} with {live} links")
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
