#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""plumb explain --points answers as so many calls with --at do.

  explain_points.py --plumb plumb --source ROOT [--count N]

N random points over an example, with and without a radius: the JSON of each is that of its own call, and the CSV says the same in short. Bad files are refused by line."""
import argparse
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

LEVELS = [("crates.obj", "--up z --step 1/4 --stance crouch=1 --stance stand=9/5", (0, 0, 8, 6, 4)), ("walls_and_fences.obj", "--up z --radius 1/4 --step 1/4", (0, 0, 8, 6, 3)),
          ("pyramid_over_floor.obj", "--up z --solids closed", (-1, -1, 5, 5, 5))]
BAD = [("1,2,3\nx,2,3\n", ":2: 'x' is not a number"), ("1,2\n", ":1: 2 numbers where three coordinates"), ("1,2,3,4\n", ":1: 4 numbers where"), ("", "there is no question"), ("x,y,z\n", "there is no question"),
       ("1,2,nan\n", ":1: 'nan'"), ("1,2,3\n\n1,,3\n", ":3: ''")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--count", type=int, default=240)
    a = parser.parse_args()
    rng, wrong, answers = random.Random(3), 0, set()

    def explain(*words):
        return subprocess.run([a.plumb, "explain", *words, "--quiet"], capture_output=True, text=True)

    with tempfile.TemporaryDirectory() as folder:
        points = os.path.join(folder, "points.csv")
        for name, words, (x0, y0, x1, y1, top) in LEVELS:
            level = os.path.join(a.source, "docs/examples", name)
            asked = [",".join(str(rng.choice((rng.randrange(4 * low - 4, 4 * high + 4) / 4, f"{rng.randrange(3 * low, 3 * high + 1)}/3"))) for low, high in ((x0, x1), (y0, y1), (0, top)))
                     for _ in range(a.count // len(LEVELS))]
            with open(points, "w") as file:
                file.write("x,y,z\n" + "\n\n".join(asked) + "\n")
            many = json.loads(explain(level, *words.split(), "--points", points, "--json").stdout)["places"]
            rows = list(csv.DictReader(io.StringIO(explain(level, *words.split(), "--points", points).stdout)))
            if [m["line"] for m in many] != [2 * k + 2 for k in range(len(asked))] or [int(r["line"]) for r in rows] != [m["line"] for m in many]:
                wrong += 1
                print(name, "has other lines")
            for at, one, row in zip(asked, many, rows):
                alone = json.loads(explain(level, *words.split(), "--at=" + at, "--json").stdout)
                grounds = alone["grounds"]
                short = grounds[0]["verdict"] or grounds[0]["is"] if grounds else "none"
                answers.add(short)
                if alone != one["place"] or row["answer"] != short:
                    wrong += 1
                    print(f"{name} at {at}: {row['answer']}, not {short}")
        for text, told in BAD:
            with open(points, "w") as file:
                file.write(text)
            done = explain(level, "--up", "z", "--points", points)
            if done.returncode != 2 or told not in done.stderr or done.stderr.count("\n") != 1:
                wrong += 1
                print(f"{text!r}: status {done.returncode}, {done.stderr!r}")
    print(f"{len(LEVELS)} levels, {a.count} points, answers {sorted(answers)}; {wrong} wrong")
    return wrong > 0 or len(answers) < 4


if __name__ == "__main__":
    sys.exit(main())
