#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what plumb::query costs those who take it in, and fails above a limit.

  measure_query.py lines CXX INCLUDE   lines of its header, preprocessed
  measure_query.py bytes PROGRAM       a program that asks it all kinds of questions, stripped; the shared libraries of GMP and MPFR are not counted
"""
import pathlib
import subprocess
import sys

LINES, BYTES = 20_000, 1_000_000


def lines_of(compiler, include):
    command = [compiler, "-std=c++20", "-E", "-P", f"-I{include}", "-x", "c++", "-"]
    return subprocess.run(command, input="#include <plumb/query.h>\n", capture_output=True, text=True, check=True).stdout.count("\n")


def main():
    what, *arguments = sys.argv[1:]
    value, most = (lines_of(*arguments), LINES) if what == "lines" else (pathlib.Path(*arguments).stat().st_size, BYTES)
    print(f"{value} {what}, and fewer than {most} are wanted")
    return 0 if value < most else 1


if __name__ == "__main__":
    sys.exit(main())
