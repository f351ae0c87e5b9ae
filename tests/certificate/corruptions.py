#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that plumb-check refuses what is false: every kind of corruption of docs/reference/certificate.md's records, on levels that have
such records, each with its exit status and the line of the fault. Prints a table; fails if one is accepted or a kind has none.

  corruptions.py --plumb ... --check ... --source ...     all kinds; with --part K/N, every Nth from the Kth on, and of genuine
                                                          certificates likewise; with --most N, at most N of a kind on a level
  corruptions.py --tallies FILE...                        whether the parts that wrote these files tried every kind, each once"""
import argparse
import itertools
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

import corrupt_cells
import corrupt_covered
import corrupt_frame
import corrupt_pieces
import corrupt_portals
import corrupt_solids
import corrupt_text
import scenes
from kinds import KINDS, Case, begins_like_none

MOST_MEMORY = 1 << 30  # bytes, for the largest of the files (50 MB)


class Checker:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, level, case):
        """(status, line or None, standard error)"""
        scene, certificate = level.path, os.path.join(self.folder, "false.cert")
        if case.scene is not None:
            scene = os.path.join(self.folder, "false.obj")
            with open(scene, "w") as file:
                file.write(case.scene)
        with open(certificate, "wb") as file:
            file.write(case.text)
        done = subprocess.run([self.program, scene, certificate], capture_output=True, text=True, timeout=120)
        place = re.fullmatch(r"plumb-check: .*false\.cert:(\d+): .+\n", done.stderr)
        return done.returncode, int(place.group(1)) if place else None, done.stderr


def fault(case, status, line, error):
    """What is wrong with the checker's answer; None if nothing is."""
    if status == 0:
        return "ACCEPTED"
    if status != case.status and not (status == 2 and begins_like_none(case.text)):
        return f"status {status}: {error.strip()[:200]}"
    if status == 1 and (line is None or case.lines and not case.lines[0] <= line <= case.lines[1]):
        return f"line {line}, not {case.lines}: {error.strip()[:200]}"
    return None


def try_kind(name, levels, checker, seed, keep, limit):
    """(tried, refused, messages)"""
    make, most = KINDS[name]
    tried = refused = 0
    messages = []
    for level in levels:
        rng = random.Random(f"{seed} {name} {level.name}")
        for number, case in enumerate(itertools.islice(make(level, rng), min(most, limit))):
            tried += 1
            wrong = fault(case, *checker.run(level, case))
            refused += wrong is None
            if wrong:
                messages.append(f"{level.name}, case {number}: {wrong}")
                if keep:
                    called = re.sub(r"[^\w.]+", "_", f"{name} {level.name} {number}.cert")
                    with open(os.path.join(keep, called), "wb") as file:
                        file.write(case.text)
    return tried, refused, messages


def of_part(part, things):
    """Those of part "K/N"."""
    k, n = map(int, part.split("/"))
    if not 1 <= k <= n:
        raise SystemExit(f"there is no part {part}")
    return list(things)[k - 1::n]


def check_tallies(files):
    """Whether the files name every kind once, with the corruptions tried."""
    tried = []
    for name in files:
        with open(name) as file:
            tried += [line.rstrip("\n").split("\t") for line in file]
    print(f"{sum(int(count) for count, kind in tried)} corruptions of {len(tried)} kinds in {len(files)} parts")
    names = [kind for count, kind in tried]
    wrong = [kind for kind in {*KINDS, *names} if kind not in KINDS or names.count(kind) != 1]
    for kind in sorted(wrong):
        print(f"FAILED: {kind}: tried in {names.count(kind)} parts")
    return 1 if wrong else 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--plumb")
    arguments.add_argument("--check")
    arguments.add_argument("--source", help="the checkout")
    arguments.add_argument("--part", default="1/1", help="K/N")
    arguments.add_argument("--most", type=int, default=sys.maxsize, help="of a kind on one level")
    arguments.add_argument("--tally", help="a file for what this part tried")
    arguments.add_argument("--tallies", nargs="+", help="the files of all parts")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default="", help="kinds whose names contain this")
    arguments.add_argument("--keep", help="a folder for corruptions that were not refused as they should be")
    options = arguments.parse_args()
    if options.tallies:
        return check_tallies(options.tallies)
    if not (options.plumb and options.check and options.source):
        arguments.error("--plumb, --check and --source are needed")
    failed, tally = False, []
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        levels = scenes.made(options.plumb, folder) + scenes.shipped(options.source, options.plumb, folder)
        checker = Checker(options.check, folder)
        for level in of_part(options.part, levels):  # the others judge the other levels
            status, line, error = checker.run(level, Case(level.text))
            if status != 0 or not level.judge.is_true(level.text) or not level.judge.portals_hold(level.certificate):
                print(f"FAILED: the genuine certificate of {level.name} is refused: {error}")
                failed = True
        print(f"{'kind':<72} {'tried':>6} {'refused':>8} {'seconds':>8}")
        for name in of_part(options.part, KINDS):
            if options.only not in name:
                continue
            start = time.monotonic()
            tried, refused, messages = try_kind(name, levels, checker, options.seed, options.keep, options.most)
            print(f"{name:<72} {tried:>6} {refused:>8} {time.monotonic() - start:>8.1f}", flush=True)
            for m in messages[:8]:
                print(f"  FAILED: {m}")
            failed = failed or tried == 0 or refused != tried
            tally.append(f"{tried}\t{name}\n")
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"largest process: {most >> 20} MB")
    if most > MOST_MEMORY:
        print(f"FAILED: more than {MOST_MEMORY >> 20} MB")
        failed = True
    if options.tally:
        with open(options.tally, "w") as file:
            file.writelines(tally)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
