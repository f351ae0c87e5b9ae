#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges navmesh generators by the same exact floor: levels x agents x bakers x variants x grades, two at a time. docs/reference/bakers.md defines
adapters, metrics and rows; `make bakers` runs this.

  bakers.py --scenes FOLDER [--levels A,B] [--agents A,B]     the levels of bakers_levels.json
  bakers.py --level LEVEL.obj --agent AGENT.json              a level of one's own; prints the table

Finished rows are kept in OUT/rows and are not run again while scene, agent, adapter's version and plumb are the same. Exit status 0, or 2 for bad options."""
import argparse
import concurrent.futures
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import threading

import bakers_pages
from bakers_run import COLUMNS, KEY, MISSING, PEERS, ROOT, Limits, Truth, adapter, run_row, sha256, start, walk_program

LEVELS = pathlib.Path(__file__).with_name("bakers_levels.json")


def read_list(path):
    """The adapters, with the words that run them."""
    out = json.loads(path.read_text())
    for baker in out:
        baker["words"] = [str(path.parent / w) if (path.parent / w).exists() else w for w in baker["command"]]
        baker.setdefault("variants", [""])
        baker.setdefault("grades", ["default"])
    return out


def install_npm():
    """Installs the packages of the lock file, if they are not there as it says; returns what went wrong."""
    folder = ROOT / "build/bakers/npm"
    folder.mkdir(parents=True, exist_ok=True)
    stamp, lock = folder / "installed", (PEERS / "package-lock.json").read_text()
    if stamp.exists() and stamp.read_text() == lock:
        return None
    if not shutil.which("npm"):
        return "npm is not installed"
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PEERS / name, folder)
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        return f"npm ci: {done.stderr.strip()[-300:]}"
    stamp.write_text(lock)
    return None


def installed(bakers):
    """Those that are installed, each with its version; prints which are not."""
    if any(b.get("npm") for b in bakers) and (wrong := install_npm()):
        print(f"the packages of npm are not installed: {wrong}", file=sys.stderr)
    out = []
    for baker in bakers:
        asked = subprocess.run([*baker["words"], "--version"], capture_output=True, text=True)
        if asked.returncode == 0:
            out.append({**baker, "version": asked.stdout.strip()})
        else:
            print(f"skipped: {baker['name']}: {'' if asked.returncode == MISSING else 'its --version fails: '}{asked.stderr.strip()[-300:]}", file=sys.stderr)
    return out


def plumb_key_of(plumb):
    """Version and digests of the programs, by which rows are known to be of them."""
    version = subprocess.run([plumb, "version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    walk = walk_program()
    if not walk:
        print("skipped: the fields of paths: plumb_walk is not built", file=sys.stderr)
    return [version, sha256(plumb), sha256(walk) if walk else None]


def agent_text(args):
    """An AGENT.json; what has no height is the file of an agent, which plumb makes one of."""
    text = args.agent.read_text()
    if "height" in json.loads(text):
        return text
    made = subprocess.run([args.plumb, "agent", str(args.agent), "--adapter"], capture_output=True, text=True)
    if made.returncode:
        raise adapter.BadAgent(made.stderr.strip())
    return made.stdout


def levels_of(args):
    """(name of the level, scene, name of the agent, agent, whether `finest` is asked)"""
    if args.level:
        agent = adapter.read_agent_of_table(args.agent, agent_text(args))
        if "grade" in agent:
            args.grades = [agent.pop("grade")]
        return [(args.level.stem, args.level, args.agent.stem, agent, False)]
    data, out = json.loads(LEVELS.read_text()), []
    for level in data["levels"]:
        scene = args.scenes / level["scene"]
        if args.levels and level["name"] not in args.levels:
            continue
        if not scene.exists():
            print(f"skipped: {level['name']}: {scene} is not there", file=sys.stderr)
            continue
        for name in level["agents"]:
            if not args.agents or name in args.agents:
                agent = {**data["agents"][name], "up": level["up"], "numbers": level.get("numbers", "float")}
                out.append((level["name"], scene, name, agent, level.get("finest", False)))
    return out


def grades_of(baker, agent, finest, wanted):
    if "cell" in agent:
        return ["given"]
    return [g for g in baker["grades"] if (g != "finest" or finest) and (not wanted or g in wanted)]


class Rows:
    """The rows that are finished, a file each, so that a run that was stopped goes on."""

    def __init__(self, folder):
        self.folder, self.lock, self.rows = folder, threading.Lock(), []
        folder.mkdir(parents=True, exist_ok=True)

    def file_of(self, key):
        return self.folder / ("-".join(key[k] or "any" for k in KEY).replace("/", "_") + ".json")

    def kept(self, key, inputs):
        """The finished row of these inputs, if there is one."""
        try:
            known = json.loads(self.file_of(key).read_text())
        except (OSError, ValueError):
            return None
        return known["row"] if known["inputs"] == inputs else None

    def put(self, key, inputs, row):
        file = self.file_of(key)
        file.with_suffix(".new").write_text(json.dumps({"inputs": inputs, "row": row}, indent=1) + "\n")
        file.with_suffix(".new").replace(file)

    def add(self, row):
        with self.lock:
            self.rows.append(row)

    def write(self, base):
        """All rows of this run, in order, as CSV and as JSON."""
        rows = sorted(self.rows, key=lambda row: [row[k] for k in KEY])
        with open(base.with_suffix(".csv"), "w", newline="") as file:
            out = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
            out.writeheader()
            out.writerows({c: "" if row.get(c) is None else row[c] for c in COLUMNS} for row in rows)
        base.with_suffix(".json").write_text(json.dumps([{c: row.get(c) for c in COLUMNS} for row in rows], indent=1) + "\n")
        return rows


def percent(value):
    return "" if value is None else f"{100 * value:.2f}"


def print_table(rows):
    """On the terminal: the best coverage first, failures last."""
    lines = [["baker", "variant", "grade", "status", "covered %", "excess %", "overlap %", "lost", "split", "merged", "wrong %", "polygons", "seconds", "x plumb"]]
    for row in sorted(rows, key=lambda r: (r.get("coverage") is None, -(r.get("coverage") or 0), [r[k] for k in KEY])):
        took = [f"{row[k]:.3f}" if row.get(k) is not None else "" for k in ("processor_seconds", "times_plumb_seconds")]
        lines.append([row["baker"], row["variant"], row["grade"], row["status"], *(percent(row.get(k)) for k in ("coverage", "excess", "overlap")),
                      *(str(row.get(k, "")) for k in ("lost", "split", "merged")), percent(row.get("wrong_answers")), str(row.get("polygons", "")), *took])
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        print("  ".join(text.ljust(w) if i < 4 else text.rjust(w) for i, (text, w) in enumerate(zip(line, widths))).rstrip())
    for row in rows:
        if row["status"] != "baked":
            print(f"{row['baker']} {row['variant']} {row['grade']}: {row['status']}: {row.get('why', '')}")


def run_group(args, group, bakers, rows, limits, plumb_key, pool):
    """All rows of one level and agent."""
    level, scene, agent_name, agent, finest = group
    todo, inputs = [], {"scene": sha256(scene), "agent": agent, "plumb": plumb_key}
    for baker in bakers:
        for variant in baker["variants"]:
            for grade in grades_of(baker, agent, finest, args.grades):
                key = {"level": level, "agent": agent_name, "baker": baker["name"], "variant": variant, "grade": grade}
                mine = {**inputs, "adapter": baker["version"], "limits": vars(limits)}
                known = None if args.again else rows.kept(key, mine)
                if known and (args.no_run or not bakers_pages.wanted(key, known) or bakers_pages.file_of(args.out, key).exists()):
                    rows.add(known)
                else:
                    todo.append((baker, key, mine))
    if args.no_run:
        return
    if todo:
        run_rows(args, group, todo, rows, limits, plumb_key, pool)
    mine = [row for row in rows.rows if (row["level"], row["agent"]) == (level, agent_name)]
    if wrong := bakers_pages.write(args.plumb, args.out, level, agent_name, scene, agent, mine):
        print(f"no page: {wrong}", file=sys.stderr)


def run_rows(args, group, todo, rows, limits, plumb_key, pool):
    """Runs the rows of one level and agent that are not finished: (baker, key, inputs)."""
    level, scene, agent_name, agent, _ = group
    work = args.out / "work" / f"{level}-{agent_name}"
    truth = Truth(args.plumb, scene.resolve(), agent, work, limits)

    def one(task):
        baker, key, mine = task
        folder = work / "-".join(key[k] or "any" for k in KEY[2:])
        row = {**key, "plumb_version": plumb_key[0], **run_row(truth, baker, key["variant"], key["grade"], folder, limits)}
        if row["status"] == "absent":
            return print(f"skipped: {baker['name']}: {row['why']}", file=sys.stderr)
        if bakers_pages.wanted(key, row):
            bakers_pages.keep(args.out, key, folder / "audit.json")
        rows.put(key, mine, row)
        rows.add(row)
        print(" ".join(key[k] for k in KEY), row["status"], percent(row.get("coverage")), flush=True)
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)

    list(pool.map(one, todo))


def arguments(words):
    names = lambda text: text.split(",")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=pathlib.Path, default=ROOT.parent / "shared/scenes")
    parser.add_argument("--levels", type=names, help="only these of bakers_levels.json")
    parser.add_argument("--agents", type=names, help="only these agents")
    parser.add_argument("--level", type=pathlib.Path, help="a level of one's own")
    parser.add_argument("--agent", type=pathlib.Path, help="its AGENT.json; with neither cells nor a grade all grades but finest run")
    parser.add_argument("--bakers", type=names, help="only these of the list")
    parser.add_argument("--grades", type=names, help="only these grades")
    parser.add_argument("--list", type=pathlib.Path, default=PEERS / "list.json", help="the adapters")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/bakers")
    parser.add_argument("--plumb", type=pathlib.Path, default=ROOT / "build/release/bin/plumb")
    parser.add_argument("--seconds", type=float, default=120, help="of processor time of a bake")
    parser.add_argument("--audit-seconds", type=float, default=300, help="of processor time of an audit")
    parser.add_argument("--memory", type=float, default=8, help="GB of data of a program")
    parser.add_argument("--workers", type=int, default=2, help="rows at a time")
    parser.add_argument("--no-run", action="store_true", help="only write the files of the rows that are finished")
    parser.add_argument("--again", action="store_true", help="run finished rows again")
    parser.add_argument("--keep", action="store_true", help="keep what bakers and audits wrote")
    args = parser.parse_args(words)
    if bool(args.level) != bool(args.agent):
        parser.error("--level and --agent are given together")
    for name in ("level", "agent", "list", "plumb"):
        if getattr(args, name) and not getattr(args, name).exists():
            parser.error(f"{getattr(args, name)} is not there")
    args.plumb, args.list, args.out = args.plumb.resolve(), args.list.resolve(), args.out.resolve()
    return args


def base_of(args):
    """The files of the rows of a run, without their extension."""
    return args.out / (f"{args.level.stem}-{args.agent.stem}" if args.level else "bakers")


def main(words):
    args = arguments(words)
    try:
        groups = levels_of(args)
    except (adapter.BadAgent, ValueError) as error:
        print(f"bakers.py: {error}", file=sys.stderr)
        return 2
    bakers = installed([b for b in read_list(args.list) if not args.bakers or b["name"] in args.bakers])
    plumb_key = plumb_key_of(args.plumb)
    rows, limits = Rows(args.out / "rows"), Limits(args.seconds, args.audit_seconds, int(args.memory * 1e9))
    base = base_of(args)
    with concurrent.futures.ThreadPoolExecutor(args.workers) as pool:
        for group in groups:
            run_group(args, group, bakers, rows, limits, plumb_key, pool)
            finished = rows.write(base)
    if not groups or not rows.rows:
        print("no row: no level or no baker is there", file=sys.stderr)
        return MISSING
    if args.level:
        print_table(finished)
    print(f"{len(finished)} rows, {sum(r['status'] == 'baked' for r in finished)} baked: {base}.csv and {base}.json")
    return 0


if __name__ == "__main__":
    start(main)
