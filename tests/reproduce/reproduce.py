#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes again what is claimed of certificates, and prints the tables: reproduce.py, without arguments, from the sources as they are unpacked.

1. Builds plumb, plumb-check and plumb-check-plain (preset release), unless --plumb and --check name them.
2. Makes each certificate of certificates.tsv whose level is there: those of docs/examples, and those of --levels FOLDER (tests/scenes/fetch_levels.py FOLDER fetches some of them; the
   manifest named in docs/figures/certified-levels.md says where all are from). A level has to have the digest of the list, and so has its certificate: the bytes are those of any machine.
3. Checks each by plumb-check, by plumb-check-plain where it stands beside it, and, unless it is long, by tests/reference/check.py; all have to print the same areas.
4. Makes all forgeries of the tests of the checker. None may be accepted.
5. Compiles the machine-checked core, if coqc is installed, and counts the lines of the checker.

--quick: the examples without the long ones, and fewer forgeries. --only certificates: steps 1 to 3. --jobs N: so many at once (default: all cores). --out FOLDER: what is made and printed
(default build/reproduce). --write: makes the list anew of all levels that are there. Exit status 0 if all is as claimed."""
import argparse
import csv
import hashlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
LIST = HERE / "certificates.tsv"
COLUMNS = ["level", "up", "sides", "heights", "step", "level_sha256", "certificate_sha256"]
STANCES = ("crawl", "crouch", "stand")
LONG = {True: 20_000, False: 150_000}  # bytes of a certificate from which the second checker is not asked, with --quick and without
sys.path[:0] = [str(SOURCE / "tests"), str(SOURCE / "tests/scenes")]


class Run:
    def __init__(self, options):
        self.options, self.wrong, self.out = options, [], options.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.report = open(self.out / "tables.md", "w")

    def say(self, text=""):
        print(text, flush=True)
        self.report.write(text + "\n")

    def table(self, title, head, rows):
        self.say(f"\n## {title}\n")
        for row in [head, ["---"] * len(head), *rows]:
            self.say("| " + " | ".join(str(cell) for cell in row) + " |")

    def expect(self, condition, what):
        if not condition:
            self.wrong.append(what)
            self.say(f"FAILED: {what}")

    def build(self):
        o = self.options
        if not o.plumb:
            build = SOURCE / "build/release"
            for words in (["cmake", "--preset", "release"], ["cmake", "--build", "--preset", "release", "-j", str(o.jobs), "--target", "plumb", "plumb-check", "plumb-check-plain"]):
                subprocess.run(words, cwd=SOURCE, check=True, stdout=subprocess.DEVNULL)
            o.plumb, o.check = build / "bin/plumb", build / "bin/plumb-check"
        self.checkers = [o.check, *(p for p in [o.check.with_name("plumb-check-plain")] if p.exists())]

    def path_of(self, level):
        shipped = SOURCE / "docs/examples/competition/competition.obj"
        return SOURCE / level if level.startswith("docs/") else shipped if level == "made/competition.obj" else self.options.levels / level

    # A certificate by its row of the list, with what the checkers say; none if the level is not there.
    def certificate(self, row):
        level = self.path_of(row["level"])
        if not level.exists():
            return None
        name = re.sub(r"\W+", "_", row["level"].removesuffix(".obj")) + "_" + row["sides"]
        file = self.out / (name + ".cert")
        stances = [f"--stance={n}={h}" for n, h in zip(STANCES, row["heights"].split(","))]
        begin = time.monotonic()
        made = subprocess.run([self.options.plumb, "bake", level, "--up", row["up"], "--sides", row["sides"], "--step", row["step"], *stances, "--bad-faces", "drop", "--quiet", "--threads", "1",
                               "-o", file], capture_output=True, text=True)
        if made.returncode != 0:
            return {**row, "error": made.stderr}
        found = {**row, "level_sha256": digest(level), "certificate_sha256": digest(file), "bytes": file.stat().st_size, "baked": time.monotonic() - begin, "error": "", "checkers": 0}
        if self.options.write:
            file.unlink()
            return found
        if (row["level_sha256"], row["certificate_sha256"]) != (found["level_sha256"], found["certificate_sha256"]):
            found["error"] = "the level is another one" if row["level_sha256"] != found["level_sha256"] else "the certificate is another one"
        begin = time.monotonic()
        said = [subprocess.run([checker, "--threads", "1", level, file], capture_output=True, text=True) for checker in self.checkers]
        found["checked"] = (time.monotonic() - begin) / len(said)
        found["counts"] = re.findall(r"\d+", said[0].stdout.partition("\n")[0])[:5]
        areas = [line.split()[-1] for line in said[0].stdout.splitlines()[3:]]
        if any(one.returncode != 0 or one.stdout != said[0].stdout for one in said):
            found["error"] = said[0].stderr or "plumb-check-plain does not say what plumb-check says"
        found["checkers"] = len(said)
        if found["bytes"] <= LONG[self.options.quick] and not found["error"]:
            second = subprocess.run([sys.executable, "-B", SOURCE / "tests/reference/check.py", level, file], capture_output=True, text=True)
            theirs = [line.split()[-1] for line in second.stdout.splitlines()[1:]]
            if second.returncode != 0 or any(a not in ("long", b) for a, b in zip(areas, theirs)) or len(areas) != len(theirs):
                found["error"] = "the second checker: " + (second.stdout + second.stderr)[:300]
            found["checkers"] += 1
        file.unlink()
        return found

    def certificates(self):
        rows = list(all_rows(self.options.levels)) if self.options.write else list(csv.DictReader(LIST.read_text().splitlines(), delimiter="\t"))
        if self.options.quick:
            rows = [row for row in rows if row["level"].startswith("docs/") and self.path_of(row["level"]).stat().st_size < 100_000]
        with ThreadPoolExecutor(self.options.jobs) as pool:
            found = list(pool.map(self.certificate, rows))
        there = [f for f in found if f]
        for f in there:
            self.expect(not f["error"], f"{f['level']} --sides {f['sides']}: {f['error'].strip()}")
        if self.options.write and not self.wrong:
            with open(LIST, "w", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS, delimiter="\t", extrasaction="ignore", lineterminator="\n")
                writer.writeheader()
                writer.writerows(there)
            return
        head = ["level", "sides", "polygons", "traversable", "cells", "walls", "portals", "KB", "checkers", "bake s", "check s"]
        self.table("Certificates", head, [[f["level"].removesuffix(".obj"), f["sides"], *f["counts"], f["bytes"] // 1000, f["checkers"], f"{f['baked']:.2f}", f"{f['checked']:.2f}"]
                                          for f in there if not f["error"]])
        equal = sum(not f["error"] for f in there)
        self.say(f"\n{equal} of {len(there)} certificates have the digest of the list and are accepted, {sum(f['checkers'] > len(self.checkers) for f in there)} by the second checker, too.")
        if missing := sorted({row["level"] for row, f in zip(rows, found) if not f}):
            self.say(f"{len(missing)} levels are not there: {', '.join(missing)}.")

    def forgeries(self):
        o = self.options
        programs = ["--plumb", o.plumb, "--check", o.check, "--source", SOURCE]
        quick = lambda few, many: str(few if o.quick else many)
        tests = SOURCE / "tests"
        parts = 2
        jobs = [(f"every kind of corruption, part {k} of {parts}", [tests / "certificate/corruptions.py", *programs, "--part", f"{k}/{parts}", "--most", quick(1, 10**6)]) for k in range(1, parts + 1)]
        jobs += [("what a radius leaves", [tests / "certificate/clearance_corruptions.py", *programs]),
                 ("triangles with a foreign corner", [tests / "certificate/foreign_corner.py", *programs]),
                 ("random changes", [tests / "certificate/mutations.py", *programs, "--count", quick(200, 10000)]),
                 ("both checkers", [tests / "reference/agree.py", *programs, *(["--few", "--largest", "1200"] if o.quick else []), "--count", quick(60, 2000)]),
                 ("forged navmeshes", [tests / "files/forge_navmesh.py", *programs, "--count", quick(40, 2000)]),
                 ("forged meshes in rounded numbers", [tests / "files/forge_meshes.py", *programs, "--count", quick(40, 1000)]),
                 ("forged audits", [tests / "certificate/audit_forgeries.py", *programs, "--count", quick(5, 50)]),
                 ("tiles", [tests / "scenes/tiles_forgeries.py", o.plumb, o.check, "--cases", quick(10, 50), "--count", quick(20, 200)])]

        def job(what):
            begin = time.monotonic()
            done = subprocess.run([sys.executable, "-B", *what[1]], capture_output=True, text=True)
            return done, time.monotonic() - begin

        with ThreadPoolExecutor(o.jobs) as pool:
            done = list(pool.map(job, jobs))
        rows, kinds = [], []
        for (what, _), (run, seconds) in zip(jobs, done):
            (self.out / (re.sub(r"\W+", "_", what) + ".txt")).write_text(run.stdout + run.stderr)
            if what.startswith("every kind"):
                kinds += re.findall(r"^(.{72}) +(\d+) +(\d+) +[\d.]+$", run.stdout, re.MULTILINE)
            last = next((line for line in reversed(run.stdout.splitlines()) if line.strip()), "")
            rows.append([what, "as claimed" if run.returncode == 0 else "FAILED", last.strip()[:100], f"{seconds:.0f}"])
            self.expect(run.returncode == 0, f"{what}: {(run.stdout + run.stderr)[-500:]}")
        self.table("Forgeries", ["what", "outcome", "its last line", "s"], rows)
        self.table("Corruptions by kind", ["kind", "tried", "refused"], [[kind.strip(), tried, refused] for kind, tried, refused in sorted(kinds)])

    def proof(self):
        if not shutil.which("coqc"):
            return self.say("\nThe machine-checked core was not compiled: coqc is not installed (.ci/packages-proof).")
        run = subprocess.run([sys.executable, "-B", SOURCE / "tests/check_proofs.py", SOURCE, self.out / "proof"], capture_output=True, text=True)
        self.expect(run.returncode == 0, run.stdout)
        self.table("Theorems", ["theorem", "rests on"], [line.split(": ", 1) for line in run.stdout.splitlines() if ": Closed" in line])

    def lines(self):
        import check_checker
        found, lost = check_checker.count(SOURCE)
        self.expect(not lost, f"of no part of the checker: {lost}")
        self.table("Lines of the checker that are neither blank, comments nor #include", ["part", "lines"], found.items())


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


# The levels of docs/figures/certified-levels.md that are there, as the scripts of its tables bake them.
def all_rows(levels):
    import certificate_table
    for folder, prefix in ((SOURCE / "docs/examples", "docs/examples/"), (levels, "")):
        if not folder.exists():
            continue
        for name, up, heights, step in certificate_table.levels(folder):
            for sides in ("both", "up"):
                yield {"level": prefix + name, "up": up, "sides": sides, "heights": ",".join(heights), "step": step, "level_sha256": "", "certificate_sha256": ""}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", type=pathlib.Path)
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("--levels", type=pathlib.Path, default=SOURCE.parent / "shared/scenes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=pathlib.Path, default=SOURCE / "build/reproduce")
    parser.add_argument("--only", choices=("all", "certificates"), default="all")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.out = options.out.resolve()
    if bool(options.plumb) != bool(options.check):
        parser.error("give --plumb and --check, or neither")
    run = Run(options)
    steps = [run.build, run.certificates]
    if options.only == "all" and not options.write:
        steps += [run.forgeries, run.proof, run.lines]
    times = []
    for step in steps:
        begin, before = time.monotonic(), processor_time()
        step()
        times.append(f"{step.__name__} {time.monotonic() - begin:.0f} s ({processor_time() - before:.0f} s of processors)")
    run.say(f"\n{len(run.wrong)} things are not as claimed. " + ", ".join(times) + ".")
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
