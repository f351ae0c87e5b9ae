#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what the house asks of every source file; prints one line per breach and fails if there is any.

  check_sources.py ROOT      check the tree
  check_sources.py --self-test   show that each rule bites
"""
import os
import re
import sys
import tempfile

CODE = {".h", ".cpp", ".py", ".sh", ".cmake", ".in"}
CODE_NAMES = {"CMakeLists.txt", "Makefile", "run", "install-packages", "packages"}
SKIPPED = {".git", "build", "out", "corpus", "seeds", "__pycache__"}
LESSER = ("kernel/", "pipeline/checker/")
LONGEST = 600
# A folder and the floors whose headers it may include.
BELOW = {"kernel/vcd/": {"kernel", "vcd"}, "kernel/": {"kernel"}, "partition/": {"kernel", "partition"},
         "pipeline/": {"kernel", "vcd", "partition", "pipeline"}}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]plumb/(\w+)/')
# The checker is independent: the standard library, GMP, and its own folder.
CHECKER = "pipeline/checker/"
CHECKER_MAY = re.compile(r'^\s*#\s*include\s*(<[a-z_]+>|<gmpxx\.h>|"\w+\.h")\s*$')
LEFT_OVER = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
SKIPPED_BY_WORDS = "SKIP_REGULAR_" + "EXPRESSION"


def sources(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(files):
            if os.path.splitext(name)[1] in CODE or name in CODE_NAMES:
                yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def breaches_in(path, text):
    lines = text.splitlines()
    licence = "LGPL-3.0-or-later" if path.startswith(LESSER) else "GPL-3.0-or-later"
    if path == "cmake/plumb-config.cmake.in":
        licence = "LGPL-3.0-or-later"  # it becomes part of what users of the kernel load
    if not any(re.search(r"SPDX-License-Identifier: " + re.escape(licence) + r"$", line) for line in lines[:2]):
        yield f"{path}:1: no line 'SPDX-License-Identifier: {licence}' at the top"
    floor = next((f for f in BELOW if path.startswith(f)), None)
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if found and floor and found[1] not in BELOW[floor]:
            yield f"{path}:{number}: {floor} includes {found[1]}/, which lies above it"
        if path.startswith(CHECKER) and re.match(r"\s*#\s*include", line) and not CHECKER_MAY.match(line):
            yield f"{path}:{number}: the checker includes what is neither standard, GMP nor its own"
        if LEFT_OVER.search(line) and path != "tests/check_sources.py":
            yield f"{path}:{number}: {LEFT_OVER.search(line)[0]} left over"
        if SKIPPED_BY_WORDS in line:
            yield f"{path}:{number}: a test that fails could print those words; use SKIP_RETURN_CODE"
    if len(lines) > LONGEST:
        yield f"{path}:{LONGEST}: longer than {LONGEST} lines"


def check(root):
    found, count = [], 0
    for path in sources(root):
        count += 1
        with open(os.path.join(root, path), encoding="utf-8") as file:
            found += breaches_in(path, file.read())
    return count, found


def self_test():
    spdx = "// SPDX-License-Identifier: "
    cases = [
        ("kernel/src/a.cpp", spdx + "LGPL-3.0-or-later\n", 0),
        ("kernel/src/a.cpp", spdx + "GPL-3.0-or-later\n", 1),
        ("pipeline/src/a.cpp", spdx + "LGPL-3.0-or-later\n", 1),
        ("pipeline/src/a.cpp", "int a;\n", 1),
        ("kernel/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/pipeline/a.h"\n', 1),
        ("kernel/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/partition/a.h"\n', 1),
        ("kernel/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/vcd/a.h"\n', 1),
        ("kernel/vcd/src/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/vcd/a.h"\n#include "plumb/kernel/a.h"\n', 0),
        ("partition/src/a.cpp", spdx + "GPL-3.0-or-later\n#include <plumb/pipeline/a.h>\n", 1),
        ("pipeline/src/a.cpp", spdx + 'GPL-3.0-or-later\n#include "plumb/kernel/a.h"\n', 0),
        ("pipeline/checker/a.cpp", spdx + 'LGPL-3.0-or-later\n#include <gmpxx.h>\n#include <vector>\n#include "a.h"\n', 0),
        ("pipeline/checker/a.cpp", spdx + 'LGPL-3.0-or-later\n#include "plumb/kernel/a.h"\n', 1),
        ("pipeline/checker/a.cpp", spdx + "LGPL-3.0-or-later\n#include <mpfr.h>\n", 1),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\n// TODO\n", 1),
        ("tests/a.cmake", "# SPDX-License-Identifier: GPL-3.0-or-later\n" + SKIPPED_BY_WORDS + "\n", 1),
        ("tests/a.cpp", spdx + "GPL-3.0-or-later\n" + "\n" * 600, 1),
    ]
    wrong = 0
    for path, text, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, os.path.dirname(path)))
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
            count, found = check(root)
        if count != 1 or len(found) != expected:
            wrong += 1
            print(f"expected {expected} breaches, found {found} in {path}: {text[:80]!r}")
    print(f"{len(cases)} cases, {wrong} wrong")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    count, found = check(sys.argv[1])
    print("\n".join(found + [f"{count} sources, {len(found)} breaches"]))
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main())
