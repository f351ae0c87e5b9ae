# SPDX-License-Identifier: GPL-3.0-or-later
"""What the adapters of bakers have in common; docs/reference/bakers.md is the contract.

An adapter is a class with
  name                     as in list.json
  version()                the baker's version as a text; raises Missing where the baker is not installed
  default_cells(agent)     (cell, cell height) of the grade `default`; None for a baker without cells
  bake(job)                writes job.out/navmesh.*; returns what settings.json says besides; raises Refused or Crashed
and ends with main(TheClass())."""
import json
import os
import pathlib
import subprocess
import sys
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[3]
REFUSED, BAD_AGENT, MISSING = 1, 2, 77
NEEDED = {"height", "radius", "climb", "slope", "up"}


class Missing(Exception):
    """The baker is not installed."""


class Refused(Exception):
    """The baker ended by itself without a navmesh; the text is its own."""


class Crashed(Exception):
    """The baker ended otherwise; the argument is the exit status that the adapter passes on."""


class BadAgent(Exception):
    """AGENT.json is not as the contract says."""


class Job:
    """One bake: the scene, the agent, the folder for the output, and the cells, (None, None) for a baker without."""

    def __init__(self, scene, agent, out, adapter):
        self.scene, self.out, self.agent = pathlib.Path(scene).resolve(), pathlib.Path(out).resolve(), read_agent(agent)
        self.variant = self.agent.get("variant", "")
        self.cell, self.cell_height = cells_of(self.agent, adapter.default_cells)
        self.cost = {}

    def __getattr__(self, name):  # job.height is that of the agent
        return self.__dict__["agent"][name]

    def run(self, words, **more):
        """Runs the baker and keeps what it cost; returns its standard output."""
        with open(self.out / "stdout.txt", "w+") as output, open(self.out / "stderr.txt", "w+") as errors:
            child = subprocess.Popen([str(w) for w in words], stdout=output, stderr=errors, stdin=subprocess.DEVNULL, cwd=self.out, **more)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0), errors.seek(0)
            said, complaint = output.read(), errors.read().strip()
        self.cost = {"processor_seconds": used.ru_utime + used.ru_stime, "peak_bytes": used.ru_maxrss * 1024}
        if child.returncode == REFUSED:
            raise Refused(complaint)
        if child.returncode:
            print(complaint, file=sys.stderr)
            raise Crashed(128 - child.returncode if child.returncode < 0 else max(child.returncode, 2))
        return said


def read_agent_of_table(path, text=None):
    """An agent that need have neither cells nor grade; the defaults are filled in."""
    agent = {"radius": 0, "units": 1, "numbers": "float", **json.loads(text or pathlib.Path(path).read_text())}
    if lacking := sorted(NEEDED - set(agent)):
        raise BadAgent(f"{path}: lacks {', '.join(lacking)}")
    if agent["up"] not in ("y", "z") or ("cell" in agent) != ("cell_height" in agent) or ("cell" in agent and "grade" in agent):
        raise BadAgent(f"{path}: up is y or z; cell and cell_height are given together, and not with a grade")
    return agent


def read_agent(path):
    agent = read_agent_of_table(path)
    if "cell" not in agent and "grade" not in agent:
        raise BadAgent(f"{path}: has neither cells nor a grade")
    return agent


def cells_of(agent, default_cells):
    """(cell, cell height): given, or of the grade."""
    if "cell" in agent:
        return (agent["cell"], agent["cell_height"]) if default_cells(agent) else (None, None)
    if agent["grade"] not in ("default", "fine"):
        raise BadAgent(f"no grade {agent['grade']}: default or fine")
    default = default_cells(agent)
    if default is None or agent["grade"] == "default":
        return default or (None, None)
    cell = fine_cell(agent)
    return cell, cell / 2


def fine_cell(agent):
    return agent["radius"] / 6 if agent["radius"] > 0 else agent["height"] / 36


def program(variable, default):
    """A program of the build, or the one that the environment names."""
    path = pathlib.Path(os.environ.get(variable) or ROOT / default)
    if not path.exists():
        raise Missing(f"{path} is not built; {variable} names another")
    return path


def plumb_words(agent):
    """The options that make `plumb bake` and `plumb audit` compute the floor of the agent."""
    return ["--up", agent["up"], "--numbers", agent["numbers"], "--sides", "up", "--stance", f"stand={agent['height']}", "--step", str(agent["climb"]),
            "--slope", str(agent["slope"]), "--radius", str(agent["radius"]), "--bad-faces", "drop"]


class PlumbBaker:
    """Plumb's own program; a derived class has name, variants (formats of files) and more (further options by variant and agent)."""

    def version(self):
        self.program = program("PLUMB", "build/release/bin/plumb")
        return subprocess.run([self.program, "version"], capture_output=True, text=True, check=True).stdout.split()[-1]

    def default_cells(self, agent):
        return None

    def bake(self, job):
        check_variant(job, self.variants)
        options = [*plumb_words(job.agent), *self.more(job.variant, job.agent), "--threads", "1", "--quiet"]
        try:
            job.run([self.program, "bake", job.scene, *options, "-o", f"navmesh.{job.variant}"])
        except Crashed as ended:
            if ended.args[0] != 2:  # 2: bad input, or a file that its format cannot hold
                raise
            raise Refused((job.out / "stderr.txt").read_text().strip()) from None
        return {"options": options}


def check_variant(job, variants):
    if job.variant not in variants:
        raise BadAgent(f"no variant {job.variant}: {', '.join(variants)}")


def read_obj(path):
    """(the coordinates of each `v` as texts, triangles of numbers of vertices)"""
    vertices, triangles = [], []
    for line in path.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ").splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["v"]:
            vertices.append(words[1:4])
        elif words[:1] == ["f"]:
            corners = [int(w.split("/")[0]) for w in words[1:]]
            corners = [c - 1 if c > 0 else len(vertices) + c for c in corners]
            triangles += [(corners[0], a, b) for a, b in zip(corners[1:], corners[2:])]
    return vertices, triangles


class Javascript:
    """A program of node that is started once and answers a line of JSON with one: what bake.mjs and javascript.mjs do."""

    def __init__(self, folder, package):
        self.script = pathlib.Path(folder) / "bake.mjs"
        self.modules = pathlib.Path(os.environ.get("PLUMB_NPM") or ROOT / "build/bakers/npm") / "node_modules"
        self.package, self.child = self.modules / package / "package.json", None

    def version(self):
        try:
            subprocess.run(["node", "--version"], capture_output=True, check=True)
        except OSError:
            raise Missing("node is not installed") from None
        if not self.package.exists():
            raise Missing(f"{self.package} is not there; `make bakers` installs it")
        return json.loads(self.package.read_text())["version"]

    def bake(self, job, options):
        """Has it write the navmesh that these options give."""
        if self.child is None or self.child.poll() is not None:
            self.child = subprocess.Popen(["node", self.script, self.modules], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.child.stdin.write(json.dumps({"scene": str(job.scene), "up": job.up, "variant": job.variant, "out": str(job.out), "options": options}) + "\n")
        self.child.stdin.flush()
        answer = self.child.stdout.readline()
        if not answer:
            status = self.child.wait()
            raise Crashed(128 - status if status < 0 else max(status, 2))
        answer = json.loads(answer)
        job.cost = {key: answer[key] for key in ("processor_seconds", "peak_bytes")}
        if answer["crashed"]:  # what it has in memory may be broken
            self.child.kill()
            self.child = None
            print(answer["error"], file=sys.stderr)
            raise Crashed(3)
        if answer["error"]:
            raise Refused(answer["error"])


def known_version(adapter):
    """adapter.version(), asked once: to ask takes longer than a small bake."""
    if not hasattr(adapter, "known_version"):
        adapter.known_version = adapter.version()
    return adapter.known_version


def bake(adapter, scene, agent, out):
    """The exit status of one job; its folder has the navmesh and settings.json if it is 0."""
    try:
        pathlib.Path(out).mkdir(parents=True, exist_ok=True)
        job = Job(scene, agent, out, adapter)
        version = known_version(adapter)
        settings = {"baker": adapter.name, "version": version, "variant": job.variant, "cell": job.cell, "cell_height": job.cell_height,
                    "max_error": None, "min_region": None, "options": None, **adapter.bake(job), **job.cost}
        (job.out / "settings.json").write_text(json.dumps(settings, indent=1) + "\n")
        return 0
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    except Crashed as crash:
        return crash.args[0]
    except (Missing, BadAgent, OSError, ValueError) as error:
        print(f"{adapter.name}: {error}", file=sys.stderr)
        return MISSING if isinstance(error, Missing) else BAD_AGENT
    except Exception:
        traceback.print_exc()
        return 3


def main(adapter):
    words = sys.argv[1:]
    if words == ["--version"]:
        try:
            print(adapter.name, adapter.version())
        except Missing as missing:
            print(f"{adapter.name}: {missing}", file=sys.stderr)
            sys.exit(MISSING)
    elif words == ["--jobs"]:
        for line in sys.stdin:
            paths = line.rstrip("\n").split("\t")
            print(bake(adapter, *paths) if len(paths) == 3 else BAD_AGENT, flush=True)
    elif len(words) == 3:
        sys.exit(bake(adapter, *words))
    else:
        print("usage: bake SCENE.obj AGENT.json OUT_FOLDER | bake --jobs | bake --version", file=sys.stderr)
        sys.exit(BAD_AGENT)
