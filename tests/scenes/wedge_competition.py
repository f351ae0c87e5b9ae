#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What --method wedge leaves of competition.obj, walked by the level's probes: all doors as wide as they are, the spiral to its end, the ramps' undersides from where
they are. With --simplify it has no more triangles than Recast at cells of .05.

  wedge_competition.py PLUMB SCENES       exit status 1: something is not so; 77: there are no scenes
"""
import json
import pathlib
import subprocess
import sys
import tempfile

BAKE = ["--method", "wedge", "--up", "z", "--numbers", "decimal", "--sides", "up", "--step", "0.4", "--radius", "0.3"]
SIMPLIFIED = ["--disc", "8", "--simplify", "0.065", "--min-area", "1"]
RECAST_TRIANGLES = 1273
WANTED = {"doors_passed": 26, "door_width_err_mean": 0.0, "spiral_covered": 1.0, "under ramp 20deg starts at": 9.9375, "under ramp 9.5deg starts at": 15.3}


def main():
    plumb, scenes = map(pathlib.Path, sys.argv[1:3])
    level, probe = scenes / "made/competition.obj", scenes.parent / "peers/probe.py"
    if not level.exists() or not probe.exists():
        print("skipped: there is no competition.obj, or no probe.py")
        return 77
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        mesh = pathlib.Path(folder) / "mesh.obj"
        for options, most in (([], None), (SIMPLIFIED, RECAST_TRIANGLES)):
            subprocess.run([plumb, "bake", level, *BAKE, *options, "--quiet", "-o", mesh], check=True)
            probed = subprocess.run([sys.executable, "-B", probe, scenes / "made/competition_probes.json", mesh, "0.3"], check=True, capture_output=True, text=True)
            found = json.loads(probed.stdout.splitlines()[-1])
            triangles = sum(line.startswith("f ") for line in mesh.read_text().splitlines())
            differs = [f"{name} {found[name]}" for name, value in WANTED.items() if abs(found[name] - value) > 1e-4]
            if most and triangles > most:
                differs.append(f"more than {most} triangles")
            wrong += bool(differs)
            print(f"{' '.join(options) or 'exact'}: {triangles} triangles: {', '.join(differs) or 'as wanted'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
