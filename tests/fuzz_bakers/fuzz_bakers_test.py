#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`plumb fuzz` on a baker with a planted fault of each kind, and on bakers without.

  fuzz_bakers_test.py PLUMB WORK [PART...]     PART: some, found, faultless, same, own; default: found, faultless, same"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
CELLS = ["--cell", "0.125,0.0625"]
# Where the rules of voxels decide, they say more than missing and excess: in `neck` they do not.
FAMILY = {"missing": "neck", "excess": "neck"}
OPTIONS = {"hang": ["--seconds", "2"], "memory": ["--memory", "1G"]}
RUNS = {"hang": 4}
KINDS = ["crash", "hang", "memory", "unreadable", "empty", "nonconvex", "folded", "degenerate", "overlap", "order", "lost", "false", "beyond", "differs", "motion",
         "monotone", "missing", "excess"]
LEVEL_FAMILIES = "voxel,stack,tall,wide,riser"
failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print("FAILED:", text, flush=True)


def baker(fault):
    return f"{sys.executable} -B {HERE / 'planted.py'} {fault}"


def fuzz(plumb, folder, fault, *more, runs=40, families="voxel", jobs=2):
    words = [plumb, "fuzz", "--baker", baker(fault), "-o", folder, "--runs", str(runs), "--jobs", str(jobs), "--families", families, *CELLS, *more]
    return subprocess.run([str(w) for w in words], capture_output=True, text=True)


def kinds_of(folder):
    return {f["kind"] for f in json.loads((folder / "summary.json").read_text())["findings"]}


def test_some(plumb, work):
    """Some of the planted faults, as test_found does all."""
    test_found(plumb, work, ["crash", "overlap", "lost", "differs", "missing"])


def test_found(plumb, work, kinds=tuple(KINDS)):
    """Each planted fault is found; its folder is whole, its script fails on the baker and succeeds on a mended one."""
    for kind in kinds:
        folder, begun = work / kind, time.monotonic()
        more = OPTIONS.get(kind, [])
        fault = kind
        if kind == "differs":
            fault, more = "none", ["--against", baker("differs")]
        done = fuzz(plumb, folder, fault, *more, runs=RUNS.get(kind, 40), families=FAMILY.get(kind, "voxel"))
        expect(done.returncode == 1, f"{kind}: exit status {done.returncode}: {done.stderr}")
        if done.returncode != 1:
            continue
        expect(kind in kinds_of(folder), f"{kind}: found {kinds_of(folder)}")
        for finding in sorted(p.parent for p in folder.glob(f"{kind}*/finding.md")):
            names = {p.name for p in finding.iterdir()}
            expect(names == {"agent.json", "audit.json", "finding.json", "finding.md", "picture.svg", "run.sh", "scene.obj"}, f"{finding}: has {sorted(names)}")
            mended = {"AGAINST": baker("none")} if kind == "differs" else {"BAKER": baker("none")}
            for change, status in (({}, 1), (mended, 0)):
                script = subprocess.run(["sh", finding / "run.sh"], env={**os.environ, "PLUMB": str(plumb), **change}, capture_output=True, text=True)
                expect(script.returncode == status, f"{finding}/run.sh with {change}: {script.returncode}, {script.stdout}{script.stderr}")
        print(f"{kind}: {sorted(kinds_of(folder))}, {time.monotonic() - begun:.1f} s", flush=True)


def test_faultless(plumb, work):
    """No finding on a baker that only rounds to cells, and none on Plumb's own navmeshes."""
    done = fuzz(plumb, work / "rounds", "none", runs=200, families=LEVEL_FAMILIES)
    expect(done.returncode == 0, f"rounds to cells: {done.stdout}{done.stderr}")
    facts = json.loads((work / "rounds/summary.json").read_text())
    expect(facts["runs"] == 200 and facts["explained"] > 100, f"rounds to cells: {facts['runs']} runs, {facts['explained']} explained")
    own = [plumb, "fuzz", "--baker", f"{sys.executable} -B {HERE.parent / 'peers/bakers/plumb/bake.py'}", "--jobs", 2]
    # Seed 11,000,050 of `far` is a triangle 47 million below the origin, where the floats that engines read text as are 4 apart.
    # Seed 11,000,006 is a triangle a million from it, which a lower agent gets in other tiles and so rounded otherwise.
    for name, *more in (("plumb", "--variant", "glb", "--runs", 36), ("far", "--variant", "obj", "--families", "far", "--seed", 11, "--runs", 51),
                        ("far_tiles", "--variant", "mset", "--radius", "0.3", "--families", "far", "--seed", 11, "--runs", 7)):
        done = subprocess.run([str(w) for w in [*own, "-o", work / name, *more]], env={**os.environ, "PLUMB": str(plumb)}, capture_output=True, text=True)
        expect(done.returncode == 0, f"{name}: {done.stdout}{done.stderr}")


def test_own(plumb, work, minutes=10):
    """No finding on any of Plumb's own formats, with and without a radius: ten minutes in all."""
    cases = [(variant, radius) for variant in ("glb", "tres", "mset", "bin", "obj", "json") for radius in ("0", "0.3")]
    for variant, radius in cases:
        folder = work / f"{variant}-{radius}"
        words = [plumb, "fuzz", "--baker", f"{sys.executable} -B {HERE.parent / 'peers/bakers/plumb/bake.py'}", "--variant", variant, "--radius", radius, "-o", folder,
                 "--minutes", minutes / len(cases)]
        done = subprocess.run([str(w) for w in words], env={**os.environ, "PLUMB": str(plumb)}, capture_output=True, text=True)
        facts = json.loads((folder / "summary.json").read_text())
        print(f"{variant}, radius {radius}: {facts['runs']} runs, {len(facts['findings'])} findings", flush=True)
        expect(done.returncode == 0 and facts["runs"] > 100, f"{variant}, radius {radius}: {done.stdout}{done.stderr}")


def files_of(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_same(plumb, work):
    """The same files for any number of jobs, and after an interruption; a folder of other settings is refused."""
    folders = [work / "one", work / "two", work / "again"]
    for jobs, folder in ((1, folders[0]), (2, folders[1])):
        fuzz(plumb, folder, "overlap", runs=60, families=LEVEL_FAMILIES, jobs=jobs)
    words = [plumb, "fuzz", "--baker", baker("overlap"), "-o", folders[2], "--runs", 60, "--jobs", 2, "--families", LEVEL_FAMILIES, *CELLS]
    child = subprocess.Popen([str(w) for w in words], stdout=subprocess.DEVNULL)
    log = folders[2] / "runs.jsonl"
    while not log.exists() or log.read_bytes().count(b"\n") < 12:
        time.sleep(0.01)
        expect(child.poll() is None, "it ended before it was interrupted")
    child.send_signal(signal.SIGKILL)
    child.wait()
    interrupted = log.read_bytes()
    expect(interrupted.count(b"\n") < 60, "it was interrupted too late")
    log.write_bytes(interrupted + b'{"run":')  # a line that is not whole
    fuzz(plumb, folders[2], "overlap", runs=60, families=LEVEL_FAMILIES)
    first = files_of(folders[0])
    expect(len(first) > 10, f"files: {len(first)}")
    for folder in folders[1:]:
        other = files_of(folder)
        expect(other.keys() == first.keys(), f"{folder.name}: files differ: {sorted(map(str, other.keys() ^ first.keys()))}")
        for name in first.keys() & other.keys():
            expect(first[name] == other[name], f"{folder.name}/{name} differs")
    more = fuzz(plumb, folders[0], "overlap", runs=70, families=LEVEL_FAMILIES)
    expect(more.returncode == 1 and json.loads((folders[0] / "summary.json").read_text())["runs"] == 70, f"more runs: {more.stderr}")
    other = fuzz(plumb, folders[0], "overlap", "--seed", "5", families=LEVEL_FAMILIES)
    expect(other.returncode == 2 and "other settings" in other.stderr, f"other settings: {other.returncode}, {other.stderr}")


def main():
    plumb, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    for part in sys.argv[3:] or ["found", "faultless", "same"]:
        shutil.rmtree(work / part, ignore_errors=True)
        (work / part).mkdir(parents=True)
        globals()["test_" + part](plumb, work / part)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
