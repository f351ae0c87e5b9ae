#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels in several ways and checks every mesh in rounded numbers against its .json by plumb-check, and the report
against the mesh. Prints a line a file that is refused, and a table by format; exit status 1 if one was."""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scenes"))
import run_exports
import run_scenes

KINDS = run_exports.KINDS
VARIANTS = {
    "plain": ["--weld", "0.05"],
    "apart": ["--no-link-polygons"],
    "links": ["--link-polygons", "--weld", "0.05"],
    "radius": ["--radius", "0.3", "--weld", "0.05"],
    "outer": ["--radius", "0.3", "--clearance", "outer"],
    "solids": ["--solids", "closed"],
    "surfaces": ["--one-surface", "--min-area", "1"],
    "regular": ["--optimise", "regular"],
    "none": ["--optimise", "none"],
    "simple": ["--simplify", "0.065", "--radius", "0.3"],
}


class Levels:
    def __init__(self, args):
        self.args = args
        self.manifest = {} if args.examples_only else run_scenes.read_manifest(args.shared / "scenes/MANIFEST.tsv")

    def options(self, path):
        for folder in run_scenes.FOLDERS:
            if path.parent == self.args.shared / "scenes" / folder:
                up, heights, step = run_scenes.scene_options(self.manifest, f"{folder}/{path.name}")
                return [up], heights, step
        return ["z", "y"], ["0.6", "1", "1.8"], "0.4"

    def bake(self, path, variant, folder, kinds):
        ups, heights, step = self.options(path)
        stances = [w for n, h in zip(("crawl", "crouch", "stand"), heights) for w in ("--stance", f"{n}={h}")]
        if variant == "simple":
            stances = stances[-2:]
        if not re.search(r"(?m)^v ", path.read_text(errors="replace")):
            return False
        for up in ups:
            for old in folder.iterdir():
                old.unlink()
            tile = ["--tile", run_exports.tile_size(path, up)] if "mset" in kinds else []
            command = [self.args.plumb, "bake", str(path), "--bad-faces", "drop", "--up", up, "--sides", "up", "--step", step, *stances, *VARIANTS[variant], *tile, "--quiet",
                       "--export-stance", "stand", "--report", f"{folder}/report.json", "-o", f"{folder}/out.json", "-o", f"{folder}/out.cert"]
            try:
                run = subprocess.run(command + [w for k in kinds for w in ("-o", f"{folder}/out.{k}")], capture_output=True, text=True, timeout=self.args.timeout)
            except subprocess.TimeoutExpired:
                return False
            if (folder / "out.bin").exists() or (folder / "out.obj").exists() and (folder / "out.glb").exists():
                break
        return (folder / "out.json").exists()

    def check(self, path, variant):
        """By file: its format, seconds, what was said, and whether it is right."""
        out = []
        kinds = KINDS[:3] if variant == "links" else KINDS
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            if not self.bake(path, variant, folder, kinds) or not (folder / "report.json").exists():
                return out
            for kind in kinds:
                file = folder / f"out.{kind}"
                if not file.exists():
                    continue
                begun = time.time()
                files = [f"{folder}/out.json", str(file), f"{folder}/report.json"]
                run = subprocess.run([self.args.checker, str(path), f"{folder}/out.cert", *files], capture_output=True, text=True)
                said = (run.stderr + run.stdout).strip()
                good = run.returncode == 0 and f"polygons, islands and lost parts of .{kind}" in said
                out.append((kind, time.time() - begun, said[-500:], good))
        return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plumb")
    parser.add_argument("--shared", type=pathlib.Path, default=pathlib.Path("../shared"))
    parser.add_argument("--examples", type=pathlib.Path, default=pathlib.Path("docs/examples"))
    parser.add_argument("--examples-only", action="store_true")
    parser.add_argument("--checker", required=True, help="plumb-check")
    parser.add_argument("--largest", type=int, default=100000, help="bytes of a level")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--variant", action="append", choices=VARIANTS)
    parser.add_argument("--level", action="append", default=[], help="part of a path; repeatable")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    levels = Levels(args)
    paths = [p for root in ((args.examples,) if args.examples_only else (args.examples, args.shared / "scenes", args.shared / "cases")) for p in sorted(root.rglob("*.obj")) if p.stat().st_size <= args.largest]
    paths = [p for p in paths if not args.level or any(part in str(p) for part in args.level)]
    count, wrong, seconds = collections.Counter(), collections.Counter(), collections.Counter()
    work = [(p, v) for p in paths for v in args.variant or VARIANTS]
    with ThreadPoolExecutor(args.jobs) as pool:
        for (path, variant), found in zip(work, pool.map(lambda w: levels.check(*w), work)):
            for kind, took, said, good in found:
                count[kind] += 1
                wrong[kind] += not good
                seconds[kind] += took
                if not good or args.v:
                    print(f"{path} {variant} .{kind}{'' if good else ' WRONG'}: {said}", flush=True)
    print("| format | files | refused | seconds |\n|---|---|---|---|")
    for kind in KINDS:
        print(f"| `.{kind}` | {count[kind]} | {wrong[kind]} | {seconds[kind]:.0f} |")
    return 1 if sum(wrong.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
