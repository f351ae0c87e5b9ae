#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One finding of docs/examples/adversary: it holds, it has at most four faces, and it holds of none with a face less.

  example_test.py PLUMB FOLDER     exit status 77: its baker is not installed"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED, MOST_FACES = 77, 4
TRACKER = ("https://github.com/", "none found")


def again(plumb, folder):
    return subprocess.run(["sh", folder / "run.sh"], env={**os.environ, "PLUMB": str(plumb)}, capture_output=True, text=True)


def main():
    plumb, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    lines = (folder / "scene.obj").read_text().splitlines()
    faces = [i for i, line in enumerate(lines) if line.startswith("f ")]
    assert 1 <= len(faces) <= MOST_FACES, f"{len(faces)} faces"
    thread = (folder / "finding.md").read_text().split("\nThread: ")
    assert len(thread) == 2 and thread[1].startswith(TRACKER), "finding.md names no thread"
    assert f"[{folder.name}]" in (folder.parent / "README.md").read_text(), "README.md does not name it"
    whole = again(plumb, folder)
    if "is not installed" in whole.stderr:
        print("skipped:", whole.stderr.strip())
        return SKIPPED
    print(whole.stdout, end="")
    assert whole.returncode == 1, f"it does not hold: {whole.returncode}, {whole.stdout}{whole.stderr}"
    # What the rules of voxels give is known of the whole scene alone.
    if len(faces) == 1 or json.loads((folder / "finding.json").read_text())["voxels"]:
        return 0
    adapters = folder.parents[3] / "tests"
    for left_out in faces:
        with tempfile.TemporaryDirectory() as scratch:
            # The script names its adapter from where it is.
            less = pathlib.Path(scratch) / "docs/examples/adversary/less"
            shutil.copytree(folder, less)
            (pathlib.Path(scratch) / "tests").symlink_to(adapters)
            (less / "scene.obj").write_text("\n".join(line for i, line in enumerate(lines) if i != left_out) + "\n")
            smaller = again(plumb, less)
        assert smaller.returncode == 0, f"it holds without face {faces.index(left_out) + 1}: {smaller.stdout}{smaller.stderr}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
