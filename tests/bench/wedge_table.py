#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of Sanchez 2021, 3.2.1, measured again: competition.obj, agent 1.8 high, radius .3, slope 45, step .4, by Recast with the source's settings and by
--method wedge. Processor time of one thread, mean of five runs in turns, over that of Recast at cell .05; triangles; and what the level's probes find.
usage: wedge_table.py PLUMB   prints a Markdown table. Needs librecast-dev and ../shared; says "skipped" without."""
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared"
LEVEL, PROBES = SHARED / "scenes/made/competition.obj", SHARED / "scenes/made/competition_probes.json"
RUNS = 5
WEDGE = ["--method", "wedge", "--up", "z", "--numbers", "decimal", "--sides", "up", "--stance", "stand=1.8", "--step", "0.4", "--radius", "0.3", "--threads", "1"]
CASES = {"Recast, its demo's cells (.3, .2)": ("0.3", "0.2"), "Recast .04": ("0.04", "0.04"), "Recast .05": ("0.05", "0.05"), "Recast .03, .01": ("0.03", "0.01"),
         "`--method wedge`": [], "with `--disc 8 --simplify 0.065 --min-area 1`": ["--disc", "8", "--simplify", "0.065", "--min-area", "1"]}


def seconds(command):
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    if "--json" in command:
        return json.loads(found.splitlines()[-1])["cpu_ms"] / 1000
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime


def triangles(file):
    return sum(len(line.split()) - 3 for line in file.read_text().splitlines() if line.startswith("f "))


def main():
    if not LEVEL.exists() or not pathlib.Path("/usr/include/recastnavigation/Recast.h").exists():
        print("skipped: Recast or ../shared is not there")
        return 77
    plumb = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        out, recast = pathlib.Path(name) / "mesh.obj", pathlib.Path(name) / "recast_bake"
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", "-I/usr/include/recastnavigation", SHARED / "peers/recast_bake.cpp", "-o", recast, "-lRecast"],
                       check=True)

        def command(case):
            if isinstance(case, list):
                return [plumb, "bake", LEVEL, *WEDGE, *case, "--quiet", "-o", out]
            return [recast, LEVEL, *case, "1.8", "0.3", "0.4", "45", "--runs", "1", "--json", "--out", out]

        times, rows = {what: [] for what in CASES}, {}
        for _ in range(RUNS):
            for what, case in CASES.items():
                times[what].append(seconds(command(case)))
                if what not in rows:
                    probed = subprocess.run([sys.executable, "-B", SHARED / "peers/probe.py", PROBES, out, "0.3"], check=True, capture_output=True, text=True)
                    rows[what] = triangles(out), json.loads(probed.stdout.splitlines()[-1])
    print("| | time | triangles | doors of 26 | error of their width | spiral | under the ramps from |\n|---|---|---|---|---|---|---|")
    unit = statistics.mean(times["Recast .05"])
    for what, (count, found) in rows.items():
        starts = ", ".join(f"{found[key]:g}" if found[key] is not None else "-" for key in found if key.endswith("starts at"))
        print(f"| {what} | {statistics.mean(times[what]) / unit:.2f} | {count:,} | {found['doors_passed']} | {found['door_width_err_mean'] + 0:.3f} | "
              f"{found['spiral_covered']:.3f} | {starts} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
