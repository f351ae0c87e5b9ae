#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An adapter that keeps to no limit, in one of the ways below.

  unruly.py WAY --jobs | unruly.py WAY --version"""
import os
import pathlib
import subprocess
import sys
import time


def version_waits():
    time.sleep(1000)


def version_takes_memory():
    bytearray(4 << 30)


def writes_much(out):
    """A navmesh of 300 MB, most of it a hole, so that it takes no room."""
    with open(out / "navmesh.obj", "wb") as file:
        file.write(b"v 0.125 0.0625 1\n")
        file.truncate(300 << 20)


def writes_long_settings(out):
    (out / "navmesh.obj").write_text("v 0 0 0\n")
    (out / "settings.json").write_text("[" * (64 << 20))


def writes_a_pipe(out):
    os.mkfifo(out / "navmesh.obj")


def has_a_child(out):
    """The child waits in a locked folder, whose name tells its number."""
    child = subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (out / "locked").mkdir()
    (out / "locked" / "child").write_text(str(child.pid))
    (out / "locked").chmod(0o500)
    time.sleep(1000)


way, words = globals()[sys.argv[1]], sys.argv[2:]
if words == ["--version"]:
    if sys.argv[1].startswith("version"):
        way()
    print("unruly 1")
elif words == ["--jobs"]:
    for line in sys.stdin:
        folder = pathlib.Path(line.rstrip("\n").split("\t")[2])
        folder.mkdir(parents=True)
        (folder / "settings.json").write_text('{"cell": 0.125, "cell_height": 0.0625}\n')
        way(folder)
        print(0, flush=True)
