#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels to every format that engines load and to the exact one, and audits each file by the thresholds that docs/guide/audit.md says navmeshes of Plumb pass. Checks that
  - each file passes, or is in the table of that page with its reason, and each file of the table is there and fails;
  - no file is said to be of another agent.
usage: own_files.py PLUMB SCENES PAGE [--quick] [--level NAME]...   Exit status 0 if all held, 77 if there are no scenes."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import run_scenes

KINDS = ["json", "obj", "glb", "tres", "bin", "mset"]


def line_and_table(page):
    """The thresholds, and the files that do not pass: {(level, kind)}."""
    text = page.read_text()
    thresholds = re.search(r"Navmeshes of Plumb pass `([^`]+)`", text)[1]
    rows = re.findall(r"^\| `([\w/]+)` \| ((?:`\.\w+`(?:, )?)+) \|", text, re.M)
    return thresholds, {(level + ".obj", kind) for level, kinds in rows for kind in re.findall(r"`\.(\w+)`", kinds)}


def level(plumb, scenes, manifest, name, thresholds, all_stances):
    """Of each file: what it fails, "" if it passes; faults besides."""
    up, heights, step = run_scenes.scene_options(manifest, name)
    named = list(zip(("crawl", "crouch", "stand"), heights))
    stances = [w for n, h in (named if all_stances else named[-1:]) for w in ("--stance", f"{n}={h}")]
    options = ["--bad-faces", "drop", "--up", up, "--step", step, "--sides", "up", *stances]
    found, faults = {}, []
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder) / "out"
        bake = subprocess.run([plumb, "bake", str(scenes / name), *options, "--quiet", *(w for kind in KINDS for w in ("-o", f"{base}.{kind}"))], capture_output=True, text=True)
        refused = {kind: why for kind, why in re.findall(r"out\.(\w+): (.*)", bake.stderr)}
        if bake.returncode and not refused:
            faults.append(f"bake exit {bake.returncode}: {bake.stderr.strip()[-300:]}")
        for kind in KINDS:
            if kind in refused:
                found[kind] = "refused: " + refused[kind]
                continue
            at = ["--at-stance", "stand"] if kind == "tres" and all_stances else []
            audit = subprocess.run([plumb, "audit", str(scenes / name), f"{base}.{kind}", *options, *at, "--fail-if", thresholds], capture_output=True, text=True)
            if audit.returncode > 1:
                faults.append(f".{kind}: exit {audit.returncode}: {audit.stderr.strip()[-300:]}")
                continue
            found[kind] = ", ".join(re.findall(r"^Fails: (.*)\.$", audit.stdout, re.M))
            if (audit.returncode == 1) != bool(found[kind]):
                faults.append(f".{kind}: exit {audit.returncode} with {found[kind]!r}")
            if another := re.search(r"^The file's agent is another one.*$", audit.stdout, re.M):
                if not all_stances or kind == "tres":  # a file of several stances states the lowest one's height
                    faults.append(f".{kind}: {another[0]}")
    return found, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plumb")
    parser.add_argument("scenes", type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="a few levels")
    parser.add_argument("--level", action="append", default=[], help="only these; repeatable")
    parser.add_argument("--all-stances", action="store_true", help="with all three stances; the table is of one")
    args = parser.parse_args()
    if not (args.scenes / "MANIFEST.tsv").exists():
        print(f"skipped: no levels in {args.scenes}")
        return run_scenes.SKIPPED
    manifest = run_scenes.read_manifest(args.scenes / "MANIFEST.tsv")
    names = args.level or (run_scenes.QUICK if args.quick else [f"{folder}/{p.name}" for folder in run_scenes.FOLDERS for p in sorted((args.scenes / folder).glob("*.obj"))])
    thresholds, table = line_and_table(args.page)
    files = wrong = 0
    for name in names:
        found, faults = level(args.plumb, args.scenes, manifest, name, thresholds, args.all_stances)
        files += len(found)
        for kind, fails in found.items():
            if bool(fails) != ((name, kind) in table):
                faults.append(f".{kind}: {'fails ' + fails if fails else 'passes'}, which {args.page.name} does not say")
        wrong += bool(faults)
        print("\n".join(f"{name}: {fault}" for fault in faults) or f"{name}: as documented", flush=True)
    print(f"{len(names)} levels, {files} files; {wrong} levels wrong")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
