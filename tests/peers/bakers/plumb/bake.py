#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plumb's own files, judged as those of others: what rounding and grids cost."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import adapter  # noqa: E402


class Plumb(adapter.PlumbBaker):
    name, variants = "plumb", ("bin", "mset", "glb", "tres", "obj", "json")

    def more(self, variant, agent):
        if variant == "mset":  # small tiles have a finer grid than the one tile of a .bin
            return ["--tile", str(8 * agent["height"])]
        return ["--link-polygons"] if variant == "glb" else []  # steps join polygons in the other files by default


adapter.main(Plumb())
