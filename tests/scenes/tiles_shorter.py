#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A level that gets shorter while a command reads it: the command says so and ends with status 2, or it had read all of it.

  tiles_shorter.py PLUMB PLUMB_CHECK PRELOAD    exit status 1 if anything is not so

PRELOAD is the library of tiles_killed_preload.cpp, which makes the level shorter once its size has been asked for, or it has been read from, so many times."""
import os
import pathlib
import subprocess
import sys
import tempfile

PADDING = ("# " + "padding " * 31 + "\n") * 1500


def main():
    plumb, plumb_check, preload = (str(pathlib.Path(a).resolve()) for a in sys.argv[1:4])
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        level, store = pathlib.Path(folder, "level.obj"), pathlib.Path(folder, "store")
        # Three megabytes with vertices far from each other in the file, and from the face that is last.
        text = "".join(f"v {x} {y} 0\n{PADDING}" for x, y in ((0, 0), (4, 0), (4, 4), (0, 4), (0, 8), (4, 8), (8, 8), (8, 0))) + "f 1 2 3 4\nf 4 3 6 5\nf 2 8 7 6 3\n"
        level.write_text(text)
        cut = [plumb, "tiles", "cut", level, "-o", store, "--tiles", "4", "--up", "z", "--sides", "up", "--certificates"]
        for words in (cut, [plumb, "tiles", "bake", store], [plumb, "tiles", "seams", store]):
            subprocess.run([str(w) for w in words], check=True, capture_output=True)
        check = [plumb_check, "--store", store, level]
        for what, words, most in (("cut", cut, 12), ("bake", [plumb, "bake", level, "--up", "z"], 12), ("plumb-check --store", check, 300)):
            said, done_at = 0, None
            for reads in (*range(1, 12), *range(12, most, 23)):
                level.write_text(text)
                environment = {**os.environ, "LD_PRELOAD": preload, "SHORTEN": str(level), "SHORTEN_AT": str(reads)}
                done = subprocess.run([str(w) for w in words], capture_output=True, text=True, env=environment)
                in_words = done.returncode == 2 and "got shorter while it was read" in done.stderr
                said += in_words
                is_another = words is check and done.returncode == 1 and "is not the one that was cut" in done.stderr  # shorter before it was opened
                if not in_words and not is_another and done.returncode != 0:
                    wrong += 1
                    print(f"FAILED: {what}, shorter after {reads} sizes and reads: exit status {done.returncode}: {done.stderr}")
            if not said:
                wrong += 1
                print(f"FAILED: {what} never said that the level got shorter")
    print("levels that get shorter are told" if not wrong else f"{wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
