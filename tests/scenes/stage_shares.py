#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks on a city of 100,000 triangles where the time of a bake goes, without outputs and with a .glb.

  stage_shares.py --plumb PLUMB --scenes ../shared/scenes            98 % of it and more are in the report's stages
  stage_shares.py --plumb PLUMB --scenes ../shared/scenes --threads  of two threads the longer one has at most .62 of one's instructions (callgrind)

Ends with 77 where there is no generator of the city, or no valgrind."""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bench"))
import instructions  # noqa: E402

LEAST_IN_STAGES, MOST_OF_ONE_THREAD = 0.98, 0.62


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def bake(args, scene, threads, *more):
    return [args.plumb, "bake", scene, "--up", "z", "--sides", "up", "--threads", str(threads), "--quiet", *more]


def share_in_stages(args, scene, outputs, folder):
    report = folder / "report.json"
    subprocess.run(bake(args, scene, 2, *outputs, "--report", report), check=True)
    seconds = json.loads(report.read_text())["seconds"]
    total = seconds.pop("total")
    return sum(seconds.values()) / total


def share_of_longest(args, scene, outputs):
    one, two = (instructions.by_thread(bake(args, scene, threads, *outputs)) for threads in (1, 2))
    assert len(two) > 1, "the second thread did nothing"
    return two[0] / sum(one)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--scenes", required=True, type=pathlib.Path)
    parser.add_argument("--threads", action="store_true")
    args = parser.parse_args()
    generator = args.scenes / "tools" / "gen_scenes.py"
    if not generator.exists():
        skip("no generator of the city")
    if args.threads and not shutil.which("valgrind"):
        skip("no valgrind")
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.executable, generator, folder], check=True, capture_output=True)
        scene = folder / "city_100k.obj"
        for kind, outputs in {"no output": [], ".glb": ["-o", folder / "x.glb"]}.items():
            if args.threads:
                share = share_of_longest(args, scene, outputs)
                wrong = share > MOST_OF_ONE_THREAD
                print(f"{kind}: the longer thread has {share:.3f} of one's instructions (at most {MOST_OF_ONE_THREAD})")
            else:
                share = share_in_stages(args, scene, outputs, folder)
                wrong = not LEAST_IN_STAGES <= share <= 1
                print(f"{kind}: {share:.4f} of the time is in stages (at least {LEAST_IN_STAGES})")
            failures += wrong
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
