#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Updates of navmeshes that are all taken back leave the file as it was, to the byte.

  update_and_revert.py PLUMB SCENES [--count N] [--quick]

Bakes competition, city_10k (made here by the scenes' generator) and nav_test, draws N updates over each (1,000), of every change, some with
heights, some prepared and enabled, reverts them in a drawn order, half of them in between, and compares. --quick: 100 updates, without the
city. Exit status 0: all are the same; 77: the scenes are not there."""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

CHANGES = ["block", "unblock", {"cost": "5/2"}, {"add_cost": "0.25"}, {"tag": "mud"}, {"untag": "mud"}]


def script_of(mesh, count, rng):
    """Entries of updates near corners of the navmesh, all of them reverted."""
    corners = [[float(near_value(c)) for c in v] for cell in mesh["cells"] if cell["stance"] > 0 for f in cell["facets"] for v in f["vertices"]]
    up = 1 if mesh["options"]["up"] == "y" else 2
    plan = [k for k in range(3) if k != up]
    reach = max(max(c[k] for c in corners) - min(c[k] for c in corners) for k in plan) / 20
    entries, live, made = [], [], 0
    while made < count or live:
        if live and (made == count or rng.random() < 0.4):
            entries.append({"revert": live.pop(rng.randrange(len(live)))})
            continue
        made += 1
        at = rng.choice(corners)
        while True:
            (a, b), (c, d), (e, f) = triangle = [[round((at[k] + rng.uniform(-reach, reach)) * 64) for k in plan] for _ in range(3)]
            if (c - a) * (f - b) != (d - b) * (e - a):
                break
        update = {"area": [[f"{x}/64" for x in corner] for corner in triangle], "change": rng.choice(CHANGES)}
        if rng.random() < 0.3:
            update["heights"] = [str(round(at[up] * 64) - rng.randrange(200)) + "/64", str(round(at[up] * 64) + rng.randrange(200)) + "/64"]
        prepared = rng.random() < 0.2
        entries.append({"prepare" if prepared else "update": update})
        live.append(made)
        if prepared and rng.random() < 0.5:
            entries.append({"enable": made})
    return entries


def near_value(text):
    numerator, _, denominator = text.partition("/")
    return int(numerator) / int(denominator or 1)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("plumb")
    arguments.add_argument("scenes", type=pathlib.Path)
    arguments.add_argument("--count", type=int, default=1000)
    arguments.add_argument("--quick", action="store_true")
    options = arguments.parse_args()
    if not options.scenes.is_dir():
        print(f"skipped: {options.scenes} is not there")
        return 77
    wrong = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        levels = [(options.scenes / "made/competition.obj", ["--up", "z"]), (options.scenes / "recast/nav_test.obj", [])]
        if not options.quick:
            subprocess.run([sys.executable, options.scenes / "tools/gen_scenes.py", folder], check=True, stdout=subprocess.DEVNULL)
            levels.append((folder / "city_10k.obj", ["--up", "z", "--numbers", "decimal"]))
        count = 100 if options.quick else options.count
        for level, words in levels:
            name = level.stem
            before, middle, after, script, report = (folder / f"{n}.json" for n in ("before", "middle", "after", "script", "report"))
            subprocess.run([options.plumb, "bake", level, *words, "--sides", "up", "--step", "0.4", "--quiet", "-o", before], check=True)
            entries = script_of(json.loads(before.read_text()), count, random.Random(name))
            script.write_text(json.dumps(entries))
            subprocess.run([options.plumb, "update", before, script, "-o", after, "--report", report], check=True)
            same = before.read_bytes() == after.read_bytes()
            facts = json.loads(report.read_text())["entries"]
            # That half of it changes something shows that the comparison could fail.
            script.write_text(json.dumps(entries[:len(entries) // 2]))
            subprocess.run([options.plumb, "update", before, script, "-o", middle, "--quiet"], check=True)
            changed = before.read_bytes() != middle.read_bytes()
            tried += 1
            wrong += not (same and changed)
            print(f"{name}: {len(entries)} entries, {sum(e['met'] for e in facts)} cells met, {sum(e['cut'] for e in facts)} cuts, at most "
                  f"{max(e['bits'] for e in facts)} bits: {'the same' if same else 'DIFFERENT'}{'' if changed else ', and NOTHING CHANGED before'}")
    print(f"{tried} levels, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
