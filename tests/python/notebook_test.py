#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs docs/guide/coverage.ipynb by nbconvert: its assertions hold. Exit status 77 where nbconvert, a kernel or matplotlib is missing.

  PYTHONPATH=BUILD/python notebook_test.py ROOT RECAST_NAVMESH [--write]    --write: what it shows is kept in it"""
import importlib.util
import os
import pathlib
import sys

missing = [name for name in ("nbconvert", "nbformat", "ipykernel", "matplotlib") if importlib.util.find_spec(name) is None]
if missing:
    print("skipped:", ", ".join(missing), "not installed")
    sys.exit(77)

import nbformat  # noqa: E402
from nbconvert.preprocessors import ExecutePreprocessor  # noqa: E402

root = pathlib.Path(sys.argv[1]).resolve()
os.environ["RECAST_NAVMESH"] = str(pathlib.Path(sys.argv[2]).resolve())
path = root / "docs/guide/coverage.ipynb"  # it runs in its own folder, as it does when it is opened there
notebook = nbformat.read(path, as_version=4)
ExecutePreprocessor(timeout=600, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(path.parent)}})
shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
pictures = sum("image/png" in output.get("data", {}) for output in shown)
if pictures != 2:
    sys.exit(f"{pictures} pictures are shown, not 2")
if sys.argv[3:] == ["--write"]:
    for cell in notebook.cells:
        cell.metadata = {}
    notebook.metadata = {key: notebook.metadata[key] for key in ("kernelspec", "license")}
    nbformat.write(notebook, path)
print(f"{len(shown)} outputs, {pictures} pictures")
