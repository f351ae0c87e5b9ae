# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the programs of another system against those of this one: each command is run by both in folders of their own,
and both have to write the same files, the same text and the same exit status.

    same_bytes.py --native PLUMB PLUMB_CHECK --foreign "WORDS OF PLUMB" "WORDS OF PLUMB_CHECK" --levels FOLDER...
                  [--smallest N] [--lacks bin,mset] [--pattern WORD]

The words come before the arguments of a command: "node run.mjs plumb.wasm", or "wine plumb.exe".

1. levels() takes every scene of the folders, or the smallest N of a folder that has MANIFEST.tsv, with an agent of its
   unit. A folder that is not there is said and passed over.
2. jobs() makes the commands of a level: bakes of every format with nothing, a radius, steps, welds, and by the other
   method, each with a report; then explain, its thresholds, a way from one place to another, layers, a route, an audit
   and a diff of what was baked, and the check of certificates. A certificate that one program wrote is checked by the
   other's checker, too.
3. Run.differs() compares. In text and reports, times and memory are left out, and how many threads there were.

Exit status: 0 all the same, 1 something differs, 77 no level is there.
"""
import argparse
import csv
import filecmp
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FORMATS = ["json", "obj", "glb", "svg", "html", "bin", "mset", "tres", "csv", "cert"]
METRES = {"up": "y", "stances": ["crouch=1.1", "stand=1.8"], "radius": "0.3", "step": "0.4", "weld": "0.1"}
QUAKE = {"up": "z", "stances": ["crouch=40", "stand=56"], "radius": "16", "step": "18", "weld": "4"}
TIMES = re.compile(r"^Time: .*$|\d+(?:\.\d+)?(?:e-\d+)? s\b|\d[\d.,]* [kMG]?B\b", re.MULTILINE)


def levels(folders, smallest):
    for folder in folders:
        manifest = os.path.join(folder, "MANIFEST.tsv")
        if not os.path.isdir(folder):
            print(f"same_bytes: no folder {folder}: its levels are passed over")
        elif os.path.exists(manifest):
            with open(manifest, encoding="utf-8") as file:
                rows = [r for r in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if r["up axis"] in ("+y", "+z")]
            rows = [r for r in rows if r["polygons"].isdigit() and os.path.exists(os.path.join(folder, r["file"]))]
            for row in sorted(rows, key=lambda r: (int(r["polygons"]), r["file"]))[:smallest]:
                agent = dict(QUAKE if "quake" in row["unit"] else METRES)
                agent["up"] = row["up axis"][1]
                yield os.path.join(folder, row["file"]), agent
        else:
            for name in sorted(os.listdir(folder)):
                if name.endswith((".obj", ".off", ".ply", ".stl", ".gltf", ".glb")):
                    yield os.path.join(folder, name), METRES


def some_places(level):
    """Three vertices of an .obj, as the file has them."""
    with open(level, encoding="utf-8", errors="replace") as file:
        found = [line.split()[1:4] for line in file if line.startswith("v ")]
    return [",".join(found[k]) for k in (0, len(found) // 3, len(found) * 2 // 3)] if found else []


def jobs(level, agent, formats):
    """(name, words) of each command; the level is in the folder by its own name."""
    name = os.path.basename(level)
    common = ["--up", agent["up"], "--sides", "up", "--threads", "1"]
    own = common + [w for s in agent["stances"] for w in ("--stance", s)]
    one = common + ["--stance", agent["stances"][-1]]
    step, radius = ["--step", agent["step"]], ["--radius", agent["radius"]]
    kinds = {"plain": [], "radius": radius, "step": step, "weld": step + ["--weld", agent["weld"]],
             "wedge": ["--method", "wedge"] + step + radius}
    for kind, options in kinds.items():
        # The other method is for one stance, and has neither a certificate nor a page.
        kept = [f for f in formats if kind != "wedge" or f not in ("cert", "html")]
        own_here = one if kind == "wedge" else own
        outputs = [w for f in kept for w in ("-o", f"{kind}.{f}")]
        yield f"bake {kind}", ["bake", name, *own_here, *options, *outputs, "--report", f"{kind}.report.json"]
        yield f"bake {kind}, in words", ["bake", name, *own_here, *options, "-o", f"{kind}.again.svg"]
        if kind != "wedge":
            yield f"check {kind}", ["check", name, f"{kind}.cert"]
    places = some_places(level)
    for place in places:
        yield f"explain {place}", ["explain", name, *own, *step, "--at", place, "--json"]
    yield "explain heights", ["explain", name, *own, "--thresholds", "height", "--jumps", "--json"]
    if len(places) > 1:
        yield "explain a way", ["explain", name, *own, *step, "--from", places[0], "--to", places[1], "--only", "step", "--bakes", "10", "--json"]
        yield "route", ["route", "step.json", "--from", places[0], "--to", places[1]]
    if name == "ruin.obj":
        # Many passages are as wide as the disc: which of them ends the way is found with lines that a bake keeps.
        ends = ["--from", "604899/1048576,1/1024,-15738461/1048576", "--to", "3161677/1048576,1/1024,-3872221/1048576"]
        yield "explain a radius", ["explain", name, *one, *radius, *ends, "--only", "radius", "--json"]
    yield "layers", ["layers", name, *own, *step, "--json", "layers.json"]
    yield "audit", ["audit", name, "wedge.obj", *one, *step, *radius, "--json", "audit.json", "--csv", "audit.csv", "-o", "audit.svg"]
    yield "diff", ["diff", "step.json", "weld.json", "--json", "diff.json"]


class Program:
    def __init__(self, words, check, folder):
        self.words, self.check, self.folder = words, check, folder
        os.makedirs(folder)

    def run(self, arguments, checker=False):
        # Into files: a pipe ends with all that have it, also what wine has started besides and leaves running.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            done = subprocess.run((self.check if checker else self.words) + arguments, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, timeout=1800)
            return done.returncode, *(self.text(stream) for stream in (out, errors))

    @staticmethod
    def text(stream):
        stream.seek(0)
        return TIMES.sub("(time)", stream.read().decode("utf-8", errors="replace"))


def same_report(one, other):
    kept = []
    for path in (one, other):
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        for name in ("seconds", "peak_bytes"):
            report.pop(name, None)
        kept.append(report)
    return kept[0] == kept[1]


def differing_files(one, other):
    names = {f.folder: set(os.listdir(f.folder)) for f in (one, other)}
    yield from sorted(names[one.folder] ^ names[other.folder])
    for name in sorted(names[one.folder] & names[other.folder]):
        pair = [os.path.join(f.folder, name) for f in (one, other)]
        same = same_report(*pair) if name.endswith(".report.json") else filecmp.cmp(*pair, shallow=False)
        if not same:
            yield name


def hold(level, agent, options, scratch):
    """Yields what differs on a level."""
    native = Program([options.native[0]], [options.native[1]], os.path.join(scratch, "native"))
    foreign = Program(shlex.split(options.foreign[0]), shlex.split(options.foreign[1]), os.path.join(scratch, "foreign"))
    for program in (native, foreign):
        shutil.copy(level, program.folder)
    lacks = options.lacks.split(",") if options.lacks else []
    told = set()
    for name, words in jobs(level, agent, [f for f in FORMATS if f not in lacks]):
        results = [program.run(words) for program in (native, foreign)]
        options.ends.setdefault(re.sub(r" -?\d.*", "", name), []).append(results[0][0])
        for what, mine, its in zip(("exit status", "standard output", "standard error"), *results):
            if mine != its:
                yield f"{name}: {what}: here {mine!r:.300}, there {its!r:.300}"
        new = [file for file in differing_files(native, foreign) if file not in told]
        told.update(new)
        for file in new:
            yield f"{name}: {file} differs"
    for certificate in sorted(f for f in os.listdir(foreign.folder) if f.endswith(".cert")):
        shutil.copy(os.path.join(foreign.folder, certificate), os.path.join(native.folder, "other.cert"))
        shutil.copy(os.path.join(native.folder, certificate), os.path.join(foreign.folder, "other.cert"))
        told = [program.run([os.path.basename(level), "other.cert"], checker=True) for program in (native, foreign)]
        if told[0] != told[1] or told[0][0] != 0:
            yield f"{certificate}: the checkers differ: {told[0]!r:.300} and {told[1]!r:.300}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--native", nargs=2, required=True)
    parser.add_argument("--foreign", nargs=2, required=True)
    parser.add_argument("--levels", nargs="+", required=True)
    parser.add_argument("--smallest", type=int, default=30)
    parser.add_argument("--lacks", default="")
    parser.add_argument("--pattern", default="")
    options = parser.parse_args()
    options.native = [os.path.abspath(p) for p in options.native]
    options.ends = {}  # by job: the statuses of all levels
    found = [(level, agent) for level, agent in levels(options.levels, options.smallest) if options.pattern in level]
    if not found:
        print("same_bytes: no level is there")
        return 77
    wrong = 0
    for level, agent in found:
        with tempfile.TemporaryDirectory() as scratch:
            differences = list(hold(os.path.abspath(level), agent, options, scratch))
        wrong += bool(differences)
        print(f"{level}: {'the same' if not differences else 'DIFFERS'}", flush=True)
        for line in differences:
            print(f"  {line}")
    # A command that is refused everywhere shows nothing.
    refused = [name for name, ends in options.ends.items() if min(ends) > 1]
    print(f"same_bytes: {len(found)} levels, {wrong} with differences" + (f"; refused on all: {', '.join(refused)}" if refused else ""))
    return 1 if wrong or refused else 0


if __name__ == "__main__":
    sys.exit(main())
