#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plumb's other method (docs/theory/wedge.md), whose triangles have ramps over steps."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import adapter  # noqa: E402


class Wedge(adapter.PlumbBaker):
    name, variants = "plumb-wedge", ("glb",)

    def more(self, variant, agent):
        return ["--method", "wedge"]


adapter.main(Wedge())
