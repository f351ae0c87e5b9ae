#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Audits that last: the jobs of docs/guide/audit.md for two hosts, and a level over twenty commits.

  audit_jobs.py PLUMB DOCUMENT     exit status 0: as expected; 1: not

The jobs' lines run as their runners run them, by `sh -e` with nothing but its own environment, in an empty folder with the files of a repository. What installs packages is a program that
does nothing. The twenty commits are of a floor of squares with crates, which are holes; the baker forgets the square east of each crate. What is new, known and gone was counted by hand."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SIDE = 12
OPTIONS = "--up z --sides up --step 0.4".split()
# By commit: crates that come, crates that go; squares that the baker forgets besides; and what is new, known and gone then.
COMMITS = [({(1, 1)}, set(), set(), (1, 0, 0)),
           (set(), set(), set(), (0, 1, 0)),
           ({(5, 1)}, set(), set(), (1, 1, 0)),
           ({(1, 5), (5, 5)}, set(), set(), (2, 2, 0)),
           (set(), {(1, 1)}, set(), (0, 3, 1)),
           (set(), set(), set(), (0, 3, 0)),
           (set(), set(), {(10, 10)}, (1, 3, 0)),   # a bug of the baker's, for one commit
           (set(), set(), set(), (0, 3, 1)),
           ({(1, 1)}, set(), set(), (1, 3, 0)),     # what came back is new again
           (set(), set(), {(7, 5)}, (1, 3, 0)),     # beside the square that is forgotten at (6, 5): the place grows
           (set(), set(), {(7, 5)}, (0, 4, 0)),
           (set(), set(), set(), (0, 4, 0)),        # it shrinks
           ({(9, 1)}, {(5, 1)}, set(), (1, 3, 1)),
           (set(), set(), set(), (0, 4, 0)),
           ({(1, 9)}, set(), set(), (1, 4, 0)),
           ({(5, 9)}, set(), set(), (1, 5, 0)),
           (set(), {(1, 9), (5, 9)}, set(), (0, 4, 2)),
           ({(9, 9)}, {(9, 1)}, {(0, 0)}, (2, 3, 1)),
           (set(), set(), {(0, 0)}, (0, 5, 0)),
           (set(), {(1, 1), (1, 5), (5, 5), (9, 9)}, set(), (0, 0, 5))]


def squares(kept, turned=False):
    """An OBJ of unit squares; their order in the file does not matter."""
    order = sorted(kept, reverse=turned)
    return "".join(f"v {x} {y} 0\nv {x + 1} {y} 0\nv {x + 1} {y + 1} 0\nv {x} {y + 1} 0\nf -4 -3 -2 -1\n" for x, y in order)


def check_sarif(file, new, known):
    """What hosts of code and the schema of SARIF 2.1.0 ask for; the fingerprints of results by state."""
    document = json.loads(file.read_text())
    assert document["version"] == "2.1.0" and set(document) == {"$schema", "version", "runs"} and len(document["runs"]) == 1
    run = document["runs"][0]
    assert set(run) == {"tool", "columnKind", "results"} and run["columnKind"] == "utf16CodeUnits"
    driver = run["tool"]["driver"]
    assert set(run["tool"]) == {"driver"} and set(driver) == {"name", "version", "rules"} and driver["name"]
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(set(rules)) == len(rules)
    for rule in driver["rules"]:
        assert set(rule) == {"id", "shortDescription", "help"} and all(set(rule[k]) == {"text"} and rule[k]["text"].endswith(".") for k in ("shortDescription", "help"))
    prints = {"new": [], "unchanged": []}
    for result in run["results"]:
        assert {"ruleId", "level", "message", "baselineState", "locations", "partialFingerprints"} <= set(result) <= {
            "ruleId", "level", "message", "baselineState", "locations", "partialFingerprints", "hostedViewerUri"}, set(result)
        assert result["ruleId"] in rules and result["level"] == {"new": "error", "unchanged": "note"}[result["baselineState"]]
        assert set(result["message"]) <= {"text", "markdown"} and result["message"]["text"]
        (location,) = result["locations"]
        physical, (logical,) = location["physicalLocation"], location["logicalLocations"]
        assert re.fullmatch(r"[-._~/%A-Za-z0-9]+", physical["artifactLocation"]["uri"]) and physical["region"] == {"startLine": 1}
        assert set(logical) == {"name", "fullyQualifiedName", "kind"} and len([float(v) for v in logical["name"].split(",")]) == 3
        (print_,) = result["partialFingerprints"].items()
        assert print_[0] == "plumbPlace/v1" and re.fullmatch("[0-9a-f]{64}", print_[1])
        prints[result["baselineState"]].append(print_[1])
        assert re.match(r"[a-z]+://", result.get("hostedViewerUri", "https://"))
    assert (len(prints["new"]), len(prints["unchanged"])) == (new, known), (prints, new, known)
    assert len(set(prints["new"] + prints["unchanged"])) == new + known, "two places have one fingerprint"
    return prints


def commits(plumb, folder):
    """The level over twenty commits, each audited against the one before."""
    crates, wrong, last, before = set(), 0, None, set()
    every = {(x, y) for x in range(SIDE) for y in range(SIDE)}
    for number, (come, go, forgotten, expected) in enumerate(COMMITS):
        crates = (crates | come) - go
        floor = every - crates
        baked = floor - {(x + 1, y) for x, y in crates} - forgotten
        (folder / "level.obj").write_text(squares(floor))
        (folder / "navmesh.obj").write_text(squares(baked, number % 2 == 1))
        now, sarif = folder / f"{number}.json", folder / f"{number}.sarif"
        if last is None:
            last = folder / "none.json"
            (folder / "whole.obj").write_text(squares(every))
            subprocess.run([plumb, "audit", "whole.obj", "whole.obj", *OPTIONS, "--json", last, "--quiet"], cwd=folder, check=True)
        ran = subprocess.run([plumb, "audit", "level.obj", "navmesh.obj", *OPTIONS, "--baseline", last, "--json", now, "--sarif", sarif, "--quiet"],
                             cwd=folder, capture_output=True, text=True)
        told = json.loads(now.read_text())["baseline"]
        found = (told["new"], told["known"], told["gone"]["count"])
        fails = ran.returncode, ran.stderr.strip() == (f"plumb: navmesh.obj fails new>0 ({expected[0]})" if expected[0] else "")
        if found != expected or told["differs"] or fails != (1 if expected[0] else 0, True):
            wrong += 1
            print(f"commit {number}: {found} new, known and gone, not {expected}; exit status {ran.returncode}; {told['differs']}\n{ran.stderr}")
            continue
        prints = check_sarif(sarif, *expected[:2])
        # What is known and did not change has the fingerprint of yesterday.
        if number and not come | go | forgotten and not COMMITS[number - 1][2] and set(prints["unchanged"]) != before:
            wrong += 1
            print(f"commit {number}: other fingerprints")
        last, before = now, set(prints["new"] + prints["unchanged"])
    return wrong


def scripts(document):
    """The lines of the jobs that have a baseline, by host."""
    blocks = [b for b in re.findall(r"```yaml\n(.*?)```", document.read_text(), re.S) if "--baseline" in b]
    hosts = {"GitHub": r"^ +- run: (.*)$", "GitLab": r"^    - (.*)$"}
    out = {}
    for block in blocks:
        host = "GitHub" if "runs-on" in block else "GitLab"
        out[host] = re.findall(hosts[host], block, re.M)
    assert set(out) == set(hosts), set(out)
    return out


def jobs(plumb, document, folder):
    """Each job passes on what is known and fails on what is new, and leaves the files that it keeps."""
    wrong = 0
    floor = {(x, y) for x in range(4) for y in range(4)}
    for host, lines in scripts(document).items():
        repository = folder / host
        programs = repository / "bin"
        programs.mkdir(parents=True)
        (programs / "plumb").symlink_to(plumb)
        (programs / "apt-get").write_text("#!/bin/sh\n")
        (repository / "bake_navmesh").write_text('#!/bin/sh\nplumb bake baked.obj --up z --sides up --step 0.4 --quiet -o "$2"\n')
        for program in (programs / "apt-get", repository / "bake_navmesh"):
            program.chmod(0o755)
        environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(repository), "CI_JOB_URL": "https://host.example/job/7"}
        (repository / "level.obj").write_text(squares(floor))
        audit = next(line for line in lines if line.startswith("plumb audit"))
        for step, (forgotten, expected) in enumerate((({(1, 1)}, None), ({(1, 1)}, 0), ({(1, 1), (3, 3)}, 1))):
            (repository / "baked.obj").write_text(squares(floor - forgotten))
            script = list(lines)
            if expected is None:  # the first time, known.json is written
                script[script.index(audit)] = re.sub(r" --baseline known\.json .*", " --json known.json", audit) + " || true"
            (repository / "script.sh").write_text("\n".join(script) + "\n")
            ran = subprocess.run(["/bin/sh", "-e", "script.sh"], cwd=repository, env=environment, capture_output=True, text=True)
            kept = [name for name in ("audit.sarif", "audit.json", "audit.html") if not (repository / name).exists()]
            if ran.returncode != (expected or 0) or (expected is not None and kept):
                wrong += 1
                print(f"{host}, run {step}: exit status {ran.returncode}, not {expected}; lacks {kept}\n{ran.stdout}{ran.stderr}")
            elif expected is not None:
                check_sarif(repository / "audit.sarif", expected, 1)
    return wrong


def main():
    plumb, document = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "commits").mkdir()
        wrong = commits(plumb, folder / "commits") + jobs(plumb, document, folder / "jobs")
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
