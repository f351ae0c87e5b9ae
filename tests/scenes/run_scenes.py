#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes every level of a folder of scenes, for both --sides and all three --numbers, and checks of each bake that
  - it ends with status 0;
  - traversable = blocked + covered + stances held for every polygon, and for the totals as fractions;
  - the files are the same bytes for one thread and for two, the reports but for seconds and peak_bytes;
  - the ray oracle agrees on random points of floors and of walls' traces;
  - plumb-check accepts the certificate and finds the same areas.
Prints one line a level and options (under "certificate": its size over the level's, the time to check it over that of the bake); exit status 0 if all held,
77 if there are no scenes."""
import argparse
import csv
import decimal
import fractions
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

SKIPPED = 77  # the exit status that ctest takes for it
FOLDERS = ["levels", "navtest", "recast", "made", "nasty"]
QUICK = ["made/competition.obj", "navtest/landmass_playground.obj", "navtest/ew_stairsteptest.obj",
         "navtest/fg_example_basic.obj", "nasty/gc_three_cubes.obj", "nasty/mf_Offset4.obj", "nasty/mf_Cray_right.obj",
         "nasty/ew_q1_rocks.obj"]

# Heights of crawling, crouching and standing, and the step, by the unit that the manifest names.
BY_UNIT = [("quake", (24, 40, 56), 18), ("doom", (28, 42, 56), 24), ("neverball", (8, 16, 32), 4),
           ("cube", (5, 8, 15), 4), ("metre", ("0.5", "1.2", "1.8"), "0.4")]


def plain(value):
    """A decimal without an exponent."""
    return format(decimal.Decimal(value), "f")


def read_manifest(file):
    """scene -> (up, heights, step)."""
    out = {}
    with open(file, newline="") as text:
        for row in csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE):
            up = row["up axis"].strip().lstrip("+")
            if up not in ("y", "z"):
                continue
            for unit, heights, step in BY_UNIT:
                if unit in row["unit"]:
                    out[row["file"]] = up, [plain(h) for h in heights], plain(step)
                    break
            else:  # no unit: shares of the level's height
                bounds = re.search(r"bounds \(([^)]*)\)\.\.\(([^)]*)\)", row["note"])
                low, high = ([float(x) for x in bounds.group(k).split()] for k in (1, 2))
                axis = "xyz".index(up)
                tall = (high[axis] - low[axis]) or 1.0
                shares = [plain(f"{tall * share:.3g}") for share in (0.05, 0.15, 0.4)]
                out[row["file"]] = up, shares, plain(f"{tall * 0.02:.3g}")
    return out


def scene_options(manifest, name):
    if name.startswith("recast/"):
        return "y", ["0.6", "1.2", "2"], "0.5"
    if name.startswith("made/"):
        return "z", ["0.6", "1.2", "1.8"], "0.4"
    return manifest[name]


class Check:
    def __init__(self, args):
        self.args = args
        self.manifest = read_manifest(args.scenes / "MANIFEST.tsv")

    def bake(self, scene, options, folder, threads):
        folder.mkdir()
        run = subprocess.run(
            [self.args.plumb, "bake", str(scene), "-o", "out.json", "-o", "out.obj", "-o", "out.cert", "--report", "report.json", "--quiet",
             "--bad-faces", "drop", "--threads", str(threads), *options, *self.args.bake_options.split()],
            cwd=folder, capture_output=True, text=True, timeout=self.args.timeout)
        if run.returncode != 0:
            raise AssertionError(f"bake exit {run.returncode}: {run.stderr.strip()[-300:]}")

    def identity(self, report):
        held = report["identity"]
        if held["held"] != held["polygons"] or held["polygons"] != report["polygons"]["traversable"]:
            raise AssertionError(f"identity {held} of {report['polygons']['traversable']} polygons")
        area = report["area"]
        parts = [area["blocked"], area["covered"], area["inside"], *(s["area"] for s in area["stances"])]
        if all(p["exact"] is not None for p in [area["traversable"], *parts]):
            whole, *exact = [fractions.Fraction(p["exact"]) for p in [area["traversable"], *parts]]
            if whole != sum(exact):
                raise AssertionError("the totals do not add up")

    def same_files(self, one, two):
        for file in sorted(p.name for p in one.iterdir()):
            a, b = (one / file).read_bytes(), (two / file).read_bytes()
            if file == "report.json":
                a, b = json.loads(a), json.loads(b)
                for report in (a, b):
                    for key in ("seconds", "peak_bytes"):
                        report.pop(key)
            if a != b:
                raise AssertionError(f"{file} differs between one thread and two")

    def certificate(self, scene, folder, report):
        """(size over the level's, time of the check over that of the bake)."""
        begin = time.monotonic()
        check = subprocess.run([self.args.checker, str(scene), str(folder / "out.cert")], capture_output=True, text=True, timeout=self.args.timeout)
        took = time.monotonic() - begin
        if check.returncode != 0:
            raise AssertionError("plumb-check: " + check.stderr.strip())
        area = report["area"]
        known = {s["name"]: s["area"] for s in area["stances"]} | {k: area[k] for k in ("blocked", "covered")}
        found = {row[0]: row[-2:] for row in (line.replace("too long", "-").split() for line in check.stdout.splitlines()[3:])}
        if found.keys() != known.keys():
            raise AssertionError(f"plumb-check lists {sorted(found)}")
        for name, (digits, fraction) in found.items():
            exact, approx = known[name]["exact"], fractions.Fraction(known[name]["approx"])
            if exact is not None and fraction not in (exact, "-"):
                raise AssertionError(f"plumb-check finds {name} {fraction}, the bake {exact}")
            if abs(fractions.Fraction(digits.rstrip(".")) - approx) > abs(approx) / 10**12 + fractions.Fraction(1, 10**11):
                raise AssertionError(f"plumb-check finds {name} {digits}, the bake {known[name]['approx']}")
        return (folder / "out.cert").stat().st_size / scene.stat().st_size, took / report["seconds"]["total"]

    def run(self, job):
        """One level with one set of options -> (line of the table, whether all held)."""
        name, sides, numbers = job
        up, heights, step = scene_options(self.manifest, name)
        agent = list(itertools.chain.from_iterable(
            ("--stance", f"{stance}={height}") for stance, height in zip(("crawl", "crouch", "stand"), heights)))
        options = ["--sides", sides, "--numbers", numbers, "--up", up, *agent]
        scene = (self.args.scenes / name).resolve()
        begin = time.monotonic()
        row = {"cells": "", "blocked": "", "stances": "", "oracle": "", "certificate": ""}
        problem = ""
        with tempfile.TemporaryDirectory(dir=self.args.scratch) as scratch:
            one, two = pathlib.Path(scratch) / "1", pathlib.Path(scratch) / "2"
            try:
                self.bake(scene, [*options, "--step", step], one, 1)
                report = json.loads((one / "report.json").read_text())
                row["cells"] = sum(report["cells"]["stances"]) + report["cells"]["blocked"] + report["cells"]["covered"]
                row["blocked"] = f"{report['area']['blocked']['approx']:.6g}"
                row["stances"] = " ".join(f"{s['area']['approx']:.6g}" for s in report["area"]["stances"])
                self.identity(report)
                self.bake(scene, [*options, "--step", step], two, 2)
                self.same_files(one, two)
                row["certificate"] = "%5.1f %5.1f" % self.certificate(scene, one, report)
                oracle = subprocess.run([self.args.oracle, str(scene), str(one / "out.json"), *options, "--step", step,
                                         "--points", str(self.args.points), "--walls", str(self.args.points // 4),
                                         "--seed", str(self.args.seed)],
                                        capture_output=True, text=True, timeout=self.args.timeout)
                tallies = re.findall(r"^\d+ points.*: (\d+) agree, (\d+) differ, (\d+) on borders$", oracle.stdout, re.MULTILINE)
                row["oracle"] = "   ".join(f"{a:>5} {d:>2} {b:>4}" for a, d, b in tallies)
                if oracle.returncode != 0:
                    raise AssertionError("oracle: " + (oracle.stdout + oracle.stderr).strip()[:2000])
            except (AssertionError, subprocess.TimeoutExpired) as e:
                problem = str(e)
        took = time.monotonic() - begin
        line = (f"{name:38} {sides:5} {numbers:8} {row['cells']:>8} {row['blocked']:>12} {row['stances']:36} "
                f"{row['certificate']:12} {row['oracle']:30} {took:6.1f} s  {'FAIL ' + problem if problem else 'ok'}")
        return line, not problem


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", required=True, help="the program")
    parser.add_argument("--oracle", required=True, help="plumb_ray_oracle")
    parser.add_argument("--checker", required=True, help="plumb-check")
    parser.add_argument("--scenes", required=True, type=pathlib.Path, help="folder with MANIFEST.tsv")
    parser.add_argument("--points", type=int, default=1000, help="random points a bake (default 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="bakes at a time (default 2)")
    parser.add_argument("--only", default="", help="levels whose name contains this text")
    parser.add_argument("--quick", action="store_true", help="a few levels and 200 points")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one bake (default 600)")
    parser.add_argument("--bake-options", default="", help="more options for plumb bake, such as '--decomposition seed'")
    parser.add_argument("--scratch", help="folder for temporary files")
    args = parser.parse_args()
    for program in ("plumb", "oracle", "checker"):
        setattr(args, program, str(pathlib.Path(getattr(args, program)).resolve()))
    if not (args.scenes / "MANIFEST.tsv").exists():
        print(f"skipped: there is no {args.scenes / 'MANIFEST.tsv'}")
        return SKIPPED
    if args.quick:
        args.points = min(args.points, 200)
        names = QUICK
    else:
        files = [f for folder in FOLDERS for f in sorted((args.scenes / folder).glob("*.obj"))]
        files.sort(key=lambda f: -f.stat().st_size)  # the longest first, so that no core waits at the end
        names = [str(f.relative_to(args.scenes)) for f in files]
    jobs = list(itertools.product([n for n in names if args.only in n], ("both", "up"), ("double", "float", "decimal")))
    check = Check(args)
    print(f"{'level':38} {'sides':5} {'numbers':8} {'cells':>8} {'blocked':>12} {'area by stance':36} {'certificate':12} "
          f"{'floors: agree, differ, border; walls':40}")
    bad = 0
    begin = time.monotonic()
    with ThreadPoolExecutor(args.jobs) as pool:
        for line, good in pool.map(check.run, jobs):
            print(line, flush=True)
            bad += not good
    print(f"{len(jobs)} bakes of {len({j[0] for j in jobs})} levels in {time.monotonic() - begin:.0f} s: "
          f"{len(jobs) - bad} hold, {bad} do not")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
