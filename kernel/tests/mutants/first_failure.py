# SPDX-License-Identifier: LGPL-3.0-or-later
import os
import re
import signal
import subprocess


def first_failure(program, selection, mutant="", seconds=120, cpu_seconds=None, **environment):
    """The name of the first of the selected tests that fails with this mutant, or None. `program`: tests of Catch2."""
    env = dict(os.environ, PLUMB_MUTANT=mutant, **environment)
    limited = ["prlimit", f"--cpu={cpu_seconds}:{cpu_seconds + 5}"] if cpu_seconds else []
    try:
        run = subprocess.run([*limited, program, "-a", *selection], env=env, capture_output=True, text=True, errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return "(no end)"
    if run.returncode == -signal.SIGXCPU:
        return "(no end)"
    if run.returncode == 0:
        return None
    name = re.search(r"^-{70,}\n(.*?)\n-{70,}", run.stdout, re.S | re.M)
    return " ".join(name[1].split()) if name else f"(exit status {run.returncode})"
