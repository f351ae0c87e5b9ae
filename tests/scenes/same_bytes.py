#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes every level of a folder of scenes with two programs and compares what they leave behind, byte by byte: all files, exit status,
stdout and stderr. What may differ: seconds and memory, and the report's "arithmetic", whose numbers may fall but not rise.

  same_bytes.py --before OLD/plumb --after NEW/plumb --scenes SCENES [--keep FILE.json] [--jobs N] [--only NAME ...]
  same_bytes.py --self-test PLUMB SCENES

Seven sets of options for each level, in proportion to its stances: one stance, three, welds, a radius, solids, the other method, and a bake
that is updated. Every set is written as .json .obj .glb .svg .tres .bin .mset, a certificate where there can be one, and the report; where that
is refused (a Detour tile holds few polygons), once more without the .bin and the .mset, so that refusals are compared too.
--keep stores what --before left behind and uses it again in the next run with the same program."""
import argparse
import fractions
import hashlib
import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from run_scenes import FOLDERS, plain, read_manifest, scene_options

OUTPUTS = ["out.json", "out.obj", "out.glb", "out.svg", "out.tres"]
# Lines of the summary that tell times and counts of predicates.
VARYING = re.compile(r"^(Time|Predicates): .*$", re.MULTILINE)


def option_sets(heights):
    """Name -> command and options. Where a level is in metres: --step .3 under a crawling height of .5, --weld .2 and --radius .3 under a
    standing height of 1.8."""
    lowest, highest = fractions.Fraction(heights[0]), fractions.Fraction(heights[-1])
    stances = [f"--stance={name}={height}" for name, height in zip(("crawl", "crouch", "stand"), heights)]
    step, radius = str(lowest * 3 / 5), str(highest / 6)
    return {
        "one": ("bake", [stances[-1], "--sides", "up", "-o", "out.cert"]),
        "three": ("bake", [*stances, "--step", step, "--solids", "closed", "-o", "out.cert"]),
        "weld": ("bake", [stances[-1], "--weld", str(highest / 9), "--optimise", "regular", "-o", "out.cert"]),
        "radius": ("bake", [*stances[1:], "--sides", "up", "--step", step, "--radius", radius, "--clearance", "both", "-o", "out.cert"]),
        "solids": ("bake", [*stances[1:], "--numbers", "float", "--solids", "closed", "--optimise", "none", "--decomposition", "seed", "-o", "out.cert"]),
        "wedge": ("bake", [stances[-1], "--method", "wedge", "--sides", "up", "--step", step, "--radius", radius]),
        "update": ("update", [stances[-1], "--sides", "up", "--step", step]),
    }


def level_runs(scenes, only):
    manifest = read_manifest(scenes / "MANIFEST.tsv") if (scenes / "MANIFEST.tsv").exists() else {}
    folders = [scenes / f for f in FOLDERS] if manifest else [scenes]
    for scene in sorted(file for folder in folders for file in folder.glob("*.obj")):
        name = scene.relative_to(scenes).as_posix()
        if only and not any(o in name for o in only):
            continue
        up, heights, _ = scene_options(manifest, name) if manifest else ("z", ["0.5", "1.1", "1.8"], None)
        for kind, (command, options) in option_sets(heights).items():
            yield f"{name} {kind}", scene, [command, "--up", up, *options]


def write_updates(scene, up, file):
    """A list of updates: a tenth of the level in its middle is blocked, and a platform lies over the quarter beside it, half as high as the level."""
    points = [[float(w) for w in line.split()[1:4]] for line in scene.read_text(errors="replace").splitlines() if line.startswith("v ")]
    low, high = ([f(p[i] for p in points) for i in range(3)] for f in (min, max))
    a, b, h = (0, 1, 2) if up == "z" else (0, 2, 1)

    def at(axis, share):
        return str(fractions.Fraction(round((low[axis] + share * (high[axis] - low[axis])) * 1024), 1024))

    def corner(share_a, share_b):
        place = [""] * 3
        place[a], place[b], place[h] = at(a, share_a), at(b, share_b), at(h, 0.5)
        return place

    area = [[at(a, x), at(b, y)] for x, y in ((0.45, 0.45), (0.55, 0.45), (0.55, 0.55), (0.45, 0.55))]
    platform = [corner(x, y) for x, y in ((0.55, 0.5), (0.8, 0.5), (0.8, 0.75), (0.55, 0.75))]
    file.write_text(json.dumps([{"update": {"area": area, "change": "block"}}, {"obstacle": {"polygons": [platform]}}]))


def bake(program, scene, options, timeout):
    """What one command, or the refused one and the one without Detour's files, leave behind: name -> digest or value."""
    left = {}
    command, *options = options
    for files in ([*OUTPUTS, "out.bin", "out.mset"], OUTPUTS):
        with tempfile.TemporaryDirectory() as folder:
            outputs = [word for file in files for word in ("-o", file)]
            level = [str(scene)] if command == "bake" else ["--scene", str(scene), "updates.json"]
            if command == "update":
                write_updates(scene, options[1], pathlib.Path(folder) / "updates.json")
            run = subprocess.run([program, command, *level, *outputs, "--report", "report.json", "--threads", "1", "--bad-faces", "drop", *options],
                                 cwd=folder, capture_output=True, timeout=timeout)
            way = "" if "out.bin" in files else "without .bin: "
            left[way + "status"] = run.returncode
            left[way + "stderr"] = run.stderr.decode(errors="replace")
            left[way + "stdout"] = hashlib.sha256(VARYING.sub("", run.stdout.decode(errors="replace")).encode()).hexdigest()
            for file in sorted(pathlib.Path(folder).iterdir()):
                content = file.read_bytes()
                if file.name == "report.json":
                    report = json.loads(content)
                    report.pop("seconds", None), report.pop("peak_bytes", None)
                    if "arithmetic" in report:
                        left[way + "arithmetic"] = report.pop("arithmetic")
                    content = json.dumps(report).encode()
                left[way + file.name] = hashlib.sha256(content).hexdigest()
        if run.returncode == 0:
            break
    return left


def differences(before, after):
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            yield f"{name} is missing"
        elif name not in before:
            yield f"{name} is new"
        elif name.endswith("arithmetic"):
            if before[name].keys() != after[name].keys():
                yield f"{name} has other counts"
            yield from (f"{name}: {count} rose from {value} to {after[name][count]}" for count, value in before[name].items()
                        if after[name].get(count, 0) > value)
        elif before[name] != after[name]:
            yield f"{name} differs" + (f": {before[name]!r} and {after[name]!r}" if name.endswith(("status", "stderr")) else "")


def digest_of(program):
    return hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()


def compare(args):
    runs = list(level_runs(args.scenes, args.only))
    if not runs:
        print(f"no level in {args.scenes}")
        return 1
    kept = {}
    if args.keep and args.keep.exists():
        stored = json.loads(args.keep.read_text())
        if stored["program"] == digest_of(args.before):
            kept = stored["runs"]

    def one(run):
        name, scene, options = run
        before = kept.get(name) or bake(args.before, scene, options, args.timeout)
        return name, before, bake(args.after, scene, options, args.timeout) if args.after else before

    files, baked, wrong, fell = 0, 0, 0, [0, 0]
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, before, after in pool.map(one, runs):
            kept[name] = before
            baked += before["status"] == 0 or before.get("without .bin: status") == 0
            files += sum("." in key.split(": ")[-1] for key in before)
            for key in before:
                if key.endswith("arithmetic") and key in after and before[key]:
                    fell[0] += before[key]["predicates"]
                    fell[1] += after[key]["predicates"]
            found = list(differences(before, after))
            wrong += bool(found)
            for difference in found:
                print(f"{name}: {difference}", flush=True)
    if args.keep:
        args.keep.write_text(json.dumps({"program": digest_of(args.before), "runs": kept}))
    print(f"{len(runs)} bakes, {baked} with files; {files} files compared; {wrong} bakes differ; predicates {fell[0]} before, {fell[1]} after")
    return 1 if wrong or not files else 0


SPOILED = """#!/usr/bin/env python3
import pathlib, subprocess, sys
status = subprocess.run([{plumb!r}, *sys.argv[1:]]).returncode
{spoil}
sys.exit(status)
"""
SPOILS = {
    "nothing": ("", 0),
    "a byte of the JSON": ("p = pathlib.Path('out.json'); b = p.read_bytes(); p.write_bytes(b[:-1] + b' ')", 1),
    "a file": ("pathlib.Path('out.svg').unlink()", 1),
    "another file": ("pathlib.Path('out.txt').write_text('')", 1),
    "the status": ("status = 1", 1),
    "stderr": ("print('x', file=sys.stderr)", 1),
    "stdout": ("print('x')", 1),
    "a count": ("p = pathlib.Path('report.json'); p.write_text(p.read_text().replace('\"predicates\": ', '\"predicates\": 9'))", 1),
}


def self_test(plumb, scenes):
    wrong = 0
    for what, (spoil, expected) in SPOILS.items():
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "spoiled"
            program.write_text(SPOILED.format(plumb=os.path.abspath(plumb), spoil=spoil))
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            run = subprocess.run([sys.executable, __file__, "--before", plumb, "--after", str(program), "--scenes", scenes, "--only", "crates"],
                                 capture_output=True, text=True)
        if run.returncode != expected:
            wrong += 1
            print(f"{what} spoiled: status {run.returncode}, expected {expected}\n{run.stdout}{run.stderr}")
    print(f"{len(SPOILS)} cases, {wrong} wrong")
    return 1 if wrong else 0


def main():
    if sys.argv[1:2] == ["--self-test"]:
        return self_test(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", help="none: only keep what --before leaves behind")
    parser.add_argument("--scenes", type=pathlib.Path, required=True)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--only", nargs="*", default=[], help="parts of names of levels")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=1200)
    args = parser.parse_args()
    for program in ("before", "after"):
        if getattr(args, program):
            setattr(args, program, os.path.abspath(getattr(args, program)))
    args.scenes = args.scenes.resolve()
    return compare(args)


if __name__ == "__main__":
    sys.exit(main())
