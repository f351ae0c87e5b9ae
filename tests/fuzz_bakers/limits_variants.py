#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`plumb fuzz` on adapters that keep to no limit, each in a way of its own: limits_test.py's cases, drawn anew.

  limits_variants.py PLUMB [--only KIND] [--count 50] [--seed 1] [--spoil]    exit status 1 if anything is not so
  limits_variants.py --adapter FILE.json --version | --jobs                   the adapter, which does what FILE says

Problem. An adapter whose --version waited was waited for, one that wrote 300 MB took 3.7 GB of plumb, and what was
interrupted left processes and files.
Steps. A variant draws what the adapter does and what it is limited to; from these follows what plumb has to answer:
- version: it waits, deaf to signals or not, prints without end, takes memory, fails, or leaves a child behind. Beyond
  --seconds or --memory the status is 2, in words, and there is no folder; within them the search goes on;
- files: a navmesh of up to 300 MB is told as too large above 16 MB, settings above 1 MB cannot be read, and what is no
  larger is read; output and errors may have any length. Plumb itself stays below 200 MB where it reads nothing;
- signals: TERM, INT or HUP while --version, the first or a later bake runs, whose children are deaf to TERM or not.
  Plumb ends by this signal, and neither processes nor unfinished files are left;
- left: a killed search left its folder for work, with what an adapter may leave there: folders within one another,
  locked ones, pipes, and links to a folder elsewhere. The next command removes it, and nothing behind a link.
--spoil: what is expected is spoiled, and the exit status is 1 if a kind does not notice."""
import collections
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

MEGABYTE = 1 << 20
MOST_MEMORY = 200 * MEGABYTE
ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
FOREVER, SOON = 1000, 100  # seconds: what an adapter waits, and within which plumb has to answer


# The adapter ------------------------------------------------------------------------------------------------------------

def tell(plan):
    with open(plan["numbers"], "a") as file:
        file.write(f"{os.getpid()}\n")


def wait(plan):
    """Waits with as many children as it is to have, each the child of the one before."""
    for _ in range(plan.get("children", 0)):
        if os.fork():
            break
    if plan.get("deaf"):
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
    tell(plan)
    time.sleep(FOREVER)


def adapter_version(plan):
    way = plan.get("version", "")
    if way == "waits":
        wait(plan)
    elif way == "waits in silence":
        os.close(1), os.close(2)
        wait(plan)
    elif way == "prints without end":
        while True:
            os.write(1, b"version " * 8192)
    elif way == "takes memory":
        bytearray(plan["memory"])
    elif way == "fails":
        sys.exit(plan["status"])
    elif way == "is killed":
        os.kill(os.getpid(), plan["signal"])
    elif way == "leaves a child" and os.fork() == 0:
        tell(plan)
        time.sleep(FOREVER)
    print("drawn 1", flush=True)
    os._exit(0)


def write_padded(path, text, size, sparse):
    with open(path, "wb") as file:
        file.write(text)
        if sparse:
            file.truncate(max(size, len(text)))
            return
        line = b"# " + b"p" * 1021 + b"\n"
        file.write(line * ((size - len(text)) // len(line)))


def adapter_jobs(plan):
    for number, line in enumerate(sys.stdin):
        scene, _, out = (pathlib.Path(p) for p in line.rstrip("\n").split("\t"))
        out.mkdir(parents=True)
        if number == plan.get("waits at"):
            (out / "locked").mkdir()
            (out / "locked/file").write_text("left")
            (out / "locked").chmod(0o500)
            wait(plan)
        if plan.get("errors"):
            for _ in range(plan["errors"] // 65536):
                os.write(2, b"e" * 65536)
        if plan.get("output"):
            for _ in range(plan["output"] // 65536):
                os.write(1, b"o" * 65536)
            time.sleep(FOREVER)
        faces = b"".join(part + b"\n" for part in scene.read_bytes().splitlines() if part.startswith((b"v ", b"f ")))
        write_padded(out / "navmesh.obj", faces, plan.get("navmesh", 0), plan.get("sparse"))
        settings = b'{"cell": 0.125, "cell_height": 0.0625}'
        (out / "settings.json").write_bytes(settings + b" " * max(0, plan.get("settings", 0) - len(settings)))
        print(0, flush=True)


# The searches -----------------------------------------------------------------------------------------------------------

class Variants:
    def __init__(self, plumb, folder, spoil):
        self.plumb, self.folder, self.spoil = plumb, folder, spoil
        self.faults, self.counts = collections.Counter(), collections.Counter()
        self.out, self.numbers = folder / "out", folder / "numbers"

    def expect(self, kind, holds, story):
        if not holds:
            self.faults[kind] += 1
            if not self.spoil:
                print(f"FAILED: {kind}: {story}")

    def fresh(self):
        shutil.rmtree(self.out, ignore_errors=True)
        self.numbers.write_text("")

    def begin(self, plan, *more):
        file = self.folder / "plan.json"
        file.write_text(json.dumps({**plan, "numbers": str(self.numbers)}))
        baker = f"{sys.executable} -B {pathlib.Path(__file__).resolve()} --adapter {file}"
        words = [self.plumb, "fuzz", "--baker", baker, "-o", self.out, "--jobs", 1, "--families", "voxel", "--cell", "0.125,0.0625", *more]
        return subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def ended(self, search):
        """(exit status, what it said, the most memory of this process alone in bytes)"""
        said = search.stdout.read()
        _, status, used = os.wait4(search.pid, 0)
        search.returncode = os.waitstatus_to_exitcode(status)
        search.stdout.close()
        return search.returncode, said, used.ru_maxrss * 1024

    def waiting(self, search, count):
        """The numbers of so many processes of the adapter, once all of them wait."""
        while len(found := self.numbers.read_text().split()) < count:
            if search.poll() is not None:
                return None
            time.sleep(0.005)
        return [int(number) for number in found]

    def none_lives(self, numbers):
        begun = time.monotonic()
        while any(map(lives, numbers)) and time.monotonic() < begun + SOON:  # killed, it takes a moment to end
            time.sleep(0.005)
        left = [number for number in numbers if lives(number)]
        for number in left:
            os.kill(number, signal.SIGKILL)
        return not left


def lives(number):
    """Whether a process goes on; one that ended and waits for its parent does not."""
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def version_variant(v, draw, number):
    v.fresh()
    way = draw.choice(["waits", "waits", "waits in silence", "prints without end", "takes memory", "takes memory", "fails", "is killed",
                       "leaves a child"])
    seconds, memory = draw.choice([0.2, 0.3, 0.4]), draw.choice([192, 256, 384, 512])
    plan = {"version": way, "deaf": draw.random() < 0.5, "children": draw.randint(0, 2)}
    said = {"waits": "has no answer within --seconds", "waits in silence": "has no answer within --seconds", "is killed": "--version' fails",
            "leaves a child": ""}.get(way)
    if way == "takes memory":
        plan["memory"] = draw.choice([memory // 8, memory // 4, memory + 1, 2 * memory, 8 << 10]) * MEGABYTE
        said = "--version' fails" if plan["memory"] > memory * MEGABYTE else ""
    elif way == "fails":
        plan["status"] = draw.choice([1, 2, 3, 77, 255])
        said = "is not installed" if plan["status"] == 77 else "--version' fails"
    elif way == "is killed":
        plan["signal"] = int(draw.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGABRT]))
    elif way == "prints without end":
        said = "has no answer within --seconds"
    # What answers in time goes on to a search, which needs more time than that.
    limits = ["--seconds", seconds if "waits" in way or "prints" in way else 60, "--memory", f"{memory}M"]
    begun = time.monotonic()
    status, told, used = v.ended(v.begin(plan, "--minutes", 0.0001, *limits))
    took = time.monotonic() - begun
    v.counts[f"version: {way}{'' if said else ', within limits'}"] += 1
    story = f"{number}: {plan}, {limits}: exit status {status} after {took:.1f} s: {told}"
    if said:
        good = status == 2 and said in told and len(told.splitlines()) == 1 and not v.out.exists()
    else:
        good = status in (0, 1) and (v.out / "summary.json").exists()
    v.expect("version", good != v.spoil, story)
    v.expect("version", took < SOON and used < MOST_MEMORY, f"{story}; {used} bytes")
    v.expect("version", v.none_lives([int(n) for n in v.numbers.read_text().split()]), f"{story}; processes are left")


def files_variant(v, draw, number):
    v.fresh()
    way = draw.choice(["large navmesh", "large navmesh", "navmesh", "large settings", "settings", "errors", "output"])
    plan, kind, words, more = {}, None, "", []
    if way == "large navmesh":
        plan = {"navmesh": draw.choice([16 * MEGABYTE + 1, draw.randint(17, 30) * MEGABYTE, draw.randint(31, 300) * MEGABYTE]), "sparse": True}
        kind, words = "unreadable", "navmesh.obj has more than 16 MB"
    elif way == "navmesh":  # comments behind it
        plan = {"navmesh": draw.choice([0, 1000, draw.randint(1, 16) * 10 ** 6])}
    elif way == "large settings":
        plan = {"settings": draw.choice([MEGABYTE + 1, draw.randint(2, 64) * MEGABYTE])}
        kind, words = "unreadable", "settings.json cannot be read"
    elif way == "settings":
        plan = {"settings": draw.randint(0, 10 ** 6)}
    elif way == "errors":
        plan = {"errors": draw.randint(1, 60) * MEGABYTE}
    else:
        plan, kind, more = {"output": draw.randint(2, 60) * MEGABYTE}, "hang", ["--seconds", 0.5]
    v.counts[f"files: {way}"] += 1
    status, told, memory = v.ended(v.begin(plan, "--runs", 1, *more))
    story = f"{number}: {plan}: exit status {status}, {memory / MEGABYTE:.0f} MB: {told}"
    if status not in (0, 1):
        return v.expect("files", False, story)
    findings = json.loads((v.out / "summary.json").read_text())["findings"]
    kinds = [f["kind"] for f in findings]
    # A copy of the scene is no finding; what else a copy is found to be is not this test's.
    good = kinds == [kind] and status == 1 if kind else not {"unreadable", "crash", "hang", "memory"} & {*kinds}
    v.expect("files", bool(good) != v.spoil, f"{story}: {kinds}, not {kind}")
    if kind and kinds == [kind]:
        v.expect("files", words in next(v.out.glob("*/finding.md")).read_text(), f"{story}: finding.md does not say '{words}'")
    v.expect("files", memory < (MOST_MEMORY if kind else 2 * MOST_MEMORY), story)
    v.expect("files", not (v.out / "work").exists(), f"{story}; work is left")


def signal_variant(v, draw, number):
    v.fresh()
    at, sent = draw.choice(["version", "first", "later"]), draw.choice(ENDING)
    plan = {"deaf": draw.random() < 0.5, "children": draw.randint(0, 3)}
    plan.update({"version": "waits"} if at == "version" else {"waits at": 0 if at == "first" else draw.randint(1, 2)})
    search = v.begin(plan, "--runs", 3, "--seconds", 500)
    numbers = v.waiting(search, plan["children"] + 1)
    story = f"{number}: {plan}, {sent.name} at {at}"
    if not numbers:
        return v.expect("signals", False, f"{story}: it ended before: {v.ended(search)}")
    time.sleep(draw.choice([0, 0, 0.01, 0.05]))
    search.send_signal(sent)
    status, told, _ = v.ended(search)
    v.counts[f"signals: {at}"] += 1
    v.counts[f"signals: {sent.name}"] += 1
    v.expect("signals", (status == -sent) != v.spoil, f"{story}: exit status {status}: {told}")
    v.expect("signals", v.none_lives(numbers), f"{story}: processes are left")
    left = [str(p) for p in v.out.rglob("*") if ".part-" in p.name or p.name == "work"]
    v.expect("signals", not left, f"{story}: {left} are left")
    rows = v.out / "runs.jsonl"
    if rows.exists():
        v.expect("signals", all(json.loads(line) for line in rows.read_text().splitlines()), f"{story}: a line of runs.jsonl is cut off")


def leave(draw, folder, elsewhere, depth=0):
    """What adapters may leave in a folder."""
    for k in range(draw.randint(1, 3)):
        way = draw.choice(["file", "folder", "folder", "locked", "pipe", "link", "link to a file", "dangling"])
        path = folder / f"{way.replace(' ', '_')}{k}"
        if way in ("folder", "locked"):
            path.mkdir()
            if depth < 3:
                leave(draw, path, elsewhere, depth + 1)
            path.chmod(0o500 if way == "locked" else 0o700)
        elif way == "file":
            path.write_bytes(draw.randbytes(draw.randrange(1000)))
            path.chmod(draw.choice([0o000, 0o400, 0o600]))
        elif way == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to({"link": elsewhere, "link to a file": elsewhere / "deep/precious", "dangling": folder / "gone"}[way])


def left_variant(v, draw, number):
    v.fresh()
    elsewhere = v.folder / "elsewhere"
    shutil.rmtree(elsewhere, ignore_errors=True)
    (elsewhere / "deep").mkdir(parents=True)
    (elsewhere / "deep/precious").write_text("precious")
    (elsewhere / "deep").chmod(0o550)
    plan = {"children": draw.randint(0, 2), "deaf": draw.random() < 0.5, "waits at": draw.randint(0, 1)}
    search = v.begin(plan, "--runs", 1, "--seconds", 500)
    numbers = v.waiting(search, plan["children"] + 1)
    if not numbers:
        return v.expect("left", False, f"{number}: {plan}: it ended before: {v.ended(search)}")
    search.kill()
    v.ended(search)
    for process in filter(lives, numbers):
        os.kill(process, signal.SIGKILL)
    work = v.out / "work"
    v.expect("left", work.exists() != v.spoil, f"{number}: {plan}: a killed search left nothing, so this is no test")
    leave(draw, draw.choice([p for p in [work, *work.rglob("*")] if p.is_dir() and not p.is_symlink() and p.name != "locked"]), elsewhere)
    v.counts["left: with links" if any(p.is_symlink() for p in work.rglob("*")) else "left: without links"] += 1
    what = sorted(p.relative_to(work).as_posix() for p in work.rglob("*"))
    status, told, _ = v.ended(v.begin({}, "--minutes", 0.0001, "--seconds", 500))
    story = f"{number}: {what}: exit status {status}: {told}"
    v.expect("left", status in (0, 1) and not work.exists(), story)
    kept = (elsewhere / "deep/precious").read_text() == "precious" and (elsewhere / "deep").stat().st_mode & 0o777 == 0o550
    v.expect("left", kept, f"{story}; what a link leads to was changed")


KINDS = {"version": version_variant, "files": files_variant, "signals": signal_variant, "left": left_variant}
MET = ["version: waits", "version: waits in silence", "version: prints without end", "version: takes memory", "version: takes memory, within limits",
       "version: fails",
       "version: is killed", "version: leaves a child, within limits", "files: large navmesh", "files: navmesh", "files: large settings",
       "files: settings", "files: errors",
       "files: output", "signals: version", "signals: first", "signals: later", "signals: SIGTERM", "signals: SIGINT", "signals: SIGHUP",
       "left: with links"]


def main():
    if sys.argv[1] == "--adapter":
        plan = json.loads(pathlib.Path(sys.argv[2]).read_text())
        return adapter_version(plan) if sys.argv[3] == "--version" else adapter_jobs(plan)
    for ending in ENDING:
        signal.signal(ending, signal.SIG_DFL)  # a command ignores what the shell that started it in the background made it ignore
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scenes"))
    import variants
    met = {kind: [what for what in MET if what.split(":")[0] == kind] for kind in KINDS}
    return variants.run(__doc__, ["plumb"], KINDS, met, lambda args, folder: Variants(args.plumb.resolve(), folder, args.spoil))


if __name__ == "__main__":
    sys.exit(main())
