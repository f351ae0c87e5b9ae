#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Runs the kernel's tests, built to count how often each line runs, and prints for each file of the kernel how many of its lines ran.

  kernel/tests/coverage.py BUILD [--least PERCENT]      BUILD: a folder of the preset `coverage`; needs gcov, which comes with g++

A line counts if GCC made code of it, for any instance of a template or in any source that includes it; it ran if one of these did. Files
are those of the kernel but for its tests and examples. Prints the lines that did not run. Fails if a test fails, or if less than PERCENT
of all lines ran. `make coverage` builds first."""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
from dataclasses import dataclass, field

KERNEL = pathlib.Path(__file__).resolve().parents[1]


@dataclass
class Line:
    runs: int = 0
    # (object, mangled name) of all functions that have code of this line
    instances: set = field(default_factory=set)
    functions: set = field(default_factory=set)


def counted_lines(counts, root=KERNEL):
    """{path below root: {number: Line}} of the sources that are no tests. `counts`: files .gcda, or .gcno of objects that never ran."""
    found = collections.defaultdict(lambda: collections.defaultdict(Line))
    for first in range(0, len(counts), 8):
        group = [str(c) for c in counts[first:first + 8]]
        run = subprocess.run(["gcov", "--json-format", "--stdout", *group], capture_output=True, text=True, check=True)
        for document, text in zip(group, run.stdout.splitlines(), strict=True):
            add_counts(found, pathlib.Path(document).with_suffix(""), json.loads(text), root)
    return {file: dict(sorted(lines.items())) for file, lines in sorted(found.items())}


def add_counts(found, made, document, root):
    folder = pathlib.Path(document["current_working_directory"])
    for file in document["files"]:
        path = pathlib.Path(os.path.normpath(folder / file["file"]))
        if root not in path.parents:
            continue
        name = path.relative_to(root).as_posix()
        if name.startswith(("tests/", "examples/", "cmake/")):
            continue
        readable = {f["name"]: f["demangled_name"] for f in file["functions"]}
        for entry in file["lines"]:
            line = found[name][entry["line_number"]]
            line.runs += entry["count"]
            mangled = entry.get("function_name", "")
            line.instances.add((made, mangled))
            line.functions.add(readable.get(mangled, mangled))


def ranges(numbers):
    """As text: 3, 5-7."""
    out = []
    for n in numbers:
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=98, metavar="PERCENT")
    args = parser.parse_args()
    for old in args.build.rglob("*.gcda"):
        old.unlink()
    # One seed, so that the figures can be compared.
    tests = subprocess.run([args.build / "bin/plumb_tests_kernel"], env=dict(os.environ, RC_PARAMS="seed=1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if tests.returncode:
        sys.exit(f"{tests.stdout}\nthe kernel's tests fail: exit status {tests.returncode}")
    objects = sorted(args.build.rglob("*.cpp.gcno"))
    lines = counted_lines([c if (c := n.with_suffix(".gcda")).exists() else n for n in objects])
    if not lines:
        sys.exit(f"{args.build} counts no lines of the kernel: is it of the preset coverage?")
    ran = total = 0
    for file, of in lines.items():
        missed = [n for n, line in of.items() if not line.runs]
        ran, total = ran + len(of) - len(missed), total + len(of)
        print(f"{file:50} {len(of) - len(missed):5} of {len(of):5} {100 * (1 - len(missed) / len(of)):6.1f} %  {ranges(missed)}".rstrip())
    percent = 100 * ran / total
    print(f"{'kernel/':50} {ran:5} of {total:5} {percent:6.1f} %")
    return print(f"less than {args.least:g} %") or 1 if percent < args.least else 0


if __name__ == "__main__":
    sys.exit(main())
