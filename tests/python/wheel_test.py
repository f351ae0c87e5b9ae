#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a wheel, installs it in a fresh virtual environment, and runs the examples of the documents there: without the build tree. Needs scikit-build, else exit status 77.

  wheel_test.py ROOT"""
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).resolve()
try:
    import skbuild  # noqa: F401
except ImportError:
    print("skipped: python3-skbuild is not installed")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder + "/env"], check=True)
    python = folder + "/env/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--quiet", str(root)], check=True)
    where = subprocess.run([python, "-c", "import plumb; print(plumb.__file__)"], check=True, capture_output=True, text=True, cwd="/").stdout
    if not where.startswith(folder):
        sys.exit(f"plumb is imported from {where}")
    subprocess.run([python, str(root / "tests/python/documents_test.py"), str(root)], check=True, cwd="/")
