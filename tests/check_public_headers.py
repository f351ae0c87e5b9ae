#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the public headers of an installation as strict programs include them.

  check_public_headers.py INCLUDE COMPILER...   prints a line for each way that fails

Each compiler takes all headers at once in C++20 and C++23 with every warning an error, and refuses them with -ffast-math. A program without exceptions includes them
with clang; GCC refuses GMP's own header then.
"""
import pathlib
import subprocess
import sys
import tempfile

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Werror"]


def main():
    include, compilers = pathlib.Path(sys.argv[1]), sys.argv[2:]
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
            for standard in ("-std=c++20", "-std=c++23"):
                compiles(compiler, [standard, *STRICT])
            compiles(compiler, ["-std=c++20", "-ffast-math"], wanted=False)
            if "clang" in pathlib.Path(compiler).name:
                compiles(compiler, ["-std=c++20", "-fno-exceptions", *STRICT])
    print(f"{len(names)} headers, {len(compilers)} compilers, {failed} ways fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
