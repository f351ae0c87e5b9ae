#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many times as long a program of another system takes as plumb takes here, in one run, one after the other.

  speed.py PROGRAM NATIVE LEVEL... [--rounds N] [--up z]

PROGRAM: plumb.exe, which runs under wine, or plumb.wasm, which runs under node; NATIVE: plumb. One thread; the shortest of N runs of each, taken
alternately: whole, and less the shortest of `version`. By the clock and of the processor."""
import argparse
import os
import pathlib
import resource
import subprocess
import tempfile
import time

RUNNERS = {".exe": ["/usr/lib/wine/wine64"], ".wasm": ["node", str(pathlib.Path(__file__).resolve().parent / "run.mjs")]}


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
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("native", type=pathlib.Path)
    parser.add_argument("levels", type=pathlib.Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--up", default="y")
    a = parser.parse_args()
    programs = [str(a.native.resolve())], [*RUNNERS[a.program.suffix], str(a.program.resolve())]
    starts = seconds([[*program, "version"] for program in programs], a.rounds)
    for level in a.levels:
        words = ["bake", str(level.resolve()), "--up", a.up, "--sides", "up", "--threads", "1", "--quiet", "-o", "out.json", "-o", "out.glb", "-o", "out.cert"]
        taken = seconds([[*program, *words] for program in programs], a.rounds)
        for what, k in (("by the clock", 0), ("of the processor", 1)):
            (here, begin), (there, begin_there) = ((whole[k], start[k]) for whole, start in zip(taken, starts))
            print(f"{level.name}, {what}: {here:.2f} s here, {there:.2f} s there: {there / here:.2f} times; without the start {(there - begin_there) / (here - begin):.2f} times", flush=True)


if __name__ == "__main__":
    main()
