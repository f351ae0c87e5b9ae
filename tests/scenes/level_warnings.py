#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes every level of a folder of scenes with the options that are right for it and checks that
  - what is warned of is what confirmed_warnings.json says, with the reason: somebody has looked at the level, and it is so;
  - nothing is warned of there, either, where the risers are exactly as high as the step only with its digits as they are written;
  - where a weld is named that would join it better, a bake with that weld has the share that was promised, or more;
  - the same level in the wrong units, and some with the wrong axis up, are warned of.
usage: level_warnings.py PLUMB SCENES. Exit status 0 if all held, 77 if there are no scenes."""
import json
import pathlib
import subprocess
import sys
import tempfile

from run_scenes import SKIPPED, read_manifest, scene_options

FOLDERS = ["levels", "navtest", "recast", "made", "nasty"]
PLAIN = "nasty/"  # these have no axis and no unit of their own: nothing is made wrong with them
# As much could be stood on along either axis, and the level is about as high as it is wide.
SAME_ALONG_AXES = {"levels/c2_steelribs.obj", "levels/c2_test_ctf.obj", "levels/c2_turbine.obj", "levels/lq_e3m4.obj", "levels/q_dm2.obj", "levels/q_dm4.obj",
                   "levels/q_e1m4.obj", "levels/q_e3m4.obj", "levels/q_end.obj", "levels/q_start.obj", "navtest/dr_convex.obj", "navtest/dr_house.obj",
                   "navtest/ew_stairsteptest.obj", "navtest/fg_example_basic.obj"}
CONFIRMED = json.loads((pathlib.Path(__file__).parent / "confirmed_warnings.json").read_text())["levels"]

DECIMALS = {"made/competition.obj"}


def report(plumb, scene, options, folder):
    file = pathlib.Path(folder) / "report.json"
    run = subprocess.run([plumb, "bake", str(scene), "--report", str(file), "--quiet", "--bad-faces", "drop", *options],
                         capture_output=True, text=True)
    if run.returncode != 0:
        raise AssertionError(f"bake exit {run.returncode}: {run.stderr.strip()[-300:]}")
    return json.loads(file.read_text())


def codes(result):
    return [w["code"] for w in result["warnings"]]


def check(plumb, scene, name, level, folder):
    up, heights, step = level
    stances = [f"--stance={stance}={height}" for stance, height in zip(("crawl", "crouch", "stand"), heights)]
    options = [*stances, "--up", up, "--step", step, "--sides", "up", "--solids", "closed"]
    found = report(plumb, scene, options, folder)
    if sorted(codes(found)) != sorted(CONFIRMED.get(name, {})):
        raise AssertionError(f"warned of {found['warnings']}, and confirmed are {CONFIRMED.get(name, {})}")
    if name in DECIMALS:
        options += ["--numbers", "decimal"]
        found = report(plumb, scene, options, folder)
        if found["warnings"]:
            raise AssertionError(f"with digits as they are written, warned of {found['warnings']}")
    if name.startswith(PLAIN):
        return None
    weld = found["graph"]["joining_weld"]
    if weld:
        share = report(plumb, scene, [*options, "--weld", weld["weld"]], folder)["graph"]["largest"][0]
        if share < weld["largest_with"] * (1 - 2**-20):  # areas are doubles
            raise AssertionError(f"--weld {weld['weld']} gives {share}, not {weld['largest_with']}")
    tiny = [f"--stance=stand={heights[0]}e-3", "--up", up, "--sides", "up"]
    if codes(report(plumb, scene, tiny, folder)) != ["low_stance"] and found["scene"]["bounds"]["size"]["xyz".index(up)] != "0":
        raise AssertionError("a thousandth of the stance is no cause for a warning")
    wrong = codes(report(plumb, scene, [*stances, "--up", "y" if up == "z" else "z", "--sides", "up", "--solids", "closed"], folder))
    if (name in SAME_ALONG_AXES) == ("other_axis" in wrong):
        raise AssertionError(f"with the wrong axis up, warned of {wrong}")
    return weld and weld["weld"]


def main():
    plumb, scenes = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    if not (scenes / "MANIFEST.tsv").exists():
        print(f"skipped: no levels in {scenes}")
        return SKIPPED
    manifest = read_manifest(scenes / "MANIFEST.tsv")
    names = [s.relative_to(scenes).as_posix() for f in FOLDERS for s in sorted((scenes / f).glob("*.obj"))]
    failed = welds = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            try:
                weld = check(plumb, scenes / name, name, scene_options(manifest, name), folder)
                welds += weld is not None
                if weld:
                    print(f"{name}: weld {weld}")
            except AssertionError as error:
                failed += 1
                print(f"{name}: {error}")
    print(f"{len(names)} levels, {welds} with a weld that would join them, {failed} failed")
    return 1 if failed or not names or not welds else 0


if __name__ == "__main__":
    sys.exit(main())
