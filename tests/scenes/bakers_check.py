#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Repeats rows of the table of bakers and compares every exact field; docs/reference/bakers.md says which are exact.

  bakers_check.py ROWS.json [--rows 20] [--seed 1] [options of bakers.py]     exit status: 0 all the same; 1 not; 77 nothing to repeat

Rows are drawn at random among those whose level and baker are here. A row is repeated with the cells that it records. A row that was killed, hung or not
judged in time depends on the machine: it is drawn, but only its scene is compared. So do the
ways in a navmesh of Detour's where one of both rows has none: they are not compared."""
import argparse
import json
import pathlib
import random
import sys
import tempfile

import bakers
from bakers_metrics import PATHS
from bakers_run import EXACT, KEY, MISSING, Limits, Truth, run_row

BY_THE_MACHINE = ("killed", "hung", "unjudged")


def differences(row, repeated):
    if row["status"] in BY_THE_MACHINE or repeated["status"] in BY_THE_MACHINE:
        return [] if row["scene_sha256"] == repeated["scene_sha256"] else ["scene_sha256"]
    # Of a navmesh of Detour's a row lacks the ways only where their program was not there, or not finished in time.
    compared = set(EXACT)
    if (row.get("format") or "").startswith("Detour") and None in (row.get("path_pairs"), repeated.get("path_pairs")):
        compared -= set(PATHS)
    return [name for name in EXACT if name in compared and row.get(name) != repeated.get(name)]


def main(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    own, rest = parser.parse_known_args(words)
    args = bakers.arguments(rest)
    groups = {(level, agent_name): (scene, agent) for level, scene, agent_name, agent, _ in bakers.levels_of(args)}
    known = {b["name"]: b for b in bakers.installed([b for b in bakers.read_list(args.list) if not args.bakers or b["name"] in args.bakers])}
    rows = [r for r in json.loads(own.file.read_text()) if (r["level"], r["agent"]) in groups and r["baker"] in known]
    if not rows:
        print("no row whose level and baker are here")
        return MISSING
    drawn = random.Random(own.seed).sample(rows, min(own.rows, len(rows)))
    limits, wrong, truths = Limits(args.seconds, args.audit_seconds, int(args.memory * 1e9)), 0, {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for row in sorted(drawn, key=lambda r: [r[k] for k in KEY]):
            scene, agent = groups[row["level"], row["agent"]]
            place = (row["level"], row["agent"])
            if place not in truths:
                truths = {place: Truth(args.plumb, scene.resolve(), agent, folder / "truth", limits)}
            repeated = run_row(truths[place], known[row["baker"]], row["variant"], row["grade"], folder / "row", limits, (row["cell"], row["cell_height"]))
            repeated = json.loads(json.dumps(repeated))
            found = differences(row, repeated)
            wrong += bool(found)
            print(" ".join(row[k] for k in KEY), row["status"], "the same" if not found else "", flush=True)
            for name in found:
                print(f"  {name}: {row.get(name)!r}, repeated {repeated.get(name)!r}")
    print(f"{len(drawn)} rows repeated, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
