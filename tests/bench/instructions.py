#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Instructions of a bake by stage, of each of its threads, and of Recast's build, counted by callgrind. Used by bench.py and wedge_cost.py; also a program:
usage: instructions.py PLUMB_BENCH SCENE UP HEIGHT [THREADS [OUTPUT...]]   prints them in millions."""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile


def callgrind(command, *options):
    """(what triggered the dump, thread, instructions) of each dump that is not empty, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *options, *map(str, command)], check=True,
                       capture_output=True)
        dumps = []
        for file in pathlib.Path(folder).iterdir():
            head = file.read_text(errors="replace")
            total, trigger, part = (re.search(what, head, re.M) for what in (r"^totals: (\d+)", r"^desc: Trigger: (.*)$", r"^part: (\d+)"))
            if total and trigger:
                thread = re.search(r"^thread: (\d+)", head, re.M)
                dumps.append((int(part[1]), trigger[1], int(thread[1]) if thread else 1, int(total[1])))
    return [dump[1:] for dump in sorted(dumps)]


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


# The stages of --method wedge by the functions that begin them, in the order in which a bake with a step and a radius calls them.
WEDGE_CALLS = [("wedge_cut", "wedge_cut"), ("close_gaps", "close_gaps"), ("decimate", "decimate"), ("add_ramps", "add_ramps"), ("close_ramps", "close_gaps"),
               ("drop_patches", "drop_patches"), ("flatten_ramps", "simplify"), ("flatten_ramps", "flatten_ramps"), ("simplify", "simplify"),
               ("clear_walls", "clear_walls"), ("close_cleared", "close_gaps"), ("drop_cleared", "drop_patches"), ("simplify_cleared", "simplify")]


def wedge_stages(command):
    """Stage -> instructions of `plumb bake --method wedge` on one thread, of a program with symbols; what comes before the first stage is called "read"."""
    functions = dict.fromkeys(f"plumb::pipeline::{function}(*Options const&)" for _, function in WEDGE_CALLS)  # none of their lambdas
    found, names = collections.Counter(), ["read", *(stage for stage, _ in WEDGE_CALLS)]
    for name, (*_, count) in zip(names, callgrind(command, *(f"--dump-before={f}" for f in functions)), strict=True):
        found[name] += count
    return dict(found)


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
