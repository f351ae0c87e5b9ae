#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs what README.md and docs/guide/python.md show of Python: each page's blocks one after the other, in a folder of its own that has docs/examples.

  PYTHONPATH=BUILD/python documents_test.py ROOT"""
import os
import pathlib
import re
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).resolve()
count = 0
for page in ("README.md", "docs/guide/python.md"):
    blocks = re.findall(r"^```python\n(.*?)^```", (root / page).read_text(), re.MULTILINE | re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.symlink(root / "docs", "docs")
        names = {}
        for block in blocks:
            exec(compile(block, page, "exec"), names)
            count += 1
        os.chdir("/")
print(f"{count} examples")
sys.exit(count < 4)
