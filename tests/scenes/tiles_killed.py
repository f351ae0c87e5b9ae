#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stores of tiles whose commands are killed at each of their writes, renames and removals, while levels change: what is finished then is what a new store has, byte for byte, or
it is refused.

  tiles_killed.py PLUMB PRELOAD [--stores 200] [--seed 1]    exit status 1 if anything is not so

PRELOAD is the library of tiles_killed_preload.cpp. In each store some runs of other levels and options are begun, most of which are killed; then
- the last level is cut again, and all that a new store has is there, and nothing else; or
- without another cut, every command is refused, or what is finished is that of the plan that the store has."""
import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

FLOOR = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n"
LEVELS = {
    "floor": FLOOR,
    "low_ceiling": FLOOR + "v 0 0 1\nv 3 0 1\nv 3 4 1\nv 0 4 1\nf 5 6 7 8\n",  # the case two_levels
    "one_tile_changed": FLOOR + "v 0.5 0.5 0.5\nv 1 0.5 0.5\nv 1 1 0.5\nf 5 6 7\n",
    "wider": "v 0 0 0\nv 9 0 0\nv 9 5 0\nv 0 5 0\nf 1 2 3 4\nv 0 0 1\nv 9 0 1\nv 0 5 1\nf 5 6 7\n",
    "far": FLOOR + "v -9 -9 0\nv -8 -9 0\nv -8 -8 0\nf 5 6 7\n",
}
OPTIONS = [["--step", "0.4"], ["--step", "0.4", "--certificates"], ["--stance", "crouch=0.5", "--stance", "stand=1.8"], ["--min-area", "2"]]
FORMATS = [["-o", ".obj"], ["-o", ".glb", "-o", ".bin"], ["-o", ".obj", "-o", ".json", "-o", ".bin"]]


class Stores:
    def __init__(self, plumb, preload, folder):
        self.plumb, self.preload, self.folder, self.wrong, self.killed, self.refused = plumb, preload, folder, 0, 0, 0
        self.known = {}
        for name, text in LEVELS.items():
            (folder / f"{name}.obj").write_text(text)

    def fail(self, what):
        self.wrong += 1
        print(f"FAILED: {what}")

    def commands(self, run, store):
        """A run: a level, options and formats."""
        level, options, formats = run
        cut = ["cut", self.folder / f"{level}.obj", "-o", store, "--tiles", "2", "--up", "z", "--sides", "up", *options]
        return [cut, ["bake", store], ["seams", store], ["finish", store, *formats]]

    def call(self, words, **environment):
        if environment:
            environment = {"LD_PRELOAD": str(self.preload), **{k: str(v) for k, v in environment.items()}}
        return subprocess.run([str(w) for w in (self.plumb, "tiles", *words)], capture_output=True, text=True, env={**os.environ, **environment})

    def files(self, store):
        return {p.relative_to(store).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(store.rglob("*")) if p.is_file()}

    def of_new_store(self, run):
        """The files, and how often each command changes files."""
        key = json.dumps(run)
        if key not in self.known:
            store, calls = self.folder / "new", []
            for words in self.commands(run, store):
                count = self.folder / "calls"
                done = self.call(words, CALLS_TO=count)
                if done.returncode:
                    sys.exit(f"{words}: {done.stderr}")
                calls.append(int(count.read_text()))
            self.known[key] = self.files(store), calls
            shutil.rmtree(store)
        return self.known[key]

    def run_until(self, run, store, command, call):
        """Runs commands until one of them is killed at one of its calls. With fewer calls in an old store, it is not."""
        for k, words in enumerate(self.commands(run, store)[:command + 1]):
            done = self.call(words, **({"KILL_AT": call} if k == command else {}))
            self.killed += done.returncode == -9
            if done.returncode not in (0, -9) or (done.returncode and k < command):
                self.fail(f"{words}: exit status {done.returncode}: {done.stderr}")
        return done

    def finished_again(self, run, store, story):
        for words in self.commands(run, store):
            done = self.call(words)
            if done.returncode:
                return self.fail(f"{story}: {words[0]}: exit status {done.returncode}: {done.stderr}")
        wanted, found = self.of_new_store(run)[0], self.files(store)
        if wanted != found:
            self.fail(f"{story}: others are {[name for name in sorted({*wanted, *found}) if wanted.get(name) != found.get(name)]}")

    def finished_or_refused(self, runs, store, story):
        """Without another cut."""
        plans = {self.of_new_store(run)[0]["plan.json"]: run for run in runs}
        run = plans.get(self.files(store)["plan.json"])
        if not run:
            return self.fail(f"{story}: the plan is none of theirs")
        for words in self.commands(run, store)[1:]:
            done = self.call(words)
            if done.returncode == 2 and done.stderr.strip():
                self.refused += 1
                return
            if done.returncode:
                return self.fail(f"{story}: {words[0]}: exit status {done.returncode}: {done.stderr}")
        wanted, found = self.of_new_store(run)[0], self.files(store)
        if others := [name for name in sorted(wanted) if wanted[name] != found.get(name) and not name.startswith("pieces/")]:
            self.fail(f"{story}, without a cut: others are {others}")
        if parts := [name for name in found if ".part-" in name]:
            self.fail(f"{story}: {parts} are left")


def two_levels(stores, step):
    """Level B is cut into the store of A, and its bake killed at each of its calls, or some of them."""
    a, b = ["floor", [], FORMATS[0]], ["low_ceiling", [], FORMATS[0]]
    calls = stores.of_new_store(b)[1][1]
    for call in range(1, calls + 1, step):
        store = stores.folder / f"two_levels_{call}"
        stores.run_until(a, store, 3, 0)
        stores.run_until(b, store, 1, call)
        stores.finished_again(a, store, f"two levels, killed at call {call} of {calls} of bake")
        shutil.rmtree(store)


def random_store(stores, draw, number):
    store, runs, story = stores.folder / f"random_{number}", [], []
    formats = draw.choice(FORMATS)  # of all levels: a tile that is the same in two of them keeps what it was finished as
    for _ in range(draw.randint(2, 4)):
        run = [draw.choice(list(LEVELS)), draw.choice(OPTIONS), formats]
        command = draw.randrange(4)
        call = draw.randint(1, stores.of_new_store(run)[1][command])
        stores.run_until(run, store, command, call)
        runs.append(run)
        story.append(f"{run} killed in command {command} at call {call}")
    story = f"store {number}: {'; '.join(story)}"
    if (store / "plan.json").exists():
        stores.finished_or_refused(runs, store, story)
    stores.finished_again(runs[0], store, story)
    shutil.rmtree(store)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("preload", type=pathlib.Path)
    parser.add_argument("--stores", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        stores = Stores(args.plumb.resolve(), args.preload.resolve(), pathlib.Path(folder))
        two_levels(stores, 1 if args.stores >= 100 else 7)
        draw = random.Random(args.seed)
        for number in range(args.stores):
            random_store(stores, draw, number)
        print(f"{args.stores} stores, {stores.killed} commands killed, {stores.refused} times refused, {stores.wrong} faults")
        if stores.killed < args.stores:
            stores.fail("too few commands were killed")
    return 1 if stores.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
