#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures Plumb beside Recast in one run and prints ratios: instructions, counted by callgrind, on one thread; and processor and wall time, medians of
three runs in each process, of processes that take turns. Plumb: one stance, sides up, --numbers float. Recast: its whole solo build, cells .3/.2.
Before that: what long coordinates cost (long_coordinates.py), what updates of a navmesh cost, beside Detour's tile cache (update_bench.cpp), obstacles in a level (obstacle_bench.cpp), and planners of routes beside the shortest path of a point (route_bench.cpp).
usage: bench.py BUILD_DIR   (made by `make bench`). Needs librecast-dev, valgrind and ../shared/{peers,scenes}; says "skipped" without."""
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import instructions
import wedge_cost

BUILD = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
PLUMB, BENCH, UPDATE_BENCH, CHECK = (BUILD / "bin" / name for name in ("plumb", "plumb_bench", "plumb_update_bench", "plumb-check"))
OBSTACLE_BENCH = BUILD / "bin" / "plumb_obstacle_bench"
RUNS = 5
# scene, up, height, climb; of Recast's build: what index + decompose may take, a whole bake without outputs, one with a .glb or a .tres, one with
# a .mset, and one with a radius and a .glb
SCENES = [("recast/nav_test.obj", "y", "2", "0.9", 0.06, 0.5, 0.35, 0.6, 0.5), ("recast/dungeon.obj", "y", "2", "0.9", 0.6, 3, 2.4, 2.4, 1),
          ("recast/undulating.obj", "y", "2", "0.9", 0.06, 0.5, 0.4, 0.6, 0.5), ("made/competition.obj", "z", "1.8", "0.4", 0.25, 1.5, 1.6, 1.6, 0.8),
          ("city_10k.obj", "z", "1.8", "0.4", 0.3, 1, 1.2, 1.2, 0.8), ("city_100k.obj", "z", "1.8", "0.4", 0.3, 1, 1.2, 1.2, 0.8)]
OUTPUTS = {"no output": [], ".glb": ["x.glb"], ".tres": ["x.tres"], ".mset": ["x.mset"], ".obj": ["x.obj"], ".json and .cert": ["x.json", "x.cert"]}


def json_of(command):
    return json.loads(subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def recast_arguments(scene, up, height, climb, cell="0.3", radius="0"):
    return [scene, cell, "0.2" if cell == "0.3" else cell, height, radius, climb, "45", *(["--yup"] if up == "y" else [])]


def recast(scene, up, height, climb, cell="0.3", radius="0", runs="3"):
    return json_of([RECAST, *recast_arguments(scene, up, height, climb, cell, radius), "--runs", runs, "--json"])["cpu_ms"]


def bench(scene, up, height, threads=1, runs=3, outputs=()):
    return json_of([BENCH, scene, up, height, "float", threads, runs, *outputs])


def whole(stages):
    """Of all stages but reading."""
    return sum(value for name, value in stages.items() if name != "read")


def line(name, ratio, bound, note=""):
    verdict = f"(bound {bound:g}) {'met' if ratio <= bound else 'NOT MET'}" if bound else ""
    print(f"{name:<44}{ratio:8.3f}  {verdict}  {note}", flush=True)


def cpu_ms(command):
    """Processor time of a whole command."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(c) for c in command], check=True, capture_output=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime)


def bake_city_1m(numbers):
    """Wall-clock seconds and peak memory in MB of the whole command."""
    start = time.monotonic()
    subprocess.run([PLUMB, "bake", path("city_1m.obj"), "--up", "z", "--sides", "up", "--numbers", numbers, "--threads", "2", "--quiet", "-o",
                    work / "x.glb"], check=True)
    taken = time.monotonic() - start
    # A report asks for more than the command above did; memory is that of a second bake, measured from outside.
    usage = subprocess.run([sys.executable, "-c", "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
                            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)", PLUMB, "bake", path("city_1m.obj"), "--up", "z",
                            "--sides", "up", "--numbers", numbers, "--threads", "2", "--quiet", "-o", work / "x.glb"],
                           check=True, capture_output=True, text=True)
    return taken, int(usage.stdout) * 1024e-6


# Needs neither the levels nor valgrind.
subprocess.run([sys.executable, pathlib.Path(__file__).with_name("long_coordinates.py"), BUILD / "bin"], check=True)
# Neither does this, which knows itself whether the tile cache is there.
subprocess.run([UPDATE_BENCH], check=True)
maps = SHARED / "scenes/maps2d"
if maps.exists():
    routes = []
    for name, radii in (("jps_BUW", "1/10,2/5"), ("jps_arena", "1/10,2/5"), ("fd_e1m1", "8,32"), ("menge_tradeshow", "1/10,2/5")):
        routes += [maps / f"{name}.json", radii]
    subprocess.run([BUILD / "bin" / "plumb_route_bench", "20", *routes], check=True)
else:
    print("skipped: ../shared/scenes/maps2d is not there")

if not (SHARED / "peers" / "recast_bake.cpp").exists() or not pathlib.Path("/usr/include/recastnavigation/Recast.h").exists():
    print("skipped: Recast or ../shared is not there")
    sys.exit(0)
if not shutil.which("valgrind"):
    print("skipped: valgrind is not there")
    sys.exit(0)
scratch = tempfile.TemporaryDirectory()
work = pathlib.Path(scratch.name)
RECAST = work / "recast_bake"
# Nothing that callgrind does not know.
subprocess.run(["g++", "-O3", "-march=x86-64-v3", "-std=c++17", "-I/usr/include/recastnavigation", SHARED / "peers" / "recast_bake.cpp",
                "-o", RECAST, "-lRecast"], check=True)
subprocess.run([sys.executable, SHARED / "scenes" / "tools" / "gen_scenes.py", work], check=True, capture_output=True)
subprocess.run([OBSTACLE_BENCH, work / "city_10k.obj", work / "city_100k.obj"], check=True)
for n in (10000, 100000):
    subprocess.run([sys.executable, SHARED / "scenes" / "tools" / "gen_plaza.py", str(n), work / f"plaza_{n}.obj"], check=True)
path = lambda name: work / name if name.startswith(("city", "plaza")) else SHARED / "scenes" / name

for name, up, height, climb, cut_bound, bound, mesh_bound, tile_bound, radius_bound in SCENES:
    bounds = {"no output": bound, ".glb": mesh_bound, ".tres": mesh_bound, ".mset": tile_bound}
    theirs = instructions.recast(RECAST, recast_arguments(path(name), up, height, climb))
    print(f"{name}: Recast's build {theirs / 1e6:.0f} million instructions")
    for kind, files in OUTPUTS.items():
        ours = instructions.stages(BENCH, path(name), up, height, 1, [work / file for file in files])
        print("  " + ", ".join(f"{stage} {count / 1e6:.0f}" for stage, count in ours.items()))
        if not files:
            line("  index + decompose, instructions", (ours["index"] + ours["decompose"]) / theirs, cut_bound)
        line(f"  whole bake, {kind}", whole(ours) / theirs, bounds.get(kind), f"reading {ours['read'] / theirs:.3f}")
    ours = instructions.stages(BENCH, path(name), up, height, 1, ["radius=0.3", work / "x.glb"])
    line("  a radius of .3, with a .glb, over cells of .1", whole(ours) / instructions.recast(RECAST, recast_arguments(path(name), up, height, climb, "0.1", "0.3")),
         radius_bound)
    times, baked = [], []
    for _ in range(RUNS):
        times.append(recast(path(name), up, height, climb))
        baked.append(bench(path(name), up, height))
    theirs = statistics.median(times)
    of = lambda run, kind: whole({stage: cost[kind] for stage, cost in run["stages"].items()})
    line("  whole bake, no output, processor time", statistics.median(of(run, "ms") for run in baked) / theirs, None)
    line("  the same, wall time", statistics.median(of(run, "wall_ms") for run in baked) / theirs, None)
    last = baked[-1]
    arithmetic = last["arithmetic"]
    print("  predicates decided: " + ", ".join(f"{k} {100 * n / sum(arithmetic.values()):.2f}%" for k, n in arithmetic.items()))

print("A radius of .3, disc of 16, over Recast's build at cell .05 with that radius, processor time of one thread:")
for name, up, height, climb, *_ in SCENES:
    theirs = recast(path(name), up, height, climb, "0.05", "0.3", "1")
    cost = lambda run: whole({stage: c["ms"] for stage, c in run["stages"].items()})
    without, taken = bench(path(name), up, height), bench(path(name), up, height, outputs=["radius=0.3"])
    line("  " + name, cost(taken) / theirs, 1, f"{cost(taken) / cost(without):.1f} of a bake without; cells {without['cells']} -> {taken['cells']}, "
         f"merged {without['merged']} -> {taken['merged']}")

print("--method wedge, all stages, a radius of .3, the whole command on one thread, over Recast's build at cell .05 with that radius:")
for name, up, height, climb in wedge_cost.LEVELS.values():
    command = wedge_cost.command(PLUMB, path(name), up, height, climb)
    stages = instructions.wedge_stages(command)
    line(f"  {name}, instructions", sum(stages.values()) / instructions.recast(RECAST, recast_arguments(path(name), up, height, climb, "0.05", "0.3")), 1)
    print("    " + ", ".join(f"{stage} {count / 1e6:.0f}" for stage, count in stages.items()))
    times = [(cpu_ms(command), *(recast(path(name), up, height, climb, cell, "0.3", "1") for cell in ("0.05", "0.1"))) for _ in range(RUNS)]
    ours, theirs, coarse = (statistics.median(column) for column in zip(*times))
    line("    processor time", ours / theirs, None, f"over cell .1: {ours / coarse:.1f}")

print("An audit of Recast's detail mesh, cells .3/.2, over the bake with its .json, whole commands, wall time of two threads:")
subprocess.run([RECAST, path("city_100k.obj"), "0.3", "0.2", "1.8", "0", "0.4", "45", "--detail", work / "detail.obj", "--runs", "1"], check=True, capture_output=True)
level = [path("city_100k.obj"), "--up", "z", "--numbers", "float", "--sides", "up", "--step", "0.4", "--quiet"]
audit = [PLUMB, "audit", level[0], work / "detail.obj", *level[1:]]
commands = {"bake": [PLUMB, "bake", *level, "-o", work / "x.json"], "audit, cells unknown": audit, "audit, with a .json": [*audit, "--json", work / "a.json"],
            "audit, cells known": [*audit, "--cell", "0.3,0.2", "--climb", "0.4"]}
walls = {name: [] for name in commands}
for _ in range(3):
    for name, command in commands.items():
        began = time.monotonic()
        subprocess.run(command, capture_output=True)
        walls[name].append(time.monotonic() - began)
for name in list(commands)[1:]:
    line(f"  city_100k, {name}", statistics.median(walls[name]) / statistics.median(walls["bake"]), 3)
print(f"  largest of these processes: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20:.2f} GiB")

print("Allocations per 1,000 cells (new, GMP) of city_100k by stage:")
for kind in ("no output", ".glb"):
    run = bench(path("city_100k.obj"), "z", "1.8", 1, 1, [work / file for file in OUTPUTS[kind]])
    thousands = run["cells"] / 1000
    print(f"  {kind}: " + ", ".join(f"{stage} {cost['news'] / thousands:.0f} {cost['gmps'] / thousands:.0f}" for stage, cost in run["stages"].items()))
print("The longest of two threads on city_100k, of the instructions of one:")
for kind in ("no output", ".glb"):
    one, two = (instructions.by_thread([BENCH, path("city_100k.obj"), "z", "1.8", "float", threads, 1, *(work / file for file in OUTPUTS[kind])])
                for threads in (1, 2))
    line("  " + kind, two[0] / sum(one), 0.62)

print("Checking a certificate, processor time (one stance, sides up, --numbers float), over Recast's whole solo build, cells .3/.2; its size over the OBJ's:")
for name, up, height, climb, *_ in SCENES:
    certificate = work / "bake.cert"
    bake = [PLUMB, "bake", path(name), "--up", up, "--sides", "up", "--numbers", "float", "--stance", f"stand={height}", "--step", climb, "--threads", "1", "--quiet",
            "-o", certificate]
    subprocess.run(bake, check=True)
    theirs, ours = [], []
    for _ in range(RUNS):
        theirs.append(recast(path(name), up, height, climb))
        ours.append(cpu_ms([CHECK, "--threads", "1", path(name), certificate]))
    line("  " + name, statistics.median(ours) / statistics.median(theirs), 10 if name == "city_100k.obj" else None)
    baked, one, two = (instructions.by_thread(c) for c in (bake, *([CHECK, "--threads", n, path(name), certificate] for n in ("1", "2"))))
    line("    over the bake that writes it, instructions", sum(one) / sum(baked), 1 if name == "city_10k.obj" else None)
    line("    the longer of two threads", two[0] / sum(baked), 0.5 if name == "city_10k.obj" else None)
    line("    size", certificate.stat().st_size / path(name).stat().st_size, 40)

print("Plaza: one ground polygon under N pillars, index + decompose:")
small, large = (statistics.median(r["index"]["ms"] + r["decompose"]["ms"] for r in (bench(path(f"plaza_{n}.obj"), "z", "1.8")["stages"] for _ in range(RUNS)))
                for n in (10000, 100000))
line("  time(100,000) / time(10,000)", large / small, 14)

print("city_1m, the whole bake on two threads, reading included, over Recast's tiled build at cell .1 on one (wall clock):")
theirs = json_of([RECAST, path("city_1m.obj"), "0.1", "0.1", "1.8", "0", "0.4", "45", "--tile", "256", "--runs", "1", "--json"])["wall_ms"] / 1000
for numbers in ("float", "double"):
    taken, peak = bake_city_1m(numbers)
    line(f"  --numbers {numbers}, -o x.glb", taken / theirs, 0.5, f"{taken:.0f} s")
    line("    peak memory in MB", peak, 600)
