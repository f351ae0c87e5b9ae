#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the first bake that README.md shows, and compares the lines that it prints; those of times and files differ. A build with assertions decides more predicates: that line is compared without them.
usage: check_shown.py ROOT PLUMB [--assertions]"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def main():
    root, plumb = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
    block = next(b for b in re.findall(r"^```console\n(.*?)^```", (root / "README.md").read_text(), re.M | re.S) if "\nPredicates: " in b)
    command, shown = re.fullmatch(r"\$ ((?:[^\n]*\\\n)*[^\n]*\n)(.*)", block, re.S).groups()
    words = shlex.split(command.replace("\\\n", " "))
    with tempfile.TemporaryDirectory() as folder:
        words = [plumb, *(w.replace("build/release/", folder + "/") for w in words[1:])]
        printed = subprocess.run(words, cwd=root, check=True, capture_output=True, text=True).stdout
    left_out = ("Time:", "Wrote:", *(["Predicates:"] if "--assertions" in sys.argv else []))
    wrong = [f"shown   {a}\nprinted {b}" for a, b in zip(shown.splitlines(), printed.splitlines()) if a != b and not a.startswith(left_out)]
    if len(shown.splitlines()) != len(printed.splitlines()):
        wrong.append(f"{len(shown.splitlines())} lines are shown, {len(printed.splitlines())} printed")
    print("\n".join(wrong + [f"{len(shown.splitlines())} lines, {len(wrong)} differ"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
