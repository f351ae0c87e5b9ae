#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how the time of a bake grows with the size of a level, on families of levels that are each hard for one stage
(scenes/make_growth_families.py): sizes that double three times, one thread.

  growth.py PLUMB [--only FAMILY ...] [--halve TIMES] [--output EXTENSION ...]
    --halve: smaller sizes, for a quick look     --output: other files than the family's, such as tres mset

For each size: wall time, processor time, peak memory, the stage that takes longest, and its share. Then the exponent of processor time over N plus
the cells that come out; where these are the square of N by nature, over N alone. It is that of the best line through the four."""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scenes"))
import make_growth_families  # noqa: E402

RUNS = 2  # the faster counts
# family, and for some what else is written: the greatest size, the exponent it is held to (None: shown only), whether over N alone, what is
# written, with which options. A tile of Detour's holds 65,535 heights, so that terrain needs many.
FAMILIES = {
    "star": (100000, 1.2, False, ["obj"]),
    "strip": (80000, 1.2, False, ["obj"]),
    "comb": (100000, 1.2, False, ["obj"]),
    "stacked": (32000, 1.2, False, ["obj", "svg"]),
    "cone": (64000, 1.2, False, ["obj"]),
    "equal": (128000, 1.2, False, ["obj"]),
    "slabs": (4000, None, False, ["obj"]),
    "beams": (4000, None, False, ["obj"]),
    "coplanar": (400, 2.1, True, ["obj"]),
    "rough": (3000000, 1.1, True, ["glb"]),
    "smooth": (3000000, 1.1, True, ["glb"]),
    "rough_mset": (3000000, 1.1, True, ["mset"], ["--tile", "64"]),
    "smooth_mset": (3000000, 1.1, True, ["mset"], ["--tile", "64"]),
}


def bake(plumb, level, outputs, options, folder):
    """(wall seconds, processor seconds, report) of one bake."""
    command = [plumb, "bake", level, "--up", "z", "--sides", "up", "--threads", "1", "--quiet", "--report", "report.json", *options]
    command += [word for extension in outputs for word in ("-o", f"x.{extension}")]
    start = time.monotonic()
    process = subprocess.Popen([str(c) for c in command], cwd=folder)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"growth.py: plumb left {level.name} with {process.returncode}")
    return wall, used.ru_utime + used.ru_stime, json.loads((folder / "report.json").read_text())


def cells_of(report):
    cells = report["cells"]
    return cells["blocked"] + cells["covered"] + cells["inside"] + sum(cells["stances"])


def exponent(sizes, times):
    """The slope of the best line through the logarithms."""
    xs, ys = [math.log(s) for s in sizes], [math.log(t) for t in times]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def measure(plumb, family, halve, outputs, folder):
    greatest, bound, alone, usual, *options = FAMILIES[family]
    options = options[0] if options else []
    sizes, times = [], []
    for n in (greatest >> k for k in (3 + halve, 2 + halve, 1 + halve, halve)):
        level = folder / f"{family}_{n}.obj"
        make_growth_families.write(family.split("_")[0], n, level)
        wall, seconds, report = min((bake(plumb, level, outputs or usual, options, folder) for _ in range(RUNS)), key=lambda run: run[1])
        stages = {stage: s for stage, s in report["seconds"].items() if stage != "total"}
        worst = max(stages, key=stages.get)
        cells = cells_of(report)
        print(f"{family:<12}{n:>8}{cells:>9} cells{wall:>9.2f} s{seconds:>9.2f} s processor{report['peak_bytes'] / 2**20:>8.0f} MiB  "
              f"{worst} {stages[worst]:.2f} s, {stages[worst] / sum(stages.values()):.0%}", flush=True)
        sizes.append(n if alone else n + cells)
        times.append(seconds)
        level.unlink()
    grows = exponent(sizes, times)
    verdict = f"(bound {bound:g}) {'met' if grows <= bound else 'NOT MET'}" if bound else ""
    print(f"{family:<12}exponent {grows:.2f} over {'N' if alone else 'N + cells'}  {verdict}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", choices=FAMILIES, default=list(FAMILIES), metavar="FAMILY")
    parser.add_argument("--halve", type=int, default=0, metavar="TIMES")
    parser.add_argument("--output", nargs="+", default=[], metavar="EXTENSION")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for name in args.only:
            measure(args.plumb.resolve(), name, args.halve, args.output, pathlib.Path(scratch))
