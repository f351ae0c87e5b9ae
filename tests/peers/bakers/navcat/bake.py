#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""navcat of npm, in JavaScript. Variants: solo, tiled (tiles of 48 cells)."""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import adapter  # noqa: E402


class Navcat:
    name = "navcat"

    def __init__(self):
        self.program = adapter.Javascript(pathlib.Path(__file__).parent, "navcat")

    def version(self):
        return self.program.version()

    def default_cells(self, agent):
        # README: cells of a third of the radius, as high as half the climb; in its example for a person they are 0.15 and 0.25 metres.
        return (agent["radius"] / 3 if agent["radius"] > 0 else 0.15 * agent["units"], agent["climb"] / 2 if agent["climb"] > 0 else 0.25 * agent["units"])

    def bake(self, job):
        adapter.check_variant(job, ("solo", "tiled"))
        cell, height, radius = job.cell, job.cell_height, math.ceil(job.radius / job.cell)
        # As in README's example, tiles with the border that its section on tiles has.
        options = {"cellSize": cell, "cellHeight": height, "walkableRadiusWorld": job.radius, "walkableRadiusVoxels": radius, "walkableClimbWorld": job.climb,
                   "walkableClimbVoxels": math.ceil(job.climb / height), "walkableHeightWorld": job.height, "walkableHeightVoxels": math.ceil(job.height / height),
                   "walkableSlopeAngleDegrees": job.slope, "borderSize": 0, "minRegionArea": 8, "mergeRegionArea": 20, "maxSimplificationError": 1.3,
                   "maxEdgeLength": 12, "maxVerticesPerPoly": 5, "detailSampleDistance": 6 * cell, "detailSampleMaxError": height}
        if job.variant == "tiled":
            options.update(tileSizeVoxels=48, tileSizeWorld=48 * cell, borderSize=radius + 3)
        self.program.bake(job, options)
        return {"options": options, "max_error": 1.3, "min_region": 8}


adapter.main(Navcat())
