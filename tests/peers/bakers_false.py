#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A baker that does wrong what its variant says, for tests/scenes/bakers_test.py.

  bakers_false.py CALLS --version | bakers_false.py CALLS SCENE AGENT OUT     CALLS: gets a line for each bake"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

SQUARE = "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nf 1 2 3 4\n"
SETTINGS = {"baker": "false", "version": "1", "variant": "", "options": [], "cell": None, "cell_height": None, "max_error": None, "min_region": None}


def main():
    if sys.argv[2:] == ["--version"]:
        print("false 1")
        return 0
    scene, agent, out = (pathlib.Path(word) for word in sys.argv[2:5])
    asked = json.loads(agent.read_text())
    variant = asked["variant"]
    with open(sys.argv[1], "a") as calls:
        calls.write(f"{variant} {scene}\n")
    out.mkdir(parents=True)
    if variant == "hangs":
        time.sleep(600)
    while variant == "spins":
        pass
    if variant == "orphan":  # what it has started must end with it
        subprocess.run(["sleep", "600"])
    if variant == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    if variant == "absent":
        print("not installed", file=sys.stderr)
        return 77
    if variant == "refuses":
        print("too steep for me", file=sys.stderr)
        return 1
    if variant == "coarse" and asked["cell"] < 0.02:
        print("out of memory", file=sys.stderr)
        return 1
    if variant == "crashes":
        return 3
    if variant == "nothing":
        return 0
    text = {"rubbish": "this is no navmesh\n", "half": SQUARE[:len(SQUARE) // 2] + "\nf 1 2"}.get(variant, SQUARE)
    if variant == "narrow":  # the larger the cells are, the more of the floor is missing at one side
        text = text.replace("v 10 ", f"v {10 - 10 * (5 * asked['cell']) ** 3!r} ")
    (out / "navmesh.obj").write_text(text)
    if variant == "two_files":
        (out / "navmesh.off").write_text(SQUARE)
    if variant == "bad_settings":
        (out / "settings.json").write_text('{"cell": "wide"}')
    elif variant != "no_settings":
        (out / "settings.json").write_text(json.dumps({**SETTINGS, "cell": asked.get("cell"), "cell_height": asked.get("cell_height")}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
