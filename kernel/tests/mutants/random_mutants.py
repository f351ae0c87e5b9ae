#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Shows how many of so many random changes of the kernel its tests notice.

  kernel/tests/mutants/random_mutants.py [--seed 1] [--count 200] [--jobs N] [--scratch DIR] [--only WORD ...]
  kernel/tests/mutants/random_mutants.py --self-test      on a kernel of one header and one source
  kernel/tests/mutants/random_mutants.py --places         whether the kernel has what equivalent.py speaks of

Needs g++, gcov, and the packages of the tests. A mutant is one change of one line that GCC makes code of (mutations.py: an operator,
a constant by 1, a negated condition, a statement left out). The rank of a change is a digest of the seed, of its file, of the line and of
the changed line: so the draw stays the same when other lines change. The first COUNT that compile are taken.

How a mutant is judged:
  1. The kernel and its tests are compiled once, without optimisation. Then no function is inlined, and of the copies of an inline function
     or of a template that several objects have, the linker takes the first.
  2. So it is enough to compile the changed source or, for a header, some sources that have among them all instances of the functions with
     that line; gcov's notes tell which these are. Their objects are linked first.
  3. The tests run file by file: the one that is called after the changed file, then the fastest first, up to the first failure. A run
     that takes ten times the processor's time that it takes without a change (and 5 seconds), or more than 4 GB, is a failure.

Prints every mutant with the test that notices it, then those that none does. Ends with status 1 if fewer than 95 % are noticed, without
counting those that equivalent.py proves to be the same program, or if one of these is noticed. Two cores take half an hour."""
import argparse
import collections
import concurrent.futures
import hashlib
import math
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

KERNEL = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(KERNEL / "tests"))
from coverage import counted_lines  # noqa: E402
from equivalent import EQUIVALENT  # noqa: E402
from first_failure import first_failure  # noqa: E402
from mutations import Mutation, mutations  # noqa: E402

COMPILE = ["g++", "-std=c++20", "-O0", "-w", "-ffp-contract=off", "-frounding-math", "-D_GLIBCXX_ASSERTIONS"]
PRECOMPILED = ["algorithm", "array", "catch2/catch.hpp", "functional", "gmpxx.h", "map", "random", "set", "span", "thread", "unordered_map", "vector"]
LIBRARIES = ["-lrapidcheck", "-lgmpxx", "-lgmp", "-lmpfr", "-lpthread"]
SEED_OF_TESTS = {"RC_PARAMS": "seed=1 noshrink=1"}
LEAST = 0.95
FEW_SOURCES = 6
MEMORY = 4 << 30


@dataclass(frozen=True)
class Mutant:
    rank: str
    file: str
    line: int
    before: str
    mutation: Mutation

    def __str__(self):
        return f"{self.file}:{self.line}: {self.before.strip()} → {self.mutation.after.strip()}"


class Build:
    """The sound program in a scratch folder. `root`: a folder that has include, src, tests and, if need be, vcd and cmake as the kernel has."""

    def __init__(self, root, scratch, pool, precompiled, libraries):
        self.root, self.scratch, self.libraries = root, scratch, libraries
        self.include = [root / "include", root / "vcd/include", root / "src", root / "tests"]
        self.sources = sorted(p for f in ("src", "vcd/src") for p in (root / f).rglob("*.cpp")) + sorted((root / "tests").glob("*.cpp"))
        (scratch / "sound").mkdir(parents=True, exist_ok=True)
        if precompiled:
            (scratch / "precompiled.h").write_text("#pragma once\n" + "".join(f"#include <{name}>\n" for name in precompiled))
            subprocess.run([*COMPILE, "-x", "c++-header", scratch / "precompiled.h"], check=True)
        self.begin = ["-include", scratch / "precompiled.h"] if precompiled else []
        self.main = [scratch / "main.o"] if (root / "cmake/test_main.cpp").exists() else []
        mains = [pool.submit(subprocess.run, [*COMPILE, "-c", root / "cmake/test_main.cpp", "-o", o], check=True) for o in self.main]
        # The largest first. What an earlier run left in the scratch folder stays, unless a header has changed.
        headers = max(p.stat().st_mtime for p in root.rglob("*.h"))
        old = [p for p in self.sources if not (o := self.object_of(p)).exists() or o.stat().st_mtime < max(headers, p.stat().st_mtime)]
        by_size = sorted(old, key=lambda p: -p.stat().st_size)
        for failed in pool.map(lambda p: self.compile(p, self.object_of(p), []), by_size):
            if failed:
                sys.exit(failed)
        for main in mains:
            main.result()
        self.objects = {p: self.object_of(p) for p in self.sources}
        self.lines = counted_lines([o.with_suffix(".gcno") for o in self.objects.values()], root)

    def object_of(self, source):
        return self.scratch / "sound" / (source.relative_to(self.root).as_posix().replace("/", "-") + ".o")

    def compile(self, source, to, shadow, folder=None):
        """What the compiler complains of; None if of nothing. `shadow`: folders to seek headers in first; `folder`: where the source is from."""
        include = [f"-I{p}" for p in [*shadow, folder or source.parent, *self.include]]
        run = subprocess.run([*COMPILE, "-ftest-coverage", *self.begin, *include, "-c", source, "-o", to], capture_output=True, text=True, cwd=self.scratch)
        return run.stderr or "does not compile" if run.returncode else None

    def link(self, to, first, without):
        rest = [o for p, o in self.objects.items() if p not in without]
        subprocess.run(["g++", *first, *rest, *self.main, *self.libraries, "-o", to], check=True)
        return to

    def users(self, file, line):
        """Sources that have all instances of the functions with this line: a few, then the others. For a source, itself."""
        path = self.root / file
        if path in self.objects:
            return [path], []
        having = collections.defaultdict(set)
        for made, function in self.lines[file][line].instances:
            # What is named after something that only one source has is an instance of its own there.
            own = made if "_GLOBAL__N_" in function or "CATCH2_INTERNAL" in function else None
            having[function, own].add(made)
        few = []
        sources = {self.object_of(p).with_suffix(""): p for p in self.sources}
        while having:
            best = max(sources, key=lambda o: (sum(o in objects for objects in having.values()), "tests-" not in o.name, o.name))
            few.append(best)
            having = {name: objects for name, objects in having.items() if best not in objects}
        return [sources[o] for o in few[:FEW_SOURCES]], [sources[o] for o in few[FEW_SOURCES:]]


def processor_time():
    """Of all programs that have ended."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


class Judge:
    """Runs the tests of a program, file by file."""

    def __init__(self, build, least_seconds=5):
        self.seconds, self.least_seconds = {}, least_seconds
        program = build.link(build.scratch / "sound_tests", [], [])
        for source in (s for s in build.sources if s.parent == build.root / "tests"):
            start = processor_time()
            if failed := first_failure(program, ["-#", f"[#{source.stem}]"], seconds=None, **SEED_OF_TESTS):
                sys.exit(f"{source.name} fails without any mutation: {failed}")
            self.seconds[source.stem] = processor_time() - start

    def noticed_by(self, program, file):
        """The first test that fails; None if none does."""
        stem = pathlib.Path(file).stem
        for name, seconds in sorted(self.seconds.items(), key=lambda item: (not item[0].startswith(stem), item[1])):
            most = math.ceil(self.least_seconds + 10 * seconds)
            # What waits for ever takes no processor.
            if failed := first_failure(program, ["-#", f"[#{name}]"], seconds=60 + 20 * most, cpu_seconds=most, **SEED_OF_TESTS):
                return f"{name}: {failed}"
        return None


def drawn(build, seed):
    """All mutants in the order of their ranks."""
    out = []
    for file, counted in build.lines.items():
        text = ["", *(build.root / file).read_text().splitlines()]
        seen = collections.Counter()
        for number in counted:
            for mutation in mutations(text[number], text[number - 1]):
                what = (seed, file, text[number].strip(), mutation.after.strip())
                seen[what] += 1
                rank = hashlib.sha256(repr((*what, seen[what])).encode()).hexdigest()
                out.append(Mutant(rank, file, number, text[number], mutation))
    return sorted(out, key=lambda m: m.rank)


def verdict(build, judge, mutant):
    """The test that notices the mutant, None if none does, "" if it does not compile."""
    path = build.root / mutant.file
    text = path.read_text().splitlines(keepends=True)
    text[mutant.line - 1] = mutant.mutation.after + "\n"
    with tempfile.TemporaryDirectory(dir=build.scratch) as name:
        folder = pathlib.Path(name)
        is_source = path in build.objects
        begin = next((p for p in build.include if p in path.parents), path.parent)
        changed = folder / (path.name if is_source else path.relative_to(begin))
        changed.parent.mkdir(parents=True, exist_ok=True)
        changed.write_text("".join(text))
        first = []
        few, others = build.users(mutant.file, mutant.line)
        # Few sources notice most mutants of a header; one that they do not is judged with all instances changed.
        for group in (few, others):
            for source in group:
                first.append(folder / f"{len(first)}.o")
                own = source.parent if is_source or path.parent != source.parent else folder
                if build.compile(changed if is_source else shadowed(source, path, folder), first[-1], [folder], own):
                    return ""
            if group and (failed := judge.noticed_by(build.link(folder / "tests", first, [*few, *others][:len(first)]), mutant.file)):
                return failed
        return None


def shadowed(source, header, folder):
    """The source, or a copy of it that does not see the sound header beside it."""
    if header.parent != source.parent:
        return source
    return shutil.copy(source, folder / source.name)


def equivalent(build, mutant, known):
    """Why the mutant is the same program, or None."""
    names = build.lines[mutant.file][mutant.line].functions
    for file, function, before, after, why in known:
        if (file, before, after) == (mutant.file, mutant.before.strip(), mutant.mutation.after.strip()) and any(function in n for n in names):
            return why
    return None


def judged(build, judge, pool, mutants, count):
    """(mutant, verdict) of the first `count` that compile, in their order, as they come."""
    running, rest, taken = collections.deque(), iter(mutants), 0
    while taken < count:
        while len(running) < 2 * pool._max_workers and (mutant := next(rest, None)):
            running.append((mutant, pool.submit(verdict, build, judge, mutant)))
        if not running:
            return
        mutant, future = running.popleft()
        if (failed := future.result()) != "":
            taken += 1
            yield mutant, failed
    for _, future in running:
        future.cancel()


def summary(build, results, known=EQUIVALENT):
    """Prints what was found; the exit status. `known`: those that are the same program."""
    survivors = [(m, equivalent(build, m, known)) for m, failed in results if failed is None]
    wrong = [m for m, failed in results if failed and equivalent(build, m, known)]
    same = sum(why is not None for _, why in survivors)
    killed = len(results) - len(survivors)
    for mutant, why in survivors:
        print(f"{'the same program' if why else 'NOT NOTICED'}: {mutant}" + (f"\n    {why}" if why else ""))
    for mutant in wrong:
        print(f"NOT THE SAME PROGRAM, though equivalent.py says so: {mutant}")
    share = killed / max(1, len(results) - same)
    print(f"{len(results)} mutants: {killed} noticed, {same} the same program, {len(survivors) - same} not noticed: {100 * share:.1f} %")
    return 1 if wrong or not results or share < LEAST else 0


def run(args, scratch):
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        start = time.monotonic()
        build = Build(KERNEL, scratch, pool, PRECOMPILED, LIBRARIES)
        judge = Judge(build)
        mutants = drawn(build, args.seed)
        print(f"{len(mutants)} mutants to draw from; the sound tests took {time.monotonic() - start:.0f} s to build and {sum(judge.seconds.values()):.0f} s to run", flush=True)
        if args.only:
            mutants = [m for m in mutants if any(word in str(m) for word in args.only)]
        results = []
        for mutant, failed in judged(build, judge, pool, mutants, args.count):
            results.append((mutant, failed))
            print(f"{mutant}\n    {failed or 'not noticed'}", flush=True)
        return summary(build, results)


def places():
    """Whether each line of the list is in its file."""
    wrong = 0
    for file, function, before, after, why in EQUIVALENT:
        lines = [""] + (KERNEL / file).read_text().splitlines()
        if not any(line.strip() == before and after in (m.after.strip() for m in mutations(line, above)) for above, line in zip(lines, lines[1:])):
            wrong += 1
            print(f"{file} has no line '{before}' that becomes '{after}': bring equivalent.py up to date")
    return 1 if wrong else print(f"the kernel has the lines of {len(EQUIVALENT)} mutants that are the same program") or 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="those whose line, as printed, has one of these in it")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--places", action="store_true")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if args.places:
        return places()
    with tempfile.TemporaryDirectory() as temporary:
        scratch = (args.scratch or pathlib.Path(temporary)).resolve()
        if args.self_test:
            from self_test import self_test
            return self_test(scratch)
        return run(args, scratch)


if __name__ == "__main__":
    sys.exit(main())
