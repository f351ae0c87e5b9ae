#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether both checkers say the same: plumb-check, and check.py beside this file.

  agree.py --plumb plumb --check plumb-check --source ROOT [--count N] [--largest BYTES] [--few] [--seed N] [--keep FOLDER]

Bakes the levels of docs/examples and those of tests/certificate/scenes.py with several options (with --few, each example with one of them by
turns), and requires that both accept the certificates, with the same areas as fractions. Then makes N forgeries of those that are not long, half
of them of the kinds of tests/certificate/corruptions.py, half with one word changed by chance (mutations.py), and requires that both accept or
both refuse each. Prints a table; fails if they differ anywhere. "same line": both name this line of the certificate."""
import argparse
import itertools
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "certificate")]

import check
import corruptions
import mutations
import scenes

THREE = "--stance crawl=1/2 --stance crouch=11/10 --stance stand=9/5"
OPTIONS = {"three": THREE + " --bad-faces drop", "weld": THREE + " --step 2/5 --weld 1/2", "solids": THREE + " --sides up --solids closed --step 1/4",
           "steep": "--stance stand=9/5 --slope 50 --numbers float --sides up", "decimal": "--stance stand=9/5 --slope-ratio 3/4 --numbers decimal"}


class Long:
    """A level whose certificate is too long to be forged by the hundred."""

    def __init__(self, name, path, words, options, folder):
        self.name, self.path = name, path
        self.text = scenes.bake(options.plumb, path, words, folder)


def certified(options, folder):
    """Levels with their genuine certificates."""
    yield from scenes.made(options.plumb, folder)
    turn = 0
    for path in sorted((pathlib.Path(options.source) / "docs/examples").rglob("*.obj")):
        if path.stat().st_size > options.largest:
            continue
        text = path.read_text()
        name = path.stem if path.stem != "scene" else path.parent.name
        up = "--up y " if path.stem in ("ruin", "scene", "competition") else "--up z "
        bakes = [(f"{name}_{called}", (up + words).split()) for called, words in OPTIONS.items()]
        if scenes.options_in(text):
            bakes.append((name, scenes.options_in(text)))
        turn += 1
        for called, words in bakes[turn % len(bakes):][:1] if options.few else bakes:
            long = path.stat().st_size > 20_000
            yield Long(called, str(path), words, options, folder) if long else scenes.Baked(called, text, words, options.plumb, folder)


class Both:
    def __init__(self, options, folder):
        self.program, self.path, self.folder = options.check, os.path.join(folder, "forged.cert"), folder

    def ask(self, level_path, text):
        """((status, line, areas) of plumb-check, the same of check.py)"""
        with open(self.path, "wb") as file:
            file.write(text)
        done = subprocess.run([self.program, level_path, self.path], capture_output=True, text=True, timeout=600)
        areas = [(line.split()[0], line.split()[-1]) for line in done.stdout.splitlines()[2:] if re.match(r"  \S", line)][1:]
        return (done.returncode, line_in(done.stderr), areas), self.second(level_path, text)

    def second(self, level_path, text):
        with open(level_path, "rb") as file:
            level = file.read()
        try:
            areas, _ = check.check(level_path, level, self.path, text)
        except check.No as no:
            return 1, line_in(str(no)), []
        except check.Unusable as unusable:
            return 2, line_in(str(unusable)), []
        return 0, None, [(name, str(area)) for name, area in areas]


def same(first, second):
    """Whether both refuse, or both accept and find the same areas; plumb-check leaves out fractions that are too long."""
    if first[0] != 0 or second[0] != 0:
        return first[0] != 0 and second[0] != 0
    return len(first[2]) == len(second[2]) and all(a == b or a == (b[0], "long") for a, b in zip(first[2], second[2]))


def line_in(message):
    found = re.search(r"forged\.cert:(\d+): ", message)
    return int(found.group(1)) if found else None


def forgeries(level, rng):
    """(kind, path of the level, text) without end, as long as there is one: of the kinds by turns, and with a word changed by chance."""
    kinds = rng.sample(list(corruptions.KINDS.values()), len(corruptions.KINDS)) if level.certificate.surfaces else []
    kinds = [make(level, rng) for make, _ in kinds]
    words = {}
    lines = level.text.splitlines()
    for line in lines:
        for w, word in enumerate(line.split(" ")):
            words.setdefault((line.split(" ")[0], min(w, 3)), []).append(word)
    changed, case = level.path + ".forged.obj", None
    by_chance = rng.random() < 0.5
    while True:
        if by_chance:
            found = mutations.mutated(lines, words, rng)
            if found:
                yield "mutated", level.path, ("\n".join(mutations.with_right_counts(found[0])) + "\n").encode()
        by_chance, case = True, None
        while kinds and case is None:
            make = kinds.pop(0)
            case = next(make, None)
            if case is not None:
                kinds.append(make)
        if case is not None:
            if case.scene is not None:
                with open(changed, "w") as file:
                    file.write(case.scene)
            yield "corrupted", level.path if case.scene is None else changed, case.text


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("plumb", "check", "source"):
        arguments.add_argument(f"--{name}", required=True)
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--largest", type=int, default=300_000, help="bytes of a level of docs/examples")
    arguments.add_argument("--few", action="store_true", help="one bake of each example")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--keep", help="a folder for forgeries of which the checkers say different things")
    options = arguments.parse_args()
    sys.set_int_max_str_digits(0)
    differences, totals, genuine = [], {}, 0
    with tempfile.TemporaryDirectory() as folder:
        both, levels, begin = Both(options, folder), [], time.monotonic()
        for level in certified(options, folder):
            first, second = both.ask(level.path, level.text.encode())
            if first[0] != 0 or not same(first, second):
                differences.append(f"{level.name}: the genuine certificate: {first}, {second}")
            levels.append(level)
            genuine += 1
        print(f"{genuine} genuine certificates, {len(differences)} differences, {time.monotonic() - begin:.0f} s", flush=True)
        levels = [level for level in levels if not isinstance(level, Long)]
        for i, level in enumerate(levels):
            count = options.count * (i + 1) // len(levels) - options.count * i // len(levels)
            made = forgeries(level, random.Random(f"{options.seed} {level.name}"))
            for number, (kind, path, text) in enumerate(itertools.islice(made, count)):
                first, second = both.ask(path, text)
                row = totals.setdefault(kind, {"tried": 0, "both refuse": 0, "both accept": 0, "they differ": 0, "same line": 0})
                row["tried"] += 1
                row["same line"] += first[0] != 0 and second[0] != 0 and first[1] == second[1] is not None
                if same(first, second):
                    row["both refuse" if first[0] else "both accept"] += 1
                    continue
                row["they differ"] += 1
                changes = mutations.difference(level.text.splitlines(), text.decode("latin-1"))
                differences.append(f"{level.name}, {kind} {number}: plumb-check {first[:2]}, check.py {second[:2]}: {changes}")
                if options.keep:
                    pathlib.Path(options.keep, f"{level.name}.{number}.cert").write_bytes(text)
                    pathlib.Path(options.keep, f"{level.name}.{number}.obj").write_bytes(pathlib.Path(path).read_bytes())
    print(f"{'forgeries':<12}" + "".join(f"{name:>14}" for name in next(iter(totals.values()), ())))
    for kind, row in totals.items():
        print(f"{kind:<12}" + "".join(f"{value:>14}" for value in row.values()))
    for line in differences[:40]:
        print(f"FAILED: {line}")
    return 1 if differences or sum(row["tried"] for row in totals.values()) < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
