# SPDX-License-Identifier: LGPL-3.0-or-later
import os
import re
import subprocess


def first_failure(program, selection, mutant="", **environment):
    """The name of the first of the selected tests that fails with this mutant, or None. `program`: tests of Catch2."""
    env = dict(os.environ, PLUMB_MUTANT=mutant, **environment)
    try:
        run = subprocess.run([program, "-a", *selection], env=env, capture_output=True, text=True, errors="replace", timeout=120)
    except subprocess.TimeoutExpired:
        return "(no end)"
    if run.returncode == 0:
        return None
    name = re.search(r"^-{70,}\n(.*?)\n-{70,}", run.stdout, re.S | re.M)
    return " ".join(name[1].split()) if name else f"(exit status {run.returncode})"
