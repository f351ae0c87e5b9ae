# SPDX-License-Identifier: GPL-3.0-or-later
"""What scripts of drawn variants have in common: their options, the draws, and what is said at the end."""
import argparse
import pathlib
import random
import tempfile


def run(doc, programs, kinds, met, make, least=1):
    """Draws --count variants of each kind, and returns the exit status: 1 if one failed.

    programs: names of the paths that the script takes. kinds: by name, variant(v, draw, number). make(args, folder): what knows `faults` by kind and `counts` of
    what was met. met: by kind, what 50 variants have to meet at least so often. --spoil: what is expected is spoiled, and each kind has to notice."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in programs:
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--only", choices=sorted(kinds))
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spoil", action="store_true")
    args = parser.parse_args()
    asked = [kind for kind in kinds if args.only in (None, kind)]
    with tempfile.TemporaryDirectory() as folder:
        v = make(args, pathlib.Path(folder))
        for kind in asked:
            draw = random.Random(f"{kind} {args.seed}")
            for number in range(args.count):
                kinds[kind](v, draw, number)
    print(", ".join(f"{what}: {n}" for what, n in sorted(v.counts.items())))
    if args.spoil:
        asleep = [kind for kind in asked if not v.faults.get(kind)]
        print(f"FAILED: {asleep} did not notice that what they expect is spoiled" if asleep else f"what is spoiled is noticed: {dict(v.faults)}")
        return 1 if asleep else 0
    failed = sum(v.faults.values())
    if args.count >= 50 and (rare := [what for kind in asked for what in met[kind] if v.counts.get(what, 0) < least]):
        failed += 1
        print(f"FAILED: met less than {least} times: {rare}")
    print(f"{args.count} variants each of {', '.join(asked)}: {failed} failed")
    return 1 if failed else 0
