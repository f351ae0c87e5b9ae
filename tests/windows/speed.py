#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many times as long plumb.exe takes under wine as plumb takes here, in one run, one after the other.

  speed.py BUILD NATIVE LEVEL... [--rounds N] [--up z]

BUILD: the folder of the .exe; NATIVE: that of plumb; one thread; the shortest of N runs of each, taken alternately, less the shortest of `version`."""
import argparse
import os
import pathlib
import resource
import subprocess
import tempfile
import time


def seconds(commands, rounds):
    """[time, processor time] of each command."""
    shortest = [[float("inf")] * 2 for _ in commands]
    with tempfile.TemporaryDirectory(prefix="plumb-speed-") as folder:
        for k, command in [*enumerate(commands)] * rounds:
            before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            subprocess.run(command, cwd=folder, env={**os.environ, "WINEDEBUG": "-all"}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            ended, after = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
            taken = ended - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            shortest[k] = [min(pair) for pair in zip(shortest[k], taken)]
    return shortest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("native", type=pathlib.Path)
    parser.add_argument("levels", type=pathlib.Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--up", default="y")
    a = parser.parse_args()
    programs = [str(a.native.resolve() / "plumb")], ["/usr/lib/wine/wine64", str(a.build.resolve() / "plumb.exe")]
    starts = seconds([[*program, "version"] for program in programs], a.rounds)
    for level in a.levels:
        words = ["bake", str(level.resolve()), "--up", a.up, "--sides", "up", "--threads", "1", "--quiet", "-o", "out.json", "-o", "out.glb", "-o", "out.cert"]
        taken = seconds([[*program, *words] for program in programs], a.rounds)
        for what, k in (("", 0), (" of a processor", 1)):
            here, there = (whole[k] - start[k] for whole, start in zip(taken, starts))
            print(f"{level.name}: {here:.2f} s{what} here, {there:.2f} s under wine: {there / here:.2f} times")


if __name__ == "__main__":
    main()
