#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The installed man pages show without a warning and name every option of their command; completion in bash offers what the help lists.
usage: check_shell.py PLUMB PREFIX"""
import os
import pathlib
import re
import subprocess
import sys

COMPLETE = """source "$1"; PATH=$2:$PATH; COMP_WORDS=("${@:3}"); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _plumb; printf '%s\\n' "${COMPREPLY[@]}\""""
# Words of a line, and what must be offered for the last one.
CASES = [(["plumb", "ba"], {"bake"}), (["plumb", "help", "la"], {"layers"}), (["plumb", "bake", "--sides", ""], {"both", "up"}),
         (["plumb", "bake", "--slope"], {"--slope", "--slope-ratio", "--slope-cos"}), (["plumb", "bake", "--numbers", "d"], {"double", "decimal"}),
         (["plumb", "layers", "--method", ""], {"exact", "min-cut", "van-toll", "brute-force"}), (["plumb", "bake", "--preset", ""], {"recast", "godot", "unity", "quake", "doom"}),
         (["plumb", "audit", "--preset", "q"], {"quake"}), (["plumb", "tiles", ""], {"cut", "bake", "todo", "seams", "finish", "index"}), (["plumb", "tiles", "se"], {"seams"}),
         (["plumb", "tiles", "cut", "--preset", "u"], {"unity"}), (["plumb", "bake", "--clearance", ""], {"inner", "outer", "both"}), (["plumb", "bake", "--optimise", ""], {"count", "regular", "none"}),
         (["plumb", "bake", "--method", ""], {"vcd", "wedge"}), (["plumb", "audit", "--edges", ""], {"whole", "partial"}), (["plumb", "audit", "--surface", ""], {"detail", "polygons"}),
         (["plumb", "route", "--planner", ""], {"vicinity", "blockage", "taut", "euclid", "corridor"}), (["plumb", "route", "--ask", "r"], {"raycast", "random", "reachable"}),
         (["plumb", "explain", "--thresholds", ""], {"height", "slope", "radius"}), (["plumb", "bake", "--node-rotation", ""], {"right-angles", "exact"}),
         (["plumb", "update", "--decomposition", ""], {"bounded", "seed"})]


def options(text):
    return set(re.findall(r"--[a-z][a-z-]+", text))


def main():
    plumb, prefix = sys.argv[1], pathlib.Path(sys.argv[2])
    faults = []
    pages = sorted(prefix.rglob("man1/*.1.gz"))
    for page in pages:
        shown = subprocess.run(["man", "-l", "--warnings", str(page)], capture_output=True, text=True, env={**os.environ, "MANWIDTH": "200", "LC_ALL": "C.UTF-8"})
        if shown.returncode or shown.stderr:
            faults.append(f"{page.name}: {shown.stderr.strip()}")
        if not re.search(r"^SYNOPSIS\n +(plumb\S*) ", shown.stdout, re.M):
            faults.append(f"{page.name}: has no synopsis")
        name = page.name.removesuffix(".1.gz")
        command = name.removeprefix("plumb").removeprefix("-")
        # plumb-check is a program of its own
        words = [plumb + "-check", "--help"] if command == "check" else [plumb, *([command, "--help-all"] if command else ["--help"])]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        if missing := options(said) - options(shown.stdout.replace("\u2010", "-")):
            faults.append(f"{page.name}: lacks {', '.join(sorted(missing))}")
    said = subprocess.run([plumb, "--help"], capture_output=True, text=True, check=True).stdout
    commands = set(re.findall(r"^  ([a-z]+) ", said.split("Subcommands:")[1], re.M)) - {"help", "version"}
    if lacking := {f"plumb-{c}" for c in commands} - {p.name.removesuffix(".1.gz") for p in pages}:
        faults.append(f"no page for {', '.join(sorted(lacking))}")
    # Each option whose value is one of some words says which in its help, and these are offered.
    for command in sorted(commands):
        said = subprocess.run([plumb, command, "--help-all"], capture_output=True, text=True, check=True).stdout
        for option, text in re.findall(r"^  (?:-[a-z],)?(--[a-z-]+) (?:WORD|AXIS) +(.*)$", said, re.M):
            if not re.search(r"(?:^|[:;] )[a-z-]+(?:, [a-z-]+)* or [a-z-]+(?: \(default.*)?$", text):
                faults.append(f"plumb {command} {option}: its help does not end in its words: {text}")
    script = prefix / "share/bash-completion/completions/plumb"
    for words, expected in CASES:
        offered = subprocess.run(["bash", "-c", COMPLETE, "bash", str(script), str(pathlib.Path(plumb).parent), *words], capture_output=True, text=True)
        if set(offered.stdout.split()) != expected:
            faults.append(f"{' '.join(words)!r}: offers {offered.stdout.split()}, not {sorted(expected)} {offered.stderr}")
    print("\n".join(faults + [f"{len(pages)} man pages, {len(CASES)} completions, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
