#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Instructions of a bake by stage, of each of its threads, and of Recast's build, counted by callgrind. Used by bench.py; also a program:
usage: instructions.py PLUMB_BENCH SCENE UP HEIGHT [THREADS [OUTPUT...]]   prints them in millions."""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile


def callgrind(command, *options):
    """(what triggered the dump, thread, instructions) of each dump that is not empty."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *options, *map(str, command)], check=True,
                       capture_output=True)
        dumps = []
        for file in pathlib.Path(folder).iterdir():
            head = file.read_text(errors="replace")
            total, trigger = re.search(r"^totals: (\d+)", head, re.M), re.search(r"^desc: Trigger: (.*)$", head, re.M)
            if total and trigger:
                thread = re.search(r"^thread: (\d+)", head, re.M)
                dumps.append((trigger[1], int(thread[1]) if thread else 1, int(total[1])))
    return dumps


def stages(bench, scene, up, height, threads=1, outputs=()):
    """Stage -> instructions, of all its threads together."""
    found = collections.Counter()
    for trigger, _, count in callgrind([bench, scene, up, height, "float", threads, 1, *outputs]):
        name = trigger.removeprefix("Client Request: ")
        if name != trigger and name:
            found[name] += count
    return dict(found)


def by_thread(command):
    """Instructions of each thread, the longest first. Threads that never meet, of different stages, count as one."""
    found = collections.Counter()
    for _, thread, count in callgrind(command, "--separate-threads=yes", "--fair-sched=yes"):
        found[thread] += count
    return sorted(found.values(), reverse=True)


def recast(program, arguments):
    """Of one build: what a second one adds, so that reading plays no part."""
    once, twice = (sum(count for *_, count in callgrind([program, *arguments, "--runs", runs])) for runs in (1, 2))
    return twice - once


if __name__ == "__main__":
    bench, scene, up, height, *rest = sys.argv[1:]
    threads, outputs = int(rest[0]) if rest else 1, rest[1:]
    for name, count in stages(bench, scene, up, height, threads, outputs).items():
        print(f"{name:<12}{count / 1e6:12.1f}")
    if threads > 1:
        print("by thread   " + "".join(f"{count / 1e6:12.1f}" for count in by_thread([bench, scene, up, height, "float", threads, 1, *outputs])))
