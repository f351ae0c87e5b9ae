#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""plumb-check says the same on any number of threads: of a genuine certificate, and of ones with errors in two or three places, of which the first in the
order of the file is to be told. The level is the ruin, beside a floor of many cells and walls, large enough for one surface to be shared by all threads."""
import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile

from mutations import mutated

LARGE_FLOOR = 40  # posts along each side of a floor


def level(source):
    with open(os.path.join(source, "docs/examples/ruin.obj"), encoding="ascii") as file:
        text = file.read()

    def quad(*corners):
        return "".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "f -4 -3 -2 -1\n"
    n = LARGE_FLOOR
    text += quad((100, 0, 100), (100, 0, 100 + n), (100 + n, 0, 100 + n), (100 + n, 0, 100))
    for i in range(n):
        for k in range(n):
            x, z = 100.25 + i + k / (2 * n), 100.25 + k
            text += quad((x, 0, z), (x + 0.5, 0, z + 0.25), (x + 0.5, 2, z + 0.25), (x, 2, z))
    return text


def answer(check, scene, certificate, threads):
    run = subprocess.run([check, "--threads", str(threads), scene, certificate], capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--check", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--count", type=int, default=25)
    args = parser.parse_args()
    wrong, refused = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        scene, certificate = os.path.join(folder, "level.obj"), os.path.join(folder, "level.cert")
        with open(scene, "w", encoding="ascii") as file:
            file.write(level(args.source))
        subprocess.run([args.plumb, "bake", scene, "--sides", "up", "--step", "0.4", "--stance", "crawl=0.5", "--stance", "stand=1.8", "--quiet",
                        "--certificate", certificate], check=True)
        with open(certificate, encoding="ascii") as file:
            lines = file.read().splitlines()
        surfaces = [i for i, line in enumerate(lines) if line.startswith("surface")] + [len(lines)]
        longest = max(sum(map(len, lines[a:b])) for a, b in zip(surfaces, surfaces[1:]))
        if longest < 100_000:
            sys.exit(f"no surface is large: {longest} characters")
        by_kind = collections.defaultdict(list)
        for line in lines:
            for w, word in enumerate(line.split(" ")):
                by_kind[line.split(" ")[0], min(w, 3)].append(word)
        rng = random.Random(34)
        for case in range(args.count + 1):
            text = lines
            for _ in range(0 if case == 0 else rng.choice((1, 2, 3))):
                text = (mutated(text, by_kind, rng) or (text,))[0]
            with open(certificate, "w", encoding="ascii") as file:
                file.write("\n".join(text) + "\n" * (case % 7 != 6))
            answers = [answer(args.check, scene, certificate, threads) for threads in (1, 2, 5)]
            refused += answers[0][0] != 0
            if any(a != answers[0] for a in answers):
                wrong += 1
                print(f"case {case}:", *answers, sep="\n  ")
            if case == 0 and answers[0][0] != 0:
                sys.exit(f"the genuine certificate is refused: {answers[0][2]}")
    print(f"{args.count + 1} certificates, {refused} refused; {wrong} with other words on other numbers of threads")
    return 1 if wrong or refused < args.count * 3 // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
