#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""recast-navigation of npm: Recast compiled to WebAssembly. Variants: solo, tiled (tiles of 48 cells)."""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import adapter  # noqa: E402


class RecastJs:
    name = "recast-js"

    def __init__(self):
        self.program = adapter.Javascript(pathlib.Path(__file__).parent, "recast-navigation")

    def version(self):
        return self.program.version()

    def default_cells(self, agent):
        return 0.2 * agent["units"], 0.2 * agent["units"]  # recastConfigDefaults: cs and ch are 0.2, in metres

    def bake(self, job):
        adapter.check_variant(job, ("solo", "tiled"))
        # The agent in cells, as the types of RecastConfig say; all others are the package's defaults.
        options = {"cs": job.cell, "ch": job.cell_height, "walkableSlopeAngle": job.slope, "walkableHeight": math.ceil(job.height / job.cell_height),
                   "walkableClimb": math.floor(job.climb / job.cell_height), "walkableRadius": math.ceil(job.radius / job.cell)}
        if job.variant == "tiled":
            options["tileSize"] = 48
        self.program.bake(job, options)
        return {"options": options, "max_error": 1.3, "min_region": 64}


adapter.main(RecastJs())
