#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a few long coordinates cost: processor time of commands on docs/examples/ruin.obj with polygons behind it that have them, over that of the same
command on the ruin alone; medians of runs that take turns, one thread. And a level of one's own: FILE over OTHER, the same command.
usage: long_coordinates.py BIN_DIR [FILE OTHER]   (bench.py runs it)"""
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = 5


def triangle(a, b, c):
    return "".join(f"v {' '.join(p)}\n" for p in (a, b, c)) + "f -3 -2 -1\n"


def far(number, axis, at=500):
    """A floor far away; one coordinate of one of its corners is long."""
    corners = [[str(at), "0", "500"], [str(at), "0", "501"], [str(at + 1), "0", "501"]]
    corners[1][axis] = number
    return triangle(*corners)


TAILS = {
    "tiny_far_tail": (ROOT / "tests/corpus/numbers/tiny_far_tail.obj").read_text(),
    "1e-45 in x": far("1e-45", 0), "1e-45 in z": far("1e-45", 2), "1e-300": far("1e-300", 1), "4.9e-324": far("4.9e-324", 1), "1e300": far("1e300", 1),
    "1e-12": far("1e-12", 1), "1e30": far("1e30", 0),
    "five different ones": "".join(far(number, 1, 500 + 10 * i) for i, number in enumerate(("1e-45", "1e-60", "3e-100", "1e-200", "7e-310"))),
    "a steep one": triangle(("500", "0", "500"), ("500", "9", "1e-45"), ("501", "9", "501")),
    "a roof of 1e-45 over all": triangle(("-100", "50", "-100"), ("300", "50", "1e-45"), ("-100", "50", "300")),
    "a floor of 1e-45 through all": triangle(("-100", "1e-45", "-100"), ("-100", "0", "300"), ("300", "0", "-100")),
}
OUTPUTS = ["x.obj", "x.json", "x.svg", "x.glb", "x.tres", "x.bin", "x.mset"]


def seconds(command):
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return used() - before


def ratio(ours, theirs):
    times = [(seconds(ours), seconds(theirs)) for _ in range(RUNS)]
    return statistics.median(t[0] for t in times) / statistics.median(t[1] for t in times)


def line(name, value, bound=None):
    print(f"  {name:<52}{value:8.2f}" + (f"  (bound {bound:g}) {'met' if value <= bound else 'NOT MET'}" if bound else ""), flush=True)


binaries = pathlib.Path(sys.argv[1])
PLUMB, CHECK = binaries / "plumb", binaries / "plumb-check"
scratch = tempfile.TemporaryDirectory()
work = pathlib.Path(scratch.name)
ruin = (ROOT / "docs/examples/ruin.obj").read_text()
(work / "ruin.obj").write_text(ruin)
bake = lambda scene, *more: [PLUMB, "bake", scene, "--sides", "up", "--step", "0.4", "--threads", "1", "--quiet", *more]
readme = lambda scene: [PLUMB, "bake", scene, "--sides", "up", "--stance", "crawl=0.5", "--stance", "crouch=1.1", "--stance", "stand=1.8", "--threads", "1",
                        "-o", work / "x.obj", "-o", work / "x.json", "-o", work / "x.svg"]
if len(sys.argv) > 3:
    print("processor time, first level over second:")
    line("bake", ratio(bake(sys.argv[2]), bake(sys.argv[3])), 3)
    line("bake, --numbers decimal", ratio(bake(sys.argv[2], "--numbers", "decimal"), bake(sys.argv[3], "--numbers", "decimal")), 3)
    sys.exit()
print("Long coordinates: processor time with them over that without, ruin.obj, README's bake:")
for name, text in TAILS.items():
    scene = work / "tail.obj"
    scene.write_text(ruin + "\n" + text)
    line(name, ratio(readme(scene), readme(work / "ruin.obj")), 2)
print("tiny_far_tail, other commands:")
tail = work / "tail.obj"
tail.write_text(ruin + "\n" + TAILS["tiny_far_tail"])
for name, more in {"no output": [], "--numbers decimal": ["--numbers", "decimal"], "--radius 0.3": ["--radius", "0.3"], "--weld 0.3": ["--weld", "0.3"],
                   "--decomposition seed": ["--decomposition", "seed"], "--solids closed": ["--solids", "closed"],
                   "--certificate": ["--certificate", work / "x.cert"],
                   **{f"-o {o}": ["-o", work / o] for o in OUTPUTS}}.items():
    line(name, ratio(bake(tail, *more), bake(work / "ruin.obj", *more)), 2)
for scene in ("ruin", "tail"):
    subprocess.run([str(c) for c in bake(work / f"{scene}.obj", "--certificate", work / f"{scene}.cert", "-o", work / f"{scene}.glb")], check=True)
line("plumb-check", ratio(*([CHECK, work / f"{s}.obj", work / f"{s}.cert"] for s in ("tail", "ruin"))), 2)
line("plumb audit", ratio(*([PLUMB, "audit", work / f"{s}.obj", work / "ruin.glb", "--sides", "up", "--step", "0.4", "--quiet"] for s in ("tail", "ruin"))), 2)
line("plumb explain --at", ratio(*([PLUMB, "explain", work / f"{s}.obj", "--sides", "up", "--at", "1,1,1"] for s in ("tail", "ruin"))), 2)
line("plumb explain --thresholds", ratio(*([PLUMB, "explain", work / f"{s}.obj", "--sides", "up", "--thresholds", "height", "--range", "1.5,2"] for s in ("tail", "ruin"))), 2)
