#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that the tests notice when a bound on rounding is weaker than it has to be.

  tests/mutants/bounds.py --libraries FILE.a ... [--scratch DIR] [WORD ...]      needs g++ (or $CXX) and the packages of the tests
  tests/mutants/bounds.py --places                                               builds nothing: are there sources with bounds?

Finds every declaration of the form of kernel/error_bound.h, and every line that steps outward, in kernel, partition and pipeline; the
checker has a form of its own. Lines that say "not a bound" step to a number that is chosen. Copies the sources to a scratch folder where $PLUMB_MUTANT ("number kind") weakens one of them when the
program starts; builds the sources that use them or belong to a header that does, and the tests tagged [bounds], once, before the
libraries, whose own versions they replace; and runs these tests for every mutant:

  - nothing: the bound is 0, the range without end, the step none. A test must get a wrong answer: those tagged [derived], which
    recompute constants, are left out;
  - less: an error bound is one rounding less. A test tagged [derived] must notice: each is the least that serves.

Fails if one is not noticed. With words, only for those whose file or name has one in it. A test of ctest."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "kernel/tests/mutants"))
from baker import linked  # noqa: E402
from first_failure import first_failure  # noqa: E402
LIBRARIES = ["kernel", "partition", "pipeline"]
FORM = "error_bound.h"
DECLARED = re.compile(r"\bconstexpr (?:kernel::)?(ErrorBound|UnderflowBound|SafeRange) (\w+)\{(-?\d+)\};")
TYPE = re.compile(r"\b(ErrorBound|UnderflowBound|SafeRange)\b")
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
STEP = re.compile(r"\b(?:kernel::)?step_(down|up)\(")
WEAKENED = r"""
struct Mutant {
  int number = -1;
  char kind[16] = "";
  Mutant() {
    if (const char* m = std::getenv("PLUMB_MUTANT")) std::sscanf(m, "%d %15s", &number, kind);
  }
};
inline const Mutant& mutant() {
  static const Mutant m;
  return m;
}
inline bool is_nothing(int number) { return mutant().number == number && mutant().kind[0] == 'n'; }
inline bool is_less(int number) { return mutant().number == number && mutant().kind[0] == 'l'; }
"""


@dataclass
class Bound:
    number: int
    file: str
    line: int
    kind: str
    name: str

    def mutants(self):
        return ["nothing", "less"] if self.kind == "ErrorBound" else ["nothing"]


def code_of(line):
    return STRING.sub('""', line).split("//")[0]


def rewritten(path, text, bounds):
    """The text with every bound in it numbered; appends these to bounds."""
    form = path.endswith("/" + FORM)
    lines = text.splitlines()
    for n, line in enumerate(lines):
        def add(kind, name):
            bounds.append(Bound(len(bounds), path, n + 1, kind, name))
            return len(bounds) - 1
        code = code_of(line)
        if found := DECLARED.search(code):
            number = add(found[1], found[2])
            lines[n] = line.replace(found[0], found[0].replace("};", f", {number}}};"))
        elif form:
            continue
        elif TYPE.search(code):
            sys.exit(f"{path}:{n + 1}: a bound that this script cannot find: write 'constexpr {TYPE.search(code)[0]} name{{whole number}};'")
        elif STEP.search(code) and "not a bound" not in line:
            number = add("step", code.strip())
            lines[n] = STEP.sub(lambda m: f"::plumb::kernel::weak_step_{m[1]}({number}, ", line)
    return "\n".join(lines) + "\n"


def weakened_form(text):
    """The form itself, with constants that read the mutant when they are used."""
    def swap(old, new):
        nonlocal text
        if text.count(old) != 1:
            sys.exit(f"{FORM} does not say '{old}' once: bring this script up to date")
        text = text.replace(old, new)
    swap("#pragma once\n", "#pragma once\n#include <cstdio>\n#include <cstdlib>\n")
    swap("struct ErrorBound {", WEAKENED + "struct ErrorBound {")
    swap("int roundings;", "int roundings, number = -1;")
    swap("constexpr operator double() const { return roundings * unit_roundoff; }",
         "operator double() const { return is_nothing(number) ? 0 : (roundings - is_less(number)) * unit_roundoff; }")
    if "UnderflowBound" in text:
        text = text.replace("int exponent;", "int exponent, number = -1;")
        swap("constexpr operator double() const {\n    return std::bit_cast", "operator double() const {\n    if (is_nothing(number)) return 0;\n    return std::bit_cast")
        swap("constexpr operator int() const { return exponent; }", "operator int() const { return is_nothing(number) ? 1 << 20 : exponent; }")
        swap("}  // namespace", "template <class T>\nT weak_step_down(int number, T v) { return is_nothing(number) ? v : step_down(v); }\n"
             "template <class T>\nT weak_step_up(int number, T v) { return is_nothing(number) ? v : step_up(v); }\n}  // namespace")
        text = text.replace("constexpr double enlarged", "inline double enlarged")
    return text


class Build:
    def __init__(self, scratch):
        self.scratch, self.bounds, self.texts = scratch, [], {}
        for library in LIBRARIES + ["tests"]:
            for path in sorted((ROOT / library).rglob("*")):
                if path.suffix in (".h", ".cpp"):
                    self.copy(path)
        uses = re.compile(r"\bweak_step_|\b(" + "|".join(sorted({b.name for b in self.bounds if b.kind != "step"})) + r")\b")
        tests = {p for p in self.texts if "tests" in p.split("/")}
        using = {p for p, text in self.texts.items() if p not in tests and any(uses.search(code_of(line)) for line in text.splitlines())}
        headers = {os.path.basename(p).replace(".h", ".cpp") for p in using}  # inline functions stand in their own sources, too
        self.replaced = sorted(p for p in self.texts if p not in tests and p.endswith(".cpp") and (p in using or os.path.basename(p) in headers))
        self.tests = sorted(p for p in tests if p.endswith(".cpp") and "[bounds]" in self.texts[p])
        self.tests += [p for p in self.texts if p.endswith("main.cpp") and "CATCH_CONFIG_MAIN" in self.texts[p]][:1]
        folders = {os.path.dirname(p) for p in self.texts if p.endswith(".h")}
        # Where private headers are; where public ones and what the tests share begin.
        self.include = sorted(f for f in folders if "/include/" not in f) + sorted({f.split("/include/")[0] + "/include" for f in folders if "/include/" in f})
        self.include += sorted({f.split("/src/")[0] + "/src" for f in folders if "/src/" in f})
        self.include += sorted({p.split("/tests/")[0] + "/tests" if "/tests/" in p else "tests" for p in tests})

    def link(self, libraries):
        objects = [self.compile(p) for p in self.replaced + self.tests]
        self.program = self.scratch / "tests_of_bounds"
        self.program.unlink(missing_ok=True)
        linked(self.program, objects, libraries, "-lrapidcheck")

    def copy(self, path):
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text()
        if "tests" not in path.parts:
            text = rewritten(name, text, self.bounds)
        if path.name == FORM:
            text = weakened_form(text)
        self.texts[name] = text
        to = self.scratch / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if not to.exists() or to.read_text() != text:
            to.write_text(text)

    @staticmethod
    def compiler():
        return os.environ.get("CXX", "g++")

    def compile(self, name):
        source = self.scratch / name
        cache = [shutil.which("ccache")] if shutil.which("ccache") else []
        include = [f"-I{self.scratch / folder}" for folder in self.include]
        subprocess.run([*cache, self.compiler(), "-std=c++20", "-O1", "-w", "-ffp-contract=off", *include, f'-DPLUMB_SOURCE_DIR="{ROOT}"',
                        f'-DPLUMB_SHARED_DIR="{ROOT}/../shared"', "-c", source, "-o", source.with_suffix(".o")], check=True)
        return source.with_suffix(".o")

    def first_failure(self, selection, mutant=""):
        return first_failure(self.program, [selection], mutant, RC_PARAMS="seed=1 noshrink=1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", nargs="+")
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--places", action="store_true")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = args.scratch or pathlib.Path(folder)
        build = Build(scratch)
        if args.places:
            print(f"{len(build.replaced)} sources")
            return 0 if build.replaced else 1
        build.link(args.libraries)
        if failed := build.first_failure("[bounds]"):
            sys.exit(f"the tests fail without any mutation: {failed}; see {build.program} '[bounds]'")
        mutants = missed = 0
        for bound in build.bounds:
            if args.words and not any(w in bound.file or w in bound.name for w in args.words):
                continue
            for kind in bound.mutants():
                failed = build.first_failure("[bounds][derived]" if kind == "less" else "[bounds]~[derived]", f"{bound.number} {kind}")
                mutants += 1
                missed += failed is None
                what = bound.name if bound.kind != "step" else "a step"
                print(f"{bound.file + ':' + str(bound.line):46} {what:24} {kind:8} {failed or 'NOT NOTICED'}", flush=True)
    print(f"{len(build.bounds)} bounds, {mutants} mutants, {missed} not noticed")
    return 1 if missed or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
