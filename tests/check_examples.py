#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes every small scene of docs/examples with the options its header states and compares the areas, as fractions,
with those its header works out by hand:

    # Options: --up z --stance stand=9/5
    # traversable 40 = blocked 36/5 + stand 164/5

  check_examples.py EXAMPLES PLUMB
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction


def stated(path):
    """The options and the areas of a header; verdicts that it does not name are zero."""
    with open(path, encoding="utf-8") as file:
        header = [line[1:].strip() for line in file if line.startswith("#")]
    options = next((line for line in header if line.startswith("Options:")), None)
    sums = [line for line in header if re.match(r"traversable \S+ = ", line)]
    if options is None or len(sums) != 1:
        return None
    areas = {name: Fraction(value) for name, value in re.findall(r"(\w+) (\d+(?:/\d+)?)(?= [=+]|$)", sums[0])}
    return options[len("Options:"):].split("(")[0].split(), areas


def baked(path, plumb, options):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run([plumb, "bake", path, *options, "--report", report], check=True)
        with open(report, encoding="utf-8") as file:
            area = json.load(file)["area"]
    areas = {name: Fraction(area[name]["exact"]) for name in ("traversable", "blocked", "covered")}
    areas |= {stance["name"]: Fraction(stance["area"]["exact"]) for stance in area["stances"]}
    return areas


def main():
    examples, plumb = sys.argv[1:]
    compared = wrong = 0
    for path in sorted(glob.glob(os.path.join(examples, "*.obj"))):
        header = stated(path)
        if header is None:
            if os.path.basename(path) != "ruin.obj":
                print(f"{path}: its header states no options or no areas")
                wrong += 1
            continue
        options, expected = header
        found = baked(path, plumb, options)
        if sum(expected.values()) != 2 * expected["traversable"]:
            print(f"{path}: the header's sum is wrong")
            wrong += 1
        for name in sorted(expected.keys() | found.keys()):
            compared += 1
            if expected.get(name, 0) != found.get(name, 0):
                print(f"{path}: {name} is {found.get(name, 0)}, the header says {expected.get(name, 0)}")
                wrong += 1
    print(f"{compared} areas compared, {wrong} wrong")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
