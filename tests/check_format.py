#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every C++ file is as clang-format 14 writes it by .clang-format; names those that are not, and fails if there are any.

  check_format.py ROOT [--fix]      check the tree; --fix writes the files anew
  check_format.py --self-test ROOT  shows that a file out of form is found"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

VERSION = "14"
SKIPPED = {".git", "build", "out"}


def formatter():
    """The command: a missing one is a failure."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        try:
            said = subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            continue
        if re.search(rf"version {VERSION}\.", said):
            return name
    sys.exit(f"clang-format {VERSION} is not installed (package clang-format-{VERSION})")


def sources(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        yield from (os.path.join(folder, f) for f in sorted(files) if f.endswith((".h", ".cpp")))


def out_of_form(files):
    told = subprocess.run([formatter(), "--dry-run", "--Werror", "-style=file", *files], capture_output=True, text=True)
    named = sorted({line.split(":")[0] for line in told.stderr.splitlines() if "[-Wclang-format-violations]" in line})
    if told.returncode != 0 and not named:
        sys.exit(told.stderr)
    return named


def self_test(root):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / ".clang-format").write_text((pathlib.Path(root) / ".clang-format").read_text())
        good, bad = folder / "good.cpp", folder / "bad.cpp"
        good.write_text("int main() { return 0; }\n")
        bad.write_text("int main()\n{ return  0; }\n")
        found = out_of_form([str(good), str(bad)])
    if found != [str(bad)]:
        sys.exit(f"found {found}, not the one file that is out of form")
    print("a file out of form is found, one in form is not")


def main():
    if sys.argv[1] == "--self-test":
        return self_test(sys.argv[2])
    files = list(sources(sys.argv[1]))
    if "--fix" in sys.argv:
        subprocess.run([formatter(), "-i", "-style=file", *files], check=True)
    found = out_of_form(files)
    print("\n".join(found + [f"{len(files)} files, {len(found)} out of form"]))
    sys.exit(bool(found) or not files)


main()
