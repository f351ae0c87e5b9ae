#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the program of a build without some wings says of each command and option of these that it is not in the build, and bakes.

  tests/check_absent.py PLUMB EXAMPLES WING ..."""
import pathlib
import subprocess
import sys
import tempfile

OF_ASK = [["explain", "ruin.obj", "--at", "1,0,1"], ["route", "ruin.obj", "--anything"], ["route"]]
OF_JUDGE = [["audit", "ruin.obj", "a.bin"], ["diff", "a.json", "b.json"], ["generate"], ["minimise", "--", "true"], ["fuzz", "--bakers", "x"]]
OF_TILES = [["tiles", "cut", "ruin.obj"], ["bake", "ruin.obj", "--tiles", "8", "-o", "city/"], ["audit", "ruin.obj", "a.bin", "--store", "city"], ["view", "store"]]
OF_WEDGE = [["bake", "ruin.obj", "--method", "wedge"]]
CALLS = {"ask": OF_ASK, "judge": OF_JUDGE, "tiles": OF_TILES, "wedge": OF_WEDGE}


def main():
    plumb, examples, *wings = sys.argv[1:]
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "ruin.obj").symlink_to(pathlib.Path(examples).resolve() / "ruin.obj")
        (pathlib.Path(folder) / "store").mkdir()
        (pathlib.Path(folder) / "store/plan.json").write_text("{}")

        def run(arguments):
            return subprocess.run([plumb, *arguments], cwd=folder, capture_output=True, text=True)

        for wing in wings:
            for arguments in CALLS.get(wing, []):
                done = run(arguments)
                absent = {wing, "judge"} if arguments[0] == "audit" and "judge" in wings else {wing}
                told = any(f"is not in this build, which was made without the wing '{w}'" in done.stderr for w in absent)
                if done.returncode != 2 or done.stdout or len(done.stderr.splitlines()) != 1 or not told:
                    faults.append(f"{' '.join(arguments)}: status {done.returncode}, {done.stdout}{done.stderr}")
        done = run(["bake", "ruin.obj", "-o", "ruin.json", "--quiet"])
        if done.returncode != 0 or not (pathlib.Path(folder) / "ruin.json").exists():
            faults.append(f"bake: status {done.returncode}, {done.stderr}")
    print("\n".join(faults) or f"without {', '.join(wings)}: what is left out says so")
    return 1 if faults or not wings else 0


if __name__ == "__main__":
    sys.exit(main())
