#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the public headers of an installation as strict programs include them.

  check_public_headers.py INCLUDE COMPILER... [--whole]   prints a line for each way that fails

Each compiler takes all headers at once in C++20 and C++23 with every warning an error, and refuses them with -ffast-math. A program without exceptions includes them
with clang; GCC refuses GMP's own header then. In C++20 clang has exceptions with --whole alone: what they change, it sees in C++23, and what the
standard changes, without them.
"""
import pathlib
import subprocess
import sys
import tempfile

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Werror"]


def main():
    include, compilers, whole = pathlib.Path(sys.argv[1]), [word for word in sys.argv[2:] if word != "--whole"], "--whole" in sys.argv
    names = sorted(f"plumb/{header.name}" for header in include.glob("plumb/*.h"))
    if not names:
        print(f"no header is in {include}/plumb")
        return 1
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "all.cpp"
        source.write_text("".join(f"#include <{name}>\n" for name in names), encoding="utf-8")

        def compiles(compiler, flags, wanted=True):
            nonlocal failed
            done = subprocess.run([compiler, "-fsyntax-only", f"-I{include}", *flags, source], capture_output=True, text=True, check=False)
            said = [line for line in done.stderr.splitlines() if "error:" in line]
            if (done.returncode == 0) != wanted or not (wanted or "IEEE 754" in done.stderr):
                failed += 1
                print(f"{compiler} {' '.join(flags)}: " + (said[0] if said else "compiles"))

        for compiler in compilers:
            clang = "clang" in pathlib.Path(compiler).name
            for standard in ("-std=c++20", "-std=c++23") if whole or not clang else ("-std=c++23",):
                compiles(compiler, [standard, *STRICT])
            # The refusal has to be the first error, at which the compiler stops.
            compiles(compiler, ["-std=c++20", "-ffast-math", "-Wfatal-errors"], wanted=False)
            if clang:
                compiles(compiler, ["-std=c++20", "-fno-exceptions", *STRICT])
    print(f"{len(names)} headers, {len(compilers)} compilers, {failed} ways fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
