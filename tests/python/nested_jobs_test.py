#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of the module plumb that functions which are given to jobs start: within eight they have their results, beyond they are RecursionError.

  PYTHONPATH=BUILD/python nested_jobs_test.py [--count 50] [--seed 1] [--spoil] [unittest's options]

Problem. A progress= that bakes again without end was a segmentation fault, as each job takes a part of the stack that
Python does not count.
Steps. A chain of jobs is drawn (bakes, files in memory and on disk, explanations, routes, layers, audits, tiles,
minimising), each of which the progress= of the one before starts, in the main thread or in others, each of a Bake of
its own; the bake of a rectangle of drawn sides has the area that is computed here as a fraction.
- without end: RecursionError, from the ninth job on and no earlier;
- up to eight jobs deep: every result is there, and each area is right;
- what ends the innermost one (an exception, Ctrl-C, False) goes through all of those around it;
- a Bake that is asked while it is asked, by its own progress=, has an answer or raises plumb.Error or RuntimeError: it
  does not wait for itself.
Afterwards the module works on. --spoil: what is expected is spoiled, and the exit status is 1 if one of them does not
notice."""
import _thread
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import unittest
from fractions import Fraction

import plumb

MOST = 8  # docs/guide/python.md
POINTS = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]
SQUARE = plumb.Scene(POINTS, [[0, 1, 2, 3]], up="z")
BAKE, MESH = plumb.bake(SQUARE), plumb.OtherMesh(POINTS, [[0, 1, 2, 3]], up="z", scene_up="z")


class Mine(Exception):
    pass


def rectangle(draw):
    a, b = Fraction(draw.randint(1, 99), 8), Fraction(draw.randint(1, 99), 8)
    return plumb.Scene([[0, 0, 0], [float(a), 0, 0], [float(a), float(b), 0], [0, float(b), 0]], [[0, 1, 2, 3]], up="z"), a * b


class Jobs:
    """By name, what starts a job of which something is known: a function of its progress=."""

    def __init__(self, folder, spoil):
        self.folder, self.extra = pathlib.Path(folder), int(spoil)
        self.level = self.folder / "level.obj"
        self.level.write_text("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n")
        self.number = 0

    TELL = ["bake", "bake", "certificate", "layers", "audit", "minimise"]  # also where they are short; the others can only be the innermost
    SILENT = ["data", "write", "mesh", "explain", "thresholds", "route", "tiles", "load"]

    def drawn(self, draw, names):
        name = draw.choice(names)
        return name, getattr(self, name)(draw)

    def own(self):
        """A Bake that no other job asks."""
        return plumb.bake(SQUARE)

    def bake(self, draw):
        scene, area = rectangle(draw)
        threads = draw.randint(1, 3)
        return lambda progress: plumb.bake(scene, progress=progress, threads=threads).area["stand"].exact == area + self.extra

    def certificate(self, draw):
        bake = self.own()
        return lambda progress: bool(plumb.check(SQUARE, bake.certificate(progress)))

    def layers(self, draw):
        bake = self.own()
        return lambda progress: bool(bake.layers(progress=progress))

    def audit(self, draw):
        bake = self.own()
        return lambda progress: plumb.audit(bake, MESH, progress=progress) is not None

    def minimise(self, draw):
        def with_interesting(progress):
            calls = []  # the first one, with the whole level, comes before the job

            def interesting(small):
                calls.append(small)
                return len(calls) == 1 or progress(0, "") is not False and len(small) > 0
            return len(plumb.minimise(SQUARE, interesting)) == 1
        return with_interesting

    def data(self, draw):
        kind, bake = draw.choice(["json", "obj", "glb"]), self.own()
        wanted = BAKE.bytes(kind)
        return lambda progress: bake.bytes(kind, progress=progress) == wanted

    def write(self, draw):
        self.number += 1
        path, bake = self.folder / f"{self.number}.json", self.own()
        return lambda progress: bake.write(path, progress=progress) is None and path.read_bytes() == BAKE.bytes("json")

    def mesh(self, draw):
        bake = self.own()
        return lambda progress: float(bake.mesh(progress=progress).area.sum()) == 16

    def explain(self, draw):
        bake = self.own()
        return lambda progress: "stand" in str(bake.explain((1, 1, 0), progress=progress))

    def thresholds(self, draw):
        bake = self.own()
        return lambda progress: bool(bake.thresholds("height", (1, 3), progress=progress))

    def route(self, draw):
        bake = self.own()
        return lambda progress: bool(bake.route((1, 1, 0), (3, 3, 0), progress=progress))

    def tiles(self, draw):
        self.number += 1
        folder = self.folder / f"tiles_{self.number}"
        return lambda progress: len(plumb.bake_tiles(self.level, folder, 3, up="z", formats=["obj"], progress=progress)["tiles"]) > 0

    def load(self, draw):
        return lambda progress: len(plumb.Scene.load(self.level, up="z", progress=progress)) == 1


class Chain:
    """Jobs, each of which the first call of the progress= of the one before starts; `last` is what the last progress= does, every time."""

    def __init__(self, jobs, last=lambda: None):
        self.jobs, self.last, self.begun, self.told, self.right = jobs, last, 0, 0, []

    def start(self, level=0):
        self.begun = max(self.begun, level + 1)
        asked = False

        def progress(done, stage):
            nonlocal asked
            self.told = max(self.told, level + 1)
            if level + 1 == len(self.jobs):
                return self.last()
            if not asked:
                asked = True
                self.start(level + 1)
            return None
        self.right.append(self.jobs[level][1](progress))


def in_thread(work, another):
    """What it returns or raises, in this thread or another."""
    raised = []

    def run():
        try:
            work()
        except BaseException as e:  # for the thread that waits for it
            raised.append(e)
    if another:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    else:
        run()
    return raised[0] if raised else None


class Nested(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.jobs = Jobs(self.folder.name, ARGS.spoil)
        self.draw = random.Random(f"{self._testMethodName} {ARGS.seed}")

    def tearDown(self):
        self.folder.cleanup()
        self.assertEqual(plumb.bake(SQUARE).area["stand"].exact, 16)

    def test_without_end(self):
        for number in range(ARGS.count):
            some = [self.jobs.drawn(self.draw, Jobs.TELL) for _ in range(MOST)]
            innermost = self.jobs.drawn(self.draw, Jobs.TELL + Jobs.SILENT)
            chain = Chain(some + [innermost] * 1000)
            with self.subTest(number=number, jobs=[name for name, _ in some]):
                raised = in_thread(chain.start, self.draw.random() < 0.5)
                self.assertIsInstance(raised, ValueError if ARGS.spoil else RecursionError)
                self.assertEqual((chain.begun, chain.told), (MOST + 1, MOST))

    def test_eight_deep(self):
        for number in range(ARGS.count):
            some = [self.jobs.drawn(self.draw, Jobs.TELL) for _ in range(self.draw.choice([1, 2, 5, MOST - 1, MOST - 1]))]
            chain = Chain(some + [self.jobs.drawn(self.draw, Jobs.TELL + Jobs.SILENT)])
            with self.subTest(number=number, jobs=[name for name, _ in chain.jobs]):
                self.assertIsNone(in_thread(chain.start, self.draw.random() < 0.5))
                self.assertEqual((chain.begun, chain.right), (len(chain.jobs), [True] * len(chain.jobs)))

    def test_what_ends_the_innermost(self):
        for number in range(ARGS.count):
            way = self.draw.choice(["exception", "interrupt", "false"])
            mine = self.draw.choice([Mine("mine"), KeyError("mine"), SystemExit(3), KeyboardInterrupt()])

            def last():
                if way == "exception":
                    raise mine
                if way == "interrupt":
                    _thread.interrupt_main()
                    return None
                return False
            jobs = [self.jobs.drawn(self.draw, Jobs.TELL) for _ in range(self.draw.randint(1, MOST - 1))] + [("bake", self.jobs.bake(self.draw))]
            chain = Chain(jobs, last)
            with self.subTest(number=number, way=way, jobs=[name for name, _ in jobs]):
                raised = in_thread(chain.start, way != "interrupt" and self.draw.random() < 0.5)
                if way == "exception":
                    self.assertIs(raised, Mine("another") if ARGS.spoil else mine)
                else:
                    self.assertIsInstance(raised, KeyboardInterrupt if (way == "interrupt") != ARGS.spoil else plumb.Cancelled)
                self.assertEqual((chain.begun, chain.right), (len(jobs), []))

    def test_a_bake_that_asks_itself(self):
        """In a process of its own, which could not be ended otherwise."""
        done, last = [], "none"
        words = [sys.executable, "-B", __file__, "--count", str(ARGS.count), "--seed", str(ARGS.seed), "--ask-itself"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            timer = threading.Timer(20, process.kill)
            timer.start()
            for line in process.stdout:
                last = line.strip()
                if last.endswith("has ended"):
                    done.append(last)
            timer.cancel()
        self.assertEqual((process.returncode, len(done)), (0, ARGS.count + ARGS.spoil), f"the last one: {last}")


def ask_itself():
    draw = random.Random(f"ask itself {ARGS.seed}")
    inner = {"certificate": lambda bake: bake.certificate(), "layers": lambda bake: bake.layers(), "mesh": lambda bake: bake.mesh(),
             "json": lambda bake: bake.bytes("json"),
             "explain": lambda bake: bake.explain((1, 1, 0)), "route": lambda bake: bake.route((1, 1, 0), (3, 3, 0)),
             "audit": lambda bake: plumb.audit(bake, MESH)}
    outer = {"certificate": lambda bake, tell: bake.certificate(tell), "layers": lambda bake, tell: bake.layers(progress=tell),
             "audit": lambda bake, tell: plumb.audit(bake, MESH, progress=tell)}
    for number in range(ARGS.count):
        bake, around, within = plumb.bake(SQUARE), draw.choice(sorted(outer)), draw.choice(sorted(inner))
        told = []

        def tell(done, stage):
            if not told:
                told.append(stage)
                inner[within](bake)
        print(f"{number}: {within} within {around} of one Bake", flush=True)
        try:
            outer[around](bake, tell)
        except (plumb.Error, RuntimeError) as refused:
            print(refused)
        print(f"{number} has ended" if told else "nothing was told", flush=True)
    return 0


def main():
    global ARGS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spoil", action="store_true")
    parser.add_argument("--ask-itself", action="store_true", help=argparse.SUPPRESS)
    ARGS, rest = parser.parse_known_args()
    if ARGS.ask_itself:
        return ask_itself()
    tests = unittest.main(argv=sys.argv[:1] + rest, warnings="ignore", exit=False,
                          **({"testRunner": unittest.TextTestRunner(stream=open("/dev/null", "w"))} if ARGS.spoil else {}))
    bad = tests.result.failures + tests.result.errors
    if ARGS.spoil:
        noticed = {str(test).split()[0] for test, _ in bad}
        print(f"what is spoiled is noticed by {sorted(noticed)}")
        return 0 if len(noticed) == tests.result.testsRun else 1
    print(f"{ARGS.count} variants each of {tests.result.testsRun} kinds: {len(bad)} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
