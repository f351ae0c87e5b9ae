#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures Plumb against Recast in one run: processor time, one thread, medians of three runs in each process, and of processes that take turns. Prints ratios.
usage: bench.py BUILD_DIR   (made by `make bench`). Needs librecast-dev and ../shared/{peers,scenes}; says "skipped" without."""
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
PLUMB, STAGES, CHECK = (BUILD / "bin" / name for name in ("plumb", "plumb_bench", "plumb-check"))
RUNS = 5
STAGES_TIMED = ("index", "decompose", "link", "optimise")
# scene, up, height, climb, what index + decompose may take of Recast's whole build; link and optimise with them: all of it
SCENES = [("recast/nav_test.obj", "y", "2", "0.9", 0.5), ("recast/dungeon.obj", "y", "2", "0.9", 1.0),
          ("recast/undulating.obj", "y", "2", "0.9", 0.5), ("made/competition.obj", "z", "1.8", "0.4", 0.5),
          ("city_10k.obj", "z", "1.8", "0.4", 0.5), ("city_100k.obj", "z", "1.8", "0.4", 0.5)]
FINE = [("recast/nav_test.obj", "y", "2", "0.9", 0.01), ("recast/undulating.obj", "y", "2", "0.9", 0.01)]


def json_of(command):
    return json.loads(subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def recast(scene, up, height, climb, cell, *more):
    return json_of([RECAST, scene, cell, "0.2" if cell == "0.3" else cell, height, "0", climb, "45",
                    *(["--yup"] if up == "y" else []), *more, "--runs", "3", "--json"])["cpu_ms"]


def stages(scene, up, height):
    return json_of([STAGES, scene, up, height, "45", "3"])


def turns(scene, up, height, climb, cell, runs):
    """Runs in turn; the median of Recast's time, and the median run of Plumb by the stages that are compared."""
    theirs, ours = [], []
    for _ in range(runs):
        theirs.append(recast(scene, up, height, climb, cell))
        ours.append(stages(scene, up, height))
    ours.sort(key=lambda r: sum(r[f"{stage}_ms"] for stage in STAGES_TIMED))
    return statistics.median(theirs), ours[len(ours) // 2]


def line(name, ratio, bound, note=""):
    verdict = f"(bound {bound:g}) {'met' if ratio <= bound else 'NOT MET'}" if bound else ""
    print(f"{name:<44}{ratio:8.3f}  {verdict}  {note}", flush=True)


def check_ms(scene, certificate):
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([CHECK, scene, certificate], check=True, capture_output=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime)


def bake_seconds(scene, threads, numbers):
    start = time.monotonic()
    subprocess.run([PLUMB, "bake", scene, "--up", "z", "--sides", "up", "--numbers", numbers, "--threads", str(threads), "--quiet"], check=True)
    return time.monotonic() - start


if not (SHARED / "peers" / "recast_bake.cpp").exists() or not pathlib.Path("/usr/include/recastnavigation/Recast.h").exists():
    print("skipped: Recast or ../shared is not there")
    sys.exit(0)
scratch = tempfile.TemporaryDirectory()
work = pathlib.Path(scratch.name)
RECAST = work / "recast_bake"
subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", "-I/usr/include/recastnavigation", SHARED / "peers" / "recast_bake.cpp",
                "-o", RECAST, "-lRecast"], check=True)
subprocess.run([sys.executable, SHARED / "scenes" / "tools" / "gen_scenes.py", work], check=True, capture_output=True)
for n in (10000, 100000):
    subprocess.run([sys.executable, SHARED / "scenes" / "tools" / "gen_plaza.py", str(n), work / f"plaza_{n}.obj"], check=True)
path = lambda name: work / name if name.startswith(("city", "plaza")) else SHARED / "scenes" / name

print("Index + decompose (one stance, sides up, --numbers float) over Recast's whole solo build, cells .3/.2:")
for name, up, height, climb, bound in SCENES:
    theirs, ours = turns(path(name), up, height, climb, "0.3", RUNS)
    total = sum(ours[k] for k in ours if k.endswith("_ms"))
    predicates = sum(ours[k] for k in ("combinatorial", "filtered", "interval", "fixed", "exact"))
    share = ", ".join(f"{k} {100 * ours[k] / predicates:.2f}%" for k in ("combinatorial", "filtered", "interval", "fixed", "exact"))
    where = ", ".join(f"{k[:-3]} {100 * ours[k] / total:.0f}%" for k in
                      ("read_ms", "convexify_ms", "weld_ms", "classify_ms", "index_ms", "decompose_ms", "measure_ms", "link_ms", "optimise_ms"))
    line("  " + name, (ours["index_ms"] + ours["decompose_ms"]) / theirs, bound)
    line("    and link, optimise", sum(ours[f"{stage}_ms"] for stage in STAGES_TIMED) / theirs, 1)
    print(f"    {ours['cells']} cells, with the stance merged to {ours['merged']}; predicates decided: {share}; GMP evaluations a cell {ours['exact'] / ours['cells']:.3f} (bound 0.2)")
    print(f"    time of the whole bake: {where}")
print("The same over Recast at cells .05/.05:")
for name, up, height, climb, bound in FINE:
    theirs, ours = turns(path(name), up, height, climb, "0.05", 3)
    line("  " + name, (ours["index_ms"] + ours["decompose_ms"]) / theirs, bound)

print("Checking a certificate, processor time (one stance, sides up, --numbers float), over Recast's whole solo build, cells .3/.2; its size over the OBJ's:")
for name, up, height, climb, _ in SCENES:
    certificate = work / "bake.cert"
    subprocess.run([PLUMB, "bake", path(name), "--up", up, "--sides", "up", "--numbers", "float", "--stance", f"stand={height}", "--quiet",
                    "--certificate", certificate], check=True)
    theirs, ours = [], []
    for _ in range(RUNS):
        theirs.append(recast(path(name), up, height, climb, "0.3"))
        ours.append(check_ms(path(name), certificate))
    line("  " + name, statistics.median(ours) / statistics.median(theirs), 10 if name == "city_100k.obj" else None)
    line("    size", certificate.stat().st_size / path(name).stat().st_size, 40)

print("Plaza: one ground polygon under N pillars, index + decompose:")
small, large = (statistics.median(r["index_ms"] + r["decompose_ms"] for r in (stages(path(f"plaza_{n}.obj"), "z", "1.8") for _ in range(RUNS)))
                for n in (10000, 100000))
line("  time(100,000) / time(10,000)", large / small, 14)

print("city_1m, the whole bake on two threads, reading included, over Recast's tiled build at cell .1 on one (wall clock):")
theirs = json_of([RECAST, path("city_1m.obj"), "0.1", "0.1", "1.8", "0", "0.4", "45", "--tile", "256", "--runs", "1", "--json"])["wall_ms"] / 1000
for numbers in ("float", "double"):
    taken = bake_seconds(path("city_1m.obj"), 2, numbers)
    line(f"  --numbers {numbers}", taken / theirs, None, f"{taken:.0f} s (bound 60)")
report = work / "report.json"
subprocess.run([PLUMB, "bake", path("city_1m.obj"), "--up", "z", "--sides", "up", "--quiet", "--report", report], check=True)
line("  peak memory in GiB, --numbers double", json.loads(report.read_text())["peak_bytes"] / 2**30, 4)
