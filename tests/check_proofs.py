#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the machine-checked core of docs/theory/certificate.md, docs/theory/coq, and prints what each theorem assumes.

  check_proofs.py ROOT FOLDER    compile into FOLDER; without coqc: exit status 77, after the lines are counted
  check_proofs.py --self-test    show that an axiom, a gap, a theorem that no document names, and one line too many are noticed

Fails unless each theorem is "Closed under the global context": rests on no axiom. The files together have at most LINES lines, and the theorems are those of
the table in certificate.md.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LINES = 800
CLOSED = "Closed under the global context"


def in_order(sources):
    """The files, each behind those that it requires."""
    requires = {f: {r for line in re.findall(r"^Require Import ([^.]*)\.", f.read_text(), re.MULTILINE) for r in line.split()} for f in sources}
    done = []
    while len(done) < len(sources):
        names = {f.stem for f in done}
        ready = [f for f in sources if f not in done and requires[f] & {g.stem for g in sources} <= names]
        if not ready:
            raise SystemExit("the files of docs/theory/coq require each other in a circle")
        done += ready
    return done


def check(root, folder):
    sources = in_order(sorted((root / "docs/theory/coq").glob("*.v")))
    theorems = [(f.stem, name) for f in sources for name in re.findall(r"^Theorem (\w+)", f.read_text(), re.MULTILINE)]
    lines = sum(f.read_text().count("\n") for f in sources)
    wrong = [f"{lines} lines, more than {LINES}"] if lines > LINES else []
    named = set(re.findall(r"^\| `(\w+)` \| \[(\w+)\.v\]", (root / "docs/theory/certificate.md").read_text(), re.MULTILINE))
    wrong += [f"{name} of {file}.v: not a row of the table in certificate.md, or a row for what is no theorem"
              for name, file in sorted(named ^ {(name, file) for file, name in theorems})]
    if not shutil.which("coqc"):
        print("\n".join(wrong + ["skipped: coqc is not installed"]))
        return 1 if wrong else 77
    folder.mkdir(parents=True, exist_ok=True)
    for f in sources:
        shutil.copy(f, folder)
    (folder / "Assumptions.v").write_text("".join(f"Require {f.stem}.\n" for f in sources) + "".join(f"Print Assumptions {file}.{name}.\n" for file, name in theorems))
    for name in [f.stem for f in sources] + ["Assumptions"]:
        run = subprocess.run(["coqc", "-q", f"{name}.v"], cwd=folder, capture_output=True, text=True)
        if run.returncode:
            print("\n".join(wrong + [f"{name}.v does not compile:", run.stdout + run.stderr]))
            return 1
    said = re.findall(rf"{CLOSED}|Axioms:\n(?:.+\n?)+", run.stdout)
    for (file, name), assumptions in zip(theorems, said):
        print(f"{file}.{name}: {assumptions}")
        if assumptions != CLOSED:
            wrong.append(f"{name} rests on an axiom")
    if not theorems or len(said) != len(theorems):
        wrong.append(f"coqc told of {len(said)} theorems, not of {len(theorems)}")
    print("\n".join(wrong + [f"{len(theorems)} theorems, {lines} lines of at most {LINES}, {len(wrong)} wrong"]))
    return 1 if wrong else 0


def self_test():
    proof = "Theorem t : forall n : nat, n = n.\nProof. {} Qed.\n"
    table = "| `t` | [T.v](coq/T.v) | n is n |\n"
    closed = 0 if shutil.which("coqc") else 77
    cases = [(proof.format("auto."), table, closed), (proof.format("auto.") + "\n" * LINES, table, 1), (proof.format("auto."), "", 1), ("", table, 1)]
    if not closed:
        cases += [("Axiom a : forall n : nat, n = n.\n" + proof.format("apply a."), table, 1), (proof.format("").replace("Qed", "Admitted"), table, 1),
                  (proof.format(""), table, 1)]
    wrong = 0
    for source, text, expected in cases:
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            (root / "docs/theory/coq").mkdir(parents=True)
            (root / "docs/theory/coq/T.v").write_text(source)
            (root / "docs/theory/certificate.md").write_text(text)
            if check(root, root / "build") != expected:
                wrong += 1
                print(f"not {expected}: {source!r} with {text!r}")
    print(f"{len(cases)} cases, {wrong} wrong")
    return 1 if wrong else closed


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else check(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
