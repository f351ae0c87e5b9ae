#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes a city that is too large for the memory, in tiles: writes its blocks one by one, then runs `plumb tiles` cut, bake, seams and finish with at most 1 GiB of
data for each process (RLIMIT_DATA, which mapped files do not count for).

  large_level.py PLUMB SHARED [--blocks 6200] [--tiles 32] [--folder DIR] [--format .glb] [--checker PLUMB_CHECK]

6,200 blocks are about 10^7 triangles. With a checker, each tile has a certificate, and plumb-check verifies the whole. Prints for each step its time over that of the bakes, and the most private memory that it had. Exit status 77 without SHARED."""
import argparse
import math
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

LIMIT = 1 << 30
AGENT = ["--up", "z", "--sides", "up", "--step", "0.4", "--stance", "crouch=0.5", "--stance", "mid=1.1", "--stance", "stand=1.8"]


def write_city(shared, blocks, path):
    """The number of triangles."""
    sys.path.insert(0, str(shared / "scenes/tools"))
    import gen_scenes
    width, vertices, triangles = math.ceil(math.sqrt(blocks)), 0, 0
    with open(path, "w") as out:
        for k in range(blocks):
            one = gen_scenes.Obj()
            gen_scenes.block(one, k % width, k // width)
            out.writelines("v " + " ".join(map(gen_scenes.dec, v)) + "\n" for v in one.v)
            out.writelines("f " + " ".join(str(vertices + 1 + c) for c in f) + "\n" for f in one.f)
            vertices += len(one.v)
            triangles += len(one.f)
    return triangles


def private_memory(process):
    """Bytes that are in memory and of no file, now."""
    try:
        for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) << 10
    except FileNotFoundError:
        pass
    return 0


def run(words):
    """Seconds, the most private memory, and what was said."""
    start, most = time.monotonic(), 0
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(words, stdout=said, stderr=subprocess.STDOUT, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (LIMIT, LIMIT)))
        while process.poll() is None:
            most = max(most, private_memory(process))
            time.sleep(0.02)
        seconds = time.monotonic() - start
        said.seek(0)
        text = said.read()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit status {process.returncode}: {text}")
    return seconds, most, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--blocks", type=int, default=6200)
    parser.add_argument("--tiles", default="32")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--format", default=".glb")
    parser.add_argument("--checker", type=pathlib.Path)
    args = parser.parse_args()
    if not (args.shared / "scenes/tools/gen_scenes.py").exists():
        print("skipped:", args.shared, "is not there")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.folder or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        level, store, plumb = folder / "city.obj", folder / "store", args.plumb.resolve()
        triangles = write_city(args.shared, args.blocks, level)
        steps = {"cut": ["cut", level, "-o", store, "--tiles", args.tiles, *AGENT], "bake": ["bake", store], "seams": ["seams", store], "finish": ["finish", store, "-o", args.format]}
        if args.checker:
            steps["cut"].append("--certificates")
        results = {step: run([plumb, "tiles", *words]) for step, words in steps.items()}
        if args.checker:
            results["check"] = run([args.checker.resolve(), "--store", store, level])
    print(f"{triangles:,} triangles")
    print("| step | time over that of `bake` | private memory | said |\n|---|---|---|---|")
    for step, (seconds, most, text) in results.items():
        print(f"| `{step}` | {seconds / results['bake'][0]:.2f} | {most / 1e6:.0f} MB | {text.splitlines()[0]} |")
    print(f"all: {sum(r[0] for r in results.values()) / 60:.1f} minutes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
