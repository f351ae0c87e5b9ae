#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plumb that was built without esbuild or three.js has no page: exit status 2, one line that says so, no file.

  without_page.py ROOT PLUMB_WITHOUT_PAGE"""
import os
import subprocess
import sys
import tempfile


def main():
    root, plumb = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        for command in ("view", "bake"):
            ran = subprocess.run([plumb, command, "docs/examples/crates.obj", "--up", "z", "-o", page, "--quiet"], cwd=root, capture_output=True, text=True)
            assert ran.returncode == 2, f"{command} ended with {ran.returncode}"
            assert ran.stderr.count("\n") == 1 and "without the page" in ran.stderr and "esbuild" in ran.stderr, ran.stderr
            assert os.listdir(folder) == [], f"{command} left {os.listdir(folder)}"
        ran = subprocess.run([plumb, "bake", "docs/examples/crates.obj", "--up", "z", "-o", page.replace(".html", ".svg"), "--quiet"], cwd=root)
        assert ran.returncode == 0, "other files are not written"
    return 0


if __name__ == "__main__":
    sys.exit(main())
