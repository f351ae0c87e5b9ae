#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds fuzzers by build.sh, as OSS-Fuzz does but for its image, and looks at what is there.

    check.py SOURCE some|all

`some`: two of the kernel's, and no others; `all`: every *_fuzz.cpp. Each program must run from its unzipped corpus with
its dictionary, although the folder where it was built is gone. Exit status 77: there is no clang++-19.
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

SOME = ["cut_coplanar", "regions"]


def main():
    source, which = sys.argv[1:]
    if not shutil.which("clang++-19"):
        print("skipped: there is no clang++-19")
        return 77
    fuzz = os.path.join(source, "fuzz")
    every = sorted(os.path.basename(p)[:-len("_fuzz.cpp")] for p in glob.glob(os.path.join(fuzz, "*_fuzz.cpp")))
    wanted = SOME if which == "some" else every
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        out, work = os.path.join(folder, "out"), os.path.join(folder, "work")
        os.makedirs(out)
        os.makedirs(work)
        environment = dict(os.environ, CXX="clang++-19", CXXFLAGS="-O1 -fsanitize=fuzzer-no-link,address",
                           LIB_FUZZING_ENGINE="-fsanitize=fuzzer", OUT=out, WORK=work, SRC=os.path.dirname(source))
        if which == "some":
            environment["FUZZERS"] = " ".join(SOME)
        subprocess.run([os.path.join(fuzz, "oss-fuzz", "build.sh")], check=True, env=environment,
                       stdout=subprocess.DEVNULL)
        shutil.rmtree(work)
        programs = sorted(n for n in os.listdir(out) if os.access(os.path.join(out, n), os.X_OK) and "." not in n and n != "lib")
        if programs != sorted("plumb_fuzz_" + name for name in wanted):
            faults.append(f"programs: {programs}")
        for program in programs:
            path, corpus = os.path.join(out, program), os.path.join(folder, program)
            with zipfile.ZipFile(path + "_seed_corpus.zip") as seeds:
                seeds.extractall(corpus)
            if not os.listdir(corpus):
                faults.append(f"{program}: no seeds")
            with open(path + ".options", encoding="utf-8") as options:
                names_words = f"dict = {program}.dict\n" in options.read()
            if names_words != os.path.exists(path + ".dict"):
                faults.append(f"{program}: its options do not say whether it has a dictionary")
            command = [path, "-runs=50", "-seed=1", corpus] + ([f"-dict={path}.dict"] if names_words else [])
            ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if ended.returncode != 0:
                faults.append(f"{program} ends with {ended.returncode}:\n" + ended.stdout.decode(errors="replace")[-2000:])
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
