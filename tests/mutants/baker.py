#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that independent judges see a baker that errs.

  tests/mutants/baker.py --libraries FILE.a ... --checker plumb-check [--scratch DIR] [--jobs N]      needs g++ (or $CXX), the build's packages
  tests/mutants/baker.py --places        whether the source still says what each mutant changes, and takes what the driver gives it

Each mutant is one change of the baker's source. The changed file is compiled and linked before the libraries (given in the order in
which a linker wants them), whose own version it replaces; the program then bakes levels, and a judge must reject what it writes:
plumb-check the certificate, or else tests/certificate/navmesh.py that the .json says what the certificate says. A bake that notices its own mistake and writes nothing does not count. Without a change all must hold.
Prints for each mutant the level and what the judge says; fails if one is not caught. A test of ctest."""
import argparse
import concurrent.futures
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/certificate"))
import mutant_list
import navmesh
import scenes
from certificate import Certificate
from judge import Judge

DRIVER = """#include <cstdio>
#include <map>
#include "plumb/pipeline/bake.h"
int main(int argc, char** argv) {
  using namespace plumb::pipeline;
  BakeArguments a;
  a.scene = argv[1], a.certificate = argv[2], a.threads = "1";
  const std::map<std::string, std::string*> words = {{"--numbers", &a.numbers}, {"--bad-faces", &a.bad_faces}};
  const std::map<std::string, std::optional<std::string>*> given = {{"--up", &a.up}, {"--sides", &a.sides}, {"--step", &a.step},
    {"--solids", &a.solids}, {"--radius", &a.radius}, {"--disc", &a.disc}, {"--window", &a.window}, {"--slope-ratio", &a.slope_ratio},
    {"--slope-cos", &a.slope_cos}, {"--optimise", &a.optimise}, {"--weld", &a.weld}, {"--clearance", &a.clearance}};
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "-o") a.outputs.push_back(argv[i + 1]);
    else if (word == "--stance") a.stances.push_back(argv[i + 1]);
    else if (const auto at = given.find(word); at != given.end()) *at->second = argv[i + 1];
    else *words.at(word) = argv[i + 1];
  }
  const auto options = make_bake_options(a);
  if (!options) return std::puts(options.error().text().c_str()), 2;
  Progress silent;
  const auto report = bake(*options, silent);
  return report ? 0 : (std::puts(report.error().text().c_str()), 2);
}
"""
SYSTEM_LIBRARIES = ["-lDetour", "-ldraco", "-lmeshoptimizer", "-lglpk", "-lqsopt_ex", "-lz", "-lgmpxx", "-lgmp", "-lmpfr", "-lpthread"]


def source_of(file):
    """The path of "folder/name.cpp", however deep in the folder it is; the checker is no part of the baker, and has its own folder, pipeline/prove."""
    library, name = file.rsplit("/", 1)
    found = [p for p in (ROOT / library).rglob(name) if "prove" in library or "prove" not in p.parts]
    if len(found) != 1:
        sys.exit(f"{library}/ holds {len(found)} files {name}, not one: bring the mutant up to date")
    return found[0]


def mutated(file, old, new):
    """The file's text with one change. Where it breaks lines does not matter."""
    text = source_of(file).read_text()
    words = re.findall(r"\w+|[^\w\s]", old)
    gaps = [r"\s+" if a[-1:].isalnum() and b[:1].isalnum() else r"\s*" for a, b in zip(words, words[1:])] + [""]
    found = list(re.finditer("".join(re.escape(word) + gap for word, gap in zip(words, gaps)), text))
    if len(found) != 1:
        sys.exit(f"{file} does not say '{old}' once: bring the mutant up to date")
    return text[:found[0].start()] + new + text[found[0].end():]


def compiled(scratch, name, text, own_folders, *flags):
    """The object of a source, compiled as the build compiles, with own_folders before those of public headers."""
    source = scratch / f"{name}.cpp"
    source.write_text(text)
    cache = [shutil.which("ccache")] if shutil.which("ccache") else []
    public = [p for library in ("kernel", "partition", "pipeline") for p in sorted((ROOT / library).rglob("include"))]
    subprocess.run([*cache, os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-w", "-ffp-contract=off", *flags,
                    *(f"-I{p}" for p in [*own_folders, *public]), "-c", source, "-o", source.with_suffix(".o")], check=True)
    return source.with_suffix(".o")


def linked(program, objects, libraries, *more):
    """Links a program. Libraries are compiled many sources at a time: what a mutant's object defines, one of theirs defines, too, and the first counts."""
    subprocess.run([os.environ.get("CXX", "g++"), "-Wl,--allow-multiple-definition", *objects, *libraries, *SYSTEM_LIBRARIES, *more, "-o", program], check=True)
    return program


def tell(noticed, mutants):
    """Prints what notices each mutant, and returns the exit status. `noticed`: by mutant, what does, or None."""
    missed = 0
    for (what, *_), failed in zip(mutants, noticed):
        missed += failed is None
        print(f"{what:60} {failed or 'NOT NOTICED'}", flush=True)
    print(f"{len(mutants)} mutants, {missed} not noticed")
    return 1 if missed or not mutants else 0


class Build:
    def __init__(self, scratch, libraries):
        self.scratch, self.libraries = scratch, libraries
        self.driver = self.compile("driver", DRIVER, [])

    def compile(self, name, text, own_folders):
        return compiled(self.scratch, name, text, own_folders, "-DNDEBUG")

    def link(self, name, objects):
        return linked(self.scratch / name, [self.driver, *objects], self.libraries)

    def mutant(self, name, file, old, new):
        text = mutated(file, old, new)
        shadow = self.scratch / f"{name}_include"  # a header stands before its own folder
        if file in mutant_list.COMPILED_IN:
            header = source_of(file)
            copy = shadow / header.relative_to(next(p for p in header.parents if p.name == "include"))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)
            file = mutant_list.COMPILED_IN[file]
            text = source_of(file).read_text()
        source = source_of(file)
        folders = [shadow, source.parent, *(p for p in source.parents if p.name == "src")]
        return self.link(name, [self.compile(f"{name}_source", text, folders)])


class Bake:
    """A level with its options. Of small ones all that is written is judged, of others the certificate."""

    def __init__(self, name, path, options, small=False):
        self.name, self.path, self.options, self.small = name, path, options, small

    def fault(self, program, checker, folder):
        """What a judge says of the bake; None if it holds, "" if there is nothing to judge."""
        certificate, mesh = folder / "bake.cert", folder / "bake.json"
        for file in (certificate, mesh):
            file.unlink(missing_ok=True)
        outputs = ["-o", mesh] if self.small else []
        try:
            subprocess.run([program, self.path, certificate, *self.options, *outputs], capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return ""
        if not certificate.exists():
            return ""
        check = subprocess.run([checker, self.path, certificate], capture_output=True, text=True)
        if check.returncode == 1:
            return "plumb-check: " + check.stderr.strip().split(": ", 2)[2]
        if check.returncode != 0:
            sys.exit(f"the checker ends with {check.returncode}: {check.stderr}")
        if not self.small:
            return None
        read = Certificate(certificate.read_text())
        judge = Judge(self.path.read_text(), read)
        return next((f"navmesh: {what}" for what in navmesh.Comparison(judge, read, json.loads(mesh.read_text())).faults()), None)


def all_bakes(scratch):
    """The bakes of each list that mutants name."""
    examples = ROOT / "docs/examples"
    stances = [word for s in ("crawl=0.5", "crouch=1", "stand=2") for word in ("--stance", s)]

    def plain(scene, up, sides, step):
        return Bake(f"{scene.stem} --up {up} --sides {sides}", scene, ["--up", up, "--sides", sides, "--step", step, *stances])

    ruin, *others = sorted(examples.glob("*.obj"), key=lambda p: (p.name != "ruin.obj", p.name))
    cuts = [plain(ruin, "y", "up", "0.4"), plain(ruin, "y", "both", "0"), plain(ruin, "z", "both", "0")]
    cuts += [plain(scene, up, "both", "0.25") for scene in others for up in "zy"]
    small = []
    for name, (make, options) in {**scenes.MADE, **mutant_list.MADE}.items():
        path = scratch / f"{name}.obj"
        path.write_text(make())
        small.append(Bake(name, path, options.split(), small=True))
    small += [Bake(scene.stem, scene, scenes.options_in(scene.read_text()), small=True) for scene in others]
    clear = [Bake(f"{name} --radius {words}", examples / f"{name}.obj" if (examples / f"{name}.obj").exists() else scratch / f"{name}.obj",
                  ["--up", "z", "--radius", *words.split()]) for name, words in mutant_list.CLEAR]
    return {"cuts": cuts, "small": small, "clear": clear, **{bake.name: [bake] for bake in small}}


def fault_of(program, checker, bake, folder):
    return bake.fault(program, checker, folder)


def caught(build, checker, bakes, number, mutant):
    """The bake and what its judge says, or None."""
    what, file, old, new, where = mutant
    name = f"mutant{number}"
    program, folder = build.mutant(name, file, old, new), build.scratch / f"{name}_out"
    folder.mkdir(exist_ok=True)
    return next((f"{b.name}: {fault}" for group in where.split() for b in bakes[group] if (fault := b.fault(program, checker, folder))), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", action="store_true")
    parser.add_argument("--libraries", nargs="+")
    parser.add_argument("--checker")
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="mutants whose description contains this")
    args = parser.parse_args()
    mutants = [m for m in mutant_list.MUTANTS if args.only in m[0]]
    for what, file, old, new, where in mutants:
        mutated(file, old, new)
    if args.places:
        with tempfile.TemporaryDirectory() as scratch:
            compiled(pathlib.Path(scratch), "driver", DRIVER, [], "-fsyntax-only")
        return print(f"the source has the places of {len(mutants)} mutants, and the driver compiles")
    if not (args.libraries and args.checker):
        parser.error("--libraries and --checker are needed")
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        scratch = args.scratch or pathlib.Path(temporary)
        scratch.mkdir(parents=True, exist_ok=True)
        build, bakes = Build(scratch, args.libraries), all_bakes(scratch)
        sound = build.link("sound", [])
        every = bakes["cuts"] + bakes["small"] + bakes["clear"]
        folders = [scratch / f"sound_out{i}" for i in range(len(every))]
        for folder in folders:
            folder.mkdir(exist_ok=True)
        for bake, fault in zip(every, pool.map(functools.partial(fault_of, sound, args.checker), every, folders)):
            if fault is not None:
                sys.exit(f"without a mutant, not every bake holds: {bake.name}: {fault or 'nothing is written'}")
        missed = 0
        found = pool.map(functools.partial(caught, build, args.checker, bakes), range(len(mutants)), mutants)
        for number, (mutant, where) in enumerate(zip(mutants, found), 1):
            missed += where is None
            print(f"{number:2} {mutant[0]:60} {where or 'NOT CAUGHT'}", flush=True)
    print(f"{len(mutants) - missed} of {len(mutants)} mutants of the baker caught, on {len(every)} bakes that hold without")
    return 1 if missed or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
