#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on of Blender, installed from a zip and run in Blender without a window, by its operators, on levels whose areas are known as fractions.

  PYTHONPATH=BUILD/python blender_test.py BLENDER [--picture FILE.png] [names of tests]

Blender and plumb meet only in Blender's interpreter, which runs this file a second time, with the tests of blender/. --picture renders a level only.
Exit status 77: Blender or the module plumb is missing. What the tests expect of Blender was observed in Blender 3.4.1."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ADD_ON = HERE.parents[1] / "pipeline/doors/python/blender"
TESTS = ("test_bakes", "test_audits", "test_addon")


def start_blender(blender, words):
    """Runs this file in Blender, with the add-on as a zip and with a new folder of user scripts. Returns the exit status."""
    if shutil.which(blender) is None or importlib.util.find_spec("plumb") is None:
        print(f"skipped: there is no {blender}" if shutil.which(blender) is None else "skipped: there is no module plumb")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(f"{folder}/plumb_navmesh.zip", "w") as file:
            for source in sorted(ADD_ON.glob("plumb_navmesh/*.py")):
                file.write(source, f"plumb_navmesh/{source.name}")
        os.mkdir(f"{folder}/addons")
        environment = {**os.environ, "BLENDER_USER_SCRIPTS": folder, "BLENDER_USER_CONFIG": folder}
        options = ("--background", "--factory-startup", "--python-use-system-env", "--python-exit-code", "1")
        return subprocess.run([blender, *options, "--python", __file__, "--", f"{folder}/plumb_navmesh.zip", *words], env=environment).returncode


def run_in_blender(archive, words):
    """Installs the zip as a user does, and runs the tests, or makes the picture. Returns the exit status."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(HERE / "blender"))
    bpy.ops.preferences.addon_install(filepath=archive)
    bpy.ops.preferences.addon_enable(module="plumb_navmesh")
    if words[:1] == ["--picture"]:
        importlib.import_module("picture").make_picture(words[1])
        return 0
    return not unittest.main(module=None, argv=[__file__, *(words or TESTS)], exit=False).result.wasSuccessful()


if __name__ == "__main__":
    if importlib.util.find_spec("bpy") is None:
        sys.exit(start_blender(sys.argv[1], sys.argv[2:]))
    import bpy
    given = sys.argv[sys.argv.index("--") + 1:]
    sys.exit(run_in_blender(given[0], given[1:]))
