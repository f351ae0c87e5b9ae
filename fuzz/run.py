#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the fuzzers for a time, each from the corpus that earlier runs have left, and tells what they found.

    run.py BIN FOLDER [--seeds fuzz/seeds] [--minutes M] [--jobs J] [NAME...]

BIN has the programs plumb_fuzz_NAME and, beside each, its dictionary plumb_fuzz_NAME.dict, if it has one. FOLDER/NAME
is a fuzzer's corpus, to which new inputs are added; FOLDER-found/NAME-... are inputs that fail. The seeds are read and
never written. One line for each fuzzer. Exit status: 0, or 1 if an input failed, or 2 if a fuzzer could not run.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

PREFIX = "plumb_fuzz_"


def number(log, name):
    found = re.findall(rf"^stat::{name}:\s*(\d+)", log, re.MULTILINE)
    return int(found[-1]) if found else 0


def run(program, args):
    """(line, exit status) of one fuzzer."""
    name = os.path.basename(program)[len(PREFIX):]
    corpus, found = os.path.join(args.folder, name), args.folder + "-found"
    os.makedirs(corpus, exist_ok=True)
    os.makedirs(found, exist_ok=True)
    prefix = os.path.join(found, name + "-")
    command = [program, f"-max_total_time={max(1, round(60 * args.minutes))}", "-timeout=60", "-print_final_stats=1",
               f"-artifact_prefix={prefix}", corpus]
    seeds = os.path.join(args.seeds, name)
    if os.path.isdir(seeds):
        command.append(seeds)
    if os.path.exists(program + ".dict"):
        command.insert(1, f"-dict={program}.dict")
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    log = ended.stdout.decode(errors="replace")
    with open(prefix[:-1] + ".log", "w", encoding="utf-8") as out:
        out.write(log)
    findings = re.findall(r"Test unit written to (.*)", log)
    line = f"{name:24} {number(log, 'number_of_executed_units'):>10} runs {number(log, 'new_units_added'):>7} new inputs"
    if ended.returncode == 0:
        return f"{line}, nothing found", 0
    if not findings:
        last = (log.strip().splitlines() or ["no output"])[-1]
        return f"{line}, status {ended.returncode}: {last}", 2
    said = re.findall(r"^violated: .*|^.*runtime error: .*|^==\d+==\s*ERROR: .*", log, re.MULTILINE)
    what = re.sub(r"^==\d+==\s*", "", said[0]) if said else f"status {ended.returncode}"
    return f"{line}, FOUND {' '.join(findings)}: {what}", 1


def run_all(args):
    programs = sorted(p for p in glob.glob(os.path.join(glob.escape(args.bin), PREFIX + "*")) if os.access(p, os.X_OK))
    names = [os.path.basename(p)[len(PREFIX):] for p in programs]
    for name in args.names:
        if name not in names:
            print(f"{args.bin} has no {PREFIX}{name}; it has: {' '.join(names)}", file=sys.stderr)
            return 2
    chosen = [p for p, name in zip(programs, names) if not args.names or name in args.names]
    if not chosen:
        print(f"{args.bin} has no {PREFIX}...; build them with make fuzz", file=sys.stderr)
        return 2
    worst = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for line, status in pool.map(lambda p: run(p, args), chosen):
            print(line, flush=True)
            worst = status if worst == 0 or status == 1 else worst
    return worst


# Stands for a fuzzer: keeps its arguments, adds to its corpus, and ends as its name says.
FAKE = """#!/bin/sh
echo "$@" > "$0.arguments"
corpus=
for a; do case $a in -artifact_prefix=*) prefix=${a#*=};; -*) ;; *) : "${corpus:=$a}";; esac; done
echo new > "$corpus/input"
echo "stat::number_of_executed_units: 1234"
echo "stat::new_units_added:          5"
case $0 in
  *_finds) echo "violated: it holds" >&2; echo bad > "${prefix}crash-1"
    echo "artifact_prefix='$prefix'; Test unit written to ${prefix}crash-1"; exit 77;;
  *_ends) echo "no such option"; exit 1;;
esac
"""


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        programs = os.path.join(folder, "bin")
        os.makedirs(os.path.join(folder, "seeds", "good"))
        os.makedirs(programs)
        for name in ("good", "finds", "ends"):
            path = os.path.join(programs, PREFIX + name)
            with open(path, "w", encoding="utf-8") as out:
                out.write(FAKE)
            os.chmod(path, 0o755)
        open(os.path.join(programs, PREFIX + "good.dict"), "w").close()

        def ran(*names):
            out = subprocess.run([sys.executable, "-B", __file__, programs, os.path.join(folder, "corpus"), "--seeds",
                                  os.path.join(folder, "seeds"), "--minutes", "0.5", *names],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for fake in glob.glob(os.path.join(programs, "*.arguments")):
                os.rename(fake, os.path.join(folder, os.path.basename(fake)))
            return out.returncode, out.stdout

        faults = []

        def check(holds, what):
            if not holds:
                faults.append(what)

        status, text = ran("good")
        check(status == 0 and text.count("\n") == 1, "one line, and status 0, where nothing is found")
        check("1234 runs" in text and "5 new inputs" in text and "nothing found" in text, "the figures of a run")
        with open(os.path.join(folder, PREFIX + "good.arguments"), encoding="utf-8") as arguments:
            words = arguments.read().split()
        check("-max_total_time=30" in words, "minutes")
        check(f"-dict={programs}/{PREFIX}good.dict" in words, "the dictionary")
        check(words[-1].endswith("/seeds/good") and words[-2].endswith("/corpus/good"), "the corpus before the seeds")
        check(os.path.exists(os.path.join(folder, "corpus", "good", "input")), "the corpus is kept")
        status, text = ran("finds")
        check(status == 1 and "finds-crash-1" in text and "violated: it holds" in text, "a finding is told, and status 1")
        status, text = ran("ends")
        check(status == 2 and "no such option" in text, "a fuzzer that cannot run is no finding")
        status, text = ran()
        check(status == 1 and text.count("\n") == 3, "all of them, and a finding counts most")
        check(ran("absent")[0] == 2, "a name that is none")
        for fault in faults:
            print(f"self-test: {fault}", file=sys.stderr)
        return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", nargs="?")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--seeds", default="fuzz/seeds")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_intermixed_args()
    if args.self_test:
        return self_test()
    if not args.folder:
        parser.error("BIN and FOLDER are needed")
    return run_all(args)


if __name__ == "__main__":
    sys.exit(main())
