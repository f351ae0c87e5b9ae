#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what plumb::query costs who takes it in: lines of its headers, preprocessed, and bytes of a program that asks it all kinds of questions, stripped.

  measure_query.py CXX INCLUDE PROGRAM   fails above the limits. Shared libraries of GMP and MPFR are not counted.
"""
import pathlib
import subprocess
import sys

LINES, BYTES = 20_000, 1_000_000


def lines_of(compiler, include, header):
    command = [compiler, "-std=c++20", "-E", "-P", f"-I{include}", "-x", "c++", "-"]
    return subprocess.run(command, input=f"#include <{header}>\n", capture_output=True, text=True, check=True).stdout.count("\n")


def main():
    compiler, include, program = sys.argv[1:]
    lines, size = lines_of(compiler, include, "plumb/query.h"), pathlib.Path(program).stat().st_size
    print(f"plumb/query.h: {lines} lines of {LINES}; {program}: {size} bytes of {BYTES}")
    return 1 if lines >= LINES or size >= BYTES else 0


if __name__ == "__main__":
    sys.exit(main())
