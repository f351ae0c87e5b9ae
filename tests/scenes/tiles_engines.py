#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiles baked by engines, as docs/guide/tiles.md says: Dask with three workers, of which one is killed while it bakes and one while tiles are joined, make that is killed and
called again, and mpirun. Each gives the files that one process gives, and only tiles that were being baked when something died are baked twice.

  tiles_engines.py PLUMB DASK_PROGRAM LEVEL    exit status 1 if anything is not so; engines that are not there are skipped, with a word"""
import collections
import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

OPTIONS = ["--tiles", "2", "--up", "z", "--sides", "up", "--step", "0.4", "--radius", "0.3", "--disc", "8"]
# Takes the place of plumb: says which tile it is about to bake that is not baked yet, and takes its time.
WRAPPER = """#!/bin/sh
if [ "$2" = bake ] && ! [ -e "$3/tiles/$4_$5.seam.json" ]; then echo "$4_$5" >>"$3/../baked.log"; sleep 0.2; fi
if [ "$2" = seams ]; then echo seams >>"$3/../baked.log"; sleep 1; fi
exec PLUMB "$@"
"""
GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs/guide/tiles.md"


def of_guide(word, language):
    """The block of the guide that follows **word**."""
    after = GUIDE.read_text().split(f"**{word}**", 1)[1]
    return after.split(f"```{language}\n", 1)[1].split("```", 1)[0]


class Engines:
    def __init__(self, plumb, folder, level):
        self.plumb, self.folder, self.level, self.wrong = plumb, folder, level, 0
        self.bin = folder / "bin"
        self.bin.mkdir()
        (self.bin / "plumb").write_text(WRAPPER.replace("PLUMB", str(plumb)))
        (self.bin / "plumb").chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        one = self.store("one")
        subprocess.run([plumb, "tiles", "bake", one, "--quiet"], check=True)
        subprocess.run([plumb, "tiles", "seams", one, "--quiet"], check=True)
        self.wanted = self.digest(one)

    def store(self, name):
        store = self.folder / name / "store"
        store.parent.mkdir()
        subprocess.run([self.plumb, "tiles", "cut", self.level, "-o", store, *OPTIONS, "--quiet"], check=True)
        return store

    @staticmethod
    def digest(store):
        return {p.relative_to(store).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for folder in ("pieces", "tiles", ".")
                for p in sorted((store / folder).iterdir()) if p.is_file() and p.suffix in (".obj", ".json")}

    def check(self, holds, what):
        if not holds:
            self.wrong += 1
            print(f"FAILED: {what}")

    @staticmethod
    def log(store):
        log = store.parent / "baked.log"
        return log.read_text().split() if log.exists() else []

    def judge(self, what, store, status, killed):
        """`killed`: how many bakes at most were killed."""
        self.check(status == 0, f"{what}: exit status {status}")
        self.check(self.digest(store) == self.wanted, f"{what}: the files are others than those of one process")
        times = collections.Counter(self.log(store))
        twice = {tile: n for tile, n in times.items() if n > 1 and tile != "seams"}
        tiles = sum(name.startswith("pieces/") for name in self.wanted)
        print(f"{what}: {tiles} tiles, of which {len(twice)} were baked twice")
        self.check(len(times) - ("seams" in times) == tiles and sum(twice.values()) - len(twice) <= killed, f"{what}: baked more than once: {twice}")

    def start(self, words, folder=None):
        return subprocess.Popen(words, env=self.environment, cwd=folder or self.folder, start_new_session=True, stdout=subprocess.DEVNULL)


def wait_for(holds, process):
    end = time.time() + 60
    while not holds() and process.poll() is None and time.time() < end:
        time.sleep(0.02)
    return holds()


def parents_of(word, store):
    """Processes that have started a command of plumb on a store: workers."""
    out = []
    for stat in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (stat / "cmdline").read_bytes().split(b"\0")
            if word.encode() in words and str(store).encode() in words:
                out.append(int((stat / "stat").read_text().rsplit(")", 1)[1].split()[1]))
        except OSError:  # it has ended
            pass
    return out


def dask(engines, program):
    python = next((p for p in (sys.executable, "/usr/bin/python3") if subprocess.run([p, "-c", "import distributed"], capture_output=True).returncode == 0), None)
    if not python:
        print("skipped: Dask is not there (python3-distributed)")
        return
    store = engines.store("dask")
    job = engines.start([python, program, store, "--workers", "3", "-o", ".obj"])
    for word, log in (("bake", 4), ("seams", 1)):
        def begun():
            lines = engines.log(store)
            return lines.count("seams") >= 1 if word == "seams" else len(lines) >= log
        engines.check(wait_for(begun, job), f"Dask did not come to {word}")
        workers = parents_of(word, store)
        engines.check(bool(workers), f"no worker runs {word}")
        for pid in workers[:1]:
            os.kill(pid, signal.SIGKILL)
    status = job.wait(timeout=120)
    engines.check(len(list((store / "out").glob("*.obj"))) > 3 and (store / "index.json").exists(), "Dask finished no tiles")
    engines.check(engines.log(store).count("seams") == 2, "the tiles were not joined again")
    (store / "index.json").unlink(missing_ok=True)
    engines.judge("Dask, two of three workers killed", store, status, 1)
    engines.check(subprocess.run([python, program, store.parent / "nothing"], env=engines.environment, capture_output=True).returncode == 2, "a store that is not there")
    broken = engines.store("broken")
    piece = next((broken / "pieces").iterdir())
    piece.write_text(piece.read_text() + "f 1 2 3\n")
    said = subprocess.run([python, program, broken, "--workers", "1"], env=engines.environment, capture_output=True, text=True)
    engines.check(said.returncode == 2 and "is not the piece" in said.stderr, f"a damaged piece: {said.returncode} {said.stderr}")


def make(engines):
    if not shutil.which("make"):
        print("skipped: make is not there")
        return
    store = engines.store("make")
    (store.parent / "tiles.mk").write_text(of_guide("make", "make"))
    words = ["make", "-s", "-j2", "-f", "tiles.mk", f"STORE={store}"]
    job = engines.start(words, store.parent)
    engines.check(wait_for(lambda: len(engines.log(store)) >= 4, job), "make baked nothing")
    os.killpg(job.pid, signal.SIGKILL)
    job.wait()
    for left in (store / "tiles").glob("*.tmp*"):
        left.unlink()
    engines.judge("make -j2, killed and called again", store, engines.start(words, store.parent).wait(timeout=120), 2)


def mpirun(engines):
    if not shutil.which("mpirun"):
        print("skipped: mpirun is not there")
        return
    store = engines.store("ranks")
    script = of_guide("mpirun", "sh").replace("STORE", str(store)).replace("mpirun", "mpirun --oversubscribe")
    status = engines.start(["sh", "-c", script], store.parent).wait(timeout=120)
    subprocess.run([engines.plumb, "tiles", "seams", store, "--quiet"], check=True)
    engines.judge("mpirun -np 3", store, status, 0)


def main():
    plumb, program, level = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        engines = Engines(plumb, pathlib.Path(folder), level)
        make(engines)
        mpirun(engines)
        dask(engines, program)
    print("engines give what one process gives" if not engines.wrong else f"{engines.wrong} faults")
    return 1 if engines.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
