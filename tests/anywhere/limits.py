# SPDX-License-Identifier: GPL-3.0-or-later
"""A module of WebAssembly that finds no memory ends with the text and the status of the program, and traps nowhere:
limits.py "NODE RUN.MJS MODULE". The engine is told to give so many pages of 64 KiB and no more."""
import os
import shlex
import subprocess
import sys
import tempfile


def grid(path, size):
    """A floor of size x size squares, each under a beam that runs across all of them."""
    with open(path, "w", encoding="utf-8") as file:
        for z in range(size + 1):
            for x in range(size + 1):
                file.write(f"v {x} 0 {z}\n")
        for z in range(size):
            for x in range(size):
                a = z * (size + 1) + x + 1
                file.write(f"f {a} {a + size + 1} {a + size + 2} {a + 1}\n")
        for z in range(size):
            y = 1 + z / 64
            file.write(f"v 0 {y} {z + 0.25}\nv 0 {y} {z + 0.75}\nv {size} {y} {z + 0.75}\nv {size} {y} {z + 0.25}\nf -4 -3 -2 -1\n")


def main():
    node, *rest = shlex.split(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        grid(os.path.join(scratch, "level.obj"), 120)
        words = ["bake", "level.obj", "--quiet", "-o", "nav.json"]
        for pages in (300, 400, 600, 900, 1300):
            done = subprocess.run([node, f"--wasm-max-mem-pages={pages}", *rest, *words], cwd=scratch, capture_output=True, text=True, timeout=600)
            print(f"{pages} pages: status {done.returncode}: {done.stderr.strip()[:200]}")
            if done.returncode == 0:
                continue
            if done.returncode != 2 or not done.stderr.startswith("plumb: out of memory; ") or done.stderr.count("\n") != 1:
                return 1
            if os.listdir(scratch) != ["level.obj"]:
                print("left behind:", os.listdir(scratch))
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
