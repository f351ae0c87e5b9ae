#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the module of Python costs: a bake from arrays beside the command's time without outputs, two bakes at once beside one, and the private memory of 10,000 bakes.

  PYTHONPATH=BUILD/python python_module.py PLUMB LEVEL.obj    z up, such as a city of ../shared/scenes/tools/gen_scenes.py; one thread a bake; medians of five"""
import pathlib
import re
import statistics
import subprocess
import sys
import threading
import time

import numpy as np

import plumb

program, level = sys.argv[1:3]
options = {"stances": {"stand": "1.8"}, "step": "0.4", "threads": 1}
loaded = plumb.Scene.load(level, up="z")
vertices, faces = loaded.vertices, np.array(loaded.faces)


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def two_at_once():
    threads = [threading.Thread(target=lambda: plumb.bake(loaded, **options)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def private_kilobytes():
    return int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path("/proc/self/status").read_text())[1])


words = [program, "bake", level, "--up", "z", "--threads", "1", "--stance", "stand=1.8", "--step", "0.4"]
arrays, pairs = [], []
for _ in range(5):
    command = seconds(lambda: subprocess.run(words, check=True, capture_output=True))
    arrays.append(seconds(lambda: plumb.bake(plumb.Scene(vertices, faces, up="z"), **options)) / command)
    one = seconds(lambda: plumb.bake(loaded, **options))
    pairs.append(seconds(two_at_once) / one)
print(f"from arrays, over the command: {statistics.median(arrays):.2f}")
print(f"two at once, over one: {statistics.median(pairs):.2f}")
small = plumb.Scene([[0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, 1.5], [2, 1, 1.5], [1, 2, 1.5]], [[0, 1, 2], [3, 4, 5]], up="z")
for i in range(10001):
    plumb.bake(small, threads=1).mesh()
    if i in (100, 10000):
        print(f"after {i} bakes: {private_kilobytes()} kB")
