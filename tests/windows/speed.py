#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many times as long plumb.exe takes under wine as plumb takes here, in one run, one after the other.

  speed.py BUILD NATIVE LEVEL... [--rounds N]     BUILD: the folder of the .exe; NATIVE: that of plumb; one thread; the shortest of N runs, less that of `version`"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time


def seconds(command, rounds):
    shortest = float("inf")
    with tempfile.TemporaryDirectory(prefix="plumb-speed-") as folder:
        for _ in range(rounds):
            begun = time.monotonic()
            subprocess.run(command, cwd=folder, env={**os.environ, "WINEDEBUG": "-all"}, capture_output=True, check=True)
            shortest = min(shortest, time.monotonic() - begun)
    return shortest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("native", type=pathlib.Path)
    parser.add_argument("levels", type=pathlib.Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    a = parser.parse_args()
    programs = [str(a.native.resolve() / "plumb")], ["/usr/lib/wine/wine64", str(a.build.resolve() / "plumb.exe")]
    starts = [seconds([*program, "version"], a.rounds) for program in programs]
    for level in a.levels:
        words = ["bake", str(level.resolve()), "--sides", "up", "--threads", "1", "--quiet", "-o", "out.json", "-o", "out.glb", "-o", "out.cert"]
        here, there = (seconds([*program, *words], a.rounds) - start for program, start in zip(programs, starts))
        print(f"{level.name}: {here:.2f} s here, {there:.2f} s under wine: {there / here:.2f} times")


if __name__ == "__main__":
    main()
