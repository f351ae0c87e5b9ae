#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that the independent checker sees a baker that errs.

  tests/mutants/baker.py --libraries FILE.a ... --checker plumb-check [--scratch DIR]      needs g++ (or $CXX), the build's packages

Each mutant is one change of the baker's source. The changed file is compiled and linked before the libraries, whose own
version it replaces; the program then bakes shipped scenes, and plumb-check must reject a certificate that it writes. A bake
that notices its own mistake and writes nothing does not count. Without a change every certificate must hold.
Prints for each mutant the scene and what the checker says; fails if one is not caught. A test of ctest."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VOLUME, WALL, OBSTACLE = "kernel/vcd/src/volume.cpp", "kernel/vcd/src/wall.cpp", "kernel/vcd/src/obstacle.cpp"
SLICE, DECOMPOSE = "kernel/vcd/src/slice.cpp", "pipeline/src/decompose.cpp"

# what it is, file, what the source says, what the mutant says
MUTANTS = [
    ("one candidate is dropped", VOLUME, "if (!filter.certainly_harmless(o, reach_))",
     "if (!filter.certainly_harmless(o, reach_) && &o != &obstacles.back())"),
    ("stances are cut in the opposite order", VOLUME, "if (s.label == label)",
     "if (s.label == static_cast<Label>(levels_.stance_count()) - 2 - label)"),
    ("the witness is off by one", VOLUME, "slice->label, slice->witness}", "slice->label, slice->witness + 1}"),
    ("stances come out one too low", VOLUME, "push_back({static_cast<Label>(level - 1),", "push_back({static_cast<Label>(level > 1 ? level - 2 : 0),"),
    ("stances come out one too high", VOLUME, "push_back({static_cast<Label>(level - 1),",
     "push_back({static_cast<Label>(std::min(level, levels_.stance_count() - 1)),"),
    ("a shared point goes to its highest owner", VOLUME, "a->witness < b->witness", "a->witness > b->witness"),
    ("the lowest stance is not cut along walls", VOLUME, "c.label > blocked ? cut_along", "c.label > 1 ? cut_along"),
    ("the higher number owns", DECOMPOSE, "&& other < surface,", "&& other > surface,"),
    ("obstacles are sought up to half the height", DECOMPOSE, "std::nextafter(q.high[2] + top_, HUGE_VAL)", "q.high[2] + top_ / 2"),
    ("near neighbours are taken for apart", DECOMPOSE, "return a.low[0] >= b.high[0]", "return a.low[0] + 1 >= b.high[0]"),
    ("a ceiling at exactly the height obstructs (< for <=)", SLICE, "case PlaneCase::all_zero: return SliceExit::in_plane", "case PlaneCase::all_zero: return SliceExit::below"),
    ("an obstacle with one corner in reach is dropped", OBSTACLE, "return high.negative == 0", "return high.negative <= 1"),
    ("an obstacle with one corner above is dropped", OBSTACLE, "if (low.positive == 0", "if (low.positive <= 1"),
    ("the limit of steepness is too steep (> for >=)", "kernel/src/slope.cpp", "return z2 * c.get_den() >= c.get_num() * all;",
     "return z2 * c.get_den() > c.get_num() * all;"),
    ("one stance too many may cross", WALL, "Label may_cross = 0;", "Label may_cross = 1;"),
    ("walls obstruct from the floor up", WALL, "over(levels.step())", "over(0)"),
    ("walls do not stop flush portals", "pipeline/src/surface_sides.cpp", "std::min(intervals_[k].pass, walls[i].may_cross)", "intervals_[k].pass"),
    ("contacts of a part of a side are not found", "pipeline/src/link_across.cpp", "    cut_partial_contacts();\n", ""),
    ("obstructions run on beyond the polygon", WALL, "if (before(ends->to, to)) to = ends->to;", ""),
]
EXAMPLES = ROOT / "docs/examples"
# scene, up, sides, step
BAKES = [(EXAMPLES / "ruin.obj", "y", "up", "0.4"), (EXAMPLES / "ruin.obj", "y", "both", "0"), (EXAMPLES / "ruin.obj", "z", "both", "0")]
BAKES += [(scene, up, "both", "0.25") for scene in sorted(EXAMPLES.glob("*.obj")) if scene.name != "ruin.obj" for up in "zy"]
STANCES = ["crawl=0.5", "crouch=1", "stand=2"]

DRIVER = """#include <cstdio>
#include "plumb/pipeline/bake.h"
int main(int argc, char** argv) {
  using namespace plumb::pipeline;
  BakeArguments a;
  a.scene = argv[1], a.certificate = argv[2], a.up = argv[3], a.sides = argv[4], a.step = argv[5], a.threads = "1";
  a.stances.assign(argv + 6, argv + argc);
  const auto options = make_bake_options(a);
  if (!options) return std::puts(options.error().text().c_str()), 2;
  Progress silent;
  const auto report = bake(*options, silent);
  return report ? 0 : (std::puts(report.error().text().c_str()), 2);
}
"""


class Build:
    def __init__(self, scratch, libraries):
        self.scratch, self.libraries = scratch, libraries
        self.driver = self.compile("driver", DRIVER, "pipeline/src")

    def compile(self, name, text, folder):
        source = self.scratch / f"{name}.cpp"
        source.write_text(text)
        cache = [shutil.which("ccache")] if shutil.which("ccache") else []
        subprocess.run([*cache, os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-w", "-DNDEBUG", "-ffp-contract=off", f"-I{ROOT}/kernel/include",
                        f"-I{ROOT}/kernel/vcd/include", f"-I{ROOT}/partition/include", f"-I{ROOT}/pipeline/include", f"-I{ROOT}/{folder}", "-c", source, "-o", source.with_suffix(".o")], check=True)
        return source.with_suffix(".o")

    def link(self, objects):
        program = self.scratch / "bake"
        subprocess.run([os.environ.get("CXX", "g++"), self.driver, *objects, *self.libraries, "-ltinygltf", "-lDetour", "-lglpk", "-lqsopt_ex", "-lgmpxx", "-lgmp", "-lmpfr", "-lpthread", "-o", program], check=True)
        return program

    def mutant(self, number, file, old, new):
        text = (ROOT / file).read_text()
        if text.count(old) != 1:
            sys.exit(f"{file} does not say '{old}' once: bring the mutant up to date")
        return self.link([self.compile(f"mutant{number}", text.replace(old, new), os.path.dirname(file))])


def verdicts(program, checker, scratch):
    """For each bake that writes a certificate: its name and what the checker says, or None if it holds."""
    certificate = scratch / "bake.cert"
    for scene, up, sides, step in BAKES:
        certificate.unlink(missing_ok=True)
        try:
            subprocess.run([program, scene, certificate, up, sides, step, *STANCES], capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            continue
        if not certificate.exists():
            continue
        check = subprocess.run([checker, scene, certificate], capture_output=True, text=True)
        if check.returncode not in (0, 1):
            sys.exit(f"the checker ends with {check.returncode}: {check.stderr}")
        yield f"{scene.stem} --up {up} --sides {sides}", None if check.returncode == 0 else check.stderr.strip().split(": ", 2)[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", nargs="+", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--scratch", type=pathlib.Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = args.scratch or pathlib.Path(folder)
        scratch.mkdir(parents=True, exist_ok=True)
        build = Build(scratch, args.libraries)
        sound = list(verdicts(build.link([]), args.checker, scratch))
        if len(sound) != len(BAKES) or any(why for _, why in sound):
            sys.exit(f"without a mutant, not every certificate holds: {sound}")
        missed = 0
        for number, (what, file, old, new) in enumerate(MUTANTS, 1):
            caught = next((f"{name}: {why}" for name, why in verdicts(build.mutant(number, file, old, new), args.checker, scratch) if why), None)
            missed += caught is None
            print(f"{number:2} {what:54} {caught or 'NOT CAUGHT'}", flush=True)
    print(f"{len(MUTANTS) - missed} of {len(MUTANTS)} mutants of the baker caught, on {len(BAKES)} bakes of shipped scenes that hold without")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
