# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of files have in common: their arguments, and a run of plumb-check with the seconds of a processor that it took, which other tests beside
it do not change."""
import argparse
import resource
import subprocess

MOST_SECONDS = 1.0  # for a hostile file


def arguments(description, count=None):
    """--plumb, --check and --source; with a count also --count and --seed. A test adds its own."""
    parser = argparse.ArgumentParser(description=description)
    for name in ("--plumb", "--check", "--source"):
        parser.add_argument(name, required=True)
    if count is not None:
        parser.add_argument("--count", type=int, default=count)
        parser.add_argument("--seed", type=int, default=1)
    return parser


def run(words, timeout=60):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=timeout)


def timed(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
