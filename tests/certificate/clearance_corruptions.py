#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that plumb-check refuses certificates of bakes with --radius that are false in what the radius leaves.

  clearance_corruptions.py --plumb plumb --check plumb-check --source ROOT

Bakes examples with a radius and changes records, each kind a few times where the level has what it takes. Every change makes the certificate
false; none may be accepted, and every kind must have been tried. Prints how often each was."""
import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

TINY = Fraction(1, 2 ** 60)
EACH = 4  # times a kind and level

# Example, radius and options; and what decides what is left there: the bound, as arcs remain, or the window.
BAKES = [("pyramid_over_floor", "0.3 --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8", ""),
         ("crates", "0.25 --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8 --sides up --solids closed", "bound"),
         ("walls_and_fences", "0.3 --step 0.25 --clearance outer", "bound"),
         ("leaning_stairs", "0.2 --step 0.5 --weld 0.3 --window 0.25", ""),
         ("ramp_under_slab", "0.4 --stance crawl=0.5 --stance stand=1.8 --window 0.125", "window"),
         ("gutter", "0.1 --step 0.5 --weld 0.5", "")]


class Text:
    """The records of a certificate, as lists of words."""

    def __init__(self, text, decided_by=""):
        self.decided_by = decided_by
        self.records = [line.split(" ") for line in text.splitlines()]

    def copy(self):
        out = Text("")
        out.records = [list(r) for r in self.records]
        return out

    def text(self):
        return "".join(" ".join(r) + "\n" for r in self.records)

    def at(self, name, *words):
        return [i for i, r in enumerate(self.records) if r[0] == name and all(r[k + 1] == w for k, w in enumerate(words) if w is not None)]

    def set_count(self, k, by):
        end = self.records[-1]
        end[k] = str(int(end[k]) + by)


def takers(record):
    return record[record.index(":") + 1:]


KINDS = {}


def kind(name):
    def add(make):
        KINDS[name] = make
        return make
    return add


def changes(name, choose):
    """A kind that changes one record among those that choose(text) names: change(text, number) alters a copy."""
    def add(change):
        def make(text, rng):
            places = choose(text)
            for i in rng.sample(places, min(EACH, len(places))):
                c = text.copy()
                change(c, i)
                yield c
        KINDS[name] = make
        return change
    return add


def taken(t):
    return [i for i in t.at("piece") if takers(t.records[i])]


def kept(t):
    return [i for i in t.at("piece") if t.records[i][1] != "too_close"]


def cell_stance(t, number):
    return t.records[t.at("cell")[int(number)]][1]


@changes("a taker left out", taken)
def _(t, i):
    t.records[i].pop()


@changes("a piece left out", lambda t: t.at("piece"))
def _(t, i):
    del t.records[i]
    t.set_count(5, -1)


@changes("a piece twice", lambda t: t.at("piece"))
def _(t, i):
    t.records.insert(i, list(t.records[i]))
    t.set_count(5, 1)


@changes("what is taken is kept", taken)
def _(t, i):
    r = t.records[i]
    r[1] = cell_stance(t, r[2])
    del r[r.index(":") + 1:]


@changes("what is kept is taken by nobody", kept)
def _(t, i):
    r = t.records[i]
    r[1] = "too_close"
    del r[r.index(":") + 1:]


@changes("what is kept is taken by a border that is elsewhere", lambda t: [i for i in kept(t) if not takers(t.records[i])])
def _(t, i):
    r = t.records[i]
    r[1] = "too_close"
    r.append(str(i % len(t.at("border"))))


@changes("a piece of another cell", lambda t: t.at("piece") if len(t.at("cell")) > 1 else [])
def _(t, i):
    r = t.records[i]
    r[2] = str((int(r[2]) + 1) % len(t.at("cell")))


@changes("a piece of a higher stance than its cell", lambda t: [i for i in kept(t)])
def _(t, i):
    t.records[i][1] = str(int(cell_stance(t, t.records[i][2])) + 1)


@changes("a border that is longer", lambda t: t.at("border"))
def _(t, i):
    r = t.records[i]
    x0, y0, x1, y1 = map(Fraction, r[3:7])
    r[5:7] = [str(x1 + TINY * (x1 - x0)), str(y1 + TINY * (y1 - y0))]


@changes("a border beside its cells", lambda t: t.at("border"))
def _(t, i):
    r = t.records[i]
    r[4], r[6] = str(Fraction(r[4]) + TINY), str(Fraction(r[6]) + TINY)
    r[3], r[5] = str(Fraction(r[3]) - TINY), str(Fraction(r[5]) - TINY)


@changes("a border of a lower stance", lambda t: t.at("border"))
def _(t, i):
    t.records[i][1] = str(int(t.records[i][1]) - 1)


@changes("a border of a higher stance", lambda t: t.at("border"))
def _(t, i):
    t.records[i][2] = str(int(t.records[i][2]) + 1)


@changes("a border without its last cell", lambda t: t.at("border"))
def _(t, i):
    t.records[i].pop()


@changes("no last border", lambda t: t.at("border")[-1:])
def _(t, i):
    del t.records[i]
    t.set_count(6, -1)


@changes("a larger radius", lambda t: t.at("radius"))
def _(t, i):
    t.records[i][1] = str(Fraction(t.records[i][1]) + TINY)


@changes("a smaller radius", lambda t: t.at("radius"))
def _(t, i):
    t.records[i][1] = str(Fraction(t.records[i][1]) - TINY)


@changes("no radius", lambda t: t.at("radius"))
def _(t, i):
    t.records[i][1] = "0"


@changes("a point of the disc that is not on the circle", lambda t: t.at("disc"))
def _(t, i):
    t.records[i][1] = str(Fraction(t.records[i][1]) + TINY)


@changes("points of the disc out of order", lambda t: t.at("disc")[1:])
def _(t, i):
    t.records[i - 1], t.records[i] = t.records[i], t.records[i - 1]


@changes("the points of the disc twice around", lambda t: t.at("disc")[:1])
def _(t, i):
    disc = [list(t.records[k]) for k in t.at("disc")]
    t.records[i:i] = disc


@changes("too few points of the disc", lambda t: t.at("disc")[:1])
def _(t, i):
    del t.records[i + 2:t.at("disc")[-1] + 1]


@kind("the other bound")
def _(text, rng):
    if "bound" not in text.decided_by:
        return
    c = text.copy()
    r = c.records[c.at("clearance")[0]]
    r[1] = "outer" if r[1] == "inner" else "inner"
    yield c


@kind("another window")
def _(text, rng):
    if "window" in text.decided_by:
        for sign in (1, -1):
            c = text.copy()
            r = c.records[c.at("window")[0]]
            r[1] = str(Fraction(r[1]) + sign * TINY)
            yield c


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--check", required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    args = parser.parse_args()
    rng, tried, accepted = random.Random(1), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "bake.cert"

        def check(scene):
            return subprocess.run([args.check, scene, file], capture_output=True, text=True)

        for name, words, decided_by in BAKES:
            scene = args.source / f"docs/examples/{name}.obj"
            radius, *options = words.split()
            subprocess.run([args.plumb, "bake", scene, "--up", "z", "--quiet", "--radius", radius, *options, "-o", file], check=True)
            true = check(scene)
            if true.returncode != 0:
                sys.exit(f"{name}: the certificate does not hold: {true.stderr}")
            text = Text(file.read_text(), decided_by)
            for what, make in KINDS.items():
                for corrupted in make(text, rng):
                    file.write_text(corrupted.text())
                    run = check(scene)
                    tried[what] += 1
                    if run.returncode != 1:
                        accepted += 1
                        print(f"{name}: {what}: status {run.returncode}: {(run.stdout or run.stderr).splitlines()[0]}")
    for what in KINDS:
        print(f"{tried[what]:4} {what}")
    missing = [what for what in KINDS if not tried[what]]
    print(f"{sum(tried.values())} corruptions, {accepted} accepted" + (f"; not tried: {missing}" if missing else ""))
    return 1 if accepted or missing else 0


if __name__ == "__main__":
    sys.exit(main())
