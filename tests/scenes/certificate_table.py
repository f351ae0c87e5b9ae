#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of certified levels, as Markdown: bakes, checks and weighs every level of a folder, for both --sides.

  certificate_table.py --plumb plumb --checker plumb-check FOLDER      FOLDER: docs/examples, or one with a MANIFEST.tsv
  certificate_table.py ... FOLDER --compare FILE.md                    instead: is that table in FILE.md, but for the times?

Three stances; one thread. "check": processor time of plumb-check over that of the bake with its certificate."""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import run_scenes

HEADER = ["level", "up", "sides", "polygons", "traversable", "cells", "walls", "portals", "stand", "crouch", "crawl", "blocked", "covered", "size", "check"]


def levels(folder):
    """name, axis, heights of the stances, step."""
    if not (folder / "MANIFEST.tsv").exists():
        for file in sorted(folder.glob("*.obj")):
            yield file.name, "y" if file.name == "ruin.obj" else "z", ["0.5", "1.1", "1.8"], "0"
        return
    manifest = run_scenes.read_manifest(folder / "MANIFEST.tsv")
    for file in sorted(f for kind in run_scenes.FOLDERS for f in (folder / kind).glob("*.obj")):
        name = str(file.relative_to(folder))
        yield name, *run_scenes.scene_options(manifest, name)


def processor_time(command):
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        sys.exit(f"{command}: exit {run.returncode}: {run.stderr}")
    return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime, run.stdout


def short(digits, fraction):
    """A fraction of at most 24 characters whole, else eight digits."""
    return fraction if len(fraction) <= 24 and fraction != "-" else f"{float(digits.rstrip('.')):.8g}..."


def row(args, scratch, name, up, heights, step, sides):
    scene, certificate = args.folder / name, scratch / "bake.cert"
    stances = [f"--stance={n}={h}" for n, h in zip(("crawl", "crouch", "stand"), heights)]
    bake, _ = processor_time([args.plumb, "bake", scene, "--up", up, "--sides", sides, "--step", step, *stances, "--bad-faces", "drop", "--threads", "1",
                              "--quiet", "--certificate", certificate])
    check, text = processor_time([args.checker, scene, certificate])
    counts = re.match(r"Every record holds: (\d+) polygons, (\d+) of them traversable, cut into (\d+) cells; (\d+) obstruction edges, (\d+) portals", text).groups()
    areas = [short(*line.replace("too long", "-").split()[-2:]) for line in text.splitlines()[3:]]
    size = certificate.stat().st_size / scene.stat().st_size
    return [name.removesuffix(".obj"), up, sides, *counts, *areas, f"{size:.1f}", f"{check / bake:.1f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--compare", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()
    rows = [HEADER, ["---"] * len(HEADER)]
    with tempfile.TemporaryDirectory() as scratch:
        for level in levels(args.folder):
            rows += [row(args, pathlib.Path(scratch), *level, sides) for sides in ("both", "up")]
    if not args.compare:
        print("\n".join("| " + " | ".join(r) + " |" for r in rows))
        return 0
    documented = {tuple(line.strip("| \n").split(" | ")[:-1]) for line in args.compare.read_text().splitlines() if line.startswith("|")}
    missing = [r for r in rows[2:] if tuple(r[:-1]) not in documented]
    print("\n".join("not in the document: | " + " | ".join(r) for r in missing))
    print(f"{len(rows) - 2 - len(missing)} of {len(rows) - 2} rows are as {args.compare.name} has them")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
