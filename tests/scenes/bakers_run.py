# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs one row of the table of bakers: the adapter, within limits, and the audit of what it wrote. docs/reference/bakers.md says what a row has."""
import hashlib
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import bakers_metrics

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = ROOT / "tests/peers/bakers"
sys.path.insert(0, str(PEERS))
import adapter  # noqa: E402

MISSING, FINEST_SECONDS, FINEST_PARTS = adapter.MISSING, 60, (1, 2, 4, 8)
CLOCK = 10  # how much longer than by processor time
LOWEST_CELLS = 250  # cells of the agent's height, at most: the open spans of Recast hold 255
KEY = ["level", "agent", "baker", "variant", "grade"]
EXACT = ["status", "scene_sha256", "navmesh_sha256", "cell", "cell_height", "max_error", "min_region", "options", "format", "truth", "outer", "found", "coverage",
         "excess", "overlap", "components_true", "components_found", "lost", "spurious", "split", "merged", "wrong_answers", "wrong_answers_error",
         "wrong_answers_by", "unreachable", "height_low", "height_high", "found_from_truth", "truth_from_found", "polygons", "corners", "complexity",
         *bakers_metrics.PATHS, "navmesh_bytes"]
MEASURED = ["processor_seconds", "peak_bytes", "times_plumb_seconds", "times_plumb_bytes"]
COLUMNS = [*KEY, *EXACT, *MEASURED, "baker_version", "plumb_version", "why"]
PAIRS, SEED = 200, 1  # pairs of places between which ways are asked for

LIVE = set()  # process groups of programs that run now


def end_all(number, frame):
    """For a signal that ends this program: it takes along what it has started."""
    for group in list(LIVE):
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass
    os._exit(128 + number)


def start(main):
    """Runs a script's main() so that a signal that ends it ends what it has started."""
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, end_all)
    sys.exit(main(sys.argv[1:]))


class Ended:
    """How a program ended: status (negative: a signal), whether it had to be ended, its complaint, and what it used."""

    def __init__(self, status, hung, complaint, seconds, peak):
        self.status, self.hung, self.complaint, self.seconds, self.peak = status, hung, complaint, seconds, peak


def run(words, seconds, memory, folder):
    """Runs a program and all that it starts, each with so many seconds of processor time and so much memory; and CLOCK times as long by the clock, for one that
    waits. So a busy machine ends no baker that a free one would not."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "run.stdout", "wb") as output, open(folder / "run.stderr", "w+b") as errors:
        child = subprocess.Popen(["prlimit", f"--data={memory}", f"--cpu={math.ceil(seconds)}:{math.ceil(seconds) + 9}", "--core=0", "--", *map(str, words)], stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                 start_new_session=True)
        LIVE.add(child.pid)
        # Beyond the soft limit of processor time SIGXCPU ends the program, so that it is known why; beyond the hard one, SIGKILL would.
        end, hung = time.monotonic() + CLOCK * seconds, False
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > end:
                hung = True
                os.killpg(child.pid, signal.SIGKILL)
                _, status, used = os.wait4(child.pid, 0)
                break
            time.sleep(0.01)
        try:
            os.killpg(child.pid, signal.SIGKILL)  # what a killed adapter has left running
        except ProcessLookupError:
            pass
        LIVE.discard(child.pid)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        complaint = errors.read().decode(errors="replace").strip()
    if child.returncode in (126, 127) and complaint.startswith("prlimit:"):
        raise OSError(complaint)  # the program could not be started: that says nothing about a baker
    hung = hung or child.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU)
    return Ended(child.returncode, hung, complaint, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Limits:
    def __init__(self, seconds=120, audit_seconds=300, memory=8 << 30):
        self.seconds, self.audit_seconds, self.memory = seconds, audit_seconds, memory


def walk_program():
    """The program that asks Detour for ways; None: it is not built."""
    try:
        return adapter.program("PLUMB_WALK", "build/test/bin/plumb_walk")
    except adapter.Missing:
        return None


class Truth:
    """The exact floor of a level for an agent: what its bake used, its components, the fewest polygons that it can have, and pairs of its places with the
    shortest ways between them, in the file `pairs` (None: there are none)."""

    def __init__(self, plumb, scene, agent, folder, limits):
        self.scene, self.agent, self.options, self.failure, self.own_audit = scene, agent, adapter.plumb_words(agent), None, None
        self.folder, self.plumb, self.walk, self.pairs = folder, plumb, walk_program(), None
        bake = [plumb, "bake", scene, *self.options, "--quiet"]
        for attempt in (0, 1):  # the second time the files are in the cache
            measured = run([*bake, "--threads", "1"], limits.audit_seconds, limits.memory, folder)
        self.seconds, self.peak = measured.seconds, measured.peak
        ended = run([*bake, "-o", folder / "truth.json", "--report", folder / "report.json"], limits.audit_seconds, limits.memory, folder)
        if ended.status == 0:
            self.fewest = json.loads((folder / "report.json").read_text())["graph"]["regions"]["lower_bound"]
            ended = self.audit([folder / "truth.json"], folder / "own_audit.json", limits)
        if ended.status not in (0, 1):
            self.failure = "no truth: " + (f"not in {limits.audit_seconds} s" if ended.hung else ended.complaint[-300:])
            return
        self.own_audit = json.loads((folder / "own_audit.json").read_text())
        if self.walk:
            self.draw_pairs(bake, limits)
        for name in ("truth.json", "outer.json", "report.json", "own_audit.json"):
            (folder / name).unlink(missing_ok=True)

    def draw_pairs(self, bake, limits):
        """With a radius the truth is an inner bound; where the outer one, too, has no way there certainly is none."""
        words = [self.walk, "pairs", self.folder / "truth.json", self.folder / "pairs.json", "--count", PAIRS, "--seed", SEED]
        if self.agent["radius"]:
            outer = self.folder / "outer.json"
            if run([*bake, "--clearance", "outer", "-o", outer], limits.audit_seconds, limits.memory, self.folder).status:
                return
            words += ["--outer", outer]
        if run(words, limits.audit_seconds, limits.memory, self.folder).status == 0:
            self.pairs = self.folder / "pairs.json"

    def ways(self, navmesh, limits, folder):
        """What plumb_walk says of a navmesh of Detour's; empty where it says nothing."""
        if self.pairs is None or run([self.walk, "ways", self.pairs, navmesh], limits.audit_seconds, limits.memory, folder).status:
            return {}
        return json.loads((folder / "run.stdout").read_text())

    def audit(self, navmesh, output, limits, settings=()):
        return run([self.plumb, "audit", self.scene, *navmesh, *self.options, *settings, "--threads", "1", "--limit", "20", "--exact-digits", "0", "--json", output, "--quiet"],
                   limits.audit_seconds, limits.memory, output.parent)


def audit_options(settings, agent):
    """What the audit is told of the baker's settings."""
    out = ["--climb", str(agent["climb"])]
    if settings.get("cell"):
        out += ["--cell", f"{settings['cell']},{settings['cell_height']}"]
    for name in ("max_error", "min_region"):
        if settings.get(name) is not None:
            out += ["--" + name.replace("_", "-"), str(settings[name])]
    return out


def status_of(ended):
    if ended.hung:
        return "hung"
    if ended.status < 0 or ended.status >= 128:
        return "killed"
    return {0: "baked", 1: "refused", MISSING: "absent"}.get(ended.status, "crashed")


def read_output(folder):
    """(navmesh, settings), or (None, what is missing)."""
    files = sorted(folder.glob("navmesh.*"))
    if len(files) != 1:
        return None, f"{len(files)} files navmesh.*"
    try:
        settings = json.loads((folder / "settings.json").read_text())
        if not isinstance(settings, dict):
            return None, "settings.json is no object"
        for name in ("cell", "cell_height", "max_error", "min_region", "processor_seconds", "peak_bytes"):
            if settings.get(name) is not None and not isinstance(settings[name], (int, float)):
                return None, f"settings.json: {name} is no number"
        return files[0], settings
    except (OSError, ValueError) as error:
        return None, f"settings.json: {error}"


def bake_and_judge(truth, baker, agent, folder, limits):
    """The fields of a row but its key: of one bake for an agent with grade or cells."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "agent.json").write_text(json.dumps(agent))
    ended = run([*baker["words"], truth.scene, folder / "agent.json", folder / "out"], limits.seconds, limits.memory, folder)
    row = {"status": status_of(ended), "why": ended.complaint[-300:] if ended.status else "", "scene_sha256": sha256(truth.scene)}
    if ended.hung:
        row["why"] = f"not in {limits.seconds:g} s of processor time"
    if row["status"] != "baked":
        return row
    navmesh, settings = read_output(folder / "out")
    if navmesh is None:
        return {**row, "status": "incomplete", "why": settings}
    row.update(navmesh_sha256=sha256(navmesh), navmesh_bytes=navmesh.stat().st_size, baker_version=settings.get("version"),
               options=json.dumps(settings.get("options")), **{name: settings.get(name) for name in ("cell", "cell_height", "max_error", "min_region")})
    row["processor_seconds"] = settings.get("processor_seconds") or ended.seconds
    row["peak_bytes"] = settings.get("peak_bytes") or ended.peak
    if truth.seconds > 0:
        row["times_plumb_seconds"], row["times_plumb_bytes"] = row["processor_seconds"] / truth.seconds, row["peak_bytes"] / truth.peak
    if truth.failure:
        return {**row, "status": "unjudged", "why": truth.failure}
    judged = truth.audit([navmesh], folder / "audit.json", limits, audit_options(settings, agent))
    if judged.status == 2:
        return {**row, "status": "unreadable", "why": judged.complaint[-300:]}
    if judged.status not in (0, 1) or judged.hung:
        return {**row, "status": "unjudged", "why": f"not in {limits.audit_seconds} s" if judged.hung else judged.complaint[-300:]}
    row.update(bakers_metrics.metrics(json.loads((folder / "audit.json").read_text()), truth.own_audit, truth.fewest))
    if row["format"].startswith("Detour"):
        row.update(bakers_metrics.path_error(truth.ways(navmesh, limits, folder)))
    return row


def run_row(truth, baker, variant, grade, folder, limits, cells=None):
    """A row but its level and agent's name. cells: those of a row that is repeated."""
    agent = {**truth.agent, "variant": variant}
    if grade == "given":
        row = bake_and_judge(truth, baker, agent, folder, limits)
    elif cells and cells[0] is not None:
        row = bake_and_judge(truth, baker, {**agent, "cell": cells[0], "cell_height": cells[1]}, folder, limits)
    elif grade == "finest":
        row, quick = None, Limits(FINEST_SECONDS, limits.audit_seconds, limits.memory)
        for part in FINEST_PARTS:
            cell = adapter.fine_cell(agent) / part
            low = max(cell / 2, agent["height"] / LOWEST_CELLS)
            finer = bake_and_judge(truth, baker, {**agent, "cell": cell, "cell_height": low}, folder, quick)
            if row is not None and finer["status"] not in ("baked", "unjudged", "unreadable"):
                break
            row = finer
            if finer["status"] != "baked":
                break
    else:
        row = bake_and_judge(truth, baker, {**agent, "grade": grade}, folder, limits)
    return {"baker": baker["name"], "variant": variant, "grade": grade, "baker_version": baker.get("version", "").partition(" ")[2], **row}
